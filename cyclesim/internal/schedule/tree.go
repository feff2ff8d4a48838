package schedule

import (
	"culprit.example/culprit/rtlgen/ir"
	"culprit.example/culprit/rtlgen/ir/analysis"
)

// NextState keeps the assignments to registers and arrays; verification-only
// state is included only if verification-only signals is set.
func NextState(body []ir.Stmt, verificationOnly bool) []ir.Stmt {
	return analysis.Prune(body, func(a *ir.Assign) bool {
		if a.Arr != nil {
			return verificationOnly || !a.Arr.VerificationOnly
		}
		return a.Sig.Kind == ir.Reg && (verificationOnly || !a.Sig.VerificationOnly)
	})
}
