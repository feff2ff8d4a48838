package cli

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"gotest.tools/v3/assert"

	"culprit.example/culprit/blocks/library"
	"culprit.example/culprit/cyclesim"
	"culprit.example/culprit/internal/tiers"
	hdl "culprit.example/culprit/rtlgen"
	"culprit.example/culprit/rtlgen/blocks"
	"culprit.example/culprit/testbench"
)

// inProcess runs a command line on other blocks and benches than the library's.
func inProcess(p *program, args string) result {
	var stdout, stderr bytes.Buffer
	p.stdout, p.stderr = &stdout, &stderr
	status := p.run(context.Background(), append([]string{"rtlgen"}, strings.Fields(args)...))
	return result{status, stdout.String(), stderr.String()}
}

func TestVerify(t *testing.T) {
	tiers.Tools(t, "icarus")
	out := held(t, t.TempDir(), "verify", "fifo", "-p", "depth=4", "--engine", "reference,icarus", "--seed", "7")
	lines := strings.Split(strings.TrimSpace(out), "\n")
	assert.Equal(t, len(lines), 3, out)
	for i, engine := range []string{"reference", "icarus"} {
		row := strings.Fields(lines[i+1])
		assert.DeepEqual(t, []string{row[0], row[1], row[len(row)-1]}, []string{"fifo", engine, "passed"})
	}
}

// TestVerifyBenches: all benches of a block are run, or the one that is named.
func TestVerifyBenches(t *testing.T) {
	out := held(t, t.TempDir(), "verify", "cioq_element", "-p", "ports=2", "--cycles", "300")
	assert.Assert(t, strings.Contains(out, "\ncioq_element ") && strings.Contains(out, "\ncioq_element.transactions "), out)
	out = held(t, t.TempDir(), "verify", "cioq_element", "--bench", "transactions", "--cycles", "3000", "--json")
	var got struct {
		Blocks []testbench.Report `json:"blocks"`
	}
	assert.NilError(t, json.Unmarshal([]byte(out), &got))
	assert.Assert(t, len(got.Blocks) > 1) // the defaults, and its tight parameters
	for _, b := range got.Blocks {
		assert.Equal(t, b.Bench, "transactions")
		assert.Assert(t, b.Transactions > 0)
	}
}

// TestVerifyBuiltIn: every engine that needs no other program.
func TestVerifyBuiltIn(t *testing.T) {
	out := held(t, t.TempDir(), "verify", "fifo", "--engine", "builtin", "--cycles", "200", "--json")
	for _, name := range cyclesim.BuiltIn() {
		assert.Assert(t, strings.Contains(out, fmt.Sprintf("%q", name)), "%s: %s", name, out)
	}
}

func TestVerifyJSON(t *testing.T) {
	out := held(t, t.TempDir(), "verify", "lfsr", "--json", "--cycles", "3000", "--seed", "18446744073709551615")
	var got struct {
		Passed bool               `json:"passed"`
		Blocks []testbench.Report `json:"blocks"`
	}
	assert.NilError(t, json.Unmarshal([]byte(out), &got))
	assert.Assert(t, got.Passed)
	assert.Equal(t, len(got.Blocks), 1)
	assert.Equal(t, got.Blocks[0].Cycles, 3000)
	assert.Equal(t, got.Blocks[0].Seed, uint64(1<<64-1))
	assert.Equal(t, got.Blocks[0].Engines[0].Engine, cyclesim.DefaultEngine())
}

// TestVerifyFails verifies a block with a mistake in it.
func TestVerifyFails(t *testing.T) {
	var b testbench.Bench
	for _, s := range library.Families().Benches() {
		if s.Block.Name == "fifo" {
			b = testbench.WithMutant(s, testbench.Mutant{Name: "full_one_word_late", Build: func(v blocks.Values) { v["depth"]++ }})
		}
	}
	p := &program{name: "rtlgen", blocks: library.Blocks(), benches: func() []testbench.Bench { return []testbench.Bench{b} }}
	r := inProcess(p, "verify fifo --seed 3 -p depth=4")
	assert.Equal(t, r.status, statusFailed)
	assert.Equal(t, r.stderr, "rtlgen: 1 of 1 block failed\n")
	for _, part := range []string{"FAILED", "fifo depth=4 width=8: " + cyclesim.DefaultEngine() + ": cycle", "expected",
		"--seed 3", "waveform: "} {
		assert.Assert(t, strings.Contains(r.stdout, part), "no %q in\n%s", part, r.stdout)
	}

	r = inProcess(p, "verify fifo --seed 3 --json")
	assert.Equal(t, r.status, statusFailed)
	assert.Assert(t, strings.Contains(r.stdout, `"passed": false`), r.stdout)
}

