package testbench

import (
	"context"
	"fmt"
	"maps"
	"math/rand"
	"slices"
	"strings"
	"time"

	"culprit.example/culprit/rtlgen/blocks"
	"culprit.example/culprit/rtlgen/ir"
	"culprit.example/culprit/testbench/internal/diff"
	"culprit.example/culprit/testbench/mutate"
)

// MutationOptions choose how Mutate runs.
type MutationOptions struct {
	Seed   uint64 // decides stimulus and arbitrary contents, and the choice of Limit
	Seeds  int    // that many runs, with seeds from Seed on; 0 is one
	Cycles int    // of a run; 0 means Bench.MinCycles
	// Rules are names of mutate.Rules; none means all.
	Rules []string
	// Limit is how many mutants are run, chosen by the seed; 0 is all of them.
	Limit int
	// Elsewhere has the base names of modules with a bench of their own: they get no
	// mutants here, and neither does what only they contain.
	Elsewhere map[string]bool
	// Diffs says that the report shows what each survivor changes in the Verilog.
	Diffs bool
	// Equal, if set, reports whether a mutant that no run has noticed is proven to be
	// equal to the original module, which instantiates the same modules.
	Equal func(original, mutant *ir.Module) (bool, error)
	// Progress, if set, is called from time to time with the present stage and how much
	// of it is done.
	Progress func(stage string, done, total int)
	// Context, if set, ends the call early when it is done; its error is returned.
	Context context.Context
}

// MutationReport is what Mutate has found. All lists are in the order of the mutants.
type MutationReport struct {
	Block     string        `json:"block"`
	Params    blocks.Values `json:"params"`
	Seed      uint64        `json:"seed"`
	Seeds     int           `json:"seeds"`
	Cycles    int           `json:"cycles"` // of the first run
	Mutants   int           `json:"mutants"`
	Killed    []Kill        `json:"killed"`
	Proven    []string      `json:"proven"` // equal, as Equal says
	Listed    []Listed      `json:"listed"` // in Bench.Equivalent
	Survivors []Survivor    `json:"survivors"`
	Seconds   float64       `json:"seconds"`
}

// Kill is a mutant that a run has noticed.
type Kill struct {
	Name  string `json:"name"`
	Seed  uint64 `json:"seed"` // of the run
	Cycle int    `json:"cycle"`
	// By is the first output that differs, the property that fails, or the breach.
	By string `json:"by"`
}

// Listed is a survivor that the bench accepts.
type Listed struct {
	Name   string `json:"name"`
	Reason string `json:"reason"`
}

// Survivor is a mutant that nothing has noticed.
type Survivor struct {
	Name string `json:"name"`
	Pos  string `json:"pos"`
	Rule string `json:"rule"`
	Diff string `json:"diff,omitempty"` // of the Verilog of its module, with Diffs
}

// Mutate makes all mutants of a block that package mutate lists, runs them against the records
// of its benches, and returns what has become of them. A run of Verify on the block must pass.
// The error is about a wrong call, a run that the block itself does not pass, or an entry of
// Bench.Equivalent that is no survivor.
func Mutate(benches []Bench, given map[string]int, o MutationOptions) (*MutationReport, error) {
	start := time.Now()
	s, err := newSurvey(benches, given, o)
	if err != nil {
		return nil, err
	}
	for _, b := range benches {
		for i := range s.options.Seeds {
			if err := s.run(b, s.options.Seed+uint64(i)); err != nil {
				return nil, err
			}
		}
	}
	if err := s.survivors(); err != nil {
		return nil, err
	}
	s.report.Seconds = time.Since(start).Seconds()
	return s.report, nil
}

// survey is a call of Mutate in progress.
type survey struct {
	benches []Bench
	given   map[string]int
	options MutationOptions
	design  *ir.Design
	all     []*mutate.Mutant // before those are chosen that run
	mutants []*mutate.Mutant
	killed  map[*mutate.Mutant]Kill
	printed *printedModules
	report  *MutationReport
}

func newSurvey(benches []Bench, given map[string]int, o MutationOptions) (*survey, error) {
	if len(benches) == 0 {
		return nil, fmt.Errorf("Mutate has no bench")
	}
	if err := checkMutation(&o); err != nil {
		return nil, err
	}
	for _, b := range benches {
		if err := b.check(); err != nil {
			return nil, err
		}
	}
	b := benches[0].Block
	values, err := b.Resolve(given)
	if err != nil {
		return nil, err
	}
	design, err := elaborate(values, benches...)
	if err != nil {
		return nil, err
	}
	s := &survey{benches: benches, given: given, options: o, design: design, killed: map[*mutate.Mutant]Kill{},
		printed: &printedModules{text: map[*ir.Module]string{}}}
	for _, m := range checkedHere(design, o.Elsewhere) {
		s.all = append(s.all, mutate.List(m)...)
	}
	s.mutants = s.choose()
	s.report = &MutationReport{Block: b.Name, Params: values, Seed: o.Seed, Seeds: o.Seeds, Mutants: len(s.mutants),
		Killed: []Kill{}, Proven: []string{}, Listed: []Listed{}, Survivors: []Survivor{}}
	return s, s.checkListed()
}

