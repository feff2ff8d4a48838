package golden

import (
	"math/rand"
	"slices"
	"testing"

	"gotest.tools/v3/assert"
)

// wire takes packets off a NIC's pins.
type wire struct {
	beats []uint64
}

// packet is the packet that ends in this cycle.
func (w *wire) packet(out NICOut) (p Packet, ended bool) {
	if !out.Tx.Valid {
		return p, false
	}
	w.beats = append(w.beats, out.Tx.Data)
	if !out.Tx.Eop {
		return p, false
	}
	b := w.beats
	w.beats = nil
	p = Packet{
		Turnpool: uint32(b[0] >> 33), Src: int(b[0] >> 20 & 0xff), Seq: int(b[0] >> 8 & 0xfff),
		Dst: int(b[1] >> 56), Made: uint32(b[1]), Sent: uint32(b[2]),
	}
	return p, len(b) == Beats
}

// TestOldestFirst drives a NIC with random Xoffs and Xons and compares the packets
// that leave with what a queue per destination would do: each flow in order, and no
// packet leaves while an older one waits that nothing stops.
func TestOldestFirst(t *testing.T) {
	for seed := range int64(20) {
		o := newOnlooker(t, seed)
		for cycle := range 12000 {
			o.step(cycle)
		}
		assert.Assert(t, o.aside > 20, "seed %d: %d packets set aside", seed, o.aside)
	}
}

// onlooker drives a NIC and knows what waits and what is stopped.
type onlooker struct {
	t          *testing.T
	seed       int64
	rng        *rand.Rand
	nic        *NIC
	wire       wire
	waiting    []Packet // in order of arrival
	seq        []int
	stopped    []Name // Xoffs without an Xon
	lastChange int    // cycle of the last message
	credit     bool
	aside      int // packets that were set aside
}

const (
	testNodes = 16
	settled   = 40 // cycles in which a message has had its effect
)

func newOnlooker(t *testing.T, seed int64) *onlooker {
	p := Params{Nodes: testNodes, Queue: 60, Lines: 6, Slots: 64, LinkLatency: 2}
	o := &onlooker{t: t, seed: seed, rng: rand.New(rand.NewSource(seed)), nic: NewNIC(p), seq: make([]int, testNodes)}
	for dst := range testNodes {
		o.nic.Step(NICIn{Route: Route{Valid: true, Dst: dst, Turns: testRoute(dst)}})
	}
	return o
}

func testRoute(dst int) uint32 { return uint32(dst)<<27 | 1<<27 - 1 }

func (o *onlooker) step(cycle int) {
	in := NICIn{Now: uint32(cycle), Make: Make{Valid: o.rng.Intn(8) == 0, Dst: o.rng.Intn(testNodes)},
		Tx: Back{Credit: o.credit}}
	if o.rng.Intn(200) == 0 && cycle%2000 < 1000 || cycle%2000 == 1500 {
		o.message(&in)
		o.lastChange = cycle
	}
	out := o.nic.Step(in)
	if o.nic.LastStep().SetAside >= 0 {
		o.aside++
	}
	if in.Make.Valid && !out.StatRefused {
		o.waiting = append(o.waiting, Packet{Dst: in.Make.Dst, Seq: o.seq[in.Make.Dst], Made: in.Now,
			Turnpool: testRoute(in.Make.Dst)})
		o.seq[in.Make.Dst]++
	}
	got, ended := o.wire.packet(out)
	o.credit = ended
	if ended {
		o.leaves(cycle, got)
	}
}

// message is the Xoff of a new name, or the Xon of one that is stopped.
func (o *onlooker) message(in *NICIn) {
	length := 1 + o.rng.Intn(4)
	mask := uint32(1<<31-1) &^ (1<<(31-length) - 1)
	name := Name{Tp: o.rng.Uint32() & mask, Mask: mask}
	in.Tx.Msg.Valid, in.Tx.Msg.Xoff = true, len(o.stopped) < 4 && !slices.Contains(o.stopped, name)
	if in.Tx.Msg.Xoff {
		o.stopped = append(o.stopped, name)
	} else if len(o.stopped) > 0 {
		i := o.rng.Intn(len(o.stopped))
		name = o.stopped[i]
		o.stopped = slices.Delete(o.stopped, i, i+1)
	}
	in.Tx.Msg.Tp, in.Tx.Msg.Mask = name.Tp, name.Mask
}

// leaves compares a packet that has left with those that wait.
func (o *onlooker) leaves(cycle int, got Packet) {
	t := o.t
	at := slices.IndexFunc(o.waiting, func(w Packet) bool { return w.Made == got.Made })
	assert.Assert(t, at >= 0, "seed %d, cycle %d: this packet is not waiting", o.seed, cycle)
	for _, older := range o.waiting[:at] {
		assert.Assert(t, older.Dst != got.Dst, "seed %d, cycle %d: overtaken within its flow", o.seed, cycle)
		isStopped := slices.ContainsFunc(o.stopped, func(n Name) bool { return n.Matches(older.Turnpool) })
		assert.Assert(t, isStopped || cycle-o.lastChange <= settled,
			"seed %d, cycle %d: an older packet waits, and nothing stops it", o.seed, cycle)
	}
	got.Sent = 0
	assert.DeepEqual(t, got, o.waiting[at])
	o.waiting = slices.Delete(o.waiting, at, at+1)
}

// TestBins compares the bins with their bounds.
func TestBins(t *testing.T) {
	for _, c := range []struct {
		latency uint32
		bin     int
	}{
		{0, 0}, {7, 0}, {8, 1}, {31, 3}, {32, 4}, {63, 7}, {64, 8}, {79, 8}, {80, 9}, {127, 11}, {128, 12}, {8 * 100, 22},
		{8*(1<<16) - 1, 59},
		{8 * (1 << 16), 60}, {8*(1<<17) - 1, 63}, {8 * (1 << 17), 63}, {1<<32 - 1, 63},
	} {
		assert.Equal(t, BinOf(c.latency), c.bin, "latency %d", c.latency)
	}
	for v := uint32(1); v < 1<<18; v++ {
		step := BinOf(8*v) - BinOf(8*(v-1))
		assert.Assert(t, step == 0 || step == 1, "at %d", v)
	}
}
