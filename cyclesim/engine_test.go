package cyclesim_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"gotest.tools/v3/assert"

	"culprit.example/culprit/cyclesim"
	"culprit.example/culprit/internal/tiers"
	"culprit.example/culprit/rtlgen"
	"culprit.example/culprit/rtlgen/ir"
)

// unit has one of everything: it is the design of the tests below.
func unit() *rtlgen.Module {
	m := rtlgen.NewModule("unit")
	push := m.Input("push", 1)
	x := m.Input("x", 70)
	slots := m.RegArray("slots", 3, 5, 1)
	tail := m.Reg("tail", 2, 0)
	mem := m.Memory("mem", 4, 70, rtlgen.ReadOld)
	mem.Write(push, tail.Value, x)
	word := mem.ReadSync("word", push.Not(), tail.Value)
	m.If(push, func() {
		tail.Set(tail.Add(1))
		slots.At(tail).Set(x.Low(5))
	})
	m.Output("count", tail.Value)
	m.Output("last", word)
	m.Output("slot", slots.At(0).Value)
	m.Assert("never_three", tail.Ne(3), "the third push is one too many")
	m.Cover("pushed", push)
	m.Cover("x_is_one", x.Eq(1))
	return m
}

// unitPins are the ports of unit.
type unitPins struct {
	Push, X           rtlgen.In
	Count, Last, Slot rtlgen.Out
}

func pair(m *rtlgen.Module) {
	units := rtlgen.UseArray(m, "unit", 2, rtlgen.As[unitPins](unit(), nil))
	units.Push.Drive(m.Input("push", 2))
	units.X.Broadcast(m.Input("x", 70))
	m.Output("counts", units.Count)
	m.Output("last", units.Last)
	m.Output("slots", units.Slot)
}

// stimulate drives the pair's inputs as a function of the cycle alone.
func stimulate(sim cyclesim.Engine) {
	c := sim.Cycle()
	sim.SetInput(0, []uint64{c * 0x9e3779b97f4a7c15 >> 61})
	sim.SetInput(1, []uint64{c * c * 0x2545f4914f6cdd1d, c})
}

// history is all outputs in the next n cycles.
func history(sim cyclesim.Engine, n int) []string {
	var list []string
	for range n {
		stimulate(sim)
		sim.Eval()
		line := fmt.Sprint(sim.Cycle())
		for i, p := range sim.Design().Top.Outputs() {
			got := make([]uint64, (p.Width+63)/64)
			sim.Output(i, got)
			line += fmt.Sprintf(" %s=%x", p.Name, got)
		}
		list = append(list, line)
		sim.Step()
	}
	return list
}

func TestSaveAndRestore(t *testing.T) {
	d := build(t, "pair", pair)
	sim := newEngine(t, d)
	history(sim, 20)
	state := sim.Save()
	first := history(sim, 50)
	failures, covers := sim.Failures(), sim.CoverCounts()

	check := func(sim cyclesim.Engine) {
		t.Helper()
		assert.NilError(t, sim.Restore(state))
		assert.Equal(t, sim.Cycle(), uint64(20))
		assert.DeepEqual(t, history(sim, 50), first)
		assert.DeepEqual(t, sim.Failures(), failures)
		assert.DeepEqual(t, sim.CoverCounts(), covers)
	}
	check(sim)
	check(newEngine(t, d))

	check(newEngine(t, build(t, "pair", pair))) // another description of the same netlist
	assert.ErrorContains(t, sim.Restore(cyclesim.State{}), "empty state")
}

// TestRestoreBringsInputsBack: held inputs are part of the state.
func TestRestoreBringsInputsBack(t *testing.T) {
	sim := newEngine(t, build(t, "pair", pair))
	sim.SetInput(0, []uint64{3})
	state := sim.Save()
	sim.SetInput(0, []uint64{0})
	assert.NilError(t, sim.Restore(state))
	assert.Equal(t, peek(t, sim, "push").Uint64(), uint64(3))
}

