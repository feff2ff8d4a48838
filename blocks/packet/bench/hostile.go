package bench

import (
	"math/rand"
	"slices"

	link "culprit.example/culprit/blocks/link/golden"
	packet "culprit.example/culprit/blocks/packet/golden"
	"culprit.example/culprit/rtlgen/blocks"
	"culprit.example/culprit/testbench"
	"culprit.example/culprit/testbench/kit"
)

// Hostile plays the surroundings of a switch that break every rule of its links: packets
// that are cut, too long, without a head or a way, or come without a credit; credits that
// are lost or were never taken; messages with names that cannot be. In between they keep
// to the rules for a while.
type Hostile struct {
	rng   *rand.Rand
	links Links
	in    Inputs
	calm  int // cycles in which all rules are kept, negative: in which they are not
	worse int // how often the rules have been broken, this time included
	ports []hostilePort
}

// Breaks are the assumptions of a switch about its links that Hostile breaks, messages those
// of a switch with messages.
func Breaks(messages bool, more ...string) []string {
	list := []string{"sop_first", "eop_last", "no_gap", "turn_is_legal"}
	if messages {
		list = append(list, "name_of_a_message")
	}
	return append(list, more...)
}

// HostileCoverPoints are what must happen: each cause of errors but those that a switch
// without messages cannot have.
func HostileCoverPoints(messages bool) []string {
	list := []string{"damaged packet leaves", "errors cleared", "counter at its end", "whole packet leaves"}
	for c, name := range link.CauseNames {
		if messages || c != link.NoName {
			list = append(list, name)
		}
	}
	return list
}

// HostileBench runs a switch among links that break every rule: breaks are its assumptions about
// them, messages says whether it has messages with some parameters, and room is how many packets
// the other end of a link may send without a credit back. play makes the case, by HostileCase.
func HostileBench(block *blocks.Block, breaks []string, messages bool, room func(blocks.Values) int,
	play func(v blocks.Values, rng *rand.Rand) testbench.Case) testbench.Bench {
	return testbench.Bench{
		Block: block, Name: "hostile", MinCycles: 12000, Small: map[string]int{"error_bits": 3},
		Breaks: breaks, CoverPoints: HostileCoverPoints(messages), New: play,
		CoverPointsFor: func(v blocks.Values) []string {
			return kit.Without(HostileCoverPoints(messages && v["saqs"] > 0), kit.Cannot{
				"counter at its end": v["error_bits"] > 5,
				// All slots must be taken, or all credits be there, by luck.
				"no_room": room(v) > 32, "no_credit": room(v) > 32,
			})
		},
	}
}

// HostileCase is a switch among hostile links; zero is its outputs, bits the width of its
// counters of errors.
func HostileCase[In, Out any](l Links, bits int, pins Pins[In, Out], zero Out, step func(In) Out,
	rng *rand.Rand) testbench.Case {
	h := NewHostile(l, rng)
	errors := link.NewPinsIn(l.Ports)
	drive := func(int) In {
		in := h.Drive()
		errors = h.clear()
		return pins.In(in, errors)
	}
	see := func(in In) Out {
		out := step(in)
		seen, _ := pins.Out(out)
		h.See(seen)
		return out
	}
	return testbench.NewCase(pins.In(newInputs(l.Ports), errors), zero, see, drive,
		func(_ In, out Out, hit func(string)) {
			seen, told := pins.Out(out)
			h.observe(errors, told, seen.LinksOut, bits, hit)
		})
}

// clear clears the errors of a port now and then.
func (h *Hostile) clear() link.PinsIn {
	pins := link.NewPinsIn(h.links.Ports)
	for i := range h.ports {
		p := &h.ports[i]
		if p.clear--; p.clear < 0 {
			pins.ErrClear[i], p.clear = true, h.rng.Intn(clearCycles)
		}
	}
	return pins
}

// observe reports the cover points that were reached; bits is the width of a counter.
func (h *Hostile) observe(in link.PinsIn, pins link.PinsOut, out packet.LinksOut, bits int, hit func(string)) {
	for i := range h.ports {
		for c, name := range link.CauseNames {
			if pins.ErrSeen[i]>>c&1 == 1 {
				hit(name)
			}
		}
		kit.Reached{
			"errors cleared":        in.ErrClear[i] && pins.ErrSeen[i] != 0,
			"counter at its end":    slices.Contains(pins.ErrCounts[i*link.PortCauses:(i+1)*link.PortCauses], 1<<bits-1),
			"damaged packet leaves": out.TxValid[i] && out.TxEop[i] && out.TxBad[i],
			"whole packet leaves":   out.TxValid[i] && out.TxEop[i] && !out.TxBad[i],
		}.Report(hit)
	}
}

