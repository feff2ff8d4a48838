package spineleaf

import (
	"culprit.example/culprit/blocks/qcn"
	"culprit.example/culprit/rtlgen"
)

// control adds to each server port its congestion management.
func (u *leaf) control(own value) {
	m, n := u.m, u.p.Ports
	port := rtlgen.UseArray(m, "management", n, PortManagement(u.p))
	port.Port.Drive(own)
	rtlgen.Broadcast(port.Held, u.Held)
	rtlgen.Connect(port.Rx, u.Rx)
	u.in.Enable.Drive(port.Ready.And(u.out.Ready))
	u.Stat.Ready.Drive(port.Ready.And(u.out.Ready).And(u.in.Ready))

	rtlgen.Connect(port.Alloc, u.in.Alloc)
	rtlgen.Connect(port.Release, u.in.Release)
	rtlgen.Connect(u.in.Find, port.Find)
	rtlgen.Connect(port.InArr, u.in.Arr)
	rtlgen.Connect(port.InDep, u.in.Dep)
	rtlgen.Connect(port.OutArr, u.out.Arr)
	rtlgen.Connect(port.OutDep, u.out.Dep)
	port.Occupancy.Drive(u.in.Occupancy)
	u.Stat.Occupancy.Drive(u.in.Occupancy)
	if u.p.DOS == 1 {
		port.VoqUnits.Drive(u.in.VoqUnits)
	}
	rtlgen.Connect(u.out.Pause, port.PauseTx)
	rtlgen.Connect(u.out.CNM, port.CNM)
	rtlgen.Connect(u.in.CNM, port.Notice)
	u.out.Stop.Drive(port.Stop)
	if u.p.watched() == 1 {
		port.Waits.Drive(u.out.Waits)
		port.Dropped.Drive(u.out.Dropped)
		u.out.Discard.Drive(port.Discard)
		rtlgen.Connect(port.Watch, u.Watch)
	}
	u.Stat.Drop.Drive(u.in.Drop)
	u.p.countServerErrors(m.Module, u.Err, n, u.in.Error.Value, u.out.Missing.Value)
	u.out.Taken.Drive(u.arb.Taken)
	u.Stat.Lost.Drive(u.out.Lost.Or(port.Lost))
	u.Stat.Triggers.Drive(port.Triggered)
}

// PortManagement is the congestion management of a server port: congestion points of
// each priority at its input and its output buffer, the choice of culprits, PAUSE both
// ways.
func PortManagement(p FabricParams) *rtlgen.Typed[PortManagementPorts] {
	m, io := rtlgen.New[PortManagementPorts](p)
	if m.Refused() {
		return m
	}
	u := &portManagement{m: m, PortManagementPorts: io, p: p}
	u.pause()
	u.input()
	return m
}

type portManagement struct {
	m *rtlgen.Typed[PortManagementPorts]
	*PortManagementPorts
	p FabricParams
}

func (u *portManagement) pause() {
	m, p := u.m, u.p
	pause := rtlgen.Use(m, "pause_unit", qcn.PauseUnit(p.pauseParams()))
	pause.Enable.Drive(u.Held.Pause)
	pause.Port.Drive(u.Port)
	pause.Occupancy.Drive(u.Occupancy)
	rtlgen.Connect(u.PauseTx, pause.Tx)
	m.Unused("stopped", pause.Stopped)
	obey := rtlgen.Use(m, "pause_rx", qcn.PauseRx(p.pauseParams()))
	rtlgen.Connect(obey.Rx, u.Rx)
	if p.watched() == 0 {
		u.Stop.Drive(obey.Paused)
		return
	}
	watch := rtlgen.Use(m, "watchdog", qcn.PauseWatchdog(p.watchdogParams()))
	rtlgen.Connect(watch.Rx, u.Rx)
	watch.Paused.Drive(obey.Paused)
	watch.Waits.Drive(u.Waits)
	watch.Tx.Valid.Drive(pause.Tx.Valid.And(u.PauseTx.Ready))
	watch.Tx.Data.Drive(pause.Tx.Data)
	watch.Dropped.Drive(u.Dropped)
	watch.Clear.Drive(u.Watch.Clear)
	u.Stop.Drive(watch.Stop)
	u.Discard.Drive(watch.Drop)
	u.Watch.Storm.Drive(watch.Storm)
	rtlgen.Connect(u.Watch.Count, watch.Count)
}

