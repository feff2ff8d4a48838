package prove

import (
	"context"
	"strings"
	"testing"
	"time"

	"gotest.tools/v3/assert"

	"culprit.example/culprit/internal/tiers"
	"culprit.example/culprit/rtlgen/ir"
)

// TestEqual: some changes of a module do nothing, others do.
func TestEqual(t *testing.T) {
	tiers.Tools(t, "berkeley-abc")
	t.Parallel()
	read := func(text string) *ir.Module {
		d, err := ir.Parse("top.nl", text)
		assert.NilError(t, err)
		return d.Top
	}
	for _, c := range []struct {
		right, wrong string
		equal        bool
	}{
		{"n = add(n, a)", "n = add(a, n)", true},
		{"n = add(n, a)", "n = sub(n, a)", false},
		{"reset 5", "reset 4", false},
		{"write we at i data a", "write 1'1 at i data a", false},
		{"d <- n", "d <- a", false},
		{"t = xor(table[i], free)", "t = or(and(table[i], not(free)), and(not(table[i]), free))", true},
	} {
		assert.Equal(t, strings.Count(netlist, c.right), 1, c.right)
		changed := strings.Replace(netlist, c.right, c.wrong, 1)
		got, err := Equal(context.Background(), read(netlist), read(changed), time.Minute)
		assert.NilError(t, err)
		assert.Equal(t, got, c.equal, c.wrong)
	}
}
