package bench_test

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"testing"

	"gotest.tools/v3/assert"

	"culprit.example/culprit/blocks/prim"
	"culprit.example/culprit/blocks/qcn"
	"culprit.example/culprit/blocks/spineleaf"
	"culprit.example/culprit/internal/tiers"
	"culprit.example/culprit/rtlgen"
	"culprit.example/culprit/rtlgen/blocks"
	"culprit.example/culprit/testbench/benchtest"
)

// wiredParams are those of a network whose links between servers and leaves have a length.
type wiredParams struct {
	spineleaf.NetworkParams
	Wire int `param:"wire" default:"0" min:"0" max:"128" doc:"cycles that a beat is on a link, each way"`
}

// wiredPorts are the ports of wired. Counters are of 32 bits.
type wiredPorts struct {
	_        rtlgen.Unit                     `name:"wired_network" doc:"fabric and servers at links with a delay, and what passes there" params:"leaves prios in_units places cells leaf_q_eq leaf_q_high leaf_q_low leaf_headroom pause_quanta pause_reaction pause_refresh dos flows limiters reaction_time timer r_ai r_hai min_rate wire"`
	Held     spineleaf.Management[rtlgen.In] `name:""`
	Set      spineleaf.ServerWrite
	Block    rtlgen.In  `width:"servers" doc:"servers that take nothing"`
	Short    rtlgen.In  `name:"short_frames" doc:"frames of 64 bytes to server 0 are on the link from server 1, as many as it carries, in place of what it sends"`
	Sent     rtlgen.Out `width:"32" doc:"frames that have come to the fabric"`
	Received rtlgen.Out `width:"32" doc:"frames that have come to a server"`
	Dropped  rtlgen.Out `width:"32" doc:"frames for which there was no room"`
	Stops    rtlgen.Out `lanes:"servers" width:"32" doc:"STOPs of priority 0 that a server has got"`
	Longest  rtlgen.Out `lanes:"servers" width:"32" doc:"cycles from one of them to the next, the most, while no GO comes"`
	Most     rtlgen.Out `lanes:"servers" width:"occupancy" doc:"units of priority 0 in the input buffer of a server, the most"`
	Error    rtlgen.Out `lanes:"servers" doc:"a server received what it should not"`
}

// stopWatchPorts are the ports of stopWatch.
type stopWatchPorts struct {
	_       rtlgen.Unit         `name:"stop_watch" doc:"time between STOPs of priority 0" params:""`
	Rx      qcn.Beat[rtlgen.In] `doc:"link to a server"`
	Stops   rtlgen.Out          `width:"32"`
	Longest rtlgen.Out          `width:"32"`
}

func stopWatch(p wiredParams) *rtlgen.Typed[stopWatchPorts] {
	m, io := rtlgen.New[stopWatchPorts](p)
	f := qcn.PauseOf(io.Rx.Data)
	m.Unused("rx", io.Rx.Tail, f.Prio, f.Dst, f.Src, f.Length, f.Quanta, f.Rest, f.Enable.High(7), f.Stop.High(7))
	told := m.Let("told", io.Rx.Valid.And(io.Rx.Head).And(f.Kind.Eq(qcn.KindPause)).And(f.Enable.Low(1)))
	stop := m.Let("stop", told.And(f.Stop.Low(1)))
	stopped, since := m.Reg("stopped", 1, 0), m.Reg("since", 32, 0)
	stops, longest := m.Reg("stops_q", 32, 0), m.Reg("longest_q", 32, 0)
	since.Set(rtlgen.Mux(stop, 1, since.Add(1)))
	m.If(told, func() { stopped.Set(stop) })
	m.If(stop, func() { stops.Set(stops.Add(1)) })
	m.If(stopped.And(since.Gt(longest)), func() { longest.Set(since) })
	io.Stops.Drive(stops)
	io.Longest.Drive(longest)
	return m
}

