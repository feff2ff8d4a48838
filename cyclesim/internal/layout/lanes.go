package layout

import (
	"math/bits"

	"culprit.example/culprit/cyclesim/internal/vector"
	"culprit.example/culprit/rtlgen/ir"
)

// Copies of an instance run side by side in the lanes of vectors (SIMD): all
// execute the same code, without branches. Arrays with enough copies, outermost
// first, are cut into groups; the remaining copies run one by one.
//
// The frames of a group are interleaved. In a group of up to 16 lanes that starts
// where the frame of its first copy would, a place of the given size at an offset of
// the frame lies, for lane j, at lanes*offset + j*size: all lanes of a value lie side
// by side. A group of 32 or 64 lanes consists of blocks of 16, whose vectors of 16
// bytes lie side by side, block after block: where a group of 16 lanes has one, it has
// one for each block.
//
// The frames of instances inside are interleaved with the rest. Copies inside are joined
// if the group leaves room for more lanes: m copies in a group of n lanes are a group of
// m*n, whose lanes c*n to c*n+n-1 are those of copy c. It takes the place of their m
// frames. What is one vector of 16 bytes for a copy is one there, too.
//
// A group of 8 or 16 copies may have two blocks as well, each with half of them: in the first lanes
// of a group of 32. What takes several vectors otherwise takes half as many of twice the size.

// BlocksOf is the number of blocks of a group.
func BlocksOf(lanes int) int { return max(1, lanes/vector.BlockLanes) }

// LaneOffset is where a lane has its element of that size, in the vectors of all lanes.
func LaneOffset(lanes, lane, size uint32) uint32 {
	if lanes <= vector.BlockLanes {
		return lane * size
	}
	at := lane % vector.BlockLanes * size
	return at/16*lanes + lane/vector.BlockLanes*16 + at%16
}

// Grouping says how arrays of instances are cut into groups.
type Grouping struct {
	Sizes  []int // lanes of a group, largest first
	Joined int   // the most lanes of copies inside that are joined
	// Fill has copies run in a group that is not full, if three quarters of it are, or half of
	// the smallest one, whose copies would run one by one: the lanes without a copy compute what
	// nobody looks at.
	Fill bool
	// TwoBlocks has the modules whose copies are in two blocks, where they are one group of
	// at most one block.
	TwoBlocks map[*ir.Module]bool
	// Unfilled has those of which no group of the largest size is filled.
	Unfilled map[*ir.Module]bool
	// Threads is how many threads have equally many groups of each size but the smallest one, if
	// not 0.
	Threads int
}

// Group is consecutive copies of an instance: each has a lane, or, if lanes is 1,
// a frame of its own.
type Group struct {
	First, Count int
	Lanes        int
	Each         int // copies in each block, if these are not all of its lanes
}

// Copies is how many copies run at once.
func (g Group) Copies() int {
	if g.Each > 0 {
		return g.Each * BlocksOf(g.Lanes)
	}
	return g.Lanes
}

// Lane is the lane of the copy i of the group.
func (g Group) Lane(i int) int {
	i %= g.Copies()
	if g.Each > 0 {
		return i/g.Each*vector.BlockLanes + i%g.Each
	}
	return i
}

// Used has a bit for each lane that has a copy.
func (g Group) Used() uint64 {
	used := uint64(0)
	for i := range min(g.Count, g.Copies()) {
		used |= 1 << g.Lane(i)
	}
	return used
}

// Vectors is the number of times that the code for all lanes runs.
func (g Group) Vectors() int { return (g.Count + g.Copies() - 1) / g.Copies() }

// End is the number of the frame behind the group.
func (g Group) End() int { return g.First + g.Vectors()*g.Lanes }

// Of cuts an array of instances into groups.
func (s Grouping) Of(in *ir.Instance) []Group {
	list := s.cut(in.Count, s.Unfilled[in.Of])
	if g := &list[0]; s.TwoBlocks[in.Of] && len(list) == 1 && g.Lanes > 1 && g.Lanes <= vector.BlockLanes &&
		s.Sizes[0] > vector.BlockLanes {
		g.Lanes, g.Each = 2*vector.BlockLanes, g.Lanes/2
	}
	return list
}

// cut cuts an array of count copies into groups; the largest ones are full, or may be filled.
func (s Grouping) cut(count int, full bool) []Group {
	var list []Group
	first := 0
	for i, n := range s.Sizes {
		unit := n * max(s.Threads, 1)
		least := unit - n + (3*n+3)/4
		if i == len(s.Sizes)-1 {
			unit, least = n, n/2
		}
		some := (count - first) / unit * unit
		if rest := count - first - some; s.Fill && rest >= least && !(full && i == 0) {
			some += rest
		}
		if some > 0 {
			list = append(list, Group{First: first, Count: some, Lanes: n})
			first += some
		}
	}
	if first < count {
		list = append(list, Group{First: first, Count: count - first, Lanes: 1})
	}
	return list
}

// Join is consecutive copies of an instance inside a group whose lanes are joined.
type Join struct {
	First, Count int
}

// Joins cuts an array of count copies inside a group of lanes into parts that are joined:
// as many copies as the largest groups have room for, by powers of 2. It is copies by themselves
// if that is none.
func (s Grouping) Joins(count, lanes int) []Join {
	var list []Join
	for i := 0; i < count; i += list[len(list)-1].Count {
		list = append(list, s.joinOf(i, count, lanes))
	}
	return list
}

