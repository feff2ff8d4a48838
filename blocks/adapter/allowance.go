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

// assume is what an arbiter takes for granted of its requests.
func (a allowance) assume() {
	m, req := a.m, a.io.Req
	m.Assume("ready_before_req", req.Valid.Implies(a.io.Ready), "no request before the tables are initialised")
	m.Assume("req_within_g", req.Valid.Implies(req.Count.Ne(0).And(req.Count.Le(a.p.G))),
		"a request is for 1 to g segments")
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
	m.Assert("oc_in_range", oc.Le(p.Reasm), "credits are returned once")
	m.Assert("fc_in_range", fc.High(1).Or(fc.Le(p.FC)), "a segment leaves the fabric once")
	m.Cover("oc_just_enough", oc.Eq(p.G))
	m.Cover("fc_just_enough", fc.Eq(p.G))
	return oc.Ge(p.G).And(io.Reserve.Not().Or(room))
}

// idle reports whether the time has passed that the grants so far take at the grant
// rate: the timer, in 1/16 segments, is not above 0. A remainder below 0 is kept, so
// that the rate is exact.
//
// over includes the tick of this cycle, was does not.
func (a allowance) idle(taken value) (over, was value) {
	m, io, w := a.m, a.io, max(a.p.gw()+4, rateBits)+1
	timer := m.Reg("timer_q", w, 0) // two's complement
	positive := m.Let("timer_positive", timer.Ne(0).AndNot(timer.High(1)))
	rate := io.GrantRate.Zext(w)
	rest := m.Let("rest", rtlgen.Mux(io.Tick.And(positive), timer.Sub(rate), timer))
	timer.Set(rest.Add(rtlgen.Cat(taken, m.Zero(4)).Zext(w)))
	return positive.Not().Or(io.Tick.And(rate.Ge(timer))), positive.Not()
}
