// Package foreign has Yosys read Verilog, and makes a design of it that the engines run.
//
// What must not live here: what the cells of Yosys mean (package yosys).
package foreign
