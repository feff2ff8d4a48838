package cli

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"gotest.tools/v3/assert"

	"culprit.example/culprit/internal/tiers"
)

// TestWrongUse calls the program wrongly: it must say what to type instead in one
// message, end with status 2, and write nothing.
func TestWrongUse(t *testing.T) {
	for _, c := range []struct {
		name string
		args string
		want []string // parts of the message
	}{
		{"no command", "", []string{"give a command: new, list, gen, verify"}},
		{"unknown command", "verfy fifo", []string{`no command "verfy"`, "did you mean verify?"}},
		{"unknown help", "help verfy", []string{"verfy"}},
		{"unknown option", "gen fifo --foo", []string{"no option --foo", "rtlgen gen --help"}},
		{"unknown option of the program", "--foo gen fifo", []string{"no option --foo", "rtlgen --help"}},
		{"option without value", "gen fifo -o", []string{"option -o needs a value"}},
		{"no block", "gen", []string{"gen needs a block", "rtlgen gen BLOCK...|all", "rtlgen list"}},
		{"two blocks", "tb fifo lfsr", []string{`takes one block, not also "lfsr"`}},
		{"argument too many", "doctor fifo", []string{`takes no argument, and got "fifo"`}},
		{"filter too many", "list fifo damq", []string{`list takes one FILTER, not also "damq"`}},
		{"nothing to list", "list fofo",
			[]string{"no block has \"fofo\" in its name, and no family is called so; `rtlgen list` shows the blocks"}},

		{"no registers", "regs fifo", []string{"block fifo has no registers that software could read", "regs_sample"}},
		{"checks nowhere", "gen fifo --checks silicon", []string{"--checks silicon", "choose simulation or synth"}},
		{"no assumptions", "gen fifo --checks synth", []string{"fifo has no assumptions", "leave it out"}},
		{"unknown code", "gen fifo --protect hamming",
			[]string{`no protection of memories is called "hamming": choose none, parity, ecc`}},
		{"nothing to protect", "gen rr_arbiter --protect ecc",
			[]string{"--protect ecc: neither rr_arbiter nor its parts have a RAM that can get a code; leave it out"}},
		{"nothing to protect in a bench", "verify rr_arbiter --protect ecc",
			[]string{"neither rr_arbiter nor its parts have a RAM"}},
		{"nothing to protect for a proof", "prove rr_arbiter --protect ecc",
			[]string{"neither rr_arbiter nor its parts have a RAM"}},
		{"nothing protected to cost", "synth rr_arbiter --protect ecc",
			[]string{"neither rr_arbiter nor its parts have a RAM"}},
		{"protected macros", "gen fifo --protect parity --wrap-memories",
			[]string{"--protect parity needs memories that begin with code words", "macros do not: leave out it or --wrap-memories"}},
		{"protected Verilog of others", "verify fifo --protect ecc --verilog fifo.v --top fifo",
			[]string{"another netlist than the one that --verilog is about: leave one out"}},
		{"protected table of proofs", "prove fifo --protect ecc --table proofs",
			[]string{"another netlist than the one that --table is about: leave one out"}},
		{"protected Verilog of others to cost", "synth --verilog fifo.v --top fifo --protect ecc",
			[]string{"another netlist than the one that --verilog is about: leave one out"}},
		{"protected table of all", "synth --protect ecc --table costs",
			[]string{"the table of --table has blocks with and without --protect: name those of this call"}},
		{"unknown block", "gen fifi", []string{`no block "fifi"`, "did you mean fifo?", "rtlgen list"}},
		{"part of a name", "verify switch", []string{"did you mean recn_switch"}},
		{"nothing near", "tb zzz", []string{`no block "zzz"; `}},
		{"unknown parameter", "gen fifo -p deepth=4", []string{`block fifo has no parameter "deepth"`, "width, depth"}},
		{"out of range", "gen fifo -p depth=50000", []string{"depth=50000 is out of range", "1 to 16384"}},
		{"negative", "gen fifo -p depth=-1", []string{"depth=-1 is out of range"}},
		{"not a number", "gen fifo -p depth=four", []string{"depth=four is not a whole number", "-p depth=4"}},
		{"absurd number", "gen fifo -p depth=99999999999999999999", []string{"absurdly large", "rtlgen list"}},
		{"no equals sign", "gen fifo -p depth", []string{`cannot read parameter "depth"`, "-p name=value"}},
		{"given twice", "gen fifo -p depth=4 -p depth=5", []string{"depth is given twice, as 4 and as 5"}},
		{"parameters of all", "gen all -p depth=4", []string{"-p needs one block"}},
		{"parameters of all benches", "verify all -p depth=4", []string{"-p needs one block"}},
		{"bench of all", "verify all --bench x", []string{"--bench needs one block"}},
		{"unknown bench", "wave cioq_element --bench transaction",
			[]string{`block cioq_element has no bench "transaction": did you mean transactions?; besides its first it has hostile, transactions`}},
		{"bench of a block with one", "tb fifo --bench x", []string{`block fifo has no bench "x": it has one`}},
		{"unknown block to lint", "lint fifo fifi", []string{`no block "fifi"`, "did you mean fifo?"}},
		{"unknown block to synthesise", "synth switch", []string{`no block "switch"`, "did you mean recn_switch"}},
		{"parameters of all to lint", "lint -p depth=4", []string{"-p needs one block"}},
		{"parameters of two to synthesise", "synth fifo damq -p slots=4", []string{"-p needs one block"}},
		{"unknown parameter to lint", "lint fifo -p deepth=4",
			[]string{`block fifo has no parameter "deepth"`, "width, depth"}},
		{"out of range to synthesise", "synth fifo -p depth=50000", []string{"depth=50000 is out of range", "1 to 16384"}},
		{"too few slots", "gen recn_switch -p saqs=8 -p slots=10",
			[]string{"slots=10 is too few for saqs=8", "at least 18 slots"}},
		{"thresholds", "verify recn_switch -p xon=11 -p xoff=10", []string{"wrong order", "xon=11", "xoff=10"}},
		{"thresholds of a primitive", "wave hysteresis -p high=3 -p low=9", []string{"low=9", "high=3"}},

		{"reset", "gen fifo --reset never", []string{"--reset never", "sync or async"}},
		{"parameters of two", "gen fifo lfsr -p depth=4", []string{"-p needs one block"}},
		{"name of one", "gen fifo --name x", []string{"--name", "its file list is fifo.f"}},
		{"name of all", "gen all --name x", []string{"--name", "does not write"}},
		{"name of a module", "gen fifo damq --name fifo", []string{"cannot be called fifo", "choose another name"}},
		{"name of no file", "gen fifo damq --name a/b", []string{`"a/b"`, "letters, digits and _"}},
		{"all in a file", "gen all --single-file", []string{"--single-file needs blocks by name"}},
		{"prefix", "gen fifo --prefix 4x", []string{`prefix "4x"`, "letters, digits and _"}},
		{"license", "gen fifo --license my/own", []string{`license "my/own"`, "SPDX"}},
		{"timescale", "gen fifo --timescale 1ps/1ns", []string{`timescale "1ps/1ns"`, "1ns/1ps"}},
		{"unit", "tb fifo --timescale 2ns/1ps", []string{`timescale "2ns/1ps"`}},
		{"root of file lists", "gen fifo --filelist-root a#b", []string{`"a#b"`, "${RTL}"}},
		{"vendor", "gen fifo --core-vendor a:b", []string{`vendor "a:b"`}},
		{"version", "gen fifo --core-version latest", []string{`version "latest"`, "1.2.0"}},
		{"period without constraints", "gen fifo --clock-period 4", []string{"add --sdc or --xdc"}},
		{"no period", "gen fifo --sdc --clock-period 0", []string{"0 ns", "above 0"}},
		{"period is no number", "gen fifo --sdc --clock-period 4ns", []string{"--clock-period 4ns", "2.5"}},
		{"period of a clock", "gen async_fifo --sdc --clock-period 4,wr_clk", []string{"--clock-period 4,wr_clk", "CLOCK=NS"}},
		{"period of a clock twice", "gen async_fifo --sdc --clock-period 4,wr_clk=5,wr_clk=6", []string{"each clock once"}},
		{"period of no clock", "gen async_fifo --sdc --clock-period 4,clk=5",
			[]string{"a period for the clock clk, which is none", "wr_clk, rd_clk"}},
		{"period where there are no clocks", "gen fifo --sdc --clock-period 4,wr_clk=5", []string{"wr_clk", "no block has"}},
		{"synchroniser of two clocks", "gen async_fifo --reset-synchroniser", []string{"the clock wr_clk", "leave it out"}},
		{"SymbiYosys and two clocks", "gen async_fifo --sby", []string{"the clock wr_clk", "rtlgen prove"}},
		{"proof of Verilog of two clocks", "gen async_fifo --prove", []string{"the clock wr_clk", "leave it out"}},
		{"delay", "gen fifo --xdc --clock-period 4 --io-delay 5", []string{"delay of 5 ns", "period of 4 ns"}},
		{"nothing to synchronise", "gen crossbar --reset-synchroniser", []string{"has no reset"}},
		{"synchroniser of a test bench", "tb fifo --reset-synchroniser", []string{"no option --reset-synchroniser"}},
		{"reset polarity", "gen fifo --reset-polarity up", []string{"--reset-polarity up", "high or low"}},
		{"registers to reset", "gen fifo --reset-registers some",
			[]string{"--reset-registers some", "author, control or all"}},
		{"negative cycles", "verify fifo --cycles -5", []string{"--cycles -5", "from 1 to 100000000"}},
		{"scope misspelt", "wave recn_switch --scope recn_switch.in_prt_1.cam",
			[]string{`no waveform of "recn_switch.in_prt_1.cam": module recn_switch has no instance "in_prt_1": nearest are in_port_1, `}},
		{"scope is a signal", "wave fifo --scope fifo.rdata",
			[]string{"has rdata as an output, and a scope is an instance: give fifo"}},
		{"first cycle", "wave fifo --from -1", []string{"--from -1", "from 0 to 999"}},
		{"first cycle is no number", "wave fifo --cycles 20 --from 1e1", []string{"--from 1e1", "from 0 to 19"}},
		{"last cycle", "wave fifo --to 1000", []string{"--to 1000", "has the cycles 0 to 999: give --cycles, too"}},
		{"last cycle is first", "wave fifo --from 7 --to 6", []string{"--from 7 --to 6 draw no cycle"}},
		{"memories too large", "wave fabric_tree --memories --cycles 20",
			[]string{"no waveform with memories of design fabric_tree", "the limit is 65536: choose smaller scopes"}},
		{"no cycles", "wave fifo --cycles 0", []string{"--cycles 0"}},
		{"absurd cycles", "tb fifo --cycles 1000000000000", []string{"--cycles 1000000000000"}},
		{"cycles are no number", "verify fifo --cycles 1e6", []string{"--cycles 1e6"}},
		{"negative seed", "verify fifo --seed -1", []string{"--seed -1", "from 0 to 2^64-1"}},
		{"absurd seed", "wave fifo --seed 99999999999999999999", []string{"--seed 99999999999999999999"}},
		{"seed is no number", "tb fifo --seed x", []string{"--seed x"}},
		{"mutants of nothing", "mutate", []string{"mutate needs a block", "rtlgen mutate BLOCK|all"}},
		{"dump of nothing", "dump", []string{"dump needs a block", "--native] [--html] [-o FILE], or rtlgen dump --steps;"}},
		{"mutants of part of a name", "mutate switch", []string{"did you mean recn_switch"}},
		{"mutants of all with parameters", "mutate all -p depth=4", []string{"-p needs one block"}},
		{"no seeds", "mutate fifo --seeds 0", []string{"--seeds 0", "from 1 to 1000"}},
		{"no limit", "mutate fifo --limit none", []string{"--limit none", "from 1 to 1000000"}},
		{"faults of nothing", "faults", []string{"faults needs a network, recn, ", "or all", "rtlgen faults NETWORK|all"}},
		{"faults of no network", "faults rcn", []string{`no network "rcn" of faults`, "did you mean recn", "there are recn, voqsw"}},
		{"faults of two", "faults recn voqsw", []string{`not also "voqsw"`}},
		{"no moments", "faults recn --moments 0", []string{"--moments 0", "from 1 to 100000"}},
		{"more seeds than moments", "faults recn --moments 2 --seeds 3", []string{"--seeds 3 shares 2 moments", "--moments 3 or more"}},
		{"no page of faults", "faults recn --table nowhere/page", []string{"page that gets the table"}},
		{"unknown rule", "mutate fifo --rule operator,colour", []string{`no rule "colour"`, "choose of operator, "}},
		{"unknown engine", "verify fifo --engine verilater", []string{`no engine "verilater"`, "verilator"}},
		{"all engines", "verify fifo --engine all", []string{`no engine "all"`, "choose from builtin, "}},
		{"unknown engine of an experiment", "run recn-memory --engine compield",
			[]string{`no engine "compield"`, "did you mean compiled", "c, compiled, native, native-avx2, reference"}},
		{"no jobs", "verify fifo -j 0", []string{"--jobs 0"}},

		{"folder is a file", "gen fifo -o FILE", []string{"FILE", "not a directory"}},
		{"folder in a file", "gen fifo -o FILE/out", []string{"FILE/out", "not a directory"}},
		{"folder of a test bench", "tb fifo -o FILE", []string{"FILE", "not a directory"}},
		{"folder of a waveform", "wave fifo -o FILE/fifo.vcd", []string{"FILE/fifo.vcd", "not a directory"}},
		{"waveform is a folder", "wave fifo -o FOLDER",
			[]string{"cannot write FOLDER: it is a folder, and a file is needed"}},
		{"no such folder", "wave fifo -o none/fifo.vcd", []string{"none/fifo.vcd", "no such file or directory"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			dir := t.TempDir()
			assert.NilError(t, os.WriteFile(filepath.Join(dir, "FILE"), nil, 0o666))
			assert.NilError(t, os.Mkdir(filepath.Join(dir, "FOLDER"), 0o777))
			refused(t, rtlgen(t, dir, nil, strings.Fields(c.args)...), c.want...)
			assert.DeepEqual(t, tree(t, dir), map[string]string{"FILE": ""})
		})
	}
}

