package analysis

import "culprit.example/culprit/rtlgen/ir"

// FeedThrough tells which inputs of a module each output depends on within a
// cycle.
func FeedThrough(m *ir.Module) map[*ir.Signal]map[*ir.Signal]bool {
	through := ir.Paths{}.Through(m)
	result := map[*ir.Signal]map[*ir.Signal]bool{}
	for _, p := range m.Outputs() {
		result[p] = map[*ir.Signal]bool{}
		for _, in := range through.Inputs(p) {
			result[p][in] = true
		}
	}
	return result
}
