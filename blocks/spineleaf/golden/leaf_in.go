package golden

import (
	"math/big"

	qcn "culprit.example/culprit/blocks/qcn/golden"
)

// LeafInIn are the inputs of the input side of a server port.
type LeafInIn struct {
	Phase                           int
	Own                             int
	Enable                          bool
	RxValid, RxHead, RxTail         bool
	RxData                          *big.Int
	RequestTaken                    bool
	GrantValid                      bool
	GrantDst, GrantPrio, GrantPlace int
	Go                              bool
	CNMValid                        bool     `port:"cnm_valid"`
	CNMData                         *big.Int `port:"cnm_data"`
	FindValid                       bool
	FindUnit                        int
	WatchClear                      bool `port:"-"` // not of the input side: clears the watchdog of the port
}

// LeafInOut are its outputs.
type LeafInOut struct {
	Ready         bool
	RequestValid  bool
	RequestDst    int `valid:"RequestValid"`
	RequestPrio   int `valid:"RequestValid"`
	RequestLength int `valid:"RequestValid"`
	Want          bool
	Beats         int  `valid:"BeatsKnown"`
	BeatsKnown    bool `port:"-"` // a cell was taken in this slot
	TxValid       bool
	TxHead        bool
	TxHeader      uint64   `valid:"TxHead"`
	TxData        *big.Int `valid:"TxValid"`
	CNMTaken      bool     `port:"cnm_taken"`

	AllocValid   bool
	AllocUnit    int  `valid:"AllocValid"`
	AllocHead    int  `valid:"AllocValid"`
	AllocPrio    int  `valid:"AllocValid"`
	AllocPhase   bool `valid:"AllocValid"`
	ReleaseValid bool
	ReleaseUnit  int  `valid:"ReleaseValid"`
	ReleasePhase bool `valid:"ReleaseValid"`
	FindSrc      int  `valid:"FindKnown"`
	FindDst      int  `valid:"FindKnown"`
	FindKnown    bool `port:"-"`

	ArrValid  bool
	ArrPrio   int `valid:"ArrValid"`
	ArrLength int `valid:"ArrValid"`
	ArrSrc    int `valid:"ArrValid"`
	ArrDst    int `valid:"ArrValid"`
	DepValid  bool
	DepPrio   int `valid:"DepValid"`
	DepLength int `valid:"DepValid"`

	Occupancy []int
	VoqUnits  []int `port:",optional"`
	Drop      bool
	Error     int // bits of causes
}

// Causes of errors at a port to a server, bits of Error.
const (
	NoHead = iota
	Cut
	Long
	NoRoute
	NoPrio
	BadLength
	NoKind
	NoRoom
	Missing
	ServerCauses
)

// ServerCauseNames are the names of the causes.
var ServerCauseNames = []string{"no_head", "cut", "long", "no_route", "no_prio", "bad_length", "no_kind", "no_room", "missing"}

type bufferUnit struct {
	number int
	phase  bool
	data   []*big.Int
}

type storedFrame struct {
	qcn.Frame
	units []*bufferUnit
}

// beats is how many beats of the frame are stored.
func (f *storedFrame) beats() int {
	n := 0
	for _, u := range f.units {
		n += len(u.data)
	}
	return n
}

// waste is a unit of a frame that is dropped.
type waste struct {
	*bufferUnit
	of qcn.Frame
}

type inGrant struct{ dst, prio, place int }

// LeafIn is the input side of a server port.
type LeafIn struct {
	p        FabricParams
	cleared  int          // cycles since reset
	coming   LeafInIn     // of the cycle before
	rx       LeafInIn     // of the cycle before that
	refused  int          // why the frame that begins with rx is not accepted: bits of causes; -1 if it is
	storing  *storedFrame // the frame that comes, if it is accepted
	broken   *storedFrame // one that has ended wrongly in the cycle before
	skips    bool         // beats up to the next head are of something that was counted
	errors   int          // of the cycle before
	wastes   []waste
	wasted   *waste // it is given back in this cycle
	free     []bufferUnit
	voqs     map[int][]*storedFrame
	linking  [2]*storedFrame
	requests *fifo[qcn.Frame]
	grants   *fifo[inGrant]
	fetched  bool
	headers  map[int]qcn.Frame // by head unit
	found    *qcn.Frame

	occupancy, voqUnits []int

	sending *storedFrame // the frame whose unit is read in this slot, or was in the last one
	grant   inGrant
	index   int        // of the unit
	slot    bool       // a unit is read
	cnmSlot bool       // a CNM goes out
	within  bool       // units of the frame are left
	link    []cellBeat // what is on tx in this cycle and in the next ones
}

