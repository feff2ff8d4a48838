package translate

// Addresses are the places in memory outside the frames.
type Addresses struct {
	Cycle, Seed, Failed, Log, Dump uint32
	Lanes                          uint32 // indices and values of lanes while they are written
	Target                         uint32 // of a thread at its next barrier
	Scratch                        uint32 // first free byte, grows with the kernels
}

// Numbers of the functions that other code calls.
const (
	EntrySettle = iota
	EntryFinish
	EntryRun
	EntryThread // of the first of several threads; the next number is that of the second one
)

// NotJoined is the result of a thread that has given up: nothing has been done.
const NotJoined = ^uint64(0)

// UnusedLane stands in the place of an instance's number in a lane without a copy.
const UnusedLane = ^uint32(0)

// LaneBytes is the size of the scratch memory for indices, and of that for
// values.
const LaneBytes = 16 * 8

// MaxBytes is what WebAssembly can address, less a page, so that the size of the
// memory fits in 32 bits.
const MaxBytes = 1<<32 - 1<<16
