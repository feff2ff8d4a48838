package cyclesim

import (
	"context"
	"fmt"
	"slices"
	"sort"
	"strings"

	"culprit.example/culprit/cyclesim/internal/compiled"
	"culprit.example/culprit/cyclesim/internal/machine"
	"culprit.example/culprit/cyclesim/internal/reference"
	"culprit.example/culprit/internal/caller"
	"culprit.example/culprit/rtlgen/ir"
	"culprit.example/culprit/rtlgen/ir/clocks"
)

// Engine is a design being simulated.
//
// Values are little-endian 64-bit words, (width+63)/64 of them, with zeros
// above the width. An Engine is for one goroutine at a time.
//
// A call that cannot have been meant, such as one with the index of a port that does not
// exist, does nothing. Err and each later method with an error return the first one, with
// the line that made it.
type Engine interface {
	// Design is what is simulated.
	Design() *ir.Design

	// Reset acts as if reset had been asserted and released: registers and
	// arrays take their reset values, memories and the outputs of synchronous
	// reads arbitrary contents (the same ones for the same Options.Seed), the
	// cycle becomes 0, failures and counts are cleared. Inputs are held. A new
	// engine is in this state, with all inputs 0.
	Reset()

	// SetInput drives the port Design().Top.Inputs()[port] until further notice.
	// Missing words are zero, bits above the port's width are ignored.
	SetInput(port int, words []uint64)

	// Eval settles the combinational logic for the present inputs.
	Eval()

	// Output reads the port Design().Top.Outputs()[port] as Eval has settled it.
	// dst beyond the value is set to zero; a shorter one takes the low words.
	Output(port int, dst []uint64)

	// Err is the first wrong call of a method without an error: SetInput or Output of
	// a port that does not exist, Attach without a sampler. It stays.
	Err() error

	// Step settles, evaluates the properties, lets the attached samplers record
	// the cycle, and makes the clock edge.
	Step()

	// ResetStep is Step with reset on, as a synchronous reset acts: at the edge
	// registers and arrays take their reset values; memories and what has no
	// reset are clocked as in any other cycle. Properties are not evaluated.
	// Inputs that are clocks have an edge in it, whatever drives them.
	ResetStep()

	// PowerUp gives arbitrary values, decided by the seed, to all registers and
	// arrays, those with a reset too, as switching the power off and on does. Only
	// ResetStep makes sense then. Memories keep their contents.
	PowerUp(seed uint64)

	// InReset reports, while samplers are called, whether reset is on in this cycle.
	InReset() bool

	// Run makes n steps with held inputs. It stops between two steps with the
	// context's error when the context is done, within some milliseconds, or with that
	// of a sampler (see Sampler).
	Run(ctx context.Context, n int) error

	// Cycle is the number of steps since reset.
	Cycle() uint64

	// Peek settles and returns the value of a port, signal, read port, array
	// element or memory word: "in_port_3.cdu.alloc", "u.fifo.mem[5]". Paths are
	// relative to the top. Copy i of an array of instances is called name_i.
	Peek(path string) (Value, error)

	// Probe is Peek for repeated reading.
	Probe(path string) (Probe, error)

	// Save returns the whole state: registers, memories, inputs, cycle,
	// failures. Restore puts it back, also into another engine for the same
	// netlist. It returns an error, and changes nothing, if the state is of another
	// netlist, or if it is behind (State.Behind) and the engine has checks.
	Save() State
	Restore(State) error

	// Failures lists the properties that have failed since reset, in the order
	// of their first failure, at most Options.MaxFailures of them.
	Failures() []PropertyFailure

	// CoverCounts lists all cover properties of all instances, also those never
	// hit, in the order of the hierarchy.
	CoverCounts() []CoverCount

	// Attach has the sampler called once per step, with the values before the
	// edge. Detach ends that.
	Attach(Sampler)
	Detach(Sampler)
}

// Sampler records cycles: a waveform, a monitor. If it has a method Err() error, Run looks
// at it after each cycle and ends with its error.
type Sampler interface {
	// Sample is called in every step, after the values have settled and before
	// the clock edge. It may Peek and read probes and outputs, nothing else.
	Sample(cycle uint64)
}

// Probe reads one thing again and again.
type Probe struct {
	Width int
	// Read settles and copies the present value, (Width+63)/64 words, to dst. A shorter
	// one takes the low words.
	Read func(dst []uint64)
}

// Value reads the probe into a new Value.
func (p Probe) Value() Value {
	v := Value{Width: p.Width, Words: make([]uint64, machine.Words(p.Width))}
	p.Read(v.Words)
	return v
}

// PropertyFailure is an assertion or assumption that did not hold.
type PropertyFailure struct {
	Cycle uint64 // of the first failure since reset
	Count uint64 // of cycles with this failure
	Path  string // hierarchical name
	Kind  ir.PropertyKind
	Doc   string
	Pos   ir.Pos
}

func (f PropertyFailure) String() string {
	s := fmt.Sprintf("cycle %d: %s %s fails", f.Cycle, f.Kind, f.Path)
	if f.Doc != "" {
		s += ": " + f.Doc
	}
	return fmt.Sprintf("%s (%s; %d times)", s, f.Pos, f.Count)
}

// CoverCount is how often a cover property held.
type CoverCount struct {
	Path  string // hierarchical name
	Count uint64 // of cycles since reset
	Doc   string
	Pos   ir.Pos
}