// hostilePort is the other end of the links of a port.
type hostilePort struct {
	clear   int           // cycles until its errors are cleared
	beats   []packet.Beat // to be sent
	credits []int         // for packets; by destination with Nodes
	owed    []int         // destinations of the packets whose credits have not gone back
}

// NewHostile makes the surroundings.
func NewHostile(l Links, rng *rand.Rand) *Hostile {
	h := &Hostile{rng: rng, links: l, calm: -1, in: newInputs(l.Ports)}
	for range l.Ports {
		h.ports = append(h.ports, hostilePort{credits: l.atStart(), clear: rng.Intn(clearCycles)})
	}
	return h
}

// phaseCycles is how long rules are kept, and then broken, at most; clearCycles how long the
// errors of a port are counted.
const (
	phaseCycles = 600
	clearCycles = 5000
)

// Drive makes the inputs of a cycle.
func (h *Hostile) Drive() Inputs {
	switch {
	case h.calm > 1:
		h.calm--
	case h.calm == 1:
		h.worse++
		h.calm = -1 - h.rng.Intn(phaseCycles)
		if h.stuck() {
			h.calm = -h.fills()
		}
	case h.calm < -1:
		h.calm++
	default:
		h.calm = 1 + h.rng.Intn(phaseCycles)
	}
	for i := range h.ports {
		h.in.SetRx(i, h.ports[i].next(h, i))
		h.credit(i)
		h.message(i)
	}
	return h.in
}

// fills is how many cycles do for the packets that fill what is behind the switch, and then
// its slots, if these are not many.
func (h *Hostile) fills() int { return phaseCycles/2 + 5*packet.Beats*min(h.links.Credits, 32) }

// See takes notice of what the switch sends.
func (h *Hostile) See(out Outputs) {
	for i := range h.ports {
		p := &h.ports[i]
		if class, ok := h.links.credited(out, i); ok {
			p.credits[class]++
		}
		if b := out.Tx(i); b.Valid && b.Sop {
			p.owed = append(p.owed, h.links.class(int(b.Data[0]&0xff)))
		}
	}
}

// Breaks reports whether rules are broken in this cycle.
func (h *Hostile) Breaks() bool { return h.calm < 0 }

// stuck reports whether no credit comes back in this cycle, so that all slots fill: in every
// second phase in which rules are broken.
func (h *Hostile) stuck() bool { return h.Breaks() && h.worse%2 == 0 }

// credit returns the credit of a packet, loses it, or makes one up.
func (h *Hostile) credit(i int) {
	p := &h.ports[i]
	h.in.TxCredit[i], h.in.TxCreditDst[i] = false, 0
	if h.stuck() {
		return
	}
	if len(p.owed) > 0 && kit.Chance(h.rng, 20) {
		h.in.TxCredit[i], h.in.TxCreditDst[i] = !(h.Breaks() && kit.Chance(h.rng, 1)), p.owed[0]
		p.owed = p.owed[1:]
	} else if h.Breaks() && kit.Chance(h.rng, 1) {
		h.in.TxCredit[i] = true
		if h.links.Nodes > 0 {
			h.in.TxCreditDst[i] = h.rng.Intn(256)
		}
	}
}

// message sends an Xoff or Xon, with any name or with one that cannot be.
func (h *Hostile) message(i int) {
	if h.links.SAQs == 0 {
		return
	}
	var m packet.Message
	if kit.Chance(h.rng, 2) {
		m = packet.Message{Valid: true, Xoff: kit.Chance(h.rng, 40), Name: NestedNames(h.rng, h.links.Ports, 1)[0]}
		if h.Breaks() && kit.Chance(h.rng, 50) {
			m.Name = packet.Name{Tp: h.rng.Uint32() >> 1, Mask: h.rng.Uint32() >> 1}
		}
	}
	h.in.SetTxMsg(i, m)
}

// next is the beat of a port in this cycle.
func (p *hostilePort) next(h *Hostile, port int) packet.Beat {
	if len(p.beats) == 0 {
		p.begin(h, port)
	}
	if len(p.beats) == 0 {
		return Noise(h.rng, h.links.Data)
	}
	b := p.beats[0]
	p.beats = p.beats[1:]
	return b
}

// begin makes the beats of the next packet, and the cycles between.
func (p *hostilePort) begin(h *Hostile, port int) {
	rng := h.rng
	if kit.Chance(rng, 10) {
		return
	}
	header, dst, queue := h.route(port)
	if p.credits[queue] == 0 && !(h.Breaks() && kit.Chance(rng, 3)) {
		return
	}
	p.credits[queue] = max(0, p.credits[queue]-1)
	words := RandomBeats(rng, header, h.links.Data)
	if h.links.Nodes > 0 {
		words[0][0] = words[0][0]&^0xff | uint64(dst)
	}
	beats := linkBeats(words)
	if h.Breaks() && kit.Chance(rng, 60) {
		beats = damage(rng, beats, h.links.Data)
	}
	p.beats = beats
	for range rng.Intn(3) * rng.Intn(20) {
		p.beats = append(p.beats, Noise(rng, h.links.Data))
	}
}

