package adapter

import "culprit.example/culprit/rtlgen"

// Repair answers the audits of flows that are stuck. It stands between the parser, the
// arbiter and the egress, and keeps what it sees of each flow: segments requested,
// granted and arrived. What the flow waits for and the arbiter does not know is taken
// as a new request, what was granted and has not arrived is given back to the credits,
// and an acknowledgement is made again.
//
// An audit counts only if nothing else was heard of the flow for a period of the watch,
// and nothing waits to be sent to it: so nothing can be on its way.
func Repair(p Params) *rtlgen.Typed[RepairPorts] {
	m, io := rtlgen.New[RepairPorts](p)
	if m.Refused() {
		return m
	}
	r := &repair{m: m.Module, io: io, p: p, w: newWalk(m.Module, p.Nodes),
		at: newMachine(m.Module, "step", "step of the answer to an audit", "idle", "check", "fix")}
	r.node = m.RegNoReset("audit_node_q", p.nw())
	r.pending = m.RegNoReset("audit_pending_q", p.gw(), "segments that the audited flow waits to be granted")
	r.unsol = m.RegNoReset("audit_unsol_q", 1, "its unsolicited segment is not acknowledged")
	r.seq = m.RegNoReset("audit_seq_q", seqBits, "number of the next segment that it sends")
	m.If(io.Audit.Valid.And(r.at.in("idle")), func() {
		r.at.to("check")
		r.node.Set(io.Audit.Node)
		r.pending.Set(io.Audit.Pending)
		r.unsol.Set(io.Audit.Unsol)
		r.seq.Set(io.Audit.Seq)
	})
	r.fix()
	m.Assume("ready_before_request", io.Req.Valid.Implies(r.w.done()), "no request before the tables are initialised")
	return m
}

type repair struct {
	m  *rtlgen.Module
	io *RepairPorts
	p  Params
	w  walk
	at machine

	node, pending, unsol, seq rtlgen.Reg // of the audit
}

// quiet reports whether nothing was heard of the flow for a period.
func (r *repair) quiet() value {
	m, io, n := r.m, r.io, r.p.Nodes
	count := m.Reg("count_q", r.p.Watch, 0, "ticks of this period")
	m.If(io.Tick, func() { count.Set(count.Add(1)) })
	period := m.Let("period", io.Tick.And(count.All()))
	heard := m.Zero(n)
	for _, e := range []struct{ valid, node rtlgen.In }{{io.Req.Valid, io.Req.Node}, {io.Gnt.Valid, io.Gnt.Node},
		{io.Seg.Valid, io.Seg.Src}, {io.Left.Valid, io.Left.Node}} {
		heard = heard.Or(rtlgen.Mux(e.valid, e.node.Decode(n), 0))
	}
	now := m.Reg("heard_q", n, 0, "flows of which something was heard in this period")
	before := m.Reg("heard_before_q", n, 0, "flows of which something was heard in the last period")
	now.Set(m.Let("heard", rtlgen.Mux(period, 0, now).Or(heard)))
	m.If(period, func() { before.Set(now) })
	return now.Bit(r.node).Or(before.Bit(r.node)).Not()
}

