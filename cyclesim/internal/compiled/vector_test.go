package compiled

import (
	"testing"

	"gotest.tools/v3/assert"
)

func TestGroups(t *testing.T) {
	for _, c := range []struct {
		copies int
		lanes  []int
		want   []group
	}{
		{35, []int{16, 8}, []group{{0, 32, 16}, {32, 3, 1}}},
		{24, []int{16, 8}, []group{{0, 16, 16}, {16, 8, 8}}},
		{17, []int{8}, []group{{0, 16, 8}, {16, 1, 1}}},
		{7, []int{16, 8}, []group{{0, 7, 1}}},
		{48, nil, []group{{0, 48, 1}}},
	} {
		got := groupsOf(c.copies, c.lanes)
		assert.Equal(t, len(got), len(c.want), "%d copies", c.copies)
		for i := range got {
			assert.Equal(t, got[i], c.want[i], "%d copies", c.copies)
		}
	}
}

// TestPlacesApart: the places of all copies lie within the array, and none on
// another.
func TestPlacesApart(t *testing.T) {
	const size = 24
	places := []struct{ at, size uint32 }{{0, 4}, {4, 1}, {5, 1}, {6, 2}, {8, 8}, {16, 8}}
	groups := groupsOf(27, []int{16, 8})
	used := map[uint32]bool{}
	c := &child{layout: &layout{size: size}, base: 64}
	for i := range 27 {
		a := c.copyAddress(i, groups)
		for _, p := range places {
			at := a.place(p.at, p.size)
			for b := at; b < at+p.size; b++ {
				assert.Assert(t, !used[b] && b >= 64 && b < 64+27*size, "copy %d, place %d: byte %d", i, p.at, b)
				used[b] = true
			}
		}
	}
}
