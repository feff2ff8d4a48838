package faults

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"

	"culprit.example/culprit/cyclesim"
	"culprit.example/culprit/rtlgen"
	"culprit.example/culprit/rtlgen/blocks"
	"culprit.example/culprit/testbench/network"
)

// sampled is the time between two looks at the state of a network, cycles.
const sampled = 16

// trial is a fault at a moment.
type trial struct {
	fault *Fault
	link  blocks.Link
	from  int // the first cycle in which an event may be hit
	bit   int // of the field, that damage flips
}

// trials are some of a fault, at random moments on random links.
func (n *Network) trials(f *Fault, moments int, r *rand.Rand) (list []trial) {
	for range moments {
		t := trial{fault: f, link: f.links[r.IntN(len(f.links))], from: n.Times.Warm + r.IntN(n.Times.Window)}
		if f.Does == Damages {
			t.bit = r.IntN(f.field.Width)
		}
		list = append(list, t)
	}
	return list
}

// seen is what was seen of a copy.
type seen struct {
	hit     int         // cycle in which an event was hit, -1: none was
	noticed map[int]int // sticky bits, by number, with the cycle
	// arrived are the packets by link to a node.
	arrived [][]arrival
	open    [][]Event // packets that are not complete
	latest  []int     // cycle of the last event
	rest    int       // first cycle of the first drain from which on it was at rest, -1: it never was
	missing []string  // what is not as at rest, at the end
	failed  string    // the first property that has failed, with the cycle
	fails   int
}

// arrival is a packet and the cycle of its last event.
type arrival struct {
	Packet
	cycle int
}

// lab runs trials of a network, as many at a time as there are copies but one.
type lab struct {
	*netlist
	n      *Network
	sim    cyclesim.Engine
	inputs map[string]int
	ports  map[string]int
	states [][]cyclesim.Probe // by copy, then as AtRest
	laws   [][][]cyclesim.Probe

	copies   []*seen
	hits     []uint64
	bits     []uint64
	before   []uint64
	arrives  []uint64
	events   []uint64
	due      []uint64
	eventLen int
}

func newLab(ctx context.Context, n *Network, x *netlist) (*lab, error) {
	sim, err := cyclesim.New(x.design, cyclesim.Options{Seed: 1, Context: ctx, MaxFailures: 1 << 20})
	if err != nil {
		return nil, err
	}
	l := &lab{netlist: x, n: n, sim: sim, inputs: map[string]int{}, ports: map[string]int{}}
	for i, p := range x.design.Top.Inputs() {
		l.inputs[p.Name] = i
	}
	words := map[string]int{}
	for i, p := range x.design.Top.Outputs() {
		l.ports[p.Name], words[p.Name] = i, (p.Width+63)/64
	}
	l.hits, l.bits, l.before = make([]uint64, 1), make([]uint64, words[outputErrors]), make([]uint64, words[outputErrors])
	l.arrives, l.events = make([]uint64, words[outputArrives]), make([]uint64, words[outputEvents])
	for _, w := range x.widths {
		l.eventLen += w
	}
	return l, l.probe()
}

// probe finds the state that is known at rest.
func (l *lab) probe() error {
	for copy := range copies {
		lane := fmt.Sprintf("lane_%d.", copy)
		find := func(path string) (cyclesim.Probe, error) { return l.sim.Probe(lane + path) }
		var states []cyclesim.Probe
		for _, s := range l.network.AtRest {
			p, err := find(s.Path)
			if err != nil {
				return err
			}
			states = append(states, p)
		}
		var laws [][]cyclesim.Probe
		for _, law := range l.network.Laws {
			var list []cyclesim.Probe
			for _, path := range law.Reads {
				p, err := find(path)
				if err != nil {
					return err
				}
				list = append(list, p)
			}
			laws = append(laws, list)
		}
		l.states, l.laws = append(l.states, states), append(l.laws, laws)
	}
	return nil
}

// set drives an input of each copy; width is that of one copy's input in bits.
func (l *lab) set(name string, width int, values []uint64) {
	words := make([]uint64, (copies*width+63)/64)
	for i, x := range values {
		putBits(words, i*width, width, x)
	}
	l.sim.SetInput(l.inputs[name], words)
}

