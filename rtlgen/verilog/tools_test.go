package verilog_test

import (
	"context"
	"fmt"
	"math/big"
	"math/rand/v2"
	"os"
	"path/filepath"
	"sort"
	"strings"
	"testing"

	"gotest.tools/v3/assert"

	external "culprit.example/culprit/internal/child"
	"culprit.example/culprit/rtlgen"
	"culprit.example/culprit/rtlgen/ir"
	"culprit.example/culprit/rtlgen/ir/eval"
	"culprit.example/culprit/rtlgen/verilog"
)

// installHint is what to type when a tool is missing.
const installHint = "sudo apt-get install -y verilator iverilog yosys"

func elaborate(t *testing.T, m *rtlgen.Module) *ir.Design {
	t.Helper()
	d, err := rtlgen.Elaborate(m)
	assert.NilError(t, err)
	return d
}

func emit(t *testing.T, d *ir.Design, o verilog.Options) *verilog.Output {
	t.Helper()
	out, err := verilog.Emit(d, o)
	assert.NilError(t, err)
	return out
}

// written writes the output to a new directory and names its Verilog files for
// simulation.
func written(t *testing.T, out *verilog.Output) (dir string, files []string) {
	t.Helper()
	dir = t.TempDir()
	assert.NilError(t, out.WriteDir(dir))
	for _, f := range out.SimulationFiles() {
		files = append(files, f.Path)
	}
	return dir, files
}

// run runs a tool and fails the test if the tool fails or is missing.
func run(t *testing.T, dir, tool string, args ...string) string {
	t.Helper()
	if _, err := external.LookPath(tool); err != nil {
		t.Fatalf("%s is not installed; install it with: %s", tool, installHint)
	}
	c := external.New(context.Background(), tool, args...)
	c.Dir = dir
	b, err := c.Said()
	if err != nil {
		t.Fatalf("%s %s: %v\n%s%s", tool, strings.Join(args, " "), err, b, sources(dir))
	}
	return string(b)
}

func sources(dir string) string {
	var sb strings.Builder
	files, _ := filepath.Glob(filepath.Join(dir, "*.v"))
	for _, f := range files {
		b, _ := os.ReadFile(f)
		for i, l := range strings.Split(string(b), "\n") {
			fmt.Fprintf(&sb, "%s:%d: %s\n", filepath.Base(f), i+1, l)
		}
	}
	return sb.String()
}

// quiet is run for a tool that must not say anything.
func quiet(t *testing.T, dir, tool string, args ...string) {
	t.Helper()
	if out := run(t, dir, tool, args...); out != "" {
		t.Fatalf("%s %s says:\n%s%s", tool, strings.Join(args, " "), out, sources(dir))
	}
}

// lint is the whole set of checks, without a waiver.
func lint(t *testing.T, d *ir.Design, o verilog.Options) {
	t.Helper()
	dir, files := written(t, emit(t, d, o))
	top := d.Top.Name
	for _, def := range [][]string{nil, {"-DRTLGEN_ASSERT"}, {"-DFORMAL"},
		{"-DFORMAL", "-D" + verilog.FormalTopMacro(top)}, {"-DRTLGEN_MEM_SEED=7"}} {
		args := append([]string{"--lint-only", "-Wall", "--top-module", top}, def...)
		quiet(t, dir, "verilator", append(args, files...)...)
		if len(def) == 0 || def[0] != "-DFORMAL" { // assert is SystemVerilog
			args = append([]string{"-g2005", "-Wall", "-t", "null", "-s", top}, def...)
			quiet(t, dir, "iverilog", append(args, files...)...)
		}
	}
	read := strings.Join(files, " ")
	for _, flags := range []string{"", "-formal", "-formal -D" + verilog.FormalTopMacro(top)} {
		script := fmt.Sprintf("read_verilog %s %s; hierarchy -check -top %s; proc; check -assert", flags, read, top)
		quiet(t, dir, "yosys", "-q", "-p", script)
	}
}

// stimulus is one value per input, in port order.
type stimulus []*big.Int

