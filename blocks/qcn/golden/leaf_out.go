package golden

import "math/big"

// LeafOutIn are the inputs of the output side of a server port.
type LeafOutIn struct {
	Phase               int
	Own                 int
	CellValid           []bool
	CellHeader          []uint64
	DownValid, DownHead []bool
	DownHeader          []uint64
	DownData            []*big.Int
	PauseValid          bool
	PauseData           *big.Int
	CNMValid            bool     `port:"cnm_valid"`
	CNMData             *big.Int `port:"cnm_data"`
	Stop                []bool
}

// LeafOutOut are its outputs.
type LeafOutOut struct {
	Ready       bool
	Start, Skip []bool
	ReqValid    bool
	ReqSrc      int `valid:"ReqValid"`
	ReqPrio     int `valid:"ReqValid"`
	GrantValid  bool
	GrantDst    int `valid:"GrantValid"`
	GrantPrio   int `valid:"GrantValid"`
	GrantPlace  int `valid:"GrantValid"`
	FreeValid   bool
	FreePrio    int `valid:"FreeValid"`
	PauseReady  bool
	CNMReady    bool `port:"cnm_ready"`
	TxValid     bool
	TxHead      bool
	TxTail      bool
	TxData      *big.Int `valid:"TxValid"`
	ArrValid    bool
	ArrPrio     int `valid:"ArrValid"`
	ArrLength   int `valid:"ArrValid"`
	ArrSrc      int `valid:"ArrValid"`
	ArrDst      int `valid:"ArrValid"`
	DepValid    bool
	DepPrio     int `valid:"DepValid"`
	DepLength   int `valid:"DepValid"`
	Lost        bool
}

// LeafOutIn and LeafOutOut with lanes of the right number.
func (p FabricParams) LeafOutIn() LeafOutIn {
	return LeafOutIn{
		CellValid: make([]bool, p.Spines), CellHeader: make([]uint64, p.Spines), DownValid: make([]bool, p.Spines), DownHead: make([]bool, p.Spines),
		DownHeader: make([]uint64, p.Spines), DownData: make([]*big.Int, p.Spines), Stop: make([]bool, p.Prios),
	}
}

func (p FabricParams) LeafOutOut() LeafOutOut {
	return LeafOutOut{Start: make([]bool, p.Spines), Skip: make([]bool, p.Spines)}
}

// outPlace is a place of the output buffer.
type outPlace struct {
	cells    int
	complete bool
	length   int
	beats    map[int]*big.Int
}

// LeafOut is the output side of a server port.
type LeafOut struct {
	p              FabricParams
	cleared        int
	messages, data circle
	prios          circle
	from           int // downlink whose cell comes in this slot, -1: none
	cell           CellHeader
	places         [][]*outPlace // by priority
	oldest         []int
	notices        *fifo[*big.Int]

	tokens  int       // bytes of the wire that may be sent: a frame starts at 0 or more
	sending *outFrame // the frame on the link
}

// outFrame is a frame on the server link. The last cell of it may still be on its way
// when it starts, so beats are looked up when they are due.
type outFrame struct {
	control  bool
	prio     int
	length   int
	at       int // beat
	contents map[int]*big.Int
}

func (f *outFrame) last() bool { return f.at+1 == ceil(f.length, beatBytes) }

// noticeDepth is the number of CNMs from the fabric that wait.
const noticeDepth = 16

// NewLeafOut makes the output side after reset.
func NewLeafOut(p FabricParams) *LeafOut {
	m := &LeafOut{
		p: p, messages: newCircle(p.Spines), data: newCircle(p.Spines), prios: newCircle(p.Prios), from: -1,
		oldest: make([]int, p.Prios), notices: newFIFO[*big.Int](noticeDepth), tokens: beatBytes,
	}
	for range p.Prios {
		list := make([]*outPlace, p.Places)
		for i := range list {
			list[i] = &outPlace{beats: map[int]*big.Int{}}
		}
		m.places = append(m.places, list)
	}
	return m
}

// pick is the downlink whose turn it is among those with a cell of these kinds for
// this port.
func (m *LeafOut) pick(c circle, in LeafOutIn, kinds ...int) int {
	mask := 1<<m.p.portBits() - 1
	return c.pick(func(d int) bool {
		h := HeaderOf(in.CellHeader[d])
		return in.CellValid[d] && h.Dst&mask == in.Own&mask && (h.Kind == kinds[0] || h.Kind == kinds[1])
	})
}

// sweep is the number of cycles after reset in which the places are cleared.
func (m *LeafOut) sweep() int {
	n := m.p.Places
	for k := 1; k < m.p.Prios; k *= 2 {
		n *= 2
	}
	return n
}

