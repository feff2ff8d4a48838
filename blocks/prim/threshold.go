package prim

import "culprit.example/culprit/rtlgen"

// Above is level > threshold, Below is level < threshold. A threshold that the
// level's width cannot cross is legal and has no comparator.
func Above(m *rtlgen.Module, level rtlgen.Signal, threshold int) rtlgen.Value {
	v := rtlgen.ValueOf(level)
	if !Reachable(threshold, v.Width()) {
		return m.Zero(1)
	}
	return v.Gt(threshold)
}

// Below is level < threshold; see Above.
func Below(m *rtlgen.Module, level rtlgen.Signal, threshold int) rtlgen.Value {
	v := rtlgen.ValueOf(level)
	if threshold > 1<<v.Width()-1 {
		return m.Ones(1)
	}
	return v.Lt(threshold)
}

// AtLeast is level >= threshold, AtMost is level <= threshold; see Above.
func AtLeast(m *rtlgen.Module, level rtlgen.Signal, threshold int) rtlgen.Value {
	v := rtlgen.ValueOf(level)
	if !Reachable(threshold-1, v.Width()) {
		return m.Zero(1)
	}
	return v.Ge(threshold)
}

// AtMost is level <= threshold; see Above.
func AtMost(m *rtlgen.Module, level rtlgen.Signal, threshold int) rtlgen.Value {
	v := rtlgen.ValueOf(level)
	if threshold >= 1<<v.Width()-1 {
		return m.Ones(1)
	}
	return v.Le(threshold)
}

// Reachable reports whether a level of the given width can be above the threshold.
func Reachable(threshold, bits int) bool { return threshold < 1<<bits-1 }
