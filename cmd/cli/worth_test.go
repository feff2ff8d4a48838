package cli

import (
	"encoding/json"
	"os"
	"path/filepath"
	"regexp"
	"testing"

	"gotest.tools/v3/assert"
	"gotest.tools/v3/golden"

	"culprit.example/culprit/testbench/speed"
)

// TestGoldenWorth: docs/worth.md has the table of what was measured. -update writes it.
func TestGoldenWorth(t *testing.T) {
	t.Parallel()
	data, err := os.ReadFile(filepath.Join("..", "..", "docs", "worth.json"))
	assert.NilError(t, err)
	var r speed.Report
	assert.NilError(t, json.Unmarshal(data, &r))
	assert.Assert(t, r.Passed() && len(r.Rows) > 0)
	const begin, end = "<!-- worth -->\n", "<!-- end -->"
	page := filepath.Join("..", "..", "docs", "worth.md")
	text, err := os.ReadFile(page)
	assert.NilError(t, err)
	part := regexp.MustCompile("(?s)" + begin + ".*?" + end)
	assert.Assert(t, part.Match(text), "%s has no line %s", page, begin)
	want := part.ReplaceAllLiteral(text, []byte(begin+r.WorthTable()+end))
	if golden.FlagUpdate() {
		assert.NilError(t, os.WriteFile(page, want, 0o666))
		return
	}
	assert.Assert(t, string(text) == string(want),
		"the table in docs/worth.md is not that of docs/worth.json: `go test ./cmd/cli -run TestGoldenWorth -update` writes it")
}
