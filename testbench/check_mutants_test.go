package testbench_test

import (
	"errors"
	"testing"

	"gotest.tools/v3/assert"

	"culprit.example/culprit/rtlgen/blocks"
	"culprit.example/culprit/rtlgen/ir"
	"culprit.example/culprit/testbench"
	"culprit.example/culprit/testbench/benchtest"
	"culprit.example/culprit/testbench/mutant"
)

func mutantNamed(t *testing.T, name string) testbench.Bench {
	t.Helper()
	b := stashBench()
	for _, f := range b.Mutants {
		if f.Name == name {
			return testbench.WithMutant(b, f)
		}
	}
	t.Fatalf("the bench has no mutant %s", name)
	return b
}

func TestMutantsAreFound(t *testing.T) {
	benchtest.RunMutants(t, stashBench(), nil, testbench.Options{Seed: 3})
}

// TestFaultThatIsNotFound needs a change of the netlist that no output shows.
func TestMutantThatIsNotFound(t *testing.T) {
	b := stashBench()
	b.Mutants = []testbench.Mutant{
		b.Mutants[0],
		{Name: "harmless", Mutate: mutant.FlipOp("do_pop", ir.OpNe, ir.OpGt, 0)}, // not 0 is the same as above 0
	}
	missed, err := testbench.CheckMutants(b, nil, testbench.Options{Seed: 3})
	assert.NilError(t, err)
	assert.DeepEqual(t, missed, []string{"harmless"})
}

func TestMutantsThatCannotBeMade(t *testing.T) {
	for _, c := range []struct {
		mutant testbench.Mutant
		want   string
	}{
		{testbench.Mutant{Mutate: mutant.SwapMux("counts", 0)}, "no such node: mux 0 of counts"},
		{testbench.Mutant{Module: "stsh", Mutate: mutant.StuckBit("height", 0, 0)},
			"no module stsh in the design; it has: stash"},
		{testbench.Mutant{Mutate: func(*ir.Module) error { return nil }}, "it changes nothing"},
		{testbench.Mutant{Mutate: func(*ir.Module) error { return errors.New("no way") }}, "no way"},
		{testbench.Mutant{Build: func(blocks.Values) {}}, "it changes nothing"},
		{testbench.Mutant{Build: func(v blocks.Values) { v["lanes"] = 5 }}, "it changes the ports of the block"},
		{testbench.Mutant{}, "it has neither Mutate nor Build"},
		{testbench.Mutant{Mutate: mutant.FlipOp("counts", ir.OpAdd, ir.OpEq, 0)}, "the netlist is broken after it"},
	} {
		b := stashBench()
		c.mutant.Name = "this_one"
		b.Mutants = []testbench.Mutant{c.mutant}
		_, err := testbench.CheckMutants(b, nil, testbench.Options{Seed: 3})
		assert.ErrorContains(t, err, "block stash: mutant this_one: ")
		assert.ErrorContains(t, err, c.want)
	}
}

// TestFaultOfAModule finds a module by its base name, whatever its parameters.
func TestMutantOfAModule(t *testing.T) {
	b := stashBench()
	b.Mutants = []testbench.Mutant{{Name: "stuck", Module: "stash", Mutate: mutant.StuckBit("height", 0, 1)}}
	benchtest.RunMutants(t, b, map[string]int{"depth": 9, "width": 3}, testbench.Options{Seed: 3})
}
