package testbench_test

import (
	"testing"

	"gotest.tools/v3/assert"
	"gotest.tools/v3/golden"

	"culprit/rtlgen/ir"
	"culprit/testbench"
	"culprit/testbench/fault"
)

// TestGoldenMutants compares the list of the toy bench, which has changes of
// expressions and of parameters, with testdata.
func TestGoldenMutants(t *testing.T) {
	t.Parallel()
	list, err := testbench.MutantList([]testbench.Bench{stashBench()}, map[string]int{"width": 8, "unknown": 1})
	assert.NilError(t, err)
	golden.Assert(t, list, "faults.txt")
}

// TestMutantListShowsAMovedMistake swaps two operands that nobody can tell apart,
// after which the same fault is another mistake.
func TestMutantListShowsAMovedMistake(t *testing.T) {
	t.Parallel()
	b := stashBench()
	b.Faults = []testbench.Fault{{Name: "dropped", Mutate: fault.DropTerm("do_pop", 0)}}
	before, err := testbench.MutantList([]testbench.Bench{b}, nil)
	assert.NilError(t, err)
	b.Faults[0].Mutate = func(m *ir.Module) error {
		ir.WalkStmts(m.Body, func(s ir.Stmt) {
			if a, ok := s.(*ir.Assign); ok && a.Sig != nil && a.Sig.Name == "do_pop" {
				a.Value.Args[0], a.Value.Args[1] = a.Value.Args[1], a.Value.Args[0]
			}
		})
		return fault.DropTerm("do_pop", 0)(m)
	}
	after, err := testbench.MutantList([]testbench.Bench{b}, nil)
	assert.NilError(t, err)
	assert.Assert(t, before != after)
}

// TestMutantListTellsTheSameMistakeTwice names both faults.
func TestMutantListTellsTheSameMistakeTwice(t *testing.T) {
	t.Parallel()
	b := stashBench()
	b.Faults = []testbench.Fault{
		{Name: "first", Mutate: fault.DropTerm("do_pop", 0)},
		{Name: "second", Mutate: fault.DropTerm("do_pop", 0)},
	}
	_, err := testbench.MutantList([]testbench.Bench{b}, nil)
	assert.Error(t, err, "block stash: fault second: it is the same mistake as fault first")
}

func TestMutantListErrors(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name  string
		fault testbench.Fault
		want  string
	}{
		{"cannot be made", testbench.Fault{Mutate: fault.SwapMux("counts", 0)}, "no such node: mux 0 of counts"},
		{"not seen in the Verilog", testbench.Fault{Mutate: func(m *ir.Module) error {
			m.Params[0].Default = "101"
			return nil
		}}, "the Verilog stays the same"},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			b := stashBench()
			c.fault.Name = "this_one"
			b.Faults = []testbench.Fault{c.fault}
			_, err := testbench.MutantList([]testbench.Bench{b}, nil)
			assert.ErrorContains(t, err, "block stash: fault this_one: "+c.want)
		})
	}
}
