package golden

import (
	"testing"

	"gotest.tools/v3/assert"

	packet "culprit.example/culprit/blocks/packet/golden"
)

func TestMMUFreeList(t *testing.T) {
	m := NewMMU(4)
	start := MMUIn{RxValid: true, RxStart: true}
	take := func(want int) {
		t.Helper()
		out := m.Step(start)
		assert.Assert(t, out.WrSlotKnown)
		assert.Equal(t, out.WrSlot, want)
	}
	take(0)
	take(1)
	m.Step(MMUIn{FreeValid: true, FreeSlot: 0})
	out := m.Step(MMUIn{})
	assert.Equal(t, out.FreeCount, 3)
	take(2)
	both := start
	both.FreeValid, both.FreeSlot = true, 2
	out = m.Step(both)
	assert.Equal(t, out.WrSlot, 3)
	take(0) // first freed, first out
	take(2)
	out = m.Step(MMUIn{FreeValid: true, FreeSlot: 1})
	assert.Assert(t, out.MemFull, "it is free from the next cycle on")
	assert.Assert(t, !m.Step(MMUIn{}).MemFull)
	take(1)
}

func TestMMUPointersReadOldContents(t *testing.T) {
	m := NewMMU(8)
	out := m.Step(MMUIn{CqLinkValid: true, CqLinkSlot: 3, CqLinkNext: 6, CqHead: 3, DeqHead: 5})
	assert.Assert(t, !out.CqLinked && !out.DeqLinked)
	out = m.Step(MMUIn{CqHead: 3, SaqLinkValid: true, SaqLinkSlot: 3, SaqLinkNext: 1, DeqHead: 3, PpuHead: 3})
	assert.Assert(t, out.CqLinked && out.DeqLinked && out.PpuLinked)
	assert.DeepEqual(t, []int{out.CqNext, out.DeqNext, out.PpuNext}, []int{6, 6, 6})
	assert.Equal(t, m.Step(MMUIn{DeqHead: 3}).DeqNext, 1)
}

func TestMMUReadDataHolds(t *testing.T) {
	m := NewMMU(4)
	for beat := range packet.Beats {
		m.Step(MMUIn{RxValid: true, RxStart: beat == 0, RxWord: beat, RxData: packet.Word{uint64(100 + beat)}, RxEnd: beat == 7, RxLast: 7})
	}
	assert.Assert(t, !m.Step(MMUIn{RdEn: true, RdSlot: 0, RdWord: 5}).RdDataKnown)
	for range 3 {
		out := m.Step(MMUIn{})
		assert.Assert(t, out.RdDataKnown)
		assert.Equal(t, out.RdData, packet.Word{105})
	}
	m.Step(MMUIn{RdEn: true, RdSlot: 2, RdWord: 0})
	assert.Assert(t, !m.Step(MMUIn{}).RdDataKnown, "a word that was never written")
}

func TestRUWritesOneCycleLater(t *testing.T) {
	m := NewRU(8, 4)
	header := packet.MakeHeader(0b101_010<<25|1<<25-1, 27)
	look := RUIn{MyPort: 3, HeadSlot: 2}
	in := look
	in.Sop, in.Header, in.Slot = true, uint64(header), 2
	assert.Assert(t, !m.Step(in).EnqValid)
	out := m.Step(look)
	assert.Assert(t, out.EnqValid && out.EnqSlot == 2)
	assert.Assert(t, !out.HeadKnown, "written at the end of this cycle")
	out = m.Step(look)
	assert.Assert(t, out.HeadKnown)
	assert.Equal(t, out.HeadPort, 6) // 3 + 2 + 1
	assert.Equal(t, out.HeadTurns, uint32(0b010<<28|1<<28-1))
}

func TestMUOnlyPacketReplaced(t *testing.T) {
	m := NewMU(0)
	m.Step(MUIn{EnqValid: true, EnqSlot: 5})
	out := m.Step(MUIn{EnqValid: true, EnqSlot: 7, Pop: true})
	assert.Assert(t, out.LinkValid, "nobody will read it")
	out = m.Step(MUIn{EnqValid: true, EnqSlot: 1})
	assert.Assert(t, out.HeadValid)
	assert.Equal(t, out.Head, 7)
	assert.Equal(t, out.Tail, 7)
	assert.Equal(t, out.Count, 1)
	assert.Assert(t, out.LinkValid)
	assert.Equal(t, out.LinkSlot, 7)
	assert.Equal(t, out.LinkNext, 1)
	m.Step(MUIn{Pop: true})
	assert.Equal(t, m.Step(MUIn{}).Head, 1, "the next head is there in the cycle after a pop")
}

// TestMUHeadRunsAhead of the packets that were taken, and comes back.
func TestMUHeadRunsAhead(t *testing.T) {
	m := NewMU(4)
	for _, slot := range []int{5, 7, 2} {
		m.Step(MUIn{EnqValid: true, EnqSlot: slot})
	}
	for _, slot := range []int{5, 7, 2} {
		assert.Equal(t, m.Step(MUIn{Take: true}).Head, slot)
	}
	out := m.Step(MUIn{EnqValid: true, EnqSlot: 6})
	assert.Assert(t, !out.HeadValid && out.LinkValid)
	assert.Equal(t, out.Count, 3)
	m.Step(MUIn{Pop: true, Take: true})
	assert.Assert(t, !m.Step(MUIn{BackValid: true, BackSlot: 2}).HeadValid)
	out = m.Step(MUIn{})
	assert.Assert(t, out.HeadValid)
	assert.Equal(t, out.Head, 2)
	assert.Equal(t, out.Count, 3)
}

