package testbench_test

import (
	"context"
	"math/rand"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"gotest.tools/v3/assert"

	"culprit.example/culprit/internal/child"
	"culprit.example/culprit/internal/tiers"
	"culprit.example/culprit/rtlgen"
	"culprit.example/culprit/rtlgen/blocks"
	"culprit.example/culprit/rtlgen/verilog"
	"culprit.example/culprit/testbench"
	"culprit.example/culprit/testbench/benchtest"
)

// TestCompiledSimulationsAreKept uses a cache of its own: the first run
// compiles, others with another seed, length or stimulus do not.
//
// The first run has all that can be in the way: folders whose paths some tools cannot use, and an
// environment for another project. What it keeps is as good as without.
func TestCompiledSimulationsAreKept(t *testing.T) {
	tiers.Tools(t, "verilator")
	t.Chdir(t.TempDir())
	for _, v := range []string{"TMPDIR", "CULPRIT_CACHE"} {
		t.Setenv(v, oddFolder(t, v))
	}
	another := map[string]string{"CXXFLAGS": "-std=c++98", "CPPFLAGS": "-fsanitize=address",
		"LDFLAGS": "-fsanitize=address", "LDLIBS": "-lnothing",
		"MAKEFLAGS": "n", "OPT_FAST": "-Wrong", "VM_PREFIX": "x", "VERILATOR_ROOT": "/nonexistent", "CPATH": "/nonexistent",
		"GCC_EXEC_PREFIX": "/nonexistent", "CXX": "false"}
	for name, value := range another {
		t.Setenv(name, value)
	}
	run := func(o testbench.Options) (testbench.EngineReport, time.Duration) {
		o.Engines = []string{"verilator"}
		start := time.Now()
		return benchtest.RunBench(t, stashBench(), nil, o).Engines[0], time.Since(start)
	}
	first, slow := run(testbench.Options{Seed: 1})
	assert.Assert(t, !first.Cached)
	for _, o := range []testbench.Options{{Seed: 1}, {Seed: 2}, {Seed: 2, Cycles: 3000}} {
		again, fast := run(o)
		assert.Assert(t, again.Cached)
		assert.Assert(t, fast < slow/2, "%v with a kept simulation, %v without", fast, slow)
	}
	for name := range another {
		t.Setenv(name, "")
	}
	kept, err := filepath.Glob(filepath.Join(strings.ReplaceAll(os.Getenv("CULPRIT_CACHE"), `\`, `\\`), "verilator", "*",
		"sim"))
	assert.NilError(t, err)
	assert.Equal(t, len(kept), 1)
	assert.NilError(t, os.Truncate(kept[0], 1000))
	again, _ := run(testbench.Options{Seed: 1})
	assert.Assert(t, !again.Cached, "a damaged simulation was used")
	b := stashBench()
	r := benchtest.RunBench(t, b, map[string]int{"depth": 6}, testbench.Options{Engines: []string{"verilator"}})
	assert.Assert(t, !r.Engines[0].Cached, "another circuit, the same simulation")
}

// oddFolder makes a folder in the present one, whose name is hard to quote.
func oddFolder(t *testing.T, name string) string {
	t.Helper()
	name += " ,\u00e9'$x`y\"z#%&;(\\q=~"
	assert.NilError(t, os.Mkdir(name, 0o777))
	return name
}

// TestFolders: Icarus Verilog works with any folders, and with a cache that was damaged.
func TestFolders(t *testing.T) {
	tiers.Tools(t, "icarus")
	t.Chdir(t.TempDir())
	odd := oddFolder(t, "odd")
	long := strings.Repeat(strings.Repeat("long", 30)+"/", 8)
	assert.NilError(t, os.MkdirAll(long, 0o777))
	assert.NilError(t, os.Mkdir("relative", 0o777))
	run := func() bool {
		return benchtest.RunBench(t, stashBench(), nil, testbench.Options{Engines: []string{"icarus"}}).Engines[0].Cached
	}
	for _, c := range []struct{ temp, cache string }{{odd, "cache"}, {"relative", odd}, {long, long}} {
		t.Setenv("TMPDIR", c.temp)
		t.Setenv("CULPRIT_CACHE", c.cache)
		assert.Assert(t, !run())
		assert.Assert(t, run())
		list, err := os.ReadDir(filepath.Join(c.cache, "icarus"))
		assert.NilError(t, err)
		assert.Equal(t, len(list), 1)
		assert.NilError(t, os.Remove(filepath.Join(c.cache, "icarus", list[0].Name(), "sim.vvp")))
		assert.Assert(t, !run())
		assert.Assert(t, run())
	}
}

// TestSameSimulationAtTheSameTime lets several runs want the same simulation
// while it is not there yet.
func TestSameSimulationAtTheSameTime(t *testing.T) {
	tiers.Tools(t, "icarus")
	dir := t.TempDir()
	t.Setenv("CULPRIT_CACHE", dir)
	var wg sync.WaitGroup
	for seed := uint64(1); seed <= 4; seed++ {
		wg.Add(1)
		go func() {
			defer wg.Done()
			r, err := testbench.Verify(stashBench(), nil, testbench.Options{Seed: seed, Engines: []string{"icarus"}})
			if err != nil || !r.Passed {
				t.Errorf("seed %d: %v", seed, err)
			}
		}()
	}
	wg.Wait()
	entries, err := os.ReadDir(filepath.Join(dir, "icarus"))
	assert.NilError(t, err)
	assert.Equal(t, len(entries), 1, "the cache holds %v", entries)
}

// TestToolIsMissing covers programs that are not there, too old, or something
// else altogether.
func TestToolIsMissing(t *testing.T) {
	tiers.Tools(t, "icarus")
	script := func(text string) string {
		path := filepath.Join(t.TempDir(), "tool")
		assert.NilError(t, os.WriteFile(path, []byte("#!/bin/sh\n"+text+"\n"), 0o777))
		return path
	}
	for _, c := range []struct {
		variable, path, engine string
		want                   []string
	}{
		{"CULPRIT_VERILATOR", "/nonexistent/verilator", "verilator",
			[]string{"verilator", "is missing", "apt-get install verilator"}},
		{"CULPRIT_VERILATOR", script("echo Verilator 4.038 2020-07-11 rev v4.036"), "verilator",
			[]string{"verilator", "is version 4.038, and 5.000 or newer is needed", "apt-get install verilator"}},
		{"CULPRIT_VERILATOR", script("echo hello"), "verilator",
			[]string{"verilator", `does not tell its version: it says "hello"`}},
		{"CULPRIT_IVERILOG", script("echo 'Icarus Verilog version 10.3 (stable) ()'"), "icarus",
			[]string{"iverilog", "is version 10.3, and 11 or newer is needed", "apt-get install iverilog"}},
		{"CULPRIT_VVP", "/nonexistent/vvp", "icarus", []string{"vvp", "is missing", "apt-get install iverilog"}},
	} {
		t.Setenv(c.variable, c.path)
		_, err := testbench.Verify(stashBench(), nil, testbench.Options{Engines: []string{"reference", c.engine}})
		for _, want := range c.want {
			assert.ErrorContains(t, err, want)
		}
		t.Setenv(c.variable, "")
	}
}

// TestCompilerFails shows what a tool says.
func TestCompilerFails(t *testing.T) {
	tiers.Tools(t, "icarus")
	path := filepath.Join(t.TempDir(), "iverilog")
	text := "#!/bin/sh\nif [ $1 = -V ]; then echo 'Icarus Verilog version 12.0'; else echo cannot compile this; exit 3; fi\n"
	assert.NilError(t, os.WriteFile(path, []byte(text), 0o777))
	t.Setenv("CULPRIT_IVERILOG", path)
	_, err := testbench.Verify(stashBench(), nil, testbench.Options{Engines: []string{"icarus"}})
	assert.ErrorContains(t, err,
		"block stash: engine icarus: module stash: iverilog failed: exit status 3\ncannot compile this")
}

// TestCacheCannotBeWritten: the simulation is made all the same, and the report says why it is
// not kept.
func TestCacheCannotBeWritten(t *testing.T) {
	tiers.Tools(t, "icarus")
	file := filepath.Join(t.TempDir(), "file")
	assert.NilError(t, os.WriteFile(file, nil, 0o666))
	t.Setenv("CULPRIT_CACHE", file)
	r := benchtest.RunBench(t, stashBench(), nil, testbench.Options{Engines: []string{"icarus"}})
	assert.Equal(t, r.Engines[0].CacheProblem,
		"cannot keep compiled simulations in "+filepath.Join(file, "icarus")+
			": not a directory; name another folder with CULPRIT_CACHE")
}

// TestWrittenTestbench runs the files as a user of another simulator would: by
// the file list, with and without macros, for both kinds of reset.
func TestWrittenTestbench(t *testing.T) {
	tiers.Tools(t, "icarus")
	for _, o := range []verilog.Options{
		verilog.DefaultOptions(),
		{AsyncReset: true, ResetActiveLow: true},
		{SingleFile: true},
	} {
		dir := t.TempDir()
		assert.NilError(t, testbench.WriteTestbench(dir, stashBench(), nil, testbench.Options{Seed: 2}, o))
		for _, macros := range [][]string{nil, {"-DRTLGEN_ASSERT", "-DRTLGEN_MEM_SEED=stash_tb.tb_memory_seed(1'b0)"}} {
			out := inDir(t, dir, "iverilog", append(macros, "-g2005", "-Wall", "-o", "sim", "-c", "stash_tb.f")...)
			assert.Equal(t, out, "")
			assert.Equal(t, verdict(t, inDir(t, dir, "vvp", "-n", "sim")), "PASS stash: 400 cycles")
		}
	}
}

func TestWrittenTestbenchFails(t *testing.T) {
	tiers.Tools(t, "icarus")
	dir := t.TempDir()
	assert.NilError(t, testbench.WriteTestbench(dir, mutantNamed(t, "limit_19"), nil, testbench.Options{Seed: 3},
		verilog.DefaultOptions()))
	inDir(t, dir, "iverilog", "-g2005", "-o", "sim", "-c", "stash_tb.f")
	out := failsInDir(t, dir, "vvp", "sim")
	assert.Assert(t, strings.Contains(out, "MISMATCH cycle 14 port count expected "), out)
	assert.Equal(t, verdict(t, out), "FAIL stash: outputs differ in cycle 14 of 400")
}

// damages are what can happen to a file of vectors, given its lines, and what the
// test bench says then.
var damages = []struct {
	name   string
	damage func(lines []string) []string
	want   string
}{
	{"empty", func([]string) []string { return nil }, "ends in cycle"},
	{"only a number", func([]string) []string { return []string{"0"} }, "ends in cycle"},
	{"only a word", func([]string) []string { return []string{"hello"} }, "ends in cycle"},
	{"too few", func(l []string) []string { return l[:len(l)-1] }, "ends in cycle 399 of 400"},
	{"too many", func(l []string) []string { return append(l, l[0]) }, "goes on after 400 cycles"},
	{"in reset to the end", func(l []string) []string {
		for i := range l {
			l[i] = "1" + l[i][1:]
		}
		return l
	}, "was changed: its checksum is"},
	{"an input that nothing reads", func(l []string) []string { // data without push or pop, in reset
		numbers := strings.Fields(l[0])
		numbers[2] = "123456789"
		l[0] = strings.Join(numbers, " ")
		return l
	}, "was changed: its checksum is"},
	{"unknown input", func(l []string) []string {
		numbers := strings.Fields(l[0])
		numbers[2] = "x"
		l[0] = strings.Join(numbers, " ")
		return l
	}, ""}, // Verilator has no x: it reads something else, or nothing
}

// TestDamagedVectors runs the test bench as a user does: with nothing, too few or
// wrong vectors it fails, and so does the program.
func TestDamagedVectors(t *testing.T) {
	tiers.Tools(t, "icarus")
	dir := t.TempDir()
	assert.NilError(t, testbench.WriteTestbench(dir, stashBench(), nil, testbench.Options{Seed: 2},
		verilog.DefaultOptions()))
	inDir(t, dir, "iverilog", "-g2005", "-o", "sim", "-c", "stash_tb.f")
	inDir(t, dir, "verilator", "--binary", "--trace", "--top-module", "stash_tb", "-f", "stash_tb.f", "-CFLAGS", "-O0")
	path := filepath.Join(dir, "stash_vectors.hex")
	sound, err := os.ReadFile(path)
	assert.NilError(t, err)
	for _, simulator := range [][]string{{"vvp", "sim"}, {"obj_dir/Vstash_tb"}} {
		assert.NilError(t, os.WriteFile(path, sound, 0o666))
		run := func(args ...string) (string, []string) {
			return simulator[0], append(simulator[1:len(simulator):len(simulator)], args...)
		}
		program, args := run("+dump")
		assert.Equal(t, verdict(t, inDir(t, dir, program, args...)), "PASS stash: 400 cycles")
		waves, err := os.ReadFile(filepath.Join(dir, "stash_tb.vcd"))
		assert.NilError(t, err)
		assert.Assert(t, strings.Contains(string(waves), "tb_dut") && len(waves) > 10000, "the waves have %d bytes",
			len(waves))
		assert.NilError(t, os.Remove(filepath.Join(dir, "stash_tb.vcd")))
		program, args = run("+dump=other.vcd")
		inDir(t, dir, program, args...)
		assert.NilError(t, os.Remove(filepath.Join(dir, "other.vcd")))

		program, args = run("+vectors=none.hex")
		assert.Equal(t, verdict(t, failsInDir(t, dir, program, args...)),
			"FAIL stash: cannot open the file of vectors none.hex")
		program, args = run("+cycles=0")
		assert.Assert(t, strings.HasPrefix(verdict(t, failsInDir(t, dir, program, args...)),
			"FAIL stash: there is nothing to check in 0 cycles"))
		for _, d := range damages {
			lines := strings.Split(strings.TrimSpace(string(sound)), "\n")
			text := strings.Join(d.damage(lines), "\n")
			assert.NilError(t, os.WriteFile(path, []byte(text), 0o666))
			program, args := run()
			got := verdict(t, failsInDir(t, dir, program, args...))
			assert.Assert(t, strings.HasPrefix(got, "FAIL stash: ") && strings.Contains(got, d.want), "%s, %s: %s", simulator[0],
				d.name, got)
		}
	}
}

// TestBrokenAssertionFailsTheTestbench has a block whose outputs are right and whose
// assertion is not: with assertions on, both simulators end with a failure status and
// without a PASS.
func TestBrokenAssertionFailsTheTestbench(t *testing.T) {
	tiers.Tools(t, "icarus")
	dir := t.TempDir()
	assert.NilError(t, testbench.WriteTestbench(dir, ringBench(), nil, testbench.Options{Seed: 2},
		verilog.DefaultOptions()))
	build := func(name string, macros ...string) [][]string {
		inDir(t, dir, "iverilog", append(macros, "-g2005", "-o", name, "-c", "ring_tb.f")...)
		inDir(t, dir, "verilator", append(macros, "--binary", "--top-module", "ring_tb", "-f", "ring_tb.f", "--Mdir",
			"obj_"+name, "-CFLAGS", "-O0")...)
		return [][]string{{"vvp", name}, {"vvp", "-n", name}, {"obj_" + name + "/Vring_tb"}}
	}
	for _, simulator := range build("plain") {
		assert.Equal(t, verdict(t, inDir(t, dir, simulator[0], simulator[1:]...)), "PASS ring: 100 cycles")
	}
	for _, simulator := range build("checked", "-DRTLGEN_ASSERT") {
		out := failsInDir(t, dir, simulator[0], simulator[1:]...)
		assert.Assert(t, strings.Contains(out, "ring_tb.tb_dut below_5 fails at time "), "%s: %s", simulator[0], out)
		assert.Assert(t, !strings.Contains(out, "PASS"), "%s: %s", simulator[0], out)
	}
}

// ringBench is a counter from 0 to 7 with the assertion that it is below 5.
func ringBench() testbench.Bench {
	type in struct{ Step bool }
	type out struct{ Count uint8 }
	return testbench.Bench{
		Block: &blocks.Block{Name: "ring", Family: "test", Doc: "counts", Build: func(blocks.Values) *rtlgen.Module {
			m := rtlgen.NewModule("ring")
			count := m.Reg("count_q", 3, 0)
			m.If(m.Input("step", 1), func() { count.Set(count.Add(1)) })
			m.Output("count", count.Value)
			m.Assert("below_5", count.Lt(5))
			return m
		}},
		MinCycles: 100,
		New: func(_ blocks.Values, rng *rand.Rand) testbench.Case {
			count := uint8(0)
			return testbench.NewCase(in{}, out{}, func(i in) out {
				now := count
				if i.Step {
					count = (count + 1) % 8
				}
				return out{now}
			}, func(int) in { return in{rng.Intn(2) == 0} }, nil)
		},
	}
}

func TestWrittenTestbenchIsTheSame(t *testing.T) {
	read := func(seed uint64) map[string]string {
		dir := t.TempDir()
		assert.NilError(t, testbench.WriteTestbench(dir, stashBench(), nil, testbench.Options{Seed: seed},
			verilog.DefaultOptions()))
		files := map[string]string{}
		entries, err := os.ReadDir(dir)
		assert.NilError(t, err)
		for _, e := range entries {
			text, err := os.ReadFile(filepath.Join(dir, e.Name()))
			assert.NilError(t, err)
			files[e.Name()] = string(text)
		}
		return files
	}
	once, other := read(4), read(5)
	assert.DeepEqual(t, once, read(4))
	for name, text := range other {
		ofTheRun := name == "stash_vectors.hex" || name == "stash_tb.v" // which has their checksum
		assert.Equal(t, text == once[name], !ofTheRun, name)
	}
	var names []string
	for _, name := range []string{"stash.v", "stash.f", "stash.core", "stash.json", "stash_tb.v", "stash_tb.f",
		"stash_tb.core", "stash_vectors.hex"} {
		if _, ok := once[name]; ok {
			names = append(names, name)
		}
	}
	assert.Equal(t, len(names), len(once), "%v", names)
}

func TestTestbenchCannotBeWritten(t *testing.T) {
	file := filepath.Join(t.TempDir(), "file")
	assert.NilError(t, os.WriteFile(file, nil, 0o666))
	err := testbench.WriteTestbench(file, stashBench(), nil, testbench.Options{}, verilog.DefaultOptions())
	assert.ErrorContains(t, err, "cannot make the output directory "+file)
}

// TestBlockWithoutClock verifies a circuit without registers, whose ports have
// the names that the test bench would like to have itself.
func TestBlockWithoutClock(t *testing.T) {
	tiers.Tools(t, "icarus")
	type in struct {
		TbCycle uint8
		TbDut   uint8
	}
	type out struct {
		TbFailed uint8
		Sum      uint16
	}
	b := testbench.Bench{
		Block: &blocks.Block{Name: "adder", Family: "test", Doc: "adds", Build: func(blocks.Values) *rtlgen.Module {
			m := rtlgen.NewModule("adder")
			a, b := m.Input("tb_cycle", 8), m.Input("tb_dut", 8)
			m.Output("tb_failed", a.Xor(b))
			m.Output("sum", a.Zext(9).Add(b.Zext(9)))
			return m
		}},
		MinCycles: 100,
		New: func(_ blocks.Values, rng *rand.Rand) testbench.Case {
			return testbench.NewCase(in{}, out{}, func(i in) out {
				return out{i.TbCycle ^ i.TbDut, uint16(i.TbCycle) + uint16(i.TbDut)}
			}, func(int) in { return in{uint8(rng.Int()), uint8(rng.Int())} }, nil)
		},
	}
	benchtest.RunBench(t, b, nil, testbench.Options{Seed: 1, Engines: everyEngine})
}

func TestDoctor(t *testing.T) {
	tiers.Tools(t, "verilator")
	list := testbench.Doctor(context.Background())
	names := map[string]bool{}
	for _, tool := range list {
		names[tool.Name] = true
		assert.Equal(t, tool.Problem, "")
		assert.Assert(t, tool.Version != "" && tool.Path != "" && tool.Purpose != "", tool.Name)
	}
	for _, name := range []string{"verilator", "iverilog", "vvp", "yosys", "gcc", "g++", "make"} {
		assert.Assert(t, names[name], name)
	}
	t.Setenv("CULPRIT_YOSYS", "/nonexistent/yosys")
	for _, tool := range testbench.Doctor(context.Background()) {
		if tool.Name == "yosys" {
			assert.Assert(t, strings.Contains(tool.Problem, "apt-get install yosys"), tool.Problem)
		}
	}
}

// inDir runs a program in a directory and returns what it prints.
func inDir(t *testing.T, dir, program string, args ...string) string {
	t.Helper()
	out, err := runIn(dir, program, args...)
	assert.NilError(t, err, "%s", out)
	return out
}

// runIn runs a program, one of the directory if its name has a slash.
func runIn(dir, program string, args ...string) (string, error) {
	if strings.Contains(program, "/") {
		program = filepath.Join(dir, program)
	}
	cmd := child.New(context.Background(), program, args...)
	cmd.Dir = dir
	out, err := cmd.Said()
	return string(out), err
}

// failsInDir runs a program that must end with a failure status.
func failsInDir(t *testing.T, dir, program string, args ...string) string {
	t.Helper()
	out, err := runIn(dir, program, args...)
	assert.Assert(t, err != nil, "%s %v ended without a failure status:\n%s", program, args, out)
	return out
}

// verdict is the line of a run that begins with PASS or FAIL.
func verdict(t *testing.T, out string) string {
	t.Helper()
	for _, line := range strings.Split(out, "\n") {
		if strings.HasPrefix(line, "PASS ") || strings.HasPrefix(line, "FAIL ") {
			return line
		}
	}
	t.Fatalf("no verdict in:\n%s", out)
	return ""
}
