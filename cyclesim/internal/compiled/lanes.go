package compiled

import "culprit/rtlgen/ir"

// Copies of an instance run side by side in the lanes of vectors (SIMD): all
// execute the same code, without branches. Arrays with enough copies, outermost
// first, are cut into groups of as many copies as a vector has lanes; the
// remaining copies run one by one.
//
// The frames of a group are interleaved. In a group of n lanes that starts where
// the frame of its first copy would, a place of the given size at an offset of
// the frame lies, for lane j, at n*offset + j*size: all lanes of a value lie side
// by side. The frames of instances inside are interleaved with the rest and are
// not cut into groups again.

// group is consecutive copies of an instance: each has a lane, or, if lanes is 1,
// a frame of its own.
type group struct {
	first, count int
	lanes        int
}

// groupsOf cuts an array of count copies into groups.
func groupsOf(count int, lanes []int) []group {
	var list []group
	first := 0
	for _, n := range lanes {
		if full := (count - first) / n; full > 0 {
			list = append(list, group{first, full * n, n})
			first += full * n
		}
	}
	if first < count {
		list = append(list, group{first, count - first, 1})
	}
	return list
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
	return a.base + a.lanes*offset + a.lane*size
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
func (a address) inside(c *child, i int, lanes []int) address {
	if a.lanes > 1 {
		return address{a.base + a.lanes*c.frame(i), a.lanes, a.lane}
	}
	in := c.copyAddress(i, groupsOf(c.ir.Count, lanes))
	in.base += a.base
	return in
}

// groups cuts an instance of the module being compiled; if that module runs in
// lanes itself, no group has lanes.
func (k *lowering) groups(c *child) []group {
	if k.module.lanes {
		return groupsOf(c.ir.Count, nil)
	}
	return groupsOf(c.ir.Count, k.options.lanes)
}

// portOf is the place of a port of copy i of an instance.
func (k *lowering) portOf(c *child, p *ir.Signal, i int) slot {
	return c.copyAddress(i, k.groups(c)).slot(c.layout.sigs[p])
}

// unit is the code of an instance outside of lanes of its own.
func (k *lowering) unit(in *ir.Instance) *module {
	return k.module.children[childKey{in, k.module.lanes}]
}
