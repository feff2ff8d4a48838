// Package experiment judges the claims of unbiased QCN on the choice of culprits:
// culprit-bias is the CulpritArray alone.
//
// What must not live here: how points run, and what claims and charts are
// (testbench/experiment); netlists; what needs a switch (blocks/spineleaf/experiment).
package experiment

import "culprit.example/culprit/testbench/experiment"

// Experiments are those of the units alone.
func Experiments() []*experiment.Experiment { return []*experiment.Experiment{culpritBias} }
