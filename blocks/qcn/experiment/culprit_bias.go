package experiment

import (
	"fmt"
	"math"

	"culprit.example/culprit/blocks/qcn"
	"culprit.example/culprit/testbench/experiment"
)

// culpritBias is about the CulpritArray by itself: which flows its searches choose, and
// how many rows they read.
var culpritBias = &experiment.Experiment{
	Name: "culprit-bias",
	Doc:  "choice of flows by the CulpritArray against their occupancy, and rows read per search (UQ section 5)",
	Settings: []experiment.Setting{
		{Name: "units", Default: "12288", Min: 256, Max: 12288, Whole: true, Doc: "buffer units, a multiple of 16"},
		{Name: "searches", Default: "10000", Min: 100, Max: 1e6, Whole: true, Doc: "searches of a run"},
		{Name: "occupancies", Default: "1,10,50,90", List: true, Min: 0.5, Max: 99, Doc: "units held, percent"},
		{Name: "share", Default: "10", Min: 1, Max: 50, Doc: "units held in the runs on the choice of flows, percent"},
		{Name: "placement", Default: "spread", Words: []string{"spread", "packed"},
			Doc: "rows of units that follow each other: different ones, or the same"},
	},
	Design: planCulprit,
}

// flowContents are the named contents of the runs on the choice of flows.
var flowContents = []struct {
	name string
	code uint64
}{{"contiguous", qcn.CulpritContiguous}, {"interleaved", qcn.CulpritInterleaved},
	{"alternating", qcn.CulpritAlternating}}

// modes of the search.
var modes = []struct {
	name   string
	strict uint64
}{{"strict", 1}, {"fast", 0}}

// culpritPlan are the sizes of a plan.
type culpritPlan struct {
	units, rows, searches  int
	share                  float64
	packed                 bool
	probesFast, probesWord int
}

func planCulprit(v experiment.Values, seeds []uint32) (*experiment.Plan, error) {
	c := culpritPlan{units: v.Int("units"), searches: v.Int("searches"), share: v.Float("share") / 100,
		packed: v.Word("placement") == "packed", probesFast: 64, probesWord: 1024}
	c.rows = c.units / columns
	if err := (qcn.CulpritParams{Units: c.units}).Check(); err != nil {
		return nil, err
	}
	p := &experiment.Plan{Deviations: v.Differing([]string{"units", "placement"})}
	percents := v.Floats("occupancies")
	for _, seed := range seeds {
		for _, mode := range modes {
			for _, contents := range flowContents {
				p.Add(flowRun(contents.name, mode.name), seed, c.flows(contents.name, contents.code, mode.name, mode.strict, seed))
			}
			for _, percent := range percents {
				p.Add(costRun(mode.name, percent), seed, c.cost(mode.name, mode.strict, percent, seed))
			}
			for _, position := range c.positions() {
				p.Add(singleRun(mode.name, position), seed, c.single(mode.name, mode.strict, position, seed))
			}
		}
	}
	p.Claims = []experiment.Claim{c.choice(), structureClaim(c.units), c.alone(), stateless(), c.reads(percents)}
	p.Charts = func(m *experiment.Measured) ([]experiment.Chart, error) { return culpritCharts(m, percents), nil }
	return p, nil
}

const columns = 16

func flowRun(contents, mode string) string { return contents + ", " + mode }
func costRun(mode string, percent float64) string {
	return fmt.Sprintf("%s, %s %% held", mode, experiment.Number(percent))
}
func singleRun(mode string, position int) string {
	return fmt.Sprintf("%s, unit %d alone", mode, position)
}

// point is a run of the testbed: its cycles are enough to load the contents and make
// the searches.
func (c culpritPlan) point(name string, seed uint32, searches int, readsPerSearch float64,
	inputs map[string]uint64) experiment.Point {
	// A draw of a row that does not exist takes a cycle, too; 16 cycles are for the
	// rest of a search.
	perSearch := 2*readsPerSearch + 16
	cycles := c.rows + 2*c.units + int(1.5*perSearch*float64(searches)) + 1000
	inputs["seed"], inputs["searches"] = uint64(seed), uint64(searches)
	return experiment.Point{
		Name: fmt.Sprintf("culprit units=%d %s seed=%d", c.units, name, seed), Block: "qcn_culprit_testbed",
		Params: map[string]int{"units": c.units}, Cost: int64(cycles),
		Stimulus: experiment.Stimulus{
			Inputs: inputs,
			Phases: []experiment.Phase{{Cycles: cycles}},
			Errors: []string{"wrong"},
		},
	}
}

func (c culpritPlan) flows(contents string, code uint64, mode string, strict uint64, seed uint32) experiment.Point {
	level := int(c.share * float64(c.units))
	return c.point(flowRun(contents, mode), seed, c.searches, 1/c.share,
		map[string]uint64{"contents": code, "level": uint64(level), "strict": strict})
}

