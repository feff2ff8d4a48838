package verilog

import (
	"fmt"

	"culprit/rtlgen/ir"
)

// hasGhosts tells whether the module has verification-only state.
func (p *printer) hasVerificationOnly() bool {
	for _, s := range p.m.Signals {
		if s.VerificationOnly {
			return true
		}
	}
	for _, a := range p.m.Arrays {
		if a.VerificationOnly {
			return true
		}
	}
	return false
}

// checksPrelude defines one macro for either of the two that enable checks.
func (p *printer) checksPrelude() {
	for i, m := range []string{AssertMacro, FormalMacro} {
		p.directive("%s %s", [...]string{"ifdef", "elsif"}[i], m)
		p.directive("define %s", checksMacro)
	}
	p.directive("endif")
}

// checks writes the properties: as reports for simulation, as statements for
// formal tools. Covers are for the latter only.
func (p *printer) checks() {
	simulated := 0
	for _, q := range p.m.Properties {
		if q.Kind != ir.Cover {
			simulated++
		}
	}
	if simulated > 0 {
		// With an asynchronous reset the sensitivity list has both edges: tools
		// warn about a reset that is used both ways.
		p.checkBlock(AssertMacro, p.clockEdge(), p.simulationCheck)
	}
	if len(p.m.Properties) > 0 {
		p.checkBlock(FormalMacro, "@(posedge "+ClockName+")", p.formalCheck)
	}
}

func (p *printer) checkBlock(macro, event string, check func(*ir.Property)) {
	p.inChecks++
	defer func() { p.inChecks-- }()
	p.blank()
	p.directive("ifdef %s", macro)
	p.line(1, "always %s begin", event)
	p.line(2, "if (%s) begin", p.outOfReset())
	for _, q := range p.m.Properties {
		check(q)
	}
	p.line(2, "end")
	p.line(1, "end")
	p.directive("endif")
}

func (p *printer) simulationCheck(q *ir.Property) {
	if q.Kind == ir.Cover {
		return
	}
	p.doc(3, q.Doc)
	broken := p.root(negated(q.Cond))
	report := fmt.Sprintf("$display(\"%s %%m %s fails at time %%0t\", $time);", AssertMacro, q.Name)
	p.oneArmedIf(3, broken, func(int) string { return report })
}

// opposite is the complementary comparison.
var opposite = map[ir.Op]ir.Op{
	ir.OpEq: ir.OpNe, ir.OpNe: ir.OpEq,
	ir.OpLt: ir.OpGe, ir.OpGe: ir.OpLt, ir.OpLe: ir.OpGt, ir.OpGt: ir.OpLe,
	ir.OpSLt: ir.OpSGe, ir.OpSGe: ir.OpSLt, ir.OpSLe: ir.OpSGt, ir.OpSGt: ir.OpSLe,
}

// negated is the complement of a one-bit condition, with the negation where a
// person would write it.
func negated(n *ir.Node) *ir.Node {
	derived := func(op ir.Op, args ...*ir.Node) *ir.Node {
		return &ir.Node{Op: op, Width: 1, Args: args, Pos: n.Pos}
	}
	switch n.Op {
	case ir.OpNot:
		return n.Args[0]
	case ir.OpOr:
		return derived(ir.OpAnd, negated(n.Args[0]), negated(n.Args[1]))
	case ir.OpAnd:
		return derived(ir.OpOr, negated(n.Args[0]), negated(n.Args[1]))
	}
	if op, ok := opposite[n.Op]; ok {
		return derived(op, n.Args...)
	}
	return derived(ir.OpNot, n)
}

func (p *printer) formalCheck(q *ir.Property) {
	p.doc(3, q.Doc)
	head := fmt.Sprintf("%s: %s (", q.Name, q.Kind)
	p.line(3, "%s%s);", head, p.root(q.Cond).layout(12+len(head), 2))
}
