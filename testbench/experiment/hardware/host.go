package hardware

import (
	"context"
	"fmt"
	"maps"
	"math/bits"
	"slices"

	"culprit.example/culprit/rtlgen"
	"culprit.example/culprit/rtlgen/blocks"
	"culprit.example/culprit/rtlgen/ir"
	"culprit.example/culprit/testbench/experiment"
	"culprit.example/culprit/testbench/network"
)

// Ports of the top that a host uses, a lane per end node, and parts of their names in the modules
// below. Like the tallies they are added to the netlist of an experiment after its version was
// determined: the Verilog of the library does not have them.
const (
	hostValid   = "host_valid"   // the node makes a packet in this interval
	hostDst     = "host_dst"     // its destination
	hostPhase   = "host_phase"   // in which cycle of the interval
	hostCount   = "host_count"   // packets that have arrived
	hostSource  = "host_source"  // of the last one: where it comes from
	hostAt      = "host_at"      // in which cycle it arrived, from reset on
	hostTransit = "host_transit" // cycles since it was sent
	hostWaiting = "host_waiting" // packets that wait in the node
)

const (
	arrivalBits = 8 // of a count of arrivals: one per interval at most
	cycleBits   = 32
)

// addHost gives the top the ports with which a host makes packets and sees those that arrive.
func addHost(d *ir.Design, n blocks.Network) {
	h := n.Hosted
	node := network.InstanceOf(d.Top, n.Node)
	maker := network.InstanceOf(node.Of, h.Maker).Of
	dst := register(maker, h.Dst)
	phase := bits.Len(uint(h.Interval - 1))
	valid := addLanes(d, node, maker, hostValid, 1)
	to := addLanes(d, node, maker, hostDst, dst.Width)
	turn := addLanes(d, node, maker, hostPhase, phase)
	now := ir.Slice(ir.Read(maker.Port(h.Now)), 0, phase)
	maker.Body = append(maker.Body, &ir.If{
		Cond: ir.Apply(ir.OpAnd, 1, ir.Read(valid), ir.Apply(ir.OpEq, 1, now, ir.Read(turn))),
		Then: []ir.Stmt{
			&ir.Assign{Sig: register(maker, h.Valid), Value: network.Constant(1, 1)},
			&ir.Assign{Sig: dst, Value: ir.Read(to)},
		},
	})
	up := network.NewLift(d)
	lanes := map[string][]*ir.Node{}
	for i := range node.Count {
		for name, path := range map[string]string{"arrived": h.Arrived, "source": h.Source, "transit": h.Transit,
			hostWaiting: h.Waiting} {
			lanes[name] = append(lanes[name], up.Bits(blocks.Bits{Path: node.CopyName(i) + "." + path}))
		}
	}
	watch := addArrivals(d, node.Count, lanes)
	for _, name := range []string{hostCount, hostSource, hostAt, hostTransit} {
		addOutput(d.Top, name, network.Result(watch, name))
	}
	addOutput(d.Top, hostWaiting, ir.Concat(lanes[hostWaiting]...))
}

// register is a register of a module.
func register(m *ir.Module, name string) *ir.Signal {
	i := slices.IndexFunc(m.Signals, func(s *ir.Signal) bool { return s.Name == name && s.Kind == ir.Reg })
	if i < 0 {
		panic(fmt.Sprintf("BUG: the description of a network names a register %s, and module %s has none", name, m.Name))
	}
	return m.Signals[i]
}

// addLanes gives the top an input with a lane for each copy of an array, and a module inside of the copies
// the lane.
func addLanes(d *ir.Design, array *ir.Instance, m *ir.Module, name string, width int) *ir.Signal {
	top := &ir.Signal{Name: name, Kind: ir.Input, Width: width * array.Count}
	d.Top.Ports = append(d.Top.Ports, top)
	outer := network.AddInput(d, array.Of, name, width, func(*ir.Module) *ir.Node { return ir.Read(top) })
	network.Connection(array, name).Broadcast = false
	return network.AddInput(d, m, name, width, func(*ir.Module) *ir.Node { return ir.Read(outer) })
}

