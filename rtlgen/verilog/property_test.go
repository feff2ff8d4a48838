package verilog_test

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"gotest.tools/v3/assert"

	external "culprit.example/culprit/internal/child"
	"culprit.example/culprit/internal/tiers"
	"culprit.example/culprit/rtlgen"
	"culprit.example/culprit/rtlgen/ir"
	"culprit.example/culprit/rtlgen/verilog"
)

// budget is a counter whose input contract keeps it below 4, and a parent that keeps
// the contract, or does not.
func budget(keeps bool) *rtlgen.Module {
	child := rtlgen.NewModule("budget")
	take := child.Input("take", 1)
	left := child.Reg("left", 3, 3)
	child.If(take, func() { left.Set(left.Sub(1)) })
	child.Output("none_left", left.Eq(0))
	child.Assume("never_overdrawn", take.Implies(left.Ne(0)))
	child.Assert("left_in_range", left.Lt(4))
	if keeps {
		m := rtlgen.NewModule("careful")
		u := m.Instance("budget", child)
		u.In("take", m.Input("ask", 1).AndNot(u.Out("none_left")))
		m.Output("broke", u.Out("none_left"))
		return m
	}
	m := rtlgen.NewModule("careless")
	u := m.Instance("budget", child)
	u.In("take", m.Input("ask", 1))
	m.Output("broke", u.Out("none_left"))
	return m
}

// child is the only module that the top instantiates.
func child(d *ir.Design) *ir.Design {
	return &ir.Design{Top: d.Modules[0], Modules: d.Modules[:1]}
}

// TestContractIsAssumedAtTheTopOnly proves modules for 12 cycles from any state, as
// the Verilog is: a contract holds of the inputs at the top, and a parent that breaks
// the contract of a child is caught.
func TestContractIsAssumedAtTheTopOnly(t *testing.T) {
	tiers.Tools(t, "yosys")
	t.Parallel()
	for _, c := range []struct {
		name   string
		design *ir.Design
		macros string // besides FORMAL
		assume int
		holds  bool
	}{
		{"unit", child(elaborate(t, budget(true))), "-D" + verilog.FormalTopMacro("budget"), 2, true},
		{"unit without its contract", child(elaborate(t, budget(true))), "", 0, false},
		{"parent that keeps it", elaborate(t, budget(true)), "-D" + verilog.FormalTopMacro("careful"), 1, true},
		{"parent that breaks it", elaborate(t, budget(false)), "-D" + verilog.FormalTopMacro("careless"), 1, false},
	} {
		for style, o := range styles() {
			t.Run(c.name+"/"+style, func(t *testing.T) {
				t.Parallel()
				dir, files := written(t, emit(t, c.design, o))
				script := fmt.Sprintf(
					"read_verilog -formal %s %s; prep -top %s; async2sync; flatten; select -assert-count %d t:$assume; "+
						"sat -seq 12 -set-init-def -set-def-inputs -set-assumes -prove-asserts -verify",
					c.macros, strings.Join(files, " "), c.design.Top.Name, c.assume)
				cmd := external.New(context.Background(), "yosys", "-q", "-p", script)
				cmd.Dir = dir
				out, err := cmd.Said()
				if c.holds {
					assert.NilError(t, err, string(out))
				} else {
					assert.Assert(t, strings.Contains(string(out), "proof did fail"), string(out))
				}
			})
		}
	}
}

// TestBrokenAssertionEndsTheSimulation has a test bench break an assertion, and looks
// at the exit status of the simulators.
func TestBrokenAssertionEndsTheSimulation(t *testing.T) {
	tiers.Tools(t, "icarus")
	t.Parallel()
	d := child(elaborate(t, budget(true)))
	out := emit(t, d, verilog.Options{})
	out.Files = append(out.Files, verilog.File{Path: "bench.v", Data: []byte(`module bench;
    reg clk = 1'b0, rst = 1'b1, take = 1'b0;
    budget dut (.clk(clk), .rst(rst), .take(take), .none_left());
    initial begin
        repeat (2) begin #1 clk = 1'b1; #1 clk = 1'b0; end
        rst = 1'b0; take = 1'b1;
        repeat (5) begin #1 clk = 1'b1; #1 clk = 1'b0; end
        $display("the end");
        $finish;
    end
endmodule
`)})
	dir, files := written(t, out)
	for _, c := range []struct {
		name    string
		defines []string
		fails   bool
		text    []string
	}{
		{"checks off", nil, false, []string{"the end"}},
		{"checks on", []string{"-DRTLGEN_ASSERT"}, true, []string{"dut never_overdrawn fails at time 11"}},
		{"checks on, going on", []string{"-DRTLGEN_ASSERT", "-DRTLGEN_FAIL="}, false,
			[]string{"dut never_overdrawn fails at time 11", "dut left_in_range fails at time 13", "the end"}},
		{"own statement", []string{"-DRTLGEN_ASSERT", `-DRTLGEN_FAIL=$display("mine");`}, false, []string{"mine", "the end"}},
	} {
		compiled := strings.ReplaceAll(c.name, " ", "_")
		t.Run("icarus/"+c.name, func(t *testing.T) {
			t.Parallel()
			run(t, dir, "iverilog", append(append([]string{"-g2005", "-Wall", "-s", "bench", "-o", compiled + ".vvp"},
				c.defines...), files...)...)
			ends(t, dir, c.fails, c.text, "vvp", compiled+".vvp")
			ends(t, dir, c.fails, c.text, "vvp", "-n", compiled+".vvp")
		})
		if c.name != "checks on" && c.name != "checks on, going on" {
			continue // compiling takes seconds
		}
		t.Run("verilator/"+c.name, func(t *testing.T) {
			t.Parallel()
			obj := filepath.Join(dir, compiled)
			args := append([]string{"--binary", "--language", "1364-2005", "--top-module", "bench", "--Mdir", obj, "-CFLAGS",
				"-O0"}, c.defines...)
			run(t, dir, "verilator", append(args, files...)...)
			ends(t, dir, c.fails, c.text, filepath.Join(obj, "Vbench"))
		})
	}
}

