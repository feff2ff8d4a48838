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
	hostValid   = "host_valid"    // the node makes a packet in this interval
	hostDst     = "host_dst"      // its destination
	hostPhase   = "host_phase"    // in which cycle of the interval
	hostMake    = "host_make"     // inside: it makes the packet in this cycle
	hostCount   = "host_count"    // packets that have arrived
	hostSource  = "host_source"   // of the last one: where it comes from
	hostAt      = "host_at"       // in which cycle it arrived, from reset on
	hostTransit = "host_transit"  // cycles since it was sent
	hostWaiting = "host_waiting"  // packets that wait in the node
	hostLeft    = "host_left"     // instead of the two: packets that have left the node,
	hostLeftFor = "host_left_for" // where the last leftKept of them go, the last one in the low bits,
	hostLeftAt  = "host_left_at"  // and when they left
)

const (
	arrivalBits = 8 // of a count of arrivals: one per interval at most
	cycleBits   = 32
	leftKept    = 2 // packets that leave a node in an interval at most: of one beat per cycle
)

// addHost gives the top the ports with which a host makes packets and sees those that arrive.
func addHost(d *ir.Design, n blocks.Network) {
	h := n.Hosted
	node := network.InstanceOf(d.Top, n.Node)
	maker := network.InstanceOf(node.Of, h.Maker).Of
	dst := register(maker, h.Dst)
	to := addLanes(d, node, maker, hostDst, dst.Width)
	turn := addTurns(d, node.Count, h.Cycles(h.Interval))
	makes := addInner(d, node, maker, hostMake, network.Result(turn, hostMake))
	made := []ir.Stmt{&ir.Assign{Sig: register(maker, h.Valid), Value: network.Constant(1, 1)},
		&ir.Assign{Sig: dst, Value: ir.Read(to)}}
	if h.DstBit != "" {
		one := register(maker, h.DstBit)
		made = append(made, &ir.Assign{Sig: one, Value: ir.Apply(ir.OpDecode, one.Width, ir.Read(to))})
	}
	maker.Body = append(maker.Body, &ir.If{Cond: ir.Read(makes), Then: made})
	up := network.NewLift(d)
	inside := func(b blocks.Bits) (list []*ir.Node) {
		for i := range node.Count {
			at := b
			at.Path = node.CopyName(i) + "." + b.Path
			if b.And != "" {
				at.And = node.CopyName(i) + "." + b.And
			}
			list = append(list, up.Bits(at))
		}
		return list
	}
	of := func(path string) []*ir.Node { return inside(blocks.Bits{Path: path}) }
	watched := map[string][]*ir.Node{hostSource: of(h.Source)}
	if h.Left == nil {
		watched[hostTransit] = of(h.Transit)
		addOutput(d.Top, hostWaiting, ir.Concat(of(h.Waiting)...))
	}
	addWatch(d, eventWatch{hostCount, hostAt, 1, inside(h.Arrived)}, watched)
	if h.Left != nil {
		addWatch(d, eventWatch{hostLeft, hostLeftAt, leftKept, of(h.Left.Valid)},
			map[string][]*ir.Node{hostLeftFor: of(h.Left.Dst)})
	}
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
	return addInner(d, array, m, name, ir.Read(top))
}

// addInner gives a module inside of each copy of an array a lane of a value of the top.
func addInner(d *ir.Design, array *ir.Instance, m *ir.Module, name string, all *ir.Node) *ir.Signal {
	width := all.Width / array.Count
	outer := network.AddInput(d, array.Of, name, width, func(*ir.Module) *ir.Node { return all })
	network.Connection(array, name).Broadcast = false
	return network.AddInput(d, m, name, width, func(*ir.Module) *ir.Node { return ir.Read(outer) })
}

// addTurns adds what tells each node the cycle of the interval in which it makes a packet.
func addTurns(d *ir.Design, nodes, interval int) *ir.Instance {
	width := bits.Len(uint(interval - 1))
	m := rtlgen.NewModule("host_turn")
	m.Doc("the node makes a packet in this cycle")
	valid, phase := m.Input(hostValid, 1), m.Input(hostPhase, width)
	cycle := m.Reg("cycle", width, 0, "of the interval")
	cycle.Set(rtlgen.Mux(cycle.Eq(interval-1), 0, cycle.Add(1)))
	m.Output(hostMake, valid.And(cycle.Eq(phase)))
	lanes := map[string][]*ir.Node{}
	for _, x := range []struct {
		name  string
		width int
	}{{hostValid, 1}, {hostPhase, width}} {
		port := &ir.Signal{Name: x.name, Kind: ir.Input, Width: nodes * x.width}
		d.Top.Ports = append(d.Top.Ports, port)
		lanes[x.name] = []*ir.Node{ir.Read(port)}
	}
	return addArray(d, m, nodes, lanes)
}

