package testbench_test

import (
	"context"
	"errors"
	"math/big"
	"math/rand"
	"strings"
	"testing"

	"gotest.tools/v3/assert"

	"culprit.example/culprit/rtlgen/blocks"
	"culprit.example/culprit/rtlgen/ir"
	"culprit.example/culprit/testbench"
	"culprit.example/culprit/testbench/mutate"
)

// mutated runs the mutants of a bench.
func mutated(t *testing.T, b testbench.Bench, o testbench.MutationOptions) *testbench.MutationReport {
	t.Helper()
	o.Seed = 3
	r, err := testbench.Mutate([]testbench.Bench{b}, nil, o)
	assert.NilError(t, err)
	assert.Equal(t, r.Mutants, len(r.Killed)+len(r.Proven)+len(r.Listed)+len(r.Known)+len(r.Survivors))
	return r
}

func survivors(r *testbench.MutationReport) []string {
	list := []string{}
	for _, s := range r.Survivors {
		list = append(list, s.Name)
	}
	return list
}

// TestMutate: what the stash does alike with a mistake survives, and nothing else.
func TestMutate(t *testing.T) {
	r := mutated(t, stashBench(), testbench.MutationOptions{Diffs: true})
	assert.Assert(t, r.Mutants > 100, r.Mutants)
	assert.Assert(t, len(r.Survivors) > 0 && len(r.Survivors) < 20, "%q", survivors(r))
	for _, s := range r.Survivors {
		assert.Assert(t, strings.HasPrefix(s.Diff, "--- stash.v\n+++ stash.v, mutant\n@@"), "%s:\n%s", s.Name, s.Diff)
	}
	again := mutated(t, stashBench(), testbench.MutationOptions{Diffs: true})
	r.Seconds, again.Seconds = 0, 0
	assert.DeepEqual(t, r, again)
}

// TestMutateAsOneByOne: each mutant is noticed side by side with others if, and only if,
// CheckMutants notices it.
func TestMutateAsOneByOne(t *testing.T) {
	b := stashBench()
	r := mutated(t, b, testbench.MutationOptions{})
	missed := map[string]bool{}
	for _, name := range survivors(r) {
		missed[name] = true
	}
	d, err := b.Block.Elaborate(nil)
	assert.NilError(t, err)
	for i, m := range mutate.List(d.Top) {
		b.Mutants = []testbench.Mutant{{Name: m.Name, Mutate: func(m *ir.Module) error {
			*m = *mutate.List(m)[i].Apply()
			return nil
		}}}
		alone, err := testbench.CheckMutants(b, nil, testbench.Options{Seed: 3})
		assert.NilError(t, err, m.Name)
		assert.Equal(t, len(alone) > 0, missed[m.Name], m.Name)
	}
}

// TestMutateNeedsStimulus: a bench that never pops lets mutants of popping live.
func TestMutateNeedsStimulus(t *testing.T) {
	b := stashBench()
	b.New = func(v blocks.Values, rng *rand.Rand) testbench.Case {
		g, drive := newStash(v, rng)
		return testbench.NewCase(stashPrototypeIn(v), stashPrototypeOut(v), g.Step, func(cycle int) stashIn {
			in := drive(cycle)
			in.Pop = false
			return in
		}, nil)
	}
	found := strings.Join(survivors(mutated(t, b, testbench.MutationOptions{})), "\n")
	assert.Assert(t, strings.Contains(found, "enable: read word_q never"), found)
	assert.Assert(t, !strings.Contains(strings.Join(survivors(mutated(t, stashBench(), testbench.MutationOptions{})), "\n"),
		"enable: read word_q never"))
}

// TestMutateByProperty: where no output is compared, assertions notice mutants.
func TestMutateByProperty(t *testing.T) {
	type out struct {
		Word  *big.Int `valid:"Known"`
		Level int      `valid:"Known"`
		Count []int    `valid:"Known"`
		Known bool     `port:"-"`
	}
	b := stashBench()
	b.New = func(v blocks.Values, rng *rand.Rand) testbench.Case {
		_, drive := newStash(v, rng)
		nothing := out{Count: make([]int, v["lanes"])}
		return testbench.NewCase(stashPrototypeIn(v), nothing, func(stashIn) out { return nothing }, drive, nil)
	}
	r := mutated(t, b, testbench.MutationOptions{})
	assert.Assert(t, len(r.Killed) > 0 && len(r.Survivors) > len(r.Killed))
	for _, k := range r.Killed {
		assert.Equal(t, k.By, "assert level_in_range", "%+v", k)
	}
}

func TestMutateChooses(t *testing.T) {
	whole := mutated(t, stashBench(), testbench.MutationOptions{})
	some := mutated(t, stashBench(), testbench.MutationOptions{Limit: 10})
	assert.Equal(t, some.Mutants, 10)
	rule := mutated(t, stashBench(), testbench.MutationOptions{Rules: []string{"reset"}})
	assert.Assert(t, rule.Mutants > 0 && rule.Mutants < whole.Mutants)
	for _, k := range rule.Killed {
		assert.Assert(t, strings.Contains(k.Name, " reset: "), k.Name)
	}
	seeds := mutated(t, stashBench(), testbench.MutationOptions{Seeds: 3})
	assert.Assert(t, len(seeds.Survivors) <= len(whole.Survivors))
}

