package golden

// What goes wrong at a port, as bits of its errors. The input tells the first six.
const (
	NoHead = iota
	Cut
	Long
	NoRoute
	NoRoom
	Marked
	NoCredit
	Causes
)

// CauseNames are the causes of errors, by their bits.
var CauseNames = []string{"no_head", "cut", "long", "no_route", "no_room", "marked", "no_credit"}

// verdict is what the receiving end of a link makes of the pins of a cycle.
type verdict struct {
	stored bool // the beat belongs to a segment that is taken
	last   bool // it is the segment's last one, although its tail may be missing
	bad    bool // with last: the segment is damaged
	cut    bool // the segment to which the beat of the cycle before belongs does not go on
	error  [NoCredit]bool
}

// guard follows the segments at the pins of a link, whatever comes.
type guard struct {
	p        Params
	beats    int  // of the segment that comes in; 0 between segments
	finished bool // its head was a tail, too
	known    bool // that beats without a segment come was told
	headless bool // they are of a segment whose head was lost
	credits  int  // that the other end has
	dropped  int  // segments that had a credit and were dropped in this cycle
	only     bool // what was cut last was nothing but a head
}

func newGuard(p Params) *guard { return &guard{p: p, credits: p.SlotsIn} }

// step judges the pins of a cycle.
func (g *guard) step(rx Beat) verdict {
	g.dropped = 0
	if g.p.Cells() {
		return g.cell(rx)
	}
	var v verdict
	head := rx.Valid && rx.Head
	switch {
	case g.beats > 0 && (!rx.Valid || rx.Head || g.finished):
		v.cut, v.error[Cut] = true, true
		if g.only = g.beats == 1; g.only {
			g.dropped++
		}
		g.beats, g.finished, g.known = 0, false, true
	case g.beats > 0:
		g.beats++
		v.stored = true
		switch {
		case rx.Tail:
			v.last, v.bad, v.error[Marked] = true, rx.Bad, rx.Bad
			g.beats = 0
		case g.beats == 33:
			v.last, v.bad, v.error[Long] = true, true, true
			g.beats, g.known = 0, true
		}
		return v
	case rx.Valid && !rx.Head && !g.known:
		v.error[NoHead] = true
		g.known, g.headless = true, true
	}
	if g.headless && rx.Valid && !rx.Head && rx.Tail {
		g.known, g.headless = false, false
		g.dropOne()
	}
	if head {
		g.headless = false
		g.head(rx, &v)
	}
	return v
}

// head begins a segment, or drops it.
func (g *guard) head(rx Beat, v *verdict) {
	g.known = true // of what is dropped
	switch {
	case g.credits == 0:
		v.error[NoRoom] = true
		return
	case g.p.turn(rx.Data) >= g.p.Ports:
		v.error[NoRoute] = true
		g.dropOne()
		return
	}
	g.credits--
	g.beats, g.finished, g.known = 1, rx.Tail, false
	v.stored = true
}

// cell judges a word of a link in cell mode.
func (g *guard) cell(rx Beat) (v verdict) {
	switch {
	case !rx.Valid:
	case !rx.Head:
		v.error[NoHead] = true
		g.dropOne()
	case !rx.Tail:
		v.error[Long] = true
		g.dropOne()
	default:
		g.head(rx, &v)
		v.last = v.stored
	}
	return v
}

// dropOne drops a segment, which had a credit if there is one at the other end.
func (g *guard) dropOne() {
	if g.credits > 0 {
		g.credits--
		g.dropped++
	}
}
