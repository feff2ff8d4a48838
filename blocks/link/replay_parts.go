package link

import "culprit.example/culprit/rtlgen"

// replay is the state of a unit, and what its parts tell each other in a cycle.
type replay struct {
	m  *rtlgen.Module
	io *ReplayPorts
	p  ReplayParams

	up                 rtlgen.Reg // both ends are in the same session
	own, peer          rtlgen.Reg // epochs; peer is 0 if it is not known
	quiet              rtlgen.Reg // cycles until hellos are listened to
	silence            rtlgen.Reg // cycles since the last word of the session
	welcomeDue, nakDue rtlgen.Reg
	head, next, tail   rtlgen.Reg // numbers of flits: to be accepted, to be chosen, the oldest without acknowledgement
	timer, tries       rtlgen.Reg
	expected, gap      rtlgen.Reg
	accepts            value       // a flit is accepted
	held, chosen       value       // how many flits have no acknowledgement, and how many of them were chosen
	welcomes           value       // a welcome is chosen
	sends              value       // a flit is chosen
	told               value       // the word that is chosen has room for a NAK
	down               rtlgen.Wire // the line goes down, or stays there and begins anew
	replays, timesOut  value
	tired              value // the last timeout that there is patience for
}

// arrived is a word in the cycle in which it is judged.
type arrived struct {
	fields
	good, damaged value
}

// judged is what a word means.
type judged struct {
	ours    value // it is of the session
	isHello value // a hello without damage
	same    value // from the peer to this end
}

func newReplay(m *rtlgen.Module, io *ReplayPorts, p ReplayParams) *replay {
	n := p.seq()
	r := &replay{
		m: m, io: io, p: p,
		up:         m.Reg("up", 1, 0),
		own:        m.Reg("own_epoch", p.Epoch, 1, "own epoch, never 0"),
		peer:       m.Reg("peer_epoch", p.Epoch, 0, "epoch of the other end, 0 if unknown"),
		quiet:      m.Reg("quiet", rtlgen.CountBits(p.latency()), p.latency(), "cycles in which words are still dropped"),
		silence:    m.Reg("silence", rtlgen.IndexBits(silentTimeouts*p.timeout()), 0, "cycles since a word of the session came"),
		head:       m.Reg("head", n, 0, "number of the flit to be accepted next"),
		next:       m.Reg("next", n, 0, "number of the flit to be sent next"),
		tail:       m.Reg("tail", n, 0, "number of the oldest flit without acknowledgement"),
		timer:      m.Reg("timer", rtlgen.IndexBits(p.timeout()), 0, "cycles without progress"),
		tries:      m.Reg("tries", rtlgen.IndexBits(p.Tries), 0, "timeouts without progress"),
		expected:   m.Reg("expected", n, 0, "number of the flit that is expected"),
		gap:        m.Reg("gap", 1, 0, "flits are missing before a word that came"),
		welcomeDue: m.Reg("welcome_due", 1, 0, "a welcome is to be sent"),
		nakDue:     m.Reg("nak_due", 1, 0, "a NAK is to be sent"),
		down:       m.Wire("goes_down", 1),
	}
	r.welcomes = m.Let("welcomes", r.up.And(r.welcomeDue))
	r.told = m.Let("sends_of_session", r.up.AndNot(r.welcomeDue))
	r.sends = m.Let("sends_flit", r.told.And(r.next.Ne(r.head)))
	r.accepts = m.Let("accepts", io.FlitTxValid.And(io.FlitTxReady))
	r.held, r.chosen = m.Let("held", r.head.Sub(r.tail)), m.Let("chosen", r.next.Sub(r.tail))
	io.LineUp.Drive(r.up)
	io.FlitTxReady.Drive(r.up.AndNot(r.held.High(1)))
	return r
}

// arrive takes words from the line: a register, the sums of the CRC, the comparison.
func (r *replay) arrive() arrived {
	m, p := r.m, r.p
	valid := m.Next("rx_valid_q", r.io.LineRxValid, 0)
	word := m.NextNoReset("rx_word_q", r.io.LineRx)
	summed := m.Next("rx_summed", valid, 0)
	message := m.NextNoReset("rx_message", word.Low(p.message()), "the word that came, without its CRC")
	claimed := m.NextNoReset("rx_claimed", word.High(crcBits), "CRC that came with the word")
	right := m.Let("rx_right", crcSum(m, "rx", word.Low(p.message())).Eq(claimed))
	rx := arrived{
		good:    m.Next("rx_good", summed.And(right), 0, "the word has come undamaged").Value,
		damaged: m.Next("rx_damaged", summed.AndNot(right), 0, "the word was damaged").Value,
	}
	rx.fields = p.fieldsOf(m.NextNoReset("rx_judged", message).Value)
	return rx
}

