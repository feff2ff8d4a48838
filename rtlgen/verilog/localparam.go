package verilog

import (
	"fmt"
	"math/big"
	"strings"

	"culprit.example/culprit/rtlgen/ir"
)

// constant is a constant: its name if it has one.
func (p *printer) constant(n *ir.Node) *expr {
	if n.Named != nil {
		return p.label(n.Named)
	}
	return atom(constant(n.Const, n.Width))
}

// label is the name of a constant; using it declares it.
func (p *printer) label(c *ir.Constant) *expr {
	if g, used := p.constants[c]; !used || p.guard < g {
		p.constants[c] = p.guard
	}
	return atom(c.Label())
}

// caseLabel is value i of a branch.
func (p *printer) caseLabel(k ir.Case, i, width int) *expr {
	if c := k.Label(i); c != nil && c.Width == width {
		return p.label(c)
	}
	return atom(constant(k.Values[i], width))
}

// resetValue is what a register has in reset.
func (p *printer) resetValue(s *ir.Signal) string {
	value := p.o.resetValue(s)
	if s.Enum != nil {
		if c := s.Enum.Labelled(value); c != nil {
			return p.label(c).text
		}
	}
	return constant(value, s.Width)
}

// localparams declares the named constants that are used.
func (p *printer) localparams() {
	for _, g := range guards {
		if rows := p.constantRows(g); len(rows) > 0 {
			p.guarded(g, func() { p.table(rows, ";", ";") })
		}
	}
}

func (p *printer) constantRows(within guard) []row {
	var rows []row
	width := 0
	for _, c := range p.m.Constants {
		if g, used := p.constants[c]; used && g == within {
			width = max(width, len(c.Label()))
		}
	}
	for _, c := range p.m.Constants {
		if g, used := p.constants[c]; used && g == within {
			pos := c.Pos
			if c.Enum != nil && c != c.Enum.Values[0] {
				pos = ir.Pos{} // one line declares them all
			}
			rows = append(rows, row{"localparam", vector(c.Width),
				fmt.Sprintf("%-*s = %s", width, c.Label(), constant(c.Value, c.Width)), c.Doc, pos, ""})
		}
	}
	return rows
}

// indexLabel is a named constant as an index into depth elements, if the index
// has exactly its width.
func (p *printer) indexLabel(n *ir.Node, depth int) (*expr, bool) {
	if n.Named == nil || n.Width != addressBits(depth) || n.Const.Cmp(big.NewInt(int64(depth))) >= 0 {
		return nil, false
	}
	return p.label(n.Named), true
}

// manifestConstant is a named constant; the value is decimal, however wide it is.
type manifestConstant struct {
	Name    string `json:"name"`
	Verilog string `json:"verilog"`
	Width   int    `json:"width,omitempty"` // missing for a value of an enumeration, which has its width
	Value   string `json:"value"`
}

// manifestEnum is an enumeration: what its ports and registers hold.
type manifestEnum struct {
	Name   string             `json:"name"`
	Width  int                `json:"width"`
	Values []manifestConstant `json:"values"`
}

func manifestConstants(m *ir.Module) (constants []manifestConstant, enums []manifestEnum) {
	for _, c := range m.Constants {
		if c.Enum == nil {
			constants = append(constants, manifestConstant{c.Name, c.Label(), c.Width, c.Value.String()})
		}
	}
	for _, e := range m.Enums {
		row := manifestEnum{Name: e.Name, Width: e.Width}
		for _, c := range e.Values {
			row.Values = append(row.Values, manifestConstant{strings.TrimPrefix(c.Name, e.Name+"_"), c.Label(), 0,
				c.Value.String()})
		}
		enums = append(enums, row)
	}
	return constants, enums
}

func enumName(s *ir.Signal) string {
	if s.Enum == nil {
		return ""
	}
	return s.Enum.Name
}
