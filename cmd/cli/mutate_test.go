package cli

import (
	"encoding/json"
	"strings"
	"testing"

	"gotest.tools/v3/assert"

	"culprit.example/culprit/testbench"
)

// TestMutate: the bench of the fifo notices all mutants.
func TestMutate(t *testing.T) {
	out := held(t, t.TempDir(), "mutate", "fifo", "-p", "depth=4", "--seeds", "2")
	lines := strings.Split(strings.TrimSpace(out), "\n")
	assert.Equal(t, len(lines), 2, out)
	assert.DeepEqual(t, strings.Fields(lines[0])[:3], []string{"BLOCK", "MUTANTS", "KILLED"})
	row := strings.Fields(lines[1])
	assert.Equal(t, row[0], "fifo")
	assert.Equal(t, row[1], row[2])
}

// TestMutateFails: in a short run mutants survive; each is shown as a change of the Verilog.
func TestMutateFails(t *testing.T) {
	p := ours(nil, nil)
	r := inProcess(p, "mutate reqgrant_watch --cycles 100 --seeds 1 --limit-proof 0 --rule comparison,constant")
	assert.Equal(t, r.status, statusFailed)
	assert.Assert(t, strings.HasSuffix(r.stderr, " of 1 block not noticed\n"), r.stderr)
	for _, part := range []string{"reqgrant_watch ", " (blocks/adapter/", " constant: ",
		"--- reqgrant_watch.v\n+++ reqgrant_watch.v, mutant\n@@"} {
		assert.Assert(t, strings.Contains(r.stdout, part), "no %q in\n%s", part, r.stdout)
	}
}

func TestMutateJSON(t *testing.T) {
	out := held(t, t.TempDir(), "mutate", "lfsr", "--json", "--limit", "10", "--seed", "7")
	var got struct {
		Passed bool                       `json:"passed"`
		Blocks []testbench.MutationReport `json:"blocks"`
	}
	assert.NilError(t, json.Unmarshal([]byte(out), &got))
	assert.Assert(t, got.Passed)
	assert.Equal(t, len(got.Blocks), 1)
	assert.Equal(t, got.Blocks[0].Mutants, 10)
	assert.Equal(t, len(got.Blocks[0].Killed), 10)
}
