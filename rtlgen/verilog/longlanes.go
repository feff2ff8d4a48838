package verilog

import "culprit.example/culprit/rtlgen/ir"

// longProcess is the number of assignments above which a loop of one assignment is
// written as a generate loop. Yosys inlines all calls of functions into the process
// that makes them, and reads a process in time quadratic in its assignments: the
// crossbar of 128 ports, 16384 assignments, takes minutes.
const longProcess = 4096

// longLanes reports whether a body of combinational logic is a loop with one
// assignment, to the lane of its index, that calls functions of many assignments.
func longLanes(body []ir.Stmt) bool {
	if len(body) != 1 {
		return false
	}
	l, ok := body[0].(*ir.Loop)
	if !ok || len(l.Body) != 1 {
		return false
	}
	a, ok := l.Body[0].(*ir.Assign)
	if !ok || a.Sig == nil || a.Index == nil || a.Index.Op != ir.OpLoopVar || a.Index.Loop.Var != l.Var {
		return false
	}
	if l.N*a.Value.Width != a.Sig.Width {
		return false
	}
	steps := 0
	ir.WalkNodes(a.Value, map[*ir.Node]bool{}, func(n *ir.Node) { steps += assignmentsOf(n) })
	return l.N*steps > longProcess
}

// assignmentsOf is the number of assignments of the loop in the function that
// computes n.
func assignmentsOf(n *ir.Node) int {
	switch n.Op {
	case ir.OpOneHotMux, ir.OpPopCount:
		return n.Args[0].Width
	case ir.OpTranspose:
		return n.Width
	}
	return 0
}

// generateLanes writes a body of which longLanes holds: one continuous assignment
// for each lane.
func (p *printer) generateLanes(b *block) {
	l := b.body[0].(*ir.Loop)
	a := l.Body[0].(*ir.Assign)
	p.guarded(guardOf(b.verificationOnly), func() {
		name := b.sig.Name
		p.generating, p.generated = a.Index.Loop, p.names.claim(name+"_i", name+"_index")
		w := &writer{p: p}
		target, _ := w.target(a)
		head := "assign " + target + " = "
		p.line(1, "genvar %s;", p.generated)
		p.line(1, "generate")
		p.line(2, "for (%[1]s = 0; %[1]s < %[2]d; %[1]s = %[1]s + 1) begin : %[3]s", p.generated, l.N,
			p.names.claim(name+"_of", name+"_lanes"))
		p.line(3, "%s%s;", head, p.text(a.Value, 12+len(head), 1))
		p.line(2, "end")
		p.line(1, "endgenerate")
		p.generating = nil
	})
}
