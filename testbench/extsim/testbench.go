package extsim

import (
	_ "embed"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"text/template"

	"culprit.example/culprit/internal/outfile"
	"culprit.example/culprit/rtlgen/ir"
	"culprit.example/culprit/rtlgen/verilog"
	"culprit.example/culprit/testbench/internal/vectors"
)

//go:embed testbench.v.tmpl
var benchText string

var benchTemplate = template.Must(template.New("testbench").Parse(benchText))

// benchData is what the template needs. P is the prefix of the names that the
// test bench has for itself.
type benchData struct {
	Top, Bench, Vectors string
	P                   string
	HasKnown            bool
	Differs             string // the operator that compares
	FailMacro           string
	Clock               string
	Resets              []string
	ActiveLow           bool
	Edges               []edge
	Lead, Cycles        int
	Checksum            string
	Line                []string // what the checksum is made of, the highest bits first
	SumWidth            int
	Drivers             []string // declarations of the pins
	Expectations        []string
	Pins                []string
	Reads               []read
	Numbers             int
	Outputs             []output
	Zeros               []string
}

// read is a part of the line of a cycle.
type read struct {
	Format string
	Into   []string
}

// edge is a clock that is an input, and what the line of a cycle says of it.
type edge struct{ Clock, Wanted string }

type output struct {
	Name  string
	Width int
	Mask  string // "" if it is always known
}

// SumTop and SumNext are the highest bits of the sum of all lines.
func (d *benchData) SumTop() int  { return d.SumWidth - 1 }
func (d *benchData) SumNext() int { return d.SumWidth - 2 }

// halfPeriod is half a clock period.
const halfPeriod = 5

// maxPortWidth is what Verilator reads as one number.
const maxPortWidth = 32000

// BenchName is the name of the test bench of a block.
func BenchName(top string) string { return top + "_tb" }

// VectorsName is the name of the file with the vectors of a block.
func VectorsName(top string) string { return top + "_vectors.hex" }

// WriteTestbench writes the block's Verilog, its test bench <top>_tb.v with
// the file list <top>_tb.f, and the vectors <top>_vectors.hex into dir. All files
// are complete or, after an error, as they were.
func WriteTestbench(dir string, d *ir.Design, set *vectors.Set, o verilog.Options) error {
	out, err := benchFiles(d, set, constantsOf(set), o)
	if err != nil {
		return err
	}
	made, err := outfile.MakeDir(dir)
	if err != nil {
		err = fmt.Errorf("cannot make the output directory %s: %w", dir, err)
	} else {
		err = writeBench(dir, VectorsName(o.TopName(d)), out, set)
	}
	if err != nil {
		outfile.RemoveMade(made)
	}
	return err
}

// writeBench writes the vectors under a name, and the other files. The vectors may
// be large: they are streamed to a file beside, which takes its place when all others
// are there.
func writeBench(dir, name string, out *verilog.Output, set *vectors.Set) error {
	stage, err := os.MkdirTemp(dir, ".rtlgen-*")
	if err != nil {
		return fmt.Errorf("cannot write to the output directory %s: %w", dir, outfile.Cause(err))
	}
	defer os.RemoveAll(stage)
	staged := filepath.Join(stage, name)
	if err := writeVectorsFile(staged, set); err != nil {
		return fmt.Errorf("cannot write %s to %s: %w; nothing was changed", name, dir, outfile.Cause(err))
	}
	if err := out.WriteDir(dir); err != nil {
		return err
	}
	if err := os.Rename(staged, filepath.Join(dir, name)); err != nil {
		return fmt.Errorf("cannot replace %s in %s: %w", name, dir, outfile.Cause(err))
	}
	return nil
}

// constants are what a test bench knows of its vectors.
type constants struct {
	lead, cycles int
	checksum     uint32
}

func constantsOf(set *vectors.Set) constants { return constants{set.Lead, set.Cycles, checksum(set)} }

// benchFiles are all files but the vectors.
func benchFiles(d *ir.Design, set *vectors.Set, c constants, o verilog.Options) (*verilog.Output, error) {
	out, err := verilog.Emit(d, o)
	if err != nil {
		return nil, err
	}
	bench, err := benchFile(d.Top, set, c, o, len(out.Source.Files) > 0)
	if err != nil {
		return nil, err
	}
	top := o.TopName(d)
	var paths []string
	for _, f := range append(out.SimulationFiles(), bench) {
		paths = append(paths, f.Path)
	}
	list := o.FileList(BenchName(top), "the test bench of "+top+" and the block", paths)
	out.Files = append(out.Files, bench, list, o.TestbenchCore(BenchName(top), d, VectorsName(top)))
	return out, nil
}

func benchFile(top *ir.Module, set *vectors.Set, c constants, o verilog.Options, strange bool) (verilog.File, error) {
	d := &benchData{
		Top: o.ModuleName(top), Bench: BenchName(o.ModuleName(top)), Vectors: VectorsName(o.ModuleName(top)),
		P: freePrefix(top), Differs: "!==", FailMacro: verilog.FailMacro, Lead: c.lead, Cycles: c.cycles,
		Checksum: fmt.Sprintf("%08x", c.checksum),
	}
	if strange {
		d.Differs = "!=" // bits that the Verilog of others leaves x are not compared
	}
	d.clocking(top, o)
	if err := d.ports(set); err != nil {
		return verilog.File{}, fmt.Errorf("module %s: %w", top.Name, err)
	}
	var b strings.Builder
	if err := benchTemplate.Execute(&b, d); err != nil {
		panic("BUG: the template of the test bench: " + err.Error())
	}
	return verilog.File{Path: d.Bench + ".v", Data: []byte(o.BesideHead() + b.String())}, nil
}

