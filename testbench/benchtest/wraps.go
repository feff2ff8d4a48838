package benchtest

import (
	"testing"

	"gotest.tools/v3/assert"

	"culprit.example/culprit/rtlgen/ir"
	"culprit.example/culprit/testbench/mutant"
)

// Wraps starts a counter, a register of a module that starts at 0, least before its end:
// what it counts, more than that, must be less by as much.
func Wraps(t testing.TB, count func(mistake func(*ir.Design) error) int, module, register string, bits, least int) {
	t.Helper()
	all := count(nil)
	assert.Assert(t, all > least, "%d", all)
	start := uint64(1)<<bits - uint64(least)
	assert.Equal(t, count(mutant.InModule(module, mutant.ResetValue(register, start))), all-least)
}
