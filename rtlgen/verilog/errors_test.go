package verilog_test

import (
	"fmt"
	"math/big"
	"strings"
	"testing"

	"gotest.tools/v3/assert"

	"culprit.example/culprit/internal/tiers"
	"culprit.example/culprit/rtlgen"
	"culprit.example/culprit/rtlgen/ir"
	"culprit.example/culprit/rtlgen/verilog"
)

// one is a design of one module, made by hand: what the builder would refuse.
func one(m *ir.Module) *ir.Design { return &ir.Design{Top: m, Modules: []*ir.Module{m}} }

func signal(s *ir.Signal) *ir.Node { return &ir.Node{Op: ir.OpSignal, Width: s.Width, Sig: s} }

func TestErrors(t *testing.T) {
	a := &ir.Signal{Name: "a", Kind: ir.Input, Width: 8}
	y := &ir.Signal{Name: "y", Kind: ir.Output, Width: 4}
	at := ir.Pos{File: "blocks/x.go", Line: 7}
	sum := &ir.Node{Op: ir.OpAdd, Width: 8, Args: []*ir.Node{signal(a), signal(a)}}
	huge := signal(y)
	for range 20 {
		huge = &ir.Node{Op: ir.OpAdd, Width: 4, Args: []*ir.Node{huge, huge}, Pos: at}
	}
	low := func(n *ir.Node) *ir.Node {
		return &ir.Node{Op: ir.OpSlice, Width: 4, Args: []*ir.Node{n}, Pos: at}
	}
	clash := &ir.Signal{Name: "rst", Kind: ir.Input, Width: 8}
	for _, c := range []struct {
		name  string
		ports []*ir.Signal
		value *ir.Node
		props []*ir.Property
		want  string
	}{
		{"slice of a sum", []*ir.Signal{a, y}, low(sum), nil,
			"blocks/x.go:7: module bad: bits [3:0] of an unnamed add expression: Verilog can slice only what has a name, so name the expression"},
		{"lane of a sum", []*ir.Signal{a, y}, &ir.Node{Op: ir.OpLane, Width: 4, Args: []*ir.Node{sum, signal(a)}, Pos: at},
			nil,
			"blocks/x.go:7: module bad: a lane of an unnamed add expression: Verilog can select only from what has a name, so name the expression"},
		{"shared over and over", []*ir.Signal{a, y}, huge, nil,
			"blocks/x.go:7: module bad: an expression of more than 10000 operations, which tools for Verilog do not read: name parts of it"},
		{"name of the reset", []*ir.Signal{clash, y}, low(signal(clash)), nil,
			"blocks/x.go:1: module bad: the name rst belongs to the clock or the reset: rename the signal"},
		{"property without a clock", []*ir.Signal{a, y}, low(signal(a)),
			[]*ir.Property{{Name: "always_true", Cond: signal(a), Pos: at}},
			"blocks/x.go:7: module bad: property always_true needs a clock and a reset, and the module has no registers: move it to the parent"},
	} {
		t.Run(c.name, func(t *testing.T) {
			m := &ir.Module{Name: "bad", Pos: ir.Pos{File: "blocks/x.go", Line: 1}, Ports: c.ports, Properties: c.props,
				Body: []ir.Stmt{&ir.Assign{Sig: y, Value: c.value}}}
			out, err := verilog.Emit(one(m), verilog.DefaultOptions())
			assert.Error(t, err, c.want)
			assert.Assert(t, out == nil)
		})
	}
}

// counters has n counters; extra adds one more in the middle.
func counters(extra bool) *rtlgen.Module {
	m := rtlgen.NewModule("counters")
	step := m.Input("step", 4)
	for i := range 4 {
		if extra && i == 2 {
			more := m.Reg("extra", 4, 9)
			m.If(step.Any(), func() { more.Set(more.Sub(step)) })
			m.Output("extra_out", more.Value)
		}
		c := m.Reg(fmt.Sprintf("count_%d", i), 4, i)
		m.If(step.Eq(i), func() { c.Set(c.Add(1)) })
		m.Output(fmt.Sprintf("out_%d", i), c.PopCount())
	}
	return m
}