// NewLeafIn makes the input side after reset.
func NewLeafIn(p FabricParams) *LeafIn {
	m := &LeafIn{
		p: p, voqs: map[int][]*storedFrame{}, requests: newFIFO[qcn.Frame](p.InputUnits()),
		grants:  newFIFO[inGrant](p.InputUnits()),
		headers: map[int]qcn.Frame{}, link: make([]cellBeat, 3), occupancy: make([]int, p.Prios),
		voqUnits: make([]int, p.Prios*p.addresses()),
	}
	for column := range 16 {
		for row := range p.rows() {
			m.free = append(m.free, bufferUnit{number: row*16 + column})
		}
	}
	return m
}

// LeafInOut are outputs with lanes of the right number.
func (p FabricParams) LeafInOut() LeafInOut {
	out := LeafInOut{Occupancy: make([]int, p.Prios)}
	if p.DOS == 1 {
		out.VoqUnits = make([]int, p.Prios*p.addresses())
	}
	return out
}

func (m *LeafIn) ready() bool { return m.cleared >= m.p.Prios*m.p.addresses() }

// refuses are the causes for which the frame that begins in the cycle before is not accepted, as
// bits; 0 if it is of another kind and nothing is wrong, -1 if it is accepted. It needs a unit
// more than it has.
func (m *LeafIn) refuses(enable bool, in LeafInIn) int {
	f := qcn.FrameOf(qcn.WordOf(in.RxData))
	need := ceil(f.Length, unitBytes)
	switch {
	case f.Kind == qcn.KindPause && in.RxTail:
		return 0
	case f.Kind != qcn.KindData:
		return 1 << NoKind
	case !m.p.exists(f.Dst):
		return 1 << NoRoute
	case f.Prio >= m.p.Prios:
		return 1 << NoPrio
	case need == 0 || need > m.p.FrameUnits:
		return 1 << BadLength
	case m.occupancy[f.Prio]+need >= m.p.InUnits || !enable || !m.ready() || len(m.wastes) >= m.p.wasteRoom():
		return 1 << NoRoom
	}
	return -1
}

// wasteRoom is the number of units of dropped frames with which no frame is accepted.
func (p FabricParams) wasteRoom() int { return max(2*p.FrameUnits, 2) }

// Wasteful reports whether the units of dropped frames that wait keep frames from being accepted.
func (m *LeafIn) Wasteful() bool { return len(m.wastes) >= m.p.wasteRoom() }

// DropsAndAccepts reports whether a frame is stored from this cycle on while the one before it is
// dropped.
func (m *LeafIn) DropsAndAccepts() bool {
	return m.rx.RxValid && m.rx.RxHead && m.refused < 0 && (m.storing != nil || m.broken != nil)
}

// unit is the one that is read in this slot.
func (m *LeafIn) unit() *bufferUnit { return m.sending.units[m.index] }

