package translate

import (
	"cmp"
	"slices"

	"culprit.example/culprit/cyclesim/internal/layout"
	"culprit.example/culprit/cyclesim/internal/word"
)

// A group dozes if its state does not change but for some registers that go on by themselves:
// counters, generators, what scans a memory. Then three small programs (word.Dozing) do instead of
// each of its kernels. Which registers these are, and which values follow them in every cycle, the
// machine has seen in some cycles (package compiled). It may be wrong about what comes: the
// programs notice whatever else could change.

// DozeLimits says when code is made for groups that doze.
type DozeLimits struct {
	Restless int     // how often little must have changed before, since a group rested altogether
	Samples  int     // cycles that are looked at then
	Cost     float64 // the most that a cycle may cost then, as a part of what it costs otherwise
	Learning float64 // the most of the time of a run that may be spent when code is made anew; 0 for all of it
}

// Doze is the code for groups with the same kernels that doze.
type Doze struct {
	Steps []DozingStep // in the order of RestingFrame.Kernels
	// Moving is the bytes of a frame of the group that may change: registers, as beginnings and ends.
	Moving [][2]uint32
	// Inputs is the bytes of inputs that change in every cycle.
	Inputs [][2]uint32
	// Shows reports whether some of the outputs change.
	Shows bool
}

// DozingStep is what does for one kernel.
type DozingStep struct {
	of                          *Kernel
	Record, Watch, Commit, Note *Kernel
	watches                     []word.Watch
	inside                      []*DozingStep // for each of its calls
}

// Kernels are those that become functions, in the order of their numbers.
func (s *DozingStep) Kernels() []*Kernel { return []*Kernel{s.Record, s.Watch, s.Commit, s.Note} }

// EachWatch calls f for every value that is watched in a group, in all frames inside: what kernel
// and what instruction of it makes it, how many bytes it has in all lanes, and where in the frames of
// the group it is recorded and noted.
func (d *Doze) EachWatch(lanes int, f func(k *Kernel, i int, size, recorded, now uint32)) {
	for i := range d.Steps {
		d.Steps[i].eachWatch(0, lanes, f)
	}
}

func (s *DozingStep) eachWatch(frame uint32, lanes int, f func(k *Kernel, i int, size, recorded, now uint32)) {
	n := uint32(lanes)
	for _, w := range s.watches {
		f(s.of, w.Instr, n*uint32(w.Size), frame+n*uint32(w.Recorded), frame+n*uint32(w.Now))
	}
	for i := range s.of.Program.Calls {
		c := &s.of.Program.Calls[i]
		for _, j := range s.of.Joins(c, lanes) {
			s.inside[i].eachWatch(frame+n*(c.First+uint32(j.First)*c.Size), j.Count*lanes, f)
		}
	}
}

// Covers reports whether all of some bytes of a frame may change.
func (d *Doze) Covers(offsets []uint32) bool {
	for _, at := range offsets {
		if !within(d.Moving, at) && !within(d.Inputs, at) {
			return false
		}
	}
	return true
}

// within reports whether a place is in one of some ranges, which are in their order.
func within(list [][2]uint32, at uint32) bool {
	i, found := slices.BinarySearchFunc(list, at, func(r [2]uint32, at uint32) int { return cmp.Compare(r[0], at) })
	if !found {
		i--
	}
	return i >= 0 && at < list[i][1]
}

// Cost estimates what a cycle costs while a group dozes, as a part of what it costs otherwise.
func (d *Doze) Cost() float64 {
	known, dozing, whole := map[*Kernel]int{}, 0, 0
	for _, s := range d.Steps {
		dozing += s.Watch.length(known) + s.Commit.length(known)
		whole += s.of.length(known)
	}
	return float64(dozing) / float64(whole)
}

// Length is the number of instructions of kernels and of all that they call.
func Length(kernels []*Kernel) (n int) {
	known := map[*Kernel]int{}
	for _, k := range kernels {
		n += k.length(known)
	}
	return n
}

// length is the number of instructions of a kernel and all that it calls.
func (k *Kernel) length(known map[*Kernel]int) int {
	n, ok := known[k]
	if !ok {
		n = len(k.Program.Code)
		for i := range k.Program.Calls {
			c := &k.Program.Calls[i]
			n += c.Count * KernelOf(c).length(known)
		}
		known[k] = n
	}
	return n
}

// Seen is what has been seen of the values of kernels in some cycles.
type Seen interface {
	// Moved reports whether the value of an instruction was not the same in all cycles.
	Moved(k *Kernel, i int) bool
	// Took reports whether a selection took B, and whether it took C.
	Took(k *Kernel, i int) (b, c bool)
}

