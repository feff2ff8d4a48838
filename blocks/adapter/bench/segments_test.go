package bench

import (
	"cmp"
	"fmt"
	"maps"
	"math/rand"
	"testing"

	"gotest.tools/v3/assert"

	rtl "culprit.example/culprit/blocks/adapter"
	"culprit.example/culprit/blocks/adapter/golden"
	"culprit.example/culprit/rtlgen/blocks"
	"culprit.example/culprit/testbench"
	"culprit.example/culprit/testbench/kit"
	"culprit.example/culprit/testbench/mutant"
)

// segmentFault is what happens to one segment on its way to the adapter under test. The result are
// the words that come in its place.
type segmentFault struct {
	name    string
	happens func(r *segmentRun, w golden.Word) []golden.Word
	drops   int  // packets of its flow that it may cost
	trusted bool // the flow gets what the segment says, which nobody has sent
	message bool // it may happen to a message without payload
}

var segmentFaults = []segmentFault{
	{name: "lost", drops: 1, message: true, happens: func(*segmentRun, golden.Word) []golden.Word { return nil }},
	{name: "doubled", happens: func(_ *segmentRun, w golden.Word) []golden.Word { return []golden.Word{w, w} }},
	{name: "wrong CRC", drops: 1, message: true, happens: func(r *segmentRun, w golden.Word) []golden.Word {
		r.flip = true
		return []golden.Word{w}
	}},
	{name: "late", drops: 1, message: true, happens: func(r *segmentRun, w golden.Word) []golden.Word {
		r.late = append(r.late, w)
		return nil
	}},
	{name: "number behind", drops: 1, happens: renumbered(-1)},
	{name: "number far ahead", drops: 1, happens: renumbered(1500)},
	{name: "number ahead", trusted: true, happens: renumbered(1)},
	{name: "wrong path", drops: 1, happens: func(r *segmentRun, w golden.Word) []golden.Word {
		w.Header.Mid = (w.Header.Mid + 1) % r.p.Paths
		return []golden.Word{w}
	}},
}

// renumbered gives a segment the number of one that is rounds of the paths behind or ahead.
func renumbered(rounds int) func(*segmentRun, golden.Word) []golden.Word {
	return func(r *segmentRun, w golden.Word) []golden.Word {
		const all = 1 << 14
		w.Header.Seq = (w.Header.Seq + rounds*r.p.Paths + all) % all
		return []golden.Word{w}
	}
}

// segmentRun is an adapter of cell mode in a network of golden ones.
type segmentRun struct {
	p      golden.Params
	rng    *rand.Rand
	me     int
	device func(golden.AdapterIn) golden.AdapterOut
	net    *network
	status golden.AdapterStatus

	due   [][]uint32 // tags of packets to the adapter, by source
	at    []int      // segments of the first of them that have left
	fault *segmentFault
	hurt  int           // the source of the segment that the fault hits, -1 before
	lost  int           // packets of it that do not leave
	late  []golden.Word // words that come some cycles later
	flip  bool          // a bit of the next word flips
	wait  int           // cycles until then
	cycle int

	stands bool // the flow that the fault has hit may stand still
	mends  bool // every word may be hit, since what its header carries is made again
}

func newSegmentRun(t *testing.T, v blocks.Values, mutants ...testbench.Mutant) *segmentRun {
	t.Helper()
	values, err := blocks.Of(rtl.Adapter).Resolve(v)
	assert.NilError(t, err)
	p := kit.ParamsOf[golden.Params](values)
	out := golden.AdapterOut{AdapterStatus: golden.NewAdapterStatus(), TxData: make([]uint32, 3), TxKnown: make([]bool, 3)}
	d, err := testbench.NewDevice(blocks.Of(rtl.Adapter), values, golden.AdapterIn{RxData: make([]uint32, 3)}, out, mutants...)
	assert.NilError(t, err)
	seed := rand.Int63()
	t.Logf("seed %d", seed)
	rng := rand.New(rand.NewSource(seed))
	return &segmentRun{p: p, rng: rng, device: d.Step, net: newNetwork(rng, p, 0), due: make([][]uint32, p.Nodes),
		at: make([]int, p.Nodes), hurt: -1}
}

