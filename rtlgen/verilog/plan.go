package verilog

import (
	"culprit.example/culprit/rtlgen/ir"
	"culprit.example/culprit/rtlgen/ir/analysis"
)

// plan says how each assigned signal is written.
type plan struct {
	// continuous are the wires and outputs that assign statements drive, comb
	// those that need an always @* block; both in the order in which the Go code
	// first assigns them.
	continuous []continuous
	comb       []*block
	seq        []*block
	isReg      map[*ir.Signal]bool      // declared reg
	trees      map[*ir.Signal][]ir.Stmt // of each wire and output, the statements that assign it
	// nets are the names of instance outputs. directNet are those that drive a
	// signal of the Go code without a wire in between, direct these signals.
	nets      map[instPort]string
	directNet map[instPort]bool
	direct    map[*ir.Signal]bool
	readNet   map[instPort]bool // read by some expression
}

// continuous is a signal with one assign statement per element of parts.
type continuous struct {
	sig   *ir.Signal
	parts []*ir.Assign
}

// block is one always block.
type block struct {
	sig              *ir.Signal   // combinational: what it assigns
	regs             []*ir.Signal // clocked: what it assigns
	arrs             []*ir.Array
	verificationOnly bool
	clock            string // "": the implicit one
	// noReset blocks are clocked without a reset: what they assign has none.
	noReset bool
	body    []ir.Stmt
}

type instPort struct {
	inst *ir.Instance
	port *ir.Signal
}

func (p *printer) makePlan() *plan {
	pl := &plan{isReg: map[*ir.Signal]bool{}, nets: map[instPort]string{}, directNet: map[instPort]bool{},
		direct: map[*ir.Signal]bool{}, readNet: map[instPort]bool{}}
	drivers := analysis.DriversOf(p.m.Body)
	p.nameNets(pl, drivers)
	pl.trees = analysis.Each(p.m.Body, func(a *ir.Assign) (*ir.Signal, bool) {
		return a.Sig, a.Sig != nil && a.Sig.Kind != ir.Reg
	})
	for _, s := range drivers.Signals {
		if s.Kind == ir.Reg || s.Unused || pl.direct[s] {
			continue
		}
		body := pl.trees[s]
		if parts, ok := analysis.Parts(body, s); ok {
			pl.continuous = append(pl.continuous, continuous{s, parts})
			continue
		}
		if v, ok := constantOf(s, body, p.bounds); ok {
			n := &ir.Node{Op: ir.OpConst, Width: s.Width, Const: v, Pos: s.Pos}
			pl.continuous = append(pl.continuous, continuous{s, []*ir.Assign{{Sig: s, Value: n, Pos: s.Pos}}})
			continue
		}
		pl.isReg[s] = !longLanes(body)
		pl.comb = append(pl.comb, &block{sig: s, verificationOnly: s.VerificationOnly, body: body})
	}
	pl.seq = p.clockedGroups()
	return pl
}

// nameNets chooses the net of each instance output: the signal that the Go
// code assigns it to if there is exactly that, else <instance>_<port>.
func (p *printer) nameNets(pl *plan, drivers *analysis.Drivers) {
	for _, s := range p.m.Body {
		a, ok := s.(*ir.Assign)
		if !ok || a.Value.Op != ir.OpInstOut || a.Sig == nil || a.Sig.VerificationOnly || a.Sig.Unused ||
			a.Sig.Kind == ir.Reg {
			continue
		}
		whole := a.Index == nil && a.Value.Width == a.Sig.Width && len(drivers.Assigns[a.Sig]) == 1
		key := instPort{a.Value.Inst, a.Value.Port}
		if _, named := pl.nets[key]; whole && !named {
			pl.nets[key] = a.Sig.Name
			pl.direct[a.Sig], pl.directNet[key] = true, true
		}
	}
	p.eachNode(func(n *ir.Node) {
		if n.Op == ir.OpInstOut {
			pl.readNet[instPort{n.Inst, n.Port}] = true
		}
	})
	for _, in := range p.m.Instances {
		for _, port := range in.Of.Outputs() {
			key := instPort{in, port}
			switch {
			case pl.nets[key] != "":
			case pl.readNet[key]:
				pl.nets[key] = in.Name + "_" + port.Name
			default:
				pl.nets[key] = p.names.claim("unused_" + in.Name + "_" + port.Name)
			}
		}
	}
}

