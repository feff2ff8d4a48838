package testbench

import (
	"context"
	"fmt"
	"maps"
	"math/rand"
	"regexp"
	"slices"
	"strings"
	"time"

	"culprit.example/culprit/rtlgen/blocks"
	"culprit.example/culprit/rtlgen/ir"
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
	// Elsewhere has names, or base names, of modules that other benches check: they get no
	// mutants here, and neither does what only they contain.
	Elsewhere map[string]bool
	// Diffs says that the report shows what each survivor changes in the Verilog.
	Diffs bool
	// Prover, if set, tells what is proven of mutants that no run has noticed, in their order.
	Prover func(Comparison) ([]Proof, error)
	// Known, if set, reports whether a mutant of a block is known as one that nothing notices: it is not run.
	Known func(block, name string) bool
	// Progress, if set, is called from time to time with the present stage and how much
	// of it is done.
	Progress func(stage string, done, total int)
	// Context, if set, ends the call early when it is done; its error is returned.
	Context context.Context
}

// Comparison asks which mutants of a block do what it does.
type Comparison struct {
	Sound   *ir.Design
	Mutants int
	// Variants has a number on the last input of its top that selects a mutant, with 0 for
	// none.
	Variants *ir.Design
	// Module returns the module that a mutant changes, and what it becomes.
	Module func(number int) (sound, mutant *ir.Module)
	// Valid has for outputs that the bench compares only sometimes the output that says when.
	Valid map[string]string
	// Progress is to be called from time to time with how many are decided.
	Progress func(done int)
}

// Proof is what a prover has found out about a mutant.
type Proof struct {
	Equal bool
	By    string // how it is equal
	// Stimulus, if not "", are the inputs in the form of rtlgen sim that lead to an output
	// that differs in their last cycle.
	Stimulus string
}

// MutationReport is what Mutate has found. All lists are in the order of the mutants.
type MutationReport struct {
	Block     string        `json:"block"`            // its name
	Params    blocks.Values `json:"params"`           // all, by name
	Seed      uint64        `json:"seed"`             // the first
	Seeds     int           `json:"seeds"`            // how many were run
	Cycles    int           `json:"cycles"`           // of the first run
	Mutants   int           `json:"mutants"`          // how many were made
	Sample    bool          `json:"sample,omitempty"` // they are not all
	Killed    []Kill        `json:"killed"`           // that a run has noticed
	Proven    []Proven      `json:"proven"`           // that are proven equal
	Listed    []Listed      `json:"listed"`           // in Bench.Equivalent
	Known     []string      `json:"known,omitempty"`  // as Known says
	Survivors []Survivor    `json:"survivors"`        // that nothing has noticed
	Seconds   float64       `json:"seconds"`          // by the clock
}

// Kill is a mutant that a run has noticed.
type Kill struct {
	Name  string `json:"name"`  // of the mutant
	Seed  uint64 `json:"seed"`  // of the run
	Cycle int    `json:"cycle"` // in which it was noticed
	// By is the first output that differs, the property that fails, or the breach.
	By string `json:"by"`
	// Params are those of the run, if they are not those of the report.
	Params map[string]int `json:"params,omitempty"`
}

// Proven is a mutant that is proven to be equal.
type Proven struct {
	Name string `json:"name"` // of the mutant
	By   string `json:"by"`   // what proved it
}

// Listed is a survivor that the bench accepts.
type Listed struct {
	Name   string `json:"name"`   // of the mutant
	Reason string `json:"reason"` // why it is equal
}

// Survivor is a mutant that nothing has noticed.
type Survivor struct {
	Name string `json:"name"`           // of the mutant
	Pos  string `json:"pos"`            // in the Go code of the block
	Rule string `json:"rule"`           // that made it
	Diff string `json:"diff,omitempty"` // of the Verilog of its module, with Diffs
	// Stimulus leads to an output that differs in its last cycle, where a proof has found one.
	Stimulus string `json:"stimulus,omitempty"`
}

