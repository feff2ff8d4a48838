package adaptive

import (
	"culprit.example/culprit/blocks/adaptive/graph"
	"culprit.example/culprit/blocks/qcn"
	"culprit.example/culprit/rtlgen"
)

// Network is a network of switches and hosts. All switches are equal, with the ports
// of the largest; what a port that leads nowhere would hear is tied to 0. The routing
// tables are written after reset, a host in a cycle.
func Network(p NetworkParams) *rtlgen.Typed[NetworkPorts] {
	m, io := rtlgen.New[NetworkPorts](p)
	if m.Refused() {
		return m
	}
	n := &network{m: m, NetworkPorts: io, p: p, g: p.graph()}
	n.sp, n.hp = p.parts()
	n.switches = rtlgen.UseArray(m, "sw", len(n.g.Switches), Switch(n.sp))
	n.hosts = rtlgen.UseArray(m, "host", len(n.g.Hosts), Host(n.hp))
	n.time()
	n.configure()
	n.join()
	n.make()
	n.readBack()
	return m
}

type network struct {
	*NetworkPorts
	m  *rtlgen.Typed[NetworkPorts]
	p  NetworkParams
	g  *graph.Network
	sp SwitchParams
	hp HostParams

	switches *SwitchPorts
	hosts    *HostPorts

	start, turn value // first cycle; where in the time of a frame
	runs        value // tables and windows are ready
}

// time counts cycles, and makes the pulses that all share.
func (n *network) time() {
	m := n.m
	now := m.Reg("now_q", qcn.StampBits, 0, "time, cycles")
	now.Set(now.Add(1))
	n.hosts.Now.Broadcast(now)
	ms := m.Reg("ms_q", rtlgen.IndexBits(n.p.Tick), 0, "cycles since the last tick")
	last := m.Let("tick_ends", ms.Eq(n.p.Tick-1))
	ms.Set(rtlgen.Mux(last, 0, ms.Add(1)))
	tick := m.Next("tick_q", last, 0)
	n.switches.Tick.Broadcast(tick)
	sample := m.Next("sample_q", now.Low(5).Eq(sampleCycles-1), 0, "pulse: the queues are sampled")
	n.switches.Sample.Broadcast(sample)
	n.hosts.Sample.Broadcast(sample)
	turn := m.Reg("turn_q", rtlgen.IndexBits(frameBeats), 0, "cycle in the time of a frame")
	turn.Set(rtlgen.Mux(turn.Eq(frameBeats-1), 0, turn.Add(1)))
	n.turn = turn.Value
	started := m.Reg("started_q", 1, 0,
		"the first cycle after reset is over") // now wraps, and the seeds are loaded once
	started.Set(1)
	n.start = m.Let("start", started.Not())

	// Sums of the watched queues.
	w := n.switches.Qlen.Width() / (len(n.g.Switches) * n.sp.Ports)
	var sums []value
	for i := range 2 {
		length := m.Zero(w)
		if i < len(n.g.Hot) {
			at := n.g.Hot[i]
			length = n.switches.Qlen.Lane(at.Switch*n.sp.Ports+at.Port-1, w)
		}
		sum := m.Reg(index("hot_sum", i), 32, 0, "sum of the sampled lengths of a watched queue, bytes")
		m.If(sample, func() { sum.Set(sum.Add(length.Zext(32))) })
		sums = append(sums, sum.Value)
	}
	n.Hot.Drive(rtlgen.LanesOf(sums))
}

// configure writes the lists of one host in a cycle into all switches.
func (n *network) configure() {
	m, sp, hosts := n.m, n.sp, len(n.g.Hosts)
	step := m.Reg("config_q", rtlgen.CountBits(hosts), 0, "host whose lists are written")
	writes := m.Let("writes", step.Ne(hosts))
	m.If(writes, func() { step.Set(step.Add(1)) })
	at := m.Let("config_host", step.Low(sp.hw()))
	k, pw := sp.List, sp.pw()
	entry := k * (1 + pw)
	var lists []value // of each switch, for the host
	for s := range n.g.Switches {
		rom := m.ROMInit(index("lists", s), hosts, entry, func(h int) rtlgen.Operand {
			x := uint64(0)
			for i, port := range n.g.Routes[h][s] {
				x |= 1<<i | uint64(port-1)<<(k+i*pw)
			}
			return x
		})
		lists = append(lists, rom.Read(index("list", s), at))
	}
	w := n.switches.Write
	w.Valid.Broadcast(writes)
	w.Host.Broadcast(at)
	var valid, port []value
	for _, list := range lists {
		valid, port = append(valid, list.Low(k)), append(port, list.High(k*pw))
	}
	w.List.Valid.Drive(rtlgen.LanesOf(valid))
	w.List.Port.Drive(rtlgen.LanesOf(port))
	n.runs = m.Next("runs_q", writes.Not().And(n.hosts.Ready.All()), 0).Value
	n.Ready.Drive(n.runs)

	n.switches.Load.Broadcast(n.start)
	n.hosts.Load.Broadcast(n.start)
	var seeds, numbers []value
	for s := range n.g.Switches {
		seeds, numbers = append(seeds, n.seed(s)), append(numbers, m.Const(qcn.AddressBits, s))
	}
	n.switches.Seed.Drive(rtlgen.LanesOf(seeds))
	n.switches.Number.Drive(rtlgen.LanesOf(numbers))
	seeds, numbers = nil, nil
	for h := range n.g.Hosts {
		seeds, numbers = append(seeds, n.seed(128+h)), append(numbers, m.Const(qcn.AddressBits, h))
	}
	n.hosts.Seed.Drive(rtlgen.LanesOf(seeds))
	n.hosts.Node.Drive(rtlgen.LanesOf(numbers))
}

