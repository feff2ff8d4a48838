package golden

import (
	"testing"

	"gotest.tools/v3/assert"

	packet "culprit.example/culprit/blocks/packet/golden"
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
			assert.Assert(t, !m.Lines().LineReady[0], "without the ready bit when the first packet can have come")
			m.Step(camIn())
		}
		assert.Assert(t, m.Lines().LineReady[0])
	}
}

// postProcessing is a post-processing unit with its cold queue. All packets have the
// same turns and want the same output.
type postProcessing struct {
	*PPU
	in   PPUIn
	cold *MU
}

// newPostProcessing makes a unit that has had the lines for a cycle, and packets of the
// slots in the cold queue.
func newPostProcessing(slots []int, lines ...packet.Name) *postProcessing {
	u := &postProcessing{PPU: NewPPU(len(lines)), cold: NewMU(len(lines))}
	u.in = PPUIn{HeadTurns: congested.Aligned(), HeadPort: 5, LineBorn: make([]bool, len(lines)),
		Pop: make(Chosen, 1+len(lines))}
	for _, n := range lines {
		u.in.LineValid, u.in.LineTp, u.in.LineMask = append(u.in.LineValid, true), append(u.in.LineTp, n.Tp),
			append(u.in.LineMask, n.Mask)
	}
	u.step()
	for _, slot := range slots {
		u.cold.Step(MUIn{EnqValid: true, EnqSlot: slot})
	}
	return u
}

// TestPPUReadyAtOnce: into the empty cold queue, while no line is in use.
func TestPPUReadyAtOnce(t *testing.T) {
	for _, lines := range []bool{false, true} {
		u := newPostProcessing(nil, short)
		u.in.LineValid[0] = lines
		u.in.EnqValid, u.in.EnqSlot, u.in.EnqPort = true, 3, 2
		assert.Equal(t, u.step().EnqTaken, !lines)
		u.in.EnqSlot, u.in.EnqPort = 4, 1
		out := u.step()
		assert.Assert(t, !out.EnqTaken, "there is another packet before it")
		u.in.EnqValid = false
		assert.Equal(t, out.Ready[0], !lines)
		if !lines {
			assert.Equal(t, out.CqReadySlot, 3)
			assert.Equal(t, out.Port[0], 2)
			assert.Assert(t, !u.pop(0).CqTake)
			assert.Assert(t, u.step().CqTake)
		}
	}
}

// step is a cycle of both.
func (u *postProcessing) step() PPUOut {
	u.in.CqEmpty, u.in.CqHeadValid = len(u.cold.Slots()) == 0, u.cold.HeadValid()
	if u.in.CqHeadValid {
		u.in.CqHead = u.cold.Slots()[u.cold.Taken()]
	}
	out := u.Step(u.in)
	u.cold.Step(MUIn{
		EnqValid: u.in.EnqValid, EnqSlot: u.in.EnqSlot, EnqTaken: out.EnqTaken,
		Pop:  out.CqPop || u.in.Pop[0],
		Take: out.CqTake, BackValid: out.CqBackValid, BackSlot: out.CqBackSlot,
	})
	return out
}

// born is a cycle in which a line is born.
func (u *postProcessing) born(line int) PPUOut {
	u.in.LineValid[line], u.in.LineBorn[line] = true, true
	out := u.step()
	u.in.LineBorn[line] = false
	return out
}

// pop is a cycle in which the scheduler pops a queue.
func (u *postProcessing) pop(queue int) PPUOut {
	u.in.Pop.Set(queue)
	out := u.step()
	u.in.Pop.Set(-1)
	return out
}

// inspected steps the unit until it decides about a head, and through that cycle.
func (u *postProcessing) inspected(t *testing.T) PPUOut {
	t.Helper()
	for range 6 {
		decides := u.Decided() >= 0
		out := u.step()
		if decides {
			return out
		}
	}
	t.Fatal("nothing is inspected")
	return PPUOut{}
}

