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
//     the one clock. In reset, registers and arrays hold their reset values;
//     memories have none and start with arbitrary contents.
//
// # Text
//
// Text writes a netlist, Parse reads it. A line is a declaration or a statement,
// two blanks more a level deeper; # begins a comment line. Declarations come
// before statements, statements before properties.
//
//	module NAME
//	  param NAME = VALUE default VALUE
//	  input NAME WIDTH                          output, wire [ghost] [unused]
//	  reg NAME WIDTH reset VALUE [ghost]
//	  array NAME DEPTH x WIDTH reset VALUE*TIMES,VALUE,... [ghost]
//	  memory NAME DEPTH x WIDTH old|new|undefined
//	    write ENABLE at ADDRESS data DATA
//	    read NAME sync ENABLE at ADDRESS        read NAME async at ADDRESS
//	  instance NAME[COPIES] MODULE              instance NAME MODULE
//	    INPUT <- EXPR                           INPUT <- all EXPR: one value for all copies
//	  NAME = EXPR                               NAME[HIGH:LOW], NAME{INDEX * WIDTH} a lane, ARRAY[INDEX]
//	  if EXPR                                   then the statements, else at the level of if
//	  switch EXPR                               case VALUE,... and default at the level of switch
//	  for NAME ROUNDS
//	  assert NAME EXPR                          assume, cover
//	end
//
// An expression is a constant (WIDTH'VALUE, decimal), a name, ARRAY[EXPR],
// INSTANCE.OUTPUT, EXPR[HIGH:LOW], or OPERATION(EXPR, ...); the name of an
// operation whose arguments do not give its width has the width, or the number of
// rows, behind it: zext8(a). A line doc "..." documents what stands above it, and
// @ FILE:LINE at the end of a line is its place in the Go code.
//
// What must not live here: checks of a designer's mistakes (package rtlgen),
// Verilog (package verilog), evaluation order (package cyclesim).
package ir
