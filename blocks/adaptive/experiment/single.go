package experiment

import (
	"slices"
	"strings"

	"culprit.example/culprit/blocks/adaptive/graph"
	"culprit.example/culprit/testbench/experiment"
)

// single are Figures 4 to 6: flows that share one link, or one destination.
func single(s subject) *experiment.Experiment {
	return &experiment.Experiment{
		Name: "adaptive-single",
		Doc:  "flows over one bottleneck, with congestion management alone and with adaptive routing (AR Figs. 4 to 6)",
		Settings: append([]experiment.Setting{
			s.setting("T1-R,T2-R,T3-R", "T1-R", "T2-R", "T3-R", "T2-H", "T1-S", "Fig2"),
			{Name: "modes", Default: "cm,ar", List: true, Words: modes,
				Doc: "none: PAUSE alone, cm: congestion management, ar: adaptive routing, too; with it, flows of the paper's networks that contend run in no other mode"},
			{Name: "patterns", Default: s.patterns(), List: true, Words: patterns,
				Doc: "flows that need not share a link, or share a destination"},
			variantSetting("run T3-R with notifications on a fixed route, too, and T2-R with detours that branch at the hot switch (T2-H), with the reset of the paper and by the timer only",
				"fixed_cn_route",
				"branch_at_hot_switch",
				"reset_by_timer"),
			{Name: "from", Default: "400", Min: 2, Max: 2000, Whole: true,
				Doc: "millisecond of the hot phase from which rates are measured"},
			{Name: "to", Default: "1300", Min: 3, Max: 2000, Whole: true, Doc: "millisecond to which they are"},
		}, slices.Concat(blockSettings(), experiment.FaultSettings())...),
		Design: s.planSingle,
	}
}

// patterns are the flows of a hot phase.
var patterns = []string{"noncontending", "contending"}

// patterns are those that all networks have flows for: all, if there are none.
func (s subject) patterns() string {
	list := slices.DeleteFunc(slices.Clone(patterns), func(pattern string) bool {
		return slices.ContainsFunc(s.networks, func(n *graph.Network) bool { return len(flowsOf(n, pattern)) == 0 })
	})
	if len(list) == 0 {
		list = patterns
	}
	return strings.Join(list, ",")
}

const hotLoad = 0.95

func (s subject) planSingle(v experiment.Values, seeds []uint32) (*experiment.Plan, error) {
	t := spanOf(v, span{})
	p, err := s.planRuns(v, seeds, v.Words("patterns"), []float64{hotLoad}, func(setup) span { return t })
	if err != nil {
		return nil, err
	}
	runs, err := s.setups(v, v.Words("patterns"), []float64{hotLoad})
	if err != nil {
		return nil, err
	}
	p.Claims = slices.Concat(blockedClaims(runs, func(setup) span { return t }),
		s.anyNetwork(v, v.Words("patterns"), []float64{hotLoad}, t.String()), singleClaims(t),
		[]experiment.Claim{sound().Noticing(trial(tinyPartition, runs[0]))})
	p.Charts = s.singleCharts(v)
	return p, nil
}
