package translate

import (
	"culprit.example/culprit/cyclesim/internal/layout"
	"culprit.example/culprit/cyclesim/internal/machine"
	"culprit.example/culprit/cyclesim/internal/word"
	"culprit.example/culprit/rtlgen/ir"
)

// wiring is an operation that only moves bits.
func (k *lowering) wiring(n *ir.Node) []word.Ref {
	a := n.Args[0]
	switch n.Op {
	case ir.OpConcat:
		out := word.Empty(n.Width)
		lo := n.Width
		for _, a := range n.Args {
			lo -= a.Width
			k.Put(out, k.node(a), lo, a.Width)
		}
		return out
	case ir.OpReplicate:
		return k.replicate(k.node(a), a.Width, n.Width)
	case ir.OpSlice:
		return k.part(a, n.Lo, n.Width)
	case ir.OpLane:
		return k.lane(a, k.amount(n.Args[1]), n.Width)
	case ir.OpSext:
		return k.signExtend(k.node(a), a.Width, n.Width)
	default: // OpZext
		x := append([]word.Ref(nil), k.node(a)...)
		for len(x) < machine.Words(n.Width) {
			x = append(x, k.Constant(0))
		}
		return x
	}
}

func (k *lowering) signExtend(x []word.Ref, from, to int) []word.Ref {
	x = append([]word.Ref(nil), x...)
	last := len(x) - 1
	x[last] = k.Spread(x[last], (from-1)%64+1)
	for len(x) < machine.Words(to) {
		x = append(x, k.OpK(word.Sar, x[last], 63))
	}
	return k.Cut(x, to)
}

func (k *lowering) replicate(x []word.Ref, from, to int) []word.Ref {
	if from == 1 {
		return k.signExtend(x, 1, to)
	}
	out := word.Empty(to)
	for lo := 0; lo < to; lo += from {
		k.Put(out, x, lo, from)
	}
	return out
}

// part is width bits of n from bit lo up. It looks through operations that only
// move bits, so that nothing wide is assembled just to be taken apart.
func (k *lowering) part(n *ir.Node, lo, width int) []word.Ref {
	if lo == 0 && width == n.Width && n.Op != ir.OpInstOut {
		return k.node(n)
	}
	if k.module.lanes && layout.BytesOf(width) < layout.BytesOf(n.Width) {
		if x := k.partOfLogic(n, lo, width); x != nil {
			return x
		}
	}
	switch n.Op {
	case ir.OpSlice:
		return k.part(n.Args[0], n.Lo+lo, width)
	case ir.OpZext:
		if a := n.Args[0]; lo+width <= a.Width {
			return k.part(a, lo, width)
		}
	case ir.OpConcat:
		end := n.Width
		for _, a := range n.Args {
			end -= a.Width
			if lo >= end && lo+width <= end+a.Width {
				return k.part(a, lo-end, width)
			}
		}
		if _, done := k.known[n]; !done {
			return k.pieces(n, lo, width)
		}
	case ir.OpReplicate:
		if a := n.Args[0]; lo/a.Width == (lo+width-1)/a.Width {
			return k.part(a, lo%a.Width, width)
		}
	case ir.OpInstOut:
		return k.outputs(n, lo, width)
	case ir.OpSignal:
		if s, ok := k.layout.Sigs[n.Sig]; ok && s.Piece > 0 && k.sigs[n.Sig] == nil {
			return k.loadRange(s, lo, width)
		}
	}
	return k.Slice(k.node(n), n.Width, lo, width)
}

// partKey is a range of an expression.
type partKey struct {
	node      *ir.Node
	lo, width int
}