// joinOf is the part that a copy belongs to.
func (s Grouping) joinOf(i, count, lanes int) Join {
	first, n := 0, max(lanes, s.Joined)/lanes
	for {
		for n > count-first {
			n /= 2
		}
		if i < first+n {
			return Join{first, n}
		}
		first += n
	}
}

// frames is the number of frames that an array of instances takes.
func (s Grouping) frames(in *ir.Instance) int {
	list := s.Of(in)
	return list[len(list)-1].End()
}

// Address is where an instance is stored: in memory, or relative to the frame of
// the module that instantiates it.
type Address struct {
	Base  uint32
	Lanes uint32 // of its group, at least 1
	lane  uint32
}

// Whole is the address of an instance with a frame of its own.
func Whole(base uint32) Address { return Address{base, 1, 0} }

// Lane is the address of a lane of a group that begins at base.
func Lane(base, lanes, lane uint32) Address { return Address{base, lanes, lane} }

// Place is the address of a place of that size at an offset of the frame.
func (a Address) Place(offset, size uint32) uint32 {
	return a.Base + a.Lanes*offset + LaneOffset(a.Lanes, a.lane, size)
}

// Slot is the instance's copy of a slot of its module.
func (a Address) Slot(s Slot) Slot {
	width := s.Width
	if s.Piece > 0 {
		width = s.Piece
	}
	s.At = a.Place(s.At, min(BytesOf(width), 8))
	s.lanes = a.Lanes
	return s
}

// CopyAddress is the address of copy i of an instance in the frame around it.
func (c *Child) CopyAddress(i int, groups []Group) Address {
	for _, g := range groups {
		if i -= g.First; i < g.Count {
			first := g.First + i/g.Copies()*g.Lanes
			return Address{c.Frame(first), uint32(g.Lanes), uint32(g.Lane(i))}
		}
		i += g.First
	}
	panic("BUG: an instance has fewer copies")
}

// Inside is the address of copy i of an instance inside this one.
func (a Address) Inside(c *Child, i int, s Grouping) Address {
	if a.Lanes > 1 {
		return a.joined(c.Base, c.Layout.Size, i, s.joinOf(i, c.IR.Count, int(a.Lanes)))
	}
	in := c.CopyAddress(i, s.Of(c.IR))
	in.Base += a.Base
	return in
}

// joined is the address of copy i of frames of some size inside a group, from a base on.
func (a Address) joined(base, size uint32, i int, j Join) Address {
	return Address{a.Base + a.Lanes*(base+uint32(j.First)*size), a.Lanes * uint32(j.Count),
		uint32(i-j.First)*a.Lanes + a.lane}
}

// Frames lists the addresses of count frames inside this one, which has lanes, from an offset on.
func (a Address) Frames(first, size uint32, count int, s Grouping) []Address {
	var list []Address
	for _, j := range s.Joins(count, int(a.Lanes)) {
		for i := range j.Count {
			list = append(list, a.joined(first, size, j.First+i, j))
		}
	}
	return list
}

// PlaceIn is the address of a place of that size at an offset of a frame of the layout; it may be
// in an instance inside.
func (a Address) PlaceIn(l *Layout, offset, size uint32) uint32 {
	for a.Lanes > 1 {
		c, i := l.childAt(offset)
		if c == nil {
			break
		}
		a, l, offset = a.Inside(c, i, l.groups), c.Layout, offset-c.Frame(i)
	}
	return a.Place(offset, size)
}

// Spares lists the lanes without a copy of an instance inside this one, which has no lanes
// itself.
func (a Address) Spares(c *Child, s Grouping) []Address {
	var list []Address
	for _, g := range s.Of(c.IR) {
		used := map[Address]bool{}
		for i := range g.Count {
			used[c.CopyAddress(g.First+i, []Group{g})] = true
		}
		for i := range g.Vectors() * g.Lanes {
			in := Address{c.Frame(g.First + i/g.Lanes*g.Lanes), uint32(g.Lanes), uint32(i % g.Lanes)}
			if !used[in] {
				in.Base += a.Base
				list = append(list, in)
			}
		}
	}
	return list
}

// VectorAt is where a vector, or half of one, lies in a group. at is where it would if no instances
// inside were joined. Of a group with several blocks, the vectors of all blocks lie side by side in
// either case.
func (l *Layout) VectorAt(lanes, at uint32) uint32 {
	if c, _ := l.childAt(at / lanes); c == nil {
		return at
	}
	e, found := l.ExtentAt(at / lanes)
	if !found {
		panic("BUG: a vector of module " + l.Module.Name + " belongs to nothing")
	}
	k := e.From + (at/lanes-e.From)/e.Size*e.Size
	return Address{0, lanes, laneAt(lanes, at-lanes*k, e.Size)}.PlaceIn(l, k, e.Size)
}

// laneAt is the lane that has its element of that size at an offset of the vectors of all lanes.
func laneAt(lanes, at, size uint32) uint32 {
	if lanes <= vector.BlockLanes {
		return at / size
	}
	return at%lanes/16*16 + (at/lanes*16+at%16)/size
}

// Widest is the number of bytes of the vectors that the largest groups fill, or copies that are
// joined.
func (s Grouping) Widest() int {
	widest := max(16, s.Joined)
	if len(s.Sizes) > 0 {
		widest = max(widest, s.Sizes[0])
	}
	return widest
}

// Log2 is the logarithm of n, and whether n is a power of 2.
func Log2(n int) (int, bool) { return bits.TrailingZeros(uint(n)), n&(n-1) == 0 }
