package compiled

import (
	"testing"

	"github.com/google/go-cmp/cmp"
	"gotest.tools/v3/assert"
)

func TestGroups(t *testing.T) {
	wide := []int{64, 32, 16, 8}
	for _, c := range []struct {
		copies int
		groups grouping
		want   []group
	}{
		{35, grouping{sizes: []int{16, 8}}, []group{{0, 32, 16}, {32, 3, 1}}},
		{24, grouping{sizes: []int{16, 8}}, []group{{0, 16, 16}, {16, 8, 8}}},
		{17, grouping{sizes: []int{8}}, []group{{0, 16, 8}, {16, 1, 1}}},
		{7, grouping{sizes: []int{16, 8}}, []group{{0, 7, 1}}},
		{48, grouping{}, []group{{0, 48, 1}}},
		{48, grouping{sizes: wide}, []group{{0, 32, 32}, {32, 16, 16}}},
		{48, grouping{sizes: wide, fill: true}, []group{{0, 48, 64}}},
		{47, grouping{sizes: wide, fill: true}, []group{{0, 32, 32}, {32, 15, 16}}},
		{112, grouping{sizes: wide, fill: true}, []group{{0, 112, 64}}},
		{69, grouping{sizes: wide, fill: true}, []group{{0, 64, 64}, {64, 5, 8}}},
		{67, grouping{sizes: wide, fill: true}, []group{{0, 64, 64}, {64, 3, 1}}},
		{8, grouping{sizes: []int{32, 16, 8}, fill: true}, []group{{0, 8, 8}}},
		{4, grouping{sizes: []int{32, 16, 8}, fill: true}, []group{{0, 4, 8}}},
	} {
		assert.DeepEqual(t, c.groups.of(c.copies), c.want, cmp.AllowUnexported(group{}))
	}
}

// TestPlacesApart: the places of all copies lie within the array, and none on
// another.
func TestPlacesApart(t *testing.T) {
	const size = 24
	places := []struct{ at, size uint32 }{{0, 4}, {4, 1}, {5, 1}, {6, 2}, {8, 8}, {16, 8}}
	for _, c := range []struct {
		copies int
		groups grouping
	}{
		{27, grouping{sizes: []int{16, 8}}},
		{27, grouping{sizes: []int{16, 8}, fill: true}},
		{64 + 32 + 8 + 3, grouping{sizes: []int{64, 32, 16, 8}}},
		{64 + 50, grouping{sizes: []int{64, 32, 16, 8}, fill: true}},
	} {
		used := map[uint32]bool{}
		in := &child{layout: &layout{size: size}, base: 64}
		end := 64 + uint32(c.groups.frames(c.copies))*size
		for i := range c.copies {
			a := in.copyAddress(i, c.groups.of(c.copies))
			for _, p := range places {
				at := a.place(p.at, p.size)
				for b := at; b < at+p.size; b++ {
					assert.Assert(t, !used[b] && b >= 64 && b < end, "copy %d of %d, place %d: byte %d", i, c.copies, p.at, b)
					used[b] = true
				}
			}
		}
	}
}
