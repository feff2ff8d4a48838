package foreign

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"

	"culprit.example/culprit/internal/child"
	"culprit.example/culprit/rtlgen/ir"
	"culprit.example/culprit/rtlgen/verilog"
	"culprit.example/culprit/rtlgen/yosys"
)

// Source is Verilog and how it is read.
type Source struct {
	Files   []string // paths, in the order in which they are read
	Include []string // folders of what the files include
	Top     string
	Params  []Pair // of the top, with values as in Verilog
	Defines []Pair // macros; the value may be empty
	// Reset is the input of the top that becomes the reset of the design; the zero value leaves all inputs.
	Reset yosys.Reset
	// Arbitrary has state begin with arbitrary values where the Verilog gives none, and not with 0.
	Arbitrary bool
	// Written leaves modules and instances as they are written. Else equal ones become one, or an array, and modules
	// that differ in constants only become one.
	Written bool
	Reader  Reader
}

// Reader is the front end that reads the Verilog.
type Reader string

// The readers. The zero value is Auto.
const (
	Auto Reader = "" // Yosys, and slang if that refuses the files
	// read_verilog, of the Yosys that scripts/setup installs, or else of the one on the path
	Yosys Reader = "yosys"
	Path  Reader = "path"  // read_verilog of the Yosys on the path
	Slang Reader = "slang" // read_slang of the Yosys that scripts/setup installs: SystemVerilog
)

// Pair is a name with its value.
type Pair struct{ Name, Value string }

var (
	word  = regexp.MustCompile(`^[A-Za-z_][A-Za-z0-9_$]*$`)
	plain = regexp.MustCompile(`^[A-Za-z0-9_.,'"+-]*$`)
)

// Read returns the design that the Verilog describes. The error is of the files, of Yosys in its own words, or
// about what a design cannot have, with the place in the Verilog.
func Read(ctx context.Context, s Source) (*ir.Design, error) {
	n, err := s.read(ctx)
	if err != nil {
		return nil, err
	}
	return n.Design, nil
}

func (s Source) read(ctx context.Context) (*yosys.Netlist, error) {
	if err := s.check(); err != nil {
		return nil, err
	}
	text, err := s.netlist(ctx)
	if err != nil {
		return nil, err
	}
	return yosys.Read(text, s.Top, yosys.Options{Reset: s.Reset, Zero: !s.Arbitrary, Written: s.Written})
}

// netlist is what Yosys makes of the files.
func (s Source) netlist(ctx context.Context) ([]byte, error) {
	ways := map[Reader][]func(context.Context) ([]byte, error){
		Auto: {s.byYosys, s.bySlang}, Yosys: {s.byYosys}, Path: {s.byPath}, Slang: {s.bySlang},
	}
	var all []error
	for _, read := range ways[s.Reader] {
		text, err := read(ctx)
		if err == nil || ctx.Err() != nil {
			return text, err
		}
		all = append(all, err)
	}
	return nil, errors.Join(all...)
}

// check finds the mistakes of a call.
func (s Source) check() error {
	if len(s.Files) == 0 {
		return errors.New("no file of Verilog was given")
	}
	if !word.MatchString(s.Top) {
		return fmt.Errorf("%q is no name of a module", s.Top)
	}
	for kind, list := range map[string][]Pair{"define": s.Defines, "parameter": s.Params} {
		for _, p := range list {
			if !word.MatchString(p.Name) || !plain.MatchString(p.Value) {
				return fmt.Errorf("%s %s=%s: give a name and a number or a word", kind, p.Name, p.Value)
			}
		}
	}
	for _, path := range append(s.Files, s.Include...) {
		if strings.ContainsAny(path, " \t\n;\"'#*?[") {
			return fmt.Errorf("yosys takes no blanks, quotes or semicolons in the path %q: give a link to it", path)
		}
	}
	for _, path := range s.Files {
		if _, err := os.Stat(path); err != nil {
			return fmt.Errorf("cannot read the Verilog: %w", err)
		}
	}
	for _, path := range s.Include {
		if info, err := os.Stat(path); err != nil {
			return fmt.Errorf("cannot read the folder of included files: %w", err)
		} else if !info.IsDir() {
			return fmt.Errorf("cannot look for included files in %s: it is a file, and -I takes a folder", path)
		}
	}
	switch s.Reader {
	case Auto, Yosys, Path, Slang:
		return nil
	}
	return fmt.Errorf("there is no reader %s: choose %s, %s or %s", s.Reader, Yosys, Path, Slang)
}

// Part returns the design as a part that can stand in others (rtlgen.Foreign): the engines run what Read gives,
// and the Verilog of a design with it names the files, with an instance of the top in a module TOP_part.
// Without a reset the part begins with the first values of its Verilog. An input that is called as the clock or
// the reset of all our modules, and is neither, has _pin behind its name.
func Part(ctx context.Context, s Source) (*ir.Design, error) {
	n, err := s.read(ctx)
	if err != nil {
		return nil, err
	}
	return s.part(n)
}

