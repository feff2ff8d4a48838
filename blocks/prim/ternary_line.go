package prim

import "culprit/rtlgen"

// TernaryLine is one line of a ternary CAM without its storage.
//
//	valid, value[width], mask[width]  what the line holds; the bits with mask 1 count
//	key[width]                        what is looked for
//	hit                               valid, and key equals value where mask is 1
//
// hit is combinational from all inputs.
func TernaryLine(width int) *rtlgen.Module {
	m := rtlgen.NewModule("ternary_line")
	m.Doc("match of a key against a value under a mask")
	m.Param("width", width, 31)

	valid := m.Input("valid", 1)
	value := m.Input("value", width)
	mask := m.Input("mask", width)
	key := m.Input("key", width)

	m.Output("hit", Match(valid, value, mask, key))
	return m
}

// Match is valid, and key equal to value in the bits where mask is 1.
func Match(valid, value, mask, key rtlgen.Value) rtlgen.Value {
	return valid.And(key.Xor(value).And(mask).Eq(0))
}
