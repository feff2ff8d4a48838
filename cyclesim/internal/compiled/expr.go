package compiled

import (
	"math/bits"

	"culprit/cyclesim/internal/machine"
	"culprit/rtlgen/ir"
)

// node is the value of an expression; each is computed once per kernel.
func (k *lowering) node(n *ir.Node) []ref {
	if x, ok := k.known[n]; ok {
		return x
	}
	x := k.build(n)
	k.known[n] = x
	return x
}

// bit is the value of an expression of at most one word.
func (k *lowering) bit(n *ir.Node) ref { return k.node(n)[0] }

// amount is the value of n as an index or shift amount.
func (k *lowering) amount(n *ir.Node) ref { return k.saturate(k.node(n)) }

func (k *lowering) build(n *ir.Node) []ref {
	switch n.Op {
	case ir.OpConst:
		return k.constants(n.Const, n.Width)
	case ir.OpSignal:
		return k.signal(n.Sig)
	case ir.OpElem:
		return k.element(k.layout.arrs[n.Arr], n.Args[0])
	case ir.OpMemRead:
		return k.readPort(n.Read)
	case ir.OpInstOut:
		return k.part(n, 0, n.Width)
	case ir.OpZext, ir.OpConcat, ir.OpReplicate, ir.OpSlice, ir.OpSext, ir.OpLane:
		return k.wiring(n)
	case ir.OpShl, ir.OpShr, ir.OpSar, ir.OpRotL, ir.OpRotR:
		return k.shift(n)
	case ir.OpMux:
		return k.chooseWords(k.bit(n.Args[0]), k.node(n.Args[1]), k.node(n.Args[2]))
	case ir.OpOneHotMux:
		return k.oneHotMux(n)
	case ir.OpTranspose:
		if k.module.lanes && n.Rows*n.Rows == n.Width && n.Rows&(n.Rows-1) == 0 && n.Rows <= 64 {
			return k.swapRows(n)
		}
	case ir.OpDecode:
		return k.decode(k.amount(n.Args[0]), n.Width)
	case ir.OpNot, ir.OpAnd, ir.OpOr, ir.OpXor, ir.OpAdd, ir.OpSub, ir.OpMul:
		return k.arithmetic(n)
	}
	x := k.node(n.Args[0])
	if len(n.Args) == 2 {
		return []ref{k.compare(n.Op, x, k.node(n.Args[1]), n.Args[0].Width)}
	}
	return k.reduce(n, x, n.Args[0].Width)
}

func (k *lowering) arithmetic(n *ir.Node) []ref {
	x := k.node(n.Args[0])
	if n.Op == ir.OpNot {
		out := make([]ref, len(x))
		for i := range x {
			out[i] = k.opK(opXor, x[i], topMask(n.Width, i))
		}
		return out
	}
	y := k.node(n.Args[1])
	switch n.Op {
	case ir.OpAnd:
		return k.each(opAnd, x, y)
	case ir.OpOr:
		return k.each(opOr, x, y)
	case ir.OpXor:
		return k.each(opXor, x, y)
	case ir.OpAdd:
		return k.sum(x, y, n.Width)
	case ir.OpSub:
		return k.difference(x, y, n.Width)
	default:
		return k.product(x, y, n.Width)
	}
}

// topMask is the mask of the bits that word i of a value of that width may have.
func topMask(width, i int) uint64 {
	if i < (width-1)/64 {
		return ^uint64(0)
	}
	return machine.TopMask(width)
}

func (k *lowering) compare(o ir.Op, x, y []ref, width int) ref {
	switch o {
	case ir.OpEq:
		return k.equal(x, y)
	case ir.OpNe:
		return k.not(k.equal(x, y))
	case ir.OpLt:
		return k.less(x, y, false, false, width)
	case ir.OpLe:
		return k.less(x, y, true, false, width)
	case ir.OpGt:
		return k.less(y, x, false, false, width)
	case ir.OpGe:
		return k.less(y, x, true, false, width)
	case ir.OpSLt:
		return k.less(x, y, false, true, width)
	case ir.OpSLe:
		return k.less(x, y, true, true, width)
	case ir.OpSGt:
		return k.less(y, x, false, true, width)
	case ir.OpSGe:
		return k.less(y, x, true, true, width)
	}
	panic("BUG: no code for the operation " + o.String())
}

