package experiment

import (
	"fmt"
	"math"

	"culprit.example/culprit/blocks/qcn"
	"culprit.example/culprit/rtlgen"
	"culprit.example/culprit/testbench/experiment"
	"culprit.example/culprit/testbench/mutant"
)

// The mistakes under which claims must fail.
var (
	oneDraw = &experiment.Mutant{Name: "one_draw", Doc: "a search goes through all rows after one draw",
		Params: map[string]int{"probes_fast": 1, "probes_strict": 1}}
	fixedColumn = &experiment.Mutant{Name: "fixed_column", Doc: "the column is never drawn",
		Netlist: mutant.InModule("qcn_culprit_engine", mutant.NeverCondition("column", 0))}
	packedRows = &experiment.Mutant{Name: "packed_rows",
		Doc:      "contiguous contents, where units that follow each other are in one row",
		Settings: map[string]string{"placement": "packed"}}
	wrongWrap = &experiment.Mutant{Name: "wrap_to_row_1", Doc: "a search in sequence leaves out row 0 after the last row",
		Netlist: mutant.InModule("qcn_culprit_engine", mutant.AddConst("scan_row", 5, 1))}
	fewUnits = &experiment.Mutant{Name: "small_array", Doc: "an array of 4096 units",
		Settings: map[string]string{"units": "4096"}}
)

// chiSquareLimit is the chi-square with 3 degrees of freedom that fair draws exceed with
// a probability of 1e-6.
const chiSquareLimit = 30.66

// choice is Q11.
func (c culpritPlan) choice() experiment.Claim {
	claim := experiment.Claim{
		ID: "Q11", Source: "UQ section 5", Origin: experiment.Model, Text: "a flow is chosen with the probability q_n / q",
		SetUp: fmt.Sprintf(
			"%d searches in contiguous, interleaved and alternating contents, %s %% of the units held by 4 flows", c.searches,
			experiment.Number(100*c.share)),
		Mutants: []experiment.Trial{{Mutant: oneDraw, Runs: []string{flowRun("contiguous", "strict")}},
			{Mutant: fixedColumn, Runs: []string{flowRun("contiguous", "strict")}},
			{Mutant: fixedColumn, Runs: []string{flowRun("contiguous", "fast")}}},
	}
	for _, contents := range flowContents {
		strict, fast := flowRun(contents.name, "strict"), flowRun(contents.name, "fast")
		skew := condition("largest difference from q_n / q, "+fast, of(fast, bias), experiment.Below(0.05))
		if contents.name == "contiguous" {
			skew.Bound = experiment.Below(math.Round(4e4*math.Sqrt(0.25*0.75/float64(c.searches))) / 1e4)
			skew = skew.Differing(experiment.Below(0.1), experiment.AfterResult("2026-11-22"),
				"in fast mode the rows with a match are equally likely, so that units in rows with few matches are chosen more often: what chance leaves of draws without bias, four standard deviations, is less. Strict mode has no bias")
		}
		claim.Conditions = append(claim.Conditions,
			condition("chi-square of the hits by flow, 3 degrees of freedom, "+strict, of(strict, chiSquare),
				experiment.Below(chiSquareLimit)),
			skew,
			condition("searches in sequence, part of all, "+strict, of(strict, fallbacks), experiment.Below(0.01)),
			condition("searches in sequence, part of all, "+fast, of(fast, fallbacks), experiment.Below(0.01)))
	}
	return claim
}

