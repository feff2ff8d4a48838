package rtlgen

import (
	"fmt"
	"math/big"

	"culprit.example/culprit/rtlgen/ir"
)

// MaxWidth is the widest vector, MaxDepth the deepest array or memory that a
// description may have; more is taken for a mistake.
const (
	MaxWidth = 1 << 20
	MaxDepth = 1 << 24
)

// Module is a circuit under construction. Clock and reset are implicit: every
// register is clocked by the one clock, but for those within Clocked, and has a reset value unless it was declared
// without one.
type Module struct {
	ir    *ir.Module
	diags []*Diagnostic

	body      *[]ir.Stmt // where statements go now
	loops     []*ir.Loop // the enclosing loops
	depth     int        // nesting of conditionals and loops
	children  []*Module
	instances []*Instance
	known     lookup                           // what is declared
	values    map[*ir.Switch]map[string]ir.Pos // of the cases of each
	netlist   *ir.Module                       // the finished module; later changes go to ir, a copy that is not used
	strangers []*Module                        // modules whose meaningless values are used here
	refused   *Diagnostic                      // why New has made a module that is none
	blamed    map[any]bool                     // signals and arrays with a use that was reported
	clock     string                           // of what is declared now; "": the implicit one
}

// NewModule starts a module. The name is lower_snake; parameters that differ
// from their defaults are appended to it (see Param).
func NewModule(name string) *Module {
	m := &Module{ir: &ir.Module{Name: name, Pos: here()}}
	m.body = &m.ir.Body
	m.checkName(m.ir.Pos, "module", name)
	return m
}

// Doc says what the module is; the first line goes into the file header.
func (m *Module) Doc(text string) {
	m.sealed("Doc")
	m.ir.Doc = text
}

// Describe says what a port, register, wire or array is, in a few words that
// stand after its declaration in the Verilog.
func (m *Module) Describe(name, text string) {
	if m.sealed("Describe of " + name) {
		return
	}
	if doc := m.describable(name); doc != nil {
		*doc = text
		return
	}
	m.report(CodePort, nil, "Describe: the module has no port, register, wire or array %q so far", name)
}

// Name is the Verilog name of the module.
func (m *Module) Name() string { return m.ir.Name }

// Param records an elaboration parameter. A value that differs from the default
// becomes part of the module's name ("fifo" with depth 4 is "fifo_depth4"), so
// that each parameter set has a name of its own that no other set can change.
// The end of a name of more than 120 characters is replaced by a hash of all of it.
func (m *Module) Param(name string, value, def any) {
	m.sealed("parameter " + name)
	v, d := fmt.Sprint(value), fmt.Sprint(def)
	m.ir.Params = append(m.ir.Params, ir.Param{Name: name, Value: v, Default: d})
	if v != d && !suffixRule.MatchString(name+v) {
		m.report(CodeName, nil,
			"parameter %s is %s, which cannot be part of the module's name: use letters, digits and _, such as a text with minus3 for -3",
			name,
			v)
		return
	}
	if v != d {
		m.ir.Base = m.ir.BaseName()
		m.ir.Name += "_" + name + v
	}
}

// Input declares an input port.
func (m *Module) Input(name string, width int) Value {
	s := m.signal(ir.Input, name, width)
	m.ir.Ports = append(m.ir.Ports, s)
	return m.read(s)
}

// Output declares an output port driven by v.
func (m *Module) Output(name string, s Signal) {
	v := ValueOf(s)
	w := m.outputVar(name, max(v.Width(), 1))
	w.Set(v)
}

// OutputVar declares an output port that is assigned like a Wire.
func (m *Module) OutputVar(name string, width int) Wire { return m.outputVar(name, width) }

func (m *Module) outputVar(name string, width int) Wire {
	s := m.signal(ir.Output, name, width)
	m.ir.Ports = append(m.ir.Ports, s)
	return Wire{variable{m.read(s), s}}
}

// unsized is the width of a signal, array or memory that was declared with an
// impossible one: nothing that depends on the width is reported again.
const unsized = 0

// signal makes a signal and checks what can be checked at once.
func (m *Module) signal(kind ir.SignalKind, name string, width int) *ir.Signal {
	m.sealed(kind.String() + " " + name)
	s := &ir.Signal{Name: name, Kind: kind, Width: width, Pos: here()}
	if kind == ir.Reg {
		s.Clock = m.clock
	}
	m.checkName(s.Pos, kind.String(), name)
	if width < 1 || width > MaxWidth {
		m.report(CodeSize, nil, "%s %s has a width of %d: it must be 1 to %d", kind, name, width, MaxWidth)
		s.Width = unsized
	}
	if m.depth > 0 && (kind == ir.Input || kind == ir.Output) {
		m.report(CodePlace, nil, "%s %s is declared inside a conditional or loop: declare ports outside", kind, name)
	}
	return s
}

func (m *Module) read(s *ir.Signal) Value {
	v := m.node(ir.OpSignal, s.Width)
	v.n.Sig = s
	if s.Width == unsized {
		return m.poison(1, v)
	}
	return v
}

// Reg declares a register with its reset value, a Go integer. doc says what it holds, in a few words that stand behind
// it in the Verilog; a register that drives a port and has none gets that of the port.
func (m *Module) Reg(name string, width int, reset Operand, doc ...string) Reg {
	s := m.signal(ir.Reg, name, width)
	s.Doc = first(doc)
	s.Reset = m.resetValue(reset, s.Width)
	m.ir.Signals = append(m.ir.Signals, s)
	return Reg{variable{m.read(s), s}}
}

