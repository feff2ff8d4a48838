package ir

import (
	"fmt"
	"regexp"
)

// Part makes a module a black box: in synthesis it is one instance of a vendor's
// part, or of any other circuit that comes from elsewhere. The module itself is
// the part's simulation model, and its ports are those that other modules see.
type Part struct {
	Name   string // Verilog name of the part
	Params []PartParam
	Clock  string // ports of the part for clock and reset, if the
	Reset  string // model has them
	// ResetLow: the reset acts when it is 0.
	ResetLow bool
	Conns    []PartConn
	// Source is the Verilog of the part: simulators get it, too, and not the model. Nil: it is a vendor's.
	Source *Source
	Pos    Pos
}

// Source is Verilog that is not made from a netlist.
type Source struct {
	Files   []string // paths
	Include []string // folders of what they include
	Defines []PartParam
	// Begins: the part has no reset and begins with the first values that its Verilog gives. While the
	// design is in reset its clock stands still, which is for simulation only.
	Begins bool
}

// PartParam is a parameter of a part; Value is Verilog: 18, 64'hff, -2.5e-07, "NOREG".
type PartParam struct{ Name, Value string }

// PartConn joins a port of the part to Sig, a port of the module, or to the
// constant Tied.
type PartConn struct {
	Port string
	Sig  *Signal
	Tied *Node
}

// part checks what a black box stands for. It comes after the check of constants.
func (v *verifier) part(m *Module) error {
	if m.Part == nil {
		return nil
	}
	for _, q := range m.Part.Params {
		if !verilogValue.MatchString(q.Value) {
			return fmt.Errorf("part %s: parameter %s has the value %s, which is no number, word or string of Verilog",
				m.Part.Name, q.Name, q.Value)
		}
	}
	if s := m.Part.Source; s != nil && len(s.Files) == 0 {
		return fmt.Errorf("part %s: its Verilog is no file", m.Part.Name)
	}
	joined := map[*Signal]bool{}
	for _, c := range m.Part.Conns {
		switch {
		case (c.Sig == nil) == (c.Tied == nil):
			return fmt.Errorf("part %s: port %s has not one value", m.Part.Name, c.Port)
		case c.Sig != nil && m.Port(c.Sig.Name) != c.Sig:
			return fmt.Errorf("part %s: port %s is joined to %s, which is no port", m.Part.Name, c.Port, c.Sig.Name)
		case c.Tied != nil && !v.constant(c.Tied):
			return fmt.Errorf("part %s: port %s is tied to no constant", m.Part.Name, c.Port)
		}
		joined[c.Sig] = true
	}
	for _, p := range m.Ports {
		if !joined[p] {
			return fmt.Errorf("part %s: port %s of the module is not joined", m.Part.Name, p.Name)
		}
	}
	return nil
}

// verilogValue is a number, sized or not, a real number, one word, or a string with the
// escapes of Verilog.
var verilogValue = regexp.MustCompile(
	`^(-?[0-9]+('s?[bdh][0-9a-f]+|(\.[0-9]+)?(e[-+]?[0-9]+)?)|[A-Za-z_][A-Za-z0-9_$]*|"([ !#-\[\]-~]|\\[nt"\\]|\\[0-3][0-7][0-7])*")$`)

func (p *printer) part(x *Part) {
	if x == nil {
		return
	}
	p.at(x.Pos, "part %s", x.Name)
	p.level++
	for _, q := range x.Params {
		p.line("param %s = %s", q.Name, q.Value)
	}
	if x.Clock != "" {
		p.line("clock %s", x.Clock)
	}
	if x.Reset != "" {
		p.line("reset %s%s", x.Reset, flag(x.ResetLow, " low"))
	}
	p.source(x.Source)
	for _, c := range x.Conns {
		if c.Sig != nil {
			p.line("%s <-> %s", c.Port, c.Sig.Name)
		} else {
			p.line("%s <- %s", c.Port, p.expr(c.Tied))
		}
	}
	p.level--
}

func (p *printer) source(s *Source) {
	if s == nil {
		return
	}
	for _, path := range s.Files {
		p.line("file %q", path)
	}
	for _, path := range s.Include {
		p.line("include %q", path)
	}
	for _, d := range s.Defines {
		p.line("define %s%s", d.Name, flag(d.Value != "", " = "+d.Value))
	}
	if s.Begins {
		p.line("begins")
	}
}
