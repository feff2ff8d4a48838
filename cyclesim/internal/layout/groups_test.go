package layout

import (
	"testing"

	"gotest.tools/v3/assert"

	"culprit.example/culprit/rtlgen/ir"
)

func TestGroups(t *testing.T) {
	wide := []int{64, 32, 16, 8}
	module := &ir.Module{}
	two := map[*ir.Module]bool{module: true}
	for _, c := range []struct {
		copies int
		groups Grouping
		want   []Group
	}{
		{35, Grouping{Sizes: []int{16, 8}}, []Group{{0, 32, 16, 0}, {32, 3, 1, 0}}},
		{24, Grouping{Sizes: []int{16, 8}}, []Group{{0, 16, 16, 0}, {16, 8, 8, 0}}},
		{17, Grouping{Sizes: []int{8}}, []Group{{0, 16, 8, 0}, {16, 1, 1, 0}}},
		{7, Grouping{Sizes: []int{16, 8}}, []Group{{0, 7, 1, 0}}},
		{48, Grouping{}, []Group{{0, 48, 1, 0}}},
		{48, Grouping{Sizes: wide}, []Group{{0, 32, 32, 0}, {32, 16, 16, 0}}},
		{48, Grouping{Sizes: wide, Fill: true}, []Group{{0, 48, 64, 0}}},
		{47, Grouping{Sizes: wide, Fill: true}, []Group{{0, 32, 32, 0}, {32, 15, 16, 0}}},
		{112, Grouping{Sizes: wide, Fill: true}, []Group{{0, 112, 64, 0}}},
		{69, Grouping{Sizes: wide, Fill: true}, []Group{{0, 64, 64, 0}, {64, 5, 8, 0}}},
		{67, Grouping{Sizes: wide, Fill: true}, []Group{{0, 64, 64, 0}, {64, 3, 1, 0}}},
		{8, Grouping{Sizes: []int{32, 16, 8}, Fill: true}, []Group{{0, 8, 8, 0}}},
		{4, Grouping{Sizes: []int{32, 16, 8}, Fill: true}, []Group{{0, 4, 8, 0}}},
		{13, Grouping{Sizes: wide, Fill: true, TwoBlocks: two}, []Group{{0, 13, 32, 8}}},
		{6, Grouping{Sizes: wide, Fill: true, TwoBlocks: two}, []Group{{0, 6, 32, 4}}},
		{27, Grouping{Sizes: wide, Fill: true, TwoBlocks: two}, []Group{{0, 27, 32, 0}}},
		{64, Grouping{Sizes: wide, Fill: true, Threads: 2}, []Group{{0, 64, 32, 0}}},
		{55, Grouping{Sizes: wide, Fill: true, Threads: 2}, []Group{{0, 32, 16, 0}, {32, 23, 8, 0}}},
		{56, Grouping{Sizes: wide, Fill: true, Threads: 2}, []Group{{0, 56, 32, 0}}},
		{48, Grouping{Sizes: wide, Fill: true, Threads: 2}, []Group{{0, 32, 16, 0}, {32, 16, 8, 0}}},
		{48, Grouping{Sizes: wide, Fill: true, Threads: 3}, []Group{{0, 48, 16, 0}}},
	} {
		assert.DeepEqual(t, c.groups.Of(&ir.Instance{Of: module, Count: c.copies}), c.want)
	}
}

