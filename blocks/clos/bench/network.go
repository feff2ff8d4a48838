package bench

import (
	"math/rand"

	rtl "culprit.example/culprit/blocks/clos"
	"culprit.example/culprit/blocks/clos/golden"
	"culprit.example/culprit/rtlgen/blocks"
	"culprit.example/culprit/testbench"
	"culprit.example/culprit/testbench/kit"
)

var networkCoverPoints = []string{"counter of a node", "counter of an element", "unit that does not exist",
	"held outputs"}

func networkBench() testbench.Bench {
	return testbench.Bench{
		Block: blocks.Of(rtl.Network),
		Small: map[string]int{"ports": 2, "slots_in": 4, "slots_out": 6, "queue": 4, "voq": 4, "b_reasm": 8, "g": 2,
			"fc_init": 4},
		MinCycles: 3000, CoverPoints: networkCoverPoints, Scripted: true,
		AnyReset: map[string]string{
			"clos_network.block_time": "no cell is at an output in the first cycle",
			"clos_network.unit_1":     "all counters are 0",
			"clos_network.unit_2":     "all counters are 0",
		},
		New: func(v blocks.Values, rng *rand.Rand) testbench.Case {
			p := kit.ParamsOf[golden.Params](v)
			m := golden.NewNetwork(p)
			nodes := p.Ports * p.Ports
			if p.Stages == 5 {
				nodes *= p.Ports
			}
			held := golden.NetworkIn{
				Traffic: someTraffic(rng, p, nodes), Reserve: kit.Chance(rng, 50), GrantRate: kit.Pick(rng, []int{16, 160}),
				BlockStart: uint32(rng.Intn(300)), BlockEnd: uint32(300 + rng.Intn(600)),
			}
			held.Measure = true
			drive := func(cycle int) golden.NetworkIn {
				in := held
				in.Clear = cycle%700 == 699
				in.ReadUnit, in.ReadAddress = rng.Intn(nodes), rng.Intn(20)
				if kit.Chance(rng, 40) {
					in.ReadUnit, in.ReadAddress = 256+rng.Intn(p.Stages*nodes/p.Ports), rng.Intn(50)
				} else if kit.Chance(rng, 3) {
					in.ReadUnit = rng.Intn(512)
				}
				return in
			}
			var units [3]int
			observe := func(in golden.NetworkIn, out golden.NetworkOut, hit func(string)) {
				asked := units[0]
				units = [3]int{units[1], units[2], in.ReadUnit}
				kit.Reached{
					"counter of a node": out.ReadData > 0 && asked < 256, "counter of an element": out.ReadData > 0 && asked >= 256,
					"unit that does not exist": asked < 256 && asked >= nodes || asked >= 256+p.Stages*nodes/p.Ports,
					"held outputs":             out.Now >= in.BlockStart && out.Now < in.BlockEnd,
				}.Report(hit)
			}
			return testbench.NewCase(golden.NetworkIn{}, golden.NetworkOut{}, m.Step, drive, observe)
		},
	}
}
