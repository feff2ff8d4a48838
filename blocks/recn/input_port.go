package recn

import (
	"culprit.example/culprit/blocks/link"
	"culprit.example/culprit/blocks/packet"
	"culprit.example/culprit/blocks/prim"
	"culprit.example/culprit/rtlgen"
)

// InputPort is the receiving side of a link: the packet memory with its units (IQ
// figure 2). README.md gives the timing from the pins to the crossbar.
func InputPort(p Params) *rtlgen.Typed[InputPortPorts] {
	m, io := rtlgen.New[InputPortPorts](p)
	if m.Refused() {
		return m
	}
	u := &inputPort{InputPortPorts: io, m: m.Module, p: p}
	u.receive()
	u.coldQueue()
	u.transmit()
	if p.SAQs > 0 {
		u.setAside()
		u.messages()
		u.notifications()
	}
	u.requests()
	u.checkSlots()
	return m
}

// inputPort is the netlist of the port while it is built.
type inputPort struct {
	*InputPortPorts
	m *rtlgen.Module
	p Params

	sop, header value
	freed       rtlgen.Wire // a slot is given back
	granted     value       // a bit per queue: its head is granted
	grantCQ     value       // the grant takes the head of the cold queue

	mmu *MMUPorts
	ru  *RUPorts
	mu  *MUPorts

	// With set-aside queues only.
	ppu  *PPUPorts
	cam  *InCAMPorts
	cdu  *CDUPorts
	rfcu *RFCUPorts
	leaf *LeafPorts // leaves first only

	grantedSlot value
	tx          packet.Reading // the packet that is being read
}

// receive registers the beats and brings them to the packet memory and the routing
// unit.
func (u *inputPort) receive() {
	m, p := u.m, u.p
	u.mmu = rtlgen.Use(m, "mmu", MMU(p))
	u.freed = m.Wire("slot_is_freed", 1)
	rx := link.Receive(m, link.GuardParams{Ports: p.Ports, Slots: p.Slots, Data: p.Data}, u.Rx.Beat, u.freed)
	u.sop, u.header = rx.Start.Value, rx.Header()
	rtlgen.Connect(u.mmu.Rx, rx.Stored)
	u.Error.Drive(rx.Error)

	u.ru = rtlgen.Use(m, "ru", RU(p))
	u.ru.Sop.Drive(u.sop)
	u.ru.Header.Drive(u.header)
	u.ru.Slot.Drive(u.mmu.WrSlot)
	u.ru.MyPort.Drive(u.MyPort)

	// The guard's register is the first of the link's registers.
	u.Rx.Credit.Drive(packet.Delay(m, "credit_link", rx.Credit, p.LinkLatency-1))
	u.Stat.Free.Drive(u.mmu.FreeCount)
	p.ports().AssumeLink(m, u.Rx, p.Slots)
}

// coldQueue joins the mapping unit with the pointer file.
func (u *inputPort) coldQueue() {
	m := u.m
	u.mu = rtlgen.Use(m, "mu", MU(u.p))
	u.mu.EnqValid.Drive(u.ru.EnqValid)
	u.mu.EnqSlot.Drive(u.ru.EnqSlot)
	u.mu.HeadNext.Drive(u.mmu.CqNext)
	u.mmu.CqHead.Drive(u.mu.Head)
	rtlgen.Connect(u.mmu.CqLink, u.mu.Link)
	u.grantCQ = u.GrantValid.Value
	if u.p.SAQs == 0 {
		u.mu.Pop.Drive(u.grantCQ)
		return
	}
	u.granted = m.Let("granted", u.GrantQueue.And(u.GrantValid.Replicate(u.p.queues())))
	u.grantCQ = u.granted.Bit(0)
	m.Assume("grant_of_a_queue", u.GrantValid.Implies(u.GrantQueue.Any()))
	u.ppu = rtlgen.Use(m, "ppu", PPU(u.p))
	u.cam = rtlgen.Use(m, "cam", InCAM(u.p))
	u.mu.Pop.Drive(u.grantCQ.Or(u.ppu.CqPop))
	u.mu.EnqTaken.Drive(u.ppu.EnqTaken)
	u.mu.Take.Drive(u.ppu.CqTake)
	u.mu.BackValid.Drive(u.ppu.CqBackValid)
	u.mu.BackSlot.Drive(u.ppu.CqBackSlot)
}

