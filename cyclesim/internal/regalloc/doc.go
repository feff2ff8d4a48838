// Package regalloc decides which values of straight-line code are in registers. The code is
// written in one pass, in which an Allocator says for each instruction where its operands are and
// where its result goes. When no register is free, the value whose next use is farthest away gives
// up its own (Belady's rule); it goes to a slot of the stack, once, since a value never changes.
//
// Parts of the code may be skipped: at the end of such a part the registers hold again what they
// held at its start.
//
// What must not live here: instructions, of any processor.
package regalloc
