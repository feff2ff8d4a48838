// Package emitc writes kernels as C, for the compiler on the user's machine: scalar.go for one
// instance, vector.go for lanes, all blocks at once.
//
// What must not live here: the operations in C (package csource), calling compilers (package
// native).
package emitc
