package golden

import (
	"testing"

	"gotest.tools/v3/assert"

	packet "culprit/blocks/packet/golden"
)

// names of 1, 2 and 3 turns, each a prefix of the next, and one beside them
var (
	short  = packet.OneTurn(1, 3)
	middle = packet.Name{Tp: 0b001_010 << 25, Mask: 0b111_111 << 25}
	long   = packet.Name{Tp: 0b001_010_011 << 22, Mask: 0b111_111_111 << 22}
	aside  = packet.OneTurn(4, 3)
	// through all three points
	congested = packet.MakeHeader(0b001_010_011_100<<19|1<<19-1, 30)
	// the same, one switch earlier
	unaligned = packet.MakeHeader(0b110_001_010_011_100<<16|1<<16-1, 27)
)

func camIn() InCamIn {
	return InCamIn{Dealloc: make([]bool, 2), SentSet: make([]bool, 2), SentClear: make([]bool, 2), Linked: make([]bool, 2)}
}

func noteIn(xoff bool, n packet.Name) InCamIn {
	in := camIn()
	in.NoteAllocate = true
	in.NoteValid, in.NoteXoff, in.NoteTp, in.NoteMask = true, xoff, n.Tp, n.Mask
	return in
}

func allocIn(n packet.Name) InCamIn {
	in := camIn()
	in.AllocValid, in.AllocTp, in.AllocMask = true, n.Tp, n.Mask
	return in
}

func TestInCamNotifications(t *testing.T) {
	m := NewInCam(2, 1)
	assert.Assert(t, !m.Step(noteIn(true, short)).NoteDropped)
	lines := m.Lines()
	assert.Assert(t, lines.LineValid[0] && lines.LineXoff[0] && !lines.LineSent[0])
	assert.Assert(t, lines.LineReady[0], "being blocked guards it")

	m.Step(noteIn(false, middle)) // an Xon of nobody
	m.Step(noteIn(false, short))
	lines = m.Lines()
	assert.Assert(t, lines.LineValid[0] && !lines.LineXoff[0] && !lines.LineValid[1])
	m.Step(noteIn(true, short)) // the line that there is
	lines = m.Lines()
	assert.Assert(t, lines.LineXoff[0] && !lines.LineValid[1])

	m.Step(noteIn(true, middle))
	assert.Assert(t, m.Step(noteIn(true, long)).NoteDropped)
}

func TestInCamOneWritePerCycle(t *testing.T) {
	m := NewInCam(2, 1)
	m.Step(allocIn(short))
	in := noteIn(false, aside) // does nothing, yet takes the port
	in.AllocValid, in.AllocTp, in.AllocMask = true, middle.Tp, middle.Mask
	in.Dealloc[0] = true
	assert.Assert(t, !m.Step(in).Allocated)
	assert.Assert(t, m.Lines().LineValid[0])
	in.NoteValid = false
	assert.Assert(t, m.Step(in).Allocated)
	lines := m.Lines()
	assert.Assert(t, lines.LineValid[0] && lines.LineValid[1], "the allocation comes before the deallocation")
	in.AllocValid = false
	m.Step(in)
	assert.Assert(t, !m.Lines().LineValid[0])
}

func TestInCamReady(t *testing.T) {
	inspected := camIn()
	inspected.CqInspected = true
	linked := camIn()
	linked.Linked[0] = true

	m := NewInCam(2, 1)
	in := allocIn(short)
	in.CqInspected = true // does not count
	m.Step(in)
	m.Step(inspected)
	assert.Assert(t, !m.Lines().LineReady[0])
	m.Step(camIn())
	m.Step(inspected)
	assert.Assert(t, m.Lines().LineReady[0], "after the second inspection")

	m = NewInCam(2, 1)
	m.Step(allocIn(short))
	m.Step(linked)
	assert.Assert(t, m.Lines().LineReady[0], "after the first packet")

	for _, born := range []InCamIn{allocIn(short), noteIn(true, short)} {
		m = NewInCam(2, 0)
		m.Step(born)
		assert.Assert(t, m.Lines().LineReady[0], "at birth without the ready bit")
	}
}

// ppuIn shows a cold queue with one head, and the given lines.
func ppuIn(lines ...packet.Name) PPUIn {
	in := PPUIn{CqHead: 9, RimHeader: uint64(congested), HeadPort: make([]int, 1+len(lines))}
	for _, n := range lines {
		in.LineValid, in.LineTp, in.LineMask = append(in.LineValid, true), append(in.LineTp, n.Tp), append(in.LineMask, n.Mask)
	}
	return in
}

