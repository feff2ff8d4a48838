package adaptive

import (
	"fmt"

	"culprit.example/culprit/blocks/prim"
	"culprit.example/culprit/blocks/qcn"
	"culprit.example/culprit/rtlgen"
	"culprit.example/culprit/rtlgen/blocks"
)

// Host is an end of the network (AR V): a queue and a rate limiter for each destination,
// so that one limited flow holds up no other, and a resequencer for what comes in.
func Host(p HostParams) *rtlgen.Typed[HostPorts] {
	m, io := rtlgen.New[HostPorts](p)
	if m.Refused() {
		return m
	}
	h := &host{m: m, HostPorts: io, p: p}
	h.adapter = rtlgen.Use(m, "adapter", qcn.Adapter(p.reaction()))
	h.reseq = rtlgen.Use(m, "resequencer", Resequencer(p))
	h.traffic = rtlgen.Use(m, "traffic", Traffic(p))
	h.guard = rtlgen.Use(m, "guard", Guard(GuardParams{Hosts: p.Hosts, AtHost: 1}))
	h.send()
	h.receive()
	h.count()
	return m
}

type host struct {
	*HostPorts
	m *rtlgen.Typed[HostPorts]
	p HostParams

	adapter *qcn.AdapterPorts
	reseq   *ResequencerPorts
	traffic *TrafficPorts

	guard *GuardPorts

	taken      value // the frame that the traffic offers is taken or refused
	whole      value // a frame has come
	src, stamp value
}

func (h *host) send() {
	m, p := h.m, h.p
	t, a := h.traffic, h.adapter
	t.Node.Drive(h.Node)
	t.Load.Drive(h.HostPorts.Load)
	t.Seed.Drive(h.Seed)
	t.Turn.Drive(h.Turn)
	t.Rate.Drive(h.Rate)
	rtlgen.Connect(t.Fixed, h.Fixed)

	a.Seed.Drive(h.Seed)
	a.Node.Drive(h.Node)
	a.Now.Drive(h.Now)
	var dst, length []value
	for d := range p.Hosts {
		dst, length = append(dst, m.Const(qcn.AddressBits, d)), append(length, m.Const(qcn.LengthBits, hostFrame))
	}
	a.Flow.Dst.Drive(rtlgen.LanesOf(dst))
	a.Flow.Prio.Drive(m.Zero(p.Hosts * qcn.PrioBits))
	a.Flow.Length.Drive(rtlgen.LanesOf(length))
	a.Offer.Valid.Drive(t.Offer.Valid)
	a.Offer.Flow.Drive(t.Offer.Flow)
	h.taken = m.Let("offer_taken", t.Offer.Valid.And(a.Offer.Ready.Bit(t.Offer.Flow)))
	t.Offer.Taken.Drive(h.taken)
	a.Rx.Valid.Drive(h.guard.CN)
	a.Rx.Head.Drive(h.Rx.Head)
	a.Rx.Tail.Drive(h.Rx.Tail)
	a.Rx.Data.Drive(h.Rx.Data)
	obey := rtlgen.Use(m, "pause_rx", qcn.PauseRx(qcn.PauseParams{Prios: 1}))
	rtlgen.Connect(obey.Rx, h.Rx)
	if p.Blockable == 1 {
		h.block(obey.Paused.Value)
		return
	}
	rtlgen.Connect(h.Tx, a.Tx)
	a.Paused.Drive(obey.Paused)
}

// block says STOP as long as the host takes no frames. A PAUSE frame goes between two
// frames of the adapter, which starts none while one waits.
func (h *host) block(paused value) {
	m, a := h.m, h.adapter
	pause := rtlgen.Use(m, "pause", qcn.PauseUnit(blockPause()))
	pause.Enable.Drive(1)
	pause.Port.Drive(h.Node)
	pause.Occupancy.Drive(h.Block.Zext(rtlgen.CountBits(blockUnits)))
	m.Unused("says_stop", pause.Stopped)
	says := m.Let("says", pause.Tx.Valid.AndNot(a.Tx.Valid))
	pause.Tx.Ready.Drive(says)
	a.Paused.Drive(paused.Or(pause.Tx.Valid))
	h.Tx.Valid.Drive(a.Tx.Valid.Or(says))
	h.Tx.Head.Drive(a.Tx.Head.Or(says))
	h.Tx.Tail.Drive(a.Tx.Tail.Or(says))
	h.Tx.Data.Drive(rtlgen.Mux(says, pause.Tx.Data, a.Tx.Data))
}

// overflows reports whether a frame comes for which a host that takes none has no room.
func (h *host) overflows() value {
	m := h.m
	room := m.Reg("block_room_q", rtlgen.CountBits(blockRoom), blockRoom, "frames that there is room for while blocked")
	m.If(h.Block.Not(), func() { room.Set(blockRoom) }).ElseIf(h.whole.And(room.Any()), func() { room.Set(room.Sub(1)) })
	return m.Let("overflows", h.Block.And(h.whole).And(room.Eq(0)))
}

// blockRoom are the frames that a host has room for after it has said STOP: one that the
// switch sends, and those that it begins until a frame of the adapter is over and the
// PAUSE frame has arrived.
const blockRoom = 4

// blockUnits is the least buffer that qcn_pause can watch: a host that takes nothing has
// one unit of it in use, and says STOP, another one has none.
const blockUnits = 2

func blockPause() qcn.PauseParams {
	p := rtlgen.Default[qcn.PauseParams]()
	p.Prios = 1
	p.Units = blockUnits
	p.QHigh = 1
	p.QLow = 0
	p.Headroom = 1
	p.Refresh = refresh
	return p
}