func (k *lowering) shift(n *ir.Node) []ref {
	x, w := k.node(n.Args[0]), n.Width
	switch n.Op {
	case ir.OpShl:
		return k.shiftLeft(x, k.amount(n.Args[1]), w)
	case ir.OpShr:
		return k.shiftRight(x, k.amount(n.Args[1]), k.constant(0), w)
	case ir.OpSar:
		return k.shiftSigned(x, k.amount(n.Args[1]), w)
	}
	if w == 1 {
		return x
	}
	by := k.modulo(k.node(n.Args[1]), uint64(w))
	back := k.op2(opSub, k.constant(uint64(w)), by)
	zero := k.constant(0)
	if n.Op == ir.OpRotL {
		return k.each(opOr, k.shiftLeft(x, by, w), k.shiftRight(x, back, zero, w))
	}
	return k.each(opOr, k.shiftRight(x, by, zero, w), k.shiftLeft(x, back, w))
}

func (k *lowering) shiftSigned(x []ref, by ref, width int) []ref {
	x = append([]ref(nil), x...)
	last := len(x) - 1
	x[last] = k.spread(x[last], (width-1)%64+1)
	if last == 0 {
		by = k.choose(k.opK(opLt, by, 63), by, k.constant(63))
		return k.cut([]ref{k.op2(opSar, x[0], by)}, width)
	}
	return k.shiftRight(x, by, k.opK(opSar, x[last], 63), width)
}

// reduce lowers an operation that reduces its operand to one value.
func (k *lowering) reduce(n *ir.Node, x []ref, width int) []ref {
	switch n.Op {
	case ir.OpRedAnd:
		all := k.opK(opEq, x[0], topMask(width, 0))
		for i := range x[1:] {
			all = k.op2(opAnd, all, k.opK(opEq, x[i+1], topMask(width, i+1)))
		}
		return []ref{all}
	case ir.OpRedOr:
		return []ref{k.opK(opNe, k.or(x), 0)}
	case ir.OpRedXor:
		odd := x[0]
		for _, w := range x[1:] {
			odd = k.op2(opXor, odd, w)
		}
		return []ref{k.opK(opAnd, k.op1(opPopcnt, odd), 1)}
	case ir.OpPopCount:
		sum := k.op1(opPopcnt, x[0])
		for _, w := range x[1:] {
			sum = k.op2(opAdd, sum, k.op1(opPopcnt, w))
		}
		return []ref{sum}
	case ir.OpPriority:
		return []ref{k.priority(x, width)}
	case ir.OpFirst:
		there := uint64(1) << ir.IndexBits(width)
		index := k.opK(opOr, k.priority(x, width), there)
		return []ref{k.choose(k.opK(opNe, k.or(x), 0), index, k.constant(there-1))}
	case ir.OpLowestOne:
		return k.lowestOne(x)
	case ir.OpTranspose:
		return k.transpose(x, n.Rows, n.Width/n.Rows)
	}
	panic("BUG: no code for the operation " + n.Op.String() + " at " + n.Pos.String())
}

// priority is the index of the lowest 1, or 0 if there is none: ctz(0) is 64, and
// bit 6 lies outside the mask of an index.
func (k *lowering) priority(x []ref, width int) ref {
	if n := 1 << ir.IndexBits(width); len(x) == 1 {
		return k.opK(opAnd, k.op1(opCtz, x[0]), uint64(n-1))
	}
	index := k.opK(opAnd, k.op1(opCtz, x[len(x)-1]), 63)
	if len(x) > 1 {
		last := len(x) - 1
		index = k.choose(k.opK(opNe, x[last], 0), k.opK(opAdd, index, uint64(64*last)), k.constant(0))
		for i := last - 1; i >= 0; i-- {
			here := k.opK(opAdd, k.opK(opAnd, k.op1(opCtz, x[i]), 63), uint64(64*i))
			index = k.choose(k.opK(opNe, x[i], 0), here, index)
		}
	}
	return index
}

func (k *lowering) lowestOne(x []ref) []ref {
	out := make([]ref, len(x))
	zero := k.constant(0)
	for i := range x {
		out[i] = k.op2(opAnd, x[i], k.op2(opSub, zero, x[i]))
		if i > 0 {
			out[i] = k.choose(k.opK(opEq, k.or(x[:i]), 0), out[i], zero)
		}
	}
	return out
}

