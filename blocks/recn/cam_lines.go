package recn

import (
	"culprit/blocks/packet"
	"culprit/rtlgen"
)

// What the CAMs of input and output ports have in common: lines whose masks are kept
// as a bit per turn, which is all that a mask of whole turns says.

// linesIn are the lines of a CAM with their names as the links have them.
func (p Params) linesIn(valid rtlgen.Signal, tp, turnMask rtlgen.RegArray) packet.Lines {
	return packet.Lines{N: tp.Depth(), Valid: valid, Of: func(k value) packet.Name {
		return packet.Name{Tp: tp.At(k).Value, Mask: p.ports().NameMask(turnMask.At(k))}
	}}
}

// nameMasks are the masks of all lines, a lane each, as the links have them.
func (p Params) nameMasks(m *rtlgen.Module, turnMask rtlgen.RegArray) value {
	masks := m.Wire("masks", turnMask.Depth()*packet.TurnBits)
	for k := range m.Each("k", turnMask.Depth()) {
		masks.SetLane(k, p.ports().NameMask(turnMask.At(k)))
	}
	return masks.Value
}

// sameName has a bit per line: it is valid and has this name.
func sameName(m *rtlgen.Module, valid value, tps, turnMasks rtlgen.RegArray, tp, turnMask value) value {
	same := m.Wire("same_name", tps.Depth())
	for k := range m.Each("k", tps.Depth()) {
		same.SetBit(k, valid.Bit(k).And(turnMasks.At(k).Eq(turnMask)).And(tps.At(k).Eq(tp)))
	}
	return same.Value
}

// rankNames keeps which line's name is longer than which, in lane k of the result the
// lines whose names are shorter than that of line k. write is one-hot: the line that
// gets a name with newMask. The masks have a bit per turn.
func rankNames(m *rtlgen.Module, masks rtlgen.RegArray, write, newMask value) value {
	s := masks.Depth()
	longer := m.RegArrayNoReset("longer_q", s, s)
	over := m.Wire("new_is_longer", s)
	under := m.Wire("new_is_shorter", s)
	for k := range m.Each("k", s) {
		over.SetBit(k, newMask.AndNot(masks.At(k)).Any())
		under.SetBit(k, masks.At(k).AndNot(newMask).Any())
	}
	for k := range m.Each("k", s) {
		row := longer.At(k)
		row.Set(rtlgen.Mux(write.Bit(k), over.AndNot(write),
			row.AndNot(write).Or(write.And(under.Bit(k).Replicate(s)))))
	}
	return longer.Flat()
}
