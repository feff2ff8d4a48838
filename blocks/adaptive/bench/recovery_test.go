package bench

import (
	"fmt"
	"math/rand"
	"testing"

	"gotest.tools/v3/assert"

	"culprit.example/culprit/blocks/adaptive"
	"culprit.example/culprit/blocks/adaptive/golden"
	qcn "culprit.example/culprit/blocks/qcn/golden"
	"culprit.example/culprit/rtlgen/ir"
	"culprit.example/culprit/testbench/benchtest"
	"culprit.example/culprit/testbench/mutant"
)

// recovery is a switch with a host at each port, whose neighbours keep to the rules, but for one
// frame now and then.
type recovery struct {
	*benchtest.Simulation
	rng *rand.Rand

	links    [recoveryPorts][]golden.Beat      // what each neighbour sends
	sent     [recoveryPorts][recoveryPorts]int // number of the next frame of each flow
	got      [recoveryPorts][recoveryPorts]int
	left     [recoveryPorts]int // beats that the frame at each output still lacks
	received int
	holds    []func() int // what is 0 when no frame is left
	problem  error
}

const recoveryPorts = 6

func newRecovery(t testing.TB, mistake func(*ir.Design) error) *recovery {
	seed := rand.Int63()
	t.Logf("seed %d", seed)
	r := &recovery{Simulation: benchtest.Simulate(t, adaptive.Blocks(), "adaptive_switch", nil, mistake),
		rng: rand.New(rand.NewSource(seed))}
	for i := range recoveryPorts {
		for _, path := range []string{"pause_%d.occupancy", "cp_%d.qlen_q", "receiver_%d.offered"} {
			r.holds = append(r.holds, r.Probe(fmt.Sprintf(path, i)))
		}
	}
	r.Set("seed", 1)
	r.Set("write_valid", 1)
	for h := range recoveryPorts { // host h is at port h
		r.Set("write_host", h)
		r.Set("write_list_valid", 1)
		r.Set("write_list_port", h)
		r.cycle()
	}
	r.Set("write_valid", 0)
	r.cycle()
	return r
}

// send puts a frame of a flow into the queue of its link.
func (r *recovery) send(src, dst, length int) {
	r.links[src] = append(r.links[src], beatsOf(r.frame(src, dst, length))...)
	r.sent[src][dst]++
}

// frame is the next one of a flow.
func (r *recovery) frame(src, dst, length int) qcn.Frame {
	return qcn.Frame{Kind: qcn.KindData, Dst: dst, Src: src, Length: length, Seq: r.sent[src][dst] & 0xffff}
}

// length is that of a frame which lasts longer than there are ports: shorter ones may find their
// predecessor waiting.
func (r *recovery) length() int { return 64*recoveryPorts + 1 + r.rng.Intn(1500-64*recoveryPorts) }

// cycle is one cycle of all links.
func (r *recovery) cycle() {
	var valid, head, tail uint64
	data := make([]uint64, 2*recoveryPorts)
	for i := range r.links {
		if len(r.links[i]) == 0 {
			continue
		}
		b := r.links[i][0]
		r.links[i] = r.links[i][1:]
		bit := func(x bool) uint64 {
			if x {
				return 1 << i
			}
			return 0
		}
		valid, head, tail = valid|bit(b.Valid), head|bit(b.Head), tail|bit(b.Tail)
		data[2*i], data[2*i+1] = b.Word[0], b.Word[1]
	}
	r.SetWords("rx_valid", valid)
	r.SetWords("rx_head", head)
	r.SetWords("rx_tail", tail)
	r.SetWords("rx_data", data...)
	r.Engine.Eval()
	r.look()
	r.Engine.Step()
}

// look judges the beats that leave.
func (r *recovery) look() {
	valid, head, tail := r.Get("tx_valid"), r.Get("tx_head"), r.Get("tx_tail")
	data := make([]uint64, 2*recoveryPorts)
	r.GetWords("tx_data", data)
	for o := range recoveryPorts {
		if valid>>o&1 == 0 {
			continue
		}
		word := qcn.Word{data[2*o], data[2*o+1]}
		if head>>o&1 == 1 {
			f := qcn.FrameOf(word)
			if f.Kind != qcn.KindData {
				continue
			}
			switch {
			case r.left[o] != 0 || f.Dst != o || f.Src >= recoveryPorts:
				r.fail("a frame from %d to %d leaves by port %d, where %d beats are missing", f.Src, f.Dst, o, r.left[o])
				return
			case f.Seq != r.got[f.Src][o]&0xffff:
				r.fail("frame %d from %d to %d leaves, not frame %d", f.Seq, f.Src, o, r.got[f.Src][o]&0xffff)
				return
			}
			r.got[f.Src][o]++
			r.left[o] = (f.Length + 63) / 64
		} else if word != (qcn.Word{}) {
			r.fail("a beat behind the first at port %d is not 0", o)
		}
		r.left[o]--
		if (tail>>o&1 == 1) != (r.left[o] == 0) {
			r.fail("a frame at port %d ends with %d beats missing", o, r.left[o])
		}
		if r.left[o] == 0 {
			r.received++
		}
	}
}

func (r *recovery) fail(format string, args ...any) {
	if r.problem == nil {
		r.problem = fmt.Errorf(format, args...)
	}
}