// eventWatch is a pulse in each node, how many of the last ones are kept, and what the outputs with their count and
// their cycles are called.
type eventWatch struct {
	count, at string
	kept      int
	pulses    []*ir.Node
}

// addWatch adds what remembers the last events at each node until the host looks: the values, by the names of their
// outputs, in the cycle of an event, the last one lowest.
func addWatch(d *ir.Design, w eventWatch, values map[string][]*ir.Node) {
	m := rtlgen.NewModule(w.count + "_watch")
	m.Doc("the last events at a node")
	const pulse, value = "happens", "now_" // an input, and before the name of its output
	happens := m.Input(pulse, 1)
	lanes := map[string][]*ir.Node{pulse: w.pulses}
	cycle := m.Reg("cycle", cycleBits, 0)
	cycle.Set(cycle.Add(1))
	count := m.Reg("count_q", arrivalBits, 0)
	m.If(happens, func() { count.Set(count.Add(1)) })
	m.Output(w.count, count)
	outputs := []string{w.count}
	keep := func(name string, x rtlgen.Value) {
		q := m.Reg(name+"_q", w.kept*x.Width(), 0)
		last := x
		if w.kept > 1 {
			last = rtlgen.Cat(q.Low(q.Width()-x.Width()), x)
		}
		m.If(happens, func() { q.Set(last) })
		m.Output(name, q)
		outputs = append(outputs, name)
	}
	keep(w.at, cycle.Value)
	for _, name := range slices.Sorted(maps.Keys(values)) {
		keep(name, m.Input(value+name, values[name][0].Width))
		lanes[value+name] = values[name]
	}
	in := addArray(d, m, len(w.pulses), lanes)
	for _, name := range outputs {
		addOutput(d.Top, name, network.Result(in, name))
	}
}

