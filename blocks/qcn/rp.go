package qcn

import (
	"culprit.example/culprit/blocks/prim"
	"culprit.example/culprit/rtlgen"
)

// RP keeps the rate limiters of a server. Their states are in RAM: rates and stages,
// bucket and byte counter, deadline of the timer. One limiter is visited every second
// cycle, where it earns tokens, meets its deadline, and where its events go to the
// update pipeline; the frames sent and the results of the pipeline take the cycles
// between.
func RP(p ReactionParams) *rtlgen.Typed[RPPorts] {
	m, io := rtlgen.New[RPPorts](p)
	if m.Refused() {
		return m
	}
	r := &rp{RPPorts: io, m: m.Module, p: p, update: rtlgen.Use(m, "update", RPUpdate(p))}
	r.declare()
	r.react()
	r.visit()
	r.account()
	r.answer()
	return m
}

type rp struct {
	*RPPorts
	m      *rtlgen.Module
	p      ReactionParams
	update *RPUpdatePorts

	row, visits   value      // the limiter visited, and whether this is a cycle of visits
	at            value      // a bit per limiter: it is the one visited
	nextAt        value      // it is the one visited next
	next          value      // the limiter visited next
	rowsNow       [2]value   // their rows
	crate         value      // rate of that visited
	line          value      // the limiter that leaves the pipeline, if one does
	now           rtlgen.Reg // time for the deadlines
	active, fresh rtlgen.Reg // per limiter: it is in use; it has not been updated yet
	cnm, bytes    rtlgen.Reg // events that wait
	timer         rtlgen.Reg
	busy          rtlgen.Reg // it is in the pipeline
	solvent       rtlgen.Reg // its tokens are not negative
	visitedFlow   rtlgen.Reg // flow of the limiter visited
	flowOf        rtlgen.RegArray
	feedback      rtlgen.RegArray // of the CNM that waits
	limited       rtlgen.Reg      // per flow
	limiterOf     rtlgen.RegArray
	sent          rtlgen.Reg // a frame of a limited flow is not accounted for yet
	sentOf        rtlgen.Reg
	sentLength    rtlgen.Reg
	sentCost      rtlgen.Reg

	between     value       // a cycle between visits
	reacts      value       // a CNM takes effect
	hasFeedback value       // the CNM that lands has feedback
	reactsOf    value       // of this flow
	landing     value       // flow of the CNM that may take effect in the next cycle
	hitAt       value       // a bit per limiter: it is its limiter
	used        value       // the limiter visited is in use
	first       value       // it has not been updated yet
	waits       value       // an event of it waits
	launches    value       // it enters the pipeline
	frees       rtlgen.Wire // it becomes free
	rates       rtlgen.Memory
	buckets     rtlgen.Memory
	counters    rtlgen.Memory // bytes until the next stage
	dues        rtlgen.Memory
}

func (r *rp) lb() int { return rtlgen.IndexBits(r.p.Limiters) }

