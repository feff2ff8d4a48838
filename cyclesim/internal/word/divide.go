package word

import (
	"cmp"
	"math/bits"
	"slices"
)

// Crew says how the work of a cycle is divided among threads, and what the frames are that
// programs call.
type Crew struct {
	Threads int // 2 to 64
	// Cost estimates what a call of one frame costs, and Wait what a barrier does, in
	// instructions of a program without lanes.
	Cost func(c *Callee) int
	Wait int
	// Writes reports whether a call changes something in the given number of bytes from an offset of the frame
	// on, but for the state: an output, or what lies in instances inside.
	Writes func(c *Callee, offset, bytes uint64) bool
	// Together says that no thread begins a cycle before all have ended the one before: none arrives
	// at its end in the programs.
	Together bool
}

// Divide gives each thread its part of programs that run one after the other in every cycle. A
// thread owns frames, calls their kernels and writes their inputs; the first one also has
// everything else. What several threads need is computed by each of them. A Barrier stands where a
// thread would read what another one writes in the same phase, or write what another one reads:
// all threads have equally many of them. The end of the cycle must be one, too. An Arrive stands in
// front of each.
//
// The result is by thread, then as the list; cost is what that costs, and alone what it costs one
// thread, by estimates.
func (c Crew) Divide(list []*Program) (divided [][]Program, alone, cost float64) {
	d := &dividing{Crew: c}
	d.findFrames(list)
	d.assign()
	d.out = make([][]Program, c.Threads)
	d.clear()
	for _, p := range list {
		d.program(p)
		alone += float64(len(p.Code))
	}
	for _, f := range d.frames {
		alone += float64(f.cost)
	}
	d.arrive()
	return d.out, alone, d.cycleTime()
}

// threads is a set of threads.
type threads uint64

func only(t int) threads { return 1 << t }

func (s threads) each(f func(t int)) {
	for ; s != 0; s &= s - 1 {
		f(bits.TrailingZeros64(uint64(s)))
	}
}

// dividing is a division in progress.
type dividing struct {
	Crew
	frames []ownedFrame // by address
	out    [][]Program

	// The present program.
	p     *Program
	needs []threads // who needs an instruction
	to    [][]Ref   // its place in the program of each thread

	// What has been accessed in the present phase.
	fresh    []map[Ref]Ref      // loads, by thread, that can be used in this phase
	cells    map[uint64]*access // wires and ports, in words of 8 bytes
	states   map[State]*access
	anywhere access // at addresses that are computed
}

// ownedFrame is a frame that is called. In the present phase it is called by calls, and other
// threads have read the places in peeks.
type ownedFrame struct {
	first  uint64
	size   uint64
	cost   int    // of its calls
	wiring int    // of the stores to it
	kernel Kernel // of its first call
	owner  int
	moved  map[uint64]int // bytes from or to other frames, by the address of these
	calls  []*Callee
	peeks  []peek
}

const unowned = -1

type peek struct{ at, bytes uint64 }

// access is who reads and who writes something.
type access struct{ readers, writers threads }

func (d *dividing) findFrames(list []*Program) {
	index := map[uint64]int{}
	for _, p := range list {
		for i := range p.Code {
			if p.Code[i].Op != Call {
				continue
			}
			c := &p.Calls[p.Code[i].K]
			for n := range c.Count {
				at := c.frame(n)
				k, ok := index[at]
				if !ok {
					k = len(d.frames)
					index[at] = k
					d.frames = append(d.frames, ownedFrame{first: at, size: uint64(c.Size), kernel: c.Kernel, owner: unowned,
						moved: map[uint64]int{}})
				}
				d.frames[k].cost += d.Cost(c)
			}
		}
	}
	slices.SortFunc(d.frames, func(a, b ownedFrame) int { return cmp.Compare(a.first, b.first) })
	for _, p := range list {
		for i := range p.Code {
			if in := &p.Code[i]; in.Op == Store || in.Op == Copy || in.Op == Permute {
				if f := d.at(in.K); f != nil {
					f.wiring += 2 // with what it stores
					d.connect(p, in, f)
				}
			}
		}
	}
}

// connect counts what an instruction moves between frames.
func (d *dividing) connect(p *Program, in *Instr, to *ownedFrame) {
	count := func(at, bytes uint64) {
		if from := d.at(at); from != nil && from != to {
			to.moved[from.first] += int(bytes)
			from.moved[to.first] += int(bytes)
		}
	}
	if in.Op != Store {
		p.Copied(in, count)
	} else if load := &p.Code[in.B]; load.late() {
		count(load.K, uint64(load.Size))
	}
}

// frame is the address of frame n of a call.
func (c *Callee) frame(n int) uint64 { return uint64(c.First) + uint64(n)*uint64(c.Size) }

// byteCost is what a byte costs that another thread has written, in instructions: with 0.1
// microseconds for a cache line, and several of them under way at once.
const byteCost = 1

