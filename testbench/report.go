package testbench

import (
	"fmt"
	"maps"
	"slices"
	"strings"
)

// Report is the result of Verify. Its JSON form is stable. Except for the seconds
// it is the same for the same block, parameters, seed and cycles.
type Report struct {
	Block  string         `json:"block"`           // its name
	Bench  string         `json:"bench,omitempty"` // Bench.Name
	Params map[string]int `json:"params"`          // all, by name
	Seed   uint64         `json:"seed"`
	// Seeds is how many seeds, from Seed on, have run side by side; 0 for one run by itself.
	Seeds int `json:"seeds,omitempty"`
	// Cycles are all of the run from cycle 0 on, with those of later resets and those in
	// which a loop lets everything out; Resets counts all resets, the one before cycle 0 too.
	Cycles int `json:"cycles"`
	Resets int `json:"resets"`
	// OutputsCompared counts the known values of output ports, BitsCompared
	// their known bits, over all cycles.
	OutputsCompared uint64  `json:"outputs_compared"`
	BitsCompared    uint64  `json:"bits_compared"`
	GoldenSeconds   float64 `json:"golden_seconds"` // time of the golden model, with the stimulus
	// RecordedOn is the engine on which a loop has run, "" with a cycle-exact model.
	// Transactions is how many have come out as they must.
	RecordedOn   string `json:"recorded_on,omitempty"`
	Transactions int    `json:"transactions,omitempty"`
	// Breaches are what the block has done wrong in the first cycle in which the loop saw
	// something wrong; the run ends there.
	Breaches    []Breach     `json:"breaches,omitempty"`
	CoverPoints []CoverPoint `json:"cover_points"` // of the bench, with how often each was reached
	// CoverPointsMissed and NeverCompared are failures if the run is long enough for
	// all cover points, the latter with the block's default parameters only.
	CoverPointsMissed   []string       `json:"cover_points_missed"`
	NeverCompared       []string       `json:"never_compared"`        // outputs that were unknown in all cycles
	CoverPointsEnforced bool           `json:"cover_points_enforced"` // a missing cover point is a failure
	Engines             []EngineReport `json:"engines"`               // in the order of the call
	Passed              bool           `json:"passed"`                // nothing is wrong

	enforceCompared bool
}

// CoverPoint is a situation that the stimulus must reach.
type CoverPoint struct {
	Name  string `json:"name"`        // what is reached
	Hits  int    `json:"hits"`        // cycles in which it was
	First int    `json:"first_cycle"` // -1 if it was never reached
}

// EngineReport is the result of one engine.
type EngineReport struct {
	Engine string `json:"engine"` // its name
	Passed bool   `json:"passed"` // no difference, and all properties hold
	// Seconds is the run, BuildSeconds the compilation before it.
	Seconds      float64 `json:"seconds"`
	BuildSeconds float64 `json:"build_seconds"`
	Cached       bool    `json:"cached"` // the simulation was compiled by an earlier run
	// CacheProblem says why the compiled simulation was not kept, and the way out.
	CacheProblem string `json:"cache_problem,omitempty"`
	// Difference is the first difference from the golden model, nil if there is
	// none.
	Difference *Difference       `json:"difference,omitempty"`
	Failures   []PropertyFailure `json:"property_failures,omitempty"` // properties that did not hold
	Covers     []Cover           `json:"covers,omitempty"`            // engines that count them
}

// Difference is where an engine first differs from the golden model, or, with a loop, from
// the engine on which it ran.
type Difference struct {
	Cycle    int    `json:"cycle"`    // the first that differs
	Signal   string `json:"signal"`   // hierarchical name, the first of Ports
	Expected string `json:"expected"` // by the golden model, hexadecimal
	Got      string `json:"got"`      // from the engine, hexadecimal
	// Ports are all outputs that differ in this cycle.
	Ports []PortDifference `json:"ports"`
	// Diff shows the same as text.
	Diff   string `json:"diff"`
	Repeat string `json:"repeat"` // the command that shows it again
	// VCD is the waveform of the cycles before: the signals of the reference
	// engine, and the golden model's outputs in a scope named golden.
	VCD string `json:"vcd,omitempty"`
}

// PortDifference is one output of a Difference. Values are hexadecimal; known has
// ones for the bits that were compared.
type PortDifference struct {
	Port     string `json:"port"`     // its name
	Expected string `json:"expected"` // by the golden model, hexadecimal
	Got      string `json:"got"`      // from the engine, hexadecimal
	Known    string `json:"known"`    // ones for the bits that were compared
}

// PropertyFailure is an assertion or assumption that did not hold. Assumptions
// are part of the block's contract, which the stimulus must keep.
type PropertyFailure struct {
	Kind  string `json:"kind"`          // assert or assume
	Name  string `json:"name"`          // hierarchical
	Cycle int    `json:"cycle"`         // of the first failure
	Count uint64 `json:"count"`         // of the cycles with this failure
	Doc   string `json:"doc,omitempty"` // what it says
	Pos   string `json:"pos"`           // in the Go code of the block
	VCD   string `json:"vcd,omitempty"` // path of the waveform
}