// starts tells what starts on the server link: "", "pause", "cnm", "notice", or "frame"
// of a priority.
func (m *LeafOut) starts(in LeafOutIn) (what string, prio int) {
	if m.tokens < 0 || m.sending != nil && !m.sending.last() {
		return "", 0
	}
	switch {
	case in.PauseValid:
		return "pause", 0
	case in.CNMValid:
		return "cnm", 0
	case m.notices.ready():
		return "notice", 0
	}
	k := m.prios.pick(func(k int) bool { return m.places[k][m.oldest[k]].complete && !in.Stop[k] })
	if k < 0 {
		return "", 0
	}
	return "frame", k
}

// Out are the outputs for these inputs.
func (m *LeafOut) Out(in LeafOutIn) LeafOutOut {
	out := m.p.LeafOutOut()
	out.Ready = m.cleared >= m.sweep()
	if in.Phase == 0 {
		if d := m.pick(m.data, in, CellData, CellCNM); d >= 0 {
			out.Start[d] = true
		}
	}
	if in.Phase == 2 {
		if d := m.pick(m.messages, in, CellRequest, CellGrant); d >= 0 {
			out.Skip[d] = true
			h := HeaderOf(in.CellHeader[d])
			if h.Kind == CellRequest {
				out.ReqValid, out.ReqSrc, out.ReqPrio = true, h.Src, h.Prio
			} else {
				out.GrantValid, out.GrantDst, out.GrantPrio, out.GrantPlace = true, h.Src, h.Prio, h.Place
			}
		}
		if m.from >= 0 && m.cell.Kind == CellData && m.place().cells+1 == ceil(m.cell.Length, unitBytes) {
			out.ArrValid, out.ArrPrio, out.ArrLength, out.ArrSrc, out.ArrDst = true, m.cell.Prio, m.cell.Length, m.cell.Src, in.Own
		}
	}
	out.Lost = m.from >= 0 && in.DownValid[m.from] && m.cell.Kind == CellCNM && len(m.notices.words) == noticeDepth
	what, _ := m.starts(in)
	out.PauseReady, out.CNMReady = what == "pause", what == "cnm"
	if f := m.sending; f != nil {
		out.TxValid, out.TxHead, out.TxTail, out.TxData = true, f.at == 0, f.last(), f.contents[f.at]
		if f.last() && !f.control {
			out.FreeValid, out.FreePrio = true, f.prio
			out.DepValid, out.DepPrio, out.DepLength = true, f.prio, f.length
		}
	}
	return out
}

func (m *LeafOut) place() *outPlace { return m.places[m.cell.Prio][m.cell.Place] }

// Complete tells whether a place holds a complete frame that waits.
func (m *LeafOut) Complete(prio, place int) bool { return m.places[prio][place].complete }

// Step is one clock cycle.
func (m *LeafOut) Step(in LeafOutIn) LeafOutOut {
	out := m.Out(in)
	m.send(in)
	m.receive(in, out)
	if in.Phase == 2 {
		if d := m.pick(m.messages, in, CellRequest, CellGrant); d >= 0 {
			m.messages.last = d
		}
	}
	m.notices.tick()
	m.cleared++
	return out
}

func (m *LeafOut) receive(in LeafOutIn, out LeafOutOut) {
	if m.from >= 0 && in.DownValid[m.from] {
		data := in.DownData[m.from]
		switch {
		case m.cell.Kind == CellData:
			m.place().beats[m.cell.Index*unitBeats+(in.Phase+3)%4] = data
		case !out.Lost:
			m.notices.push(data)
		}
	}
	if m.from >= 0 && m.cell.Kind == CellData && in.Phase == 2 {
		p := m.place()
		p.cells++
		if out.ArrValid {
			p.complete, p.cells, p.length = true, 0, m.cell.Length
		}
	}
	if in.Phase == 0 {
		m.from = m.pick(m.data, in, CellData, CellCNM)
		if m.from >= 0 {
			m.data.last = m.from
			m.cell = HeaderOf(in.CellHeader[m.from])
		}
	}
}

// send is the transmitter.
func (m *LeafOut) send(in LeafOutIn) {
	what, prio := m.starts(in)
	if m.sending != nil {
		m.sending.at++
		if m.sending.at == ceil(m.sending.length, beatBytes) {
			m.sending = nil
		}
	}
	control := func(beat *big.Int) *outFrame {
		return &outFrame{control: true, length: beatBytes, contents: map[int]*big.Int{0: beat}}
	}
	switch what {
	case "":
		m.tokens = min(m.tokens+beatBytes, beatBytes)
		return
	case "pause":
		m.sending = control(in.PauseData)
	case "cnm":
		m.sending = control(in.CNMData)
	case "notice":
		m.sending = control(m.notices.pop())
	case "frame":
		m.prios.last = prio
		p := m.places[prio][m.oldest[prio]]
		m.sending = &outFrame{prio: prio, length: p.length, contents: p.beats}
		p.complete = false
		m.oldest[prio] = (m.oldest[prio] + 1) % m.p.Places
	}
	m.tokens += beatBytes - (m.sending.length + 20)
}
