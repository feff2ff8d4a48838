package adaptive

import (
	"fmt"

	"culprit.example/culprit/blocks/prim"
	"culprit.example/culprit/rtlgen"
)

// Congestion is the congestion table (AR IV.A): for each host and port, whether
// frames to the host that leave by the port meet congestion, and how severe it is.
//
// congested and local are registers, the counters lie in a RAM with a row for each
// host and a lane for each port, so that one read serves a whole list. They count as
// 0 while congested is 0: nothing clears them. feedback, which is never positive, is
// kept as its magnitude.
func Congestion(p TableParams) *rtlgen.Typed[CongestionPorts] {
	m, io := rtlgen.New[CongestionPorts](p)
	if m.Refused() {
		return m
	}
	t := &congestion{m: m, io: io, p: p}
	entries := p.Hosts * p.Ports
	t.congested = m.Reg("congested_q", entries, 0, "entries {host, port} that are congested")
	t.local = m.Reg("local_q", entries, 0, "congested entries that this switch itself has noticed")
	t.now = m.Reg("now_q", stampBits, 0, "ticks so far, modulo the range of a stamp")
	m.If(io.Tick, func() { t.now.Set(t.now.Add(1)) })
	t.counters = m.Memory("counters", p.Hosts, p.Ports*p.lane(), rtlgen.ReadUndefined,
		"number and severity of notifications of each port, by host")
	read := io.Update.Valid.Or(io.Lookup.Valid)
	t.row = t.counters.ReadSync("row_q", read, rtlgen.Mux(io.Update.Valid, io.Update.Host, io.Lookup.Host))

	t.scan()
	t.flags()
	t.update()
	t.lookup()
	io.Congested.Drive(m.Next("any_congested_q", t.congested.Any(), 0))

	m.Assume("one_at_a_time", io.Update.Valid.And(io.Lookup.Valid).Not(), "an update or a lookup, not both")
	m.Assume("not_while_busy", read.Implies(io.Ready))
	assumeBelow(m.Module, "update_host_exists", io.Update.Valid, io.Update.Host, p.Hosts)
	assumeBelow(m.Module, "update_port_exists", io.Update.Valid, io.Update.Port, p.Ports)
	assumeBelow(m.Module, "lookup_host_exists", io.Lookup.Valid, io.Lookup.Host, p.Hosts)
	m.Assert("local_is_congested", t.local.AndNot(t.congested).Any().Not(), "an entry that is not congested is all zero")
	m.Cover("update_meets_low_queue", t.updated.And(t.low).Any())
	m.Cover("update_meets_expiry", t.updated.And(t.expired).Any())
	return m
}

// severityBits is the width of the magnitude of feedback.
func (p TableParams) severityBits() int { return p.SumBits - 1 }

// lane is the width of the counters of an entry.
func (p TableParams) lane() int { return p.CountBits + p.severityBits() }

type congestion struct {
	m  *rtlgen.Typed[CongestionPorts]
	io *CongestionPorts
	p  TableParams

	congested, local, now rtlgen.Reg
	counters              rtlgen.Memory
	row                   value // of the host that was asked for
	expired               value // entries, one-hot or 0: the timer of a remote entry has run out
	updated, low          value // entries
	fresh                 value // the update is the first of its entry
}

// entryOf is a mask of the entries with one set, if valid.
func (t *congestion) entryOf(name string, valid, host, port value) value {
	mask := t.m.Wire(name, t.p.Hosts*t.p.Ports)
	hosts := t.m.Let(name+"_host", host.Decode(t.p.Hosts))
	ports := t.m.Let(name+"_port", rtlgen.Mux(valid, port.Decode(t.p.Ports), 0))
	for h := range t.m.Each("h", t.p.Hosts) {
		mask.SetLane(h, rtlgen.Mux(hosts.Bit(h), ports, 0))
	}
	return mask.Value
}

