package trees

import (
	"slices"
	"strings"
	"testing"

	"gotest.tools/v3/assert"

	"culprit.example/culprit/internal/tiers"
	"culprit.example/culprit/testbench/experiment"
)

// full are the settings of an experiment that cover all its claims.
func full(name string) map[string]string { return experiment.Find(Experiments(), name).Full() }

// judged runs a plan on a laboratory.
func judged(t *testing.T, name string, given map[string]string, lab *fakeLab,
	seeds ...uint32) map[string]experiment.Verdict {
	t.Helper()
	s := openStore(t)
	p := plan(t, name, given, seeds...)
	results, err := runAll(t, p, s, lab, 2)
	assert.NilError(t, err)
	o, err := p.Evaluate(results)
	assert.NilError(t, err)
	verdicts := map[string]experiment.Verdict{}
	for _, v := range o.Verdicts {
		_, twice := verdicts[v.ID]
		assert.Assert(t, !twice, "claim %s is judged twice", v.ID)
		verdicts[v.ID] = v
	}
	assert.Equal(t, len(o.Verdicts), len(verdicts))
	return verdicts
}

// TestClaimsHold judges a network that does what the papers say.
func TestClaimsHold(t *testing.T) {
	for name, want := range map[string]int{"recn-uniform": 35, "recn-hotspot": 17, "recn-trees": 9} {
		verdicts := judged(t, name, full(name), &fakeLab{}, 1, 2, 3)
		assert.Equal(t, len(verdicts), want)
		for id, v := range verdicts {
			assert.Assert(t, v.State == experiment.Holds || v.State == experiment.ByTest, "%s: %+v", id, v)
			assert.Assert(t, v.Text != "" && v.Source != "", id)
			for _, f := range v.Conditions {
				assert.Equal(t, f.State, experiment.Holds)
				assert.Assert(t, f.Min <= f.Mean && f.Mean <= f.Max, "%+v", f)
			}
		}
	}
	for id, v := range judged(t, "recn-memory", nil, &fakeLab{}, 1) {
		want := experiment.Holds
		if id == "R15" || id == "D6" { // less is stored than the papers say
			want = experiment.Differs
		}
		assert.Equal(t, v.State, want, "%s: %+v", id, v)
	}
}

// isLargeVOQnet reports whether it is VOQnet of switches with 16 ports in a hot phase.
func isLargeVOQnet(p Point) bool {
	return p.Variant == sixteenPorts && p.Scheme == VOQnet && p.Hot.Percent > 0
}

