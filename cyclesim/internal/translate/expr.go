package translate

import (
	"culprit.example/culprit/cyclesim/internal/layout"
	"culprit.example/culprit/cyclesim/internal/machine"
	"culprit.example/culprit/cyclesim/internal/word"
	"culprit.example/culprit/rtlgen/ir"
)

// node is the value of an expression; each is computed once per kernel.
func (k *lowering) node(n *ir.Node) []word.Ref {
	if x, ok := k.known[n]; ok {
		return x
	}
	before := k.at(n.Pos)
	x := k.build(n)
	k.backTo(before)
	k.known[n] = x
	return x
}

// bit is the value of an expression of at most one word.
func (k *lowering) bit(n *ir.Node) word.Ref { return k.node(n)[0] }

// amount is the value of n as an index or shift amount. That of a constant is a constant, however wide
// it is: stateTargets counts on that.
func (k *lowering) amount(n *ir.Node) word.Ref {
	if n.Op == ir.OpConst && !n.Const.IsUint64() {
		return k.Constant(^uint64(0))
	}
	x := k.node(n)
	if n.Op == ir.OpConst {
		return x[0]
	}
	return k.Saturate(x)
}

func (k *lowering) build(n *ir.Node) []word.Ref {
	switch n.Op {
	case ir.OpConst:
		return k.Constants(n.Const, n.Width)
	case ir.OpSignal:
		return k.signal(n.Sig)
	case ir.OpElem:
		return k.element(n.Arr.Name, k.layout.Arrs[n.Arr], n.Args[0])
	case ir.OpMemRead:
		return k.readPort(n.Read)
	case ir.OpInstOut:
		return k.part(n, 0, n.Width)
	case ir.OpZext, ir.OpConcat, ir.OpReplicate, ir.OpSlice, ir.OpSext, ir.OpLane:
		return k.wiring(n)
	case ir.OpShl, ir.OpShr, ir.OpSar, ir.OpRotL, ir.OpRotR:
		return k.shift(n)
	case ir.OpMux:
		return k.ChooseWords(k.bit(n.Args[0]), k.node(n.Args[1]), k.node(n.Args[2]))
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
		return []word.Ref{k.compare(n.Op, x, k.node(n.Args[1]), n.Args[0].Width)}
	}
	return k.reduce(n, x, n.Args[0].Width)
}

func (k *lowering) arithmetic(n *ir.Node) []word.Ref {
	x := k.node(n.Args[0])
	if n.Op == ir.OpNot {
		out := make([]word.Ref, len(x))
		for i := range x {
			out[i] = k.OpK(word.Xor, x[i], layout.TopMask(n.Width, i))
		}
		return out
	}
	y := k.node(n.Args[1])
	switch n.Op {
	case ir.OpAnd:
		return k.Each(word.And, x, y)
	case ir.OpOr:
		return k.Each(word.Or, x, y)
	case ir.OpXor:
		return k.Each(word.Xor, x, y)
	case ir.OpAdd:
		return k.Sum(x, y, n.Width)
	case ir.OpSub:
		return k.Difference(x, y, n.Width)
	default:
		return k.Product(x, y, n.Width)
	}
}

func (k *lowering) compare(o ir.Op, x, y []word.Ref, width int) word.Ref {
	switch o {
	case ir.OpEq:
		return k.Equal(x, y)
	case ir.OpNe:
		return k.Not(k.Equal(x, y))
	case ir.OpLt:
		return k.Less(x, y, false, false, width)
	case ir.OpLe:
		return k.Less(x, y, true, false, width)
	case ir.OpGt:
		return k.Less(y, x, false, false, width)
	case ir.OpGe:
		return k.Less(y, x, true, false, width)
	case ir.OpSLt:
		return k.Less(x, y, false, true, width)
	case ir.OpSLe:
		return k.Less(x, y, true, true, width)
	case ir.OpSGt:
		return k.Less(y, x, false, true, width)
	case ir.OpSGe:
		return k.Less(y, x, true, true, width)
	}
	panic("BUG: no code for the operation " + o.String())
}