// benchName is the module name of a test bench and the prefix of its own names.
type benchName struct{ module, prefix string }

func benchNameOf(top *ir.Module) benchName { return benchName{BenchName(top.Name), freePrefix(top)} }

// freePrefix is a prefix that no port has.
func freePrefix(top *ir.Module) string {
	for n := 0; ; n++ {
		prefix := "tb_"
		if n > 0 {
			prefix = fmt.Sprintf("tb%d_", n)
		}
		free := true
		for _, p := range top.Ports {
			free = free && !strings.HasPrefix(p.Name, prefix)
		}
		if free {
			return prefix
		}
	}
}

// clocking declares clock and reset. A block without a clock is run by a clock
// of the test bench's own.
func (d *benchData) clocking(top *ir.Module, o verilog.Options) {
	d.Clock = d.P + "clk"
	if top.NeedsClock() {
		d.Clock = verilog.ClockName
		d.Pins = append(d.Pins, d.Clock)
	}
	d.Drivers = append(d.Drivers, declare("reg", 1, d.Clock))
	d.Zeros = append(d.Zeros, d.Clock+" = 1'b0;")
	d.ActiveLow = o.ResetActiveLow
	if o.NeedsReset(top) {
		d.reset(o.ResetName())
	}
	for _, p := range top.Clocks() {
		d.Edges = append(d.Edges, edge{p.Name, d.P + "edge_" + p.Name})
		if o.NeedsResetOf(top, p.Name) {
			d.reset(o.ResetOf(p.Name))
		}
	}
}

// reset declares a reset, which is on at first.
func (d *benchData) reset(name string) {
	d.Resets = append(d.Resets, name)
	d.Pins = append(d.Pins, name)
	d.Drivers = append(d.Drivers, declare("reg", 1, name))
	on := 1
	if d.ActiveLow {
		on = 0
	}
	d.Zeros = append(d.Zeros, fmt.Sprintf("%s = 1'b%d;", name, on))
}

// read is what the line of a cycle gives for an input: a variable of the test bench for a clock.
func (d *benchData) read(input string) string {
	for _, e := range d.Edges {
		if e.Clock == input {
			d.Expectations = append(d.Expectations, declare("reg", 1, e.Wanted))
			return e.Wanted
		}
	}
	return input
}

func (d *benchData) ports(set *vectors.Set) error {
	inputs := []string{d.P + "in_reset"}
	var expected, known []string
	for _, p := range set.Inputs {
		d.Pins = append(d.Pins, p.Name)
		d.Drivers = append(d.Drivers, declare("reg", p.Width, p.Name))
		d.Zeros = append(d.Zeros, fmt.Sprintf("%s = %d'd0;", p.Name, p.Width))
		inputs = append(inputs, d.read(p.Name))
		if p.Width > maxPortWidth {
			return fmt.Errorf("input %s has %d bits, and a test bench reads %d at most", p.Name, p.Width, maxPortWidth)
		}
	}
	for _, p := range set.Outputs {
		d.Pins = append(d.Pins, p.Name)
		d.Drivers = append(d.Drivers, declare("wire", p.Width, p.Name))
		d.Expectations = append(d.Expectations, declare("reg", p.Width, d.P+"expected_"+p.Name))
		expected = append(expected, d.P+"expected_"+p.Name)
		if p.Width > maxPortWidth {
			return fmt.Errorf("output %s has %d bits, and a test bench compares %d at most", p.Name, p.Width, maxPortWidth)
		}
		out := output{Name: p.Name, Width: p.Width}
		if p.Groups > 0 {
			d.HasKnown = true
			d.Expectations = append(d.Expectations,
				declare("reg", p.Groups, d.P+"known_"+p.Name), declare("reg", p.Width, d.P+"mask_"+p.Name))
			known = append(known, d.P+"known_"+p.Name)
			out.Mask = maskOf(d.P+"known_"+p.Name, p)
		}
		d.Outputs = append(d.Outputs, out)
	}
	d.SumWidth = sumWidth(set)
	if pad := d.SumWidth - lineWidth(set); pad > 0 {
		d.Line = append(d.Line, fmt.Sprintf("%d'd0", pad))
	}
	d.Line = slices.Concat(d.Line, inputs, expected, known)
	for _, names := range [][]string{inputs, expected, known} {
		if len(names) > 0 {
			d.Reads = append(d.Reads, read{strings.Repeat(" %h", len(names)), names})
			d.Numbers += len(names)
		}
	}
	return nil
}

// maskOf widens the known bits of an output to the width of its lanes.
func maskOf(known string, p vectors.Port) string {
	lane := p.Width / p.Groups
	switch {
	case lane == 1:
		return known
	case p.Groups == 1:
		return fmt.Sprintf("{%d{%s}}", lane, known)
	}
	const perLine = 4
	var b strings.Builder
	for g := p.Groups - 1; g >= 0; g-- {
		if n := p.Groups - 1 - g; n%perLine == 0 {
			b.WriteString("\n                ")
		} else {
			b.WriteByte(' ')
		}
		fmt.Fprintf(&b, "{%d{%s[%d]}},", lane, known, g)
	}
	return "{" + strings.TrimSuffix(b.String(), ",") + "\n            }"
}

func declare(kind string, width int, name string) string {
	bounds := ""
	if width > 1 {
		bounds = fmt.Sprintf("[%d:0]", width-1)
	}
	return fmt.Sprintf("%-4s %-8s %s;", kind, bounds, name)
}
