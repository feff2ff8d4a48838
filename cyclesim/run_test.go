package cyclesim_test

import (
	"context"
	"errors"
	"slices"
	"strings"
	"testing"

	"gotest.tools/v3/assert"

	"culprit.example/culprit/cyclesim"
	"culprit.example/culprit/rtlgen"
)

// ring is a design with copies side by side, which threads share.
func ring(m *rtlgen.Module) {
	l := rtlgen.NewModule("leaf")
	x := l.Input("x", 32)
	acc := l.Reg("acc", 96, 1)
	acc.Set(acc.Mul(5).Add(x.Zext(96)))
	l.Output("q", acc.High(32))
	u := m.InstanceArray("u", 16, l)
	in := m.Input("in", 32)
	prev := m.Reg("prev", 32*16, 0)
	prev.Set(u.Out("q").RotL(32).Xor(in.Replicate(16)))
	u.In("x", prev)
	m.Output("y", u.Out("q"))
}

// counter calls f in each cycle that it sees.
type counter struct {
	seen int
	f    func(seen int)
}

func (c *counter) Sample(uint64) {
	c.seen++
	if c.f != nil {
		c.f(c.seen)
	}
}

// bad fails from a cycle on.
type bad struct {
	counter
	from int
}

func (b *bad) Err() error {
	if b.seen >= b.from {
		return errors.New("full")
	}
	return nil
}

// threads are the settings of Options.Threads that the engine under test has.
func threads() []int {
	if strings.HasPrefix(testEngine, "native") {
		return []int{1, 2}
	}
	return []int{1}
}

// TestRunEndsWithItsContext: with a sampler attached the context is looked at in every
// cycle, however many steps Run has learned to make at once without one.
func TestRunEndsWithItsContext(t *testing.T) {
	for _, n := range threads() {
		sim, err := cyclesim.New(build(t, "ring", ring), cyclesim.Options{Engine: testEngine, Threads: n})
		assert.NilError(t, err)
		assert.NilError(t, sim.Run(context.Background(), 20000))
		for _, after := range []int{1, 7} {
			ctx, cancel := context.WithCancel(context.Background())
			c := &counter{f: func(seen int) {
				if seen == after {
					cancel()
				}
			}}
			sim.Attach(c)
			err = sim.Run(ctx, 1<<30)
			assert.Assert(t, errors.Is(err, context.Canceled), "%v", err)
			assert.Equal(t, c.seen, after)
			sim.Detach(c)
			assert.NilError(t, sim.Run(context.Background(), 20000))
			assert.Equal(t, c.seen, after, "a detached sampler is called")
		}
	}
}

// TestRunEndsWithASampler: the error of a sampler ends Run in the cycle of the error.
func TestRunEndsWithASampler(t *testing.T) {
	sim := newEngine(t, build(t, "ring", ring))
	b := &bad{from: 5}
	sim.Attach(b)
	assert.Error(t, sim.Run(context.Background(), 1000), "simulation stopped after 5 of 1000 cycles: full")
	assert.Equal(t, sim.Cycle(), uint64(5))
	sim.Detach(b)
	assert.NilError(t, sim.Run(context.Background(), 1000))
}

// list is a Sampler that Go cannot compare.
type list []*counter

func (l list) Sample(cycle uint64) {
	for _, c := range l {
		c.Sample(cycle)
	}
}

func TestSamplersWithoutComparison(t *testing.T) {
	sim := newEngine(t, build(t, "ring", ring))
	c := &counter{}
	sim.Attach(list{c})
	sim.Attach(c)
	sim.Attach(c) // once
	sim.Step()
	assert.Equal(t, c.seen, 2)
	sim.Detach(c)
	sim.Detach(nil)
	sim.Detach(list{})
	sim.Step()
	assert.Equal(t, c.seen, 3)
}

// TestInReset: samplers learn in which cycles reset is on.
func TestInReset(t *testing.T) {
	sim := newEngine(t, build(t, "ring", ring))
	var got []bool
	sim.Attach(&counter{f: func(int) { got = append(got, sim.InReset()) }})
	sim.Step()
	sim.PowerUp(3)
	sim.ResetStep()
	sim.ResetStep()
	assert.NilError(t, sim.Run(context.Background(), 2))
	assert.Assert(t, slices.Equal(got, []bool{false, true, true, false, false}), "%v", got)
	assert.Assert(t, !sim.InReset())
}
