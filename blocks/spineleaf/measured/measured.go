// Package measured has the designs of the family that `rtlgen bench` measures: networks with
// the traffic inside, and a reader of their counters.
//
// What must not live here: hardware other than what a measurement needs around a design.
package measured

import (
	"fmt"

	"culprit.example/culprit/blocks/qcn"
	"culprit.example/culprit/blocks/spineleaf"
	"culprit.example/culprit/rtlgen"
	"culprit.example/culprit/rtlgen/blocks"
	"culprit.example/culprit/testbench/speed"
)

// Subjects are the network of the paper's experiments.
func Subjects() []*speed.Subject {
	q := rtlgen.Default[spineleaf.NetworkParams]()
	return []*speed.Subject{{
		Name: "qcn_network", Switches: q.Leaves + q.Spines, Build: network,
		Shared: []string{"net.leaf", "net.spine", "net.server"},
		Doc:    fmt.Sprintf("QCN: %d leaves, %d spines, %d servers", q.Leaves, q.Spines, q.Leaves*q.Ports),
		Inputs: inputs,
	}}
}

// offered is the unit of the load of a flow: the line rate over it.
const offered = 1000

// flowsOf are the flows of qcn_network that send: from each server to each other one.
func flowsOf(p spineleaf.NetworkParams) (list []struct{ server, flow, dst int }) {
	n := p.Leaves * p.Ports
	for flow := range min(n-1, p.Flows) {
		for server := range n {
			list = append(list, struct{ server, flow, dst int }{server, flow, (server + flow + 1) % n})
		}
	}
	return list
}

// network is qcn_network, with congestion points at the outputs. After reset a flow is
// entered in each cycle: all send with the same rate, the first some with a little more.
func network() *rtlgen.Module {
	m := rtlgen.NewModule("bench_qcn_network")
	p := rtlgen.Default[spineleaf.NetworkParams]()
	net := rtlgen.Use(m, "net", spineleaf.Network(p))
	net.Held.Seed.Drive(m.Input("seed", 32))
	net.Held.CPOut.Drive(1)
	net.Held.Pause.Drive(1)
	const begins, lastCycle, frame = 100, 1<<32 - 1, 1522
	net.RunsUntil.Drive(uint32(lastCycle))
	for _, off := range []rtlgen.In{net.Held.CPIn, net.Held.Policy, net.Held.Strict, net.Held.Cap, net.Window} {
		off.Drive(0)
	}
	rate, more := m.Input("rate", 10), m.Input("more", 8)
	flows := flowsOf(p)
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
	m.Output("error", speed.Sticky(m, net.Error))
	read := speed.Reader{
		Unit: net.Read.Unit, Address: net.Read.Address, Data: net.Read.Data,
		Received: func(name string) bool { return name == "frames_received" },
	}
	read.Counters(m, blocks.Find(spineleaf.Blocks(), "qcn_network").Counters(nil))
	return m
}

// inputs are the inputs of network: the load of all servers together is given to the
// flows in parts of 1/1000 of a line, at least one.
func inputs(load float64) map[string]uint64 {
	p := rtlgen.Default[spineleaf.NetworkParams]()
	n := uint64(len(flowsOf(p)))
	parts := max(1, uint64(load*offered*float64(p.Leaves*p.Ports)+0.5))
	return map[string]uint64{"seed": 1, "rate": parts / n, "more": parts % n}
}
