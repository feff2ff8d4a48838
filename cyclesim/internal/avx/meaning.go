package avx

import (
	"encoding/binary"
	"math/bits"

	"culprit.example/culprit/cyclesim/internal/amd64"
	"culprit.example/culprit/cyclesim/internal/vector"
)

// What the instructions do.

// sames are the instructions that do in each block of 16 bytes what an operation on vectors does; swap says
// that they take its operands in the other order.
var sames = map[amd64.Op]struct {
	op   vector.Op
	swap bool
}{
	amd64.Vpand: {vector.And, false}, amd64.Vpandn: {vector.AndNot, true}, amd64.Vpor: {vector.Or, false},
	amd64.Vpxor:  {vector.Xor, false},
	amd64.Vpaddb: {vector.Add8, false}, amd64.Vpaddw: {vector.Add16, false}, amd64.Vpaddd: {vector.Add32, false},
	amd64.Vpaddq: {vector.Add64, false},
	amd64.Vpsubb: {vector.Sub8, false}, amd64.Vpsubw: {vector.Sub16, false}, amd64.Vpsubd: {vector.Sub32, false},
	amd64.Vpsubq:  {vector.Sub64, false},
	amd64.Vpmullw: {vector.Mul16, false}, amd64.Vpmulld: {vector.Mul32, false}, amd64.Vpmullq: {vector.Mul64, false},
	amd64.Vpcmpeqb: {vector.Eq8, false}, amd64.Vpcmpeqw: {vector.Eq16, false}, amd64.Vpcmpeqd: {vector.Eq32, false},
	amd64.Vpcmpeqq: {vector.Eq64, false},
	amd64.Vpcmpgtb: {vector.LtS8, true}, amd64.Vpcmpgtw: {vector.LtS16, true}, amd64.Vpcmpgtd: {vector.LtS32, true},
	amd64.Vpcmpgtq: {vector.LtS64, true},
	amd64.Vpsllw:   {vector.Shl16, false}, amd64.Vpslld: {vector.Shl32, false}, amd64.Vpsllq: {vector.Shl64, false},
	amd64.Vpsrlw: {vector.Shr16, false}, amd64.Vpsrld: {vector.Shr32, false}, amd64.Vpsrlq: {vector.Shr64, false},
	amd64.Vpsraq:    {vector.Sar64, false},
	amd64.Vpackuswb: {vector.PackU16, false}, amd64.Vpackusdw: {vector.PackU32, false},
	amd64.Vpacksswb: {vector.PackS16, false}, amd64.Vpackssdw: {vector.PackS32, false},
}

// elements are the instructions that treat each element by itself, and their sizes in bytes.
var elements = map[amd64.Op]struct {
	bytes int
	f     func(x, y uint64) uint64
}{
	amd64.Vpaddusb: {1, func(x, y uint64) uint64 { return min(x+y, 255) }},
	amd64.Vpminub:  {1, func(x, y uint64) uint64 { return min(x, y) }},
	amd64.Vpminuw:  {2, func(x, y uint64) uint64 { return min(x, y) }},
	amd64.Vpminud:  {4, func(x, y uint64) uint64 { return min(x, y) }},
	amd64.Vpmuludq: {8, func(x, y uint64) uint64 { return uint64(uint32(x)) * uint64(uint32(y)) }},
	amd64.Vpsllvq:  {8, func(x, y uint64) uint64 { return x << y }},
	amd64.Vpsrlvq:  {8, func(x, y uint64) uint64 { return x >> y }},
	amd64.Vpsravq:  {8, func(x, y uint64) uint64 { return uint64(int64(x) >> y) }},
	amd64.Vprolvq:  {8, func(x, y uint64) uint64 { return bits.RotateLeft64(x, int(y&63)) }},
	amd64.Vpmaddubsw: {2, func(x, y uint64) uint64 {
		sum := int(x&255)*int(int8(y)) + int(x>>8)*int(int8(y>>8))
		return uint64(min(max(sum, -1<<15), 1<<15-1))
	}},
}

// element is element i of a vector, of the given number of bytes; setElement is its counterpart.
func element(x []byte, i, bytes int) uint64 {
	var word [8]byte
	copy(word[:], x[i*bytes:(i+1)*bytes])
	return binary.LittleEndian.Uint64(word[:])
}

func setElement(x []byte, i, bytes int, v uint64) {
	var word [8]byte
	binary.LittleEndian.PutUint64(word[:], v)
	copy(x[i*bytes:(i+1)*bytes], word[:])
}

// eachBlock computes block by block.
func eachBlock(x [][]byte, f func(b [3]vector.Block) vector.Block) []byte {
	var out []byte
	for at := 0; at < len(x[0]); at += 16 {
		var b [3]vector.Block
		for i := range x {
			b[i] = vector.Block(x[i][at:])
		}
		r := f(b)
		out = append(out, r[:]...)
	}
	return out
}

// moved has each element from somewhere in the operands; from is negative for a 0.
func moved(n, bytes int, from func(i int) (x []byte, element int)) []byte {
	out := make([]byte, n)
	for i := range n / bytes {
		if x, e := from(i); e >= 0 {
			copy(out[i*bytes:], x[e*bytes:(e+1)*bytes])
		}
	}
	return out
}

// bytes is the size of the elements that a comparison compares.
func (c Condition) bytes() int {
	switch c.By() {
	case &maskedBytes:
		return 1
	case &maskedWords:
		return 2
	case &maskedDwords:
		return 4
	}
	return 8
}