// transmit reads the granted packet, one beat per cycle, and gives its slot back
// with the last.
func (u *inputPort) transmit() {
	m, p := u.m, u.p
	u.grantedSlot = u.mu.Head.Value
	if p.SAQs > 0 {
		u.grantedSlot = m.Let("granted_slot", rtlgen.Mux(u.grantCQ, u.ppu.CqReadySlot, u.ppu.DeqHead))
	}
	u.tx = packet.Read(m, u.GrantValid, u.grantedSlot, packet.Beats)
	u.mmu.Rd.En.Drive(u.tx.Active)
	u.mmu.Rd.Slot.Drive(u.tx.Slot)
	u.mmu.Rd.Word.Drive(u.tx.Word)
	u.mmu.Free.Valid.Drive(u.tx.Last)
	u.freed.Set(u.tx.Last)
	u.mmu.Free.Slot.Drive(u.tx.Slot)
	u.tx.ToCrossbar(m, u.Beat, packet.Word{Data: u.mmu.Rd.Data, Lost: u.mmu.Rd.Lost, Bad: u.mmu.Rd.Bad})
}

// setAside joins the post-processing, detection and flow control units with the
// CAM.
func (u *inputPort) setAside() {
	ppu, cam := u.ppu, u.cam
	ppu.CqHead.Drive(u.mu.Head)
	ppu.CqHeadValid.Drive(u.mu.HeadValid)
	ppu.CqEmpty.Drive(u.mu.Empty)
	ppu.EnqValid.Drive(u.ru.EnqValid)
	ppu.EnqSlot.Drive(u.ru.EnqSlot)
	ppu.EnqPort.Drive(u.ru.EnqPort)
	ppu.Pop.Drive(u.granted)
	ppu.LinkBusy.Drive(u.sop) // its packet enters the cold queue in the next cycle
	ppu.DeqNext.Drive(u.mmu.DeqNext)
	ppu.PpuNext.Drive(u.mmu.PpuNext)
	ppu.HeadTurns.Drive(u.ru.HeadTurns)
	ppu.HeadPort.Drive(u.ru.HeadPort)
	rtlgen.Connect(u.mmu.SaqLink, ppu.Link)
	u.mmu.DeqHead.Drive(u.tx.Slot) // the slot that was granted last
	u.mmu.PpuHead.Drive(ppu.MovedSlot)
	u.ru.HeadSlot.Drive(ppu.ScanHead)

	u.cdu = rtlgen.Use(u.m, "cdu", CDU(u.p))
	u.cdu.CqCount.Drive(u.mu.Count)
	u.cdu.CqReady.Drive(ppu.Ready.Bit(0))
	u.cdu.CqPort.Drive(ppu.Port.At(0))
	u.cdu.CqGranted.Drive(u.grantCQ)
	u.cdu.MyPort.Drive(u.MyPort)

	u.rfcu = rtlgen.Use(u.m, "rfcu", RFCU(u.p))
	u.rfcu.Count.Drive(ppu.Count)
	u.rfcu.Linked.Drive(ppu.Wanted)
	rtlgen.Connect(u.rfcu.Line.LineNames, cam.Line.LineNames)
	u.rfcu.Line.Xoff.Drive(cam.Line.Xoff)
	u.rfcu.Line.Sent.Drive(cam.Line.Sent)
	rtlgen.Connect(ppu.Line.LineNames, cam.Line.LineNames)
	ppu.Line.Longer.Drive(cam.Line.Longer)
	ppu.LineBorn.Drive(cam.LineBorn)
	rtlgen.Connect(u.cdu.Line, cam.Line.LineNames)
	u.allocate()
	cam.Dealloc.Drive(u.rfcu.Dealloc)
	if u.p.LeafFirst == 0 {
		u.rfcu.Line.Ready.Drive(cam.Line.Ready)
	} else {
		u.leavesFirst()
	}
	cam.SentSet.Drive(u.rfcu.SentSet)
	cam.SentClear.Drive(u.rfcu.SentClear)
	cam.Linked.Drive(ppu.Linked)
	cam.CqInspected.Drive(ppu.CqInspected)
}

// allocate brings what the detection asks for to the CAM, a cycle later: neither the
// grant nor the search for the name is in the path of its lines. The detection still asks
// in the cycle in which its line is written. It asks while no line is free, too, and has
// the first one that is freed a cycle sooner: where SAQs are few, most requests wait for
// one, and the head of the cold queue blocks all others meanwhile.
func (u *inputPort) allocate() {
	m, cam, asked := u.m, u.cam, u.cdu.Alloc
	valid := m.Next("alloc_valid_q", asked.Valid.Or(u.cdu.NoFree).AndNot(cam.Allocated), 0,
		"the detection asks for a SAQ")
	cam.Alloc.Valid.Drive(valid.AndNot(cam.Line.Valid.All()))
	cam.Alloc.Tp.Drive(m.NextNoReset("alloc_tp_q", asked.Tp))
	cam.Alloc.Mask.Drive(asked.Mask)
}