// step is a cycle in which each adapter gets a packet with that chance, half of them for the one
// under test.
func (r *segmentRun) step(load int) error {
	for node := range r.p.Nodes {
		in := r.net.inputs(node, 90)
		in.LineEn, in.Reserve, in.GrantRate = true, r.cycle/3000%2 == 0, 160
		in.PktDst, in.PktTag = r.rng.Intn(r.p.Nodes)*r.rng.Intn(2), r.rng.Uint32()
		in.PktValid = r.cycle > r.p.Nodes*r.p.Paths && kit.Chance(r.rng, load)
		var out golden.AdapterOut
		if node == r.me {
			r.arrive(&in)
			out = r.device(in)
			h, _ := golden.Unpack(uint64(out.TxData[2])<<32|uint64(out.TxData[1]), r.p)
			out.Tx = golden.Word{Header: h, Tag: out.TxData[0]}
			r.status = out.AdapterStatus
			if err := r.leaves(out); err != nil {
				return err
			}
		} else {
			out = r.net.nodes[node].Step(in)
		}
		if in.PktValid && !out.PktDrop && in.PktDst == r.me {
			r.due[node] = append(r.due[node], in.PktTag)
		}
		r.net.accept(node, out)
	}
	r.cycle++
	return nil
}

// arrive lets the fault happen to a granted segment that carries nothing else, and what is late
// come.
func (r *segmentRun) arrive(in *golden.AdapterIn) {
	r.wait--
	if !in.RxValid {
		if len(r.late) > 0 && r.wait <= 0 {
			r.put(in, r.late[0])
			r.late = r.late[1:]
		}
		return
	}
	h, _ := golden.Unpack(uint64(in.RxData[2])<<32|uint64(in.RxData[1]), r.p)
	control := h.Message || r.p.OOB == 0 && (h.Req > 0 || h.Gnt > 0 || h.Ack || h.Unsol)
	if r.fault == nil || r.hurt >= 0 || control && (!r.mends || h.Message && !r.fault.message) {
		return
	}
	r.hurt, r.wait = h.Src, 20
	words := r.fault.happens(r, golden.Word{Header: h, Tag: in.RxData[0]})
	in.RxValid = len(words) > 0
	if len(words) > 0 {
		r.put(in, words[0])
		r.late = append(r.late, words[1:]...)
	}
}

func (r *segmentRun) put(in *golden.AdapterIn, w golden.Word) {
	h := w.Header.Pack(r.p)
	if r.flip {
		h ^= 1 << r.rng.Intn(64)
		r.flip = false
	}
	in.RxValid, in.RxHead, in.RxTail = true, true, true
	in.RxData = []uint32{w.Tag, uint32(h), uint32(h >> 32)}
}

// leaves checks what leaves on the line: whole packets, in the order of their flows. The flow that
// the fault has hit may miss some.
func (r *segmentRun) leaves(out golden.AdapterOut) error {
	if !out.LineValid {
		return nil
	}
	src := out.LineSrc
	if out.LineFirst != (r.at[src] == 0) || out.LineLast != (r.at[src] == r.p.MaxP-1) {
		return fmt.Errorf("segment %d of a packet from %d has first=%t, last=%t", r.at[src], src, out.LineFirst, out.LineLast)
	}
	misses := src == r.hurt && r.at[src] == 0
	for misses && len(r.due[src]) > 0 && r.due[src][0] != out.LineTag && (r.stands || r.lost < r.fault.drops) {
		r.due[src] = r.due[src][1:]
		r.lost++
	}
	if src == r.hurt && r.fault.trusted && len(r.due[src]) > 0 {
		r.due[src][0] = out.LineTag
	}
	if len(r.due[src]) == 0 || r.due[src][0] != out.LineTag {
		return fmt.Errorf("cycle %d: %x leaves from %d, and %x is due", r.cycle, out.LineTag, src, r.due[src])
	}
	if r.at[src]++; r.at[src] == r.p.MaxP {
		r.due[src], r.at[src] = r.due[src][1:], 0
	}
	return nil
}

