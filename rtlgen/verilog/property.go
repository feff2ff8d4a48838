package verilog

import (
	"fmt"
	"slices"

	"culprit.example/culprit/rtlgen/ir"
)

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
		p.checkBlock(ifChecks, AssertMacro, func() {
			p.failMacro()
			// With an asynchronous reset the sensitivity list has both edges: tools
			// warn about a reset that is used both ways.
			p.eachCheck(p.clockEdge, p.simulationCheck)
		})
	}
	if p.known.anyReset() && p.known.properties {
		p.checkBlock(ifFormal, FormalMacro, p.formalChecks)
	}
}

func (p *printer) checkBlock(g guard, macro string, f func()) {
	saved := p.guard
	p.guard = g
	p.blank()
	p.directive("ifdef %s", macro)
	f()
	p.directive("endif")
	p.guard = saved
}

// eachCheck writes a block for the properties of each clock.
func (p *printer) eachCheck(event func(clock string) string, check func(*ir.Property)) {
	var clocks []string
	of := map[string][]*ir.Property{}
	for _, q := range p.m.Properties {
		if of[q.Clock] == nil {
			clocks = append(clocks, q.Clock)
		}
		of[q.Clock] = append(of[q.Clock], q)
	}
	for _, clock := range clocks {
		p.line(1, "always %s begin", event(clock))
		p.line(2, "if (%s) begin", p.outOfReset(clock))
		for _, q := range of[clock] {
			check(q)
		}
		p.line(2, "end")
		p.line(1, "end")
	}
}

// atEdge is the event of a clock alone.
func atEdge(clock string) string { return "@(posedge " + clockPort(clock) + ")" }

// failMacro defines what ends a simulation with a failure status: $stop in Verilator,
// which Icarus Verilog would go on after.
func (p *printer) failMacro() {
	p.directive("ifndef %s", FailMacro)
	p.directive("ifdef __ICARUS__")
	p.directive("define %s $finish_and_return(1);", FailMacro)
	p.directive("else")
	p.directive("define %s $stop;", FailMacro)
	p.directive("endif")
	p.directive("endif")
}

// contractMacro is assume in the top of a proof, assert below it. It is defined
// inside a module only.
const contractMacro = "RTLGEN_CONTRACT"

// formalChecks writes the properties for formal tools. At the top of a proof the
// module's input contract is assumed, and so is the reset with which it starts.
func (p *printer) formalChecks() {
	contract := slices.ContainsFunc(p.m.Properties, func(q *ir.Property) bool { return q.Kind == ir.Assume })
	p.directive("ifdef %s", FormalTopMacro(p.o.ModuleName(p.m)))
	if contract {
		p.directive("define %s assume", contractMacro)
	}
	if p.known.reset {
		p.line(1, "initial assume (%s);", p.inReset(""))
	}
	for _, clock := range p.m.Clocks() {
		if p.known.resets[clock.Name] {
			p.line(1, "initial assume (%s);", p.inReset(clock.Name))
		}
	}
	if contract {
		p.directive("else")
		p.directive("define %s assert", contractMacro)
	}
	p.directive("endif")
	p.eachCheck(atEdge, p.formalCheck)
	if contract {
		p.directive("undef %s", contractMacro)
	}
}

func (p *printer) simulationCheck(q *ir.Property) {
	if q.Kind == ir.Cover {
		return
	}
	p.doc(3, q.Doc)
	broken := p.rootOf(q.Cond, negated)
	p.line(3, "if (%s) begin", broken.layout(4*3+4, 8))
	p.line(4, "$display(\"%s %%m %s fails at time %%0t\", $time);", AssertMacro, q.Name)
	p.line(4, "`%s", FailMacro)
	p.line(3, "end")
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
	statement := q.Kind.String()
	if q.Kind == ir.Assume {
		statement = "`" + contractMacro
	}
	head := fmt.Sprintf("%s: %s (", q.Name, statement)
	p.line(3, "%s%s);", head, p.root(q.Cond).layout(12+len(head), 2))
}