func (r *rp) declare() {
	m, p := r.m, r.p
	n, lb, fb := p.Limiters, r.lb(), rtlgen.IndexBits(p.Flows)
	sweep := m.Reg("sweep", rtlgen.IndexBits(p.rows())+1, 0, "row that is visited, and whether between visits")
	sweep.Set(sweep.Add(1))
	rowBits := sweep.Width() - 1
	r.between = m.Let("between", sweep.Bit(0))
	r.visits = m.Let("visits", r.between.Not())
	if n < p.rows() {
		r.visits = m.Let("visits_limiter", r.visits.And(sweep.High(rowBits).Lt(n)))
	}
	r.row = m.Let("row", sweep.Slice(lb, 1))
	at := m.Reg("at_row", p.rows(), 1, "row that is visited, one-hot")
	following := m.Let("next_row", rtlgen.Cat(at.Low(p.rows()-1), at.High(1)))
	m.If(r.between, func() { at.Set(following) })
	r.at, r.nextAt = m.Let("visited_bit", at.Low(n)), m.Let("next_bit", following.Low(n))
	after := m.Let("row_after", sweep.High(rowBits).Add(1))
	r.next = after.Low(lb)
	r.rowsNow = [2]value{sweep.High(rowBits), after}
	// that visited when the pipeline took what leaves it
	before := m.Let("row_before", sweep.High(rowBits).Sub(updateLatency/2))
	r.line = before.Low(lb)
	if rowBits > lb {
		m.Unused("row_before", before.High(rowBits-lb))
	}
	r.now = m.Reg("now", p.stampBits(), 0, "time for the deadlines, cycles")
	r.now.Set(r.now.Add(1))

	r.frees = m.Wire("frees", 1)
	r.visitedFlow = m.RegNoReset("visited_flow", fb,
		"flow of the limiter visited") // known a cycle ahead, but for one that starts
	r.active = m.Reg("active", n, 0, "limiters in use")
	r.fresh = m.Reg("fresh", n, 0, "limiters that have not been updated yet")
	r.cnm, r.bytes, r.timer = m.Reg("cnm_waits", n, 0,
		"limiters with a CNM that waits"), m.Reg("byte_stage_waits", n, 0,
		"limiters with the end of a byte stage that waits"), m.Reg("timer_stage_waits", n, 0,
		"limiters with the end of a timer stage that waits")
	r.busy = m.Reg("busy", n, 0, "limiters in the update pipeline")
	r.solvent = m.RegNoReset("solvent", n, "limiters whose tokens are not negative")
	r.flowOf = m.RegArrayNoReset("flow_of", n, fb, "flow of each limiter")
	r.feedback = m.RegArrayNoReset("feedback", n, FeedbackBits, "feedback of the CNM that waits, of each limiter")
	r.limited = m.Reg("limited_q", p.Flows, 0)
	r.limiterOf = m.RegArrayNoReset("limiter_of", p.Flows, lb, "limiter of each flow")
	r.sent = m.Reg("sent", 1, 0, "a frame is not accounted for yet")
	r.sentOf = m.RegNoReset("sent_of", lb, "limiter of the frame to be accounted for")
	r.sentLength = m.RegNoReset("sent_bytes", LengthBits, "bytes of the frame to be accounted for")
	r.sentCost = m.RegNoReset("sent_beats", CostBits, "cost of the frame to be accounted for, bytes")
	r.rates = m.Memory("rates", n, rateBits+targetBits+2*stageBits, rtlgen.ReadUndefined,
		"rates and numbers of stages, by limiter")
	r.buckets = m.Memory("buckets", n, tokenBits, rtlgen.ReadUndefined, "tokens, by limiter")
	r.counters = m.Memory("byte_counters", n, r.counterBits(), rtlgen.ReadUndefined,
		"bytes until the next stage, by limiter")
	r.dues = m.Memory("deadlines", n, p.stampBits(), rtlgen.ReadUndefined,
		"time at which the timer stage ends, by limiter")
}

// counterBits is the width of the signed byte counter.
func (r *rp) counterBits() int { return max(r.p.byteBits(), LengthBits) + 1 }