func TestPPUShortestFirst(t *testing.T) {
	for _, header := range []packet.Header{congested, unaligned} {
		m := NewPPU(3)
		in := ppuIn(long, aside, short)
		in.RimHeader = uint64(header)
		out := m.Step(in)
		assert.Assert(t, out.CqPop && out.CqInspected && out.Linked[2] && !out.SetReady)
		assert.Assert(t, !out.LinkValid, "the queue was empty")
		in.CqEmpty = true
		out = m.Step(in) // the head of SAQ 2 goes on to the longer name
		assert.Assert(t, out.Linked[0] && !out.CqPop && out.CqInspected)
		assert.Equal(t, out.SetSlot, 9)
		out = m.Step(in)
		assert.Assert(t, out.SetValid && out.SetReady, "no name is longer")
		assert.DeepEqual(t, out.Count, []int{1, 0, 0})
	}
}

// TestPPULeavesOutFinalHeads: a head that stays is inspected once, and again when a
// line is born or another head comes.
func TestPPULeavesOutFinalHeads(t *testing.T) {
	m := NewPPU(2)
	in := ppuIn(long, short)
	in.LineValid = []bool{false, false}
	scans := func() bool {
		out := m.Step(in)
		assert.Equal(t, out.SetValid, out.ScanHeadKnown)
		return out.SetValid
	}
	assert.Assert(t, scans())
	for range 2 {
		assert.Assert(t, !scans(), "final")
	}
	in.LineValid = []bool{false, true}
	out := m.Step(in)
	assert.Assert(t, out.Linked[1] && out.CqPop, "the new line gets the head in the cycle of its birth")
	in.CqEmpty = true
	assert.Assert(t, scans() && !scans(), "the head of that SAQ")
	in.CqEmpty = false
	assert.Assert(t, scans(), "the next head of the cold queue")
}

func TestPPUGrantWins(t *testing.T) {
	m := NewPPU(1)
	in := ppuIn(short)
	in.PopValid, in.PopQueue = true, 0
	out := m.Step(in)
	assert.Assert(t, !out.SetValid && !out.CqPop && !out.CqInspected && !out.Linked[0])
	assert.Equal(t, m.Scanned(false, []bool{true}), 0, "wrapped around the empty SAQ")
}

func TestPPUOnlyPacketReplaced(t *testing.T) {
	m := NewPPU(1)
	m.Step(ppuIn(short)) // slot 9 is in SAQ 0, the scan at SAQ 0
	in := ppuIn(short)
	in.RimHeader = uint64(packet.MakeHeader(1<<31-1, 30))
	m.Step(in) // slot 9 stays
	in = ppuIn(short)
	in.CqHead, in.PopValid, in.PopQueue, in.DeqNext = 4, true, 1, 3
	out := m.Step(in)
	assert.Equal(t, out.DeqHead, 9)
	assert.Assert(t, out.Linked[0] && !out.LinkValid)
	assert.Equal(t, m.Head(0), 4)
	assert.Equal(t, m.Count(0), 1)
}

func TestRFCUThresholds(t *testing.T) {
	for _, c := range []struct {
		count              int
		sent               bool
		wantXoff, wantXon  bool
		ready, blocked     bool
		wantDead, isLinked bool
	}{
		{count: 10}, {count: 11, wantXoff: true}, {count: 11, sent: true}, {count: 5, sent: true}, {count: 4, sent: true, wantXon: true},
		{count: 4}, {count: 0, ready: true, wantDead: true}, {count: 0}, {count: 0, ready: true, blocked: true},
		{count: 0, ready: true, isLinked: true}, {count: 0, ready: true, sent: true, wantXon: true},
	} {
		m := NewRFCU(1, 10, 5, false)
		in := RFCUIn{
			Count: []int{c.count}, LineValid: []bool{true}, LineXoff: []bool{c.blocked}, LineSent: []bool{c.sent}, LineReady: []bool{c.ready},
			LineTp: []uint32{short.Tp}, LineMask: []uint32{short.Mask}, Linked: []bool{c.isLinked},
		}
		out := m.Step(in)
		assert.Equal(t, out.SentSet[0], c.wantXoff, "%+v", c)
		assert.Equal(t, out.SentClear[0], c.wantXon, "%+v", c)
		assert.Equal(t, out.Dealloc[0], c.wantDead, "%+v", c)
		in.LineValid[0] = false
		out = m.Step(in)
		assert.Equal(t, out.MsgValid, c.wantXoff || c.wantXon, "%+v", c)
		assert.Equal(t, out.MsgXoff, c.wantXoff, "%+v", c)
		assert.Assert(t, !m.Step(in).MsgValid, "one cycle only")
	}
}