// randomValue favours the cover points: all 0, all 1, one bit, small numbers.
func randomValue(r *rand.Rand, width int) *big.Int {
	v := new(big.Int)
	switch r.IntN(8) {
	case 0:
	case 1:
		v.Set(ir.Ones(width))
	case 2:
		v.SetBit(v, r.IntN(width), 1)
	case 3:
		v.And(big.NewInt(int64(r.IntN(16))), ir.Ones(width))
	default:
		for range (width + 31) / 32 {
			v.Or(v.Lsh(v, 32), big.NewInt(int64(r.Uint32())))
		}
		v.And(v, ir.Ones(width))
	}
	return v
}

// compare simulates the emitted Verilog in Icarus Verilog and the netlist in
// the evaluator of this test, and compares all outputs in all cycles, and the
// assertions that broke.
func compare(t *testing.T, d *ir.Design, o verilog.Options, cycles int, seed uint64) {
	t.Helper()
	t.Logf("seed %d", seed)
	r := rand.New(rand.NewPCG(seed, 1))
	var vectors []stimulus
	for range cycles {
		var s stimulus
		for _, p := range d.Top.Inputs() {
			s = append(s, randomValue(r, p.Width))
		}
		vectors = append(vectors, s)
	}
	want, broken := expected(d.Top, vectors)
	dir, files := written(t, emit(t, d, o))
	assert.NilError(t, os.WriteFile(filepath.Join(dir, "bench.v"), []byte(bench(d.Top, o, vectors)), 0o666))
	args := []string{"-g2005", "-DRTLGEN_ASSERT", "-DRTLGEN_FAIL=", "-DRTLGEN_MEM_SEED=7", "-o", "bench.vvp", "-s",
		"bench", "bench.v"}
	run(t, dir, "iverilog", append(args, files...)...)
	var got []string
	reported := map[string]bool{}
	for _, l := range strings.Split(strings.TrimSpace(run(t, dir, "vvp", "-n", "bench.vvp")), "\n") {
		if rest, ok := strings.CutPrefix(l, "RTLGEN_ASSERT bench."); ok {
			path, name, _ := strings.Cut(rest, " ")
			reported[verilog.NetlistPath(path)+" "+strings.Fields(name)[0]] = true
		} else if l != "" {
			got = append(got, l)
		}
	}
	for i := range want {
		if i >= len(got) || got[i] != want[i] {
			g := "nothing"
			if i < len(got) {
				g = got[i]
			}
			t.Fatalf("cycle and output: want %s, got %s\n%s", want[i], g, sources(dir))
		}
	}
	assert.Equal(t, len(got), len(want))
	assert.DeepEqual(t, sortedKeys(reported), sortedKeys(broken))
}

func sortedKeys(m map[string]bool) []string {
	keys := []string{}
	for k := range m {
		keys = append(keys, k)
	}
	sort.Strings(keys)
	return keys
}

// expected runs the definition of the netlist. It gives the outputs of all cycles
// and the assertions that broke.
func expected(top *ir.Module, vectors []stimulus) (lines []string, broken map[string]bool) {
	broken = map[string]bool{}
	s := eval.New(top, memoryContents(top, 7))
	for i, v := range vectors {
		for k, p := range top.Inputs() {
			s.SetInput(p, v[k])
		}
		for _, p := range top.Outputs() {
			lines = append(lines, fmt.Sprintf("%d %s %0*x", i, p.Name, (p.Width+3)/4, s.Signal(p)))
		}
		s.Each(func(x *eval.Instance) {
			for _, q := range x.Module.Properties {
				if q.Kind != ir.Cover && !x.Holds(q) {
					path := "dut"
					if x.Path != "" {
						path += "." + x.Path
					}
					broken[path+" "+q.Name] = true
				}
			}
		})
		s.Step()
	}
	return lines, broken
}