func TestCDU(t *testing.T) {
	m := NewCDU(8, 5)
	culprit := packet.OneTurn(packet.Turn(8, 2, 5), 3)
	longer, _ := packet.OneTurn(0, 3).Extended(packet.Turn(8, 2, 5), 3)
	line := func(n packet.Name) CDUIn {
		return CDUIn{CqCount: 6, CqReady: true, CqPort: 5, MyPort: 2, LineValid: []bool{true, false},
			LineTp: []uint32{n.Tp, 0}, LineMask: []uint32{n.Mask, 0}}
	}
	for _, c := range []struct {
		name          string
		in            CDUIn
		alloc, noFree bool
	}{
		{"detected", line(longer), true, false},
		{"at the threshold", func() CDUIn { in := line(longer); in.CqCount = 5; return in }(), false, false},
		{"head not inspected yet", func() CDUIn { in := line(longer); in.CqReady = false; return in }(), false, false},
		{"head granted", func() CDUIn { in := line(longer); in.CqGranted = true; return in }(), false, false},
		{"has its SAQ", line(culprit), false, false},
		{"no free SAQ", func() CDUIn { in := line(longer); in.LineValid[1] = true; return in }(), false, true},
	} {
		t.Run(c.name, func(t *testing.T) {
			out := m.Step(c.in)
			assert.Equal(t, out.AllocValid, c.alloc)
			assert.Equal(t, out.NoFree, c.noFree)
			assert.Equal(t, packet.Name{Tp: out.AllocTp, Mask: out.AllocMask}, culprit)
		})
	}
}

func TestNameExtend(t *testing.T) {
	m := NewNameExtend(8, false)
	name := packet.OneTurn(1, 3)
	in := NameExtendIn{BusValid: true, BusXoff: true, BusTp: name.Tp, BusMask: name.Mask, BusTarget: 4, BusSource: 6,
		MyPort: 4}
	out := m.Step(in)
	assert.Assert(t, out.NoteValid && out.NoteXoff && !out.Overflow)
	assert.Equal(t, out.NoteTp, uint32(0b001_001<<25)) // turn(4, 6) = 1
	assert.Equal(t, out.NoteMask, uint32(0b111_111<<25))

	other := in
	other.MyPort = 5
	assert.Assert(t, !m.Step(other).NoteValid, "an Xoff is for its target")
	all := NewNameExtend(8, true)
	assert.Assert(t, all.Step(other).NoteValid && !all.Step(other).NoteAllocate, "or for everybody, to stop a SAQ")
	assert.Assert(t, all.Step(in).NoteValid && all.Step(in).NoteAllocate, "its target allocates")
	other.BusXoff = false
	assert.Assert(t, m.Step(other).NoteValid, "an Xon is for everybody")
	other.MyPort = 6
	assert.Assert(t, !m.Step(other).NoteValid, "but not for its source")

	in.BusMask = 1<<31 - 2
	out = m.Step(in)
	assert.Assert(t, !out.NoteValid && out.Overflow)
}

func TestNoteBusRoundRobin(t *testing.T) {
	m := NewNoteBus(3)
	in := NoteBusIn{
		NoteValid: []bool{true, true, true}, NoteXoff: []bool{true, false, true},
		NoteTp: []uint32{1, 2, 3}, NoteMask: []uint32{4, 5, 6}, NoteTarget: []int{1, 2, 0},
	}
	m.Step(in) // decides
	for _, winner := range []int{0, 1, 2, 0} {
		out := m.Step(in)
		assert.Assert(t, out.NoteTake[winner])
	}
	in.NoteValid = []bool{true, true, false}
	assert.Assert(t, m.Step(in).NoteTake[1])
	in.NoteValid[1] = false
	out := m.Step(in) // the turn is at 2; 0 is the only one
	assert.Assert(t, out.NoteTake[0] && out.BusValid)
	assert.Equal(t, out.BusSource, 1)
	out = m.Step(in) // one that is taken does not take part
	assert.Assert(t, !out.NoteTake[0] && out.BusValid)
	assert.Equal(t, out.BusSource, 0)
	assert.Assert(t, m.Step(in).NoteTake[0])
}

func TestSchedulerIsBusyForAPacket(t *testing.T) {
	m := NewScheduler(2, 0)
	in := SchedulerIn{
		QueueEmpty: []bool{false, false}, QueueReady: []bool{true, true}, QueuePort: []int{1, 0},
		CreditAvailable: []bool{true, true},
	}
	for cycle := range 20 {
		out := m.Step(in)
		// Outputs open in cycle 1, then: ask, choice, grant.
		assert.Equal(t, out.GrantValid[0], cycle%8 == 3, "cycle %d", cycle)
		assert.Equal(t, out.Start[0], cycle%8 == 3)
	}
}

func TestSchedulerSkipsBlockedQueues(t *testing.T) {
	m := NewScheduler(2, 2)
	in := SchedulerIn{
		QueueEmpty: make([]bool, 6), QueueReady: []bool{false, true, true, false, false, false},
		QueuePort: []int{1, 1, 1, 0, 0, 0},
		SaqXoff:   []bool{true, false, false, false}, CreditAvailable: []bool{true, true},
	}
	for range 3 {
		assert.Assert(t, !m.Step(in).GrantValid[0])
	}
	out := m.Step(in)
	assert.Assert(t, out.GrantValid[0])
	assert.DeepEqual(t, out.GrantQueue[:3], Chosen{false, false, true})
	in.CreditAvailable[1] = false
	for range 20 {
		assert.Assert(t, !m.Step(in).GrantValid[0])
	}
}
