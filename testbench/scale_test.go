//go:build unix

package testbench_test

import (
	"fmt"
	"syscall"
	"testing"
	"time"

	"gotest.tools/v3/assert"

	"culprit.example/culprit/cyclesim"
	"culprit.example/culprit/internal/tiers"
	"culprit.example/culprit/rtlgen"
	"culprit.example/culprit/rtlgen/ir"
	"culprit.example/culprit/rtlgen/verilog"
)

// stage is a module with a path through it and a register.
func stage() *rtlgen.Module {
	m := rtlgen.NewModule("stage")
	r := m.Reg("r", 8, 0)
	r.Set(m.Input("a", 8))
	m.Output("y", r.Xor(m.Input("b", 8)))
	return m
}

// row has n single instances, each of a module described anew, in a row; nets with
// names between them, and a bit of each in every direction of the order.
func row(n int) *rtlgen.Module {
	m := rtlgen.NewModule("row")
	x, b := m.Input("a", 8), m.Input("b", 8)
	nets := make([]rtlgen.Wire, n)
	for i := range n {
		nets[i] = m.Wire(fmt.Sprintf("net_%d", i), 8)
	}
	for i := range n {
		u := m.Instance(fmt.Sprintf("u_%d", i), stage())
		u.In("a", nets[min(i+1, n-1)]) // through registers, against the order
		u.In("b", b)
		nets[i].Set(u.Out("y"))
	}
	m.Output("y", x.Xor(nets[0]))
	return m
}

// tower has n levels, each a module of its own around the one below.
func tower(n int) *rtlgen.Module {
	below := stage()
	for i := range n {
		m := rtlgen.NewModule(fmt.Sprintf("level_%d", i))
		r := m.Reg("r", 8, 0)
		u := m.Instance("u", below)
		u.In("a", m.Input("a", 8))
		u.In("b", r)
		r.Set(u.Out("y"))
		m.Output("y", r.Xor(m.Input("b", 8)))
		below = m
	}
	return below
}

// processorTime is what the process has used so far: other processes do not count.
func processorTime(t *testing.T) time.Duration {
	t.Helper()
	var use syscall.Rusage
	assert.NilError(t, syscall.Getrusage(syscall.RUSAGE_SELF, &use))
	return time.Duration(use.Utime.Nano() + use.Stime.Nano())
}

// TestLargeDesigns: 10,000 instances in a module and 1,000 levels are elaborated,
// simulated and written in a time that grows about as they do. What grew with their
// square took a minute each; the limit is half of that, as processor time of a busy
// machine can be ten times that of an idle one.
func TestLargeDesigns(t *testing.T) {
	tiers.Long(t, "large designs")
	const limit = 30 * time.Second
	for _, c := range []struct {
		name     string
		describe func(n int) *rtlgen.Module
		n        int
	}{{"instances", row, 10_000}, {"levels", tower, 1_000}} {
		t.Run(c.name, func(t *testing.T) {
			var d *ir.Design
			type step struct {
				name string
				do   func() error
			}
			steps := []step{
				{"Elaborate", func() (err error) { d, err = rtlgen.Elaborate(c.describe(c.n)); return err }},
				{"Emit", func() error { _, err := verilog.Emit(d, verilog.Options{}); return err }},
			}
			for _, name := range cyclesim.BuiltIn() {
				steps = append(steps, step{name, func() error {
					_, err := cyclesim.New(d, cyclesim.Options{Engine: name})
					return err
				}})
			}
			for _, step := range steps {
				start := processorTime(t)
				assert.NilError(t, step.do())
				took := processorTime(t) - start
				t.Logf("%s of %d %s: %s", step.name, c.n, c.name, took)
				assert.Assert(t, took < limit, "%s of %d %s takes %s", step.name, c.n, c.name, took)
			}
		})
	}
}
