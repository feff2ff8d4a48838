package clos

import (
	"fmt"

	"culprit.example/culprit/rtlgen/blocks"
)

// nodeNames are the names of a node's counters by address.
var nodeNames = []struct {
	address int
	name    string
	max     bool
}{
	{addressReceived, "received", false}, {addressLatencySum, "latency_sum", false},
	{addressLatencyMax, "latency_max", true},
	{addressOrderErrors, "order_errors", false}, {addressMisroutes, "misroutes", false},
	{addressPackets, "packets", false}, {addressMade, "made", false}, {addressRefused, "refused", false},
	{hotClass + addressReceived, "hot_received", false}, {hotClass + addressLatencySum, "hot_latency_sum", false},
	{hotClass + addressPackets, "hot_packets", false}, {hotClass + addressLatencyMax, "hot_latency_max", true},
	{hotClass + addressMade, "hot_made", false}, {hotClass + addressRefused, "hot_refused", false},
	{addressHeld, "grants_held_max", true}, {addressMissing, "missing_segments", false},
	{addressStuck, "stuck_flows", false},
}

// counters are the counters of a network: those of all nodes added up, the longest
// queues by stage ("stage_2_out_max"), and the first cycle in which the fabric output to
// each node was full ("full_at_17"; 0: never).
func counters(p Params) blocks.Readback {
	t := p.topology()
	r := blocks.Readback{Unit: "read_unit", Address: "read_address", Data: "read_data", Latency: 3}
	for node := range t.Nodes() {
		for _, c := range nodeNames {
			r.Counters = append(r.Counters, blocks.Counter{Name: c.name, Unit: node, Address: c.address, Max: c.max})
		}
	}
	for stage := range t.Stages() {
		for e := range t.Elements() {
			add := func(name string, address int, largest bool) {
				r.Counters = append(r.Counters, blocks.Counter{Name: name, Unit: maxNodes + stage*t.Elements() + e,
					Address: address, Max: largest})
			}
			for port := range p.Ports {
				add(fmt.Sprintf("stage_%d_in_max", stage), addressInMax+port, true)
				add(fmt.Sprintf("stage_%d_out_max", stage), addressOutMax+port, true)
				if stage == t.Stages()-1 {
					add(fmt.Sprintf("full_at_%d", e*p.Ports+port), addressFullAt+port, false)
				}
			}
			add(fmt.Sprintf("stage_%d_refusals", stage), addressRefusals, false)
			add(fmt.Sprintf("stage_%d_stalls", stage), addressStalls, false)
		}
	}
	return r
}
