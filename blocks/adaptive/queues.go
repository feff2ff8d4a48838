package adaptive

import (
	"culprit.example/culprit/blocks/prim"
	"culprit.example/culprit/blocks/qcn"
	"culprit.example/culprit/rtlgen"
)

// Queues is the memory of a switch: a queue for each output, as a linked list over
// slots, of which each input has its partition (AR V.A), so that PAUSE can address the
// input that fills it.
//
// One frame comes, one is fetched and one is given back in a cycle. The head and tail
// of each queue are registers; the slot behind a head is read from a RAM when the head
// is fetched, so a queue rests in the cycle after.
func Queues(p SwitchParams) *rtlgen.Typed[QueuesPorts] {
	m, io := rtlgen.New[QueuesPorts](p)
	if m.Refused() {
		return m
	}
	q := &queues{m: m, QueuesPorts: io, p: p}
	q.free()
	q.fetch()
	return m
}

type queues struct {
	*QueuesPorts
	m *rtlgen.Typed[QueuesPorts]
	p SwitchParams

	enters, slot value
}

// free keeps the free slots of each input: those that were never used, then those
// that were given back, the first first.
func (q *queues) free() {
	m, p := q.m, q.p
	sw, cw := rtlgen.IndexBits(p.Slots), rtlgen.CountBits(p.Slots)
	lists := rtlgen.UseArray(m, "free", p.Ports, prim.FIFO(prim.FIFOParams{Width: sw, Depth: p.Slots}))
	m.Unused("free_state", lists.Count, lists.Full)

	above := m.Reg("done_above", p.Ports-1, 0, "transmitters above the last winner, which go first")
	turn := prim.RoundRobin(m.Module, "done", q.Done.Valid, above)
	m.If(turn.Any, func() { above.Set(turn.Above) })
	q.Taken.Drive(turn.OneHot)
	giver := m.Let("giver", turn.OneHot)
	length := m.Let("length_left", rtlgen.OneHotMux(giver, q.Done.Length))
	q.Left.Valid.Drive(m.Next("left_q", turn.OneHot, 0))
	q.Left.Length.Drive(m.NextNoReset("left_length_q", length))

	fresh := m.Reg("fresh", p.Ports*cw, 0, "slots of each input that were ever used")
	used := m.Reg("used_q", p.Ports*cw, 0)
	comes := m.Let("comes_from", rtlgen.Mux(q.Enq.Valid, q.Enq.In.Decode(p.Ports), 0))
	inputs, places := m.Wire("done_input", p.Ports*p.Ports), m.Wire("done_place", p.Ports*sw) // of each transmitter
	for d := range m.Each("d", p.Ports) {
		slot := q.Done.Slot.Lane(d, p.slotBits())
		inputs.SetLane(d, slot.High(p.pw()).Decode(p.Ports))
		places.SetLane(d, slot.Low(sw))
	}
	goes := m.Let("goes_to", rtlgen.OneHotMux(giver, inputs))
	back := m.Let("given_back", rtlgen.OneHotMux(giver, places))
	never := m.Wire("never_used", p.Ports)
	room := m.Wire("room", p.Ports)
	slots := m.Wire("next_free", p.Ports*sw)
	for i := range m.Each("i", p.Ports) {
		never.SetBit(i, fresh.Lane(i, cw).Ne(p.Slots))
		room.SetBit(i, never.Bit(i).Or(lists.Empty.Bit(i).Not()))
		slots.SetLane(i, rtlgen.Mux(never.Bit(i), fresh.Lane(i, cw).Low(sw), lists.Rdata.Lane(i, sw)))
	}
	enters := m.Let("enters", comes.And(room))
	lists.Pop.Drive(enters.AndNot(never))
	lists.Push.Drive(goes)
	lists.Wdata.Broadcast(back)
	for i := range m.Each("i", p.Ports) {
		m.If(enters.Bit(i).And(never.Bit(i)), func() { fresh.SetLane(i, fresh.Lane(i, cw).Add(1)) })
		m.If(enters.Bit(i).Xor(goes.Bit(i)), func() {
			used.SetLane(i, used.Lane(i, cw).Add(rtlgen.Mux(enters.Bit(i), 1, m.Ones(cw))))
		})
	}
	q.Used.Drive(used)
	lost := m.Next("lost_q", comes.AndNot(room), 0)
	q.Lost.Drive(lost.Any())
	q.NoRoom.Drive(lost)
	q.enters = m.Let("enters_queue", enters.Any())
	q.slot = m.Let("slot", rtlgen.Cat(q.Enq.In, rtlgen.OneHotMux(comes, slots)))
}

