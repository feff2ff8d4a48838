package bench

import (
	"slices"

	"culprit/testbench"
)

// Benches are the benches of all units, in the order of the contract.
func Benches() []testbench.Bench {
	return slices.Concat(congestionBenches(), culpritBenches(), reactionBenches(), fabricBenches())
}
