package verilog_test

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"gotest.tools/v3/assert"

	"culprit.example/culprit/internal/tiers"
	"culprit.example/culprit/rtlgen"
	"culprit.example/culprit/rtlgen/ir"
	"culprit.example/culprit/rtlgen/verilog"
)

// forms are options that change the files around the circuit, and some together.
func forms() map[string]verilog.Options {
	everything := verilog.Options{
		Positions: true, Manifest: true, Prefix: "lab_", License: "MIT", Generator: "test 1", Timescale: "1ns/1ps",
		Constraints: verilog.Constraints{SDC: true, XDC: true, Period: 10, Delay: 2},
	}
	all := map[string]verilog.Options{
		"default":         verilog.DefaultOptions(),
		"single":          {SingleFile: true},
		"prefix":          {Prefix: "lab_"},
		"header":          {License: "Apache-2.0", Generator: "test 1", Timescale: "100ps / 1ps"},
		"root":            {FileRoot: "${PWD}"},
		"synchroniser":    {ResetSynchroniser: true},
		"together":        everything,
		"together single": everything,
	}
	for style, o := range styles() {
		o.ResetSynchroniser, o.Timescale = true, "1ns/1ns"
		all["synchroniser "+style] = o
	}
	o := everything
	o.SingleFile, o.ResetSynchroniser, o.AsyncReset, o.ResetActiveLow = true, true, true, true
	all["together single"] = o
	return all
}

// TestFormsAreClean has the tools read the file lists of every form, all warnings on.
func TestFormsAreClean(t *testing.T) {
	tiers.Tools(t, "verilator")
	t.Parallel()
	for circuit, m := range map[string]*rtlgen.Module{"tree": tree(), "watched": watched(),
		"vendor": constructs()["vendor"]} {
		d := elaborate(t, m)
		for form, o := range forms() {
			t.Run(circuit+"/"+form, func(t *testing.T) {
				t.Parallel()
				dir, files := written(t, emit(t, d, o))
				top, list := o.TopName(d), o.TopName(d)+".f"
				if circuit == "vendor" {
					list = o.TopName(d) + ".sim.f"
				}
				quiet(t, dir, "verilator", "--lint-only", "-Wall", "-Wpedantic", "-DRTLGEN_ASSERT", "--top-module", top, "-f", list)
				quiet(t, dir, "iverilog", "-g2005", "-Wall", "-t", "null", "-s", top, "-c", list)
				run(t, dir, "yosys", "-q", "-p", "read_verilog "+strings.Join(files, " ")+"; hierarchy -check -top "+top+
					"; proc; check -assert")
			})
		}
	}
}

// TestFileListFromElsewhere reads file lists from another folder.
func TestFileListFromElsewhere(t *testing.T) {
	tiers.Tools(t, "verilator")
	t.Parallel()
	d := elaborate(t, tree())
	dir, _ := written(t, emit(t, d, verilog.Options{}))
	quiet(t, t.TempDir(), "verilator", "--lint-only", "-Wall", "--top-module", "tree", "-F", filepath.Join(dir, "tree.f"))
	for _, root := range []string{"rtl/", "${RTL_ROOT}"} {
		outside := t.TempDir()
		assert.NilError(t, emit(t, d, verilog.Options{FileRoot: root}).WriteDir(filepath.Join(outside, "rtl")))
		assert.NilError(t, os.Symlink("rtl", filepath.Join(outside, "link")))
		for _, tool := range [][]string{
			{"verilator", "--lint-only", "-Wall", "--top-module", "tree", "-f", "rtl/tree.f"},
			{"iverilog", "-g2005", "-Wall", "-t", "null", "-s", "tree", "-c", "rtl/tree.f"},
		} {
			quiet(t, outside, "env", append([]string{"RTL_ROOT=" + filepath.Join(outside, "link")}, tool...)...)
		}
	}
}

// pair is two designs with a module in common.
func pair(t *testing.T) []*ir.Design {
	return []*ir.Design{elaborate(t, budget(true)), elaborate(t, budget(false))}
}

