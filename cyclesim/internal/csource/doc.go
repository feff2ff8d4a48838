// Package csource has what programs in C consist of: the types, the operations of package
// vector on vectors of 16, 32 and 64 bytes, accesses by lanes, and properties.
//
//	prelude.h   numbers in memory, properties, each lane at an address of its own
//	vectors.h   the operations on vectors; by two halves where the processor has no such vectors
//
// What must not live here: the programs (package emitc), the compiler (package native).
package csource