// fetch keeps the queues.
func (q *queues) fetch() {
	m, p := q.m, q.p
	w, cw := p.slotBits(), rtlgen.CountBits(p.Ports*p.Slots)
	head := m.RegArrayNoReset("head", p.Ports, w, "slot at the head of each queue")
	tail := m.RegArrayNoReset("tail", p.Ports, w, "slot at the tail of each queue")
	count := m.RegArray("count_q", p.Ports, cw, 0, "frames in each queue")
	some := m.Reg("not_empty", p.Ports, 0, "queues that have a frame")
	single := m.RegNoReset("single", p.Ports, "queues with one frame, of those that have any")

	rests := m.Reg("fetched_q", p.Ports, 0)
	above := m.Reg("fetch_above", p.Ports-1, 0, "queues above the last winner, which go first")
	turn := prim.RoundRobin(m.Module, "fetch", m.Let("fetchable", q.Want.And(some).AndNot(rests)), above)
	m.If(turn.Any, func() { above.Set(turn.Above) })
	fetches := m.Let("fetches", turn.OneHot)
	rests.Set(fetches)
	q.Fetched.Drive(rests)
	first := m.Let("first", rtlgen.OneHotMux(fetches, head.Flat()))
	fetchedSlot := m.NextNoReset("fetched_slot", first)

	words := m.Memory("words", 1<<w, qcn.WordBits+beatsBits, rtlgen.ReadUndefined,
		"first beat, and number of those behind it, by slot")
	words.Write(q.enters, q.slot, rtlgen.Cat(q.Enq.Word, q.Enq.Beats))
	stored := words.ReadSync("stored_q", turn.Any, first)
	q.Frame.Word.Drive(stored.High(qcn.WordBits))
	q.Frame.Beats.Drive(stored.Low(beatsBits))
	q.Frame.Slot.Drive(fetchedSlot)

	next := m.Memory("next", 1<<w, w, rtlgen.ReadUndefined, "next slot of the queue, by slot")
	more := m.Let("more", fetches.AndNot(single).Any())
	successor := next.ReadSync("successor_q", more, first)
	moves := m.Next("moves_on", more, 0)
	moved := m.NextNoReset("moved_queue", turn.Index, "queue whose head moves on")
	m.If(moves, func() { head.At(moved).Set(successor) })

	// The queue of a frame that comes may be fetched from in the same cycle.
	out := q.Enq.Out
	comes := m.Let("comes_to", rtlgen.Mux(q.enters, out.Decode(p.Ports), 0))
	q.Entering.Drive(comes)
	begins := m.Wire("begins", p.Ports)
	for o := range m.Each("o", p.Ports) {
		begins.SetBit(o, comes.Bit(o).And(some.Bit(o).Not().Or(fetches.Bit(o).And(single.Bit(o)))))
	}
	next.Write(comes.AndNot(begins).Any(), tail.At(out), q.slot)
	m.If(q.enters, func() { tail.At(out).Set(q.slot) })
	for o := range m.Each("o", p.Ports) {
		m.If(begins.Bit(o), func() { head.At(o).Set(q.slot) })
		m.If(comes.Bit(o).Xor(fetches.Bit(o)), func() {
			count.At(o).Set(count.At(o).Add(rtlgen.Mux(comes.Bit(o), 1, m.Ones(cw))))
			single.SetBit(o, rtlgen.Mux(comes.Bit(o), some.Bit(o).Not(), count.At(o).Eq(2)))
		})
		some.SetBit(o, comes.Bit(o).Or(some.Bit(o).AndNot(fetches.Bit(o).And(single.Bit(o)))))
	}
}