// Both returns what Read and Part return, which have the same ports in the same order.
func Both(ctx context.Context, s Source) (design, part *ir.Design, err error) {
	n, err := s.read(ctx)
	if err != nil {
		return nil, nil, err
	}
	if design, err = ir.Parse("the netlist", ir.TextWith(n.Design, ir.Docs|ir.Positions)); err != nil {
		return nil, nil, err
	}
	part, err = s.part(n)
	return design, part, err
}

func (s Source) part(n *yosys.Netlist) (*ir.Design, error) {
	top := n.Top
	top.Name = s.partName()
	for _, m := range n.Modules {
		if m != top {
			m.Name = top.Name + "__" + m.Name
		}
		m.Base = ""
	}
	source := &ir.Source{Defines: params(s.Defines)}
	for _, list := range []struct {
		to   *[]string
		from []string
	}{{&source.Files, s.Files}, {&source.Include, s.Include}} {
		for _, path := range list.from {
			full, err := filepath.Abs(path)
			if err != nil {
				return nil, err
			}
			*list.to = append(*list.to, full)
		}
	}
	top.Part = &ir.Part{Name: s.Top, Params: params(s.Params), Clock: n.Clock, Reset: s.Reset.Input, ResetLow: s.Reset.Low,
		Source: source}
	source.Begins = s.Reset.Input == ""
	for _, p := range top.Ports {
		if reserved[p.Name] {
			p.Name += "_pin"
		}
		top.Part.Conns = append(top.Part.Conns, ir.PartConn{Port: n.Ports[p], Sig: p})
	}
	if s.Reset.Input != "" && !top.NeedsReset() { // nothing is reset by it
		inactive := &ir.Node{Op: ir.OpConst, Width: 1, Const: bigBit(s.Reset.Low)}
		top.Part.Conns = append(top.Part.Conns, ir.PartConn{Port: s.Reset.Input, Tied: inactive})
	}
	return n.Design, ir.Verify(n.Design)
}

// reserved are the names of the clock and the reset in all Verilog that is written here.
var reserved = map[string]bool{verilog.ClockName: true, verilog.Options{}.ResetName(): true,
	verilog.Options{ResetActiveLow: true}.ResetName(): true}

// Emittable returns a copy of a design in which no signal is called as the clock or the reset of the Verilog
// that is written for it: such a one has _pin behind its name. The ports stay in their order.
func Emittable(d *ir.Design) (*ir.Design, error) {
	own, err := ir.Parse("the netlist", ir.TextWith(d, ir.Docs|ir.Positions))
	if err != nil {
		return nil, err
	}
	for _, m := range own.Modules {
		for _, list := range [][]*ir.Signal{m.Ports, m.Signals} {
			for _, s := range list {
				if reserved[s.Name] {
					s.Name += "_pin"
				}
			}
		}
	}
	return own, ir.Verify(own)
}

// partName is the name of the module around an instance of the top: with the parameters that were given.
func (s Source) partName() string {
	name := strings.ToLower(s.Top) + "_part"
	for _, p := range s.Params {
		name += "_" + strings.ToLower(p.Name) + "_" + strings.Map(func(r rune) rune {
			if strings.ContainsRune("'\"+-.,", r) {
				return '_'
			}
			return r
		}, p.Value)
	}
	return name
}

func params(list []Pair) (all []ir.PartParam) {
	for _, p := range list {
		all = append(all, ir.PartParam(p))
	}
	return all
}

// Emitted is what Yosys makes of the Verilog that is written for a design: the design again, by readers and
// writers of which one is not ours. A design with more clocks than the implicit one is refused.
func Emitted(ctx context.Context, d *ir.Design, o verilog.Options) (*ir.Design, error) {
	return emitted(ctx, d, o, false)
}

// Written is Emitted with modules and instances as they are written.
func Written(ctx context.Context, d *ir.Design, o verilog.Options) (*ir.Design, error) {
	return emitted(ctx, d, o, true)
}

func emitted(ctx context.Context, d *ir.Design, o verilog.Options, written bool) (*ir.Design, error) {
	if d.HasClocks() {
		return nil, fmt.Errorf("%s has the clock %s besides the implicit one, and Verilog is read back with one clock alone",
			d.Top.Name, d.Top.Clocks()[0].Name)
	}
	out, err := verilog.Emit(d, o)
	if err != nil {
		return nil, err
	}
	dir, err := child.MakeTemp()
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(dir)
	if err := out.WriteDir(dir); err != nil {
		return nil, err
	}
	s := Source{Top: o.TopName(d), Reader: Path, Arbitrary: true, Written: written}
	for _, f := range out.SimulationFiles() {
		s.Files = append(s.Files, filepath.Join(dir, f.Path))
	}
	if d.Top.NeedsReset() {
		s.Reset = yosys.Reset{Input: o.ResetName(), Low: o.ResetActiveLow}
	}
	return Read(ctx, s)
}
