// Package dpi lets a SystemVerilog bench have the golden models of blocks: as functions that it
// imports by DPI-C from a shared library.
//
// Files are the Go source of the library, which `go build -buildmode=c-shared` compiles, a C header
// for its functions, and for each block a package with a class around these functions and a
// scoreboard: a module that watches the pins of the user's block. With a cycle-exact golden model it
// finds the first cycle in which an output is not what the model expects; with a bench of transactions
// the first one that is not as it must be.
//
// A Library is what that Go source calls. Its functions take and return what C has: handles,
// numbers, vectors of 32-bit words in the form that the standard gives to packed arrays of bit
// (IEEE 1800, svBitVecVal: the lowest bits first). In a vector the ports of the block follow each
// other, the first one in the highest bits; bits above all ports are 0. What goes wrong is a
// negative status and a message. No mistake of a caller, and none of a golden model, ends the
// simulation.
//
// What must not live here: the golden models (blocks/<family>/golden), how one steps
// (testbench.Model), how transactions are judged
// (testbench.Judge), the call of the Go compiler (cmd/cli).
package dpi
