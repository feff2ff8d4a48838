package adapter

import (
	"culprit.example/culprit/blocks/prim"
	"culprit.example/culprit/rtlgen"
)

// BeatEgress is the output side of the adapter for packets of any length.
//
// The beats of a segment are written to its slot as they arrive; with the last one
// the slot takes its place in the order of its flow. For the line, the fetcher cuts
// the slots of complete packets into items, the beats of one packet in one slot, and
// queues them; so packets and slots follow each other on the line without a gap.
func BeatEgress(p Params) *rtlgen.Typed[BeatEgressPorts] {
	p.Beat = 1
	m, io := rtlgen.New[BeatEgressPorts](p)
	if m.Refused() {
		return m
	}
	e := &beatEgress{m: m.Module, io: io, p: p, w: newWalk(m.Module, p.Nodes*p.Paths)}
	io.Ready.Set(e.w.done())
	total := p.granted() + p.Nodes
	e.order = newResequencer(m.Module, p, io.Me.Value, e.w, total)
	e.slots = newSlots(m.Module, p)
	e.payload = m.Memory("payload", total*segmentBeats, headerBits, rtlgen.ReadUndefined,
		"beats of segments, by slot and place")
	e.ends = m.Memory("ends", total, 2+5+segmentBeats, rtlgen.ReadUndefined,
		"{bad, unsolicited, last beat, packet ends}, by slot")
	// its address is late
	e.arrive(m.Memory("packets", total, rtlgen.CountBits(segmentBeats), rtlgen.ReadUndefined,
		"packets that end in the segment, by slot").Style(rtlgen.Block))
	item, waiting := e.fetch()
	e.leave(item, waiting)
	e.assume()
	return m
}

type beatEgress struct {
	m       *rtlgen.Module
	io      *BeatEgressPorts
	p       Params
	w       walk
	order   *resequencer
	slots   *slots
	payload rtlgen.Memory // beats
	ends    rtlgen.Memory // of each slot: damaged, unsolicited, last beat, beats that end a packet
	items   *prim.FIFOPorts
}

// assume is what an egress takes for granted of segments and their beats.
func (e *beatEgress) assume() {
	m, io := e.m, e.io
	m.Assume("ready_before_segment", io.Seg.Valid.Implies(io.Ready), "no segment before the tables are initialised")
	e.slots.assume(io.Seg.Valid.And(io.Seg.Unsol), io.Seg.Src.Value, m.Zero(1), io.Released.Value, io.Left.Valid.Value,
		io.Left.Node.Value)
	within := m.Reg("within_segment", 1, 0, "beats of a segment are still to come")
	beats := m.Reg("beats_of_segment", rtlgen.CountBits(segmentBeats), 0, "beats of the segment that have come")
	ends := m.Let("segment_ends", io.Beat.Valid.And(io.Beat.Tail))
	m.If(io.Seg.Valid, func() {
		within.Set(1)
		beats.Set(0)
	}).ElseIf(io.Beat.Valid, func() {
		within.Set(ends.Not())
		beats.Set(beats.Add(1))
	})
	m.Assume("beat_of_a_segment", io.Beat.Valid.Implies(within.AndNot(io.Seg.Valid)), "beats follow their header")
	m.Assume("segment_is_whole", io.Seg.Valid.Implies(within.Not()), "a segment ends before the next one begins")
	m.Assume("at_most_32_beats", io.Beat.Valid.Implies(beats.Ne(segmentBeats)), "a segment has 1 to 32 beats")
}