// receive hands whole frames to the resequencer. What breaks a rule of the link is not one.
func (h *host) receive() {
	m, p, g := h.m, h.p, h.guard
	rtlgen.Connect(g.Rx, h.Rx)
	g.Node.Drive(h.Node)
	g.Ready.Drive(h.reseq.Ready)
	first := m.RegNoReset("first_beat", qcn.WordBits, "first beat of the frame that comes")
	head := m.Let("head", h.Rx.Valid.And(h.Rx.Head))
	m.If(head, func() { first.Set(h.Rx.Data) })
	f := qcn.DataHeadOf(m.Let("frame", rtlgen.Mux(head, h.Rx.Data, first)))
	m.Unused("frame_rest", f.Kind, f.Prio, f.Dst, f.Length, f.Tag, f.Src.High(qcn.AddressBits-p.hw()))

	arrived := m.Let("arrived", g.Whole)
	src := m.NextNoReset("src_q", f.Src.Low(p.hw()), "source of the frame")
	seq := m.NextNoReset("seq_q", f.Seq, "number of the frame")
	h.stamp = m.NextNoReset("stamp_q", f.Stamp, "time at which the frame was made, cycles").Value
	h.reseq.Arrival.Valid.Drive(arrived)
	h.reseq.Arrival.Src.Drive(src)
	h.reseq.Arrival.Seq.Drive(seq)
	h.reseq.Arrival.Stamp.Drive(h.stamp)
	h.whole, h.src = arrived, src.Value
	h.Ready.Drive(h.reseq.Ready)
}

// addressTotals is the address of the first of hostCounters, above the frames from each
// host.
const addressTotals = 64

// hostCounters are the totals of a host in the order of their addresses.
var hostCounters = [...]string{"latency_sum", "latency_max", "reordered", "held_sum", "held_max", "episodes",
	"peak_sum", "made", "refused", "cns", "host_samples", "given_up", "late"}

// HostCounters are the counters of a host, as the contract lists them.
func HostCounters(hosts int) []blocks.Counter {
	var list []blocks.Counter
	for h := range hosts {
		list = append(list, blocks.Counter{Name: fmt.Sprintf("frames_from_%d", h), Address: h})
	}
	for i, name := range hostCounters {
		list = append(list, blocks.Counter{Name: name, Address: addressTotals + i,
			Max: name == "latency_max" || name == "held_max"})
	}
	return list
}

func (h *host) count() {
	m, p := h.m, h.p
	count := func(name string, enable, by value) value {
		return prim.Accumulator(m.Module, name, readBits, nil, enable.And(h.Measure), by)
	}
	most := func(name string, enable, x value) value {
		return prim.Maximum(m.Module, name, nil, enable.And(h.Measure), x).Zext(readBits)
	}
	one := m.Const(1, 1)
	stat := h.adapter.Stat
	latency := m.Let("latency", h.Now.Sub(h.stamp))
	held := h.reseq.Held.Value
	peak := m.Reg("peak", held.Width(), 0, "most frames held in this episode")
	ends := m.Let("episode_ends", held.Eq(0).And(peak.Any()))
	m.If(ends, func() { peak.Set(0) }).ElseIf(held.Gt(peak), func() { peak.Set(held) })
	m.Unused("status", stat.Lost, stat.SentFlow, stat.Limited, stat.CNMFlow, stat.Starts, stat.Frees, stat.Sent,
		h.reseq.Delivered)

	totals := []value{
		count("latency_sum", h.whole, latency), most("latency_max", h.whole, latency),
		count("reordered", h.reseq.Reordered.Value, one), count("held_sum", h.Sample.Value, held),
		most("held_max", one, held),
		count("episodes", ends, one), count("peak_sum", ends, peak.Value), count("made", h.taken, one),
		count("refused", stat.Refused.Value, one), count("cns", stat.Reacts.Value, one),
		count("samples", h.Sample.Value, one), count("given_up", h.reseq.GivenUp.Value, one),
		count("late", h.reseq.Late.Value, one),
	}
	frames := m.RegArray("frames_from", p.Hosts, 32, 0, "frames counted from each host")
	m.If(h.whole.And(h.Measure), func() { frames.At(h.src).Set(frames.At(h.src).Add(1)) })

	address := m.Next("address_q", h.Read.Address, 0)
	shown := m.Reg("shown", readBits, 0)
	m.Switch(address, func(c rtlgen.Cases) {
		for i, total := range totals {
			c.Case(func() { shown.Set(total) }, addressTotals+i)
		}
		c.Default(func() { shown.Set(frames.At(address.Low(p.hw())).Zext(readBits)) })
	})
	h.Read.Data.Drive(shown)

	// A notification about none of the flows leads nowhere; a frame that comes twice has no room.
	event := h.guard.Error.Value
	noRoom := event.Bit(NoRoom).Or(h.reseq.Lost)
	if p.Blockable == 1 {
		noRoom = noRoom.Or(h.overflows())
	}
	events := m.Let("link_errors", rtlgen.Cat(noRoom, event.Slice(NoRoom-1, NoRoute+1),
		event.Bit(NoRoute).Or(stat.Unknown), event.Low(NoRoute)))
	countErrors(m.Module, h.Err, p.ErrorBits, []value{events})
	bad := m.Reg("error_q", 1, 0)
	failed := events.Any().Or(stat.NoFree)
	m.If(failed, func() { bad.Set(1) })
	h.Error.Drive(bad)
}
