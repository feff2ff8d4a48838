package adapter

import (
	"fmt"

	"culprit.example/culprit/rtlgen"
)

// timeBits is the width of virtual times, which are compared modulo 2^timeBits: time
// moves on by less than half of it while the scanner goes round.
const timeBits = 17

// Arbiter is the output credit arbiter: it grants the whole pending request of one
// adapter at a time, at most one per cycle.
//
// It grants while the reassembly buffer (oc) has room for the largest grant, while
// with reserve the fabric buffer (fc) has, too, and while the time is over that the
// grants before take at the grant rate. Either all requests may be granted or none:
// with the weaker condition that a grant fits, large requests starve.
//
// The winner is found by a tournament in registers, one level per cycle: each node
// keeps the earlier one of its two children's winners. A grant removes its winner
// from all nodes at once, so that a different winner can follow in the next cycle.
func Arbiter(p Params) *rtlgen.Typed[ArbiterPorts] {
	m, io := rtlgen.New[ArbiterPorts](p)
	if m.Refused() {
		return m
	}
	a := arbiter{m: m.Module, io: io, p: p, w: newWalk(m.Module, p.Nodes)}
	space := allowance{m.Module, io.Arbitration, p}
	io.Ready.Set(a.w.done())

	fire, t := m.Wire("fire", 1), a.times()
	winner := a.tournament(fire.Value, t.pending.Value, m.Let("times", t.time.Flat()))
	requested := a.w.table("requested", p.Nodes, p.gw(), "segments requested, modulo, by adapter")
	granted := a.w.table("granted", p.Nodes, p.gw(), "segments granted, modulo, by adapter")
	pending := requested.Read("winner_requested", winner.node)
	size := m.Let("size", pending.Sub(granted.Read("winner_granted", winner.node)))
	asked := requested.Read("req_requested", io.Req.Node)
	after := m.Let("requested_after", asked.Add(io.Req.Count))
	a.asks = space.takes(io.Req.Valid.Value, io.Req.Count.Value, after, granted.Read("req_granted", io.Req.Node))
	requested.write(a.asks, io.Req.Node.Value, after)
	granted.write(fire.Value, winner.node, pending)

	over, _ := space.idle(m.Let("taken", rtlgen.Mux(fire, size, 0)))
	allowed := space.credits(fire.Value, size).And(over)
	fire.Set(winner.valid.And(allowed))
	a.advance(t, fire.Value, winner, size)

	io.Gnt.Valid.Drive(m.Next("gnt_valid_q", fire, 0))
	io.Gnt.Node.Drive(m.NextNoReset("gnt_node_q", winner.node))
	io.Gnt.Count.Drive(m.NextNoReset("gnt_count_q", size))
	m.Assert("grants_something", fire.Implies(size.Ne(0)), "a grant is never empty")
	m.Assert("grant_within_g", fire.Implies(size.Le(p.G)), "a grant is at most g segments")
	space.assume(demand{a.asks, io.Req.Node.Value, io.Req.Count.Value}, demand{fire.Value, winner.node, size})
	return m
}

type arbiter struct {
	m  *rtlgen.Module
	io *ArbiterPorts
	p  Params
	w  walk

	asks value // a request is taken
}

// contender is a request in the tournament.
type contender struct {
	valid value
	time  value // its virtual time
	node  value
}

// tournament is the winner of all pending requests, registered. Of equal times the
// lower node wins.
func (a arbiter) tournament(fire, pending, times value) contender {
	m := a.m
	winner := m.Wire("winner", a.p.nw())
	wins := m.Let("winner_bit", winner.Decode(a.p.Nodes))
	r := round{valid: m.Let("pending_stays", pending.AndNot(rtlgen.Mux(fire, wins, 0))), time: times}
	for n := a.p.Nodes / 2; n > 1; n /= 2 {
		r = a.play(r, n)
		r.valid = a.without(r, n, fire, winner)
	}
	r = a.play(r, 1)
	winner.Set(r.node)
	return contender{r.valid, r.time, winner.Value}
}

// round is the outcome of a round of the tournament: a lane for each node of it.
type round struct {
	valid, time, node value // node is the lower part of the winner's number
	bits              int   // of node; 0 among the requests themselves
}

// before compares times modulo 2^timeBits: the difference is negative.
func before(a, b value) value { return a.Sub(b).Ge(1 << (timeBits - 1)) }

