package recn

import "culprit/rtlgen"

// What other switches for the same packets use of this package: headers, turns,
// names and thresholds, as the contract defines them.

// Aligned is the aligned view of a header {turnpool, tptr}: the turnpool with the
// present turn in its top bits. It makes signals that start with name.
func Aligned(m *rtlgen.Module, name string, header rtlgen.Value) rtlgen.Value {
	return aligned(m, name, header)
}

// OutputOf is the output port that a turn leads to from a port. It makes signals
// that start with name.
func (p Params) OutputOf(m *rtlgen.Module, name string, port, turn rtlgen.Value) rtlgen.Value {
	return p.outputOf(m, name, port, turn)
}

// TurnTo is the turn from an input to an output, in a signal called name.
func (p Params) TurnTo(m *rtlgen.Module, name string, input, output rtlgen.Value) rtlgen.Value {
	return p.turnTo(m, name, input, output)
}

// FirstTurnMask is the mask of a name of one turn.
func (p Params) FirstTurnMask(m *rtlgen.Module) rtlgen.Value { return p.firstTurnMask(m) }

// Matches compares an aligned view with a name.
func Matches(turns, tp, mask rtlgen.Value) rtlgen.Value { return matches(turns, tp, mask) }

// SameName compares two names.
func SameName(tpA, maskA, tpB, maskB rtlgen.Value) rtlgen.Value {
	return sameName(tpA, maskA, tpB, maskB)
}

// NamedLines has a bit per SAQ, in a wire called wire: the line is valid and has the
// given name. tp and mask give the name of line k.
func (p Params) NamedLines(m *rtlgen.Module, wire string, nameTP, nameMask, valid rtlgen.Value, tp, mask func(k rtlgen.Value) rtlgen.Value) rtlgen.Value {
	return p.namedLines(m, wire, nameTP, nameMask, valid, tp, mask)
}

// Shorter has a bit per SAQ, in a wire called name: another candidate has a longer
// mask. mask gives the mask of SAQ k.
func (p Params) Shorter(m *rtlgen.Module, name string, candidate rtlgen.Value, mask func(k rtlgen.Value) rtlgen.Value) rtlgen.Value {
	return p.outrank(m, name, candidate, mask, false)
}

// Above is level > threshold, Below is level < threshold; thresholds that the
// level's width cannot reach are legal.
func Above(m *rtlgen.Module, level rtlgen.Value, threshold int) rtlgen.Value {
	return above(m, level, threshold)
}

// Below is level < threshold.
func Below(m *rtlgen.Module, level rtlgen.Value, threshold int) rtlgen.Value {
	return below(m, level, threshold)
}

// DescribePorts says in the Verilog what the ports of a switch are.
func (p Params) DescribePorts(m *rtlgen.Module) { p.describePorts(m, "") }
