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
		for range 3 {
			assert.Assert(t, !m.Lines().LineReady[0], "without the ready bit an inspection later")
			m.Step(camIn())
		}
		assert.Assert(t, m.Lines().LineReady[0])
	}
}

// ppuIn shows a cold queue with one head, and the given lines.
func ppuIn(lines ...packet.Name) PPUIn {
	in := PPUIn{CqHead: 9, CqHeadValid: true, HeadTurns: congested.Aligned(), HeadPort: 5}
	for _, n := range lines {
		in.LineValid, in.LineTp, in.LineMask = append(in.LineValid, true), append(in.LineTp, n.Tp), append(in.LineMask, n.Mask)
	}
	return in
}

// inspected steps a post-processing unit until it decides about a head, and through
// that cycle.
func inspected(t *testing.T, m *PPU, in PPUIn) PPUOut {
	t.Helper()
	for range 4 {
		decides := m.Decided() >= 0
		out := m.Step(in)
		if decides {
			return out
		}
	}
	t.Fatal("nothing is inspected")
	return PPUOut{}
}

// aged is a unit that has had the lines for a cycle, with nothing to inspect.
func aged(saqs int, in PPUIn) *PPU {
	m := NewPPU(saqs)
	in.CqHeadValid, in.CqEmpty = false, true
	m.Step(in)
	return m
}

func TestPPUShortestFirst(t *testing.T) {
	for _, header := range []packet.Header{congested, unaligned} {
		in := ppuIn(long, aside, short)
		in.HeadTurns = header.Aligned()
		m := aged(3, in)
		out := inspected(t, m, in)
		assert.Assert(t, out.CqPop && out.CqInspected && out.Linked[2])
		assert.Assert(t, !out.LinkValid, "the queue was empty")
		in.CqHeadValid, in.CqEmpty = false, true
		assert.Equal(t, m.Step(in).MovedSlot, 9)
		out = inspected(t, m, in) // the head of SAQ 2 goes on to the longer name
		assert.Assert(t, out.Linked[0] && !out.CqPop && out.CqInspected)
		assert.Assert(t, !inspected(t, m, in).Linked[0], "no name is longer")
		out = m.Step(in)
		assert.DeepEqual(t, out.Ready, []bool{false, true, false, false})
		assert.Equal(t, out.Port[1], 5)
		assert.DeepEqual(t, out.Count, []int{1, 0, 0})
	}
}

// TestPPUStages: scanned, looked up, decided; ready in the cycle after.
func TestPPUStages(t *testing.T) {
	m := NewPPU(1)
	in := ppuIn(short)
	in.LineValid[0] = false
	for cycle := range 6 {
		out := m.Step(in)
		assert.Equal(t, out.ScanHeadKnown, cycle == 1, "cycle %d", cycle)
		assert.Equal(t, out.CqInspected, cycle >= 2, "cycle %d", cycle)
		assert.Equal(t, out.Ready[0], cycle >= 3, "cycle %d", cycle)
	}
}

// TestPPULeavesOutFinalHeads: a head that stays is inspected once, and again when a
// line is born or another head comes.
func TestPPULeavesOutFinalHeads(t *testing.T) {
	in := ppuIn(long, short)
	in.LineValid = []bool{false, false}
	m := NewPPU(2)
	inspected(t, m, in)
	for range 5 {
		assert.Assert(t, !m.Step(in).ScanHeadKnown, "final")
	}
	in.LineValid, in.LineBorn = []bool{false, true}, true
	assert.Assert(t, !m.Step(in).CqInspected, "a line is born")
	in.LineBorn = false
	out := inspected(t, m, in)
	assert.Assert(t, out.Linked[1] && out.CqPop, "the new line gets the head, ready or not")
	assert.Assert(t, !m.Step(in).Ready[0])
}

// TestPPUBirthVoidsTheDecision: lines may change up to the last stage.
func TestPPUBirthVoidsTheDecision(t *testing.T) {
	in := ppuIn(short, middle)
	in.LineValid = []bool{false, false}
	m := NewPPU(2)
	m.Step(in)
	m.Step(in)
	in.LineValid, in.LineBorn = []bool{true, false}, true
	out := m.Step(in)
	assert.Assert(t, !out.CqPop && !out.CqInspected, "a line is born in the last stage")
	in.LineBorn = false
	out = inspected(t, m, in)
	assert.Assert(t, out.CqPop && out.Linked[0])

	m = aged(2, in)
	m.Step(in)
	m.Step(in)
	in.LineValid = []bool{false, false}
	out = m.Step(in)
	assert.Assert(t, !out.CqPop && out.CqInspected, "the line has died")
}

// TestPPUGrantWins: whatever the stage, and no move without a link.
func TestPPUGrantWins(t *testing.T) {
	for stage := range 3 {
		in := ppuIn(short)
		m := aged(1, in)
		m.offers[0].ready = true
		for cycle := range 3 {
			in.PopValid = cycle == stage
			out := m.Step(in)
			assert.Assert(t, !out.CqPop && !out.CqInspected && !out.Linked[0], "stage %d", stage)
			in.CqHeadValid = cycle != stage
		}
	}
	in := ppuIn(short)
	m := aged(1, in)
	m.Step(in)
	m.Step(in)
	in.LinkBusy = true
	assert.Assert(t, !m.Step(in).CqPop)
	in.LinkBusy = false
	assert.Assert(t, inspected(t, m, in).CqPop)
}

func TestPPUOnlyPacketReplaced(t *testing.T) {
	in := ppuIn(short)
	m := aged(1, in)
	inspected(t, m, in) // slot 9 is in SAQ 0
	in.CqHeadValid, in.CqEmpty = false, true
	in.HeadTurns = 1<<31 - 1
	inspected(t, m, in) // and stays there
	in = ppuIn(short)
	in.CqHead = 4
	m.Step(in)
	m.Step(in)
	in.PopValid, in.PopQueue = true, 1
	out := m.Step(in)
	assert.Equal(t, out.DeqHead, 9)
	assert.Assert(t, out.Linked[0] && !out.LinkValid)
	out = m.Step(PPUIn{CqEmpty: true, LineValid: in.LineValid, LineTp: in.LineTp, LineMask: in.LineMask})
	assert.Assert(t, out.HeadValid[0])
	assert.Equal(t, out.Head[0], 4)
	assert.Equal(t, out.Count[0], 1)
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
	m.Step(OutCamIn{}) // compared, told
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