// TestMistakesComeTogether generates a block whose description is wrong in four
// ways.
func TestMistakesComeTogether(t *testing.T) {
	bad := &blocks.Block{Name: "bad", Family: "test", Doc: "wrong", Build: func(blocks.Values) *hdl.Module {
		m := hdl.NewModule("bad")
		a, b := m.Input("a", 3), m.Input("b", 4)
		m.Output("sum", a.Add(b))
		x, y := m.Wire("x", 3), m.Wire("y", 3)
		x.Set(y.Xor(a))
		y.Set(x.Xor(a))
		z := m.Wire("z", 3)
		z.Set(a)
		z.Set(a.Not())
		m.Output("always", z.Value)
		return m
	}}
	dir := t.TempDir()
	r := inProcess(&program{name: "rtlgen", blocks: []*blocks.Block{bad}}, "gen bad -o "+filepath.Join(dir, "out"))
	assert.Equal(t, r.status, statusWrongCall)
	for _, code := range []hdl.Code{hdl.CodeWidth, hdl.CodeLoop, hdl.CodeTwoDrivers, hdl.CodeKeyword} {
		assert.Assert(t, strings.Contains(r.stderr, string(code)), "no %s in\n%s", code, r.stderr)
	}
	assert.Assert(t, strings.Count(r.stderr, "\ncmd/cli/verify_test.go:") >= 4, r.stderr)
	assert.Equal(t, len(tree(t, dir)), 0)
}

// TestTestBenchRuns runs what tb writes as its output says.
func TestTestBenchRuns(t *testing.T) {
	tiers.Tools(t, "icarus")
	dir := t.TempDir()
	out := held(t, dir, "tb", "damq", "-p", "slots=6", "--cycles", "300", "--reset", "async", "--reset-polarity", "low",
		"-o", "-tb x's `id` $HOME")
	var script string
	for _, line := range strings.Split(out, "\n") {
		if strings.Contains(line, "iverilog") {
			script = line
		}
	}
	cmd := exec.Command("sh", "-c", script)
	cmd.Dir = dir
	text, err := cmd.CombinedOutput()
	assert.NilError(t, err, "%s\n%s\n(install it with: apt-get install iverilog)", script, text)
	assert.Assert(t, strings.Contains(string(text), "PASS"), "%s\n%s", script, text)
}

// TestInterrupt ends a long run as Ctrl-C does.
func TestInterrupt(t *testing.T) {
	for _, args := range []string{"verify recn_switch --cycles 1000000", "wave recn_switch --cycles 1000000"} {
		dir := t.TempDir()
		var stdout, stderr bytes.Buffer
		cmd := command(dir, nil, strings.Fields(args)...)
		cmd.Stdout, cmd.Stderr = &stdout, &stderr
		assert.NilError(t, cmd.Start())
		time.Sleep(time.Second) // the run takes minutes
		assert.NilError(t, cmd.Process.Signal(os.Interrupt))
		assert.ErrorContains(t, cmd.Wait(), "exit status 130")
		assert.Equal(t, stdout.String()+stderr.String(), "rtlgen: interrupted\n")
		assert.Equal(t, len(tree(t, dir)), 0)
	}
}

func TestWave(t *testing.T) {
	dir := t.TempDir()
	assert.Equal(t, held(t, dir, "wave", "fifo", "--cycles", "20"), "fifo: 20 cycles in fifo.vcd\n")
	text := tree(t, dir)["fifo.vcd"]
	for _, part := range []string{"$enddefinitions $end", "$scope module golden $end", " rdata ", "#190\n"} {
		assert.Assert(t, strings.Contains(text, part), "no %q in\n%s", part, text)
	}
}

