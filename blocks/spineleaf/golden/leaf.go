package golden

import (
	"math/big"

	link "culprit.example/culprit/blocks/link/golden"
	qcn "culprit.example/culprit/blocks/qcn/golden"
)

// Management are the inputs that choose the congestion management.
type Management struct {
	CPIn   bool `port:"cp_in"`
	CPOut  bool `port:"cp_out"`
	Policy int
	Strict bool
	Cap    bool
	Pause  bool
	Seed   uint32
}

// FabricIn are the inputs of leaves and spines.
type FabricIn struct {
	Management
	RxValid, RxHead, RxTail []bool
	RxData                  []*big.Int
	ErrClear                []bool
	WatchClear              []bool `port:",optional"`
}

// FabricOut are their outputs, by server ports.
type FabricOut struct {
	TxValid, TxHead, TxTail     []bool
	TxData                      []*big.Int `valid:"TxValid"`
	TxBad                       []bool
	Ready, Drop, Lost, Triggers []bool
	Occupancy                   []int
	ErrSeen                     []int    // bits of causes
	ErrCounts                   []uint32 // a lane per port and cause

	WatchStorm   []bool   `port:",optional"` // a lane per port and priority, as all that follows
	WatchHeard   []uint32 `port:",optional"`
	WatchTold    []uint32 `port:",optional"`
	WatchStorms  []uint32 `port:",optional"`
	WatchDropped []uint32 `port:",optional"`
	WatchStopped []uint32 `port:",optional"`
}

// FabricIn are inputs with lanes of the right number.
func (p FabricParams) FabricIn() FabricIn {
	n := p.Leaves * p.Ports
	in := FabricIn{RxValid: make([]bool, n), RxHead: make([]bool, n), RxTail: make([]bool, n),
		RxData: make([]*big.Int, n), ErrClear: make([]bool, n)}
	if p.StormDetect > 0 {
		in.WatchClear = make([]bool, n)
	}
	return in
}

// FabricOut are outputs with lanes of the right number.
func (p FabricParams) FabricOut() FabricOut {
	n := p.Leaves * p.Ports
	out := FabricOut{
		TxValid: make([]bool, n), TxHead: make([]bool, n), TxTail: make([]bool, n), TxData: make([]*big.Int, n),
		TxBad: make([]bool, n),
		Ready: make([]bool, n), Drop: make([]bool, n), Lost: make([]bool, n), Triggers: make([]bool, n),
		Occupancy: make([]int, n*p.Prios), ErrSeen: make([]int, n), ErrCounts: make([]uint32, n*ServerCauses),
	}
	if p.StormDetect > 0 {
		lanes := func() []uint32 { return make([]uint32, n*p.Prios) }
		out.WatchStorm = make([]bool, n*p.Prios)
		out.WatchHeard, out.WatchTold, out.WatchStorms = lanes(), lanes(), lanes()
		out.WatchDropped, out.WatchStopped = lanes(), lanes()
	}
	return out
}

// leafPort is a server port of a leaf.
type leafPort struct {
	p       FabricParams
	address int
	cycle   int
	in      *LeafIn
	out     *LeafOut
	arb     *CreditArb

	points, outPoints   []*qcn.CP
	marking, outMarking *qcn.Marking
	culprits            *qcn.Culprit
	answer              qcn.CulpritAnswer // of the cycle before
	header              headerFound       // of the answer before that
	pause               *qcn.Pause
	obey                *qcn.PauseRx
	errors              *link.Errors
	watchdog            *qcn.Watchdog   // nil: none
	watched             qcn.WatchdogOut // its outputs of this cycle
}

// headerFound is the header of the unit that a search has found.
type headerFound struct {
	valid, hit bool
	src, dst   int
}