func checkMutation(o *MutationOptions) error {
	switch {
	case o.Seeds < 0:
		return fmt.Errorf("cannot run %d seeds: give at least 1", o.Seeds)
	case o.Limit < 0:
		return fmt.Errorf("cannot run %d mutants: give at least 1, or 0 for all", o.Limit)
	case o.Cycles < 0:
		return fmt.Errorf("cannot run %d cycles: give at least 1", o.Cycles)
	}
	o.Seeds = max(o.Seeds, 1)
	if o.Progress == nil {
		o.Progress = func(string, int, int) {}
	}
	if o.Context == nil {
		o.Context = context.Background()
	}
	return mutate.CheckRules(o.Rules)
}

// choose takes the mutants of the rules, and of these as many as the limit says.
func (s *survey) choose() []*mutate.Mutant {
	list := s.all
	if rules := s.options.Rules; len(rules) > 0 {
		list = slices.DeleteFunc(slices.Clone(list), func(m *mutate.Mutant) bool { return !slices.Contains(rules, m.Rule) })
	}
	if n := s.options.Limit; n > 0 && n < len(list) {
		order := rand.New(rand.NewSource(int64(s.options.Seed))).Perm(len(list))[:n]
		slices.Sort(order)
		chosen := make([]*mutate.Mutant, n)
		for i, at := range order {
			chosen[i] = list[at]
		}
		list = chosen
	}
	return list
}

// equivalent is the reason why a bench accepts a survivor, "" if none does: in Equivalent,
// or in AnyReset.
func (s *survey) equivalent(m *mutate.Mutant) string {
	for _, b := range s.benches {
		if why := b.Equivalent[m.Name]; why != "" {
			return why
		}
		if m.Rule == mutate.Reset {
			register, _, _ := strings.Cut(m.What, ":")
			for _, name := range []string{register, m.What} {
				if why := b.AnyReset[m.Module.BaseName()+"."+name]; why != "" {
					return why
				}
			}
		}
	}
	return ""
}

// listed reports whether Equivalent has a mutant, which then must survive: a reset that
// does not matter to a bench may well matter to another one of the block.
func (s *survey) listed(name string) bool {
	return slices.ContainsFunc(s.benches, func(b Bench) bool { return b.Equivalent[name] != "" })
}

// checkListed refuses entries without a reason, and, at the default parameters, by which
// modules have their names, those that name no mutant.
func (s *survey) checkListed() error {
	names := map[string]bool{}
	for _, m := range s.all {
		names[m.Name] = true
	}
	for _, b := range s.benches {
		for _, name := range sortedKeys(b.Equivalent) {
			switch {
			case b.Equivalent[name] == "":
				return fmt.Errorf("block %s: Equivalent lists %q without a reason: say why it is equal", b.Title(), name)
			case len(s.given) == 0 && !names[name]:
				return fmt.Errorf("block %s: Equivalent lists %q, which is no mutant: remove it, or give it its new name",
					b.Title(), name)
			}
		}
	}
	return nil
}

// alive are the mutants that no run has noticed.
func (s *survey) alive() []*mutate.Mutant {
	return slices.DeleteFunc(slices.Clone(s.mutants), func(m *mutate.Mutant) bool {
		_, killed := s.killed[m]
		return killed
	})
}

// survivors completes the report.
func (s *survey) survivors() error {
	for _, m := range s.mutants {
		if k, ok := s.killed[m]; ok {
			s.report.Killed = append(s.report.Killed, k)
			if s.listed(m.Name) {
				return fmt.Errorf("block %s: Equivalent lists %q, which is not equal: seed %d, cycle %d: %s",
					s.report.Block, m.Name, k.Seed, k.Cycle, k.By)
			}
			continue
		}
		if why := s.equivalent(m); why != "" {
			s.report.Listed = append(s.report.Listed, Listed{m.Name, why})
			continue
		}
		now := m.Apply()
		if s.options.Equal != nil {
			equal, err := s.options.Equal(m.Module, now)
			if err != nil {
				return fmt.Errorf("block %s: mutant %s: no proof: %w", s.report.Block, m.Name, err)
			}
			if equal {
				s.report.Proven = append(s.report.Proven, m.Name)
				continue
			}
		}
		survivor := Survivor{Name: m.Name, Pos: m.Pos.String(), Rule: m.Rule}
		if s.options.Diffs {
			var err error
			if survivor.Diff, err = s.printed.unified(m.Module, now); err != nil {
				return fmt.Errorf("block %s: mutant %s: %w", s.report.Block, m.Name, err)
			}
		}
		s.report.Survivors = append(s.report.Survivors, survivor)
	}
	return nil
}

// unified is a unified diff of the Verilog of a module and of its mutant; of their netlists
// if the mutant has something that Verilog needs a name for.
func (p *printedModules) unified(sound, mutant *ir.Module) (string, error) {
	old, err := p.verilog(sound)
	if err != nil {
		return "", err
	}
	suffix := ".v"
	now, err := verilogOf(mutant)
	if err != nil {
		suffix, old, now = ", netlist", ir.ModuleText(sound), ir.ModuleText(mutant)
	}
	return fmt.Sprintf("--- %s%s\n+++ %s%s, mutant\n%s", sound.Name, suffix, sound.Name, suffix,
		diff.Lines(old, now, 3, enclosing)), nil
}

func sortedKeys(m map[string]string) []string { return slices.Sorted(maps.Keys(m)) }