// assign gives frames to threads: those of a kernel are spread evenly, since they are mostly called
// in one phase; the most expensive ones first, each to the thread that has least to do for this
// kernel, and of these to the one that has least to do at all, with what it would move from and to
// frames of others.
func (d *dividing) assign() {
	order := make([]int, len(d.frames))
	for i := range order {
		order[i] = i
	}
	work := func(i int) int { return d.frames[i].cost + d.frames[i].wiring }
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(work(b), work(a)) })
	all := make([]int, d.Threads)
	loads := map[Kernel][]int{}
	for _, i := range order {
		f := &d.frames[i]
		load := loads[f.kernel]
		if load == nil {
			load = make([]int, d.Threads)
			loads[f.kernel] = load
		}
		near, best := d.near(f), 0
		for t := range load {
			if cmp.Or(cmp.Compare(load[t], load[best]), cmp.Compare(all[t]-near[t], all[best]-near[best])) < 0 {
				best = t
			}
		}
		f.owner = best
		load[best] += work(i)
		all[best] += work(i)
	}
}

// near is what each thread saves if it owns a frame, since it owns frames that are wired to it.
func (d *dividing) near(f *ownedFrame) []int {
	saved := make([]int, d.Threads)
	for at, bytes := range f.moved {
		if t := d.at(at).owner; t != unowned {
			saved[t] += bytes * byteCost
		}
	}
	return saved
}

// at is the frame that a place lies in, nil if it is in none.
func (d *dividing) at(place uint64) *ownedFrame {
	i, found := slices.BinarySearchFunc(d.frames, place,
		func(f ownedFrame, at uint64) int { return cmp.Compare(f.first, at) })
	if !found {
		i--
	}
	if i < 0 || place >= d.frames[i].first+d.frames[i].size {
		return nil
	}
	return &d.frames[i]
}

// owners are the threads that an instruction with an effect belongs to.
func (d *dividing) owners(in *Instr) threads {
	switch in.Op {
	case Call:
		var all threads
		c := &d.p.Calls[in.K]
		for n := range c.Count {
			all |= only(d.at(c.frame(n)).owner)
		}
		return all
	case Store, Copy, Permute:
		if f := d.at(in.K); f != nil {
			return only(f.owner)
		}
	case If, End, Arrive, Barrier:
		panic("BUG: a program with parts is divided")
	}
	return only(0)
}

func (d *dividing) program(p *Program) {
	d.p = p
	d.needs = make([]threads, len(p.Code))
	for i := len(p.Code) - 1; i >= 0; i-- {
		in := &p.Code[i]
		if in.Op.Effect() {
			d.needs[i] = d.owners(in)
		}
		in.Args(func(r Ref) { d.needs[r] |= d.needs[i] })
	}
	d.to = make([][]Ref, d.Threads)
	for t := range d.to {
		d.to[t] = make([]Ref, len(p.Code))
		d.out[t] = append(d.out[t], Program{Checks: p.Checks, Sources: p.Sources, Tables: p.Tables})
	}
	d.forget()
	for _, i := range d.callsLast(p) {
		if in := &p.Code[i]; d.needs[i] != 0 && !in.late() {
			if d.conflicts(i, in) {
				d.barrier()
			}
			d.note(i, in)
			d.needs[i].each(func(t int) { d.emit(t, Ref(i), in) })
		}
	}
}

// late reports whether an instruction can be made at each of its uses: a load of something that
// nothing changes in the rest of the cycle.
func (in *Instr) late() bool { return in.Op == Load && in.A == None && in.State == 0 }

// forget has all loads made again.
func (d *dividing) forget() {
	d.fresh = make([]map[Ref]Ref, d.Threads)
	for t := range d.fresh {
		d.fresh[t] = map[Ref]Ref{}
	}
}

// clear begins a phase.
func (d *dividing) clear() {
	d.forget()
	d.cells, d.states, d.anywhere = map[uint64]*access{}, map[State]*access{}, access{}
	for i := range d.frames {
		d.frames[i].calls, d.frames[i].peeks = nil, nil
	}
}

func (d *dividing) barrier() {
	for t := range d.out {
		d.own(t).Add(Instr{Op: Barrier, A: None, B: None, C: None})
	}
	d.clear()
}

// own is the program of a thread.
func (d *dividing) own(t int) *Program { return &d.out[t][len(d.out[t])-1] }

// emit adds an instruction, and the loads that it needs in this phase, to the program of a thread.
func (d *dividing) emit(t int, i Ref, in *Instr) {
	p, copy := d.own(t), *in
	for _, r := range []*Ref{&copy.A, &copy.B, &copy.C} {
		if *r == None {
			continue
		}
		if load := d.p.Code[*r]; load.late() {
			if _, ok := d.fresh[t][*r]; !ok {
				d.fresh[t][*r] = p.Add(load)
			}
			*r = d.fresh[t][*r]
		} else {
			*r = d.to[t][*r]
		}
	}
	if in.Op == Call {
		d.emitCall(t, in)
		return
	}
	d.to[t][i] = p.Add(copy)
}

// emitCall adds the calls of the thread's own frames.
func (d *dividing) emitCall(t int, in *Instr) {
	p, c := d.own(t), &d.p.Calls[in.K]
	for n := 0; n < c.Count; n++ {
		first := n
		for n < c.Count && d.at(c.frame(n)).owner == t {
			n++
		}
		if n > first {
			part := *c
			part.First, part.Count = uint32(c.frame(first)), n-first
			p.Calls = append(p.Calls, part)
			p.Add(Instr{Op: Call, A: None, B: None, C: None, K: uint64(len(p.Calls) - 1)})
		}
	}
}
