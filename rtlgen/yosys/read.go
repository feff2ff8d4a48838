package yosys

import (
	"errors"
	"fmt"
	"maps"
	"math/big"
	"slices"
	"strings"

	"github.com/hashicorp/go-multierror"

	"culprit.example/culprit/rtlgen/ir"
)

// FirstPasses are what Yosys is to do after it has read the Verilog; top is the name of the top module, with
// options of the command hierarchy behind it. Then modules may be lifted (Lift), and Passes follow.
func FirstPasses(top string) []string {
	return []string{"hierarchy -check -top " + top, "proc -noopt"}
}

// Passes are what Yosys is to do before the write_json of what Read takes.
func Passes() []string {
	return []string{
		"opt_expr", "opt_clean", "wreduce", "opt -nodffe -nosdff", "opt_mem", "opt_mem_priority", "opt_mem_feedback",
		"memory_bmux2rom", "opt_clean", "memory_collect", "opt_clean",
	}
}

// PassesAsWritten are Passes that leave all registers with all their bits, for Options.Written.
func PassesAsWritten() []string {
	return []string{
		"opt_expr", "opt_muxtree", "opt_reduce", "opt_expr", "opt_clean", "opt_mem", "opt_mem_priority", "opt_mem_feedback",
		"memory_bmux2rom", "opt_clean", "memory_collect", "opt_clean",
	}
}

// Options are choices of the reader.
type Options struct {
	Reset Reset
	// Zero has registers and memories begin with 0 where the Verilog says nothing: else they begin with
	// arbitrary values.
	Zero bool
	// Written leaves modules and instances as they are written: equal ones do not become one, or an array.
	Written bool
}

// Netlist is a design with what its top was called in the Verilog.
type Netlist struct {
	*ir.Design
	Clock string                // the port that is the clock; "" if there is none
	Ports map[*ir.Signal]string // names of the ports that the top has
}

// Read returns the design that a netlist of Yosys describes, from the module top down. The error has
// all mistakes: what a design cannot have, each with its place in the Verilog.
func Read(text []byte, top string, o Options) (*Netlist, error) {
	n, err := parse(text)
	if err != nil {
		return nil, err
	}
	if n.Modules[top] == nil {
		return nil, fmt.Errorf("the netlist of Yosys has no module %s, but: %s", top, strings.Join(sorted(n.Modules), ", "))
	}
	n.seeThrough(top)
	if !o.Written {
		n.unify(top)
	}
	r := &reader{paths: ir.Paths{}, netlist: n, done: map[string]*ir.Module{}, clocks: map[string]string{}, names: names{},
		top: top, reset: o.Reset, zero: o.Zero, written: o.Written}
	if p, reset := n.Modules[top].Ports[o.Reset.Input],
		o.Reset; reset.Input != "" && (p == nil || p.Direction != "input" || len(p.Bits) != 1) {
		return nil, fmt.Errorf("module %s has no input %s of one bit, which is to be the reset", top, reset.Input)
	}
	r.resetting()
	r.module(top, nil)
	if r.mistakes != nil {
		return nil, r.mistakes
	}
	d := &ir.Design{Top: r.done[top], Modules: r.list}
	if err := ir.Verify(d); err != nil {
		return nil, err
	}
	return &Netlist{d, r.clocks[top], r.portNames}, nil
}

// reader makes modules, children before parents.
type reader struct {
	*netlist
	done     map[string]*ir.Module
	list     []*ir.Module
	clocks   map[string]string // of each module the name of the port that is its clock; "" for none
	names    names             // of modules
	mistakes error

	top           string
	reset         Reset
	zero, written bool
	resets        map[string]string // of each module the name of the input that is its reset; "" for none
	lows          map[string]bool   // of each module whether that acts when it is 0
	// during are the inputs of each module that are constant in reset, with their bits, the highest first.
	during map[string]map[string]string

	portNames map[*ir.Signal]string // of the module that was made last
	paths     ir.Paths
}

// refuse notes what a design cannot have.
func (r *reader) refuse(pos ir.Pos, format string, args ...any) {
	text := fmt.Sprintf(format, args...)
	if pos != (ir.Pos{}) {
		text = pos.String() + ": " + text
	}
	all := multierror.Append(r.mistakes, errors.New(text))
	all.ErrorFormat = inLines
	r.mistakes = all
}