// TestNamesStay adds a register, a statement and an output in the middle of a
// block: every line that was there before is there still, in the same order.
func TestNamesStay(t *testing.T) {
	text := func(extra bool) []string {
		out := emit(t, elaborate(t, counters(extra)), verilog.Options{})
		return strings.Split(string(out.File("counters.v")), "\n")
	}
	before, after := text(false), text(true)
	k := 0
	for _, l := range after {
		// Padding may grow with the longest name; nothing else may change.
		if k < len(before) && strings.Join(strings.Fields(l), " ") == strings.Join(strings.Fields(before[k]), " ") {
			k++
		}
	}
	if k < len(before) {
		t.Errorf("line %q is gone or moved", before[k])
	}
	assert.Assert(t, len(after) > len(before))
}

// TestEveryOperation makes sure that the circuits above leave no operation out.
func TestEveryOperation(t *testing.T) {
	seen := map[ir.Op]bool{}
	for _, m := range zoo() {
		for _, x := range elaborate(t, m).Modules {
			nodes := map[*ir.Node]bool{}
			x.RootNodes(func(n *ir.Node) { ir.WalkNodes(n, nodes, func(n *ir.Node) { seen[n.Op] = true }) })
		}
	}
	for op := ir.OpInvalid + 1; int(op) < ir.NumOps; op++ {
		assert.Check(t, seen[op], "no circuit uses %s", op)
	}
}

// TestHandMade emits what the builder never makes, but the netlist allows.
func TestHandMade(t *testing.T) {
	tiers.Tools(t, "verilator")
	a := &ir.Signal{Name: "a", Kind: ir.Input, Width: 8}
	i := &ir.Signal{Name: "i", Kind: ir.Input, Width: 3}
	var ports = []*ir.Signal{a, i}
	m := &ir.Module{Name: "hand_made", Pos: ir.Pos{File: "x.go", Line: 1}}
	assign := func(name string, w int, v *ir.Node) {
		y := &ir.Signal{Name: name, Kind: ir.Output, Width: w}
		ports = append(ports, y)
		m.Body = append(m.Body, &ir.Assign{Sig: y, Value: v})
	}
	table := &ir.Node{Op: ir.OpConst, Width: 64, Const: new(big.Int).SetUint64(0xfedcba9876543210)}
	triple := &ir.Node{Op: ir.OpConst, Width: 24, Const: big.NewInt(0xabcdef)}
	assign("constant_lane", 8, &ir.Node{Op: ir.OpLane, Width: 8, Args: []*ir.Node{table, signal(i)}})
	assign("constant_bit", 1, &ir.Node{Op: ir.OpLane, Width: 1,
		Args: []*ir.Node{table, {Op: ir.OpZext, Width: 6, Args: []*ir.Node{signal(i)}}}})
	assign("odd_lane", 3, &ir.Node{Op: ir.OpLane, Width: 3, Args: []*ir.Node{triple, signal(i)}})
	assign("constant_slice", 8, &ir.Node{Op: ir.OpSlice, Width: 8, Lo: 8, Args: []*ir.Node{table}})
	never := &ir.If{Cond: &ir.Node{Op: ir.OpConst, Width: 1, Const: new(big.Int)}}
	y := &ir.Signal{Name: "decided", Kind: ir.Output, Width: 8}
	ports = append(ports, y)
	never.Then = []ir.Stmt{&ir.Assign{Sig: y, Value: signal(a)}}
	never.Else = []ir.Stmt{&ir.Assign{Sig: y, Value: &ir.Node{Op: ir.OpNot, Width: 8, Args: []*ir.Node{signal(a)}}}}
	m.Body = append(m.Body, never)
	m.Ports = ports
	lint(t, one(m), verilog.DefaultOptions())
	compare(t, one(m), verilog.DefaultOptions(), 50, 2)
}