func newLeafPort(p FabricParams, address int) *leafPort {
	cp := qcn.CPParams{
		QEq: p.LeafQEq, Buffer: max(p.InUnits, p.Places*p.FrameUnits) * unitBytes, WShift: p.WShift, Sample: p.Sample,
		Table: p.Table, Quantizer: p.Quantizer,
	}
	marking := qcn.MarkingParams{Prios: p.Prios, VOQs: min(p.addresses(), 64), Units: p.InUnits, DOS: p.DOS, CNMPrio: 6}
	atOutput := marking
	atOutput.DOS = 0
	m := &leafPort{
		p: p, address: address, in: NewLeafIn(p), out: NewLeafOut(p), arb: NewCreditArb(p), marking: qcn.NewMarking(marking),
		outMarking: qcn.NewMarking(atOutput),
		culprits:   qcn.NewCulprit(p.InputUnits(), 64, 1024), obey: qcn.NewPauseRx(p.Prios),
		errors: link.NewErrors(ServerCauses, p.ErrorBits),
		pause: qcn.NewPause(qcn.PauseParams{
			Prios: p.Prios, Units: p.InUnits, QHigh: p.LeafQHigh, QLow: p.LeafQLow, Quanta: p.PauseQuanta,
			Reaction: p.PauseReaction, Refresh: p.PauseRefresh,
		}),
	}
	if p.StormDetect > 0 {
		m.watchdog = qcn.NewWatchdog(qcn.WatchdogParams{Prios: p.Prios, Detect: p.StormDetect, Restore: p.StormRestore,
			Drop: p.StormDrop, CountBits: p.StormBits, TimeBits: 32})
	}
	for range p.Prios {
		m.points, m.outPoints = append(m.points, qcn.NewCP(cp)), append(m.outPoints, qcn.NewCP(cp))
	}
	return m
}

// inputs are what the input side sees before anybody else has decided.
func (m *leafPort) inputs(phase int, beat LeafInIn) LeafInIn {
	beat.Phase, beat.Own = phase, m.address
	beat.Enable = m.cycle >= m.p.rows() && m.out.Out(m.outputs(phase, nil)).Ready
	beat.CNMData = m.outMarking.Offered()
	beat.CNMValid = beat.CNMData != nil
	return beat
}

// outputs are what the output side sees, with the cells at the downlinks.
func (m *leafPort) outputs(phase int, down []CellBufferOut) LeafOutIn {
	in := m.p.LeafOutIn()
	in.Phase, in.Own = phase, m.address
	for d, c := range down {
		in.CellValid[d], in.CellHeader[d] = c.CellValid, c.CellHeader
		in.DownValid[d], in.DownHead[d], in.DownHeader[d], in.DownData[d] = c.TxValid, c.TxHead, c.TxHeader, c.TxData
		in.DownBad[d] = c.TxBad
	}
	in.CNMData = m.marking.Offered()
	in.CNMValid = in.CNMData != nil
	if f := m.pause.Sends(); f != nil {
		in.PauseValid, in.PauseData = true, f.Word().Big()
	}
	in.Taken = m.arb.Out().Taken
	paused := m.paused()
	copy(in.Stop, paused)
	if m.watchdog != nil {
		watched := m.watchdog.Out(paused)
		in.Stop, in.Discard = watched.Stop, watched.Drop
	}
	return in
}

// paused are the priorities that the server has stopped.
func (m *leafPort) paused() []bool {
	var list []bool
	for _, left := range m.obey.Left() {
		list = append(list, left > 0)
	}
	return list
}

// unitOf turns a unit into that of the CulpritArray, and back.
func (m *leafPort) unitOf(unit int) int { return unit%16<<m.rowBits() | unit/16 }
func (m *leafPort) unitBack(unit int) int {
	return unit&(1<<m.rowBits()-1)*16 + unit>>m.rowBits()
}

func (m *leafPort) rowBits() int {
	n := 1
	for 1<<n < m.p.rows() {
		n++
	}
	return n
}

// passed is a frame that enters or leaves a buffer.
type passed struct {
	valid                  bool
	prio, length, src, dst int
}