// arrive writes the beats of a segment to its slot.
func (e *beatEgress) arrive(packets rtlgen.Memory) {
	m, io := e.m, e.io
	slot := e.slots.of(io.Seg.Valid.Value, io.Seg.Unsol.Value, io.Seg.Src.Value)
	io.Arrived.Set(io.Seg.Valid.AndNot(io.Seg.Unsol))
	e.order.checked(io.Seg.Valid.Value, io.Seg.Src.Value, io.Seg.Path.Value, io.Seg.Seq.Value, &io.Sequence)

	hold := func(name, what string, v value) value {
		r := m.RegNoReset("rx_"+name+"_q", v.Width(), what)
		m.If(io.Seg.Valid, func() { r.Set(v) })
		return r.Value
	}
	at := hold("slot", "slot of the segment that comes", slot)
	src := hold("src", "adapter that the segment comes from", io.Seg.Src.Value)
	path := hold("path", "path that the segment has taken", io.Seg.Path.Value)
	unsol := hold("unsol", "the segment that comes is unsolicited", io.Seg.Unsol.Value)
	beat := m.RegNoReset("rx_beat_q", 5, "place of the segment's next beat")
	mask := m.RegNoReset("rx_ends_q", segmentBeats, "beats of the segment that end a packet")
	count := m.RegNoReset("rx_packets_q", rtlgen.CountBits(segmentBeats), "packets that have ended in the segment")
	ends := m.Let("rx_ends", mask.Or(rtlgen.Mux(io.Beat.EOP, beat.Decode(segmentBeats), 0)))
	counted := m.Let("rx_packets", count.Add(io.Beat.EOP.Zext(count.Width())))
	e.payload.Write(io.Beat.Valid, rtlgen.Cat(at, beat), io.Beat.Data)
	m.If(io.Seg.Valid, func() {
		beat.Set(0)
		mask.Set(0)
		count.Set(0)
	}).ElseIf(io.Beat.Valid, func() {
		beat.Set(beat.Add(1))
		mask.Set(ends)
		count.Set(counted)
	})
	complete := m.Let("rx_complete", io.Beat.Valid.And(io.Beat.Tail))
	e.ends.Write(complete, at, rtlgen.Cat(io.Beat.Bad, unsol, beat, ends))
	packets.Write(complete, at, counted)
	e.order.arrive(complete, src, path, at)
	e.order.move(complete, src, path, packets)
}

// item is the part of a packet that lies in one slot.
type item struct {
	Flow   value `width:"index(nodes)" doc:"source of the packet"`
	Slot   value `width:"slot" doc:"where it is"`
	First  value `width:"5" doc:"first beat"`
	Last   value `width:"5" doc:"last beat"`
	Begins value `doc:"the packet begins with it"`
	Ends   value `doc:"the packet ends with it"`
	Frees  value `doc:"the slot has been read then"`
	Unsol  value `doc:"the segment was unsolicited"`
	Bad    value `doc:"the segment is damaged"`
}

// fetch makes the items, one in four cycles: it finds the slot of a flow, reads where
// packets end in it, which takes two cycles for a register behind the RAM, and queues
// the item. The next flow is chosen beside the last item of a packet.
func (e *beatEgress) fetch() (next item, waiting value) {
	m, p := e.m, e.p
	at := newMachine(m, "fetch", "step of the fetcher towards an item", "choose", "find", "wait", "read", "queue")
	finding, reading := m.Let("finding", at.in("find")), at.in("read")
	last := m.RegNoReset("fetch_last_q", 5, "place of the item's last beat in its slot")
	final := m.RegNoReset("fetch_ends_q", 1, "the packet ends with the item")
	unsol := m.RegNoReset("fetch_unsol_q", 1, "the item's segment was unsolicited")
	bad := m.RegNoReset("fetch_bad_q", 1, "the item's segment is damaged")
	e.items = rtlgen.Use(m, "items", prim.FIFO(prim.FIFOParams{Width: rtlgen.PackedWidth[item](itemDims(p)), Depth: 4}))
	queue := m.Let("enqueue", at.in("queue").AndNot(e.items.Full))
	start, chosen := e.order.serve(m.Let("choosing", at.in("choose").Or(queue.And(final))))
	flow := m.RegNoReset("fetch_flow_q", p.nw(), "source of the packet that is fetched")
	slot := m.RegNoReset("fetch_slot_q", p.sw(), "slot of the item")
	first := m.RegNoReset("fetch_first_q", 5, "place of the item's first beat in its slot")
	begins := m.RegNoReset("fetch_begins_q", 1, "the packet begins with the item")

	place := e.w.table("place", p.Nodes, 1+p.sw()+5, "slot read in part {is one, slot, next beat}, by flow")
	there := place.Read("fetch_place", flow)
	partly := m.Let("partly", there.High(1))
	e.order.flows.Pop.Valid.Drive(finding.AndNot(partly))
	e.order.flows.Pop.List.Drive(flow)
	found := m.Let("found", rtlgen.Mux(partly, there.Slice(p.sw()+4, 5), e.order.flows.Pop.Slot))
	ends := m.RegNoReset("slot_ends_q", 2+5+segmentBeats,
		"{bad, unsolicited, last beat, packet ends} of the slot")
	endsRead := e.ends.ReadSync("fetch_ends", finding, found)
	mask := m.Let("ends_from_first", ends.Low(segmentBeats).And(m.Ones(segmentBeats).Shl(first)))
	end := m.Let("first_end", mask.First())
	length := m.Let("slot_last", ends.Slice(segmentBeats+4, segmentBeats))

	frees := m.RegNoReset("fetch_frees_q", 1, "with the item the whole slot has been read")
	stop := m.Let("stop", rtlgen.Mux(end.High(1), end.Low(5), length))
	m.If(finding, func() {
		at.to("wait")
		slot.Set(found)
		first.Set(rtlgen.Mux(partly, there.Low(5), 0))
	})
	m.If(at.in("wait"), func() {
		at.to("read")
		ends.Set(endsRead)
	})
	m.If(reading, func() {
		at.to("queue")
		last.Set(stop)
		final.Set(end.High(1))
		frees.Set(mask.AndNot(length.Decode(segmentBeats)).Eq(0)) // beside the search for the first end
		unsol.Set(ends.Bit(segmentBeats + 5))
		bad.Set(ends.High(1))
	})
	m.If(queue, func() {
		at.Set(rtlgen.Mux(final, at.names["choose"], at.names["find"]))
		begins.Set(0)
	})
	m.If(start, func() {
		at.to("find")
		flow.Set(chosen)
		begins.Set(1)
	})
	place.write(queue, flow.Value, rtlgen.Cat(frees.Not(), slot, last.Add(1)))
	e.items.Push.Drive(queue)
	e.items.Wdata.Drive(rtlgen.Pack(item{flow.Value, slot.Value, first.Value, last.Value, begins.Value, final.Value,
		frees.Value, unsol.Value, bad.Value}))
	m.Unused("items_state", e.items.Count)
	return rtlgen.Unpack[item](m.Let("item", e.items.Rdata), itemDims(p)), e.items.Empty.Not()
}

