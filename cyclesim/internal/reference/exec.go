package reference

import (
	"math/bits"

	"culprit.example/culprit/cyclesim/internal/machine"
	"culprit.example/culprit/rtlgen/ir"
)

// opcode tells what an instruction does. d, a, b, c are the words at these
// addresses of the frame; all but opWide and those that say "wide" work on
// values of one word.
type opcode uint8

const (
	opCopy opcode = iota // d = a
	opNot
	opAnd
	opOr
	opXor
	opAdd
	opSub
	opMul
	opEq
	opNe
	opLt
	opLe
	opSLt
	opSLe
	opShl
	opShr
	opSar
	opRotL
	opRotR
	opCat      // d = a above b
	opExtract  // d = a from bit n up
	opExtract2 // the same, and the word after a continues it
	opLane     // d = lane b of the n lanes of a
	opSext
	opRedOr
	opRedXor
	opMux
	opOneHotMux // b is wide
	opPriority
	opFirst
	opLowestOne
	opDecode
	opPopCount
	opTranspose
	opElem // d = element b of the n at a

	opWide     // d = the operation ir of a, b, c; wide
	opSaturate // d = a, or all ones if that is more than a word; a wide
	opModulo   // d = a mod n; a wide
	opElemWide // opElem, wide

	opCopyWide   // n words
	opInsert     // bits n up of d = a
	opInsertWide // the same; wide
	opInsertLane // lane b of the n lanes of d = a; wide
	opArbitrary  // d = anything; wide
	opJumpZero   // skip n instructions if a is 0
	opJumpNe     // skip n instructions if a is not b
	opJump       // skip n instructions
	opCall       // run a fragment of an instance
	opCheck      // a is the condition of property n, d its count
	opElemSet    // element b of the n at d becomes a at the end of the edge; wide
	opMemSet     // element b of the n at d = a; wide
	opMemMerge   // the same, for the bits that are 1 in c; wide
	opMerge      // the bits of d that are 1 in c = those of a; wide
)

// instr is one instruction. w is the width of the result, wa and wb those of the
// operands; mask is the bits that the last word of the result may have.
type instr struct {
	op         opcode
	ir         ir.Op
	d, a, b, c uint32
	w, wa, wb  uint32
	n          uint32
	mask       uint64
	place      uint64 // of a value that may be open (machine.Open)
	call       *call
}

// call is the target of an opCall.
type call struct {
	child *child
	code  []instr
}

// run executes code on a frame.
func (m *Machine) run(code []instr, f []uint64) {
	for pc := 0; pc < len(code); pc++ {
		in := &code[pc]
		switch in.op {
		case opCopy:
			f[in.d] = f[in.a]
		case opNot:
			f[in.d] = ^f[in.a] & in.mask
		case opAnd:
			f[in.d] = f[in.a] & f[in.b]
		case opOr:
			f[in.d] = f[in.a] | f[in.b]
		case opXor:
			f[in.d] = f[in.a] ^ f[in.b]
		case opAdd:
			f[in.d] = (f[in.a] + f[in.b]) & in.mask
		case opSub:
			f[in.d] = (f[in.a] - f[in.b]) & in.mask
		case opMul:
			f[in.d] = (f[in.a] * f[in.b]) & in.mask
		case opEq:
			f[in.d] = flag(f[in.a] == f[in.b])
		case opNe:
			f[in.d] = flag(f[in.a] != f[in.b])
		case opLt:
			f[in.d] = flag(f[in.a] < f[in.b])
		case opLe:
			f[in.d] = flag(f[in.a] <= f[in.b])
		case opSLt:
			f[in.d] = flag(signed(f[in.a], in.wa) < signed(f[in.b], in.wa))
		case opSLe:
			f[in.d] = flag(signed(f[in.a], in.wa) <= signed(f[in.b], in.wa))
		case opShl:
			f[in.d] = f[in.a] << f[in.b] & in.mask
		case opShr:
			f[in.d] = f[in.a] >> f[in.b]
		case opSar:
			f[in.d] = uint64(signed(f[in.a], in.w)>>f[in.b]) & in.mask
		case opRotL:
			by := f[in.b] % uint64(in.w)
			f[in.d] = (f[in.a]<<by | f[in.a]>>(uint64(in.w)-by)) & in.mask
		case opRotR:
			by := f[in.b] % uint64(in.w)
			f[in.d] = (f[in.a]>>by | f[in.a]<<(uint64(in.w)-by)) & in.mask
		case opCat:
			f[in.d] = f[in.a]<<in.wb | f[in.b]
		case opExtract:
			f[in.d] = f[in.a] >> in.n & in.mask
		case opExtract2:
			f[in.d] = (f[in.a]>>in.n | f[in.a+1]<<(64-in.n)) & in.mask
		case opLane:
			if i := f[in.b]; i < uint64(in.n) {
				f[in.d] = f[in.a] >> (i * uint64(in.w)) & in.mask
			} else {
				m.arbitrary(in, f)
			}
		case opSext:
			f[in.d] = uint64(signed(f[in.a], in.wa)) & in.mask
		case opRedOr:
			f[in.d] = flag(f[in.a] != 0)
		case opRedXor:
			f[in.d] = uint64(bits.OnesCount64(f[in.a]) & 1)
		case opMux:
			if f[in.a] != 0 {
				f[in.d] = f[in.b]
			} else {
				f[in.d] = f[in.c]
			}
		case opOneHotMux:
			v := uint64(0)
			for a := f[in.a]; a != 0; a &= a - 1 {
				v |= bitsAt(f[in.b:], uint32(bits.TrailingZeros64(a))*in.w, in.w)
			}
			f[in.d] = v
		case opPriority:
			f[in.d] = uint64(bits.TrailingZeros64(f[in.a]) & 63) // 64, for none, becomes 0
		case opFirst:
			f[in.d] = in.mask >> 1
			if a := f[in.a]; a != 0 {
				f[in.d] = 1<<(in.w-1) | uint64(bits.TrailingZeros64(a))
			}
		case opLowestOne:
			f[in.d] = f[in.a] & -f[in.a]
		case opDecode:
			f[in.d] = 1 << f[in.a] & in.mask
		case opPopCount:
			f[in.d] = uint64(bits.OnesCount64(f[in.a]))
		case opTranspose:
			f[in.d] = transpose(f[in.a], in.n, in.w/in.n)
		case opElem:
			if i := f[in.b]; i < uint64(in.n) {
				f[in.d] = f[in.a+uint32(i)]
			} else {
				m.arbitrary(in, f)
			}
		case opJumpZero:
			if f[in.a] == 0 {
				pc += int(in.n)
			}
		case opJumpNe:
			if f[in.a] != f[in.b] {
				pc += int(in.n)
			}
		case opJump:
			pc += int(in.n)
		case opInsert:
			f[in.d] = f[in.d]&^(in.mask<<in.n) | f[in.a]<<in.n
		default:
			m.runRare(in, f)
		}
	}
}

