package hardware

import (
	"context"

	"culprit/testbench/experiment"
)

// Addresses of a node's counters (blocks/traffic/README.md); the histogram of
// latencies is before them.
const (
	nodeMade = experiment.LatencyBins + iota
	nodeRefused
	nodeSent
	nodeReceived
	nodeLatencySum
	nodeLatencyMax
	nodeOrderErrors
	nodePayloadErrors
	nodeMisroutes
	nodeQueued
	nodeXoffs
	nodeXoffsRefused
	nodeNetworkLatencySum
	nodeCounters
)

// Addresses of a monitor's counters (blocks/fabric/README.md).
const (
	monitorSAQs      = 0
	monitorLines     = 9
	monitorAllocated = 10
	monitorNoFree    = 11
	monitorDropped   = 12
	monitorCAMFull   = 13
	monitorCounters  = 14
	monitorUnit      = 1 << 8 // read_unit of switch 0
	readLatency      = 3      // cycles from read_address to read_data
	nodesPerSwitch   = 4      // nodes per switch of a level
)

// read is one counter to be read.
type read struct {
	unit, address int
	add           func(x uint64)
}

// readOut reads all counters, one per cycle. Traffic goes on meanwhile; the
// window has ended.
func (m *machine) readOut(ctx context.Context, p experiment.Point, r *experiment.Result) error {
	list := append(nodeReads(p, r), monitorReads(p, r)...)
	for i := range len(list) + readLatency {
		if i >= readLatency {
			list[i-readLatency].add(m.output("read_data"))
		}
		if i < len(list) {
			m.input("read_unit", uint64(list[i].unit))
			m.input("read_address", uint64(list[i].address))
		}
		m.engine.Step()
		if err := ctx.Err(); err != nil {
			return err
		}
	}
	return nil
}

func nodeReads(p experiment.Point, r *experiment.Result) []read {
	r.LatencyHistogram = make([]uint64, experiment.LatencyBins)
	sum := func(total *uint64) func(uint64) { return func(x uint64) { *total += x } }
	counters := map[int]func(uint64){
		nodeMade: sum(&r.Made), nodeRefused: sum(&r.Refused), nodeSent: sum(&r.Sent), nodeReceived: sum(&r.Received),
		nodeLatencySum: sum(&r.LatencySum), nodeLatencyMax: func(x uint64) { r.LatencyMax = max(r.LatencyMax, x) },
		nodeOrderErrors: sum(&r.OrderErrors), nodePayloadErrors: sum(&r.PayloadErrors), nodeMisroutes: sum(&r.Misroutes),
		nodeQueued: sum(&r.Queued), nodeXoffs: sum(&r.Xoffs), nodeXoffsRefused: sum(&r.XoffsRefused), nodeNetworkLatencySum: sum(&r.NetworkLatencySum),
	}
	for bin := range r.LatencyHistogram {
		counters[bin] = sum(&r.LatencyHistogram[bin])
	}
	var list []read
	for node := range p.Nodes {
		for address := range nodeCounters {
			list = append(list, read{node, address, counters[address]})
		}
	}
	return list
}

// monitorReads reads the monitors, if the network has some, level by level.
func monitorReads(p experiment.Point, r *experiment.Result) []read {
	if p.SAQs == 0 {
		return nil
	}
	perLevel := p.Nodes / nodesPerSwitch
	var list []read
	r.Levels = make([]experiment.Level, levels(p.Nodes))
	for i := range r.Levels {
		l := &r.Levels[i]
		l.SAQHistogram = make([]uint64, monitorLines)
		counters := [monitorCounters]*uint64{monitorLines: &l.LineSum, monitorAllocated: &l.Allocations, monitorNoFree: &l.NoFree, monitorDropped: &l.Dropped, monitorCAMFull: &l.CAMFull}
		for k := range l.SAQHistogram {
			counters[monitorSAQs+k] = &l.SAQHistogram[k]
		}
		for s := i * perLevel; s < (i+1)*perLevel; s++ {
			for address, counter := range counters {
				list = append(list, read{monitorUnit + s, address, func(x uint64) { *counter += x }})
			}
		}
	}
	return list
}
