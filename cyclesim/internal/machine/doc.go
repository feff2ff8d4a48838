// Package machine is the seam between the simulator's front (package cyclesim:
// names, failures, state, waveforms) and the engines that run a design.
//
// It holds the interface an engine implements, the numbering of instances that
// all engines share, and the source of the values that the netlist's meaning
// leaves open. What must not live here: anything about how an engine evaluates.
package machine
