package bench

import (
	"fmt"
	"math/rand"

	link "culprit.example/culprit/blocks/link/golden"
	packet "culprit.example/culprit/blocks/packet/golden"
)

// Fault is something that happens to one packet, or to one cycle, of a link into a switch.
type Fault struct {
	Name string
	// Beats changes the beats of the packet; at is 1 to 7.
	Beats func(rng *rand.Rand, beats []packet.Beat, at int) []packet.Beat
	// Credits is how many credits that were never taken come back at the output of the same
	// number, Uncredited whether the packet is sent without a credit.
	Credits    int
	Uncredited bool
	Message    bool // a message with a name that cannot be comes at the output of the same number
	// Causes are the errors of which one must be counted; with none, nothing must be.
	Causes []int
	Lost   bool // the packet does not leave at all
	Whole  bool // it may leave whole all the same
	// Extra says that it takes a slot for which there was no credit: with all others taken, a
	// packet with a credit finds none.
	Extra bool
}

// Faults are all faults of a link.
func Faults() []Fault {
	last := packet.Beats - 1
	return []Fault{
		{Name: "beat lost, leaving a gap", Causes: []int{link.Cut}, Beats: func(_ *rand.Rand, b []packet.Beat, at int) []packet.Beat {
			b[at] = packet.Beat{}
			return b
		}},
		{Name: "beat lost without a gap", Causes: []int{link.Cut}, Beats: func(_ *rand.Rand, b []packet.Beat, at int) []packet.Beat {
			return append(b[:at:at], b[at+1:]...)
		}},
		{Name: "rest lost", Causes: []int{link.Cut}, Beats: func(_ *rand.Rand, b []packet.Beat, at int) []packet.Beat { return b[:at] }},
		{Name: "rest late", Causes: []int{link.Cut}, Beats: func(rng *rand.Rand, b []packet.Beat, at int) []packet.Beat {
			gap := make([]packet.Beat, 1+rng.Intn(30))
			return append(append(append([]packet.Beat(nil), b[:at]...), gap...), b[at:]...)
		}},
		{Name: "beat doubled", Causes: []int{link.Long}, Beats: func(_ *rand.Rand, b []packet.Beat, at int) []packet.Beat {
			if at == last {
				at--
			}
			return append(append(append([]packet.Beat(nil), b[:at]...), b[at]), b[at:]...)
		}},
		{Name: "head doubled", Causes: []int{link.Cut}, Beats: func(_ *rand.Rand, b []packet.Beat, _ int) []packet.Beat {
			return append([]packet.Beat{b[0]}, b...)
		}, Whole: true, Extra: true},
		{Name: "head in the middle", Extra: true, Causes: []int{link.Cut}, Beats: func(_ *rand.Rand, b []packet.Beat, at int) []packet.Beat {
			b[at].Sop, b[at].Data = true, b[0].Data
			return b[:at+1]
		}},
		{Name: "head lost", Causes: []int{link.NoHead}, Lost: true, Beats: func(_ *rand.Rand, b []packet.Beat, _ int) []packet.Beat { return b[1:] }},
		{Name: "head not marked", Causes: []int{link.NoHead}, Lost: true, Beats: func(_ *rand.Rand, b []packet.Beat, _ int) []packet.Beat {
			b[0].Sop = false
			return b
		}},
		{Name: "end not marked", Causes: []int{link.Long}, Beats: func(_ *rand.Rand, b []packet.Beat, _ int) []packet.Beat {
			b[last].Eop = false
			return b
		}},
		{Name: "too long", Causes: []int{link.Long}, Beats: func(rng *rand.Rand, b []packet.Beat, _ int) []packet.Beat {
			b[last].Eop = false
			for range 1 + rng.Intn(12) {
				b = append(b, packet.Beat{Valid: true, Data: packet.Word{rng.Uint64()}})
			}
			return b
		}},
		{Name: "end too early", Causes: []int{link.Cut}, Beats: func(_ *rand.Rand, b []packet.Beat, at int) []packet.Beat {
			b[at-1].Eop = true
			return b[:at]
		}},
		{Name: "end too early, goes on", Causes: []int{link.Cut}, Beats: func(_ *rand.Rand, b []packet.Beat, at int) []packet.Beat {
			b[at-1].Eop = true
			return b
		}},
		{Name: "turn back", Causes: []int{link.NoRoute}, Lost: true, Beats: func(_ *rand.Rand, b []packet.Beat, _ int) []packet.Beat {
			b[0].Data[0] |= 0x7fffffff << 33
			return b
		}},
		{Name: "pointer behind the route", Causes: []int{link.NoRoute}, Lost: true, Beats: func(_ *rand.Rand, b []packet.Beat, _ int) []packet.Beat {
			b[0].Data[0] &^= 0x1f << 28
			return b
		}},
		{Name: "marked as bad", Causes: []int{link.Marked}, Beats: func(_ *rand.Rand, b []packet.Beat, _ int) []packet.Beat {
			b[last].Bad = true
			return b
		}},
		{Name: "beats of nobody", Causes: []int{link.NoHead}, Whole: true, Beats: func(rng *rand.Rand, b []packet.Beat, at int) []packet.Beat {
			var strays []packet.Beat
			for range at {
				strays = append(strays, packet.Beat{Valid: true, Data: packet.Word{rng.Uint64()}})
			}
			return append(strays, b...)
		}},
		{Name: "name that cannot be", Message: true, Causes: []int{link.NoName}},
		{Name: "credit that was never taken", Credits: 1},
		{Name: "many credits that were never taken", Credits: 40, Causes: []int{link.NoCredit}},
		{Name: "sender with credits that it has not", Uncredited: true, Whole: true},
	}
}

