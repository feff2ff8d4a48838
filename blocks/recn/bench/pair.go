package bench

import (
	"math/rand"

	env "culprit.example/culprit/blocks/packet/bench"
	packet "culprit.example/culprit/blocks/packet/golden"
	rtl "culprit.example/culprit/blocks/recn"
	"culprit.example/culprit/blocks/recn/golden"
	"culprit.example/culprit/rtlgen/blocks"
	"culprit.example/culprit/testbench"
	"culprit.example/culprit/testbench/kit"
)

func pairBench() testbench.Bench {
	link := []string{"Xoff crosses the link", "Xon crosses the link", "SAQs of one congestion point in both switches"}
	return testbench.Bench{
		Block:       blocks.Of(rtl.Pair),
		MinCycles:   20000,
		CoverPoints: append(append(append([]string{}, plainCoverPoints...), saqCoverPoints...), link...),
		CoverPointsFor: func(v blocks.Values) []string {
			coverPoints := switchCoverPoints(v)
			if v["saqs"] == 0 || v["xoff"] > 20 || v["slots"] > 64 {
				return coverPoints // too seldom within a run to count on
			}
			return append(coverPoints, link...)
		},
		New: func(v blocks.Values, rng *rand.Rand) testbench.Case {
			p := kit.ParamsOf[golden.Params](v)
			r := newPairRun(p, rng, endurance(p))
			r.Traffic.StartAnywhere()
			return r.testCase()
		},
	}
}

// pairRun is a golden pair in traffic.
type pairRun struct {
	env.Watch
	p        golden.Params
	model    *golden.Pair
	cycle    int
	out      [2]golden.SwitchOut // of the cycle
	listener func(cycle int, out [2]golden.SwitchOut)
}

func newPairRun(p golden.Params, rng *rand.Rand, phases []env.Phase) *pairRun {
	links := Links(p)
	links.Linked = []int{p.LinkPort(0), p.LinkPort(1)}
	traffic := env.NewTraffic(links, rng, phases)
	return &pairRun{Watch: env.Watch{Traffic: traffic, Full: memoryFull, NoCredit: noCredit}, p: p,
		model: golden.NewPair(p)}
}

// testCase puts the run into the harness.
func (r *pairRun) testCase() testbench.Case {
	n := r.p.Ports
	in := golden.JoinIn(r.p, [2]golden.SwitchIn{golden.NewSwitchIn(n), golden.NewSwitchIn(n)})
	out := golden.JoinOut(r.p, [2]golden.SwitchOut{golden.NewSwitchOut(r.p), golden.NewSwitchOut(r.p)})
	return testbench.NewCase(in, out, r.step,
		func(int) golden.PairIn { return r.drive() },
		func(_ golden.PairIn, _ golden.PairOut, hit func(string)) { r.observe(hit) })
}

func (r *pairRun) drive() golden.PairIn {
	in := r.Traffic.Drive()
	return golden.JoinIn(r.p, [2]golden.SwitchIn{Inputs(in[0]), Inputs(in[1])})
}

func (r *pairRun) step(in golden.PairIn) golden.PairOut {
	r.out = r.model.StepSwitches(in.Switches(r.p))
	return golden.JoinOut(r.p, r.out)
}

// see has the traffic look at the outputs of a cycle.
func (r *pairRun) see() {
	r.Traffic.See(Outputs(r.out[0]), Outputs(r.out[1]))
	r.Traffic.Board.Check()
	if r.listener != nil {
		r.listener(r.cycle, r.out)
	}
	r.cycle++
}

func (r *pairRun) observe(hit func(string)) {
	r.see()
	saqs, lines := 0, 0
	for s := range 2 {
		observeEvents(r.model.Switch(s).Events(), hit)
		r.observeLink(s, hit)
		saqs += kit.Count(r.out[s].StatSaqs)
		lines += kit.Count(r.out[s].StatLines)
	}
	r.Observe(hit, saqs, lines, r.out[0].LinksOut, r.out[1].LinksOut)
}

// observeLink looks at what happens because of messages over the link into
// switch s.
func (r *pairRun) observeLink(s int, hit func(string)) {
	if r.p.SAQs == 0 {
		return
	}
	here, there := r.p.LinkPort(s), r.p.LinkPort(1-s)
	bits := packet.TurnBits(r.p.Ports)
	for _, event := range r.model.Switch(s).Events() {
		switch {
		case event.Port == here && event.Kind == golden.LineMade:
			hit("Xoff crosses the link")
		case event.Port == here && event.Kind == golden.LineFreed:
			hit("Xon crosses the link")
		case event.Kind == golden.Notified && packet.FirstTurn(event.Name.Tp, bits) ==
			packet.Turn(r.p.Ports, event.Port, here):
			// The same point without the turn to the link.
			point := event.Name.Rest(bits)
			if lineOf(r.model.Switch(1-s).Input(there).Lines(), point) >= 0 {
				hit("SAQs of one congestion point in both switches")
			}
		}
	}
}
