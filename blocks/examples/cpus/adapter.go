package cpus

import (
	"culprit.example/culprit/blocks/fabric"
	"culprit.example/culprit/blocks/packet"
	"culprit.example/culprit/blocks/prim"
	"culprit.example/culprit/rtlgen"
)

// Registers of an adapter, by their numbers on the bus; the CPU sees them 4 bytes apart.
const (
	regNode    = 0  // read: number of the node
	regStatus  = 1  // read: bit 0 a packet can be sent, bit 1 one has been received
	regSend    = 2  // write {number (19:8), destination (7:0)}: a packet is sent; only if one can be
	regReceive = 3  // read: the next half of a beat of the received packet, lower half first; the 16th frees its slot
	regResult  = 4  // write {wrong packets (31:16), right packets (15:0)}: the node is done
	regPayload = 18 // write: 14 registers, the halves of beats 1..7 of the packet that is sent next
)

const (
	slots     = 8  // packets that an adapter, and an input port of a switch, has room for
	countBits = 16 // of packets
	nodeBits  = 8
)

// AdapterPorts are the ports of Adapter, and of any other network adapter that can take its place.
type AdapterPorts struct {
	_     rtlgen.Unit                  `name:"cpu_adapter" doc:"network adapter of a CPU"`
	Node  rtlgen.In                    `width:"8" doc:"number of the node, held"`
	Bus   BusOf[rtlgen.In, rtlgen.Out] `doc:"from the computer"`
	Route struct {
		Dst   rtlgen.Out `width:"8" doc:"where the packet goes, a register"`
		Turns rtlgen.In  `width:"turns" doc:"the way there, in the same cycle"`
	} `doc:"route table"`
	Rx     packet.Rx          `doc:"link from the switch"`
	Tx     packet.Tx          `doc:"link to the switch"`
	Result Result[rtlgen.Out] `name:"" doc:"results, registers"`
}

// Result is what a node says in the end.
type Result[D rtlgen.Direction] struct {
	Done    D `doc:"the program has come to its end"`
	Wrong   D `doc:"and has found packets that are not what they must be"`
	Checked D `width:"16" doc:"packets that it has checked"`
	Digest  D `width:"32" doc:"sum over all payload beats received: low half XOR high half rotated left by the beat's number"`
}

// Adapter is a network adapter of one packet that waits to be sent, and of slots for those that come. A packet
// is on its way 3 cycles after the write to regSend, and can be read 2 cycles after its last beat has come.
func Adapter(p fabric.Params) *rtlgen.Typed[AdapterPorts] {
	m, io := rtlgen.New[AdapterPorts](p)
	if m.Refused() {
		return m
	}
	a := &adapter{AdapterPorts: io, m: m.Module, p: p, left: m.Reg("beats_left", rtlgen.CountBits(packet.Beats), 0)}
	a.send()
	a.receive()
	a.report()
	a.answer()
	return m
}

type adapter struct {
	*AdapterPorts
	m *rtlgen.Module
	p fabric.Params

	left     rtlgen.Reg // beats of the packet that is being sent
	room     value      // a packet can be sent
	received value      // a packet can be read
	half     value      // of a beat, that is read next
	damaged  value      // a packet that was damaged on its way has come
}

func (a *adapter) writes(register int) value { return a.Bus.Write.And(a.Bus.Address.Eq(register)) }

// send makes a packet of what has been written, and counts credits.
func (a *adapter) send() {
	m := a.m
	at := a.Bus.Address
	payload := m.Memory("payload", packet.Beats, packet.BeatBits, rtlgen.ReadOld)
	fills := m.Let("fills", a.Bus.Write.And(at.High(1)))
	payload.WriteLanes(rtlgen.Cat(fills.And(at.Bit(0)), fills.AndNot(at.Bit(0))), at.Slice(3, 1), a.Bus.Data.Replicate(2))

	starts := m.Let("starts", a.writes(regSend))
	dst, number := m.Reg("dst", nodeBits, 0), m.RegNoReset("number", packet.SeqBits)
	m.If(starts, func() {
		dst.Set(a.Bus.Data.Low(nodeBits))
		number.Set(a.Bus.Data.Slice(nodeBits+packet.SeqBits-1, nodeBits))
	})
	routed := m.Next("routed", starts, 0)
	turns := m.RegNoReset("turns", packet.TurnBits)
	m.If(routed, func() { turns.Set(a.Route.Turns) })
	a.Route.Dst.Drive(dst)
	packet.Countdown(m, a.left, routed, packet.Beats)

	first := m.Let("first", a.left.Eq(packet.Beats))
	beat := m.Let("beat", m.Zero(packet.BeatIndex).Sub(a.left.Low(packet.BeatIndex)))
	header := rtlgen.Pack(packet.First{
		Header: packet.Header{Turnpool: turns.Value, Tptr: m.Const(packet.TptrBits, packet.TurnBits-1)},
		Source: a.Node.Value, Seq: number.Value, Tag: m.Zero(packet.TagBits),
	})
	word := m.Let("word", rtlgen.Mux(first, header, payload.Read("payload_beat", beat)))
	packet.Send(m, a.Tx.Beat, a.p.LinkLatency, a.left.Ne(0), first, a.left.Eq(1), m.Zero(1), word)

	credits := rtlgen.Use(m, "credits", prim.CreditCounter(prim.CreditCounterParams{Max: slots}))
	credits.Take.Drive(starts)
	credits.Give.Drive(m.Next("tx_credit_q", a.Tx.Credit, 0))
	m.Unused("credit_count", credits.Count)
	m.Unused("credit_excess", credits.Excess)
	a.room = m.Let("room", credits.Available.And(a.left.Eq(0)).AndNot(routed))
	m.Assume("sends_with_room", starts.Implies(a.room), "the program looks at the status first")
}