// eachNode calls f once on every node of the module.
func (p *printer) eachNode(f func(*ir.Node)) {
	seen := map[*ir.Node]bool{}
	p.m.RootNodes(func(root *ir.Node) { ir.WalkNodes(root, seen, f) })
}

// clockedGroups puts registers into one always block if a statement assigns
// both, so that the block shows the statement once, or if they share reset and enable.
func (p *printer) clockedGroups() []*block {
	groups, all := p.singleGroups()
	for _, st := range p.m.Body {
		first := map[kindOfBlock]*group{}
		ir.WalkStmts([]ir.Stmt{st}, func(x ir.Stmt) {
			a, ok := x.(*ir.Assign)
			if !ok || groups.of(a) == nil {
				return
			}
			g := groups.of(a).root()
			i := g.block.kind()
			if first[i] == nil {
				first[i] = g
			} else {
				first[i].merge(g)
			}
		})
	}
	for _, a := range p.m.Arrays {
		b := groups[a].root().block
		b.arrs = append(b.arrs, a)
	}
	for _, s := range p.m.Signals {
		if g := groups[s]; g != nil {
			b := g.root().block
			b.regs = append(b.regs, s)
		}
	}
	trees := analysis.Each(p.m.Body, func(a *ir.Assign) (*block, bool) {
		if groups.of(a) == nil {
			return nil, false
		}
		return groups.of(a).root().block, true
	})
	var out []*block
	for _, b := range all {
		if len(b.regs)+len(b.arrs) > 0 {
			b.body = trees[b]
			out = append(out, b)
		}
	}
	return shared(out)
}

// kindOfBlock is what registers of one always block have in common.
type kindOfBlock struct {
	clock                     string
	verificationOnly, noReset bool
}

func (b *block) kind() kindOfBlock { return kindOfBlock{b.clock, b.verificationOnly, b.noReset} }

// groups are those of the registers, by *ir.Signal or *ir.Array.
type groups map[any]*group

// singleGroups has a group and a block for each array and register.
func (p *printer) singleGroups() (groups, []*block) {
	own := groups{}
	var all []*block
	add := func(key any, b *block) {
		own[key] = &group{size: 1, block: b}
		all = append(all, b)
	}
	for _, a := range p.m.Arrays {
		add(a, &block{clock: a.Clock, verificationOnly: a.VerificationOnly, noReset: !p.o.resets(a)})
	}
	for _, s := range p.m.Signals {
		if s.Kind == ir.Reg {
			add(s, &block{clock: s.Clock, verificationOnly: s.VerificationOnly, noReset: p.o.resetValue(s) == nil})
		}
	}
	return own, all
}

// of is the group of what is assigned, nil if that is no register.
func (g groups) of(a *ir.Assign) *group {
	if a.Arr != nil {
		return g[a.Arr]
	}
	return g[a.Sig]
}

// group is a register, as a member of those that share an always block: a tree, of
// which the root knows the block.
type group struct {
	up    *group
	size  int
	block *block
}

func (g *group) root() *group {
	for g.up != nil {
		if g.up.up != nil {
			g.up = g.up.up
		}
		g = g.up
	}
	return g
}

// merge joins the groups of both; the block is that of g.
func (g *group) merge(o *group) {
	g, o = g.root(), o.root()
	if g == o {
		return
	}
	b := g.block
	if g.size < o.size {
		g, o = o, g
	}
	o.up, g.size, g.block = g, g.size+o.size, b
}
