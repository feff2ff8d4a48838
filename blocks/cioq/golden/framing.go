package golden

import "math/big"

// Verdict is what a link of beat mode makes of the pins of a cycle.
type Verdict struct {
	Stored   bool // the beat belongs to a segment that is taken
	Last     bool // it is the segment's last one, although its tail may be missing
	Bad      bool // with Last: the segment is damaged
	Cut      bool // the segment of the beat of the cycle before does not go on
	OnlyHead bool // with Cut: nothing has come of it but the head
	NoHead   bool // beats of no segment
	Long     bool // with Last: there was no tail
	Marked   bool // with Last: it came in as bad
}

// Framing follows the segments of beat mode at the pins of a receiver that always takes.
type Framing struct{ g *guard }

// NewFraming makes it.
func NewFraming() *Framing {
	g := newGuard(Params{Ports: 2, Data: 65})
	return &Framing{g}
}

// Step judges the pins of a cycle.
func (f *Framing) Step(b Beat) Verdict {
	f.g.credits = 1
	b.Data = new(big.Int)
	v := f.g.step(b)
	return Verdict{Stored: v.stored, Last: v.last, Bad: v.bad, Cut: v.cut, OnlyHead: v.cut && f.g.only,
		NoHead: v.error[NoHead], Long: v.error[Long], Marked: v.error[Marked]}
}
