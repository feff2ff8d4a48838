package cli

import (
	"encoding/json"
	"maps"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"gotest.tools/v3/assert"

	"culprit.example/culprit/internal/tiers"
	"culprit.example/culprit/rtlgen/protect"
	"culprit.example/culprit/testbench/synth"
)

// TestProtectedMemories: with --protect a block has a bit for each memory, and a list of them.
func TestProtectedMemories(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	held(t, dir, "gen", "recn_mmu", "fifo", "-o", ".", "--protect", "ecc", "--checks", "synth")
	files := tree(t, dir)
	var list []protect.Memory
	assert.NilError(t, json.Unmarshal([]byte(files["recn_mmu.memories-protected.json"]), &list))
	var paths []string
	for i, x := range list {
		assert.Equal(t, x.Bit, i)
		assert.Assert(t, x.Code == "ecc" && x.At != "" && x.Stored > x.Width, "%+v", x)
		paths = append(paths, x.Path)
	}
	assert.DeepEqual(t, paths, []string{"free_ring", "packet_ram", "packet_ends", "prf"})
	assert.Equal(t, list[1].Stored, 72)
	for _, port := range []string{"input  wire        mem_clear", "output wire [3:0]  mem_failed", "rules_broken"} {
		assert.Assert(t, strings.Contains(files["recn_mmu.v"], port), "no %q in\n%s", port, files["recn_mmu.v"])
	}
	assert.Assert(t, files["fifo.memories-protected.json"] != "")
}

// TestProtectedVerilog: the linters have nothing to say about protected Verilog, and Yosys reads from it what its
// netlist says.
func TestProtectedVerilog(t *testing.T) {
	t.Parallel()
	for _, code := range []string{"parity", "ecc"} {
		dir := t.TempDir()
		held(t, dir, "gen", "recn_input_port", "-o", ".", "--protect", code, "--prove")
		var files []string
		for _, name := range slices.Sorted(maps.Keys(tree(t, dir))) {
			if strings.HasSuffix(name, ".v") {
				files = append(files, "--verilog", filepath.Join(dir, name))
			}
		}
		assert.Equal(t, held(t, dir, append([]string{"lint", "--top", "recn_input_port"}, files...)...), "")
	}
}

// TestProtectedBenches: the benches of protected blocks pass in each cycle, in the external simulators, too.
func TestProtectedBenches(t *testing.T) {
	t.Parallel()
	engines := strings.Join(append([]string{"builtin"}, tiers.Outside("verilator", "icarus")...), ",")
	held(t, t.TempDir(), "verify", "recn_mmu", "--protect", "ecc", "--cycles", "800", "--engine", engines)
	for _, block := range []string{"recn_switch", "qcn_leaf_in", "cioq_input", "reqgrant_ingress", "voqsw_switch"} {
		for _, code := range []string{"parity", "ecc"} {
			held(t, t.TempDir(), "verify", block, "--protect", code, "--cycles", "800", "--engine", "native")
		}
	}
}

// TestProtectedProofs: the assertions of a protected block are proven.
func TestProtectedProofs(t *testing.T) {
	t.Parallel()
	out := held(t, t.TempDir(), "prove", "recn_mmu", "--protect", "ecc")
	assert.Assert(t, strings.Contains(out, "free_count_in_range") && strings.Contains(out, "proven"), out)
}

// TestProtectedCosts: a row says which code its module has.
func TestProtectedCosts(t *testing.T) {
	tiers.Tools(t, "the Yosys of scripts/setup")
	t.Parallel()
	luts := map[string]int{}
	for _, code := range protect.Codes() {
		var r synth.Report
		out := held(t, t.TempDir(), "synth", "fifo", "--no-place", "--json", "--protect", code)
		assert.NilError(t, json.Unmarshal([]byte(out), &r))
		luts[r.Modules[0].Module] = r.Modules[0].LUTEquivalents
	}
	assert.Assert(t, luts["fifo"] > 0 && luts["fifo"] < luts["fifo, parity"] && luts["fifo, parity"] < luts["fifo, ecc"],
		"%v", luts)
}
