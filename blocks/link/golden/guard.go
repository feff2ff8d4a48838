package golden

import packet "culprit.example/culprit/blocks/packet/golden"

// What goes wrong at a port, as bits of its errors. The guard tells the first six.
const (
	NoHead = iota
	Cut
	Long
	NoRoute
	NoRoom
	Marked
	NoCredit
	NoName
	PortCauses
	Causes = NoCredit
)

// CauseNames are the causes of errors, by their bits.
var CauseNames = []string{"no_head", "cut", "long", "no_route", "no_room", "marked", "no_credit", "no_name"}

// GuardIn are the inputs of link_guard.
type GuardIn struct {
	Rx          packet.Beat `port:"rx_,prefix"`
	Freed       bool        `port:",optional"` // a slot is given back
	Room, NoWay bool        `port:",optional"` // without slots: is there a slot for the packet at the pins, and no way
}

// GuardOut are its outputs, all of which are registers.
type GuardOut struct {
	OutStart bool
	OutValid bool
	OutWord  int         `valid:"OutValid"`
	OutData  packet.Word `valid:"OutValid"`
	OutEnd   bool
	OutBad   bool `valid:"OutEnd"`
	OutLast  int  `valid:"OutEnd"`
	Error    []bool
	Credit   bool `port:",optional"`
}

// Guard follows a packet from its head to its end.
type Guard struct {
	ports, slots int

	beats    int  // of the packet that comes in; 0 between packets
	finished bool // its eop has come, although beats are missing
	known    bool // that beats without a packet come was told
	headless bool // they are of a packet whose head was lost
	credits  int  // that the other end has
	owed     int  // credits for packets that were dropped
	dropped  bool // in the cycle before: a packet that had a credit
	out      GuardOut
}

// NewGuard makes the guard of a switch with that many ports, 0 for an end node, and slots,
// 0 if it is told where there is room.
func NewGuard(ports, slots int) *Guard {
	return &Guard{ports: ports, slots: slots, credits: slots, out: GuardOut{Error: make([]bool, Causes)}}
}

// Registered are the outputs of this cycle.
func (g *Guard) Registered() GuardOut { return g.out }

// Step is one clock cycle.
func (g *Guard) Step(in GuardIn) GuardOut {
	now := g.out
	g.out = GuardOut{Error: make([]bool, Causes)}
	head := in.Rx.Valid && in.Rx.Sop
	switch belongs := in.Rx.Valid && !in.Rx.Sop && !g.finished; {
	case g.beats > 0 && !belongs: // the packet is not going on
		g.end(true)
		g.tell(Cut)
		g.known = true
	case g.beats > 0:
		g.store(in.Rx)
		switch {
		case g.beats < packet.Beats:
			g.finished = in.Rx.Eop
		case !in.Rx.Eop:
			g.end(true)
			g.tell(Long)
			g.known = true
		default:
			g.end(in.Rx.Bad)
			if in.Rx.Bad {
				g.tell(Marked)
			}
		}
	case in.Rx.Valid && !in.Rx.Sop && !g.known:
		g.tell(NoHead)
		g.known, g.headless = true, true
	}
	ended := g.headless && in.Rx.Valid && !in.Rx.Sop && in.Rx.Eop
	if ended || head {
		g.headless, g.known = false, false
	}
	if head {
		g.head(in)
	}
	dropped := g.out.Error[NoRoute] || ended && g.credits > 0
	if dropped {
		g.credits--
	}
	g.giveBack(in.Freed)
	g.dropped = dropped
	return now
}

// head begins a packet, or drops it.
func (g *Guard) head(in GuardIn) {
	g.known = true // of what is dropped
	room := in.Room
	if g.slots > 0 {
		room = g.credits > 0
	}
	switch {
	case !room:
		g.tell(NoRoom)
		return
	case !g.leads(packet.HeaderOf(in.Rx.Data)) || g.slots == 0 && in.NoWay:
		g.tell(NoRoute)
		return
	}
	g.credits--
	g.known, g.out.OutStart = false, true
	g.store(in.Rx)
	g.finished = in.Rx.Eop
}

// leads reports whether the turn of a header leads to another port. Its pointer must be at
// a turn, counted from the top.
func (g *Guard) leads(h packet.Header) bool {
	if g.ports == 0 {
		return true
	}
	bits := packet.TurnBits(g.ports)
	at := 30 - h.Tptr()
	return at >= 0 && at%bits == 0 && h.Tptr() >= bits-1 && packet.FirstTurn(h.Aligned(), bits) < g.ports-1
}

// store puts a beat out.
func (g *Guard) store(b packet.Beat) {
	g.out.OutValid, g.out.OutWord, g.out.OutData = true, g.beats, b.Data
	g.beats++
}

// end ends the packet.
func (g *Guard) end(bad bool) {
	g.out.OutEnd, g.out.OutBad, g.out.OutLast = true, bad, g.beats-1
	g.beats, g.finished = 0, false
}

func (g *Guard) tell(cause int) { g.out.Error[cause] = true }

// giveBack sends a credit for a slot, or else for a packet that was dropped although it had
// a credit.
func (g *Guard) giveBack(freed bool) {
	if g.slots == 0 {
		return
	}
	switch {
	case freed:
		g.out.Credit = true
	case g.owed > 0:
		g.out.Credit = true
		g.owed--
	}
	if g.out.Credit {
		g.credits++
	}
	if g.dropped {
		g.owed++
	}
}