func wired(p wiredParams) *rtlgen.Typed[wiredPorts] {
	m, io := rtlgen.New[wiredPorts](p)
	n := p.Leaves * p.Ports
	p.Windows, p.Blockable = 1, 1
	now := m.Reg("now_q", qcn.StampBits, 0)
	now.Set(now.Add(1))
	fabric := rtlgen.Use(m, "fabric", spineleaf.Fabric(p.FabricParams))
	server := p.Servers(m.Module, io.Set, io.Held.Seed.Value, now.Value)
	watch := rtlgen.UseArray(m, "watch", n, stopWatch(p))
	rtlgen.Connect(fabric.Held, io.Held)
	server.Window.Broadcast(0)
	server.Read.Address.Broadcast(0)
	server.Block.Drive(io.Block)

	down := p.delayed(m.Module, "down", beatsOf(fabric.Tx))
	drive(server.Rx, down)
	short := rtlgen.Use(m, "short_sender", shortFrames(p))
	drive(short.Rx, down.lane(1))
	short.Enable.Drive(io.Short)
	up := p.delayed(m.Module, "up", beatsOf(server.Tx).with(m.Module, 1, io.Short.Value, beatsOf(short.Tx)))
	drive(fabric.Rx, up)
	drive(watch.Rx, down)
	io.Stops.Drive(watch.Stops)
	io.Longest.Drive(watch.Longest)
	io.Error.Drive(server.Error)
	count := func(name string, events rtlgen.Value) rtlgen.Value {
		c := m.Reg(name, 32, 0)
		c.Set(c.Add(events.PopCount().Zext(32)))
		return c.Value
	}
	io.Sent.Drive(count("sent_q", dataHeads(m, "sent_heads", up)))
	io.Received.Drive(count("received_q", dataHeads(m, "received_heads", down)))
	io.Dropped.Drive(count("dropped_q", fabric.Stat.Drop.Value))
	fabric.Err.Clear.Drive(m.Zero(n))
	io.Most.Drive(mostOf(m, fabric.Stat.Occupancy.Value, n, p.Prios))
	m.Unused("errors", fabric.TxBad, fabric.Err.Seen, fabric.Err.Counts)
	m.Unused("rest", server.Reacts, server.Read.Data, fabric.Stat.Ready, fabric.Stat.Lost, fabric.Stat.Triggers)
	return m
}

// mostOf are the largest values so far of the occupancies of priority 0 of n servers.
func mostOf(m *rtlgen.Typed[wiredPorts], occupancy rtlgen.Value, n, prios int) rtlgen.Value {
	width := occupancy.Width() / n / prios
	var list []rtlgen.Value
	for i := range n {
		most, now := m.Reg(fmt.Sprintf("most_%d", i), width, 0), occupancy.Lane(i*prios, width)
		m.If(now.Gt(most), func() { most.Set(now) })
		list = append(list, most.Value)
	}
	return rtlgen.LanesOf(list)
}

// beats are those on the links of all servers.
type beats struct{ valid, head, tail, data rtlgen.Value }

func beatsOf(tx qcn.Beat[rtlgen.Out]) beats {
	return beats{tx.Valid.Value, tx.Head.Value, tx.Tail.Value, tx.Data.Value}
}

// lane are the beats on one link.
func (b beats) lane(i int) beats {
	return beats{b.valid.Bit(i), b.head.Bit(i), b.tail.Bit(i), b.data.Lane(i, qcn.WordBits)}
}

// with are the beats with others on one link while other is 1.
func (b beats) with(m *rtlgen.Module, lane int, other rtlgen.Value, of beats) beats {
	n := b.valid.Width()
	change := func(name string, all, one rtlgen.Value) rtlgen.Value {
		width, lanes := one.Width(), make([]rtlgen.Value, n)
		for i := range lanes {
			lanes[i] = all.Lane(i, width)
		}
		lanes[lane] = rtlgen.Mux(other, one, lanes[lane])
		return m.Let(name, rtlgen.LanesOf(lanes))
	}
	return beats{change("with_valid", b.valid, of.valid), change("with_head", b.head, of.head),
		change("with_tail", b.tail, of.tail), change("with_data", b.data, of.data)}
}

