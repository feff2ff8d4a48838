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
	DownBad             []bool
	PauseValid          bool
	PauseData           *big.Int
	CNMValid            bool     `port:"cnm_valid"`
	CNMData             *big.Int `port:"cnm_data"`
	Taken               []bool
	Stop                []bool
	Discard             []bool `port:",optional"`
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
	TxBad       bool
	ArrValid    bool
	ArrPrio     int `valid:"ArrValid"`
	ArrLength   int `valid:"ArrValid"`
	ArrSrc      int `valid:"ArrValid"`
	ArrDst      int `valid:"ArrValid"`
	DepValid    bool
	DepPrio     int `valid:"DepValid"`
	DepLength   int `valid:"DepValid"`
	Lost        bool
	Missing     bool
	Waits       []bool `port:",optional"`
	Dropped     []bool `port:",optional"`
}

// LeafOutIn and LeafOutOut with lanes of the right number.
func (p FabricParams) LeafOutIn() LeafOutIn {
	in := LeafOutIn{
		CellValid: make([]bool, p.Spines), CellHeader: make([]uint64, p.Spines), DownValid: make([]bool, p.Spines),
		DownHead:   make([]bool, p.Spines),
		DownHeader: make([]uint64, p.Spines), DownData: make([]*big.Int, p.Spines), DownBad: make([]bool, p.Spines),
		Stop: make([]bool, p.Prios), Taken: make([]bool, p.Prios),
	}
	if p.StormDetect > 0 {
		in.Discard = make([]bool, p.Prios)
	}
	return in
}

// LeafOutOut are outputs with lanes of the right number.
func (p FabricParams) LeafOutOut() LeafOutOut {
	out := LeafOutOut{Start: make([]bool, p.Spines), Skip: make([]bool, p.Spines)}
	if p.StormDetect > 0 {
		out.Waits, out.Dropped = make([]bool, p.Prios), make([]bool, p.Prios)
	}
	return out
}

// bank is a half of the output buffer, for cells with even or with odd numbers.
type bank struct {
	turn circle
	from int // downlink whose cell comes in this slot, -1: none
	cell CellHeader

	coming   int        // downlink whose beats come in this cycle: they are a cycle late
	comingOf CellHeader // their cell
}

// counted is a cell that will be counted.
type counted struct {
	cycle int
	cell  CellHeader
}

// outPlace is a place of the output buffer.
type outPlace struct {
	cells     int // that were counted
	complete  bool
	completed int  // cycle in which the last cell was counted
	missing   bool // complete, since it was given up
	length    int
	beats     map[int]*big.Int
	bad       map[int]bool // beats that were lost
}

// LeafOut is the output side of a server port.
type LeafOut struct {
	p               FabricParams
	now             int
	messages, prios circle
	message         *CellHeader // that was taken in the cycle before
	banks           []*bank
	counting        []counted     // cells that are not yet counted
	places          [][]*outPlace // by priority
	oldest          []int
	started         []int      // cycle in which the last frame of the priority started
	missing         []int      // cycles for which the frame in the oldest place of a priority has been waited for
	gaveUp          bool       // a frame was given up in the cycle before
	gaveUpPart      bool       // of which some cells had come
	reported        CellHeader // frame that was complete in the cycle before
	isReported      bool
	notices         *fifo[*big.Int]

	tokens  int        // bytes of the wire that may be sent: a frame starts at 0 or more
	sending *outFrame  // the frame whose beats are read
	link    [3]outBeat // what is on the link in this cycle and in the next ones
}

// outBeat is a cycle of the server link.
type outBeat struct {
	valid, head, tail bool
	data              *big.Int
	bad               bool // of the frame, with tail
}

// outFrame is a frame on the server link. The last cell of it may still be on its way
// when it starts, so beats are looked up when they are due.
type outFrame struct {
	control  bool
	dropped  bool // it takes a cycle, and is not sent
	missing  bool // it was given up
	prio     int
	length   int
	at       int // beat
	contents map[int]*big.Int
	bad      map[int]bool
	damaged  bool // one of the beats that were read was lost
}

func (f *outFrame) last() bool { return f.dropped || f.at+1 == ceil(f.length, beatBytes) }

// noticeDepth is the number of CNMs from the fabric that wait.
const noticeDepth = 16

// NewLeafOut makes the output side after reset.
func NewLeafOut(p FabricParams) *LeafOut {
	m := &LeafOut{
		p: p, messages: newCircle(p.Spines), prios: newCircle(p.Prios),
		oldest: make([]int, p.Prios), missing: make([]int, p.Prios), notices: newFIFO[*big.Int](noticeDepth),
		tokens: beatBytes,
	}
	for range min(p.FrameUnits, 2) {
		m.banks = append(m.banks, &bank{turn: newCircle(p.Spines), from: -1, coming: -1})
	}
	for range p.Prios {
		m.started = append(m.started, -1)
		list := make([]*outPlace, p.Places)
		for i := range list {
			list[i] = &outPlace{beats: map[int]*big.Int{}, bad: map[int]bool{}}
		}
		m.places = append(m.places, list)
	}
	return m
}

