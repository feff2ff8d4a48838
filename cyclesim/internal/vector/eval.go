package vector

import (
	"encoding/binary"
	"math/bits"
	"slices"
)

// Block is the contents of a vector.
type Block [16]byte

// element is element i of a vector, of that many bits.
func (b *Block) element(i, size int) uint64 {
	var word [8]byte
	copy(word[:], b[i*size/8:(i+1)*size/8])
	return binary.LittleEndian.Uint64(word[:])
}

func (b *Block) set(i, size int, v uint64) {
	var word [8]byte
	binary.LittleEndian.PutUint64(word[:], v)
	copy(b[i*size/8:], word[:size/8])
}

func signed(v uint64, size int) int64 { return int64(v<<(64-size)) >> (64 - size) }

// Eval is what an operation computes; k is the distance of a shift.
func Eval(o Op, a, b, c Block, k uint64) Block {
	switch {
	case o <= Bitselect:
		return bitwise(o, a, b, c)
	case o >= WidenLow8 && o <= AddPairs16:
		return rearrange(o, a, b)
	}
	var out Block
	size, f := elementwise(o, k)
	for i := range 128 / size {
		out.set(i, size, f(a.element(i, size), b.element(i, size)))
	}
	return out
}

func bitwise(o Op, a, b, c Block) Block {
	var out Block
	for i := range out {
		switch o {
		case And:
			out[i] = a[i] & b[i]
		case AndNot:
			out[i] = a[i] &^ b[i]
		case Or:
			out[i] = a[i] | b[i]
		case Xor:
			out[i] = a[i] ^ b[i]
		case Not:
			out[i] = ^a[i]
		default:
			out[i] = a[i]&c[i] | b[i]&^c[i]
		}
	}
	return out
}

// elementwise is an operation that treats each element by itself, and their size.
func elementwise(o Op, k uint64) (size int, f func(x, y uint64) uint64) {
	mask := func(yes bool) uint64 {
		if yes {
			return ^uint64(0)
		}
		return 0
	}
	sized := func(first Op, smallest int) int { return smallest << (o - first) }
	switch {
	case o <= Add64:
		return sized(Add8, 8), func(x, y uint64) uint64 { return x + y }
	case o <= Sub64:
		return sized(Sub8, 8), func(x, y uint64) uint64 { return x - y }
	case o <= Mul64:
		return sized(Mul16, 16), func(x, y uint64) uint64 { return x * y }
	case o <= Eq64:
		return sized(Eq8, 8), func(x, y uint64) uint64 { return mask(x == y) }
	case o <= LtS64:
		size = sized(LtS8, 8)
		return size, func(x, y uint64) uint64 { return mask(signed(x, size) < signed(y, size)) }
	case o <= LtU32:
		return sized(LtU8, 8), func(x, y uint64) uint64 { return mask(x < y) }
	case o <= Shl64:
		return sized(Shl16, 16), func(x, _ uint64) uint64 { return x << k }
	case o <= Shr64:
		return sized(Shr16, 16), func(x, _ uint64) uint64 { return x >> k }
	}
	switch o {
	case Sar64:
		return 64, func(x, _ uint64) uint64 { return uint64(int64(x) >> k) }
	case Rem64:
		return 64, func(x, y uint64) uint64 { return x % y }
	case SarBy64:
		return 64, func(x, y uint64) uint64 { return uint64(int64(x) >> (y & 63)) }
	case RotlBy64:
		return 64, func(x, y uint64) uint64 { return bits.RotateLeft64(x, int(y&63)) }
	}
	panic("BUG: an operation without a meaning: " + o.String())
}

// rearrange is an operation whose elements go to other places.
func rearrange(o Op, a, b Block) Block {
	var out Block
	half := func(size, from int, get func(v uint64) uint64) {
		for i := range 64 / size {
			out.set(i, 2*size, get(a.element(from+i, size)))
		}
	}
	switch {
	case o <= WidenMaskHigh32:
		n := int(o - WidenLow8)
		size, high := 8<<(n%6/2), n%2 == 1
		from := 0
		if high {
			from = 64 / size
		}
		half(size, from, func(v uint64) uint64 {
			if o.Mask() {
				return uint64(signed(v, size))
			}
			return v
		})
	case o <= PackS32:
		n := int(o - PackU16)
		size := 16 << (n % 2)
		low, high := int64(0), int64(1)<<(size/2)-1
		if o >= PackS16 {
			low, high = -(1 << (size/2 - 1)), 1<<(size/2-1)-1
		}
		for i := range 256 / size {
			x := a
			if i >= 128/size {
				x = b
			}
			v := signed(x.element(i%(128/size), size), size)
			out.set(i, size/2, uint64(min(max(v, low), high)))
		}
	case o <= Odd32:
		for i := range 4 {
			x := a
			if i >= 2 {
				x = b
			}
			out.set(i, 32, x.element(i%2*2+int(o-Even32), 32))
		}
	case o == Lookup8:
		for i, at := range b {
			if at < 16 {
				out[i] = a[at]
			}
		}
	case o == Popcnt8:
		for i, x := range a {
			out[i] = byte(bits.OnesCount8(x))
		}
	default:
		size := 8 << (o - AddPairs8)
		for i := range 64 / size {
			out.set(i, 2*size, a.element(2*i, size)+a.element(2*i+1, size))
		}
	}
	return out
}

// Run runs a program without calls, checks and access by index on all blocks of a group, as its definition
// says. at is the vector of a block at a place of the frames.
func (c *Code) Run(blocks int, at func(block int, place uint64) []byte) {
	values := make([][]Block, blocks)
	for block := range values {
		values[block] = make([]Block, len(c.Instrs))
	}
	for i := 1; i < len(c.Instrs); i++ {
		in := &c.Instrs[i]
		if in.Kind == If && !slices.ContainsFunc(values, func(v []Block) bool { return v[in.A] != Block{} }) {
			for c.Instrs[i].Kind != End {
				i++
			}
			continue
		}
		for block, v := range values {
			c.run(Ref(i), v, func(place uint64) []byte { return at(block, place) })
		}
	}
}

// run runs an instruction on a block.
func (c *Code) run(r Ref, v []Block, at func(place uint64) []byte) {
	switch in := &c.Instrs[r]; in.Kind {
	case Const:
		binary.LittleEndian.PutUint64(v[r][:8], in.Lo)
		binary.LittleEndian.PutUint64(v[r][8:], in.Hi)
	case Load:
		v[r] = Block(at(in.K))
	case Apply, Shift:
		v[r] = Eval(in.Op, v[in.A], v[in.B], v[in.C], in.K)
	case Store:
		to := at(in.K)
		for b := range to {
			if in.C == None || v[in.C][b] != 0 {
				to[b] = v[in.B][b]
			}
		}
	case If, End:
	default:
		panic("BUG: only operations, loads and stores can be run by themselves")
	}
}