// play is a round with n nodes, each of which takes the earlier one of two winners of
// the round before.
func (a arbiter) play(from round, n int) round {
	m, name, w := a.m, fmt.Sprintf("round%d_", from.bits+1), from.bits
	right := m.Wire(name+"right", n) // the right one wins
	per := fmt.Sprintf(" per %d adapters", 2<<w)
	valid := m.Reg(name+"valid_q", n, 0, "there is a winner, a bit"+per)
	time := m.RegNoReset(name+"time_q", n*timeBits, "virtual times of the winners, a lane"+per)
	node := m.RegNoReset(name+"node_q", n*(w+1), "lower bits of the winners' numbers, a lane"+per)
	pair := func(k, l, r rtlgen.Operand) {
		first := before(from.time.Lane(r, timeBits), from.time.Lane(l, timeBits))
		right.SetBit(k, from.valid.Bit(r).And(from.valid.Bit(l).Not().Or(first)))
		valid.SetBit(k, from.valid.Bit(l).Or(from.valid.Bit(r)))
		time.SetLane(k, rtlgen.Mux(right.Bit(k), from.time.Lane(r, timeBits), from.time.Lane(l, timeBits)))
		if w == 0 {
			node.SetLane(k, right.Bit(k))
		} else {
			node.SetLane(k, rtlgen.Cat(right.Bit(k), rtlgen.Mux(right.Bit(k), from.node.Lane(r, w), from.node.Lane(l, w))))
		}
	}
	if n == 1 {
		pair(0, 0, 1)
	} else {
		for k := range m.Each("k", n) {
			pair(k, rtlgen.Cat(k, m.Zero(1)), rtlgen.Cat(k, m.Ones(1)))
		}
	}
	return round{valid.Value, time.Value, node.Value, w + 1}
}

// without are the winners of a round with n nodes but the one that has just been
// granted. Which of them that would be is known before the grant.
func (a arbiter) without(r round, n int, fire value, winner rtlgen.Wire) value {
	stays := a.m.Wire(fmt.Sprintf("round%d_stays", r.bits), n)
	for k := range a.m.Each("k", n) {
		out := rtlgen.Cat(k, r.node.Lane(k, r.bits)).Eq(winner)
		stays.SetBit(k, r.valid.Bit(k).AndNot(fire.And(out)))
	}
	return stays.Value
}

// times keeps the virtual times: that of a request is moved on by its grant, and
// that of an adapter without a request is not left behind the time of the last
// winner. A new request catches up by itself; a scanner, one adapter per grant, does
// it for the others, since times are compared modulo 2^timeBits.
type times struct {
	pending rtlgen.Reg
	time    rtlgen.RegArray
	now     rtlgen.Reg
}

func (a arbiter) times() times {
	return times{
		a.m.Reg("pending_q", a.p.Nodes, 0, "adapters that have a request"),
		a.m.RegArray("time_q", a.p.Nodes, timeBits, 0, "virtual times, by adapter"), newNow(a.m),
	}
}

// newNow is the virtual time that grants have reached.
func newNow(m *rtlgen.Module) rtlgen.Reg {
	return m.Reg("now_q", timeBits, 0, "virtual time that the last grant's winner had")
}

func (a arbiter) advance(t times, fire value, winner contender, size value) {
	m, io, n := a.m, a.io, a.p.Nodes
	scan := m.Reg("scan_q", a.p.nw(), 0, "adapter that the scanner looks at with the next grant")
	m.If(fire, func() {
		scan.Set(scan.Add(1))
		t.now.Set(winner.time)
	})
	scanned, asks := m.Let("scanned", scan.Decode(n)), m.Let("asks", rtlgen.Mux(a.asks, io.Req.Node.Decode(n), 0))
	wins, moved := m.Let("wins", winner.node.Decode(n)), m.Let("moved_on", winner.time.Add(size.Zext(timeBits)))
	late := m.Wire("late", n) // without a request, and behind the time of the last winner
	for k := range m.Each("k", n) {
		late.SetBit(k, t.pending.Bit(k).Not().And(before(t.time.At(k).Value, t.now.Value)))
		m.If(late.Bit(k).And(asks.Bit(k).Or(fire.And(scanned.Bit(k)))), func() { t.time.At(k).Set(t.now) })
		m.If(fire.And(wins.Bit(k)), func() { t.time.At(k).Set(moved) })
	}
	m.If(fire, func() { t.pending.SetBit(winner.node, 0) })
	m.If(a.asks, func() { t.pending.SetBit(io.Req.Node, 1) })
}
