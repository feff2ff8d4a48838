package traffic

import "culprit/rtlgen"

// perList is a place in the pool for every list: an array, or a register if there
// is one list only.
type perList struct {
	array *rtlgen.RegArray
	reg   rtlgen.Reg
}

func newPerList(m *rtlgen.Module, name string, lists, width int) perList {
	if lists == 1 {
		return perList{reg: m.RegNoReset(name, width)}
	}
	a := m.RegArrayNoReset(name, lists, width)
	return perList{array: &a}
}

func (p perList) at(list value) value {
	if p.array == nil {
		return p.reg.Value
	}
	return p.array.At(list).Value
}

func (p perList) set(list, x value) {
	if p.array == nil {
		p.reg.Set(x)
		return
	}
	p.array.At(list).Set(x)
}

// lists takes the candidate off its list and appends: it, to the list of a line,
// or a packet that enters, to the main list. At most one of them happens in a
// cycle, so that the pointer memory needs one read and one write.
func (n *nic) lists() {
	m, p := n.m, n.p
	leaves := m.Let("leaves", n.sends.Or(n.sets))
	last := m.Let("last_of_list", n.tail.at(n.candidateList).Eq(n.candidateSlot))
	appends := m.Let("appends", n.enters.Or(n.sets))
	slot := m.Let("appended", rtlgen.Mux(n.enters, n.newSlot, n.candidateSlot))
	list := m.Zero(p.lw())
	if p.Lines > 0 {
		list = m.Let("append_list", rtlgen.Mux(n.enters, 0, n.cam.Target.Zext(p.lw()).Add(1)))
	}
	first := m.Let("first_of_list", n.nonempty.Bit(list).Not())

	reuse := n.enters.And(n.freed.Ne(0))
	n.next.Rd.En.Drive(leaves.AndNot(last).Or(reuse))
	n.next.Rd.Addr.Drive(rtlgen.Mux(n.enters, n.freeNow, n.candidateSlot))
	n.next.Wr.En.Drive(appends.AndNot(first).Or(n.sends))
	n.next.Wr.Addr.Drive(rtlgen.Mux(appends, n.tail.at(list), n.candidateSlot))
	n.next.Wr.Data.Drive(rtlgen.Mux(appends, slot, n.freeNow))
	n.fetchHead.Set(leaves.AndNot(last))
	n.fetchFree.Set(reuse)
	m.If(leaves, func() { n.fetchList.Set(n.candidateList) })

	m.If(n.fetchHead, func() { n.head.set(n.fetchList.Value, n.fetched) })
	m.If(appends, func() {
		n.tail.set(list, slot)
		m.If(first, func() { n.head.set(list, slot) })
	})
	m.If(leaves.And(last), func() { n.nonempty.SetBit(n.candidateList, 0) })
	m.If(appends, func() { n.nonempty.SetBit(list, 1) })
	n.countPackets(reuse)

	m.Assert("takes_a_head", leaves.Implies(n.nonempty.Bit(n.candidateList).And(n.head.at(n.candidateList).Eq(n.candidateSlot))), "the candidate is the head of its list")
	m.Assert("one_thing_at_a_time", leaves.And(n.enters).Not())
}

// countPackets keeps the counts and the list of free places: last freed, first
// taken.
func (n *nic) countPackets(reuse value) {
	m := n.m
	m.If(n.fetchFree, func() { n.freeHead.Set(n.fetched) })
	m.If(n.sends, func() {
		n.freeHead.Set(n.candidateSlot)
		n.freed.Set(n.freed.Add(1))
		n.count.Set(n.count.Sub(1))
	}).ElseIf(n.enters, func() {
		n.count.Set(n.count.Add(1))
		m.If(reuse, func() { n.freed.Set(n.freed.Sub(1)) })
	})
	m.Assert("count_in_range", n.count.Le(n.p.Queue))
}

// send gives the candidate to the framer.
func (n *nic) send() {
	w := n.p.waiting(n.candidate)
	n.framer.Start.Drive(n.sends)
	n.framer.Now.Drive(n.Now)
	n.framer.Turnpool.Drive(w.Turns)
	n.framer.Src.Drive(n.Node)
	n.framer.Dst.Drive(w.Dst)
	n.framer.Seq.Drive(w.Seq)
	n.framer.Tag.Drive(0)
	n.framer.Made.Drive(w.Made)
	rtlgen.Connect(n.Tx.Beat, n.framer.Tx)
	n.Stat.Sent.Drive(n.sends)
}
