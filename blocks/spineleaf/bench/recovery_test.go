package bench

import (
	"fmt"
	"math/rand"
	"testing"

	"gotest.tools/v3/assert"

	qcn "culprit.example/culprit/blocks/qcn/golden"
	"culprit.example/culprit/blocks/spineleaf"
	"culprit.example/culprit/blocks/spineleaf/golden"
	"culprit.example/culprit/rtlgen/blocks"
	"culprit.example/culprit/rtlgen/ir"
	"culprit.example/culprit/testbench/benchtest"
	"culprit.example/culprit/testbench/kit"
	"culprit.example/culprit/testbench/mutant"
)

// recovery is a fabric whose servers keep to the rules, but for one frame now and then.
type recovery struct {
	*fabricRun
	p     golden.FabricParams
	rng   *rand.Rand
	units func(port int) int // in use in the input buffer of a port
}

func newRecovery(t testing.TB, params map[string]int, mistake func(*ir.Design) error) *recovery {
	v, err := blocks.Find(spineleaf.Blocks(), "qcn_fabric").Resolve(params)
	assert.NilError(t, err)
	seed := rand.Int63()
	t.Logf("seed %d", seed)
	r := &recovery{fabricRun: newFabricRun(t, params, mistake), p: kit.ParamsOf[golden.FabricParams](v),
		rng: rand.New(rand.NewSource(seed))}
	var list [][]func() int
	for i := range r.servers {
		var of []func() int
		for k := range r.p.Prios {
			of = append(of, r.Probe(fmt.Sprintf("leaf_%d.port_in_%d.occupancy_q[%d]", i/r.p.Ports, i%r.p.Ports, k)))
		}
		list = append(list, of)
	}
	r.units = func(port int) (sum int) {
		for _, read := range list[port] {
			sum += read()
		}
		return sum
	}
	r.untilReady()
	return r
}

// traffic puts some frames into the queue of each server.
func (r *recovery) traffic(frames int) {
	n := len(r.servers)
	for range frames {
		for i := range n {
			length := kit.Pick(r.rng, []int{64, 65, 300, 64 + r.rng.Intn(400), min(r.p.FrameUnits*256, 1522)})
			r.send(i, r.rng.Intn(n), r.rng.Intn(r.p.Prios), length)
		}
	}
}

// settles reports whether all frames arrive, and all units come home, within a number of cycles.
func (r *recovery) settles(most int) error {
	for range most {
		r.cycle()
		if !r.done() {
			continue
		}
		home := true
		for i := range r.servers {
			home = home && r.units(i) == 0
		}
		if home {
			return nil
		}
	}
	for i, s := range r.servers {
		if n := r.units(i); n != 0 || len(s.queue) > 0 {
			return fmt.Errorf("%d units of port %d are in use, %d frames wait", n, i, len(s.queue))
		}
	}
	return fmt.Errorf("frames are missing")
}

// try breaks a rule at a random moment of full traffic.
func (r *recovery) try(fault serverFault) error {
	victim := r.rng.Intn(len(r.servers))
	r.traffic(3)
	s := r.servers[victim]
	for n := r.rng.Intn(60); n > 0 || s.beats > 0; n-- {
		r.cycle()
	}
	dst, prio := r.rng.Intn(len(r.servers)), r.rng.Intn(r.p.Prios)
	flow := [3]int{r.address(victim), r.address(dst), prio}
	// Frames of the queue were numbered already: the damaged one goes ahead of them.
	var kept []frame
	for _, f := range s.queue {
		if f.dst != flow[1] || f.prio != flow[2] {
			kept = append(kept, f)
		} else {
			s.sent[flow]--
		}
	}
	s.queue = kept
	f := frame{flow[0], flow[1], prio, 129 + r.rng.Intn(min(r.p.FrameUnits*256, 1522)-128), s.sent[flow] & 0xffff}
	if fault.whole {
		s.sent[flow]++
	}
	s.raw = r.beats(f, fault)
	r.traffic(2)
	if err := r.settles(4000); err != nil {
		return err
	}
	return r.judge(fault, victim)
}

