package golden

import (
	"testing"

	"gotest.tools/v3/assert"
)

func TestFreeList(t *testing.T) {
	m := NewFreeList(3)
	steps := []struct {
		what       string
		take, give bool
		giveSlot   int
		slot       int // -1: unknown
		count      int
	}{
		{"slot 0 is on top", true, false, 0, 0, 3},
		{"then slot 1", true, false, 0, 1, 2},
		{"take and give: straight through, though slot 2 is free", true, true, 0, 0, 1},
		{"give alone shows the slot given", false, true, 1, 1, 1},
		{"last in, first out", true, false, 0, 1, 2},
		{"the last one", true, false, 0, 2, 1},
		{"empty: unknown", false, false, 0, -1, 0},
		{"take and give while empty", true, true, 0, 0, 0},
		{"which left it empty", false, true, 2, 2, 0},
		{"one again", false, false, 0, 2, 1},
	}
	for _, s := range steps {
		out := m.Step(FreeListIn{Take: s.take, Give: s.give, GiveSlot: s.giveSlot})
		assert.Equal(t, out.SlotKnown, s.slot >= 0, s.what)
		if s.slot >= 0 {
			assert.Equal(t, out.Slot, s.slot, s.what)
		}
		assert.Equal(t, out.Count, s.count, s.what)
		assert.Equal(t, out.Empty, s.count == 0, s.what)
	}
}

func TestFreeListRefusesDoubleGive(t *testing.T) {
	m := NewFreeList(4)
	assert.Equal(t, panics(func() { m.Step(FreeListIn{Give: true, GiveSlot: 2}) }),
		"BUG: stimulus: slot 2 given back while it is free")
}
