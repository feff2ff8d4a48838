package golden

import (
	"math/big"

	link "culprit.example/culprit/blocks/link/golden"
)

// SpineIn are the inputs of a spine.
type SpineIn struct {
	UpValid, UpHead []bool
	UpHeader        []uint64
	UpData          []*big.Int
	UpBad           []bool
	DownCredit      []bool
	ErrClear        []bool
}

// SpineOut are its outputs.
type SpineOut struct {
	UpCredit      []bool
	DownValid     []bool
	DownHead      []bool
	DownHeader    []uint64   `valid:"DownHead"`
	DownData      []*big.Int `valid:"DownDataKnown"`
	DownDataKnown []bool     `port:"-"` // not in a message
	DownBad       []bool     `valid:"DownValid"`
	ErrSeen       []int
	ErrCounts     []uint32
}

// SpineIn and SpineOut with lanes of the right number.
func (p FabricParams) SpineIn() SpineIn {
	n := p.Leaves
	return SpineIn{UpValid: make([]bool, n), UpHead: make([]bool, n), UpHeader: make([]uint64, n),
		UpData: make([]*big.Int, n), UpBad: make([]bool, n), DownCredit: make([]bool, n), ErrClear: make([]bool, n)}
}

// SpineOut are outputs with lanes of the right number.
func (p FabricParams) SpineOut() SpineOut {
	n := p.Leaves
	return SpineOut{
		UpCredit: make([]bool, n), DownValid: make([]bool, n), DownHead: make([]bool, n), DownHeader: make([]uint64, n),
		DownData: make([]*big.Int, n), DownDataKnown: make([]bool, n), DownBad: make([]bool, n),
		ErrSeen: make([]int, n), ErrCounts: make([]uint32, n*FabricCauses),
	}
}

// Spine is a switch of cells.
type Spine struct {
	p       FabricParams
	cycle   int
	in, out []*CellBuffer
	turns   []circle // of each output
	next    []int    // input that an output takes a cell from in the next slot, -1: none
	from    []int    // the same for the beats that come, a cycle after the slot's begin
	links   *meter
	guards  []*CellGuard
	errors  []*link.Errors
}

// NewSpine makes a spine after reset.
func NewSpine(p FabricParams) *Spine {
	m := &Spine{p: p, links: newMeter(p, p.Leaves)}
	for range p.Leaves {
		at := p
		at.AtLeaf = 0
		m.guards, m.errors = append(m.guards, NewCellGuard(at)), append(m.errors, link.NewErrors(FabricCauses, p.ErrorBits))
		m.in, m.out = append(m.in, NewCellBuffer(p.Cells)), append(m.out, NewCellBuffer(p.Cells))
		m.turns, m.from, m.next = append(m.turns, newCircle(p.Leaves)), append(m.from, -1), append(m.next, -1)
	}
	return m
}

// Out are the outputs, which depend on no input.
func (m *Spine) Out() SpineOut {
	out := m.p.SpineOut()
	for i := range m.in {
		out.UpCredit[i] = m.in[i].Out().Credit || m.guards[i].Owes()
		shown := m.errors[i].Registered()
		out.ErrSeen[i] = bitsOf(shown.Seen)
		copy(out.ErrCounts[i*FabricCauses:], shown.Counts)
		tx := m.out[i].Out()
		out.DownValid[i], out.DownHead[i], out.DownHeader[i] = tx.TxValid, tx.TxHead, tx.TxHeader
		out.DownBad[i] = tx.TxBad
		out.DownData[i], out.DownDataKnown[i] = tx.TxData, tx.TxValid && HeaderOf(tx.TxHeader).Beats > 0
	}
	return out
}

// chosen is the input that each output takes a cell from, -1: none.
func (m *Spine) chosen() []int {
	from := make([]int, m.p.Leaves)
	for o := range from {
		from[o] = m.turns[o].pick(func(i int) bool {
			c := m.in[i].Out()
			return c.CellValid && HeaderOf(c.CellHeader).Dst&(m.p.addresses()-1)>>m.p.portBits() == o && !m.out[o].Out().Full
		})
	}
	return from
}

// Step is one clock cycle.
func (m *Spine) Step(in SpineIn) SpineOut {
	out := m.Out()
	phase := m.cycle % 4
	start := make([]bool, m.p.Leaves)
	crossed := make([]CellBufferIn, m.p.Leaves)
	for o, i := range m.from {
		if i < 0 {
			continue
		}
		c := m.in[i].Out()
		crossed[o] = CellBufferIn{RxValid: c.TxValid, RxHead: c.TxHead, RxHeader: c.TxHeader, RxData: c.TxData,
			RxBad: c.TxBad}
	}
	if phase == 0 {
		for o := range crossed {
			crossed[o].Start = m.out[o].Len() > 0 && m.links.ready(o)
		}
		for _, i := range m.next {
			if i >= 0 {
				start[i] = true
			}
		}
	}
	if phase == 1 {
		m.from = m.next
	}
	if phase == 3 {
		m.next = m.chosen()
		for o, i := range m.next {
			if i >= 0 {
				m.turns[o].last = i
			}
		}
	}
	for i := range m.in {
		g := m.guards[i].Step(CellGuardIn{RxValid: in.UpValid[i], RxHead: in.UpHead[i], RxHeader: in.UpHeader[i],
			RxData: in.UpData[i], RxBad: in.UpBad[i], Freed: m.in[i].Out().Credit})
		m.errors[i].Step(link.ErrorsIn{Errors: fabricEvents(g.Error, m.links.excess[i]), Clear: in.ErrClear[i]})
		m.in[i].Step(CellBufferIn{RxValid: g.OutValid, RxHead: g.OutHead, RxHeader: g.OutHeader, RxData: g.OutData,
			RxBad: g.OutBad, Start: start[i]})
		m.out[i].Step(crossed[i])
	}
	beats := make([]int, m.p.Leaves)
	for o, h := range out.DownHeader {
		beats[o] = HeaderOf(h).Beats
	}
	m.links.step(phase, out.DownHead, beats, in.DownCredit)
	m.cycle++
	return out
}

// fabricEvents are the errors of a port to the fabric: of its guard, and of its credits.
func fabricEvents(guard int, excess bool) []bool {
	events := make([]bool, FabricCauses)
	for c := range NoCredit {
		events[c] = guard>>c&1 == 1
	}
	events[NoCredit] = excess
	return events
}

// bitsOf are flags as bits.
func bitsOf(flags []bool) (bits int) {
	for i, on := range flags {
		if on {
			bits |= 1 << i
		}
	}
	return bits
}
