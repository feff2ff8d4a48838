package adapter

import (
	"fmt"

	"culprit.example/culprit/blocks/prim"
	"culprit.example/culprit/rtlgen"
)

// operationCycles is what an operation of BeatArbiter takes, and grantCycles the shortest
// distance of two grants: an operation of each kind. The winner that is granted has left
// the tournament by then.
const (
	operationCycles = 6
	grantCycles     = operations * operationCycles
)

// The kinds of operations, in the order of their turns.
const (
	opGrant = iota
	opScan
	opActivate
	operations
)

// BeatArbiter is Arbiter with the state of the adapters in RAM, for segments that take
// many cycles on a link: a grant in 18 cycles is enough there.
//
// The leaves of the tournament, a bit that the adapter has a request and its virtual
// time, change one at a time, by an operation of six cycles: a grant takes a leaf
// out, an activation puts one in, and the scanner moves the time of one that is out.
// The new leaf climbs through the rounds, one per cycle. Each round keeps its winners
// in a RAM, where the one that climbs finds its opponent; so there is a comparator
// for each round, not for each adapter.
//
// What comes out of a block RAM goes to a register first, since that takes most of a
// cycle.
func BeatArbiter(p Params) *rtlgen.Typed[BeatArbiterPorts] {
	m, io := rtlgen.New[BeatArbiterPorts](p)
	if m.Refused() {
		return m
	}
	a := &beatArbiter{m: m.Module, io: io, p: p, w: newWalk(m.Module, p.Nodes),
		step: newMachine(m.Module, "step", "step of the operation",
			"choose", "read", "fetch", "measure", "settle", "leaf")}
	io.Ready.Set(a.w.done())
	a.requested = a.w.registered("requested", p.Nodes, p.gw(), rtlgen.ReadUndefined,
		"segments requested, modulo, by adapter")
	a.granted = a.w.registered("granted", p.Nodes, p.gw(), rtlgen.ReadUndefined, "segments granted, modulo, by adapter")
	a.node = m.RegNoReset("op_node_q", p.nw(), "adapter of the operation")
	a.size = m.RegNoReset("op_size_q", p.gw(), "segments that the operation's adapter waits for")
	a.settling, a.leaving = m.Let("settling", a.step.in("settle")), m.Let("leaving", a.step.in("leaf"))
	a.leaf = leaf{m.Reg("leaf_enters_q", 1, 0, "a leaf enters the tournament"),
		m.RegNoReset("leaf_node_q", p.nw(), "adapter of the leaf that enters"),
		m.RegNoReset("leaf_valid_q", 1, "the adapter of the leaf contends"),
		m.RegNoReset("leaf_time_q", timeBits, "virtual time of the leaf's adapter")}
	first, leaves := a.tournament()
	op := m.Reg("op_q", operations, 0, "operation, one-hot from bit 0: grant, scan, activation")
	seen := m.RegNoReset("op_seen_q", p.gw(), "segments that the operation's adapter has requested, modulo")
	grants := m.Let("grants", a.settling.And(op.Bit(opGrant)))
	a.gives = written{grants, a.node.Value, seen.Value}
	a.granted.write(grants, a.node.Value, seen.Value)
	r := a.requests()
	a.choose(op, first, a.activations(r), grants)
	a.operate(op, leaves, r, grants, seen)
	a.grant(grants)
	return m
}

type beatArbiter struct {
	m                  *rtlgen.Module
	io                 *BeatArbiterPorts
	p                  Params
	w                  walk
	step               machine    // of the operation
	settling, leaving  value      // its last two steps
	node               rtlgen.Reg // its adapter
	size               rtlgen.Reg // of the adapter's request
	requested, granted table      // segments of each adapter, modulo; the difference is its request
	enters, gives      written    // what is written into them in this cycle
	taken              demand     // a request that is entered
	leaf               leaf       // the one that enters the tournament
}

// written is what a table gets in a cycle.
type written struct{ enable, node, word value }

// stored is a word that was read in the cycle before: that of the RAM, or the one that
// was written in the cycle of the read, if passes is 1.
type stored struct{ ram, passes, passed value }