// TestEmitAll writes two designs for one folder: shared modules once, a list of all.
func TestEmitAll(t *testing.T) {
	tiers.Tools(t, "icarus")
	t.Parallel()
	out, err := verilog.EmitAll("both", pair(t), verilog.Options{Prefix: "p_"})
	assert.NilError(t, err)
	assert.DeepEqual(t, paths(out), []string{"p_budget.v", "p_careful.v", "p_careful.f", "p_budget.core", "p_careful.core",
		"p_careless.v", "p_careless.f", "p_careless.core", "both.f", "both.core"})
	lines := strings.Split(strings.TrimSpace(string(out.File("both.f"))), "\n")
	assert.DeepEqual(t, lines[len(lines)-3:], []string{"p_budget.v", "p_careful.v", "p_careless.v"})
	dir, _ := written(t, out)
	quiet(t, dir, "iverilog", "-g2005", "-Wall", "-t", "null", "-c", "both.f")

	single, err := verilog.EmitAll("both", pair(t), verilog.Options{SingleFile: true})
	assert.NilError(t, err)
	assert.DeepEqual(t, paths(single), []string{"both.v", "both.f", "both.core"})
	dir, _ = written(t, single)
	quiet(t, dir, "verilator", "--lint-only", "-Wall", "-Wpedantic", "--top-module", "careful", "-f", "both.f")
	assert.Equal(t, strings.Count(string(single.File("both.v")), "\nmodule "), 3)
}

// TestEmitAllRefuses has designs and names that cannot be in one folder.
func TestEmitAllRefuses(t *testing.T) {
	t.Parallel()
	other := rtlgen.NewModule("budget")
	other.Output("none_left", other.Input("take", 1))
	_, err := verilog.EmitAll("both", []*ir.Design{pair(t)[0], elaborate(t, other)}, verilog.Options{})
	assert.ErrorContains(t, err,
		"careful and budget need different modules budget, which cannot be in one folder: rename the module in one of them, or write them to different folders")
	_, err = verilog.EmitAll("careless", pair(t), verilog.Options{})
	assert.ErrorContains(t, err, "cannot be called careless, which is the name of a module: choose another name")
	own := rtlgen.NewModule("reset_synchroniser")
	own.Output("q", own.Next("held", own.Input("d", 1), 0))
	_, err = verilog.Emit(elaborate(t, own), verilog.Options{ResetSynchroniser: true})
	assert.ErrorContains(t, err,
		"the reset synchroniser needs the name reset_synchroniser, which a module of reset_synchroniser has: rename it")
}

// TestHeader holds the first lines of every kind of file.
func TestHeader(t *testing.T) {
	t.Parallel()
	d := elaborate(t, budget(true))
	o := verilog.Options{License: "MIT", Generator: "test 1", Timescale: "1ns/1ps", ResetSynchroniser: true,
		Constraints: verilog.Constraints{SDC: true, XDC: true, Period: 4}}
	out := emit(t, d, o)
	hash := verilog.Hash(d.Top)
	assert.Assert(t, regexp.MustCompile(`^[0-9a-f]{12}$`).MatchString(hash))
	assert.Assert(t, hash == verilog.Hash(elaborate(t, budget(true)).Top))
	assert.Assert(t, hash != verilog.Hash(elaborate(t, budget(false)).Top))
	assert.Assert(t, strings.HasPrefix(string(out.File("careful.v")),
		"// SPDX-License-Identifier: MIT\n// careful\n// Generated by test 1, netlist "+hash+
			"\n`timescale 1ns/1ps\n`default_nettype none\n"))
	for _, f := range out.Files {
		comment := "//"
		if !strings.HasSuffix(f.Path, ".v") && !strings.HasSuffix(f.Path, ".f") {
			comment = "#"
		}
		assert.Assert(t, strings.Contains(string(f.Data), comment+" SPDX-License-Identifier: MIT\n"), "%s:\n%s", f.Path,
			f.Data)
		if !strings.HasSuffix(f.Path, ".f") {
			assert.Assert(t, strings.Contains(string(f.Data), comment+" Generated by test 1"), "%s:\n%s", f.Path, f.Data)
		}
	}
	for _, f := range emit(t, d, verilog.Options{}).Files {
		assert.Assert(t, !strings.Contains(string(f.Data), "SPDX") && !strings.Contains(string(f.Data), "Generated"),
			string(f.Data))
	}
}

