package cpus_test

import (
	"context"
	"fmt"
	"math/bits"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"gotest.tools/v3/assert"

	"culprit.example/culprit/blocks/examples/cpus"
	"culprit.example/culprit/cyclesim"
	"culprit.example/culprit/internal/tiers"
	"culprit.example/culprit/internal/usercache"
	"culprit.example/culprit/rtlgen"
	"culprit.example/culprit/rtlgen/ir"
	"culprit.example/culprit/rtlgen/verilog"
	"culprit.example/culprit/testbench/simulate"
)

// rounds are those of the program, cycles enough for them.
const rounds, cycles = 1, 10000

// picorv32 is the file of the CPU, which scripts/setup installs.
func picorv32() (string, error) {
	base, err := usercache.Base()
	if err != nil {
		return "", err
	}
	pattern := filepath.Join(base, "cpus", "lib", "python3*", "site-packages", "pythondata_cpu_picorv32", "verilog",
		"picorv32.v")
	found, err := filepath.Glob(pattern)
	if err == nil && len(found) != 1 {
		err = fmt.Errorf("the Verilog of picorv32 is not at %s; install it with: scripts/setup", pattern)
	}
	if err != nil {
		return "", err
	}
	return found[0], nil
}

// build joins a program and a file of the network adapter to the network.
func build(levels, rounds int, program, nic string) (*rtlgen.Typed[cpus.Ports], error) {
	words, err := cpus.Program(program, rounds)
	if err != nil {
		return nil, err
	}
	path, err := picorv32()
	if err != nil {
		return nil, err
	}
	cpu, err := cpus.CPU(context.Background(), path)
	if err != nil {
		return nil, err
	}
	adapter, err := cpus.NIC(context.Background(), "user_nic", nic)
	if err != nil {
		return nil, err
	}
	return cpus.Network(cpus.Params{Levels: levels}, cpu, adapter, words), nil
}

// network is the network as a netlist.
func network(t *testing.T, levels int, program, nic string) *ir.Design {
	t.Helper()
	n, err := build(levels, rounds, program, nic)
	assert.NilError(t, err)
	d, err := rtlgen.Elaborate(n)
	assert.NilError(t, err)
	return d
}

// run simulates and returns the outputs at the end, which are the same on all engines in each cycle.
func run(t *testing.T, d *ir.Design, cycles int, engines ...string) map[string]uint64 {
	t.Helper()
	r, err := simulate.Run(t.Context(), simulate.Options{
		Design: d, Inputs: simulate.NewInputs(d), Engines: engines, Cycles: cycles, Seed: tiers.Seed(1)})
	assert.NilError(t, err)
	assert.Assert(t, r.Passed(), "%+v", r.Engines)
	out := map[string]uint64{}
	for _, o := range r.Outputs {
		out[o.Name], err = strconv.ParseUint(o.Value, 16, 64)
		assert.NilError(t, err)
	}
	t.Logf("%s: %d packets checked in %d cycles, digest %x, on %s", d.Top.Name, out["checked"], out["cycles"],
		out["digest"], strings.Join(engines, ", "))
	return out
}

// digest is that of all packets, as the definition of the payload has it.
func digest() (sum uint32) {
	for source := range cpus.Nodes {
		for destination := range cpus.Nodes {
			for number := range rounds {
				for beat := 1; beat < 8 && source != destination; beat++ {
					low, high := cpus.Word(source, destination, number, 2*beat-2), cpus.Word(source, destination, number, 2*beat-1)
					sum += low ^ bits.RotateLeft32(high, beat)
				}
			}
		}
	}
	return sum
}

// TestNetwork: all CPUs get all packets, as they must be, on all engines and simulators. Icarus Verilog takes
// long for the tree, and runs only its beginning.
func TestNetwork(t *testing.T) {
	tiers.Tools(t, "yosys", "verilator", "icarus", "picorv32")
	t.Parallel()
	for _, c := range []struct {
		name           string
		levels, cycles int
		engines        []string
	}{
		{"tree", 2, cycles, append(cyclesim.BuiltIn(), "verilator")},
		{"tree in Icarus", 2, 700, []string{cyclesim.DefaultEngine(), "icarus"}},
		{"one switch", 1, cycles, append(cyclesim.BuiltIn(), "verilator", "icarus")},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			out := run(t, network(t, c.levels, cpus.Source, "user_nic.v"), c.cycles, c.engines...)
			assert.Equal(t, out["error"], uint64(0))
			if c.cycles < cycles {
				assert.Assert(t, out["digest"] != 0, "no packet has come")
				return
			}
			assert.Equal(t, out["done"], uint64(1<<cpus.Nodes-1))
			assert.Equal(t, out["checked"], uint64(rounds*cpus.Nodes*(cpus.Nodes-1)))
			assert.Equal(t, out["digest"], uint64(digest()))
		})
	}
}

