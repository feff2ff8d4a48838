package bench

import (
	"fmt"
	"math/rand"
	"slices"
	"testing"

	"gotest.tools/v3/assert"

	rtl "culprit.example/culprit/blocks/adapter"
	"culprit.example/culprit/blocks/adapter/golden"
	"culprit.example/culprit/rtlgen/blocks"
	"culprit.example/culprit/testbench"
	"culprit.example/culprit/testbench/kit"
	"culprit.example/culprit/testbench/mutant"
)

// lie is a message that nobody has sent, or a credit that nobody has taken.
type lie struct {
	name    string
	cause   int
	header  golden.Header
	beats   int  // of its payload
	flip    bool // a bit of the header
	untold  bool // there is no tail
	bad     bool
	orphan  bool // there is no head
	credits int
}

// silent is an adapter that sends nothing in the runs below, and gets nothing: whatever comes in its name is a lie.
const silent = 3

func lies(me int, p golden.Params) []lie {
	from := golden.Header{Dst: me, Src: silent, Message: true}
	with := func(change func(h *golden.Header)) golden.Header {
		h := from
		change(&h)
		return h
	}
	return []lie{
		{name: "wrong CRC", cause: golden.CRC, header: from, beats: 2, flip: true},
		{name: "other adapter", cause: golden.Route,
			header: with(func(h *golden.Header) { h.Dst = (me + 1) % p.Nodes }), beats: 2},
		{name: "segment without a grant", cause: golden.NotGranted,
			header: with(func(h *golden.Header) { h.Message = false }), beats: 9},
		{name: "too large a request", cause: golden.Request,
			header: with(func(h *golden.Header) { h.Req = p.G + 1 }), beats: 2},
		{name: "grant of nothing", cause: golden.Grant, header: with(func(h *golden.Header) { h.Gnt = 1 }), beats: 2},
		{name: "acknowledgement of nothing", cause: golden.Ack,
			header: with(func(h *golden.Header) { h.Ack = true }), beats: 2},
		{name: "head alone", cause: golden.Cut, header: with(func(h *golden.Header) { h.Gnt = 1 })},
		{name: "no tail", cause: golden.Cut, header: from, beats: 5, untold: true},
		{name: "too long", cause: golden.Long, header: from, beats: 36, untold: true},
		{name: "damaged before", cause: golden.Marked, header: from, beats: 3, bad: true},
		{name: "no head", cause: golden.NoHead, header: from, beats: 6, orphan: true},
		{name: "credits", cause: golden.Credit, credits: p.BIn + 1},
	}
}

// recovering is an adapter in a network of golden ones.
type recovering struct {
	p      golden.Params
	rng    *rand.Rand
	me     int
	device func(golden.BeatAdapterIn) golden.BeatAdapterOut
	net    *beatNetwork
	out    []golden.BeatAdapterOut
	due    map[[2]int][]uint32 // tags of packets, by source and destination
	made   []golden.BeatAdapterIn
	extra  int // credits
	clear  bool
	cycle  int
	fault  error
}

// step is a cycle in which each adapter but the silent one gets a packet with that chance.
func (r *recovering) step(load int) {
	for node := range r.p.Nodes {
		lying := node == r.me && len(r.made) > 0 && len(r.net.rx[node]) == 0
		percent := 100
		if lying {
			percent = 0
		}
		in := r.net.inputs(node, percent)
		in.LineEn, in.Tick, in.Reserve, in.GrantRate = true, r.cycle%32 == 0, true, 16
		in.PktDst, in.PktLen, in.PktTag = r.rng.Intn(silent), 1+r.rng.Intn(32*r.p.MaxP), r.rng.Uint32()
		in.PktValid = node != silent && r.cycle > r.p.Nodes*r.p.Paths && kit.Chance(r.rng, load)
		if node == r.me {
			if lying {
				b := r.made[0]
				r.made = r.made[1:]
				in.RxValid, in.RxHead, in.RxTail, in.RxBad, in.RxData = b.RxValid, b.RxHead, b.RxTail, b.RxBad, b.RxData
			}
			in.ErrClear = r.clear
			if r.extra > 0 {
				in.TxCredit = true
				r.extra--
			}
			r.out[node] = r.device(in)
		} else {
			r.out[node] = r.net.nodes[node].Step(in)
		}
		out := r.out[node]
		if in.PktValid && !out.PktDrop {
			flow := [2]int{node, in.PktDst}
			r.due[flow] = append(r.due[flow], in.PktTag)
		}
		r.net.accept(node, out)
		if out.LineValid && out.LineLast {
			flow := [2]int{out.LineSrc, node}
			if out.LineBad || len(r.due[flow]) == 0 || r.due[flow][0] != uint32(out.LineData) {
				r.fault = fmt.Errorf("packet %x from %d leaves at %d, bad=%t", out.LineData, out.LineSrc, node, out.LineBad)
				return
			}
			r.due[flow] = r.due[flow][1:]
		}
	}
	r.cycle++
}

func (r *recovering) run(cycles, percent int) {
	for range cycles {
		r.step(percent)
	}
}

