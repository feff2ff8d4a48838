package hardware

import (
	"math/bits"
	"slices"
	"testing"

	"gotest.tools/v3/assert"

	"culprit.example/culprit/cyclesim"
	"culprit.example/culprit/rtlgen"
	"culprit.example/culprit/testbench/experiment"
)

// disturbance is a disturber of 8 bits at work.
type disturbance struct {
	t      *testing.T
	engine cyclesim.Engine
	in     map[string]int
	out    map[string]int
}

func newDisturbance(t *testing.T, kind experiment.FaultKind, set map[string]uint64) *disturbance {
	t.Helper()
	d, err := rtlgen.Elaborate(disturber(kind, "", 8))
	assert.NilError(t, err)
	e, err := cyclesim.New(d, cyclesim.Options{})
	assert.NilError(t, err)
	x := &disturbance{t, e, ports(d.Top.Inputs()), ports(d.Top.Outputs())}
	for name, value := range set {
		x.set(name, value)
	}
	return x
}

func (x *disturbance) set(name string, value uint64) { x.engine.SetInput(x.in[name], []uint64{value}) }

// step sends an event, or none, and returns what arrives.
func (x *disturbance) step(valid bool, payload uint64) (bool, uint64) {
	v := uint64(0)
	if valid {
		v = 1
	}
	x.set("valid", v)
	x.set("selected", 1)
	x.set("payload", payload)
	x.engine.Eval()
	var arrives, what [1]uint64
	x.engine.Output(x.out["valid_out"], arrives[:])
	x.engine.Output(x.out["payload_out"], what[:])
	x.engine.Step()
	return arrives[0] == 1, what[0]
}

// TestOneFault hits the first event from a cycle on, and no other.
func TestOneFault(t *testing.T) {
	const from = 20
	for _, kind := range []experiment.FaultKind{"beat_loss", "beat_double", "beat_damage"} {
		x := newDisturbance(t, kind, map[string]uint64{faultOnce: 1, faultFrom: from})
		var arrived []uint64
		wrong := 0
		for c := range uint64(60) {
			sent := c%3 == 0
			ok, what := x.step(sent, c)
			if ok {
				arrived = append(arrived, what)
			}
			if ok != sent || sent && what != c {
				wrong++
				assert.Assert(t, c == 21 || c == 22, "%s in cycle %d", kind, c)
			}
		}
		assert.Equal(t, wrong, 1)
		switch kind.Does() {
		case experiment.Loses:
			assert.Equal(t, len(arrived), 19)
		case experiment.Doubles:
			assert.Equal(t, len(arrived), 21)
			assert.DeepEqual(t, arrived[7:9], []uint64{21, 21})
		case experiment.Damages:
			assert.Equal(t, len(arrived), 20)
			assert.Equal(t, bits.OnesCount64(arrived[7]^21), 1)
		}
	}
}

// TestLateEvent delays an event: it is not lost, and comes in a cycle that is free.
func TestLateEvent(t *testing.T) {
	x := newDisturbance(t, "message_delay", map[string]uint64{faultOnce: 1, faultFrom: 20})
	var order []uint64
	for c := range uint64(400) {
		if ok, what := x.step(c%3 != 1, c); ok {
			order = append(order, what)
			assert.Assert(t, what == c%256 || what == 20 && c > 20+delayCycles && c%3 == 1, "%d in cycle %d", what, c)
		}
	}
	assert.Equal(t, len(order), 267)
	assert.Assert(t, slices.Contains(order, uint64(20)))
}

// TestRateOfFaults counts faults: as many as the rate says, others on other links and
// with other seeds, none at rate 0.
func TestRateOfFaults(t *testing.T) {
	const cycles = 100_000
	lost := func(rate float64, seed, link uint64) (list []int) {
		x := newDisturbance(t, "credit_loss", map[string]uint64{faultRate: uint64(rate * (1 << 32)), faultSeed: seed,
			"link": link})
		for c := range cycles {
			if ok, _ := x.step(true, 1); !ok {
				list = append(list, c)
			}
		}
		return list
	}
	for seed := range uint64(3) {
		for link := range uint64(3) {
			n := len(lost(1e-3, seed, link))
			assert.Assert(t, n > 50 && n < 150, "%d faults", n)
		}
	}
	assert.Equal(t, len(lost(0, 1, 1)), 0)
	assert.Assert(t, len(lost(1e-6, 1, 1)) <= 2)
	assert.Equal(t, len(lost(1, 1, 1)), cycles-mixCycles-1)
	assert.Assert(t, lost(1e-3, 1, 1)[0] != lost(1e-3, 1, 2)[0])
	assert.Assert(t, lost(1e-3, 1, 1)[0] != lost(1e-3, 2, 1)[0])
	assert.DeepEqual(t, lost(1e-3, 1, 1), lost(1e-3, 1, 1))
}
