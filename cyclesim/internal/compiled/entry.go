package compiled

import "culprit/cyclesim/internal/wasm"

// addresses are the places in memory outside the frames.
type addresses struct {
	cycle, seed, failed, log, dump uint32
	lanes                          uint32 // indices and values of lanes while they are written
	target                         uint32 // of a thread at its next barrier
	scratch                        uint32 // first free byte, grows with the kernels
}

// Numbers of the functions that other code calls.
const (
	entrySettle = iota
	entryFinish
	entryRun
	entryThread // of the first of several threads; the next number is that of the second one
)

// notJoined is the result of a thread that has given up: nothing has been done.
const notJoined = ^uint64(0)

// unusedLane stands in the place of an instance's number in a lane without a copy.
const unusedLane = ^uint32(0)

// laneBytes is the size of the scratch memory for indices, and of that for
// values.
const laneBytes = 16 * 8

// maxBytes is what WebAssembly can address, less a page, so that the size of the
// memory fits in 32 bits.
const maxBytes = 1<<32 - wasm.PageSize
