// Package csource writes the WebAssembly of a design as C, for a compiler on the user's
// machine: it spends seconds on what wazero does in a moment, and its code is faster.
//
// Every function becomes one of C, every value that WebAssembly has on its stack a constant
// of its own; the compiler finds out which of them need registers. prelude.h has what C
// cannot say in an expression: accesses without alignment, and operations on vectors.
//
// What must not live here: which functions there are and what they do (package compiled),
// how C is compiled and run (package native).
package csource
