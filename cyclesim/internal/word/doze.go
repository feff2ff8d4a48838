package word

import "slices"

// Motion is what an instruction does while a frame dozes: while its inputs are the same in every
// cycle, and so is its state but for some registers that go on by themselves, as counters and
// generators do.
type Motion uint8

// The motions. The first four are those of values.
const (
	Still   Motion = iota // the value is the same in every cycle; an effect need not be repeated
	Moves                 // it changes
	Watched               // it could change, and does so only if something is to happen
	Chosen                // it is the same since the condition of the selection is: the other argument moves
	Settles               // an effect that is repeated as soon as its arguments are known
	Commits               // one that is repeated when it is certain that nothing happens
	Barred                // a store for which nothing holds as soon as its condition does
)

// Dozing is the programs for a frame that dozes, in front of its clock edge and at it. They share
// places in memory, its room.
type Dozing struct {
	// Record notes what does not change: the values that are watched, and those that the others
	// would compute anew. It runs in a cycle of the whole program, before that, and settles all
	// wires, which others of these programs read. A check with Property.Open fails if the frame
	// cannot doze.
	Record Program
	// Watch settles what moves, and compares what is watched with what was noted. Such a check
	// fails if something is to happen: then the whole program runs, and makes up for everything.
	Watch Program
	// Commit makes the clock edge of what moves.
	Commit Program
	// Note writes down what the values that are watched are now, for who wants to know which of them
	// was not what it had been.
	Note    Program
	Watches []Watch
}

// Watch is a value that is watched: what instruction makes it, how many bytes it has, and where
// Record and Note put them.
type Watch struct {
	Instr, Size   int
	Recorded, Now uint64
}

// Doze makes the programs, from the motion of each instruction. room takes some bytes of the
// room. There is no result if that is too small. The programs have the calls of p, each in its
// place.
func (p *Program) Doze(motion []Motion, room func(bytes int) (at uint64, ok bool)) (d Dozing, ok bool) {
	z := &dozing{p: p, motion: motion, facts: p.facts(), room: room, noted: make([]uint64, len(p.Code))}
	for i := range p.Code {
		if motion[i] != Watched {
			continue
		}
		now, ok := room(z.bytes(i))
		if !ok || !z.note(i) {
			return d, false
		}
		d.Watches = append(d.Watches, Watch{i, z.bytes(i), z.noted[i] - 1, now})
	}
	watched := z.needed(func(i int) bool { return motion[i] == Watched || motion[i] == Settles }, Still, Chosen)
	committed := z.needed(func(i int) bool { return motion[i] == Commits }, Still, Chosen, Watched)
	d.Watch = z.build(watched, z.compare)
	d.Commit = z.build(committed, nil)
	now := map[int]uint64{}
	for _, w := range d.Watches {
		now[w.Instr] = w.Now
	}
	watching := func(i int) bool { return motion[i] == Watched }
	d.Note = z.build(z.needed(watching, Still, Chosen), func(w *rewriter, i int, r Ref) Ref {
		if at, ok := now[i]; ok {
			w.add(Instr{Op: Store, A: None, B: r, C: None, K: at, Size: uint8(z.bytes(i))})
		}
		return None
	})
	d.Record = z.build(z.needed(func(i int) bool {
		return motion[i] == Barred || motion[i] == Chosen || z.noted[i] != 0 || p.Code[i].settles()
	}), z.record)
	return d, true
}

// settles reports whether an effect writes what is no state.
func (in *Instr) settles() bool {
	return in.Op == Store && in.State == 0 || in.Op == Copy || in.Op == Permute
}

// use is how a program gets a value.
type use uint8

const (
	unused use = iota
	computed
	recalled // from the room
)

// dozing makes the programs of a frame that dozes.
type dozing struct {
	p      *Program
	motion []Motion
	facts  []Known
	room   func(bytes int) (uint64, bool)
	noted  []uint64 // place of a value in the room, from 1 on
}