// pick is the downlink whose turn it is among those with a wanted cell for this port.
func (m *LeafOut) pick(c circle, in LeafOutIn, wanted func(CellHeader) bool) int {
	mask := 1<<m.p.portBits() - 1
	return c.pick(func(d int) bool {
		h := HeaderOf(in.CellHeader[d])
		return in.CellValid[d] && h.Dst&mask == in.Own&mask && wanted(h)
	})
}

func isMessage(h CellHeader) bool { return h.Kind == CellRequest || h.Kind == CellGrant }

// next is the downlink from which bank b takes its next cell.
func (m *LeafOut) next(b int, in LeafOutIn) int {
	return m.pick(m.banks[b].turn, in, func(h CellHeader) bool {
		return h.Kind == CellCNM && b == 0 || h.Kind == CellData && h.Index%len(m.banks) == b
	})
}

// Finishes reports whether the second place in the order of a priority is complete with
// the cell that is counted that number of cycles later.
func (m *LeafOut) Finishes(prio, later int) bool {
	next := m.places[prio][(m.oldest[prio]+1)%m.p.Places]
	for _, c := range m.counting {
		if c.cycle == m.now+later && m.place(c.cell) == next && next.cells+1 == ceil(c.cell.Length, unitBytes) {
			return true
		}
	}
	return false
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
	k := m.prios.pick(func(k int) bool { return m.ready(k) && !in.Stop[k] })
	if k < 0 {
		return "", 0
	}
	return "frame", k
}

// ready reports whether a priority has a frame that may start. One that is complete
// when its predecessor starts takes a look-up.
func (m *LeafOut) ready(k int) bool {
	p := m.places[k][m.oldest[k]]
	if p.missing {
		return m.now > p.completed
	}
	return p.complete && m.now >= p.completed+2 && (p.completed >= m.started[k] || m.now >= m.started[k]+3)
}

// Out are the outputs for these inputs.
func (m *LeafOut) Out(in LeafOutIn) LeafOutOut {
	out := m.p.LeafOutOut()
	out.Ready = m.now >= m.sweep()
	for b := range m.banks {
		if in.Phase == 0 {
			if d := m.next(b, in); d >= 0 {
				out.Start[d] = true
			}
		}
	}
	if c := m.reported; m.isReported {
		out.ArrValid, out.ArrPrio, out.ArrLength, out.ArrSrc, out.ArrDst = true, c.Prio, c.Length, c.Src, in.Own
	}
	if in.Phase == 2 {
		if d := m.pick(m.messages, in, isMessage); d >= 0 {
			out.Skip[d] = true
		}
	}
	if h := m.message; h != nil {
		if h.Kind == CellRequest {
			out.ReqValid, out.ReqSrc, out.ReqPrio = true, h.Src, h.Prio
		} else {
			out.GrantValid, out.GrantDst, out.GrantPrio, out.GrantPlace = true, h.Src, h.Prio, h.Place
		}
	}
	k := m.banks[0]
	out.Lost = k.coming >= 0 && in.DownValid[k.coming] && k.comingOf.Kind == CellCNM && !in.DownBad[k.coming] &&
		len(m.notices.words) == noticeDepth
	what, _ := m.starts(in)
	out.PauseReady, out.CNMReady = what == "pause", what == "cnm"
	tx := m.link[0]
	out.TxValid, out.TxHead, out.TxTail, out.TxData, out.TxBad = tx.valid, tx.head, tx.tail, tx.data, tx.bad
	if f := m.sending; f != nil && f.last() && !f.control {
		out.FreeValid, out.FreePrio = true, f.prio
		out.DepValid, out.DepPrio, out.DepLength = !f.missing, f.prio, f.length
	}
	out.Missing = m.gaveUp
	for k := range out.Waits {
		out.Waits[k] = m.ready(k)
		out.Dropped[k] = m.sending != nil && m.sending.dropped && !m.sending.missing && m.sending.prio == k
	}
	return out
}

// read is the beat that was read in the cycle before, on the link three cycles later.
func (m *LeafOut) read() outBeat {
	f := m.sending
	if f == nil || f.dropped {
		return outBeat{}
	}
	f.damaged = f.damaged || f.bad[f.at]
	return outBeat{true, f.at == 0, f.last(), f.contents[f.at], f.last() && f.damaged}
}

