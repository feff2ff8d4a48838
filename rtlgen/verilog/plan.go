package verilog

import (
	"culprit/rtlgen/ir"
	"culprit/rtlgen/ir/analysis"
)

// plan says how each assigned signal is written.
type plan struct {
	// continuous are the wires and outputs that assign statements drive, comb
	// those that need an always @* block; both in the order in which the Go code
	// first assigns them.
	continuous []continuous
	comb       []*block
	seq        []*block
	isReg      map[*ir.Signal]bool // declared reg
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
	for _, s := range drivers.Signals {
		if s.Kind == ir.Reg || s.Unused || pl.direct[s] {
			continue
		}
		body := analysis.Prune(drivers.Outer[s], analysis.Of(s))
		if parts, ok := analysis.Parts(body, s); ok {
			pl.continuous = append(pl.continuous, continuous{s, parts})
			continue
		}
		if v, ok := constantOf(s, body); ok {
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
		if !ok || a.Value.Op != ir.OpInstOut || a.Sig == nil || a.Sig.VerificationOnly || a.Sig.Unused || a.Sig.Kind == ir.Reg {
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
// both, so that the block shows the statement once.
func (p *printer) clockedGroups() []*block {
	group := map[any]*block{} // by *ir.Signal or *ir.Array
	var all []*block
	for _, a := range p.m.Arrays {
		b := &block{arrs: []*ir.Array{a}, verificationOnly: a.VerificationOnly, noReset: p.o.resetValues(a) == nil}
		group[a] = b
		all = append(all, b)
	}
	for _, s := range p.m.Signals {
		if s.Kind == ir.Reg {
			b := &block{regs: []*ir.Signal{s}, verificationOnly: s.VerificationOnly, noReset: p.o.resetValue(s) == nil}
			group[s] = b
			all = append(all, b)
		}
	}
	for _, st := range p.m.Body {
		var first [4]*block // of the logic and of verification-only state, with and without reset
		ir.WalkStmts([]ir.Stmt{st}, func(x ir.Stmt) {
			a, ok := x.(*ir.Assign)
			if !ok {
				return
			}
			var b *block
			if a.Arr != nil {
				b = group[a.Arr]
			} else if b = group[a.Sig]; b == nil {
				return // not a register
			}
			i := bit(b.verificationOnly) + 2*bit(b.noReset)
			if first[i] == nil {
				first[i] = b
			} else if first[i] != b {
				first[i].merge(b, group)
			}
		})
	}
	return p.orderGroups(all, group)
}

// merge moves the registers of o to b.
func (b *block) merge(o *block, group map[any]*block) {
	for _, s := range o.regs {
		group[s] = b
	}
	for _, a := range o.arrs {
		group[a] = b
	}
	b.regs = append(b.regs, o.regs...)
	b.arrs = append(b.arrs, o.arrs...)
	o.regs, o.arrs = nil, nil
}

// orderGroups drops the emptied groups, restores the order of declaration in
// each, and attaches the statements.
func (p *printer) orderGroups(all []*block, group map[any]*block) []*block {
	var out []*block
	for _, b := range all {
		if len(b.regs)+len(b.arrs) > 0 {
			out = append(out, b)
		}
		b.regs, b.arrs = nil, nil
	}
	for _, a := range p.m.Arrays {
		group[a].arrs = append(group[a].arrs, a)
	}
	for _, s := range p.m.Signals {
		if b := group[s]; b != nil {
			b.regs = append(b.regs, s)
		}
	}
	of := func(a *ir.Assign) *block {
		if a.Arr != nil {
			return group[a.Arr]
		}
		return group[a.Sig]
	}
	for _, st := range p.m.Body {
		ir.WalkStmts([]ir.Stmt{st}, func(x ir.Stmt) {
			a, ok := x.(*ir.Assign)
			if !ok {
				return
			}
			if b := of(a); b != nil && (len(b.body) == 0 || b.body[len(b.body)-1] != st) {
				b.body = append(b.body, st)
			}
		})
	}
	for _, b := range out {
		b.body = analysis.Prune(b.body, func(a *ir.Assign) bool { return of(a) == b })
	}
	return out
}
