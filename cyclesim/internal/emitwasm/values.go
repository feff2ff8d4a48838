package emitwasm

import (
	"culprit.example/culprit/cyclesim/internal/vector"
	"culprit.example/culprit/cyclesim/internal/wasm"
)

// values are the vectors of a kernel while its functions are written. A vector is in a local, or in memory:
// what a load reads stays where it is as long as nothing else is written there, and what functions hand on
// is in a slot. Such a vector is loaded again where it is used, unless that happened shortly before:
// wazero would keep it in a register, or write it to the stack to load it from there.
type values struct {
	local  map[vector.Ref]uint32
	slot   map[vector.Ref]bool // those that are in their slot
	placed []bool              // those that can be read where the load does
	// made and last are, by vector, the instructions with whose code it is written, and its last use.
	made, last []int
	before     map[int][]vector.Ref // what is used in a part and behind it, by the part's If
	now        int                  // the instruction that is being written
	// overwritten has the loads whose place an instruction overwrites; late is what is handed on when the
	// guarded part ends.
	overwritten map[int][]int
	late        []vector.Ref
	recent      map[vector.Ref]recent
	// shadowed has, for each part that is being written, what recent was in front of it: behind the part,
	// locals that were set in it may be 0.
	shadowed [][]shadow
	pushed   int // vectors so far
}

// recent is a local with a copy of a vector in memory.
type recent struct {
	local uint32
	at    int // values.pushed at its last use
}

type shadow struct {
	r    vector.Ref
	copy recent
}

// A copy is used again if at most this many vectors have been pushed since its last use: of what is in a frame or
// a slot, and of a constant. Measured: shorter ones mean more loads, longer ones more copies in registers
// that wazero has to write to the stack.
const (
	reach         = 48
	constantReach = 200
)

func newValues(w *vwriter) values {
	n := len(w.Code.Instrs)
	v := values{
		local: map[vector.Ref]uint32{}, slot: map[vector.Ref]bool{}, placed: make([]bool, n),
		made: make([]int, n), last: make([]int, n), before: map[int][]vector.Ref{}, overwritten: w.Overwritten(),
		recent: map[vector.Ref]recent{},
	}
	escapes := w.Escaping()
	for i := range n {
		v.placed[i] = w.Code.Instrs[i].Kind == vector.Load && !escapes[i]
		v.made[i] = i
		if w.inline(vector.Ref(i)) || w.canWait(vector.Ref(i)) && !escapes[i] {
			v.made[i] = n
		}
	}
	for i := n - 1; i > 0; i-- {
		if !w.Counts(i) {
			continue
		}
		at := v.made[i]
		if at > i && w.Code.Instrs[at].Kind == vector.If {
			v.before[at] = append(v.before[at], vector.Ref(i))
		}
		w.Code.Args(&w.Code.Instrs[i], func(r vector.Ref) {
			v.last[r] = max(v.last[r], at)
			if v.made[r] > int(r) {
				v.made[r] = min(v.made[r], w.FirstAt(at, int(r)))
			}
		})
	}
	return v
}

// canWait reports whether a vector can be computed at its first use.
func (w *vwriter) canWait(r vector.Ref) bool {
	kind := w.Code.Instrs[r].Kind
	return kind != vector.Const && kind < vector.Serial && !w.handed(r)
}

// inline reports whether a vector is computed at its only use, or each time.
func (w *vwriter) inline(r vector.Ref) bool {
	return w.Code.Instrs[r].Kind == vector.Const || w.canWait(r) && w.Uses[r] == 1 && w.Part[r] == w.UserPart[r]
}

// handed reports whether later functions use a vector.
func (w *vwriter) handed(r vector.Ref) bool {
	_, ok := w.Slot[r]
	return ok
}

// waits reports whether a vector that can wait is still to be computed.
func (w *vwriter) waits(r vector.Ref) bool {
	_, done := w.local[r]
	return w.made[r] > int(r) && !done && !w.inline(r)
}