// TestVerilog: the emitted Verilog names the files of others and has nothing of them.
func TestVerilog(t *testing.T) {
	tiers.Tools(t, "yosys", "picorv32")
	d := network(t, 2, cpus.Source, "user_nic.v")
	out, err := verilog.Emit(d, verilog.DefaultOptions())
	assert.NilError(t, err)
	nic, err := filepath.Abs("user_nic.v")
	assert.NilError(t, err)
	list := strings.Split(string(out.File(d.Top.Name+".f")), "\n")
	cpu, err := picorv32()
	assert.NilError(t, err)
	for _, path := range []string{cpu, nic} {
		assert.Assert(t, slices.Contains(list, path), "%s is not in %v", path, list)
	}
	for _, f := range out.Files {
		for _, own := range []string{"module picorv32 ", "cpuregs", "module user_nic ", "low_halves"} {
			assert.Assert(t, !strings.Contains(string(f.Data), own), "%s has %q", f.Path, own)
		}
	}
}

// replaced is a text with a part of it, which it has once, replaced.
func replaced(t *testing.T, text, old, by string) string {
	t.Helper()
	assert.Equal(t, strings.Count(text, old), 1, "%q", old)
	return strings.Replace(text, old, by, 1)
}

// nicWith is a file of the network adapter with a part replaced.
func nicWith(t *testing.T, old, by string) string {
	t.Helper()
	text, err := os.ReadFile("user_nic.v")
	assert.NilError(t, err)
	path := filepath.Join(t.TempDir(), "user_nic.v")
	assert.NilError(t, os.WriteFile(path, []byte(replaced(t, string(text), old, by)), 0o666))
	return path
}

// TestMistakes: the network shows a mistake in the program or in the user's adapter, and where it is.
func TestMistakes(t *testing.T) {
	tiers.Tools(t, "yosys", "picorv32")
	t.Parallel()
	const all, user = 1<<cpus.Nodes - 1, 1 << (cpus.Nodes - 1)
	for _, c := range []struct {
		name        string
		program     bool // the mistake is in the program, and not in the adapter
		old, by     string
		done, wrong uint64
	}{
		{"one payload of node 3 for node 5", true, "        addi t3, t2, 56\n", `        addi t3, t2, 56
        addi t1, s2, -3
        bne  t1, zero, fill
        addi t1, a0, -5
        bne  t1, zero, fill
        addi t0, t0, 1
`, all, 1 << 5},
		{"no instruction", true, "receive:\n", "receive:\n        lw t0, 2(zero)\n", 0, all},
		{"a bit that is sent", false, "low_halves[beat]};", "low_halves[beat]} ^ {46'd0, beat == 3'd6, 17'd0};", all,
			all &^ user},
		{"a bit that is received", false, ": shown[31:0];", ": shown[31:0] ^ 32'h100;", all, user},
		{"credits that are lost", false, "2'b01: credits <= credits + 4'd1;", "2'b01: ;", 1<<8 - 1, 0},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			program, nic := cpus.Source, "user_nic.v"
			if c.program {
				program = replaced(t, program, c.old, c.by)
			} else {
				nic = nicWith(t, c.old, c.by)
			}
			out := run(t, network(t, 2, program, nic), cycles, cyclesim.DefaultEngine())
			assert.Equal(t, out["done"], c.done, "done %x", out["done"])
			assert.Equal(t, out["error"], c.wrong, "error %x", out["error"])
		})
	}
}

// TestPorts: an adapter whose ports do not fit is refused with the name of the port.
func TestPorts(t *testing.T) {
	tiers.Tools(t, "yosys", "picorv32")
	path, err := picorv32()
	assert.NilError(t, err)
	cpu, err := cpus.CPU(t.Context(), path)
	assert.NilError(t, err)
	for _, c := range []struct{ old, by, want string }{
		{"[15:0] checked", "[14:0] checked", "port checked of module user_nic_part has 15 bits, and 16 bits in the struct"},
		{"input  wire        tx_credit,", "input wire tx_credit, input wire test_mode,",
			"input test_mode of module user_nic_part is no field of cpus.AdapterPorts"},
	} {
		nic, err := cpus.NIC(t.Context(), "user_nic", nicWith(t, c.old, c.by))
		assert.NilError(t, err)
		_, err = rtlgen.Elaborate(cpus.Network(cpus.Defaults, cpu, nic, []uint32{0}))
		assert.ErrorContains(t, err, c.want)
	}
}
