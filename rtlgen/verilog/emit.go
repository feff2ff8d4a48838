package verilog

import (
	"errors"
	"fmt"
	"strings"

	"culprit/rtlgen/ir"
)

// Options are the choices that a user of the Verilog has.
type Options struct {
	AsyncReset     bool `json:"async_reset"`      // reset acts at once, not at the clock edge
	ResetActiveLow bool `json:"reset_active_low"` // the reset port is rst_n, not rst
	Positions      bool `json:"positions"`        // Go position beside registers and outputs
	// SingleFile puts all modules into <top>.v, children first. Verilator's style
	// check DECLFILENAME reports such a file.
	SingleFile bool `json:"single_file"`
	// Manifest adds <top>.json: ports, registers, memories and instances of each
	// module, and where in the Go code each Verilog name comes from.
	Manifest bool `json:"-"`
}

// DefaultOptions is a synchronous reset, active high, one file per module, with
// positions and a manifest. The zero value of Options leaves these two out, so
// that the files change only if the hardware does.
func DefaultOptions() Options { return Options{Positions: true, Manifest: true} }

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

// Emit writes the design as Verilog: one <module>.v per module (or <top>.v with
// SingleFile), <top>.f, <top>.core and, if asked for, the manifest <top>.json. A black
// box has two files, <module>.v with an instance of its part and models/<module>.v,
// and the design <top>.sim.f, which lists the models instead of the parts. The bytes
// depend on nothing but the arguments. An error names everything that cannot be
// written in Verilog, with its Go position.
func Emit(d *ir.Design, o Options) (*Output, error) {
	out := &Output{}
	var errs []error
	man := newManifest(d, o)
	var single strings.Builder
	for _, m := range d.Modules {
		text, ns, err := emitModule(m, o)
		if err != nil {
			errs = append(errs, err)
			continue
		}
		file := m.Name + ".v"
		if m.Part != nil {
			file = shellFile(m, d.Top.Name, o)
			out.addPart(file, emitShell(m, o), modelFile(m, d.Top.Name, o), text)
		} else if o.SingleFile {
			file = d.Top.Name + ".v"
			if single.Len() > 0 {
				single.WriteByte('\n')
			}
			single.WriteString(text)
		} else {
			out.Files = append(out.Files, File{file, []byte(text)})
		}
		man.add(m, file, ns)
	}
	if len(errs) > 0 {
		return nil, errors.Join(errs...)
	}
	if o.SingleFile && single.Len() > 0 {
		out.Files = append(out.Files, File{d.Top.Name + ".v", []byte(single.String())})
	}
	lists := []File{fileList(d.Top.Name, out.SynthesisFiles()), coreFile(d.Top, out)}
	if o.Manifest {
		lists = append(lists, man.file())
	}
	if len(out.Parts) > 0 {
		lists = append(lists, simulationList(d.Top.Name, out.SimulationFiles()))
	}
	out.Files = append(out.Files, lists...)
	return out, nil
}

// printer writes one module.
type printer struct {
	m     *ir.Module
	o     Options
	out   strings.Builder
	names *nameSet
	plan  *plan
	funcs functions
	size  map[*ir.Node]int // operations printed for a node; shared ones count each time
	// taps and views bring arrays to always @* blocks: see element.
	taps  []*tap
	views map[*ir.Array]*view
	nets  map[instPort]string // results of inputNet
	// genvar is the index of the generate loops with the copies of instances.
	genvar string
	// guard is around what is being written; constants are the named constants that
	// were printed, with the guard that they need.
	guard     guard
	constants map[*ir.Constant]guard
	// checksUsed is set when something stands between the directives of the checks.
	checksUsed bool
	// inComb is set while an always @* block is written, inVerificationOnly while that block
	// is verification-only.
	inComb, inVerificationOnly bool
	errs                       []error
}

func emitModule(m *ir.Module, o Options) (string, *names, error) {
	p := &printer{m: m, o: o, names: newNameSet(m), size: map[*ir.Node]int{}, views: map[*ir.Array]*view{}, nets: map[instPort]string{}, constants: map[*ir.Constant]guard{}}
	p.checkReset()
	p.plan = p.makePlan()
	// The sections that need functions and views are generated first, so that the
	// declarations can be written in front of them; the header comes last, since it
	// defines the macro of the checks if they need one.
	logic := p.section(p.instances, p.assigns, p.combinational, p.memories, p.clocked, p.checks, p.checkOnly)
	decls := p.section(p.declarations, p.arrayTaps, p.arrayViews, p.functions)
	decls = p.section(p.localparams) + decls
	head := p.section(p.header)
	if len(p.errs) > 0 {
		return "", nil, errors.Join(p.errs...)
	}
	return head + decls + logic + "\nendmodule\n\n`default_nettype wire\n", p.nameMap(), nil
}

// section runs writers and returns what they wrote.
func (p *printer) section(writers ...func()) string {
	saved := p.out.String()
	p.out.Reset()
	for _, w := range writers {
		w()
	}
	s := p.out.String()
	p.out.Reset()
	p.out.WriteString(saved)
	return s
}

func (p *printer) line(indent int, format string, args ...any) {
	p.out.WriteString(strings.Repeat("    ", indent))
	fmt.Fprintf(&p.out, format, args...)
	p.out.WriteByte('\n')
}

// directive writes a compiler directive, which stands at the left margin.
func (p *printer) directive(format string, args ...any) {
	fmt.Fprintf(&p.out, "`"+format+"\n", args...)
}

func (p *printer) blank() { p.out.WriteByte('\n') }

func (p *printer) fail(pos ir.Pos, format string, args ...any) {
	err := fmt.Errorf("%s: module %s: %s", pos, p.m.Name, fmt.Sprintf(format, args...))
	for _, e := range p.errs {
		if e.Error() == err.Error() {
			return // an expression may be laid out more than once
		}
	}
	p.errs = append(p.errs, err)
}

// checkReset reports properties in a module without a clock, and names that
// collide with the clock and reset ports.
func (p *printer) checkReset() {
	if len(p.m.Properties) > 0 && !p.m.NeedsReset() {
		q := p.m.Properties[0]
		p.fail(q.Pos, "property %s needs a clock and a reset, and the module has no registers: move it to the parent", q.Name)
	}
	for _, n := range []string{ClockName, "rst", "rst_n"} {
		if p.names.taken[n] {
			p.fail(p.m.Pos, "the name %s belongs to the clock or the reset: rename the signal", n)
		}
	}
}
