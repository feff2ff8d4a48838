package compiled

import "culprit/rtlgen/ir"

// Copies of an instance run side by side, in the lanes of vectors: all do the
// same, without branches. The outermost arrays with enough copies are cut into
// groups of as many copies as a vector has lanes; what remains runs one by one.
//
// The frames of a group are interleaved. In a group of n lanes, which starts where
// the frame of its first copy would, a place of the given size at an offset of the
// frame lies, for lane j, at n*offset + j*size: so that all lanes of a value lie
// side by side. The frames of instances inside are interleaved with the rest; they
// are not cut again.

// group is copies of an instance that follow each other: they have a lane each,
// or, with one lane, a frame each.
type group struct {
	first, count int
	lanes        int
}

// groupsOf cuts an array of that many copies.
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

// address is where an instance has its places: in memory, or in the frame of the
// module that instantiates it.
type address struct {
	base  uint32
	lanes uint32 // of its group, at least 1
	lane  uint32
}

// place is the address of a place of that size at an offset of the frame.
func (a address) place(offset, size uint32) uint32 {
	return a.base + a.lanes*offset + a.lane*size
}

// slot is where the instance has what its module has in a slot.
func (a address) slot(s slot) slot {
	width := s.width
	if s.piece > 0 {
		width = s.piece
	}
	s.at = a.place(s.at, min(bytesOf(width), 8))
	s.lanes = a.lanes
	return s
}

// copyAddress is where copy i of an instance lies in the frame around it.
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

// groups are those of an instance in the module being compiled: none has lanes if
// the module itself has.
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

// unit is the code that an instance runs where it has no lanes of its own.
func (k *lowering) unit(in *ir.Instance) *module {
	return k.module.children[childKey{in, k.module.lanes}]
}