// TestPlacesApart: the places of all copies lie within the array, and none on
// another.
func TestPlacesApart(t *testing.T) {
	const size = 24
	module := &ir.Module{}
	two := map[*ir.Module]bool{module: true}
	places := []struct{ at, size uint32 }{{0, 4}, {4, 1}, {5, 1}, {6, 2}, {8, 8}, {16, 8}}
	for _, c := range []struct {
		copies int
		groups Grouping
	}{
		{27, Grouping{Sizes: []int{16, 8}}},
		{27, Grouping{Sizes: []int{16, 8}, Fill: true}},
		{64 + 32 + 8 + 3, Grouping{Sizes: []int{64, 32, 16, 8}}},
		{64 + 50, Grouping{Sizes: []int{64, 32, 16, 8}, Fill: true}},
		{13, Grouping{Sizes: []int{64, 32, 16, 8}, Fill: true, TwoBlocks: two}},
		{8, Grouping{Sizes: []int{32, 16, 8}, Fill: true, TwoBlocks: two}},
		{4, Grouping{Sizes: []int{32, 16, 8}, Fill: true, TwoBlocks: two}},
		{24, Grouping{Sizes: []int{16, 8}, TwoBlocks: two}},
	} {
		used := map[uint32]bool{}
		in := &Child{Layout: &Layout{Size: size}, Base: 64}
		of := &ir.Instance{Of: module, Count: c.copies}
		end := 64 + uint32(c.groups.frames(of))*size
		for i := range c.copies {
			a := in.CopyAddress(i, c.groups.Of(of))
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

// TestJoins: the parts in which copies inside a group are joined.
func TestJoins(t *testing.T) {
	t.Parallel()
	wide := []int{64, 32, 16, 8}
	for _, c := range []struct {
		copies, lanes int
		sizes         []int
		want          []Join
	}{
		{6, 16, wide, []Join{{0, 4}, {4, 2}}},
		{7, 8, wide, []Join{{0, 4}, {4, 2}, {6, 1}}},
		{9, 8, wide, []Join{{0, 8}, {8, 1}}},
		{3, 64, wide, []Join{{0, 1}, {1, 1}, {2, 1}}},
		{1, 8, wide, []Join{{0, 1}}},
		{4, 16, []int{16, 8}, []Join{{0, 1}, {1, 1}, {2, 1}, {3, 1}}},
		{4, 8, []int{16, 8}, []Join{{0, 2}, {2, 2}}},
	} {
		assert.DeepEqual(t, Grouping{Sizes: c.sizes, Joined: c.sizes[0]}.Joins(c.copies, c.lanes), c.want)
	}
}

// TestPlacesInside: the places of instances inside a group, and inside these, lie within the group,
// and none on another, whether copies are joined or not. VectorAt finds those of all lanes.
func TestPlacesInside(t *testing.T) {
	t.Parallel()
	for _, lanes := range []uint32{8, 16, 32, 64} {
		for _, sizes := range [][]int{{64, 32, 16, 8}, {32, 16, 8}, {16, 8}, {8}} {
			if int(lanes) <= sizes[0] {
				placesInside(t, lanes, Grouping{Sizes: sizes, Joined: sizes[0]})
			}
		}
	}
}

func placesInside(t *testing.T, lanes uint32, groups Grouping) {
	t.Helper()
	frame := func(children ...*Child) *Layout {
		l := &Layout{Own: 24, Children: children, groups: groups, extents: []Extent{
			{From: 0, To: 1, Size: 1}, {From: 1, To: 4, Size: 1}, {From: 4, To: 8, Size: 2}, {From: 8, To: 16, Size: 4},
			{From: 16, To: 24, Size: 8},
		}}
		l.Size = l.Own
		for _, c := range children {
			c.Base = (l.Size + 63) / 64 * 64
			l.Size = c.Base + uint32(c.IR.Count)*c.Layout.Size
		}
		return l
	}
	of := func(l *Layout, count int) *Child { return &Child{IR: &ir.Instance{Count: count}, Layout: l} }
	leaf := frame()
	middle := frame(of(leaf, 1), of(leaf, 3))
	top := frame(of(middle, 5), of(leaf, 2))

	used := make([]bool, lanes*top.Size)
	var walk func(l *Layout, offset uint32, at []Address)
	walk = func(l *Layout, offset uint32, at []Address) {
		for _, e := range l.extents {
			for k := e.From; k < e.To; k += e.Size {
				for lane, a := range at {
					place := a.Place(k, e.Size)
					assert.Equal(t, Lane(0, lanes, uint32(lane)).PlaceIn(top, offset+k, e.Size), place)
					plain := lanes*(offset+k) + LaneOffset(lanes, uint32(lane), e.Size)
					within := plain % min(16, lanes*e.Size)
					assert.Equal(t, top.VectorAt(lanes, plain-within)+within, place, "offset %d, lane %d of %d", offset+k, lane, lanes)
					for b := place; b < place+e.Size; b++ {
						assert.Assert(t, !used[b], "offset %d, lane %d of %d: byte %d", offset+k, lane, lanes, b)
						used[b] = true
					}
				}
			}
		}
		for _, c := range l.Children {
			for i := range c.IR.Count {
				inside := make([]Address, len(at))
				for lane, a := range at {
					inside[lane] = a.Inside(c, i, groups)
					assert.Equal(t, inside[lane], a.Frames(c.Base, c.Layout.Size, c.IR.Count, groups)[i])
				}
				walk(c.Layout, offset+c.Frame(i), inside)
			}
		}
	}
	at := make([]Address, lanes)
	for lane := range at {
		at[lane] = Lane(0, lanes, uint32(lane))
	}
	walk(top, 0, at)
}
