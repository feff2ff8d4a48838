//go:build linux && amd64

package compiled_test

import (
	"fmt"
	"math/big"
	"runtime"
	"sync/atomic"
	"testing"
	"time"

	"gotest.tools/v3/assert"

	"culprit.example/culprit/cyclesim/internal/compiled"
	"culprit.example/culprit/cyclesim/internal/lockstep"
	"culprit.example/culprit/cyclesim/internal/machine"
	"culprit.example/culprit/cyclesim/internal/reference"
	"culprit.example/culprit/internal/tiers"
	"culprit.example/culprit/rtlgen/ir"
	"culprit.example/culprit/rtlgen/ir/random"
)

// web is two arrays of copies of random netlists: the outputs of the first one go to other copies
// of the second one at once, those of the second one back through registers.
func web(seed uint64, copies, cycles int) (*ir.Design, [][]*big.Int) {
	first, _, r := netlist(seed, 1)
	second, _, _ := netlist(seed+1000, 1)
	for _, m := range second.Modules {
		m.Name += "_b" // modules of two netlists
	}
	m := &ir.Module{Name: "web"}
	array := func(name string, of *ir.Module) *ir.Instance {
		in := &ir.Instance{Name: name, Of: of, Count: copies, Array: true}
		m.Instances = append(m.Instances, in)
		return in
	}
	a, b := array("a", first.Top), array("b", second.Top)
	read := func(s *ir.Signal) *ir.Node { return &ir.Node{Op: ir.OpSignal, Width: s.Width, Sig: s} }
	outputs := func(in *ir.Instance) []*ir.Node {
		var list []*ir.Node
		for _, p := range in.Of.Outputs() {
			list = append(list, &ir.Node{Op: ir.OpInstOut, Width: copies * p.Width, Inst: in, Port: p})
		}
		return list
	}
	// some is width bits of the values, from anywhere, and further inputs where they do not suffice.
	some := func(list []*ir.Node, name string, width int) *ir.Node {
		all := &ir.Node{Op: ir.OpConcat, Args: list}
		for _, n := range list {
			all.Width += n.Width
		}
		if all.Width < 2*width {
			s := &ir.Signal{Name: name, Kind: ir.Input, Width: 2*width - all.Width}
			m.Ports = append(m.Ports, s)
			all = &ir.Node{Op: ir.OpConcat, Width: 2 * width, Args: append([]*ir.Node{read(s)}, list...)}
		}
		return &ir.Node{Op: ir.OpSlice, Width: width, Lo: r.IntN(all.Width - width + 1), Args: []*ir.Node{all}}
	}
	var held []*ir.Node
	for i, n := range outputs(b) {
		s := &ir.Signal{Name: fmt.Sprint("held", i), Kind: ir.Reg, Width: n.Width, Reset: random.Number(r, n.Width)}
		m.Signals = append(m.Signals, s)
		m.Body = append(m.Body, &ir.Assign{Sig: s, Value: n})
		out := &ir.Signal{Name: fmt.Sprint("out", i), Kind: ir.Output, Width: n.Width}
		m.Ports = append(m.Ports, out)
		m.Body = append(m.Body, &ir.Assign{Sig: out, Value: read(s)})
		held = append(held, read(s))
	}
	for _, p := range first.Top.Inputs() {
		a.Conns = append(a.Conns, ir.Conn{Port: p, Value: some(held, "a_"+p.Name, copies*p.Width)})
	}
	for _, p := range second.Top.Inputs() {
		b.Conns = append(b.Conns, ir.Conn{Port: p, Value: some(outputs(a), "b_"+p.Name, copies*p.Width)})
	}
	rows := make([][]*big.Int, cycles)
	for i := range rows {
		for _, p := range m.Inputs() {
			rows[i] = append(rows[i], random.Number(r, p.Width))
		}
	}
	return &ir.Design{Top: m, Modules: append(append(first.Modules, second.Modules...), m)}, rows
}

// withProcessors lets goroutines run on n processors for the time of a test.
func withProcessors(t *testing.T, n int) {
	t.Helper()
	before := runtime.GOMAXPROCS(max(n, runtime.GOMAXPROCS(0)))
	t.Cleanup(func() { runtime.GOMAXPROCS(before) })
}

