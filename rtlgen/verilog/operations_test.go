package verilog_test

import (
	"fmt"
	"math/big"
	"math/rand/v2"
	"testing"

	"gotest.tools/v3/assert"

	"culprit.example/culprit/internal/tiers"
	"culprit.example/culprit/rtlgen/ir"
	"culprit.example/culprit/rtlgen/verilog"
)

// TestOperationsOfTheTable compares every operation of the table with its
// definition, in forms about w bits wide: none can be added that has no Verilog.
func TestOperationsOfTheTable(t *testing.T) {
	tiers.Tools(t, "icarus")
	t.Parallel()
	const seed = 3
	r := rand.New(rand.NewPCG(seed, 0))
	for _, w := range []int{1, 7, 65} {
		m := &ir.Module{Name: fmt.Sprintf("table_width%d", w)}
		for _, o := range ir.Operations() {
			for k := range 2 {
				addOperation(m, fmt.Sprintf("%s_%d", o, k), o.Form(w, r.IntN))
			}
		}
		d := &ir.Design{Top: m, Modules: []*ir.Module{m}}
		assert.NilError(t, ir.Verify(d), "seed %d", seed)
		compare(t, d, verilog.DefaultOptions(), 40, seed)
	}
}

// addOperation gives the module an output that is the operation on inputs.
func addOperation(m *ir.Module, name string, f ir.Form) {
	var args []*ir.Node
	for i, a := range f.Args {
		s := &ir.Signal{Name: fmt.Sprintf("%s_%c", name, 'a'+i), Kind: ir.Input, Width: a.Width}
		m.Ports = append(m.Ports, s)
		args = append(args, below(&ir.Node{Op: ir.OpSignal, Width: a.Width, Sig: s}, a.Below))
	}
	out := &ir.Signal{Name: name, Kind: ir.Output, Width: f.Width}
	m.Ports = append(m.Ports, out)
	m.Body = append(m.Body, &ir.Assign{Sig: out, Value: f.Node(args...)})
}

// below is n, or 0 where n reaches the bound; 0 is no bound.
func below(n *ir.Node, bound int) *ir.Node {
	if bound == 0 || n.Width < 31 && bound >= 1<<n.Width {
		return n
	}
	number := func(x int) *ir.Node { return &ir.Node{Op: ir.OpConst, Width: n.Width, Const: big.NewInt(int64(x))} }
	fits := &ir.Node{Op: ir.OpLt, Width: 1, Args: []*ir.Node{n, number(bound)}}
	return &ir.Node{Op: ir.OpMux, Width: n.Width, Args: []*ir.Node{fits, n, number(0)}}
}