// refused checks the answer to a wrong call.
func refused(t *testing.T, r result, want ...string) {
	t.Helper()
	assert.Equal(t, r.status, statusWrongCall, r.stderr)
	assert.Equal(t, r.stdout, "")
	assert.Assert(t, strings.HasPrefix(r.stderr, "rtlgen: "), r.stderr)
	for _, part := range want {
		assert.Assert(t, strings.Contains(r.stderr, part), "no %q in %s", part, r.stderr)
	}
	for _, part := range []string{"goroutine", "panic", "BUG"} {
		assert.Assert(t, !strings.Contains(r.stderr, part), r.stderr)
	}
	assert.Equal(t, strings.Count(r.stderr, "\n"), 1, "one message on one line:\n%s", r.stderr)
}

// TestMissingVerilator points to a Verilator that is not there, and to one that is
// too old.
func TestMissingVerilator(t *testing.T) {
	dir := t.TempDir()
	old := filepath.Join(dir, "verilator")
	assert.NilError(t, os.WriteFile(old, []byte("#!/bin/sh\necho 'Verilator 4.038 2020-07-11 rev v4.036'\n"), 0o777))
	for _, c := range []struct{ name, path, want string }{
		{"missing", filepath.Join(dir, "none"), "verilator (simulation, lint) is missing"},
		{"too old", old, "is version 4.038, and 5.000 or newer is needed"},
	} {
		t.Run(c.name, func(t *testing.T) {
			env := []string{"CULPRIT_VERILATOR=" + c.path}
			empty := t.TempDir()
			r := rtlgen(t, empty, env, "verify", "fifo", "--engine", "reference,verilator")
			refused(t, r, "engine verilator", c.want, "apt-get install verilator")
			assert.Equal(t, len(tree(t, empty)), 0)

			refused(t, rtlgen(t, empty, env, "lint", "fifo"), c.want, "apt-get install verilator")

			r = rtlgen(t, empty, env, "doctor")
			assert.Equal(t, r.status, statusFailed)
			assert.Assert(t, strings.Contains(r.stdout, c.want), r.stdout)
			assert.Assert(t, strings.Contains(r.stdout, "apt-get install verilator"), r.stdout)
		})
	}
}

// TestMissingYosys points to a Yosys that is not there. That of synth is another one.
func TestMissingYosys(t *testing.T) {
	tiers.Tools(t, "verilator", "icarus")
	env := []string{"CULPRIT_YOSYS=" + filepath.Join(t.TempDir(), "none")}
	refused(t, rtlgen(t, t.TempDir(), env, "lint", "fifo"), "yosys (synthesis, formal proofs) is missing",
		"apt-get install yosys")
}

// TestOldFilesStay has a file that cannot be replaced among those to be written.
func TestOldFilesStay(t *testing.T) {
	dir := t.TempDir()
	held(t, dir, "gen", "fifo", "-o", "out")
	before := tree(t, dir)
	in := filepath.Join(dir, "out", "fifo.json")
	assert.NilError(t, os.Remove(in))
	assert.NilError(t, os.Mkdir(in, 0o777))
	refused(t, rtlgen(t, dir, nil, "gen", "fifo", "--reset", "async", "-o", "out"), "fifo.json")
	delete(before, "out/fifo.json")
	assert.DeepEqual(t, tree(t, dir), before)
}
