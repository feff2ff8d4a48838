package golden

import (
	"testing"

	"gotest.tools/v3/assert"
)

// all is n times true.
func all(n int) []bool {
	b := make([]bool, n)
	for i := range b {
		b[i] = true
	}
	return b
}

func TestSepAllocatorLoserKeepsItsPointer(t *testing.T) {
	m := NewSepAllocator(2, 2, 2)
	// Both inputs want output 0 with queue 0 and output 1 with queue 1.
	in := SepAllocatorIn{Eligible: all(4), Wanted: []int{0, 1, 0, 1}, InputFree: all(2), OutputFree: all(2)}

	out := m.Step(in)
	want := SepAllocatorOut{[]bool{true, false}, []int{0, 0}, []int{0, 0}, []bool{true, false}, []int{0, 0}}
	assert.DeepEqual(t, out, want)

	// Input 0 has gone on to queue 1; input 1 has lost and asks with queue 0 again.
	out = m.Step(in)
	want = SepAllocatorOut{[]bool{true, true}, []int{1, 0}, []int{1, 0}, []bool{true, true}, []int{1, 0}}
	assert.DeepEqual(t, out, want)
}

func TestSepAllocatorHonoursFree(t *testing.T) {
	m := NewSepAllocator(2, 2, 2)
	in := SepAllocatorIn{Eligible: all(4), Wanted: []int{0, 1, 0, 1}, InputFree: []bool{false, true},
		OutputFree: []bool{false, true}}
	// Input 1 skips the queue whose output is busy; input 0 asks for nothing.
	want := SepAllocatorOut{[]bool{false, true}, []int{0, 1}, []int{0, 1}, []bool{false, true}, []int{0, 1}}
	assert.DeepEqual(t, m.Step(in), want)

	// Output 1 now begins at input 0 again, and input 0 was not moved.
	in.InputFree = all(2)
	out := m.Step(in)
	assert.DeepEqual(t, out.OutputSource, []int{0, 0})
	assert.DeepEqual(t, out.GrantValid, []bool{true, false})
}

func TestSepAllocatorIgnoresWishOfIneligibleQueue(t *testing.T) {
	m := NewSepAllocator(1, 1, 3)
	in := SepAllocatorIn{Eligible: []bool{false}, Wanted: []int{3}, InputFree: all(1), OutputFree: all(3)}
	assert.DeepEqual(t, m.Step(in).GrantValid, []bool{false})
	in.Eligible[0] = true
	assert.Equal(t, panics(func() { m.Step(in) }), "BUG: stimulus: queue 0 of input 0 wants output 3 of 3")
}