// TestClaimsCanFail breaks one thing for one seed of three; exactly the claims
// about it must fail.
func TestClaimsCanFail(t *testing.T) {
	tiers.Long(t, "claims with their mutants")
	scale := func(r *Result, by float64) {
		r.Received = uint64(float64(r.Received) * by)
		r.LatencySum = uint64(float64(r.LatencySum) * by)
	}
	slow := func(r *Result) { r.LatencySum *= 2 }
	is := func(p Point, nodes, saqs int, load float64) bool {
		return p.Nodes == nodes && p.Scheme == RECNIQ && p.SAQs == saqs && p.Load == load && p.Hot.Percent == 0
	}
	hot := func(p Point, nodes, saqs int) bool {
		return p.Nodes == nodes && p.Scheme == RECNIQ && p.SAQs == saqs && p.Hot.Percent > 0
	}
	from := func(r *Result, i int, by float64) { // the trace from an interval on
		old := slices.Clone(r.Delivered)
		for k := i; k < len(old); k++ {
			r.Delivered[k] = r.Delivered[k-1] + uint64(float64(old[k]-old[k-1])*by)
		}
	}
	for _, c := range []struct {
		experiment, name string
		seed             uint32
		change           func(Point, *Result) bool // whether it applies
		broken           string
	}{
		{"recn-uniform", "too good without SAQs", 2, func(p Point, r *Result) bool { scale(r, 1.2); return is(p, 64, 0, 1) },
			"D1 D12 R1 R4b"},
		{"recn-uniform", "too bad without SAQs", 2, func(p Point, r *Result) bool { scale(r, 0.8); return is(p, 64, 0, 1) },
			"D1 D12 R1 R4b"},
		{"recn-uniform", "2 SAQs", 2, func(p Point, r *Result) bool { scale(r, 0.8); return is(p, 64, 2, 1) },
			"D1 D12 R2 R4b"},
		{"recn-uniform", "4 SAQs", 2, func(p Point, r *Result) bool { scale(r, 0.95); return is(p, 64, 4, 1) },
			"D1 D10-uniform D12 D15 R21-uniform R3 R4b"},
		{"recn-uniform", "8 SAQs much better", 2, func(p Point, r *Result) bool { scale(r, 1.05); return is(p, 64, 8, 1) },
			"D1 D12 R3 R4b R7-late"},
		{"recn-uniform", "256 nodes, no SAQs", 3, func(p Point, r *Result) bool { scale(r, 0.8); return is(p, 256, 0, 1) },
			"D12 R4 R4b"},
		{"recn-uniform", "256 nodes, 2 SAQs", 3, func(p Point, r *Result) bool { scale(r, 0.8); return is(p, 256, 2, 1) },
			"D12 R4b R5"},
		{"recn-uniform", "256 nodes, 4 SAQs", 3, func(p Point, r *Result) bool { scale(r, 0.9); return is(p, 256, 4, 1) },
			"D1-256 D12 R4b R6 R7"},
		{"recn-uniform", "256 nodes, 8 SAQs", 3, func(p Point, r *Result) bool { scale(r, 0.99); return is(p, 256, 8, 1) },
			"D12"},
		{"recn-uniform", "256 nodes, 8 SAQs, late Xoff", 3,
			func(p Point, r *Result) bool { scale(r, 1.02); return p.Variant == lateXoff }, "R7-late"},
		{"recn-uniform", "latency at low load", 1, func(p Point, r *Result) bool { slow(r); return is(p, 64, 4, 0.3) }, "R8"},
		{"recn-uniform", "two cycles in each of 6.4 switches", 1,
			func(p Point, r *Result) bool { r.LatencySum += r.Received * 2 * 6; return is(p, 256, 8, 0.4) }, "R8-256"},
		{"recn-uniform", "no saturation", 1, func(p Point, r *Result) bool { r.LatencySum /= 100; return is(p, 256, 0, 0.7) },
			"R8-256"},
		{"recn-uniform", "allocations", 1, func(p Point, r *Result) bool {
			r.Levels[1].Allocations = 30
			return is(p, 64, 8, 0.3)
		}, "R17"},
		{"recn-uniform", "disorder", 1, func(p Point, r *Result) bool { r.OrderErrors = 1; return is(p, 256, 4, 0.9) },
			"R16"},
		{"recn-uniform", "error flag", 3, func(p Point, r *Result) bool { r.Failed = true; return p.Scheme == VOQsw }, "R16"},
		{"recn-uniform", "many SAQs", 3, func(p Point, r *Result) bool {
			r.Levels[0].SAQHistogram = []uint64{0, 0, 0, 0, 0, 1}
			return is(p, 64, 8, 1)
		}, "D17 D8-uniform"},
		{"recn-hotspot", "no collapse", 2, func(p Point, r *Result) bool { scale(r, 2); return hot(p, 64, 0) }, "D5 R9"},
		{"recn-hotspot", "2 SAQs", 2, func(p Point, r *Result) bool { scale(r, 0.8); return hot(p, 64, 2) }, "R10"},
		{"recn-hotspot", "4 SAQs", 2, func(p Point, r *Result) bool { scale(r, 0.9); return hot(p, 64, 4) },
			"D1-hot D10-hot R11 R11-loads R23"},
		{"recn-hotspot", "no recovery", 2, func(p Point, r *Result) bool { from(r, 7, 0.9); return hot(p, 64, 8) }, "R11"},
		{"recn-hotspot", "256 nodes recover", 3, func(p Point, r *Result) bool { from(r, 14, 20); return hot(p, 256, 0) },
			"R12"},
		{"recn-hotspot", "256 nodes, 8 SAQs", 3, func(p Point, r *Result) bool { scale(r, 0.9); return hot(p, 256, 8) },
			"R13 R13-late"},
		{"recn-hotspot", "256 nodes, 4 SAQs better", 3,
			func(p Point, r *Result) bool { from(r, 9, 1.02); return hot(p, 256, 4) }, "R13"},
		{"recn-hotspot", "256 nodes, late Xoff", 3,
			func(p Point, r *Result) bool { from(r, 9, 0.95); return p.Variant == lateXoff }, "R13-late"},
		{"recn-hotspot", "latency", 1, func(p Point, r *Result) bool { r.LatencySum /= 50; return hot(p, 64, 0) }, "D5"},
		{"recn-hotspot", "VOQsw as good", 1, func(p Point, r *Result) bool {
			scale(r, 5)
			return p.Nodes == 64 && p.Scheme == VOQsw
		}, "D10-hot"},
		{"recn-hotspot", "nothing arrives", 1, func(p Point, r *Result) bool {
			*r = Result{Delivered: make([]uint64, len(r.Delivered))}
			return hot(p, 64, 0)
		}, "D5 R16 R9"},
		{"recn-hotspot", "many SAQs", 3, func(p Point, r *Result) bool {
			r.Levels[1].SAQHistogram = []uint64{0, 0, 0, 0, 0, 1}
			return hot(p, 64, 8)
		}, "D8-hot"},
		{"recn-hotspot", "damage", 3, func(p Point, r *Result) bool { r.PayloadErrors = 1; return hot(p, 256, 2) }, "R16"},
		{"recn-trees", "links half empty", 2, func(p Point, r *Result) bool {
			scale(r, 0.5)
			return p.Pattern == "half" && p.SAQs == 4
		}, "T1"},
		{"recn-trees", "congestion not found", 2, func(p Point, r *Result) bool {
			r.Levels[0].SAQHistogram, r.Levels[1].SAQHistogram = []uint64{1}, []uint64{1}
			return p.Pattern == "reversal" && p.Scheme == RECNIQ
		}, "T1"},
		{"recn-trees", "8 SAQs too few", 1, func(p Point, r *Result) bool {
			scale(r, 0.9)
			return p.Hot.Nodes == 4 && p.SAQs == 8 && p.Scheme == RECNIQ
		}, "T2"},
		{"recn-trees", "2 SAQs enough", 1, func(p Point, r *Result) bool {
			scale(r, 1.25)
			return p.Hot.Nodes == 2 && p.SAQs == 2
		}, "T2"},
		{"recn-trees", "fast recovery", 3, func(p Point, r *Result) bool {
			none := p.Latency && p.SAQs == 0 && p.Scheme == RECNIQ
			if none {
				r.Intervals = fakeResult(Point{Network: network(64, 4), Load: p.Load, Hot: p.Hot, Total: p.Total,
					Interval: p.Interval, Latency: true}).Intervals
			}
			return none
		}, "T3"},
		{"recn-trees", "VOQnet as good", 3, func(p Point, r *Result) bool {
			scale(r, 1.25)
			return p.Variant == equalMemory && p.Scheme == VOQnet
		}, "T4"},
		{"recn-trees", "VOQnet of 16 ports as good", 1, func(p Point, r *Result) bool {
			scale(r, 1.25)
			return isLargeVOQnet(p)
		}, "T8"},
		{"recn-trees", "shallow queue", 3, func(p Point, r *Result) bool { scale(r, 2); return p.Variant == shallowQueue },
			"T5"},
		{"recn-trees", "RECN-CIOQ", 3, func(p Point, r *Result) bool {
			scale(r, 0.9)
			return p.SAQs == 2 && p.Scheme == RECNCIOQ
		}, "T6"},
		{"recn-trees", "the order costs nothing", 1,
			func(p Point, r *Result) bool { scale(r, 1.2); return p.Rule == ruleLeafFirst && p.SAQs == 2 }, "T7"},
	} {
		t.Run(c.experiment+" "+c.name, func(t *testing.T) {
			changed := 0
			lab := &fakeLab{change: func(p Point, r *Result) {
				other := fakeResult(p)
				if p.Seed == c.seed && (p.SAQs > 0 || len(other.Levels) == 0) {
					if other.Levels == nil {
						other.Levels = make([]Level, 2) // changes may look at them
					}
					if c.change(p, &other) {
						*r = other
						changed++
					}
				}
			}}
			var broken []string
			for id, v := range judged(t, c.experiment, full(c.experiment), lab, 1, 2, 3) {
				switch v.State {
				case experiment.Fails, experiment.Differs:
					broken = append(broken, id)
				default:
					assert.Assert(t, v.State == experiment.Holds || v.State == experiment.ByTest, "%s: %s", id, v.State)
				}
			}
			slices.Sort(broken)
			assert.Equal(t, strings.Join(broken, " "), c.broken)
			assert.Assert(t, changed > 0)
		})
	}
}

