package golden

import (
	"slices"

	packet "culprit.example/culprit/blocks/packet/golden"
)

// inspection is what the post-processing decides in a cycle.
type inspection struct {
	finding
	name     packet.Name // of the SAQ that the head moves to
	coldDone bool        // the cold queue has no head that is still to be inspected
}

// inspect decides what becomes of the head in the last stage of the post-processing. A
// packet that starts enters the cold queue in the next cycle and may need the link then.
func (m *InputPort) inspect(granted int) inspection {
	if m.p.SAQs == 0 {
		return inspection{finding: finding{queue: -1, target: -1}}
	}
	lines := m.cam.Lines()
	target, others := -1, 0
	if q := m.stages.decided; q >= 0 {
		target, others = nextLonger(m.queue[q][0].header.Aligned(), q, lines.LineValid, lines.LineTp, lines.LineMask)
	}
	move := inspection{
		finding: m.stages.Decide(granted, target, births(lines.LineBorn, lines.LineTp, lines.LineMask),
			m.guard.Registered().OutStart),
	}
	move.enters = m.routed != nil && len(m.queue[0]) == 0 && !slices.Contains(lines.LineValid, true)
	move.coldDone = len(m.queue[0]) == 0 || m.stages.coldDone(move.finding)
	if move.target >= 0 {
		left := len(m.queue[1+move.target])
		if granted == 1+move.target {
			left--
		}
		move.arrives = left == 0 && others == 0
		move.name = packet.Named(lines.LineTp, lines.LineMask, move.target)
	}
	return move
}

// look finds the SAQs to which the head that is looked up may go: none of them is freed
// in the next cycle, in which that is decided.
func (m *InputPort) look() []bool {
	q, lines := m.stages.looked, m.cam.Lines()
	if q < 0 {
		return make([]bool, m.p.SAQs)
	}
	place := 0
	if q == 0 && m.stages.decided == 0 {
		place = 1 // behind the one about which is decided
	}
	return longerNames(m.queue[q][place].header.Aligned(), q, lines.LineValid, lines.LineTp, lines.LineMask)
}

// advance ends the cycle for the stages of the post-processing.
func (m *InputPort) advance(f finding, looked []bool) {
	m.stages.Advance(f, func(q int) bool {
		if q == 0 {
			return len(m.queue[0]) > m.stages.taken()
		}
		return len(m.queue[q]) > 0 && !m.noHead[q]
	})
	if !f.waits {
		m.wanted = looked
	}
	if m.stages.decided < 0 {
		clear(m.wanted)
	}
}

// apply carries the inspection out.
func (m *InputPort) apply(move inspection, myPort int) {
	if move.target < 0 {
		return
	}
	head := m.pop(move.queue)
	m.queue[1+move.target] = append(m.queue[1+move.target], head)
	kind := SetAside
	if move.queue > 0 {
		kind = MovedOn
	}
	m.note(myPort, kind, move.target, move.name)
}

