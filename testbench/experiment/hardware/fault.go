package hardware

import (
	"fmt"
	"slices"

	"culprit.example/culprit/rtlgen"
	"culprit.example/culprit/rtlgen/blocks"
	"culprit.example/culprit/rtlgen/ir"
	"culprit.example/culprit/testbench/experiment"
	"culprit.example/culprit/testbench/network"
)

// Inputs of a disturbed netlist, held during a run.
const (
	faultRate = "fault_rate" // chance per cycle and link, in 2^-32
	faultOnce = "fault_once" // instead: once, from the cycle fault_from on
	faultFrom = "fault_from"
	faultSeed = "fault_seed"
)

// faultInputs are their widths.
var faultInputs = []struct {
	name  string
	width int
}{{faultRate, rateBits}, {faultOnce, 1}, {faultFrom, 32}, {faultSeed, 32}}

// hitCount is the register of a disturber that counts the events it has hit.
const hitCount = "hit_count"

// disturbers is the array of the disturbers in the top module; with a class of links it
// is part of the name. disturberName begins the names of their modules.
const (
	disturbers    = "fault"
	disturberName = "link_fault_"
)

const (
	rateBits   = 33
	numberBits = 16 // of a link
	// mixCycles is how long the random numbers of neighbouring links and seeds take
	// to become unlike: no fault falls due before.
	mixCycles = 64
	// delayCycles is how late an event is at least.
	delayCycles = 256
)

// disturber is the circuit between the two ends of a channel. A fault falls due at
// random, or once, and hits the next event: that is lost, or has a bit of its
// payload flipped, or is repeated in the next cycle that is free, or comes later.
func disturber(what experiment.FaultKind, class string, payload int) *rtlgen.Module {
	m := rtlgen.NewModule(disturberName + string(what) + class)
	m.Doc("disturbs a channel of a link")
	in := map[string]rtlgen.Value{}
	for _, i := range faultInputs {
		in[i.name] = m.Input(i.name, i.width)
	}
	number := m.Input("link", numberBits)
	valid, selected := m.Input("valid", 1), m.Input("selected", 1)

	cycle := m.Reg("cycle", 32, 0)
	cycle.Set(cycle.Add(1))
	started := m.Let("started", cycle.Ne(0))
	state := m.Reg("random", 64, 0)
	a := m.Let("shift_13", state.Xor(state.Shl(13)))
	b := m.Let("shift_7", a.Xor(a.Shr(7)))
	// The constant keeps streams from related seeds apart: see traffic_source.
	next := m.Let("stepped", b.Xor(b.Shl(17)).Add(m.Const(64, uint64(0x9e3779b97f4a7c15))))
	state.Set(rtlgen.Mux(started, next, rtlgen.Cat(in[faultSeed], m.Const(16, 0x5a5a), number)))

	done, waiting := m.Reg("done", 1, 0), m.Reg("waiting", 1, 0)
	mixed := m.Reg("mixed", 1, 0)
	mixed.Set(mixed.Or(cycle.Eq(mixCycles)))
	random := m.Let("at_random", mixed.And(state.High(32).Zext(rateBits).Lt(in[faultRate])))
	once := m.Let("at_last", cycle.Ge(in[faultFrom]).AndNot(done))
	due := m.Let("due", waiting.Or(rtlgen.Mux(in[faultOnce], once, random)))
	free := m.Wire("free", 1) // nothing is held back
	hits := m.Let("hits", due.And(valid).And(selected).And(free))
	waiting.Set(due.AndNot(hits))
	done.Set(done.Or(hits))
	count := m.Reg(hitCount, tallyBits, 0)
	count.Set(count.Add(hits.Zext(tallyBits)))
	m.Output("hits_out", count)

	var event rtlgen.Value
	if payload > 0 {
		event = m.Input("payload", payload)
	}
	output := func(valid rtlgen.Value, event func() rtlgen.Value) {
		m.Output("valid_out", valid)
		if payload > 0 {
			m.Output("payload_out", event())
		}
	}
	if what.Does() != experiment.Delays {
		free.Set(1)
	}
	switch what.Does() {
	case experiment.Delays:
		left := m.Reg("left", rtlgen.CountBits(delayCycles), 0)
		free.Set(left.Eq(0))
		arrives := m.Let("arrives", left.Eq(1).AndNot(valid))
		m.If(hits, func() { left.Set(delayCycles) }).
			ElseIf(left.Gt(1).Or(arrives), func() { left.Set(left.Sub(1)) })
		output(valid.AndNot(hits).Or(arrives), func() rtlgen.Value {
			kept := m.Reg("kept", payload, 0)
			m.If(hits, func() { kept.Set(event) })
			return rtlgen.Mux(arrives, kept, rtlgen.Mux(hits, 0, event))
		})
	case experiment.Loses:
		output(valid.AndNot(hits), func() rtlgen.Value { return rtlgen.Mux(hits, 0, event) })
	case experiment.Damages:
		output(valid, func() rtlgen.Value {
			flipped := m.Let("flipped", m.Const(payload, 1).RotL(state.Low(8)))
			return rtlgen.Mux(hits, event.Xor(flipped), event)
		})
	case experiment.Doubles:
		again := m.Reg("again", 1, 0)
		again.Set(hits.Or(again.And(valid)))
		output(valid.Or(again), func() rtlgen.Value {
			kept := m.Reg("kept", payload, 0)
			m.If(hits, func() { kept.Set(event) })
			return rtlgen.Mux(again.AndNot(valid), kept, event)
		})
	}
	return m
}

