// Package cli is the command line for families of blocks, those of this project or
// anybody's: it lists, generates and verifies blocks, writes test benches and waveforms,
// checks and synthesizes the Verilog, runs experiments and measures the simulator.
//
//	func main() { cli.Main(mine.Family()) }
//
// Exit status 0: everything asked for held. 1: a check failed. 2: the call was
// wrong, and the message says what to type instead. 130: interrupted.
//
// What must not live here: anything but reading the command line and printing
// results. Each command is in a file of its own and calls the package that does
// the work.
package cli
