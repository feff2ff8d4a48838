package verilog

import (
	"strings"

	"culprit.example/culprit/rtlgen/ir"
)

// header writes everything up to the end of the port list.
func (p *printer) header() {
	p.opening()
	if p.checksUsed || p.m.HasVerificationOnly() {
		p.checksPrelude()
	}
	p.blank()
	p.moduleAndPorts()
}

// moduleAndPorts opens the module.
func (p *printer) moduleAndPorts() {
	rows, groups := p.portRows()
	if len(rows) == 0 {
		p.line(0, "module %s;", p.o.ModuleName(p.m))
		return
	}
	p.line(0, "module %s (", p.o.ModuleName(p.m))
	p.groupedTable(rows, groups, ",", "")
	p.line(0, ");")
}

// opening is what stands in front of a module: comments and directives.
func (p *printer) opening() {
	p.headerComment()
	p.out.WriteString(p.o.stamp("//", p.known.hash))
	p.out.WriteString(p.o.timescale())
	p.directive("default_nettype none")
}

// closing is what stands after a module.
func (p *printer) closing() {
	p.blank()
	p.line(0, "endmodule")
	p.blank()
	p.directive("default_nettype wire")
}

// headerComment is "name: what it is.  param = value, ..." and the rest of the
// documentation below.
func (p *printer) headerComment() {
	doc := strings.Split(strings.TrimSpace(p.m.Doc), "\n")
	first := "// " + p.o.ModuleName(p.m)
	if doc[0] != "" {
		first += ": " + strings.TrimSpace(doc[0])
	}
	var params []string
	for _, q := range p.m.Params {
		params = append(params, q.Name+" = "+q.Value)
	}
	if len(params) > 0 {
		tail := "  " + strings.Join(params, ", ")
		if len(doc) == 1 && len(first)+len(tail) <= maxColumn {
			first += tail
		} else {
			doc = append(doc, "", strings.TrimSpace(tail))
		}
	}
	p.line(0, "%s", first)
	p.comment(0, doc[1:])
}

// comment writes lines of documentation.
func (p *printer) comment(indent int, lines []string) {
	for _, l := range lines {
		p.line(indent, "%s", strings.TrimRight("// "+strings.TrimRight(l, " \t"), " "))
	}
}

func (p *printer) doc(indent int, text string) {
	if text = strings.TrimSpace(text); text != "" {
		p.comment(indent, strings.Split(text, "\n"))
	}
}

// portRows are clock, reset and the ports in the order of declaration, and the
// group of each.
func (p *printer) portRows() (rows []row, groups []string) {
	if p.known.clock {
		rows = append(rows, row{kind: "input  wire", name: ClockName, doc: "rising edge"})
	}
	if p.known.reset {
		rows = append(rows, row{kind: "input  wire", name: p.o.ResetName(), doc: p.o.resetStyle()})
	}
	for range rows {
		groups = append(groups, "")
	}
	userRows, userGroups := p.userPorts()
	return append(rows, userRows...), append(groups, userGroups...)
}

// userPorts are the ports but clock and reset.
func (p *printer) userPorts() (rows []row, groups []string) {
	for _, s := range p.m.Ports {
		r := row{kind: "input  wire", rng: vector(s.Width), name: s.Name, doc: s.Doc}
		if s.Kind == ir.Output {
			r.kind, r.pos = "output wire", p.drivenAt(s)
			if p.plan.isReg[s] {
				r.kind = "output reg"
			}
		}
		rows, groups = append(rows, r), append(groups, s.Group)
		if s.IsClock && p.known.resets[s.Name] {
			rows = append(rows, row{kind: "input  wire", name: p.o.ResetOf(s.Name), doc: p.o.resetStyle() + ", of " + s.Name})
			groups = append(groups, s.Group)
		}
	}
	return rows, groups
}

// drivenAt is where the Go code first assigns an output; of split lanes, which a bundle of
// them drives, where it assigns the bundle. The ports of a struct are all declared in one
// line, which would say nothing.
func (p *printer) drivenAt(output *ir.Signal) ir.Pos {
	a := p.firstAssign(output)
	if a == nil {
		return output.Pos // a black box
	}
	if of := a.Value; of.Op == ir.OpSlice || of.Op == ir.OpSignal {
		for of.Op == ir.OpSlice {
			of = of.Args[0]
		}
		if of.Op == ir.OpSignal && of.Sig.Kind == ir.Wire && of.Sig.Pos == output.Pos && a.Pos == output.Pos {
			if b := p.firstAssign(of.Sig); b != nil {
				return b.Pos
			}
		}
	}
	return a.Pos
}

func (p *printer) firstAssign(s *ir.Signal) *ir.Assign {
	var first *ir.Assign
	ir.WalkAssigns(p.plan.trees[s], func(a *ir.Assign, _ *ir.Context) {
		if first == nil && a.Sig == s {
			first = a
		}
	})
	return first
}