func (a *beatArbiter) read(t table, name string, enable, node value, w written) stored {
	m := a.m
	passes := m.NextNoReset(name+"_passes_q", w.enable.And(w.node.Eq(node)),
		"the word was written in the cycle of its read")
	return stored{t.ReadSync(name, enable, node), passes.Value, m.NextNoReset(name+"_passed_q", w.word).Value}
}

func (s stored) word() value { return rtlgen.Mux(s.passes, s.passed, s.ram) }

// or is the word, or a later one if newer is 1: the RAM comes last.
func (s stored) or(newer, later value) value {
	return rtlgen.Mux(newer.Or(s.passes), rtlgen.Mux(newer, later, s.passed), s.ram)
}

// leaf is the new state of an adapter in the tournament.
type leaf struct{ enters, node, valid, time rtlgen.Reg }

// winner is the adapter that is granted next.
type winner struct{ valid, node value }

// tournament is the winner of all leaves, registered, and the table of the leaves. Of
// equal times the lower node wins. The opponent in a round is read two cycles before,
// since the places on the way up are those of the leaf, whoever wins.
func (a *beatArbiter) tournament() (first winner, leaves table) {
	m, nw := a.m, a.p.nw()
	climbs, place := a.leaf.enters.Value, a.leaf.node.Value
	c := contender{a.leaf.valid.Value, a.leaf.time.Value, value{}}
	// of the climber, from two cycles before the first round on
	soon, path := []value{a.settling, a.leaving, climbs}, []value{a.node.Value, a.node.Value, place}
	for k := range nw {
		name := fmt.Sprintf("round%d", k+1)
		what := fmt.Sprintf("round %d's entrants {contends, time, number's lower bits}, by place", k+1)
		if k == 0 {
			what = "leaves of the tournament {contends, virtual time}, by adapter"
		}
		kept := a.w.registered(name+"_entrants", a.p.Nodes>>k, 1+timeBits+k, rtlgen.ReadUndefined, what)
		if k == 0 {
			leaves = kept
		}
		beside := m.Let(name+"_beside", path[k].High(nw-k).Xor(1))
		opponent := m.NextNoReset(name+"_opponent_q", kept.ReadSync(name+"_opponent", soon[k], beside))
		kept.write(climbs, place, c.word(k))
		c = a.play(name, k, place.Bit(0), c, opponent.Value)
		if k == nw-1 {
			break
		}
		climber := fmt.Sprintf("the winner that climbs to round %d", k+2)
		climbs = m.Next(name+"_enters_q", climbs, 0, fmt.Sprintf("a winner climbs to round %d", k+2)).Value
		place = m.NextNoReset(name+"_place_q", place.High(nw-k-1), "place of "+climber).Value
		c = contender{m.NextNoReset(name+"_valid_q", c.valid, climber+" contends").Value,
			m.NextNoReset(name+"_time_q", c.time, "virtual time of "+climber).Value,
			m.NextNoReset(name+"_node_q", c.node, "lower bits of the number of that winner").Value}
		soon, path = append(soon, climbs), append(path, place)
	}
	valid := m.Reg("winner_valid_q", 1, 0, "the tournament has a winner")
	node := m.RegNoReset("winner_node_q", nw, "adapter that has won the tournament")
	m.If(climbs, func() {
		valid.Set(c.valid)
		node.Set(c.node)
	})
	return winner{valid.Value, node.Value}, leaves
}

// word is what a round keeps of a contender: the lower k bits of its number, since the
// others are its place.
func (c contender) word(k int) value {
	if k == 0 {
		return rtlgen.Cat(c.valid, c.time)
	}
	return rtlgen.Cat(c.valid, c.time, c.node)
}

// play is a round among contenders of which k bits are known: the one that climbs, on
// the right or the left side, meets its opponent.
func (a *beatArbiter) play(name string, k int, right value, c contender, opponent value) contender {
	m := a.m
	valid, time := opponent.High(1), opponent.Slice(timeBits+k-1, k)
	// The bit below the times is a borrow: of equals the left one wins.
	later := rtlgen.Cat(c.time, m.Zero(1)).Sub(rtlgen.Cat(time, right.Not())).Lt(1 << timeBits)
	loses := m.Let(name+"_loses", valid.And(c.valid.Not().Or(later)))
	node := m.Let(name+"_side", loses.Xor(right))
	if k > 0 {
		node = rtlgen.Cat(node, rtlgen.Mux(loses, opponent.Low(k), c.node))
	}
	return contender{c.valid.Or(valid), rtlgen.Mux(loses, time, c.time), node}
}

