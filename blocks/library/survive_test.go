package library_test

import (
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"

	"gotest.tools/v3/assert"
	"gotest.tools/v3/golden"

	"culprit.example/culprit/blocks/library"
	"culprit.example/culprit/internal/tiers"
	"culprit.example/culprit/testbench"
)

// survivorsFile lists the mutants of all blocks that the benches do not notice: equal ones,
// and such as show a hole of a bench. An edit of a block should not change the list without
// need: the names in it are without lines and numbers. `make survivors` writes it anew.
const survivorsFile = "testdata/survivors.txt"

// mutantSample is how many mutants of a block are made, chosen by the seed.
const mutantSample = 40

// TestMutants makes a sample of the mutants of each block: each must be noticed, or be in
// the list of those that survive. With -culprit.all it makes all, and finds entries of the
// list that are noticed; with -update, too, it writes the list.
func TestMutants(t *testing.T) {
	tiers.Long(t, "mutants of every block")
	t.Parallel()
	listed := readSurvivors(t)
	var mu sync.Mutex
	found := map[string][]string{}
	if tiers.All() {
		t.Cleanup(func() { compareSurvivors(t, listed, found) })
	}
	for name, benches := range benchesByBlock() {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			names := surviving(t, benches)
			mu.Lock()
			found[name] = names
			mu.Unlock()
			for _, m := range names {
				if !golden.FlagUpdate() && !slices.Contains(listed[name], m) {
					t.Errorf("nothing notices the mutant %s; rtlgen mutate %s shows it", m, name)
				}
			}
		})
	}
}

// compareSurvivors finds entries of the list that are noticed, or writes the list.
func compareSurvivors(t *testing.T, listed, found map[string][]string) {
	if golden.FlagUpdate() {
		writeSurvivors(t, found)
		return
	}
	for name, list := range listed {
		for _, m := range list {
			assert.Check(t, slices.Contains(found[name], m), "%s lists %s, which is noticed: make survivors", survivorsFile, m)
		}
	}
}

// surviving are the mutants of a block that nothing notices: of a sample, and of all with
// -culprit.all. What a mutant reads before it is written depends on the others beside it,
// so that a few survive in one of the two alone.
func surviving(t *testing.T, benches []testbench.Bench) []string {
	t.Helper()
	var names []string
	limits := []int{mutantSample}
	if tiers.All() {
		limits = append(limits, 0)
	}
	_, _, elsewhere := resetBenches()
	for _, limit := range limits {
		r, err := testbench.Mutate(benches, nil, testbench.MutationOptions{Seed: 1, Limit: limit, Elsewhere: elsewhere})
		assert.NilError(t, err)
		for _, s := range r.Survivors {
			names = append(names, lineOrNumber.ReplaceAllString(s.Name, ""))
		}
	}
	slices.Sort(names)
	return slices.Compact(names)
}

// lineOrNumber is what of the name of a mutant depends on what stands above it.
var lineOrNumber = regexp.MustCompile(`:[0-9]+\b| #[0-9]+$`)

func benchesByBlock() map[string][]testbench.Bench {
	list := map[string][]testbench.Bench{}
	for _, b := range library.Families().Benches() {
		list[b.Block.Name] = append(list[b.Block.Name], b)
	}
	return list
}

// readSurvivors reads the list: a line for a block, then one for each mutant.
func readSurvivors(t *testing.T) map[string][]string {
	t.Helper()
	text, err := os.ReadFile(survivorsFile)
	if golden.FlagUpdate() && os.IsNotExist(err) {
		return nil
	}
	assert.NilError(t, err)
	list, block := map[string][]string{}, ""
	for line := range strings.Lines(string(text)) {
		line = strings.TrimRight(line, "\n")
		if name, ok := strings.CutPrefix(line, "== "); ok {
			block = name
		} else if block != "" {
			list[block] = append(list[block], line)
		}
	}
	return list
}

func writeSurvivors(t *testing.T, found map[string][]string) {
	t.Helper()
	var b strings.Builder
	b.WriteString("The mutants that the bench of a block does not notice. Written by: make survivors\n")
	for _, name := range slices.Sorted(maps.Keys(found)) {
		if len(found[name]) > 0 {
			fmt.Fprintf(&b, "== %s\n%s\n", name, strings.Join(found[name], "\n"))
		}
	}
	assert.NilError(t, os.MkdirAll(filepath.Dir(survivorsFile), 0o777))
	assert.NilError(t, os.WriteFile(survivorsFile, []byte(b.String()), 0o666))
}
