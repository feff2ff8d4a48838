package bench

import (
	"math/rand"

	link "culprit.example/culprit/blocks/link/golden"
	env "culprit.example/culprit/blocks/packet/bench"
	"culprit.example/culprit/blocks/recn/golden"
	"culprit.example/culprit/testbench"
)

// Device is a switch with RECN links that traffic can be closed around: a golden
// model, or a netlist on an engine.
type Device interface {
	Step(in golden.SwitchIn) golden.SwitchOut
}

// Links are the links of a switch of these parameters.
func Links(p golden.Params) env.Links {
	return env.Links{Ports: p.Ports, Credits: p.Slots, Latency: p.LinkLatency, SAQs: p.SAQs, Data: p.Data}
}

// Inputs are the inputs of a switch that traffic gives it.
func Inputs(in env.Inputs) golden.SwitchIn {
	return golden.SwitchIn{LinksIn: in.LinksIn, MessagesIn: in.MessagesIn, PinsIn: link.NewPinsIn(len(in.RxValid))}
}

// Outputs are the outputs of a switch that traffic looks at.
func Outputs(out golden.SwitchOut) env.Outputs { return env.Outputs{LinksOut: out.LinksOut} }

// Pins are the pins of a switch.
func Pins() env.Pins[golden.SwitchIn, golden.SwitchOut] {
	return env.Pins[golden.SwitchIn, golden.SwitchOut]{
		In: func(in env.Inputs, errors link.PinsIn) golden.SwitchIn {
			given := Inputs(in)
			given.PinsIn = errors
			return given
		},
		Out: func(out golden.SwitchOut) (env.Outputs, link.PinsOut) { return Outputs(out), out.PinsOut },
	}
}

// Run closes traffic around a switch for some cycles; each, if not nil, sees them.
func Run(d Device, t *env.Traffic, cycles int, each func(cycle int, out golden.SwitchOut)) {
	for cycle := range cycles {
		out := d.Step(Inputs(t.Drive()[0]))
		t.See(Outputs(out))
		if each != nil {
			each(cycle, out)
		}
	}
}

// SwitchRun is a golden switch in traffic.
type SwitchRun struct {
	env.Watch
	Cycle    int
	Script   func(cycle int, in golden.SwitchIn)          // changes the inputs of a cycle, if set
	Listener func(cycle int, out golden.SwitchOut)        // sees every cycle, if set
	Hit      func(out golden.SwitchOut, hit func(string)) // reports cover points
	p        golden.Params
	model    Device
}

// NewSwitchRun puts a golden model into traffic.
func NewSwitchRun(p golden.Params, model Device, rng *rand.Rand, phases []env.Phase) *SwitchRun {
	return &SwitchRun{Watch: env.Watch{Traffic: env.NewTraffic(Links(p), rng, phases)}, p: p, model: model}
}

// Case puts the run into the harness.
func (r *SwitchRun) Case() testbench.Case {
	return testbench.NewCase(golden.NewSwitchIn(r.p.Ports), golden.NewSwitchOut(r.p), r.model.Step,
		func(int) golden.SwitchIn { return r.drive() },
		func(_ golden.SwitchIn, out golden.SwitchOut, hit func(string)) {
			r.see(out)
			r.Hit(out, hit)
		})
}

func (r *SwitchRun) drive() golden.SwitchIn {
	in := Inputs(r.Traffic.Drive()[0])
	if r.Script != nil {
		r.Script(r.Cycle, in)
	}
	return in
}

// see has the traffic look at the outputs of a cycle.
func (r *SwitchRun) see(out golden.SwitchOut) {
	r.Traffic.See(Outputs(out))
	r.Traffic.Board.Check()
	if r.Listener != nil {
		r.Listener(r.Cycle, out)
	}
	r.Cycle++
}