func (k *lowering) shift(n *ir.Node) []word.Ref {
	x, w := k.node(n.Args[0]), n.Width
	switch n.Op {
	case ir.OpShl:
		return k.ShiftLeft(x, k.amount(n.Args[1]), w)
	case ir.OpShr:
		return k.ShiftRight(x, k.amount(n.Args[1]), k.Constant(0), w)
	case ir.OpSar:
		return k.shiftSigned(x, k.amount(n.Args[1]), w)
	}
	if w == 1 {
		return x
	}
	by := k.Modulo(k.node(n.Args[1]), uint64(w))
	back := k.Op2(word.Sub, k.Constant(uint64(w)), by)
	zero := k.Constant(0)
	if n.Op == ir.OpRotL {
		return k.Each(word.Or, k.ShiftLeft(x, by, w), k.ShiftRight(x, back, zero, w))
	}
	return k.Each(word.Or, k.ShiftRight(x, by, zero, w), k.ShiftLeft(x, back, w))
}

func (k *lowering) shiftSigned(x []word.Ref, by word.Ref, width int) []word.Ref {
	x = append([]word.Ref(nil), x...)
	last := len(x) - 1
	x[last] = k.Spread(x[last], (width-1)%64+1)
	if last == 0 {
		by = k.Choose(k.OpK(word.Lt, by, 63), by, k.Constant(63))
		return k.Cut([]word.Ref{k.Op2(word.Sar, x[0], by)}, width)
	}
	return k.ShiftRight(x, by, k.OpK(word.Sar, x[last], 63), width)
}

// reduce lowers an operation that reduces its operand to one value.
func (k *lowering) reduce(n *ir.Node, x []word.Ref, width int) []word.Ref {
	switch n.Op {
	case ir.OpRedAnd:
		all := k.OpK(word.Eq, x[0], layout.TopMask(width, 0))
		for i := range x[1:] {
			all = k.Op2(word.And, all, k.OpK(word.Eq, x[i+1], layout.TopMask(width, i+1)))
		}
		return []word.Ref{all}
	case ir.OpRedOr:
		return []word.Ref{k.OpK(word.Ne, k.Or(x), 0)}
	case ir.OpRedXor:
		odd := x[0]
		for _, w := range x[1:] {
			odd = k.Op2(word.Xor, odd, w)
		}
		return []word.Ref{k.OpK(word.And, k.Op1(word.Popcnt, odd), 1)}
	case ir.OpPopCount:
		sum := k.Op1(word.Popcnt, x[0])
		for _, w := range x[1:] {
			sum = k.Op2(word.Add, sum, k.Op1(word.Popcnt, w))
		}
		return []word.Ref{sum}
	case ir.OpPriority:
		return []word.Ref{k.priority(x, width)}
	case ir.OpFirst:
		there := uint64(1) << ir.IndexBits(width)
		index := k.OpK(word.Or, k.priority(x, width), there)
		return []word.Ref{k.Choose(k.OpK(word.Ne, k.Or(x), 0), index, k.Constant(there-1))}
	case ir.OpLowestOne:
		return k.lowestOne(x)
	case ir.OpTranspose:
		return k.transpose(x, n.Rows, n.Width/n.Rows)
	}
	panic("BUG: no code for the operation " + n.Op.String() + " at " + n.Pos.String())
}

// priority is the index of the lowest 1, or 0 if there is none: ctz(0) is 64, and
// bit 6 lies outside the mask of an index.
func (k *lowering) priority(x []word.Ref, width int) word.Ref {
	if n := 1 << ir.IndexBits(width); len(x) == 1 {
		return k.OpK(word.And, k.Op1(word.Ctz, x[0]), uint64(n-1))
	}
	index := k.OpK(word.And, k.Op1(word.Ctz, x[len(x)-1]), 63)
	if len(x) > 1 {
		last := len(x) - 1
		index = k.Choose(k.OpK(word.Ne, x[last], 0), k.OpK(word.Add, index, uint64(64*last)), k.Constant(0))
		for i := last - 1; i >= 0; i-- {
			here := k.OpK(word.Add, k.OpK(word.And, k.Op1(word.Ctz, x[i]), 63), uint64(64*i))
			index = k.Choose(k.OpK(word.Ne, x[i], 0), here, index)
		}
	}
	return index
}