// ends runs a simulation and compares its exit status and a part of what it prints.
func ends(t *testing.T, dir string, fails bool, text []string, program string, args ...string) {
	t.Helper()
	cmd := external.New(context.Background(), program, args...)
	cmd.Dir = dir
	out, err := cmd.Said()
	assert.Equal(t, err != nil, fails, "%v\n%s", err, out)
	for _, part := range text {
		assert.Assert(t, strings.Contains(string(out), part), "no %q in\n%s", part, out)
	}
	if fails {
		assert.Assert(t, !strings.Contains(string(out), "the end"), string(out))
	}
}

// guardedText splits a module into what every tool sees, and what only those with a
// macro do.
func guardedText(text string) (open, guarded string) {
	var all [2]strings.Builder
	depth := 0
	for _, l := range strings.Split(text, "\n") {
		switch word, _, _ := strings.Cut(strings.TrimSpace(l), " "); word {
		case "`ifdef", "`ifndef":
			depth++
		case "`endif":
			depth--
		default:
			fmt.Fprintln(&all[min(depth, 1)], l)
		}
	}
	return all[0].String(), all[1].String()
}

// declaredName is what a line declares that only checks may need.
var declaredName = regexp.MustCompile(`^ *(?:function|localparam|reg)\b *(?:\[[^]]*\])? *(\w+)`)

// checkOnly lists what is declared for every tool and read by none of them but those
// with checks on.
func checkOnly(text string) []string {
	open, _ := guardedText(text)
	var logic []string
	for _, l := range strings.Split(open, "\n") {
		if !strings.Contains(l, "wire unused_") {
			code, _, _ := strings.Cut(l, "//")
			logic = append(logic, code)
		}
	}
	all := strings.Join(logic, "\n")
	var list []string
	for _, l := range logic {
		if m := declaredName.FindStringSubmatch(l); m != nil {
			uses := regexp.MustCompile(`\b`+m[1]+`\b`).FindAllString(all, -1)
			if len(uses) < 2 {
				list = append(list, m[1])
			}
		}
	}
	return list
}

// TestCheckOnlyTextIsGuarded looks through all committed Verilog, and the circuits of
// this package, for functions, constants and registers that only checks need.
func TestCheckOnlyTextIsGuarded(t *testing.T) {
	t.Parallel()
	texts := map[string]string{}
	files, err := filepath.Glob(filepath.Join("..", "..", "verilog-out", "*.v"))
	assert.NilError(t, err)
	assert.Assert(t, len(files) > 60)
	for _, f := range files {
		b, err := os.ReadFile(f)
		assert.NilError(t, err)
		texts[filepath.Base(f)] = string(b)
	}
	for name, m := range zoo() {
		for _, f := range emit(t, elaborate(t, m), verilog.Options{}).SimulationFiles() {
			texts[name+"/"+f.Path] = string(f.Data)
		}
	}
	for name, text := range texts {
		for _, what := range checkOnly(text) {
			if !strings.HasPrefix(what, "unused_") && !strings.HasPrefix(what, "memory_") {
				t.Errorf("%s: only checks need %s, and it stands outside their guards", name, what)
			}
		}
	}
	assert.DeepEqual(t, checkOnly(
		"    localparam [1:0] A = 2'd1;\n    reg b;\n`ifdef RTLGEN_CHECKS\n    reg c = A;\n    reg d = c;\n`endif\n"),
		[]string{"A", "b"})
}
