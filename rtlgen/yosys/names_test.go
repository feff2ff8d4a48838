package yosys

import (
	"testing"

	"gotest.tools/v3/assert"
)

// TestNames: names of Yosys as those of Verilog.
func TestNames(t *testing.T) {
	for name, want := range map[string]string{
		`fifo`:                                "fifo",
		`a.b[3]`:                              "a_b_3",
		`3d`:                                  "n3d",
		`$paramod\fifo\DEPTH=s32'00000100`:    "fifo_DEPTH_4",
		`$paramod\fifo\DEPTH=4'0100\W=3'001`:  "fifo_DEPTH_4_W_1",
		`$paramod$2296b9fa485d6fe3448e7\wb32`: "wb32_2296b9fa",
		`stage$m.g[0].s`:                      "stage_m_g_0_s",
	} {
		assert.Equal(t, moduleName(name), want)
	}
}
