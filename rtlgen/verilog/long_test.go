package verilog_test

import (
	"fmt"
	"strings"
	"testing"

	"gotest.tools/v3/assert"

	"culprit.example/culprit/internal/tiers"
	"culprit.example/culprit/rtlgen"
	"culprit.example/culprit/rtlgen/ir"
	"culprit.example/culprit/rtlgen/verilog"
)

// elseIfs is an else-if chain of n ifs that sets a wire, a register and an element in
// some of its branches only, with statements of all kinds in them.
func elseIfs(n int) *rtlgen.Module {
	m := rtlgen.NewModule("else_ifs")
	a, b := m.Input("a", rtlgen.IndexBits(n)), m.Input("b", 1)
	wire, seldom := m.Wire("wire_of_all", 16).Default(0), m.Wire("wire_of_some", 16).Default(1)
	r := m.Reg("r", 16, 0)
	arr := m.RegArray("arr", 4, 16, 0)
	c := m.If(a.Eq(0).And(b), func() { r.Set(1) })
	for i := 1; i < n; i++ {
		c = c.ElseIf(a.Eq(i).Or(a.Le(i).And(b)), func() {
			wire.Set(i)
			switch i % 7 {
			case 1:
				seldom.Set(i)
			case 2:
				r.Set(r.Add(i))
			case 3:
				m.If(b, func() { arr.At(a.Low(2)).Set(i) }).Else(func() { r.Set(a.Zext(16)) })
			}
		})
	}
	c.Else(func() { r.Set(7) })
	m.Output("all", wire.Value)
	m.Output("some", seldom.Value)
	m.Output("q", r.Xor(arr.At(a.Low(2)).Value))
	return m
}

// TestLongChains: a short else-if chain is one in the Verilog, a long one a case, which
// means the same and is read by all tools.
func TestLongChains(t *testing.T) {
	tiers.Tools(t, "icarus")
	t.Parallel()
	for _, n := range []int{63, 64, 150} {
		d := elaborate(t, elseIfs(n))
		text := string(emit(t, d, verilog.Options{}).File("else_ifs.v"))
		assert.Equal(t, strings.Contains(text, "case (1'b1)"), n >= 64, text)
		compare(t, d, verilog.Options{}, 300, uint64(n))
	}
	lint(t, elaborate(t, elseIfs(100)), verilog.DefaultOptions())
	lint(t, elaborate(t, elseIfs(100)), verilog.Options{AsyncReset: true, ResetActiveLow: true, Resets: verilog.ResetAll})
}

// TestToolsReadTheLargest has tools read what the builder just lets through.
func TestToolsReadTheLargest(t *testing.T) {
	tiers.Tools(t, "verilator")
	t.Parallel()
	for name, build := range map[string]func(m *rtlgen.Module, a rtlgen.Value){
		"chain of 2000": func(m *rtlgen.Module, a rtlgen.Value) {
			w := m.Wire("w", 16).Default(0)
			c := m.If(a.Eq(0), func() { w.Set(1) })
			for i := 1; i < 2000; i++ {
				c = c.ElseIf(a.Eq(i), func() { w.Set(i) })
			}
			m.Output("q", w.Value)
		},
		"concatenation": func(m *rtlgen.Module, a rtlgen.Value) {
			hits := make([]rtlgen.Value, 4999)
			for i := range hits {
				hits[i] = a.Eq(i)
			}
			m.Output("q", rtlgen.CatOf(hits))
		},
		"two operators": func(m *rtlgen.Module, a rtlgen.Value) {
			x := a
			for range 250 {
				x = x.Add(a).Xor(3)
			}
			m.Output("q", x)
		},
		"choices": func(m *rtlgen.Module, a rtlgen.Value) {
			x := m.Zero(16)
			for i := range 200 {
				x = rtlgen.Mux(a.Eq(i), m.Const(16, i+1), x)
			}
			m.Output("q", x)
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			m := rtlgen.NewModule("longest")
			build(m, m.Input("a", 16))
			dir, files := written(t, emit(t, elaborate(t, m), verilog.Options{}))
			quiet(t, dir, "verilator", append([]string{"--lint-only", "-Wall"}, files...)...)
			quiet(t, dir, "iverilog", append([]string{"-g2005", "-Wall", "-t", "null"}, files...)...)
			quiet(t, dir, "yosys", "-q", "-p", fmt.Sprintf("read_verilog %s; proc; check -assert", strings.Join(files, " ")))
		})
	}
}

// TestSharedIsRefusedAtOnce: a netlist made by hand whose expressions double at each
// step is refused in time that grows with the steps.
func TestSharedIsRefusedAtOnce(t *testing.T) {
	t.Parallel()
	a := &ir.Signal{Name: "a", Kind: ir.Input, Width: 1}
	y := &ir.Signal{Name: "y", Kind: ir.Output, Width: 1}
	r := &ir.Signal{Name: "r", Kind: ir.Reg, Width: 1, Reset: ir.Ones(1)}
	n := signal(a)
	for range 300 {
		n = &ir.Node{Op: ir.OpOr, Width: 1, Args: []*ir.Node{n, n}}
	}
	m := &ir.Module{Name: "doubling", Ports: []*ir.Signal{a, y}, Signals: []*ir.Signal{r},
		Properties: []*ir.Property{{Name: "holds", Cond: n}},
		Body:       []ir.Stmt{&ir.Assign{Sig: y, Value: signal(r)}, &ir.Assign{Sig: r, Value: signal(a)}}}
	_, err := verilog.Emit(one(m), verilog.DefaultOptions())
	assert.ErrorContains(t, err, "an expression of more than 10000 operations")
}
