// Package experiment repeats the figures of the papers and judges their claims.
//
// An Experiment turns settings and seeds into a Plan: the points to measure, each
// a run of one network with one seed and load. RunAll measures those that the
// Store does not have yet. Plan.Evaluate makes of the results what a reader wants:
// a Verdict for each claim, tables (CSV), charts (SVG).
//
//	plan, err := experiment.Find("recn-uniform").Plan(values, seeds)
//	results, err := experiment.RunAll(ctx, plan.Points, store, lab, options)
//	outcome, err := plan.Evaluate(results)
//
// A point runs on a Machine. The one of package experiment/hardware simulates
// the netlist of blocks/fabric; tests have their own.
//
// Units: loads and throughputs are packets per packet time and node, 1 is a link
// that is never idle. Times are packet times of 8 cycles, latencies too.
//
// What must not live here: netlists and how they are simulated (hardware), the
// command line (cmd/rtlgen).
package experiment
