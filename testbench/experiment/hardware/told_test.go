package hardware

import (
	"fmt"
	"testing"

	"gotest.tools/v3/assert"

	"culprit.example/culprit/cyclesim"
	"culprit.example/culprit/rtlgen"
	"culprit.example/culprit/rtlgen/blocks"
	"culprit.example/culprit/rtlgen/ir"
)

// TestWatcher says a bit, and obeys it some cycles later, or not at all. What has not stood
// for longer than it may be on its way is not looked at: a delayed copy of what changes all
// the time is never reported.
func TestWatcher(t *testing.T) {
	t.Parallel()
	const late = 5
	square := func(period, shift int) func(cycle int) uint64 {
		return func(cycle int) uint64 {
			if cycle < shift {
				return 0
			}
			return uint64((cycle - shift) / period % 2)
		}
	}
	steps := func(list ...int) func(cycle int) uint64 { // by turns a cycle and the value from it on
		return func(cycle int) (v uint64) {
			for i := 0; i < len(list) && cycle >= list[i]; i += 2 {
				v = uint64(list[i+1])
			}
			return v
		}
	}
	for _, c := range []struct {
		name         string
		said, obeyed func(cycle int) uint64
		deaf, first  uint64
		refused      int
	}{
		{"at once", square(20, 0), square(20, 0), 0, 0, 0},
		{"as late as allowed", square(20, 0), square(20, late), 0, 0, 0},
		{"one cycle too late", square(20, 0), square(20, late+1), 4, 25, 0},
		{"the inverse of what changes all the time", square(3, 0), square(3, 3), 0, 0, 0},
		{"never", square(40, 0), func(int) uint64 { return 0 }, 40 - late, 45, 0},
		{"refused", square(20, 0), func(int) uint64 { return 0 }, 20 - late, 65, 21},
		{"ends by itself", func(cycle int) uint64 { return square(1000, 10)(cycle + 1000) },
			func(cycle int) uint64 { return uint64(b2i(cycle >= 10 && cycle < 70)) }, 30, 70, 0},
		// What is refused stays so while something else is said and taken back; then comes what nobody obeys.
		{"refused beside another", steps(10, 1, 20, 2, 40, 1, 60, 0, 80, 1), steps(13, 1, 43, 0), 20 - late, 85, 23},
	} {
		d, err := rtlgen.Elaborate(watcher(2, late))
		assert.NilError(t, err)
		e, err := cyclesim.New(d, cyclesim.Options{})
		assert.NilError(t, err)
		in := ports(d.Top.Inputs())
		for cycle := range 100 {
			e.SetInput(in["said"], []uint64{c.said(cycle)})
			e.SetInput(in["obeyed"], []uint64{c.obeyed(cycle)})
			e.SetInput(in["refused"], []uint64{uint64(b2i(cycle == c.refused))})
			e.Step()
		}
		read := func(name string) uint64 {
			p, err := e.Probe(name)
			assert.NilError(t, err)
			return word(p)
		}
		assert.Equal(t, read(deafCount), c.deaf, c.name)
		assert.Equal(t, read(deafFirst), c.first, c.name)
	}
}

func b2i(b bool) int {
	if b {
		return 1
	}
	return 0
}

// TestLift brings registers of copies within copies to the top, and compares them there: as
// values, as some of their bits, and by the number of ones.
func TestLift(t *testing.T) {
	t.Parallel()
	inner := rtlgen.NewModule("inner")
	start := inner.Input("start", 4)
	told, kept := inner.Reg("told", 4, 0), inner.Reg("kept", 4, 0)
	told.Set(start)
	kept.Set(rtlgen.Mux(start.Eq(9), 6, start)) // 1001 becomes 0110
	inner.Output("sum", told.Add(kept))
	pair := rtlgen.NewModule("pair")
	in := pair.InstanceArray("inner", 3, inner)
	in.In("start", pair.Input("starts", 12))
	pair.Output("sums", in.Out("sum"))
	top := rtlgen.NewModule("top")
	all := top.InstanceArray("pair", 2, pair)
	all.In("starts", top.Input("starts", 24))
	top.Output("sums", all.Out("sums"))
	d, err := rtlgen.Elaborate(top)
	assert.NilError(t, err)

	state := func(copy string, lo, width int, count bool) blocks.Told {
		bits := func(name string) blocks.Bits { return blocks.Bits{Path: copy + "." + name, Lo: lo, Width: width} }
		return blocks.Told{Said: bits("told"), Obeyed: bits("kept"), Count: count, Late: 2}
	}
	list := []blocks.Told{
		state("pair_0.inner_0", 0, 0, false), state("pair_0.inner_2", 0, 0, false), state("pair_1.inner_1", 0, 0, false),
		state("pair_1.inner_1", 0, 0, true), {Said: blocks.Bits{Path: "pair_1.inner_1.told", And: "pair_1.inner_1.kept"},
			Obeyed: blocks.Bits{Path: "pair_1.inner_1.kept", And: "pair_1.inner_1.told"}, Late: 2},
		state("pair_1.inner_1", 3, 1, false), state("pair_1.inner_0", 3, 1, false),
	}
	of := addWatchers(d, list)
	assert.NilError(t, ir.Verify(d))
	e, err := cyclesim.New(d, cyclesim.Options{})
	assert.NilError(t, err)
	// Copy 1 of pair 1 has 9, all others what their number is.
	e.SetInput(ports(d.Top.Inputs())["starts"], []uint64{0x5_9_3_2_1_7})
	for range 10 {
		e.Step()
	}
	var differ []bool
	for _, w := range of {
		p, err := e.Probe(fmt.Sprintf("%s_%d.%s", w.name(), w.number, deafCount))
		assert.NilError(t, err)
		differ = append(differ, word(p) > 0)
	}
	assert.DeepEqual(t, differ, []bool{false, false, true, false, false, true, false})
}