// compare has a bit for each element for which a condition holds.
func compare(c Condition, x, y []byte) (holds uint64) {
	size := c.bytes()
	signed := c.Op == amd64.Vpcmpb || c.Op == amd64.Vpcmpw || c.Op == amd64.Vpcmpd || c.Op == amd64.Vpcmpq
	for i := range len(x) / size {
		a, b := element(x, i, size), element(y, i, size)
		if signed { // as unsigned numbers with the sign inverted
			sign := uint64(1) << (8*size - 1)
			a, b = a^sign, b^sign
		}
		is := [...]bool{amd64.Equals: a == b, amd64.Less: a < b, amd64.LessOrEqual: a <= b, 3: false}[c.Predicate&3]
		if is != (c.Predicate >= amd64.Differs) {
			holds |= 1 << i
		}
	}
	return holds
}

// apply is what an instruction makes of its operands.
func (m *machine) apply(in *Instr, x [][]byte, holds uint64) []byte {
	n := m.bytes(in.Wide)
	if len(in.Conds) > 0 {
		return masked(in, x, holds, n)
	}
	if in.Pair != NoPair {
		return pairOf(in, x, n)
	}
	if same, ok := sames[in.Op]; ok {
		if same.swap {
			x = [][]byte{x[1], x[0]}
		}
		return eachBlock(x, func(b [3]vector.Block) vector.Block {
			return vector.Eval(same.op, b[0], b[1], b[2], uint64(in.Imm))
		})
	}
	if e, ok := elements[in.Op]; ok {
		out := make([]byte, n)
		for i := range n / e.bytes {
			setElement(out, i, e.bytes, e.f(element(x[0], i, e.bytes), element(x[1], i, e.bytes)))
		}
		return out
	}
	return rearranged(in, x, n)
}

// masked is what an instruction makes in the elements in which its conditions hold.
func masked(in *Instr, x [][]byte, holds uint64, n int) []byte {
	size := in.Conds[0].bytes()
	out := make([]byte, n)
	for b := range out {
		switch yes := holds>>(b/size)&1 == 1; {
		case len(x) == 0 && yes: // a mask
			out[b] = 0xff
		case len(x) == 1 && yes: // a move, else 0
			out[b] = x[0][b]
		case len(x) == 2 && yes: // a blend
			out[b] = x[1][b]
		case len(x) == 2:
			out[b] = x[0][b]
		}
	}
	return out
}

// pairOf is what a step of pairs makes.
func pairOf(in *Instr, x [][]byte, n int) []byte {
	half := n / 2
	switch {
	case in.Pair == UpperHalf:
		return x[0][n:]
	case in.Pair == Join:
		return append(x[0][:half:half], x[1][:half]...)
	case in.Pair == Twice && in.Imm == UpperTwice:
		return append(x[0][half:n:n], x[0][half:n]...)
	case in.Pair == Twice:
		return append(x[0][:half:half], x[0][:half]...)
	}
	out := make([]byte, n)
	for i := range unpacks {
		by := int(unpacks[i].bytes)
		if in.Op != unpacks[i].zeros && in.Op != unpacks[i].sign {
			continue
		}
		for e := range half / by {
			v := element(x[0], e, by)
			if in.Op == unpacks[i].sign && v>>(8*by-1) == 1 {
				v |= ^uint64(0) << (8 * by)
			}
			setElement(out, e, 2*by, v)
		}
	}
	return out
}

// rearranged is what an instruction makes that takes elements, or bits, from several places.
func rearranged(in *Instr, x [][]byte, n int) []byte {
	if by, half := unpackBy(in.Op); by != nil {
		size := int(by.bytes)
		each := 16 / size // elements of a block
		return moved(n, size, func(i int) ([]byte, int) {
			return x[i%2], i/each*each + half*each/2 + i%each/2
		})
	}
	switch in.Op {
	case amd64.Vshufps:
		return moved(n, 4, func(i int) ([]byte, int) { return x[i%4/2], i/4*4 + int(in.Imm>>(2*(i%4)))&3 })
	case amd64.Vpermq:
		return moved(n, 8, func(i int) ([]byte, int) { return x[0], i/4*4 + int(in.Imm>>(2*(i%4)))&3 })
	case amd64.Vpshufb:
		return moved(n, 1, func(i int) ([]byte, int) {
			if x[1][i] >= 0x80 {
				return nil, -1
			}
			return x[0], i/16*16 + int(x[1][i])&15
		})
	case amd64.Vpermw, amd64.Vpermd:
		size := 2
		if in.Op == amd64.Vpermd {
			size = 4
		}
		return moved(n, size, func(i int) ([]byte, int) { return x[1], int(element(x[0], i, size)) % (n / size) })
	case amd64.Vpblendvb:
		return moved(n, 1, func(i int) ([]byte, int) { return x[x[2][i]>>7], i })
	case amd64.Vpternlogd:
		return ternaryOf(uint8(in.Imm), x, n)
	}
	panic("BUG: an instruction without a meaning: " + in.Op.String())
}

// ternaryOf is a function of the bits of up to three vectors, by its table.
func ternaryOf(table uint8, x [][]byte, n int) []byte {
	out := make([]byte, n)
	for i := range out {
		for bit := range 8 {
			at := uint8(0)
			for k := range x {
				at |= x[k][i] >> bit & 1 << (2 - k)
			}
			out[i] |= table >> at & 1 << bit
		}
	}
	return out
}
