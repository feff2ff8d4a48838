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

// named checks the named constants and the enumerations.
func (v *verifier) named(m *Module) error {
	var ofEnums []*Constant
	for _, c := range m.Constants {
		if c.Width < 1 || c.Value == nil || c.Value.Sign() < 0 || c.Value.BitLen() > c.Width {
			return fmt.Errorf("constant %s: bad width or value", c.Name)
		}
		v.constants[c] = true
		if c.Enum != nil {
			ofEnums = append(ofEnums, c)
		}
	}
	names := map[string]bool{}
	for _, e := range m.Enums {
		if names[e.Name] || len(e.Values) == 0 {
			return fmt.Errorf("enumeration %s: there is another one, or it has no values", e.Name)
		}
		names[e.Name], v.enums[e] = true, true
		for _, c := range e.Values {
			if c.Enum != e || c.Width != e.Width {
				return fmt.Errorf("enumeration %s: value %s does not belong to it", e.Name, c.Name)
			}
			if len(ofEnums) == 0 || ofEnums[0] != c {
				return fmt.Errorf("enumeration %s: value %s is not among the module's constants, in order", e.Name, c.Name)
			}
			ofEnums = ofEnums[1:]
		}
	}
	if len(ofEnums) > 0 {
		return fmt.Errorf("constant %s: its enumeration is not that of the module", ofEnums[0].Name)
	}
	return nil
}

// labels checks that the names of a case's values name these values.
func (v *verifier) labels(k Case) error {
	for i, c := range k.Labels {
		if c != nil && (i >= len(k.Values) || !v.constants[c] || c.Value.Cmp(k.Values[i]) != 0) {
			return fmt.Errorf("%s: label %s does not name the value of its case", k.Pos, c.Name)
		}
	}
	return nil
}

// constants prints the named constants and enumerations of a module, an
// enumeration in the place of its first value.
func (p *printer) constants(m *Module) {
	for _, c := range m.Constants {
		switch {
		case c.Enum == nil:
			p.at(c.Pos, "constant %s %d = %s", c.Label(), c.Width, c.Value)
			p.doc(c.Doc)
		case c == c.Enum.Values[0]:
			p.enum(c.Enum)
		}
	}
}

func (p *printer) enum(e *Enum) {
	values := make([]string, len(e.Values))
	for i, c := range e.Values {
		values[i] = fmt.Sprintf("%s = %s", c.Label(), c.Value)
	}
	p.at(e.Pos, "enum %s %d: %s", e.Name, e.Width, strings.Join(values, ", "))
	p.doc(e.Doc)
}

// ofEnum is the clause of a declaration that names its enumeration.
func ofEnum(e *Enum) string {
	if e == nil {
		return ""
	}
	return " enum " + e.Name
}
