package translate

import (
	"culprit.example/culprit/cyclesim/internal/layout"
	"culprit.example/culprit/cyclesim/internal/word"
	"culprit.example/culprit/rtlgen/ir"
)

// storeSignal stores a wire or output.
func (k *lowering) storeSignal(s *ir.Signal, x []word.Ref) {
	at := k.layout.Sigs[s]
	if at.Piece > 0 {
		if v := layout.WholeValue(k.module.Plan.Body, s); v != nil {
			k.storePieces(at, v, 0, false)
			return
		}
	}
	for i, p := range at.Pieces() {
		if at.Piece > 0 {
			k.store(p, k.Slice(x, at.Width, i*at.Piece, at.Piece), false)
		} else {
			k.store(p, x, s.Kind == ir.Wire)
		}
	}
}

// drive stores the value of one input for all copies of an instance.
func (k *lowering) drive(c *layout.Child, conn *ir.Conn) {
	inlined := k.module.inlines[c.IR]
	if conn.Broadcast {
		k.broadcast(c, conn, inlined)
		return
	}
	for _, g := range k.groups(c) {
		for i := g.First; i < g.First+g.Count; i += g.Copies() {
			k.driveGroup(c, conn, g, i, inlined)
		}
	}
}

// driveGroup drives the copies of a group from first on that run at once, with interleaved frames piece by
// piece, so that stores to neighbouring addresses follow each other.
func (k *lowering) driveGroup(c *layout.Child, conn *ir.Conn, g layout.Group, first int, wire bool) {
	w := conn.Port.Width
	list := make([][]layout.Slot, min(g.Copies(), g.First+g.Count-first))
	for i := range list {
		list[i] = k.portOf(c, conn.Port, first+i).Pieces()
	}
	lo := 0
	for p := range list[0] {
		values := make([][]word.Ref, len(list))
		for i := range list {
			values[i] = k.part(conn.Value, (first+i)*w+lo, list[i][p].Width)
		}
		if !k.copied(list[0][p], g, values) {
			for i := range list {
				k.store(list[i][p], values[i], wire)
			}
		}
		lo += list[0][p].Width
	}
}

// copied writes the values of all lanes of a group at once: if all lanes get the
// same value, if the values lie side by side in the lanes of another group, or if all
// come from anywhere in such lanes. It returns false if none of this holds.
func (k *lowering) copied(to layout.Slot, g layout.Group, values [][]word.Ref) bool {
	if g.Lanes == 1 || len(values[0]) > 1 {
		return false
	}
	first := &k.P.Code[values[0][0]]
	size := uint64(layout.BytesOf(to.Width))
	same, side := true, first.Op == word.Load && first.A == word.None && uint64(first.Size) == size && k.inLanes(first.K)
	for i, x := range values {
		in := &k.P.Code[x[0]]
		same = same && x[0] == values[0][0]
		side = side && in.Op == word.Load && in.A == word.None && in.Size == first.Size &&
			in.K == first.K+uint64(layout.LaneOffset(uint32(g.Lanes), uint32(g.Lane(i)), uint32(size)))
	}
	in := word.Instr{A: word.None, B: word.None, C: word.None, K: uint64(to.At), Size: uint8(size), Spread: uint8(g.Lanes)}
	switch {
	case same:
		in.Op, in.B = word.Store, values[0][0]
	case side:
		in.Op, in.From = word.Copy, first.K
	default:
		list, ok := k.permutation(in, g, values)
		if !ok {
			return false
		}
		in.Op, in.From = word.Permute, k.sources(list, 0)
	}
	k.P.Add(in)
	return true
}

// permutation is where the values of all lanes come from, if each is an element of another group's
// lanes, or 0. Lanes without a copy get 0.
func (k *lowering) permutation(to word.Instr, g layout.Group, values [][]word.Ref) (list []uint64, ok bool) {
	list = make([]uint64, to.Spread)
	for i := range list {
		list[i] = word.NoSource
	}
	for i := range values {
		switch in := &k.P.Code[values[i][0]]; {
		case in.Op == word.Load && in.A == word.None && in.State == 0 && in.Size == to.Size && k.inLanes(in.K):
			list[g.Lane(i)], ok = in.K, true
		case in.Op != word.Const || in.K != 0:
			return nil, false
		}
	}
	return list, ok
}

// sources adds the sources of a permutation, moved by an offset; the result is their index.
func (k *lowering) sources(list []uint64, by uint64) uint64 {
	moved := make([]uint64, len(list))
	for i, at := range list {
		if moved[i] = at; at != word.NoSource {
			moved[i] += by
		}
	}
	k.P.Sources = append(k.P.Sources, moved)
	return uint64(len(k.P.Sources) - 1)
}

// inLanes reports whether a place belongs to an instance whose copies run in lanes.
func (k *lowering) inLanes(at uint64) bool {
	for _, c := range k.layout.Children {
		for _, g := range k.groups(c) {
			if g.Lanes > 1 && at >= uint64(c.Frame(g.First)) && at < uint64(c.Frame(g.End())) {
				return true
			}
		}
	}
	return false
}

// broadcast gives all copies the same value; the lanes of a vector get it in one
// store.
func (k *lowering) broadcast(c *layout.Child, conn *ir.Conn, inlined bool) {
	for _, g := range k.groups(c) {
		for i := g.First; i < g.First+g.Count; i += g.Copies() {
			first := len(k.P.Code)
			k.storePieces(k.portOf(c, conn.Port, i), conn.Value, 0, inlined)
			for j := first; j < len(k.P.Code) && g.Lanes > 1; j++ {
				if in := &k.P.Code[j]; in.Op == word.Store {
					in.Spread = uint8(g.Lanes)
				}
			}
		}
	}
}

// groups cuts an instance of the module being compiled; if that module runs in
// lanes itself, no group has lanes.
func (k *lowering) groups(c *layout.Child) []layout.Group {
	if k.module.lanes {
		return layout.Grouping{}.Of(c.IR)
	}
	return k.options.Groups.Of(c.IR)
}

// portOf is the place of a port of copy i of an instance.
func (k *lowering) portOf(c *layout.Child, p *ir.Signal, i int) layout.Slot {
	return c.CopyAddress(i, k.groups(c)).Slot(c.Layout.Sigs[p])
}

// loadRange loads width bits from bit lo of a slot.
func (k *lowering) loadRange(s layout.Slot, lo, width int) []word.Ref {
	if s.Piece == 0 {
		x := k.load(s)
		if width == s.Width {
			return x
		}
		return k.Slice(x, s.Width, lo, width)
	}
	w := s.Piece
	list := s.Pieces()
	if lo/w == (lo+width-1)/w {
		return k.loadRange(list[lo/w], lo%w, width)
	}
	out := word.Empty(width)
	for i := lo / w; i*w < lo+width; i++ {
		from, to := max(lo, i*w), min(lo+width, i*w+w)
		k.Put(out, k.loadRange(list[i], from-i*w, to-from), from-lo, to-from)
	}
	return out
}

// storePieces stores bits lo up to lo+width of n.
func (k *lowering) storePieces(s layout.Slot, n *ir.Node, lo int, wire bool) {
	for _, p := range s.Pieces() {
		k.store(p, k.part(n, lo, p.Width), wire)
		lo += p.Width
	}
}