// TestWaveOptions draws a part: some cycles of some instances, with memories.
func TestWaveOptions(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	out := held(t, dir, "wave", "recn_switch", "-p", "ports=4", "-p", "saqs=2", "--cycles", "200", "--from", "150", "--to",
		"159",
		"--scope", "recn_switch.in_port_1.cam", "--scope", "recn_switch_ports4_saqs2.in_port_0.mmu", "--memories", "-o",
		"x.vcd")
	assert.Equal(t, out, "recn_switch: 10 cycles in x.vcd\n")
	text := tree(t, dir)["x.vcd"]
	for _, part := range []string{"#1500\n$dumpvars\n", "#1590\n", "$var wire 1 \" rst $end",
		"$scope module in_port_1 $end\n$scope module cam $end\n", "$scope module mmu $end\n", "[0] [63:0] $end"} {
		assert.Assert(t, strings.Contains(text, part), "no %q", part)
	}
	for _, part := range []string{"#1600\n#", "in_port_2", "out_port"} {
		assert.Assert(t, !strings.Contains(text, part), part)
	}
}

func TestList(t *testing.T) {
	out := held(t, t.TempDir(), "list")
	for _, b := range library.Blocks() {
		assert.Assert(t, strings.Contains(out, "\n"+b.Name+" "), b.Name)
	}
	var list listJSON
	assert.NilError(t, json.Unmarshal([]byte(held(t, t.TempDir(), "list", "--json")), &list))
	got := list.Blocks
	fifo := got[slices.IndexFunc(got, func(b listedBlock) bool { return b.Name == "fifo" })]
	assert.DeepEqual(t, fifo, listedBlock{Name: "fifo", Family: "prim", Doc: "queue of words, first in, first out",
		Params: []listedParam{
			{Name: "width", Default: 8, Min: 1, Max: 1024, Doc: "bits per word"},
			{Name: "depth", Default: 16, Min: 1, Max: 16384, Doc: "words it holds"},
		}})
}

// TestListFilter: a family, or a part of names.
func TestListFilter(t *testing.T) {
	for _, c := range []struct {
		filter string
		want   func(b *blocks.Block) bool
	}{
		{"voq", func(b *blocks.Block) bool { return b.Family == "voq" || strings.Contains(b.Name, "voq") }},
		{"adapter", func(b *blocks.Block) bool { return b.Family == "adapter" || b.Name == "qcn_adapter" }},
		{"skid_buffer", func(b *blocks.Block) bool { return b.Name == "skid_buffer" }},
	} {
		var list listJSON
		assert.NilError(t, json.Unmarshal([]byte(held(t, t.TempDir(), "list", c.filter, "--json")), &list))
		got := list.Blocks
		table := "\n" + held(t, t.TempDir(), "list", c.filter)
		for _, b := range library.Blocks() {
			listed := slices.ContainsFunc(got, func(x listedBlock) bool { return x.Name == b.Name })
			assert.Equal(t, listed, c.want(b), b.Name)
			assert.Equal(t, strings.Contains(table, "\n"+b.Name+" "), c.want(b), b.Name)
		}
	}
}

// TestHelpHasAnExample asks every command for help.
func TestHelpHasAnExample(t *testing.T) {
	for _, c := range (&program{name: "rtlgen"}).app().Commands {
		if c.Hidden {
			continue
		}
		out := held(t, t.TempDir(), c.Name, "--help")
		assert.Assert(t, strings.Contains(out, "\n     rtlgen "+c.Name), out)
	}
}

func TestDoctor(t *testing.T) {
	tiers.Tools(t, "all tools")
	// What the user has set for other projects reaches no tool.
	other := t.TempDir()
	assert.NilError(t, os.WriteFile(filepath.Join(other, "wasmtime.py"),
		[]byte("raise ImportError('of another project')\n"), 0o666))
	r := rtlgen(t, t.TempDir(), []string{"PYTHONPATH=" + other, "PYTHONHOME=/nonexistent", "VERILATOR_ROOT=/nonexistent",
		"IVL_ROOT=/nonexistent", "YOWASP_MOUNT=x"}, "doctor")
	assert.Equal(t, r.status, statusHeld, r.stdout+r.stderr)
	out := r.stdout
	assert.Assert(t, strings.Contains(out, "verilator"), out)
	var list doctorJSON
	assert.NilError(t, json.Unmarshal([]byte(held(t, t.TempDir(), "doctor", "--json")), &list))
	tools := list.Tools
	assert.Assert(t, len(tools) > 4)
}