// Recovery runs a switch among links that keep to the rules, breaks one of them now and
// then, and sees that all is as before afterwards.
type Recovery struct {
	Links Links

	// device is a cycle of the switch.
	device    func(in Inputs, errors link.PinsIn) (Outputs, link.PinsOut)
	rng       *rand.Rand
	in        Inputs
	errors    link.PinsIn
	out       Outputs
	seen      []uint8
	ends      []recoveringEnd
	due       map[recoveringFlow][]uint64 // packets that must leave whole, in order
	faulty    map[uint64]bool             // packets whose rules were broken
	fault     Fault
	message   packet.Message // to come at a port
	messageAt int
	left      int // packets
	held      int // port that begins no packet, -1 for none
	problem   error
}

// recoveringFlow are packets that stay in order.
type recoveringFlow struct{ input, output, destination int }

// recoveringEnd is the other end of the links of a port.
type recoveringEnd struct {
	number   int // of the packet that was sent last
	beats    []packet.Beat
	credits  []int // by destination with Nodes
	owed     []int // destinations of packets that have left here
	received []packet.Beat
	extra    int // credits to give back that were never taken
}

// NewRecovery makes the surroundings of a switch; step is a cycle of it.
func NewRecovery[In, Out any](l Links, pins Pins[In, Out], step func(In) Out, rng *rand.Rand) *Recovery {
	device := func(in Inputs, errors link.PinsIn) (Outputs, link.PinsOut) {
		return pins.Out(step(pins.In(in, errors)))
	}
	r := &Recovery{Links: l, device: device, rng: rng, held: -1, errors: link.NewPinsIn(l.Ports),
		due: map[recoveringFlow][]uint64{}, faulty: map[uint64]bool{}, in: newInputs(l.Ports)}
	for range l.Ports {
		r.ends = append(r.ends, recoveringEnd{credits: l.atStart()})
	}
	return r
}

// bound is how many cycles after the last packet all must be at rest: every slot of an
// input may hold a packet for one output.
func (r *Recovery) bound() int {
	return (r.Links.Ports*r.Links.Credits*max(1, r.Links.Nodes/8) + 20) * packet.Beats * 2
}

// Try breaks a rule at a random moment in full traffic, and reports what is not as before
// afterwards.
func (r *Recovery) Try(f Fault) error {
	rng := r.rng
	victim := rng.Intn(r.Links.Ports)
	load := 80
	if f.Extra {
		load = 10
	}
	for range 40 + rng.Intn(60) {
		r.step(load)
	}
	r.inject(f, victim)
	for range 100 + rng.Intn(40) {
		r.step(load)
	}
	for range r.bound() {
		r.step(0)
		if r.idle() {
			break
		}
	}
	for range 60 { // credits that are on their way
		r.step(0)
	}
	return r.judge(f, victim)
}

// inject does it.
func (r *Recovery) inject(f Fault, port int) {
	end := &r.ends[port]
	r.fault = f
	switch {
	case f.Beats != nil:
		for len(end.beats) > 0 || !r.begin(port, false) {
			r.step(80)
		}
		r.breaks(port)
		end.beats = f.Beats(r.rng, end.beats[:packet.Beats:packet.Beats], 1+r.rng.Intn(packet.Beats-1))
	case f.Uncredited:
		r.held = port
		for range 2*r.Links.Credits + 4 {
			for len(end.beats) > 0 {
				r.step(80)
			}
			r.begin(port, true)
			r.breaks(port)
		}
		for range r.bound() { // its next ones are sent when both ends agree again
			r.step(80)
		}
		r.held = -1
	case f.Message:
		r.message = packet.Message{Valid: true, Xoff: true,
			Name: packet.Name{Tp: r.rng.Uint32() >> 1, Mask: r.rng.Uint32()>>1&^1 | 2}}
		r.messageAt = port
	default:
		end.extra = f.Credits
	}
}