// react works in a CNM, reaction_time cycles after it came: it waits for the visit of
// its flow's limiter, or starts a limiter.
func (r *rp) react() {
	m, p := r.m, r.p
	fb := rtlgen.IndexBits(p.Flows)
	late := r.late(rtlgen.Cat(r.CNM.Flow, r.CNM.Feedback, r.CNM.Congested))
	flow := m.Let("cnm_of", late.High(fb))
	feedback := m.Let("cnm_feedback_late", late.Slice(FeedbackBits, 1))
	reacts := m.Let("reacts", r.flying().And(r.hasFeedback))
	r.reacts, r.reactsOf = reacts, flow
	// The limiter is looked up a cycle ahead. If it was freed in that cycle, there is
	// none; if it started in it, its first CNM waits, so that this one is lost.
	starts := m.Wire("starts", 1)
	before := m.NextNoReset("cnm_limited_before", r.limited.Bit(r.landing), "the CNM's flow had a limiter a cycle ago")
	again := m.NextNoReset("started_now", starts.And(flow.Eq(r.landing)), "the CNM's flow got a limiter a cycle ago")
	gone := m.NextNoReset("freed_now", r.frees.And(r.visitedFlow.Eq(r.landing)),
		"the CNM's flow lost its limiter a cycle ago")
	limited := m.Let("cnm_limited", before.AndNot(gone).Or(again))
	hitOf := m.NextNoReset("cnm_limiter", r.limiterOf.At(r.landing).Value, "limiter of the flow of the CNM")
	r.hitAt = m.NextNoReset("cnm_limiter_bit", r.limiterOf.At(r.landing).Decode(p.Limiters),
		"limiter of the flow of the CNM, one-hot").Value
	hit := m.Let("hit", reacts.And(limited))
	lost := m.Let("lost", hit.And(again.Or(r.cnm.And(r.hitAt).Any())))

	// The limiter that starts next is chosen a cycle ahead, as if the one chosen before
	// were taken, and as if it were not.
	there := m.RegNoReset("free_there", 1, "a limiter is free")
	free := m.RegNoReset("free_limiter", r.lb(), "limiter that starts next")
	freeBit := m.RegNoReset("free_bit", p.Limiters, "limiter that starts next, one-hot")
	open := m.Let("open_limiters", r.active.Not())
	others := m.Let("other_limiters", open.AndNot(freeBit))
	first, second := m.Let("first_free", open.First()), m.Let("second_free", others.First())
	there.Set(rtlgen.Mux(starts, second.High(1), first.High(1)))
	free.Set(rtlgen.Mux(starts, second.Low(r.lb()), first.Low(r.lb())))
	freeBit.Set(rtlgen.Mux(starts, others.LowestOne(), open.LowestOne()))
	may := late.Bit(0)
	if p.StartQOff == 0 {
		may = m.Ones(1)
		m.Unused("congested", late.Bit(0))
	}
	asks := m.Let("asks", reacts.AndNot(limited).And(may))
	starts.Set(asks.And(there))
	notes := m.Let("notes", hit.AndNot(lost))
	m.If(notes, func() { r.feedback.At(hitOf).Set(feedback) })
	m.If(starts, func() {
		r.feedback.At(free).Set(feedback)
		r.flowOf.At(free).Set(flow)
		r.limited.SetBit(flow, 1)
		r.limiterOf.At(flow).Set(free)
	})
	for l := range m.Each("l", p.Limiters) {
		m.If(notes.And(r.hitAt.Bit(l)), func() { r.cnm.SetBit(l, 1) })
		m.If(starts.And(freeBit.Bit(l)), func() {
			r.active.SetBit(l, 1)
			r.fresh.SetBit(l, 1)
			r.cnm.SetBit(l, 1)
			r.timer.SetBit(l, 0)
		})
	}
	r.visited(notes, starts, freeBit.Value)
	r.Stat.Reacts.Drive(reacts)
	r.Stat.CNMFlow.Drive(flow)
	r.Stat.Starts.Drive(starts)
	r.Stat.NoFree.Drive(asks.AndNot(there))
	r.Stat.Lost.Drive(lost)
}

// late is a word of reaction_time cycles before: two registers behind a circle of words
// that is read where it is written next. What lands in the next cycle is a register,
// since the limiter of its flow is looked up from it.
func (r *rp) late(word value) value {
	m, n := r.m, r.p.ReactionTime-2
	if n > 0 {
		at := m.Reg("flight_at", rtlgen.IndexBits(n), 0, "place in the circle of CNMs that wait")
		at.Set(prim.Successor(at, n))
		flight := m.Memory("flight", n, word.Width(), rtlgen.ReadOld,
			"{flow, feedback, congested} of CNMs that wait, a circle").Style(rtlgen.Distributed)
		flight.Write(r.CNM.Valid, at, word)
		word = flight.Read("flown", at)
	}
	if n >= 0 {
		word = m.NextNoReset("landing", word).Value
	}
	r.landing = m.Let("lands_next", word.High(rtlgen.IndexBits(r.p.Flows)))
	r.hasFeedback = m.NextNoReset("landed_feedback", word.Slice(FeedbackBits, 1).Any(),
		"the CNM that lands has feedback").Value
	return m.NextNoReset("landed", word, "{flow, feedback, congested} of the CNM that lands").Value
}

// flying is cnm_valid of reaction_time cycles before.
func (r *rp) flying() value {
	n := r.p.ReactionTime
	valid := r.m.Reg("flight_valid", n, 0, "CNMs that wait for their effect, by age")
	if n == 1 {
		valid.Set(r.CNM.Valid)
	} else {
		valid.Set(rtlgen.Cat(valid.Low(n-1), r.CNM.Valid))
	}
	return valid.High(1)
}

