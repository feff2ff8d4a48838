package difftest_test

import (
	"testing"

	"gotest.tools/v3/assert"

	"culprit.example/culprit/cyclesim/difftest"
	"culprit.example/culprit/rtlgen/ir"
)

// TestConstructs looks for the constructs that not every case has.
func TestConstructs(t *testing.T) {
	const cases = 200
	seen := map[string]int{}
	for seed := range uint64(cases) {
		here := map[string]bool{}
		for _, m := range difftest.New(seed).Design.Modules {
			constructs(m, here)
		}
		for what := range here {
			seen[what]++
		}
	}
	for _, what := range []string{"a named constant", "a named case", "a register without reset", "an array without reset",
		"lane enables, old", "lane enables, new", "lane enables, undefined", "lane enables beside whole words",
		"a pair of ports, old", "a pair of ports, new", "a pair of ports, keep",
		"a ROM", "a black box"} {
		assert.Assert(t, seen[what] > 5, "%s: in %d of %d cases", what, seen[what], cases)
		t.Logf("%4d  %s", seen[what], what)
	}
}

func constructs(m *ir.Module, seen map[string]bool) {
	note := func(is bool, what string) {
		if is {
			seen[what] = true
		}
	}
	note(m.Part != nil, "a black box")
	for _, s := range m.Signals {
		note(s.NoReset, "a register without reset")
	}
	for _, a := range m.Arrays {
		note(a.NoReset, "an array without reset")
	}
	for _, mem := range m.Memories {
		note(mem.ROM(), "a ROM")
		note(mem.Contents != nil && !mem.ROM(), "a RAM with contents")
		lanes := 0
		for _, w := range mem.Writes {
			if w.Lanes() > 1 {
				note(true, "lane enables, "+mem.RDW.String())
				lanes++
			}
		}
		note(lanes > 0 && lanes < len(mem.Writes), "lane enables beside whole words")
		for _, r := range mem.Reads {
			for _, rdw := range r.RDW {
				note(true, "a pair of ports, "+rdw.String())
			}
		}
	}
	nodes := map[*ir.Node]bool{}
	m.RootNodes(func(root *ir.Node) {
		ir.WalkNodes(root, nodes, func(n *ir.Node) { note(n.Named != nil, "a named constant") })
	})
	ir.WalkStmts(m.Body, func(s ir.Stmt) {
		if s, ok := s.(*ir.Switch); ok {
			for _, k := range s.Cases {
				note(len(k.Labels) > 0, "a named case")
			}
		}
	})
}
