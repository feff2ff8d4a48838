// Package emitamd64 writes kernels as machine code for amd64 with AVX2, and with AVX-512 where it
// is told to.
//
//	emitter.go             functions, registers, what is called from outside
//	steps.go               the steps of this package, for the table of all
//	words.go, wordops.go, effect.go    a kernel for one instance
//	vector.go              a kernel for lanes, in instructions of the processor (package avx), gets registers
//	ternary.go, masks.go, pairsteps.go    the instructions that need more than that
//	windows.go             with AVX-512, short addresses: code on vectors is as fast as its bytes are fetched
//	lanes.go               what is done lane by lane
//	permute.go             values that go from the lanes of a group to those of another
//	listing.go             the code as text, with what each instruction is for
//	threads.go             several threads: barriers, beginning and ending together
//	rest.go                calls of groups that rest or doze
//
// What must not live here: which instructions an operation needs (package avx), encodings (package
// amd64), the choice of registers (package regalloc), mapping and calling code (package native).
package emitamd64
