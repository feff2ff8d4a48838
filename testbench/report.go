package testbench

import (
	"fmt"
	"sort"
	"strings"
)

// Report is the result of Verify. Its JSON form is stable. Except for the seconds
// it is the same for the same block, parameters, seed and cycles.
type Report struct {
	Block  string         `json:"block"`
	Params map[string]int `json:"params"`
	Seed   uint64         `json:"seed"`
	// Cycles are all of the run from cycle 0 on, with those of later resets; Resets
	// counts all resets, the one before cycle 0 too.
	Cycles int `json:"cycles"`
	Resets int `json:"resets"`
	// OutputsCompared counts the known values of output ports, BitsCompared
	// their known bits, over all cycles.
	OutputsCompared uint64       `json:"outputs_compared"`
	BitsCompared    uint64       `json:"bits_compared"`
	GoldenSeconds   float64      `json:"golden_seconds"`
	CoverPoints     []CoverPoint `json:"cover_points"`
	// CoverPointsMissed and NeverCompared are failures if the run is long enough for
	// all cover points, the latter with the block's default parameters only.
	CoverPointsMissed   []string       `json:"cover_points_missed"`
	NeverCompared       []string       `json:"never_compared"` // outputs that were unknown in all cycles
	CoverPointsEnforced bool           `json:"cover_points_enforced"`
	Engines             []EngineReport `json:"engines"`
	Passed              bool           `json:"passed"`

	enforceCompared bool
}

// CoverPoint is a situation that the stimulus must reach.
type CoverPoint struct {
	Name  string `json:"name"`
	Hits  int    `json:"hits"`
	First int    `json:"first_cycle"` // -1 if it was never reached
}

// EngineReport is the result of one engine.
type EngineReport struct {
	Engine string `json:"engine"`
	Passed bool   `json:"passed"`
	// Seconds is the run, BuildSeconds the compilation before it.
	Seconds      float64 `json:"seconds"`
	BuildSeconds float64 `json:"build_seconds"`
	Cached       bool    `json:"cached"` // the simulation was compiled by an earlier run
	// CacheProblem says why the compiled simulation was not kept, and the way out.
	CacheProblem string `json:"cache_problem,omitempty"`
	// Difference is the first difference from the golden model, nil if there is
	// none.
	Difference *Difference       `json:"difference,omitempty"`
	Failures   []PropertyFailure `json:"property_failures,omitempty"`
	Covers     []Cover           `json:"covers,omitempty"` // engines that count them
}

// Difference is where an engine first differs from the golden model.
type Difference struct {
	Cycle    int    `json:"cycle"`
	Signal   string `json:"signal"` // hierarchical name, the first of Ports
	Expected string `json:"expected"`
	Got      string `json:"got"`
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
	Port     string `json:"port"`
	Expected string `json:"expected"`
	Got      string `json:"got"`
	Known    string `json:"known"`
}

// PropertyFailure is an assertion or assumption that did not hold. Assumptions
// are part of the block's contract, which the stimulus must keep.
type PropertyFailure struct {
	Kind  string `json:"kind"`  // assert or assume
	Name  string `json:"name"`  // hierarchical
	Cycle int    `json:"cycle"` // of the first failure
	Count uint64 `json:"count"` // of the cycles with this failure
	Doc   string `json:"doc,omitempty"`
	Pos   string `json:"pos"` // in the Go code of the block
	VCD   string `json:"vcd,omitempty"`
}

// Cover is a cover property and how often it held.
type Cover struct {
	Name  string `json:"name"`
	Count uint64 `json:"count"`
}

// judge decides whether the run passed.
func (r *Report) judge() {
	r.Passed = true
	for i := range r.Engines {
		e := &r.Engines[i]
		e.Passed = e.Difference == nil && len(e.Failures) == 0
		r.Passed = r.Passed && e.Passed
	}
	if r.CoverPointsEnforced && len(r.CoverPointsMissed) > 0 || r.enforceCompared && len(r.NeverCompared) > 0 {
		r.Passed = false
	}
}

// Problems lists what is wrong, with what is needed to repeat it, one entry each;
// nil if the run passed.
func (r *Report) Problems() []string {
	var list []string
	for _, e := range r.Engines {
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
	}
	if r.CoverPointsEnforced && len(r.CoverPointsMissed) > 0 {
		list = append(list, fmt.Sprintf("cover points not reached in %d cycles from seed %d: %s", r.Cycles, r.Seed,
			strings.Join(r.CoverPointsMissed, ", ")))
	}
	if r.enforceCompared && len(r.NeverCompared) > 0 {
		list = append(list, fmt.Sprintf("outputs that the golden model never knew, so never compared: %s",
			strings.Join(r.NeverCompared, ", ")))
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

// repeatCommand is the command line that runs the same again.
func repeatCommand(block string, params, defaults map[string]int, engine string, cycles int, seed uint64) string {
	var b strings.Builder
	fmt.Fprintf(&b, "rtlgen verify %s", block)
	names := make([]string, 0, len(params))
	for name := range params {
		names = append(names, name)
	}
	sort.Strings(names)
	for _, name := range names {
		if params[name] != defaults[name] {
			fmt.Fprintf(&b, " -p %s=%d", name, params[name])
		}
	}
	fmt.Fprintf(&b, " --engine %s --cycles %d --seed %d", engine, cycles, seed)
	return b.String()
}