// beats are those of the damaged frame.
func (r *recovery) beats(f frame, fault serverFault) []linkBeat {
	var data []linkBeat
	for at := range f.beats() {
		w := f.beat(at)
		data = append(data, linkBeat{true, at == 0, at == f.beats()-1, qcn.Word{w[0], w[1]}.Big()})
	}
	if fault.header != nil {
		of := qcn.FrameOf(qcn.WordOf(data[0].data))
		fault.header(r.rng, r.p, &of)
		data[0].data = of.Word().Big()
	}
	if fault.beats != nil {
		data = fault.beats(r.rng, data, 1+r.rng.Intn(len(data)-1))
	}
	return data
}

// judge looks at the errors of all ports, and clears them.
func (r *recovery) judge(fault serverFault, victim int) error {
	n := len(r.servers)
	seen := make([]uint64, (n*golden.ServerCauses+63)/64)
	r.Engine.Eval()
	r.GetWords("err_seen", seen)
	of := func(i int) (causes int) {
		for c := range golden.ServerCauses {
			bit := i*golden.ServerCauses + c
			causes |= int(seen[bit/64]>>(bit%64)&1) << c
		}
		return causes
	}
	counted := len(fault.causes) == 0
	for _, c := range fault.causes {
		counted = counted || of(victim)>>c&1 == 1
	}
	if !counted {
		return fmt.Errorf("port %d has seen errors %#x", victim, of(victim))
	}
	for i := range n {
		if i != victim && of(i) != 0 {
			return fmt.Errorf("port %d has seen errors %#x", i, of(i))
		}
	}
	r.SetWords("err_clear", 1<<victim)
	r.cycle()
	r.SetWords("err_clear", 0)
	return nil
}

// all tries every fault at a number of moments.
func (r *recovery) all(moments int) error {
	for _, fault := range serverFaults {
		if fault.name == "priority that does not exist" && r.p.Prios == 8 {
			continue
		}
		for moment := range moments {
			if err := r.try(fault); err != nil {
				return fmt.Errorf("%s, moment %d: %w", fault.name, moment, err)
			}
		}
	}
	return nil
}

// rate is the part of the line on which each server receives, if each sends to the next one.
func (r *recovery) rate(frames int) float64 {
	before := 0
	for i, s := range r.servers {
		before += s.received
		for range 2 * frames {
			r.send(i, (i+1)%len(r.servers), 0, 1004) // 1024 bytes of the wire
		}
	}
	for range frames * 16 {
		r.cycle()
	}
	after := 0
	for _, s := range r.servers {
		after += s.received
	}
	return float64(after-before) / float64(frames*len(r.servers))
}

// TestRecovery breaks each rule of a link from a server at random moments: what is sent
// afterwards arrives whole and in order, all units of the input buffers come home, the error is
// counted at its port, and the fabric carries full traffic.
func TestRecovery(t *testing.T) {
	t.Parallel()
	moments := 40
	if testing.Short() {
		moments = 4
	}
	for name, params := range map[string]map[string]int{
		"paper's":  {"leaves": 7, "dos": 0},
		"two ways": {"leaves": 3, "ports": 3, "spines": 5, "prios": 3, "frame_units": 16},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			r := newRecovery(t, params, nil)
			before := r.rate(60)
			assert.NilError(t, r.settles(40_000))
			assert.NilError(t, r.all(moments))
			after := r.rate(60)
			assert.Assert(t, after > 0.95*before, "%.2f of the line is carried after all faults, %.2f before", after, before)
			r.IsSound()
		})
	}
}

// TestNoRecovery does the same with mistakes in the guard.
func TestNoRecovery(t *testing.T) {
	t.Parallel()
	for name, m := range map[string]mutant.Mutation{
		"gap":     mutant.StuckBit("goes_not_on", 0, 0),
		"tail":    mutant.StuckBit("broken_q", 0, 0),
		"server":  mutant.StuckBit("rx_dst_exists_q", 0, 1),
		"counted": mutant.StuckBit("headless", 0, 0),
		"unit":    mutant.StuckBit("gives_dropped", 0, 0),
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			benchtest.Fails(t, mutant.InModule("qcn_leaf_in", m), func(t testing.TB, mistake func(*ir.Design) error) {
				r := newRecovery(t, map[string]int{"leaves": 3, "spines": 2, "dos": 0}, mistake)
				assert.NilError(t, r.all(10))
				r.IsSound()
			})
		})
	}
}
