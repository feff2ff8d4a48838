// Package emitamd64 writes kernels as machine code for amd64 with AVX2, and with AVX-512 where it
// is told to.
//
//	emitter.go             functions, registers, what is called from outside
//	words.go, wordops.go, effect.go    a kernel for one instance
//	rules.go               the instructions of each vector operation, as text
//	select.go              a vector program becomes a list of instructions
//	ternary.go, masks.go   the other instructions that AVX-512 has for it
//	pairs.go, pairgain.go, pairsteps.go    two steps on neighbouring vectors become one: which, what is gained, how
//	order.go               each of them moves to the first use of its result
//	vector.go              their registers
//	constants.go           with AVX-512, constants in registers 16 to 31
//	windows.go             with AVX-512, short addresses: code on vectors is as fast as its bytes are fetched
//	lanes.go               what is done lane by lane
//	threads.go             several threads: barriers, beginning and ending together
//
// What must not live here: encodings (package amd64), the choice of registers (package
// regalloc), mapping and calling code (package native).
package emitamd64