// settles reports whether all frames leave, and all slots come home, within a number of cycles.
func (r *recovery) settles(most int) error {
	for range most {
		r.cycle()
		if r.problem != nil {
			return r.problem
		}
		done := r.got == r.sent
		for i := range r.links {
			done = done && len(r.links[i]) == 0 && r.left[i] == 0
		}
		for _, held := range r.holds {
			done = done && held() == 0
		}
		if done {
			return nil
		}
	}
	return fmt.Errorf("frames %v of %v have left", r.got, r.sent)
}

// traffic is some frames from each port to any.
func (r *recovery) traffic(frames int) {
	for range frames {
		for i := range recoveryPorts {
			r.send(i, r.rng.Intn(recoveryPorts), r.length())
		}
	}
}

// try breaks a rule at a random moment of full traffic.
func (r *recovery) try(fault linkFault) error {
	victim, dst := r.rng.Intn(recoveryPorts), r.rng.Intn(recoveryPorts)
	r.traffic(1 + r.rng.Intn(3))
	f := r.frame(victim, dst, r.length())
	if fault.whole {
		r.sent[victim][dst]++
	}
	r.links[victim] = append(r.links[victim], fault.damaged(r.rng, recoveryPorts, f)...)
	r.traffic(2)
	if err := r.settles(4000); err != nil {
		return err
	}
	return r.judge(fault, victim)
}

// judge looks at the errors of all ports, and clears them.
func (r *recovery) judge(fault linkFault, victim int) error {
	for range 4 {
		r.cycle()
	}
	r.Engine.Eval()
	seen := make([]uint64, 1)
	r.GetWords("err_seen", seen)
	for i := range recoveryPorts {
		causes := seen[0] >> (i * golden.Causes) & (1<<golden.Causes - 1)
		if counted := causes>>fault.cause&1 == 1; i == victim && !counted || i != victim && causes != 0 {
			return fmt.Errorf("port %d has seen errors %#x, the rule was broken at port %d", i, causes, victim)
		}
	}
	r.SetWords("err_clear", 1<<victim)
	r.cycle()
	r.SetWords("err_clear", 0)
	return nil
}

// all tries every fault at a number of moments.
func (r *recovery) all(moments int) error {
	for _, fault := range linkFaults {
		for moment := range moments {
			if err := r.try(fault); err != nil {
				return fmt.Errorf("%s, moment %d: %w", fault.name, moment, err)
			}
		}
	}
	return nil
}

// rate is the part of the line on which each port sends, if each hears for the next one.
func (r *recovery) rate(frames int) float64 {
	before := r.received
	for i := range recoveryPorts {
		for range frames + 4 {
			r.send(i, (i+1)%recoveryPorts, 1500)
		}
	}
	for range frames * 24 {
		r.cycle()
	}
	return float64(r.received-before) / float64(frames*recoveryPorts)
}

// TestRecovery breaks each rule of a link at random moments: what is sent afterwards leaves whole
// and in order, all slots come home, the error is counted at its port and at no other, and the
// switch carries full traffic.
func TestRecovery(t *testing.T) {
	t.Parallel()
	moments := 30
	if testing.Short() {
		moments = 4
	}
	r := newRecovery(t, nil)
	before := r.rate(40)
	assert.NilError(t, r.settles(4000))
	assert.NilError(t, r.all(moments))
	after := r.rate(40)
	assert.NilError(t, r.settles(4000))
	assert.Assert(t, before > 0.9 && after >= before, "%.2f of the line is carried after all faults, %.2f before",
		after, before)
	r.IsSound()
}

// TestNoRoomLeavesNothing: what comes although STOP was said is counted, and leaves no byte in a queue.
func TestNoRoomLeavesNothing(t *testing.T) {
	t.Parallel()
	r := newRecovery(t, nil)
	for range 400 {
		for i := range recoveryPorts {
			r.links[i] = append(r.links[i], beatsOf(r.frame(i, 0, 1500))...)
		}
	}
	for range 400 * 24 * 3 {
		r.cycle()
		r.problem = nil // frames are lost: their numbers say nothing
	}
	seen := make([]uint64, 1)
	r.Engine.Eval()
	r.GetWords("err_seen", seen)
	for i := range recoveryPorts {
		assert.Equal(t, seen[0]>>(i*golden.Causes)&(1<<golden.Causes-1), uint64(1<<golden.NoRoom), "port %d", i)
	}
	for i, held := range r.holds {
		assert.Equal(t, held(), 0, "what is held, number %d", i)
	}
}

// TestNoRecovery does the same with mistakes.
func TestNoRecovery(t *testing.T) {
	t.Parallel()
	for name, m := range map[string]struct {
		module string
		m      mutant.Mutation
	}{
		"length":      {"adaptive_guard", mutant.StuckBit("length_fits", 0, 1)},
		"destination": {"adaptive_guard", mutant.StuckBit("dst_exists", 0, 1)},
		"source":      {"adaptive_guard", mutant.StuckBit("src_exists", 0, 1)},
		"last beat":   {"adaptive_guard", mutant.StuckBit("last_beat", 0, 1)},
		"counted":     {"adaptive_guard", mutant.StuckBit("skip", 0, 1)},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			benchtest.Fails(t, mutant.InModule(m.module, m.m), func(t testing.TB, mistake func(*ir.Design) error) {
				r := newRecovery(t, mistake)
				assert.NilError(t, r.all(6))
			})
		})
	}
}