// PlanDoze makes the programs for a group in which registers and inputs move, at some offsets of the
// frame. Nil if there are none, or if they would not save much.
func PlanDoze(kernels []*Kernel, moved []uint32, seen Seen) *Doze {
	z := &dozer{seen: seen, modules: map[*Module]*dozingModule{}, motion: map[*Kernel][]word.Motion{},
		done: map[*Kernel]*DozingStep{}}
	top := z.module(kernels[0].Module)
	for _, at := range moved {
		if in := top.layout.Inputs; at >= in[0] && at < in[1] {
			e, _ := top.layout.ExtentAt(at)
			z.settle(top, e.From, e.To-e.From)
		} else {
			z.move(top, at)
		}
	}
	for again := true; again; {
		again = false
		for _, k := range kernels {
			again = z.kernel(k) || again
		}
		if z.impossible {
			return nil
		}
	}
	d := &Doze{Moving: ranges(top.layout.StateRanges(), top.movesState)}
	d.Inputs = ranges([][2]uint32{top.layout.Inputs}, func(at uint32) bool { return top.settled[at] })
	for _, k := range kernels {
		step := z.programs(k)
		if step == nil {
			return nil
		}
		d.Steps = append(d.Steps, *step)
	}
	outputs := top.layout.Outputs
	for at := range top.settled {
		d.Shows = d.Shows || at >= outputs[0] && at < outputs[1]
	}
	return d
}

// dozer finds the motions of kernels and makes their programs.
type dozer struct {
	seen       Seen
	modules    map[*Module]*dozingModule
	motion     map[*Kernel][]word.Motion
	done       map[*Kernel]*DozingStep
	impossible bool
	grown      bool // something is known to move that was not before
}

// dozingModule is what moves in the frames of a module, of all its instances in the group.
type dozingModule struct {
	layout  *layout.Layout
	sites   []site
	state   map[uint32]bool // bytes of registers
	settled map[uint32]bool // bytes of wires and ports
	room    uint32          // the free part of the room
}

// site is frames inside, which kernels are called for.
type site struct {
	word.Callee
	module *dozingModule
}

func (z *dozer) module(m *Module) *dozingModule {
	if d := z.modules[m]; d != nil {
		return d
	}
	d := &dozingModule{layout: m.Layout, state: map[uint32]bool{}, settled: map[uint32]bool{}, room: m.Layout.Room[0]}
	z.modules[m] = d
	known := map[uint32]bool{}
	for _, k := range m.Kernels {
		for _, c := range k.Program.Calls {
			if !known[c.First] {
				known[c.First] = true
				d.sites = append(d.sites, site{c, z.module(KernelOf(&c).Module)})
			}
		}
	}
	return d
}

// at finds the module that a place belongs to, and where it lies in its frames.
func (m *dozingModule) at(place uint32) (*dozingModule, uint32) {
	for _, s := range m.sites {
		if place >= s.First && place-s.First < uint32(s.Count)*s.Size {
			return s.module.at((place - s.First) % s.Size)
		}
	}
	return m, place
}

// move notes that the register around a place moves.
func (z *dozer) move(m *dozingModule, place uint32) {
	m, place = m.at(place)
	e, found := m.layout.ExtentAt(place)
	switch {
	case !found || e.Memory:
		z.impossible = true
	case !m.state[e.From]:
		z.grown = true
		for at := e.From; at < e.To; at++ {
			m.state[at] = true
		}
	}
}

// settle notes that a wire moves.
func (z *dozer) settle(m *dozingModule, place, bytes uint32) {
	m, place = m.at(place)
	for at := place; at < place+bytes; at++ {
		z.grown = z.grown || !m.settled[at]
		m.settled[at] = true
	}
}

// movesAt reports whether any of some bytes moves.
func (m *dozingModule) movesAt(place, bytes uint32) bool {
	m, place = m.at(place)
	for at := place; at < place+bytes; at++ {
		if m.state[at] || m.settled[at] {
			return true
		}
	}
	return false
}

// movesState reports whether a byte of a register moves.
func (m *dozingModule) movesState(place uint32) bool {
	m, place = m.at(place)
	return m.state[place]
}

// ranges lists those bytes of some ranges for which something holds.
func ranges(all [][2]uint32, holds func(at uint32) bool) (list [][2]uint32) {
	for _, x := range all {
		for at := x[0]; at < x[1]; at++ {
			if !holds(at) {
				continue
			}
			if n := len(list); n > 0 && list[n-1][1] == at {
				list[n-1][1]++
			} else {
				list = append(list, [2]uint32{at, at + 1})
			}
		}
	}
	return list
}

// kernel finds the motions of the instructions of a kernel and of what it calls. It reports whether
// something moves that was still before.
func (z *dozer) kernel(k *Kernel) (grown bool) {
	before := z.grown
	z.grown = false
	m := z.module(k.Module)
	p := &k.Program
	motion := make([]word.Motion, len(p.Code))
	for i := range p.Code {
		in := &p.Code[i]
		if in.Op == word.Call {
			z.kernel(KernelOf(&p.Calls[in.K]))
			continue
		}
		depends := false
		in.Args(func(r word.Ref) { depends = depends || motion[r] == word.Moves })
		switch {
		case in.Op == word.Store:
			motion[i] = z.store(m, in, motion, depends)
		case in.Op.Effect():
			motion[i] = z.effect(m, p, in, depends)
		case in.Op == word.Arbitrary:
			motion[i] = word.Moves
		case in.Op == word.Load && !depends && !z.loadMoves(m, in), in.Op != word.Load && !depends:
		case in.Op == word.Select && z.takesStill(k, i, motion):
			motion[i] = word.Chosen
		case z.seen.Moved(k, i):
			motion[i] = word.Moves
		default:
			motion[i] = word.Watched
		}
	}
	z.motion[k] = motion
	grown = z.grown
	z.grown = before || grown
	return grown
}