// route is a header of a packet from a port, its destination, and the credits that it needs.
func (h *Hostile) route(port int) (header packet.Header, dst, queue int) {
	n := h.links.Ports
	to := (port + 1 + h.rng.Intn(n-1)) % n
	if h.links.Nodes > 0 { // packets for a node leave by the same output always
		dst = h.rng.Intn(h.links.Nodes)
		if h.stuck() && h.rng.Intn(2) == 0 { // one that all send to, so that its queues fill
			dst = h.worse % h.links.Nodes
		}
		to, queue = (port+1+dst%(n-1))%n, dst
	}
	name := packet.OneTurn(packet.Turn(n, port, to), packet.TurnBits(n))
	header = name.Header()
	if h.links.SAQs > 0 { // some congestion points lie on many ways
		behind := h.rng.Intn(min(n-1, 2))
		if longer, ok := name.Behind(behind, packet.TurnBits(n)); ok {
			header = longer.Header()
		}
	}
	return header, dst, queue
}

// damage breaks one of the rules of a packet in beats of data bits.
func damage(rng *rand.Rand, beats []packet.Beat, data int) []packet.Beat {
	at := 1 + rng.Intn(packet.Beats-1)
	switch rng.Intn(10) {
	case 0: // a gap
		gap := make([]packet.Beat, 1+rng.Intn(12))
		return append(append(append([]packet.Beat(nil), beats[:at]...), gap...), beats[at:]...)
	case 1: // the rest is lost
		return beats[:at]
	case 2: // it ends early, and perhaps goes on
		beats[at-1].Eop = true
		if rng.Intn(2) == 0 {
			return beats[:at]
		}
	case 3: // it does not end
		beats[packet.Beats-1].Eop = false
		for range rng.Intn(10) {
			beats = append(beats, packet.Beat{Valid: true, Data: RandomWord(rng, data)})
		}
	case 4: // damaged before
		beats[packet.Beats-1].Bad = true
	case 5: // any header
		beats[0].Data = RandomWord(rng, data)
	case 6: // the head is lost
		return beats[1:]
	case 7: // a beat is doubled
		return append(append(append([]packet.Beat(nil), beats[:at]...), beats[at-1]), beats[at:]...)
	case 8: // heads without packets
		for i := range beats {
			beats[i].Sop = rng.Intn(2) == 0
			if beats[i].Sop {
				beats[i].Data = beats[0].Data
			}
		}
	default: // anything
		for i := range beats {
			beats[i] = packet.Beat{Valid: rng.Intn(3) > 0, Sop: rng.Intn(3) == 0, Eop: rng.Intn(3) == 0,
				Bad: rng.Intn(4) == 0, Data: beats[rng.Intn(2)*i].Data}
		}
	}
	return beats
}

// HostileLink sends packets over one link, and breaks rules half of the time.
type HostileLink struct {
	rng         *rand.Rand
	ports, data int
	beats       []packet.Beat
}

// NewHostileLink makes the link to a switch with that many ports, 0 for an end node, with beats
// of data bits.
func NewHostileLink(rng *rand.Rand, ports, data int) *HostileLink {
	return &HostileLink{rng: rng, ports: ports, data: data}
}

// Next is the beat of this cycle.
func (l *HostileLink) Next() packet.Beat {
	if len(l.beats) == 0 {
		n := max(2, l.ports)
		header := packet.OneTurn(l.rng.Intn(n-1), packet.TurnBits(n)).Header()
		switch l.rng.Intn(12) {
		case 0:
			header = packet.OneTurn(n-1, packet.TurnBits(n)).Header() // back
		case 1:
			header = packet.Header(l.rng.Uint64() & (1<<36 - 1))
		case 2: // at another turn, in the end behind the last one
			header = packet.MakeHeader(uint32(l.rng.Uint64()>>33), (30-packet.TurnBits(n)*l.rng.Intn(packet.MaxTurns(n)+1))&31)
		}
		l.beats = linkBeats(RandomBeats(l.rng, header, l.data))
		if l.rng.Intn(2) == 0 {
			l.beats = damage(l.rng, l.beats, l.data)
		}
		for range l.rng.Intn(2) * l.rng.Intn(12) {
			l.beats = append(l.beats, Noise(l.rng, l.data))
		}
	}
	b := l.beats[0]
	l.beats = l.beats[1:]
	return b
}