// itemDims are the widths of an item.
func itemDims(p Params) rtlgen.Dims {
	d := p.Dims()
	d["nodes"] = p.Nodes
	return d
}

// leave puts the beats of the items on the line.
func (e *beatEgress) leave(next item, waiting value) {
	m, io := e.m, e.io
	running := m.Reg("line_running_q", 1, 0, "the first beat of the item has been read")
	beat := m.RegNoReset("line_beat_q", 5, "place of the item's next beat in its slot")
	now := m.Let("line_beat", rtlgen.Mux(running, beat, next.First))
	read := m.Let("line_read", io.LineEn.And(waiting))
	end := m.Let("line_end", now.Eq(next.Last))
	e.items.Pop.Drive(read.And(end))
	m.If(read, func() {
		running.Set(end.Not())
		beat.Set(now.Add(1))
	})
	valid, begins := m.Next("line_valid_q", read, 0), m.NextNoReset("line_first_q", next.Begins.AndNot(running))
	data := e.payload.ReadSync("line_payload", read, rtlgen.Cat(next.Slot, now))
	io.Line.Valid.Drive(valid)
	io.Line.Src.Drive(m.NextNoReset("line_src_q", next.Flow))
	io.Line.Data.Drive(data)
	io.Line.First.Drive(begins)
	// The rest of a packet whose beginning was lost begins with a beat of another number.
	before := m.RegNoReset("line_damaged_q", 1, "the packet was damaged up to the beat before")
	torn := m.Let("line_torn", begins.And(data.Slice(47, 32).Any()))
	damaged := m.NextNoReset("line_item_bad_q", next.Bad, "the beat on the line is of a damaged segment")
	bad := m.Let("line_damaged", damaged.Or(torn).Or(before.AndNot(begins)))
	m.If(valid, func() { before.Set(bad) })
	io.Line.Bad.Drive(bad)
	io.Line.Last.Drive(m.NextNoReset("line_last_q", next.Ends.And(end)))

	frees := m.Let("line_frees", read.And(end).And(next.Frees))
	released := m.Next("released_q", frees.AndNot(next.Unsol), 0)
	io.Released.Drive(released)
	io.Left.Valid.Drive(m.Next("left_valid_q", frees.And(next.Unsol), 0))
	io.Left.Node.Drive(io.Line.Src)
	e.slots.free.Push.Drive(released)
	e.slots.free.Wdata.Drive(m.NextNoReset("line_slot_q", next.Slot, "slot of the beat on the line"))
}
