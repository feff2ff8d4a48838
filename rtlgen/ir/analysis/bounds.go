package analysis

import (
	"math/big"

	"culprit.example/culprit/rtlgen/ir"
)

// Interval is the range of numbers within which a value lies, both ends included.
type Interval struct{ Lo, Hi *big.Int }

// Single is the value if there is only one.
func (s *Interval) Single() (*big.Int, bool) {
	if s == nil || s.Lo.Cmp(s.Hi) != 0 {
		return nil, false
	}
	return s.Lo, true
}

// Bounds knows what can be said of the values of expressions from their form alone:
// constants, indices of loops, extensions and arithmetic of these. The zero value is
// not usable, see NewBounds.
type Bounds struct {
	known map[*ir.Node]*Interval
	wires map[*ir.Signal]*ir.Node // the one value of wires that have one, in all cases
}

// NewBounds is for the expressions of a module. What it learns holds as long as the
// module does not change.
func NewBounds(m *ir.Module) *Bounds {
	b := &Bounds{map[*ir.Node]*Interval{}, map[*ir.Signal]*ir.Node{}}
	drivers := DriversOf(m.Body)
	for s, body := range drivers.Outer {
		if a, whole := body[0].(*ir.Assign); whole && len(body) == 1 && s.Kind != ir.Reg && a.Index == nil &&
			a.Value.Width == s.Width {
			b.wires[s] = a.Value
		}
	}
	return b
}

// widest is the width of vectors up to which it is worth looking for bounds.
const widest = 4096

// Of is the range of a node's values; nil if any value of its width may come.
func (b *Bounds) Of(n *ir.Node) *Interval {
	if s, ok := b.known[n]; ok {
		return s
	}
	b.known[n] = nil // for what depends on itself
	s := b.find(n)
	if s != nil && s.Lo.Sign() == 0 && s.Hi.Cmp(ir.Ones(n.Width)) == 0 {
		s = nil
	}
	b.known[n] = s
	return s
}

// full is the range of a node's values, never nil.
func (b *Bounds) full(n *ir.Node) *Interval {
	if s := b.Of(n); s != nil {
		return s
	}
	return &Interval{new(big.Int), ir.Ones(n.Width)}
}

// Certain is the result of a comparison that is the same for all values of its
// operands.
func (b *Bounds) Certain(n *ir.Node) (result, ok bool) {
	switch n.Op {
	case ir.OpEq, ir.OpNe, ir.OpLt, ir.OpLe, ir.OpGt, ir.OpGe, ir.OpSLt, ir.OpSLe, ir.OpSGt, ir.OpSGe:
		if v, single := b.Of(n).Single(); single {
			return v.Sign() != 0, true
		}
	}
	return false, false
}

func (b *Bounds) find(n *ir.Node) *Interval {
	switch n.Op {
	case ir.OpConst:
		return &Interval{n.Const, n.Const}
	case ir.OpLoopVar:
		return &Interval{new(big.Int), big.NewInt(int64(n.Loop.N - 1))}
	case ir.OpSignal: // tools know wires that are constant, too
		if value := b.wires[n.Sig]; value != nil {
			if _, single := b.Of(value).Single(); single {
				return b.Of(value)
			}
		}
	}
	if len(n.Args) == 0 || n.Width > widest || n.Args[0].Width > widest || n.Op == ir.OpInvalid {
		return nil
	}
	if s := b.constant(n); s != nil {
		return s
	}
	switch n.Op {
	case ir.OpEq, ir.OpNe, ir.OpLt, ir.OpLe, ir.OpGt, ir.OpGe:
		return compared(n.Op, b.full(n.Args[0]), b.full(n.Args[1]))
	case ir.OpSLt, ir.OpSLe, ir.OpSGt, ir.OpSGe:
		return compared(n.Op, b.signed(n.Args[0]), b.signed(n.Args[1]))
	case ir.OpMux:
		return b.mux(n)
	case ir.OpZext:
		return b.full(n.Args[0])
	case ir.OpConcat:
		return b.concat(n)
	case ir.OpAdd, ir.OpSub, ir.OpMul, ir.OpShl, ir.OpShr, ir.OpAnd, ir.OpSlice:
		return b.arithmetic(n)
	case ir.OpRotL, ir.OpRotR:
		if x, ok := b.Of(n.Args[0]).Single(); ok && (x.Sign() == 0 || x.Cmp(ir.Ones(n.Width)) == 0) {
			return &Interval{x, x}
		}
	case ir.OpPriority:
		return &Interval{new(big.Int), big.NewInt(int64(n.Args[0].Width - 1))}
	case ir.OpPopCount:
		return &Interval{new(big.Int), big.NewInt(int64(n.Args[0].Width))}
	}
	return nil
}

// constant is the value of an operation all of whose operands have a single one.
func (b *Bounds) constant(n *ir.Node) *Interval {
	if n.Op.IsLeaf() || n.Op == ir.OpElem {
		return nil
	}
	single := func(a *ir.Node) *big.Int {
		if a.Width > widest {
			return nil
		}
		v, _ := b.Of(a).Single()
		return v
	}
	v := applied(n, single)
	if v == nil || n.Op == ir.OpLane && single(n.Args[1]).Cmp(big.NewInt(int64(n.Args[0].Width/n.Width))) >= 0 {
		return nil // not known, or beyond the end: any value
	}
	return &Interval{v, v}
}

