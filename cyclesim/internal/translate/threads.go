package translate

import "culprit.example/culprit/cyclesim/internal/word"

// maxThreads is how many threads a cycle can be divided among.
const maxThreads = 64

// Sharing says when several threads are used.
type Sharing struct {
	Threads   int
	leastGain float64 // how many times as fast they have to be, by estimates
	Least     uint64  // the fewest cycles for which they are started
	Timed     bool    // one thread runs where that takes less time
}

// Crew is the threads that share the work of a cycle. Each has what is global for a single thread
// (Addresses) in an area of its own; that of the first one is where a single thread has it.
type Crew struct {
	Kernels [][]*Kernel // by thread, in the order of a cycle
	Cost    float64     // of a cycle, by estimates
	Areas   []uint32    // by thread
	// Together says that all threads end a cycle before one begins the next: a property that fails
	// ends a run behind the same cycle for all. Otherwise the programs arrive at the end of a cycle.
	Together bool
	Shared   uint32 // what all threads access: JoinedLine and so on
}

// barrierCost is what a barrier costs, in instructions: 0.2 microseconds.
const barrierCost = 600

// cacheLines is the distance of what different threads write: two lines, since processors fetch
// them in pairs.
const cacheLines = 128

// What the threads share, each in lines of its own.
const (
	JoinedLine   = cacheLines * iota // how many threads are there
	StopLine                         // two words for even and odd cycles: 1 ends the run behind the cycle
	firstArrived                     // and the lines after it: ArrivedLine
)

// ArrivedLine is where a thread, and nobody else, writes how often it has arrived at a barrier.
func ArrivedLine(thread int) int { return firstArrived + cacheLines*thread }

// SharedBytes is the size of what the threads share.
func (c *Crew) SharedBytes() uint32 { return uint32(ArrivedLine(len(c.Areas))) }

// Divide gives each thread its part of the top's kernels. There is no crew if one thread is
// enough.
func (d *Design) Divide(top *Module, o Options) *Crew {
	if o.Sharing.Threads < 2 {
		return nil
	}
	e := newEstimate(&o)
	c := word.Crew{
		Threads: min(o.Sharing.Threads, maxThreads), Wait: barrierCost,
		Cost: func(c *word.Callee) int {
			n := int(e.cost(laneKernel{KernelOf(c), c.Lanes, c.Used}))
			if c.Lanes > 1 {
				n /= 2 // guards skip most of it
			}
			return n
		},
		Together: !o.noChecks,
		Writes:   func(c *word.Callee, offset, bytes uint64) bool { return KernelOf(c).writes(c.Lanes, offset, bytes) },
	}
	list := make([]*word.Program, len(top.Kernels))
	for i, k := range top.Kernels {
		list[i] = &k.Program
	}
	divided, alone, cost := c.Divide(list)
	if alone < o.Sharing.leastGain*cost {
		return nil
	}
	crew := &Crew{Kernels: make([][]*Kernel, len(divided)), Cost: cost, Together: c.Together}
	for t, programs := range divided {
		for i, p := range programs {
			k := &Kernel{Origin: top.Kernels[i].Origin, Program: p, Thread: t + 1}
			crew.Kernels[t] = append(crew.Kernels[t], k)
			o.Show(k, 1, divideStep.Name, k.Program.String)
		}
	}
	return crew
}

// writes reports whether a call changes a place of the frame, or of a group's frames, that is no
// state. It may say so of what lies in instances inside.
func (k *Kernel) writes(lanes int, offset, bytes uint64) bool {
	first, last := offset/uint64(lanes), (offset+bytes-1)/uint64(lanes)
	if last >= uint64(k.Module.Layout.Own) {
		return true
	}
	for i := range k.Program.Code {
		in := &k.Program.Code[i]
		size := uint64(in.Size) * uint64(max(in.Spread, 1))
		if (in.Op == word.Copy || in.Op == word.Permute || in.Op == word.Store && in.State == 0) &&
			(in.A != word.None || in.K <= last && first < in.K+size) {
			return true
		}
	}
	return false
}

// place finds room for the crew behind everything else.
func (c *Crew) place(d *Design) {
	area := (uint64(d.Frame) + cacheLines - 1) / cacheLines * cacheLines
	c.Areas = make([]uint32, len(c.Kernels))
	take := func(bytes uint64) uint32 {
		at := (d.Bytes + cacheLines - 1) / cacheLines * cacheLines
		d.Bytes = at + bytes
		return uint32(at)
	}
	for t := 1; t < len(c.Areas); t++ {
		c.Areas[t] = take(area)
	}
	c.Shared = take(uint64(c.SharedBytes()))
}
