package cli

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"gotest.tools/v3/assert"

	"culprit.example/culprit/internal/tiers"
	"culprit.example/culprit/testbench/faults"
)

// TestFaults: what a lost credit does stands in the output and on the page; the second call takes it from there.
func TestFaults(t *testing.T) {
	tiers.Long(t, "faults on the links of a network")
	dir := t.TempDir()
	base := filepath.Join(dir, "page")
	page := faults.Page(base)
	assert.NilError(t, os.WriteFile(base+".md", []byte(page.Begin()+"\n<!-- end -->\n"), 0o644))
	call := []string{"faults", "voqsw", "--moments", "1", "--seed", "3", "--table", base, "--json"}
	out := held(t, dir, call...)
	var got struct {
		Passed   bool             `json:"passed"`
		Networks []*faults.Report `json:"networks"`
	}
	assert.NilError(t, json.Unmarshal([]byte(out), &got))
	assert.Assert(t, got.Passed && len(got.Networks) == 1)
	text, err := os.ReadFile(base + ".md")
	assert.NilError(t, err)
	assert.Assert(t, strings.Contains(string(text), "| node -> sw | credit | lost | 1 | all arrive | no error bit (1) | never (1), credits lost for ever (1) | as before |"),
		"%s", text)
	assert.Equal(t, held(t, dir, call...), out)
	shown := held(t, dir, "faults", "voqsw", "--moments", "1", "--seed", "3", "--table", base)
	assert.Assert(t, strings.HasPrefix(shown, "NETWORK  LINK"), shown)
}

// TestFaultsWithoutReason: a breach that no reason covers fails the command, and is named.
func TestFaultsWithoutReason(t *testing.T) {
	tiers.Long(t, "faults on the links of a network")
	p := ours(nil, nil)
	for i, f := range p.families {
		if list := f.Faults; list != nil {
			p.families[i].Faults = func() []*faults.Network {
				all := list()
				for _, n := range all {
					n.Known = nil
				}
				return all
			}
		}
	}
	r := inProcess(p, "faults voqsw --moments 1")
	assert.Equal(t, r.status, statusFailed)
	assert.Assert(t, strings.Contains(r.stderr, "without a reason:\nvoqsw: "), r.stderr)
	assert.Assert(t, strings.Contains(r.stderr, "voqsw: node -> sw: credit lost: never as before, in 1 of 1 trials"), r.stderr)
}