// Options choose the engine and its run.
type Options struct {
	Engine string // one of Engines(); "" is DefaultEngine()
	// Seed decides all values that the netlist leaves open, on all engines alike:
	// contents of memories and of registers without reset at the start, reads
	// beyond the end of an array, memory or vector, collisions in a memory with
	// undefined read-during-write. The latter two change from cycle to cycle and
	// are the same in all instances of a module.
	Seed uint64
	// Uncertain has each bit of the first register of a synchronizer take, at an edge of its clock, the
	// value of its source in the present cycle or in the one before. Seed decides which, from cycle to
	// cycle. Without it the register takes the present value.
	Uncertain bool
	// NoChecks leaves out properties and verification-only state, as Verilog
	// without RTLGEN_ASSERT does: that state stands still, in reset or as it was
	// restored. It is faster.
	NoChecks bool
	// Threads is how many threads Run uses, on engines "native" and "native-avx2" and for designs
	// with groups of instances side by side, such as fabrics; 0 and 1 are one. The values do not
	// depend on it.
	Threads int
	// Without leaves out optional steps of the compiler and of what is done while its code runs, to measure
	// what they are worth: some of OptionalSteps. The values do not depend on it.
	Without []string
	// MaxFailures bounds Failures; 0 means 100.
	MaxFailures int
	// Context, if set, ends New early when it is done; its error is returned. Engine "c" calls a
	// compiler, which takes seconds. The engine itself does not know it.
	Context context.Context
}

// DefaultEngine is the fastest of the engines that begin at once: "native", machine code for
// amd64 processors with AVX2 or AVX-512 that is made here, where that runs, which is tried once in
// a process; otherwise "compiled",
// which is the same program as WebAssembly. "native-avx2" makes code that needs AVX2 only. "c" is
// this program, compiled by the C compiler of the user's machine: it takes seconds to begin, the
// first time. "reference" defines the correct behaviour. All have the same values.
func DefaultEngine() string {
	if compiled.NativeRuns() == nil {
		return machineCode
	}
	return portable
}

// portable is the engine that runs wherever Go does.
const portable = "compiled"

// engines are the ways of running a design.
var engines = map[string]func(*ir.Design, machine.Config) (machine.Machine, error){
	withCompiler: func(d *ir.Design, c machine.Config) (machine.Machine, error) { return compiled.NewC(d, c) },
	portable:     func(d *ir.Design, c machine.Config) (machine.Machine, error) { return compiled.New(d, c) },
	machineCode:  func(d *ir.Design, c machine.Config) (machine.Machine, error) { return compiled.NewNative(d, c) },
	onAVX2:       func(d *ir.Design, c machine.Config) (machine.Machine, error) { return compiled.NewAVX2(d, c) },
	"reference":  func(d *ir.Design, c machine.Config) (machine.Machine, error) { return reference.New(d, c) },
}

// withCompiler is the engine that needs a C compiler, and its time.
const withCompiler = "c"

// machineCode is the engine for one kind of processor.
const machineCode = "native"

// onAVX2 is machineCode without AVX-512.
const onAVX2 = "native-avx2"

// BuiltIn lists the names of the engines that run here, need no other program and differ: they
// begin at once.
func BuiltIn() []string {
	return slices.DeleteFunc(Engines(), func(name string) bool {
		switch name {
		case withCompiler:
			return true
		case machineCode:
			return compiled.NativeRuns() != nil
		case onAVX2:
			return !compiled.WithAVX512()
		}
		return false
	})
}

// Engines lists the names for Options.Engine.
func Engines() []string {
	var names []string
	for name := range engines {
		names = append(names, name)
	}
	sort.Strings(names)
	return names
}

// New makes an engine for the design, in reset, with all inputs 0. The error says what the
// machine does not have for it, or which limit of the engine the design exceeds.
func New(d *ir.Design, o Options) (Engine, error) {
	if d == nil || d.Top == nil {
		return nil, caller.Errorf("cyclesim.New has no design: give one that rtlgen.Elaborate has returned without an error")
	}
	if o.MaxFailures < 0 {
		return nil, caller.Errorf("MaxFailures is %d: give 0, for 100, or more", o.MaxFailures)
	}
	for _, step := range o.Without {
		if !slices.Contains(OptionalSteps(), step) {
			return nil, caller.Errorf("Without has %q, which is no optional step: choose of %s", step,
				strings.Join(OptionalSteps(), ", "))
		}
	}
	if o.Engine == "" {
		o.Engine = DefaultEngine()
	}
	if o.MaxFailures == 0 {
		o.MaxFailures = 100
	}
	ctx := o.Context
	if ctx == nil {
		ctx = context.Background()
	}
	o.Context = nil // of New alone
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	open, ok := engines[o.Engine]
	if !ok {
		return nil, fmt.Errorf("no simulation engine %q: choose one of %s", o.Engine, strings.Join(Engines(), ", "))
	}
	clockInputs := clockInputsOf(d)
	d = clocks.Lower(d, clocks.Options{Uncertain: o.Uncertain})
	s := &simulator{
		clockInputs: clockInputs,
		design:      d, options: o, chunk: 1, instances: machine.Instances(d), names: map[*ir.Module]names{},
		inputs: len(d.Top.Inputs()), outputs: len(d.Top.Outputs()),
	}
	m, err := open(d, machine.Config{Context: ctx, Seed: o.Seed, NoChecks: o.NoChecks, Threads: o.Threads,
		Without: o.Without, Failed: s.failed})
	if err != nil {
		return nil, fmt.Errorf("engine %s: %w", o.Engine, err)
	}
	s.machine = m
	return s, nil
}
