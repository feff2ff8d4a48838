package speed

import (
	"errors"
	"slices"
	"time"
)

// Report is all that was measured: the JSON of `rtlgen bench --json`.
type Report struct {
	Tools map[string]string `json:"tools"`         // versions
	CPU   string            `json:"cpu,omitempty"` // its name, as the system has it
	Rows  []*Row            `json:"rows"`          // one for each design and load
}

// Passed reports whether both sides did the same in all rows.
func (r *Report) Passed() bool {
	for _, row := range r.Rows {
		if row.Problem != "" {
			return false
		}
	}
	return true
}

// Compared reports whether there is a row with Verilator, or with engines by turns.
func (r *Report) Compared() bool {
	return slices.ContainsFunc(r.Rows, func(row *Row) bool { return row.Verilator != nil || len(row.Engines) > 1 })
}

// Row is a design at a load. Seconds are of processor time (user and system)
// unless the name says otherwise.
type Row struct {
	Design   string  `json:"design"`   // its name
	Switches int     `json:"switches"` // how many it has
	Load     float64 `json:"load"`     // packets per packet time and node
	// Cycles were measured, after WarmUp cycles that were not.
	Cycles int `json:"cycles"`
	WarmUp int `json:"warm_up"`
	// ByClock says that the rates are by the clock, and not of processor time: some side has
	// several threads.
	ByClock bool `json:"by_clock"`

	// ElaborationSeconds is what the netlist takes; both sides need it, and it is
	// in none of the other times.
	ElaborationSeconds float64 `json:"elaboration_seconds"`

	Engines   []*Side `json:"engines"`   // in the order of Options.Engines
	Verilator *Side   `json:"verilator"` // the fastest model; null if none was made
	// Builds are all simulations that were tried to make with Verilator.
	Builds []Build `json:"verilator_builds"`

	// Outputs at the end, equal on all sides, or Problem tells.
	Delivered uint64 `json:"delivered"`
	Digest    uint64 `json:"digest"` // of the outputs of all cycles
	Problem   string `json:"problem,omitempty"`
}

// Side is what was measured of an engine or of a model of Verilator.
type Side struct {
	Name            string `json:"name"`              // of the engine or model
	CyclesPerSecond Spread `json:"cycles_per_second"` // simulated cycles
	// Ratio is that to the fastest model of Verilator, turn by turn; null without one, and
	// for the model itself.
	Ratio *Spread `json:"ratio"`
	// Without is the step that was left out. Relative is how many times as long a turn takes as on the first
	// engine with as many threads; null for that.
	Without  string  `json:"without,omitempty"`
	Relative *Spread `json:"relative,omitempty"`
	// From the netlist to the end of the first cycle: the engine translates it;
	// for Verilator, Verilog is written, translated and compiled, and the program
	// started.
	FirstCycleSeconds     float64 `json:"first_cycle_seconds"`
	FirstCycleWallSeconds float64 `json:"first_cycle_wall_seconds"` // the same by the clock
	PeakBytes             int64   `json:"peak_bytes"`               // of the simulation, with its translation for an engine
	PeakBytesPerSwitch    int64   `json:"peak_bytes_per_switch"`    // the part of each switch
	// Totals are computed: seconds from the netlist to the first cycle, plus
	// cycles over the median of the rates.
	Totals []Total `json:"totals"`
}

// Spread is what the turns of a run gave.
type Spread struct {
	Median float64 `json:"median"` // of the turns
	Low    float64 `json:"low"`    // the least
	High   float64 `json:"high"`   // the largest
}

// spreadOf sums up the values of the turns: there is at least one.
func spreadOf(values []float64) Spread {
	slices.Sort(values)
	n := len(values)
	return Spread{Median: (values[(n-1)/2] + values[n/2]) / 2, Low: values[0], High: values[n-1]}
}

// Build is an attempt to make a simulation with Verilator.
type Build struct {
	Name            string  `json:"name"`              // of the choice of flags
	Flags           string  `json:"flags"`             // of Verilator and of the C++ compiler
	Seconds         float64 `json:"seconds"`           // of processor time to make it
	WallSeconds     float64 `json:"wall_seconds"`      // the same by the clock
	PeakBytes       int64   `json:"peak_bytes"`        // of memory to make it
	LimitHit        bool    `json:"limit_hit"`         // it was given up
	CyclesPerSecond Spread  `json:"cycles_per_second"` // simulated cycles
}

// Total is how long a number of cycles takes, with all that comes before them.
type Total struct {
	Cycles  float64 `json:"cycles"`  // that are simulated
	Seconds float64 `json:"seconds"` // with the translation
}

// totalCycles are the lengths for which Totals are computed.
var totalCycles = []float64{1e4, 1e5, 1e6, 1e7}

// sides are all that have been measured, the engines first.
func (r *Row) sides() []*Side {
	if r.Verilator == nil {
		return r.Engines
	}
	return append(slices.Clone(r.Engines), r.Verilator)
}

// sumUp completes a side with what follows from the rest.
func (s *Side) sumUp(switches int) {
	s.PeakBytesPerSwitch = s.PeakBytes / int64(switches)
	for _, n := range totalCycles {
		s.Totals = append(s.Totals, Total{Cycles: n, Seconds: s.FirstCycleSeconds + n/s.CyclesPerSecond.Median})
	}
}

// laps is what the turns of a run took on one side.
type laps []time.Duration

// rates are the cycles per second of turns of the given number of cycles.
func (s laps) rates(cycles int) Spread {
	var list []float64
	for _, t := range s {
		list = append(list, float64(cycles)/t.Seconds())
	}
	return spreadOf(list)
}

// ratios compares what one side took with what another one took in the same turns.
func ratios(one, other laps) Spread {
	var list []float64
	for i := range one {
		list = append(list, one[i].Seconds()/other[i].Seconds())
	}
	return spreadOf(list)
}

// errTooShort is told when a slice is below what the system can measure.
var errTooShort = errors.New("so few cycles take no measurable time: give more with --cycles")
