package prim

import (
	"fmt"

	"culprit/blocks"
	"culprit/rtlgen"
)

// Hysteresis is a threshold with memory: on above high, off below low.
//
//	level[width]  what is watched
//	rise          the state is 0 and level > high; combinational from level
//	fall          the state is 1 and level < low; combinational from level
//	state         a register: 1 from the cycle after rise until the cycle after fall
//
// 1 <= low <= high+1 and high < 2^width.
func Hysteresis(width, high, low int) *rtlgen.Module {
	m := rtlgen.NewModule("hysteresis")
	m.Doc("threshold with memory: on above high, off below low")
	m.Param("width", width, 7)
	m.Param("high", high, 10)
	m.Param("low", low, 5)

	level := m.Input("level", width)

	state := m.Reg("state_q", 1, 0)

	// Thresholds that no level can cross have no comparator.
	levels := 1 << max(width, 0)
	above, below := m.Zero(1), m.Ones(1)
	if high != levels-1 {
		above = level.Gt(high)
	}
	if low != levels {
		below = level.Lt(low)
	} else {
		m.Unused("level", level)
	}
	rise := m.OutputVar("rise", 1)
	fall := m.OutputVar("fall", 1)
	rise.Set(state.Not().And(above))
	fall.Set(state.And(below))
	m.If(rise.Value, func() {
		state.Set(1)
	}).ElseIf(fall.Value, func() {
		state.Set(0)
	})
	m.Output("state", state.Value)

	m.Assert("one_edge", rise.And(fall).Not(), "the state does not change in both directions at once")
	return m
}

// checkHysteresis finds thresholds that do not fit each other or the level.
func checkHysteresis(v blocks.Values) error {
	width, high, low := v["width"], v["high"], v["low"]
	if high >= 1<<width {
		return fmt.Errorf("high=%d does not fit a level of width=%d bit(s): give high up to %d, or a larger width", high, width, 1<<width-1)
	}
	if low > high+1 {
		return fmt.Errorf("low=%d lies above high=%d: the state would not be stable between them: give low up to %d", low, high, high+1)
	}
	return nil
}