// Out are the outputs for these inputs.
func (m *LeafIn) Out(in LeafInIn) LeafInOut {
	out := m.p.LeafInOut()
	out.Ready = m.ready()
	if m.requests.ready() {
		f := m.requests.words[0]
		out.RequestValid, out.RequestDst, out.RequestPrio, out.RequestLength = true, f.Dst, f.Prio, f.Length
	}
	out.Want = in.Phase == 0 && (in.CNMValid || m.within || m.fetched)
	tx := m.link[0]
	out.TxValid, out.TxHead, out.TxHeader, out.TxData = tx.valid, tx.head, tx.header, tx.data
	if out.BeatsKnown = in.Phase == 2 && (m.slot || m.cnmSlot); out.BeatsKnown {
		out.Beats = 1
		if m.slot {
			out.Beats = len(m.unit().data)
		}
	}
	out.CNMTaken = m.cnmSlot && in.Phase == 3
	m.outRx(&out)
	u := m.returned(in.Phase)
	if m.wasted != nil {
		u = m.wasted.bufferUnit
	}
	if u != nil {
		out.ReleaseValid, out.ReleaseUnit, out.ReleasePhase = true, u.number, u.phase
	}
	if m.slot && in.Phase == 3 && !m.within {
		out.DepValid, out.DepPrio, out.DepLength = true, m.sending.Prio, m.sending.Length
	}
	if m.found != nil {
		out.FindKnown, out.FindSrc, out.FindDst = true, m.found.Src, m.found.Dst
	}
	copy(out.Occupancy, m.occupancy)
	copy(out.VoqUnits, m.voqUnits)
	out.Error = m.errors
	return out
}

// returned is the unit that is given back. The first one of a frame, which has the
// header, waits for the last one.
func (m *LeafIn) returned(phase int) *bufferUnit {
	several := m.slot && len(m.sending.units) > 1
	switch {
	case phase == 2 && several && !m.within:
		return m.sending.units[0]
	case phase == 3 && m.slot && (!several || m.index > 0):
		return m.unit()
	}
	return nil
}

// beat is the one that was read in the cycle before, on its way to an uplink.
func (m *LeafIn) beat(in LeafInIn) (b cellBeat) {
	beat := (in.Phase + 3) % 4
	switch {
	case m.cnmSlot && beat == 0:
		b.valid, b.head, b.data = true, true, in.CNMData
		f := qcn.FrameOf(qcn.WordOf(in.CNMData))
		b.header = CellHeader{Beats: 1, Dst: f.Dst, Kind: CellCNM, Src: in.Own, Prio: f.Prio}.Bits()
	case m.slot && beat < len(m.unit().data):
		b.valid, b.data = true, m.unit().data[beat]
		if beat == 0 {
			b.head = true
			b.header = CellHeader{
				Beats: len(m.unit().data), Dst: m.grant.dst, Src: in.Own, Prio: m.grant.prio, Length: m.sending.Length,
				Place: m.grant.place, Index: m.index,
			}.Bits()
		}
	}
	return b
}

// outRx is about the beat that is stored.
func (m *LeafIn) outRx(out *LeafInOut) {
	if !m.rx.RxValid {
		return
	}
	f := m.storing
	if m.rx.RxHead {
		frame := qcn.FrameOf(qcn.WordOf(m.rx.RxData))
		if m.refused >= 0 {
			out.Drop = frame.Kind == qcn.KindData
			return
		}
		f = &storedFrame{Frame: frame}
	}
	if f == nil {
		return
	}
	if len(f.units) == 0 || len(f.units[len(f.units)-1].data) == unitBeats {
		u := m.free[0]
		out.AllocValid, out.AllocUnit, out.AllocHead, out.AllocPrio = true, u.number, u.number, f.Prio
		out.AllocPhase = u.phase
		if len(f.units) > 0 {
			out.AllocHead = f.units[0].number
		}
	}
	if m.rx.RxTail && f.beats()+1 == ceil(f.Length, beatBytes) {
		out.ArrValid, out.ArrPrio, out.ArrLength, out.ArrSrc, out.ArrDst = true, f.Prio, f.Length, f.Src, f.Dst
	}
}

// Step is one clock cycle.
func (m *LeafIn) Step(in LeafInIn) LeafInOut {
	out := m.Out(in)
	m.link = append(m.link[1:], m.beat(in))
	m.find(in)
	if f := m.linking[1]; f != nil {
		v := m.p.voq(f.Dst&(m.p.addresses()-1), f.Prio)
		m.voqs[v] = append(m.voqs[v], f)
		m.requests.push(f.Frame)
	}
	m.linking = [2]*storedFrame{nil, m.linking[0]}
	refused := 0
	if m.coming.RxValid && m.coming.RxHead {
		refused = m.refuses(in.Enable, m.coming)
	}
	m.giveWaste(in.Phase)
	m.drop()
	m.store()
	m.send(in)
	if in.RequestTaken {
		m.requests.pop()
	}
	if in.GrantValid {
		m.grants.push(inGrant{in.GrantDst, in.GrantPrio, in.GrantPlace})
	}
	m.requests.tick()
	m.grants.tick()
	m.coming, m.rx, m.refused = in, m.coming, refused
	m.cleared++
	return out
}

