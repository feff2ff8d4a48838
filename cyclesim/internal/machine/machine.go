package machine

import (
	"context"

	"culprit.example/culprit/rtlgen/ir"
)

// Machine is one run of one design by one engine.
//
// Values are little-endian 64-bit words, Words(width) of them, with zeros above
// the width. Elements of arrays and memories take that many words each.
type Machine interface {
	// Reset gives ROMs their contents and registers and arrays their reset values; those that have none,
	// memories and the outputs of synchronous read ports arbitrary ones. It clears the counts of
	// properties and sets the cycle to 0. Inputs stay as they are.
	Reset()

	// SetInput drives the top's input port of that index. Missing words are
	// zero, bits above the width are ignored.
	SetInput(port int, words []uint64)

	// Settle evaluates all combinational logic for the present state and inputs.
	// It does nothing if nothing has changed since the last time.
	Settle()

	// Output reads the top's output port of that index, as it was settled last.
	Output(port int, dst []uint64)

	// Edge settles, evaluates the properties and makes one clock edge.
	Edge()

	// Edges does n times what Edge does.
	Edges(n int)

	// Cycle is the number of edges since reset. SetCycle changes it, for a state
	// that is put back.
	Cycle() uint64
	SetCycle(cycle uint64)

	// Observe makes ready what Load needs for an object that is no state: it may take memory that is not
	// there, which is the error.
	Observe(o Object) error

	// Load reads len(dst) words of an object from its element elem on. Store
	// writes a register, array, memory, synchronous read port or property count.
	Load(o Object, elem int, dst []uint64)
	Store(o Object, elem int, src []uint64)
}

// Direct is a machine that writes many words at once, to places that are found once.
type Direct interface {
	// Places are where the first n words of an object are, which Store writes from element 0 on.
	Places(o Object, n int) []Place
	// StoreWords writes a word to each of some places.
	StoreWords(at []Place, words []uint64)
}

// Place is where a Direct machine has a word, and of how many bytes its value is.
type Place struct{ At, Bytes uint32 }

// Config is what every engine is given besides the design.
type Config struct {
	// Context ends the making of the machine, if a compiler takes part in it; nil does not.
	Context context.Context
	Seed    uint64
	// NoChecks leaves out the properties; verification-only state stands still.
	NoChecks bool
	// Threads is how many threads may share the work of Edges; 0 and 1 are one.
	Threads int
	// Without are the optional steps that are left out, by name; each is one that there is.
	Without []string
	// Failed is called at an edge for every assertion or assumption that does
	// not hold.
	Failed func(inst int, p *ir.Property)
}

// Object names one thing of one instance: exactly one of the pointers is set.
// A property stands for its count: failures, for a cover hits.
type Object struct {
	Inst int // index into Instances
	Sig  *ir.Signal
	Arr  *ir.Array
	Mem  *ir.Memory
	Read *ir.ReadPort
	Prop *ir.Property
}

// Words is the number of 64-bit words of a value of that width.
func Words(width int) int { return (width + 63) / 64 }
