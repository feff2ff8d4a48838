// Package experiment measures the ring.
package experiment

import (
	"fmt"

	"culprit.example/culprit/testbench/experiment"
	"culprit.example/culprit/testbench/mutant"
)

// Experiments are those on the ring.
func Experiments() []*experiment.Experiment {
	return []*experiment.Experiment{{
		Name: "ring-reuse",
		Doc:  "throughput of a ring whose slots are used again where a packet leaves them",
		Settings: append([]experiment.Setting{
			{Name: "loads", Default: "0.25,1", List: true, Min: 0.01, Max: 1, Doc: "packets per cycle and node"},
			{Name: "cycles", Default: "2000", Min: 100, Max: 1e6, Whole: true, Doc: "cycles of measuring"},
		}, experiment.FaultSettings()...),
		Design: design,
	}}
}

// slotsStayTaken leaves packets in their slots when they have arrived.
var slotsStayTaken = &experiment.Mutant{
	Name: "slots_stay_taken", Doc: "a packet that has arrived stays in its slot",
	Netlist: mutant.InModule("ring_switch", mutant.DropFirstTerm("free", 0)),
}

func named(load float64) string { return "loads=" + experiment.Number(load) }

func design(v experiment.Values, seeds []uint32) (*experiment.Plan, error) {
	p := &experiment.Plan{Deviations: v.Differing([]string{"cycles"})}
	cycles := v.Int("cycles")
	for _, load := range v.Floats("loads") {
		for _, seed := range seeds {
			p.Add(named(load), seed, experiment.Point{
				Name: fmt.Sprintf("ring load=%s seed=%d", experiment.Number(load), seed), Block: "ring_network",
				Cost: int64(cycles),
				Stimulus: experiment.Stimulus{
					Inputs: map[string]uint64{"seed": uint64(seed % 256), "load": uint64(load*256 + 0.5)},
					Phases: []experiment.Phase{
						{Cycles: 2},
						{Cycles: 100, Inputs: map[string]uint64{"enable": 1}},
						{Cycles: cycles, Inputs: map[string]uint64{"measure": 1}, Steady: &experiment.Steady{Rate: []string{"received"}}},
						{Inputs: map[string]uint64{"measure": 0}},
					},
					Outputs: []string{"digest"},
					Errors:  []string{"misroutes"},
				},
			})
		}
	}
	throughput := func(r experiment.Run) float64 { return float64(r.Result.Counters["received"]) / float64(4*cycles) }
	// Half of the packets go one hop, a quarter two, a quarter three: 1.75 on
	// average, so that 4 slots carry 4/1.75 packets per cycle.
	p.Claims = []experiment.Claim{{
		ID: "reuse", Source: "arithmetic", Origin: experiment.Model, Text: "at full load the slots carry a packet each in every cycle",
		Mutants: []experiment.Trial{{Mutant: slotsStayTaken, Runs: []string{named(1)}}},
		Conditions: []experiment.Condition{
			{
				What: "packets per cycle and node, load 1",
				Value: experiment.Samples{Needs: []string{named(1)},
					Of: func(r []experiment.Run) float64 { return throughput(r[0]) }},
				Bound: experiment.Between(0.95/1.75, 1.05/1.75),
			},
			{
				What:  "packets at wrong nodes",
				Value: experiment.ErrorsOfAll,
				Bound: experiment.Exactly(0),
			},
		},
	}}
	p.Charts = func(m *experiment.Measured) ([]experiment.Chart, error) {
		c := experiment.Chart{Name: "throughput", Title: "Ring of 4 nodes", X: "offered load", Y: "throughput", YMax: 1,
			Of: experiment.OfRate}
		c.Curve(m, "ring", v.Floats("loads"), named, throughput)
		return []experiment.Chart{c}, nil
	}
	return p, nil
}
