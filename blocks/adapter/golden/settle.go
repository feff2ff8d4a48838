package golden

// settlement is a flow of which no segment before seq comes any more.
type settlement struct {
	busy      bool
	node, seq int

	// In the parser, which enters it path by path.
	path  int
	waits bool // the path has its number in the next cycle without a word
	done  bool // all paths have; for a cycle
}

// Settling reports whether a flow is being settled.
func (r *Parser) Settling() bool { return r.settled.busy || r.settled.done }

// Settling reports whether places of a flow are to pass.
func (e *Egress) Settling() bool { return e.settled.busy || e.left > 0 }

// settle moves the numbers of a flow's paths on. It reports whether one skips a segment.
func (r *Parser) settle(in ParserIn) (skips bool) {
	s := &r.settled
	word := in.RxValid || r.word.RxValid && r.word.RxHead && r.word.RxTail
	s.done = false
	switch {
	case in.SettleValid:
		*s = settlement{busy: true, node: in.SettleNode, seq: in.SettleSeq}
	case s.busy && !s.waits:
		s.waits = true
	case s.busy && !word:
		const all = 1 << seqBits
		first := s.seq
		for (first+s.node+in.Node)%r.p.Paths != s.path {
			first++
		}
		ahead := (first - r.Due(s.node, in.Node, s.path) + all) % all
		if ahead < all/2 {
			r.next[s.node][s.path] = first % all
		}
		s.path++
		s.waits, s.done = false, s.path == r.p.Paths
		s.busy = !s.done
		return ahead > 0 && ahead < all/2
	}
	return false
}

// settle counts the places of the flow that pass, a cycle late; moved says that one of the chosen
// flow does in this cycle.
func (e *Egress) settle(moved bool) {
	own := e.passed == e.settled.node
	e.passed = -1
	if moved {
		e.passed = e.chosen
	}
	if e.settled.busy {
		const all = 1 << seqBits
		e.settled.busy = false
		passed := e.sources[e.settled.node].moved - bit(own) - bit(e.passed == e.settled.node)
		if e.left = (e.settled.seq - passed%all + all) % all; e.left >= all/2 {
			e.left = 0
		}
	}
	if own && e.left > 0 {
		e.left--
	}
}
