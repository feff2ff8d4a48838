package verilog

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"culprit.example/culprit/rtlgen/ir"
	"culprit.example/culprit/rtlgen/ir/analysis"
)

// unrollLimit is the number of iterations up to which Verilator unrolls a loop;
// it accepts nonblocking assignments to arrays in unrolled loops only.
const unrollLimit = 64

// alignLimit is the longest name that other lines are aligned with.
const alignLimit = 24

// writer writes the statements of one block.
type writer struct {
	p     *printer
	op    string // "=" or "<="
	loops []string
}

// assigns writes the assign statements, those of verification-only wires last.
func (p *printer) assigns() {
	var lines [2][]assignment // logic, and verification-only
	for _, c := range p.plan.continuous {
		i := 0
		if c.sig.VerificationOnly {
			i = 1
		}
		for _, a := range c.parts {
			lines[i] = append(lines[i], assignment{bitsOf(c.sig.Name, c.sig.Width, a.Lo, a.Value.Width), a.Value})
		}
	}
	if len(lines[0]) > 0 {
		p.blank()
		p.assignLines(lines[0])
	}
	if len(lines[1]) > 0 {
		p.guarded(ifChecks, func() { p.assignLines(lines[1]) })
	}
}

type assignment struct {
	target string
	value  *ir.Node
}

// assignLines writes assign statements. Neighbours that fit on one line each
// have their = aligned.
func (p *printer) assignLines(as []assignment) {
	const overhead = 4 + len("assign ") + len(" = ") + len(";")
	fits := func(a assignment, width int) bool {
		return overhead+width+len(p.text(a.value, -unlimited, 0)) <= maxColumn
	}
	for len(as) > 0 {
		width, run := len(as[0].target), 0
		for _, a := range as {
			w := max(width, len(a.target))
			if w > alignLimit || !fits(a, w) {
				break
			}
			width = w
			run++
		}
		if run == 0 {
			width, run = len(as[0].target), 1
		}
		for _, a := range as[:run] {
			head := fmt.Sprintf("assign %-*s = ", width, a.target)
			p.line(1, "%s%s;", head, p.text(a.value, 4+len(head), 1))
		}
		as = as[run:]
	}
}

// combinational writes one always @* per conditionally assigned wire or output.
func (p *printer) combinational() {
	for _, b := range p.plan.comb {
		if longLanes(b.body) {
			p.generateLanes(b)
			continue
		}
		p.guarded(guardOf(b.verificationOnly), func() {
			p.inComb, p.inVerificationOnly = true, b.verificationOnly
			w := &writer{p: p, op: "="}
			body := p.section(func() { w.stmts(2, b.body) })
			p.inComb, p.inVerificationOnly = false, false
			p.openAlways("@*", b.sig.Name, w.loops)
			p.out.WriteString(body)
			p.line(1, "end")
		})
	}
}

// guard is who sees a part of the text; what one of them sees, those above it do
// not need.
type guard int

// The guards, in the order in which fewer see the text.
const (
	noGuard  guard = iota // every tool
	ifChecks              // simulators with assertions, and formal tools
	ifFormal              // formal tools
)

var guards = []guard{noGuard, ifChecks, ifFormal}

func guardOf(verificationOnly bool) guard {
	if verificationOnly {
		return ifChecks
	}
	return noGuard
}

// guarded runs f and puts the directives of the guard around what it writes.
func (p *printer) guarded(g guard, f func()) {
	p.blank()
	saved := p.guard
	p.guard = max(g, saved)
	switch g {
	case ifChecks:
		p.checksUsed = true
		p.directive("ifdef %s", checksMacro)
	case ifFormal:
		p.directive("ifdef %s", FormalMacro)
	}
	f()
	p.guard = saved
	if g != noGuard {
		p.directive("endif")
	}
}

