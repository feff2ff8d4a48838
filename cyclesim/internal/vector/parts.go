package vector

// Parts says how guarded parts are nested.
type Parts struct {
	Part []int // the innermost part around each instruction: its If, or -1
	Ends []int // of an If, its End
}

// FindParts finds the guarded parts of n instructions of those kinds.
func FindParts(n int, kind func(i int) Kind) Parts {
	p := Parts{make([]int, n), make([]int, n)}
	open := []int{-1}
	for i := range n {
		if kind(i) == End {
			p.Ends[open[len(open)-1]] = i
			open = open[:len(open)-1]
		}
		p.Part[i] = open[len(open)-1]
		if kind(i) == If {
			open = append(open, i)
		}
	}
	return p
}

// Inside reports whether an instruction is in a part, -1 for the whole program.
func (p *Parts) Inside(part, i int) bool { return part == -1 || part < i && i < p.Ends[part] }

// Outermost is the outermost part around instruction i that is not around j; -1 if there is none.
func (p *Parts) Outermost(i, j int) int {
	found := -1
	for part := p.Part[i]; !p.Inside(part, j); part = p.Part[part] {
		found = part
	}
	return found
}

// FirstAt is where what instruction j makes has to exist, at the latest, to be used by i: there, or at the
// If of a part that is not around j.
func (p *Parts) FirstAt(i, j int) int {
	if part := p.Outermost(i, j); part >= 0 {
		return part
	}
	return i
}

// Escaping finds the vectors of parts that are used after them.
func (w *Chunks) Escaping() []bool {
	escapes := make([]bool, len(w.Code.Instrs))
	for i := range w.Code.Instrs {
		if w.Counts(i) {
			w.Code.Args(&w.Code.Instrs[i], func(r Ref) {
				if !w.Inside(w.Part[r], i) {
					escapes[r] = true
				}
			})
		}
	}
	return escapes
}

// StateOf is the state that an instruction accesses, and whether it writes it; 0 if it accesses nothing
// that changes.
func (c *Code) StateOf(in *Instr) (state int32, writes bool) {
	switch in.Kind {
	case Load:
		return in.State, false
	case Store:
		return in.State, true
	case Scatter:
		return c.Scatters[in.K].State, true
	case Call:
		return Foreign, true
	}
	return 0, false
}

// Overwritten lists, by the step of a program of n steps that has StateOf, the loads whose place has something
// else from there on. FirstAt is as that of Parts: a step that is skipped or not counts for the loads in front
// of its part at the If.
func Overwritten(n int, stateOf func(i int) (state int32, writes bool), firstAt func(i, j int) int) map[int][]int {
	at := map[int][]int{}
	loads := map[int32][]int{}
	for i := range n {
		state, writes := stateOf(i)
		switch {
		case state == 0:
		case !writes:
			loads[state] = append(loads[state], i)
		default:
			for _, load := range loads[state] {
				when := firstAt(i, load)
				at[when] = append(at[when], load)
			}
			delete(loads, state)
		}
	}
	return at
}

// Overwritten is that for the instructions.
func (w *Chunks) Overwritten() map[int][]int {
	return Overwritten(len(w.Code.Instrs), func(i int) (int32, bool) {
		if !w.Counts(i) {
			return 0, false
		}
		return w.Code.StateOf(&w.Code.Instrs[i])
	}, w.FirstAt)
}
