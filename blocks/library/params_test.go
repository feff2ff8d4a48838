package library_test

import (
	"fmt"
	"maps"
	"strings"
	"testing"

	"gotest.tools/v3/assert"

	"culprit.example/culprit/blocks/library"
	"culprit.example/culprit/rtlgen"
	"culprit.example/culprit/rtlgen/blocks"
)

// TestParamsOutOfRange calls the function of every block, as a program of a user's does, with
// each parameter below and above its range, and with a struct that nobody has filled in. There
// is one message, with the parameter and its range, and no panic.
func TestParamsOutOfRange(t *testing.T) {
	t.Parallel()
	for _, b := range library.Blocks() {
		t.Run(b.Name, func(t *testing.T) {
			t.Parallel()
			for _, p := range b.Params {
				for _, x := range []int{p.Min - 1, p.Max + 1, -1 << 40, 1 << 40} {
					v := maps.Clone(b.Defaults())
					v[p.Name] = x
					text := refusal(t, b, v)
					want := fmt.Sprintf(" %s=%d (give %d to %d: ", p.Name, x, p.Min, p.Max)
					if p.Name == "scheme" || b.Name == "fabric_tree" && p.Name == "ports" { // what a tree is made of decides
						want = fmt.Sprintf("%s=%d", p.Name, x)
					}
					assert.Assert(t, strings.Contains(text, want), text)
				}
			}
			zeros, allowed := blocks.Values{}, true
			for _, p := range b.Params {
				zeros[p.Name] = 0
				allowed = allowed && p.Min <= 0
			}
			if !allowed {
				assert.Assert(t, strings.Contains(refusal(t, b, zeros), "rtlgen.Default["))
			}
		})
	}
}

// refusal is the one message about parameters.
func refusal(t *testing.T, b *blocks.Block, v blocks.Values) string {
	t.Helper()
	_, err := rtlgen.Elaborate(b.Build(v))
	ds := rtlgen.Diagnostics(err)
	assert.Equal(t, len(ds), 1, "%v: %v", v, err)
	assert.Equal(t, ds[0].Code, rtlgen.CodeParam, "%v: %v", v, err)
	return ds[0].Message
}