// openAlways opens an always block with the integers of its loops as locals.
func (p *printer) openAlways(event, about string, loops []string) {
	if len(loops) == 0 {
		p.line(1, "always %s begin", event)
		return
	}
	p.line(1, "always %s begin : %s", event, p.names.claim("update_"+about, about+"_update"))
	for _, v := range loops {
		p.line(2, "integer %s;", v)
	}
}

// clockPort is the port of a clock; "" is the implicit one.
func clockPort(clock string) string { return cmp.Or(clock, ClockName) }

// ResetOf is the port of the reset of a clock: for wr_clk it is wr_rst or wr_rst_n. "" is the implicit clock.
func (o Options) ResetOf(clock string) string {
	return strings.TrimSuffix(clock, ir.ClockSuffix) + o.ResetName()
}

// clockEdge is the event of a clock, and of its reset if that acts at once.
func (p *printer) clockEdge(clock string) string {
	edge := "@(posedge " + clockPort(clock)
	switch {
	case !p.o.AsyncReset:
		return edge + ")"
	case p.o.ResetActiveLow:
		return edge + " or negedge " + p.o.ResetOf(clock) + ")"
	}
	return edge + " or posedge " + p.o.ResetOf(clock) + ")"
}

// inReset is the condition of a clock being in reset, outOfReset its complement.
func (p *printer) inReset(clock string) string {
	if p.o.ResetActiveLow {
		return "!" + p.o.ResetOf(clock)
	}
	return p.o.ResetOf(clock)
}

func (p *printer) outOfReset(clock string) string {
	if p.o.ResetActiveLow {
		return p.o.ResetOf(clock)
	}
	return "!" + p.o.ResetOf(clock)
}

// clocked writes one always block per group of registers.
func (p *printer) clocked() {
	for _, b := range p.plan.seq {
		p.guarded(guardOf(b.verificationOnly), func() {
			w := &writer{p: p, op: "<="}
			event := p.clockEdge(b.clock)
			body := p.section(func() {
				if b.noReset {
					event = "@(posedge " + clockPort(b.clock) + ")"
					w.stmts(2, b.body)
					return
				}
				p.line(2, "if (%s) begin", p.inReset(b.clock))
				w.reset(3, b)
				w.afterReset(b.body)
			})
			var about string
			if len(b.arrs) > 0 {
				about = b.arrs[0].Name
			} else {
				about = b.regs[0].Name
			}
			p.openAlways(event, about, w.loops)
			p.out.WriteString(body)
			p.line(1, "end")
		})
	}
}

// afterReset continues the if of the reset: with else if, if the body is a single
// if.
func (w *writer) afterReset(body []ir.Stmt) {
	if len(body) == 1 {
		if s, ok := body[0].(*ir.If); ok && len(s.Then) > 0 && !analysis.IsLongChain(s) {
			w.ifChain(2, "end else if (", s)
			return
		}
	}
	if len(body) > 0 {
		w.p.line(2, "end else begin")
		w.stmts(3, body)
	}
	w.p.line(2, "end")
}

func (w *writer) stmts(indent int, body []ir.Stmt) {
	for _, s := range body {
		switch s := s.(type) {
		case *ir.Assign:
			w.assign(indent, s)
		case *ir.If:
			w.ifChain(indent, "if (", s)
		case *ir.Switch:
			w.switchCase(indent, s)
		case *ir.Loop:
			w.loop(indent, s)
		}
	}
}

