package experiment

import (
	"fmt"
	"slices"

	"culprit.example/culprit/testbench/experiment"
)

// blocked is Figure 15: the fabric's outputs to the nodes of an element send nothing for
// some time. Panels a to c, without speed-up and with control out of band, are in cells;
// panels d to f, with control in band, in packets of 9000 bytes.
//
// A network's counters are read at the end of a run. So each window of time is a run of
// its own: the same one up to there.
var blocked = &experiment.Experiment{
	Name: "reqgrant-blocked",
	Doc:  "delay and throughput over time, while outputs accept nothing, by rate regulation and reserved buffers (request-grant Fig. 15)",
	Settings: append([]experiment.Setting{
		{Name: "nodes", Default: "16", Full: "16,64", List: true, Words: []string{"16", "64"},
			Doc: "adapters of the network"},
		{Name: "schemes", Default: "ir,rb", List: true, Words: []string{"ir", "rb"},
			Doc: "ir: rate regulation; rb: reserved buffers"},
		{Name: "traffic", Default: "cells,jumbo", List: true, Words: []string{"cells", "jumbo"},
			Doc: "cells: cells in bursts, control out of band, L_F = 1 (Fig. 15a to c); jumbo: packets of 9000 bytes, with 64 nodes, control in band, L_F = 1.4 of ir and 1.1 of rb (Fig. 15d to f)"},
		{Name: "start", Default: "30000", Min: 100, Max: 1e6, Whole: true, Doc: "cell time in which the block begins"},
		{Name: "length", Default: "20000", Min: 100, Max: 1e6, Whole: true, Doc: "cell times that it lasts"},
		{Name: "windows", Default: "auto", Full: "-2,-1,0,1,2,3,4,5,6,7,8,9,10,11,12,13,14", List: true, Min: -5, Max: 50,
			Whole: true, Auto: true,
			Doc: "fifths of the block after its start at which a window begins; auto: those of the claims"},
	}, experiment.FaultSettings()...),
	Design: planBlocked,
}

// Windows that claims are about.
const (
	beforeBlock = -1
	earlyBlock  = 1
	lateBlock   = 4
	afterBlock  = 5  // the first one
	longAfter   = 12 // Figure 15 ends there
)

// windows are those of a plan, in ascending order.
func windows(v experiment.Values) []float64 {
	if v.Word("windows") == "auto" {
		return []float64{beforeBlock, earlyBlock, lateBlock, afterBlock, longAfter}
	}
	return v.Floats("windows")
}

func blockedRun(nodes int, scheme string, window float64) string {
	return fmt.Sprintf("nodes=%d, schemes=%s, windows=%s", nodes, scheme, experiment.Number(window))
}

func planBlocked(v experiment.Values, seeds []uint32) (*experiment.Plan, error) {
	p := &experiment.Plan{Deviations: v.Differing([]string{"start", "length"})}
	start, length := v.Int("start"), v.Int("length")
	if start < length {
		return nil, fmt.Errorf(
			"start=%d is less than length=%d: the network must have settled before the block; give start at least as large as length",
			start,
			length)
	}
	for _, nodes := range v.Ints("nodes") {
		for _, traffic := range v.Words("traffic") {
			for _, seed := range seeds {
				switch {
				case traffic == "cells":
					planBlockedCells(p, v, nodes, seed)
				case nodes == jumboNodes:
					planBlockedJumbo(p, v, nodes, seed)
				}
			}
		}
		p.Claims = append(p.Claims, blockedClaims(nodes)...)
		if nodes == jumboNodes {
			p.Claims = append(p.Claims, blockedJumboClaims(nodes)...)
		}
	}
	p.Claims = append(p.Claims, sound(blockedRun(v.Ints("nodes")[0], v.Words("schemes")[0], windows(v)[0])))
	p.Charts = blockedCharts(v)
	return p, nil
}

func planBlockedCells(p *experiment.Plan, v experiment.Values, nodes int, seed uint32) {
	for _, name := range v.Words("schemes") {
		s := schemes[slices.IndexFunc(schemes, func(s scheme) bool { return s.name == name })]
		for _, window := range windows(v) {
			x := reserved(nodes, seed, s.params)
			x.LF, x.Reserve, x.Rate = s.lf, s.reserve, s.rate
			x.Burst = 36
			p.Add(blockedRun(nodes, name, window), seed, x.blockedIn(v, window, 1).Plan())
		}
	}
}

