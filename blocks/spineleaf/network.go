package spineleaf

import (
	"fmt"

	"culprit.example/culprit/blocks/qcn"
	"culprit.example/culprit/rtlgen"
)

// Fabric joins leaves and spines: uplink u of leaf l leads to port l of spine u.
func Fabric(p FabricParams) *rtlgen.Typed[FabricPorts] {
	m, io := rtlgen.New[FabricPorts](p)
	if m.Refused() {
		return m
	}
	leaf := p.join(m.Module)
	rtlgen.Broadcast(leaf.Held, io.Held)
	rtlgen.Connect(leaf.Rx, io.Rx)
	rtlgen.Connect(io.Tx, leaf.Tx)
	rtlgen.Connect(io.Stat, leaf.Stat)
	io.TxBad.Drive(leaf.TxBad)
	rtlgen.Connect(leaf.Err, io.Err)
	if p.watched() == 1 {
		rtlgen.Connect(leaf.Watch, io.Watch)
	}
	return m
}

// join makes the leaves, open at the links to the servers, and the spines.
func (p FabricParams) join(m *rtlgen.Module) *LeafPorts {
	leaf := rtlgen.UseArray(m, "leaf", p.Leaves, Leaf(p))
	spine := rtlgen.UseArray(m, "spine", p.Spines, Spine(p))
	number, path := make([]value, p.Leaves), make([]value, 0, p.Leaves*p.Ports)
	for l := range number {
		number[l] = m.Const(rtlgen.IndexBits(p.Leaves), l)
		for port := range p.Ports {
			path = append(path, m.Const(rtlgen.IndexBits(p.Spines), (l*p.Ports+port)%p.Spines))
		}
	}
	leaf.Number.Drive(rtlgen.LanesOf(number))
	leaf.Path.Drive(rtlgen.LanesOf(path))
	for _, err := range []FabricErrors{leaf.LinkErr, spine.Err} { // no wire in here breaks a rule
		err.Clear.Drive(m.Zero(p.Leaves * p.Spines))
	}
	m.Unused("link_errors", leaf.LinkErr.Seen, leaf.LinkErr.Counts, spine.Err.Seen, spine.Err.Counts)
	for l := range p.Leaves {
		at := rtlgen.Copy(*leaf, l)
		for s := range p.Spines {
			of := rtlgen.Copy(*spine, s)
			rtlgen.Connect(rtlgen.Lane(of.Up, l), rtlgen.Lane(at.Up, s))
			rtlgen.Connect(rtlgen.Lane(at.Down, s), rtlgen.Lane(of.Down, l))
			rtlgen.Connect(rtlgen.Lane(at.UpCredit, s), rtlgen.Lane(of.UpCredit, l))
			rtlgen.Connect(rtlgen.Lane(of.DownCredit, l), rtlgen.Lane(at.DownCredit, s))
		}
	}
	return leaf
}

// NetworkParams are the parameters of fabric and servers.
type NetworkParams struct {
	FabricParams
	Flows        int `param:"flows" default:"8" min:"2" max:"64" doc:"flows of a server: {destination, priority}"`
	Limiters     int `param:"limiters" default:"16" min:"2" max:"128" doc:"rate limiters of a server: a power of two"`
	Queue        int `param:"queue" default:"32" min:"2" max:"512" doc:"frames that wait in a flow's queue: a power of two"`
	PerDest      int `param:"per_dest" default:"0" min:"0" max:"1" doc:"1: round robin over the flows in place of a FIFO over those without a limiter"`
	Windows      int `param:"windows" default:"16" min:"1" max:"2048" doc:"windows of time that a sink keeps counters of"`
	WholeBeats   int `param:"whole_beats" default:"0" min:"0" max:"1" doc:"1: a frame takes whole beats of the wire, and no gap"`
	ReactionTime int `param:"reaction_time" default:"47" min:"1" max:"1024" doc:"cycles from a CNM's beat to the reaction"`
	ByteCounter  int `param:"byte_counter" default:"150000" min:"64" max:"1048576" quiet:"yes" doc:"bytes of a byte stage in fast recovery"`
	Timer        int `param:"timer" default:"292969" min:"256" max:"4194304" doc:"cycles of a timer stage in fast recovery"`
	RAI          int `param:"r_ai" default:"524" min:"1" max:"65536" doc:"active increase, in line rate / 2^20"`
	RHAI         int `param:"r_hai" default:"5243" min:"1" max:"65536" doc:"hyper-active increase per stage, in line rate / 2^20"`
	MinRate      int `param:"min_rate" default:"1049" min:"1" max:"1048576" doc:"smallest rate, in line rate / 2^20"`
	Blockable    int `param:"blockable" default:"0" min:"0" max:"1" doc:"1: a server can be told to take nothing for a time"`
}