// points are the congestion points of one buffer.
func (u *portManagement) points(name string, at int, enable value, arr, dep Passed[rtlgen.In]) *qcn.CPPorts {
	m, p := u.m, u.p
	n := p.Prios
	cp := rtlgen.UseArray(m, name, n, qcn.CP(p.cpParams()))
	cp.Enable.Broadcast(enable)
	cp.Cap.Broadcast(u.Held.Cap)
	seeds, numbers := m.Wire(name+"_seed", 16*n), m.Wire(name+"_number", 15*n)
	arrives, leaves := m.Wire(name+"_arrives", n), m.Wire(name+"_leaves", n)
	for k := range m.Each("k", n) {
		number := rtlgen.Cat(m.Const(1, at), u.Port.Low(qcn.AddressBits-1), k.Zext(qcn.PrioBits))
		seeds.SetLane(k, u.Held.Seed.Low(16))
		numbers.SetLane(k, number)
		arrives.SetBit(k, arr.Valid.And(arr.Prio.Eq(k.Zext(qcn.PrioBits))))
		leaves.SetBit(k, dep.Valid.And(dep.Prio.Eq(k.Zext(qcn.PrioBits))))
	}
	cp.Seed.Drive(seeds)
	cp.Number.Drive(numbers)
	cp.Arrival.Valid.Drive(arrives)
	cp.Arrival.Length.Broadcast(arr.Length)
	cp.Departure.Valid.Drive(leaves)
	cp.Departure.Length.Broadcast(dep.Length)
	m.Unused(name, cp.Qlen, cp.Capped)
	return cp
}

// input chooses culprits by the policy; their CNMs go straight to the server.
func (u *portManagement) input() {
	m, p := u.m, u.p
	cp := u.points("in_point", 0, u.Held.CPIn.Value, u.InArr.Passed, u.InDep)
	marking := rtlgen.Use(m, "marking", qcn.Marking(p.markingParams(p.DOS)))
	marking.Policy.Drive(u.Held.Policy)
	marking.Port.Drive(u.Port)
	marking.AtOutput.Drive(0)
	marking.Arrival.Src.Drive(u.InArr.Src)
	marking.Arrival.Dst.Drive(u.InArr.Dst)
	marking.Sampled.Drive(cp.Sampled)
	rtlgen.Connect(marking.Trigger, cp.Trigger)
	if p.DOS == 1 {
		marking.Count.Drive(u.VoqUnits)
	}

	array := rtlgen.Use(m, "culprit", qcn.Culprit(qcn.CulpritParams{Units: p.allUnits(), ProbesFast: 64, ProbesStrict: 1024}))
	array.Seed.Drive(u.Held.Seed)
	array.Owner.Drive(u.Port)
	array.Strict.Drive(u.Held.Strict)
	u.Ready.Drive(array.Ready)
	array.Alloc.Valid.Drive(u.Alloc.Valid)
	array.Alloc.Unit.Drive(u.swap(u.Alloc.Unit.Value))
	array.Alloc.Phase.Drive(u.Alloc.Phase)
	array.Alloc.Pointer.Drive(u.swap(u.Alloc.Head.Value))
	array.Alloc.Prio.Drive(u.Alloc.Prio)
	array.Release.Valid.Drive(u.Release.Valid)
	array.Release.Unit.Drive(u.swap(u.Release.Unit.Value))
	array.Release.Phase.Drive(u.Release.Phase)
	rtlgen.Connect(array.Request, marking.Search)

	// The header of the hit is read in one cycle. A register stands behind the block RAM.
	pointer := array.Answer.Pointer
	u.Find.Valid.Drive(array.Answer.Valid.And(array.Answer.Hit))
	u.Find.Unit.Drive(rtlgen.Cat(pointer.Low(p.unitBits()-qcn.CulpritColumnBits), pointer.High(qcn.CulpritColumnBits)))
	marking.Answer.Valid.Drive(m.Next("answer_late_q", m.Next("answer_q", array.Answer.Valid, 0), 0))
	marking.Answer.Hit.Drive(m.NextNoReset("hit_late_q", m.NextNoReset("hit_q", array.Answer.Hit)))
	marking.Answer.Src.Drive(m.NextNoReset("find_src_q", u.Find.Src))
	marking.Answer.Dst.Drive(m.NextNoReset("find_dst_q", u.Find.Dst))
	rtlgen.Connect(u.CNM, marking.Tx)
	m.Unused("search", array.Answer.Unit, rtlgen.Pack(array.Count))

	out := u.output()
	u.Lost.Drive(marking.Lost.Or(marking.GaveUp).Or(marking.Dropped).Or(out.Dropped))
	u.Triggered.Drive(cp.Trigger.Valid.Any().Or(out.triggered))
}

