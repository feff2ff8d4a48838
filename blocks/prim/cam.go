package prim

import "culprit/rtlgen"

// CAM holds lines of a ternary CAM and answers four questions in every cycle.
// Masks are prefixes (ones from the top); a longer one has more ones.
//
//	set_valid, set_line[IndexBits], set_value[width], set_mask[width]  write a line and make it valid
//	clear_valid, clear_line[IndexBits]                                 make a line invalid; a set of the same line wins
//	key[width]        hit[lines]                   valid lines that match the key
//	                  longest_found, longest_line  the hit with the longest mask
//	after_mask[width] next_found, next_line        the hit with the shortest mask that is longer than after_mask
//	exact_value[width], exact_mask[width]
//	                  exact_found, exact_line      the valid line with this mask, and this value under it
//	                  free_found, free_line        an invalid line
//	                  line_valid[lines]            register
//
// Answers are combinational from the lines and the keys of this cycle; among
// equals it is the lowest line, and line 0 is shown if none is found. All lines
// are invalid after reset.
func CAM(lines, width int) *rtlgen.Module {
	m := rtlgen.NewModule("cam")
	m.Doc("ternary CAM for prefixes: longest match, next longer match, exact match, free line")
	m.Param("lines", lines, 4)
	m.Param("width", width, 31)
	index := rtlgen.IndexBits(lines)

	setValid := m.Input("set_valid", 1)
	setLine := m.Input("set_line", index)
	setValue := m.Input("set_value", width)
	setMask := m.Input("set_mask", width)
	clearValid := m.Input("clear_valid", 1)
	clearLine := m.Input("clear_line", index)
	key := m.Input("key", width)
	afterMask := m.Input("after_mask", width)
	exactValue := m.Input("exact_value", width)
	exactMask := m.Input("exact_mask", width)

	valid := m.Reg("line_valid_q", lines, 0)
	values := m.Reg("value", lines*width, 0)
	masks := m.Reg("mask", lines*width, 0)
	m.For("l", lines, func(l rtlgen.Value) {
		m.If(setValid.And(setLine.Eq(l)), func() {
			valid.SetBit(l, 1)
			values.SetLane(l, setValue)
			masks.SetLane(l, setMask)
		}).ElseIf(clearValid.And(clearLine.Eq(l)), func() {
			valid.SetBit(l, 0)
		})
	})

	hit := m.OutputVar("hit", lines)
	longer := m.Wire("longer", lines)
	exact := m.Wire("exact", lines)
	m.For("l", lines, func(l rtlgen.Value) {
		value, mask := values.Lane(l, width), masks.Lane(l, width)
		hit.SetBit(l, Match(valid.Bit(l), value, mask, key))
		// As numbers, prefix masks are ordered by their length.
		longer.SetBit(l, hit.Bit(l).And(mask.Gt(afterMask)))
		exact.SetBit(l, Match(valid.Bit(l).And(mask.Eq(exactMask)), value, exactMask, exactValue))
	})

	// Of prefix masks, the longest is the OR of all, the shortest is the AND.
	longestMask := m.Let("longest_mask", rtlgen.OneHotMux(hit.Value, masks.Value))
	nextMask := m.Let("next_mask", rtlgen.OneHotMux(longer.Value, m.Let("masks_n", masks.Not())).Not())
	longest := m.Wire("longest", lines)
	next := m.Wire("next", lines)
	m.For("l", lines, func(l rtlgen.Value) {
		longest.SetBit(l, hit.Bit(l).And(masks.Lane(l, width).Eq(longestMask)))
		next.SetBit(l, longer.Bit(l).And(masks.Lane(l, width).Eq(nextMask)))
	})
	answer := func(name string, candidates rtlgen.Value) {
		m.Output(name+"_found", candidates.Any())
		m.Output(name+"_line", candidates.Priority())
	}
	answer("longest", longest.Value)
	answer("next", next.Value)
	answer("exact", exact.Value)
	answer("free", valid.Not())
	m.Output("line_valid", valid.Value)

	tail := m.Let("set_mask_n", setMask.Not())
	m.Assume("set_mask_is_prefix", setValid.Implies(tail.And(tail.Add(1)).Eq(0)), "a mask is ones from the top, then zeros")
	m.Assert("longest_if_hit", hit.Any().Eq(longest.Any()), "one of the hits has the longest mask")
	m.Assert("next_if_longer", longer.Any().Eq(next.Any()), "one of the longer hits has the shortest mask")
	m.Cover("all_lines_valid", valid.All())
	m.Cover("nested_hits", hit.AndNot(longest).Any())
	m.Cover("set_wins_over_clear", setValid.And(clearValid).And(setLine.Eq(clearLine)))
	return m
}