// signed is the range of a node's values in two's complement.
func (b *Bounds) signed(n *ir.Node) *Interval {
	half := new(big.Int).Lsh(big.NewInt(1), uint(n.Width-1))
	s := b.full(n)
	switch {
	case s.Hi.Cmp(half) < 0:
		return s
	case s.Lo.Cmp(half) >= 0:
		all := new(big.Int).Lsh(half, 1)
		return &Interval{new(big.Int).Sub(s.Lo, all), new(big.Int).Sub(s.Hi, all)}
	}
	return &Interval{new(big.Int).Neg(half), new(big.Int).Sub(half, big.NewInt(1))}
}

var (
	never  = &Interval{new(big.Int), new(big.Int)}
	always = &Interval{big.NewInt(1), big.NewInt(1)}
)

// compared is the result of a comparison of numbers in two ranges, nil if it depends.
func compared(op ir.Op, x, y *Interval) *Interval {
	if op == ir.OpEq || op == ir.OpNe {
		apart := x.Hi.Cmp(y.Lo) < 0 || y.Hi.Cmp(x.Lo) < 0
		same := x.Lo.Cmp(x.Hi) == 0 && y.Lo.Cmp(y.Hi) == 0 && !apart
		switch {
		case apart && op == ir.OpNe, same && op == ir.OpEq:
			return always
		case apart, same:
			return never
		}
		return nil
	}
	var yes, no bool // x < y, or x > y, or one with equality
	switch op {
	case ir.OpLt, ir.OpSLt:
		yes, no = x.Hi.Cmp(y.Lo) < 0, x.Lo.Cmp(y.Hi) >= 0
	case ir.OpLe, ir.OpSLe:
		yes, no = x.Hi.Cmp(y.Lo) <= 0, x.Lo.Cmp(y.Hi) > 0
	case ir.OpGt, ir.OpSGt:
		yes, no = x.Lo.Cmp(y.Hi) > 0, x.Hi.Cmp(y.Lo) <= 0
	case ir.OpGe, ir.OpSGe:
		yes, no = x.Lo.Cmp(y.Hi) >= 0, x.Hi.Cmp(y.Lo) < 0
	}
	switch {
	case yes:
		return always
	case no:
		return never
	}
	return nil
}

func (b *Bounds) mux(n *ir.Node) *Interval {
	if sel, ok := b.Of(n.Args[0]).Single(); ok {
		return b.Of(n.Args[2-int(sel.Int64())])
	}
	x, y := b.Of(n.Args[1]), b.Of(n.Args[2])
	if x == nil || y == nil {
		return nil
	}
	s := *x
	if y.Lo.Cmp(s.Lo) < 0 {
		s.Lo = y.Lo
	}
	if y.Hi.Cmp(s.Hi) > 0 {
		s.Hi = y.Hi
	}
	return &s
}

func (b *Bounds) concat(n *ir.Node) *Interval {
	s := &Interval{new(big.Int), new(big.Int)}
	known := false
	for _, a := range n.Args {
		known = known || b.Of(a) != nil
		x := b.full(a)
		s.Lo = new(big.Int).Or(new(big.Int).Lsh(s.Lo, uint(a.Width)), x.Lo)
		s.Hi = new(big.Int).Or(new(big.Int).Lsh(s.Hi, uint(a.Width)), x.Hi)
	}
	if !known {
		return nil
	}
	return s
}

// arithmetic is the range of an operation that rises or falls with its operands, as
// long as nothing is lost above or below.
func (b *Bounds) arithmetic(n *ir.Node) *Interval {
	x := b.full(n.Args[0])
	if n.Op == ir.OpSlice {
		s := &Interval{new(big.Int).Rsh(x.Lo, uint(n.Lo)), new(big.Int).Rsh(x.Hi, uint(n.Lo))}
		return within(s, n.Width)
	}
	y := b.full(n.Args[1])
	s := &Interval{new(big.Int), new(big.Int)}
	switch n.Op {
	case ir.OpAdd:
		s.Lo.Add(x.Lo, y.Lo)
		s.Hi.Add(x.Hi, y.Hi)
	case ir.OpSub:
		s.Lo.Sub(x.Lo, y.Hi)
		s.Hi.Sub(x.Hi, y.Lo)
	case ir.OpMul:
		s.Lo.Mul(x.Lo, y.Lo)
		s.Hi.Mul(x.Hi, y.Hi)
	case ir.OpAnd:
		s.Hi = x.Hi
		if y.Hi.Cmp(s.Hi) < 0 {
			s.Hi = y.Hi
		}
	case ir.OpShl, ir.OpShr:
		k, ok := y.Single()
		switch {
		case !ok:
			return nil
		case k.Cmp(big.NewInt(int64(n.Width))) >= 0: // nothing is left
			return s
		}
		shift := (*big.Int).Lsh
		if n.Op == ir.OpShr {
			shift = (*big.Int).Rsh
		}
		shift(s.Lo, x.Lo, uint(k.Int64()))
		shift(s.Hi, x.Hi, uint(k.Int64()))
	}
	return within(s, n.Width)
}

// within is a range if it lies in a width, else nil.
func within(s *Interval, width int) *Interval {
	if s.Lo.Sign() < 0 || s.Hi.BitLen() > width {
		return nil
	}
	return s
}