// judge reports what a word is.
func (r *replay) judge(rx arrived) judged {
	m := r.m
	same := m.Let("same_session", rx.from.Eq(r.peer).And(rx.to.Eq(r.own)))
	return judged{
		same:    same,
		isHello: m.Let("rx_hello", rx.good.And(rx.kind.Eq(hello))),
		ours:    m.Let("rx_ours", rx.good.And(rx.kind.Bit(1)).And(same).And(r.up)),
	}
}

// receive takes the flit that is expected, and notes a gap before a later one.
func (r *replay) receive(rx arrived, s judged) {
	m := r.m
	behind := m.Let("rx_behind", rx.seq.Sub(r.expected).Ge(r.p.Depth))
	here := m.Let("rx_expected", rx.seq.Eq(r.expected))
	isFlit := m.Let("rx_flit", s.ours.And(rx.kind.Bit(0)))
	takes := m.Let("takes", isFlit.And(here))
	missing := m.Let("missing", s.ours.AndNot(here).AndNot(behind))
	m.If(r.down, func() {
		r.expected.Set(0)
		r.gap.Set(0)
		r.nakDue.Set(0)
	}).Else(func() {
		m.If(takes, func() { r.expected.Set(r.expected.Add(1)) })
		r.gap.Set(takes.Not().And(r.gap.Or(missing)))
		r.nakDue.Set(takes.Not().And(missing.AndNot(r.gap).Or(r.nakDue.AndNot(r.told))))
	})
	r.io.FlitRxValid.Drive(m.Next("flit_rx_valid_q", takes.AndNot(r.down), 0))
	r.io.FlitRx.Drive(m.NextNoReset("flit_rx_q", rx.flit))
	m.Cover("duplicate", isFlit.And(behind))
	m.Cover("gap_while_idle", missing.AndNot(rx.kind.Bit(0)).AndNot(r.gap))
}

// acknowledge moves the numbers of the sending side, from a register with what a word has
// said, and keeps its timer.
func (r *replay) acknowledge(rx arrived, s judged) {
	m, n := r.m, r.p.seq()
	heard := m.Next("heard_q", s.ours, 0)
	ack := m.NextNoReset("ack_q", rx.ack, "number that the other end expects")
	nak := m.NextNoReset("nak_q", rx.nak, "the other end asks for flits again")
	freed := m.Let("ack_distance", ack.Sub(r.tail))
	counts := m.Let("ack_counts", heard.And(freed.Le(r.held)))
	progress := m.Let("progress", counts.And(freed.Ne(0)))
	passed := m.Let("ack_passes_next", counts.And(freed.Gt(r.chosen)))
	r.replays = m.Let("replays", r.up.And(heard).And(nak))
	expires := m.Let("timer_expires", r.timer.Eq(r.p.timeout()-1).AndNot(progress).AndNot(r.replays))
	r.timesOut = m.Let("times_out", r.up.And(expires))
	r.tired = m.Let("out_of_patience", r.timesOut.And(r.tries.Eq(r.p.Tries-1)))
	oldest := m.Let("oldest", rtlgen.Mux(counts, ack, r.tail))

	m.If(r.down, func() {
		for _, number := range []rtlgen.Reg{r.head, r.next, r.tail} {
			number.Set(0)
		}
		r.timer.Set(0)
	}).ElseIf(r.up, func() {
		r.head.Set(r.head.Add(r.accepts.Zext(n)))
		r.tail.Set(oldest)
		m.If(r.replays.Or(r.timesOut), func() {
			r.next.Set(oldest)
		}).ElseIf(passed, func() {
			r.next.Set(ack)
		}).Else(func() {
			r.next.Set(r.next.Add(r.sends.Zext(n)))
		})
		m.If(progress.Or(r.replays).Or(r.timesOut).Or(r.held.Eq(0)), func() {
			r.timer.Set(0)
		}).Else(func() {
			r.timer.Set(r.timer.Add(1))
		})
	})
	m.If(r.up.Not().Or(progress), func() { // a cycle after the line went down is early enough
		r.tries.Set(0)
	}).ElseIf(expires, func() { r.tries.Set(r.tries.Add(1)) })
	m.Cover("acknowledged_before_next", passed)
	m.Cover("down_by_timeouts", r.tired)
}

