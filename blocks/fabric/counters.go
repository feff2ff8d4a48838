package fabric

import (
	"fmt"

	"culprit.example/culprit/blocks/traffic"
	"culprit.example/culprit/rtlgen/blocks"
)

// monitorNames are the names of a monitor's counters by address, without the
// histogram.
var monitorNames = map[int]string{
	lineSum: "lines", detections: "allocations", refusedDetections: "no_free", droppedNotes: "dropped",
	droppedXoffs: "cam_full",
	birthCount:   "births", deathCount: "deallocations", xoffCount: "xoffs", xonCount: "xons",
}

// MonitorCounters is the number of counters of a monitor, with the addresses from 0 on.
const MonitorCounters = monitorCounters

// monitorUnit is the unit of switch 0; nodes have the numbers below.
const monitorUnit = 1 << nodeBits

// counters are the counters of a tree: those of all nodes added up, and those of
// the switches added up by level ("level_0_allocations"; level 0 is next to the
// nodes).
func counters(p Params) blocks.Readback {
	r := blocks.Readback{Unit: "read_unit", Address: "read_address", Data: "read_data", Latency: 3}
	for node := range p.Copies * p.Nodes() {
		for _, c := range traffic.Counters() {
			c.Unit = node
			r.Counters = append(r.Counters, c)
		}
	}
	if s, ok := p.scheme(); !ok || !s.monitored(p) {
		return r
	}
	for unit := range p.Copies * p.Switches() {
		level := unit % p.Switches() / p.perLevel()
		for address := range monitorCounters {
			name := monitorNames[address]
			if address <= maxSAQs {
				name = fmt.Sprintf("saqs_%d", address)
			}
			r.Counters = append(r.Counters, blocks.Counter{Name: fmt.Sprintf("level_%d_%s", level, name),
				Unit: monitorUnit + unit, Address: address})
		}
	}
	return r
}
