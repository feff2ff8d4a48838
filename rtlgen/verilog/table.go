package verilog

import (
	"fmt"
	"strings"

	"culprit.example/culprit/rtlgen/ir"
)

// row is one aligned declaration: kind, range, name, then a comment with its
// meaning and its position.
type row struct {
	kind, rng, name string
	doc             string
	pos             ir.Pos // its zero value: not shown
	attributes      string // on a line of their own above
}

// table writes rows with aligned names and comments. sep follows each row, end
// the last one.
func (p *printer) table(rows []row, sep, end string) {
	p.groupedTable(rows, make([]string, len(rows)), sep, end)
}

// groupedTable is table with a blank line and a heading in front of each group,
// and a blank line where a row without a group follows one with a group.
func (p *printer) groupedTable(rows []row, groups []string, sep, end string) {
	code := codeColumns(rows, sep, end)
	width := 0
	for _, c := range code {
		width = max(width, len(c))
	}
	group := ""
	for i, r := range rows {
		if groups[i] != group {
			if i > 0 {
				p.blank()
			}
			group = groups[i]
			p.comment(1, wrap(group, maxColumn-len("    // ")))
		}
		if r.attributes != "" {
			p.line(1, "(* %s *)", r.attributes)
		}
		p.row(code[i], width, p.rowComment(r))
	}
}

// codeColumns are the declarations without their comments.
func codeColumns(rows []row, sep, end string) []string {
	kindWidth, rangeWidth := 0, 0
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
	}
	return code
}

// minComment is the least room for a comment after a declaration; with less the
// comment stands above.
const minComment = 32

// row writes one declaration. A comment that is too long for its line goes on
// below, in its column.
func (p *printer) row(code string, width int, comment string) {
	room := maxColumn - len("    ") - width - len("  // ")
	if room < minComment {
		p.comment(1, wrap(comment, maxColumn-len("    // ")))
		comment = ""
	}
	lines := wrap(comment, room)
	if len(lines) == 0 {
		p.line(1, "%s", code)
		return
	}
	for i, l := range lines {
		if i > 0 {
			code = ""
		}
		p.line(1, "%-*s  // %s", width, code, l)
	}
}

// rowComment is what a declaration means, and its line in the Go code.
func (p *printer) rowComment(r row) string {
	doc := strings.TrimSpace(r.doc)
	if r.pos.File == "" || !p.o.Positions {
		return doc
	}
	if doc == "" {
		return r.pos.String()
	}
	return doc + " (" + r.pos.String() + ")"
}

// wrap breaks text between words into lines of at most width columns, and keeps
// its own line breaks. A longer word is not broken.
func wrap(text string, width int) []string {
	var lines []string
	for _, paragraph := range strings.Split(strings.TrimSpace(text), "\n") {
		line := ""
		for _, word := range strings.Fields(paragraph) {
			switch {
			case line == "":
				line = word
			case len(line)+1+len(word) <= width:
				line += " " + word
			default:
				lines = append(lines, line)
				line = word
			}
		}
		if line != "" {
			lines = append(lines, line)
		}
	}
	return lines
}
