// Package measured has the designs of the family that `rtlgen bench` measures: networks with
// the traffic inside, and a reader of their counters.
//
// What must not live here: hardware other than what a measurement needs around a design.
package measured

import (
	"fmt"
	"math"

	"culprit.example/culprit/blocks/clos"
	"culprit.example/culprit/rtlgen"
	"culprit.example/culprit/rtlgen/blocks"
	"culprit.example/culprit/testbench/speed"
)

// Subjects are networks of elements with 4 and with 8 ports.
func Subjects() []*speed.Subject {
	return []*speed.Subject{subject("clos_network", clos.Defaults.Ports), subject("clos64", 8)}
}

// subject is a Clos network of three stages of elements with the given number of ports.
func subject(name string, ports int) *speed.Subject {
	p, t := clos.Defaults, clos.Topology{Ports: ports, Levels: 2}
	p.Ports = ports
	return &speed.Subject{
		Name: name, Switches: t.Stages() * t.Elements(), Build: func() *rtlgen.Module { return network(p) },
		Shared: []string{"net.stage_0", "net.stage_1", "net.stage_2", "net.node"},
		Doc:    fmt.Sprintf("request-grant: %d elements, %d nodes", t.Stages()*t.Elements(), t.Nodes()),
		Inputs: func(load float64) map[string]uint64 {
			return map[string]uint64{"seed": 1, "start": uint64(math.Round(load * (1 << 20)))}
		},
	}
}

// network is clos_network: request-grant, with channels for requests and grants.
func network(p clos.Params) *rtlgen.Module {
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
	for _, off := range []rtlgen.In{net.Own, net.HotRate, net.HotNode, net.HotMask, net.BlockStart, net.BlockEnd,
		net.Clear} {
		off.Drive(0)
	}
	m.Unused("now", net.Now)
	m.Output("error", speed.Sticky(m, net.Error))
	read := speed.Reader{
		Unit: net.Read.Unit, Address: net.Read.Address, Data: net.Read.Data,
		Received: func(name string) bool { return name == "received" },
	}
	read.Counters(m, blocks.Find(clos.Blocks(), "clos_network").Counters(blocks.Values{"ports": p.Ports}))
	return m
}
