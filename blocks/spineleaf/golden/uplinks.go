package golden

import "math/big"

// meter limits links between leaves and spines.
type meter struct {
	p       FabricParams
	credits []int
	owed    []int
	excess  []bool // a credit came back while all were there, in the cycle before
}

func newMeter(p FabricParams, links int) *meter {
	m := &meter{p: p, owed: make([]int, links), excess: make([]bool, links)}
	for range links {
		m.credits = append(m.credits, p.Cells)
	}
	return m
}

// gain is what a link may send in four cycles, in bytes times rate_den times spines.
func (m *meter) gain() int { return 4 * beatBytes * m.p.RateNum * m.p.Ports }

func (m *meter) ready(link int) bool { return m.credits[link] > 0 && m.owed[link] < m.gain() }

// step is one clock cycle: which links have a cell in this slot, told in phase 2 with
// its beats, and which get a credit back.
func (m *meter) step(phase int, head []bool, beats []int, credit []bool) {
	for i := range m.owed {
		m.excess[i] = credit[i] && m.credits[i] == m.p.Cells
		if credit[i] && !m.excess[i] {
			m.credits[i]++
		}
		if head[i] {
			m.credits[i]--
		}
		if phase != 2 {
			continue
		}
		if head[i] {
			m.owed[i] += (cellBytes + beatBytes*beats[i]) * m.p.RateDen * m.p.Spines
		}
		m.owed[i] = max(m.owed[i]-m.gain(), 0)
	}
}

// UplinksIn are the inputs of the links of a leaf.
type UplinksIn struct {
	Phase               int
	Want                []bool
	Beats               []int
	CellValid, CellHead []bool
	CellHeader          []uint64
	CellData            []*big.Int
	MessageValid        []bool
	MessageHeader       []uint64
	MessagePath         []int
	Credit              []bool
}

// UplinksOut are their outputs.
type UplinksOut struct {
	Go           []bool
	MessageTaken []bool
	UpValid      []bool
	UpHead       []bool
	UpHeader     []uint64   `valid:"UpHead"`
	UpData       []*big.Int `valid:"UpDataKnown"`
	UpDataKnown  []bool     `port:"-"` // not in a message
	NoCredit     []bool
}

// UplinksIn and UplinksOut with lanes of the right number.
func (p FabricParams) UplinksIn() UplinksIn {
	n, s := p.Ports, p.Spines
	return UplinksIn{
		Want: make([]bool, n), Beats: make([]int, n), CellValid: make([]bool, n), CellHead: make([]bool, n),
		CellHeader: make([]uint64, n), CellData: make([]*big.Int, n),
		MessageValid: make([]bool, n), MessageHeader: make([]uint64, n), MessagePath: make([]int, n), Credit: make([]bool, s),
	}
}

// UplinksOut are outputs with lanes of the right number.
func (p FabricParams) UplinksOut() UplinksOut {
	n, s := p.Ports, p.Spines
	return UplinksOut{
		Go: make([]bool, n), MessageTaken: make([]bool, n), UpValid: make([]bool, s), UpHead: make([]bool, s),
		UpHeader: make([]uint64, s),
		UpData:   make([]*big.Int, s), UpDataKnown: make([]bool, s), NoCredit: make([]bool, s),
	}
}

// Uplinks are the links of a leaf.
type Uplinks struct {
	p        FabricParams
	links    *meter
	slot     int      // number of the slot
	messages []circle // of each uplink
	data     []circle // of each server port
	message  []int    // port whose message an uplink sends in this slot, -1: none
	cell     []int    // port whose cell it sends
	coming   []int    // the same of the slot before: its beats come
	header   []uint64 // of each port: the message in phase 1
}

// NewUplinks makes the links after reset.
func NewUplinks(p FabricParams) *Uplinks {
	m := &Uplinks{p: p, links: newMeter(p, p.Spines)}
	for range p.Spines {
		m.messages = append(m.messages, newCircle(p.Ports))
		m.message, m.cell, m.coming = append(m.message, -1), append(m.cell, -1), append(m.coming, -1)
	}
	m.header = make([]uint64, p.Ports)
	for range p.Ports {
		m.data = append(m.data, newCircle(p.Spines))
	}
	return m
}

// sender is the port whose message waits for an uplink and has its turn.
func (m *Uplinks) sender(in UplinksIn, link int) int {
	return m.messages[link].pick(func(port int) bool { return in.MessageValid[port] && in.MessagePath[port] == link })
}

// link is the uplink for the cell of a port, -1: none.
func (m *Uplinks) link(in UplinksIn, port int) int {
	if in.Phase != 0 || !in.Want[port] {
		return -1
	}
	return m.data[port].pick(func(link int) bool {
		return m.links.ready(link) && m.sender(in, link) < 0 && link%m.p.Ports == (port+m.slot)%m.p.Ports
	})
}

// Out are the outputs for these inputs.
func (m *Uplinks) Out(in UplinksIn) UplinksOut {
	out := m.p.UplinksOut()
	copy(out.NoCredit, m.links.excess)
	for port := range out.Go {
		out.Go[port] = m.link(in, port) >= 0
	}
	for link := range out.UpValid {
		if port := m.message[link]; port >= 0 && in.Phase == 1 {
			out.MessageTaken[port] = true
		}
		if port := m.message[link]; port >= 0 && in.Phase == 0 {
			out.UpValid[link], out.UpHead[link], out.UpHeader[link] = true, true, m.header[port]
		}
		if port := m.coming[link]; port >= 0 && in.CellValid[port] {
			out.UpValid[link], out.UpHead[link], out.UpHeader[link] = true, in.CellHead[port], in.CellHeader[port]
			out.UpData[link], out.UpDataKnown[link] = in.CellData[port], true
		}
	}
	return out
}

// Step is one clock cycle.
func (m *Uplinks) Step(in UplinksIn) UplinksOut {
	out := m.Out(in)
	if in.Phase == 3 {
		m.coming = m.cell
	}
	if in.Phase == 1 {
		copy(m.header, in.MessageHeader)
	}
	if in.Phase == 0 {
		message, cell := make([]int, m.p.Spines), make([]int, m.p.Spines)
		for link := range message {
			message[link], cell[link] = -1, -1
			if port := m.sender(in, link); port >= 0 && m.links.ready(link) {
				message[link] = port
			}
		}
		for port := range m.data {
			if link := m.link(in, port); link >= 0 {
				cell[link] = port
				m.data[port].last = link
			}
		}
		for link, port := range message {
			if port >= 0 {
				m.messages[link].last = port
			}
		}
		m.message, m.cell = message, cell
		m.slot++
	}
	begun, beats := make([]bool, m.p.Spines), make([]int, m.p.Spines)
	for link, port := range m.cell {
		begun[link] = in.Phase == 2 && (port >= 0 || m.message[link] >= 0)
		if port >= 0 {
			beats[link] = in.Beats[port]
		}
	}
	m.links.step(in.Phase, begun, beats, in.Credit)
	return out
}