// scan looks at the timers after a tick, one entry in a cycle.
func (t *congestion) scan() {
	m, io, p := t.m, t.io, t.p
	on := m.Reg("scanning_q", 1, 0, "the timers are being looked at")
	host := m.Reg("scan_host_q", p.hw(), 0, "host of the entry whose timer is looked at")
	port := m.Reg("scan_port_q", p.pw(), 0, "port of the entry whose timer is looked at")
	lastPort, lastHost := port.Eq(p.Ports-1), host.Eq(p.Hosts-1)
	m.If(io.Tick, func() { on.Set(1) }).ElseIf(on.And(lastPort).And(lastHost), func() { on.Set(0) })
	m.If(on, func() {
		port.Set(prim.Successor(port, p.Ports))
		m.If(lastPort, func() { host.Set(prim.Successor(host, p.Hosts)) })
	})

	stamps := m.Memory("stamps", 1<<(p.hw()+p.pw()), stampBits, rtlgen.ReadUndefined,
		"tick at which the timer runs out, by {host, port}")
	stamps.Write(io.Update.Valid, rtlgen.Cat(io.Update.Host, io.Update.Port), t.now.Add(p.Timer+1))
	restarts := m.Let("restarts", io.Update.Valid.And(io.Update.Host.Eq(host)).And(io.Update.Port.Eq(port)))
	looks := m.Let("looks", on.AndNot(restarts))
	stamp := stamps.ReadSync("stamp_q", looks, rtlgen.Cat(host, port))
	looked := m.Next("looked_q", looks, 0)
	run := m.Let("run_out", looked.And(stamp.Eq(t.now)))
	scanned := t.entryOf("scanned", run, m.NextNoReset("looked_host_q", host).Value,
		m.NextNoReset("looked_port_q", port).Value)
	t.expired = m.Let("expired", scanned.And(t.congested).AndNot(t.local))
	m.Assert("no_collision", looks.And(io.Update.Valid).Implies(io.Update.Host.Ne(host).Or(io.Update.Port.Ne(port))),
		"a timer is not read while it is restarted")
	m.Assume("tick_after_scan", io.Tick.Implies(on.Not().AndNot(looked)), "the scan of the last tick is over")
}

// flags are the entries' congested and local. An update wins over what clears its
// entry in the same cycle.
func (t *congestion) flags() {
	m, io, p := t.m, t.io, t.p
	t.updated = t.entryOf("updated", io.Update.Valid.Value, io.Update.Host.Value, io.Update.Port.Value)
	t.low = m.Let("low_local", t.local.And(io.Low.Replicate(p.Hosts)))
	stays := m.Let("stays", t.congested.AndNot(t.low.Or(t.expired)))
	t.fresh = m.Let("first_notification", t.updated.AndNot(t.congested).Any())
	t.congested.Set(stays.Or(t.updated))
	kept := rtlgen.Mux(io.Update.Local, t.local.Or(t.congested.Not()), 0) // remote overrides local, never back
	t.local.Set(t.local.And(stays).AndNot(t.updated).Or(t.updated.And(kept)))
}

// update adds a notification to the counters of its entry: read, select and count,
// multiply, subtract and write.
func (t *congestion) update() {
	m, io, p := t.m, t.io, t.p
	one := m.Next("update_1_q", io.Update.Valid, 0)
	two := m.Next("update_2_q", one, 0)
	three := m.Next("update_3_q", two, 0)
	io.Ready.Drive(one.Or(two).Or(three).Not())
	host := m.RegNoReset("update_host_q", p.hw(), "host of the notification that is counted")
	port := m.RegNoReset("update_port_q", p.pw(), "port of the notification that is counted")
	feedback := m.RegNoReset("update_feedback_q", feedbackBits, "feedback of the notification that is counted")
	fresh := m.RegNoReset("update_fresh_q", 1, "the notification is the first of its entry")
	m.If(io.Update.Valid, func() {
		host.Set(io.Update.Host)
		port.Set(io.Update.Port)
		feedback.Set(io.Update.Feedback)
		fresh.Set(t.fresh)
	})

	old := m.Let("old", t.row.Lane(port, p.lane()))
	count := m.RegNoReset("fb_count_q", p.CountBits, "notifications of the entry, with this one")
	full := m.RegNoReset("count_full_q", 1, "the number of notifications was at its end")
	severity := m.RegNoReset("severity_q", p.severityBits(), "severity of the entry before this notification")
	counted := m.Let("counted", old.High(p.CountBits).AddCarry(1))
	count.Set(rtlgen.Mux(fresh, 1, rtlgen.Mux(counted.High(1), m.Ones(p.CountBits), counted.Low(p.CountBits))))
	full.Set(counted.High(1).AndNot(fresh))
	severity.Set(rtlgen.Mux(fresh, 0, old.Low(p.severityBits())))

	productBits := p.CountBits + feedbackBits
	weighted := m.NextNoReset("weighted_q", m.Let("weighted", productOf(count, feedback.Value)))
	before, counts := m.NextNoReset("before_q", severity), m.NextNoReset("new_count_q", count)
	met := m.NextNoReset("new_full_q", full)

	wide := max(p.severityBits(), productBits)
	sum := m.Let("sum", before.Zext(wide).AddCarry(weighted.Zext(wide)))
	over := m.Let("over", sum.High(wide+1-p.severityBits()).Any())
	after := rtlgen.Mux(over, m.Ones(p.severityBits()), sum.Low(p.severityBits()))
	t.counters.WriteLanes(m.Let("written_lane", rtlgen.Mux(three, port.Decode(p.Ports), 0)), host,
		rtlgen.Cat(counts, after).Replicate(p.Ports))
	saturated := m.Reg("saturated_q", 1, 0)
	m.If(three.And(over.Or(met)), func() { saturated.Set(1) })
	io.Saturated.Drive(saturated)
}