// control runs detection, flow control and the CAM for a cycle.
func (m *InputPort) control(in InputPortIn, granted int, move inspection, out *InputPortOut) {
	lines := m.cam.Lines()
	for k := range m.counts {
		m.counts[k] = len(m.queue[1+k])
		m.linked[k] = k == move.target
	}
	detection := m.detect.Step(CDUIn{
		CqCount: len(m.queue[0]), CqReady: out.QueueReady[0], CqPort: out.QueuePort[0], CqGranted: granted == 0,
		MyPort:    in.MyPort,
		LineValid: lines.LineValid, LineTp: lines.LineTp, LineMask: lines.LineMask,
	})
	asked := m.asked
	m.tooLate = asked.AllocValid && !asked.NoFree && !slices.Contains(lines.LineValid, false)
	asked.AllocValid = asked.AllocValid && slices.Contains(lines.LineValid, false)
	note := m.told
	m.told = m.extend.Step(NameExtendIn{
		BusValid: in.BusValid, BusXoff: in.BusXoff, BusTp: in.BusTp, BusMask: in.BusMask,
		BusTarget: in.BusTarget, BusSource: in.BusSource, MyPort: in.MyPort,
	})
	ready := lines.LineReady
	if m.leaf != nil {
		ready = append([]bool(nil), ready...)
		for k, may := range m.leaf.MayFree(lines.LineValid) {
			ready[k] = ready[k] && may
		}
	}
	flow := m.rfcu.Step(RFCUIn{
		Count: m.counts, LineValid: lines.LineValid, LineXoff: lines.LineXoff, LineSent: lines.LineSent,
		LineReady: ready, LineTp: lines.LineTp, LineMask: lines.LineMask, Linked: m.wanted,
	})
	if m.leaf != nil {
		m.order(in, lines, flow.Dealloc, note.NoteValid || asked.AllocValid, out)
	}
	before := append([]inLine(nil), m.cam.line...)
	cam := m.cam.Step(InCamIn{
		NoteValid: note.NoteValid, NoteXoff: note.NoteXoff, NoteTp: note.NoteTp, NoteMask: note.NoteMask,
		NoteAllocate: note.NoteAllocate,
		AllocValid:   asked.AllocValid, AllocTp: asked.AllocTp, AllocMask: asked.AllocMask,
		Dealloc: flow.Dealloc, SentSet: flow.SentSet, SentClear: flow.SentClear,
		Linked: m.linked, CqInspected: move.coldDone,
	})
	m.asked = detection
	// A line may be free in the next cycle. If one is written now, it is that of the detection.
	m.asked.AllocValid = (detection.AllocValid || detection.NoFree) && !cam.Allocated
	out.StatDetect = cam.Allocated
	out.StatNoFree = detection.NoFree
	out.StatDropped = cam.NoteDropped || note.Overflow

	if out.StatNoFree {
		m.note(in.MyPort, NoFree, -1, packet.Name{Tp: detection.AllocTp, Mask: detection.AllocMask})
	}
	if out.StatDropped {
		m.note(in.MyPort, Dropped, -1, packet.Name{Tp: note.NoteTp, Mask: note.NoteMask})
	}
	m.log(in.MyPort, before, note)
}

// log notes how the lines of the CAM have changed in this cycle.
func (m *InputPort) log(myPort int, before []inLine, note NameExtendOut) {
	for k, was := range before {
		is := m.cam.line[k]
		switch {
		case !was.valid && is.valid && is.xoff:
			m.note(myPort, Notified, k, is.name)
		case !was.valid && is.valid:
			m.note(myPort, Detected, k, is.name)
		case was.valid && !is.valid:
			m.note(myPort, Deallocated, k, was.name)
		case was.valid && note.NoteValid && is.name.Equal(packet.Name{Tp: note.NoteTp, Mask: note.NoteMask}):
			kind := Unblocked
			if is.xoff {
				kind = Blocked
			}
			m.note(myPort, kind, k, is.name)
		}
		if was.valid && is.valid && was.sent != is.sent {
			kind := XonSent
			if is.sent {
				kind = XoffSent
			}
			m.note(myPort, kind, k, is.name)
		}
	}
}

// order keeps the order of the tree: leaves first. The CAM frees no line in a cycle in
// which it is busy with another one.
func (m *InputPort) order(in InputPortIn, lines InCamOut, dealloc []bool, busy bool, out *InputPortOut) {
	given := LeafIn{
		LineValid: lines.LineValid, LineTp: lines.LineTp, LineMask: lines.LineMask, Stopped: lines.LineXoff,
		Empty: make([]bool, m.p.SAQs), Freed: make([]bool, m.p.SAQs), MyPort: in.MyPort,
		MsgValid: in.HeardValid, MsgXoff: in.HeardXoff, MsgTp: in.HeardTp, MsgMask: in.HeardMask, NoteTake: in.TreeTake,
	}
	for k, n := range m.counts {
		given.Empty[k], given.Freed[k] = n == 0, dealloc[k] && !busy
	}
	out.TreeTarget = m.leaf.Step(given).NoteTarget
}
