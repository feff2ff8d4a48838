package golden

import (
	"testing"

	"gotest.tools/v3/assert"
)

// filled has, in lines 0 to 4 of 6: an empty prefix, a long one, a short one, the long
// one again, and one that is cleared.
func filled() *CAM {
	m := NewCAM(6)
	for i, l := range []struct{ value, mask uint64 }{{0, 0}, {0xab, 0xff}, {0xa0, 0xf0}, {0xab, 0xff}, {0xab, 0xfe}} {
		m.Step(CAMIn{SetValid: true, SetLine: i, SetValue: l.value, SetMask: l.mask})
	}
	m.Step(CAMIn{ClearValid: true, ClearLine: 4})
	return m
}

func TestCAMSearches(t *testing.T) {
	out := filled().Step(CAMIn{Key: 0xab, AfterMask: 0x80, ExactValue: 0xaf, ExactMask: 0xf0})
	want := CAMOut{
		Hit:          []bool{true, true, true, true, false, false},
		LongestFound: true, LongestLine: 1,
		NextFound: true, NextLine: 2,
		ExactFound: true, ExactLine: 2,
		FreeFound: true, FreeLine: 4,
		LineValid: []bool{true, true, true, true, false, false},
	}
	assert.DeepEqual(t, out, want)
}

func TestCAMNextIsStrictlyLonger(t *testing.T) {
	m := filled()
	for _, step := range []struct {
		after uint64
		found bool
		line  int
	}{{0, true, 2}, {0xe0, true, 2}, {0xf0, true, 1}, {0xff, false, 0}} {
		out := m.Step(CAMIn{Key: 0xab, AfterMask: step.after})
		assert.Equal(t, out.NextFound, step.found, "after %#x", step.after)
		assert.Equal(t, out.NextLine, step.line, "after %#x", step.after)
	}
}

func TestCAMExactNeedsTheSameMask(t *testing.T) {
	out := filled().Step(CAMIn{ExactValue: 0xab, ExactMask: 0xfe})
	assert.Assert(t, !out.ExactFound, "line 4 is not valid")
	out = filled().Step(CAMIn{ExactValue: 0x12, ExactMask: 0})
	assert.Assert(t, out.ExactFound && out.ExactLine == 0)
}

func TestCAMSetWinsOverClear(t *testing.T) {
	m := NewCAM(1)
	out := m.Step(CAMIn{SetValid: true, SetValue: 3, SetMask: 7, ClearValid: true, Key: 3})
	assert.Assert(t, !out.LineValid[0] && !out.LongestFound && out.FreeFound)
	out = m.Step(CAMIn{ClearValid: true, Key: 3})
	assert.Assert(t, out.LineValid[0] && out.Hit[0] && out.LongestFound && !out.FreeFound)
	assert.Assert(t, !m.Step(CAMIn{Key: 3}).Hit[0])
}
