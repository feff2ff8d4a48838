package golden

// SourceIn are the inputs of the source.
type SourceIn struct {
	Now         uint32
	Rate        []int
	Start, Stop []uint32
	Length      []int
	OfferReady  []bool
}

// SourceOut are its outputs.
type SourceOut struct {
	OfferValid bool
	OfferFlow  int `valid:"OfferValid"`
}

// Source makes the frames of a server.
type Source struct {
	p       ServerParams
	account []int  // of each flow, thousandths of a byte
	wire    []int  // of a frame, from the lengths of the cycle before
	cost    []int  // of a frame, from those of two cycles before
	active  []bool // in the cycle before
	offers  bool
	flow    int
}

// NewSource makes a source without frames.
func NewSource(p ServerParams) *Source {
	return &Source{p: p, account: make([]int, p.Flows), wire: make([]int, p.Flows), cost: make([]int, p.Flows),
		active: make([]bool, p.Flows)}
}

// Offer is what the source offers in this cycle.
func (m *Source) Offer() SourceOut { return SourceOut{m.offers, m.flow} }

// Step is one clock cycle.
func (m *Source) Step(in SourceIn) SourceOut {
	out := m.Offer()
	moves := !m.offers || in.OfferReady[m.flow]
	chosen := -1
	for f := range m.account {
		active := m.active[f]
		m.active[f] = in.Rate[f] > 0 && in.Start[f] <= in.Now && in.Now < in.Stop[f]
		switch {
		case !active:
			m.account[f] = 0
		case moves:
			if chosen < 0 && m.account[f] >= 0 {
				chosen = f
				m.account[f] -= m.cost[f]
			}
			m.account[f] += 64 * in.Rate[f]
		}
		m.cost[f], m.wire[f] = 1000*m.wire[f], m.p.Wire(in.Length[f])
	}
	if moves {
		m.offers = chosen >= 0
		if m.offers {
			m.flow = chosen
		}
	}
	return out
}
