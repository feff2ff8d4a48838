package bench

import (
	"testing"

	"gotest.tools/v3/assert"

	"culprit.example/culprit/blocks/recn"
	"culprit.example/culprit/cyclesim"
	"culprit.example/culprit/rtlgen/blocks"
)

// TestD19LineIsFreeAtOnce: immediately after its deallocation a SAQ can be allocated
// for another congestion tree. It is freed in cycle c and allocated in c+1.
func TestD19LineIsFreeAtOnce(t *testing.T) {
	t.Parallel()
	d, err := blocks.Find(recn.Blocks(), "recn_in_cam").Elaborate(map[string]int{"saqs": 1})
	assert.NilError(t, err)
	e, err := cyclesim.New(d, cyclesim.Options{Seed: 1})
	assert.NilError(t, err)
	const first, second, mask = 1 << 28, 2 << 28, 7 << 28
	// step drives one cycle and returns the line before its end.
	step := func(inputs map[string]uint64) (valid, tp uint64) {
		for i, p := range d.Top.Inputs() {
			e.SetInput(i, []uint64{inputs[p.Name]})
		}
		e.Eval()
		for i, p := range d.Top.Outputs() {
			var x [1]uint64
			switch p.Name {
			case "line_valid":
				e.Output(i, x[:])
				valid = x[0]
			case "line_tp":
				e.Output(i, x[:])
				tp = x[0]
			}
		}
		e.Step()
		return valid, tp
	}
	alloc := func(name uint64) map[string]uint64 {
		return map[string]uint64{"alloc_valid": 1, "alloc_tp": name, "alloc_mask": mask}
	}
	step(alloc(first))
	valid, tp := step(map[string]uint64{"linked": 1})
	assert.Equal(t, valid, uint64(1))
	assert.Equal(t, tp, uint64(first))
	step(map[string]uint64{"dealloc": 1}) // cycle c
	valid, _ = step(alloc(second))        // cycle c+1
	assert.Equal(t, valid, uint64(0))
	valid, tp = step(nil)
	assert.Equal(t, valid, uint64(1))
	assert.Equal(t, tp, uint64(second))
}