func putBits(words []uint64, at, width int, x uint64) {
	words[at/64] |= x << (at % 64)
	if at%64+width > 64 {
		words[at/64+1] |= x >> (64 - at%64)
	}
}

// getBits are bits of words, as words.
func getBits(words []uint64, at, width int) (list []uint64) {
	for ; width > 0; at, width = at+64, width-64 {
		x := words[at/64] >> (at % 64)
		if at%64 != 0 && at/64+1 < len(words) {
			x |= words[at/64+1] << (64 - at%64)
		}
		if width < 64 {
			x &= 1<<width - 1
		}
		list = append(list, x)
	}
	return list
}

// run runs trials, each in a copy of its own; copy 0 has none. The seed is that of the traffic.
func (l *lab) run(ctx context.Context, batch []trial, seed uint64) ([]*seen, error) {
	l.sim.Reset()
	for name, x := range l.n.Inputs {
		l.sim.SetInput(l.inputs[name], []uint64{x})
	}
	l.sim.SetInput(l.inputs[l.n.Seed], []uint64{seed})
	l.load(batch)
	l.copies = nil
	for range len(batch) + 1 {
		l.copies = append(l.copies, &seen{hit: -1, rest: -1, noticed: map[int]int{}, arrived: make([][]arrival, l.nodes),
			open: make([][]Event, l.nodes), latest: make([]int, l.nodes)})
	}
	clear(l.before)
	t := l.n.Times
	l.traffic(true)
	for cycle := range t.cycles() {
		switch cycle {
		case t.Warm + t.Window, t.Warm + t.Window + t.Drain + t.Again:
			l.traffic(false)
		case t.Warm + t.Window + t.Drain:
			l.traffic(true)
			l.due[0] = 0 // what has found no event finds none any more
			l.sim.SetInput(l.inputs[inputDue], l.due)
		}
		l.fall(batch, cycle)
		l.sim.Eval()
		l.look(cycle)
		if since := cycle - t.Warm - t.Window; since >= 0 && since < t.Drain && since%sampled == 0 {
			l.rest(cycle)
		}
		l.sim.Step()
		if cycle%1024 == 0 && ctx.Err() != nil {
			return nil, context.Cause(ctx)
		}
	}
	l.finish()
	return l.copies, l.sim.Err()
}

// traffic starts or stops the traffic.
func (l *lab) traffic(on bool) {
	values := l.network.Stop
	if on {
		values = l.n.Start
	}
	for name, x := range values {
		l.sim.SetInput(l.inputs[name], []uint64{x})
	}
}

// load tells the circuits of each copy what to do.
func (l *lab) load(batch []trial) {
	var links, codes, parts []uint64
	masks := make([]uint64, (copies*l.mask+63)/64)
	for i, t := range append([]trial{{}}, batch...) {
		if t.fault == nil {
			links, codes, parts = append(links, 0), append(codes, 0), append(parts, 0)
			continue
		}
		f, all := t.fault, len(l.n.parts(t.fault.channel))
		links = append(links, uint64(l.numbers[numberKey(f.channel, t.link)]))
		codes = append(codes, uint64(slices.Index(does, f.Does)))
		part := f.part
		if part < 0 {
			part = all
		}
		parts = append(parts, 1<<part)
		if f.Does == Damages {
			at := i*l.mask + l.offset(f) + f.field.Lo + t.bit
			masks[at/64] |= 1 << (at % 64)
		}
	}
	l.set(inputLink, numberBits, links)
	l.set(inputDoes, rtlgen.IndexBits(len(does)), codes)
	l.set(inputPart, l.parts, parts)
	l.sim.SetInput(l.inputs[inputMask], masks)
	l.due = []uint64{0}
	l.sim.SetInput(l.inputs[inputDue], l.due)
}

// offset is where the field that is damaged begins in an event.
func (l *lab) offset(f *Fault) (at int) {
	for _, field := range network.Fields(f.channel) {
		if field == f.field.Field {
			return at
		}
		at += l.fieldBits[fieldKey(f.channel, field)]
	}
	panic("BUG: no field " + f.field.Field + " in the channel of " + f.String())
}

