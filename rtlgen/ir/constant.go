package ir

import (
	"fmt"
	"math/big"
	"strings"
)

// Constant is a number with a name. A Node of OpConst refers to it in Named, a
// Case in Labels; its meaning there is its value.
type Constant struct {
	Name  string // lower_snake; of an enumeration's value: enumeration_value
	Width int
	Value *big.Int
	Enum  *Enum // the enumeration that it belongs to, nil if none
	Doc   string
	Pos   Pos
}

// Label is the name in upper case, as the netlist's text and the Verilog show it.
func (c *Constant) Label() string { return strings.ToUpper(c.Name) }

// Enum is a list of constants of one width, with values counting from 0.
type Enum struct {
	Name   string
	Width  int
	Values []*Constant
	Doc    string
	Pos    Pos
}

// Labelled returns the constant of that value, nil if the enumeration has none.
func (e *Enum) Labelled(v *big.Int) *Constant {
	for _, c := range e.Values {
		if c.Value.Cmp(v) == 0 {
			return c
		}
	}
	return nil
}

// Label is the constant that names value i of the case, nil if it has no name.
func (c Case) Label(i int) *Constant {
	if i < len(c.Labels) {
		return c.Labels[i]
	}
	return nil
}

func verifyConstants(m *Module) error {
	for _, c := range m.Constants {
		if c.Width < 1 || c.Value == nil || c.Value.Sign() < 0 || c.Value.BitLen() > c.Width {
			return fmt.Errorf("constant %s: bad width or value", c.Name)
		}
	}
	for _, e := range m.Enums {
		for _, c := range e.Values {
			if c.Enum != e || c.Width != e.Width {
				return fmt.Errorf("enumeration %s: value %s does not belong to it", e.Name, c.Name)
			}
		}
	}
	return nil
}

// verifyLabels checks that the names of a case's values name these values.
func verifyLabels(k Case) error {
	for i, c := range k.Labels {
		if c != nil && (i >= len(k.Values) || c.Value.Cmp(k.Values[i]) != 0) {
			return fmt.Errorf("%s: label %s does not name the value of its case", k.Pos, c.Name)
		}
	}
	return nil
}

// constants prints the named constants and enumerations of a module.
func (p *printer) constants(m *Module) {
	for _, c := range m.Constants {
		if c.Enum == nil {
			p.line("constant %s %d = %s", c.Label(), c.Width, c.Value)
		}
	}
	for _, e := range m.Enums {
		values := make([]string, len(e.Values))
		for i, c := range e.Values {
			values[i] = fmt.Sprintf("%s = %s", c.Label(), c.Value)
		}
		p.line("enum %s %d: %s", e.Name, e.Width, strings.Join(values, ", "))
	}
}

// ofEnum is the clause of a declaration that names its enumeration.
func ofEnum(e *Enum) string {
	if e == nil {
		return ""
	}
	return " enum " + e.Name
}
