package ir

import (
	"fmt"
	"math/big"
	"math/bits"
)

// Pos is a position in the Go code that describes the hardware.
type Pos struct {
	File string // import path without the module's name, and file: "blocks/prim/fifo.go"
	Line int
}

func (p Pos) String() string {
	if p.File == "" {
		return "(unknown position)"
	}
	return fmt.Sprintf("%s:%d", p.File, p.Line)
}

// Design is a hierarchy of modules.
type Design struct {
	Top     *Module
	Modules []*Module // every module once, children before parents; the last one is Top
}

// Param is an elaboration-time parameter, kept for headers and manifests.
type Param struct {
	Name    string
	Value   string
	Default string
}

// Module is one elaborated circuit. Reset is implicit, and so is one clock; an input may be another one
// (Signal.IsClock).
type Module struct {
	Name   string // Verilog module name
	Base   string // Name before parameters were appended to it; "" if none were
	Doc    string // what it is, plain text, may have several lines
	Params []Param
	Pos    Pos
	Part   *Part // what a black box is in synthesis; nil for all other modules

	Constants  []*Constant // named constants, those of enumerations included
	Enums      []*Enum
	Ports      []*Signal // in the order of declaration
	Signals    []*Signal // registers and wires, in the order of declaration
	Arrays     []*Array
	Memories   []*Memory
	Instances  []*Instance
	Properties []*Property
	Body       []Stmt

	Fields []Field // names of bits, for who reads the Verilog
}

// Field is the name of some bits of a signal, a memory's word or an instance's output: what a packed struct calls
// them. It is documentation, and no part of the circuit.
type Field struct {
	Name string // lower_snake
	Bits *Node  // OpSlice of OpSignal, OpMemRead or OpInstOut
	Doc  string
}

// SignalKind tells what a Signal is.
type SignalKind uint8

// The kinds of signals.
const (
	Input  SignalKind = iota
	Output            // assigned by the module like a wire
	Reg               // changes at the clock edge, has a reset value
	Wire              // combinational
)

func (k SignalKind) String() string {
	return [...]string{"input", "output", "reg", "wire"}[k]
}

// Signal is a named bit vector.
type Signal struct {
	Name  string
	Kind  SignalKind
	Width int
	Reset *big.Int // registers only, nil with NoReset
	Enum  *Enum    // the enumeration of its values, nil if it is a number
	Doc   string
	Group string // ports only: heading of the neighbouring ports that belong together; empty: none
	// Member is where a port stands in a struct of ports; nil if it is alone and has no lanes.
	Member *Member
	Pos    Pos
	// NoReset registers hold data: they start arbitrary, and no circuit may rely on
	// what they have after reset. DataReset is what the author would reset them to
	// all the same, nil for none; only the Verilog looks at it.
	NoReset   bool
	DataReset *big.Int
	// VerificationOnly signals are read by properties only. They are
	// simulated, and emitted under the same guard as the properties.
	VerificationOnly bool
	// Unused marks a wire that only names values which are ignored on purpose.
	Unused bool
	// IsClock marks an input of 1 bit that is a clock: it is 1 in the cycles in which that clock has a rising edge.
	IsClock bool
	// Clock is the input that clocks a register; "": the implicit clock.
	Clock string
	// Synchronizer marks a register of a synchronizer: it may take the value of a register of another clock.
	Synchronizer bool
}

// Array is a register array: Depth registers of Width bits with a common name,
// read and written at any index, any number of times in a cycle.
type Array struct {
	Name             string
	Depth            int
	Width            int
	Reset            []*big.Int // Depth values, none with NoReset
	Doc              string
	Pos              Pos
	VerificationOnly bool
	// NoReset arrays hold data: see Signal.NoReset.
	NoReset bool
	Clock   string // as of a register
}