// Mutate makes all mutants of a block that package mutate lists, runs them against the records
// of its benches, and returns what has become of them. A run of Verify on the block must pass.
// The error is about a wrong call, a run that the block itself does not pass, or an entry of
// Bench.Equivalent that is no survivor.
//
// At the default parameters, a bench runs at its Tight and Small ones, too: a mutant is noticed
// if the same mistake, in the same line of the Go code, is noticed there.
func Mutate(benches []Bench, given map[string]int, o MutationOptions) (*MutationReport, error) {
	start := time.Now()
	s, err := newSurvey(benches, given, o)
	if err != nil {
		return nil, err
	}
	for _, b := range benches {
		if err := s.runs(b); err != nil {
			return nil, err
		}
	}
	if len(given) == 0 {
		for _, b := range benches {
			for _, other := range append(slices.Clone(b.Tight), b.Small) {
				if err := s.other(b, other); err != nil {
					return nil, err
				}
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
	entry   map[*mutate.Mutant]string // of Equivalent
	printed *printedModules
	report  *MutationReport
	noLoops bool // they take too long
}

// runs runs the mutants that are alive with all seeds.
func (s *survey) runs(b Bench) error {
	for i := range s.options.Seeds {
		if err := s.run(b, s.options.Seed+uint64(i)); err != nil {
			return err
		}
	}
	return nil
}

// other runs the mutants that are alive with other parameters.
func (s *survey) other(b Bench, given map[string]int) error {
	alive := s.alive()
	if len(given) == 0 || len(alive) == 0 {
		return nil
	}
	o := s.options
	o.Limit, o.Rules, o.Seeds = 0, nil, 1
	b.Equivalent, o.Known = nil, nil // they are about the default parameters
	there, err := newSurvey([]Bench{b}, given, o)
	if err != nil {
		return err
	}
	if instances(there.design) > instances(s.design) {
		return nil // nothing is tighter there
	}
	there.noLoops = true
	here, of := map[kind]*mutate.Mutant{}, map[*mutate.Mutant]*mutate.Mutant{} // of those there
	for m, k := range kinds(s.all) {
		here[k] = m
	}
	same := kinds(there.all)
	there.mutants = slices.DeleteFunc(slices.Clone(there.all), func(x *mutate.Mutant) bool {
		of[x] = here[same[x]]
		return !slices.Contains(alive, of[x])
	})
	if err := there.runs(b); err != nil {
		return err
	}
	for x, k := range there.killed {
		m := of[x]
		k.Name, k.Params = m.Name, given
		s.killed[m] = k
	}
	return nil
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
		entry:   map[*mutate.Mutant]string{},
		printed: &printedModules{text: map[*ir.Module]string{}}}
	for _, m := range checkedHere(design, o.Elsewhere) {
		s.all = append(s.all, mutate.List(m)...)
	}
	s.mutants = s.choose()
	s.report = &MutationReport{Block: b.Name, Params: values, Seed: o.Seed, Seeds: o.Seeds, Mutants: len(s.mutants),
		Sample: len(s.mutants) < len(s.all),
		Killed: []Kill{}, Proven: []Proven{}, Listed: []Listed{}, Survivors: []Survivor{}}
	if o.Known != nil {
		s.mutants = slices.DeleteFunc(s.mutants, func(m *mutate.Mutant) bool {
			known := o.Known(b.Name, m.Name)
			if known {
				s.report.Known = append(s.report.Known, m.Name)
			}
			return known
		})
	}
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
	list := slices.Clone(s.all)
	if rules := s.options.Rules; len(rules) > 0 {
		list = slices.DeleteFunc(list, func(m *mutate.Mutant) bool { return !slices.Contains(rules, m.Rule) })
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
		if why := b.Equivalent[s.entry[m]]; why != "" {
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

// checkListed finds the entry of Equivalent that each mutant has, and refuses entries
// without a reason, and, at the default parameters, by which modules have their names, those
// that name no mutant. Those in the list must survive: a reset that does not matter to a
// bench may well matter to another one of the block.
func (s *survey) checkListed() error {
	for _, b := range s.benches {
		for _, entry := range sortedKeys(b.Equivalent) {
			if b.Equivalent[entry] == "" {
				return fmt.Errorf("block %s: Equivalent lists %q without a reason: say why it is equal", b.Title(), entry)
			}
			of := regexp.MustCompile("^" + strings.ReplaceAll(regexp.QuoteMeta(entry), `\*`, ".*") + "$")
			found := false
			for _, m := range s.all {
				if of.MatchString(m.Name) {
					s.entry[m], found = entry, true
				}
			}
			if len(s.given) == 0 && !found {
				return fmt.Errorf("block %s: Equivalent lists %q, which is no mutant: remove it, or give it its new name",
					b.Title(), entry)
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
	var left []*mutate.Mutant
	for _, m := range s.mutants {
		if k, ok := s.killed[m]; ok {
			s.report.Killed = append(s.report.Killed, k)
			if entry, listed := s.entry[m]; listed {
				return fmt.Errorf("block %s: Equivalent lists %q, and %s is not equal: seed %d, cycle %d: %s",
					s.report.Block, entry, m.Name, k.Seed, k.Cycle, k.By)
			}
			continue
		}
		if why := s.equivalent(m); why != "" {
			s.report.Listed = append(s.report.Listed, Listed{m.Name, why})
			continue
		}
		left = append(left, m)
	}
	proofs, err := s.prove(left)
	if err != nil {
		return err
	}
	for i, m := range left {
		if proofs[i].Equal {
			s.report.Proven = append(s.report.Proven, Proven{m.Name, proofs[i].By})
			continue
		}
		survivor := Survivor{Name: m.Name, Pos: m.Pos.String(), Rule: m.Rule, Stimulus: proofs[i].Stimulus}
		if s.options.Diffs {
			if survivor.Diff, err = s.printed.unified(m.Module, m.Apply()); err != nil {
				return fmt.Errorf("block %s: mutant %s: %w", s.report.Block, m.Name, err)
			}
		}
		s.report.Survivors = append(s.report.Survivors, survivor)
	}
	return nil
}

// prove asks the prover about mutants, some in one netlist.
func (s *survey) prove(list []*mutate.Mutant) (proofs []Proof, err error) {
	if s.options.Prover == nil {
		return make([]Proof, len(list)), nil
	}
	valid := s.valid()
	for part := range slices.Chunk(list, perNetlist) {
		done := len(proofs)
		found, err := s.options.Prover(Comparison{Sound: s.design, Mutants: len(part),
			Variants: mutate.Select(s.design, part),
			Valid:    valid,
			Module:   func(number int) (sound, mutant *ir.Module) { return part[number-1].Module, part[number-1].Apply() },
			Progress: func(now int) { s.options.Progress("proofs", done+now, len(list)) }})
		if err != nil {
			return nil, fmt.Errorf("block %s: no proofs: %w", s.report.Block, err)
		}
		proofs = append(proofs, found...)
	}
	return proofs, nil
}

// valid are the outputs that tell when another one counts, as all benches have it.
func (s *survey) valid() map[string]string {
	common := map[string]string{}
	for i, b := range s.benches {
		c := b.newCase(s.report.Params, rand.New(rand.NewSource(1)), 0)
		own := map[string]string{}
		for k, f := range bind(b.Block.Name, c, s.design.Top).out.fields {
			if f.valid != "" {
				own[s.design.Top.Outputs()[k].Name] = f.valid
			}
		}
		if i == 0 {
			common = own
		}
		maps.DeleteFunc(common, func(output, valid string) bool { return own[output] != valid })
	}
	return common
}

// kind is a mistake in a line of the Go code: of several, one of them.
type kind struct {
	name   string
	number int
}

func kinds(list []*mutate.Mutant) map[*mutate.Mutant]kind {
	of, count := map[*mutate.Mutant]kind{}, map[string]int{}
	for _, m := range list {
		of[m] = kind{m.Kind, count[m.Kind]}
		count[m.Kind]++
	}
	return of
}

func sortedKeys(m map[string]string) []string { return slices.Sorted(maps.Keys(m)) }