// swap turns a unit {row, column} into the {column, row} of the CulpritArray.
func (u *portManagement) swap(unit value) value {
	return rtlgen.Cat(unit.Low(qcn.CulpritColumnBits), unit.High(unit.Width()-qcn.CulpritColumnBits))
}

// marked is what the output side makes of its congestion points.
type marked struct{ Dropped, triggered value }

// output is standard QCN: the source of the frame that was sampled gets the CNM,
// through the fabric.
func (u *portManagement) output() marked {
	m, p := u.m, u.p
	cp := u.points("out_point", 1, u.Held.CPOut.Value, u.OutArr.Passed, u.OutDep)
	marking := rtlgen.Use(m, "marking_out", qcn.Marking(p.markingParams(0)))
	marking.Policy.Drive(qcn.PolicyArrival)
	marking.Port.Drive(u.Port)
	marking.AtOutput.Drive(1)
	marking.Arrival.Src.Drive(u.OutArr.Src)
	marking.Arrival.Dst.Drive(u.OutArr.Dst)
	marking.Sampled.Drive(cp.Sampled)
	rtlgen.Connect(marking.Trigger, cp.Trigger)
	marking.Search.Ready.Drive(0)
	marking.Answer.Valid.Drive(0)
	marking.Answer.Hit.Drive(0)
	marking.Answer.Src.Drive(0)
	marking.Answer.Dst.Drive(0)
	u.Notice.Valid.Drive(marking.Tx.Valid)
	u.Notice.Data.Drive(marking.Tx.Data)
	marking.Tx.Ready.Drive(u.Notice.Taken)
	m.Unused("no_search", marking.Search.Valid, marking.Search.Prio, marking.Lost, marking.GaveUp)
	return marked{marking.Dropped.Value, cp.Trigger.Valid.Any()}
}

// The parameters of the units of congestion management.
func (p FabricParams) pauseParams() qcn.PauseParams {
	d := rtlgen.Default[qcn.PauseParams]()
	d.Prios = p.Prios
	d.Units = p.Units
	d.QHigh = p.QHigh
	d.QLow = p.QLow
	d.Headroom = p.Headroom
	d.Quanta, d.Reaction, d.Refresh = p.Quanta, p.Reaction, p.Refresh
	return d
}

func (p FabricParams) watchdogParams() qcn.WatchdogParams {
	return qcn.WatchdogParams{Prios: p.Prios, Detect: p.Detect, Restore: p.Restore, Drop: p.StormDrop, Bits: p.StormBits,
		Time: qcn.WatchdogTimeBits}
}

func (p FabricParams) cpParams() qcn.CPParams {
	d := rtlgen.Default[qcn.CPParams]()
	// A frame counts in the queue until all of it is sent. Of the one that an input is sending,
	// units may be free already, and taken by others.
	d.QEq = p.QEq
	d.Buffer = max(p.Units+p.FrameUnits, p.Places*p.FrameUnits) * qcn.UnitBytes
	d.WShift = p.WShift
	d.Sample = p.Sample
	d.Table = p.Table
	d.Quantizer = p.Quantizer
	return d
}

func (p FabricParams) markingParams(dos int) qcn.MarkingParams {
	d := rtlgen.Default[qcn.MarkingParams]()
	d.Prios = p.Prios
	d.VOQs = min(1<<p.addressBits(), maxDOSQueues)
	d.Units = p.Units
	d.DOS = dos
	return d
}
