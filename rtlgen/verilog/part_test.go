package verilog_test

import (
	"os"
	"path/filepath"
	"testing"

	"gotest.tools/v3/assert"

	"culprit.example/culprit/internal/tiers"
	"culprit.example/culprit/rtlgen/verilog"
)

// vendorLibrary is what a vendor would bring: parts of the names and ports that
// the black boxes of vendor ask for.
const vendorLibrary = `(* blackbox *)
module DP16KD #(parameter DATA_WIDTH_A = 18, parameter REGMODE_A = "NOREG") (
    input wire CLKA, input wire CEA, input wire WEA, input wire [3:0] ADA,
    input wire [DATA_WIDTH_A-1:0] DIA, output wire [DATA_WIDTH_A-1:0] DOA);
endmodule
(* blackbox *)
module vendor_sampler (input wire clk, input wire rst, input wire [3:0] d, output wire [3:0] q);
endmodule
`

// fromHere is the second line of a file list without a root.
const fromHere = "// The names start from this folder: use -f in it, and verilator -F from elsewhere.\n"

// TestBlackBoxFiles: the lists for synthesis and for simulation differ in the
// black boxes only.
func TestBlackBoxFiles(t *testing.T) {
	tiers.Tools(t, "icarus")
	d := elaborate(t, vendor())
	out := emit(t, d, verilog.DefaultOptions())
	assert.Equal(t, string(out.File("vendor.f")),
		"// Files of vendor, children before parents.\n"+fromHere+"block_ram.v\nblock_ram_width36.v\nsampler.v\nvendor.v\n")
	assert.Equal(t, string(out.File("vendor.sim.f")),
		"// Files of vendor for simulation: black boxes are their models.\n"+fromHere+
			"models/block_ram.v\nmodels/block_ram_width36.v\nmodels/sampler.v\nvendor.v\n")
	o := verilog.DefaultOptions()
	o.SingleFile = true
	single := emit(t, d, o)
	assert.DeepEqual(t, paths(single), []string{"vendor_parts.v", "vendor_models.v", "vendor.v", "vendor.f",
		"vendor.sim.f", "vendor.core", "vendor.json"})
	dir, files := written(t, single)
	quiet(t, dir, "iverilog", append([]string{"-g2005", "-Wall", "-t", "null", "-s", "vendor"}, files...)...)
}

// TestBlackBoxSynthesis gives the files for synthesis to tools beside a vendor's
// library.
func TestBlackBoxSynthesis(t *testing.T) {
	tiers.Tools(t, "yosys")
	t.Parallel()
	for style, o := range styles() {
		t.Run(style, func(t *testing.T) {
			t.Parallel()
			out := emit(t, elaborate(t, vendor()), o)
			dir, _ := written(t, out)
			assert.NilError(t, os.WriteFile(filepath.Join(dir, "library.v"), []byte(vendorLibrary), 0o666))
			run(t, dir, "yosys", "-q", "-p",
				"read_verilog library.v; read_verilog block_ram.v block_ram_width36.v sampler.v vendor.v; hierarchy -check -top vendor; proc; check -assert; select -assert-count 2 t:*DP16KD; select -assert-count 3 t:block_ram*")
			quiet(t, dir, "iverilog", "-g2005", "-Wall", "-t", "null", "-s", "vendor", "library.v", "-c", "vendor.f")
		})
	}
}