// breaks notes that the rules of the packet that begins at a port are broken: nobody waits
// for it.
func (r *Recovery) breaks(port int) {
	stamp := stampOf(r.ends[port].beats[0].Data[0])
	r.faulty[stamp] = true
	for flow, due := range r.due {
		if n := len(due); n > 0 && due[n-1] == stamp {
			r.due[flow] = due[:n-1]
		}
	}
}

// stampOf is the source and the number in a first beat.
func stampOf(first uint64) uint64 { return first >> 8 & (1<<20 - 1) }

// beatOf is beat i of the packet with a stamp, but for the first one.
func beatOf(stamp uint64, i int) uint64 {
	return stamp<<40 | uint64(i)<<32 | (stamp+uint64(i))*2654435761&(1<<32-1)
}

// begin begins a packet at a port, with a credit unless without says so.
func (r *Recovery) begin(port int, without bool) bool {
	end, n := &r.ends[port], r.Links.Ports
	out, dst, queue := (port+1+r.rng.Intn(n-1))%n, 0, 0
	if r.Links.Nodes > 0 {
		dst = r.rng.Intn(r.Links.Nodes)
		out, queue = (port+1+dst%(n-1))%n, dst
	}
	if end.credits[queue] == 0 && !without {
		return false
	}
	end.credits[queue] = max(0, end.credits[queue]-1)
	end.number = (end.number + 1) % 4096
	stamp := uint64(port)<<12 | uint64(end.number)
	delete(r.faulty, stamp)
	header := packet.OneTurn(packet.Turn(n, port, out), packet.TurnBits(n)).Header()
	words := []packet.Word{header.In(packet.Word{stamp<<8 | uint64(dst)})}
	for i := 1; i < packet.Beats; i++ {
		words = append(words, packet.Word{beatOf(stamp, i)})
	}
	end.beats = linkBeats(words)
	flow := recoveringFlow{port, out, dst}
	r.due[flow] = append(r.due[flow], stamp)
	return true
}

// step is a cycle in which an idle port begins a packet with that chance.
func (r *Recovery) step(percent int) {
	for i := range r.ends {
		end := &r.ends[i]
		if len(end.beats) == 0 && i != r.held && r.rng.Intn(100) < percent {
			r.begin(i, false)
		}
		b := packet.Beat{}
		if len(end.beats) > 0 {
			b, end.beats = end.beats[0], end.beats[1:]
		}
		r.in.SetRx(i, b)
		r.in.TxCredit[i], r.in.TxCreditDst[i] = false, 0
		switch {
		case end.extra > 0:
			end.extra--
			r.in.TxCredit[i] = true
		case len(end.owed) > 0 && r.rng.Intn(3) == 0:
			r.in.TxCredit[i], r.in.TxCreditDst[i] = true, end.owed[0]
			end.owed = end.owed[1:]
		}
		m := packet.Message{}
		if i == r.messageAt {
			m, r.message = r.message, packet.Message{}
		}
		r.in.SetTxMsg(i, m)
	}
	out, errors := r.device(r.in, r.errors)
	r.out, r.seen = out, errors.ErrSeen
	for i := range r.ends {
		r.see(i, out)
	}
}

// see takes what leaves at a port.
func (r *Recovery) see(i int, out Outputs) {
	end := &r.ends[i]
	if class, ok := r.Links.credited(out, i); ok {
		end.credits[class] = min(r.Links.Credits, end.credits[class]+1)
	}
	b := out.Tx(i)
	if !b.Valid {
		if len(end.received) > 0 {
			r.wrong("a packet leaves output %d with a gap", i)
		}
		return
	}
	if b.Sop != (len(end.received) == 0) || b.Eop != (len(end.received) == packet.Beats-1) {
		r.wrong("beat %d at output %d has sop=%t, eop=%t", len(end.received), i, b.Sop, b.Eop)
	}
	end.received = append(end.received, b)
	if len(end.received) == packet.Beats {
		r.leaves(i, end.received)
		end.received = nil
	}
}