// blockedIn is the point with the block and with the load of Figure 15, measured from a
// fifth of the block on, for some fifths.
func (p Point) blockedIn(v experiment.Values, window float64, fifths int) Point {
	start, length := v.Int("start"), v.Int("length")
	p.Load, p.Hot, p.Factor = peak(p.Nodes)*2/3, radix(p.Nodes), overload
	p.Warmup, p.Measure = start+int(window)*length/5, fifths*length/5
	p.Blocked = [2]int{start, start + length}
	return p
}

// blockedClaims are rows G9 to G11, as far as cells show them.
func blockedClaims(nodes int) []experiment.Claim {
	at := func(scheme string, window float64, quantity func(experiment.Run) float64) experiment.Samples {
		return run(blockedRun(nodes, scheme, window), quantity)
	}
	toBefore := func(window float64, quantity func(experiment.Run) float64) experiment.Samples {
		return experiment.Ratio(at("rb", window, quantity), at("rb", beforeBlock, quantity))
	}
	clear := claim("G9", nodes, "Fig. 15b,c", "with reserved buffers the other outputs hardly notice the block")
	quiet := claim("G11", nodes, "section 4.1",
		"with reserved buffers the delay of the others does not rise in the block, and after it is less than with rate regulation")
	for _, w := range []struct {
		window float64
		name   string
	}{{earlyBlock, "early in the block"}, {lateBlock, "at its end"}} {
		clear.Conditions = append(clear.Conditions,
			is(nodes, "throughput "+w.name+" / before, rb", toBefore(w.window, Throughput), experiment.Between(0.85, 1.15)),
			is(nodes, "delay "+w.name+" / before, rb", toBefore(w.window, Delay), experiment.Between(0.7, 1.3)))
		quiet.Conditions = append(quiet.Conditions,
			is(nodes, "delay "+w.name+" / before, rb", toBefore(w.window, Delay), experiment.AtMost(1.2)))
	}
	clear.Conditions = append(clear.Conditions,
		is(nodes, "refusals at the fabric's outputs, rb", at("rb", lateBlock, counterOf("stage_2_refusals")),
			experiment.Exactly(0)).From(experiment.Paper))
	quiet.Conditions = append(quiet.Conditions,
		is(nodes, "delay after the block, ir / rb",
			experiment.Ratio(at("ir", afterBlock, Delay), at("rb", afterBlock, Delay)), experiment.AtLeast(2)),
		is(nodes, "delay after the block / before, rb", toBefore(afterBlock, Delay), experiment.Reported()),
		is(nodes, "longest queue of the first stage after the block / before, rb",
			toBefore(afterBlock, counterOf("stage_0_in_max")), experiment.Reported()))
	always := []string{blockedRun(nodes, "rb", earlyBlock), blockedRun(nodes, "rb", lateBlock),
		blockedRun(nodes, "rb", afterBlock)}
	regulated := []string{blockedRun(nodes, "ir", lateBlock), blockedRun(nodes, "ir", longAfter)}
	return []experiment.Claim{
		clear.Noticing(trials(unreserved, always...)),
		claim("G10", nodes, "Fig. 15b,c",
			"with rate regulation the other outputs get nothing during the block, and recover slowly",
			is(nodes, "throughput at the end of the block, ir", at("ir", lateBlock, Throughput), experiment.Below(0.05)),
			is(nodes, "delay long after the block, ir / rb",
				experiment.Ratio(at("ir", longAfter, Delay), at("rb", longAfter, Delay)), experiment.Above(10))).
			Noticing(trials(reservedToo, regulated...)),
		quiet.Noticing(trials(unreserved, always...)),
	}
}

// blockedCharts are delay and throughput over time, as in Figure 15.
func blockedCharts(v experiment.Values) func(*experiment.Measured) ([]experiment.Chart, error) {
	return func(m *experiment.Measured) ([]experiment.Chart, error) {
		var list []experiment.Chart
		for _, nodes := range v.Ints("nodes") {
			title := fmt.Sprintf("%d nodes, cells, hot outputs blocked from 0 to 5", nodes)
			x := "time from the start of the block (fifths of its length)"
			flow := experiment.Chart{Name: fmt.Sprintf("throughput-%d", nodes), Title: title, X: x,
				Y: "throughput of the other outputs"}
			delay := experiment.Chart{Name: fmt.Sprintf("delay-%d", nodes), Title: title, X: x,
				Y: "mean delay of their cells (cell times)", LogY: true}
			for _, scheme := range v.Words("schemes") {
				at := func(window float64) string { return blockedRun(nodes, scheme, window) }
				flow.Curve(m, scheme, windows(v), at, Throughput)
				delay.Curve(m, scheme, windows(v), at, Delay)
			}
			list = append(list, flow, delay)
		}
		return list, nil
	}
}
