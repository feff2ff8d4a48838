package bench

import (
	"math/rand"

	"culprit.example/culprit/blocks/traffic/golden"
	"culprit.example/culprit/testbench/kit"
)

// arrivals plays a link that delivers packets to a node, most of them right.
type arrivals struct {
	rng  *rand.Rand
	p    golden.Params
	node int

	seq   []int // next from each source
	beats []golden.Beat
	only  string // the one mistake that is made, "" if all are
	wrong string // what is wrong with the packet under way, "" if nothing
}

// mistakes are what can be wrong with a packet; what a sink calls it.
var mistakes = []string{
	"sequence skips", "sequence repeats", "wrong destination", "wrong tag", "unknown source", "filled gap in beat 1",
	"filled gap in beat 2",
	"bit flipped", "beats swapped", "eop too early", "eop missing", "cut short by the next", "cut short by a pause",
	"no first beat",
}

func newArrivals(rng *rand.Rand, p golden.Params, node int) *arrivals {
	return &arrivals{rng: rng, p: p, node: node, seq: make([]int, p.Nodes)}
}

// next is the link in this cycle. load and mistaken are percents of the packet
// times, and of the packets; a packet was made up to age cycles before.
func (a *arrivals) next(now uint32, load, mistaken int, age uint32) golden.Beat {
	rng := a.rng
	if len(a.beats) == 0 && kit.Chance(rng, load) {
		a.packet(now, mistaken, age)
	}
	if len(a.beats) == 0 {
		return golden.Beat{Sop: kit.Chance(rng, 20), Eop: kit.Chance(rng, 20), Data: rng.Uint64()}
	}
	b := a.beats[0]
	a.beats = a.beats[1:]
	return b
}

func (a *arrivals) packet(now uint32, mistaken int, age uint32) {
	rng := a.rng
	p := golden.Packet{Turnpool: rng.Uint32() >> 1, Src: rng.Intn(min(a.p.Nodes, 20)), Dst: a.node}
	// The last beat is in the sink's register 8 cycles from now.
	p.Made = now + 8 - uint32(rng.Int63n(int64(age)+1))
	p.Sent = p.Made + uint32(rng.Int63n(int64(now+8-p.Made)+1))
	a.number(&p)
	if rng.Intn(100) == 0 { // soon wraps
		a.seq[p.Src] = 4094
	}
	a.wrong = ""
	if kit.Chance(rng, mistaken) {
		a.wrong = kit.Pick(rng, mistakes)
		if a.only != "" {
			a.wrong = a.only
		}
	}
	a.spoilFields(&p)
	a.beats = a.beats[:0]
	a.send(p)
	a.spoilBeats()
}

// number gives a packet its tag and the next number from its source.
func (a *arrivals) number(p *golden.Packet) {
	if a.p.Link == golden.VOQnetLink {
		p.Tag = a.node
	}
	p.Seq = a.seq[p.Src]
	a.seq[p.Src] = (p.Seq + 1) % 4096
}

// send appends the beats of a packet.
func (a *arrivals) send(p golden.Packet) {
	for i := range golden.Beats {
		a.beats = append(a.beats, p.OnLink(i))
	}
}

func (a *arrivals) spoilFields(p *golden.Packet) {
	rng := a.rng
	switch a.wrong {
	case "sequence skips":
		p.Seq = (p.Seq + 1 + rng.Intn(4095)) % 4096
	case "sequence repeats":
		p.Seq = (p.Seq + 4095) % 4096
	case "wrong destination":
		p.Dst ^= 1 << rng.Intn(8)
	case "wrong tag":
		p.Tag ^= 1 << rng.Intn(8)
	case "unknown source":
		p.Src = (p.Src + a.p.Nodes) % 256
	}
}

func (a *arrivals) spoilBeats() {
	rng, last := a.rng, golden.Beats-1
	cut := 1 + rng.Intn(last)
	switch a.wrong {
	case "filled gap in beat 1":
		a.beats[1].Data ^= 1 << (32 + rng.Intn(24))
	case "filled gap in beat 2":
		a.beats[2].Data ^= 1 << (32 + rng.Intn(32))
	case "bit flipped":
		a.beats[3+rng.Intn(5)].Data ^= 1 << rng.Intn(64)
	case "beats swapped":
		i := 3 + rng.Intn(4)
		a.beats[i].Data, a.beats[i+1].Data = a.beats[i+1].Data, a.beats[i].Data
	case "eop too early":
		a.beats[rng.Intn(last)].Eop = true
	case "eop missing":
		a.beats[last].Eop = false
	case "cut short by the next":
		a.beats = a.beats[:cut]
		a.follow()
	case "cut short by a pause":
		a.beats[cut].Valid = false
	case "no first beat":
		a.beats[0].Sop = false
	}
}

// follow appends a packet that is right.
func (a *arrivals) follow() {
	rng := a.rng
	p := golden.Packet{Src: rng.Intn(min(a.p.Nodes, 20)), Dst: a.node, Made: rng.Uint32(), Sent: rng.Uint32()}
	a.number(&p)
	a.send(p)
}