// cost is a run on the rows read. In fast mode they depend on how many rows have a unit
// at all, which takes more searches to average, in contents that are made anew all the
// time.
func (c culpritPlan) cost(mode string, strict uint64, percent float64, seed uint32) experiment.Point {
	searches, inputs := c.searches, map[string]uint64{"contents": qcn.CulpritRandom,
		"level": uint64(math.Round(percent / 100 * 65536)), "churn": 1, "strict": strict}
	if strict == 0 {
		searches *= 4
	}
	if c.packed {
		inputs = map[string]uint64{"contents": qcn.CulpritPacked, "level": uint64(percent / 100 * float64(c.units)),
			"strict": strict}
	}
	return c.point(costRun(mode, percent), seed, searches, 100/percent, inputs)
}

// single is a run with one unit held.
func (c culpritPlan) single(mode string, strict uint64, position int, seed uint32) experiment.Point {
	return c.point(singleRun(mode, position), seed, 50, float64(c.probesWord+c.rows),
		map[string]uint64{"contents": qcn.CulpritSingle, "level": uint64(position), "strict": strict})
}

// positions are those of a single unit: at the ends of rows and columns.
func (c culpritPlan) positions() []int { return []int{0, c.rows - 1, c.rows, c.units / 2, c.units - 1} }

func count(r experiment.Run, name string) float64 { return float64(r.Result.Counters[name]) }

// perSearch is the mean number of random rows.
func perSearch(r experiment.Run) float64 { return count(r, "probes") / count(r, "searches") }

// shares are the parts of the hits, and of the units held, that each flow has.
func shares(r experiment.Run) (hits, held [qcn.CulpritFlows]float64, n float64) {
	units := 0.0
	for f := range hits {
		hits[f], held[f] = count(r, fmt.Sprintf("hits_%d", f)), count(r, fmt.Sprintf("held_%d", f))
		n += hits[f]
		units += held[f]
	}
	for f := range hits {
		hits[f] /= n
		held[f] /= units
	}
	return hits, held, n
}

// chiSquare compares hits by flow with the flows' parts of the units.
func chiSquare(r experiment.Run) float64 {
	hits, held, n := shares(r)
	sum := 0.0
	for f := range hits {
		sum += n * (hits[f] - held[f]) * (hits[f] - held[f]) / held[f]
	}
	return sum
}

// bias is the largest difference of a flow's part of the hits from its part of the
// units.
func bias(r experiment.Run) float64 {
	hits, held, _ := shares(r)
	most := 0.0
	for f := range hits {
		most = max(most, math.Abs(hits[f]-held[f]))
	}
	return most
}

// notMade are the searches of all runs that did not end.
var notMade = experiment.Samples{All: true, Of: func(runs []experiment.Run) float64 {
	n := 0.0
	for _, r := range runs {
		n += float64(r.Point.Stimulus.Inputs["searches"]) - count(r, "searches")
	}
	return n
}}

func fallbacks(r experiment.Run) float64 { return count(r, "fallbacks") / count(r, "searches") }

func of(run string, f func(experiment.Run) float64) experiment.Samples {
	return experiment.Samples{Needs: []string{run}, Of: func(r []experiment.Run) float64 { return f(r[0]) }}
}

func condition(what string, s experiment.Samples, b experiment.Bound) experiment.Condition {
	return experiment.Condition{What: what, Value: s, Bound: b}
}

// expectedReads of a search with a part rho of the units held, at random.
func expectedReads(mode string, rho float64) float64 {
	if mode == "strict" {
		return 1 / rho
	}
	return 1 / (1 - math.Pow(1-rho, columns))
}

func culpritCharts(m *experiment.Measured, percents []float64) []experiment.Chart {
	cost := experiment.Chart{Name: "reads", Title: "CulpritArray: rows read per search", X: "units held (%)",
		Y: "random rows read", LogX: true, LogY: true}
	for _, mode := range modes {
		cost.Curve(m, mode.name, percents, func(x float64) string { return costRun(mode.name, x) }, perSearch)
		theory := experiment.Line{Name: mode.name + ", theory", X: percents}
		for _, x := range percents {
			theory.Y = append(theory.Y, expectedReads(mode.name, x/100))
		}
		cost.Lines = append(cost.Lines, theory)
	}
	list := []experiment.Chart{cost}
	for _, mode := range modes {
		bars := experiment.Chart{Name: "choice-" + mode.name,
			Title: "CulpritArray: hits and units held of each flow, " + mode.name, Y: "part of all"}
		for _, contents := range flowContents {
			for f := range qcn.CulpritFlows {
				for _, what := range []string{"hits", "held"} {
					mean, ok := m.Mean(flowRun(contents.name, mode.name), func(r experiment.Run) float64 {
						hits, held, _ := shares(r)
						if what == "hits" {
							return hits[f]
						}
						return held[f]
					})
					if ok {
						bars.Bars = append(bars.Bars, experiment.Bar{Name: fmt.Sprintf("%s flow %d %s", contents.name, f, what),
							Height: mean})
					}
				}
			}
		}
		list = append(list, bars)
	}
	return list
}