func TestMutateEqual(t *testing.T) {
	open := survivors(mutated(t, stashBench(), testbench.MutationOptions{}))
	asked := 0
	ask := func(answer testbench.Proof) *testbench.MutationReport {
		return mutated(t, stashBench(), testbench.MutationOptions{
			Prover: func(c testbench.Comparison) (list []testbench.Proof, err error) {
				assert.Equal(t, len(c.Variants.Top.Inputs()), len(c.Sound.Top.Inputs())+1)
				for number := range c.Mutants {
					asked++
					sound, mutant := c.Module(number + 1)
					assert.Assert(t, ir.ModuleText(sound) != ir.ModuleText(mutant))
					list = append(list, answer)
				}
				return list, nil
			}})
	}
	proven := ask(testbench.Proof{Equal: true, By: "us"}).Proven
	assert.Equal(t, asked, len(open))
	assert.Equal(t, len(proven), len(open))
	assert.Equal(t, proven[0], testbench.Proven{Name: open[0], By: "us"})
	assert.Equal(t, ask(testbench.Proof{Stimulus: "0: push=1\n"}).Survivors[0].Stimulus, "0: push=1\n")

	b := stashBench()
	b.Equivalent = map[string]string{open[0]: "nobody can tell"}
	listed := mutated(t, b, testbench.MutationOptions{})
	assert.DeepEqual(t, listed.Listed, []testbench.Listed{{Name: open[0], Reason: "nobody can tell"}})
	assert.DeepEqual(t, survivors(listed), open[1:])

	known := mutated(t, stashBench(), testbench.MutationOptions{Known: func(block, name string) bool {
		return block == "stash" && name == open[0]
	}})
	assert.DeepEqual(t, known.Known, open[:1])
	assert.DeepEqual(t, survivors(known), open[1:])
}

// TestMutateEquivalentSeveral: a * in an entry stands for anything, and all that it stands for must survive.
func TestMutateEquivalentSeveral(t *testing.T) {
	open := survivors(mutated(t, stashBench(), testbench.MutationOptions{}))
	b := stashBench()
	b.Equivalent = map[string]string{"stash *": "nobody can tell"}
	_, err := testbench.Mutate([]testbench.Bench{b}, nil, testbench.MutationOptions{})
	assert.ErrorContains(t, err, `Equivalent lists "stash *", and stash `)
	rule, _, _ := strings.Cut(open[0], ": ")
	words := strings.Fields(rule)
	b.Equivalent = map[string]string{"*" + strings.TrimPrefix(open[0], words[0]): "nobody can tell"}
	assert.Equal(t, len(mutated(t, b, testbench.MutationOptions{}).Listed), 1)
}

// TestMutateTight: what only a small stash shows is noticed there.
func TestMutateTight(t *testing.T) {
	b := stashBench()
	full := b.New
	b.New = func(v blocks.Values, rng *rand.Rand) testbench.Case {
		if v["depth"] == 2 {
			return full(v, rng)
		}
		g, drive := newStash(v, rng)
		return testbench.NewCase(stashPrototypeIn(v), stashPrototypeOut(v), g.Step, func(cycle int) stashIn {
			in := drive(cycle)
			in.Pop = false
			return in
		}, nil)
	}
	without := mutated(t, b, testbench.MutationOptions{})
	b.Tight = []map[string]int{{"depth": 2}}
	with := mutated(t, b, testbench.MutationOptions{})
	assert.Assert(t, len(with.Survivors) < len(without.Survivors))
	for _, k := range with.Killed {
		if k.Params != nil {
			assert.DeepEqual(t, k.Params, b.Tight[0])
			return
		}
	}
	t.Fatal("nothing was noticed at the small parameters")
}

func TestMutateRefuses(t *testing.T) {
	killed := mutated(t, stashBench(), testbench.MutationOptions{}).Killed[0].Name
	ended, end := context.WithCancel(context.Background())
	end()
	for _, c := range []struct {
		want  string
		list  map[string]string
		given map[string]int
		o     testbench.MutationOptions
	}{
		{want: "cannot run -1 seeds: give at least 1", o: testbench.MutationOptions{Seeds: -1}},
		{want: "cannot run -1 mutants: give at least 1, or 0 for all", o: testbench.MutationOptions{Limit: -1}},
		{want: "cannot run -1 cycles: give at least 1", o: testbench.MutationOptions{Cycles: -1}},
		{want: `no rule "colour": choose of operator,`, o: testbench.MutationOptions{Rules: []string{"colour"}}},
		{want: "block stash has no parameter", given: map[string]int{"colour": 1}},
		{want: `Equivalent lists "that one", which is no mutant: remove it, or give it its new name`,
			list: map[string]string{"that one": "so"}},
		{want: `Equivalent lists "` + killed + `" without a reason: say why it is equal`, list: map[string]string{killed: ""}},
		{want: `Equivalent lists "` + killed + `", and ` + killed + ` is not equal: seed 0, cycle `, list: map[string]string{killed: "so"}},
		{want: "no proofs: no way", o: testbench.MutationOptions{Prover: func(testbench.Comparison) ([]testbench.Proof, error) {
			return nil, errors.New("no way")
		}}},
		{want: "context canceled", o: testbench.MutationOptions{Context: ended}},
	} {
		b := stashBench()
		b.Equivalent = c.list
		_, err := testbench.Mutate([]testbench.Bench{b}, c.given, c.o)
		assert.ErrorContains(t, err, c.want)
	}
	_, err := testbench.Mutate(nil, nil, testbench.MutationOptions{})
	assert.ErrorContains(t, err, "Mutate has no bench")
}

// TestMutateNeedsASoundBlock: a block that differs from its model is no ground for mutants.
func TestMutateNeedsASoundBlock(t *testing.T) {
	b := stashBench()
	sound := b.New
	b.New = func(v blocks.Values, rng *rand.Rand) testbench.Case { v["depth"]--; return sound(v, rng) }
	_, err := testbench.Mutate([]testbench.Bench{b}, nil, testbench.MutationOptions{})
	assert.ErrorContains(t, err, "differs without a mutant: rtlgen verify stash")
}
