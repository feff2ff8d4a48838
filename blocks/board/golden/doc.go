// Package golden holds the golden models of the board: plain Go, one file per block, one
// Step per clock cycle. They are written from the contracts in blocks/board/README.md,
// never from the RTL. The line on the UART is computed from the time at which a character
// was taken, and the print is a text of which characters are taken one after the other.
//
// What must not live here: stimulus, checks, anything that imports the netlist
// or the harness.
package golden