// sample steps the congestion points of one buffer.
func (m *leafPort) sample(list []*qcn.CP, side int, on bool, held Management,
	arr, dep passed) (in qcn.MarkingIn, any bool) {
	for k, cp := range list {
		o := cp.Step(qcn.CPIn{
			Enable: on, Cap: held.Cap, Seed: int(held.Seed & 0xffff), Number: side<<14 | m.address<<3 | k,
			ArrivalValid: arr.valid && arr.prio == k, ArrivalLength: arr.length, DepartureValid: dep.valid && dep.prio == k,
			DepartureLength: dep.length,
		})
		in.Sampled, in.TriggerValid = append(in.Sampled, o.Sampled), append(in.TriggerValid, o.TriggerValid)
		in.TriggerFeedback = append(in.TriggerFeedback, o.TriggerFeedback)
		in.TriggerQOffset, in.TriggerQDelta = append(in.TriggerQOffset, int(int16(o.TriggerQOffset))),
			append(in.TriggerQDelta, int(int16(o.TriggerQDelta)))
		any = any || o.TriggerValid
	}
	in.Port, in.ArrivalSrc, in.ArrivalDst = m.address, arr.src, arr.dst
	return in, any
}

// manage is congestion management in one cycle; it returns what is looked up, CNMs
// lost, and whether a congestion point demanded one.
func (m *leafPort) manage(held Management, beat LeafInIn, in LeafInOut,
	out LeafOutOut) (find qcn.CulpritAnswer, lost, triggers bool) {
	sought, asks := m.marking.Asks()
	c := m.culprits.Step(qcn.CulpritIn{
		CulpritHeld: qcn.CulpritHeld{Seed: held.Seed, Owner: m.address, Strict: held.Strict},
		AllocValid:  in.AllocValid, AllocUnit: m.unitOf(in.AllocUnit), AllocPhase: in.AllocPhase,
		AllocPointer: m.unitOf(in.AllocHead), AllocPrio: in.AllocPrio,
		ReleaseValid: in.ReleaseValid, ReleaseUnit: m.unitOf(in.ReleaseUnit), ReleasePhase: in.ReleasePhase,
		RequestValid: asks, RequestPrio: sought,
	})
	mi, demand := m.sample(m.points, 0, held.CPIn, held,
		passed{in.ArrValid, in.ArrPrio, in.ArrLength, in.ArrSrc, in.ArrDst},
		passed{valid: in.DepValid, prio: in.DepPrio, length: in.DepLength})
	mi.Policy, mi.Count, mi.SearchReady = held.Policy, in.VoqUnits, c.RequestReady
	mi.AnswerValid, mi.AnswerHit, mi.AnswerSrc, mi.AnswerDst = m.header.valid, m.header.hit, m.header.src, m.header.dst
	mi.TxReady = out.CNMReady
	a := m.marking.Step(mi)
	m.header = headerFound{m.answer.AnswerValid, m.answer.AnswerHit, in.FindSrc, in.FindDst}
	m.answer = c.CulpritAnswer

	mo, outDemand := m.sample(m.outPoints, 1, held.CPOut, held,
		passed{out.ArrValid, out.ArrPrio, out.ArrLength, out.ArrSrc, out.ArrDst},
		passed{valid: out.DepValid, prio: out.DepPrio, length: out.DepLength})
	mo.AtOutput, mo.TxReady = true, in.CNMTaken
	b := m.outMarking.Step(mo)
	told, paused := m.pause.Sends(), m.paused()
	m.pause.Step(qcn.PauseIn{Enable: held.Pause, Port: m.address, Occupancy: in.Occupancy, TxReady: out.PauseReady})
	m.obey.Step(qcn.PauseRxIn{RxValid: beat.RxValid, RxHead: beat.RxHead, RxTail: beat.RxTail, RxData: beat.RxData})
	m.watch(beat, told, paused, out)
	return c.CulpritAnswer, a.Lost || a.GaveUp || a.Dropped || b.Dropped || out.Lost, demand || outDemand
}

// watch is a cycle of the watchdog, with the PAUSE frame at the transmitter.
func (m *leafPort) watch(beat LeafInIn, told *qcn.Frame, paused []bool, out LeafOutOut) {
	if m.watchdog == nil {
		return
	}
	in := qcn.WatchdogIn{RxValid: beat.RxValid, RxHead: beat.RxHead, RxTail: beat.RxTail, RxData: beat.RxData,
		Paused: paused, Waits: out.Waits, Dropped: out.Dropped, TxValid: told != nil && out.PauseReady,
		Clear: beat.WatchClear}
	if in.TxValid {
		in.TxData = told.Word().Big()
	}
	m.watched = m.watchdog.Step(in)
}

