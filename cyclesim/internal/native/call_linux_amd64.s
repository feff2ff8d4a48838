#include "textflag.h"

// func enter(code, memory, number, argument, stack uintptr) uint64
//
// The code follows the calling convention of System V as far as R12, in which the stack of the
// goroutine waits. It may change BP, which functions of Go must keep: the assembler saves that of
// a function with a frame.
TEXT ·enter(SB), NOSPLIT, $8-48
	MOVQ code+0(FP), AX
	MOVQ memory+8(FP), DI
	MOVQ number+16(FP), SI
	MOVQ argument+24(FP), DX
	MOVQ stack+32(FP), CX
	MOVQ SP, R12
	MOVQ CX, SP
	CALL AX
	MOVQ R12, SP
	MOVQ AX, ret+40(FP)
	RET