// entry is a request two cycles after it came, when it is written.
type entry struct {
	valid, node value
	fresh       value // the adapter had none before
}

// requests enters the requests, one per cycle. A request that is written, and a grant
// that is, pass by the RAM to those behind.
func (a *beatArbiter) requests() entry {
	m, req := a.m, a.io.Req
	next := func(name string, v value) value { return m.NextNoReset(name, v).Value }
	asks, asker := m.Next("req_valid_q", req.Valid, 0).Value, next("req_node_q", req.Node.Value)
	asked := next("req_count_q", req.Count.Value)
	valid, node, count := m.Next("entry_valid_q", asks, 0).Value, next("entry_node_q", asker), next("entry_count_q", asked)
	before := m.RegNoReset("entry_requested_q", a.p.gw(), "segments requested before by the entry's adapter, modulo")
	given := m.RegNoReset("entry_granted_q", a.p.gw(), "segments granted to the entry's adapter, modulo")
	sum := m.Let("entry_sum", before.Add(count))
	taken := allowance{m, a.io.Arbitration, a.p}.takes(valid, count, sum, given.Value)
	after := m.Let("entry_after", rtlgen.Mux(taken, sum, before))
	a.enters = written{valid, node, after}
	a.requested.write(valid, node, after)
	// Compared a cycle ahead, for a short way behind the RAM: the adapter that is granted
	// has been chosen several cycles before.
	same := m.NextNoReset("entry_same_q", asks.And(asker.Eq(req.Node)),
		"the request behind the entry is of the same adapter").Value
	granted := m.NextNoReset("entry_is_granted_q", a.node.Eq(req.Node),
		"the operation is for the adapter of req_node_q").Value
	before.Set(a.read(a.requested, "req_requested", req.Valid.Value, req.Node.Value, a.enters).or(same, after))
	given.Set(a.read(a.granted, "req_granted", req.Valid.Value, req.Node.Value, a.gives).
		or(a.gives.enable.And(granted), a.gives.word))
	a.taken = demand{taken, node, count}
	return entry{taken, node, m.Let("entry_fresh", taken.And(before.Eq(given)))}
}

// activations is the queue of the adapters whose request is new. An adapter is in it
// once at most: its request is not granted before it is in the tournament.
func (a *beatArbiter) activations(r entry) activation {
	m, p := a.m, a.p
	queue := rtlgen.Use(m, "activations", prim.FIFO(prim.FIFOParams{Width: p.nw(), Depth: p.Nodes}))
	push := m.Next("fresh_valid_q", r.fresh, 0)
	queue.Push.Drive(push)
	queue.Wdata.Drive(m.NextNoReset("fresh_node_q", r.node))
	m.Assert("activations_fit", push.Implies(queue.Full.Not()), "an adapter is activated once per request")
	m.Unused("activations_count", queue.Count)
	next := activation{m.Reg("active_valid_q", 1, 0, "an adapter waits for its activation"),
		m.RegNoReset("active_node_q", p.nw(), "adapter that is activated next")}
	fetch := m.Let("active_fetch", queue.Empty.Not().AndNot(next.valid))
	queue.Pop.Drive(fetch)
	m.If(fetch, func() {
		next.valid.Set(1)
		next.node.Set(queue.Rdata)
	})
	return next
}

// activation is the adapter that is activated next.
type activation struct{ valid, node rtlgen.Reg }

