package bench

import (
	"math/rand"

	rtl "culprit.example/culprit/blocks/clos"
	"culprit.example/culprit/blocks/clos/golden"
	"culprit.example/culprit/rtlgen/blocks"
	"culprit.example/culprit/testbench"
	"culprit.example/culprit/testbench/kit"
)

var sinkCoverPoints = []string{"in order", "order error", "misroute", "not the first cell",
	"cleared while a cell is counted", "arrives without measure", "counter read"}

func sinkBench() testbench.Bench {
	return testbench.Bench{
		Block: blocks.Of(rtl.Sink), MinCycles: 8000, CoverPoints: sinkCoverPoints, Scripted: true, Resets: 20,
		Equivalent: map[string]string{
			"clos_sink shown operator: zext becomes sext*":      "its highest bit is set after 2^31 events",
			"clos_sink latency_sum operator: zext becomes sext": "no packet is that late",
		},
		New: func(v blocks.Values, rng *rand.Rand) testbench.Case {
			p := kit.ParamsOf[golden.Params](v)
			m := golden.NewSink(p)
			node, now, next := rng.Intn(p.Nodes), rng.Uint32(), make([]uint32, p.Nodes)
			faults, before, counted := kit.Pick(rng, []int{0, 0, 5}), false, false
			drive := func(cycle int) golden.SinkIn {
				now++
				in := golden.SinkIn{
					Measurement: golden.Measurement{Measure: kit.Chance(rng, 80), Clear: kit.Chance(rng, 2)},
					Node:        node, Now: now, ReadAddress: rng.Intn(10),
				}
				src := rng.Intn(p.Nodes)
				c := golden.Cell{Valid: cycle >= p.Nodes && kit.Chance(rng, 60), Dst: node, Src: src, First: kit.Chance(rng, 70)}
				if kit.Chance(rng, faults) {
					c.Dst = rng.Intn(256)
				}
				wrong := kit.Chance(rng, faults)
				number := next[src]
				if wrong {
					number ^= 1 << rng.Intn(8)
				}
				c.Tag = number<<24 | (now-uint32(rng.Intn(1000)))&0xffffff
				if c.Valid && c.First && c.Dst == node {
					next[src] = (number + 1) & 0xff
				}
				in.Arrival = c
				return in
			}
			observe := func(in golden.SinkIn, out golden.SinkOut, hit func(string)) {
				kit.Reached{
					"in order": in.Arrival.Valid && faults == 0, "order error": out.Error && faults > 0,
					"misroute":           in.Arrival.Valid && in.Arrival.Dst != node,
					"not the first cell": in.Arrival.Valid && !in.Arrival.First, "cleared while a cell is counted": in.Clear && before,
					"arrives without measure": before && !in.Measure, "counter read": counted && out.ReadData > 0,
				}.Report(hit)
				before, counted = in.Arrival.Valid, true
			}
			return testbench.NewCase(golden.SinkIn{}, golden.SinkOut{}, m.Step, drive, observe)
		},
	}
}