// showWatch writes what the watchdog has shown in this cycle into the lanes of port at.
func (m *leafPort) showWatch(out *FabricOut, at int) {
	if m.watchdog == nil {
		return
	}
	at *= m.p.Prios
	count := m.watched.Count
	copy(out.WatchStorm[at:], m.watched.Storm)
	copy(out.WatchHeard[at:], count.Heard)
	copy(out.WatchTold[at:], count.Told)
	copy(out.WatchStorms[at:], count.Storms)
	copy(out.WatchDropped[at:], count.Dropped)
	copy(out.WatchStopped[at:], count.Stopped)
}

// countErrors is a cycle of the errors of the link from the server: those of port at.
func (m *leafPort) countErrors(events int, missing, clear bool, out *FabricOut, at int) {
	in := link.ErrorsIn{Clear: clear}
	for c := range Missing {
		in.Errors = append(in.Errors, events>>c&1 == 1)
	}
	in.Errors = append(in.Errors, missing)
	shown := m.errors.Step(in)
	for c, seen := range shown.Seen {
		if seen {
			out.ErrSeen[at] |= 1 << c
		}
	}
	copy(out.ErrCounts[at*ServerCauses:], shown.Counts)
}

// Leaf is a leaf switch.
type Leaf struct {
	p     FabricParams
	path  []int
	cycle int
	ports []*leafPort
	up    *Uplinks
	down  []*CellBuffer
	grant []bool // of each port: its message in this slot is a grant
}

// NewLeaf makes a leaf after reset.
func NewLeaf(p FabricParams, number int) *Leaf {
	m := &Leaf{p: p, up: NewUplinks(p), grant: make([]bool, p.Ports)}
	for port := range p.Ports {
		m.ports = append(m.ports, newLeafPort(p, p.Address(number, port)))
		m.path = append(m.path, (number*p.Ports+port)%p.Spines)
	}
	for range p.Spines {
		m.down = append(m.down, NewCellBuffer(p.Cells))
	}
	return m
}

// credits are the pulses back to the spines.
func (m *Leaf) credits() []bool {
	list := make([]bool, m.p.Spines)
	for i, d := range m.down {
		list[i] = d.Out().Credit
	}
	return list
}

// step is one clock cycle, with the beats of the servers, the links from the spines
// and the credits for those to the spines. It returns the links to the spines and
// writes the lanes of its ports from first on.
func (m *Leaf) step(held Management, beats []LeafInIn, clear []bool, down []CellBufferIn, credit []bool, out *FabricOut,
	first int) UplinksOut {
	phase := m.cycle % 4
	views := make([]CellBufferOut, len(m.down))
	for i, d := range m.down {
		views[i] = d.Out()
	}
	ui := m.p.UplinksIn()
	ui.Phase, ui.Credit = phase, credit
	copy(ui.MessagePath, m.path)
	ins, now := make([]LeafInIn, len(m.ports)), make([]LeafInOut, len(m.ports))
	for i, port := range m.ports {
		ins[i] = port.inputs(phase, beats[i])
		now[i] = port.in.Out(ins[i])
		ui.Want[i], ui.Beats[i] = now[i].Want, now[i].Beats
		ui.CellValid[i], ui.CellHead[i], ui.CellHeader[i], ui.CellData[i] = now[i].TxValid, now[i].TxHead, now[i].TxHeader,
			now[i].TxData
		ui.MessageValid[i], ui.MessageHeader[i] = m.message(port, now[i], m.grant[i])
	}
	up := m.up.Step(ui)
	for i, port := range m.ports {
		at := first + i
		oi := port.outputs(phase, views)
		o := port.out.Step(oi)
		for d := range down {
			down[d].Start, down[d].Skip = down[d].Start || o.Start[d], down[d].Skip || o.Skip[d]
		}
		in := ins[i]
		out.Ready[at] = in.Enable && now[i].Ready
		find, lost, triggers := port.manage(held, beats[i], now[i], o)
		port.showWatch(out, at)
		out.Lost[at], out.Triggers[at], out.Drop[at] = lost, triggers, now[i].Drop
		copy(out.Occupancy[at*m.p.Prios:], now[i].Occupancy)
		port.countErrors(now[i].Error, o.Missing, clear[i], out, at)
		out.TxValid[at], out.TxHead[at], out.TxTail[at], out.TxData[at] = o.TxValid, o.TxHead, o.TxTail, o.TxData
		out.TxBad[at] = o.TxBad

		in.RequestTaken = up.MessageTaken[i] && !m.grant[i]
		in.GrantValid, in.GrantDst, in.GrantPrio, in.GrantPlace = o.GrantValid, o.GrantDst, o.GrantPrio, o.GrantPlace
		in.Go = up.Go[i]
		in.FindValid, in.FindUnit = find.AnswerValid && find.AnswerHit, port.unitBack(find.AnswerPointer)
		port.in.Step(in)
		waits := port.arb.Out().GrantValid
		port.arb.Step(CreditArbIn{
			Phase: phase, ReqValid: o.ReqValid, ReqSrc: o.ReqSrc, ReqPrio: o.ReqPrio, FreeValid: o.FreeValid,
			FreePrio:   o.FreePrio,
			GrantTaken: up.MessageTaken[i] && m.grant[i],
		})
		if phase == 0 {
			m.grant[i] = waits
		}
		port.cycle++
	}
	for i, d := range m.down {
		d.Step(down[i])
	}
	m.cycle++
	return up
}

