// Package experiment plans measurements on simulated hardware, runs them, and
// judges claims about them.
//
// An Experiment turns settings and seeds into a Plan: the points to measure, each
// a block with parameters and a stimulus, and the claims, tables and charts about
// them. RunAll measures those points that the Store does not have yet.
// Plan.Evaluate turns the results into a Verdict for each claim, tables (CSV) and
// charts (SVG).
//
//	plan, err := experiment.Find(list, "recn-uniform").Plan(values, seeds)
//	results, err := experiment.RunAll(ctx, plan.Points, store, lab, options)
//	outcome, err := plan.Evaluate(results)
//
// A point runs on a Machine. The one of package experiment/hardware simulates
// the netlist of the block; tests have their own. The result of a point are
// counters by name.
//
// Where held inputs are not enough, a point has a Host: software that gives the end nodes of a
// network packets and sees those that arrive (package workload makes such hosts).
//
// What must not live here: the experiments themselves, which belong to families
// (blocks/compare/trees), netlists and how they are simulated (hardware), the
// command line (cmd/cli).
package experiment