// addArrivals adds what remembers the last arrival at each node until the host looks.
func addArrivals(d *ir.Design, nodes int, lanes map[string][]*ir.Node) *ir.Instance {
	m := rtlgen.NewModule("host_watch")
	m.Doc("the last packet that has arrived at a node")
	arrived := m.Input("arrived", 1)
	cycle := m.Reg("cycle", cycleBits, 0)
	cycle.Set(cycle.Add(1))
	count := m.Reg("count_q", arrivalBits, 0)
	keep := func(name string, x rtlgen.Value) {
		q := m.Reg(name+"_q", x.Width(), 0)
		m.If(arrived, func() { q.Set(x) })
		m.Output(name, q)
	}
	keep(hostSource, m.Input("source", lanes["source"][0].Width))
	keep(hostTransit, m.Input("transit", lanes["transit"][0].Width))
	keep(hostAt, cycle.Value)
	m.If(arrived, func() { count.Set(count.Add(1)) })
	m.Output(hostCount, count)
	built, err := rtlgen.Elaborate(m)
	if err != nil {
		panic("BUG: what remembers arrivals: " + err.Error())
	}
	d.Modules = slices.Insert(d.Modules, len(d.Modules)-1, built.Top)
	in := &ir.Instance{Name: "host_watch", Of: built.Top, Count: nodes, Array: true}
	for _, p := range built.Top.Inputs() {
		in.Conns = append(in.Conns, ir.Conn{Port: p, Value: ir.Concat(lanes[p.Name]...)})
	}
	d.Top.Instances = append(d.Top.Instances, in)
	return in
}

func addOutput(m *ir.Module, name string, value *ir.Node) {
	p := &ir.Signal{Name: name, Kind: ir.Output, Width: value.Width}
	m.Ports = append(m.Ports, p)
	m.Body = append(m.Body, &ir.Assign{Sig: p, Value: value})
}

// lanes are the values of a port with a lane per end node.
type lanes struct {
	port, width int
	words       []uint64
}

func newLanes(port, width, nodes int) *lanes {
	return &lanes{port, width, make([]uint64, (width*nodes+63)/64+1)} // one word more: a lane may end in the next one
}

func (l *lanes) set(i int, x uint64) {
	word, lo := i*l.width/64, i*l.width%64
	mask := uint64(1)<<l.width - 1
	l.words[word] = l.words[word]&^(mask<<lo) | x<<lo
	if lo+l.width > 64 {
		l.words[word+1] = l.words[word+1]&^(mask>>(64-lo)) | x>>(64-lo)
	}
}

func (l *lanes) at(i int) uint64 {
	word, lo := i*l.width/64, i*l.width%64
	x := l.words[word] >> lo
	if lo+l.width > 64 {
		x |= l.words[word+1] << (64 - lo)
	}
	return x & (uint64(1)<<l.width - 1)
}

// hosting is a host at work.
type hosting struct {
	m                                       *machine
	h                                       blocks.Hosted
	client                                  experiment.Client
	start                                   uint64 // cycle of the first step
	valid, dst                              *lanes
	count, source, arrival, transit, queued *lanes
	before                                  []uint64 // counts of arrivals
	seen                                    []experiment.Arrival
	waiting, give                           []int
}

