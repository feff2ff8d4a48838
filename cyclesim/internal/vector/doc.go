// Package vector is the vector program: straight-line code on vectors of 16 bytes, which
// runs a kernel for 8 or 16 instances at once, each in a lane. A value of the kernel takes
// one or more vectors, according to the size of its elements.
//
//	op.go      the operations: names, operands
//	eval.go    what each of them computes
//	code.go    the program, and how it is built: equal instructions exist once
//	text.go    the program as text; read.go the way back
//	verify.go  what a well-formed program is
//	split.go   functions of bounded size
//	parts.go   guarded parts: where values have to exist, and until when loads can be repeated
//
// No operation moves anything from one vector of 16 bytes to another at a different place.
// So several groups of 16 lanes can run the same program side by side in wider vectors: a
// back end puts their vectors of 16 bytes, the blocks, next to each other.
//
// What must not live here: how programs are found (package lower), and back ends.
package vector
