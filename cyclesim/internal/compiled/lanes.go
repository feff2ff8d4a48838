package compiled

import (
	"culprit/cyclesim/internal/vector"
	"math/bits"
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
// one for each block. The frames of instances inside are interleaved with the rest and
// are not cut into groups again.

// blocksOf is the number of blocks of a group.
func blocksOf(lanes int) int { return max(1, lanes/vector.BlockLanes) }

// laneOffset is where a lane has its element of that size, in the vectors of all lanes.
func laneOffset(lanes, lane, size uint32) uint32 {
	if lanes <= vector.BlockLanes {
		return lane * size
	}
	at := lane % vector.BlockLanes * size
	return at/16*lanes + lane/vector.BlockLanes*16 + at%16
}

// grouping says how arrays of instances are cut into groups.
type grouping struct {
	sizes []int // lanes of a group, largest first
	// fill has copies run in a group that is not full, if three quarters of it are, or half of
	// the smallest one, whose copies would run one by one: the lanes without a copy compute what
	// nobody looks at.
	fill bool
}

// group is consecutive copies of an instance: each has a lane, or, if lanes is 1,
// a frame of its own.
type group struct {
	first, count int
	lanes        int
}

// vectors is the number of times that the code for all lanes runs.
func (g group) vectors() int { return (g.count + g.lanes - 1) / g.lanes }

// end is the number of the frame behind the group.
func (g group) end() int { return g.first + g.vectors()*g.lanes }

// of cuts an array of count copies into groups.
func (s grouping) of(count int) []group {
	var list []group
	first := 0
	for i, n := range s.sizes {
		some := (count - first) / n * n
		least := (3*n + 3) / 4
		if i == len(s.sizes)-1 {
			least = n / 2
		}
		if rest := count - first - some; s.fill && rest >= least {
			some += rest
		}
		if some > 0 {
			list = append(list, group{first, some, n})
			first += some
		}
	}
	if first < count {
		list = append(list, group{first, count - first, 1})
	}
	return list
}

// frames is the number of frames that an array of count copies takes.
func (s grouping) frames(count int) int {
	list := s.of(count)
	return list[len(list)-1].end()
}

// address is where an instance is stored: in memory, or relative to the frame of
// the module that instantiates it.
type address struct {
	base  uint32
	lanes uint32 // of its group, at least 1
	lane  uint32
}

// place is the address of a place of that size at an offset of the frame.
func (a address) place(offset, size uint32) uint32 {
	return a.base + a.lanes*offset + laneOffset(a.lanes, a.lane, size)
}

// slot is the instance's copy of a slot of its module.
func (a address) slot(s slot) slot {
	width := s.width
	if s.piece > 0 {
		width = s.piece
	}
	s.at = a.place(s.at, min(bytesOf(width), 8))
	s.lanes = a.lanes
	return s
}

// copyAddress is the address of copy i of an instance in the frame around it.
func (c *child) copyAddress(i int, groups []group) address {
	for _, g := range groups {
		if i -= g.first; i < g.count {
			first := g.first + i/g.lanes*g.lanes
			return address{c.frame(first), uint32(g.lanes), uint32(i % g.lanes)}
		}
		i += g.first
	}
	panic("BUG: an instance has fewer copies")
}

// inside is the address of copy i of an instance inside this one.
func (a address) inside(c *child, i int, s grouping) address {
	if a.lanes > 1 {
		return address{a.base + a.lanes*c.frame(i), a.lanes, a.lane}
	}
	in := c.copyAddress(i, s.of(c.ir.Count))
	in.base += a.base
	return in
}

// widest is the number of bytes of the vectors that the largest groups fill.
func (s grouping) widest() int {
	if len(s.sizes) == 0 {
		return 16
	}
	return max(16, s.sizes[0])
}

func log2(n int) (int, bool) { return bits.TrailingZeros(uint(n)), n&(n-1) == 0 }
