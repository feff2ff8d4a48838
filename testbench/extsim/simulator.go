package extsim

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"time"

	"culprit/internal/outfile"
	"culprit/rtlgen/ir"
	"culprit/rtlgen/verilog"
	"culprit/testbench/internal/vectors"
)

// Simulator is a way to compile and run a test bench.
type Simulator struct {
	Name  string
	needs []string // programs
	// recipe is what the compiled simulation depends on besides the files.
	recipe func(b benchName) []string
	// compile makes the simulation in dir from the files in src.
	compile func(s sources, dir string) error
	// command runs the simulation in dir.
	command func(dir string, seed uint64) (program string, args []string)
}

// sources are the files of a simulation, written to a directory.
type sources struct {
	ctx   context.Context // ends the compilation
	dir   string
	bench benchName
	files []string // Verilog, children first
	cache string   // directory of the simulator's cache
}

// Simulators are all there are.
var Simulators []*Simulator

func init() { // the functions refer to the list
	Simulators = []*Simulator{
		{Name: "icarus", needs: []string{"iverilog", "vvp"}, recipe: icarusFlags, compile: compileIcarus, command: runIcarus},
		{Name: "verilator", needs: []string{"verilator", "g++", "make"}, recipe: verilatorRecipe, compile: compileVerilator, command: runVerilator},
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

// Check tells whether all programs are there that the simulator needs.
func (s *Simulator) Check() error {
	_, err := s.versions()
	return err
}

func (s *Simulator) versions() ([]string, error) {
	var list []string
	for _, name := range s.needs {
		t, err := Lookup(name)
		if err != nil {
			return nil, fmt.Errorf("engine %s: %w", s.Name, err)
		}
		list = append(list, t.Name+" "+t.Version)
	}
	return list, nil
}

// building lets one compilation run at a time: each one keeps two cores busy.
var building = make(chan struct{}, 1)

// Run compiles the design with its test bench, unless an earlier run has, and
// replays the vectors. The error tells of a tool that is missing or fails; what
// differs is in the result. The end of ctx ends the run.
func (s *Simulator) Run(ctx context.Context, d *ir.Design, set *vectors.Set, seed uint64) (*Result, error) {
	start := time.Now()
	dir, hit, err := s.compiled(ctx, d, set)
	if err != nil {
		return nil, err
	}
	r := &Result{Cached: hit, BuildSeconds: time.Since(start).Seconds()}
	work, err := os.MkdirTemp("", "culprit-")
	if err != nil {
		return nil, fmt.Errorf("no directory for vectors: %w; name another one with TMPDIR", err)
	}
	defer os.RemoveAll(work)
	path := filepath.Join(work, VectorsName(d.Top.Name))
	if err := writeVectorsFile(path, set); err != nil {
		return nil, fmt.Errorf("cannot write the vectors into a directory in %s: %w; name another one with TMPDIR", os.TempDir(), outfile.Cause(err))
	}
	start = time.Now()
	program, args := s.command(dir, seed)
	c := constantsOf(set)
	args = append(args, fmt.Sprintf("+seed=%d", seed&0x7fffffff), "+vectors="+path,
		fmt.Sprintf("+lead=%d", c.lead), fmt.Sprintf("+cycles=%d", c.cycles), fmt.Sprintf("+checksum=%x", c.checksum))
	if err := r.run(exec.CommandContext(ctx, program, args...), d.Top.Name, set.Lead, set.Cycles); err != nil {
		return nil, fmt.Errorf("engine %s: %w", s.Name, err)
	}
	r.Seconds = time.Since(start).Seconds()
	return r, nil
}

// compiled returns the directory with the compiled simulation.
func (s *Simulator) compiled(ctx context.Context, d *ir.Design, set *vectors.Set) (dir string, hit bool, err error) {
	versions, err := s.versions()
	if err != nil {
		return "", false, err
	}
	// Without the positions in the Go code, so that moving a line of it does not
	// compile everything again; and without what the test bench knows of its
	// vectors, which each run says.
	out, err := benchFiles(d, set, constants{}, verilog.Options{})
	if err != nil {
		return "", false, err
	}
	files := out.SimulationFiles()
	cache, err := cacheDir(s.Name)
	if err != nil {
		return "", false, err
	}
	bench := benchNameOf(d.Top)
	key := contentKey(append(versions, s.recipe(bench)...), files)
	dir, hit, err = cached(cache, key, func(dir string) error {
		select {
		case building <- struct{}{}:
		case <-ctx.Done():
			return ctx.Err()
		}
		defer func() { <-building }()
		src, err := writeSources(files)
		if err != nil {
			return err
		}
		defer os.RemoveAll(src.dir)
		src.ctx, src.bench, src.cache = ctx, bench, cache
		return s.compile(src, dir)
	})
	if err != nil {
		return "", false, fmt.Errorf("engine %s: module %s: %w", s.Name, d.Top.Name, err)
	}
	return dir, hit, nil
}

func writeSources(files []verilog.File) (sources, error) {
	dir, err := os.MkdirTemp("", "culprit-")
	if err != nil {
		return sources{}, fmt.Errorf("no directory to compile in: %w", err)
	}
	src := sources{dir: dir}
	for _, f := range files {
		path := filepath.Join(dir, f.Path)
		err := os.MkdirAll(filepath.Dir(path), 0o777)
		if err == nil {
			err = os.WriteFile(path, f.Data, 0o666)
		}
		if err != nil {
			os.RemoveAll(dir)
			return sources{}, fmt.Errorf("no directory to compile in: %w", err)
		}
		src.files = append(src.files, f.Path)
	}
	return src, nil
}

// command runs a compiler in the directory of the sources.
func (s sources) command(tool string, args ...string) error {
	t, err := Lookup(tool)
	if err != nil {
		return err
	}
	cmd := exec.CommandContext(s.ctx, t.Path, args...)
	cmd.Dir = s.dir
	cmd.WaitDelay = time.Second // for what the compiler has started itself
	out, err := cmd.CombinedOutput()
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