// visit sends the events of a limiter to the pipeline, looks for its deadline, or
// frees it. None of this meets a frame of it that is not accounted for: with an event
// waiting none starts.
func (r *rp) visit() {
	m, p, u := r.m, r.p, r.update
	row := r.row
	rates := rtlgen.Unpack[limiterWord](r.rates.ReadSync("visited", r.between, r.next), p.Dims())
	r.crate = rates.Crate
	fresh, waits := r.first, r.waits
	unsettled := m.Let("unsettled", r.sent.And(r.sentOf.Eq(row)))
	calm := m.Let("calm", r.visits.And(r.used).AndNot(unsettled))
	r.launches = m.Let("launches", calm.And(waits))

	age := m.Let("age", r.now.Sub(r.dues.ReadSync("due", r.between, r.next)))
	expired := m.Let("expired", age.High(1).Not().AndNot(fresh))
	m.Unused("age", age.Low(age.Width()-1))
	u.Valid.Drive(r.launches)
	u.Starts.Drive(fresh)
	u.Old.Crate.Drive(rates.Crate)
	u.Old.Trate.Drive(rates.Trate)
	u.Old.Bytes.Drive(rates.Bytes)
	u.Old.Times.Drive(rates.Times)
	cnm := m.Let("visits_cnm", r.here(r.cnm))
	u.Event.CNM.Drive(cnm)
	u.Event.Feedback.Drive(r.feedback.At(row))
	u.Event.Bytes.Drive(r.here(r.bytes))
	u.Event.Timer.Drive(r.here(r.timer).Or(expired))
	u.Jitter.Drive(random(m, "random", r.Seed, m.Zero(AddressBits), r.launches, 2*jitterBits))

	reaches := m.Let("reaches_deadline", calm.AndNot(waits).And(expired))
	flow := r.visitedFlow
	flowBit := m.RegNoReset("visited_flow_bit", p.Flows, "flow of the limiter visited, one-hot")
	m.If(r.between, func() {
		flow.Set(r.flowOf.At(r.next))
		flowBit.Set(r.flowOf.At(r.next).Decode(p.Flows))
	})
	notified := m.Let("notified", r.reacts.And(r.reactsOf.Eq(flow)))
	whole := m.Let("at_line_rate", rates.Crate.High(1)) // no rate is higher
	r.frees.Set(calm.AndNot(waits).And(whole).And(r.Idle.And(flowBit).Any()).AndNot(notified))
	r.Stat.Frees.Drive(r.frees)
	for f := range m.Each("f", p.Flows) {
		m.If(r.frees.And(flowBit.Bit(f)), func() { r.limited.SetBit(f, 0) })
	}
	for l := range m.Each("l", p.Limiters) {
		here := r.at.Bit(l)
		m.If(r.launches.And(here), func() {
			m.If(cnm, func() { r.cnm.SetBit(l, 0) })
			r.bytes.SetBit(l, 0)
			r.timer.SetBit(l, 0)
			r.fresh.SetBit(l, 0)
			r.busy.SetBit(l, 1)
		}).ElseIf(reaches.And(here), func() { r.timer.SetBit(l, 1) }) // also of one that becomes free
		m.If(r.frees.And(here), func() { r.active.SetBit(l, 0) })
	}
}

// here is the bit of the limiter that is visited.
func (r *rp) here(bits rtlgen.Signal) value { return rtlgen.ValueOf(bits).And(r.at).Any() }

// visited looks the limiter that is visited next up a cycle ahead. A CNM may still come
// for it in that cycle, or start it; no frame of it is accounted for.
func (r *rp) visited(notes, starts rtlgen.Signal, freeBit value) {
	m := r.m
	ahead := func(bits rtlgen.Signal) value { return rtlgen.ValueOf(bits).And(r.nextAt).Any() }
	noted := m.NextNoReset("noted_before", notes).And(m.NextNoReset("notes_next", ahead(r.hitAt),
		"the limiter of the CNM is the one visited"))
	started := m.Next("started_before", starts, 0).And(m.NextNoReset("starts_next", ahead(freeBit),
		"the free limiter is the one visited"))
	r.used = m.Let("visits_used", m.Next("next_used", ahead(r.active), 0, "the limiter visited is in use").Or(started))
	r.first = m.Let("visits_fresh", m.NextNoReset("next_fresh", ahead(r.fresh),
		"the limiter visited has not been updated yet").Or(started))
	r.waits = m.Let("event_waits", m.NextNoReset("next_waits", ahead(r.cnm.Or(r.bytes).Or(r.timer)),
		"an event of the limiter visited waits").Or(noted).Or(started))
}