// takesStill reports whether a selection has always taken an argument that does not move, though the
// other one does, by a condition that does not move either.
func (z *dozer) takesStill(k *Kernel, i int, motion []word.Motion) bool {
	in := &k.Program.Code[i]
	b, c := z.seen.Took(k, i)
	movesB, movesC := motion[in.B] == word.Moves, motion[in.C] == word.Moves
	return motion[in.A] != word.Moves && (c && !b && movesB && !movesC || b && !c && movesC && !movesB)
}

// loadMoves reports whether what is loaded may move. A computed place is anywhere in an array.
func (z *dozer) loadMoves(m *dozingModule, in *word.Instr) bool {
	from, n := uint32(in.K), uint32(in.Size)
	if in.A == word.None {
		return m.movesAt(from, n)
	}
	m, from = m.at(from)
	e, found := m.layout.ExtentAt(from)
	return !found || m.movesAt(e.From, e.To-e.From)
}

// store is the motion of a store. What moves may be written by several stores, of which one makes up
// for another: so all of them are repeated.
func (z *dozer) store(m *dozingModule, in *word.Instr, motion []word.Motion, depends bool) word.Motion {
	to, at := m.at(uint32(in.K))
	e, found := to.layout.ExtentAt(at)
	from, n := e.From, e.To-e.From
	if in.A == word.None {
		from, n = at, uint32(in.Size)*uint32(max(in.Spread, 1))
	}
	switch {
	case !found && (depends || in.A != word.None):
		z.impossible = true
	case e.State && to.state[e.From]:
		return word.Commits
	case !e.State && !e.Memory && (depends || to.movesAt(from, n)):
		z.settle(to, from, n)
		return word.Settles
	case !depends:
	case e.Memory && (in.C == word.None || motion[in.C] == word.Moves):
		z.impossible = true
	case e.Memory: // no word was written in the cycle in which the group went to sleep
	case in.C != word.None && motion[in.C] != word.Moves:
		return word.Barred
	default: // it has been seen to change, or would be
		z.move(to, at)
	}
	return word.Still
}

// effect is the motion of another effect.
func (z *dozer) effect(m *dozingModule, p *word.Program, in *word.Instr, depends bool) word.Motion {
	p.Copied(in, func(at, bytes uint64) { depends = depends || m.movesAt(uint32(at), uint32(bytes)) })
	switch {
	case !depends:
		return word.Still
	case in.Op == word.Copy || in.Op == word.Permute:
		z.settle(m, uint32(in.K), uint32(in.Size)*uint32(max(in.Spread, 1)))
		return word.Settles
	}
	z.impossible = true
	return word.Still
}

// programs makes the programs for a kernel, nil if that is not possible.
func (z *dozer) programs(k *Kernel) *DozingStep {
	if s := z.done[k]; s != nil {
		return s
	}
	m := z.module(k.Module)
	p := &k.Program
	room := func(bytes int) (uint64, bool) {
		n := uint32(bytes)
		at := (m.room + n - 1) / n * n
		if at+n > m.layout.Room[1] {
			return 0, false
		}
		m.room = at + n
		return uint64(at), true
	}
	d, ok := p.Doze(z.motion[k], room)
	if !ok {
		return nil
	}
	var inside []*DozingStep
	for i := range p.Calls {
		s := z.programs(KernelOf(&p.Calls[i]))
		if s == nil {
			return nil
		}
		inside = append(inside, s)
	}
	make := func(q word.Program, role string, of func(s *DozingStep) *Kernel) *Kernel {
		q.Calls = append([]word.Callee(nil), q.Calls...)
		for i := range q.Calls {
			q.Calls[i].Kernel = of(inside[i])
		}
		q.Keep(func(i int) bool {
			return q.Code[i].Op != word.Call || len(KernelOf(&q.Calls[q.Code[i].K]).Program.Code) > 0
		})
		return &Kernel{Origin: k.Origin, Program: q, used: k.used, role: role}
	}
	s := &DozingStep{
		of: k, watches: d.Watches, inside: inside,
		Record: make(d.Record, "record", func(s *DozingStep) *Kernel { return s.Record }),
		Watch:  make(d.Watch, "watch", func(s *DozingStep) *Kernel { return s.Watch }),
		Commit: make(d.Commit, "commit", func(s *DozingStep) *Kernel { return s.Commit }),
		Note:   make(d.Note, "note", func(s *DozingStep) *Kernel { return s.Note }),
	}
	z.done[k] = s
	return s
}
