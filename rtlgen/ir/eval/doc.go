// Package eval is the meaning of a netlist as package ir tells it, followed word
// for word: no order, no code, numbers of any size; a value is found by asking
// for those that it needs. The engines and the emitted Verilog are compared with
// it by tests.
//
// What must not live here: anything that makes it faster and harder to read.
package eval