func message(xoff bool, n packet.Name) OutCamIn {
	return OutCamIn{MsgValid: true, MsgXoff: xoff, MsgTp: n.Tp, MsgMask: n.Mask}
}

func first(source int) OutCamIn {
	return OutCamIn{FirstValid: true, FirstHeader: uint64(unaligned), FirstSource: source}
}

func TestOutCamLongestFirst(t *testing.T) {
	m := NewOutCam(3, false)
	for _, n := range []packet.Name{short, long, middle} {
		m.Step(message(true, n))
	}
	m.Step(first(6))
	for range 3 {
		m.Step(OutCamIn{})
	}
	for _, want := range []packet.Name{long, middle, short} {
		note, ok := m.Note()
		assert.Assert(t, ok)
		assert.Equal(t, note, Note{Xoff: true, Name: want, Target: 6})
		m.Step(OutCamIn{NoteTake: true})
	}
	_, ok := m.Note()
	assert.Assert(t, !ok)
}

// TestOutCamPendingIsReplaced: of what was not told about a packet, only what
// the next packet matches is told, to its source.
func TestOutCamPendingIsReplaced(t *testing.T) {
	m := NewOutCam(3, false)
	m.Step(message(true, short))
	m.Step(message(true, middle))
	m.Step(first(1))
	m.Step(first(2)) // the longest is pushed for source 1 in this cycle
	m.Step(OutCamIn{})
	m.Step(OutCamIn{})
	var targets []int
	for {
		note, ok := m.Note()
		if !ok {
			break
		}
		targets = append(targets, note.Target)
		m.Step(OutCamIn{NoteTake: true})
	}
	assert.DeepEqual(t, targets, []int{1, 2, 2})
}

func TestOutCamXonFreesTheLine(t *testing.T) {
	m := NewOutCam(1, false)
	m.Step(message(true, short))
	m.Step(message(false, short))
	assert.Assert(t, m.Step(OutCamIn{}).LineValid[0], "it still has to tell")
	note, ok := m.Note()
	assert.Assert(t, ok && !note.Xoff && note.Name == short)
	assert.Assert(t, !m.Step(OutCamIn{}).LineValid[0])
}

// TestOutCamBlockedAgain: the next Xoff comes while the Xon is being told.
func TestOutCamBlockedAgain(t *testing.T) {
	m := NewOutCam(1, false)
	m.Step(message(true, short))
	m.Step(message(false, short))
	out := m.Step(message(true, short))
	assert.Assert(t, !out.CamFull)
	note, ok := m.Note()
	assert.Assert(t, ok && !note.Xoff, "the Xon goes out")
	assert.Assert(t, m.Step(first(3)).LineValid[0], "the line stays")
	m.Step(OutCamIn{NoteTake: true})
	note, ok = m.Note()
	assert.Assert(t, ok && note.Xoff && note.Target == 3)
}

func TestOutCamFull(t *testing.T) {
	m := NewOutCam(1, false)
	m.Step(message(true, short))
	assert.Assert(t, m.Step(message(true, middle)).CamFull)
	assert.Assert(t, !m.Step(message(false, middle)).CamFull, "an Xon needs no line")
	m.Step(message(false, short))
	assert.Assert(t, m.Step(message(true, middle)).CamFull, "the line is released in this very cycle")
	assert.Assert(t, !m.Step(message(true, middle)).CamFull)
}

// TestOutCamFIFOFull: four notifications wait, and taking one makes room only
// for the next cycle.
func TestOutCamFIFOFull(t *testing.T) {
	m := NewOutCam(5, false)
	names := []packet.Name{short, aside, packet.OneTurn(2, 3), packet.OneTurn(3, 3), packet.OneTurn(5, 3)}
	for _, n := range names {
		m.Step(message(true, n))
	}
	for _, n := range names {
		m.Step(message(false, n))
	}
	for range 4 {
		m.Step(OutCamIn{})
	}
	lines := func(in OutCamIn) int {
		n := 0
		for _, valid := range m.Step(in).LineValid {
			if valid {
				n++
			}
		}
		return n
	}
	assert.Equal(t, lines(OutCamIn{NoteTake: true}), 1)
	assert.Equal(t, lines(OutCamIn{}), 1, "full when its head was taken")
	assert.Equal(t, lines(OutCamIn{}), 0)
}