// delayed are the beats some cycles later.
func (p wiredParams) delayed(m *rtlgen.Module, name string, b beats) beats {
	n := b.valid.Width()
	lanes := make([]rtlgen.Value, n)
	for i := range lanes {
		lanes[i] = rtlgen.Cat(b.valid.Bit(i), b.head.Bit(i), b.tail.Bit(i), b.data.Lane(i, qcn.WordBits))
	}
	const width, longest = qcn.WordBits + 3, 64
	all := rtlgen.LanesOf(lanes)
	for left := p.Wire; left > 0; left -= longest {
		d := rtlgen.UseArray(m, fmt.Sprintf("%s_wire_%d", name, left), n,
			prim.LinkDelay(prim.LinkDelayParams{Width: width, Latency: min(left, longest)}))
		d.D.Drive(all)
		all = d.Q.Value
	}
	var valid, head, tail, data []rtlgen.Value
	for i := range n {
		x := all.Lane(i, width)
		valid, head, tail, data = append(valid, x.Bit(width-1)), append(head, x.Bit(width-2)), append(tail, x.Bit(width-3)),
			append(data, x.Low(qcn.WordBits))
	}
	return beats{m.Let(name+"_valid", rtlgen.LanesOf(valid)), m.Let(name+"_head", rtlgen.LanesOf(head)),
		m.Let(name+"_tail", rtlgen.LanesOf(tail)), m.Let(name+"_data", rtlgen.LanesOf(data))}
}

// drive connects the receiving ends.
func drive(rx qcn.Beat[rtlgen.In], b beats) {
	rx.Valid.Drive(b.valid)
	rx.Head.Drive(b.head)
	rx.Tail.Drive(b.tail)
	rx.Data.Drive(b.data)
}

// dataHeads are the links on which a data frame begins.
func dataHeads(m *rtlgen.Typed[wiredPorts], name string, b beats) rtlgen.Value {
	var list []rtlgen.Value
	for i := range b.valid.Width() {
		list = append(list, b.valid.Bit(i).And(b.head.Bit(i)).
			And(b.data.Lane(i, qcn.WordBits).High(qcn.KindBits).Eq(qcn.KindData)))
	}
	return m.Let(name, rtlgen.LanesOf(list))
}

// Parameters of the rows of TestLongStops.
var (
	incast = map[string]int{"leaves": 72, "dos": 0}
	// Buffers that take longer to drain than a STOP holds.
	deep = map[string]int{"leaves": 13, "dos": 0, "in_units": 2047, "leaf_q_high": 1900, "leaf_q_low": 10,
		"leaf_headroom": 140}
	few = map[string]int{"dos": 0}
	// The times of QCN at 100 Gb/s, and links of 100 m.
	at100 = map[string]int{"timer": 2929688, "r_ai": 52, "r_hai": 524, "min_rate": 105, "reaction_time": 469, "wire": 98}
	at10  = map[string]int{"wire": 10}
	// STOPs that end soon, so that a short run is past many of them.
	soon = map[string]int{"pause_quanta": 3000, "pause_reaction": 400}
)