// ifChain writes an if with its else-ifs; open is what the first line starts with.
func (w *writer) ifChain(indent int, open string, s *ir.If) {
	p := w.p
	if analysis.IsLongChain(s) {
		w.longChain(indent, s)
		return
	}
	if len(s.Then) == 0 {
		// Pruning has left only the else branch of the designer's if: invert the
		// condition.
		head := strings.TrimSuffix(open, "(") + "("
		cond := unary("!", p.expr(s.Cond, truth)).layout(4*indent+len(head), 8)
		if !w.short(indent, head+cond+") ", s.Else) {
			p.line(indent, "%s%s) begin", head, cond)
			w.stmts(indent+1, s.Else)
			p.line(indent, "end")
		}
		return
	}
	if len(s.Else) == 0 && open == "if (" &&
		w.short(indent, open+p.expr(s.Cond, truth).flat()+") ", s.Then) {
		return
	}
	p.line(indent, "%s%s) begin", open, p.text(s.Cond, 4*indent+len(open), 8))
	w.stmts(indent+1, s.Then)
	if next := analysis.ElseIf(s); next != nil {
		w.ifChain(indent, "end else if (", next)
		return
	}
	if len(s.Else) > 0 {
		p.line(indent, "end else begin")
		w.stmts(indent+1, s.Else)
	}
	p.line(indent, "end")
}

// longChain writes an else-if chain as a case of its conditions: tools read one else
// inside the other, and no longer one after many others.
func (w *writer) longChain(indent int, s *ir.If) {
	p := w.p
	p.line(indent, "case (1'b1) // the first condition that holds")
	for {
		w.branch(indent+1, p.text(s.Cond, 4*indent+4, 8), s.Then)
		next := analysis.ElseIf(s)
		if next == nil {
			break
		}
		s = next
	}
	w.branch(indent+1, "default", s.Else)
	p.line(indent, "endcase")
}

func (w *writer) switchCase(indent int, s *ir.Switch) {
	p := w.p
	p.line(indent, "case (%s)", p.expr(s.Subject, plain).layout(4*indent+6, 1))
	for _, c := range s.Cases {
		var labels []*expr
		for i := range c.Values {
			labels = append(labels, p.caseLabel(c, i, s.Subject.Width))
		}
		w.branch(indent+1, list("", "", labels...).layout(4*indent+4, 8), c.Body)
	}
	w.branch(indent+1, "default", s.Default)
	p.line(indent, "endcase")
}

// short writes head and a body that is a single assignment, if both fit one line, and reports whether it did.
func (w *writer) short(indent int, head string, body []ir.Stmt) bool {
	if len(body) != 1 || strings.Contains(head, "\n") {
		return false
	}
	if _, single := body[0].(*ir.Assign); !single {
		return false
	}
	text := strings.TrimSpace(w.p.section(func() { w.stmts(0, body) }))
	if strings.Contains(text, "\n") || 4*indent+len(head)+len(text) > maxColumn {
		return false
	}
	w.p.line(indent, "%s%s", head, text)
	return true
}

// branch writes a case branch, on one line if it is a single short assignment.
func (w *writer) branch(indent int, label string, body []ir.Stmt) {
	if len(body) == 0 {
		w.p.line(indent, "%s: ;", label)
		return
	}
	if w.short(indent, label+": ", body) {
		return
	}
	w.p.line(indent, "%s: begin", label)
	w.stmts(indent+1, body)
	w.p.line(indent, "end")
}

// loop writes a for loop. A loop over an array that is longer than Verilator
// unrolls is split into two nested loops that it does unroll.
func (w *writer) loop(indent int, l *ir.Loop) {
	end := w.openLoop(indent, l.Var, l.N, w.op == "<=" && assignsArray(l.Body))
	w.p.out.WriteString(" begin\n")
	w.stmts(end+1, l.Body)
	w.p.line(end, "end")
}

func assignsArray(body []ir.Stmt) bool {
	found := false
	ir.WalkStmts(body, func(s ir.Stmt) {
		if a, ok := s.(*ir.Assign); ok && a.Arr != nil {
			found = true
		}
	})
	return found
}