// memoryContents has the arbitrary contents that the emitted Verilog gives to each element of the state. A generator
// starts anew in every copy of a module. It fills the registers of the logic and the results of synchronous reads
// side by side, if they are several, then words of memories and arrays; then what is there for checks alone, one by one.
func memoryContents(top *ir.Module, seed uint32) func(path string, width int) *big.Int {
	var order []string
	widths := map[string]int{}
	s := eval.New(top, func(path string, width int) *big.Int {
		order = append(order, path)
		widths[path] = width
		return new(big.Int)
	})
	checks := map[string]bool{}
	s.Each(func(x *eval.Instance) {
		for _, g := range x.Module.Signals {
			checks[strings.TrimPrefix(x.Path+"."+g.Name, ".")] = g.VerificationOnly
		}
		for _, a := range x.Module.Arrays {
			checks[strings.TrimPrefix(x.Path+"."+a.Name, ".")] = a.VerificationOnly
		}
	})
	values := map[string]*big.Int{}
	copies := map[string][][]string{} // of each: values and words of the logic, values and words of the checks
	for _, path := range order {
		instance := path[:strings.LastIndex(path, ".")+1]
		if copies[instance] == nil {
			copies[instance] = make([][]string, 4)
		}
		name, _, isWord := strings.Cut(path, "[")
		class := 0
		if checks[name] {
			class = 2
		}
		if isWord {
			class++
		}
		copies[instance][class] = append(copies[instance][class], path)
	}
	for _, classes := range copies {
		g := lcg(seed)
		if list := classes[0]; len(list) > 1 {
			total := 0
			for _, path := range list {
				total += widths[path]
			}
			all := g.value(total)
			for _, path := range list {
				total -= widths[path]
				v := new(big.Int).Rsh(all, uint(total))
				values[path] = v.And(v, ir.Ones(widths[path]))
			}
			classes = classes[1:]
		}
		for _, list := range classes {
			for _, path := range list {
				values[path] = g.value(widths[path])
			}
		}
	}
	return func(path string, _ int) *big.Int { return values[path] }
}

// lcg is the linear congruential generator of the emitted Verilog.
type lcg uint32

func (g *lcg) value(width int) *big.Int {
	next := func() uint32 {
		*g = *g*1664525 + 1013904223
		return uint32(*g)
	}
	if width <= 32 {
		return big.NewInt(int64(next() >> (32 - width)))
	}
	v := new(big.Int)
	for range (width + 31) / 32 {
		v.Or(v.Lsh(v, 32), big.NewInt(int64(next())))
	}
	return v.And(v, ir.Ones(width))
}

// bench applies the vectors at falling edges and prints the outputs just before
// the next rising one.
func bench(top *ir.Module, o verilog.Options, vectors []stimulus) string {
	var sb strings.Builder
	fmt.Fprintf(&sb, "module bench;\n    reg clk = 0;\n    reg rst = 0;\n")
	var conns []string
	if top.NeedsClock() {
		conns = append(conns, ".clk(clk)")
	}
	if top.NeedsReset() {
		if o.ResetActiveLow {
			conns = append(conns, ".rst_n(!rst)")
		} else {
			conns = append(conns, ".rst(rst)")
		}
	}
	var ins []string
	for _, p := range top.Ports {
		kind := "wire"
		if p.Kind == ir.Input {
			kind = "reg"
			ins = append(ins, p.Name)
		}
		fmt.Fprintf(&sb, "    %s [%d:0] %s;\n", kind, p.Width-1, p.Name)
		conns = append(conns, fmt.Sprintf(".%s(%s)", p.Name, p.Name))
	}
	fmt.Fprintf(&sb, "    %s dut (%s);\n    initial begin\n        #1 rst = 1;\n        #1 clk = 1;\n        #1 clk = 0;\n        #1 rst = 0;\n",
		top.Name,
		strings.Join(conns, ", "))
	for i, v := range vectors {
		for k, name := range ins {
			fmt.Fprintf(&sb, "        %s = %d'h%x;\n", name, top.Inputs()[k].Width, v[k])
		}
		fmt.Fprint(&sb, "        #1;\n")
		for _, p := range top.Outputs() {
			fmt.Fprintf(&sb, "        $display(\"%d %s %%h\", %s);\n", i, p.Name, p.Name)
		}
		fmt.Fprint(&sb, "        clk = 1;\n        #1 clk = 0;\n")
	}
	fmt.Fprint(&sb, "        $finish;\n    end\nendmodule\n")
	return sb.String()
}