func TestPPUShortestFirst(t *testing.T) {
	for _, header := range []packet.Header{congested, unaligned} {
		u := newPostProcessing([]int{9}, long, aside, short)
		u.in.HeadTurns = header.Aligned()
		out := u.inspected(t)
		assert.Assert(t, out.CqPop && out.CqInspected && out.Linked[2])
		assert.Assert(t, !out.LinkValid, "the queue was empty")
		assert.Equal(t, u.step().MovedSlot, 9)
		out = u.inspected(t) // the head of SAQ 2 goes on to the longer name
		assert.Assert(t, out.Linked[0] && !out.CqPop && out.CqInspected)
		out = u.step()
		assert.DeepEqual(t, out.Ready, []bool{false, true, false, false}) // no name is longer
		assert.Equal(t, out.Port[1], 5)
		assert.DeepEqual(t, out.Count, []int{1, 0, 0})
		for range 5 {
			assert.Assert(t, !u.step().ScanHeadKnown, "it need not be inspected")
		}
	}
}

// TestPPUStages: scanned, looked up, decided; ready in the cycle after.
func TestPPUStages(t *testing.T) {
	u := newPostProcessing([]int{9}, short)
	u.in.LineValid[0] = false
	for cycle := range 6 {
		out := u.step()
		assert.Equal(t, out.ScanHeadKnown, cycle == 1, "cycle %d", cycle)
		assert.Equal(t, out.CqInspected, cycle >= 2, "cycle %d", cycle)
		assert.Equal(t, out.Ready[0], cycle >= 3, "cycle %d", cycle)
	}
	out := u.pop(0)
	assert.Assert(t, out.CqReady)
	assert.Equal(t, out.CqReadySlot, 9)
}

// TestPPUMovesAPacketPerCycle: from the cold queue. What stays sends those behind it back.
func TestPPUMovesAPacketPerCycle(t *testing.T) {
	u := newPostProcessing([]int{3, 4, 5, 6, 7}, short)
	for cycle := range 5 {
		if cycle == 3 {
			u.in.HeadTurns = 1<<31 - 1 // slot 5 stays
		}
		out := u.step()
		assert.Equal(t, out.CqPop, cycle == 2 || cycle == 3, "cycle %d", cycle)
		assert.Equal(t, out.CqBackValid, cycle == 4, "cycle %d", cycle)
		if cycle == 4 {
			assert.Equal(t, out.CqBackSlot, 6)
		}
	}
	out := u.step()
	assert.Assert(t, out.Ready[0] && !out.CqTake)
	assert.Equal(t, out.CqReadySlot, 5)
	assert.Equal(t, out.Count[0], 2)
	assert.Assert(t, u.pop(0).Ready[0])
	assert.Equal(t, u.in.CqHead, 6)
	assert.Assert(t, u.step().CqTake, "in the cycle after the grant")
}

// TestPPUWaitsForALink: all stages do.
func TestPPUWaitsForALink(t *testing.T) {
	u := newPostProcessing([]int{3, 4}, short)
	u.step()
	u.step()
	u.in.LinkBusy = true
	for range 3 {
		out := u.step()
		assert.Assert(t, !out.CqPop && !out.CqTake && !out.CqInspected && out.Wanted[0])
		assert.Equal(t, out.DecidedSlot, 3)
		assert.Equal(t, out.ScanHead, 4)
	}
	u.in.LinkBusy = false
	assert.Assert(t, u.step().CqPop)
	assert.Assert(t, u.step().CqPop)
}