// message is what a port offers the uplinks.
func (m *Leaf) message(port *leafPort, in LeafInOut, grant bool) (bool, uint64) {
	a := port.arb.Out()
	h := CellHeader{Dst: in.RequestDst, Kind: CellRequest, Src: port.address, Prio: in.RequestPrio,
		Length: in.RequestLength}
	if grant {
		h = CellHeader{Dst: a.GrantDst, Kind: CellGrant, Src: port.address, Prio: a.GrantPrio, Place: a.GrantPlace}
	}
	return a.GrantValid || in.RequestValid, h.Bits()
}

// Fabric is leaves and spines.
type Fabric struct {
	p      FabricParams
	leaves []*Leaf
	spines []*Spine
}

// NewFabric makes them after reset.
func NewFabric(p FabricParams) *Fabric {
	m := &Fabric{p: p}
	for l := range p.Leaves {
		m.leaves = append(m.leaves, NewLeaf(p, l))
	}
	for range p.Spines {
		m.spines = append(m.spines, NewSpine(p))
	}
	return m
}

// Step is one clock cycle.
func (m *Fabric) Step(in FabricIn) FabricOut {
	out := m.p.FabricOut()
	spines := make([]SpineOut, m.p.Spines)
	for s, spine := range m.spines {
		spines[s] = spine.Out()
	}
	feed := make([]SpineIn, m.p.Spines)
	for s := range feed {
		feed[s] = m.p.SpineIn()
	}
	for l, leaf := range m.leaves {
		beats := make([]LeafInIn, m.p.Ports)
		for i := range beats {
			at := l*m.p.Ports + i
			beats[i] = LeafInIn{RxValid: in.RxValid[at], RxHead: in.RxHead[at], RxTail: in.RxTail[at], RxData: in.RxData[at]}
			beats[i].WatchClear = in.WatchClear != nil && in.WatchClear[at]
		}
		down, credit := make([]CellBufferIn, m.p.Spines), make([]bool, m.p.Spines)
		for s, o := range spines {
			down[s] = CellBufferIn{RxValid: o.DownValid[l], RxHead: o.DownHead[l], RxHeader: o.DownHeader[l],
				RxData: o.DownData[l]}
			credit[s] = o.UpCredit[l]
			feed[s].DownCredit[l] = leaf.credits()[s]
		}
		up := leaf.step(in.Management, beats, in.ErrClear[l*m.p.Ports:], down, credit, &out, l*m.p.Ports)
		for s := range feed {
			feed[s].UpValid[l], feed[s].UpHead[l], feed[s].UpHeader[l], feed[s].UpData[l] = up.UpValid[s], up.UpHead[s],
				up.UpHeader[s], up.UpData[s]
		}
	}
	for s, spine := range m.spines {
		spine.Step(feed[s])
	}
	return out
}
