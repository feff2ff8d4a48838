package library_test

import (
	"slices"
	"testing"

	"culprit.example/culprit/blocks/library"
	"culprit.example/culprit/internal/tiers"
	"culprit.example/culprit/testbench"
	"culprit.example/culprit/testbench/benchtest"
)

// larger are the blocks made of several units.
var larger = []string{
	"cioq_recn_detection", "cioq_recn_notifier", "cioq_recn_input_port", "cioq_recn_output_port", "cioq_recn_switch",
	"recn_input_port", "recn_output_port", "recn_switch", "recn_pair", "traffic_nic", "traffic_sink", "traffic_node",
	"traffic_nic_voq", "voqsw_switch", "voqnet_switch", "fabric_tree", "fabric_monitor",
	"reqgrant_ingress", "reqgrant_egress", "reqgrant_adapter", "reqgrant_beat_ingress", "reqgrant_beat_egress",
	"reqgrant_beat_adapter", "cioq_element", "clos_node", "clos_network",
	"adaptive_congestion", "adaptive_engine", "adaptive_queues", "adaptive_switch", "adaptive_resequencer",
	"adaptive_host", "adaptive_network", "qcn_fabric", "qcn_network",
	"qcn_marking", "qcn_rp", "qcn_adapter", "qcn_server", "qcn_leaf_in", "qcn_leaf_out",
	"axis_cut", "axis_join", "recn_axis_switch", "voqsw_axis_switch", "cioq_recn_axis_switch",
}

// resetSample is how many mistakes of a larger block are made: those that do not matter
// are not among them. A mistake that nothing notices needs several complete runs, which
// take minutes in these blocks.
const resetSample = 30

// TestResets makes every mistake in the resets of every unit and of the modules
// below it without a bench of their own; each must be found.
func TestResets(t *testing.T) {
	tiers.Long(t, "mistakes in all resets")
	t.Parallel()
	units, _, elsewhere := resetBenches()
	benchtest.RunResets(t, units, elsewhere, 0, testbench.Options{Seed: tiers.Seed(101)})
}

// TestResetsOfLarger makes a sample of the mistakes that matter in the larger blocks.
// With -culprit.all it makes all, and those that do not matter, too, in runs of the seed that
// -culprit.seed gives and the next ones.
func TestResetsOfLarger(t *testing.T) {
	tiers.Long(t, "mistakes in the resets of larger blocks")
	t.Parallel()
	_, list, elsewhere := resetBenches()
	sample := resetSample
	if tiers.All() {
		sample = 0
	}
	benchtest.RunResets(t, list, elsewhere, sample, testbench.Options{Seed: tiers.Seed(101)})
}

// resetBenches are the benches of the units and of the larger blocks, and the names of
// all blocks. A bench that breaks rules is left out: it runs beside one that keeps them, which
// has the reasons for reset values that do not matter.
func resetBenches() (units, list []testbench.Bench, all map[string]bool) {
	all = map[string]bool{}
	for _, b := range library.Families().Benches() {
		all[b.Block.Name] = true
		if len(b.Breaks) > 0 {
			continue
		}
		if slices.Contains(larger, b.Block.Name) {
			list = append(list, b)
		} else {
			units = append(units, b)
		}
	}
	return units, list, all
}