func TestResetAndSeeds(t *testing.T) {
	d := build(t, "pair", pair)
	sim := newEngine(t, d)
	first := history(sim, 50)
	sim.Reset()
	assert.Equal(t, sim.Cycle(), uint64(0))
	assert.Equal(t, len(sim.Failures()), 0)
	assert.DeepEqual(t, history(sim, 50), first)

	other, err := cyclesim.New(d, cyclesim.Options{Engine: testEngine, Seed: 2})
	assert.NilError(t, err)
	assert.Assert(t, cmp.Diff(history(other, 50), first) != "",
		"the memory is read before it is written: seeds must differ")
	sim.Reset()
	assert.Assert(t, peek(t, sim, "unit_0.mem[0]").Big().Cmp(peek(t, sim, "unit_1.mem[0]").Big()) != 0)
}

func TestProperties(t *testing.T) {
	sim := newEngine(t, build(t, "pair", pair))
	sim.SetInput(0, []uint64{2}) // only copy 1
	for range 5 {
		sim.Step()
	}
	failures := sim.Failures()
	assert.Equal(t, len(failures), 1)
	f := failures[0]
	assert.Equal(t, f.Path, "unit_1.never_three")
	assert.Equal(t, f.Cycle, uint64(3)) // 3 after three pushes, wraps to 0 after four
	assert.Equal(t, f.Count, uint64(1))
	assert.Equal(t, f.Kind, ir.Assert)
	assert.Equal(t, f.Doc, "the third push is one too many")
	assert.Assert(t, f.Pos.Line > 0)
	assert.Assert(t, strings.HasPrefix(f.String(),
		"cycle 3: assert unit_1.never_three fails: the third push is one too many (cyclesim/engine_test.go:"), f.String())

	got := map[string]uint64{}
	for _, c := range sim.CoverCounts() {
		got[c.Path] = c.Count
	}
	assert.DeepEqual(t, got, map[string]uint64{
		"unit_0.pushed": 0, "unit_0.x_is_one": 0, "unit_1.pushed": 5, "unit_1.x_is_one": 0,
	})
}

// TestNoChecks: properties are left out, and what only they read stands still.
func TestNoChecks(t *testing.T) {
	d := build(t, "watched", func(m *rtlgen.Module) {
		up := m.Input("up", 1)
		count, verificationOnly := m.Reg("count", 4, 2), m.Reg("checked", 4, 7)
		m.If(up, func() { count.Set(count.Add(1)); verificationOnly.Set(verificationOnly.Add(1)) })
		m.Output("out", count.Value)
		m.Assert("never_nine", verificationOnly.Ne(9))
		m.Cover("counts", up)
	})
	for _, off := range []bool{false, true} {
		sim, err := cyclesim.New(d, cyclesim.Options{Engine: testEngine, NoChecks: off})
		assert.NilError(t, err)
		sim.SetInput(0, []uint64{1})
		assert.NilError(t, sim.Run(context.Background(), 5))
		assert.Equal(t, peek(t, sim, "count").Uint64(), uint64(7))
		want := map[bool][3]uint64{false: {12, 1, 5}, true: {7, 0, 0}}[off]
		got := [3]uint64{peek(t, sim, "checked").Uint64(), uint64(len(sim.Failures())), sim.CoverCounts()[0].Count}
		assert.Equal(t, got, want)
	}
}

// TestWatchedWires: a wire that only properties read shows its value in every cycle, without
// checks, too.
func TestWatchedWires(t *testing.T) {
	d := build(t, "counter", func(m *rtlgen.Module) {
		up := m.Input("up", 4)
		count := m.Reg("count", 4, 2)
		count.Set(count.Add(up))
		m.Output("out", count.Value)
		watched := m.Wire("watched", 4)
		watched.Set(count.Xor(up))
		m.Assert("no_nine", watched.Ne(9))
	})
	assert.Assert(t, slices.ContainsFunc(d.Top.Signals, func(s *ir.Signal) bool {
		return s.Name == "watched" && s.VerificationOnly
	}))
	sim, err := cyclesim.New(d, cyclesim.Options{Engine: testEngine, NoChecks: true})
	assert.NilError(t, err)
	for _, up := range []uint64{3, 3, 8, 15} {
		sim.SetInput(0, []uint64{up})
		want := peek(t, sim, "count").Uint64() ^ up
		assert.Equal(t, peek(t, sim, "watched").Uint64(), want)
		assert.NilError(t, sim.Run(context.Background(), 1))
	}
}

