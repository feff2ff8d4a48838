// Package bench verifies the blocks of the ring.
package bench

import (
	"math/rand"

	"culprit.example/culprit/blocks/library/internal/ring"
	"culprit.example/culprit/blocks/library/internal/ring/golden"
	"culprit.example/culprit/rtlgen/blocks"
	"culprit.example/culprit/testbench"
	"culprit.example/culprit/testbench/kit"
	"culprit.example/culprit/testbench/mutant"
)

// Benches are the benches of all blocks.
func Benches() []testbench.Bench {
	return []testbench.Bench{switchBench(), networkBench()}
}

func switchBench() testbench.Bench {
	return testbench.Bench{
		Block:     blocks.Of(ring.Switch),
		MinCycles: 500,
		CoverPoints: []string{"packet passes", "packet arrives", "empty slot used", "slot of an arrived packet used",
			"node waits"},
		New: func(v blocks.Values, rng *rand.Rand) testbench.Case {
			drive := func(int) golden.SwitchIn {
				in := golden.NewSwitchIn()
				in.Node = rng.Intn(4)
				for i := range 2 {
					in.RxValid[i], in.RxDst[i], in.RxData[i] = kit.Chance(rng, 60), rng.Intn(4), rng.Uint32()%(1<<v["width"])
					in.TxTaken[i] = kit.Chance(rng, 50)
				}
				return in
			}
			observe := func(in golden.SwitchIn, out golden.SwitchOut, hit func(string)) {
				arrives := in.RxDst[0] == in.Node
				for coverPoint, reached := range map[string]bool{
					"packet passes":                  in.RxValid[0] && !arrives,
					"packet arrives":                 in.RxValid[0] && arrives,
					"empty slot used":                !in.RxValid[0] && out.RxTaken[1],
					"slot of an arrived packet used": in.RxValid[0] && out.RxTaken[1],
					"node waits":                     in.RxValid[1] && !out.RxTaken[1],
				} {
					if reached {
						hit(coverPoint)
					}
				}
			}
			return testbench.NewCase(golden.NewSwitchIn(), golden.NewSwitchOut(), new(golden.Switch).Step, drive, observe)
		},
		Mutants: []testbench.Mutant{
			{Name: "packets_out_of_nothing", Mutate: mutant.DropTerm("free", 0)},
			{Name: "slot_stays_taken", Mutate: mutant.DropFirstTerm("free", 0)},
			{Name: "every_packet_arrives", Mutate: mutant.StuckBit("arrived", 0, 1)},
			{Name: "destination_lost", Mutate: mutant.StuckBit("dst_q", 0, 0)},
			{Name: "payload_of_the_other", Mutate: mutant.SwapMux("data_q", 0)},
		},
	}
}

func networkBench() testbench.Bench {
	return testbench.Bench{
		Block:       blocks.Of(ring.Network),
		MinCycles:   1500,
		CoverPoints: []string{"payloads received", "counter read"},
		New: func(v blocks.Values, rng *rand.Rand) testbench.Case {
			var in golden.NetworkIn
			drive := func(cycle int) golden.NetworkIn {
				if cycle%300 == 0 {
					in.Seed, in.Load = rng.Intn(256), rng.Intn(257)
				}
				in.Enable, in.Measure = cycle%300 > 2, kit.Chance(rng, 90)
				in.ReadUnit, in.ReadAddress = rng.Intn(4), rng.Intn(4)
				return in
			}
			observe := func(_ golden.NetworkIn, out golden.NetworkOut, hit func(string)) {
				if out.Digest != 0 {
					hit("payloads received")
				}
				if out.ReadData != 0 {
					hit("counter read")
				}
			}
			return testbench.NewCase(golden.NetworkIn{}, golden.NetworkOut{}, golden.NewNetwork(v["width"]).Step, drive, observe)
		},
		Mutants: []testbench.Mutant{
			{Name: "wrong_way_round", Module: "ring_switch", Mutate: mutant.StuckBit("arrived", 0, 1)},
			{Name: "packet_sent_twice", Module: "ring_node", Mutate: mutant.StuckBit("pending", 0, 1)},
			{Name: "to_itself", Module: "ring_node", Mutate: mutant.SwapMux("dst_q", 0)},
			{Name: "measured_always", Mutate: mutant.StuckBit("node.measure", 0, 1)},
			{Name: "unit_bit_stuck", Mutate: mutant.StuckBit("unit_q", 0, 0)},
		},
	}
}
