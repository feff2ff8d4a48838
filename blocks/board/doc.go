// Package board is a design for an FPGA board: a RECN-IQ switch with its end nodes, which
// runs by itself after power-on and prints its counters over a UART. README.md in this
// folder is the contract; ulx3s.lpf has the pins and the clock of the ULX3S. Read and
// Simulate are the host's side: what the UART prints as counters, and what the
// netlist prints in the simulator.
//
// What must not live here: switches, nodes and networks, golden models, stimulus, and how a
// bitstream is made (testbench/synth).
package board
