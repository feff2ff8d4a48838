package schedule

import (
	"culprit/rtlgen/ir"
	"culprit/rtlgen/ir/analysis"
)

// NextState keeps the assignments to registers and arrays; those that only
// properties read are left out unless ghosts are asked for.
func NextState(body []ir.Stmt, ghosts bool) []ir.Stmt {
	return analysis.Prune(body, func(a *ir.Assign) bool {
		if a.Arr != nil {
			return ghosts || !a.Arr.Ghost
		}
		return a.Sig.Kind == ir.Reg && (ghosts || !a.Sig.Ghost)
	})
}