// Dims are the names that the tags of ports use.
func (p NetworkParams) Dims() rtlgen.Dims {
	d := p.Server().Dims()
	for name, x := range p.FabricParams.Dims() {
		d[name] = x
	}
	return d
}

// Check finds parameters that do not go together.
func (p NetworkParams) Check() error {
	if err := p.FabricParams.Check(); err != nil {
		return err
	}
	return p.Server().Check()
}

// Server are the parameters of a server.
func (p NetworkParams) Server() ServerParams {
	d := rtlgen.Default[ServerParams]()
	d.Prios, d.Servers = p.Prios, 1<<p.addressBits()
	d.Flows = p.Flows
	d.Limiters = p.Limiters
	d.Queue = p.Queue
	d.PerDest = p.PerDest
	d.Windows = p.Windows
	d.WholeBeats = p.WholeBeats
	d.ReactionTime = p.ReactionTime
	d.ByteCounter = p.ByteCounter
	d.Timer = p.Timer
	d.RAI = p.RAI
	d.RHAI = p.RHAI
	d.MinRate = p.MinRate
	d.Blockable = p.Blockable
	if p.Blockable == 1 {
		d.Quanta, d.Reaction, d.Refresh = p.Quanta, p.Reaction, p.Refresh
	}
	return d
}

// Servers makes the servers of a fabric, numbered by leaf and port, with a seed each and a
// flow table that set writes. What stays open are the links, the readback, the windows, and
// which server is blocked.
func (p NetworkParams) Servers(m *rtlgen.Module, set ServerWrite, seed, now rtlgen.Value) *ServerPorts {
	n := p.Leaves * p.Ports
	server := rtlgen.UseArray(m, "server", n, Server(p.Server()))
	nodes, seeds, selected := make([]value, n), make([]value, n), make([]value, n)
	for i := range n {
		address := i/p.Ports<<p.portBits() | i%p.Ports
		nodes[i] = m.Const(qcn.AddressBits, address)
		seeds[i] = seed.Xor(uint32(i+1) * 0x9e3779b9)
		selected[i] = set.Valid.And(set.Server.Eq(i))
	}
	server.Node.Drive(rtlgen.LanesOf(nodes))
	server.Seed.Drive(rtlgen.LanesOf(seeds))
	server.Now.Broadcast(now)
	to := server.Set
	to.Flow.Broadcast(set.Flow)
	to.Dst.Broadcast(set.Dst)
	to.Prio.Broadcast(set.Prio)
	to.Length.Broadcast(set.Length)
	to.Rate.Broadcast(set.Rate)
	to.Start.Broadcast(set.Start)
	to.Stop.Broadcast(set.Stop)
	to.Valid.Drive(rtlgen.LanesOf(selected))
	return server
}