// run goes on for the given cycles.
func (r *segmentRun) run(cycles, load int) error {
	for range cycles {
		if err := r.step(load); err != nil {
			return err
		}
	}
	return nil
}

// try lets a fault happen at a random moment, and reports what is not as before when every flow has
// sent some more packets.
func (r *segmentRun) try(f *segmentFault) error {
	if err := r.run(100+r.rng.Intn(200), 30/r.p.MaxP); err != nil {
		return err
	}
	r.fault, r.hurt, r.lost = f, -1, 0
	for r.hurt < 0 {
		if err := r.step(30 / r.p.MaxP); err != nil {
			return err
		}
	}
	rounds, rest := 1, 1500
	if r.mends {
		rounds, rest = 2, (5+r.p.Nodes)<<r.p.Watch
	}
	for range rounds {
		if err := cmp.Or(r.run(1500, 30/r.p.MaxP), r.run(rest, 0)); err != nil {
			return err
		}
	}
	if f.trusted { // a packet less, for the place that its number has taken
		r.due[r.hurt] = nil
	}
	for src, list := range r.due {
		if src == r.hurt && (r.stands || len(list) <= f.drops-r.lost) {
			r.due[src] = nil
		} else if len(list) > 0 {
			return fmt.Errorf("%d packets from %d have not left", len(list), src)
		}
	}
	if r.stands {
		return nil
	}
	return r.home()
}

// home reports what has not come home.
func (r *segmentRun) home() error {
	s := r.status
	if s.StatOc != r.p.BReasm || s.StatFc != r.p.FcInit {
		return fmt.Errorf("oc is %d, fc %d", s.StatOc, s.StatFc)
	}
	if s.ErrSeen == 0 && !r.mends {
		return fmt.Errorf("nothing is counted")
	}
	return nil
}

func (r *segmentRun) all(moments int) error {
	for i := range segmentFaults {
		f := &segmentFaults[i]
		if f.trusted && r.p.OOB == 0 {
			continue // the segment whose number it takes is refused with the request that it carries
		}
		for moment := range moments {
			if err := r.try(f); err != nil {
				return fmt.Errorf("%s, moment %d: %w", f.name, moment, err)
			}
		}
	}
	return nil
}

// segmentForms are the networks in which segments get lost.
var segmentForms = map[string]blocks.Values{
	"one":     {"nodes": 4, "paths": 2, "g": 5, "b_reasm": 24, "fc_init": 20, "b_in": 8, "max_p": 1, "oob": 1},
	"two":     {"nodes": 4, "paths": 2, "g": 6, "b_reasm": 24, "fc_init": 20, "b_in": 8, "max_p": 2, "oob": 1},
	"three":   {"nodes": 8, "paths": 4, "g": 9, "b_reasm": 40, "fc_init": 30, "b_in": 8, "max_p": 3, "oob": 1},
	"four":    {"nodes": 4, "paths": 4, "g": 8, "b_reasm": 40, "fc_init": 30, "b_in": 8, "max_p": 4, "oob": 1},
	"in band": {"nodes": 4, "paths": 4, "g": 8, "b_reasm": 40, "fc_init": 30, "b_in": 8, "max_p": 2, "unsol": 0},
}

// TestSegmentFaults damages segments at random moments: packets of other flows leave whole and in
// order, the flow misses no more than the packet of the segment, and all slots and credits come
// home.
func TestSegmentFaults(t *testing.T) {
	t.Parallel()
	moments := 30
	if testing.Short() {
		moments = 3
	}
	for name, v := range segmentForms {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			assert.NilError(t, newSegmentRun(t, v).all(moments))
		})
	}
}

