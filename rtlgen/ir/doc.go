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
//     the one clock, but for those of an input that is a clock (Signal.IsClock): a cycle is then an instant at
//     which clocks have edges, and what belongs to such a clock changes in the cycles in which that input is 1.
//     In reset, registers and arrays hold their reset values.
//   - Registers and arrays without reset (NoReset), memories and the outputs of
//     synchronous read ports start arbitrary, but for memories that have contents.
//     Reset does not touch them: they are clocked in reset as at any other time, from the
//     values that the registers with a reset have there. An engine's run begins
//     after reset, so what they took in it is as arbitrary as their start, and contents
//     are those of power-on: no correct circuit lets it matter. The Verilog may give
//     registers and arrays a reset.
//   - A synchronous read port that is enabled collides with a write port that writes a
//     lane or more at the same address. Each pair of them has its ReadDuringWrite. If a
//     collision is with a port of ReadKeep, the output register holds its value; else if
//     one is with a port of ReadUndefined, it gets an arbitrary value; else it gets the
//     word before the edge, with the lanes in it that the colliding ports of ReadNew
//     write, those of a later port above those of an earlier one.
//
// # Text
//
// Text writes a netlist, Parse reads it. A line is a declaration or a statement,
// two blanks more a level deeper; # begins a comment line. Declarations come
// before statements, statements before properties.
//
//	module NAME [of BASE]
//	  param NAME = VALUE default VALUE
//	  part NAME                                 what a black box is in synthesis
//	    param NAME = VALUE                      clock PORT, reset PORT [low]
//	    file "PATH"                             include "FOLDER", define NAME [= VALUE], begins: its Verilog
//	    PORT <-> MODULE_PORT                    PORT <- CONSTANT
//	  constant LABEL WIDTH = VALUE
//	  enum NAME WIDTH: LABEL = VALUE, ...
//	  input NAME WIDTH [enum NAME] [clock]      output, wire [verification_only] [unused]
//	  reg NAME WIDTH [enum NAME] reset VALUE [verification_only]   or noreset, or data VALUE
//	                                            then [synchronizer] [clock NAME]
//	  array NAME DEPTH x WIDTH reset VALUE*TIMES,VALUE,... [verification_only]   or noreset
//	  memory NAME DEPTH x WIDTH old|new|undefined|keep [block|distributed|registers] [= VALUE*TIMES,VALUE,...]
//	    write ENABLE at ADDRESS data DATA       an enable of n bits writes n lanes
//	    read NAME async at ADDRESS
//	    read NAME sync ENABLE at ADDRESS [while old|... ...]   one for each write port
//	  rom NAME DEPTH x WIDTH = VALUE*TIMES,VALUE,...   with its read ports
//	  instance NAME[COPIES] MODULE              instance NAME MODULE
//	    INPUT <- EXPR                           INPUT <- all EXPR: one value for all copies
//	  field NAME = EXPR[HIGH:LOW]               a name of these bits
//	  NAME = EXPR                               NAME[HIGH:LOW], NAME{INDEX * WIDTH} a lane, ARRAY[INDEX]
//	  if EXPR                                   then the statements, else or else if EXPR at the level of if
//	  switch EXPR                               case VALUE or LABEL,... and default at the level of switch
//	  for NAME ROUNDS
//	  assert NAME EXPR                          assume, cover
//	end
//
// clock NAME at the end of a register, array, port of a memory, instance or property is the input that clocks it.
//
// An expression is a constant (WIDTH'VALUE, decimal, or its LABEL), a name, ARRAY[EXPR],
// INSTANCE.OUTPUT, EXPR[HIGH:LOW], or OPERATION(EXPR, ...); the name of an
// operation whose arguments do not give its width has the width, or the number of
// rows, behind it: zext8(a). &NUMBER:EXPR is EXPR and gives it a number; &NUMBER stands
// for it in what follows, in the same module: a large expression that is used more than
// once is written once. A line doc "..." documents what stands above it, a line
// field names bits for the reader of the Verilog, and
// @ FILE:LINE at the end of a line is its place in the Go code, FILE in quotes if it has
// blanks.
//
// What must not live here: checks of a designer's mistakes (package rtlgen),
// Verilog (package verilog), evaluation order (package cyclesim).
package ir