// fall lets faults fall due.
func (l *lab) fall(batch []trial, cycle int) {
	changed := false
	for i, t := range batch {
		if t.from == cycle {
			l.due[0] |= 1 << (i + 1)
			changed = true
		}
	}
	if changed {
		l.sim.SetInput(l.inputs[inputDue], l.due)
	}
}

// look notes what happens in a cycle.
func (l *lab) look(cycle int) {
	l.sim.Output(l.ports[outputHit], l.hits)
	for i, c := range l.copies {
		if c.hit < 0 && l.hits[0]>>i&1 == 1 {
			c.hit = cycle - 1 // a register tells it
		}
	}
	l.sim.Output(l.ports[outputErrors], l.bits)
	if !slices.Equal(l.bits, l.before) {
		for i, c := range l.copies {
			for k := range l.errors {
				at := i*len(l.errors) + k
				if _, ok := c.noticed[k]; !ok && l.bits[at/64]>>(at%64)&1 == 1 {
					c.noticed[k] = cycle
				}
			}
		}
		copy(l.before, l.bits)
	}
	l.sim.Output(l.ports[outputArrives], l.arrives)
	if !slices.ContainsFunc(l.arrives, func(x uint64) bool { return x != 0 }) {
		return
	}
	l.sim.Output(l.ports[outputEvents], l.events)
	for i, c := range l.copies {
		for k := range l.nodes {
			at := i*l.nodes + k
			if l.arrives[at/64]>>(at%64)&1 == 1 {
				c.arrives(l.n.Packets, k, l.event(at*l.eventLen), cycle)
			}
		}
	}
}

// event are the fields of an event.
func (l *lab) event(at int) (e Event) {
	for _, w := range l.widths {
		e = append(e, getBits(l.events, at, w))
		at += w
	}
	return e
}

// arrives adds an event to what a node has received.
func (c *seen) arrives(p Packets, node int, e Event, cycle int) {
	if p.Begins(e) || p.Gapless && c.latest[node] != cycle-1 {
		c.close(p, node, c.latest[node])
	}
	c.latest[node] = cycle
	c.open[node] = append(c.open[node], e)
	if p.Ends(e) {
		c.close(p, node, cycle)
	}
}

// close ends the packet that a node is receiving, if there is one.
func (c *seen) close(p Packets, node, cycle int) {
	if len(c.open[node]) > 0 {
		c.arrived[node] = append(c.arrived[node], arrival{p.Read(c.open[node]), cycle})
		c.open[node] = nil
	}
}

func word(p cyclesim.Probe) uint64 {
	var x [1]uint64
	p.Read(x[:])
	return x[0]
}

// rest looks which copies are at rest.
func (l *lab) rest(cycle int) {
	for i, c := range l.copies {
		still := true
		for k, s := range l.network.AtRest {
			if word(l.states[i][k]) != s.Value {
				still = false
				break
			}
		}
		switch {
		case !still:
			c.rest = -1
		case c.rest < 0:
			c.rest = cycle
		}
	}
}

// finish notes what is left at the end, and which properties have failed.
func (l *lab) finish() {
	for i, c := range l.copies {
		for k, s := range l.network.AtRest {
			if x := word(l.states[i][k]); x != s.Value {
				c.missing = append(c.missing, left(s, x))
			}
		}
		for k, law := range l.network.Laws {
			values := make([]uint64, len(l.laws[i][k]))
			for j, p := range l.laws[i][k] {
				values[j] = word(p)
			}
			if what := law.Broken(values, true); what != "" {
				c.missing = append(c.missing, "what units know of each other")
			}
		}
		for k := range c.open {
			c.close(l.n.Packets, k, l.n.Times.cycles())
		}
	}
	for _, f := range l.sim.Failures() {
		var lane int
		if _, err := fmt.Sscanf(f.Path, "lane_%d.", &lane); err == nil && lane < len(l.copies) {
			if c := l.copies[lane]; c.failed == "" || int(f.Cycle) < c.fails {
				c.failed, c.fails = lastName(f.Path), int(f.Cycle)
			}
		}
	}
}

// left says what a state shows that is not as at rest.
func left(s blocks.AtRest, x uint64) string {
	what := s.What
	switch {
	case s.Value == 0:
	case x < s.Value:
		what += " lost"
	default:
		what += " too many"
	}
	if s.Link < 0 {
		what += " at a port without a link"
	}
	return what
}
