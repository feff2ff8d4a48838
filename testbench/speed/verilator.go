package speed

import (
	"bytes"
	"context"
	_ "embed"
	"errors"
	"fmt"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"text/template"
	"time"

	"culprit.example/culprit/internal/child"
	"culprit.example/culprit/rtlgen/ir"
	"culprit.example/culprit/rtlgen/verilog"
	"culprit.example/culprit/testbench/extsim"
)

//go:embed main.cpp.tmpl
var mainText string

var mainTemplate = template.Must(template.New("main.cpp").Parse(mainText))

// A translation is a way to make a model with Verilator.
type translation struct {
	model string // its name in options
	name  string // in reports
	flags []string
	// hierarchical makes a model of each block of the subject by itself, which
	// its copies share.
	hierarchical bool
}

// translations are the ways that are tried; the fastest counts. The first is
// what its manual calls hierarchical Verilation: by itself, Verilator writes out
// the code of every copy, and for a network, that is more than the processor's
// caches hold.
var translations = []translation{
	{model: "hierarchical", name: "verilator --hierarchical", hierarchical: true},
	{model: "default", name: "verilator"},
	{model: "O3", name: "verilator -O3", flags: []string{"-O3"}},
}

// withThreads is Verilator's own way to use several threads. It makes no use of what copies
// share.
func withThreads(n int) translation {
	flags := []string{"--threads", strconv.Itoa(n)}
	return translation{model: "threads", name: "verilator " + strings.Join(flags, " "), flags: flags}
}

// Models are the names for Options.Models.
func Models() []string {
	var names []string
	for _, t := range translations {
		names = append(names, t.model)
	}
	return names
}

// commonFlags are the same for all: no tracing, no assertions, and nothing done
// about values that are open.
var commonFlags = []string{"--noassert", "--x-assign", "fast", "--x-initial", "fast"}

// objectsDir is the folder that Verilator writes to.
const objectsDir = "obj_dir"

// outputFlags say what to make of it, and where.
var outputFlags = []string{"--cc", "--exe", "--prefix", "Vsim", "--Mdir", objectsDir, "-o", "sim"}

// makeFlags compile what runs in every cycle with all that the compiler can do,
// and what runs once (constructors) as Verilator's makefile has it: quickly.
var makeFlags = []string{"OPT_FAST=-O3 -march=native", "OPT_GLOBAL=-O3 -march=native"}

// program is a simulation that Verilator has made.
type program struct {
	translation translation
	path        string
	flags       string // of Verilator and the compiler
	took        taken  // with the emission of the Verilog
	peak        int64  // of the largest of the tools
	limited     bool   // it took longer than it may; there is no program
}

// blocksFile tells Verilator which modules are models by themselves.
const blocksFile = "blocks.vlt"

// hierarchicalFlags: paths through a model and back into it, by other ports, look
// like loops.
var hierarchicalFlags = []string{"--hierarchical", "-Wno-UNOPTFLAT"}

// sharedModules is the text of blocksFile: the modules of these instances.
func sharedModules(d *ir.Design, instances []string) string {
	text := "`verilator_config\n"
	told := map[*ir.Module]bool{}
	for _, path := range instances {
		if of := find(d.Top, path).Of; !told[of] {
			told[of] = true
			text += fmt.Sprintf("hier_block -module %q\n", of.Name)
		}
	}
	return text
}

// sources writes the Verilog and the main program of a design into dir, and the
// file about the blocks, which is not in the list. What Verilator needs for Verilog of others is in it.
func sources(d *ir.Design, shared []string, dir string) (files []string, err error) {
	out, err := verilog.Emit(d, verilog.Options{})
	if err != nil {
		return nil, err
	}
	var text bytes.Buffer
	names := struct {
		Top             string
		Inputs, Outputs []string
	}{Top: d.Top.Name, Outputs: checked}
	for _, p := range d.Top.Inputs() {
		names.Inputs = append(names.Inputs, p.Name)
	}
	if err := mainTemplate.Execute(&text, names); err != nil {
		return nil, err
	}
	out.Files = append(out.Files, verilog.File{Path: "main.cpp", Data: text.Bytes()},
		verilog.File{Path: blocksFile, Data: []byte(sharedModules(d, shared))})
	if err := out.WriteDir(dir); err != nil {
		return nil, err
	}
	files = extsim.VerilatorOptions(out.Source)
	for _, f := range out.SimulationFiles() {
		files = append(files, f.Path)
	}
	return append(files, "main.cpp"), nil
}

// translate makes a simulation of the subject's design with these tools in dir, an empty
// directory, in at most the time of limit.
func (t translation) translate(ctx context.Context, with *toolchain, s *Subject, d *ir.Design, dir string,
	makeFlags []string, limit time.Duration) (*program, error) {
	ctx, cancel := context.WithTimeout(ctx, limit)
	defer cancel()
	p := &program{translation: t, path: filepath.Join(dir, objectsDir, "sim")}
	emitting := startWatch()
	files, err := sources(d, s.Shared, dir)
	if err != nil {
		return nil, err
	}
	p.took = emitting.read()
	flags := slices.Concat(commonFlags, t.flags)
	makefile := "Vsim.mk"
	if t.hierarchical {
		flags = append(flags, hierarchicalFlags...)
		files = append(files, blocksFile)
		makefile = "Vsim_hier.mk"
	}
	p.flags = strings.Join(slices.Concat([]string{"verilator"}, flags, []string{"with " + with.cxx.name}, makeFlags), " ")
	args := slices.Concat(flags, []string{"--top-module", d.Top.Name}, outputFlags, files)
	jobs := fmt.Sprintf("-j%d", runtime.NumCPU())
	for _, step := range []struct {
		dir, tool string
		args      []string
	}{
		{dir, with.verilator.path, args},
		{filepath.Join(dir, objectsDir), with.make.Path,
			slices.Concat([]string{jobs, "-s", "-f", makefile, "CXX=" + with.cxx.path, "LINK=" + with.cxx.path}, with.variables,
				makeFlags)},
	} {
		err := p.step(ctx, step.dir, step.tool, step.args)
		if errors.Is(ctx.Err(), context.DeadlineExceeded) {
			p.limited = true
			return p, nil
		}
		if err != nil {
			return nil, err
		}
	}
	return p, nil
}

// step runs a tool and adds what it takes.
func (p *program) step(ctx context.Context, dir, tool string, args []string) error {
	cmd := child.New(ctx, tool, args...)
	cmd.Dir, cmd.TempInDir = dir, true
	start := time.Now()
	out, err := cmd.Said()
	p.took.wall += time.Since(start)
	if s := cmd.State(); s != nil {
		p.took.cpu += s.UserTime() + s.SystemTime()
		p.peak = max(p.peak, peakMemoryOf(s))
	}
	if err != nil {
		const most = 2000
		return fmt.Errorf("%s failed: %w\n%s", filepath.Base(tool), err, bytes.TrimSpace(out[max(0, len(out)-most):]))
	}
	return nil
}

// command starts the simulation with the values of the inputs.
func (p *program) command(ctx context.Context, d *ir.Design, values map[string]uint64) *child.Command {
	var args []string
	for _, in := range d.Top.Inputs() {
		args = append(args, fmt.Sprint(values[in.Name]))
	}
	return child.New(ctx, p.path, args...)
}
