// Package experiment repeats the figures of unbiased QCN and judges its claims.
//
// What must not live here: how points run, and what claims and charts are
// (testbench/experiment); netlists.
package experiment

import "culprit/testbench/experiment"

// Experiments are those of the paper.
func Experiments() []*experiment.Experiment { return []*experiment.Experiment{culpritBias} }
