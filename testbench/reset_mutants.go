package testbench

import (
	"fmt"
	"maps"
	"math/rand"
	"slices"
	"strings"

	"culprit.example/culprit/rtlgen/ir"
	"culprit.example/culprit/testbench/mutant"
)

// ResetCheck is what CheckResets has found.
type ResetCheck struct {
	Mutants int      // made
	Missed  []string // that nothing noticed, and that should have been
	Noticed []string // that were noticed, although their reset value is not to matter
}

// resetRuns is how many runs, with seeds from that of the options on, have to miss a
// mistake: after a reset of few cycles a register without one often has the right
// value by chance. A mistake that should not matter is tried in fewer runs, since
// all of them are complete.
const (
	resetRuns     = 40
	unnoticedRuns = 3
)

// CheckResets makes the mistakes of mutant.Resets in the block and in the modules
// below it, runs each on the built-in engines, and tells which of them nothing has
// noticed. Modules with a base name in elsewhere are left out, with all that only they
// contain: they have a bench of their own. With sample > 0 only that number of mistakes is
// made, chosen by the seed, and none whose reset value does not matter.
func CheckResets(b Bench, given map[string]int, elsewhere map[string]bool, sample int, o Options) (ResetCheck, error) {
	o.Engines = []string{"reference"}
	var c ResetCheck
	r, design, err := newRun(b, given, o)
	if err != nil {
		return c, err
	}
	list := resetMutants(design, elsewhere)
	if unused := unusedReasons(b, list); len(unused) > 0 {
		return c, fmt.Errorf("block %s: AnyReset or SeldomReset lists %s, which has no reset or is checked elsewhere",
			b.Block.Name, strings.Join(unused, ", "))
	}
	list = slices.DeleteFunc(list, func(m resetMutant) bool { return m.reason(b.SeldomReset) != "" })
	if sample > 0 {
		rng := rand.New(rand.NewSource(int64(o.Seed)))
		rng.Shuffle(len(list), func(i, k int) { list[i], list[k] = list[k], list[i] })
		list = slices.DeleteFunc(list, func(m resetMutant) bool { return m.reason(b.AnyReset) != "" })
		list = list[:min(len(list), sample)]
	}
	c.Mutants = len(list)
	runs := []*run{r}
	for _, m := range list {
		noticed, err := m.noticed(b, given, o, &runs, design)
		switch {
		case err != nil:
			return c, fmt.Errorf("block %s with %s: %w", b.Block.Name, m.name, err)
		case noticed && m.reason(b.AnyReset) != "":
			c.Noticed = append(c.Noticed, m.name)
		case !noticed && m.reason(b.AnyReset) == "":
			c.Missed = append(c.Missed, m.name)
		}
	}
	slices.Sort(c.Missed)
	slices.Sort(c.Noticed)
	return c, nil
}

// resetMutant is a mistake in the reset of a register of a module.
type resetMutant struct {
	mutant.ResetMutation
	register string // "module.register"
	name     string // register and mistake
}

// reason is what a list of a bench says about the mistake, "" if it is not in the list.
func (m resetMutant) reason(list map[string]string) string {
	if why, ok := list[m.register]; ok {
		return why
	}
	return list[m.name]
}

func resetMutants(d *ir.Design, elsewhere map[string]bool) []resetMutant {
	var list []resetMutant
	for _, m := range checkedHere(d, elsewhere) {
		for _, x := range mutant.Resets(m) {
			list = append(list, resetMutant{x, m.BaseName() + "." + x.Target, m.BaseName() + "." + x.Name})
		}
	}
	return list
}

// checkedHere are the modules, children first, that are reached from the top without
// passing through one of elsewhere.
func checkedHere(d *ir.Design, elsewhere map[string]bool) []*ir.Module {
	reached := map[*ir.Module]bool{}
	var reach func(m *ir.Module)
	reach = func(m *ir.Module) {
		reached[m] = true
		for _, in := range m.Instances {
			if !reached[in.Of] && !elsewhere[in.Of.BaseName()] && !elsewhere[in.Of.Name] {
				reach(in.Of)
			}
		}
	}
	reach(d.Top)
	return slices.DeleteFunc(slices.Clone(d.Modules), func(m *ir.Module) bool { return !reached[m] })
}

// unusedReasons are the entries of AnyReset and SeldomReset that are none of the mutants, such
// as a register that has no reset any more.
func unusedReasons(b Bench, list []resetMutant) []string {
	left := map[string]string{}
	maps.Copy(left, b.AnyReset)
	maps.Copy(left, b.SeldomReset)
	for _, m := range list {
		delete(left, m.register)
		delete(left, m.name)
	}
	return slices.Sorted(maps.Keys(left))
}

// noticed reports whether a run differs with the mistake. runs are those recorded so
// far.
func (m resetMutant) noticed(b Bench, given map[string]int, o Options, runs *[]*run, d *ir.Design) (bool, error) {
	m.Make()
	defer m.Undo()
	n := resetRuns
	if m.reason(b.AnyReset) != "" {
		n = unnoticedRuns
	}
	for i := range n {
		if i == len(*runs) {
			o.Seed++
			r, _, err := newRun(b, given, o)
			if err != nil {
				return false, err
			}
			*runs = append(*runs, r)
		}
		o.Seed = (*runs)[i].options.Seed
		engine := "reference"
		if i > 0 { // more runs than one are worth the time to compile
			engine = "compiled"
		}
		if seen, err := (*runs)[i].notices(engine, d); seen || err != nil {
			return seen, err
		}
	}
	return false, nil
}

func (c ResetCheck) String() string {
	return fmt.Sprintf("%d mutants; missed: %s; noticed: %s", c.Mutants, strings.Join(c.Missed, ", "),
		strings.Join(c.Noticed, ", "))
}
