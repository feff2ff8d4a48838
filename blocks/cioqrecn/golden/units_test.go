package golden

import (
	"slices"
	"testing"

	"gotest.tools/v3/assert"

	packet "culprit.example/culprit/blocks/packet/golden"
	recn "culprit.example/culprit/blocks/recn/golden"
)

// name of some turns of 3 bits.
func name(turns ...int) packet.Name {
	n := packet.Name{}
	for i := len(turns) - 1; i >= 0; i-- {
		n, _ = n.Extended(turns[i], 3)
	}
	return n
}

func event(n packet.Name, block, allocate bool, standard int) CAMIn {
	none := []bool{false, false, false}
	return CAMIn{
		EventValid: true, EventBlock: block, EventAllocate: allocate, EventTp: n.Tp, EventMask: n.Mask,
		EventStandard: standard,
		Dealloc:       none, SentSet: none, SentClear: none,
	}
}

// TestCAM: who hosts the marker of whom, and where packets go.
func TestCAM(t *testing.T) {
	m := NewCAM(3, 8)
	born := func(in CAMIn) (line, host int, refused bool) {
		refused = m.Step(in).Refused
		out := m.Lines() // of the next cycle
		if !out.AnyBorn {
			return -1, -1, refused
		}
		return slices.Index(out.Born, true), out.BornHost, refused
	}
	for _, step := range []struct {
		in         CAMIn
		line, host int
		refused    bool
	}{
		{event(name(2, 5), true, false, 3), -1, -1, false}, // an Xoff for others
		{event(name(2, 5), true, true, 3), 0, 3, false},
		{event(name(2), false, true, 3), 1, 3, false},          // shorter, later: the longer one does not host it
		{event(name(2, 5, 1), true, true, 3), 2, 8 + 0, false}, // the longest prefix does
		{event(name(2, 6), true, true, 3), -1, -1, true},       // no line
		{event(name(2, 5), false, true, 3), -1, -1, false},     // a request leaves B alone
		{event(name(4), false, false, 6), -1, -1, false},       // an Xon of nothing
		{event(name(2, 5, 1), false, false, 3), -1, -1, false}, // Xon
	} {
		line, host, refused := born(step.in)
		assert.Equal(t, line, step.line)
		assert.Equal(t, host, step.host)
		assert.Equal(t, refused, step.refused)
	}
	lines := m.Lines()
	assert.DeepEqual(t, lines.LineValid, []bool{true, true, true})
	assert.DeepEqual(t, lines.LineBlocked, []bool{true, false, false})
	for _, c := range []struct {
		turns []int
		queue int
	}{{[]int{2, 5, 1, 0}, 8 + 2}, {[]int{2, 5, 3}, 8 + 0}, {[]int{2, 0}, 8 + 1}, {[]int{3, 5}, 4}} {
		in := CAMIn{LookupTurns: name(c.turns...).Tp, LookupStandard: 4, Dealloc: make([]bool, 3), SentSet: make([]bool, 3),
			SentClear: make([]bool, 3)}
		m.Step(in)
		assert.Equal(t, slices.Index(m.Lines().LookupQueue, true), c.queue)
	}
}

// TestMarkerWaitsForItsHost: SAQ 1 is born behind SAQ 0, which is empty and not
// ready; packets of its tree may still be in the standard queue, so it waits until
// SAQ 0 is ready.
func TestMarkerWaitsForItsHost(t *testing.T) {
	m := NewMarkers(2, 1)
	in := func(born int, host int, deq bool, count int) MarkersIn {
		x := MarkersIn{Born: make([]bool, 2), BornHost: host, Count: []int{count, 0, 0}, DeqValid: deq}
		if born >= 0 {
			x.Born[born] = true
		}
		return x
	}
	m.Step(in(0, 0, false, 1)) // another packet enters in this cycle
	m.Step(in(1, 1, false, 2)) // two packets ahead; the next marker in the empty SAQ 0
	ready := func(x MarkersIn) [2]bool {
		r := m.Step(x).LineReady
		return [2]bool{r[0], r[1]}
	}
	assert.Equal(t, ready(in(-1, 0, true, 2)), [2]bool{false, false})
	assert.Equal(t, ready(in(-1, 0, true, 1)), [2]bool{false, false})
	assert.Equal(t, ready(in(-1, 0, false, 0)), [2]bool{false, false}) // the marker is at the head
	assert.Equal(t, ready(in(-1, 0, false, 0)), [2]bool{true, false})
	assert.Equal(t, ready(in(-1, 0, false, 0)), [2]bool{true, true})
}

