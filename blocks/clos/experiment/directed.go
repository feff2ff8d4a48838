package experiment

import (
	"fmt"
	"math"

	"culprit.example/culprit/testbench/experiment"
)

// directed are rows in which one thing is measured: the delay of a request and its
// grant, a flow alone, and the size of the reserved buffers.
var directed = &experiment.Experiment{
	Name: "reqgrant-directed",
	Doc:  "delay of request and grant, a lone flow, and the size of reserved buffers (request-grant sections 2 and 4)",
	Settings: append([]experiment.Setting{
		{Name: "nodes", Default: "16", Full: "16,64", List: true, Words: []string{"16", "64"},
			Doc: "adapters of the network"},
		{Name: "g", Default: "16,32,64", Full: "8,16,32,48,64,128", List: true, Min: 1, Max: 128, Whole: true,
			Doc: "G of the lone flows, cells"},
		{Name: "grants", Default: "1,2,3,7", List: true, Min: 1, Max: 7, Whole: true,
			Doc: "fabric buffers that are reserved, in grants of 128 cells"},
		{Name: "warmup", Default: "10000", Min: 0, Max: 1e6, Whole: true, Doc: "cell times before measuring"},
		{Name: "measure", Default: "20000", Min: 100, Max: 1e6, Whole: true, Doc: "cell times of measuring"},
	}, experiment.FaultSettings()...),
	Design: planDirected,
}

// The runs of directed.
func idleRun(nodes int) string { return fmt.Sprintf("nodes=%d, hardly any load", nodes) }
func unaskedRun(nodes int) string {
	return fmt.Sprintf("nodes=%d, hardly any load, without asking", nodes)
}
func loneRun(nodes, g int) string { return fmt.Sprintf("nodes=%d, g=%d, lone flows", nodes, g) }
func packRun(nodes, n int) string { return fmt.Sprintf("nodes=%d, reassembly, B = %d G", nodes, n) }
func roomRun(nodes, n int) string { return fmt.Sprintf("nodes=%d, grants=%d, load 0.9", nodes, n) }

const (
	fullGrant  = 128 // cells
	fullLoad   = 0.9 // of uniform traffic, for the reserved buffers
	packetFits = 80  // G where reassembly is what is scarce: no multiple of a packet, which is longPacket
)

func planDirected(v experiment.Values, seeds []uint32) (*experiment.Plan, error) {
	p := &experiment.Plan{Deviations: v.Differing([]string{"warmup", "measure"})}
	for _, nodes := range v.Ints("nodes") {
		for _, seed := range seeds {
			idle := reserved(nodes, seed, nil).during(v)
			idle.Load = 0.01
			p.Add(idleRun(nodes), seed, idle.Plan())
			unasked := reserved(nodes, seed, map[string]int{"scheme": inBandScheme}).during(v)
			unasked.Load = 0.001
			p.Add(unaskedRun(nodes), seed, unasked.Plan())
			for _, g := range v.Ints("g") {
				lone := reserved(nodes, seed, map[string]int{"g": g}).during(v)
				lone.Load, lone.Own = 1, 1
				p.Add(loneRun(nodes, g), seed, lone.Plan())
			}
			for n := 1; n <= 2; n++ {
				pack := reserved(nodes, seed, map[string]int{"scheme": inBandScheme, "g": packetFits, "max_p": longPacket,
					"b_reasm": n * packetFits}).during(v)
				pack.Load, pack.Hot, pack.Factor = 0.1, 1, overload
				p.Add(packRun(nodes, n), seed, pack.Plan())
			}
			for _, n := range v.Ints("grants") {
				room := reserved(nodes, seed, map[string]int{"fc_init": n * fullGrant, "slots_out": n * fullGrant}).during(v)
				room.Load, room.Burst = fullLoad, 36
				p.Add(roomRun(nodes, n), seed, room.Plan())
			}
		}
		p.Claims = append(p.Claims, directedClaims(nodes)...)
	}
	p.Claims = append(p.Claims, tested()...)
	p.Claims = append(p.Claims, sound(idleRun(v.Ints("nodes")[0])))
	p.Charts = directedCharts(v)
	return p, nil
}

// scheduled is the time from a packet over request and grant to its cell, in cell times.
const scheduled = 55

// renewed is the time from a grant over the next request to its grant, by the number of
// nodes. With 64 it is two cell times longer, as the delay of a cell is.
var renewed = map[int]int{16: 51, 64: 53}

// percent rounds a share to whole percents, for bounds that can be read.
func percent(x float64) float64 { return math.Round(x*100) / 100 }