// partOfLogic computes part of a bitwise operation from parts of its operands: in
// vectors, small elements are cheap. It is nil for other operations.
func (k *lowering) partOfLogic(n *ir.Node, lo, width int) []word.Ref {
	key := partKey{n, lo, width}
	if x := k.parts[key]; x != nil {
		return x
	}
	defer k.backTo(k.at(n.Pos))
	var x []word.Ref
	part := func(i int) []word.Ref { return k.part(n.Args[i], lo, width) }
	switch n.Op {
	case ir.OpAnd:
		x = k.Each(word.And, part(0), part(1))
	case ir.OpOr:
		x = k.Each(word.Or, part(0), part(1))
	case ir.OpXor:
		x = k.Each(word.Xor, part(0), part(1))
	case ir.OpNot:
		x = k.Each(word.Xor, part(0), k.Constants(ir.Ones(width), width))
	case ir.OpMux:
		x = k.ChooseWords(k.bit(n.Args[0]), part(1), part(2))
	case ir.OpSignal:
		v := k.drivers[n.Sig]
		if v == nil || k.sigs[n.Sig] == nil {
			return nil
		}
		switch v.Op {
		case ir.OpAnd, ir.OpOr, ir.OpXor, ir.OpNot, ir.OpMux, ir.OpSignal, ir.OpConcat, ir.OpSlice, ir.OpInstOut:
			x = k.part(v, lo, width)
		default:
			return nil
		}
	default:
		return nil
	}
	k.parts[key] = x
	return x
}

// pieces assembles the parts of a concatenation that lie in a range.
func (k *lowering) pieces(n *ir.Node, lo, width int) []word.Ref {
	out := word.Empty(width)
	end := n.Width
	for _, a := range n.Args {
		end -= a.Width
		from, to := max(lo, end), min(lo+width, end+a.Width)
		if from < to {
			k.Put(out, k.part(a, from-end, to-from), from-lo, to-from)
		}
	}
	return out
}

// outputs is a range of an output port of all copies of an instance.
func (k *lowering) outputs(n *ir.Node, lo, width int) []word.Ref {
	c, w := k.layout.ChildOf(n.Inst), n.Port.Width
	if i := lo / w; i == (lo+width-1)/w {
		return k.loadRange(k.portOf(c, n.Port, i), lo%w, width)
	}
	out := word.Empty(width)
	for i := lo / w; i*w < lo+width; i++ {
		from, to := max(lo, i*w), min(lo+width, i*w+w)
		k.Put(out, k.loadRange(k.portOf(c, n.Port, i), from-i*w, to-from), from-lo, to-from)
	}
	return out
}

// lane is a lane of n by index; beyond the end it is arbitrary.
func (k *lowering) lane(n *ir.Node, index word.Ref, width int) []word.Ref {
	count := n.Width / width
	return k.openBeyond(k.laneAt(n, index, width), index, count, width, machine.OpenLane(k.layout.Module, n, count))
}

// laneAt is a lane of n by an index that is not beyond the end.
func (k *lowering) laneAt(n *ir.Node, index word.Ref, width int) []word.Ref {
	count := n.Width / width
	if in := k.P.Code[index]; in.Op == word.Const {
		return k.part(n, int(min(in.K, uint64(count-1)))*width, width)
	}
	if n.Op == ir.OpInstOut && n.Port.Width == width && count > 1 && !k.module.lanes {
		c := k.layout.ChildOf(n.Inst)
		if g, s := k.groups(c), k.portOf(c, n.Port, 0); len(g) == 1 && g[0].Lanes == 1 && s.Piece == 0 {
			return k.loadAt(s, k.OpK(word.Mul, k.below(index, count), uint64(c.Layout.Size)))
		}
	}
	base, rest, most := k.rangeOf(index)
	base = min(base, uint64(count-1))
	end := int(base + min(most, uint64(count-1)-base) + 1)
	shift, even := layout.Log2(width)
	few := end-int(base) <= maxPicked
	if !(k.module.lanes || few && count > maxPicked) && (n.Width <= 64 || even && width <= 64) {
		perWord := 64 / width
		x, at := k.node(n), index
		if len(x) > 1 {
			var words [][]word.Ref
			for _, w := range x {
				words = append(words, []word.Ref{w})
			}
			log, _ := layout.Log2(perWord)
			x = k.Pick(k.OpK(word.Shr, index, uint64(log)), words)
			at = k.OpK(word.And, index, uint64(perWord-1))
		}
		bit := k.OpK(word.Mul, at, uint64(width))
		if even {
			bit = k.OpK(word.Shl, at, uint64(shift))
		}
		return k.Cut([]word.Ref{k.Op2(word.Shr, x[0], k.OpK(word.And, bit, 63))}, width)
	}
	var lanes [][]word.Ref
	for i := int(base); i < end; i++ {
		lanes = append(lanes, k.part(n, i*width, width))
	}
	return k.Pick(rest, lanes)
}