// addArray adds a copy of a module for each node, with a lane of each input.
func addArray(d *ir.Design, m *rtlgen.Module, nodes int, lanes map[string][]*ir.Node) *ir.Instance {
	built, err := rtlgen.Elaborate(m)
	if err != nil {
		panic("BUG: what a host needs beside the nodes: " + err.Error())
	}
	d.Modules = slices.Insert(d.Modules, len(d.Modules)-1, built.Top)
	in := &ir.Instance{Name: built.Top.Name, Of: built.Top, Count: nodes, Array: true}
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

// part is one of n equal parts of a lane, the lowest first.
func (l *lanes) part(i, part, n int) uint64 {
	narrow := lanes{width: l.width / n, words: l.words}
	return narrow.at(i*n + part)
}

// hosting is a host at work.
type hosting struct {
	m                                       *machine
	h                                       blocks.Hosted
	client                                  experiment.Client
	start                                   uint64 // cycle of the first step
	valid, dst                              *lanes
	count, source, arrival, transit, queued *lanes // transit and queued: nil if leaving is not
	leaving                                 *leaving
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
	interval := of.Cycles(of.Interval)
	if r.now%interval != 0 {
		return fmt.Errorf("the phases before a host take %d cycles: give a multiple of %d, the cycles of a packet", r.now,
			interval)
	}
	w := m.newHosting(of, h, uint64(r.now))
	next := r.now
	for i := 0; ; i++ {
		done, err := w.step(uint64(i * of.Interval))
		if err != nil {
			return err
		}
		if done {
			break
		}
		if err := m.engine.Run(ctx, interval); err != nil {
			return err
		}
		r.now += interval
		r.frame()
		if r.now-r.audited >= m.auditor.interval() {
			m.auditor.look()
			r.audited = r.now
		}
		if r.now >= next {
			next = r.now + chunk
			r.progress(w.client.Part())
		}
	}
	r.byHost, r.result.Lists = w.client.Counters()
	return nil
}

// measuredByHost adds the counters of the host. A counter of the block with the same name is blockCounter of it.
func (r *run) measuredByHost() {
	for name, x := range r.byHost {
		if of, ok := r.result.Counters[name]; ok {
			r.result.Counters[blockCounter+name] = of
		}
		r.result.Counters[name] = x
	}
}

// blockCounter begins the name of a counter of a block that the host has, too.
const blockCounter = "block_"

func (m *machine) newHosting(of blocks.Hosted, h experiment.Host, start uint64) *hosting {
	top, n := m.design.netlist.Top, of.Nodes
	in := func(name string) *lanes { return newLanes(m.inputs[name], top.Port(name).Width/n, n) }
	out := func(name string) *lanes { return newLanes(m.outputs[name], top.Port(name).Width/n, n) }
	w := &hosting{m: m, h: of, start: start, valid: in(hostValid), dst: in(hostDst),
		count: out(hostCount), source: out(hostSource), arrival: out(hostAt),
		before: make([]uint64, n), waiting: make([]int, n), give: make([]int, n)}
	if of.Left == nil {
		w.transit, w.queued = out(hostTransit), out(hostWaiting)
	} else {
		w.leaving = newLeaving(out, n, of.Left.Queue)
	}
	kind := experiment.Hosted{Nodes: n, Interval: of.Interval, Queue: of.Queue}
	if w.leaving != nil {
		kind.Room = w.leaving.room
	}
	w.client = h.Start(kind)
	phase := in(hostPhase)
	for i := range n {
		phase.set(i, uint64(min(of.Cycles(w.client.Phase(i)), of.Cycles(of.Interval)-1)))
	}
	m.give(hostPhase, phase)
	return w
}

// since are the cycles from the first step to that cycle, less late.
func (w *hosting) since(cycle uint64, late int) uint64 {
	return (cycle - uint64(late) - w.start) & (1<<cycleBits - 1)
}

// step reads what has arrived, and gives the nodes what the host says.
func (w *hosting) step(now uint64) (done bool, err error) {
	e := w.m.engine
	e.Eval()
	for _, l := range []*lanes{w.count, w.source, w.arrival, w.transit, w.queued} {
		if l != nil {
			e.Output(l.port, l.words)
		}
	}
	if w.leaving != nil {
		if err := w.leaving.look(w); err != nil {
			return false, err
		}
	}
	w.seen = w.seen[:0]
	for i := range w.before {
		if w.queued != nil {
			w.waiting[i] = int(w.queued.at(i))
		}
		if n := w.count.at(i); n != w.before[i] {
			w.before[i] = n
			w.seen = append(w.seen, w.arrived(i))
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
		if w.leaving != nil {
			w.waiting[i]++
			w.leaving.waiting[i*w.h.Nodes+dst]++
		}
	}
	w.m.give(hostValid, w.valid)
	w.m.give(hostDst, w.dst)
	return done, nil
}

// arrived is the last packet that has arrived at a node.
func (w *hosting) arrived(node int) experiment.Arrival {
	source, at := int(w.source.at(node)), w.since(w.arrival.at(node), w.h.Late)
	var transit uint64
	if w.leaving == nil {
		transit = w.transit.at(node)
	} else {
		transit = at - w.leaving.sent(source, node, at)
	}
	return experiment.Arrival{Node: node, Source: source, At: w.h.BeatTimes(at), Transit: w.h.BeatTimes(transit)}
}

// leaving is what has left the nodes.
type leaving struct {
	count, dst, at *lanes
	before         []uint64
	nodes          int
	queue          int        // packets that wait for a destination at most
	waiting        []int      // by source and destination
	times          [][]uint64 // likewise: when the packets on their way were sent
}

func newLeaving(out func(name string) *lanes, nodes, queue int) *leaving {
	return &leaving{count: out(hostLeft), dst: out(hostLeftFor), at: out(hostLeftAt), before: make([]uint64, nodes),
		nodes: nodes, queue: queue, waiting: make([]int, nodes*nodes), times: make([][]uint64, nodes*nodes)}
}

// room reports whether a node takes another packet for a destination.
func (l *leaving) room(node, dst int) bool { return l.waiting[node*l.nodes+dst]+1 < l.queue }

// look takes those that have left since the last time.
func (l *leaving) look(w *hosting) error {
	for _, x := range []*lanes{l.count, l.dst, l.at} {
		w.m.engine.Output(x.port, x.words)
	}
	for node := range l.before {
		n := l.count.at(node)
		left := int(n-l.before[node]) & (1<<arrivalBits - 1)
		l.before[node] = n
		if left > leftKept {
			return fmt.Errorf("BUG: %d packets have left node %d in an interval, and %d are kept", left, node, leftKept)
		}
		w.waiting[node] -= left
		for i := left - 1; i >= 0; i-- {
			dst := l.dst.part(node, i, leftKept)
			pair := node*l.nodes + int(dst)%l.nodes
			l.waiting[pair]--
			l.times[pair] = append(l.times[pair], w.since(l.at.part(node, i, leftKept), w.h.Left.Late))
		}
	}
	return nil
}

// sent is when the next packet of a pair to arrive was sent; at, if none was.
func (l *leaving) sent(source, dst int, at uint64) uint64 {
	list := &l.times[source%l.nodes*l.nodes+dst]
	if len(*list) == 0 {
		return at
	}
	sent := (*list)[0]
	*list = (*list)[1:]
	return sent
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
