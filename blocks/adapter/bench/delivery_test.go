package bench

import (
	"fmt"
	"math/rand"
	"testing"

	"gotest.tools/v3/assert"

	"culprit.example/culprit/blocks/adapter/golden"
	"culprit.example/culprit/internal/tiers"
)

// sent is a packet on its way; its length is in segments, or in beats.
type sent struct {
	tag    uint32
	length int
}

// deliveries are the packets of all flows that have been sent and have not left.
type deliveries struct {
	nodes     int
	flows     [][]sent
	done      []int // of the first packet, segments or beats that have left
	delivered int
}

func newDeliveries(nodes int) *deliveries {
	return &deliveries{nodes: nodes, flows: make([][]sent, nodes*nodes), done: make([]int, nodes*nodes)}
}

func (d *deliveries) send(src, dst int, k sent) {
	d.flows[src*d.nodes+dst] = append(d.flows[src*d.nodes+dst], k)
}

// leave takes a segment or beat that leaves as the next one of its flow. The result is
// its packet and its number in that.
func (d *deliveries) leave(t *testing.T, cycle, src, dst int, first, last bool) (sent, int) {
	t.Helper()
	flow := src*d.nodes + dst
	assert.Assert(t, len(d.flows[flow]) > 0, "cycle %d: nothing was sent from %d to %d", cycle, src, dst)
	k, number := d.flows[flow][0], d.done[flow]
	assert.Equal(t, first, number == 0)
	d.done[flow]++
	assert.Equal(t, last, d.done[flow] == k.length)
	if last {
		d.flows[flow], d.done[flow] = d.flows[flow][1:], 0
		d.delivered++
	}
	return k, number
}

// end checks that all packets have left.
func (d *deliveries) end(t *testing.T) {
	t.Helper()
	for flow, left := range d.flows {
		assert.Equal(t, len(left), 0, "packets of flow %d are left", flow)
	}
	assert.Assert(t, d.delivered > 1000, "%d packets", d.delivered)
}

// atRest checks that an adapter has got back what it has given.
func atRest(t *testing.T, p golden.Params, out golden.AdapterStatus) {
	t.Helper()
	assert.Equal(t, out.StatOc, p.BReasm, "output-buffer credits at rest")
	assert.Equal(t, out.StatFc, p.FcInit, "fabric-buffer credits at rest")
	assert.Equal(t, out.StatHeld, 0, "grants at rest")
	assert.Equal(t, out.StatCredits, p.BIn, "credits at rest")
}

// TestCellDelivery runs networks of golden models: every accepted packet leaves once,
// complete, in the order of its flow, and everything is at rest in the end.
func TestCellDelivery(t *testing.T) {
	t.Parallel()
	for i, p := range []golden.Params{
		{Nodes: 4, Paths: 4, G: 16, BReasm: 32, FcInit: 20, BIn: 8, VOQ: 64, Watch: 12, MaxP: 1, Unsol: 1},
		{Nodes: 4, Paths: 2, G: 5, BReasm: 10, FcInit: 6, BIn: 3, VOQ: 16, Watch: 12, MaxP: 4, Unsol: 1},
		{Nodes: 8, Paths: 4, G: 8, BReasm: 16, FcInit: 100, BIn: 8, VOQ: 64, Watch: 12, MaxP: 3},
		{Nodes: 8, Paths: 2, G: 16, BReasm: 64, FcInit: 64, BIn: 8, VOQ: 64, Watch: 12, MaxP: 1, OOB: 1},
		{Nodes: 8, Paths: 2, G: 9, BReasm: 18, FcInit: 18, BIn: 8, VOQ: 64, Watch: 12, MaxP: 4, OOB: 1},
	} {
		t.Run(fmt.Sprint(i), func(t *testing.T) {
			t.Parallel()
			rng := rand.New(rand.NewSource(int64(i)))
			n := newNetwork(rng, p, 0)
			d := newDeliveries(p.Nodes)
			for cycle := range 20000 {
				for node := range p.Nodes {
					in := n.inputs(node, 90)
					in.LineEn, in.Reserve, in.GrantRate = true, cycle/1000%2 == 0, 16
					in.PktDst, in.PktTag = rng.Intn(p.Nodes)*rng.Intn(2), rng.Uint32()
					in.PktValid = cycle > p.Nodes*p.Paths && cycle < 12000 && rng.Intn(100) < 90/p.MaxP
					out := n.nodes[node].Step(in)
					n.accept(node, out)
					if in.PktValid && !out.PktDrop {
						d.send(node, in.PktDst, sent{in.PktTag, p.MaxP})
					}
					if out.LineValid {
						k, _ := d.leave(t, cycle, out.LineSrc, node, out.LineFirst, out.LineLast)
						assert.Equal(t, out.LineTag, k.tag, "cycle %d, from %d to %d", cycle, out.LineSrc, node)
					}
					assert.Assert(t, !out.ErrCrc && !out.ErrRoute && !out.ErrSequence)
					if cycle == 19999 {
						atRest(t, p, out.AdapterStatus)
					}
				}
			}
			d.end(t)
		})
	}
}

