package speed

import (
	"fmt"
	"maps"
	"strings"

	"culprit/blocks"
	"culprit/blocks/adaptive"
	"culprit/blocks/clos"
	"culprit/blocks/qcn"
	"culprit/rtlgen"
)

// The networks of the other approaches, as their experiments have them: with the default
// values of their parameters, traffic inside, and all of their congestion management on.

// closNetwork is clos_network: request-grant, with channels for requests and grants.
func closNetwork(p clos.Params) *rtlgen.Module {
	m := rtlgen.NewModule("bench_clos_network")
	net := rtlgen.Use(m, "net", clos.Network(p))
	const fine, always = 20, 1 << 20
	net.Seed.Drive(m.Input("seed", 32))
	net.Start.Drive(m.Input("start", fine+1))
	net.Stop.Drive(always) // bursts of one cell
	net.Enable.Drive(1)
	net.Reserve.Drive(1)
	net.GrantRate.Drive(10) // 10/16 of the rate of the line
	net.Measure.Drive(1)
	for _, off := range []rtlgen.In{net.Own, net.HotRate, net.HotNode, net.HotMask, net.BlockStart, net.BlockEnd, net.Clear} {
		off.Drive(0)
	}
	m.Unused("now", net.Now)
	m.Output("error", sticky(m, net.Error))
	read := reader{
		unit: net.Read.Unit, address: net.Read.Address, unitBits: 9, addressBits: 7, data: net.Read.Data,
		received: func(name string) bool { return name == "received" },
	}
	read.counters(m, readbackOf(clos.Blocks(), "clos_network", blocks.Values{"ports": p.Ports}))
	return m
}

// adaptiveNetwork is adaptive_network: the first of its networks, uniform traffic.
func adaptiveNetwork() *rtlgen.Module {
	m := rtlgen.NewModule("bench_adaptive_network")
	net := rtlgen.Use(m, "net", adaptive.Network(rtlgen.Default[adaptive.NetworkParams]()))
	net.Seed.Drive(m.Input("seed", 32))
	net.Rate.Drive(m.Input("load", 17))
	net.Managed.Drive(1)
	net.Adaptive.Drive(1)
	net.Pattern.Drive(1)
	net.Measure.Drive(1)
	m.Unused("status", net.Ready, net.Hot)
	m.Output("error", sticky(m, net.Error))
	read := reader{
		unit: net.Read.Unit, address: net.Read.Address, unitBits: 8, addressBits: 7, data: net.Read.Data,
		received: func(name string) bool { return strings.HasPrefix(name, "flow_") },
	}
	read.counters(m, readbackOf(adaptive.Blocks(), "adaptive_network", nil))
	return m
}

// offered is the unit of the load of a flow of qcn_network: the line rate over it.
const offered = 1000

// qcnFlows are the flows of qcn_network that send: from each server to each other one.
func qcnFlows(p qcn.NetworkParams) (list []struct{ server, flow, dst int }) {
	n := p.Leaves * p.Ports
	for flow := range min(n-1, p.Flows) {
		for server := range n {
			list = append(list, struct{ server, flow, dst int }{server, flow, (server + flow + 1) % n})
		}
	}
	return list
}

// qcnNetwork is qcn_network, with congestion points at the outputs. After reset a flow is
// entered in each cycle: all send with the same rate, the first some with a little more.
func qcnNetwork() *rtlgen.Module {
	m := rtlgen.NewModule("bench_qcn_network")
	p := rtlgen.Default[qcn.NetworkParams]()
	net := rtlgen.Use(m, "net", qcn.Network(p))
	net.Held.Seed.Drive(m.Input("seed", 32))
	net.Held.CPOut.Drive(1)
	net.Held.Pause.Drive(1)
	const begins, lastCycle, frame = 100, 1<<32 - 1, 1522
	net.RunsUntil.Drive(uint32(lastCycle))
	for _, off := range []rtlgen.In{net.Held.CPIn, net.Held.Policy, net.Held.Strict, net.Held.Cap, net.Window} {
		off.Drive(0)
	}
	rate, more := m.Input("rate", 10), m.Input("more", 8)
	flows := qcnFlows(p)
	bits := rtlgen.CountBits(len(flows))
	at := m.Reg("entered_q", bits, 0)
	enters := m.Let("enters", at.Ne(len(flows)))
	m.If(enters, func() { at.Set(at.Add(1)) })
	const field = 8
	row := m.ROMInit("flows", len(flows), 3*field, func(i int) rtlgen.Operand {
		return flows[i].server<<(2*field) | flows[i].flow<<field | flows[i].dst
	}).Read("entry", at.Low(rtlgen.IndexBits(len(flows))))
	set := net.Set
	set.Valid.Drive(enters)
	set.Server.Drive(row.High(field).Low(rtlgen.CountBits(p.Leaves * p.Ports)))
	set.Flow.Drive(row.Slice(2*field-1, field).Low(rtlgen.IndexBits(p.Flows)))
	set.Dst.Drive(row.Low(field).Zext(qcn.AddressBits))
	set.Rate.Drive(rate.Add(at.Zext(8).Lt(more).Zext(10)))
	set.Prio.Drive(0)
	set.Length.Drive(frame)
	set.Start.Drive(begins)
	set.Stop.Drive(uint32(lastCycle))
	m.Unused("now", net.Now)
	m.Output("error", sticky(m, net.Error))
	read := reader{
		unit: net.Read.Unit, address: net.Read.Address, unitBits: rtlgen.CountBits(p.Leaves * p.Ports), addressBits: 16, data: net.Read.Data,
		received: func(name string) bool { return name == "frames_received" },
	}
	read.counters(m, readbackOf(qcn.Blocks(), "qcn_network", nil))
	return m
}

