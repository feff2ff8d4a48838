package adaptive

import (
	"culprit.example/culprit/blocks/qcn"
	"culprit.example/culprit/rtlgen"
)

// Switch is an output-queued switch: a frame that has come in goes at once to the
// queue of its output (AR V.A). PAUSE watches the memory of each input, a congestion
// point each output queue.
//
// The congestion points are those of quantized congestion notification; what they
// know of adaptive routing is nothing.
func Switch(p SwitchParams) *rtlgen.Typed[SwitchPorts] {
	m, io := rtlgen.New[SwitchPorts](p)
	if m.Refused() {
		return m
	}
	s := &fabricSwitch{m: m, SwitchPorts: io, p: p}
	s.parts()
	s.inputs()
	s.outputs()
	s.congestion()
	s.status()
	s.errors()
	return m
}

type fabricSwitch struct {
	*SwitchPorts
	m *rtlgen.Typed[SwitchPorts]
	p SwitchParams

	rx       *ReceiverPorts
	engine   *EnginePorts
	queues   *QueuesPorts
	tx       *TransmitterPorts
	obey     *qcn.PauseRxPorts
	pause    *qcn.PausePorts
	points   *qcn.CPPorts
	notifier *NotifierPorts
}

func (s *fabricSwitch) parts() {
	m, p := s.m, s.p
	s.rx = rtlgen.UseArray(m, "receiver", p.Ports, Receiver(p))
	s.engine = rtlgen.Use(m, "engine", Engine(p))
	s.queues = rtlgen.Use(m, "queues", Queues(p))
	s.tx = rtlgen.UseArray(m, "transmitter", p.Ports, Transmitter(p))
	s.obey = rtlgen.UseArray(m, "pause_rx", p.Ports, qcn.PauseRx(p.pause()))
	s.pause = rtlgen.UseArray(m, "pause", p.Ports, qcn.PauseUnit(p.pause()))
	s.points = rtlgen.UseArray(m, "cp", p.Ports, qcn.CP(p.cp()))
	s.notifier = rtlgen.Use(m, "notifier", Notifier(p))
}

// inputs take frames from the links to the engine.
func (s *fabricSwitch) inputs() {
	rtlgen.Connect(s.rx.Rx, s.Rx)
	rtlgen.Connect(s.obey.Rx, s.Rx)
	e := s.engine
	rtlgen.Connect(e.Offer, s.rx.Offer)
	s.rx.Taken.Drive(e.Taken)
	e.Adaptive.Drive(s.Adaptive)
	e.Load.Drive(s.Load)
	e.Seed.Drive(s.Seed)
	rtlgen.Connect(e.Write, s.Write)
	e.Tick.Drive(s.Tick)
	rtlgen.Connect(e.Local, s.notifier.CN)
	rtlgen.Connect(s.queues.Enq, e.Frame)
}

// outputs take frames from the queues to the links.
func (s *fabricSwitch) outputs() {
	q, tx := s.queues, s.tx
	q.Want.Drive(tx.Want)
	tx.Fetched.Drive(q.Fetched)
	rtlgen.Broadcast(tx.Frame, q.Frame)
	rtlgen.Connect(q.Done, tx.Done)
	tx.Taken.Drive(q.Taken)
	tx.CN.Valid.Drive(s.engine.CN.Valid)
	tx.CN.Word.Broadcast(s.engine.CN.Word)
	tx.Paused.Drive(s.obey.Paused)

	s.pause.Enable.Broadcast(1)
	s.pause.Port.Broadcast(s.Number)
	s.pause.Occupancy.Drive(q.Used)
	rtlgen.Connect(tx.Pause, s.pause.Tx)
	rtlgen.Connect(s.Tx, tx.Tx)
}

// congestion measures the output queues.
func (s *fabricSwitch) congestion() {
	m, p := s.m, s.p
	cp, e := s.points, s.engine
	cp.Arrival.Valid.Drive(s.queues.Entering) // a frame that finds no slot is in no queue
	entering := qcn.HeadOf(e.Frame.Word.Value)
	cp.Arrival.Length.Broadcast(entering.Length)
	cp.Departure.Valid.Drive(s.queues.Left.Valid)
	cp.Departure.Length.Broadcast(s.queues.Left.Length)
	cp.Enable.Broadcast(s.Managed)
	cp.Cap.Broadcast(0)
	cp.Seed.Broadcast(s.Seed.Low(16))
	number := m.Let("cp_number", s.Number.Low(15-4))
	m.Unused("number_rest", s.Number.High(qcn.AddressBits-11))
	low := m.Reg("low_q", p.Ports, 0, "output queues below half of q_eq")
	w := cp.Qlen.Width() / p.Ports
	for o := range p.Ports {
		rtlgen.Copy(cp, o).Number.Drive(rtlgen.Cat(number, m.Const(4, o)))
	}
	for o := range m.Each("o", p.Ports) {
		low.SetBit(o, cp.Qlen.Lane(o, w).Lt(p.QEq/2))
	}
	e.Low.Drive(low)

	n := s.notifier
	n.Number.Drive(s.Number)
	n.Frame.Drive(e.Frame.Word)
	n.Sampled.Drive(cp.Sampled)
	rtlgen.Connect(n.Trigger, cp.Trigger)
	m.Unused("capped", cp.Capped)
}

// status counts, and gathers what must not happen.
func (s *fabricSwitch) status() {
	m, p, e := s.m, s.p, s.engine
	meter := rtlgen.Use(m, "meter", meter(p))
	meter.Measure.Drive(s.Measure)
	meter.Sample.Drive(s.Sample)
	meter.Frame.Valid.Drive(e.Frame.Valid)
	meter.Frame.Host.Drive(qcn.HeadOf(e.Frame.Word.Value).Dst.Low(p.hw()))
	meter.Frame.Out.Drive(e.Frame.Out)
	meter.Frame.Detour.Drive(e.Detour)
	meter.Made.Drive(e.Local.Taken)
	meter.Learnt.Drive(e.Learnt)
	meter.OffList.Drive(e.OffList)
	meter.Stopped.Drive(s.pause.Stopped)
	meter.Qlen.Drive(s.points.Qlen)
	s.Qlen.Drive(s.points.Qlen)
	rtlgen.Connect(meter.Read, s.Read)

	failed := m.Let("failed", s.rx.Error.Any().Or(s.queues.Lost).Or(s.tx.Overrun.Any()).Or(s.notifier.Lost).
		Or(e.Missing).Or(e.Saturated))
	bad := m.Reg("error_q", 1, 0)
	m.If(failed, func() { bad.Set(1) })
	s.Error.Drive(bad)
}

// errors counts what breaks a rule at each port.
func (s *fabricSwitch) errors() {
	m, p, e := s.m, s.p, s.engine
	m.Unused("lost", s.rx.Lost) // an error, too
	// A list is missed three cycles after the engine took the offer. A notification that was
	// made here is no offer: it came by no port.
	came := e.Taken.Value
	for _, name := range []string{"came_q", "came_2_q", "came_3_q"} {
		came = m.NextNoReset(name, came).Value
	}
	noList := m.Let("no_list", rtlgen.Mux(e.Missing, came, 0))
	events := make([]value, p.Ports)
	for i := range events {
		event := s.rx.Error.Lane(i, Causes)
		events[i] = rtlgen.Cat(event.Bit(NoRoom).Or(s.queues.NoRoom.Bit(i)), event.Slice(NoRoom-1, NoRoute+1),
			event.Bit(NoRoute).Or(noList.Bit(i)), event.Low(NoRoute))
	}
	countErrors(m.Module, s.Err, p.ErrorBits, events)
}
