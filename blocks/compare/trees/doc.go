// Package trees repeats the figures of the RECN papers on fabric_tree, where RECN stands
// beside queues per output, queues per destination and RECN for two-sided switches, and
// judges their claims: points of a network, what their counters mean, claims,
// tables, charts.
//
// Units: loads and throughputs are packets per packet time and node, 1 is a link
// that is never idle. Times are packet times of 8 cycles, latencies too.
//
// What must not live here: how points run, and what claims and charts are
// (testbench/experiment); netlists.
package trees

import "culprit.example/culprit/testbench/experiment"

// Experiments are those of the papers.
func Experiments() []*experiment.Experiment {
	return []*experiment.Experiment{uniform, hotspot, trees, memory}
}
