package ir_test

import (
	"fmt"
	"math/big"
	"strings"
	"testing"

	"gotest.tools/v3/assert"

	"culprit.example/culprit/rtlgen/ir"
)

// doubling is a module with an expression that is used twice in the next one, steps
// times: 2^steps operations.
func doubling(steps int) *ir.Design {
	a := &ir.Signal{Name: "a", Kind: ir.Input, Width: 8}
	y := &ir.Signal{Name: "y", Kind: ir.Output, Width: 8}
	n := &ir.Node{Op: ir.OpSignal, Width: 8, Sig: a}
	for range steps {
		n = &ir.Node{Op: ir.OpAdd, Width: 8, Args: []*ir.Node{n, n}}
	}
	m := &ir.Module{Name: "doubling", Ports: []*ir.Signal{a, y}, Body: []ir.Stmt{&ir.Assign{Sig: y, Value: n}}}
	return &ir.Design{Top: m, Modules: []*ir.Module{m}}
}

// TestSharedText: the text of a netlist grows with its nodes, not with the paths to
// them, and is read back.
func TestSharedText(t *testing.T) {
	t.Parallel()
	d := doubling(1000)
	assert.NilError(t, ir.Verify(d))
	text := ir.Text(d)
	assert.Assert(t, len(text) < 200_000, "%d bytes", len(text))
	assert.Assert(t, len(text)-len(ir.Text(doubling(900))) < 100*20)
	again, err := ir.Parse("t", text)
	assert.NilError(t, err)
	assert.Equal(t, ir.Text(again), text)
	nodes := 0
	again.Top.RootNodes(func(n *ir.Node) { ir.WalkNodes(n, map[*ir.Node]bool{}, func(*ir.Node) { nodes++ }) })
	assert.Equal(t, nodes, 1001)

	assert.Assert(t, !strings.Contains(ir.Text(doubling(12)), "&"), "small expressions are written each time")
	for _, c := range []struct{ text, want string }{
		{"module m\n  output y 1\n  y = &1\nend\n", "t:3: expected the number of an expression that stands above, found 1"},
		{"module m\n  output y 1\n  y = and(&1:1'0, &1:1'1)\nend\n", "t:3: a second expression with the number 1"},
		{"module m\n  output y 1\n  y = &1:not(&1)\nend\n",
			"t:3: expected the number of an expression that stands above, found 1"},
	} {
		_, err := ir.Parse("t", c.text)
		assert.Error(t, err, c.want)
	}
}

// TestElseIfText: a long chain stands below itself, a short one inside itself; both are
// read back as they were.
func TestElseIfText(t *testing.T) {
	t.Parallel()
	for _, n := range []int{3, 63, 64, 500} {
		a := &ir.Signal{Name: "a", Kind: ir.Input, Width: 16}
		y := &ir.Signal{Name: "y", Kind: ir.Output, Width: 16}
		number := func(i int) *ir.Node { return &ir.Node{Op: ir.OpConst, Width: 16, Const: big.NewInt(int64(i))} }
		set := func(i int) []ir.Stmt { return []ir.Stmt{&ir.Assign{Sig: y, Value: number(i)}} }
		last := set(n)
		for i := n - 1; i >= 0; i-- {
			same := &ir.Node{Op: ir.OpEq, Width: 1, Args: []*ir.Node{{Op: ir.OpSignal, Width: 16, Sig: a}, number(i)}}
			last = []ir.Stmt{&ir.If{Cond: same, Then: set(i), Else: last}}
		}
		m := &ir.Module{Name: "chain", Ports: []*ir.Signal{a, y}, Body: last}
		text := ir.Text(&ir.Design{Top: m, Modules: []*ir.Module{m}})
		assert.Equal(t, strings.Contains(text, "\n  else if eq(a, 16'2)\n"), n >= 64, "%d ifs", n)
		again, err := ir.Parse("t", text)
		assert.NilError(t, err)
		assert.Equal(t, ir.Text(again), text)
		ifs := 0
		ir.WalkStmts(again.Top.Body, func(s ir.Stmt) {
			if _, ok := s.(*ir.If); ok {
				ifs++
			}
		})
		assert.Equal(t, ifs, n)
		if n == 3 {
			flat := strings.ReplaceAll(fmt.Sprintf("module chain\n  input a 16\n  output y 16\n%send\n",
				"  if eq(a, 16'0)\n    y = 16'0\n  else if eq(a, 16'1)\n    y = 16'1\n  else if eq(a, 16'2)\n    y = 16'2\n  else\n    y = 16'3\n"),
				"\t",
				"")
			short, err := ir.Parse("t", flat)
			assert.NilError(t, err)
			assert.Equal(t, ir.Text(short), text)
		}
	}
}