// TestFaultyFlowStandsStill does so with unsolicited segments, behind one of which a flow may wait
// for ever: it does not harm others.
func TestFaultyFlowStandsStill(t *testing.T) {
	t.Parallel()
	for repair := range 2 {
		for i := range segmentFaults {
			f := &segmentFaults[i]
			if f.trusted {
				continue // as in all
			}
			t.Run(fmt.Sprintf("%s, repair=%d", f.name, repair), func(t *testing.T) {
				t.Parallel()
				r := newSegmentRun(t, blocks.Values{"nodes": 4, "paths": 4, "g": 8, "b_reasm": 40, "fc_init": 30, "b_in": 8,
					"max_p": 3, "repair": repair, "watch": 8})
				r.stands = true
				assert.NilError(t, r.try(f))
			})
		}
	}
}

// mendedForms are networks with the repair.
var mendedForms = map[string]blocks.Values{
	"one":   {"nodes": 4, "paths": 2, "g": 5, "b_reasm": 10, "fc_init": 10, "b_in": 8, "max_p": 1},
	"two":   {"nodes": 4, "paths": 2, "g": 6, "b_reasm": 12, "fc_init": 12, "b_in": 8, "max_p": 2, "unsol": 0},
	"three": {"nodes": 4, "paths": 4, "g": 9, "b_reasm": 18, "fc_init": 18, "b_in": 8, "max_p": 3},
	"four":  {"nodes": 8, "paths": 2, "g": 8, "b_reasm": 16, "fc_init": 16, "b_in": 8, "max_p": 4},
}

// newMendedRun is a run of one of them.
func newMendedRun(t *testing.T, name string, mutants ...testbench.Mutant) *segmentRun {
	t.Helper()
	v := maps.Clone(mendedForms[name])
	v["repair"], v["watch"] = 1, 8
	r := newSegmentRun(t, v, mutants...)
	r.mends = true
	return r
}

// TestRepairedSegmentFaults damages any words at random moments, with the repair: a packet is lost at
// most, and all flows go on, whatever the header carried.
func TestRepairedSegmentFaults(t *testing.T) {
	t.Parallel()
	moments := 20
	if testing.Short() {
		moments = 3
	}
	for name := range mendedForms {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			assert.NilError(t, newMendedRun(t, name).all(moments))
		})
	}
}

// TestNoRepairedSegmentFaults does the same with mistakes: without the settling the flow of a lost
// segment stands still whose packet began with an unsolicited one.
func TestNoRepairedSegmentFaults(t *testing.T) {
	t.Parallel()
	for name, m := range map[string]testbench.Mutant{
		"place": kit.In("place", "reqgrant_egress", mutant.StuckBit("fill", 0, 0)),
		"path":  kit.In("path", "reqgrant_parser", mutant.StuckBit("settle_writes", 0, 0)),
		"lost":  kit.In("lost", "reqgrant_repair", mutant.StuckBit("returns", 0, 0)),
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			notices(t, func() error { return newMendedRun(t, "three", m).all(20) })
		})
	}
}

// notices demands that a mistake is noticed. Moments are random, and a few of them may miss it: it has some runs.
func notices(t *testing.T, run func() error) {
	t.Helper()
	var err error
	for runs := 0; runs < 6 && err == nil; runs++ {
		err = run()
	}
	assert.ErrorContains(t, err, "moment")
}

// TestNoSegmentFaults does the same with mistakes.
func TestNoSegmentFaults(t *testing.T) {
	t.Parallel()
	for name, m := range map[string]testbench.Mutant{
		"hole":   kit.In("hole", "reqgrant_egress", mutant.StuckBit("hole", 0, 0)),
		"bad":    kit.In("bad", "reqgrant_egress", mutant.StuckBit("packet_bad", 0, 0)),
		"owed":   kit.In("owed", "reqgrant_egress", mutant.StuckBit("returns", 0, 0)),
		"number": kit.In("number", "reqgrant_parser", mutant.StuckBit("number_right", 0, 1)),
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			notices(t, func() error { return newSegmentRun(t, segmentForms["two"], m).all(10) })
		})
	}
}