// try tells a lie at a random moment, and reports what is not as before afterwards.
func (r *recovering) try(l lie) error {
	r.run(200+r.rng.Intn(300), 3)
	for len(r.net.rx[r.me]) > 0 { // between two messages
		r.step(0)
	}
	r.extra = l.credits
	if l.credits == 0 {
		r.tell(l)
	}
	r.run(300+r.rng.Intn(100), 3)
	for range 60000 {
		r.step(0)
		if !slices.ContainsFunc([]int{0, 1, 2}, func(src int) bool {
			for dst := range r.p.Nodes {
				if len(r.due[[2]int{src, dst}]) > 0 {
					return true
				}
			}
			return false
		}) {
			break
		}
	}
	r.run(300, 0)
	return r.judge(l)
}

// tell makes the beats of a lie, behind which the link is idle.
func (r *recovering) tell(l lie) {
	for i := range 1 + l.beats {
		if i == 0 && l.orphan {
			continue
		}
		b := golden.BeatAdapterIn{RxValid: true, RxHead: i == 0, RxTail: i == l.beats && !l.untold && l.beats > 0,
			RxData: make([]bool, 65)}
		b.RxBad = l.bad && b.RxTail
		kit.Bools(r.rng, b.RxData, 50)
		if i == 0 {
			v := l.header.Pack(r.p)
			if l.flip {
				v ^= 1 << r.rng.Intn(64)
			}
			for k := range 64 {
				b.RxData[k+1] = v>>k&1 == 1
			}
		}
		r.made = append(r.made, b)
	}
}

func (r *recovering) judge(l lie) error {
	if r.fault != nil {
		return r.fault
	}
	for flow, list := range r.due {
		if len(list) > 0 {
			return fmt.Errorf("%d packets from %d to %d have not left", len(list), flow[0], flow[1])
		}
	}
	o := r.out[r.me]
	if o.StatOc != r.p.BReasm || o.StatFc != r.p.FcInit || o.StatCredits != r.p.BIn {
		return fmt.Errorf("oc is %d, fc %d, credits are %d", o.StatOc, o.StatFc, o.StatCredits)
	}
	if o.ErrSeen>>l.cause&1 == 0 {
		return fmt.Errorf("errors %#x are seen", o.ErrSeen)
	}
	r.clear = true
	r.step(0)
	r.clear = false
	return nil
}

func recovery(t *testing.T, mutants ...testbench.Mutant) func(moments int) error {
	values, err := blocks.Of(rtl.BeatAdapter).Resolve(blocks.Values{
		"nodes": 4, "paths": 2, "g": 5, "b_reasm": 16, "fc_init": 12, "b_in": 6,
	})
	assert.NilError(t, err)
	p := kit.ParamsOf[golden.Params](values)
	in := golden.BeatAdapterIn{RxData: make([]bool, 65)}
	out := golden.BeatAdapterOut{AdapterStatus: golden.NewAdapterStatus(), TxData: make([]bool, 65),
		TxKnown: make([]bool, 65)}
	d, err := testbench.NewDevice(blocks.Of(rtl.BeatAdapter), values, in, out, mutants...)
	assert.NilError(t, err)
	seed := rand.Int63()
	t.Logf("seed %d", seed)
	r := &recovering{p: p, rng: rand.New(rand.NewSource(seed)), due: map[[2]int][]uint32{},
		out: make([]golden.BeatAdapterOut, p.Nodes)}
	r.net = newBeatNetwork(r.rng, p, r.me)
	shadow := r.net.nodes[r.me] // what leaves it is told in fields that are no ports
	r.device = func(in golden.BeatAdapterIn) golden.BeatAdapterOut {
		real, model := d.Step(in), shadow.Step(in)
		real.Tx = model.Tx
		return real
	}
	return func(moments int) error {
		for _, l := range lies(r.me, p) {
			for moment := range moments {
				if err := r.try(l); err != nil {
					return fmt.Errorf("%s, moment %d: %w", l.name, moment, err)
				}
			}
		}
		return nil
	}
}

// TestRecovery tells an adapter what nobody has said, at random moments: packets arrive whole and in
// order, all slots and credits come home, and the error is counted.
func TestRecovery(t *testing.T) {
	t.Parallel()
	moments := 20
	if testing.Short() {
		moments = 4
	}
	assert.NilError(t, recovery(t)(moments))
}

// TestNoRecovery does the same with mistakes in the guards.
func TestNoRecovery(t *testing.T) {
	t.Parallel()
	for name, m := range map[string]testbench.Mutant{
		"granted": kit.In("granted", "reqgrant_beat_parser", mutant.StuckBit("src_granted", 0, 1)),
		"grant":   kit.In("grant", "reqgrant_beat_ingress", mutant.StuckBit("error_q", 0, 0)),
		"credit":  kit.In("credit", "reqgrant_beat_ingress", mutant.StuckBit("all_credits", 0, 0)),
		"request": kit.In("request", "reqgrant_beat_arbiter", mutant.StuckBit("request_fits", 0, 1)),
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			assert.ErrorContains(t, recovery(t, m)(8), "moment")
		})
	}
}
