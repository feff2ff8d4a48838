package verilog_test

import (
	"testing"

	"gotest.tools/v3/assert"

	"culprit.example/culprit/rtlgen/verilog"
)

func TestNetlistPath(t *testing.T) {
	for name, want := range map[string]string{
		"":                              "",
		"u":                             "u",
		"mmu.free_list":                 "mmu.free_list",
		"in_port[3].u":                  "in_port_3",
		"in_port[3].u.cdu":              "in_port_3.cdu",
		"sw[12].u__.in_port[0].u.u":     "sw_12.in_port_0.u",
		"TOP.box_tb.tb_dut.sw[1].u.mmu": "TOP.box_tb.tb_dut.sw_1.mmu",
	} {
		assert.Equal(t, verilog.NetlistPath(name), want)
	}
}
