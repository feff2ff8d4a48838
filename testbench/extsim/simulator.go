package extsim

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"culprit.example/culprit/internal/child"
	"culprit.example/culprit/internal/usercache"
	"culprit.example/culprit/rtlgen/ir"
	"culprit.example/culprit/rtlgen/verilog"
	"culprit.example/culprit/testbench/internal/vectors"
)

// Simulator is a way to compile and run a test bench.
type Simulator struct {
	Name  string
	needs []string // programs
	// recipe is what the compiled simulation depends on besides the files, the tools and
	// what reaches them of the environment.
	recipe func(b benchName) []string
	// compile makes the simulation from the files in src, and returns the names of the files
	// beside them that it consists of.
	compile func(s sources) ([]string, error)
	// command runs the simulation in dir.
	command func(ctx context.Context, dir string, seed uint64) (program string, args []string, err error)
}

// sources are the files of a simulation, written to a directory.
type sources struct {
	ctx   context.Context // ends the compilation
	dir   string
	bench benchName
	files []string // Verilog, children first
	// source is Verilog of others, which stays where it is.
	source ir.Source
}

// Simulators are all there are.
var Simulators []*Simulator

func init() { // the functions refer to the list
	Simulators = []*Simulator{
		{Name: "icarus", needs: []string{"iverilog", "vvp"}, recipe: icarusFlags, compile: compileIcarus, command: runIcarus},
		{Name: "verilator", needs: []string{"verilator", "g++", "make"}, recipe: verilatorRecipe, compile: compileVerilator,
			command: runVerilator},
	}
}

// Find returns the simulator of that name, nil if there is none.
func Find(name string) *Simulator {
	for _, s := range Simulators {
		if s.Name == name {
			return s
		}
	}
	return nil
}

// Check returns an error if a program is missing that the simulator needs.
func (s *Simulator) Check(ctx context.Context) error {
	_, err := s.versions(ctx)
	return err
}

func (s *Simulator) versions(ctx context.Context) ([]string, error) {
	var list []string
	for _, name := range s.needs {
		t, err := Lookup(ctx, name)
		if err != nil {
			return nil, fmt.Errorf("engine %s: %w", s.Name, err)
		}
		list = append(list, t.Name+" "+t.Version+" "+t.Path)
	}
	return list, nil
}

// recipeOf is all that a compiled simulation depends on besides the files.
func (s *Simulator) recipeOf(ctx context.Context, b benchName) ([]string, error) {
	versions, err := s.versions(ctx)
	return slices.Concat(versions, child.Influences(), s.recipe(b)), err
}

// building lets one compilation run at a time: each one keeps two cores busy.
var building = make(chan struct{}, 1)

// Run compiles the design with its test bench, unless an earlier run has, and
// replays the vectors. The error tells of a tool that is missing or fails; what
// differs is in the result. The end of ctx ends the run.
func (s *Simulator) Run(ctx context.Context, d *ir.Design, set *vectors.Set, seed uint64) (*Result, error) {
	r, damaged, err := s.run(ctx, d, set, seed)
	if err != nil && damaged && ctx.Err() == nil {
		r, _, err = s.run(ctx, d, set, seed) // it is made anew
	}
	return r, err
}

// run is Run without a second attempt. damaged reports whether the compiled simulation was
// gone or changed after the run.
func (s *Simulator) run(ctx context.Context, d *ir.Design, set *vectors.Set,
	seed uint64) (r *Result, damaged bool, err error) {
	start := time.Now()
	entry, err := s.compiled(ctx, d, set)
	if err != nil {
		return nil, false, err
	}
	defer entry.Release()
	r = &Result{Cached: entry.Hit, BuildSeconds: time.Since(start).Seconds()}
	if entry.Problem != nil {
		r.CacheProblem = entry.Problem.Error()
	}
	work, err := child.MakeTemp()
	if err != nil {
		return nil, false, err
	}
	defer os.RemoveAll(work)
	name := VectorsName(d.Top.Name)
	if err := writeVectorsFile(filepath.Join(work, name), set); err != nil {
		return nil, false, fmt.Errorf("the file of vectors: %w", child.TempError(err))
	}
	start = time.Now()
	program, args, err := s.command(ctx, entry.Dir, startOf(d, seed))
	if err != nil {
		return nil, false, err
	}
	c := constantsOf(set)
	// The vectors are named without their folder: Icarus Verilog cannot open every path.
	cmd := child.New(ctx, program, append(args, fmt.Sprintf("+seed=%d", seed&0x7fffffff), "+vectors="+name,
		fmt.Sprintf("+lead=%d", c.lead), fmt.Sprintf("+cycles=%d", c.cycles), fmt.Sprintf("+checksum=%x", c.checksum))...)
	cmd.Dir, cmd.TempInDir = work, true
	if err := r.run(cmd, d.Top.Name, set.Lead, set.Cycles); err != nil {
		if ctx.Err() != nil {
			return nil, false, ctx.Err()
		}
		if errors.Is(err, fs.ErrPermission) {
			err = fmt.Errorf("%w: the folder %s must let programs run, and not be mounted noexec: name another one with %s",
				err, entry.Dir, entry.Variable())
		}
		return nil, entry.Damaged(), fmt.Errorf("engine %s: %w", s.Name, err)
	}
	r.Seconds = time.Since(start).Seconds()
	return r, false, nil
}

