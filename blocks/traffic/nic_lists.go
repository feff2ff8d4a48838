package traffic

import (
	"culprit.example/culprit/blocks/prim"
	"culprit.example/culprit/rtlgen"
)

// lists keeps the lists: the candidate leaves its own, a packet enters the main list or,
// in the cycle after it left, the candidate is appended to that of its line. The pointer
// memory is written one cycle after what it is written for; at most one thing happens in
// a cycle, so that it needs one write.
func (n *nic) lists() {
	m, p := n.m, n.p
	empty := m.Let("main_empty", n.nonempty.Bit(0).Not())
	single := m.Let("next_is_tail", n.behind.Eq(n.candidateTail))
	gone := m.Let("list_ends", n.candidateList.And(n.few))
	comes := n.enters.Zext(p.lists())
	if p.Lines > 0 {
		n.setAside = m.Next("set_aside", n.sets, 0)
		comes = m.Let("list_gets_packet", rtlgen.Cat(n.setAside.Replicate(p.Lines).And(n.cam.Target), n.enters))
	}
	n.nonempty.Set(n.nonempty.AndNot(n.leaves.Replicate(p.lists()).And(gone)).Or(comes))
	n.few.Set(rtlgen.Mux(n.leaves, // nothing comes then
		rtlgen.Mux(single, n.few.Or(n.candidateList), n.few.AndNot(n.candidateList)),
		n.few.AndNot(comes).Or(comes.AndNot(n.nonempty))))

	m.If(n.enters, func() { n.mainTail.Set(n.newPlace) })
	fetched := n.left.And(n.leftList.Bit(0))
	m.If(n.enters.And(empty), func() {
		n.mainHead.Set(n.newWord)
		n.mainPlace.Set(n.newPlace)
	}).ElseIf(fetched, func() {
		n.mainHead.Set(n.words.Rd.Data)
		n.mainPlace.Set(n.leftPlace)
	})
	m.If(n.enters.And(n.few.Bit(0)), func() {
		n.mainNext.Set(n.newPlace)
	}).ElseIf(fetched, func() { n.mainNext.Set(n.nextPlace) })

	n.links.Set(n.sends.Or(n.enters.AndNot(empty)))
	n.linkPlace.Set(rtlgen.Mux(n.enters, n.mainTail, n.candidate.Place))
	n.linkTo.Set(rtlgen.Mux(n.enters, n.newPlace, n.freeNow))
	if p.Lines > 0 {
		n.lineLists()
	} else {
		n.next.Wr.En.Drive(n.links)
		n.next.Wr.Addr.Drive(n.linkPlace)
		n.next.Wr.Data.Drive(n.linkTo)
	}
	n.countPackets()

	m.Assert("takes_a_head", n.leaves.Implies(n.candidateList.AndNot(n.nonempty).Eq(0)),
		"the candidate is on a list that is not empty")
	m.Assert("one_thing_at_a_time", n.leaves.And(n.enters).Not())
	m.Assert("leaves_every_other_cycle", n.leaves.And(n.left).Not(), "a search takes two cycles")
}

// lineLists keeps the heads, second places and tails of the lines' lists.
func (n *nic) lineLists() {
	m, p := n.m, n.p
	line := m.Let("target_line", prim.Encode(m, n.cam.Target))
	used := m.Let("target_in_use", n.cam.Target.And(n.nonempty.High(p.Lines)).Any())
	few := m.Let("target_has_few", n.cam.Target.And(n.few.High(p.Lines)).Any().Or(used.Not()))
	tail := n.tails.Read("tail_of_target", line)
	aside := p.head(n.best) // the best packet is the one that was set aside
	n.tails.Write(n.setAside, line, aside.Place)

	n.next.Wr.En.Drive(n.links.Or(n.setAside.And(used)))
	n.next.Wr.Addr.Drive(rtlgen.Mux(n.setAside, tail, n.linkPlace))
	n.next.Wr.Data.Drive(rtlgen.Mux(n.setAside, aside.Place, n.linkTo))

	refills := m.Let("refills_line", n.leftBefore.AndNot(n.leftList.Bit(0)))
	to := m.Let("line_of_head", rtlgen.Mux(n.setAside, line, n.leftLine))
	word := n.words.Rd.Data
	n.heads.Write(refills.Or(n.setAside.AndNot(used)), to,
		rtlgen.Mux(n.setAside, rtlgen.Cat(aside.Place, n.best.Low(word.Width())), rtlgen.Cat(n.leftPlace, word)))
	n.nexts.Write(refills.Or(n.setAside.And(few)), to, rtlgen.Mux(n.setAside, aside.Place, n.nextBefore))
	m.Assert("one_head_at_a_time", refills.And(n.setAside).Not())
}

// countPackets keeps the counts and the list of free places: last freed, first
// taken.
func (n *nic) countPackets() {
	m := n.m
	m.If(n.fetchFree, func() { n.freeHead.Set(n.nextPlace) })
	m.If(n.sends, func() {
		n.freeHead.Set(n.candidate.Place)
		n.freed.Set(n.freed.Add(1))
		n.count.Set(n.count.Sub(1))
		n.full.Set(0)
	}).ElseIf(n.enters, func() {
		n.count.Set(n.count.Add(1))
		n.full.Set(m.Let("nearly_full", n.count.Eq(n.p.Queue-1)))
		m.If(n.reuses, func() { n.freed.Set(n.freed.Sub(1)) })
	})
	m.Assert("count_in_range", n.count.Le(n.p.Queue).And(n.full.Eq(n.count.Eq(n.p.Queue))))
}
