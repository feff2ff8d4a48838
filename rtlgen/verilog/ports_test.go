package verilog_test

import (
	"strings"
	"testing"

	"gotest.tools/v3/assert"

	"culprit.example/culprit/internal/tiers"
	"culprit.example/culprit/rtlgen"
	"culprit.example/culprit/rtlgen/ir"
	"culprit.example/culprit/rtlgen/verilog"
)

// grouped has ports with and without meaning, in groups and in none.
func grouped(t *testing.T) *ir.Design {
	t.Helper()
	m := rtlgen.NewModule("grouped")
	sum := m.Input("valid", 1).Zext(8)
	sum = sum.Add(m.Input("data", 8))
	sum = sum.Add(m.Input("mode", 8))
	sum = sum.Add(m.Input("load", 8))
	m.Output("total", m.Next("total_q", sum, 0).Value)
	m.Output("idle", sum.Eq(0))
	m.Describe("valid", "a word comes in this cycle")
	m.Describe("data", "the word")
	m.Describe("mode", "0 uniform, 1 bit complement, 2 bit reversal, 3 half of the nodes on and the other half off")
	m.Describe("total", "sum of all inputs, one cycle late\nwraps around")
	d := elaborate(t, m)
	for name, group := range map[string]string{"valid": "word stream", "data": "word stream", "total": "result"} {
		d.Top.Port(name).Group = group
	}
	return d
}

func ports(t *testing.T, d *ir.Design, o verilog.Options) string {
	t.Helper()
	text := string(emit(t, d, o).File(d.Top.Name + ".v"))
	_, text, _ = strings.Cut(text, "module ")
	text, _, found := strings.Cut(text, ");\n")
	assert.Assert(t, found)
	return text
}

func TestPortTable(t *testing.T) {
	tiers.Tools(t, "verilator")
	d := grouped(t)
	assert.Equal(t, ports(t, d, verilog.Options{}), `grouped (
    input  wire       clk,    // rising edge
    input  wire       rst,    // synchronous, active high

    // word stream
    input  wire       valid,  // a word comes in this cycle
    input  wire [7:0] data,   // the word

    input  wire [7:0] mode,   // 0 uniform, 1 bit complement, 2 bit reversal, 3 half of the nodes on
                              // and the other half off
    input  wire [7:0] load,

    // result
    output wire [7:0] total,  // sum of all inputs, one cycle late
                              // wraps around

    output wire       idle
`)
	lint(t, d, verilog.Options{})
}

func TestPortTableWithPositions(t *testing.T) {
	text := ports(t, grouped(t), verilog.Options{Positions: true, AsyncReset: true, ResetActiveLow: true})
	for _, want := range []string{
		"clk,    // rising edge\n",
		"rst_n,  // asynchronous, active low\n",
		"valid,  // a word comes in this cycle\n",
		"total,  // sum of all inputs, one cycle late\n                              // wraps around (rtlgen/verilog/ports_test.go:",
		"idle    // rtlgen/verilog/ports_test.go:",
	} {
		assert.Assert(t, strings.Contains(text, want), "no %q in\n%s", want, text)
	}
}

// TestPortTableOfLongNames leaves no room for comments after the ports.
func TestPortTableOfLongNames(t *testing.T) {
	m := rtlgen.NewModule("long_names")
	name := "a_" + strings.Repeat("very_", 10) + "long_name"
	m.Output("q", m.Input(name, 1))
	m.Describe(name, "its meaning")
	assert.Equal(t, ports(t, elaborate(t, m), verilog.Options{}), `long_names (
    // its meaning
    input  wire `+name+`,
    output wire q
`)
}