// structureClaim is Q12: numbers of the netlist.
func structureClaim(units int) experiment.Claim {
	p := rtlgen.Default[qcn.CulpritParams]()
	p.Units = units
	rows, rowBits := 0, 0
	if design, err := rtlgen.Elaborate(qcn.CulpritArray(p)); err == nil {
		for _, mem := range design.Modules[0].Memories {
			if mem.Name == "words" {
				rows, rowBits = mem.Depth, mem.Width
			}
		}
	}
	bits := float64(rows*rowBits) / float64(units)
	return experiment.Claim{
		ID: "Q12", Source: "UQ section 5", Origin: experiment.Paper, Text: "12 K words of 20 bits in 768 rows of 320 bits, below 1 % of the payload",
		SetUp: "a phase bit per unit in a memory of its own lets an allocation and a release write in the same cycle: words and phase bits are reported together, too",
		Tests: []string{"blocks/qcn.TestCulpritMemory"},
		Conditions: []experiment.Condition{
			condition("rows", experiment.Constant(float64(rows)), experiment.Exactly(768)),
			condition("bits of a row", experiment.Constant(float64(rowBits)), experiment.Exactly(320)),
			condition("bits of a word", experiment.Constant(bits), experiment.Exactly(20)),
			condition("words, part of the payload", experiment.Constant(bits/(8*qcn.UnitBytes)), experiment.Below(0.01)).
				Saying(experiment.Says(experiment.Below(0.01))),
			condition("words and phase bits, part of the payload", experiment.Constant((bits+1)/(8*qcn.UnitBytes)),
				experiment.Reported()),
		},
		Mutants: []experiment.Trial{{Mutant: fewUnits}},
	}
}

// alone is Q14.
func (c culpritPlan) alone() experiment.Claim {
	claim := experiment.Claim{
		ID: "Q14", Source: "UQ section 5", Origin: experiment.Model, Text: "after a number of failed random probes a sequential search finds the frame",
		SetUp: "one unit held, at the ends of rows and columns; all positions by test",
		Tests: []string{"blocks/qcn/bench.TestCulpritFindsEveryUnit"},
	}
	for _, mode := range modes {
		limit := c.probesFast
		if mode.strict == 1 {
			limit = c.probesWord
		}
		for _, position := range c.positions() {
			run := singleRun(mode.name, position)
			claim.Conditions = append(claim.Conditions,
				condition("searches without a hit, "+run, of(run, func(r experiment.Run) float64 { return count(r, "give_ups") }),
					experiment.Exactly(0)),
				condition("most rows read by a search, "+run,
					of(run, func(r experiment.Run) float64 { return count(r, "longest") }),
					experiment.AtMost(float64(limit+c.rows+2))))
		}
	}
	claim.Mutants = []experiment.Trial{{Mutant: wrongWrap, Runs: []string{singleRun("fast", 0)}}}
	return claim
}

// reads is Q24.
func (c culpritPlan) reads(percents []float64) experiment.Claim {
	claim := experiment.Claim{
		ID: "Q24", Source: "arithmetic", Origin: experiment.Model,
		Text:  "a search reads 1/rho rows in strict mode and 1/(1-(1-rho)^16) in fast mode, with a part rho of the units held",
		SetUp: "random contents that are made anew all the time; without the row that is read again",
	}
	var fast []string
	for _, mode := range modes {
		for _, percent := range percents {
			run, theory := costRun(mode.name, percent), expectedReads(mode.name, percent/100)
			claim.Conditions = append(claim.Conditions,
				condition("rows read per search / theory, "+run,
					of(run, func(r experiment.Run) float64 { return perSearch(r) / theory }), experiment.Between(0.95, 1.05)))
			if mode.name == "fast" && percent == 10 {
				fast = append(fast, run)
			}
		}
	}
	claim.Conditions = append(claim.Conditions,
		condition("searches that did not end, all runs", notMade, experiment.Exactly(0)))
	if len(fast) > 0 {
		claim.Mutants = []experiment.Trial{{Mutant: packedRows, Runs: fast}}
	}
	return claim
}

// stateless is Q22.
func stateless() experiment.Claim {
	return experiment.Claim{
		ID: "Q22", Source: "UQ sections 4 and 5",
		Text:  "random occupancy sampling is stateless: registers and memory do not depend on the number of flows or queues",
		Tests: []string{"blocks/qcn.TestCulpritStateless"},
	}
}
