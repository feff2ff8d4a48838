package verilog

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"culprit.example/culprit/internal/caller"
	"culprit.example/culprit/rtlgen/ir"
	"culprit.example/culprit/rtlgen/ir/analysis"
)

// Options are the choices that a user of the Verilog has.
type Options struct {
	AsyncReset     bool   `json:"async_reset"`      // reset acts at once, not at the clock edge
	ResetActiveLow bool   `json:"reset_active_low"` // the reset port is rst_n, not rst
	Resets         Resets `json:"resets"`           // which registers are reset; empty: ResetAuthor
	// Go position beside registers, where declared, and outputs, where driven
	Positions bool `json:"positions"`
	// SingleFile puts all modules into <top>.v, children first, with a directive that
	// keeps Verilator's style check of file names silent.
	SingleFile bool `json:"single_file"`
	// WrapMemories makes each RAM an instance of a module of its shape, for the macros
	// of a memory compiler, and adds the list of them, <top>.memories.json. Memories of
	// registers, ROMs and memories whose ports are of several clocks stay as they are.
	WrapMemories bool `json:"wrap_memories,omitempty"`
	// Manifest adds <top>.json: ports, registers, memories and instances of each
	// module, and where in the Go code each Verilog name comes from.
	Manifest bool `json:"-"`
	// Prefix begins the names of all modules.
	Prefix string `json:"prefix,omitempty"`
	// License is an SPDX expression for the first line of every file; empty: no line.
	License string `json:"license,omitempty"`
	// Generator is the program that writes the files and its version. It is named in
	// every file, beside the hash of the netlist; empty: neither.
	Generator string `json:"-"`
	// Timescale is that of the Verilog, such as 1ns/1ps; empty: none.
	Timescale string `json:"timescale,omitempty"`
	// FileRoot is put in front of the names in file lists: a folder, or a variable of
	// the environment such as ${RTL}; empty: names start from the file list's folder.
	FileRoot string `json:"-"`
	// Vendor and Version are those of the FuseSoC cores; empty: DefaultVendor and
	// DefaultVersion.
	Vendor  string `json:"-"`
	Version string `json:"-"`
	// ResetSynchroniser adds a module around the top, <top>_synchronised, whose reset
	// may come and go at any time.
	ResetSynchroniser bool `json:"reset_synchroniser,omitempty"`
	// Constraints are timing constraints to write for each top.
	Constraints Constraints `json:"-"`
	// Proof adds <top>.sby: a set-up of SymbiYosys that proves the properties.
	Proof bool `json:"-"`
	// SystemVerilog adds a module around each top, <top>_sv.sv, whose ports are structs and packed arrays as the Go
	// structs are, the package of their types and of the parameters, <top>_pkg.sv, and <top>_sv.f. Ports without
	// lanes that stand in no struct stay as they are.
	SystemVerilog bool `json:"-"`
	// Overwrite has WriteDir replace modules on which other designs in the folder
	// depend.
	Overwrite bool `json:"-"`
}

// DefaultOptions is a synchronous reset, active high, one file per module, with
// positions and a manifest. The zero value of Options leaves these two out, so
// that the files change only if the hardware does.
func DefaultOptions() Options { return Options{Resets: ResetAuthor, Positions: true, Manifest: true} }

// ClockName is the clock port of every module that has one.
const ClockName = "clk"

// ResetName is the reset port of every module that has one: rst or rst_n.
func (o Options) ResetName() string {
	if o.ResetActiveLow {
		return "rst_n"
	}
	return "rst"
}

// resetStyle describes the reset, for comments.
func (o Options) resetStyle() string {
	style := "synchronous"
	if o.AsyncReset {
		style = "asynchronous"
	}
	if o.ResetActiveLow {
		return style + ", active low"
	}
	return style + ", active high"
}

// The macros that a user may define for the emitted Verilog.
const (
	AssertMacro  = "RTLGEN_ASSERT"   // report broken assertions in simulation, and end it
	FailMacro    = "RTLGEN_FAIL"     // the statement after a report, with its semicolon; empty: go on
	FormalMacro  = "FORMAL"          // assert, assume and cover statements for formal tools
	MemSeedMacro = "RTLGEN_MEM_SEED" // arbitrary initial memory contents from this seed
	checksMacro  = "RTLGEN_CHECKS"   // set by the files if AssertMacro or FormalMacro is
)