func (k *lowering) decode(index ref, width int) []ref {
	out := make([]ref, machine.Words(width))
	one := k.op2(opShl, k.constant(1), k.opK(opAnd, index, 63))
	word := k.opK(opShr, index, 6)
	for i := range out {
		out[i] = k.choose(k.opK(opEq, word, uint64(i)), one, k.constant(0))
	}
	return k.cut(out, width)
}

// transpose exchanges rows and columns. A square whose side is a power of two and
// that fits a word is transposed by swapping blocks; otherwise, bits that move by
// the same distance move together.
func (k *lowering) transpose(x []ref, rows, columns int) []ref {
	if rows == columns && rows*columns <= 64 && rows&(rows-1) == 0 {
		return []ref{k.swapBlocks(x[0], rows)}
	}
	width := rows * columns
	type move struct{ from, to, by int }
	masks := map[move]uint64{}
	var moves []move
	for i := range width {
		to := i%columns*rows + i/columns
		m := move{i / 64, to / 64, (to - i) & 63}
		if masks[m] == 0 {
			moves = append(moves, m)
		}
		masks[m] |= 1 << (i % 64)
	}
	out := empty(width)
	for _, m := range moves {
		v := k.opK(opAnd, x[m.from], masks[m])
		if m.by != 0 {
			v = k.opK(opRotl, v, uint64(m.by))
		}
		k.orInto(&out[m.to], v)
	}
	return k.fill(out)
}

// swapBlocks transposes an n x n matrix by exchanging its blocks above the
// diagonal with those below, from the largest to single bits.
func (k *lowering) swapBlocks(x ref, n int) ref {
	for half := n / 2; half > 0; half /= 2 {
		var mask uint64
		for r := range n {
			for c := range n {
				if r&half == 0 && c&half != 0 {
					mask |= 1 << (r*n + c)
				}
			}
		}
		by := uint64(half * (n - 1))
		t := k.opK(opAnd, k.op2(opXor, x, k.opK(opShr, x, by)), mask)
		x = k.op2(opXor, x, k.op2(opXor, t, k.opK(opShl, t, by)))
	}
	return x
}

// swapRows is swapBlocks on rows that are separate words, which vectors keep in
// small elements.
func (k *lowering) swapRows(m *ir.Node) []ref {
	n := m.Rows
	rows := make([][]ref, n)
	for i := range rows {
		rows[i] = k.part(m.Args[0], i*n, n)
	}
	for half := n / 2; half > 0; half /= 2 {
		var mask uint64
		for c := range n {
			if c&half == 0 {
				mask |= 1 << c
			}
		}
		for r := range n {
			if r&half == 0 {
				a, b := rows[r][0], rows[r+half][0]
				t := k.opK(opAnd, k.op2(opXor, k.opK(opShr, a, uint64(half)), b), mask)
				rows[r] = []ref{k.op2(opXor, a, k.shl(t, half))}
				rows[r+half] = []ref{k.op2(opXor, b, t)}
			}
		}
	}
	out := empty(m.Width)
	for i, row := range rows {
		k.put(out, row, i*n, n)
	}
	return k.fill(out)
}

// oneHotMux ORs the selected lanes.
func (k *lowering) oneHotMux(n *ir.Node) []ref {
	which, lanes := n.Args[0], n.Args[1]
	sel := k.node(which)
	if k.options.oneHotIndex && !k.module.lanes && k.atMostOneHot(which) {
		return k.oneHotPick(sel, lanes, n.Width)
	}
	if n.Width == 1 {
		return []ref{k.opK(opNe, k.or(k.each(opAnd, sel, k.node(lanes))), 0)}
	}
	out := empty(n.Width)
	zero := k.constant(0)
	for i := range which.Width {
		hit := k.opK(opAnd, k.opK(opShr, sel[i/64], uint64(i%64)), 1)
		lane := k.part(lanes, i*n.Width, n.Width)
		for j := range out {
			k.orInto(&out[j], k.choose(hit, lane[j], zero))
		}
	}
	return out
}

func log2(n int) (int, bool) { return bits.TrailingZeros(uint(n)), n&(n-1) == 0 }
