package bench_test

import (
	"fmt"
	"testing"

	"gotest.tools/v3/assert"

	"culprit/blocks"
	"culprit/blocks/qcn"
	"culprit/cyclesim"
)

// simulation is a block on the compiled engine, with its ports by name.
type simulation struct {
	t      *testing.T
	engine cyclesim.Engine
	in     map[string]int
}

func simulate(t *testing.T, block string, params map[string]int) *simulation {
	d, err := blocks.Find(qcn.Blocks(), block).Elaborate(params)
	assert.NilError(t, err)
	e, err := cyclesim.New(d, cyclesim.Options{Seed: 1})
	assert.NilError(t, err)
	s := &simulation{t: t, engine: e, in: map[string]int{}}
	for i, p := range d.Top.Inputs() {
		s.in[p.Name] = i
	}
	return s
}

func (s *simulation) set(name string, x uint64) {
	at, ok := s.in[name]
	assert.Assert(s.t, ok, name)
	s.engine.SetInput(at, []uint64{x})
}

// probe reads a signal of up to 64 bits.
func (s *simulation) probe(path string) func() uint64 {
	p, err := s.engine.Probe(path)
	assert.NilError(s.t, err)
	return func() uint64 {
		var word [1]uint64
		p.Read(word[:])
		return word[0]
	}
}

// cnmDelay runs four servers that send to one until a congestion point demands its
// first CNM, and returns how long that takes to an adapter, and the slots in which CNMs
// crossed the fabric.
func cnmDelay(t *testing.T, held map[string]uint64) (delay, crossed int) {
	s := simulate(t, "qcn_network", nil)
	s.set("seed", 7)
	for name, x := range held {
		s.set(name, x)
	}
	for server := range uint64(4) {
		for name, x := range map[string]uint64{"valid": 1, "server": server, "flow": 0, "dst": 6, "length": 1522, "rate": 1000, "start": 100, "stop": 1<<32 - 1} {
			s.set("set_"+name, x)
		}
		s.engine.Step()
	}
	s.set("set_valid", 0)
	triggers := s.probe("triggers")
	var notified, cells []func() uint64
	for i := range 7 {
		notified = append(notified, s.probe(fmt.Sprintf("server_%d.adapter.cnm_comes", i)))
		cells = append(cells, s.probe(fmt.Sprintf("leaf_%d.port_in_0.cnm_slot_q", i)))
	}
	first := -1
	for cycle := range 20_000 {
		s.engine.Eval()
		if first < 0 && triggers() > 0 {
			first = cycle
		}
		for i := range notified {
			crossed += int(cells[i]())
			if notified[i]() == 1 {
				assert.Equal(t, len(s.engine.Failures()), 0, "%v", s.engine.Failures())
				return cycle - first, crossed
			}
		}
		s.engine.Step()
	}
	t.Fatal("no CNM in 20000 cycles")
	return 0, 0
}

// TestCNMPath: a CNM of a congestion point at an input goes back on the same port. It
// never crosses the fabric, and is there earlier than one that does, by more than two
// slots, the least time in which a cell crosses. The search of random sampling takes
// time of its own.
func TestCNMPath(t *testing.T) {
	t.Parallel()
	slow, crossed := cnmDelay(t, map[string]uint64{"cp_out": 1})
	assert.Assert(t, crossed > 0)
	for policy := range uint64(3) {
		fast, crossed := cnmDelay(t, map[string]uint64{"cp_in": 1, "policy": policy})
		assert.Equal(t, crossed, 0, "policy %d", policy)
		assert.Assert(t, policy == qcn.PolicyROS || slow-fast >= 8, "policy %d: %d cycles, through the fabric %d", policy, fast, slow)
	}
}

// TestCap lets a queue stand far above its equilibrium: with the cap any 100 frames that
// are received one after the other hold one trigger at most, without it more.
func TestCap(t *testing.T) {
	t.Parallel()
	nearest := func(limited uint64) int {
		s := simulate(t, "qcn_cp", nil)
		s.set("enable", 1)
		s.set("cap", limited)
		s.set("seed", 3)
		s.set("number", 1)
		trigger := s.probe("trigger_valid")
		const frames = 5000
		last, least := -1, frames
		for frame, cycle := 0, 0; frame < frames; cycle++ {
			arrives := cycle%24 == 0
			for name, on := range map[string]bool{"arrival_valid": arrives, "departure_valid": arrives && frame > 90} {
				x := uint64(0)
				if on {
					x = 1
				}
				s.set(name, x)
			}
			s.set("arrival_length", 1522)
			s.set("departure_length", 1522)
			s.engine.Eval()
			if trigger() == 1 {
				if last >= 0 {
					least = min(least, frame-last)
				}
				last = frame
			}
			s.engine.Step()
			if arrives {
				frame++
			}
		}
		assert.Assert(t, last > 0, "no trigger")
		return least
	}
	with, without := nearest(1), nearest(0)
	assert.Assert(t, with >= 100, "two triggers %d frames apart", with)
	assert.Assert(t, without < 100, "without the cap two triggers %d frames apart at least", without)
}
