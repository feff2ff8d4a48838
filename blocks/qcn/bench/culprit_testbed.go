package bench

import (
	"math/rand"

	rtl "culprit.example/culprit/blocks/qcn"
	"culprit.example/culprit/blocks/qcn/golden"
	"culprit.example/culprit/rtlgen/blocks"
	"culprit.example/culprit/testbench"
	"culprit.example/culprit/testbench/kit"
)

func culpritTestbedBench() testbench.Bench {
	return testbench.Bench{
		Block:     blocks.Of(rtl.CulpritTestbed),
		MinCycles: 30000,
		Resets:    6,
		CoverPoints: []string{
			"contiguous", "interleaved", "alternating", "random", "packed", "single", "churn", "done",
		},
		CoverPointsFor: func(v blocks.Values) []string {
			b := culpritTestbedBench()
			long := v["units"] > 1024 || v["probes_strict"]+v["units"]/golden.CulpritColumns > 1200
			cannot := kit.Cannot{}
			for _, name := range b.CoverPoints {
				cannot[name] = long
			}
			cannot["packed"] = long || v["units"] > 512 // no searches between two resets
			return kit.Without(b.CoverPoints, cannot)
		},
		NewAfter: func(v blocks.Values, rng *rand.Rand, resets int) testbench.Case {
			model := golden.NewCulpritTestbed(v["units"], v["probes_fast"], v["probes_strict"])
			s := &culpritTestbedStimulus{rng: rng, model: model, units: v["units"], packed: resets%2 == 1}
			s.in = golden.CulpritTestbedIn{Seed: rng.Uint32(), Strict: kit.Chance(rng, 30),
				Churn: resets%2 == 0 || kit.Chance(rng, 50), Searches: uint32(1 + rng.Intn(60))}
			return testbench.NewCase(golden.CulpritTestbedIn{}, golden.CulpritTestbedOut{}, model.Step, s.drive, s.observe)
		},
	}
}

type culpritTestbedStimulus struct {
	rng    *rand.Rand
	model  *golden.CulpritTestbed
	units  int
	packed bool
	in     golden.CulpritTestbedIn
}

// drive changes the contents while they are made, but packed ones, which have another
// order of units.
func (s *culpritTestbedStimulus) drive(int) golden.CulpritTestbedIn {
	rng, in := s.rng, &s.in
	in.ReadAddress = rng.Intn(16)
	if kit.Chance(rng, 5) {
		in.Contents = kit.Pick(rng, []int{rtl.CulpritContiguous, rtl.CulpritInterleaved, rtl.CulpritAlternating,
			rtl.CulpritRandom, rtl.CulpritSingle})
		if s.packed {
			in.Contents = rtl.CulpritPacked
		}
		in.Level = rng.Intn(s.units)
		if in.Contents == rtl.CulpritRandom {
			in.Level = rng.Intn(1<<16 + 1)
		}
	}
	return *in
}

func (s *culpritTestbedStimulus) observe(in golden.CulpritTestbedIn, out golden.CulpritTestbedOut, hit func(string)) {
	if s.model.Searches() > 0 {
		hit([]string{"contiguous", "interleaved", "alternating", "random", "packed", "single"}[in.Contents])
		if in.Churn && in.Contents == rtl.CulpritRandom {
			hit("churn")
		}
	}
	if out.Done {
		hit("done")
	}
}
