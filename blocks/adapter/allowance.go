package adapter

import "culprit.example/culprit/rtlgen"

// allowance says when grants may be made: the credits of both buffers and the timer of
// the grant rate. taken is the size of the grant of this cycle, 0 without one. The
// credits after a grant of size are ready before fire, which depends on them.
type allowance struct {
	m  *rtlgen.Module
	io Arbitration
	p  Params
}

// demand is a request, or a grant: segments of an adapter.
type demand struct{ valid, node, count value }

// assume is what an arbiter takes for granted of its requests. taken is a request that is
// entered, given the grant that is made.
func (a allowance) assume(taken, given demand) {
	m, req, w := a.m, a.io.Req, a.p.gw()
	grants, node, size := given.valid, given.node, given.count
	m.Assume("ready_before_req", req.Valid.Implies(a.io.Ready), "no request before the tables are initialised")
	m.Assume("req_within_g", req.Valid.Implies(req.Count.Ne(0).And(req.Count.Le(a.p.G))),
		"a request is for 1 to g segments")
	waits := m.RegArray("waits_for_grant", a.p.Nodes, w, 0, "segments requested and not granted, by adapter")
	asks, gets := rtlgen.Mux(taken.valid, taken.node.Decode(a.p.Nodes), 0), rtlgen.Mux(grants, node.Decode(a.p.Nodes), 0)
	asks, gets = m.Let("asks_for_grant", asks), m.Let("gets_grant", gets)
	for k := range m.Each("k", a.p.Nodes) {
		waits.At(k).Set(waits.At(k).Add(rtlgen.Mux(asks.Bit(k), taken.count, 0)).Sub(rtlgen.Mux(gets.Bit(k), size, 0)))
	}
	pending := waits.At(req.Node).Zext(w + 1).Add(req.Count.Zext(w + 1))
	m.Assume("pending_within_g", req.Valid.Implies(pending.Le(a.p.G)), "an adapter waits for at most g segments")
	m.Assert("grant_of_what_waits", grants.Implies(size.Le(waits.At(node))), "a grant is for requests that wait")
}

// takes reports whether a request of count segments is taken, and tells where it is not: it is
// for nothing, or for more than g with those that wait. after and granted are the segments that
// its adapter has requested in all then, and those that were granted.
func (a allowance) takes(valid, count, after, granted value) value {
	m, g := a.m, a.p.G
	waits := m.Let("request_waits", after.Sub(granted)) // modulo
	fits := m.Let("request_fits", count.Ne(0).And(count.Le(g)).And(waits.Le(g)).And(waits.Ge(count)))
	a.io.Refused.Drive(m.Next("refused_q", valid.AndNot(fits), 0))
	return m.Let("request_taken", valid.And(fits))
}

// credits reports whether the buffers have room for the largest grant. fc is reserved
// in both modes, so that the mode may change at any time: without reserve it may run
// below 0.
func (a allowance) credits(fire, size value) value {
	m, io, p := a.m, a.io, a.p
	oc, fc := m.Reg("oc_q", p.bw(), p.Reasm), m.Reg("fc_q", p.fw(), p.FC)
	back := m.Let("oc_and_released", oc.Add(io.Released.Zext(p.bw())))
	arrived := m.Let("fc_and_arrived", fc.Add(io.Arrived.Zext(p.fw())))
	oc.Set(rtlgen.Mux(fire, back.Sub(size.Zext(p.bw())), back))
	fc.Set(rtlgen.Mux(fire, arrived.Sub(size.Zext(p.fw())), arrived))
	io.OC.Drive(oc)
	io.FC.Drive(fc)
	room := fc.Ge(p.G).AndNot(fc.High(1))
	a.account(oc, fc)
	m.Cover("oc_just_enough", oc.Eq(p.G))
	m.Cover("fc_just_enough", fc.Eq(p.G))
	return oc.Ge(p.G).And(io.Reserve.Not().Or(room))
}

// account states that the credits fit together: what was granted and has not left the
// fabric has its place in the reassembly buffer.
func (a allowance) account(oc, fc rtlgen.Reg) {
	m, io, p, w := a.m, a.io, a.p, a.p.fw()
	given := m.Let("oc_given", m.Const(w, p.Reasm).Sub(oc.Zext(w)))
	within := m.Let("in_fabric", m.Const(w, p.FC).Sub(fc)) // at most given: so it is not below 0
	m.Assume("segment_leaves_the_fabric_once", io.Arrived.Implies(within.Ne(0)), "only a granted segment arrives")
	m.Assume("credit_comes_back_once", within.Add(io.Released.Zext(w)).Le(given.Add(io.Arrived.Zext(w))),
		"only a segment that has arrived leaves the buffer")
	m.Assert("oc_in_range", oc.Le(p.Reasm), "credits are returned once")
	m.Assert("fc_in_range", fc.High(1).Or(fc.Le(p.FC)), "a segment leaves the fabric once")
	m.Assert("in_fabric_has_its_place", within.Le(given), "a segment in the fabric has its place in the buffer")
}

// idle reports whether the time has passed that the grants so far take at the grant
// rate: the timer, in 1/16 segments, is not above 0. A remainder below 0 is kept, so
// that the rate is exact.
//
// over includes the tick of this cycle, was does not.
func (a allowance) idle(taken value) (over, was value) {
	m, io, w := a.m, a.io, max(a.p.gw()+4, rateBits)+1
	timer := m.Reg("timer_q", w, 0, "time the grants still take, 1/16 segments, two's complement")
	positive := m.Let("timer_positive", timer.Ne(0).AndNot(timer.High(1)))
	rate := io.GrantRate.Zext(w)
	rest := m.Let("rest", rtlgen.Mux(io.Tick.And(positive), timer.Sub(rate), timer))
	timer.Set(rest.Add(rtlgen.Cat(taken, m.Zero(4)).Zext(w)))
	return positive.Not().Or(io.Tick.And(rate.Ge(timer))), positive.Not()
}
