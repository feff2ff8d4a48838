// Package wasm writes WebAssembly modules in their binary form: as much of the
// format as a compiler of straight-line integer code needs.
//
// What must not live here: anything about netlists, running a module.
package wasm
