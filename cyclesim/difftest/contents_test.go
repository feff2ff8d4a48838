package difftest_test

import (
	"fmt"
	"testing"

	"gotest.tools/v3/assert"

	"culprit.example/culprit/cyclesim/difftest"
	"culprit.example/culprit/rtlgen/ir"
	"culprit.example/culprit/rtlgen/ir/analysis"
)

// TestContents looks for what an engine that runs copies side by side may do
// wrong: each of these must be in some of the cases.
func TestContents(t *testing.T) {
	const cases = 800
	seen := map[string]int{}
	for seed := range uint64(cases) {
		c := difftest.New(seed)
		here := map[string]bool{}
		contents(c.Design.Top, nil, here)
		for _, row := range c.Actions {
			for _, a := range row {
				here["action "+a.Kind.String()] = true
			}
		}
		for what := range here {
			seen[what]++
		}
	}
	wanted := []string{
		"single instance with an array of many", "many copies with an array inside", "many copies with an instance inside",
		"many copies with a path through them and back", "many copies with a shared input", "a lane chosen by an index",
		"an instance array in an array in an array", "many copies with many copies inside",
		"many copies with a register without reset", "many copies with an array without reset", "many copies with a ROM",
		"many copies with lane enables, old", "many copies with lane enables, new",
		"many copies with lane enables, undefined",
	}
	for _, n := range []int{8, 16, 17, 24, 35, 48} {
		for _, what := range []string{"a register", "a wide register", "an array", "a memory", "a property",
			"verification-only state"} {
			wanted = append(wanted, fmt.Sprintf("%d copies with %s", n, what))
		}
	}
	for _, sync := range []bool{false, true} {
		for _, rdw := range []ir.ReadDuringWrite{ir.ReadOld, ir.ReadNew, ir.ReadUndefined} {
			wanted = append(wanted, fmt.Sprintf("many copies with a memory, sync %v, %s", sync, rdw))
		}
	}
	for k := difftest.Hold; k <= difftest.Reset; k++ {
		wanted = append(wanted, "action "+k.String())
	}
	for _, what := range wanted {
		assert.Assert(t, seen[what] > 1, "%s: in %d of %d cases", what, seen[what], cases)
		t.Logf("%4d  %s", seen[what], what)
	}
}

// contents notes what is in m, which the instances of path lead to.
func contents(m *ir.Module, path []*ir.Instance, seen map[string]bool) {
	many, arrays := 0, 0
	for _, in := range path {
		if in.Count >= 8 {
			many = in.Count
		}
		if in.Array && in.Count > 1 {
			arrays++
		}
	}
	if many > 0 {
		seenIn(m, many, seen)
	}
	for _, in := range m.Instances {
		switch {
		case in.Count >= 8 && many > 0:
			seen["many copies with many copies inside"] = true
		case in.Count >= 8:
			if len(path) > 0 && !path[len(path)-1].Array {
				seen["single instance with an array of many"] = true
			}
			seenAround(m, in, seen)
		case many > 0 && in.Array:
			seen["many copies with an array inside"] = true
		case many > 0:
			seen["many copies with an instance inside"] = true
		}
		if arrays >= 2 && in.Array && in.Count > 1 {
			seen["an instance array in an array in an array"] = true
		}
		contents(in.Of, append(path[:len(path):len(path)], in), seen)
	}
}

// seenIn notes what a module with many copies has.
func seenIn(m *ir.Module, many int, seen map[string]bool) {
	note := func(what string) { seen[fmt.Sprintf("%d copies with %s", many, what)] = true }
	for _, s := range m.Signals {
		if s.Kind == ir.Reg {
			note("a register")
			if s.Width > 64 {
				note("a wide register")
			}
			if s.VerificationOnly {
				note("verification-only state")
			}
		}
	}
	own := map[string]bool{}
	constructs(m, own)
	for what := range own {
		seen["many copies with "+what] = true
	}
	if len(m.Arrays) > 0 {
		note("an array")
	}
	if len(m.Properties) > 0 {
		note("a property")
	}
	for _, mem := range m.Memories {
		note("a memory")
		for _, r := range mem.Reads {
			seen[fmt.Sprintf("many copies with a memory, sync %v, %s", r.Sync, mem.RDW)] = true
		}
	}
}

// seenAround notes how an array of many copies is connected.
func seenAround(m *ir.Module, in *ir.Instance, seen map[string]bool) {
	through := analysis.FeedThrough(in.Of)
	ahead := func(n *ir.Node) bool { return n.Op == ir.OpInstOut && n.Inst == in && len(through[n.Port]) > 0 }
	for _, c := range in.Conns {
		if c.Broadcast {
			seen["many copies with a shared input"] = true
		}
		ir.WalkNodes(c.Value, map[*ir.Node]bool{}, func(n *ir.Node) {
			if ahead(n) {
				seen["many copies with a path through them and back"] = true
			}
		})
	}
	m.RootNodes(func(root *ir.Node) {
		ir.WalkNodes(root, map[*ir.Node]bool{}, func(n *ir.Node) {
			if n.Op == ir.OpLane && n.Args[0].Op == ir.OpInstOut && n.Args[0].Inst == in && n.Args[1].Op != ir.OpConst {
				seen["a lane chosen by an index"] = true
			}
		})
	})
}
