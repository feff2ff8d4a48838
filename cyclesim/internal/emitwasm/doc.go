// Package emitwasm writes kernels as WebAssembly.
//
//	scalar.go, effect.go         a kernel for one instance
//	vector.go, vectoreffect.go   for lanes, block after block
//	values.go                    where vectors are: in locals, in memory, or not yet computed
//	access.go                    each lane at an address of its own
//	ops.go                       the instructions of each vector operation
//	steps.go                     the functions that are exported
//
// What must not live here: the encoding of WebAssembly (package wasm).
package emitwasm
