package golden

import (
	link "culprit.example/culprit/blocks/link/golden"
	packet "culprit.example/culprit/blocks/packet/golden"
)

// queued is a packet in an input port.
type queued struct {
	packet.Queued
	port int // output port of this switch
	dst  int // tag of the first beat
}

// input is an input port: packets in Go queues.
type input struct {
	guard    *link.Guard // behind the pins of the link
	arriving *queued     // its beats are coming in
	routed   *queued     // reaches its queue at the end of this cycle
	queue    [][]*queued
	turn     int         // output that has the turn
	rest     int         // cycles in which it does not ask
	used     int         // slots
	usedBy   map[int]int // of them, by destination
	refused  int         // destination of the packet at the pins in the cycle before
	emptied  int         // queue whose last packet was granted in this cycle, or -1

	leaving *queued     // its words are being read
	word    int         // the next one
	shown   packet.Beat // the word that the memory shows
	shownOf *queued     // its packet
	beat    packet.Beat // the word at the crossbar: the memory showed it in the cycle before
	beatOf  *queued     // its packet
	owed    credit      // VOQnet: for a packet that the guard refused
	credit  credit      // VOQnet: a slot was freed in the cycle before
	credits packet.Delay[credit]
}

// credit is a credit on its way: given, and for which queue of the receiver.
type credit struct {
	given bool
	dst   int
}

// output is an output port.
type output struct {
	rest     int  // cycles in which it does not open
	open     bool // it may be asked for
	turn     int  // input that has the turn
	started  bool // a packet for it was granted in this cycle
	returned credit
	excess   bool // a credit that was not taken came back in the cycle before
	tx       packet.Delay[packet.Beat]
}

// core is what the switches have in common: everything but which queue a packet
// goes to and what a credit is good for.
type core struct {
	p       Params
	input   []*input
	output  []*output
	queueOf func(*queued) int
	// inFront tells that the output of a packet is looked up in front of the register of
	// the link, so that it is in its queue a cycle earlier.
	inFront bool
	asked   []int    // by input: the output that it asked for in the cycle before, or -1
	chosen  []choice // by input: what was decided in the cycle before
	// ready reports whether an output has credits, as far as that does not depend on the
	// packet.
	ready func(output int) bool
	// sendable reports whether an input asks for an output, and pick which queue it chooses
	// for it in the cycle after the ask.
	sendable func(input, output int) bool
	pick     func(input, output int) int

	events Events
	errors *link.Pins
}

// Events are what happened in the last Step.
type Events struct {
	Granted   int  // packets
	Refilled  bool // the only packet of a queue left as the next one came to it
	Reused    bool // a slot became free as a packet started to arrive at the same input
	Exchanged bool // VOQnet: an output took and got a credit of one destination
}

// Events are what happened in the last Step.
func (c *core) Events() Events { return c.events }

// newCore makes it after reset. slots are those that a guard counts credits for.
func newCore(p Params, queues, slots int) *core {
	c := &core{p: p, errors: link.NewPins(p.Ports, p.ErrorBits)}
	for range p.Ports {
		c.asked, c.chosen = append(c.asked, -1), append(c.chosen, nothing)
		c.input = append(c.input, &input{queue: make([][]*queued, queues), emptied: -1,
			guard: link.NewGuard(p.Ports, slots), usedBy: map[int]int{},
			credits: packet.NewDelay[credit](p.LinkLatency - 1)})
		c.output = append(c.output, &output{tx: packet.NewDelay[packet.Beat](p.LinkLatency)})
	}
	return c
}

// choice is a queue and where its head wants to go.
type choice struct{ queue, output int }

var nothing = choice{-1, -1}

