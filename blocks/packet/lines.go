package packet

import "culprit.example/culprit/rtlgen"

// Lines of a CAM whose masks are kept as a bit per turn, which is all that a mask of
// whole turns says.

// Lines are the lines of a CAM with their names as the links have them.
func (n Ports) Lines(valid rtlgen.Signal, tp, turnMask rtlgen.RegArray) Lines {
	return Lines{N: tp.Depth(), Valid: valid, Of: func(k rtlgen.Value) Name {
		return Name{Tp: tp.At(k).Value, Mask: n.NameMask(turnMask.At(k))}
	}}
}

// NameMasks are the masks of all lines, a lane each, as the links have them.
func (n Ports) NameMasks(m *rtlgen.Module, turnMask rtlgen.RegArray) rtlgen.Value {
	masks := m.Wire("masks", turnMask.Depth()*TurnBits)
	for k := range m.Each("k", turnMask.Depth()) {
		masks.SetLane(k, n.NameMask(turnMask.At(k)))
	}
	return masks.Value
}

// SameName has a bit per line: it is valid and has this name.
func SameName(m *rtlgen.Module, valid rtlgen.Value, tps, turnMasks rtlgen.RegArray,
	tp, turnMask rtlgen.Value) rtlgen.Value {
	same := m.Wire("same_name", tps.Depth())
	for k := range m.Each("k", tps.Depth()) {
		same.SetBit(k, valid.Bit(k).And(turnMasks.At(k).Eq(turnMask)).And(tps.At(k).Eq(tp)))
	}
	return same.Value
}

// Ranks compare the names of the lines of a CAM by their length.
type Ranks struct {
	Longer rtlgen.Value // lane k: the lines whose names are shorter than that of line k, registers
	Over   rtlgen.Value // bit k: the new name is longer than that of line k
	Under  rtlgen.Value // bit k: it is shorter
}

// RankNames keeps which line's name is longer than which. write is one-hot: the line
// that gets a name with newMask. The masks have a bit per turn: ones from the top, so
// that the longer one has a bit which the other has not.
func RankNames(m *rtlgen.Module, masks rtlgen.RegArray, write, newMask rtlgen.Value) Ranks {
	s := masks.Depth()
	var longer rtlgen.RegArray
	if s > 1 {
		longer = m.RegArrayNoReset("longer_q", s, s, "lines with a shorter name, of each line")
	}
	over := m.Wire("new_is_longer", s)
	under := m.Wire("new_is_shorter", s)
	for k := range m.Each("k", s) {
		over.SetBit(k, newMask.AndNot(masks.At(k)).Any())
		under.SetBit(k, masks.At(k).AndNot(newMask).Any())
	}
	if s == 1 {
		return Ranks{m.Zero(1), over.Value, under.Value}
	}
	for k := range m.Each("k", s) {
		row := longer.At(k)
		row.Set(rtlgen.Mux(write.Bit(k), over.AndNot(write),
			row.AndNot(write).Or(write.And(under.Bit(k).Replicate(s)))))
	}
	return Ranks{longer.Flat(), over.Value, under.Value}
}

// Longest is the candidate with the longest name; the candidates, a bit per line, are
// prefixes of one another.
func (r Ranks) Longest(candidates rtlgen.Value) rtlgen.Value {
	if candidates.Width() == 1 {
		return candidates
	}
	return candidates.AndNot(rtlgen.OneHotMux(candidates, r.Longer))
}

// AssumeName states that the name is one that a link may bring: the mask has ones for
// whole turns from the top, for one at least, and the turns are 0 below.
func (n Ports) AssumeName(m *rtlgen.Module, name string, valid rtlgen.Signal, x Name) {
	m.Assume(name, rtlgen.ValueOf(valid).Implies(n.Proper(x)),
		"a mask has ones for whole turns from the top, and the turns are 0 below")
}

// Proper reports whether this is a name that a link may bring.
func (n Ports) Proper(x Name) rtlgen.Value {
	w, turns := n.Bits(), n.Turns()
	first, last := make([]rtlgen.Value, turns), make([]rtlgen.Value, turns) // bits of each turn
	for i := range turns {
		first[i], last[i] = x.Mask.Bit(TurnBits-1-i*w), x.Mask.Bit(TurnBits-(i+1)*w)
	}
	ones := x.Mask.Low(TurnBits - 1).AndNot(x.Mask.High(TurnBits - 1)).Eq(0) // from the top
	proper := ones.And(x.Mask.Bit(TurnBits - 1)).And(x.Tp.AndNot(x.Mask).Eq(0)).
		And(rtlgen.CatOf(first).Eq(rtlgen.CatOf(last)))
	if rest := TurnBits - turns*w; rest > 0 {
		proper = proper.And(x.Mask.Low(rest).Eq(0))
	}
	return proper
}