// TestThreads: whatever the number of threads, all values are those of the reference engine, and
// the same properties fail in the same cycles.
func TestThreads(t *testing.T) {
	withProcessors(t, 4)
	for i, c := range []struct{ threads, lanes, copies int }{{2, 8, 16}, {3, 8, 24 + 5}, {4, 16, 48}, {2, 0, 3},
		{3, 32, 64 + 20}} {
		options := []compiled.Option{compiled.Checked, compiled.Threads(c.threads), compiled.Filled()}
		if c.lanes > 0 {
			options[2] = compiled.Filled(c.lanes)
		}
		from, to := tiers.Seeds(uint64(700+10*i), 2)
		for seed := from; seed < to; seed++ {
			d, inputs := web(seed, c.copies, 10)
			// The first failure of each property, and its cycle.
			failed, machines := [2]map[string]uint64{{}, {}}, [2]machine.Machine{}
			config := func(side int) machine.Config {
				return machine.Config{Seed: seed, Failed: func(inst int, p *ir.Property) {
					if name := fmt.Sprint(inst, p.Name); failed[side][name] == 0 {
						failed[side][name] = 1 + machines[side].Cycle()
					}
				}}
			}
			got, err := compiled.NewNativeWith(d, config(0), options...)
			assert.NilError(t, err, "seed %d", seed)
			assert.Equal(t, got.Threads(), c.threads, "seed %d", seed)
			want, err := reference.New(d, config(1))
			assert.NilError(t, err)
			machines = [2]machine.Machine{got, want}
			assert.NilError(t, lockstep.Run(got, want, d, inputs, 4), "seed %d, %d threads", seed, c.threads)
			assert.DeepEqual(t, failed[0], failed[1])
			if seed%2 == 0 {
				goOnAlone(t, seed, got, d, inputs[0])
			}
		}
	}
}

// TestThreadsOverlap: without properties that could end a run, threads may be in different cycles,
// and leave the same as the reference engine.
func TestThreadsOverlap(t *testing.T) {
	withProcessors(t, 4)
	for i, threads := range []int{2, 3, 4} {
		from, to := tiers.Seeds(uint64(760+10*i), 2)
		for seed := from; seed < to; seed++ {
			d, inputs := web(seed, 16*threads, 6)
			cfg := machine.Config{Seed: seed, NoChecks: true}
			got, err := compiled.NewNativeWith(d, cfg, compiled.Threads(threads), compiled.Filled(8, 16))
			assert.NilError(t, err, "seed %d", seed)
			assert.Equal(t, got.Threads(), threads, "seed %d", seed)
			want, err := reference.New(d, cfg)
			assert.NilError(t, err)
			assert.NilError(t, lockstep.Run(got, want, d, inputs, 4), "seed %d, %d threads", seed, threads)
			got.Edges(50)
			want.Edges(50)
			assert.NilError(t, lockstep.Same(got, want, d), "seed %d, %d threads", seed, threads)
		}
	}
}

// TestThreadsForOneGroup: copies that would all lie in one group of 64 are in two of 32 where two
// threads are asked for, and gain by that.
func TestThreadsForOneGroup(t *testing.T) {
	withProcessors(t, 2)
	d, inputs := side(803, 64, 8)
	m, err := compiled.NewNative(d, machine.Config{Seed: 1, Threads: 2})
	assert.NilError(t, err)
	assert.Equal(t, m.Threads(), 2)
	likeReference(t, 1, d, inputs, func(cfg machine.Config) (*compiled.Machine, error) {
		cfg.Threads = 2
		return compiled.NewNative(d, cfg)
	})
}

// goOnAlone puts the state of a machine with several threads into others, and has all go on.
func goOnAlone(t *testing.T, seed uint64, m machine.Machine, d *ir.Design, row []*big.Int) {
	t.Helper()
	c := machine.Config{Seed: seed, Failed: func(int, *ir.Property) {}}
	alone, err := compiled.NewNativeWith(d, c)
	assert.NilError(t, err)
	portable, err := compiled.NewWith(d, c)
	assert.NilError(t, err)
	lockstep.SetInputs(m, d, row)
	for _, other := range []machine.Machine{alone, portable} {
		lockstep.CopyState(other, m, d)
		lockstep.SetInputs(other, d, row)
	}
	for range 2 {
		m.Edges(3)
		alone.Edges(3)
		portable.Edges(3)
		assert.NilError(t, lockstep.Same(alone, m, d), "seed %d", seed)
		assert.NilError(t, lockstep.Same(portable, m, d), "seed %d", seed)
	}
}

// TestThreadsAndCollector: threads that wait for each other do not keep the collector of Go, or
// another goroutine, from running.
func TestThreadsAndCollector(t *testing.T) {
	withProcessors(t, 3)
	d, _ := web(750, 16, 1)
	m, err := compiled.NewNativeWith(d, machine.Config{Failed: func(int, *ir.Property) {}}, compiled.Threads(2),
		compiled.Filled(8))
	assert.NilError(t, err)
	// It takes some milliseconds; a machine that is busy otherwise may take long.
	deadline := time.Now().Add(time.Minute)
	var collections atomic.Int32
	stop := make(chan struct{})
	defer close(stop)
	go func() {
		for {
			select {
			case <-stop:
				return
			default:
				runtime.GC()
				collections.Add(1)
			}
		}
	}()
	for collections.Load() < 10 || m.Cycle() < 500 {
		m.Edges(50)
		assert.Assert(t, time.Now().Before(deadline), "%d collections, %d cycles in a minute", collections.Load(), m.Cycle())
	}
}