// TestBeatDelivery does the same in beat mode: every beat is checked.
func TestBeatDelivery(t *testing.T) {
	tiers.Long(t, "delivery through a network of adapters")
	t.Parallel()
	for i, p := range []golden.Params{
		{Nodes: 4, Paths: 4, G: 16, BReasm: 32, FcInit: 20, BIn: 8, VOQ: 64, Watch: 12, MaxP: 4, Unsol: 1},
		{Nodes: 4, Paths: 2, G: 36, BReasm: 72, FcInit: 50, BIn: 3, VOQ: 16, Watch: 12, MaxP: 36, Unsol: 1},
		{Nodes: 8, Paths: 4, G: 8, BReasm: 16, FcInit: 100, BIn: 8, VOQ: 64, Watch: 12, MaxP: 3},
		{Nodes: 8, Paths: 2, G: 16, BReasm: 64, FcInit: 64, BIn: 8, VOQ: 64, Watch: 12, MaxP: 8, OOB: 1},
	} {
		t.Run(fmt.Sprint(i), func(t *testing.T) {
			t.Parallel()
			rng := rand.New(rand.NewSource(int64(i)))
			n := newBeatNetwork(rng, p, 0)
			d := newDeliveries(p.Nodes)
			const last = 60000
			for cycle := range last + 1 {
				for node := range p.Nodes {
					in := n.inputs(node, 95)
					in.LineEn, in.Tick, in.Reserve, in.GrantRate = true, cycle%32 == 0, cycle/5000%2 == 0, 20
					in.PktDst, in.PktTag = rng.Intn(p.Nodes)*rng.Intn(2), rng.Uint32()
					in.PktLen = 5
					if rng.Intn(10) == 0 {
						in.PktLen = 1 + rng.Intn(32*p.MaxP)
					}
					in.PktValid = cycle > p.Nodes*p.Paths && cycle < 20000 && rng.Intn(100) < 10
					out := n.nodes[node].Step(in)
					n.accept(node, out)
					if in.PktValid && !out.PktDrop {
						d.send(node, in.PktDst, sent{in.PktTag, in.PktLen})
					}
					if out.LineValid {
						k, number := d.leave(t, cycle, out.LineSrc, node, out.LineFirst, out.LineLast)
						want := uint64(out.LineSrc)<<56 | uint64(node)<<48 | uint64(number)<<32 | uint64(k.tag)
						assert.Equal(t, out.LineData, want, "cycle %d, from %d to %d", cycle, out.LineSrc, node)
					}
					assert.Assert(t, !out.ErrCrc && !out.ErrRoute && !out.ErrSequence)
					if cycle == last {
						atRest(t, p, out.AdapterStatus)
					}
				}
			}
			d.end(t)
		})
	}
}