// lookup chooses the first port of the list that is not congested, else the least
// severe one, of equal ones the first (AR IV.B). All places are compared with each other
// as soon as the row is there, so that the answer is a few levels behind registers.
func (t *congestion) lookup() {
	m, io, p := t.m, t.io, t.p
	host := m.RegNoReset("lookup_host_q", p.hw(), "host that is looked up")
	m.If(io.Lookup.Valid, func() { host.Set(io.Lookup.Host) })
	congested := m.Let("row_congested", t.congested.Lane(host, p.Ports))

	bad, severity := make([]value, p.List), make([]value, p.List)
	for k := range p.List {
		port := io.List.Port.Lane(k, p.pw())
		bad[k] = m.Let(index("bad", k), congested.Bit(port))
		entry := m.Let(index("entry", k), t.row.Lane(port, p.lane()))
		severity[k] = entry.Low(p.severityBits())
		m.Unused(index("fb_count", k), entry.High(p.CountBits))
	}
	winner := m.Ones(1)
	if p.List > 1 {
		winner = m.Let("winner", t.least(bad, severity))
	} else {
		m.Unused("severity_0", severity[0])
	}
	io.Chosen.Port.Drive(rtlgen.OneHotMux(winner, m.NextNoReset("list_port_q", io.List.Port)))
	io.Chosen.Detour.Drive(winner.Bit(0).Not())
	io.Chosen.All.Drive(m.NextNoReset("all_congested_q", rtlgen.LanesOf(bad).Or(io.List.Valid.Not()).All()))
}

// least is the place that wins, a bit each: it is better than all before it, and none
// behind it is better. The comparisons stand in registers.
func (t *congestion) least(bad, severity []value) value {
	m := t.m
	holds := make([][]value, len(bad)) // what must hold for a place to win
	for k := 1; k < len(bad); k++ {
		better := make([]value, k) // than these places; they have a port if k has one
		for i := range better {
			better[i] = bad[i].And(bad[k].Not().Or(severity[k].Lt(severity[i])))
		}
		valid := t.io.List.Valid.Bit(k)
		than := m.NextNoReset(index("better", k)+"_q",
			m.Let(index("better", k), rtlgen.Mux(valid, rtlgen.LanesOf(better), 0)))
		for i := range better {
			holds[i] = append(holds[i], than.Bit(i).Not())
		}
		holds[k] = []value{than.Value}
	}
	wins := make([]value, len(bad))
	for k := range wins {
		wins[k] = rtlgen.CatOf(holds[k]).All()
	}
	return rtlgen.LanesOf(wins)
}

// index is a name with a number.
func index(name string, i int) string { return fmt.Sprintf("%s_%d", name, i) }

// productOf is a product as a sum of shifted copies: the factors are too small for a
// multiplier of the device.
func productOf(x rtlgen.Signal, small value) value {
	v := rtlgen.ValueOf(x)
	width := v.Width() + small.Width()
	var sum value
	for i := range small.Width() {
		part := rtlgen.Mux(small.Bit(i), v, 0).Zext(width)
		if i == 0 {
			sum = part
			continue
		}
		sum = sum.Add(part.Shl(i))
	}
	return sum
}
