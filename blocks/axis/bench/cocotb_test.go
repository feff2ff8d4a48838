package bench

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"gotest.tools/v3/assert"

	rtl "culprit.example/culprit/blocks/axis"
	"culprit.example/culprit/internal/tiers"
	"culprit.example/culprit/rtlgen"
	"culprit.example/culprit/rtlgen/verilog"
	"culprit.example/culprit/testbench/benchtest"
)

// TestCocotb sends frames through the Verilog of the switch in Icarus Verilog, with the models of
// AXI4-Stream of cocotbext-axi as hosts, which are not ours: testdata/frames.py.
func TestCocotb(t *testing.T) {
	tiers.Tools(t, "icarus", "cocotb")
	t.Parallel()
	p := rtl.Defaults
	p.Ports, p.Slots, p.MTU, p.ErrorBits = 4, 32, 1522, 20
	d, err := rtlgen.Elaborate(rtl.RECNSwitch(p))
	assert.NilError(t, err)
	out, err := verilog.Emit(d, verilog.DefaultOptions())
	assert.NilError(t, err)
	dir := t.TempDir()
	for _, f := range out.Files {
		assert.NilError(t, os.WriteFile(filepath.Join(dir, f.Path), f.Data, 0o666))
	}
	script, err := filepath.Abs(filepath.Join("testdata", "frames.py"))
	assert.NilError(t, err)
	seed, end := tiers.Seeds(1, 500)
	said, err := exec.Command(benchtest.Python(t), script, "icarus", dir, d.Top.Name, fmt.Sprint(p.Ports), fmt.Sprint(p.MTU),
		fmt.Sprint(p.ErrorBits), fmt.Sprint(end-seed), fmt.Sprint(seed)).CombinedOutput()
	assert.NilError(t, err, "seed %d: %s", seed, said)
	t.Logf("seed %d: %s", seed, said)
}