// TestConstraints has a Tcl interpreter, that of Yosys, execute the constraints: the
// commands are defined to print what they get.
func TestConstraints(t *testing.T) {
	tiers.Tools(t, "yosys")
	t.Parallel()
	const commands = `proc get_ports {names} { return $names }
proc get_clocks {names} { return $names }
foreach command {create_clock set_input_delay set_output_delay set_false_path set_max_delay} {
    proc $command {args} "puts \"$command \$args\""
}
`
	none := rtlgen.NewModule("gate")
	none.Output("q", none.Input("d", 2).All())
	for _, c := range []struct {
		name string
		m    *rtlgen.Module
		o    verilog.Options
		want []string
	}{
		{"careful", budget(true), verilog.Options{},
			[]string{"create_clock -name clk -period 8.000 clk", "set_input_delay -clock clk 1.500 {rst ask}",
				"set_output_delay -clock clk 1.500 broke"}},
		{"watched", watched(), verilog.Options{AsyncReset: true, ResetActiveLow: true},
			[]string{"create_clock -name clk -period 8.000 clk", "set_input_delay -clock clk 1.500 {rst_n d[*]}",
				"set_output_delay -clock clk 1.500 {q[*]}"}},
		{"careful_synchronised", budget(true), verilog.Options{ResetSynchroniser: true},
			[]string{"create_clock -name clk -period 8.000 clk", "set_input_delay -clock clk 1.500 ask",
				"set_output_delay -clock clk 1.500 broke", "set_false_path -from rst"}},
		{"gate", none, verilog.Options{}, []string{"create_clock -name clk -period 8.000",
			"set_input_delay -clock clk 1.500 {d[*]}", "set_output_delay -clock clk 1.500 q"}},
	} {
		c.o.Constraints = verilog.Constraints{SDC: true, XDC: true, Period: 8, Delay: 1.5}
		out := emit(t, elaborate(t, c.m), c.o)
		for _, kind := range []string{".sdc", ".xdc"} {
			dir := t.TempDir()
			assert.NilError(t, os.WriteFile(filepath.Join(dir, "script.tcl"), append([]byte(commands), out.File(c.name+kind)...),
				0o666))
			got := strings.Split(strings.TrimSpace(run(t, dir, "yosys", "-Q", "-T", "-q", "-c", "script.tcl")), "\n")
			assert.DeepEqual(t, got, c.want)
		}
	}
}

