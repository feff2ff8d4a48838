// Package schedule orders the combinational work of a netlist: what all engines
// must know before they can turn a module into code of their own.
//
//	schedule.go  the work of a module is ordered, and cut into fragments by the
//	             inputs that it depends on
//	steps.go     fragments that can run together share a call
//	tree.go      the statements that make the next state
//
// What must not live here: addresses, instructions, values.
package schedule