// host runs the host of a point until it is done.
func (r *run) host(ctx context.Context, h experiment.Host) error {
	m := r.m
	if m.design.network == nil || m.design.network.Hosted == nil {
		return fmt.Errorf("a host needs a network whose description says how to get at its end nodes, and block %s has none",
			m.design.netlist.Top.Name)
	}
	of := *m.design.network.Hosted
	client := h.Start(experiment.Hosted{Nodes: of.Nodes, Interval: of.Interval, Queue: of.Queue})
	w := m.newHosting(of, client, uint64(r.now))
	next := r.now
	for i := 0; ; i++ {
		if w.step(uint64(i * of.Interval)) {
			break
		}
		if err := m.engine.Run(ctx, of.Interval); err != nil {
			return err
		}
		r.now += of.Interval
		r.frame()
		if r.now-r.audited >= m.auditor.interval() {
			m.auditor.look()
			r.audited = r.now
		}
		if r.now >= next {
			next = r.now + chunk
			r.progress(client.Part())
		}
	}
	counters, lists := client.Counters()
	maps.Copy(r.result.Counters, counters)
	r.result.Lists = lists
	return nil
}

func (m *machine) newHosting(of blocks.Hosted, client experiment.Client, start uint64) *hosting {
	top, n := m.design.netlist.Top, of.Nodes
	in := func(name string) *lanes { return newLanes(m.inputs[name], top.Port(name).Width/n, n) }
	out := func(name string) *lanes { return newLanes(m.outputs[name], top.Port(name).Width/n, n) }
	w := &hosting{m: m, h: of, client: client, start: start, valid: in(hostValid), dst: in(hostDst),
		count: out(hostCount), source: out(hostSource), arrival: out(hostAt), transit: out(hostTransit),
		queued: out(hostWaiting), before: make([]uint64, n), waiting: make([]int, n), give: make([]int, n)}
	phase := in(hostPhase)
	for i := range n {
		phase.set(i, uint64(client.Phase(i)))
	}
	m.give(hostPhase, phase)
	return w
}

// step reads what has arrived, and gives the nodes what the host says.
func (w *hosting) step(now uint64) (done bool) {
	e := w.m.engine
	e.Eval()
	for _, l := range []*lanes{w.count, w.source, w.arrival, w.transit, w.queued} {
		e.Output(l.port, l.words)
	}
	w.seen = w.seen[:0]
	for i := range w.before {
		w.waiting[i] = int(w.queued.at(i))
		if n := w.count.at(i); n != w.before[i] {
			w.before[i] = n
			at := (w.arrival.at(i) - uint64(w.h.Late) - w.start) & (1<<cycleBits - 1)
			w.seen = append(w.seen, experiment.Arrival{Node: i, Source: int(w.source.at(i)), At: at, Transit: w.transit.at(i)})
		}
		w.give[i] = -1
	}
	done = w.client.Step(now, w.seen, w.waiting, w.give)
	for i, dst := range w.give {
		if dst < 0 || done {
			w.valid.set(i, 0)
			continue
		}
		w.valid.set(i, 1)
		w.dst.set(i, uint64(dst))
	}
	w.m.give(hostValid, w.valid)
	w.m.give(hostDst, w.dst)
	return done
}

// Given is a value that a host has given an input of the top from a cycle on.
type Given struct {
	Cycle uint64
	Input string
	Words []uint64
}

// give drives an input of the top.
func (m *machine) give(name string, l *lanes) {
	m.engine.SetInput(l.port, l.words)
	if m.record != nil {
		*m.record = append(*m.record, Given{m.engine.Cycle(), name, slices.Clone(l.words)})
	}
}

// Record measures a point that has a host. It returns the netlist of its block with the ports for the host, and without
// what the audit adds, and what the host has given it: with these values and the inputs of the stimulus
// another simulator runs the same.
func (l *Lab) Record(ctx context.Context, p experiment.Point) (*ir.Design, []Given, experiment.Result, error) {
	var given []Given
	m := &machine{lab: l, record: &given}
	r, err := m.Run(ctx, p, func(float64) {})
	if err != nil {
		return nil, nil, r, err
	}
	d, err := l.block(p.Block).Elaborate(p.Params)
	if err != nil {
		return nil, nil, r, err
	}
	addHost(d, *m.design.network)
	return d, given, r, ir.Verify(d)
}

// hostKey tells a netlist with the ports of a host from one without.
func hostKey(p experiment.Point) string {
	if p.Host == nil {
		return ""
	}
	return " host"
}
