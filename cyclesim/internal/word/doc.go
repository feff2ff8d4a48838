// Package word is the word program: code on 64-bit words, parts of which may be skipped, which is what a
// kernel of a module is compiled to before anything is decided about lanes or machine code.
//
//	code.go    the program
//	op.go      the operations: names, arguments
//	build.go   how it is built: operations on values of any width
//	text.go    the program as text; read.go the way back
//	verify.go  what a well-formed program is
//	passes.go  the tables of passes: optimisations, and the final order
//	open.go    whether what a program does depends on arbitrary values
//	doze.go    the small programs for a frame in which little moves
//	divide.go  the programs of a cycle divided among threads; phases.go finds their barriers,
//	           overlap.go where they arrive at them
//
// Each pass has a file, and programs before and after it in testdata:
//
//	forward.go  store-forwarding
//	fold.go     constant-folding
//	cse.go      common-subexpressions
//	bits.go     known-bits
//	dead.go     dead-code
//	zero.go     a part of known-bits: what is only compared with 0
//	tables.go   tables; table.go is what a lookup reads
//	gather.go   fields
//	choice.go   choices
//	guard.go    guards: activity gating; guardorder.go orders the program so
//	branch.go   branches: the same for programs without lanes; parts.go finds the parts of a program
//	split.go    early-edge; and functions of bounded size
//
// What must not live here: where signals lie and how statements become programs (package
// translate), vectors (package vector), back ends.
package word