// fix compares what the flow waits for with what is known here, and mends it in cycles
// in which nothing of the kind passes.
func (r *repair) fix() {
	m, io, p := r.m, r.io, r.p
	asked := r.w.table("asked", p.Nodes, p.cw(), "segments requested, modulo, by adapter")
	given := r.w.table("given", p.Nodes, p.cw(), "segments granted, modulo, by adapter")
	came := r.w.table("came", p.Nodes, p.cw(), "granted segments come or given back, modulo, by adapter")
	seen := r.w.table("seen", p.Nodes, 1, "unsolicited segments come, modulo 2, by adapter")
	gone := r.w.table("gone", p.Nodes, 1, "unsolicited segments that left, modulo 2, by adapter")
	request := m.RegNoReset("missing_q", p.gw(), "segments to be requested again")
	back := m.RegNoReset("lost_q", p.cw(), "lost segments whose credits are to be given back")
	again := m.RegNoReset("again_q", 1, "an acknowledgement is to be made again")
	fixing := m.Let("fixing", r.at.in("fix"))
	counts := m.Wire("counts", 1)
	settles := m.Next("settles_q", counts, 0)
	io.Settle.Valid.Drive(settles)
	io.Settle.Node.Drive(r.node)
	io.Settle.Seq.Drive(r.seq)
	m.Assume("settling_answers", io.Settling.Implies(fixing.AndNot(settles)), "what is settled was told before")

	io.Owed.Node.Drive(r.node)
	there := asked.Read("audit_asked", r.node)
	grants, arrived := given.Read("audit_given", r.node), came.Read("audit_came", r.node)
	held := seen.Read("audit_seen", r.node).Ne(gone.Read("audit_gone", r.node)) // the unsolicited segment is here
	quiet := m.Let("quiet", r.quiet())
	counts.Set(r.at.in("check").And(quiet).AndNot(io.Owed.Some))
	m.If(r.at.in("check"), func() {
		r.at.Set(rtlgen.Mux(counts, r.at.names["fix"], r.at.names["idle"]))
		request.Set(r.pending.Sub(there.Low(p.gw()).Sub(grants.Low(p.gw()))))
		back.Set(grants.Sub(arrived))
		again.Set(r.unsol.AndNot(held))
	})

	asks := m.Let("asks", fixing.And(request.Ne(0)).AndNot(io.Req.Valid))
	io.ReqOut.Valid.Set(io.Req.Valid.Or(asks))
	node := m.Let("asked_by", rtlgen.Mux(io.Req.Valid, io.Req.Node, r.node))
	size := m.Let("asked_for", rtlgen.Mux(io.Req.Valid, io.Req.Count, request))
	io.ReqOut.Node.Drive(node)
	io.ReqOut.Count.Drive(size)
	asked.write(io.Req.Valid.Or(asks), node, asked.Read("req_asked", node).Add(size.Zext(p.cw())))
	given.write(io.Gnt.Valid.Value, io.Gnt.Node.Value, given.Read("gnt_given", io.Gnt.Node).Add(io.Gnt.Count.Zext(p.cw())))

	tells := m.Let("tells", fixing.And(again).AndNot(io.Left.Valid))
	io.LeftOut.Valid.Set(io.Left.Valid.Or(tells))
	io.LeftOut.Node.Set(rtlgen.Mux(io.Left.Valid, io.Left.Node, r.node))
	gone.write(io.Left.Valid.Value, io.Left.Node.Value, gone.Read("left_gone", io.Left.Node).Not())
	seen.write(io.Seg.Valid.And(io.Seg.Unsol), io.Seg.Src.Value, seen.Read("seg_seen", io.Seg.Src).Not())

	returns := m.Let("returns", fixing.And(back.Ne(0)).AndNot(io.Seg.Valid.Or(io.Arrived)).And(io.Released.Eq(0)))
	io.ArrivedOut.Set(io.Arrived.Or(returns))
	io.ReleasedOut.Set(io.Released.Or(returns.Zext(io.Released.Width())))
	at := m.Let("came_node", rtlgen.Mux(io.Seg.Valid, io.Seg.Src, r.node))
	more := m.Let("seg_more", io.Seg.Gap.Zext(p.cw()).Add(io.Seg.Unsol.Not().Zext(p.cw()))) // granted segments that do not come any more
	came.write(io.Seg.Valid.Or(returns), at, came.Read("seg_came", at).Add(rtlgen.Mux(io.Seg.Valid, more, 1)))

	io.Lost.Valid.Set(returns)
	io.Lost.Node.Drive(r.node)
	m.If(asks, func() { request.Set(0) })
	m.If(tells, func() { again.Set(0) })
	m.If(returns, func() { back.Set(back.Sub(1)) })
	m.If(fixing.And(request.Eq(0)).And(again.Not()).And(back.Eq(0)).AndNot(settles.Or(io.Settling)), func() { r.at.to("idle") })
}
