package lower

import (
	"maps"
	"math/bits"

	"culprit.example/culprit/cyclesim/internal/vector"
	"culprit.example/culprit/cyclesim/internal/word"
)

// A shift register with feedback that takes many steps at once computes each bit as the parity of some
// bits of its state: it multiplies by a matrix over GF(2). Instead of counting the ones for each bit, a table
// has what four bits of the state add to eight bits of the result; the sum, by XOR, of what all groups of four
// bits add is the result ("method of the four Russians").

// linear is bits each of which is the parity of some bits of a value.
type linear struct {
	of   word.Ref
	rows map[int]uint64 // bits of the result, with those of the value
	part int            // the guarded part that computes it
}

// leastRows is from how many parities on tables are better.
const leastRows = 4

// findLinear lists the values that consist of parities, and which of them are used otherwise than as part of a
// larger one: only these have to be computed.
func (v *vectors) findLinear() {
	code := v.p.Code
	found := make([]*linear, len(code))
	parity := make([]*linear, len(code)) // in bit 0, whatever the others are
	open := []int{-1}
	for i := range code {
		switch in := &code[i]; in.Op {
		case word.If:
			open = append(open, i)
		case word.End:
			open = open[:len(open)-1]
		case word.Popcnt:
			if a, mask, ok := v.masked(&code[in.A]); ok {
				parity[i] = &linear{a, map[int]uint64{0: mask}, open[len(open)-1]}
			}
		case word.Shl:
			if k := &code[in.B]; k.Op == word.Const {
				parity[i], found[i] = parity[in.A].shifted(k.K), found[in.A].shifted(k.K)
			}
		case word.And:
			if a, mask, ok := v.masked(in); ok {
				found[i] = parity[a].only(mask)
			}
		case word.Or, word.Xor, word.Add:
			found[i] = found[in.A].with(found[in.B])
		}
		if x := found[i]; x != nil && x.part != open[len(open)-1] {
			found[i] = nil
		}
	}
	v.linear, v.covered = map[word.Ref]*linear{}, make([]bool, len(code))
	alone := make([]bool, len(code)) // used by what has no parities itself
	for i := len(code) - 1; i >= 0; i-- {
		in := &code[i]
		r := word.Ref(i)
		switch {
		case found[i] != nil && len(found[i].rows) >= leastRows && alone[i]:
			v.linear[r] = found[i]
			alone[found[i].of] = true
			continue
		case !in.Op.Effect() && !alone[i]:
			v.covered[i] = true
			continue
		}
		for _, a := range [3]word.Ref{in.A, in.B, in.C} {
			if a != word.None {
				alone[a] = true
			}
		}
	}
}

// masked is the operands of an AND with a constant.
func (v *vectors) masked(in *word.Instr) (a word.Ref, mask uint64, ok bool) {
	switch {
	case in.Op != word.And:
		return 0, 0, false
	case v.p.Code[in.B].Op == word.Const:
		return in.A, v.p.Code[in.B].K, true
	}
	return in.B, v.p.Code[in.A].K, v.p.Code[in.A].Op == word.Const
}

func (l *linear) shifted(k uint64) *linear {
	if l == nil {
		return nil
	}
	rows := map[int]uint64{}
	for bit, row := range l.rows {
		if bit+int(k) < 64 {
			rows[bit+int(k)] = row
		}
	}
	return &linear{l.of, rows, l.part}
}

// only is a parity of which a mask leaves nothing else.
func (l *linear) only(mask uint64) *linear {
	if l == nil || len(l.rows) != 1 || l.rows[bits.TrailingZeros64(mask)] == 0 || mask&(mask-1) != 0 {
		return nil
	}
	return l
}

// with is two results in one, which have no bits in common.
func (l *linear) with(o *linear) *linear {
	if l == nil || o == nil || l.of != o.of || l.part != o.part {
		return nil
	}
	rows := maps.Clone(l.rows)
	for bit, row := range o.rows {
		if _, both := rows[bit]; both {
			return nil
		}
		rows[bit] = row
	}
	return &linear{l.of, rows, l.part}
}

// parities computes a value that consists of parities.
func (v *vectors) parities(r word.Ref, l *linear) {
	var taken, held uint64
	for bit, row := range l.rows {
		taken |= row
		held |= 1 << bit
	}
	size := v.size[r]
	out := make([]vector.Ref, size)
	for i := range out {
		out[i] = v.Splat(0, 8)
	}
	for at := 0; at < bits.Len64(taken); at += 8 {
		x := v.byteOf(l.of, uint64(at/8))
		low := v.Op2(vector.And, x, v.Splat(15, 1))
		high := v.Op2(vector.And, v.Shift(vector.Shr16, x, 4), v.Splat(15, 1))
		for i := range out {
			for n, nibble := range [2]vector.Ref{low, high} {
				entry := func(k uint64) uint64 { return l.byteFor(i, k<<(at+4*n)) }
				if table := entry(1) | entry(2) | entry(4) | entry(8); table != 0 {
					out[i] = v.Op2(vector.Xor, out[i], v.Table(entry, nibble))
				}
			}
		}
	}
	v.set(r, v.assembled(out, 1), held)
}

// byteFor is byte i of what a value gives.
func (l *linear) byteFor(i int, value uint64) (b uint64) {
	for bit := range 8 {
		b |= uint64(bits.OnesCount64(l.rows[8*i+bit]&value)&1) << bit
	}
	return b
}

// byteOf is byte i of a value, in a vector.
func (v *vectors) byteOf(r word.Ref, i uint64) vector.Ref {
	if x, ok := v.plane(r, i); ok {
		return x
	}
	size := v.sizeFor(r, 1)
	x := v.right(v.numbers(r, size), size, 8*i)
	for ; size > 1; size /= 2 {
		x = v.narrow(x, size, ^uint64(0))
	}
	return x[0]
}

// assembled has bytes, or larger parts of elements, side by side in elements.
func (v *vectors) assembled(parts []vector.Ref, size uint8) []vector.Ref {
	list := make([][]vector.Ref, len(parts))
	for i, x := range parts {
		list[i] = []vector.Ref{x}
	}
	for ; len(list) > 1; size *= 2 {
		for i := range len(list) / 2 {
			low, high := v.widen(list[2*i], size, false), v.widen(list[2*i+1], size, false)
			list[i] = v.each(vector.Or, low, v.left(high, 2*size, uint64(8*size)))
		}
		list = list[:len(list)/2]
	}
	return list[0]
}