// seed is a seed of one part: no two are equal, and none is 0.
func (n *network) seed(part int) value {
	return n.Seed.Xor(uint64(uint32(part+1) * 0x9e3779b1)).Or(1)
}

// join makes the links.
func (n *network) join() {
	for s, sw := range n.g.Switches {
		at := rtlgen.Copy(*n.switches, s)
		for i := range n.sp.Ports {
			if i >= len(sw.Ports) {
				rtlgen.TieOff(rtlgen.Lane(at.Rx, i))
				continue
			}
			e := sw.Ports[i]
			if e.Host >= 0 {
				h := rtlgen.Copy(*n.hosts, e.Host)
				rtlgen.Connect(rtlgen.Lane(at.Rx, i), h.Tx)
				rtlgen.Connect(h.Rx, rtlgen.Lane(at.Tx, i))
				continue
			}
			rtlgen.Connect(rtlgen.Lane(at.Rx, i), rtlgen.Lane(rtlgen.Copy(*n.switches, e.Switch).Tx, e.Port-1))
		}
	}
	n.m.Unused("open_ends", n.switches.Tx.Valid, n.switches.Tx.Head, n.switches.Tx.Tail, n.switches.Tx.Data,
		n.switches.Qlen)
	n.switches.Err.Clear.Broadcast(0) // no wire in here breaks a rule
	n.hosts.Err.Clear.Broadcast(0)
	n.m.Unused("link_errors", n.switches.Err.Seen, n.switches.Err.Counts, n.hosts.Err.Seen, n.hosts.Err.Counts)
	n.switches.Managed.Broadcast(n.Managed)
	n.switches.Adaptive.Broadcast(n.Adaptive)
	n.switches.Measure.Broadcast(n.Measure)
	n.hosts.Measure.Broadcast(n.Measure)
	if n.p.Blockable == 1 {
		n.hosts.Block.Drive(n.Block)
	}
}

// make says which frames the hosts make. Their draws are some cycles apart.
func (n *network) make() {
	m, hosts := n.m, len(n.g.Hosts)
	flows := map[int][2]int{} // of each host: destination plus one without and with contention
	for kind, list := range [][]graph.Flow{n.g.NonContending, n.g.Contending} {
		for _, f := range list {
			to := flows[f.Src]
			to[kind] = f.Dst + 1
			flows[f.Src] = to
		}
	}
	uniform, contending := n.Pattern.Eq(1), n.Pattern.Bit(0)
	var turns, rates, dsts []value
	for h := range hosts {
		to := flows[h]
		turns = append(turns, n.turn.Eq(hostOffset*h%frameBeats).And(n.runs))
		some := rtlgen.Mux(contending, b2i(to[1] > 0), m.Const(1, b2i(to[0] > 0)))
		rates = append(rates, rtlgen.Mux(n.Pattern.Any().And(uniform.Or(some)), n.Rate, 0))
		dsts = append(dsts, rtlgen.Mux(contending, max(0, to[1]-1), m.Const(n.hp.hw(), max(0, to[0]-1))))
	}
	n.hosts.Turn.Drive(rtlgen.LanesOf(turns))
	n.hosts.Rate.Drive(rtlgen.LanesOf(rates))
	n.hosts.Fixed.On.Broadcast(uniform.Not())
	n.hosts.Fixed.Dst.Drive(rtlgen.LanesOf(dsts))
}

func b2i(b bool) int {
	if b {
		return 1
	}
	return 0
}

// readBack brings the counters of one unit to the pins.
func (n *network) readBack() {
	m := n.m
	address := m.Next("read_address_q", n.Read.Address, 0)
	n.hosts.Read.Address.Broadcast(address)
	n.switches.Read.Address.Broadcast(address.Low(readAddressBits))
	unit := m.Next("unit_1", n.Read.Unit, 0)
	unit = m.Next("unit_2", unit, 0)
	unit = m.Next("unit_3", unit, 0)
	m.Unused("unit_rest", unit)
	pick := func(words value) value {
		k := words.Width() / readBits
		return words.Lane(unit.Low(rtlgen.IndexBits(k)), readBits)
	}
	ofHost := m.Next("host_data_q", pick(n.hosts.Read.Data.Value), 0, "counter of a host that is read")
	ofSwitch := m.Next("switch_data_q", pick(n.switches.Read.Data.Value), 0, "counter of a switch that is read")
	n.Read.Data.Drive(m.Next("read_data_q", rtlgen.Mux(m.Next("is_switch", unit.High(1), 0,
		"a switch is read, else a host"), ofSwitch, ofHost), 0))
	n.Error.Drive(m.Next("error_q", n.switches.Error.Any().Or(n.hosts.Error.Any()), 0))
}
