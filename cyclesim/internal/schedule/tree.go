package schedule

import (
	"culprit/rtlgen/ir"
	"culprit/rtlgen/ir/analysis"
)

// NextState keeps the assignments to registers and arrays; verification-only
// state is included only if ghosts is set.
func NextState(body []ir.Stmt, ghosts bool) []ir.Stmt {
	return analysis.Prune(body, func(a *ir.Assign) bool {
		if a.Arr != nil {
			return ghosts || !a.Arr.Ghost
		}
		return a.Sig.Kind == ir.Reg && (ghosts || !a.Sig.Ghost)
	})
}
