// Package scale checks that the cost of a design grows with its size, not with the
// square of it: for descriptions of many shapes, four times as large costs at most
// five times as much work, in the builder, the netlist's text, the Verilog writer, the
// mutants and the engines.
//
//	shapes.go    descriptions of any size
//	phases.go    what is done with each
//	count/       a program that counts the work of each phase
//	scale_test.go, bench_test.go    the counts, compared; the times
package scale