// schedule is the scheduler: by input, the queue that is granted in this cycle or -1.
// An input asks for its first output from its turn on that it has something for, an
// output chooses the first input that asks for it, one cycle later, and the grant
// follows one more cycle later.
func (c *core) schedule() []int {
	asked := make([]int, c.p.Ports)
	for i, in := range c.input {
		asked[i] = c.ask(i, in)
	}
	chosen := c.choose()
	for o, out := range c.output {
		out.open = out.rest == 0 && c.ready(o) && !concerns(chosen, o) && !concerns(c.chosen, o)
		out.rest, out.started = max(0, out.rest-1), false
	}
	granted := make([]int, c.p.Ports)
	for i, in := range c.input {
		in.rest = max(0, in.rest-1)
		decision := c.chosen[i]
		granted[i] = decision.queue
		if decision == nothing {
			continue
		}
		out := c.output[decision.output]
		in.turn, out.turn = (decision.output+1)%c.p.Ports, (i+1)%c.p.Ports
		// The next grants come with the eight beats of the packet.
		in.rest, out.rest, out.started = packet.Beats-3, packet.Beats-4, true
		c.events.Granted++
	}
	c.asked, c.chosen = asked, chosen
	return granted
}

// concerns reports whether an output is in a decision.
func concerns(decisions []choice, output int) bool {
	for _, d := range decisions {
		if d.output == output {
			return true
		}
	}
	return false
}

// ask is the output that an input asks for, -1 for none. It does not ask for the same
// output twice in a row: after the first time it is granted, or the output is taken.
func (c *core) ask(i int, in *input) int {
	if in.rest > 0 || c.chosen[i] != nothing {
		return -1
	}
	for n := range c.p.Ports {
		o := (in.turn + n) % c.p.Ports
		if o != c.asked[i] && c.output[o].open && c.sendable(i, o) {
			return o
		}
	}
	return -1
}

// choose is what the outputs choose of what was asked for in the cycle before.
func (c *core) choose() []choice {
	chosen := make([]choice, c.p.Ports)
	for i := range chosen {
		chosen[i] = nothing
	}
	for o, out := range c.output {
		if concerns(c.chosen, o) {
			continue
		}
		for n := range c.p.Ports {
			i := (out.turn + n) % c.p.Ports
			if c.asked[i] == o && c.chosen[i] == nothing {
				chosen[i] = choice{c.pick(i, o), o}
				break
			}
		}
	}
	return chosen
}

// edge is the clock edge of everything but the credit counters.
func (c *core) edge(rx packet.LinksIn) {
	c.events = Events{}
	granted := c.schedule()
	roomAt, noWayAt := make([]bool, c.p.Ports), make([]bool, c.p.Ports)
	if c.inFront {
		for i, in := range c.input {
			roomAt[i], noWayAt[i] = in.atThePins(c.p, i, rx.Rx(i))
		}
	}
	leaving := make([]packet.Beat, c.p.Ports) // by output
	for i, in := range c.input {
		emptied := in.emptied // by the grant of the cycle before
		in.emptied = -1
		if b := in.beat; b.Valid {
			if b.Sop {
				b.Data = packet.HeaderOf(b.Data).Moved(packet.TurnBits(c.p.Ports)).In(b.Data)
			}
			leaving[in.beatOf.port] = b
		}
		in.credits.Shift(in.given(c.inFront))
		guard, freed := in.guard.Registered(), in.read()
		if freed.given && guard.OutStart {
			c.events.Reused = true
		}
		in.giveBack(freed, guard)
		told := link.GuardIn{Rx: rx.Rx(i), Freed: freed.given}
		if c.inFront {
			told.Room, told.NoWay = roomAt[i], noWayAt[i]
		}
		if q := granted[i]; q >= 0 {
			in.leaving, in.word = in.queue[q][0], 0
			in.queue[q] = in.queue[q][1:]
			if len(in.queue[q]) == 0 {
				in.emptied = q
			}
		}
		if c.inFront {
			c.receive(i, in, emptied)
		} else {
			c.receive(i, in, in.emptied)
		}
		in.guard.Step(told)
		if c.inFront {
			in.refused = int(told.Rx.Data[0]&0xff) % c.p.Nodes
		}
	}
	for o, out := range c.output {
		out.tx.Shift(leaving[o])
	}
}

