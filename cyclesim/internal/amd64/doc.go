// Package amd64 is an assembler for the part of the instruction set that generated code needs:
// general registers with BMI2, AVX2 on vectors of 16 and 32 bytes, and AVX-512 (F, BW, DQ, VL).
//
//	arg.go      operands: registers, memory, numbers
//	table.go    the instructions: name, operands, encoding
//	avx512.go   those with the prefix EVEX, and that prefix
//	encode.go   an instruction to bytes
//	asm.go      code with labels and a pool of constants, whose addresses are relative
//	print.go    an instruction as text, in the syntax of Intel; listing.go all of them with their offsets
//
// The test assembles every row of the table, with all registers and ways of addressing, and
// compares with what GNU as makes of the text.
//
// What must not live here: what is computed (package emitamd64), how code is run (package native).
package amd64
