package compiled

import (
	"culprit/cyclesim/internal/word"
)

// maxThreads is how many threads a cycle can be divided among.
const maxThreads = 64

// sharing says when several threads are used.
type sharing struct {
	threads   int
	leastGain float64 // how many times as fast they have to be, by estimates
	least     uint64  // the fewest cycles for which they are started
}

// crew is the threads that share the work of a cycle. Each has what is global for a single thread
// (addresses) in an area of its own; that of the first one is where a single thread has it.
type crew struct {
	kernels [][]*kernel // by thread, in the order of a cycle
	areas   []uint32    // by thread
	shared  uint32      // what all threads access: see sharedLine
}

// barrierCost is what a barrier costs, in instructions: 0.2 microseconds.
const barrierCost = 600

// cacheLines is the distance of what different threads write: two lines, since processors fetch
// them in pairs.
const cacheLines = 128

// What the threads share, each in lines of its own.
const (
	arrivedLine = cacheLines * iota // how often a thread has arrived at a barrier
	joinedLine                      // how many threads are there
	stopLine                        // two words for even and odd cycles: 1 ends the run behind the cycle
	sharedBytes
)

// divide gives each thread its part of the top's kernels. There is no crew if one thread is
// enough.
func (d *design) divide(top *module, o sharing) *crew {
	if o.threads < 2 {
		return nil
	}
	costs := map[*kernel]int{}
	c := word.Crew{
		Threads: min(o.threads, maxThreads), Wait: barrierCost,
		Cost:   func(c *word.Callee) int { return kernelOf(c).cost(c.Lanes, costs) },
		Writes: func(c *word.Callee, offset, bytes uint64) bool { return kernelOf(c).writes(c.Lanes, offset, bytes) },
	}
	list := make([]*word.Program, len(top.kernels))
	for i, k := range top.kernels {
		list[i] = &k.program
	}
	divided, gain := c.Divide(list)
	if gain < o.leastGain {
		return nil
	}
	crew := &crew{kernels: make([][]*kernel, len(divided))}
	for t, programs := range divided {
		for i, p := range programs {
			crew.kernels[t] = append(crew.kernels[t], &kernel{module: top, step: top.kernels[i].step, program: p, thread: t + 1})
		}
	}
	return crew
}

// cost estimates what a call of a kernel costs.
func (k *kernel) cost(lanes int, known map[*kernel]int) int {
	n, ok := known[k]
	if !ok {
		n = len(k.program.Code)
		for i := range k.program.Code {
			if in := &k.program.Code[i]; in.Op == word.Call {
				c := &k.program.Calls[in.K]
				n += c.Count * kernelOf(c).cost(c.Lanes, known)
			}
		}
		known[k] = n
	}
	if lanes > 1 {
		return n / 2 // guards skip most of it
	}
	return n
}

// writes tells whether a call changes a place of the frame, or of a group's frames, that is no
// state. It may say so of what lies in instances inside.
func (k *kernel) writes(lanes int, offset, bytes uint64) bool {
	first, last := offset/uint64(lanes), (offset+bytes-1)/uint64(lanes)
	if last >= uint64(k.module.layout.own) {
		return true
	}
	for i := range k.program.Code {
		in := &k.program.Code[i]
		size := uint64(in.Size) * uint64(max(in.Spread, 1))
		if (in.Op == word.Copy || in.Op == word.Store && in.State == 0) && (in.A != word.None || in.K <= last && first < in.K+size) {
			return true
		}
	}
	return false
}

// place finds room for the crew behind everything else.
func (c *crew) place(d *design) {
	area := (uint64(d.frame) + cacheLines - 1) / cacheLines * cacheLines
	c.areas = make([]uint32, len(c.kernels))
	take := func(bytes uint64) uint32 {
		at := (d.bytes + cacheLines - 1) / cacheLines * cacheLines
		d.bytes = at + bytes
		return uint32(at)
	}
	for t := 1; t < len(c.areas); t++ {
		c.areas[t] = take(area)
	}
	c.shared = take(sharedBytes)
}