// TestMemoryClaimsCanFail has other sizes than the paper's numbers belong to.
func TestMemoryClaimsCanFail(t *testing.T) {
	for setting, want := range map[string]string{"saqs": "D9 R14", "detect_slots": "D9 R14", "saq_slots": "D9 R14"} {
		var broken []string
		for id, v := range judged(t, "recn-memory", map[string]string{setting: "3"}, &fakeLab{}, 1) {
			if v.State == experiment.Fails {
				broken = append(broken, id)
			}
		}
		slices.Sort(broken)
		assert.Equal(t, strings.Join(broken, " "), want, setting)
	}
	v := verdict(t, scalingClaim(sizes{saqs: 8, detectSlots: 2, saqsSlots: 64}, []int{8}, []int{16, 8}))
	assert.Equal(t, v.State, experiment.Fails)
	assert.Equal(t, v.Conditions[0].Mean, 1.0, "fewer nodes, fewer slots")
	assert.Assert(t, v.Conditions[2].Mean > 0, "SAQs of 64 slots against queues of 2")
}

// verdict judges a claim that needs no run.
func verdict(t *testing.T, c experiment.Claim) experiment.Verdict {
	t.Helper()
	e := &experiment.Experiment{Name: "fixed", Design: func(experiment.Values, []uint32) (*experiment.Plan, error) {
		return &experiment.Plan{Claims: []experiment.Claim{c}}, nil
	}}
	p, err := e.Plan(experiment.Values{}, []uint32{1})
	assert.NilError(t, err)
	o, err := p.Evaluate(experiment.Results{})
	assert.NilError(t, err)
	return o.Verdicts[0]
}