// messages brings Xoffs and Xons to the link, and the status to its pins.
func (u *inputPort) messages() {
	u.sendMessages()
	u.Stat.Saqs.Drive(u.cam.Line.Valid)
	u.Stat.Sent.Drive(u.cam.Line.Valid.And(u.cam.Line.Sent))
	u.Stat.Detect.Drive(u.cam.Allocated)
	u.Stat.NoFree.Drive(u.cdu.NoFree)
	u.m.Assert("detection_rests_up_to_the_threshold",
		prim.AtMost(u.m, u.mu.Count, u.p.Detect).Implies(u.cdu.Alloc.Valid.Or(u.cdu.NoFree).Not()),
		"a cold queue that is not longer than the threshold asks for no SAQ")
}

// notifications brings the notification bus to the CAM, through a register: the bus
// comes from the other end of the switch.
func (u *inputPort) notifications() {
	m := u.m
	receiver := rtlgen.Use(m, "name_extend", NameExtend(u.p))
	receiver.MyPort.Drive(u.MyPort)
	rtlgen.Connect(receiver.Bus, u.Bus)
	u.p.ports().AssumeName(m, "name_on_the_bus", u.Bus.Valid, packet.NameIn(u.Bus.NameOf))
	valid := m.Next("note_valid_q", receiver.Note.Valid, 0)
	u.cam.Note.Valid.Drive(valid)
	u.cam.Note.Xoff.Drive(m.NextNoReset("note_xoff_q", receiver.Note.Xoff))
	u.cam.Note.Tp.Drive(m.NextNoReset("note_tp_q", receiver.Note.Tp))
	u.cam.Note.Mask.Drive(m.NextNoReset("note_mask_q", receiver.Note.Mask))
	u.cam.NoteAllocate.Drive(m.NextNoReset("note_allocate_q", receiver.NoteAllocate))
	if u.p.LeafFirst == 1 {
		// The CAM puts a deallocation off while it writes another line.
		busy := m.Let("cam_writes", valid.Or(u.cam.Allocated))
		u.leaf.Freed.Drive(u.rfcu.Dealloc.AndNot(busy.Replicate(u.p.SAQs)))
	}
	u.Stat.Dropped.Drive(u.cam.NoteDropped.Or(m.Next("overflow_q", receiver.Overflow, 0)))
}

// requests shows the heads of all queues to the scheduler.
func (u *inputPort) requests() {
	if u.p.SAQs == 0 {
		u.ru.HeadSlot.Drive(u.mu.Head)
		u.Queue.Empty.Drive(u.mu.Empty)
		u.Queue.Ready.Drive(u.mu.HeadValid)
		u.Queue.Port.Drive(u.ru.HeadPort)
		return
	}
	u.Queue.Empty.Drive(rtlgen.Cat(u.ppu.Empty, u.mu.Empty))
	u.Queue.Ready.Drive(u.ppu.Ready)
	u.Queue.Port.Drive(u.ppu.Port)
	u.SaqXoff.Drive(u.cam.Line.Xoff)
}

// leavesFirst puts the order of the tree between the flow control unit, which wants to
// free a SAQ, and the CAM.
func (u *inputPort) leavesFirst() {
	cam, rfcu := u.cam, u.rfcu
	u.leaf = rtlgen.Use(u.m, "leaf", Leaf(u.p))
	rtlgen.Connect(u.leaf.Line, cam.Line.LineNames)
	rfcu.Line.Ready.Drive(cam.Line.Ready.And(u.leaf.MayFree))
	u.leaf.Stopped.Drive(cam.Line.Xoff)
	u.leaf.Empty.Drive(u.ppu.Empty)
	u.leaf.MyPort.Drive(u.MyPort)
	u.leaf.NoteTake.Drive(u.TreeTake)
	rtlgen.Connect(u.leaf.Msg, u.Heard)
	rtlgen.Connect(u.Tree, u.leaf.Note)
}

// sendMessages brings the messages of the flow control unit to the link. With leaves
// first, reports of the output port go between them, with the last bit of the mask set,
// which no name has.
func (u *inputPort) sendMessages() {
	m := u.m
	if u.p.LeafFirst == 0 {
		packet.DelayMessage(m, "message_link", u.Rx.Msg, u.rfcu.Msg, u.p.LinkLatency-1)
		return
	}
	own := u.rfcu.Msg
	u.UpTake.Drive(u.Up.Valid.AndNot(own.Valid))
	m.Unused("last_bit_of_report", u.Up.Mask.Bit(0))
	report := rtlgen.Cat(u.Up.Mask.High(packet.TurnBits-1), m.Ones(1))
	message := rtlgen.Cat(own.Valid.Or(u.Up.Valid), rtlgen.Mux(own.Valid, own.Xoff, u.Up.Xoff),
		rtlgen.Mux(own.Valid, own.Tp, u.Up.Tp), rtlgen.Mux(own.Valid, own.Mask, report))
	// The choice has a register of its own, in front of the link's.
	// all but valid, which comes first
	rtlgen.Spread(u.Rx.Msg, packet.DelayData(m, "message_link", message, message.Width()-1, u.p.LinkLatency))
}
