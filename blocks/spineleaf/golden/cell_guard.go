package golden

import "math/big"

// Causes of errors at a port to the fabric, bits of an error; the first three are NoHead, Cut and
// Long.
const (
	BadRoute = iota + NoRoute
	BadHeader
	CellRoom
	NoCredit
	FabricCauses
)

// FabricCauseNames are the names of the causes.
var FabricCauseNames = []string{"no_head", "cut", "long", "no_route", "bad_header", "no_room", "no_credit"}

// CellGuardIn are the inputs of the guard of a fabric link.
type CellGuardIn struct {
	Own             int `port:",optional"`
	RxValid, RxHead bool
	RxHeader        uint64
	RxData          *big.Int
	RxBad           bool
	Freed           bool
}

// CellGuardOut are its outputs.
type CellGuardOut struct {
	OutValid, OutHead bool
	OutHeader         uint64   `valid:"OutHead"`
	OutData           *big.Int `valid:"OutValid"`
	OutBad            bool     `valid:"OutValid"`
	Credit            bool
	Error             int
}

// CellGuard lets cells through that keep to the rules.
type CellGuard struct {
	p       FabricParams
	to      int  // beats that are to come of the cell
	ended   bool // a cell has ended with the beat before
	skips   bool // beats up to the next head are dropped, and were counted
	credits int  // of the other end
	owed    int  // credits
	gives   int  // credits that are owed from the next cycle on
	errors  int  // of the cycle before
}

// NewCellGuard makes the guard after reset.
func NewCellGuard(p FabricParams) *CellGuard { return &CellGuard{p: p, credits: p.Cells} }

// Credits are those of the other end.
func (m *CellGuard) Credits() int { return m.credits }

// Owes reports whether a credit waits to go back.
func (m *CellGuard) Owes() bool { return m.owed > 0 }

// refuses is the cause for which a cell is dropped, -1 if there is none.
func (m *CellGuard) refuses(own int, h CellHeader) int {
	p := m.p
	if m.credits == 0 {
		return CellRoom
	}
	if !p.exists(h.Dst) || p.AtLeaf == 1 && h.Dst>>p.portBits() != own {
		return BadRoute
	}
	sound := h.Beats <= unitBeats
	if p.AtLeaf == 1 {
		parties, place := h.Prio < p.Prios && p.exists(h.Src), h.Place < p.Places
		switch h.Kind {
		case CellData:
			beats, units := ceil(h.Length, beatBytes), ceil(h.Length, unitBytes)
			sound = parties && place && units <= p.FrameUnits && h.Index < units &&
				h.Beats == min(unitBeats, beats-unitBeats*h.Index)
		case CellCNM:
			sound = h.Beats == 1
		case CellRequest:
			sound = parties && h.Beats == 0
		case CellGrant:
			sound = parties && place && h.Beats == 0
		}
	}
	if !sound {
		return BadHeader
	}
	return -1
}

// Step is one clock cycle.
func (m *CellGuard) Step(in CellGuardIn) CellGuardOut {
	out := CellGuardOut{OutHeader: in.RxHeader, OutData: in.RxData, OutBad: in.RxBad, Error: m.errors,
		Credit: in.Freed || m.owed > 0}
	m.errors = 0
	if m.owed > 0 && !in.Freed {
		m.owed--
	}
	m.owed += m.gives
	m.gives = 0
	was, gives := m.to, 0
	goesOn := m.to > 0 && in.RxValid && !in.RxHead
	if was > 0 && !goesOn {
		m.errors, m.to = 1<<Cut, 0
	}
	had := m.credits > 0
	ended := m.ended
	m.ended = false
	switch {
	case in.RxValid && in.RxHead:
		h := HeaderOf(in.RxHeader)
		why := m.refuses(in.Own, h)
		m.skips = why >= 0
		if why >= 0 {
			m.errors |= 1 << why
			if had {
				gives = 1
			}
			break
		}
		out.OutValid, out.OutHead = true, true
		m.credits--
		m.to = max(h.Beats-1, 0)
		m.ended = m.to == 0
	case goesOn:
		out.OutValid = true
		m.to--
		m.ended = m.to == 0
	case in.RxValid: // a beat of nobody
		if !m.skips && ended {
			m.errors |= 1 << Long
		} else if !m.skips {
			m.errors |= 1 << NoHead
			if had { // it is the rest of a cell that came with a credit
				gives = 1
			}
		}
		m.skips = true
	default:
		m.skips = m.skips || was > 0
	}
	m.credits -= gives
	m.gives = gives
	if out.Credit {
		m.credits = min(m.credits+1, m.p.Cells)
	}
	return out
}
