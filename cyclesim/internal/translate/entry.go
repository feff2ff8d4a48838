package translate

// Addresses are the places in memory outside the frames.
type Addresses struct {
	Cycle, Seed, Failed, Log, Dump uint32
	Lanes                          uint32 // indices and values of lanes while they are written
	Target                         uint32 // of a thread at its next barrier
	// Scratch is the first free byte after everything else; functions take from there what they need.
	Scratch uint64
}

// Take takes bytes for a function. Design.Generate fails if they are beyond what code can address.
func (a *Addresses) Take(bytes, alignment int) uint32 {
	n := uint64(alignment)
	at := (a.Scratch + n - 1) / n * n
	a.Scratch = at + uint64(bytes)
	return uint32(at)
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
