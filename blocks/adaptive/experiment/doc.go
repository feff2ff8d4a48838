// Package experiment has the figures and claims of "Adaptive Routing for Convergence
// Enhanced Ethernet" (below: AR) on the netlist of blocks/adaptive.
//
// What must not live here: hardware, and anything about how points are run.
package experiment
