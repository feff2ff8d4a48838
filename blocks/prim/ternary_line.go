package prim

import "culprit.example/culprit/rtlgen"

// TernaryLine is one line of a ternary CAM without its storage.
//
// hit is combinational from all inputs.
func TernaryLine(p TernaryLineParams) *rtlgen.Typed[TernaryLinePorts] {
	m, io := rtlgen.New[TernaryLinePorts](p)
	if m.Refused() {
		return m
	}
	io.Hit.Drive(Match(io.Valid, io.Value, io.Mask, io.Key))
	return m
}

// Match is valid, and key equal to value in the bits where mask is 1.
func Match(valid, value, mask, key rtlgen.Signal) rtlgen.Value {
	return rtlgen.ValueOf(valid).And(EqualUnder(key, value, mask))
}

// EqualUnder is a equal to b in the bits where mask is 1.
func EqualUnder(a, b, mask rtlgen.Signal) rtlgen.Value {
	return rtlgen.ValueOf(a).Xor(b).And(mask).Eq(0)
}
