package regalloc

// State is where values are at the start of a part that may be skipped.
type State struct {
	held []Value
	home []home // of these values
}

// Begin starts a part that may be skipped. Values that are made in it and used behind it must
// have slots (Reserve) and be stored there. In the part, no place of a value from in front of it
// may change.
func (a *Allocator) Begin() State {
	s := State{held: append([]Value(nil), a.held...), home: make([]home, len(a.held))}
	for r, v := range s.held {
		if v != noValue {
			s.home[r] = a.home[v]
		}
	}
	return s
}

// End ends the part at the present instruction: whether it was skipped or not, values are then
// where they were, and those of the part that are used later in their slots.
func (a *Allocator) End(s State) {
	a.read = true
	for r, v := range s.held {
		if v != noValue && a.Dies(v) {
			s.held[r] = noValue
		}
	}
	// A value that is in another register now has given up its own, so it is in memory.
	for r, v := range a.held {
		if v != noValue && s.held[r] != v {
			a.held[r], a.reg[v] = noValue, noReg
		}
	}
	for r, v := range s.held {
		if v == noValue {
			continue
		}
		if a.held[r] != v {
			a.target.Load(r, v, a.Slot(v))
			a.held[r], a.reg[v] = v, int8(r)
		}
		if s.home[r] == nowhere {
			a.freeSlot(v) // it was stored in the part only
		}
	}
}
