package testbench_test

import (
	"errors"
	"testing"

	"gotest.tools/v3/assert"

	"culprit/blocks"
	"culprit/rtlgen/ir"
	"culprit/testbench"
	"culprit/testbench/fault"
)

func faultNamed(t *testing.T, name string) testbench.Bench {
	t.Helper()
	b := stashBench()
	for _, f := range b.Faults {
		if f.Name == name {
			return testbench.WithFault(b, f)
		}
	}
	t.Fatalf("the bench has no fault %s", name)
	return b
}

func TestFaultsAreFound(t *testing.T) {
	testbench.RunFaults(t, stashBench(), nil, testbench.Options{Seed: 3})
}

// TestFaultThatIsNotFound needs a change of the netlist that no output shows.
func TestFaultThatIsNotFound(t *testing.T) {
	b := stashBench()
	b.Faults = []testbench.Fault{
		b.Faults[0],
		{Name: "harmless", Mutate: fault.FlipOp("do_pop", ir.OpNe, ir.OpGt, 0)}, // not 0 is the same as above 0
	}
	missed, err := testbench.CheckFaults(b, nil, testbench.Options{Seed: 3})
	assert.NilError(t, err)
	assert.DeepEqual(t, missed, []string{"harmless"})
}

func TestFaultsThatCannotBeMade(t *testing.T) {
	for _, c := range []struct {
		fault testbench.Fault
		want  string
	}{
		{testbench.Fault{Mutate: fault.SwapMux("counts", 0)}, "no such node: mux 0 of counts"},
		{testbench.Fault{Module: "stsh", Mutate: fault.StuckBit("height", 0, 0)}, "no module stsh in the design; it has: stash"},
		{testbench.Fault{Mutate: func(*ir.Module) error { return nil }}, "it changes nothing"},
		{testbench.Fault{Mutate: func(*ir.Module) error { return errors.New("no way") }}, "no way"},
		{testbench.Fault{Build: func(blocks.Values) {}}, "it changes nothing"},
		{testbench.Fault{Build: func(v blocks.Values) { v["lanes"] = 5 }}, "it changes the ports of the block"},
		{testbench.Fault{}, "it has neither Mutate nor Build"},
		{testbench.Fault{Mutate: fault.FlipOp("counts", ir.OpAdd, ir.OpEq, 0)}, "the netlist is broken after it"},
	} {
		b := stashBench()
		c.fault.Name = "this_one"
		b.Faults = []testbench.Fault{c.fault}
		_, err := testbench.CheckFaults(b, nil, testbench.Options{Seed: 3})
		assert.ErrorContains(t, err, "block stash: fault this_one: ")
		assert.ErrorContains(t, err, c.want)
	}
}

// TestFaultOfAModule finds a module by its base name, whatever its parameters.
func TestFaultOfAModule(t *testing.T) {
	b := stashBench()
	b.Faults = []testbench.Fault{{Name: "stuck", Module: "stash", Mutate: fault.StuckBit("height", 0, 1)}}
	testbench.RunFaults(t, b, map[string]int{"depth": 9, "width": 3}, testbench.Options{Seed: 3})
}
