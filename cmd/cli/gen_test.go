package cli

import (
	"context"
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"gotest.tools/v3/assert"

	"culprit.example/culprit/blocks/library"
	"culprit.example/culprit/internal/child"
	"culprit.example/culprit/internal/tiers"
	"culprit.example/culprit/rtlgen/ir"
	"culprit.example/culprit/rtlgen/verilog"
	"culprit.example/culprit/testbench/lint"
)

// tree is the contents of all files below a directory.
func tree(t *testing.T, dir string) map[string]string {
	t.Helper()
	files := map[string]string{}
	err := filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		text, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		name, err := filepath.Rel(dir, path)
		files[filepath.ToSlash(name)] = string(text)
		return err
	})
	assert.NilError(t, err)
	return files
}

// TestVerilogOutIsCurrent generates all blocks again and compares with the committed files: the
// Verilog and the file lists themselves, the core files by their hashes.
func TestVerilogOutIsCurrent(t *testing.T) {
	dir := t.TempDir()
	held(t, dir, "gen", "all", "-o", ".", "--positions=false", "--manifest=false", "--stamp=false")
	now := tree(t, dir)
	var cores []string
	for name, text := range now {
		if strings.HasSuffix(name, ".core") {
			cores = append(cores, fmt.Sprintf("%x  %s\n", sha256.Sum256([]byte(text)), name))
			delete(now, name)
		}
	}
	slices.SortFunc(cores, func(a, b string) int { return strings.Compare(a[64:], b[64:]) })
	now["SHA256SUMS"] = strings.Join(cores, "")
	committed := tree(t, filepath.Join("..", "..", "verilog-out"))
	for name, text := range now {
		old, there := committed[name]
		if !there {
			t.Errorf("verilog-out/%s is missing: run `make verilog-out`", name)
		} else if old != text {
			t.Errorf("verilog-out/%s is not what the block gives now: run `make verilog-out`", name)
		}
	}
	for name := range committed {
		if _, there := now[name]; !there {
			t.Errorf("verilog-out/%s belongs to no block: run `make verilog-out`", name)
		}
	}
}

// TestSameBytes generates twice, in two places.
func TestSameBytes(t *testing.T) {
	var trees []map[string]string
	for range 2 {
		dir := t.TempDir()
		held(t, dir, "gen", "recn_switch", "-p", "saqs=2", "-o", "x")
		held(t, dir, "tb", "fifo", "--cycles", "100", "-o", "y")
		held(t, dir, "wave", "fifo", "--cycles", "100", "-o", "z.vcd")
		trees = append(trees, tree(t, dir))
	}
	assert.Assert(t, len(trees[0]) > 10)
	assert.DeepEqual(t, trees[0], trees[1])
}

// TestOrderOfOptions puts options before, after and around the block.
func TestOrderOfOptions(t *testing.T) {
	var want map[string]string
	for _, args := range []string{
		"gen fifo -p depth=4 -p width=3 -o out",
		"gen -p depth=4 -p width=3 -o out fifo",
		"gen --param=depth=4 fifo --out=out --param width=3",
		"gen -o out -p depth=4,width=3 -- fifo",
	} {
		dir := t.TempDir()
		assert.Equal(t, held(t, dir, strings.Fields(args)...),
			"fifo: 4 files in out: 1 instance, 7 bits of registers, 12 bits of memory\n")
		got := tree(t, dir)
		if want == nil {
			want = got
		}
		assert.DeepEqual(t, got, want)
	}
	assert.Assert(t, want["out/fifo_width3_depth4.v"] != "")
}

// TestOptionsOfVerilog looks for the effect of each option.
func TestOptionsOfVerilog(t *testing.T) {
	for _, c := range []struct {
		option      string
		with, never string
	}{
		{"", "always @(posedge clk)", "rst_n"},
		{"--reset async", "always @(posedge clk or posedge rst)", "rst_n"},
		{"--reset-polarity low", "if (!rst_n)", "negedge"},
		{"--reset async --reset-polarity low", "always @(posedge clk or negedge rst_n)", "posedge rst"},
		{"", "(blocks/prim/fifo.go:", "/home/"},
		{"--positions=false", "module fifo", "blocks/prim/"},
		{"--wrap-memories", "mem_16x8_1wa_old storage (", "reg [7:0] storage"},
	} {
		dir := t.TempDir()
		held(t, dir, append([]string{"gen", "fifo", "-o", "."}, strings.Fields(c.option)...)...)
		text := tree(t, dir)["fifo.v"]
		assert.Assert(t, strings.Contains(text, c.with), "%s: no %q in\n%s", c.option, c.with, text)
		assert.Assert(t, !strings.Contains(text, c.never), "%s: %q in\n%s", c.option, c.never, text)
	}
}

// TestRulesInHardware: with --checks synth a block has a bit for each assumption, and a list of them.
func TestRulesInHardware(t *testing.T) {
	dir := t.TempDir()
	held(t, dir, "gen", "recn_input_port", "recn_note_bus", "-o", ".", "--checks", "synth")
	files := tree(t, dir)
	type rule struct {
		Bit             int
		Path, Doc, From string
	}
	var rules []rule
	assert.NilError(t, json.Unmarshal([]byte(files["recn_input_port.rules.json"]), &rules))
	last := rules[len(rules)-1]
	assert.Equal(t, last.Bit, len(rules)-1)
	assert.Assert(t, strings.Contains(files["recn_input_port.v"], fmt.Sprintf("output wire [%d:0] rules_broken", last.Bit)))
	assert.Assert(t, slices.ContainsFunc(rules, func(r rule) bool {
		return r.Path == "no_gap" && r.Doc != "" && strings.HasPrefix(r.From, "blocks/packet/port.go:")
	}), "%v", rules)
	plain := t.TempDir()
	held(t, plain, "gen", "recn_input_port", "-o", ".")
	assert.Assert(t, !strings.Contains(tree(t, plain)["recn_input_port.v"], "rules_broken"))
}