// qcnInputs are the inputs of qcnNetwork: the load of all servers together is given to the
// flows in parts of 1/1000 of a line, at least one.
func qcnInputs(load float64) map[string]uint64 {
	p := rtlgen.Default[qcn.NetworkParams]()
	n := uint64(len(qcnFlows(p)))
	parts := max(1, uint64(load*offered*float64(p.Leaves*p.Ports)+0.5))
	return map[string]uint64{"seed": 1, "rate": parts / n, "more": parts % n}
}

// sticky is 1 from the cycle after the first error on.
func sticky(m *rtlgen.Module, errors rtlgen.Out) rtlgen.Value {
	q := m.Reg("error_q", 1, 0)
	q.Set(q.Or(errors.Any()))
	return q.Value
}

// readbackOf are the counters of a block, with values of parameters that are not the
// default ones.
func readbackOf(list []*blocks.Block, name string, other blocks.Values) blocks.Readback {
	b := blocks.Find(list, name)
	values := b.Defaults()
	maps.Copy(values, other)
	return b.Readback(values)
}

// reader reads the counters of a network.
type reader struct {
	unit, address         rtlgen.In
	unitBits, addressBits int
	data                  rtlgen.Out
	received              func(counter string) bool // it counts packets that have been received
}

// counters reads one counter after the other, again and again. Delivered is the number of
// packets that were received up to the last time that all were read, the digest changes
// with each word and each time.
func (r reader) counters(m *rtlgen.Module, of blocks.Readback) {
	var list []blocks.Counter
	for _, c := range of.Counters {
		if !strings.Contains(c.Name, "_until_") { // of a window of time: there are many, and no windows here
			list = append(list, c)
		}
	}
	unit, address := r.unitBits, r.addressBits
	bits := rtlgen.IndexBits(len(list))
	at := m.Reg("reads_q", bits, 0)
	last := m.Let("last_read", at.Eq(len(list)-1))
	at.Set(rtlgen.Mux(last, 0, at.Add(1)))
	row := m.ROMInit("counters", len(list), 1+unit+address, func(i int) rtlgen.Operand {
		x := uint64(list[i].Unit)<<address | uint64(list[i].Address)
		if r.received(list[i].Name) {
			x |= 1 << (unit + address)
		}
		return x
	}).Read("counter", at)
	r.unit.Drive(row.Slice(unit+address-1, address))
	r.address.Drive(row.Low(address))
	read, counts, ends := m.Ones(1), row.High(1), last
	for i := range of.Latency {
		read = m.Next(fmt.Sprintf("read_%d", i), read, 0).Value // before, the word may be anything
		counts, ends = m.Next(fmt.Sprintf("counts_%d", i), counts, 0).Value, m.Next(fmt.Sprintf("ends_%d", i), ends, 0).Value
	}
	const sumBits, digestBits = 40, 32
	word := m.Let("word", rtlgen.Mux(read, r.data.Value.Zext(64), 0))
	sum := m.Reg("sum_q", sumBits, 0)
	total := m.Let("total", sum.Add(word.Low(sumBits).And(counts.Replicate(sumBits))))
	sum.Set(rtlgen.Mux(ends, 0, total))
	delivered := m.Reg("delivered_q", sumBits, 0)
	m.If(ends, func() { delivered.Set(total) })
	digest := m.Reg("digest_q", digestBits, 1)
	digest.Set(digest.RotL(1).Xor(word.Low(digestBits)).Xor(word.High(digestBits)))
	m.Output("delivered", delivered.Value)
	m.Output("digest", digest.Value)
}
