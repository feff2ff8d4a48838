package spineleaf

import (
	"fmt"

	"culprit.example/culprit/blocks/prim"
	"culprit.example/culprit/blocks/qcn"
	"culprit.example/culprit/rtlgen"
)

// CreditArb gives away the places in the output buffer of a server port. It counts
// the requests of every source and keeps those that have some in a queue for each
// priority: the one in front gets a place and goes to the back if it has more. So
// the sources take turns, whatever their number. A slot of four cycles has room for
// one request and one grant.
func CreditArb(p FabricParams) *rtlgen.Typed[CreditArbPorts] {
	m, io := rtlgen.New[CreditArbPorts](p)
	if m.Refused() {
		return m
	}
	u := &creditArb{m: m, CreditArbPorts: io, p: p}
	u.arbitrate()
	u.count()
	return m
}

type creditArb struct {
	m *rtlgen.Typed[CreditArbPorts]
	*CreditArbPorts
	p FabricParams

	grants, regrants value // a grant is made in phase 1; in phase 2 its source goes back to the queue
	prio             prim.Turn
	prioQ            rtlgen.Reg
	source           value
	waiting          *prim.FIFOPorts
}

func (u *creditArb) phase(k int) value { return u.Phase.Eq(k) }

// requestBits counts the requests of a source: not more than the frames in its
// input buffer, which has at most this many units.
const requestBits = 13

// arbitrate chooses a priority that has a source and a place.
func (u *creditArb) arbitrate() {
	m, p := u.m, u.p
	n := p.Prios
	free := m.RegArray("free_q", n, rtlgen.CountBits(p.Places), p.Places, "free places of each priority")
	next := m.RegArray("next_q", n, rtlgen.IndexBits(p.Places), 0, "next place to be granted, of each priority")
	valid := m.Reg("grant_valid_q", 1, 0)
	u.waiting = rtlgen.UseArray(m, "waiting", n,
		prim.FIFO(prim.FIFOParams{Width: p.addressBits(), Depth: 1 << p.addressBits()}))
	m.Unused("waiting", u.waiting.Full, u.waiting.Count)

	there := m.Wire("place_there", n)
	for k := range m.Each("k", n) {
		there.SetBit(k, free.At(k).Ne(0))
		u.Taken.SetBit(k, free.At(k).Ne(p.Places))
	}
	turn := newTurn(m.Module, "prio", m.Let("ready", m.NextNoReset("place_there_q", there).AndNot(u.waiting.Empty)))
	u.prio = turn.choice
	u.grants = m.Let("grants", u.phase(1).And(u.prio.Any).AndNot(valid))
	u.source = m.Let("source", rtlgen.OneHotMux(u.prio.OneHot, u.waiting.Rdata))
	place := m.RegNoReset("place_q", PlaceBits)
	sourceQ := m.RegNoReset("source_q", p.addressBits(), "server port that the grant is for")
	u.prioQ = m.Reg("prio_q", rtlgen.IndexBits(n), 0, "priority of the grant")
	u.regrants = m.Next("granted_q", u.grants, 0).Value
	m.If(u.grants, func() {
		valid.Set(1)
		sourceQ.Set(u.source)
		u.prioQ.Set(u.prio.Index)
		place.Set(next.At(u.prio.Index).Zext(PlaceBits))
	}).ElseIf(u.Grant.Taken, func() { valid.Set(0) })
	turn.use(u.grants)
	for k := range m.Each("k", n) {
		taken := u.grants.And(u.prio.OneHot.Bit(k))
		given := u.Free.Valid.And(u.Free.Prio.Low(k.Width()).Eq(k))
		m.If(taken, func() { next.At(k).Set(prim.Successor(next.At(k), p.Places)) })
		m.If(taken.Xor(given), func() {
			free.At(k).Set(free.At(k).Add(rtlgen.Mux(taken, m.Ones(rtlgen.CountBits(p.Places)), 1)))
		})
	}
	u.Grant.Valid.Drive(valid)
	u.Grant.Dst.Drive(sourceQ.Zext(qcn.AddressBits))
	u.Grant.Prio.Drive(u.prioQ.Zext(qcn.PrioBits))
	u.Grant.Place.Drive(place)
	u.waiting.Pop.Drive(rtlgen.Mux(u.grants, u.prio.OneHot, 0))

	for k := range n {
		given := u.Free.Valid.And(u.Free.Prio.Eq(k))
		m.Assume(fmt.Sprintf("place_was_taken_%d", k), given.Implies(free.At(k).Ne(p.Places)),
			"only a place that was granted is given back")
	}
	m.Assert("granted_place_is_free", u.grants.Implies(there.And(u.prio.OneHot).Any()),
		"what is granted has room in the output buffer")
	m.Assume("grant_there", u.Grant.Taken.Implies(valid), "only a grant that waits is taken")
	m.Cover("no_place", u.waiting.Empty.All().Not().And(u.prio.Any.Not()))
}

// count keeps the numbers of requests: one is read in phase 3 for a request and in
// phase 1 for a grant, and written in the next phase.
func (u *creditArb) count() {
	m, p := u.m, u.p
	n := p.voqs()
	at := rtlgen.IndexBits(n)
	ready := m.Reg("ready_q", 1, 0, "all numbers of requests are cleared")
	sweep := m.Reg("sweep_q", at, 0, "entry of requests that is cleared after reset")
	m.If(ready.Not(), func() {
		sweep.Set(sweep.Add(1))
		m.If(sweep.Eq(n-1), func() { ready.Set(1) })
	})
	requests := m.Memory("requests", n, requestBits, rtlgen.ReadUndefined,
		"requests without a grant, by {priority, source}")
	asks := u.Req.Valid
	asked := p.voq(u.Req.Src.Value, u.Req.Prio.Value)
	source := m.Let("asks", rtlgen.Mux(u.grants, p.withPrio(u.prio.Index.Zext(qcn.PrioBits), u.source), asked))
	number := requests.ReadSync("number", u.grants.Or(asks), source)
	sourceQ := m.NextNoReset("asks_q", source)
	requested := m.Next("requested_q", asks, 0)
	changed := number.Add(rtlgen.Mux(requested, 1, m.Ones(requestBits)))
	requests.Write(requested.Or(u.regrants).Or(ready.Not()), rtlgen.Mux(ready, sourceQ, sweep),
		rtlgen.Mux(ready, changed, 0))

	back := m.Let("back", rtlgen.Mux(requested, number.Eq(0), u.regrants.And(number.Ne(1))))
	u.waiting.Wdata.Broadcast(sourceQ.Low(p.addressBits()))
	if p.Prios == 1 {
		u.waiting.Push.Drive(back)
	} else {
		u.waiting.Push.Drive(rtlgen.Mux(back, sourceQ.High(p.prioBits()).Decode(p.Prios), 0))
	}

	m.Unused("address_bits", u.Req.Src, u.Req.Prio, u.Free.Prio)
	m.Assume("asked_in_phase_3", u.Req.Valid.Implies(u.phase(3).And(ready)),
		"requests come in phase 3, and not before the numbers are cleared")
	m.Assert("some_request", u.regrants.Implies(number.Ne(0)), "a source that waits has a request")
	m.Assert("not_too_many", requested.Implies(number.All().Not()), "the number of requests does not overflow")
}