// account moves tokens and bytes: a visit earns those of a round, the end of an update
// loads the byte counter, a frame costs both. What is written in a cycle was read in
// the cycle before. A frame therefore waits while its limiter is the one visited just
// before or next.
func (r *rp) account() {
	m, p, u := r.m, r.p, r.update
	done := m.Let("done", u.Done)
	of := m.Let("sent_row", r.sentOf.Zext(r.rowsNow[0].Width()))
	apart := of.Ne(r.rowsNow[0]).And(of.Ne(r.rowsNow[1]))
	fetched := m.Next("fetched", r.sent.AndNot(r.between), 0, "bucket and byte counter of the frame were read")
	settles := m.Let("settles", r.between.And(fetched).And(apart).AndNot(done))
	at := m.Let("account_of", rtlgen.Mux(r.between, r.sentOf, r.row))
	tokens := r.buckets.ReadSync("bucket", m.Ones(1), rtlgen.Mux(r.between, r.next, r.sentOf))
	bytes := r.counters.ReadSync("bytes_before", r.between.Not(), r.sentOf)

	earned := m.Let("earned", tokens.Add(r.crate.Zext(tokenBits).Shl(p.roundLog())))
	k := 20 + p.bucketLog()
	full := earned.High(1).Not().And(earned.Slice(tokenBits-2, k).Any())
	kept := rtlgen.Mux(full, m.Const(tokenBits, 1<<k), earned)
	cost := rtlgen.Cat(m.Zero(1), r.sentCost, m.Zero(tokenBits-CostBits-1)) // 2^14 per byte
	now := m.Let("tokens", rtlgen.Mux(r.between, tokens.Sub(cost), rtlgen.Mux(r.first, 0, kept)))
	writes := m.Let("writes_account", rtlgen.Mux(r.between, settles, r.visits.And(r.used)))
	r.buckets.Write(writes, at, now)
	m.If(writes, func() { r.solvent.SetBit(at, now.High(1).Not()) })

	left := m.Let("bytes_left", bytes.Sub(r.sentLength.Zext(r.counterBits())))
	load := m.Let("loads_counter", done.And(u.Period.Load))
	r.counters.Write(load.Or(settles), rtlgen.Mux(done, r.line, r.sentOf),
		rtlgen.Mux(done, u.Period.Bytes.Zext(r.counterBits()), left))
	m.If(settles.And(left.High(1)), func() { r.bytes.SetBit(r.sentOf, 1) })

	r.rates.Write(done, r.line, rtlgen.Pack(limiterWord{u.New.Crate.Value, u.New.Trate.Value, u.New.Bytes.Value,
		u.New.Times.Value}))
	r.dues.Write(done.And(u.Period.Start), r.line, r.now.Add(u.Period.Cycles.Zext(p.stampBits())))
	m.If(done, func() { r.busy.SetBit(r.line, 0) })
	r.Update.Valid.Drive(done)
	r.Update.Flow.Drive(r.flowOf.At(r.line))
	rtlgen.Connect(r.Update.Limiter, u.New)

	ofLimited := m.Let("sent_of_limited", r.Sent.Valid.And(r.limited.Bit(r.Sent.Flow)))
	m.If(ofLimited, func() {
		r.sent.Set(1)
		r.sentOf.Set(r.limiterOf.At(r.Sent.Flow))
	}).ElseIf(settles, func() { r.sent.Set(0) })
	m.If(m.NextNoReset("measures", ofLimited), func() {
		r.sentLength.Set(r.Sent.Length)
		r.sentCost.Set(r.Sent.Cost)
	})
}

// answer tells which flows have a limiter, and which of these may send.
func (r *rp) answer() {
	m := r.m
	held := m.Let("held", r.cnm.Or(r.bytes).Or(r.timer).Or(r.busy))
	open := m.Let("open", r.solvent.AndNot(held))
	pending := m.Let("pending", r.sent.Or(r.Sent.Valid))
	may := m.Reg("may_send_q", r.p.Flows, 0)
	for f := range m.Each("f", r.p.Flows) {
		may.SetBit(f, r.limited.Bit(f).And(open.Bit(r.limiterOf.At(f))).AndNot(pending))
	}
	r.Limited.Drive(r.limited)
	r.MaySend.Drive(may)
	of := r.Sent.Flow
	m.Assume("sent_as_allowed", r.Sent.Valid.And(r.limited.Bit(of)).Implies(may.Bit(of)),
		"a flow with a limiter sends only as may_send says")
	m.Assume("idle_flow_sends_nothing", r.Sent.Valid.And(r.Idle.Bit(of)).Not(), "a flow without frames sends none")
	m.Assert("freed_limiter_was_calm", r.frees.Implies(held.Bit(r.row).Not()),
		"no event of a limiter waits when it becomes free")
	m.Assert("one_update_of_a_limiter", r.launches.Implies(r.busy.Bit(r.row).Not()),
		"a limiter is not visited while it is in the pipeline")
}

// limiterWord is a limiter in RAM.
type limiterWord struct {
	Crate rtlgen.Value `width:"rate"`
	Trate rtlgen.Value `width:"target"`
	Bytes rtlgen.Value `width:"stage"`
	Times rtlgen.Value `width:"stage"`
}