// Memory is a RAM, or with Contents a ROM: no reset, explicit ports.
type Memory struct {
	Name  string
	Depth int
	Width int
	RDW   ReadDuringWrite // of the pairs of ports that have no choice of their own
	// Contents are the Depth words at power-on, which no reset brings back; nil: they are arbitrary.
	Contents []*big.Int
	Style    MemoryStyle  // what the author asked for; Technology resolves StyleAuto
	Writes   []*WritePort // a later port wins over an earlier one at the same address
	Reads    []*ReadPort
	Doc      string
	Pos      Pos
}

// ROM reports whether the memory has contents that nothing writes.
func (mem *Memory) ROM() bool { return mem.Contents != nil && len(mem.Writes) == 0 }

// WritePort writes Data at Addr at the clock edge. Enable has a bit for each of
// the lanes of equal width that Data consists of, lane 0 lowest: those whose bit
// is 1 are written. Of 1 bit, it is for the whole word.
type WritePort struct {
	Enable, Addr, Data *Node
	Clock              string // as of a register
	Pos                Pos
}

// ReadPort reads the word at Addr: in the same cycle (asynchronous), or into an
// output register at the clock edge when Enable is 1 (synchronous). The output
// register holds its value while Enable is 0 and starts arbitrary.
type ReadPort struct {
	Name   string // unique in the module; names the data signal
	Sync   bool
	Enable *Node // synchronous only
	Addr   *Node
	// RDW has the choice for each write port of the memory; nil is the memory's for all.
	RDW []ReadDuringWrite
	// Marks are for package protect alone: the text of a netlist does not have them.
	Marks []Mark
	// Clock is that of the output register; of an asynchronous port, that of the registers that take the word.
	Clock string
	Pos   Pos
}

// Mark is a value of 1 bit that an error code of the memory may change: where the netlist is protected it
// is 1, too, while the port shows a word that cannot be corrected. With First, of 1 bit, it is so from such a word
// on, up to one for which First was 1 in the cycle of its address. Value is a node that only users of the mark share.
type Mark struct{ Value, First *Node }

// Instance is Count identical copies of a module. The value on an input port of
// width w is either Count*w bits (copy i gets lane i) or, with Broadcast, w bits
// for all copies. An output port reads as Count*w bits.
type Instance struct {
	Name  string
	Of    *Module
	Count int // 1 or more
	Array bool
	Conns []Conn // one per input port of Of, in port order
	Clock string // what the implicit clock of Of is here, as of a register
	Pos   Pos
}

// CopyName is the name of copy i in paths: name_i in an array.
func (in *Instance) CopyName(i int) string {
	if in.Array {
		return fmt.Sprintf("%s_%d", in.Name, i)
	}
	return in.Name
}

// Conn drives one input port of an instance.
type Conn struct {
	Port      *Signal
	Value     *Node
	Broadcast bool
	Pos       Pos
}

// PropertyKind tells what a Property demands.
type PropertyKind uint8

// The kinds of properties. Engines check Assert and Assume alike; a formal tool
// proves the first and takes the second for granted. Cover counts.
const (
	Assert PropertyKind = iota
	Assume
	Cover
)

func (k PropertyKind) String() string {
	return [...]string{"assert", "assume", "cover"}[k]
}

// Property is a 1-bit condition looked at in every cycle outside reset.
type Property struct {
	Name string
	Kind PropertyKind
	Cond *Node
	Doc  string
	// Clock is that of the cycles in which the condition is looked at, as of a register.
	Clock string
	Pos   Pos
}

// BaseName is the name without what parameters appended to it, which all parameter sets
// of a module share.
func (m *Module) BaseName() string {
	if m.Base == "" {
		return m.Name
	}
	return m.Base
}

// Port returns the port of that name, nil if there is none.
func (m *Module) Port(name string) *Signal {
	for _, p := range m.Ports {
		if p.Name == name {
			return p
		}
	}
	return nil
}

// Inputs returns the input ports in order.
func (m *Module) Inputs() []*Signal { return m.portsOf(Input) }