func (m *Module) resetValue(x Operand, width int) *big.Int {
	i, ok := number(x)
	if width == unsized {
		return new(big.Int)
	}
	if !ok {
		m.report(CodeOperand, nil, "a reset value must be an integer, not a %T", x)
		return new(big.Int)
	}
	if i.Sign() < 0 || i.BitLen() > width {
		m.report(CodeConst, nil, "the reset value %s does not fit %s", i, bits(width))
		return new(big.Int)
	}
	return i
}

// first is the first text, or none.
func first(doc []string) string {
	if len(doc) == 0 {
		return ""
	}
	return doc[0]
}

// Next declares a register that takes s at every clock edge. Without doc, "s, one cycle later" stands behind it if s
// has a name.
func (m *Module) Next(name string, s Signal, reset Operand, doc ...string) Reg {
	return m.next(s, func(width int) Reg { return m.Reg(name, width, reset, doc...) })
}

// next declares a register, of the kind that declare makes, that takes s at every
// clock edge.
func (m *Module) next(s Signal, declare func(width int) Reg) Reg {
	v := ValueOf(s)
	r := declare(max(v.Width(), 1))
	if of := nameOf(v.n); r.sig.Doc == "" && of != "" {
		r.sig.Doc = of + ", one cycle later"
	}
	m.atTop(func() { r.Set(v) })
	return r
}

// nameOf is the name of a signal, of a memory's word or of an instance's output, empty if the node is something else.
func nameOf(n *ir.Node) string {
	switch {
	case n == nil:
	case n.Op == ir.OpSignal:
		return n.Sig.Name
	case n.Op == ir.OpMemRead:
		return n.Read.Name
	case n.Op == ir.OpInstOut:
		return n.Port.Name + " of " + n.Inst.Name
	}
	return ""
}

// Wire declares a combinational signal that is assigned with Default and Set.
func (m *Module) Wire(name string, width int, doc ...string) Wire {
	s := m.signal(ir.Wire, name, width)
	s.Doc = first(doc)
	m.ir.Signals = append(m.ir.Signals, s)
	return Wire{variable{m.read(s), s}}
}

// Let names an expression. The name appears in the Verilog and in waveforms.
func (m *Module) Let(name string, s Signal, doc ...string) Value {
	v := ValueOf(s)
	w := m.Wire(name, max(v.Width(), 1), doc...)
	m.atTop(func() { w.Set(v) })
	return w.Value
}

// atTop runs f with statements going to the module's top level.
func (m *Module) atTop(f func()) {
	body, depth := m.body, m.depth
	m.body, m.depth = &m.ir.Body, 0
	f()
	m.body, m.depth = body, depth
}

// Unused says that values are ignored on purpose. name makes the wire
// unused_name that gathers them.
func (m *Module) Unused(name string, vs ...Signal) {
	m.sealed("Unused " + name)
	s := &ir.Signal{Name: "unused_" + name, Kind: ir.Wire, Unused: true, Pos: here()}
	m.checkName(s.Pos, "wire", name)
	v := Cat(vs...)
	if v.n == nil {
		m.report(CodeNilValue, nil, "Unused %s has no value", name)
		return
	}
	s.Width = v.Width()
	m.ir.Signals = append(m.ir.Signals, s)
	m.atTop(func() { m.assign(&ir.Assign{Sig: s, Value: m.own(v, 1).n, Pos: here()}) })
}

// Const is a constant of a given width.
func (m *Module) Const(width int, x Operand) Value {
	i, ok := integer(x)
	if !ok {
		m.report(CodeOperand, nil, "a constant must be an integer, not a %T", x)
		return m.poison(width)
	}
	if width < 1 || width > MaxWidth {
		m.report(CodeSize, nil, "a constant of %d bits: the width must be 1 to %d", width, MaxWidth)
		return m.poison(1)
	}
	return m.constant(i, width)
}

// Ones is a constant with all bits 1.
func (m *Module) Ones(width int) Value { return m.Const(width, ir.Ones(max(width, 1))) }

// Zero is a constant with all bits 0.
func (m *Module) Zero(width int) Value { return m.Const(width, 0) }

// Assert states a condition (1 bit) that holds in every cycle outside reset.
func (m *Module) Assert(name string, cond Signal, doc ...string) {
	m.property(ir.Assert, name, ValueOf(cond), doc)
}

// Assume states a condition on the inputs that the surroundings must keep.
func (m *Module) Assume(name string, cond Signal, doc ...string) {
	m.property(ir.Assume, name, ValueOf(cond), doc)
}

// Cover names a situation that tests must reach.
func (m *Module) Cover(name string, cond Signal, doc ...string) {
	m.property(ir.Cover, name, ValueOf(cond), doc)
}

func (m *Module) property(kind ir.PropertyKind, name string, cond Value, doc []string) {
	m.sealed(kind.String() + " " + name)
	pos := here()
	m.checkName(pos, kind.String(), name)
	cond = m.own(cond, 1)
	if !cond.bad() && cond.n.Width != 1 {
		m.report(CodeWidth, []Related{cond.related()}, "the condition of %s %s has %d bits, it must have 1", kind, name,
			cond.n.Width)
	}
	p := &ir.Property{Name: name, Kind: kind, Cond: cond.n, Clock: m.clock, Pos: pos}
	p.Doc = first(doc)
	m.ir.Properties = append(m.ir.Properties, p)
}
