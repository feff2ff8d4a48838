// Package measured has the designs of the family that `rtlgen bench` measures: networks with
// the traffic inside, and a reader of their counters.
//
// What must not live here: hardware other than what a measurement needs around a design.
package measured

import (
	"fmt"
	"strings"

	"culprit.example/culprit/blocks/adaptive"
	"culprit.example/culprit/blocks/adaptive/graph"
	"culprit.example/culprit/rtlgen"
	"culprit.example/culprit/rtlgen/blocks"
	"culprit.example/culprit/testbench/speed"
)

// Subjects are the first of the papers' networks.
func Subjects() []*speed.Subject {
	first := graph.Named()[0]
	return []*speed.Subject{{
		Name: "adaptive_network", Switches: len(first.Switches), Build: network, WarmUp: 10_000,
		Shared: []string{"net.sw", "net.host"},
		Doc: fmt.Sprintf("routing around congestion: %s, %d switches, %d hosts", first.Name, len(first.Switches),
			len(first.Hosts)),
		Inputs: func(load float64) map[string]uint64 { return map[string]uint64{"seed": 2, "load": speed.Rate(load)} },
	}}
}

// network is adaptive_network: the first of its networks, uniform traffic.
func network() *rtlgen.Module {
	m := rtlgen.NewModule("bench_adaptive_network")
	net := rtlgen.Use(m, "net", adaptive.Network(rtlgen.Default[adaptive.NetworkParams]()))
	net.Seed.Drive(m.Input("seed", 32))
	net.Rate.Drive(m.Input("load", 17))
	net.Managed.Drive(1)
	net.Adaptive.Drive(1)
	net.Pattern.Drive(1)
	net.Measure.Drive(1)
	m.Unused("status", net.Ready, net.Hot)
	m.Output("error", speed.Sticky(m, net.Error))
	read := speed.Reader{
		Unit: net.Read.Unit, Address: net.Read.Address, Data: net.Read.Data,
		Received: func(name string) bool { return strings.HasPrefix(name, "flow_") },
	}
	read.Counters(m, blocks.Find(adaptive.Blocks(), "adaptive_network").Counters(nil))
	return m
}