// choose begins an operation, round robin by kind.
func (a *beatArbiter) choose(op rtlgen.Reg, first winner, active activation, grants value) {
	m, p := a.m, a.p
	space := allowance{m, a.io.Arbitration, p}
	_, over := space.idle(m.Let("taken", rtlgen.Mux(grants, a.size, 0)))
	allowed := m.Next("allowed_q", space.credits(grants, a.size.Value).And(over), 0,
		"credits and timer allowed a grant in the cycle before")
	space.assume(a.taken, demand{grants, a.node.Value, a.size.Value})

	due := m.Reg("scan_due_q", 1, 0, "a scan is due, one per grant")
	scan := m.Reg("scan_q", p.nw(), 0, "adapter that is scanned next")
	pause := m.Reg("pause_q", rtlgen.CountBits(grantCycles-1), 0, "cycles until a grant may be chosen")
	may := m.Let("may_grant", first.valid.And(allowed).And(pause.Eq(0)))
	above := m.Reg("op_above_last", operations-1, 0, "kinds of operations above the last one")
	turn := prim.RoundRobin(m, "op", rtlgen.Cat(active.valid, due, may), above)
	choosing := m.Let("choosing", a.step.in("choose"))
	start := m.Let("op_start", choosing.And(turn.Any))
	m.If(start.And(turn.OneHot.Bit(opActivate)), func() { active.valid.Set(0) })
	m.If(start, func() {
		a.step.to("read")
		op.Set(turn.OneHot)
		above.Set(turn.Above)
		a.node.Set(rtlgen.Mux(turn.OneHot.Bit(opGrant), first.node, rtlgen.Mux(turn.OneHot.Bit(opScan), scan, active.node)))
	}).ElseIf(a.leaving, func() { a.step.to("choose") }).ElseIf(choosing.Not(), func() { a.step.Set(a.step.Add(1)) })
	m.If(start.And(turn.OneHot.Bit(opGrant)), func() { pause.Set(grantCycles - 1) }).
		ElseIf(pause.Ne(0), func() { pause.Set(pause.Sub(1)) })
	m.If(grants, func() { due.Set(1) }).ElseIf(a.settling.And(op.Bit(opScan)), func() {
		due.Set(0)
		scan.Set(scan.Add(1))
	})
}

// operate reads the adapter's state, settles its new time, and lets the leaf enter the
// tournament.
func (a *beatArbiter) operate(op rtlgen.Reg, leaves table, r entry, grants value, seen rtlgen.Reg) {
	m, p := a.m, a.p
	grant, reading, fetching := op.Bit(opGrant), a.step.in("read"), m.Let("fetching", a.step.in("fetch"))
	given := m.RegNoReset("op_granted_q", p.gw(), "segments granted to the operation's adapter, modulo")
	valid := m.RegNoReset("op_valid_q", 1, "the operation's adapter contended when it was read")
	time := m.RegNoReset("op_time_q", timeBits, "virtual time of the operation's adapter")
	old := leaves.ReadSync("op_leaf", reading, a.node)
	asked := a.read(a.requested, "op_requested", reading, a.node.Value, a.enters)
	was := a.granted.ReadSync("op_granted", reading, a.node) // no grant is written while a state is read
	m.If(fetching, func() {
		seen.Set(asked.word())
		given.Set(was)
		valid.Set(old.High(1))
		time.Set(old.Low(timeBits))
	})
	a.size.Set(seen.Sub(given))

	now := newNow(m)
	m.If(grants, func() { now.Set(time) })
	late := m.Let("op_late", before(time.Value, now.Value))
	next := m.NextNoReset("op_next_q", rtlgen.Mux(grant, time.Add(a.size.Zext(timeBits)), rtlgen.Mux(late, now, time)),
		"new virtual time of the operation's adapter")

	again := m.RegNoReset("op_again_q", 1, "the operation's adapter has asked again since the read")
	more := m.Let("op_more", r.valid.And(r.node.Eq(a.node)))
	m.If(reading, func() { again.Set(0) }).ElseIf(a.leaving.Not(), func() { again.Set(again.Or(more)) })
	a.leaf.enters.Set(a.leaving)
	a.leaf.node.Set(a.node)
	a.leaf.time.Set(next)
	a.leaf.valid.Set(rtlgen.Mux(grant, again, op.Bit(opActivate).Or(valid)))
}

// grant shows a grant in the cycle after it is settled.
func (a *beatArbiter) grant(grants value) {
	m, gnt := a.m, a.io.Gnt
	gnt.Valid.Drive(m.Next("gnt_valid_q", grants, 0))
	gnt.Node.Drive(m.NextNoReset("gnt_node_q", a.node))
	gnt.Count.Drive(m.NextNoReset("gnt_count_q", a.size))
	m.Assert("grants_something", grants.Implies(a.size.Ne(0)), "a grant is never empty")
	m.Assert("grant_within_g", grants.Implies(a.size.Le(a.p.G)), "a grant is at most g segments")
}
