package testbench_test

import (
	"fmt"
	"log"
	"math/rand"

	"culprit.example/culprit/rtlgen"
	"culprit.example/culprit/rtlgen/blocks"
	"culprit.example/culprit/rtlgen/ir"
	"culprit.example/culprit/testbench"
	"culprit.example/culprit/testbench/mutant"
)

type TallyParams struct {
	Max int `param:"max" default:"9" min:"1" max:"255" doc:"largest count"`
}

type TallyPorts struct {
	_     rtlgen.Unit `name:"tally" doc:"counts up to max, then starts again at 0" params:"max"`
	Kick  rtlgen.In   `doc:"count"`
	Count rtlgen.Out  `width:"count(max)" doc:"the count; a register"`
}

// Tally is the block.
func Tally(p TallyParams) *rtlgen.Typed[TallyPorts] {
	m, io := rtlgen.New[TallyPorts](p)
	count := m.Reg("count_q", rtlgen.CountBits(p.Max), 0)
	m.If(io.Kick, func() { count.Set(rtlgen.Mux(count.Eq(p.Max), 0, count.Add(1))) })
	io.Count.Drive(count)
	return m
}

// The golden model has a field for every port and shares no code with the block.
type (
	TallyIn    struct{ Kick bool }
	TallyOut   struct{ Count int }
	TallyModel struct{ max, count int }
)

func (g *TallyModel) Step(in TallyIn) TallyOut {
	out := TallyOut{Count: g.count}
	if in.Kick {
		g.count = (g.count + 1) % (g.max + 1)
	}
	return out
}

var tallyBench = testbench.Bench{
	Block: blocks.Of(Tally),
	New: func(v blocks.Values, rng *rand.Rand) testbench.Case {
		g := &TallyModel{max: v["max"]}
		drive := func(int) TallyIn { return TallyIn{Kick: rng.Intn(4) > 0} }
		observe := func(in TallyIn, out TallyOut, hit func(string)) {
			if in.Kick && out.Count == g.max {
				hit("wrapped")
			}
		}
		return testbench.NewCase(TallyIn{}, TallyOut{}, g.Step, drive, observe)
	},
	MinCycles:   1000,
	CoverPoints: []string{"wrapped"},
	Mutants: []testbench.Mutant{
		{Name: "wraps_late", Mutate: mutant.AddConst("count_q", 0, 1)},
		{Name: "wraps_unless_full", Mutate: mutant.FlipOp("count_q", ir.OpEq, ir.OpNe, 0)},
	},
}

// A device is a block in the simulator, driven by the names of its ports.
func Example() {
	device, err := testbench.NewDevice(blocks.Of(Tally), blocks.Values{"max": 5}, TallyIn{}, TallyOut{})
	if err != nil {
		log.Fatal(err)
	}
	for range 3 {
		device.Step(TallyIn{Kick: true})
	}
	out := device.Step(TallyIn{})
	fmt.Println("count", out.Count, device.Err())
	// Output: count 3 <nil>
}

// A bench is a block, its golden model, the stimulus, the cover points that a run
// must reach, and mutants of the block that it must notice.
func Example_bench() {
	report, err := testbench.Verify(tallyBench, map[string]int{"max": 5},
		testbench.Options{Engines: []string{"compiled", "reference"}, Cycles: 2000, Seed: 1})
	if err != nil {
		log.Fatal(err)
	}
	fmt.Printf("%s %v: %d outputs compared in %d cycles\n", report.Block, report.Params, report.OutputsCompared,
		report.Cycles)
	for _, e := range report.Engines {
		fmt.Println(e.Engine, "passed:", e.Passed)
	}
	for _, c := range report.CoverPoints {
		fmt.Println(c.Name, "first reached in cycle", c.First)
	}

	missed, err := testbench.CheckMutants(tallyBench, nil, testbench.Options{Seed: 1})
	fmt.Println("mutants that nothing noticed:", missed, err)
	// Output:
	// tally map[max:5]: 1982 outputs compared in 2000 cycles
	// compiled passed: true
	// reference passed: true
	// wrapped first reached in cycle 5
	// mutants that nothing noticed: [] <nil>
}