// inLines is a mistake, or several with their number, each on a line.
func inLines(list []error) string {
	if len(list) == 1 {
		return list[0].Error()
	}
	text := fmt.Sprintf("%d mistakes:", len(list))
	for _, err := range list {
		text += "\n" + err.Error()
	}
	return text
}

// module makes a module and those below it. The way to it is the modules that ask for it.
func (r *reader) module(name string, way []string) {
	if r.done[name] != nil {
		return
	}
	from := r.Modules[name]
	way = append(slices.Clone(way), name)
	for _, c := range from.cells {
		switch {
		case !c.instance():
		case r.Modules[c.Type] == nil:
			r.refuse(c.pos(), "instance %s: there is no module %s: give its file", plain(c.name), plain(c.Type))
		case slices.Contains(way, c.Type):
			r.refuse(c.pos(), "instance %s: module %s contains itself", plain(c.name), plain(c.Type))
		default:
			r.module(c.Type, way)
		}
	}
	m := &ir.Module{Name: r.names.unique(moduleName(name)), Pos: from.Attributes.pos()}
	if base := strings.TrimPrefix(string(from.Attributes["hdlname"]), "\\"); base != "" && base != m.Name {
		m.Base = base
	}
	r.done[name] = m
	if r.mistakes != nil {
		return
	}
	for apart := map[string]bool{}; ; {
		own := *m
		b := &builder{reader: r, name: name, from: from, m: &own, names: names{}}
		b.build(apart)
		if r.mistakes == nil && b.without(apart) {
			continue
		}
		*m = own
		break
	}
	r.list = append(r.list, m)
}

// builder makes one module.
type builder struct {
	*reader
	name  string
	from  *module
	m     *ir.Module
	names names

	ports       map[string]*ir.Signal
	drivers     map[bit]source       // of each net
	nodes       map[string]*ir.Node  // expressions that were made, by their bits
	cellWires   map[*cell]*ir.Signal // of cells whose output has a name
	signals     map[*ir.Signal]*ir.Node
	cells       map[*cell]*ir.Node // the values of cells with one output, once they are made
	making      []*cell            // those whose values are being made
	regs        []*register
	insts       []instance
	rams        []*ram
	clock       bit               // the net of the clock; 0: none yet
	known       map[bit]string    // a name of each net
	named       map[string]string // the name of the net with exactly these bits
	resetSignal *ir.Signal
	shown       map[string]bool // the nets that a port, a register or an instance has the name of
	initial     map[bit]byte    // 0 or 1 where Verilog gives nets a first value
}

// source is what drives a bit: bit at of a signal, of an output of an instance, of a read port, or of a
// cell's output.
type source struct {
	sig  *ir.Signal
	node *ir.Node  // of an instance's output or a read port
	reg  *register // one that something asynchronous acts on
	cell *cell
	at   int
}

// build makes the module; the arrays of instances in apart are single ones.
func (b *builder) build(apart map[string]bool) {
	b.drivers, b.nodes, b.cells = map[bit]source{}, map[string]*ir.Node{}, map[*cell]*ir.Node{}
	b.signals, b.cellWires = map[*ir.Signal]*ir.Node{}, map[*cell]*ir.Signal{}
	b.clock = zero
	b.nameNets()
	b.clocked()
	if b.mistakes != nil {
		return
	}
	b.declare()
	b.registers()
	b.memories()
	b.instances(apart)
	b.cellDrivers()
	if b.mistakes != nil {
		return
	}
	b.outputs()
	b.nextValues()
	b.memoryPorts()
	b.connect()
	b.wires()
	b.withoutReset()
	b.nameExpressions()
}

