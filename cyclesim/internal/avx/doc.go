// Package avx is the program of a kernel for lanes in instructions of the processor, AVX2 or AVX-512, on
// as many registers as it likes: what is between the vector program (package vector) and machine code.
//
//	code.go    the program
//	select.go  how it is made of a vector program; gather.go for elements at indices
//	rules.go   the instructions of each operation on vectors, as text
//	ternary.go, masks.go   the other instructions that AVX-512 has for them
//	passes.go  the table of the steps that follow
//	text.go    the program as text; read.go the way back
//	verify.go  what a well-formed program is
//	eval.go    what a program computes; meaning.go what each instruction does
//
// Each pass has its files, and programs before and after it in testdata:
//
//	pairs.go, pairgain.go, pairsteps.go    two steps on neighbouring vectors are one: which, what is gained, how
//	order.go   each instruction at the first use of its result
//
// What must not live here: registers, addresses, and what is done element by element in general registers
// (package emitamd64); encodings (package amd64).
package avx