func TestFailuresAreBounded(t *testing.T) {
	sim, err := cyclesim.New(build(t, "pair", pair), cyclesim.Options{Engine: testEngine, MaxFailures: 1})
	assert.NilError(t, err)
	sim.SetInput(0, []uint64{3})
	assert.NilError(t, sim.Run(context.Background(), 40))
	failures := sim.Failures()
	assert.Equal(t, len(failures), 1)
	assert.Equal(t, failures[0].Count, uint64(10))
}

func TestRunStopsWithItsContext(t *testing.T) {
	sim := newEngine(t, build(t, "pair", pair))
	ctx, cancel := context.WithCancel(context.Background())
	assert.NilError(t, sim.Run(ctx, 100))
	assert.Equal(t, sim.Cycle(), uint64(100))
	cancel()
	err := sim.Run(ctx, 100)
	assert.Assert(t, errors.Is(err, context.Canceled))
	assert.ErrorContains(t, err, "stopped after 0 of 100 cycles")
}

func TestPeekErrors(t *testing.T) {
	sim := newEngine(t, build(t, "pair", pair))
	for path, want := range map[string]string{
		"unit_2.tail":          `the top (module pair) has no instance "unit_2": nearest are unit_0, unit_1`,
		"unit_0.tial":          `unit_0 (module unit) has nothing called "tial": nearest are tail`,
		"unit_0":               `has an instance unit_0: add a dot`,
		"unit_0.slots":         `has slots as an array of 3 elements: name one of them, such as slots[0]`,
		"unit_0.slots[3]":      `has the elements slots[0] to slots[2]`,
		"unit_0.mem[x]":        `has the elements mem[0] to mem[3]`,
		"unit_0.mem[1":         `has the elements mem[0] to mem[3]`,
		"unit_0.tail[0]":       `has tail as a reg, which has no elements: leave out the index`,
		"unit_0.deeper.signal": `unit_0 (module unit) has no instance "deeper": there are none`,
		"":                     `has nothing called ""`,
	} {
		_, err := sim.Peek(path)
		assert.ErrorContains(t, err, want)
		assert.ErrorContains(t, err, fmt.Sprintf("cannot look at %q: ", path))
	}
}

func TestUnknownEngine(t *testing.T) {
	_, err := cyclesim.New(build(t, "pair", pair), cyclesim.Options{Engine: "fast"})
	assert.ErrorContains(t, err, `no simulation engine "fast": choose one of `+strings.Join(cyclesim.Engines(), ", "))
}

// TestContextEndsNew: the end of the context ends New, on every engine, and a finished engine does
// not know it.
func TestContextEndsNew(t *testing.T) {
	tiers.Tools(t, "gcc")
	t.Parallel()
	m := rtlgen.NewModule("box")
	m.Output("y", m.Input("a", 8).Add(1))
	d, err := rtlgen.Elaborate(m)
	assert.NilError(t, err)
	for _, name := range cyclesim.Engines() {
		ctx, cancel := context.WithCancel(context.Background())
		sim, err := cyclesim.New(d, cyclesim.Options{Engine: name, Context: ctx})
		assert.NilError(t, err)
		cancel()
		assert.NilError(t, sim.Run(context.Background(), 10))
		_, err = cyclesim.New(d, cyclesim.Options{Engine: name, Context: ctx})
		assert.ErrorIs(t, err, context.Canceled)
	}
}

func TestInputsAreCutToTheirWidth(t *testing.T) {
	sim := newEngine(t, build(t, "pair", pair))
	sim.SetInput(0, []uint64{0xff})
	sim.SetInput(1, []uint64{1, ^uint64(0)})
	assert.Equal(t, peek(t, sim, "push").String(), "2'h3")
	assert.Equal(t, peek(t, sim, "unit_1.x").String(), "70'h3f0000000000000001")
	sim.SetInput(1, []uint64{5})
	assert.Equal(t, peek(t, sim, "x").String(), "70'h000000000000000005")
}