// Outputs returns the output ports in order.
func (m *Module) Outputs() []*Signal { return m.portsOf(Output) }

func (m *Module) portsOf(k SignalKind) []*Signal {
	var ps []*Signal
	for _, p := range m.Ports {
		if p.Kind == k {
			ps = append(ps, p)
		}
	}
	return ps
}

// NeedsClock reports whether the module or one below it has state that is not
// verification-only and changes with the implicit clock, and so a clock port.
func (m *Module) NeedsClock() bool { return m.anyBelow("", map[clockIn]bool{}, (*Module).clocks) }

// OwnClock reports whether the module itself has such state.
func (m *Module) OwnClock() bool { return m.clocks("") }

// NeedsReset reports whether the module or one below it has registers of the implicit clock with a reset
// value that are not verification-only, and so a reset port.
func (m *Module) NeedsReset() bool { return m.NeedsResetOf("") }

// NeedsResetOf is NeedsReset for the registers of a clock; "" is the implicit one.
func (m *Module) NeedsResetOf(clock string) bool {
	return m.anyBelow(clock, map[clockIn]bool{}, (*Module).resets)
}

// OwnReset reports whether the module itself has registers of the implicit clock with a reset value that are
// not verification-only.
func (m *Module) OwnReset() bool { return m.resets("") }

func (m *Module) clocks(clock string) bool {
	return m.memoryClocked(clock) || m.hasRegisters(clock, false)
}

func (m *Module) resets(clock string) bool { return m.hasRegisters(clock, true) }

func (m *Module) memoryClocked(clock string) bool {
	for _, mem := range m.Memories {
		for _, w := range mem.Writes {
			if w.Clock == clock {
				return true
			}
		}
		for _, r := range mem.Reads {
			if r.Sync && r.Clock == clock {
				return true
			}
		}
	}
	return false
}

// hasRegisters reports whether the module has registers of a clock, or such with a reset
// value, that are not verification-only.
func (m *Module) hasRegisters(clock string, reset bool) bool {
	for _, s := range m.Signals {
		if s.Kind == Reg && s.Clock == clock && !s.VerificationOnly && !(reset && s.NoReset) {
			return true
		}
	}
	for _, a := range m.Arrays {
		if a.Clock == clock && !a.VerificationOnly && !(reset && a.NoReset) {
			return true
		}
	}
	return false
}

// HasVerificationOnly reports whether the module itself has signals or arrays that are
// verification-only.
func (m *Module) HasVerificationOnly() bool {
	for _, s := range m.Signals {
		if s.VerificationOnly {
			return true
		}
	}
	for _, a := range m.Arrays {
		if a.VerificationOnly {
			return true
		}
	}
	return false
}

// clockIn is a clock of a module.
type clockIn struct {
	m     *Module
	clock string
}

// anyBelow reports whether f holds for a clock of the module or for what is that clock in one below it, each
// asked once.
func (m *Module) anyBelow(clock string, asked map[clockIn]bool, f func(*Module, string) bool) bool {
	if asked[clockIn{m, clock}] {
		return false
	}
	asked[clockIn{m, clock}] = true
	if f(m, clock) {
		return true
	}
	for _, in := range m.Instances {
		for _, inside := range in.InnerClocks(clock) {
			if in.Of.anyBelow(inside, asked, f) {
				return true
			}
		}
	}
	return false
}

// IndexBits is the width that counts 0..n-1: at least 1.
func IndexBits(n int) int {
	if n <= 2 {
		return 1
	}
	return bits.Len(uint(n - 1))
}

// CountBits is the width that counts 0..n.
func CountBits(n int) int {
	if n <= 1 {
		return 1
	}
	return bits.Len(uint(n))
}

// Ones is the value of w bits that are all 1.
func Ones(w int) *big.Int {
	x := new(big.Int).Lsh(big.NewInt(1), uint(w))
	return x.Sub(x, big.NewInt(1))
}