// leaves judges a packet that has left.
func (r *Recovery) leaves(output int, beats []packet.Beat) {
	stamp, bad := stampOf(beats[0].Data[0]), beats[packet.Beats-1].Bad
	dst := r.Links.class(int(beats[0].Data[0] & 0xff))
	r.ends[output].owed = append(r.ends[output].owed, dst)
	r.left++
	for i, b := range beats[1:] {
		word := b.Data[0]
		if word != beatOf(stamp, i+1) && !(bad && word == 0) && !(bad && r.faulty[stamp] && r.foreign(word, stamp)) {
			r.wrong("beat %d of packet %#x at output %d is %#x", i+1, stamp, output, word)
		}
	}
	if r.faulty[stamp] {
		if r.fault.Lost || !bad && !r.fault.Whole {
			r.wrong("packet %#x, of which a rule was broken, leaves output %d, bad=%t", stamp, output, bad)
		}
		return
	}
	flow := recoveringFlow{int(stamp >> 12), output, dst}
	if bad || len(r.due[flow]) == 0 || r.due[flow][0] != stamp {
		r.wrong("packet %#x leaves output %d, bad=%t; due are %#x", stamp, output, bad, r.due[flow])
		return
	}
	r.due[flow] = r.due[flow][1:]
}

// foreign reports whether a beat of a damaged packet is one that was sent within it, in another place:
// beats move up where one is lost.
func (r *Recovery) foreign(data, stamp uint64) bool { return data>>40 == stamp }

func (r *Recovery) wrong(format string, args ...any) {
	if r.problem == nil {
		r.problem = fmt.Errorf(format, args...)
	}
}

// idle reports whether nothing is under way but credits.
func (r *Recovery) idle() bool {
	for _, list := range r.due {
		if len(list) > 0 {
			return false
		}
	}
	for i := range r.ends {
		if end := &r.ends[i]; len(end.beats)+len(end.owed)+len(end.received)+end.extra > 0 {
			return false
		}
	}
	return true
}

// judge reports what is not as it was before the fault, or was not counted.
func (r *Recovery) judge(f Fault, victim int) error {
	if r.problem != nil {
		return r.problem
	}
	for flow, list := range r.due {
		if len(list) > 0 {
			return fmt.Errorf("%d packets from input %d to output %d have not left %d cycles after the last one was sent",
				len(list), flow.input, flow.output, r.bound())
		}
	}
	for i := range r.ends {
		for queue, credits := range r.ends[i].credits {
			if credits != r.Links.Credits {
				return fmt.Errorf("the other end of port %d has %d of %d credits (queue %d)", i, credits, r.Links.Credits, queue)
			}
		}
		all := r.Links.Credits * max(1, r.Links.Nodes)
		if r.out.StatFree[i] != all || r.out.StatCredit[i] != all {
			return fmt.Errorf("port %d has %d free slots and %d credits, of %d", i, r.out.StatFree[i], r.out.StatCredit[i], all)
		}
		if i != victim && r.seen[i] != 0 {
			return fmt.Errorf("port %d has seen errors %#x", i, r.seen[i])
		}
	}
	counted := len(f.Causes) == 0
	for _, cause := range f.Causes {
		counted = counted || r.seen[victim]>>cause&1 == 1
	}
	if !counted {
		return fmt.Errorf("port %d has seen errors %#x only", victim, r.seen[victim])
	}
	for i := range r.errors.ErrClear {
		r.errors.ErrClear[i] = true
	}
	r.step(0)
	clear(r.errors.ErrClear)
	return nil
}

// Recovers tries every fault at the given number of moments (All), and sees that the switch
// carries full traffic afterwards (FullRate).
func (r *Recovery) Recovers(moments int) error {
	if err := r.All(moments); err != nil {
		return err
	}
	if rate := r.FullRate(4000); rate <= 0.7 {
		return fmt.Errorf("only %.2f packets per packet time and output leave after all faults", rate)
	}
	return nil
}

// FullRate reports how many packets per packet time and output leave when each input sends
// to the next output, without pause.
func (r *Recovery) FullRate(cycles int) float64 {
	before, n := r.left, r.Links.Ports
	for range cycles {
		r.step(100)
	}
	return float64(r.left-before) * packet.Beats / float64(cycles*n)
}

// Moments is how many moments of each fault a test tries.
func Moments(short bool) int {
	if short {
		return 20
	}
	return 200
}

// All tries every fault that the links can have at the given number of moments. The error
// says which one was not recovered from.
func (r *Recovery) All(moments int) error {
	for _, f := range Faults() {
		if f.Message && r.Links.SAQs == 0 || f.Lost && f.Causes[0] == link.NoHead && r.Links.Nodes > 0 {
			continue // nobody knows the destination of a packet without a head
		}
		for moment := range moments {
			if err := r.Try(f); err != nil {
				return fmt.Errorf("%s, moment %d: %w", f.Name, moment, err)
			}
		}
	}
	return nil
}