func (k *lowering) lowestOne(x []word.Ref) []word.Ref {
	out := make([]word.Ref, len(x))
	zero := k.Constant(0)
	for i := range x {
		out[i] = k.Op2(word.And, x[i], k.Op2(word.Sub, zero, x[i]))
		if i > 0 {
			out[i] = k.Choose(k.OpK(word.Eq, k.Or(x[:i]), 0), out[i], zero)
		}
	}
	return out
}

func (k *lowering) decode(index word.Ref, width int) []word.Ref {
	out := make([]word.Ref, machine.Words(width))
	one := k.Op2(word.Shl, k.Constant(1), k.OpK(word.And, index, 63))
	which := k.OpK(word.Shr, index, 6)
	for i := range out {
		out[i] = k.Choose(k.OpK(word.Eq, which, uint64(i)), one, k.Constant(0))
	}
	return k.Cut(out, width)
}

// transpose exchanges rows and columns. A square whose side is a power of two and
// that fits a word is transposed by swapping blocks; otherwise, bits that move by
// the same distance move together.
func (k *lowering) transpose(x []word.Ref, rows, columns int) []word.Ref {
	if rows == columns && rows*columns <= 64 && rows&(rows-1) == 0 {
		return []word.Ref{k.swapBlocks(x[0], rows)}
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
	out := word.Empty(width)
	for _, m := range moves {
		v := k.OpK(word.And, x[m.from], masks[m])
		if m.by != 0 {
			v = k.OpK(word.Rotl, v, uint64(m.by))
		}
		k.OrInto(&out[m.to], v)
	}
	return k.Fill(out)
}

// swapBlocks transposes an n x n matrix by exchanging its blocks above the
// diagonal with those below, from the largest to single bits.
func (k *lowering) swapBlocks(x word.Ref, n int) word.Ref {
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
		t := k.OpK(word.And, k.Op2(word.Xor, x, k.OpK(word.Shr, x, by)), mask)
		x = k.Op2(word.Xor, x, k.Op2(word.Xor, t, k.OpK(word.Shl, t, by)))
	}
	return x
}

// swapRows is swapBlocks on rows that are separate words, which vectors keep in
// small elements.
func (k *lowering) swapRows(m *ir.Node) []word.Ref {
	n := m.Rows
	rows := make([][]word.Ref, n)
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
				t := k.OpK(word.And, k.Op2(word.Xor, k.OpK(word.Shr, a, uint64(half)), b), mask)
				rows[r] = []word.Ref{k.Op2(word.Xor, a, k.Shl(t, half))}
				rows[r+half] = []word.Ref{k.Op2(word.Xor, b, t)}
			}
		}
	}
	out := word.Empty(m.Width)
	for i, row := range rows {
		k.Put(out, row, i*n, n)
	}
	return k.Fill(out)
}

// oneHotMux ORs the selected lanes.
func (k *lowering) oneHotMux(n *ir.Node) []word.Ref {
	which, lanes := n.Args[0], n.Args[1]
	sel := k.node(which)
	if k.options.OneHotIndex && !k.module.lanes && k.atMostOneHot(which) {
		return k.oneHotPick(sel, lanes, n.Width)
	}
	if n.Width == 1 {
		return []word.Ref{k.OpK(word.Ne, k.Or(k.Each(word.And, sel, k.node(lanes))), 0)}
	}
	out := word.Empty(n.Width)
	zero := k.Constant(0)
	for i := range which.Width {
		hit := k.OpK(word.And, k.OpK(word.Shr, sel[i/64], uint64(i%64)), 1)
		lane := k.part(lanes, i*n.Width, n.Width)
		for j := range out {
			k.OrInto(&out[j], k.Choose(hit, lane[j], zero))
		}
	}
	return out
}