// directedClaims are rows G18, G31 and G33.
func directedClaims(nodes int) []experiment.Claim {
	lone := claim("G33", nodes, "section 2.1, arithmetic",
		"a flow alone gets G cells per time of request and grant, at most its line")
	for _, g := range []int{16, 32, 64} {
		most, loop := math.Min(1, float64(g)/scheduled), math.Min(1, float64(g)/float64(renewed[nodes]))
		c := is(nodes, fmt.Sprintf("throughput, lone flows, G = %d", g), run(loneRun(nodes, g), Throughput),
			experiment.Between(percent(most-0.02), percent(most+0.02)))
		if most < 1 {
			c = c.Differing(experiment.Between(percent(loop-0.01), percent(loop+0.01)), experiment.AfterResult("2026-11-22"),
				fmt.Sprintf("A grant is followed by the next request and its grant after %d cell times: the %d of the paper go from the packet to its cell, with the stages of the adapter before and behind",
					renewed[nodes], scheduled))
		}
		lone.Conditions = append(lone.Conditions, c)
	}
	room := claim("G31", nodes, "footnote 8", "buffers of one or two grants lose throughput, larger ones do not")
	for _, x := range []struct {
		grants   int
		what     string
		quantity func(experiment.Run) float64
		bound    experiment.Bound
	}{
		{1, "throughput", Throughput, experiment.Below(0.6)}, {2, "throughput", Throughput, experiment.Below(0.85)},
		{3, "throughput / accepted", served, experiment.AtLeast(0.985)},
		{7, "throughput / accepted", served, experiment.AtLeast(0.985)},
	} {
		room.Conditions = append(room.Conditions,
			is(nodes, fmt.Sprintf("%s, load 0.9, buffers of %d grants", x.what, x.grants),
				run(roomRun(nodes, x.grants), x.quantity), x.bound))
	}
	pack := claim("G25", nodes, "sections 3.3 and 3.4",
		"two of the largest grants are room enough for reassembly, whatever the number of inputs: it never deadlocks",
		is(nodes, "throughput of an output that all inputs ask for, B = 2 G", run(packRun(nodes, 2), HotThroughput),
			experiment.AtLeast(0.85)).From(experiment.AfterResult("2026-11-22")),
		is(nodes, "stuck flows, B = 2 G", run(packRun(nodes, 2), counterOf("stuck_flows")), experiment.Exactly(0)).
			From(experiment.Paper),
		is(nodes, "the same throughput, B = G", run(packRun(nodes, 1), HotThroughput), experiment.Reported()))
	pack.SetUp = "control in band, packets of 64 cells, G = 80: B holds two packets, and a third one is asked for when the first one begins to leave"
	pack.Tests = []string{"blocks/clos/bench.TestReassemblySoak"}
	return []experiment.Claim{
		claim("G18", nodes, "section 4",
			"request and grant cost one round trip: a small packet takes 83 cell times with them, and 29 without",
			is(nodes, "delay with request and grant less that without, hardly any load",
				experiment.Both(run(idleRun(nodes), Delay), run(unaskedRun(nodes), Delay), less), experiment.Between(48.6, 59.4)).
				Saying(experiment.SaysAbout(experiment.Exactly(83-29))),
			is(nodes, "mean delay with request and grant", run(idleRun(nodes), Delay), experiment.Reported()),
			is(nodes, "mean delay without", run(unaskedRun(nodes), Delay), experiment.Reported())).
			Noticing(trials(unasked, idleRun(nodes))),
		lone.Noticing(trials(fewRequests)),
		pack.Noticing(trials(partial, packRun(nodes, 2))),
		room.Noticing(trials(anyCredit, roomRun(nodes, 1))),
	}
}

// directedCharts are the throughput of lone flows over G, and over the size of the
// reserved buffers.
func directedCharts(v experiment.Values) func(*experiment.Measured) ([]experiment.Chart, error) {
	return func(m *experiment.Measured) ([]experiment.Chart, error) {
		lone := experiment.Chart{Name: "lone-flow", Title: "A flow alone", X: "G (cells)", Y: "throughput", YMax: 1,
			Of: experiment.OfRate}
		room := experiment.Chart{Name: "reserved-buffer", Title: "Uniform load of 0.9",
			X: "reserved buffer (grants of 128 cells)", Y: "throughput", YMax: 1, Of: experiment.OfRate}
		for _, nodes := range v.Ints("nodes") {
			line := fmt.Sprintf("%d nodes", nodes)
			lone.Curve(m, line, v.Floats("g"), func(g float64) string { return loneRun(nodes, int(g)) }, Throughput)
			room.Curve(m, line, v.Floats("grants"), func(n float64) string { return roomRun(nodes, int(n)) }, Throughput)
		}
		return []experiment.Chart{lone, room}, nil
	}
}