// receive takes the registered beat, and moves a packet whose route is known to
// its queue. emptied is the queue whose last packet leaves now, or -1.
func (c *core) receive(port int, in *input, emptied int) {
	enter := func() {
		q := c.queueOf(in.routed)
		in.queue[q] = append(in.queue[q], in.routed)
		in.routed = nil
		if q == emptied {
			c.events.Refilled = true
		}
	}
	if in.routed != nil {
		enter()
	}
	rx := in.guard.Registered()
	if rx.OutEnd { // the packet of the beats so far, even if the next one begins
		in.arriving.Ended, in.arriving.Bad = true, rx.OutBad
	}
	if rx.OutStart {
		in.arriving = &queued{port: packet.HeaderOf(rx.OutData).Wanted(c.p.Ports, port), dst: int(rx.OutData[0] & 0xff)}
		in.routed = in.arriving
		in.used++
		in.usedBy[in.arriving.dst]++
		if c.inFront {
			enter()
		}
	}
	if rx.OutValid {
		in.arriving.Words = append(in.arriving.Words, rx.OutData)
	}
}

// given is the credit that goes to the link in this cycle.
func (in *input) given(byDestination bool) credit {
	if byDestination {
		return in.credit
	}
	return credit{given: in.guard.Registered().Credit}
}

// giveBack chooses the credit of the next cycle, by destination: that of a slot, or else one
// for a packet that was refused before.
func (in *input) giveBack(freed credit, guard link.GuardOut) {
	in.credit = freed
	if !freed.given && in.owed.given {
		in.credit, in.owed = in.owed, credit{}
	}
	if guard.Error[link.NoRoute] {
		in.owed = credit{given: true, dst: in.refused}
	}
}

// atThePins reports of a packet at the pins whether its queue has a slot, and whether there
// is no way: its destination does not exist, or packets that wait for it go to another
// output. A packet waits until two cycles after its grant if it was the last one.
func (in *input) atThePins(p Params, port int, b packet.Beat) (room, noWay bool) {
	dst, out := int(b.Data[0]&0xff), packet.HeaderOf(b.Data).Wanted(p.Ports, port)
	taken := in.usedBy[dst]
	if rx := in.guard.Registered(); rx.OutStart && int(rx.OutData[0]&0xff) == dst {
		taken++
		noWay = packet.HeaderOf(rx.OutData).Wanted(p.Ports, port) != out
	}
	if dst < p.Nodes {
		if queue := in.queue[dst]; len(queue) > 0 {
			noWay = noWay || queue[0].port != out
		} else if in.leaving != nil && in.leaving.dst == dst && in.word <= 1 {
			noWay = noWay || in.leaving.port != out
		}
	}
	return taken < p.Depth, noWay || dst >= p.Nodes
}

// read reads a word of the packet that is leaving; with the last one its slot
// is free again. The word that was read before goes to the crossbar.
func (in *input) read() credit {
	in.beat, in.beatOf = in.shown, in.shownOf
	in.shown, in.shownOf = packet.Beat{}, nil
	if in.leaving == nil {
		return credit{}
	}
	p := in.leaving
	in.shown, in.shownOf = p.Beat(in.word), p
	in.word++
	if !in.shown.Eop {
		return credit{}
	}
	in.leaving = nil
	in.used--
	in.usedBy[p.dst]--
	return credit{given: true, dst: p.dst}
}

// Waiting counts the packets in each queue of an input port.
func (c *core) Waiting(port int) []int {
	counts := make([]int, len(c.input[port].queue))
	for q, queue := range c.input[port].queue {
		counts[q] = len(queue)
	}
	return counts
}

// countErrors counts what the ports tell in this cycle.
func (c *core) countErrors(in link.PinsIn) {
	for i, port := range c.input {
		c.errors.Step(i, in, port.guard.Registered().Error, link.Sent{NoCredit: c.output[i].excess})
	}
}