// ready computes what waits among a vector and those of which it is computed where it is used: that use
// is in code that may be skipped.
func (w *vwriter) ready(r vector.Ref) {
	switch {
	case w.waits(r):
		w.make(&w.Code.Instrs[r])
		w.keep(r)
	case w.inline(r):
		w.Code.Args(&w.Code.Instrs[r], w.ready)
	}
}

// nextFunction forgets the locals.
func (v *values) nextFunction() {
	clear(v.local)
	clear(v.recent)
}

// begin and end are called around code that may be skipped.
func (v *values) begin() { v.shadowed = append(v.shadowed, nil) }

func (v *values) end() {
	last := len(v.shadowed) - 1
	for i := len(v.shadowed[last]) - 1; i >= 0; i-- {
		s := v.shadowed[last][i]
		v.recent[s.r] = s.copy
	}
	v.shadowed = v.shadowed[:last]
}

func (v *values) setRecent(r vector.Ref, c recent) {
	if n := len(v.shadowed); n > 0 {
		v.shadowed[n-1] = append(v.shadowed[n-1], shadow{r, v.recent[r]})
	}
	v.recent[r] = c
}

// vector pushes a vector.
func (w *vwriter) vector(r vector.Ref) {
	w.pushed++
	if w.waits(r) {
		w.ready(r)
	}
	l, kept := w.local[r]
	switch {
	case kept:
		w.f.LocalGet(l)
	case w.placed[r] || w.slot[r] || w.constant(r):
		w.load(r)
	case w.inline(r):
		w.make(&w.Code.Instrs[r])
	default:
		panic("BUG: a vector is used before it is made")
	}
}

// load pushes a vector that is in memory.
func (w *vwriter) load(r vector.Ref) {
	c := w.recent[r]
	switch {
	case c.local > 0 && w.pushed-c.at <= w.reachOf(r):
		w.f.LocalGet(c.local)
	case w.placed[r] || w.constant(r):
		w.make(&w.Code.Instrs[r])
		c.local = w.copied(r)
	default:
		w.f.LocalGet(w.zero)
		w.f.VecMem(wasm.V128Load, w.slotAt(w.Slot[r]))
		c.local = w.copied(r)
	}
	c.at = w.pushed
	w.setRecent(r, c)
}

// constant reports whether a vector is a constant that wazero loads from memory.
func (w *vwriter) constant(r vector.Ref) bool {
	in := &w.Code.Instrs[r]
	return in.Kind == vector.Const && in.Lo|in.Hi != 0
}

// copied keeps the vector on the stack, which stays there, if it will be used again.
func (w *vwriter) copied(r vector.Ref) (local uint32) {
	if w.last[r] > w.now {
		local = w.f.Local(wasm.V128)
		w.f.LocalTee(local)
	}
	return local
}

// keep pops a new vector.
func (w *vwriter) keep(r vector.Ref) {
	w.local[r] = w.f.Local(wasm.V128)
	w.f.LocalSet(w.local[r])
	switch {
	case !w.handed(r):
	case w.Part[r] >= 0:
		w.late = append(w.late, r)
	default:
		w.handOn(r)
	}
}

// handOn puts a vector in its slot.
func (w *vwriter) handOn(r vector.Ref) {
	w.f.LocalGet(w.zero)
	w.f.LocalGet(w.local[r])
	w.f.VecMem(wasm.V128Store, w.slotAt(w.Slot[r]))
	w.setRecent(r, recent{w.local[r], w.pushed})
	w.slot[r] = true
	delete(w.local, r)
}

// rescue keeps the vector of a load, if it is used any more, before its place is overwritten.
func (w *vwriter) rescue(r vector.Ref) {
	if !w.placed[r] {
		return
	}
	if w.last[r] >= w.now {
		w.load(r)
		w.keep(r)
	}
	w.placed[r] = false
}

// reachOf is how far a copy of a vector reaches.
func (w *vwriter) reachOf(r vector.Ref) int {
	if w.constant(r) {
		return constantReach
	}
	return reach
}
