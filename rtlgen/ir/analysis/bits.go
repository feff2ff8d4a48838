package analysis

import (
	"math/big"

	"culprit.example/culprit/rtlgen/ir"
)

// LoopOfBits reports whether a loop of nets, as Paths.Loops finds it, is one of single bits,
// too: then some bit depends on itself. It says so where it cannot tell.
func LoopOfBits(known ir.Paths, m *ir.Module, hops []ir.Net) bool {
	x := &bitGraph{known: known, hops: map[ir.Net]bool{}, assigns: map[*ir.Signal][]assigned{}}
	rounds := 1
	ir.WalkStmts(m.Body, func(s ir.Stmt) {
		if l, ok := s.(*ir.Loop); ok {
			rounds = min(rounds*l.N, mostBits+1)
		}
	})
	total := 0
	for _, h := range hops {
		x.hops[h] = true
		total += netWidth(h)
	}
	if rounds > mostBits || total > mostBits {
		return true
	}
	ir.WalkAssigns(Unroll(m.Body), func(a *ir.Assign, under *ir.Context) {
		if a.Sig != nil {
			x.assigns[a.Sig] = append(x.assigns[a.Sig], assigned{a, under})
		}
	})
	var all []netBit
	for _, h := range hops {
		for b := range netWidth(h) {
			all = append(all, netBit{h, b})
		}
	}
	loop := false
	Order(all, x.deps, func([]netBit) { loop = true })
	return loop
}

// mostBits bounds the size of the loops that are looked at bit by bit.
const mostBits = 1 << 12

type netBit struct {
	net ir.Net
	bit int
}

type assigned struct {
	to    *ir.Assign
	under *ir.Context
}

type bitGraph struct {
	known   ir.Paths
	hops    map[ir.Net]bool
	assigns map[*ir.Signal][]assigned
}

func netWidth(n ir.Net) int {
	switch {
	case n.Sig != nil:
		return n.Sig.Width
	case n.Inst != nil:
		return n.Port.Width * n.Inst.Count
	}
	return 1 << 20 // of a memory's word every bit depends on every bit of the address
}

// deps are the bits of the loop that a bit depends on directly.
func (x *bitGraph) deps(of netBit) []netBit {
	w := &bitWalk{hops: x.hops, seen: map[nodeBit]bool{}, found: map[netBit]bool{}}
	switch {
	case of.net.Sig != nil:
		for _, a := range x.assigns[of.net.Sig] {
			w.assigned(a, of.bit)
		}
	case of.net.Inst != nil:
		copied := of.bit / of.net.Port.Width
		for _, c := range of.net.Inst.Conns {
			if !x.known.Through(of.net.Inst.Of).Depends(of.net.Port, c.Port) {
				continue
			}
			first := copied * c.Port.Width
			if c.Broadcast {
				first = 0
			}
			for b := range c.Port.Width {
				w.bit(c.Value, first+b)
			}
		}
	}
	return w.list
}

type nodeBit struct {
	n   *ir.Node
	bit int
}

type bitWalk struct {
	hops  map[ir.Net]bool
	seen  map[nodeBit]bool
	found map[netBit]bool
	list  []netBit
}

func (w *bitWalk) assigned(a assigned, bit int) {
	lo, width := a.to.Lo, a.to.Value.Width
	switch {
	case a.to.Index == nil:
	case a.to.Index.Op == ir.OpConst && a.to.Index.Const.Cmp(big.NewInt(int64(a.to.Sig.Width/width))) < 0:
		lo = int(a.to.Index.Const.Int64()) * width
	default:
		w.all(a.to.Index)
		lo = bit / width * width
	}
	if bit < lo || bit >= lo+width {
		return
	}
	for c := a.under; c != nil; c = c.Outer {
		w.all(c.Cond)
	}
	w.bit(a.to.Value, bit-lo)
}

func (w *bitWalk) all(n *ir.Node) {
	for b := range n.Width {
		w.bit(n, b)
	}
}

// bit follows a bit of an expression to the nets.
func (w *bitWalk) bit(n *ir.Node, bit int) {
	if w.seen[nodeBit{n, bit}] {
		return
	}
	w.seen[nodeBit{n, bit}] = true
	if net, ok := ir.LeafNet(n); ok {
		if w.hops[net] && !w.found[netBit{net, bit}] {
			w.found[netBit{net, bit}] = true
			w.list = append(w.list, netBit{net, bit})
		}
		return
	}
	switch n.Op {
	case ir.OpNot, ir.OpAnd, ir.OpOr, ir.OpXor:
		for _, a := range n.Args {
			w.bit(a, bit)
		}
	case ir.OpMux:
		w.all(n.Args[0])
		w.bit(n.Args[1], bit)
		w.bit(n.Args[2], bit)
	case ir.OpAdd, ir.OpSub, ir.OpMul: // carries go up
		for b := range bit + 1 {
			w.bit(n.Args[0], b)
			w.bit(n.Args[1], b)
		}
	case ir.OpConcat, ir.OpSlice, ir.OpZext, ir.OpSext, ir.OpReplicate, ir.OpShl, ir.OpShr, ir.OpLane:
		w.moved(n, bit)
	default:
		for _, a := range n.Args {
			w.all(a)
		}
	}
}

// moved follows a bit through an operation that moves bits.
func (w *bitWalk) moved(n *ir.Node, bit int) {
	a := n.Args[0]
	from := bit
	switch n.Op {
	case ir.OpConcat:
		for i := len(n.Args) - 1; i >= 0; i-- {
			if a = n.Args[i]; from < a.Width {
				break
			}
			from -= a.Width
		}
	case ir.OpSlice:
		from += n.Lo
	case ir.OpSext:
		from = min(from, a.Width-1)
	case ir.OpReplicate:
		from %= a.Width
	case ir.OpShl, ir.OpShr, ir.OpLane:
		by := n.Args[1]
		if by.Op != ir.OpConst || by.Const.BitLen() > 31 {
			w.all(a)
			w.all(by)
			return
		}
		switch k := int(by.Const.Int64()); n.Op {
		case ir.OpShl:
			from -= k
		case ir.OpShr:
			from += k
		default:
			from += k * n.Width
		}
	}
	if from >= 0 && from < a.Width {
		w.bit(a, from)
	}
}