// place is that of a cell.
func (m *LeafOut) place(c CellHeader) *outPlace { return m.places[c.Prio][c.Place] }

// Complete reports whether a place holds a complete frame that waits.
func (m *LeafOut) Complete(prio, place int) bool { return m.places[prio][place].complete }

// GivesUpPart reports whether a frame that was given up in the cycle before had some of its cells.
func (m *LeafOut) GivesUpPart() bool { return m.gaveUp && m.gaveUpPart }

// Lag is the number of cycles from the start of the last frame of a priority to the
// last cell of the next one, if that waits.
func (m *LeafOut) Lag(prio int) (cycles int, ok bool) {
	p := m.places[prio][m.oldest[prio]]
	return p.completed - m.started[prio], p.complete && m.started[prio] >= 0
}

// Step is one clock cycle.
func (m *LeafOut) Step(in LeafOutIn) LeafOutOut {
	out := m.Out(in)
	m.link = [3]outBeat{m.link[1], m.link[2], m.read()}
	gives := m.givesUp(in)
	m.send(in)
	m.receive(in, out)
	if m.gaveUp = gives >= 0; m.gaveUp {
		p := m.places[gives][m.oldest[gives]]
		m.gaveUpPart = p.cells > 0
		p.complete, p.missing, p.completed, p.cells = true, true, m.now, 0
	}
	m.message = nil
	if in.Phase == 2 {
		if d := m.pick(m.messages, in, isMessage); d >= 0 {
			h := HeaderOf(in.CellHeader[d])
			m.messages.last, m.message = d, &h
		}
	}
	m.notices.tick()
	m.now++
	return out
}

func (m *LeafOut) receive(in LeafOutIn, out LeafOutOut) {
	m.count()
	for b, k := range m.banks {
		if k.coming >= 0 && in.DownValid[k.coming] {
			data := in.DownData[k.coming]
			switch {
			case k.comingOf.Kind == CellData:
				at := k.comingOf.Index*unitBeats + (in.Phase+2)%4
				m.place(k.comingOf).beats[at], m.place(k.comingOf).bad[at] = data, in.DownBad[k.coming]
			case !out.Lost && !in.DownBad[k.coming]:
				m.notices.push(data)
			}
		}
		k.coming, k.comingOf = k.from, k.cell
		if in.Phase == 0 {
			if k.from = m.next(b, in); k.from >= 0 {
				k.turn.last, k.cell = k.from, HeaderOf(in.CellHeader[k.from])
				if k.cell.Kind == CellData {
					m.counting = append(m.counting, counted{m.now + 3 + 2*b, k.cell})
				}
			}
		}
	}
}

// givesUp is the priority whose frame in the oldest place is given up in this cycle, since cells of
// it are missing for too long; -1 if there is none. No cell may be about to be counted.
func (m *LeafOut) givesUp(in LeafOutIn) int {
	gives := -1
	busy := in.Phase%2 == 1 || m.now < m.sweep()
	for _, c := range m.counting {
		busy = busy || c.cycle == m.now+1
	}
	for k := m.p.Prios - 1; k >= 0; k-- {
		switch {
		case !in.Taken[k] || m.ready(k):
			m.missing[k] = 0
		case m.missing[k] < m.p.FrameTimeout-1:
			m.missing[k]++
		case !busy:
			gives = k
		}
	}
	return gives
}

// count counts a cell: that of the even bank in phase 3, that of the odd one in phase 1
// of the next slot.
func (m *LeafOut) count() {
	m.isReported = false
	if len(m.counting) == 0 || m.counting[0].cycle > m.now {
		return
	}
	c := m.counting[0].cell
	m.counting = m.counting[1:]
	p := m.place(c)
	p.cells++
	if p.cells == ceil(c.Length, unitBytes) {
		p.complete = true
		p.completed = m.now
		p.cells = 0
		p.length = c.Length
		m.isReported, m.reported = true, c
	}
}

// send is the transmitter.
func (m *LeafOut) send(in LeafOutIn) {
	what, prio := m.starts(in)
	if m.sending != nil {
		if m.sending.last() {
			m.sending = nil
		} else {
			m.sending.at++
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
		m.sending = &outFrame{prio: prio, length: p.length, contents: p.beats, bad: p.bad}
		m.sending.missing = p.missing
		p.complete, p.missing = false, false
		m.started[prio] = m.now
		m.oldest[prio] = (m.oldest[prio] + 1) % m.p.Places
		if m.sending.missing || in.Discard != nil && in.Discard[prio] {
			m.sending.dropped = true
			m.tokens = min(m.tokens+beatBytes, beatBytes)
			return
		}
	}
	m.tokens += beatBytes - (m.sending.length + 20)
}