// TestConstraintsOfClocks: each port has the delays of its clock, and paths between clocks are bounded by the shorter
// period.
func TestConstraintsOfClocks(t *testing.T) {
	t.Parallel()
	m := rtlgen.NewModule("crossing")
	a, x, b, y := m.Clock("a_clk"), m.Input("x", 4), m.Clock("b_clk"), m.Input("y", 1)
	button, now := m.Input("button", 1), m.Input("now", 1)
	var p rtlgen.Reg
	m.Clocked(a, func() { p = m.Next("p", x.Any(), 0) })
	m.Clocked(b, func() {
		q := m.NextNoReset("q", m.Synchronize("s", p, 2, 0).Xor(m.Synchronize("t", button, 2, 0)).Xor(y))
		m.Output("both", p.Xor(q))
		m.Output("through", now.Xor(q))
	})
	o := verilog.Options{AsyncReset: true, Constraints: verilog.Constraints{SDC: true, XDC: true, Period: 8, Delay: 1,
		Periods: map[string]float64{"b_clk": 5}}}
	out := emit(t, elaborate(t, m), o)
	common := `# Timing constraints of crossing, %s. Times are in ns.

create_clock -name a_clk -period 8.000 [get_ports {a_clk}]
create_clock -name b_clk -period 5.000 [get_ports {b_clk}]

# a_rst acts at once, and must end in time before a clock edge: recovery and removal are checked.

# b_rst acts at once, and must end in time before a clock edge: recovery and removal are checked.

set_input_delay -clock a_clk 1.000 [get_ports {a_rst x[*] now}]
set_output_delay -clock a_clk 1.000 [get_ports {both through}]
set_input_delay -clock b_clk 1.000 [get_ports {b_rst y}]
set_output_delay -add_delay -clock b_clk 1.000 [get_ports {both through}]

# A synchronizer takes button, at whatever time.
set_false_path -from [get_ports {button}]

# The clocks have no relation. A path from one to another takes no longer than a period of either, so that of a
# count in Gray code no bit comes after the next one that changes.
`
	assert.Equal(t, string(out.File("crossing.sdc")), fmt.Sprintf(common, "SDC")+
		`set_max_delay -from [get_clocks {a_clk}] -to [get_clocks {b_clk}] 5.000
set_false_path -hold -from [get_clocks {a_clk}] -to [get_clocks {b_clk}]
set_max_delay -from [get_clocks {b_clk}] -to [get_clocks {a_clk}] 5.000
set_false_path -hold -from [get_clocks {b_clk}] -to [get_clocks {a_clk}]
`)
	assert.Equal(t, string(out.File("crossing.xdc")), fmt.Sprintf(common, "XDC")+
		`set_max_delay -datapath_only -from [get_clocks {a_clk}] -to [get_clocks {b_clk}] 5.000
set_max_delay -datapath_only -from [get_clocks {b_clk}] -to [get_clocks {a_clk}] 5.000
`)
	o.Constraints.Periods = map[string]float64{"c_clk": 5}
	_, err := verilog.Emit(elaborate(t, m), o)
	assert.Error(t, err, "there is a period for the clock c_clk, which is none: the clocks are a_clk, b_clk")
	_, err = verilog.Emit(elaborate(t, budget(true)), o)
	assert.Error(t, err, "there is a period for the clock c_clk, and no block has an input that is a clock: leave it out")
	o.Constraints.Periods = map[string]float64{"b_clk": 0.5}
	_, err = verilog.Emit(elaborate(t, m), o)
	assert.ErrorContains(t, err, "leaves nothing of the clock period of 0.5 ns")
}

// TestResetSynchroniser simulates resets that come and go between clock edges: they
// act at once, and end with the second rising edge after their end.
func TestResetSynchroniser(t *testing.T) {
	tiers.Tools(t, "icarus")
	t.Parallel()
	for style, o := range styles() {
		t.Run(style, func(t *testing.T) {
			t.Parallel()
			o.ResetSynchroniser = true
			d := elaborate(t, budget(true))
			out := emit(t, d, o)
			on, off := 1, 0
			if o.ResetActiveLow {
				on, off = 0, 1
			}
			name := o.ResetName()
			out.Files = append(out.Files, verilog.File{Path: "bench.v", Data: []byte(fmt.Sprintf(`module bench;
    reg clk = 1'b0, ask = 1'b1, rst = 1'b%[1]d;
    wire broke;
    careful_synchronised dut (.clk(clk), .%[3]s(rst), .ask(ask), .broke(broke));
    always #5 clk = !clk;
    always @(dut.%[3]s_sync) if ($time > 0) $display("%%0t %%b", $time, dut.%[3]s_sync);
    initial begin
        #2 rst = 1'b%[2]d;
        #50 rst = 1'b%[1]d;  // 52, shorter than a cycle
        #1 rst = 1'b%[2]d;
        #41 rst = 1'b%[1]d;  // 94, across the edge at 95
        #20 rst = 1'b%[2]d;  // 114, before the edge at 115
        #40 $display("left %%0d", dut.core.budget.left);
        $finish;
    end
endmodule
`, on, off, name))})
			dir, files := written(t, out)
			run(t, dir, "iverilog", append([]string{"-g2005", "-Wall", "-o", "bench.vvp", "-s", "bench"}, files...)...)
			got := strings.Split(strings.TrimSpace(run(t, dir, "vvp", "-n", "bench.vvp")), "\n")
			want := []string{fmt.Sprintf("15 %d", off), fmt.Sprintf("52 %d", on), fmt.Sprintf("65 %d", off),
				fmt.Sprintf("94 %d", on), fmt.Sprintf("125 %d", off), "left 1"}
			assert.DeepEqual(t, got, want)
		})
	}
}