// TestPPURecallsReadyHeads: those that the new line may take are inspected again. The
// scheduler may pop them until the last stage.
func TestPPURecallsReadyHeads(t *testing.T) {
	for _, popped := range []int{-1, 0, 1, 2} {
		u := newPostProcessing([]int{9, 8}, long, middle)
		u.in.LineValid[0], u.in.LineValid[1] = false, false
		u.inspected(t)
		for range 5 {
			assert.Assert(t, !u.step().ScanHeadKnown, "final")
		}
		for cycle := range 3 {
			step := u.step
			if cycle == 0 {
				step = func() PPUOut { return u.born(1) }
			}
			u.in.Pop[0] = cycle == popped
			out := step()
			assert.Equal(t, out.Ready[0], cycle == 0)
			assert.Assert(t, popped >= 0 && cycle > popped || !out.CqInspected)
			assert.Assert(t, !out.CqBackValid)
			u.in.Pop.Set(-1)
		}
		want := 9
		if popped >= 0 {
			want = 8
		}
		out := u.inspected(t)
		assert.Assert(t, out.Linked[1] && out.CqPop)
		assert.Equal(t, out.DecidedSlot, want)
	}
}

// TestPPULeavesOtherHeadsReady: a line does not concern the SAQ of a name that is not
// shorter.
func TestPPULeavesOtherHeadsReady(t *testing.T) {
	u := newPostProcessing([]int{9}, middle, short, long)
	u.in.LineValid[1], u.in.LineValid[2] = false, false
	assert.Assert(t, u.inspected(t).Linked[0])
	assert.Assert(t, u.born(1).Ready[1])
	for range 5 {
		assert.Assert(t, u.step().Ready[1])
	}
	assert.Assert(t, u.born(2).Ready[1])
	assert.Assert(t, !u.step().Ready[1])
	assert.Assert(t, u.inspected(t).Linked[2])
}

// TestPPUBirthVoidsTheDecision: lines may change up to the last stage.
func TestPPUBirthVoidsTheDecision(t *testing.T) {
	u := newPostProcessing([]int{9}, short, middle)
	u.in.LineValid = []bool{false, false}
	u.step()
	u.step()
	out := u.born(0)
	assert.Assert(t, !out.CqPop && !out.CqInspected, "a line is born in the last stage")
	assert.Assert(t, out.CqBackValid)
	assert.Equal(t, out.CqBackSlot, 9)
	out = u.inspected(t)
	assert.Assert(t, out.CqPop && out.Linked[0])

	u = newPostProcessing([]int{9}, short, middle)
	u.step()
	u.step()
	u.in.LineValid = []bool{false, false}
	out = u.step()
	assert.Assert(t, !out.CqPop && out.CqInspected, "the line has died")
}

// TestPPUOnlyPacketReplaced: a packet comes in the cycle in which the only one is popped.
// It is ready at once.
func TestPPUOnlyPacketReplaced(t *testing.T) {
	u := newPostProcessing([]int{9}, short)
	u.inspected(t) // slot 9 is in SAQ 0
	assert.Assert(t, u.step().Ready[1])
	u.cold.Step(MUIn{EnqValid: true, EnqSlot: 4})
	u.step()
	u.step()
	out := u.pop(1)
	assert.Equal(t, out.DeqHead, 9)
	assert.Assert(t, out.Linked[0] && !out.LinkValid)
	out = u.step()
	assert.Assert(t, out.HeadValid[0] && out.Ready[1])
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
		{count: 10}, {count: 11, wantXoff: true}, {count: 11, sent: true}, {count: 5, sent: true},
		{count: 4, sent: true, wantXon: true},
		{count: 4}, {count: 0, ready: true, wantDead: true}, {count: 0}, {count: 0, ready: true, blocked: true},
		{count: 0, ready: true, isLinked: true}, {count: 0, ready: true, sent: true, wantXon: true},
	} {
		m := NewRFCU(1, 10, 5, false)
		in := RFCUIn{
			Count: []int{c.count}, LineValid: []bool{false}, LineXoff: []bool{c.blocked}, LineSent: []bool{c.sent},
			LineReady: []bool{c.ready},
			LineTp:    []uint32{short.Tp}, LineMask: []uint32{short.Mask}, Linked: []bool{c.isLinked},
		}
		m.Step(in)
		in.LineValid[0] = true
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
