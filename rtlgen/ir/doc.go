// Package ir is the netlist as data: what the builder of package rtlgen makes
// and what every back end reads.
//
// A Design is a list of Modules, children before the modules that instantiate
// them. A Module has ports, signals (registers and wires), register arrays,
// memories, instances, properties, and one tree of statements that assigns its
// signals. Expressions are Nodes, shared freely (a DAG); a Node belongs to one
// module.
//
// The statement tree is the structure that the designer wrote (if/else, switch,
// loops); nothing here is lowered to multiplexers. Its meaning:
//
//   - Every expression reads the value that a signal has in the present cycle:
//     the settled value of a wire, the value of a register before the clock edge.
//   - Statements assign in program order, the last assignment that is executed
//     wins. A register that is not assigned keeps its value. A wire is assigned
//     on every path (the builder checks that), so it never keeps anything.
//   - Element and lane assignments touch only that element or lane.
//   - A write beyond the end of an array or a signal does nothing. A read beyond
//     the end gives an arbitrary value: no correct circuit lets it matter.
//   - All registers, arrays and memories change together at the rising edge of
//     the one clock. In reset, registers and arrays hold their reset values.
//   - Registers and arrays without reset (NoReset), memories and the outputs of
//     synchronous read ports start arbitrary; a ROM has its contents. Reset does
//     not touch them: they are clocked in reset as at any other time, from the
//     values that the registers with a reset have there. An engine's run begins
//     after reset, so what they took in it is as arbitrary as their start: no
//     correct circuit lets it matter.
//
// What must not live here: checks of a designer's mistakes (package rtlgen),
// Verilog (package verilog), evaluation order (package cyclesim).
package ir