// FormalTopMacro is the macro, beside FormalMacro, that names a module as the top of
// a proof: its input contract (ir.Assume) is assumed, and so is reset in the first
// cycle. Without it the contract is asserted: the parent has to keep it.
func FormalTopMacro(module string) string { return "RTLGEN_FORMAL_" + module }

// File is one emitted file. Path is relative to the output directory.
type File struct {
	Path string
	Data []byte
}

// Output is everything emitted for a design, in the order of the file list.
type Output struct {
	Files []File
	// Parts are the paths of the files that are for synthesis only, Models of
	// those for simulation only; none if the design has no black box.
	Parts, Models []string
	// Source is the Verilog of others that belongs to the design: that of parts that have a source. It is
	// listed with its own paths, and no file of Files.
	Source    ir.Source
	Overwrite bool // WriteDir replaces what other file lists in the folder need, too
}

// File returns the contents of the file of that path, nil if there is none.
func (o *Output) File(path string) []byte {
	for _, f := range o.Files {
		if f.Path == path {
			return f.Data
		}
	}
	return nil
}

// Emit writes the design as Verilog: for each module <module>.v and <module>.core (or
// <top>.v and <top>.core with SingleFile), <top>.f, and what the options ask for: the
// manifest <top>.json, constraints <top>.sdc and <top>.xdc, proofs <top>.sby. A black box has two files,
// <module>.v with an instance of its part and models/<module>.v, and the design
// <top>.sim.f, which lists the models instead of the parts. A part that has a source has
// the first file only, and the file lists name its source. The bytes depend on nothing
// but the arguments. An error names everything that cannot be written in Verilog, with
// its Go position, or the option that has no meaning.
func Emit(d *ir.Design, o Options) (*Output, error) {
	if d == nil || d.Top == nil {
		return nil, caller.Errorf("verilog.Emit has no design: give one that rtlgen.Elaborate has returned without an error")
	}
	return EmitAll(o.TopName(d), []*ir.Design{d}, o)
}

// EmitAll writes several designs for one folder, each as Emit does: modules of which
// they have equal ones are there once. If there are several, <name>.f lists all files
// and <name>.core depends on all tops; an empty name leaves these two out. With
// SingleFile all modules are in <name>.v. An error, besides those of Emit, is that two
// designs have different modules of one name.
func EmitAll(name string, designs []*ir.Design, o Options) (*Output, error) {
	if err := o.check(); err != nil {
		return nil, err
	}
	if len(designs) == 0 {
		return nil, caller.Errorf("verilog.EmitAll has no design")
	}
	for i, d := range designs {
		if d == nil || d.Top == nil {
			return nil, caller.Errorf(
				"verilog.EmitAll has no design in place %d: give those that rtlgen.Elaborate has returned without an error", i)
		}
	}
	if err := o.Constraints.checkClocks(designs); err != nil {
		return nil, err
	}
	a := &assembly{o: o, name: name, out: &Output{Overwrite: o.Overwrite}, known: newFacts(o),
		texts: map[string]moduleFiles{}, origin: map[string]string{}, cores: map[string]bool{}, files: map[string]int{}}
	a.several = len(designs) > 1
	var errs []error
	for _, d := range designs {
		errs = append(errs, a.design(d))
	}
	if a.several {
		errs = append(errs, a.common(designs))
	}
	if err := errors.Join(errs...); err != nil {
		return nil, err
	}
	return a.out, nil
}

// printer writes one module.
type printer struct {
	m       *ir.Module
	o       Options
	out     *strings.Builder
	names   *nameSet
	plan    *plan
	funcs   functions
	extents analysis.Extents
	// bounds finds comparisons whose result is certain: they are written as a constant.
	bounds *analysis.Bounds
	// inVain is set if there is such a comparison.
	inVain bool
	// taps and views bring arrays to always @* blocks: see element.
	taps  []*tap
	views map[*ir.Array]*view
	nets  map[instPort]string // results of inputNet
	// genvar is the index of the generate loops with the copies of instances.
	genvar string
	// generating is the loop that is being written as a generate loop, generated its
	// index: see longLanes.
	generating *ir.Loop
	generated  string
	// guard is around what is being written; constants are the named constants that
	// were printed, with the guard that they need.
	guard     guard
	constants map[*ir.Constant]guard
	// checksUsed is set when something stands between the directives of the checks.
	checksUsed bool
	// known are the module's facts, all those of all modules.
	known *fact
	all   *facts
	// copies are the names of the instances in generate loops, offsets where the
	// arguments of a concatenation begin.
	copies  map[*ir.Instance]string
	offsets map[*ir.Node][]int
	tapOf   map[tapKey]*tap
	uses    arrayUse
	// inComb is set while an always @* block is written, inVerificationOnly while that block
	// is verification-only.
	inComb, inVerificationOnly bool
	errs                       []error
	said                       map[string]bool // the errors
	// writes are the names of what is written to memories, from where they are declared on.
	writes map[*ir.Node]string
	// fields are the wires of bits that have names, in the order of the Go code.
	fields  []*field
	fieldOf map[bitsKey]*field
}