// runRare executes wide and rare instructions.
func (m *Machine) runRare(in *instr, f []uint64) {
	switch in.op {
	case opWide:
		wide(in, f, func(word int) uint64 { return m.arbitraryWord(in, word) })
	case opSaturate:
		f[in.d] = saturate(f[in.a : in.a+words(in.wa)])
	case opModulo:
		f[in.d] = modulo(f[in.a:in.a+words(in.wa)], uint64(in.n))
	case opElemWide:
		if i := f[in.b]; i < uint64(in.n) {
			n := words(in.w)
			copy(f[in.d:in.d+n], f[in.a+uint32(i)*n:])
		} else {
			m.arbitrary(in, f)
		}
	case opCopyWide:
		copy(f[in.d:in.d+in.n], f[in.a:])
	case opInsertWide:
		insert(f[in.d:], f[in.a:], in.n, in.wa)
	case opInsertLane:
		if i := f[in.b]; i < uint64(in.n) {
			insert(f[in.d:], f[in.a:], uint32(i)*in.wa, in.wa)
		}
	case opArbitrary:
		m.arbitrary(in, f)
	case opCall:
		c := in.call.child
		for i := 0; i < c.ir.Count; i++ {
			at := c.frame(i)
			m.run(in.call.code, f[at:at+c.module.size])
		}
	case opCheck:
		m.check(in, f)
	case opElemSet:
		if i := f[in.b]; i < uint64(in.n) {
			n := words(in.w)
			for k := uint32(0); k < n; k++ {
				m.writes = append(m.writes, write{in.d + uint32(i)*n + k, f[in.a+k]})
			}
		}
	case opMemSet:
		if i := f[in.b]; i < uint64(in.n) {
			n := words(in.w)
			copy(f[in.d+uint32(i)*n:][:n], f[in.a:])
		}
	case opMemMerge:
		if i := f[in.b]; i < uint64(in.n) {
			n := words(in.w)
			merge(f[in.d+uint32(i)*n:][:n], f[in.a:], f[in.c:])
		}
	case opMerge:
		merge(f[in.d:in.d+words(in.w)], f[in.a:], f[in.c:])
	default:
		panic("BUG: unknown instruction")
	}
}

// merge takes the bits of src that are 1 in mask.
func merge(dst, src, mask []uint64) {
	for k := range dst {
		dst[k] = dst[k]&^mask[k] | src[k]&mask[k]
	}
}

// arbitrary gives d the open value of the instruction's place.
func (m *Machine) arbitrary(in *instr, f []uint64) {
	n := words(in.w)
	for i := uint32(0); i < n; i++ {
		f[in.d+i] = m.arbitraryWord(in, int(i))
	}
	f[in.d+n-1] &= machine.TopMask(int(in.w))
}

func (m *Machine) arbitraryWord(in *instr, word int) uint64 {
	return machine.Open(m.cfg.Seed, in.place, m.cycle, word)
}

// signed is the two's complement value of the low width bits of v.
func signed(v uint64, width uint32) int64 {
	return int64(v<<(64-width)) >> (64 - width)
}

func transpose(v uint64, rows, columns uint32) uint64 {
	t := uint64(0)
	for ; v != 0; v &= v - 1 {
		i := uint32(bits.TrailingZeros64(v))
		t |= 1 << (i%columns*rows + i/columns)
	}
	return t
}