// maxPicked is the number of lanes up to which code for one instance selects
// among them instead of shifting. In vectors, shifts by different amounts cost
// more.
const maxPicked = 8

// rangeOf decomposes an index: it is base + rest, and rest is at most most.
func (k *lowering) rangeOf(index word.Ref) (base uint64, rest word.Ref, most uint64) {
	most = k.most(index)
	in := &k.P.Code[index]
	if in.Op == word.And && k.P.Code[in.B].Op == word.Const {
		in = &k.P.Code[in.A]
	}
	if in.Op != word.Add {
		return 0, index, most
	}
	for _, s := range [2][2]word.Ref{{in.A, in.B}, {in.B, in.A}} {
		start, ok := k.certain(s[0])
		if m := k.most(s[1]); ok && m <= most && start <= most-m {
			return start, s[1], m
		}
	}
	return 0, index, most
}

// bounded is what is known of a value: an upper bound, the number that it is. A
// value is looked at once, since others share it.
type bounded struct {
	most   uint64
	number uint64
	// certain reports whether it is just that number, the others whether each was looked for.
	certain, hasMost, hasCertain bool
}

func (k *lowering) boundsOf(r word.Ref) *bounded {
	b := k.bounds[r]
	if b == nil {
		b = &bounded{}
		k.bounds[r] = b
	}
	return b
}

// certain is the number that a value is, if it depends on constants only.
func (k *lowering) certain(r word.Ref) (uint64, bool) {
	b := k.boundsOf(r)
	if !b.hasCertain {
		b.number, b.certain = k.findCertain(r)
		b.hasCertain = true
	}
	return b.number, b.certain
}

func (k *lowering) findCertain(r word.Ref) (uint64, bool) {
	in := &k.P.Code[r]
	if in.Op == word.Const {
		return in.K, true
	}
	if !in.Op.Pure() || in.Op == word.Select || in.B == word.None {
		return 0, false
	}
	x, xok := k.certain(in.A)
	y, yok := k.certain(in.B)
	if !xok || !yok || in.Op == word.Rem && y == 0 {
		return 0, false
	}
	return word.Execute(in.Op, x, y), true
}

// most is an upper bound of a value.
func (k *lowering) most(r word.Ref) uint64 {
	b := k.boundsOf(r)
	if !b.hasMost {
		b.most, b.hasMost = k.findMost(r), true
	}
	return b.most
}

func (k *lowering) findMost(r word.Ref) uint64 {
	switch in := &k.P.Code[r]; in.Op {
	case word.Const:
		return in.K
	case word.Load:
		return in.May
	case word.And:
		return min(k.most(in.A), k.most(in.B))
	case word.Select:
		return max(k.most(in.B), k.most(in.C))
	case word.Shr:
		if by, ok := k.certain(in.B); ok {
			return k.most(in.A) >> (by & 63)
		}
	}
	return ^uint64(0)
}

// below makes an index safe as an address: one beyond the end becomes 0.
func (k *lowering) below(index word.Ref, count int) word.Ref {
	return k.Choose(k.OpK(word.Lt, index, uint64(count)), index, k.Constant(0))
}