// TestClaimsThatAreNotCovered says what is missing.
func TestClaimsThatAreNotCovered(t *testing.T) {
	verdicts := judged(t, "recn-uniform", map[string]string{"saqs": "0,4", "loads": "0.5,1"}, &fakeLab{}, 1)
	for id, want := range map[string]string{
		"R2":          "nodes=64, schemes=recn-iq, saqs=2, rules=iq, loads=1",
		"D11":         "nodes=64, schemes=recn-iq, saqs=2, rules=dd, loads=1",
		"R4":          "nodes=256, schemes=recn-iq, saqs=0, loads=1",
		"R8":          "nodes=64, schemes=recn-iq, saqs=4, rules=iq, loads=0.6",
		"D10-uniform": "nodes=64, schemes=voqnet, loads=1",
	} {
		assert.Equal(t, verdicts[id].State, experiment.NotCovered, id)
		assert.Equal(t, verdicts[id].Missing, want, id)
		assert.Equal(t, len(verdicts[id].Conditions), 0, id)
	}
	assert.Equal(t, verdicts["R1"].State, experiment.Holds)
	assert.Equal(t, verdicts["R16"].State, experiment.Holds)
	for id, want := range map[string]string{
		"R3":  "nodes=64, schemes=recn-iq, saqs=8, rules=iq, loads=1",
		"R17": "nodes=64, schemes=recn-iq, saqs=4, rules=iq, loads=0.3",
	} {
		assert.Equal(t, verdicts[id].State, experiment.HoldsInPart, id)
		assert.Equal(t, verdicts[id].Missing, want, id)
	}

	only := judged(t, "recn-uniform", map[string]string{"saqs": "0"}, &fakeLab{}, 1)
	assert.Equal(t, only["R17"].State, experiment.NotCovered)
	assert.Equal(t, only["R8"].State, experiment.NotCovered)
	half := judged(t, "recn-hotspot", map[string]string{"loads": "0.6"}, &fakeLab{}, 1)
	assert.Equal(t, half["R9"].State, experiment.NotCovered, "the papers' load is 1")
	assert.Equal(t, half["R9"].Missing, "nodes=64, schemes=recn-iq, saqs=0, loads=1, hot-spot")
}

// TestMeanSwitches counts by hand: of 15 other nodes 3 are at the same switch, 12
// behind three switches.
func TestMeanSwitches(t *testing.T) {
	assert.Equal(t, meanSwitches(16), (3*1+12*3)/15.0)
	assert.Equal(t, meanSwitches(64), (3*1+12*3+48*5)/63.0)
	assert.Equal(t, meanSwitches(256), (3*1+12*3+48*5+192*7)/255.0)
}
