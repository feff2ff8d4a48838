package aig

// Sequential is a circuit in which all state begins with 0, with questions about it: what model checkers take.
type Sequential struct {
	*Graph
	Latches []Latch
	// Inputs are the words that may have any value in each cycle, as in the circuit; First the values with which
	// registers begin that may begin with any, of which the first cycle counts.
	Inputs []Named
	First  []Named

	copier *Copier
}

// Sequential is the circuit with latches. A register that begins with 1 is kept inverted; for one that begins with
// any value there are inputs that it has in the first cycle.
func (c *Circuit) Sequential() *Sequential {
	s := &Sequential{Graph: New()}
	s.copier = c.Copier(s.Graph)
	for _, x := range c.Inputs {
		s.Inputs = append(s.Inputs, s.fresh(x))
	}
	for _, x := range c.Open {
		s.fresh(x)
	}
	begun := s.Input()
	s.Latches = append(s.Latches, Latch{Now: begun, Next: True})
	inverted := make([][]bool, len(c.Registers))
	firsts := map[*Register]Word{}
	for i, r := range c.Registers {
		now := s.Word(len(r.Now))
		inverted[i] = make([]bool, len(now))
		for b, l := range now {
			s.Latches = append(s.Latches, Latch{Now: l})
			inverted[i][b] = r.Start != nil && r.Start.Bit(b) == 1
			now[b] = l.xor(inverted[i][b])
		}
		if r.Start == nil {
			first, ok := firsts[r.Like]
			if !ok {
				first = s.Word(len(now))
				s.First = append(s.First, Named{r.Name, first})
			}
			firsts[r] = first
			now = s.MuxWord(begun, now, first)
		}
		s.copier.SetWord(r.Now, now)
	}
	at := 1
	for i, r := range c.Registers {
		for b, l := range r.Next {
			s.Latches[at].Next = s.copier.Lit(l).xor(inverted[i][b])
			at++
		}
	}
	return s
}

func (s *Sequential) fresh(x Named) Named {
	as := Named{x.Name, s.Word(len(x.Bits))}
	s.copier.SetWord(x.Bits, as.Bits)
	return as
}

// Of is a literal of the circuit.
func (s *Sequential) Of(l Lit) Lit { return s.copier.Lit(l) }

// Always is a new latch that tells whether a literal was 1 in all cycles before the present one.
func (s *Sequential) Always(l Lit) Lit {
	broken := s.Input()
	s.Latches = append(s.Latches, Latch{Now: broken, Next: s.Or(broken, l.Not())})
	return broken.Not()
}

// File is the file of questions, whether a literal can ever be 1, with the latches that they depend on.
func (s *Sequential) File(questions ...Lit) *Aiger {
	next := map[int]int{}
	for i, l := range s.Latches {
		next[l.Now.Node()] = i
	}
	seen := make([]bool, s.Nodes())
	needed := make([]bool, len(s.Latches))
	var stack []int
	for _, q := range questions {
		stack = append(stack, q.Node())
	}
	for len(stack) > 0 {
		n := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		if seen[n] {
			continue
		}
		seen[n] = true
		if a, b, gate := s.Gate(n); gate {
			stack = append(stack, a.Node(), b.Node())
		} else if i, ok := next[n]; ok {
			needed[i] = true
			stack = append(stack, s.Latches[i].Next.Node())
		}
	}
	f := &Aiger{Outputs: questions}
	for i, l := range s.Latches {
		if needed[i] {
			f.Latches = append(f.Latches, l)
		}
	}
	return f
}
