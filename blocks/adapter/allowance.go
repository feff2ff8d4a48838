package adapter

import "culprit/rtlgen"

// allowance says when grants may be made: the credits of both buffers and the timer of
// the grant rate. taken is the size of the grant of this cycle, 0 without one.
type allowance struct {
	m  *rtlgen.Module
	io Arbitration
	p  Params
}

// assume is what an arbiter takes for granted of its requests.
func (a allowance) assume() {
	m, req := a.m, a.io.Req
	m.Assume("ready_before_req", req.Valid.Implies(a.io.Ready), "no request before the tables are initialised")
	m.Assume("req_within_g", req.Valid.Implies(req.Count.Ne(0).And(req.Count.Le(a.p.G))), "a request is for 1 to g segments")
}

// credits tells whether the buffers have room for the largest grant. fc is reserved
// in both modes, so that the mode may change at any time: without reserve it may run
// below 0.
func (a allowance) credits(taken value) value {
	m, io, p := a.m, a.io, a.p
	oc, fc := m.Reg("oc_q", p.bw(), p.Reasm), m.Reg("fc_q", p.fw(), p.FC)
	oc.Set(oc.Add(io.Released.Zext(p.bw())).Sub(taken.Zext(p.bw())))
	fc.Set(fc.Add(io.Arrived.Zext(p.fw())).Sub(taken.Zext(p.fw())))
	io.OC.Drive(oc)
	io.FC.Drive(fc)
	room := fc.Ge(p.G).AndNot(fc.High(1))
	m.Assert("oc_in_range", oc.Le(p.Reasm), "credits are returned once")
	m.Assert("fc_in_range", fc.High(1).Or(fc.Le(p.FC)), "a segment leaves the fabric once")
	m.Cover("oc_just_enough", oc.Eq(p.G))
	m.Cover("fc_just_enough", fc.Eq(p.G))
	return oc.Ge(p.G).And(io.Reserve.Not().Or(room))
}

// idle tells whether the time has passed that the grants so far take at the grant
// rate: the timer, in 1/16 segments, is not above 0. A remainder below 0 is kept, so
// that the rate is exact.
//
// over includes the tick of this cycle, was does not.
func (a allowance) idle(taken value) (over, was value) {
	m, io, w := a.m, a.io, max(a.p.gw()+4, rateBits)+1
	timer := m.Reg("timer_q", w, 0) // two's complement
	positive := m.Let("timer_positive", timer.Ne(0).AndNot(timer.High(1)))
	rest := m.Let("rest", timer.Sub(rtlgen.Mux(io.Tick.And(positive), io.GrantRate.Zext(w), 0)))
	timer.Set(rest.Add(rtlgen.Cat(taken, m.Zero(4)).Zext(w)))
	return rest.Eq(0).Or(rest.High(1)), positive.Not()
}
