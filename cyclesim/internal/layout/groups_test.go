package layout

import (
	"testing"

	"github.com/google/go-cmp/cmp"
	"gotest.tools/v3/assert"
)

func TestGroups(t *testing.T) {
	wide := []int{64, 32, 16, 8}
	for _, c := range []struct {
		copies int
		groups Grouping
		want   []Group
	}{
		{35, Grouping{Sizes: []int{16, 8}}, []Group{{0, 32, 16}, {32, 3, 1}}},
		{24, Grouping{Sizes: []int{16, 8}}, []Group{{0, 16, 16}, {16, 8, 8}}},
		{17, Grouping{Sizes: []int{8}}, []Group{{0, 16, 8}, {16, 1, 1}}},
		{7, Grouping{Sizes: []int{16, 8}}, []Group{{0, 7, 1}}},
		{48, Grouping{}, []Group{{0, 48, 1}}},
		{48, Grouping{Sizes: wide}, []Group{{0, 32, 32}, {32, 16, 16}}},
		{48, Grouping{Sizes: wide, Fill: true}, []Group{{0, 48, 64}}},
		{47, Grouping{Sizes: wide, Fill: true}, []Group{{0, 32, 32}, {32, 15, 16}}},
		{112, Grouping{Sizes: wide, Fill: true}, []Group{{0, 112, 64}}},
		{69, Grouping{Sizes: wide, Fill: true}, []Group{{0, 64, 64}, {64, 5, 8}}},
		{67, Grouping{Sizes: wide, Fill: true}, []Group{{0, 64, 64}, {64, 3, 1}}},
		{8, Grouping{Sizes: []int{32, 16, 8}, Fill: true}, []Group{{0, 8, 8}}},
		{4, Grouping{Sizes: []int{32, 16, 8}, Fill: true}, []Group{{0, 4, 8}}},
	} {
		assert.DeepEqual(t, c.groups.Of(c.copies), c.want, cmp.AllowUnexported(Group{}))
	}
}

// TestPlacesApart: the places of all copies lie within the array, and none on
// another.
func TestPlacesApart(t *testing.T) {
	const size = 24
	places := []struct{ at, size uint32 }{{0, 4}, {4, 1}, {5, 1}, {6, 2}, {8, 8}, {16, 8}}
	for _, c := range []struct {
		copies int
		groups Grouping
	}{
		{27, Grouping{Sizes: []int{16, 8}}},
		{27, Grouping{Sizes: []int{16, 8}, Fill: true}},
		{64 + 32 + 8 + 3, Grouping{Sizes: []int{64, 32, 16, 8}}},
		{64 + 50, Grouping{Sizes: []int{64, 32, 16, 8}, Fill: true}},
	} {
		used := map[uint32]bool{}
		in := &Child{Layout: &Layout{Size: size}, Base: 64}
		end := 64 + uint32(c.groups.frames(c.copies))*size
		for i := range c.copies {
			a := in.CopyAddress(i, c.groups.Of(c.copies))
			for _, p := range places {
				at := a.Place(p.at, p.size)
				for b := at; b < at+p.size; b++ {
					assert.Assert(t, !used[b] && b >= 64 && b < end, "copy %d of %d, place %d: byte %d", i, c.copies, p.at, b)
					used[b] = true
				}
			}
		}
	}
}
