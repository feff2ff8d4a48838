package yosys

import (
	"culprit.example/culprit/rtlgen/ir"
)

// naming gives wires to expressions of which the module takes bits, and to larger ones that it uses more than
// once: Verilog can take bits only of what has a name, and writes an expression wherever it is used.
type naming struct {
	*builder
	uses map[*ir.Node]int
	size map[*ir.Node]int
	of   map[*ir.Node]*ir.Node // the wire of an expression
	done map[*ir.Node]bool
}

// worthName is how many operations an expression has that gets a name if it is used twice.
const worthName = 4

func (b *builder) nameExpressions() {
	n := &naming{b, map[*ir.Node]int{}, map[*ir.Node]int{}, map[*ir.Node]*ir.Node{}, map[*ir.Node]bool{}}
	seen := map[*ir.Node]bool{}
	b.roots(func(at **ir.Node) {
		n.uses[*at]++
		ir.WalkNodes(*at, seen, func(x *ir.Node) {
			for _, a := range x.Args {
				n.uses[a]++
			}
		})
	})
	b.roots(func(at **ir.Node) { *at = n.walk(*at) })
	for _, mem := range b.m.Memories {
		for _, w := range mem.Writes {
			if w.Lanes() > 1 {
				w.Enable, w.Data = n.named(w.Enable), n.named(w.Data)
			}
		}
	}
}

// roots calls f for each place with an expression of the module.
func (b *builder) roots(f func(at **ir.Node)) {
	for _, s := range b.m.Body {
		switch s := s.(type) {
		case *ir.Assign:
			if s.Index != nil {
				f(&s.Index)
			}
			f(&s.Value)
		case *ir.If:
			f(&s.Cond)
			for _, t := range s.Then {
				if a, ok := t.(*ir.Assign); ok { // of an element: package yosys makes no others
					f(&a.Index)
					f(&a.Value)
				}
			}
		}
	}
	for _, mem := range b.m.Memories {
		for _, w := range mem.Writes {
			f(&w.Enable)
			f(&w.Addr)
			f(&w.Data)
		}
		for _, r := range mem.Reads {
			f(&r.Addr)
			if r.Enable != nil {
				f(&r.Enable)
			}
		}
	}
	for _, in := range b.m.Instances {
		for i := range in.Conns {
			f(&in.Conns[i].Value)
		}
	}
}

// walk names what is to be named in an expression, and is it, or its wire.
func (n *naming) walk(x *ir.Node) *ir.Node {
	if w := n.of[x]; w != nil {
		return w
	}
	if n.done[x] {
		return x
	}
	n.done[x] = true
	size := 1
	for i, a := range x.Args {
		a = n.walk(a)
		if i == 0 && (x.Op == ir.OpSlice || x.Op == ir.OpLane) {
			a = n.named(a)
		}
		x.Args[i] = a
		size += n.size[a]
	}
	if x.Op.IsLeaf() && len(x.Args) == 0 {
		size = 0
	}
	n.size[x] = min(size, 1<<20)
	if n.uses[x] > 1 && size >= worthName {
		return n.wire(x)
	}
	return x
}

// named is a node of which bits can be taken.
func (n *naming) named(x *ir.Node) *ir.Node {
	switch x.Op {
	case ir.OpConst, ir.OpSignal, ir.OpInstOut, ir.OpMemRead, ir.OpElem, ir.OpSlice:
		return x
	}
	return n.wire(x)
}

func (n *naming) wire(x *ir.Node) *ir.Node {
	if w := n.of[x]; w != nil {
		return w
	}
	s := &ir.Signal{Name: n.names.unique("net"), Kind: ir.Wire, Width: x.Width, Pos: x.Pos}
	n.m.Signals = append(n.m.Signals, s)
	n.m.Body = append(n.m.Body, &ir.Assign{Sig: s, Value: x, Pos: x.Pos})
	w := &ir.Node{Op: ir.OpSignal, Width: x.Width, Sig: s, Pos: x.Pos}
	n.of[x], n.done[w] = w, true
	return w
}
