package prim

import (
	"fmt"

	"culprit.example/culprit/rtlgen"
)

// Hysteresis is a threshold with memory: on above high, off below low.
//
// 1 <= low <= high+1 and high < 2^width.
func Hysteresis(p HysteresisParams) *rtlgen.Typed[HysteresisPorts] {
	m, io := rtlgen.New[HysteresisPorts](p)
	if m.Refused() {
		return m
	}
	state := m.Reg("state_q", 1, 0)

	// Thresholds that no level can cross have no comparator.
	levels := 1 << max(p.Width, 0)
	above, below := m.Zero(1), m.Ones(1)
	if p.High != levels-1 {
		above = io.Level.Gt(p.High)
	}
	if p.Low != levels {
		below = io.Level.Lt(p.Low)
	} else {
		m.Unused("level", io.Level)
	}
	io.Rise.Set(state.Not().And(above))
	io.Fall.Set(state.And(below))
	m.If(io.Rise, func() {
		state.Set(1)
	}).ElseIf(io.Fall, func() {
		state.Set(0)
	})
	io.State.Drive(state)

	m.Assert("one_edge", io.Rise.And(io.Fall).Not(), "the state does not change in both directions at once")
	return m
}

// Check finds thresholds that do not fit each other or the level.
func (p HysteresisParams) Check() error {
	if p.High >= 1<<p.Width {
		return fmt.Errorf("high=%d does not fit a level of width=%d: give high up to %d, or a larger width", p.High, p.Width,
			1<<p.Width-1)
	}
	if p.Low > p.High+1 {
		return fmt.Errorf("low=%d lies above high=%d: the state would not be stable between them: give low up to %d", p.Low,
			p.High, p.High+1)
	}
	return nil
}