// receive keeps the packets that come until they have been read.
func (a *adapter) receive() {
	m := a.m
	valid, last := m.Next("rx_valid_q", a.Rx.Valid, 0), m.Next("rx_last_q", a.Rx.Valid.And(a.Rx.Eop), 0)
	data := m.NextNoReset("rx_data_q", a.Rx.Data)
	m.Unused("rx_sop", a.Rx.Sop)
	a.damaged = m.Let("rx_damaged", a.Rx.Valid.And(a.Rx.Eop).And(a.Rx.Bad))

	words := slots * packet.Beats
	written := m.Reg("written", rtlgen.IndexBits(words), 0)
	m.If(valid, func() { written.Set(written.Add(1)) })
	memory := m.Memory("slots", words, packet.BeatBits, rtlgen.ReadOld)
	memory.Write(valid, written, data)

	next := m.Reg("next_half", rtlgen.IndexBits(2*words), 0)
	reads := m.Let("reads", a.Bus.Read.And(a.Bus.Address.Eq(regReceive)))
	m.If(reads, func() { next.Set(next.Add(1)) })
	shown := memory.ReadSync("shown", m.Ones(1), next.High(rtlgen.IndexBits(words)))
	a.half = m.Let("half", rtlgen.Mux(next.Bit(0), shown.High(wordBits), shown.Low(wordBits)))

	frees := m.Let("frees", reads.And(next.Low(packet.BeatIndex+1).All()))
	whole := m.Reg("whole", rtlgen.CountBits(slots), 0)
	prim.UpDown(m, whole, last, frees)
	a.received = m.Let("received", whole.Ne(0))
	a.Rx.Credit.Drive(packet.Delay(m, "credit_link", m.Next("freed", frees, 0), a.p.LinkLatency-1))
	m.Assume("reads_what_is_there", reads.Implies(a.received), "the program looks at the status first")
	m.Assume("slot_for_every_packet", last.Implies(whole.Ne(slots)), "a packet comes only with a credit")

	beat := m.Let("rx_beat", written.Low(packet.BeatIndex))
	digest := m.Reg("digest_q", wordBits, 0)
	m.If(valid.And(beat.Ne(0)), func() {
		digest.Set(digest.Add(data.Low(wordBits).Xor(data.High(wordBits).RotL(beat))))
	})
	a.Result.Digest.Drive(digest)
}

// report keeps what the program says in the end.
func (a *adapter) report() {
	m := a.m
	done, wrong, checked := m.Reg("done_q", 1, 0), m.Reg("wrong_q", 1, 0), m.Reg("checked_q", countBits, 0)
	m.If(a.writes(regResult), func() {
		done.Set(1)
		wrong.Set(wrong.Or(a.Bus.Data.High(countBits).Any()))
		checked.Set(a.Bus.Data.High(countBits).Add(a.Bus.Data.Low(countBits)))
	})
	m.If(a.damaged, func() { wrong.Set(1) })
	a.Result.Done.Drive(done)
	a.Result.Wrong.Drive(wrong)
	a.Result.Checked.Drive(checked)
}

// answer shows a register to the computer.
func (a *adapter) answer() {
	m := a.m
	answer := m.Wire("answer", wordBits)
	m.Switch(a.Bus.Address, func(c rtlgen.Cases) {
		c.Case(func() { answer.Set(a.Node.Zext(wordBits)) }, regNode)
		c.Case(func() { answer.Set(rtlgen.Cat(a.received, a.room).Zext(wordBits)) }, regStatus)
		c.Default(func() { answer.Set(a.half) })
	})
	a.Bus.Result.Drive(m.NextNoReset("answer_q", answer))
}
