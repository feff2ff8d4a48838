package traffic

import (
	"culprit.example/culprit/blocks/prim"
	"culprit.example/culprit/rtlgen"
)

// chooseHead chooses the list whose head is read: the lowest of those of lines that may
// move and have not been seen. The main list comes into question only if no other may
// move. The head comes from the memory of heads or, in the two cycles after its
// predecessor left, from the pool.
func (n *nic) chooseHead() {
	m, p := n.m, n.p
	word := n.words.Rd.Data.Value
	fresh := rtlgen.Pack(head{Place: n.leftPlace.Value, Next: rtlgen.Mux(n.left, n.nextPlace, n.nextBefore),
		Packet: rtlgen.Unpack[waiting](word, p.Dims())})
	kept := rtlgen.Pack(head{Place: n.mainPlace.Value, Next: n.mainNext.Value,
		Packet: rtlgen.Unpack[waiting](n.mainHead, p.Dims())})
	isFresh := m.Let("main_is_fresh", n.left.And(n.leftList.Bit(0)))
	main := m.Let("main_open", n.nonempty.Bit(0).AndNot(n.seen.Bit(0)))
	n.chosen, n.doRead = main, main
	if p.Lines > 0 {
		l := p.Lines
		n.leftBefore = m.NextNoReset("left_before", n.left)
		free := m.Let("lists_free", n.nonempty.High(l).AndNot(n.cam.Stopped))
		open := m.Let("lists_open", free.AndNot(n.seen.High(l)))
		first := prim.LowestOne(m, "first_open", open)
		side, index := m.Let("side_open", open.Any()), m.Let("first_index", prim.Encode(m, first))
		n.chosen = m.Let("read_list", rtlgen.Cat(first, main.AndNot(free.Any())))

		n.heads = m.Memory("heads", max(l, 2), p.sw()+word.Width(), rtlgen.ReadOld,
			"place and packet at the list's head, by line").Style(rtlgen.Distributed)
		n.nexts = m.Memory("nexts", max(l, 2), p.sw(), rtlgen.ReadOld,
			"place of the list's second packet, by line").Style(rtlgen.Distributed)
		listed := n.heads.Read("listed_head", index)
		next := n.nexts.Read("listed_next", index)
		again := m.Let("line_is_fresh", n.left.Or(n.leftBefore).And(open.And(n.leftList.High(l)).Any()).
			AndNot(open.And(n.leftBelow).Any()))
		fresh = m.Let("other_head", rtlgen.Mux(rtlgen.Mux(side, again, isFresh), fresh, kept))
		kept = rtlgen.Cat(listed.High(p.sw()), next, listed.Low(word.Width()))
		isFresh = m.Let("head_is_other", side.Not().Or(again))
		n.doRead = m.Let("read_head", side.Or(main.AndNot(free.Any())))
		n.readLine = m.NextNoReset("reading_line", index)
	}
	n.chosenHead = m.Let("chosen_head", rtlgen.Mux(isFresh, fresh, kept))
	n.read = m.NextNoReset("read", n.chosenHead)
	n.readList = m.NextNoReset("reading_list", n.chosen)
}

// compareAges keeps the older one of the best packet and the one that was read. A
// packet that is read alone is the candidate at once.
func (n *nic) compareAges() {
	m, p := n.m, n.p
	age := m.Let("made_after_best", p.head(n.read).Packet.Made.Sub(p.head(n.best).Packet.Made))
	n.better = m.Let("better", n.reading.And(n.bestValid.Not().Or(age.High(1))))
	m.Unused("how_much_after", age.Low(timeBits-1))
	m.If(n.better, func() {
		n.bestList.Set(n.readList)
		n.best.Set(n.read)
	})
	n.candidate = p.head(m.Let("candidate", rtlgen.Mux(n.bestValid, n.best, n.read)))
	n.candidateList = m.Let("candidate_list", rtlgen.Mux(n.bestValid, n.bestList, n.readList))
	if p.Lines > 0 {
		n.cam.Turns.Drive(p.head(n.chosenHead).Packet.Turns)
		n.cam.Keep.Drive(n.better)
		n.cam.Kept.Drive(n.bestValid)
		m.If(n.better, func() { n.bestLine.Set(n.readLine) })
		n.candidateLine = m.Let("candidate_line", rtlgen.Mux(n.bestValid, n.bestLine, n.readLine))
	}
}

// search starts again when the candidate has gone, and when an Xoff may have
// stopped it.
func (n *nic) search() {
	m, p := n.m, n.p
	again := n.leaves
	n.reading.Set(n.doRead) // nothing is read when the candidate leaves
	if p.Lines > 0 {
		again = m.Let("search_again", n.leaves.Or(n.cam.XoffArrives))
		m.If(n.cam.XoffArrives, func() { n.reading.Set(0) })
	}
	m.If(again, func() {
		n.seen.Set(0)
		n.bestValid.Set(0)
	}).Else(func() {
		n.seen.Set(n.seen.Or(n.chosen))
		m.If(n.reading, func() { n.bestValid.Set(1) })
	})
}

// refill reads the packet behind the candidate, which is the new head of its list if the
// candidate leaves. It is written to the memory of heads two cycles later: in the cycle
// before that, the candidate may be written as the head of another list.
func (n *nic) refill() {
	m, p := n.m, n.p
	n.left.Set(n.leaves)
	n.behind, n.candidateTail = n.mainNext.Value, n.mainTail.Value
	if p.Lines > 0 {
		main := n.candidateList.Bit(0)
		n.tails = m.Memory("tails", max(p.Lines, 2), p.sw(), rtlgen.ReadOld,
			"place of the list's last packet, by line").Style(rtlgen.Distributed)
		n.behind = m.Let("behind_candidate", rtlgen.Mux(main, n.mainNext, n.candidate.Next))
		tail := n.tails.Read("tail_of_candidate", n.candidateLine)
		n.candidateTail = m.Let("candidate_tail", rtlgen.Mux(main, n.mainTail, tail))
		// The bits below that of the line.
		below := make([]value, p.Lines)
		for k := range below {
			below[p.Lines-1-k] = n.candidateList.High(p.Lines - k).Any().AndNot(n.candidateList.Bit(k + 1))
		}
		m.If(n.left.Not(), func() {
			n.leftBelow.Set(rtlgen.CatOf(below))
			n.leftLine.Set(n.candidateLine)
		})
	} else {
		m.Unused("no_next_of_lines", n.candidate.Next)
	}
	m.If(n.left.Not(), func() {
		n.leftList.Set(n.candidateList)
		n.leftPlace.Set(n.behind)
	})
	n.words.Rd.En.Drive(n.left.Not())
	n.words.Rd.Addr.Drive(n.behind)
	n.next.Rd.En.Drive(1)
	n.next.Rd.Addr.Drive(rtlgen.Mux(n.enters, n.freeNow, n.behind))
	n.fetchFree.Set(n.reuses)
	// The place that was given back one cycle ago is the first one to be taken.
	sent := m.NextNoReset("sent", n.sends)
	n.linked.Set(n.links.And(rtlgen.Mux(n.enters, sent, n.behind.Eq(n.linkPlace))))
}
