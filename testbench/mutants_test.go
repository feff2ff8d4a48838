package testbench_test

import (
	"testing"

	"gotest.tools/v3/assert"
	"gotest.tools/v3/golden"

	"culprit.example/culprit/rtlgen/ir"
	"culprit.example/culprit/testbench"
	"culprit.example/culprit/testbench/mutant"
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
// after which the same mutant is another mistake.
func TestMutantListShowsAMovedMistake(t *testing.T) {
	t.Parallel()
	b := stashBench()
	b.Mutants = []testbench.Mutant{{Name: "dropped", Mutate: mutant.DropTerm("do_pop", 0)}}
	before, err := testbench.MutantList([]testbench.Bench{b}, nil)
	assert.NilError(t, err)
	b.Mutants[0].Mutate = func(m *ir.Module) error {
		ir.WalkStmts(m.Body, func(s ir.Stmt) {
			if a, ok := s.(*ir.Assign); ok && a.Sig != nil && a.Sig.Name == "do_pop" {
				a.Value.Args[0], a.Value.Args[1] = a.Value.Args[1], a.Value.Args[0]
			}
		})
		return mutant.DropTerm("do_pop", 0)(m)
	}
	after, err := testbench.MutantList([]testbench.Bench{b}, nil)
	assert.NilError(t, err)
	assert.Assert(t, before != after)
}

// TestMutantListTellsTheSameMistakeTwice names both mutants.
func TestMutantListTellsTheSameMistakeTwice(t *testing.T) {
	t.Parallel()
	b := stashBench()
	b.Mutants = []testbench.Mutant{
		{Name: "first", Mutate: mutant.DropTerm("do_pop", 0)},
		{Name: "second", Mutate: mutant.DropTerm("do_pop", 0)},
	}
	_, err := testbench.MutantList([]testbench.Bench{b}, nil)
	assert.Error(t, err, "block stash: mutant second: it is the same mistake as mutant first")
}

func TestMutantListErrors(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name   string
		mutant testbench.Mutant
		want   string
	}{
		{"cannot be made", testbench.Mutant{Mutate: mutant.SwapMux("counts", 0)}, "no such node: mux 0 of counts"},
		{"not seen in the Verilog", testbench.Mutant{Mutate: func(m *ir.Module) error {
			m.Params[0].Default = "101"
			return nil
		}}, "the Verilog stays the same"},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			b := stashBench()
			c.mutant.Name = "this_one"
			b.Mutants = []testbench.Mutant{c.mutant}
			_, err := testbench.MutantList([]testbench.Bench{b}, nil)
			assert.ErrorContains(t, err, "block stash: mutant this_one: "+c.want)
		})
	}
}
