// Package yosys reads a netlist that Yosys has written (write_json) as a design: Verilog of
// others becomes what the engines run, beside that of the builder.
//
// FirstPasses and Passes are what Yosys does before it writes: processes become cells, memories become one cell
// each, the hierarchy stays. Between them Lift makes modules one that differ in constants only. Read makes modules
// one that are equal, and an array of many equal instances. Each module becomes one of the design. Its cells
// become expressions,
// registers, memories and instances; each net with a name becomes a wire, so that waveforms show it.
//
// A design has one clock and one reset, both implicit. The clock is the input of the top at which all
// flip-flops change at the rising edge; it is no port of the design any more. What Verilog initialises
// (`initial`, values of declarations) is what the reset of the design gives: power-up. A reset of the
// Verilog is an input like any other, and an asynchronous one acts in the cycle in which it is 1; or it becomes
// the reset of the design, and is followed into the instances. Where Verilog has x, the design has 0, or an
// arbitrary value.
//
// What a design cannot have is refused, with the name and the place in the Verilog: a second, a gated
// or a falling clock, latches, tri-states, combinational loops.
//
// What must not live here: Yosys itself, which others start; checks of a designer's mistakes.
package yosys