// TestResetRegisters looks at a data register with a reset value of its own, and at one
// without.
func TestResetRegisters(t *testing.T) {
	for option, want := range map[string][2]bool{"author": {true, false}, "control": {false, false}, "all": {true, true}} {
		dir := t.TempDir()
		held(t, dir, "gen", "recn_note_bus", "-o", ".", "--reset-registers", option)
		text := tree(t, dir)["recn_note_bus.v"]
		assert.Assert(t, strings.Contains(text, "bus_valid_q <= 1'd0;") || strings.Contains(text, "bus_valid_q <= 1'b0;"),
			option)
		assert.Equal(t, strings.Contains(text, "bus_xoff_q <= 1'b0;"), want[0], option)
		assert.Equal(t, strings.Contains(text, "bus_tp_q <= 31'd0;"), want[1], option)
	}
}

// TestTestbenchOfOptions runs the self-checking testbench of a block with each choice
// of reset, and with its memories wrapped.
func TestTestbenchOfOptions(t *testing.T) {
	tiers.Tools(t, "icarus")
	t.Parallel()
	for _, option := range []string{"--reset-registers=author", "--reset-registers=control", "--reset-registers=all",
		"--wrap-memories"} {
		t.Run(option, func(t *testing.T) {
			t.Parallel()
			dir := t.TempDir()
			held(t, dir, "tb", "recn_input_port", "--cycles", "3000", option, "-o", ".")
			for _, defines := range [][]string{nil, {"-DRTLGEN_MEM_SEED=5", "-DRTLGEN_ASSERT"}} {
				build := child.New(context.Background(), "iverilog",
					append(defines, "-g2005", "-Wall", "-s", "recn_input_port_tb", "-o", "run.vvp", "-f", "recn_input_port_tb.f")...)
				build.Dir = dir
				said, err := build.Said()
				assert.NilError(t, err, string(said))
				run := child.New(context.Background(), "vvp", "run.vvp")
				run.Dir = dir
				said, err = run.Said()
				assert.NilError(t, err, string(said))
				assert.Assert(t, strings.Contains(string(said), "PASS"), string(said))
			}
		})
	}
}

// TestSingleFile has all modules of a block in one file.
func TestSingleFile(t *testing.T) {
	dir := t.TempDir()
	assert.Assert(t, strings.HasPrefix(held(t, dir, "gen", "recn_note_bus", "--single-file", "-o", "out"),
		"recn_note_bus: 4 files in out: 2 instances, "))
	text := tree(t, dir)["out/recn_note_bus.v"]
	assert.Equal(t, strings.Count(text, "\nendmodule"), 2)
}

// TestModulesWithOneNameAreEqual puts many configurations of all blocks of all
// families into one folder: those that lint checks, which are defaults and ends of
// parameters.
func TestModulesWithOneNameAreEqual(t *testing.T) {
	tiers.Long(t, "all blocks with all parameters")
	var designs []*ir.Design
	for _, b := range library.Blocks() {
		for _, f := range lint.Forms(b) {
			if f.Assertions || f.Options.AsyncReset {
				continue // the parameters of another form
			}
			d, err := b.Elaborate(f.Params)
			assert.NilError(t, err)
			designs = append(designs, d)
		}
	}
	out, err := verilog.EmitAll("", designs, verilog.Options{})
	assert.NilError(t, err)
	assert.Assert(t, len(out.Files) > 300)
}

// TestSizeOfDesign adds up the manifest, which is written by other code.
func TestSizeOfDesign(t *testing.T) {
	dir := t.TempDir()
	said := held(t, dir, "gen", "recn_switch", "-p", "ports=3", "-o", ".")
	var manifest struct {
		Modules []struct {
			Name                string
			Registers, Memories []struct {
				Width, Depth     int
				VerificationOnly bool `json:"verification_only"`
			}
			Instances []struct {
				Of    string
				Count int
			}
		}
	}
	assert.NilError(t, json.Unmarshal([]byte(tree(t, dir)["recn_switch_ports3.json"]), &manifest))
	sizes := map[string][3]int{}
	var top [3]int
	for _, m := range manifest.Modules {
		top = [3]int{1, 0, 0}
		for _, r := range m.Registers {
			if !r.VerificationOnly {
				top[1] += r.Width * max(r.Depth, 1)
			}
		}
		for _, r := range m.Memories {
			top[2] += r.Width * r.Depth
		}
		for _, in := range m.Instances {
			for i, n := range sizes[in.Of] {
				top[i] += max(in.Count, 1) * n
			}
		}
		sizes[m.Name] = top
	}
	assert.Assert(t, strings.HasSuffix(said,
		fmt.Sprintf(": %d instances, %d bits of registers, %d bits of memory\n", top[0], top[1], top[2])),
		"%s, and %v in the manifest", said, top)
}
