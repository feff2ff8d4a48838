// Package experiment repeats the figures of unbiased QCN on the spine-leaf fabric and
// judges its claims.
//
// qcn-fairness is UQ Fig. 2: four flows to one server, and a fifth one in the middle
// third of the run. qcn-victim is Fig. 3: the first source sends to another server,
// too. Each is run with PAUSE alone, with congestion points at the outputs, and with
// congestion points at the inputs and each of the three ways to choose culprits.
//
// What must not live here: how points run, and what claims and charts are
// (testbench/experiment); netlists.
package experiment

import "culprit.example/culprit/testbench/experiment"

// Experiments are those of the paper on its fabric.
func Experiments() []*experiment.Experiment { return []*experiment.Experiment{fairness, victims} }
