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
	"culprit.example/culprit/testbench/extsim"
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
}

// Pair is a name with its value.
type Pair struct{ Name, Value string }

var (
	word  = regexp.MustCompile(`^[A-Za-z_][A-Za-z0-9_$]*$`)
	plain = regexp.MustCompile(`^[A-Za-z0-9_.,'"+-]*$`)
)

// Read returns the design that the Verilog describes. The error is of the files, of Yosys in its own words, or
// about what a design cannot have, with the place in the Verilog.
func Read(ctx context.Context, s Source) (*ir.Design, error) {
	script, err := s.script()
	if err != nil {
		return nil, err
	}
	tool, err := extsim.Lookup(ctx, "yosys")
	if err != nil {
		return nil, err
	}
	dir, err := child.MakeTemp()
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(dir)
	netlist := filepath.Join(dir, "netlist.json")
	run := child.New(ctx, tool.Path, "-q", "-p", script+"; write_json "+netlist)
	run.Dir = "." // paths are as they were given
	if said, err := run.Said(); err != nil {
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		return nil, fmt.Errorf("yosys does not read the Verilog (%w):\n%s", err, strings.TrimSpace(string(said)))
	}
	text, err := os.ReadFile(netlist)
	if err != nil {
		return nil, err
	}
	return yosys.Read(text, s.Top, s.Reset)
}

// script is the passes that read the files and make what package yosys takes.
func (s Source) script() (string, error) {
	if len(s.Files) == 0 {
		return "", errors.New("no file of Verilog was given")
	}
	if !word.MatchString(s.Top) {
		return "", fmt.Errorf("%q is no name of a module", s.Top)
	}
	read := "read_verilog -sv"
	for _, d := range s.Defines {
		if !word.MatchString(d.Name) || !plain.MatchString(d.Value) {
			return "", fmt.Errorf("define %s=%s: give a name and a number or a word", d.Name, d.Value)
		}
		read += " -D" + d.Name
		if d.Value != "" {
			read += "=" + d.Value
		}
	}
	for _, path := range s.Include {
		if err := usable(path); err != nil {
			return "", err
		}
		read += " -I" + path
	}
	for _, path := range s.Files {
		if _, err := os.Stat(path); err != nil {
			return "", fmt.Errorf("cannot read the Verilog: %w", err)
		}
		if err := usable(path); err != nil {
			return "", err
		}
		read += " " + path
	}
	passes := []string{read}
	if len(s.Params) > 0 {
		set := "chparam"
		for _, p := range s.Params {
			if !word.MatchString(p.Name) || !plain.MatchString(p.Value) {
				return "", fmt.Errorf("parameter %s=%s: give a name and a number or a word", p.Name, p.Value)
			}
			set += " -set " + p.Name + " " + p.Value
		}
		passes = append(passes, set+" "+s.Top)
	}
	return strings.Join(append(passes, yosys.Passes(s.Top)...), "; "), nil
}

// usable reports whether Yosys takes a path in a script.
func usable(path string) error {
	if strings.ContainsAny(path, " \t\n;\"'#*?[") {
		return fmt.Errorf("yosys takes no blanks, quotes or semicolons in the path %q: give a link to it", path)
	}
	return nil
}

// Emitted is what Yosys makes of the Verilog that is written for a design: the design again, by readers and
// writers of which one is not ours.
func Emitted(ctx context.Context, d *ir.Design, o verilog.Options) (*ir.Design, error) {
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
	s := Source{Top: d.Top.Name}
	for _, f := range out.SynthesisFiles() {
		s.Files = append(s.Files, filepath.Join(dir, f.Path))
	}
	if d.Top.NeedsReset() {
		s.Reset = yosys.Reset{Input: "rst"}
	}
	return Read(ctx, s)
}
