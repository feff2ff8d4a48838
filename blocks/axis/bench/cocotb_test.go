package bench

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"gotest.tools/v3/assert"

	"culprit.example/culprit/internal/tiers"
	"culprit.example/culprit/rtlgen/blocks"
	"culprit.example/culprit/rtlgen/verilog"
	"culprit.example/culprit/testbench/benchtest"
)

// TestCocotb sends frames through the Verilog of each switch in Icarus Verilog, with the models of
// AXI4-Stream of cocotbext-axi as hosts, which are not ours: testdata/frames.py.
func TestCocotb(t *testing.T) {
	tiers.Tools(t, "icarus", "cocotb")
	t.Parallel()
	for _, block := range switches() {
		t.Run(block.Name, func(t *testing.T) {
			t.Parallel()
			sendFrames(t, block, 64)
		})
	}
	t.Run("512 bits", func(t *testing.T) {
		t.Parallel()
		sendFrames(t, switches()[1], 512)
	})
}

// sendFrames is TestCocotb with one of the switches, with beats of data bits.
func sendFrames(t *testing.T, block *blocks.Block, data int) {
	const ports, mtu, errorBits = 4, 1522, 20
	d, err := block.Elaborate(map[string]int{"ports": ports, "slots": 32, "mtu": mtu, "error_bits": errorBits, "data": data})
	assert.NilError(t, err)
	out, err := verilog.Emit(d, verilog.DefaultOptions())
	assert.NilError(t, err)
	dir := t.TempDir()
	for _, f := range out.Files {
		assert.NilError(t, os.WriteFile(filepath.Join(dir, f.Path), f.Data, 0o666))
	}
	script, err := filepath.Abs(filepath.Join("testdata", "frames.py"))
	assert.NilError(t, err)
	seed, end := tiers.Seeds(1, 300)
	said, err := exec.Command(benchtest.Python(t), script, "icarus", dir, d.Top.Name, fmt.Sprint(ports), fmt.Sprint(mtu),
		fmt.Sprint(errorBits), fmt.Sprint(data/8), fmt.Sprint(end-seed), fmt.Sprint(seed)).CombinedOutput()
	assert.NilError(t, err, "seed %d: %s", seed, said)
	t.Logf("seed %d: %s", seed, said)
}