// bytes is the size of a value.
func (z *dozing) bytes(i int) int {
	switch m := z.facts[i].May; {
	case m < 1<<8:
		return 1
	case m < 1<<16:
		return 2
	case m < 1<<32:
		return 4
	}
	return 8
}

// note gives a value a place in the room.
func (z *dozing) note(i int) bool {
	if z.noted[i] == 0 {
		at, ok := z.room(z.bytes(i))
		if !ok {
			return false
		}
		z.noted[i] = at + 1
	}
	return true
}

// needed finds what a program needs for some instructions. Values of the given motions come from
// the room, if there is some left and they are not as quickly had from elsewhere.
func (z *dozing) needed(root func(i int) bool, same ...Motion) []use {
	uses := make([]use, len(z.p.Code))
	for i := len(uses) - 1; i >= 0; i-- {
		in := &z.p.Code[i]
		if !root(i) && uses[i] == unused {
			continue
		}
		uses[i] = computed
		if !root(i) && z.recalls(in, z.motion[i], same) && z.note(i) {
			uses[i] = recalled
			continue
		}
		in.Args(func(r Ref) { uses[r] = computed })
	}
	return uses
}

// recalls reports whether a value of one of these motions is taken from the room.
func (z *dozing) recalls(in *Instr, m Motion, same []Motion) bool {
	quick := in.Op == Const || in.Op == Arbitrary || in.Op == Load && in.A == None
	return !quick && slices.Contains(same, m)
}

// build makes a program of the instructions that are used, and of all calls. Behind each, more
// adds to it what it likes; a condition that it returns must hold.
func (z *dozing) build(uses []use, more func(w *rewriter, i int, r Ref) (holds Ref)) Program {
	q := *z.p
	w := &rewriter{}
	holds := None
	q.rewrite(w, func(i int, in Instr) Ref {
		r := None
		switch {
		case in.Op == Call:
			return w.add(in)
		case uses[i] == unused:
			return None
		case uses[i] == recalled:
			r = w.add(z.recall(i))
		case z.motion[i] != Barred:
			r = w.add(in)
		}
		if more != nil {
			holds = both(w, holds, more(w, i, r))
		}
		return r
	})
	if holds != None {
		q.Checks = append(slices.Clip(q.Checks), Property{Open: true})
		w.add(Instr{Op: Check, A: holds, B: None, C: None, K: uint64(len(q.Checks) - 1)})
	}
	q.Code = w.out
	return q
}

// both is the conjunction of two conditions, one of which may be missing.
func both(w *rewriter, x, y Ref) Ref {
	switch {
	case x == None:
		return y
	case y == None:
		return x
	}
	return w.add(Instr{Op: And, A: x, B: y, C: None})
}

// record notes a value that has a place in the room. The condition of a store that is barred must
// not hold, and that of a selection must take the argument that does not move.
func (z *dozing) record(w *rewriter, i int, r Ref) (holds Ref) {
	in := &z.p.Code[i]
	if z.noted[i] != 0 {
		w.add(Instr{Op: Store, A: None, B: r, C: None, K: z.noted[i] - 1, Size: uint8(z.bytes(i))})
	}
	switch {
	case z.motion[i] == Barred:
		return w.add(Instr{Op: Eq, A: w.to[in.C], B: w.constant(0), C: None})
	case z.motion[i] == Chosen && z.motion[in.B] == Moves:
		return w.add(Instr{Op: Eq, A: w.to[in.A], B: w.constant(0), C: None})
	case z.motion[i] == Chosen:
		return w.to[in.A]
	}
	return None
}

// compare compares a value that is watched with what was noted.
func (z *dozing) compare(w *rewriter, i int, r Ref) (holds Ref) {
	if z.motion[i] != Watched {
		return None
	}
	return w.add(Instr{Op: Eq, A: r, B: w.add(z.recall(i)), C: None})
}

// recall loads a value from the room.
func (z *dozing) recall(i int) Instr {
	return Instr{Op: Load, A: None, B: None, C: None, K: z.noted[i] - 1, Size: uint8(z.bytes(i)), May: z.facts[i].May}
}
