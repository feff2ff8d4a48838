package verilog

import (
	"fmt"
	"strings"

	"culprit/rtlgen/ir"
)

// header writes everything up to the end of the port list.
func (p *printer) header() {
	p.headerComment()
	p.directive("default_nettype none")
	if p.hasGhosts() {
		p.checksPrelude()
	}
	p.blank()
	rows := p.portRows()
	if len(rows) == 0 {
		p.line(0, "module %s;", p.m.Name)
		return
	}
	p.line(0, "module %s (", p.m.Name)
	p.table(rows, ",", "")
	p.line(0, ");")
}

// headerComment is "name: what it is.  param = value, ..." and the rest of the
// documentation below.
func (p *printer) headerComment() {
	doc := strings.Split(strings.TrimSpace(p.m.Doc), "\n")
	first := "// " + p.m.Name
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

// row is one aligned declaration: kind, range, name, then a source comment.
type row struct {
	kind, rng, name string
	doc             string
	pos             ir.Pos // its zero value: no comment
}

func (p *printer) portRows() []row {
	var rows []row
	if p.m.NeedsClock() {
		rows = append(rows, row{kind: "input  wire", name: ClockName})
	}
	if p.m.NeedsReset() {
		rows = append(rows, row{kind: "input  wire", name: p.o.ResetName()})
	}
	for _, s := range p.m.Ports {
		r := row{kind: "input  wire", rng: vector(s.Width), name: s.Name, doc: s.Doc}
		if s.Kind == ir.Output {
			r.kind, r.pos = "output wire", s.Pos
			if p.plan.isReg[s] {
				r.kind = "output reg"
			}
		}
		rows = append(rows, r)
	}
	return rows
}

// table writes rows with aligned names and comments, each but the last one
// followed by sep, the last one by end.
func (p *printer) table(rows []row, sep, end string) {
	kindWidth, rangeWidth, codeWidth := 0, 0, 0
	for _, r := range rows {
		kindWidth = max(kindWidth, len(r.kind))
		rangeWidth = max(rangeWidth, len(r.rng))
	}
	code := make([]string, len(rows))
	for i, r := range rows {
		s := sep
		if i == len(rows)-1 {
			s = end
		}
		code[i] = fmt.Sprintf("%-*s%-*s %s%s", kindWidth, r.kind, rangeWidth, r.rng, r.name, s)
		codeWidth = max(codeWidth, len(code[i]))
	}
	for i, r := range rows {
		note := p.rowComment(r, codeWidth)
		if note == "" {
			p.line(1, "%s", code[i])
			continue
		}
		p.line(1, "%-*s  // %s", codeWidth, code[i], note)
	}
}

// rowComment is what stands behind a declaration: what it is, and its line in the
// Go code. A long text goes above the declaration.
func (p *printer) rowComment(r row, codeWidth int) string {
	pos := ""
	if r.pos.File != "" && p.o.Positions {
		pos = r.pos.String()
	}
	if r.doc != "" && (strings.Contains(r.doc, "\n") || 4+codeWidth+5+len(r.doc) > maxColumn) {
		p.doc(1, r.doc)
		return pos
	}
	switch {
	case r.doc == "":
		return pos
	case pos == "":
		return r.doc
	}
	return r.doc + " (" + pos + ")"
}