// newPrinter is a printer for a module. known are the facts of it and all below it.
func newPrinter(m *ir.Module, o Options, known *facts) *printer {
	return &printer{m: m, o: o.of(m), all: known, known: known.of(m), names: namesOf(m, o.ModuleName(m)),
		out:     &strings.Builder{},
		extents: analysis.Extents{}, views: map[*ir.Array]*view{}, nets: map[instPort]string{},
		constants: map[*ir.Constant]guard{},
		tapOf:     map[tapKey]*tap{}, copies: map[*ir.Instance]string{}, offsets: map[*ir.Node][]int{},
		said: map[string]bool{}, fieldOf: map[bitsKey]*field{}, writes: map[*ir.Node]string{}, bounds: analysis.NewBounds(m)}
}

func emitModule(m *ir.Module, o Options, known *facts) (string, *names, error) {
	p := newPrinter(m, o, known)
	p.checkReset()
	p.checkOwnName()
	p.plan = p.makePlan()
	p.nameFields()
	// The sections that need functions and views are generated first, so that the
	// declarations can be written in front of them; the header comes last, since it
	// defines the macro of the checks if they need one.
	logic := p.section(p.instances, p.assigns, p.combinational, p.memories, p.clocked, p.checks, p.checkOnly)
	decls := p.section(p.declarations)
	unused := p.section(p.unusedWires) // they use fields, which stand in front of them
	decls += p.section(p.fieldWires) + unused + p.section(p.arrayTaps, p.arrayViews, p.functions)
	decls = p.section(p.localparams) + decls
	head := p.section(p.header)
	if len(p.errs) > 0 {
		return "", nil, errors.Join(p.errs...)
	}
	return head + decls + logic + p.section(p.closing), p.nameMap(), nil
}

// section runs writers and returns what they wrote.
func (p *printer) section(writers ...func()) string {
	saved := p.out
	p.out = &strings.Builder{}
	for _, w := range writers {
		w()
	}
	s := p.out.String()
	p.out = saved
	return s
}

func (p *printer) line(indent int, format string, args ...any) {
	p.out.WriteString(strings.Repeat("    ", indent))
	fmt.Fprintf(p.out, format, args...)
	p.out.WriteByte('\n')
}

// directive writes a compiler directive, which stands at the left margin.
func (p *printer) directive(format string, args ...any) {
	fmt.Fprintf(p.out, "`"+format+"\n", args...)
}

func (p *printer) blank() { p.out.WriteByte('\n') }

func (p *printer) fail(pos ir.Pos, format string, args ...any) {
	err := fmt.Errorf("%s: module %s: %s", pos, p.m.Name, fmt.Sprintf(format, args...))
	if !p.said[err.Error()] { // an expression may be laid out more than once
		p.said[err.Error()] = true
		p.errs = append(p.errs, err)
	}
}

// checkReset reports properties in a module without a clock, and names that
// collide with the clock and reset ports.
func (p *printer) checkReset() {
	if i := slices.IndexFunc(p.m.Properties, func(q *ir.Property) bool { return !p.known.resetOf(q.Clock) }); i >= 0 {
		q := p.m.Properties[i]
		p.fail(q.Pos, "property %s needs a clock and a reset, and the module has no registers: move it to the parent", q.Name)
	}
	for _, clock := range p.m.Clocks() {
		if n := p.o.ResetOf(clock.Name); p.names.taken[n] {
			p.fail(clock.Pos, "the name %s belongs to the reset of %s: rename the signal", n, clock.Name)
		}
	}
	for _, n := range []string{ClockName, "rst", "rst_n"} {
		if p.names.taken[n] {
			p.fail(p.m.Pos, "the name %s belongs to the clock or the reset: rename the signal", n)
		}
	}
}
