package adaptive

import (
	"culprit.example/culprit/blocks/prim"
	"culprit.example/culprit/blocks/qcn"
	"culprit.example/culprit/rtlgen"
)

// Resequencer brings the frames of each source into order again (AR V.A: "resequencing
// needs to be implemented at the receiving end"). It keeps which frames are here, a bit
// each in a window of 256 for each source; where their bytes lie is not its business.
//
// A frame takes two cycles: one reads what is known of it, the other decides. A frame
// that is the next one lets those behind it go, one in two cycles; arrivals wait in a
// queue of 32 meanwhile.
//
// A frame may wait in a switch for as long as a receiver takes nothing, while others of
// its flow pass by another way. So the window moves on when a frame is too far ahead for
// it: those that leave it without having come are given up, and delivered late, out of
// order, when they come. No frame is lost for that.
func Resequencer(p HostParams) *rtlgen.Typed[ResequencerPorts] {
	m, io := rtlgen.New[ResequencerPorts](p)
	if m.Refused() {
		return m
	}
	hw := p.hw()
	arrivals := rtlgen.Use(m, "arrivals", prim.FIFO(prim.FIFOParams{Width: qcn.StampBits + hw + qcn.SeqBits,
		Depth: arrivalsDepth}))
	arrivals.Push.Drive(io.Arrival.Valid)
	arrivals.Wdata.Drive(rtlgen.Cat(io.Arrival.Stamp, io.Arrival.Src, io.Arrival.Seq))
	m.Unused("arrivals_count", arrivals.Count)

	const windowBits = 8
	sweep := m.Reg("sweep", hw+windowBits, 0, "place in the windows that is cleared after reset")
	ready := m.Reg("ready_q", 1, 0)
	m.If(ready.Not(), func() {
		sweep.Set(sweep.Add(1))
		m.If(sweep.Eq(p.Hosts*window-1), func() { ready.Set(1) })
	})
	io.Ready.Drive(ready)

	// A word of each host in a memory, which the sweep clears, too: behind registers the
	// selection of a host would be as long as the network has hosts.
	perHost := func(name, what string, width int) rtlgen.Memory {
		return m.Memory(name, 1<<hw, width, rtlgen.ReadOld, what+", by source").Style(rtlgen.Distributed)
	}
	set := func(mem rtlgen.Memory, enable, host rtlgen.Signal, word rtlgen.Value) {
		mem.Write(ready.Not().Or(enable), rtlgen.Mux(ready, host, sweep.High(hw)), word.And(ready.Replicate(word.Width())))
	}
	expected := perHost("expected", "number of the frame that is due", qcn.SeqBits)
	here := m.Memory("here", 1<<(hw+windowBits), 1, rtlgen.ReadUndefined,
		"a frame is here, by {source, number modulo the window}")

	decides := m.Reg("decides", 1, 0, "a frame was read, and is decided on")
	chains := m.Reg("chains", 1, 0, "the frame that is due next is looked for")
	forced := m.Reg("forced", 1, 0, "the window moves on for a frame too far ahead")
	host, seq, next := m.RegNoReset("host", hw, "source of the frame at hand"), m.RegNoReset("seq", windowBits,
		"number of the frame at hand, modulo the window"), m.RegNoReset("next", qcn.SeqBits,
		"number of the frame that is due")
	ahead := m.RegNoReset("ahead", qcn.SeqBits, "how far an arrival is ahead of the frame due")
	after := m.Let("after_next", next.Add(1))
	word := m.Let("oldest", arrivals.Rdata.Low(hw+qcn.SeqBits))
	stamp := m.RegNoReset("stamp", qcn.StampBits, "time at which the frame was made, cycles")
	reads := m.Let("reads", decides.Not().And(chains.Or(arrivals.Empty.Not())))
	arrivals.Pop.Drive(reads.AndNot(chains))
	newHost := m.Let("host_read", rtlgen.Mux(chains, host, word.High(hw)))
	newSeq := m.Let("seq_read", rtlgen.Mux(chains, after.Low(windowBits), word.Low(windowBits)))
	due := expected.Read("due", word.High(hw))
	known := here.ReadSync("is_here", reads, rtlgen.Cat(newHost, newSeq))

	// A frame that was given up may come so late that its number has wrapped; but it was
	// made before one that is delivered.
	last := perHost("last_stamp", "time of making of the last frame in order", qcn.StampBits)
	dated := m.Reg("dated", p.Hosts, 0, "sources with a frame that came in order")
	since := m.Let("since_last", arrivals.Rdata.High(qcn.StampBits).Sub(last.Read("last_of_host", word.High(hw))))
	m.Unused("since_last_low", since.Low(qcn.StampBits-1))
	older := m.RegNoReset("older", 1, "the frame was made before the last one in order")

	// Frames given up that have not come yet: how many of each host, whether there are any, and both
	// for the host at hand, beside the registers that say how far its frame is ahead.
	given := perHost("awaited_late", "frames given up that have not come", qcn.SeqBits)
	awaits := m.Reg("awaits", p.Hosts, 0, "sources with frames given up that have not come")
	awaitedNow := given.Read("awaited_of_host", word.High(hw))
	awaited := m.RegNoReset("awaited", qcn.SeqBits, "frames given up of the source that have not come")
	some := m.RegNoReset("some_awaited", 1, "there are frames given up that have not come")

	decides.Set(reads)
	m.If(reads, func() {
		host.Set(newHost)
		seq.Set(newSeq)
		next.Set(rtlgen.Mux(chains, after, due))
		m.If(chains.Not(), func() {
			ahead.Set(word.Low(qcn.SeqBits).Sub(due))
			stamp.Set(arrivals.Rdata.High(qcn.StampBits))
			older.Set(since.High(1).And(dated.Bit(word.High(hw))))
			awaited.Set(awaitedNow)
			some.Set(awaits.Bit(word.High(hw)))
		})
	})

	before := m.Let("made_before", some.And(older))
	behind := m.Let("behind", ahead.High(1).Or(before))
	isNext := m.Let("is_next", ahead.Eq(0).AndNot(before))
	takes := m.Let("takes", decides.AndNot(chains))
	chained := m.Let("chained", decides.And(chains))
	follows := m.Let("follows", chained.And(known))
	inOrder := m.Let("in_order", takes.And(isNext))
	last.Write(inOrder, host, stamp)
	m.If(inOrder, func() { dated.SetBit(host, 1) })
	near := m.Let("ahead_near", ahead.High(qcn.SeqBits-windowBits).Eq(0))
	early := m.Let("early", takes.And(near).AndNot(before).AndNot(isNext))
	waits := m.Let("waits", early.AndNot(known))
	delivered := m.Let("delivered_now", follows.Or(inOrder))

	// One number leaves the window for each that the frame is too far ahead. Its place in
	// the window is then that of the last of these.
	far := m.Let("too_far", takes.AndNot(near).AndNot(behind))
	moves := m.Let("moves", chained.And(forced))
	fits := m.Let("fits", moves.And(ahead.Eq(window)))
	m.If(far, func() {
		forced.Set(1)
		next.Set(next.Sub(1)) // what is read next is the frame that is due
	})
	m.If(moves, func() {
		forced.Set(fits.Not())
		ahead.Set(ahead.Sub(1))
	})
	gives, isLate := m.Let("gives_up", moves.AndNot(known)), m.Let("is_late", takes.And(behind).And(some))
	more, fewer := m.Let("one_more", awaited.Add(1)), m.Let("one_fewer", awaited.Sub(1))
	// Counted a cycle later, not behind the memory of the windows: the window goes on with the same
	// host meanwhile.
	gave := m.Next("given_up_q", gives, 0)
	m.If(gave, func() {
		awaited.Set(more)
		awaits.SetBit(host, 1)
	}).ElseIf(isLate, func() {
		awaits.SetBit(host, awaited.Ne(1))
	})
	set(given, gave.Or(isLate), host, rtlgen.Mux(gave, more, fewer))
	// Written a cycle later, when nothing is read but what follows the frame: not behind
	// the memory of the windows.
	set(expected, m.NextNoReset("moved_q", delivered.Or(moves), "the number of the frame due has changed"), host, after)
	m.If(decides, func() { chains.Set(delivered.Or(far).Or(moves)) })
	comes := m.Let("comes", waits.Or(fits))
	// A frame that goes is taken out a cycle later, and one that is here already is written again:
	// neither is behind the memory's own output.
	placed := early.Or(fits)
	gone := m.NextNoReset("gone_q", follows.AndNot(fits), "a frame was taken out of the window")
	here.Write(ready.Not().Or(placed).Or(gone), rtlgen.Mux(ready, rtlgen.Cat(host, seq), sweep), ready.And(placed))

	// Whether it is one more or one fewer is a bit each behind the memory; the numbers are counted
	// from there.
	came := m.Next("one_came", placed.AndNot(known), 0, "one more frame is held")
	went := m.Next("one_went", chained.AndNot(fits).And(known), 0, "one frame fewer is held")
	width := io.Held.Width()
	heldBefore := m.Reg("held_before", width, 0, "frames held in the cycle before")
	oneMore := m.RegNoReset("held_more", width, "frames held in the cycle before, and one more")
	oneFewer := m.RegNoReset("held_fewer", width, "frames held in the cycle before, less one")
	held := m.Let("held_now", rtlgen.Mux(came, oneMore, rtlgen.Mux(went, oneFewer, heldBefore)))
	heldBefore.Set(held)
	oneMore.Set(held.Add(1))
	oneFewer.Set(held.Sub(1))
	io.Held.Drive(held)
	io.Delivered.Drive(m.Next("delivered_q", delivered, 0))
	io.Reordered.Drive(m.Next("reordered_q", comes, 0))
	io.GivenUp.Drive(gave)
	io.Late.Drive(m.Next("late_q", isLate, 0))
	twice := m.Let("twice", takes.AndNot(isLate).And(behind.Or(near.And(known).AndNot(isNext))))
	io.Lost.Drive(m.Next("lost_q", twice.Or(io.Arrival.Valid.And(arrivals.Full)), 0))
	m.Assume("ready_first", io.Arrival.Valid.Implies(ready), "no frame comes before the windows are swept")
	assumeBelow(m.Module, "host_exists", io.Arrival.Valid, io.Arrival.Src, p.Hosts)
	return m
}

// arrivalsDepth is enough for what comes while a frame lets a whole window go: 2 cycles
// for each of that, 24 for a frame of a link.
const arrivalsDepth = 32
