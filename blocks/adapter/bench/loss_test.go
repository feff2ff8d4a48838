package bench

import (
	"fmt"
	"math/rand"
	"testing"

	"gotest.tools/v3/assert"

	"culprit.example/culprit/blocks/adapter/golden"
)

// losses are the classes of control that can get lost alone, in messages without
// payload: what a header carries of it.
var losses = []struct {
	name   string
	params golden.Params
	is     func(golden.Header) bool
	stuck  bool // the source is the destination of the message
}{
	{"request", golden.Params{}, func(h golden.Header) bool { return h.Req > 0 && !h.Aud }, false},
	{"grant", golden.Params{}, func(h golden.Header) bool { return h.Gnt > 0 }, true},
	{"acknowledgement", golden.Params{Unsol: 1}, func(h golden.Header) bool { return h.Ack }, true},
}

// lossRun is a network of golden models in which one message gets lost.
type lossRun struct {
	t      *testing.T
	n      *network
	d      *deliveries
	rng    *rand.Rand
	cycle  int
	losing func(golden.Header) bool // the next message without payload for which it holds is lost
	lostAt int
	lost   golden.Header
	blocks int            // adapter that the fabric delivers nothing to, -1: none
	stuck  map[[2]int]int // source and destination of flows that are stuck, with the first cycle
	last   []golden.AdapterOut
}

func newLossRun(t *testing.T, p golden.Params) *lossRun {
	rng := rand.New(rand.NewSource(1))
	return &lossRun{blocks: -1, t: t, n: newNetwork(rng, p, 0), d: newDeliveries(p.Nodes), rng: rng,
		stuck: map[[2]int]int{}, last: make([]golden.AdapterOut, p.Nodes)}
}

// run goes on for the given number of cycles; load of 100 have a packet of each node.
func (r *lossRun) run(cycles, load int) {
	p := r.n.p
	for range cycles {
		for node := range p.Nodes {
			percent := 100
			if node == r.blocks {
				percent = 0
			}
			in := r.n.inputs(node, percent)
			in.LineEn, in.Reserve, in.GrantRate = true, true, 160
			in.PktDst, in.PktTag = r.rng.Intn(p.Nodes), r.rng.Uint32()
			in.PktValid = r.cycle > p.Nodes*p.Paths && r.rng.Intn(100) < load
			out := r.n.nodes[node].Step(in)
			if in.PktValid && !out.PktDrop {
				r.d.send(node, in.PktDst, sent{in.PktTag, p.MaxP})
			}
			if out.LineValid {
				k, _ := r.d.leave(r.t, r.cycle, out.LineSrc, node, out.LineFirst, out.LineLast)
				assert.Equal(r.t, out.LineTag, k.tag)
			}
			assert.Assert(r.t, !out.ErrCrc && !out.ErrRoute && !out.ErrSequence)
			if out.StuckValid && r.stuck[[2]int{node, out.StuckNode}] == 0 {
				r.stuck[[2]int{node, out.StuckNode}] = r.cycle
			}
			if h := out.Tx.Header; out.TxValid && h.Message && r.losing != nil && r.losing(h) {
				r.losing, r.lost, r.lostAt = nil, h, r.cycle
				out.TxValid = false
				r.n.home[node]++ // its credit is not lost
			}
			r.last[node] = out
			r.n.accept(node, out)
		}
		r.cycle++
	}
}

// waiting are the packets that have not left.
func (r *lossRun) waiting() (n int) {
	for _, f := range r.d.flows {
		n += len(f)
	}
	return n
}

// TestLossIsNoticed loses a request, a grant and an acknowledgement: the flow that waits
// is named within two periods of the watch, and no other one.
func TestLossIsNoticed(t *testing.T) {
	t.Parallel()
	for _, l := range losses {
		t.Run(l.name, func(t *testing.T) {
			t.Parallel()
			p := lossParams(l.params, 0)
			r := newLossRun(t, p)
			r.run(2000, 20)
			assert.Equal(t, len(r.stuck), 0, "before anything is lost")
			r.losing = l.is
			r.run(200, 20)
			assert.Assert(t, r.lostAt > 0)
			// What the message carried for the other direction is lost, too.
			r.run(3<<p.Watch, 0)
			flow := [2]int{r.lost.Src, r.lost.Dst}
			if l.stuck {
				flow = [2]int{r.lost.Dst, r.lost.Src}
			}
			at, ok := r.stuck[flow]
			assert.Assert(t, ok, "flow %v is not named: %v", flow, r.stuck)
			assert.Assert(t, at > r.lostAt && at <= r.lostAt+200+2<<p.Watch, "lost in %d, named in %d", r.lostAt, at)
			for other := range r.stuck {
				assert.Assert(t, other == flow || other == [2]int{flow[1], flow[0]}, "flow %v is named, and %v waits", other, flow)
			}
		})
	}
}

// lossParams are a small network with a short period of the watch.
func lossParams(p golden.Params, repair int) golden.Params {
	return golden.Params{Nodes: 4, Paths: 2, G: 8, BReasm: 24, FcInit: 16, BIn: 8, VOQ: 64, MaxP: 2, Watch: 11,
		Unsol: p.Unsol, Repair: repair}
}

// TestLossIsRepaired loses one message after the other with the repair: every packet
// leaves, once and in order, and all credits are back in the end. Without the repair
// packets stay.
func TestLossIsRepaired(t *testing.T) {
	t.Parallel()
	for _, l := range losses {
		for repair := range 2 {
			t.Run(fmt.Sprintf("%s, repair=%d", l.name, repair), func(t *testing.T) {
				t.Parallel()
				p := lossParams(l.params, repair)
				r := newLossRun(t, p)
				r.run(500, 20)
				for range 5 {
					r.losing, r.lostAt = l.is, 0
					r.run(400, 20)
					assert.Assert(t, r.lostAt > 0)
					r.run(5<<p.Watch, 0)
				}
				if repair == 0 {
					assert.Assert(t, r.waiting() > 0, "nothing waits without the repair")
					return
				}
				assert.Equal(t, r.waiting(), 0, "packets that wait")
				for _, out := range r.last {
					atRest(t, p, out.AdapterStatus)
				}
			})
		}
	}
}

// TestBlockedReceiver delivers nothing to an adapter for several periods of the watch,
// with the repair for less than one: flows are stuck, and when it takes again every packet
// leaves, once and in order, and all credits are back.
func TestBlockedReceiver(t *testing.T) {
	t.Parallel()
	for _, unsol := range []int{0, 1} {
		for repair := range 2 {
			t.Run(fmt.Sprintf("unsol=%d, repair=%d", unsol, repair), func(t *testing.T) {
				t.Parallel()
				p := lossParams(golden.Params{Unsol: unsol}, repair)
				blocked := 6 << p.Watch
				if repair == 1 {
					blocked = 1 << p.Watch / 2
				}
				r := newLossRun(t, p)
				r.run(500, 20)
				for range 2 {
					r.blocks = 1
					r.run(400, 20)
					r.run(blocked-400, 0)
					r.blocks = -1
					r.run(2<<p.Watch, 20)
				}
				assert.Equal(t, len(r.stuck) > 0, repair == 0)
				r.run(8<<p.Watch, 0)
				assert.Equal(t, r.waiting(), 0, "packets that wait")
				for _, out := range r.last {
					atRest(t, p, out.AdapterStatus)
				}
			})
		}
	}
}
