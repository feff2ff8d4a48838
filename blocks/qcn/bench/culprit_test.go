package bench

import (
	"fmt"
	"testing"

	"gotest.tools/v3/assert"

	rtl "culprit.example/culprit/blocks/qcn"
	"culprit.example/culprit/blocks/qcn/golden"
	"culprit.example/culprit/rtlgen/blocks"
	"culprit.example/culprit/testbench"
)

// TestCulpritFindsEveryUnit: the only unit held is found at every place, with as many
// reads as draws and rows at most, and the one that reads its row again.
func TestCulpritFindsEveryUnit(t *testing.T) {
	t.Parallel()
	for _, v := range []blocks.Values{
		{"units": 256, "probes_fast": 1, "probes_strict": 1, "inject": 0},
		{"units": 272, "probes_fast": 2, "probes_strict": 3, "inject": 0},
		{"units": 12288, "probes_fast": 64, "probes_strict": 1024, "inject": 0},
	} {
		t.Run(fmt.Sprint(v["units"]), func(t *testing.T) {
			t.Parallel()
			findUnits(t, v)
		})
	}
}

func findUnits(t *testing.T, v blocks.Values) {
	device, err := testbench.NewDevice(blocks.Of(rtl.Culprit), v, golden.CulpritIn{}, golden.CulpritOut{})
	assert.NilError(t, err)
	rows := v["units"] / golden.CulpritColumns
	array := golden.NewCulpritArray(v["units"])
	held := golden.CulpritHeld{Seed: 1}
	for cycle := 0; !device.Step(golden.CulpritIn{CulpritHeld: held}).Ready; cycle++ {
		assert.Assert(t, cycle < rows+2, "the words are not cleared")
	}
	step := max(1, v["units"]/256-1) // some units of the largest array
	before := uint32(0)
	for i := 0; i < v["units"]; i += step {
		unit := array.Unit(i/rows, i%rows)
		held.Strict = i/step%2 == 0
		limit := v["probes_fast"]
		if held.Strict {
			limit = v["probes_strict"]
		}
		device.Step(golden.CulpritIn{CulpritHeld: held, AllocValid: true, AllocUnit: unit, AllocPointer: array.Unit(3, 0),
			AllocPrio: i % 8})
		out := device.Step(golden.CulpritIn{CulpritHeld: held, RequestValid: true, RequestPrio: i % 8})
		assert.Assert(t, out.RequestReady)
		for cycle := 0; !out.AnswerValid; cycle++ {
			assert.Assert(t, cycle < 2*limit+rows+50, "no answer for unit %d", unit)
			out = device.Step(golden.CulpritIn{CulpritHeld: held})
		}
		assert.Assert(t, out.AnswerHit, "unit %d is not found", unit)
		assert.Equal(t, out.AnswerUnit, unit)
		assert.Equal(t, out.AnswerPointer, array.Unit(3, 0))
		assert.Assert(t, int(out.CountReads-before) <= limit+rows+1, "%d reads for unit %d", out.CountReads-before, unit)
		before = out.CountReads
		device.Step(golden.CulpritIn{CulpritHeld: held, ReleaseValid: true, ReleaseUnit: unit})
	}
}