// session brings the line up and takes it down.
func (r *replay) session(rx arrived, s judged) {
	m, p := r.m, r.p
	silent := m.Let("silent", r.up.And(r.silence.Eq(silentTimeouts*p.timeout()-1)).AndNot(s.ours))
	other := m.Let("other_session", r.up.And(s.isHello).AndNot(s.same))
	r.down.Set(r.io.LineRestart.Value.Or(other).Or(r.tired).Or(silent))
	listens := m.Let("listens", r.up.Not().And(r.quiet.Eq(0)))
	learns := m.Let("learns", listens.And(s.isHello).And(rx.from.Any()))
	welcomed := rx.good.And(rx.kind.Eq(welcome)).And(rx.from.Eq(r.peer)).And(r.peer.Any())
	begins := m.Let("begins", rx.to.Eq(r.own).And(learns.Or(listens.And(welcomed))))

	m.If(r.down, func() {
		r.up.Set(0)
		r.own.Set(rtlgen.Mux(r.own.All(), 1, r.own.Add(1)))
		r.peer.Set(0)
		r.quiet.Set(p.latency())
		r.silence.Set(0)
		r.welcomeDue.Set(0)
	}).Else(func() {
		m.If(begins, func() { r.up.Set(1) })
		m.If(learns, func() { r.peer.Set(rx.from) })
		m.If(r.quiet.Ne(0), func() { r.quiet.Set(r.quiet.Sub(1)) })
		m.If(r.up, func() {
			r.silence.Set(rtlgen.Mux(s.ours, 0, r.silence.Add(1)))
			r.welcomeDue.Set(s.isHello) // of this session; a welcome that is due is sent in this cycle
		})
	})
	m.Cover("down_by_another_session", other)
	m.Cover("down_by_silence", silent)
	m.Cover("up_by_a_welcome", begins.AndNot(s.isHello))
}

// send chooses a word in each cycle, reads its flit and adds its CRC.
func (r *replay) send() {
	m, p := r.m, r.p
	buffer := m.Memory("replay_buffer", p.Depth, p.Width, rtlgen.ReadUndefined,
		"flits without acknowledgement, by number").Style(rtlgen.Block)
	index := p.seq() - 1
	buffer.Write(r.accepts, r.head.Low(index), r.io.FlitTx)
	again := buffer.ReadSync("read_flit", r.sends, r.next.Low(index))
	kind := m.Let("tx_kind", rtlgen.Mux(r.sends, m.Const(kindBits, flit), rtlgen.Cat(r.told, r.welcomes)))
	chosen := fields{
		kind: m.NextNoReset("tx_kind_q", kind).Value,
		nak:  m.NextNoReset("tx_nak_q", r.nakDue.And(r.told), "the word asks for flits again").Value,
		from: m.NextNoReset("tx_from_q", r.own).Value, to: m.NextNoReset("tx_to_q", r.peer).Value,
		seq: m.NextNoReset("tx_seq_q", r.next).Value, ack: m.NextNoReset("tx_ack_q", r.expected).Value,
	}
	chosen.flit = again.And(chosen.kind.All().Replicate(p.Width))
	message := m.NextNoReset("tx_message", chosen.message(), "the word to be sent, without its CRC")
	summed := m.NextNoReset("tx_summed", message)
	crc := m.NextNoReset("tx_crc", crcSum(m, "tx", message.Value), "CRC of the word to be sent")
	last := m.NextNoReset("tx_last", summed)
	started := m.Reg("tx_started", 4, 0, "a one for each cycle since reset")
	started.Set(rtlgen.Cat(started.Low(3), m.Ones(1)))
	r.io.LineTx.Drive(rtlgen.Cat(crc, last))
	r.io.LineTxValid.Drive(started.High(1))
	m.Assert("no_collision", r.sends.And(r.accepts).Implies(r.head.Low(index).Ne(r.next.Low(index))),
		"a flit is not read while one is written there")
}

// promises are the assertions, and the state that they alone read.
func (r *replay) promises() {
	m, n := r.m, r.p.seq()
	m.Assert("window", r.held.Le(r.p.Depth), "no more flits wait for an acknowledgement than the buffer holds")
	m.Assert("next_in_window", r.chosen.Le(r.held), "the flit that is chosen next is in the buffer, or the next to come")
	m.Assert("epoch_is_not_0", r.own.Ne(0), "0 stands for an epoch that is not known")
	m.Assert("up_with_a_peer", r.up.Implies(r.peer.Ne(0).And(r.quiet.Eq(0))), "a session has two epochs")
	fresh := r.head.Or(r.next).Or(r.tail).Or(r.expected).Eq(0).AndNot(r.gap).AndNot(r.nakDue).AndNot(r.welcomeDue)
	m.Assert("down_is_fresh", r.up.Or(fresh), "while the line is down nothing is left of a session")
	m.Assert("no_flit_while_down", r.up.Or(r.io.FlitRxValid.Not().AndNot(r.io.FlitTxReady)),
		"flits come and go only while the line is up")
	m.Assert("nak_of_a_gap", r.nakDue.Implies(r.gap), "a NAK belongs to a gap")
	count := m.Reg("flits_delivered", n, 0, "flits that came out in this session")
	m.If(r.down, func() {
		count.Set(0)
	}).ElseIf(r.io.FlitRxValid, func() { count.Set(count.Add(1)) })
	m.Assert("each_once", r.expected.Eq(count.Add(r.io.FlitRxValid.Zext(n))),
		"a number is taken once for each flit that comes out")
}