// Network is the fabric with its servers. What a run needs comes in on ports, so that
// one netlist serves all variants of an experiment.
func Network(p NetworkParams) *rtlgen.Typed[NetworkPorts] {
	m, io := rtlgen.New[NetworkPorts](p)
	if m.Refused() {
		return m
	}
	n := p.Leaves * p.Ports
	fabric := p.join(m.Module)
	now := m.Reg("now_q", qcn.StampBits, 0)
	server := p.Servers(m.Module, io.Set, io.Held.Seed.Value, now.Value)
	rtlgen.Broadcast(fabric.Held, io.Held)
	rtlgen.Connect(fabric.Rx, server.Tx)
	rtlgen.Connect(server.Rx, fabric.Tx)
	fabric.Err.Clear.Drive(m.Zero(n))
	m.Unused("errors", fabric.TxBad, fabric.Err.Seen, fabric.Err.Counts)
	if p.watched() == 1 {
		count := fabric.Watch.Count
		fabric.Watch.Clear.Drive(m.Zero(n))
		m.Unused("watchdogs", fabric.Watch.Storm, count.Heard, count.Told, count.Storms, count.Dropped, count.Stopped)
	}

	ready := m.Reg("ready_q", 1, 0, "all ports were ready, and time runs")
	m.If(fabric.Stat.Ready.All(), func() { ready.Set(1) })
	m.If(ready, func() { now.Set(now.Add(1)) })
	io.Now.Drive(now)
	server.Window.Broadcast(io.Window)
	if p.Blockable == 1 {
		blocks := m.Let("block_now", now.Ge(io.Block.Start).And(now.Lt(io.Block.Stop)))
		server.Block.Drive(m.Next("blocked_q", rtlgen.Mux(blocks, io.Block.Server.Decode(n), 0), 0))
	}
	// Readback: a server, or behind them the counters of the fabric.
	server.Read.Address.Broadcast(io.Read.Address)
	unit := m.NextNoReset("read_unit_q", io.Read.Unit)
	unit2 := m.NextNoReset("read_unit_2_q", unit)
	unit3 := m.NextNoReset("read_unit_3_q", unit2)
	address := m.NextNoReset("read_address_q", io.Read.Address.Low(3), "counter of the fabric that is read")
	address2 := m.NextNoReset("read_address_2_q", address)
	address3 := m.NextNoReset("read_address_3_q", address2)
	of := m.Let("read_of", unit3.Decode(n+1))
	servers := m.Let("read_server", of.Low(n))
	run := rtlgen.Use(m, "cnm_run", CNMRun(CNMRunParams{Servers: n}))
	run.Reacts.Drive(server.Reacts)
	run.Count.Drive(now.Lt(io.RunsUntil))
	counters := p.count(m.Module, fabric.Stat, run.Longest.Value)
	own := u64(counters.Lane(address3, qcn.StampBits))
	io.Read.Data.Drive(m.NextNoReset("read_data_q",
		rtlgen.OneHotMux(servers, server.Read.Data).Or(rtlgen.Mux(of.Bit(n), own, 0))))
	io.Error.Drive(server.Error)
	return m
}

func u64(v value) value { return v.Zext(64) }

// count keeps the counters of the fabric, of 32 bits: frames dropped, triggers, CNMs
// lost, the largest occupancy of a priority at an input; the longest run comes from
// outside.
func (p NetworkParams) count(m *rtlgen.Module, stat FabricStat[rtlgen.Out], longest value) value {
	sum := func(name, doc string, pulses rtlgen.Out) value {
		q := m.Reg(name, qcn.StampBits, 0, doc)
		q.Set(q.Add(pulses.PopCount().Zext(qcn.StampBits)))
		return q.Value
	}
	w := rtlgen.CountBits(p.Units)
	lanes := p.Leaves * p.Ports * p.Prios
	var levels []value
	for k := range lanes {
		levels = append(levels, stat.Occupancy.Lane(k, w))
	}
	largest := m.Reg("most_units", w, 0, "largest occupancy of a priority at an input, units")
	now := largestOf(m, levels)
	m.If(now.Gt(largest), func() { largest.Set(now) })
	return m.Let("fabric_counters", rtlgen.Lanes(sum("dropped", "frames dropped", stat.Drop),
		sum("triggers", "CNMs that congestion points demanded", stat.Triggers),
		sum("cnms_lost", "CNMs that were not sent", stat.Lost), largest.Zext(qcn.StampBits), longest,
		m.Zero(qcn.StampBits), m.Zero(qcn.StampBits), m.Zero(qcn.StampBits)))
}

// largestOf is the largest of several values, a register behind each comparison.
func largestOf(m *rtlgen.Module, values []value) value {
	for stage := 0; len(values) > 1; stage++ {
		var winners []value
		for k := 0; k+1 < len(values); k += 2 {
			a, b := values[k], values[k+1]
			winners = append(winners, m.Next(fmt.Sprintf("larger_%d_%d", stage, k/2), rtlgen.Mux(a.Gt(b), a, b), 0,
				"larger of two occupancies, units").Value)
		}
		if len(values)%2 == 1 {
			winners = append(winners, m.Next(fmt.Sprintf("larger_%d_last", stage), values[len(values)-1], 0,
				"occupancy without another one to compare with, units").Value)
		}
		values = winners
	}
	return values[0]
}