// TestLongStops congests a server for much longer than a STOP holds, by an incast or since it
// takes nothing: no frame is dropped, and the servers that are stopped are told so again in
// time. `make soak-pause` runs 2 million cycles with the default quanta.
func TestLongStops(t *testing.T) {
	t.Parallel()
	const never = -1
	cycles := tiers.Cycles(200_000)
	soak := tiers.Soak()
	for _, c := range []struct {
		name    string
		params  []map[string]int
		short   int  // cycles of a run with short quanta in normal tests; 0: default quanta
		blocked int  // server that takes nothing
		marks   bool // congestion points at the inputs
	}{
		{"71 to 1", []map[string]int{incast}, 12_000, never, false},
		{"71 to 1 at 100 Gb/s", []map[string]int{incast, at100}, 12_000, never, false},
		{"12 to 1, deep buffers", []map[string]int{deep}, 0, never, false},
		{"blocked server", []map[string]int{few, at10}, 0, 0, false},
		{"blocked server at 100 Gb/s", []map[string]int{few, at100}, 0, 0, false},
		{"blocked server at 100 Gb/s, random occupancy sampling", []map[string]int{few, at100}, 40_000, 0, true},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			params, n := map[string]int{"prios": 1, "flows": 2, "limiters": 2}, cycles
			for _, p := range c.params {
				maps.Copy(params, p)
			}
			if !soak && c.short > 0 {
				maps.Copy(params, soon)
				n = c.short
			}
			s := startIncast(t, params, c.blocked, c.marks)
			assert.NilError(t, s.Engine.Run(context.Background(), n))
			s.judge(t, params, n)
		})
	}
}

// incastRun is a wired network at work.
type incastRun struct {
	*benchtest.Simulation
	servers int
}

// startWired is a wired network in which PAUSE is sent, and no server sends frames yet.
func startWired(t testing.TB, params map[string]int) incastRun {
	block := blocks.Of(wired)
	values, err := block.Resolve(params)
	assert.NilError(t, err)
	s := incastRun{benchtest.Simulate(t, []*blocks.Block{block}, "wired_network", params, nil), values["leaves"]}
	s.Set("pause", 1)
	s.Set("seed", 1)
	return s
}

// startIncast lets all servers send frames of 1522 bytes to server 0 at full rate.
func startIncast(t testing.TB, params map[string]int, blocked int, marks bool) incastRun {
	s := startWired(t, params)
	if marks {
		s.Set("cp_in", 1)
		s.Set("policy", qcn.PolicyROS)
	}
	if blocked >= 0 {
		s.Set("block", 1<<blocked)
	}
	for i := 1; i < s.servers; i++ {
		s.flow(t, i, 0, 1522, 4000)
	}
	return s
}

// flow lets a server send frames of that many bytes to another one at full rate from the cycle start on.
func (s incastRun) flow(t testing.TB, from, to, length, start int) {
	for name, x := range map[string]int{"valid": 1, "server": from, "flow": 0, "dst": to, "prio": 0, "length": length,
		"rate": 1000, "start": start, "stop": 1<<32 - 1} {
		s.Set("set_"+name, x)
	}
	assert.NilError(t, s.Engine.Run(context.Background(), 1))
	s.Set("set_valid", 0)
}

// judge checks what has come out after n cycles. STOPs follow each other at most quanta
// apart, and a server that was congested all the time has got as many as that asks for.
func (s incastRun) judge(t testing.TB, params map[string]int, n int) {
	values, err := blocks.Of(wired).Resolve(params)
	assert.NilError(t, err)
	quanta, period := values["pause_quanta"], values["pause_quanta"]-values["pause_reaction"]
	s.Engine.Eval()
	lanes := func(name string) []int {
		words := make([]uint64, s.servers)
		s.GetWords(name, words)
		var list []int
		for i := range s.servers {
			list = append(list, int(words[i/2]>>(i%2*32)&(1<<32-1)))
		}
		return list
	}
	longest, stops := slices.Max(lanes("longest")), slices.Max(lanes("stops"))
	t.Logf("%d cycles: %d frames sent, %d received, %d dropped; up to %d STOPs for a server, at most %d cycles from one to the next of %d that each holds",
		n,
		s.Get("sent"),
		s.Get("received"),
		s.Get("dropped"),
		stops,
		longest,
		quanta)
	assert.Equal(t, s.Get("dropped"), 0)
	assert.Assert(t, longest > period-values["frame_units"]*4 && longest <= quanta, "%d cycles from a STOP to the next",
		longest)
	assert.Assert(t, stops >= (n-10_000)/period, "%d STOPs", stops)
	words := make([]uint64, s.servers/64+1)
	s.GetWords("error", words)
	for _, w := range words {
		assert.Equal(t, w, uint64(0))
	}
	s.IsSound()
}