// TestTaken replaces modules only where nothing else in the folder needs the old ones.
func TestTaken(t *testing.T) {
	t.Parallel()
	async := verilog.Options{AsyncReset: true}
	both := func(o verilog.Options) *verilog.Output {
		out, err := verilog.EmitAll("both", pair(t), o)
		assert.NilError(t, err)
		return out
	}
	one := func(keeps bool, o verilog.Options) *verilog.Output {
		return emit(t, elaborate(t, budget(keeps)), o)
	}
	foreign := func(name string) *verilog.Output {
		return &verilog.Output{Files: []verilog.File{{Path: name, Data: []byte("mine")}}}
	}
	overwrite := async
	overwrite.Overwrite = true
	for _, c := range []struct {
		name          string
		there, second *verilog.Output
		want          string // the message; empty: it is written
	}{
		{"the same again", one(true, async), one(true, async), ""},
		{"the only user", one(true, verilog.Options{}), one(true, async), ""},
		{"another user", one(true, verilog.Options{}), one(false, async),
			"budget.v is there and differs, and careful.f needs it as it is, as with 1 more; nothing was written"},
		{"another user of the same", one(true, async), one(false, async), ""},
		{"overwritten", one(true, verilog.Options{}), one(false, overwrite), ""},
		{"prefixed", one(true, verilog.Options{}), one(false, verilog.Options{AsyncReset: true, Prefix: "p_"}), ""},
		{"both users", both(verilog.Options{}), both(async), ""},
		{"one of both", both(verilog.Options{}), one(true, async),
			"budget.v is there and differs, and both.f and careless.f needs it as it is"},
		{"another version", one(true, verilog.Options{Generator: "test 1"}), one(false, verilog.Options{Generator: "test 2"}),
			""},
		{"a user's module", foreign("budget.v"), one(true, async),
			"budget.v is there and differs, and no file list there names it, so it may be somebody else's; nothing was written"},
		{"a user's core", foreign("careful.core"), one(true, async), "careful.core is there and differs, and no file list"},
		{"a user's file", foreign("careful.json"), one(true, verilog.DefaultOptions()),
			"careful.json is there and differs, and no file list"},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			dir := filepath.Join(t.TempDir(), "a[1]*")
			assert.NilError(t, c.there.WriteDir(dir))
			before := contents(t, dir)
			err := c.second.WriteDir(dir)
			if c.want != "" {
				assert.ErrorContains(t, err, filepath.Join(dir, "")+string(filepath.Separator)+c.want)
				assert.DeepEqual(t, contents(t, dir), before)
				return
			}
			assert.NilError(t, err)
			now := contents(t, dir)
			for _, f := range c.second.Files {
				assert.Equal(t, now[f.Path], string(f.Data))
			}
		})
	}
}

// TestNothingIsLeft has a folder that cannot be written: those made on the way go.
func TestNothingIsLeft(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	out := &verilog.Output{Files: []verilog.File{{Path: strings.Repeat("x", 300), Data: nil}}}
	err := out.WriteDir(filepath.Join(dir, "made", "here"))
	assert.ErrorContains(t, err, "file name too long")
	assert.Assert(t, !strings.Contains(err.Error(), ".rtlgen-"), err.Error())
	assert.DeepEqual(t, contents(t, dir), map[string]string{})
}