// nameNets finds names for nets: the public ones first, whole ones before parts.
func (b *builder) nameNets() {
	b.known, b.named, b.initial = map[bit]string{}, map[string]string{}, map[bit]byte{}
	for _, name := range b.from.netNames {
		n := b.from.Nets[name]
		first := n.Attributes["init"]
		for i, x := range n.Bits {
			if c := first.at(i); x > 0 && i < len(first) && (c == '0' || c == '1') {
				b.initial[x] = c
			}
		}
		if n.Hidden != 0 {
			continue
		}
		key := keyOf(n.Bits)
		if other := b.named[key]; other == "" || b.from.Ports[other] != nil ||
			b.from.Ports[name] == nil && len(name) < len(other) {
			b.named[key] = name // the name of a port, if there is no other
		}
		for i, x := range n.Bits {
			if _, ok := b.known[x]; x > 0 && !ok {
				b.known[x] = name
				if len(n.Bits) > 1 {
					b.known[x] = fmt.Sprintf("%s[%d]", name, i)
				}
			}
		}
	}
}

// nameOf is a name for messages of what some bits are.
func (b *builder) nameOf(bits []bit) string {
	if name, ok := b.named[keyOf(bits)]; ok {
		return name
	}
	for _, x := range bits {
		if name, ok := b.known[x]; ok {
			return name
		}
	}
	return "a net without a name"
}

// declare declares the ports but the clock.
func (b *builder) declare() {
	b.ports, b.shown, b.portNames = map[string]*ir.Signal{}, map[string]bool{}, map[*ir.Signal]string{}
	for _, portName := range b.from.portNames {
		p := b.from.Ports[portName]
		if portName == b.clocks[b.name] {
			continue
		}
		b.shown[portName] = true
		s := &ir.Signal{Name: b.names.unique(plain(portName)), Width: len(p.Bits), Pos: b.from.Nets[portName].pos()}
		switch p.Direction {
		case "input":
			s.Kind = ir.Input
			for i, x := range p.Bits {
				b.drivers[x] = source{sig: s, at: i}
			}
		case "output":
			s.Kind = ir.Output
		default:
			b.refuse(s.Pos, "port %s is inout: a design has inputs and outputs; give each direction a port", portName)
			continue
		}
		b.ports[portName] = s
		if portName == b.resets[b.name] {
			b.resetSignal = s // of the expressions while they are made
			continue
		}
		b.portNames[s] = portName
		b.m.Ports = append(b.m.Ports, s)
	}
}

func (n *net) pos() ir.Pos {
	if n == nil {
		return ir.Pos{}
	}
	return n.Attributes.pos()
}

// outputs assigns the output ports.
func (b *builder) outputs() {
	for _, portName := range b.from.portNames {
		if s := b.ports[portName]; s != nil && s.Kind == ir.Output {
			b.m.Body = append(b.m.Body, &ir.Assign{Sig: s, Value: b.value(b.from.Ports[portName].Bits), Pos: s.Pos})
		}
	}
}

// wires gives each net that has a name in the Verilog, and is nothing else, a wire.
func (b *builder) wires() {
	for _, c := range b.from.cells {
		if s := b.cellWires[c]; s != nil {
			b.m.Signals = append(b.m.Signals, s)
			b.m.Body = append(b.m.Body, &ir.Assign{Sig: s, Value: b.cell(c), Pos: s.Pos})
		}
	}
	for _, name := range b.from.netNames {
		n := b.from.Nets[name]
		implicit := b.isClock(n.Bits) || len(n.Bits) == 1 && b.isReset(n.Bits[0])
		if n.Hidden != 0 || b.shown[name] || implicit || !b.driven(n.Bits) {
			continue
		}
		v := b.value(n.Bits)
		s := &ir.Signal{Name: b.names.unique(plain(name)), Kind: ir.Wire, Width: len(n.Bits), Pos: n.pos(), Unused: true}
		b.m.Signals = append(b.m.Signals, s)
		b.m.Body = append(b.m.Body, &ir.Assign{Sig: s, Value: v, Pos: s.Pos})
	}
}

func (b *builder) isClock(bits []bit) bool {
	return len(bits) == 1 && bits[0] == b.clock && b.clock > 0
}

// driven reports whether something drives all bits of a net.
func (b *builder) driven(bits []bit) bool {
	for _, x := range bits {
		if _, ok := b.drivers[x]; x > 0 && !ok {
			return false
		}
	}
	return true
}

func keyOf(bits []bit) string { return fmt.Sprint(bits) }

func sorted[V any](m map[string]V) []string { return slices.Sorted(maps.Keys(m)) }

func constant(v *big.Int, w int) *ir.Node { return &ir.Node{Op: ir.OpConst, Width: w, Const: v} }