// TestNotifierTellsAgain: every input that feeds a SAQ above the threshold is told.
func TestNotifierTellsAgain(t *testing.T) {
	m := NewNotifier(1, 5, 10, 5)
	in := NotifierIn{
		Count: []int{11}, LineValid: []bool{true}, LineBlocked: []bool{true}, LineSent: []bool{false},
		LineReady: []bool{true}, LineHosting: []bool{false},
		LineTp: []uint32{0x50000000}, LineMask: []uint32{0x70000000}, EnqValid: true, EnqQueue: []bool{false, true},
		EnqSource: 3, NoteTake: false,
	}
	told := func() (xoff bool, target int, any bool) {
		note, valid := m.Note()
		return note.Xoff, note.Target, valid
	}
	m.Step(in) // the Xoff is due for whom came before; the packet of input 3 asks for another
	in.LineSent[0], in.EnqValid, in.NoteTake = true, false, true
	xoff, target, valid := told()
	assert.Assert(t, valid && xoff)
	assert.Equal(t, target, 0)
	m.Step(in)
	_, _, valid = told()
	assert.Assert(t, !valid, "taken")
	m.Step(in)
	xoff, target, valid = told()
	assert.Assert(t, valid && xoff)
	assert.Equal(t, target, 3)
	m.Step(in)
	m.Step(in)
	_, _, valid = told()
	assert.Assert(t, !valid, "told once per packet")
	in.Count[0], in.NoteTake = 4, false
	m.Step(in)
	xoff, _, valid = told()
	assert.Assert(t, valid && !xoff, "Xon")
}

// TestRequest: a packet that finds the standard queue too long has its input asked
// for a SAQ; the note has no name.
func TestRequest(t *testing.T) {
	m := NewNotifier(1, 5, 10, 5)
	in := NotifierIn{
		Count: []int{0}, LineValid: []bool{false}, LineBlocked: []bool{false}, LineSent: []bool{false},
		LineReady: []bool{true}, LineHosting: []bool{false},
		LineTp: []uint32{0}, LineMask: []uint32{0}, EnqValid: true, EnqQueue: []bool{true, false}, EnqSource: 6,
		StandardCount: 5,
	}
	m.Step(in)
	assert.Assert(t, !m.Requested(), "at the threshold")
	in.StandardCount = 6
	m.Step(in)
	assert.Assert(t, m.Requested())
	in.EnqValid = false
	m.Step(in)
	note, valid := m.Note()
	assert.Assert(t, valid)
	assert.DeepEqual(t, note, recn.Note{Xoff: true, Target: 6})
}

// TestDetection: the lowest output without a SAQ of its own name.
func TestDetection(t *testing.T) {
	m := NewDetection(4, 5)
	in := DetectionIn{Count: []int{0, 5, 4, 9}, MyPort: 0, LineValid: []bool{true, false}, LinePort: []int{1, 0},
		LineMask: []uint32{0x60000000, 0}}
	step := func() DetectionOut { // what the unit makes of these inputs, in the next cycle
		m.Step(in)
		return m.Alloc(in.MyPort, in.LineValid)
	}
	assert.DeepEqual(t, step(), DetectionOut{AllocValid: true, AllocPort: 3, AllocTp: 0x40000000, AllocMask: 0x60000000})
	in.LineMask[0] = 0x78000000 // a longer name is another point
	assert.Equal(t, step().AllocPort, 1)
	in.LineValid[1] = true
	out := step()
	assert.Assert(t, out.NoFree && !out.AllocValid)
}
