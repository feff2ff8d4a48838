package prim

import "culprit.example/culprit/rtlgen"

// CAM holds lines of a ternary CAM and answers four questions in every cycle.
// Masks are prefixes (ones from the top); a longer one has more ones.
//
// Answers are combinational from the lines and the keys of this cycle; among
// equals it is the lowest line, and line 0 is shown if none is found. All lines
// are invalid after reset.
func CAM(p CAMParams) *rtlgen.Typed[CAMPorts] {
	m, io := rtlgen.New[CAMPorts](p)
	if m.Refused() {
		return m
	}

	valid := m.Reg("line_valid_q", p.Lines, 0)
	values := m.RegNoReset("value", p.Lines*p.Width, "values of the lines, a lane per line")
	masks := m.RegNoReset("mask", p.Lines*p.Width, "masks of the lines, a lane per line")
	for l := range m.Each("l", p.Lines) {
		m.If(io.Set.Valid.And(io.Set.Line.Eq(l)), func() {
			valid.SetBit(l, 1)
			values.SetLane(l, io.Set.Value)
			masks.SetLane(l, io.Set.Mask)
		}).ElseIf(io.Clear.Valid.And(io.Clear.Line.Eq(l)), func() {
			valid.SetBit(l, 0)
		})
	}

	longer := m.Wire("longer", p.Lines)
	exact := m.Wire("exact", p.Lines)
	for l := range m.Each("l", p.Lines) {
		value, mask := values.Lane(l, p.Width), masks.Lane(l, p.Width)
		io.Hit.SetBit(l, Match(valid.Bit(l), value, mask, io.Key))
		// As numbers, prefix masks are ordered by their length.
		longer.SetBit(l, io.Hit.Bit(l).And(mask.Gt(io.AfterMask)))
		exact.SetBit(l, Match(valid.Bit(l).And(mask.Eq(io.ExactMask)), value, io.ExactMask, io.ExactValue))
	}

	// Of prefix masks, the longest is the OR of all, the shortest is the AND.
	longestMask := m.Let("longest_mask", rtlgen.OneHotMux(io.Hit, masks))
	nextMask := m.Let("next_mask", rtlgen.OneHotMux(longer, m.Let("masks_n", masks.Not())).Not())
	longest := m.Wire("longest", p.Lines)
	next := m.Wire("next", p.Lines)
	for l := range m.Each("l", p.Lines) {
		longest.SetBit(l, io.Hit.Bit(l).And(masks.Lane(l, p.Width).Eq(longestMask)))
		next.SetBit(l, longer.Bit(l).And(masks.Lane(l, p.Width).Eq(nextMask)))
	}
	io.Longest.answer(longest.Value)
	io.Next.answer(next.Value)
	io.Exact.answer(exact.Value)
	io.Free.answer(valid.Not())
	io.LineValid.Drive(valid)

	tail := m.Let("set_mask_n", io.Set.Mask.Not())
	m.Assume("set_mask_is_prefix", io.Set.Valid.Implies(tail.And(tail.Add(1)).Eq(0)),
		"a mask is ones from the top, then zeros")
	m.Assert("longest_if_hit", io.Hit.Any().Eq(longest.Any()), "one of the hits has the longest mask")
	m.Assert("next_if_longer", longer.Any().Eq(next.Any()), "one of the longer hits has the shortest mask")
	m.Cover("all_lines_valid", valid.All())
	m.Cover("nested_hits", io.Hit.AndNot(longest).Any())
	m.Cover("set_wins_over_clear", io.Set.Valid.And(io.Clear.Valid).And(io.Set.Line.Eq(io.Clear.Line)))
	return m
}

// answer shows the lowest of the candidates, one bit per line.
func (f Found) answer(candidates rtlgen.Value) {
	f.Found.Drive(candidates.Any())
	f.Line.Drive(candidates.Priority())
}
