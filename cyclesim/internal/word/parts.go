package word

// Parts is the guarded parts of a program.
type Parts struct {
	Of  []int // the If of the part that an instruction is in, or -1; an If and its End are outside
	End []int // of an If
	// Escaping lists, by the If, the values of its part that are used behind it, but for constants.
	Escaping map[int][]Ref
	Escapes  []bool
}

// Parts finds the guarded parts.
func (p *Program) Parts() *Parts {
	n := len(p.Code)
	s := &Parts{Of: make([]int, n), End: make([]int, n), Escaping: map[int][]Ref{}, Escapes: make([]bool, n)}
	part := -1
	for i := range p.Code {
		in := &p.Code[i]
		if in.Op == End {
			s.End[part], part = i, -1
		}
		if s.Of[i] = part; in.Op == If {
			part = i
		}
		in.Args(func(r Ref) {
			of := s.Of[r]
			if of >= 0 && of != s.Of[i] && !s.Escapes[r] && p.Code[r].Op != Const {
				s.Escapes[r] = true
				s.Escaping[of] = append(s.Escaping[of], r)
			}
		})
	}
	return s
}
