package layout

import (
	"cmp"
	"slices"
)

// Extent is the bytes of a frame that a signal, an array or a memory takes.
type Extent struct {
	From, To uint32
	Size     uint32 // of an element, at most 8
	State    bool   // registers, and what synchronous read ports have read
	Memory   bool
}

// ExtentAt is the extent around an offset of the frame, also of instances inside; false if there
// is none.
func (l *Layout) ExtentAt(at uint32) (e Extent, found bool) {
	if at >= l.Own {
		c, i := l.childAt(at)
		if c == nil {
			return e, false
		}
		first := c.Frame(i)
		e, found = c.Layout.ExtentAt(at - first)
		e.From, e.To = e.From+first, e.To+first
		return e, found
	}
	i, found := slices.BinarySearchFunc(l.extents, at, func(e Extent, at uint32) int { return cmp.Compare(e.From, at) })
	if !found {
		i--
	}
	if i < 0 || at >= l.extents[i].To {
		return e, false
	}
	return l.extents[i], true
}

// childAt is the instance around an offset of the frame, and the number of the copy; nil if there
// is none.
func (l *Layout) childAt(at uint32) (*Child, int) {
	if at < l.Own {
		return nil, 0
	}
	for _, c := range l.Children {
		if at >= c.Base && at-c.Base < uint32(c.IR.Count)*c.Layout.Size {
			return c, int((at - c.Base) / c.Layout.Size)
		}
	}
	return nil, 0
}

// findExtents lists the extents of the module's own objects, in their order.
func (l *Layout) findExtents() {
	add := func(s Slot, state, memory bool) {
		n, size := BytesOf(s.Width), BytesOf(s.Width)
		if s.Piece > 0 {
			size = BytesOf(s.Piece)
			n = size * uint32(s.Width/s.Piece)
		}
		l.extents = append(l.extents, Extent{s.At, s.At + n*uint32(max(s.Depth, 1)), min(size, 8), state, memory})
	}
	for _, s := range l.Sigs {
		add(s, s.State != 0, false)
	}
	for _, s := range l.Arrs {
		add(s, true, false)
	}
	for _, s := range l.Mems {
		add(s, false, true)
	}
	for _, s := range l.Read {
		add(s, s.State != 0, false)
	}
	slices.SortFunc(l.extents, func(a, b Extent) int { return cmp.Compare(a.From, b.From) })
}
