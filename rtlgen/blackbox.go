package rtlgen

import (
	"regexp"

	"culprit.example/culprit/rtlgen/ir"
	"culprit.example/culprit/rtlgen/ir/reserved"
)

// Part is the vendor's part, or any other circuit from outside, that a module
// stands for.
type Part struct {
	m  *Module
	ir *ir.Part
}

// partRule is the form of a Verilog name; vendors use upper and lower case.
var partRule = regexp.MustCompile(`^[A-Za-z_][A-Za-z0-9_$]*$`)

// BlackBox makes the module stand for the part of that Verilog name. What the
// module describes is the part's simulation model: the built-in engines run it,
// and it is emitted to a file of its own that only simulators are given. For
// synthesis, the module is a shell around one instance of the part.
//
//	m := rtlgen.NewModule("block_ram")
//	addr := m.Input("addr", 10)
//	... the model ...
//	part := m.BlackBox("DP16KD")
//	part.Set("DATA_WIDTH_A", 18)
//	part.Clock("CLKA")
//	part.Connect("ADA", addr)
//	part.Connect("OCEA", m.Const(1, 1))
//
// Ports that are not mentioned, clock and reset among them, have the same name on
// the part.
func (m *Module) BlackBox(part string) Part {
	x := &ir.Part{Name: part, Pos: here()}
	if m.sealed("part " + part) {
		return Part{m, x}
	}
	m.partName("part", part)
	if m.ir.Part != nil {
		m.report(CodeDuplicate, []Related{{m.ir.Part.Pos, "the first part"}}, "the module stands for part %s already",
			m.ir.Part.Name)
		return Part{m, x}
	}
	m.ir.Part = x
	return Part{m, x}
}

// partName reports a name that is illegal in Verilog.
func (m *Module) partName(kind, name string) {
	switch {
	case !partRule.MatchString(name):
		m.report(CodeName, nil, "%s name %q is not a Verilog name (a letter or _, then letters, digits, _, $)", kind, name)
	case reserved.Keyword(name):
		m.report(CodeKeyword, nil, "%s name %q is a keyword of Verilog or SystemVerilog: no part can have it", kind, name)
	}
}

// sealed reports a call after Elaborate.
func (p Part) sealed() bool { return p.m.sealed("a call for part " + p.ir.Name) }

// Set gives a parameter of the part a value:
//
//   - a Go integer of any type or size. From 31 bits on the literal has a size, the next
//     multiple of 32 bits; a negative number is signed.
//   - a constant (Const, Constant, a value of an Enum), which keeps its width: the way to
//     say the width of a vector, as in Set("INIT", m.Const(64, init)).
//   - a bool, which is 0 or 1.
//   - a float64 or float32, which must be finite. Yosys has no real numbers and hands
//     them to the part as a string.
//   - a string, which is a string in Verilog, too, byte by byte; it has no byte 0.
func (p Part) Set(param string, value any) {
	if p.sealed() {
		return
	}
	p.m.partName("parameter", param)
	if v, ok := value.(Signal); ok && p.m.own(ValueOf(v), 1).bad() {
		return
	}
	text, problem := literal(value)
	if problem != "" {
		p.m.report(CodeOperand, nil, "parameter %s of part %s %s", param, p.ir.Name, problem)
		return
	}
	for _, q := range p.ir.Params {
		if q.Name == param {
			p.m.report(CodeDuplicate, nil, "parameter %s of part %s is set twice", param, p.ir.Name)
			return
		}
	}
	p.ir.Params = append(p.ir.Params, ir.PartParam{Name: param, Value: text})
}

// Clock names the part's port for the clock.
func (p Part) Clock(port string) {
	if p.sealed() {
		return
	}
	p.m.partName("port", port)
	p.ir.Clock = port
}

// Reset names the part's port for the reset, which is active high.
func (p Part) Reset(port string) {
	if p.sealed() {
		return
	}
	p.m.partName("port", port)
	p.ir.Reset = port
}

// Connect joins a port of the part to x: a port of the module (the value of an
// Input, or an OutputVar), or a constant, to which an input of the part is tied.
func (p Part) Connect(port string, x Operand) {
	m := p.m
	if p.sealed() {
		return
	}
	m.partName("port", port)
	v, ok := x.(Signal)
	if !ok {
		m.report(CodeOperand, nil, "port %s of part %s gets a %T: give a port of the module, or Const", port, p.ir.Name, x)
		return
	}
	n := m.own(v.asValue(), 1).n
	c := ir.PartConn{Port: port}
	switch {
	case n.Op == ir.OpInvalid:
		return
	case n.Op == ir.OpConst:
		c.Tied = n
	case n.Op == ir.OpSignal && m.port(n.Sig.Name) == n.Sig:
		c.Sig = n.Sig
	default:
		m.report(CodePort, []Related{{n.Pos, "the value"}},
			"port %s of part %s is joined to what is no port of the module: the part can only be joined to ports and constants",
			port, p.ir.Name)
		return
	}
	p.ir.Conns = append(p.ir.Conns, c)
}

// finishPart joins the ports that were not mentioned and reports those that are
// joined twice.
func (m *Module) finishPart() {
	part := m.ir.Part
	if part == nil {
		return
	}
	joined, named := map[*ir.Signal]bool{}, map[string]bool{}
	for _, c := range part.Conns {
		if named[c.Port] {
			m.reportAt(part.Pos, CodeTwoDrivers, nil, "port %s of part %s is connected twice", c.Port, part.Name)
		}
		named[c.Port] = true
		joined[c.Sig] = true
	}
	for _, s := range m.ir.Ports {
		if joined[s] {
			continue
		}
		if named[s.Name] {
			m.reportAt(s.Pos, CodePort, []Related{{part.Pos, "the part"}},
				"%s %s is joined to no port of part %s, whose port of that name has another value", s.Kind, s.Name, part.Name)
			continue
		}
		part.Conns = append(part.Conns, ir.PartConn{Port: s.Name, Sig: s})
	}
}
