package bench

import (
	"math/rand"

	"culprit/blocks"
	"culprit/blocks/recn/golden"
	"culprit/testbench"
	"culprit/testbench/kit"
)

func pairBench() testbench.Bench {
	link := []string{"Xoff crosses the link", "Xon crosses the link", "SAQs of one congestion point in both switches"}
	return testbench.Bench{
		Block:     block("recn_pair"),
		MinCycles: 10000,
		Corners:   append(append(append([]string{}, plainCorners...), saqCorners...), link...),
		CornersFor: func(v blocks.Values) []string {
			corners := switchCorners(v)
			if v["saqs"] == 0 || v["xoff"] > 20 || v["slots"] > 64 {
				return corners // too seldom within a run to count on
			}
			return append(corners, link...)
		},
		New: func(v blocks.Values, rng *rand.Rand) testbench.Case {
			p := paramsOf(v)
			return newPairRun(p, rng, endurance(p)).testCase()
		},
		Faults: pairFaults,
	}
}

// pairRun is a golden pair in traffic.
type pairRun struct {
	p        golden.Params
	model    *golden.Pair
	traffic  *traffic
	lastEop  []int
	cycle    int
	saqs     int                 // in the cycle before
	out      [2]golden.SwitchOut // of the cycle
	listener func(cycle int, out [2]golden.SwitchOut)
}

func newPairRun(p golden.Params, rng *rand.Rand, phases []phase) *pairRun {
	return &pairRun{p: p, model: golden.NewPair(p), traffic: newTraffic(p, 2, rng, phases), lastEop: make([]int, 2*p.Ports)}
}

// testCase puts the run into the harness.
func (r *pairRun) testCase() testbench.Case {
	n := r.p.Ports
	in := golden.JoinIn(r.p, [2]golden.SwitchIn{golden.NewSwitchIn(n), golden.NewSwitchIn(n)})
	out := golden.JoinOut(r.p, [2]golden.SwitchOut{golden.NewSwitchOut(r.p, n), golden.NewSwitchOut(r.p, n)})
	drive := func() golden.PairIn {
		in := r.traffic.drive()
		return golden.JoinIn(r.p, [2]golden.SwitchIn{in[0], in[1]})
	}
	if r.p.SAQs > 0 {
		return testbench.NewCase(in, out, r.step,
			func(int) golden.PairIn { return drive() },
			func(_ golden.PairIn, _ golden.PairOut, hit func(string)) { r.observe(hit) })
	}
	quiet := golden.NewSwitchIn(n)
	full := func(in golden.PairPlainIn) golden.PairIn {
		joined := golden.JoinIn(r.p, [2]golden.SwitchIn{quiet, quiet})
		joined.S0RxValid, joined.S0RxSop, joined.S0RxEop, joined.S0RxData, joined.S0TxCredit = in.S0RxValid, in.S0RxSop, in.S0RxEop, in.S0RxData, in.S0TxCredit
		joined.S1RxValid, joined.S1RxSop, joined.S1RxEop, joined.S1RxData, joined.S1TxCredit = in.S1RxValid, in.S1RxSop, in.S1RxEop, in.S1RxData, in.S1TxCredit
		return joined
	}
	return testbench.NewCase(in.Plain(), out.Plain(),
		func(in golden.PairPlainIn) golden.PairPlainOut { return r.step(full(in)).Plain() },
		func(int) golden.PairPlainIn { return drive().Plain() },
		func(_ golden.PairPlainIn, _ golden.PairPlainOut, hit func(string)) { r.observe(hit) })
}

func (r *pairRun) step(in golden.PairIn) golden.PairOut {
	r.out = r.model.StepSwitches(in.Switches(r.p))
	r.traffic.see(r.out[:])
	r.traffic.board.Check()
	if r.listener != nil {
		r.listener(r.cycle, r.out)
	}
	r.cycle++
	return golden.JoinOut(r.p, r.out)
}

func (r *pairRun) observe(hit func(string)) {
	n := r.p.Ports
	busy, saqs, lines := 0, 0, 0
	for s := range 2 {
		observeEvents(r.model.Switch(s).Events(), hit)
		r.observeLink(s, hit)
		saqs += kit.Count(r.out[s].StatSaqs)
		lines += kit.Count(r.out[s].StatLines)
		busy += kit.Count(r.out[s].TxValid)
	}
	for e := range 2 * n {
		out, lane := r.out[e/n], e%n
		if out.StatFree[lane] == 0 {
			hit("memory full")
		}
		if out.StatCredit[lane] == 0 {
			hit("no credit left at an output")
		}
		if out.TxSop[lane] && r.lastEop[e] == r.cycle-1 {
			hit("packets back to back")
		}
		if out.TxEop[lane] {
			r.lastEop[e] = r.cycle
		}
	}
	if busy >= 2*n-2 {
		hit("all outputs busy")
	}
	r.saqs = observeRest(r.traffic, r.saqs, saqs, lines, hit)
}

// observeLink looks at what happens because of messages over the link into
// switch s.
func (r *pairRun) observeLink(s int, hit func(string)) {
	if r.p.SAQs == 0 {
		return
	}
	here, there := r.p.LinkPort(s), r.p.LinkPort(1-s)
	bits := golden.TurnBits(r.p.Ports)
	for _, event := range r.model.Switch(s).Events() {
		switch {
		case event.Port == here && event.Kind == golden.LineMade:
			hit("Xoff crosses the link")
		case event.Port == here && event.Kind == golden.LineFreed:
			hit("Xon crosses the link")
		case event.Kind == golden.Notified && golden.FirstTurn(event.Name.Tp, bits) == golden.Turn(r.p.Ports, event.Port, here):
			// The same point without the turn to the link.
			point := golden.Name{Tp: event.Name.Tp << bits & (1<<31 - 1), Mask: event.Name.Mask << bits & (1<<31 - 1)}
			if lineOf(r.model.Switch(1-s).Input(there).Lines(), point) >= 0 {
				hit("SAQs of one congestion point in both switches")
			}
		}
	}
}