// disturb puts a disturber into a channel of the links that the fault names.
func disturb(d *ir.Design, n blocks.Network, f experiment.Fault) error {
	groups, err := disturbed(n, f)
	if err != nil {
		return err
	}
	inputs := map[string]*ir.Signal{}
	for _, i := range faultInputs {
		s := &ir.Signal{Name: i.name, Kind: ir.Input, Width: i.width}
		d.Top.Ports = append(d.Top.Ports, s)
		inputs[i.name] = s
	}
	first := 0
	for _, g := range groups {
		g.disturb(d, f.Kind, inputs, first)
		first += len(g.links)
	}
	return nil
}

// group are links with one class and the channel of them that a fault concerns.
type group struct {
	channel blocks.Channel
	links   []blocks.Link
}

// disturb puts a disturber into the channel of every link. first is the number of the
// first link.
func (g group) disturb(d *ir.Design, kind experiment.FaultKind, inputs map[string]*ir.Signal, first int) {
	class := ""
	if g.channel.Class != "" {
		class = "_" + g.channel.Class
	}
	width := network.PayloadBits(d, g.channel, g.links[0])
	built, err := rtlgen.Elaborate(disturber(kind, class, width))
	if err != nil {
		panic("BUG: the disturber of links: " + err.Error())
	}
	held := map[string]*ir.Node{}
	for name, s := range inputs {
		held[name] = ir.Read(s)
	}
	var numbers, chosen []*ir.Node
	for i, l := range g.links {
		numbers = append(numbers, network.Constant(numberBits, uint64(first+i)))
		chosen = append(chosen, network.Selected(g.channel.Only, func(field string) *ir.Node {
			return network.PinOf(d, network.Reads(g.channel, l), field).Value()
		}))
	}
	network.Between{Name: disturbers + class, Of: built.Top, Channel: g.channel, Links: g.links, Held: held,
		Each: map[string][]*ir.Node{"link": numbers, "selected": chosen}}.Insert(d)
}

// disturbed are the links that the fault concerns, with the channels.
func disturbed(n blocks.Network, f experiment.Fault) ([]group, error) {
	of := func(c blocks.Channel) bool { return string(c.Kind) == f.Kind.Of() }
	if !slices.ContainsFunc(n.Channels, of) {
		return nil, fmt.Errorf("fault=%s is not possible here: no %ss pass over the links of this network", f.Kind,
			f.Kind.Of())
	}
	var groups []group
	known, why := f.Link == "", error(nil)
	for _, c := range n.Channels {
		g := group{channel: c}
		for _, l := range n.Links {
			if l.Class == c.Class && (f.Link == "" || f.Link == l.String()) {
				g.links, known = append(g.links, l), true
			}
		}
		switch {
		case !of(c) || len(g.links) == 0 || slices.ContainsFunc(groups,
			func(g group) bool { return g.channel.Class == c.Class }):
		case f.Kind.Does() == experiment.Damages && len(c.Payload) == 0:
			why = fmt.Errorf("fault=%s is not possible here: a %s of this network is one bit, which can be lost or doubled",
				f.Kind, c.Kind)
		default:
			groups = append(groups, g)
		}
	}
	switch {
	case !known:
		return nil, fmt.Errorf("this network has no link %q: it has, for example, %q and %q", f.Link, n.Links[0].String(),
			n.Links[len(n.Links)-1].String())
	case len(groups) == 0 && why == nil:
		why = fmt.Errorf("fault=%s is not possible here: no %ss pass over link %s", f.Kind, f.Kind.Of(), f.Link)
	}
	if len(groups) == 0 {
		return nil, why
	}
	return groups, nil
}