// openLoop writes the head of a for loop without the end of the line, and returns
// the indentation of the line.
func (w *writer) openLoop(indent int, v string, n int, overArray bool) int {
	w.integer(v)
	p := w.p
	if !overArray || n <= unrollLimit {
		p.out.WriteString(strings.Repeat("    ", indent))
		fmt.Fprintf(p.out, "for (%s = 0; %s < %d; %s = %s + 1)", v, v, n, v, v)
		return indent
	}
	base := p.names.free(v+"_base", v+"_first")
	w.integer(base)
	step := unrollLimit
	for n%step != 0 && step > unrollLimit/2 {
		step--
	}
	guard := ""
	if n%step != 0 {
		step = unrollLimit
		guard = fmt.Sprintf(" && %s < %d", v, n)
	}
	p.line(indent, "for (%s = 0; %s < %d; %s = %s + %d)", base, base, n, base, base, step)
	p.out.WriteString(strings.Repeat("    ", indent+1))
	fmt.Fprintf(p.out, "for (%s = %s; %s < %s + %d%s; %s = %s + 1)", v, base, v, base, step, guard, v, v)
	return indent + 1
}

func (w *writer) integer(name string) {
	if !slices.Contains(w.loops, name) {
		w.loops = append(w.loops, name)
	}
}

// assign writes one assignment, under a condition if its index can be out of
// range.
func (w *writer) assign(indent int, a *ir.Assign) {
	if a.Arr == nil && a.Index != nil && needsSpacing(a.Value.Width, a.Sig.Width/a.Value.Width, a.Index) {
		w.assignLane(indent, a)
		return
	}
	target, guard := w.target(a)
	if guard != nil {
		w.p.line(indent, "if (%s) begin", guard.layout(4*indent+4, 8))
		indent++
	}
	head := target + " " + w.op + " "
	w.p.line(indent, "%s%s;", head, w.p.text(a.Value, 4*indent+len(head), 1))
	if guard != nil {
		w.p.line(indent-1, "end")
	}
}

// target is the left-hand side of an assignment and the condition under which its
// index is in range. A constant index always is, see analysis.Prune.
func (w *writer) target(a *ir.Assign) (string, *expr) {
	p, width := w.p, a.Value.Width
	switch {
	case a.Arr != nil:
		index := p.index(a.Index, a.Arr.Depth).layout(0, -unlimited)
		return a.Arr.Name + "[" + index + "]", p.within(a.Index, a.Arr.Depth)
	case a.Index == nil:
		return bitsOf(a.Sig.Name, a.Sig.Width, a.Lo, width), nil
	}
	lanes := a.Sig.Width / width
	if isConst(a.Index) {
		return bitsOf(a.Sig.Name, a.Sig.Width, int(a.Index.Const.Int64())*width, width), nil
	}
	return p.laneSelect(a.Sig.Name, a.Sig.Width, width, a.Index).flat(), p.within(a.Index, lanes)
}

// assignLane writes an assignment to a lane whose width is no power of two, at a
// variable index: a decoder, where the index of a bit would take a multiplier.
func (w *writer) assignLane(indent int, a *ir.Assign) {
	p, width := w.p, a.Value.Width
	lanes := a.Sig.Width / width
	if bits := a.Index.Width; bits < 31 {
		lanes = min(lanes, 1<<bits)
	}
	n := p.names.free(a.Sig.Name+"_lane", a.Sig.Name+"_lane_number")
	end := w.openLoop(indent, n, lanes, false)
	p.out.WriteString("\n")
	number := p.loopVar(n, 0, a.Index.Width)
	p.line(end+1, "if (%s) begin", binary("==", p.expr(a.Index, plain), number).layout(4*(end+1)+4, 8))
	head := fmt.Sprintf("%s[%s*%d +: %d] %s ", a.Sig.Name, n, width, width, w.op)
	p.line(end+2, "%s%s;", head, p.text(a.Value, 4*(end+2)+len(head), 1))
	p.line(end+1, "end")
}

func isBelow(n *ir.Node, limit int) bool {
	return n.Const.IsInt64() && n.Const.Int64() < int64(limit)
}
