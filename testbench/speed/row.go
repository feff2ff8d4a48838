package speed

import (
	"errors"
	"math"
	"slices"
	"time"
)

// Report is all that was measured: the JSON of `rtlgen bench --json`.
type Report struct {
	Tools map[string]string `json:"tools"` // versions
	CPU   string            `json:"cpu,omitempty"`
	Rows  []*Row            `json:"rows"`
}

// Passed tells whether both sides did the same in all rows.
func (r *Report) Passed() bool {
	for _, row := range r.Rows {
		if row.Problem != "" {
			return false
		}
	}
	return true
}

// Compared tells whether there is a row with both sides.
func (r *Report) Compared() bool {
	return slices.ContainsFunc(r.Rows, func(row *Row) bool { return row.Verilator != nil })
}

// Row is a design at a load. Seconds are of processor time (user and system)
// unless the name says otherwise.
type Row struct {
	Design   string  `json:"design"`
	Switches int     `json:"switches"`
	Load     float64 `json:"load"` // packets per packet time and node
	// Cycles were measured, after WarmUp cycles that were not.
	Cycles int `json:"cycles"`
	WarmUp int `json:"warm_up"`

	// ElaborationSeconds is what the netlist takes; both sides need it, and it is
	// in none of the other times.
	ElaborationSeconds float64 `json:"elaboration_seconds"`

	Engine    Side  `json:"engine"`
	Verilator *Side `json:"verilator"` // the faster one; null if none was made
	// Builds are all simulations that were tried to make with Verilator.
	Builds []Build `json:"verilator_builds"`

	// Ratio is the engine's cycles per second over those of Verilator; null
	// without Verilator. RatioLow and RatioHigh are the extremes of the slices.
	Ratio     *float64 `json:"ratio"`
	RatioLow  *float64 `json:"ratio_low"`
	RatioHigh *float64 `json:"ratio_high"`

	// Totals are computed: seconds from the netlist to the first cycle, plus
	// cycles over the measured rate.
	Totals []Total `json:"totals"`

	// Outputs at the end, equal on all sides, or Problem tells.
	Delivered uint64 `json:"delivered"`
	Digest    uint64 `json:"digest"`
	Problem   string `json:"problem,omitempty"`
}

// Side is what was measured of one of the two.
type Side struct {
	Name            string  `json:"name"`
	CyclesPerSecond float64 `json:"cycles_per_second"`
	// From the netlist to the end of the first cycle: the engine translates it;
	// for Verilator, Verilog is written, translated and compiled, and the program
	// started.
	FirstCycleSeconds     float64 `json:"first_cycle_seconds"`
	FirstCycleWallSeconds float64 `json:"first_cycle_wall_seconds"`
	PeakBytes             int64   `json:"peak_bytes"` // of the simulation, with its translation for the engine
}

// Build is an attempt to make a simulation with Verilator.
type Build struct {
	Name            string  `json:"name"`
	Seconds         float64 `json:"seconds"`
	WallSeconds     float64 `json:"wall_seconds"`
	PeakBytes       int64   `json:"peak_bytes"`
	LimitHit        bool    `json:"limit_hit"` // it was given up
	CyclesPerSecond float64 `json:"cycles_per_second"`
}

// Total is how long so many cycles take, with all that comes before them.
type Total struct {
	Cycles           float64  `json:"cycles"`
	EngineSeconds    float64  `json:"engine_seconds"`
	VerilatorSeconds *float64 `json:"verilator_seconds"`
}

// totalCycles are the lengths for which Totals are computed.
var totalCycles = []float64{1e4, 1e5, 1e6, 1e7}

// laps is what the slices of a run took on one side.
type laps []time.Duration

func (s laps) seconds() float64 {
	var sum time.Duration
	for _, t := range s {
		sum += t
	}
	return sum.Seconds()
}

// compare completes a row with the ratio and the totals.
func (r *Row) compare(engine, verilator laps) {
	if r.Verilator != nil {
		low, high := math.Inf(1), 0.0
		for i := range engine {
			x := verilator[i].Seconds() / engine[i].Seconds()
			low, high = min(low, x), max(high, x)
		}
		ratio := r.Engine.CyclesPerSecond / r.Verilator.CyclesPerSecond
		r.Ratio, r.RatioLow, r.RatioHigh = &ratio, &low, &high
	}
	for _, n := range totalCycles {
		t := Total{Cycles: n, EngineSeconds: r.Engine.total(n)}
		if r.Verilator != nil {
			v := r.Verilator.total(n)
			t.VerilatorSeconds = &v
		}
		r.Totals = append(r.Totals, t)
	}
}

func (s *Side) total(cycles float64) float64 { return s.FirstCycleSeconds + cycles/s.CyclesPerSecond }

// errTooShort is told when a slice is below what the system can measure.
var errTooShort = errors.New("so few cycles take no measurable time: give more with --cycles")