func (m *LeafIn) find(in LeafInIn) {
	if !in.FindValid {
		return
	}
	m.found = nil
	if f, ok := m.headers[in.FindUnit]; ok {
		m.found = &f
	}
}

// send reads units.
func (m *LeafIn) send(in LeafInIn) {
	if in.Phase == 0 {
		m.slot, m.cnmSlot = in.Go && !in.CNMValid, in.Go && in.CNMValid
		if m.slot {
			if m.within {
				m.index++
			} else {
				m.grant, m.index = m.grants.pop(), 0
				v := m.p.voq(m.grant.dst&(m.p.addresses()-1), m.grant.prio)
				m.sending, m.voqs[v] = m.voqs[v][0], m.voqs[v][1:]
			}
			m.within = m.index+1 < len(m.sending.units)
		}
	}
	if in.Phase == 3 {
		m.fetched = m.grants.ready()
	}
	if u := m.returned(in.Phase); u != nil {
		m.count(m.sending.Frame, -1)
		m.free = append(m.free, bufferUnit{number: u.number, phase: !u.phase})
	}
}

// giveWaste gives a unit of a dropped frame back in the phases 0 and 1. Which one is known a
// cycle before.
func (m *LeafIn) giveWaste(phase int) {
	if w := m.wasted; w != nil {
		m.count(w.of, -1)
		m.free = append(m.free, bufferUnit{number: w.number, phase: !w.phase})
	}
	m.wasted = nil
	if (phase == 3 || phase == 0) && len(m.wastes) > 0 {
		m.wasted = &m.wastes[0]
		m.wastes = m.wastes[1:]
	}
}

// drop drops a frame that was not stored whole, a cycle after its last beat.
func (m *LeafIn) drop() {
	m.errors = 0
	f := m.broken
	if m.storing != nil && (!m.rx.RxValid || m.rx.RxHead) {
		m.errors, f, m.storing = 1<<Cut, m.storing, nil
		m.skips = true
	}
	m.broken = nil
	if f == nil {
		return
	}
	for _, u := range f.units {
		m.wastes = append(m.wastes, waste{u, f.Frame})
	}
}

// store takes a beat.
func (m *LeafIn) store() {
	if !m.rx.RxValid {
		return
	}
	tail := m.rx.RxTail
	switch {
	case m.rx.RxHead && m.refused >= 0:
		m.errors |= m.refused
		m.skips = !tail
		return
	case m.rx.RxHead:
		m.storing = &storedFrame{Frame: qcn.FrameOf(qcn.WordOf(m.rx.RxData))}
	case m.storing == nil:
		if !m.skips {
			m.errors |= 1 << NoHead
		}
		m.skips = !tail
		return
	}
	f := m.storing
	if len(f.units) == 0 || len(f.units[len(f.units)-1].data) == unitBeats {
		u := m.free[0]
		m.free = m.free[1:]
		f.units = append(f.units, &u)
		m.count(f.Frame, 1)
		if len(f.units) == 1 {
			m.headers[u.number] = f.Frame
		}
	}
	u := f.units[len(f.units)-1]
	u.data = append(u.data, m.rx.RxData)
	all := f.beats() == ceil(f.Length, beatBytes)
	m.skips = all && !tail
	switch {
	case all && tail:
		m.linking[0], m.storing = f, nil
	case all:
		m.errors |= 1 << Long
		m.broken, m.storing = f, nil
	case tail:
		m.errors |= 1 << Cut
		m.broken, m.storing = f, nil
	}
}

// count counts a unit of a frame.
func (m *LeafIn) count(f qcn.Frame, by int) {
	m.occupancy[f.Prio] += by
	m.voqUnits[m.p.voq(f.Dst&(m.p.addresses()-1), f.Prio)] += by
}