// Cover is a cover property and how often it held.
type Cover struct {
	Name  string `json:"name"`  // hierarchical
	Count uint64 `json:"count"` // cycles in which it held
}

// Title is that of the bench: Bench.Title.
func (r *Report) Title() string { return titleOf(r.Block, r.Bench) }

// judge decides whether the run passed.
func (r *Report) judge() {
	r.Passed = len(r.Breaches) == 0 && !r.idle()
	for i := range r.Engines {
		e := &r.Engines[i]
		e.Passed = e.Difference == nil && len(e.Failures) == 0
		r.Passed = r.Passed && e.Passed
	}
	if r.CoverPointsEnforced && len(r.CoverPointsMissed) > 0 || r.enforceCompared && len(r.NeverCompared) > 0 {
		r.Passed = false
	}
}

// idle reports whether a loop has not done anything.
func (r *Report) idle() bool {
	return r.CoverPointsEnforced && r.RecordedOn != "" && r.Transactions == 0
}

// Check is a part of what a run must do: an engine, the transactions, what is reached and compared.
type Check struct {
	Name     string
	Problems []string // each with what is needed to repeat it; nil if there is none
}

// Problems lists what is wrong, one entry each; nil if the run passed.
func (r *Report) Problems() []string {
	var list []string
	for _, c := range r.Checks() {
		list = append(list, c.Problems...)
	}
	return list
}

// Checks are the parts of the run.
func (r *Report) Checks() []Check {
	var list []Check
	if r.RecordedOn != "" || len(r.Breaches) > 0 {
		list = append(list, Check{"transactions", r.breached()})
	}
	for _, e := range r.Engines {
		list = append(list, Check{"engine " + e.Engine, e.problems()})
	}
	var missed, unknown []string
	if r.CoverPointsEnforced && len(r.CoverPointsMissed) > 0 {
		missed = []string{fmt.Sprintf("cover points not reached in %d cycles from seed %d: %s", r.Cycles, r.Seed,
			strings.Join(r.CoverPointsMissed, ", "))}
	}
	if r.enforceCompared && len(r.NeverCompared) > 0 {
		unknown = []string{fmt.Sprintf("outputs that the golden model never knew, so never compared: %s",
			strings.Join(r.NeverCompared, ", "))}
	}
	return append(list, Check{"cover points", missed}, Check{"compared outputs", unknown})
}

// breached is what the transactions show.
func (r *Report) breached() (list []string) {
	for _, b := range r.Breaches {
		s := fmt.Sprintf("cycle %d: %s\n  repeat: %s", b.Cycle, b, b.Repeat)
		if b.VCD != "" {
			s += "\n  waveform: " + b.VCD
		}
		list = append(list, s)
	}
	if r.idle() {
		list = append(list, fmt.Sprintf("no transaction has passed in %d cycles from seed %d", r.Cycles, r.Seed))
	}
	return list
}

// problems is what an engine shows.
func (e EngineReport) problems() (list []string) {
	if d := e.Difference; d != nil {
		s := fmt.Sprintf("%s: cycle %d: %s: expected %s, got %s\n%s\n  repeat: %s", e.Engine, d.Cycle, d.Signal, d.Expected,
			d.Got, indent(d.Diff), d.Repeat)
		if d.VCD != "" {
			s += "\n  waveform: " + d.VCD
		}
		list = append(list, s)
	}
	for _, f := range e.Failures {
		list = append(list, e.Engine+": "+f.String())
	}
	return list
}

func (f PropertyFailure) String() string {
	var b strings.Builder
	fmt.Fprintf(&b, "cycle %d: %s %s does not hold", f.Cycle, f.Kind, f.Name)
	if f.Doc != "" {
		fmt.Fprintf(&b, ": %s", f.Doc)
	}
	fmt.Fprintf(&b, " (%s)", f.Pos)
	if f.VCD != "" {
		fmt.Fprintf(&b, "\n  waveform: %s", f.VCD)
	}
	return b.String()
}

func indent(s string) string {
	return "  " + strings.ReplaceAll(strings.TrimRight(s, "\n"), "\n", "\n  ")
}

// repeatCommand is the command line that runs the same again, on an engine, "" being the
// default.
func repeatCommand(bench Bench, params map[string]int, engine string, o Options) string {
	var b strings.Builder
	fmt.Fprintf(&b, "rtlgen verify %s", bench.Block.Name)
	if bench.Name != "" {
		fmt.Fprintf(&b, " --bench %s", bench.Name)
	}
	defaults := bench.Block.Defaults()
	for _, name := range slices.Sorted(maps.Keys(params)) {
		if params[name] != defaults[name] {
			fmt.Fprintf(&b, " -p %s=%d", name, params[name])
		}
	}
	if engine != "" {
		fmt.Fprintf(&b, " --engine %s", engine)
	}
	fmt.Fprintf(&b, " --cycles %d --seed %d", o.Cycles, o.Seed)
	if o.ResetSeed != 0 {
		fmt.Fprintf(&b, " --reset-seed %d", o.ResetSeed)
	}
	return b.String()
}
