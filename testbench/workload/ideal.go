package workload

import (
	"cmp"
	"slices"

	"culprit.example/culprit/testbench/experiment"
)

// Ideal runs a workload in a network that only its end nodes limit: a packet takes its time on the
// link of its source, then the registers of the shortest way, then its time on the link of its
// destination. In front of that link waits what has arrived, in order, in a queue without bound:
// an output-queued switch with a port per node. A packet goes through if nothing waits. No network with these links
// is faster in delivering what its nodes get.
//
// It is a model in Go, made from this paragraph; no netlist has it.
func (w *Workload) Ideal(s Setup, interval int) experiment.Result {
	n := idealNetwork{setup: s, interval: uint64(interval), outputs: make([]idealOutput, s.Nodes)}
	r := w.Start(s, experiment.Hosted{Nodes: s.Nodes, Interval: interval, Queue: 1 << 30})
	waiting, give := make([]int, s.Nodes), make([]int, s.Nodes)
	for now := uint64(0); !r.Step(now, n.until(now), waiting, give); now += n.interval {
		for src, dst := range give {
			if dst >= 0 {
				n.send(src, dst, now+uint64(r.Phase(src)))
			}
		}
	}
	counters, lists := r.Counters()
	return experiment.Result{Counters: counters, Lists: lists}
}

// idealNetwork is the network at work.
type idealNetwork struct {
	setup    Setup
	interval uint64
	outputs  []idealOutput
	seen     []experiment.Arrival
}

// idealOutput is the queue of a destination.
type idealOutput struct {
	coming []idealPacket // in the order in which they come to the queue
	free   uint64        // cycle from which the link is
}

// idealPacket is a packet whose last beat could be at its destination in cycle at.
type idealPacket struct {
	source   int
	sent, at uint64
}

// send has a packet start on the link of its source. A node sends one per interval, so that the link is free.
func (n *idealNetwork) send(src, dst int, cycle uint64) {
	p := idealPacket{src, cycle, cycle + n.interval + uint64(n.setup.links(src, dst)*n.setup.Latency) - 1}
	list := &n.outputs[dst].coming
	i, _ := slices.BinarySearchFunc(*list, p, func(a, b idealPacket) int {
		return cmp.Or(cmp.Compare(a.at, b.at), cmp.Compare(a.source, b.source))
	})
	*list = slices.Insert(*list, i, p)
}

// until are the packets that have arrived before a cycle, one per destination at most.
func (n *idealNetwork) until(now uint64) []experiment.Arrival {
	n.seen = n.seen[:0]
	for dst := range n.outputs {
		o := &n.outputs[dst]
		if len(o.coming) == 0 {
			continue
		}
		p := o.coming[0]
		at := max(p.at, o.free)
		if at >= now {
			continue
		}
		o.coming = o.coming[1:]
		o.free = at + n.interval
		n.seen = append(n.seen, experiment.Arrival{Node: dst, Source: p.source, At: at, Transit: at - p.sent})
	}
	return n.seen
}
