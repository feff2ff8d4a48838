package golden

import packet "culprit/blocks/packet/golden"

// PPUIn are the inputs of the post-processing unit.
type PPUIn struct {
	CqHead    int
	CqEmpty   bool
	PopValid  bool
	PopQueue  int
	LinkBusy  bool
	DeqNext   int // successor of DeqHead in the pointer register file
	PpuNext   int // successor of ScanHead
	RimHeader uint64
	HeadPort  []int // per queue
	LineValid []bool
	LineTp    []uint32
	LineMask  []uint32
}

// PPUOut are its outputs.
type PPUOut struct {
	Head          []int  `valid:"NotEmpty"`
	Tail          []int  `valid:"NotEmpty"`
	NotEmpty      []bool `port:"-"`
	Empty         []bool
	Count         []int
	DeqHead       int  `valid:"DeqHeadKnown"`
	DeqHeadKnown  bool `port:"-"`
	ScanHead      int  `valid:"ScanHeadKnown"`
	ScanHeadKnown bool `port:"-"`
	SetValid      bool
	SetSlot       int  `valid:"SetValid"`
	SetPort       int  `valid:"SetValid"`
	SetReady      bool `valid:"SetValid"`
	CqPop         bool
	LinkValid     bool
	LinkSlot      int `valid:"LinkValid"`
	LinkNext      int `valid:"LinkValid"`
	Linked        []bool
	CqInspected   bool
}

// listRegisters are the registers of the linked list of a SAQ.
type listRegisters struct {
	head, tail, count int
}

// PPU is the post-processing unit (IQ 3.5): the registers of the SAQs and the
// scan that moves packets into them.
type PPU struct {
	saq   []listRegisters
	scan  int // queue at which the next scan starts
	final FinalHeads
	out   PPUOut
}

// NewPPU makes the unit after reset.
func NewPPU(saqs int) *PPU {
	return &PPU{
		saq: make([]listRegisters, saqs), final: NewFinalHeads(saqs),
		out: PPUOut{
			Head: make([]int, saqs), Tail: make([]int, saqs), NotEmpty: make([]bool, saqs),
			Empty: make([]bool, saqs), Count: make([]int, saqs), Linked: make([]bool, saqs),
		},
	}
}

// Scanned is the queue that is inspected in this cycle, or -1.
func (m *PPU) Scanned(cqEmpty bool, lineValid []bool) int {
	queues, born := 1+len(m.saq), m.final.Born(lineValid)
	for i := range queues {
		q := (m.scan + i) % queues
		if (q == 0 && !cqEmpty || q > 0 && m.saq[q-1].count > 0) && (born || !m.final.Is(q)) {
			return q
		}
	}
	return -1
}

// Final tells whether the head of a queue needs no other inspection until a line is
// born.
func (m *PPU) Final(queue int) bool { return m.final.Is(queue) }

// Head is the head of a SAQ.
func (m *PPU) Head(saq int) int { return m.saq[saq].head }

// Count is the length of a SAQ.
func (m *PPU) Count(saq int) int { return m.saq[saq].count }

// Step is one clock cycle.
func (m *PPU) Step(in PPUIn) PPUOut {
	out := m.registers()
	if in.PopValid && in.PopQueue > 0 {
		out.DeqHead, out.DeqHeadKnown = m.saq[in.PopQueue-1].head, true
	}
	m.final.Lines(in.LineValid)
	scanned := m.Scanned(in.CqEmpty, in.LineValid)
	if scanned == 0 {
		out.ScanHead, out.ScanHeadKnown = in.CqHead, true
	} else if scanned > 0 {
		out.ScanHead, out.ScanHeadKnown = m.saq[scanned-1].head, true
	}

	target := -1
	if scanned >= 0 && !in.LinkBusy && !(in.PopValid && in.PopQueue == scanned) {
		target = nextLonger(packet.Header(in.RimHeader).Aligned(), scanned, in.LineValid, in.LineTp, in.LineMask)
		out.SetValid, out.SetSlot, out.SetPort, out.SetReady = true, out.ScanHead, in.HeadPort[scanned], target < 0
		out.CqInspected = scanned == 0
	}
	out.CqInspected = out.CqInspected || in.CqEmpty || m.final.Is(0)
	if out.SetValid && target < 0 {
		m.final.Found(scanned)
	}
	if in.PopValid {
		m.final.Left(in.PopQueue)
	}
	if target >= 0 {
		m.final.Left(scanned)
		out.CqPop = scanned == 0
		out.Linked[target] = true
	}
	if scanned >= 0 {
		m.scan = (scanned + 1) % (1 + len(m.saq))
	}

	// Both unlinkings before the append: it must see how long its queue is then.
	if in.PopValid && in.PopQueue > 0 {
		m.saq[in.PopQueue-1].unlink(in.DeqNext)
	}
	if target >= 0 {
		if scanned > 0 {
			m.saq[scanned-1].unlink(in.PpuNext)
		}
		out.LinkValid, out.LinkSlot, out.LinkNext = m.saq[target].link(out.ScanHead)
	}
	return out
}

// registers fills the registered outputs and clears the others.
func (m *PPU) registers() PPUOut {
	out := PPUOut{
		Head: m.out.Head, Tail: m.out.Tail, NotEmpty: m.out.NotEmpty,
		Empty: m.out.Empty, Count: m.out.Count, Linked: m.out.Linked,
	}
	for k, q := range m.saq {
		out.Head[k], out.Tail[k], out.Count[k] = q.head, q.tail, q.count
		out.Empty[k], out.NotEmpty[k] = q.count == 0, q.count > 0
		out.Linked[k] = false
	}
	return out
}

func (q *listRegisters) unlink(next int) {
	q.head = next
	q.count--
}

// link appends a slot. What it returns is the write of the pointer register
// file, which an empty queue does not need.
func (q *listRegisters) link(slot int) (valid bool, linkSlot, linkNext int) {
	valid, linkSlot, linkNext = q.count > 0, q.tail, slot
	if q.count == 0 {
		q.head = slot
	}
	q.tail = slot
	q.count++
	return valid, linkSlot, linkNext
}

// nextLonger is the SAQ with the shortest of the names that match and are
// longer than the name of queue scanned, or -1. The cold queue has no name.
func nextLonger(aligned uint32, scanned int, valid []bool, tp, mask []uint32) int {
	longerThan := 0
	if scanned > 0 {
		longerThan = packet.Named(tp, mask, scanned-1).Length()
	}
	best := -1
	for k := range valid {
		name := packet.Named(tp, mask, k)
		if !valid[k] || !name.Matches(aligned) || name.Length() <= longerThan {
			continue
		}
		if best < 0 || name.Length() < packet.Named(tp, mask, best).Length() {
			best = k
		}
	}
	return best
}