// startOf is the seed of what registers hold at first; 0 is for 0 in all of them, which is what the engines
// give those of others' Verilog.
func startOf(d *ir.Design, seed uint64) uint64 {
	for _, m := range d.Modules {
		if m.Part != nil && m.Part.Source != nil {
			return 0
		}
	}
	return seed&0x7fffffff | 1
}

// compiled returns the entry of the cache with the compiled simulation.
func (s *Simulator) compiled(ctx context.Context, d *ir.Design, set *vectors.Set) (*usercache.Entry, error) {
	bench := benchNameOf(d.Top)
	recipe, err := s.recipeOf(ctx, bench)
	if err != nil {
		return nil, err
	}
	// Without the positions in the Go code, so that moving a line of it does not
	// compile everything again; and without what the test bench knows of its
	// vectors, which each run says.
	out, err := benchFiles(d, set, constants{}, verilog.Options{})
	if err != nil {
		return nil, err
	}
	files := out.SimulationFiles()
	others, err := sourceFiles(out.Source)
	if err != nil {
		return nil, err
	}
	entry, err := cacheOf(s.Name).Get(contentKey(recipe, append(others, files...)), func(work string) ([]string, error) {
		select {
		case building <- struct{}{}:
		case <-ctx.Done():
			return nil, ctx.Err()
		}
		defer func() { <-building }()
		src, err := writeSources(work, files)
		if err != nil {
			return nil, err
		}
		src.ctx, src.bench, src.source = ctx, bench, out.Source
		return s.compile(src)
	})
	if err != nil {
		return nil, fmt.Errorf("engine %s: module %s: %w", s.Name, d.Top.Name, err)
	}
	return entry, nil
}

// writeSources writes files into the folder dir.
func writeSources(dir string, files []verilog.File) (sources, error) {
	src := sources{dir: dir}
	for _, f := range files {
		path := filepath.Join(dir, f.Path)
		err := os.MkdirAll(filepath.Dir(path), 0o777)
		if err == nil {
			err = os.WriteFile(path, f.Data, 0o666)
		}
		if err != nil {
			return sources{}, child.TempError(err)
		}
		src.files = append(src.files, f.Path)
	}
	return src, nil
}

// compilerTemp is the pattern by which g++ names its temporary files; so is the folder with them.
const compilerTemp = "cc*.s"

// command runs a compiler in the directory of the sources, or in one below.
func (s sources) command(below, tool string, args ...string) error {
	t, err := Lookup(s.ctx, tool)
	if err != nil {
		return err
	}
	cmd := child.New(s.ctx, t.Path, args...)
	cmd.Dir, cmd.TempInDir = filepath.Join(s.dir, below), below == ""
	if below != "" {
		cmd.TempName = compilerTemp
	}
	out, err := cmd.Said()
	if err != nil && s.ctx.Err() != nil {
		return s.ctx.Err()
	}
	if err != nil {
		return fmt.Errorf("%s failed: %w\n%s", tool, err, lastLines(out, 30))
	}
	return nil
}

// lastLines are the last n lines of a program's output.
func lastLines(out []byte, n int) string {
	lines := strings.Split(string(bytes.TrimSpace(out)), "\n")
	return strings.Join(lines[max(0, len(lines)-n):], "\n")
}

// defines are the macros for the emitted Verilog, the same for all simulators. A
// failure does not end a run, so that its report has all that differs.
func defines(b benchName) []string {
	seed := fmt.Sprintf("%s.%smemory_seed(1'b0)", b.module, b.prefix)
	return []string{"-D" + verilog.AssertMacro, "-D" + verilog.FailMacro + "=", "-D" + verilog.MemSeedMacro + "=" + seed}
}
