package verilog

import (
	"fmt"
	"strings"

	"culprit.example/culprit/rtlgen/ir"
)

// declarations writes state first, then wires, then what only the checks need.
func (p *printer) declarations() {
	p.declare(p.stateRows(false))
	p.declare(p.memoryRows())
	p.declare(p.wireRows(false))
	verificationOnly := append(p.stateRows(true), p.wireRows(true)...)
	if len(verificationOnly) > 0 {
		p.blank()
		p.directive("ifdef %s", checksMacro)
		p.table(verificationOnly, ";", ";")
		p.directive("endif")
	}
}

func (p *printer) declare(rows []row) {
	if len(rows) > 0 {
		p.blank()
		p.table(rows, ";", ";")
	}
}

func (p *printer) stateRows(verificationOnly bool) []row {
	var rows []row
	for _, a := range p.m.Arrays {
		if a.VerificationOnly == verificationOnly {
			rows = append(rows, row{"reg", vector(a.Width), fmt.Sprintf("%s [0:%d]", a.Name, a.Depth-1), a.Doc, a.Pos,
				p.arrayAttributes(a)})
		}
	}
	for _, s := range p.m.Signals {
		if s.Kind == ir.Reg && s.VerificationOnly == verificationOnly {
			rows = append(rows, row{"reg", vector(s.Width), s.Name, s.Doc, s.Pos, registerAttributes(s)})
		}
	}
	return rows
}

// registerAttributes have tools keep the registers of a synchronizer, close together and as registers: Vivado reads
// ASYNC_REG, Synplify syn_preserve and syn_srlstyle, Yosys keep.
func registerAttributes(s *ir.Signal) string {
	if s.Synchronizer {
		return `ASYNC_REG = "TRUE", syn_preserve = 1, syn_srlstyle = "registers", keep`
	}
	return ""
}

func (p *printer) memoryRows() []row {
	var rows []row
	for _, m := range p.m.Memories {
		if !m.ROM() { // a ROM is a function
			rows = append(rows, row{kind: "reg", rng: vector(m.Width), name: fmt.Sprintf("%s [0:%d]", m.Name, m.Depth-1),
				doc: m.Doc, pos: m.Pos,
				attributes: memoryAttributes(m)})
		}
		for _, r := range m.Reads {
			kind, doc, pos := "wire", "", ir.Pos{}
			if r.Sync {
				kind, doc, pos = "reg", "word of "+m.Name+" that was read last", r.Pos
			}
			rows = append(rows, row{kind, vector(m.Width), r.Name, doc, pos, ""})
		}
	}
	return rows
}

// wireRows are the wires that the designer declared, and those for instances.
func (p *printer) wireRows(verificationOnly bool) []row {
	var rows []row
	for _, s := range p.m.Signals {
		if s.Kind != ir.Wire || s.Unused || s.VerificationOnly != verificationOnly {
			continue
		}
		kind := "wire"
		if p.plan.isReg[s] {
			kind = "reg"
		}
		rows = append(rows, row{kind, vector(s.Width), s.Name, s.Doc, ir.Pos{}, ""})
	}
	if !verificationOnly {
		rows = append(rows, p.instanceRows()...)
	}
	return rows
}

// unusedWires declares the wires that take ignored values. ANDing them with 0
// keeps them out of synthesis.
func (p *printer) unusedWires() {
	first := true
	for _, s := range p.m.Signals {
		if !s.Unused {
			continue
		}
		if first {
			p.blank()
			first = false
		}
		all := concat(atom("1'b0"))
		for _, st := range p.plan.trees[s] {
			if a, ok := st.(*ir.Assign); ok {
				if v := p.expr(a.Value, plain); v.form == formList && v.open == "{" {
					all.args = append(all.args, v.args...)
				} else {
					all.args = append(all.args, v)
				}
			}
		}
		head := "wire " + s.Name + " = &"
		p.line(1, "%s%s;", head, all.layout(4+len(head), 1))
	}
}

// arrayTaps declares a wire for each array element that expressions read.
func (p *printer) arrayTaps() {
	var lines [2]strings.Builder // for the logic, for verification-only state
	for _, t := range p.taps {
		verificationOnly := len(t.used[0]) == 0
		lines[bit(verificationOnly)].WriteString(p.section(func() {
			p.line(1, "wire%s %s = %s[%s];", vector(t.arr.Width), t.name, t.arr.Name, t.index)
			if unread := missing(t.used[bit(verificationOnly)][t.name], t.arr.Width); len(unread) > 0 {
				p.unusedWire("unused_"+t.name, t.name, t.arr.Width, unread)
			}
		}))
	}
	for i := range lines {
		if text := lines[i].String(); text != "" {
			p.guarded(guardOf(i == 1), func() {
				p.line(1, "// An always @* block cannot watch an array: it reads these instead.")
				p.out.WriteString(text)
			})
		}
	}
}

// shortArray is the largest number of elements that a view lists one by one.
const shortArray = 16

// arrayViews declares the views that expressions read.
func (p *printer) arrayViews() {
	for _, a := range p.m.Arrays {
		if v := p.views[a]; v != nil {
			p.guarded(guardOf(!v.real), func() { p.arrayView(a, v.name) })
		}
	}
}

func (p *printer) arrayView(a *ir.Array, view string) {
	p.line(1, "// All of %s side by side, because an always @* block cannot watch an array.", a.Name)
	if a.Depth <= shortArray {
		all := concat()
		for i := a.Depth - 1; i >= 0; i-- {
			all.args = append(all.args, atom(fmt.Sprintf("%s[%d]", a.Name, i)))
		}
		head := fmt.Sprintf("wire%s %s = ", vector(a.Width*a.Depth), view)
		p.line(1, "%s%s;", head, all.layout(4+len(head), 1))
		return
	}
	g := p.names.claim(view+"_i", view+"_index")
	target := fmt.Sprintf("%s[%s*%d +: %d]", view, g, a.Width, a.Width)
	if a.Width == 1 {
		target = fmt.Sprintf("%s[%s]", view, g)
	}
	p.line(1, "wire%s %s;", vector(a.Width*a.Depth), view)
	p.line(1, "genvar %s;", g)
	p.line(1, "generate")
	p.line(2, "for (%s = 0; %s < %d; %s = %s + 1) begin : %s", g, g, a.Depth, g, g,
		p.names.claim(view+"_of", view+"_elements"))
	p.line(3, "assign %s = %s[%s];", target, a.Name, g)
	p.line(2, "end")
	p.line(1, "endgenerate")
}
