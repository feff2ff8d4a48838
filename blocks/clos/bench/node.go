package bench

import (
	"math/rand"

	rtl "culprit.example/culprit/blocks/clos"
	"culprit.example/culprit/blocks/clos/golden"
	"culprit.example/culprit/rtlgen/blocks"
	"culprit.example/culprit/rtlgen/ir"
	"culprit.example/culprit/testbench"
	"culprit.example/culprit/testbench/kit"
)

var nodeCoverPoints = []string{"cell sent", "cell arrives", "cells back to back", "counter read", "grants were held",
	"request sent", "grant sent"}

func nodeBench() testbench.Bench {
	return testbench.Bench{
		Block: blocks.Of(rtl.Node), MinCycles: 6000, CoverPoints: nodeCoverPoints, Scripted: true, Resets: 6,
		AnyReset: map[string]string{
			"clos_node.of_sink": "all counters are 0",
		},
		CoverPointsFor: func(v blocks.Values) []string {
			plain, quiet := v["scheme"] == 0, v["scheme"] != 1
			return kit.Without(nodeCoverPoints, kit.Cannot{"grants were held": plain, "request sent": quiet,
				"grant sent": quiet})
		},
		New: func(v blocks.Values, rng *rand.Rand) testbench.Case {
			p := kit.ParamsOf[golden.Params](v)
			r := newNodeRun(p, rng)
			return testbench.NewCase(golden.NewNodeIn(p), golden.NewNodeOut(p), r.step, r.drive, r.observe)
		},
	}
}

// nodeRun is a node among golden ones, on a fabric without conflicts but at its
// outputs.
type nodeRun struct {
	p        golden.Params
	rng      *rand.Rand
	me       int
	nodes    []*golden.Node
	now      uint32
	traffic  golden.Traffic
	reserve  bool
	rate     int
	slow     int
	toward   [][]beat // words on their way, by destination
	sending  [][]beat // of the message on its link, by source
	credits  []int    // to be given back, by node
	ends     [2][]*golden.Channel
	control  [2][]golden.Control // words of the cycle before, by sender
	offered  []golden.NodeIn
	lastSent bool
}

// beat is a word on a link; a cell is head and tail.
type beat struct {
	head, tail bool
	data       []uint32
}

func newNodeRun(p golden.Params, rng *rand.Rand) *nodeRun {
	r := &nodeRun{p: p, rng: rng, me: rng.Intn(p.Nodes), now: 0, traffic: someTraffic(rng, p, p.Nodes),
		reserve: kit.Chance(rng, 50), rate: kit.Pick(rng, []int{16, 160}), slow: kit.Pick(rng, []int{0, 20})}
	r.toward, r.sending, r.credits = make([][]beat, p.Nodes), make([][]beat, p.Nodes), make([]int, p.Nodes)
	for range p.Nodes {
		r.nodes = append(r.nodes, golden.NewNode(p))
		r.offered = append(r.offered, golden.NewNodeIn(p))
		for c := range r.ends {
			r.ends[c] = append(r.ends[c], golden.NewChannel(p))
			r.control[c] = append(r.control[c], golden.Control{})
		}
	}
	return r
}

func (r *nodeRun) drive(cycle int) golden.NodeIn {
	rng := r.rng
	tick := !kit.Chance(rng, r.slow)
	m := golden.Measurement{Measure: true, Clear: kit.Chance(rng, 1) && kit.Chance(rng, 20)}
	for a := range r.nodes {
		in := golden.NewNodeIn(r.p)
		in.Traffic = r.traffic
		in.Measurement = m
		in.Node = a
		in.Now = r.now
		in.Reserve = r.reserve
		in.GrantRate = r.rate
		in.Tick = tick
		in.ReadAddress = rng.Intn(20)
		if len(r.toward[a]) > 0 {
			b := r.toward[a][0]
			in.RxValid, in.RxHead, in.RxTail, in.RxData = true, b.head, b.tail, b.data
			r.toward[a] = r.toward[a][1:]
		}
		if r.credits[a] > 0 && kit.Chance(rng, 90) {
			in.TxCredit = true
			r.credits[a]--
		}
		for c := range r.ends {
			x := golden.NewChannelIn(r.p.Nodes)
			x.Node = a
			for s, w := range r.control[c] {
				x.InValid[s], x.InNode[s], x.InCount[s] = w.Valid, w.Node, w.Count
			}
			out := r.ends[c][a].Step(x)
			if c == 0 {
				in.ReqRxValid, in.ReqRxNode, in.ReqRxCount = out.OutValid, out.OutNode, out.OutCount
			} else {
				in.GntRxValid, in.GntRxNode, in.GntRxCount = out.OutValid, out.OutNode, out.OutCount
			}
		}
		r.offered[a] = in
	}
	r.now++
	return r.offered[r.me]
}

func (r *nodeRun) step(in golden.NodeIn) golden.NodeOut {
	var mine golden.NodeOut
	for a, node := range r.nodes {
		x := r.offered[a]
		if a == r.me {
			x = in
		}
		out := node.Step(x)
		if a == r.me {
			mine = out
		}
		if out.TxValid {
			r.sending[a] = append(r.sending[a], beat{out.TxHead, out.TxTail, out.TxData})
			if out.TxTail {
				dst := destination(r.p, r.sending[a][0].data)
				r.toward[dst], r.sending[a] = append(r.toward[dst], r.sending[a]...), nil
				r.credits[a]++
			}
		}
		r.control[0][a] = golden.Control{Valid: out.ReqTxValid, Node: out.ReqTxNode, Count: out.ReqTxCount}
		r.control[1][a] = golden.Control{Valid: out.GntTxValid, Node: out.GntTxNode, Count: out.GntTxCount}
	}
	return mine
}

// destination of a word: behind the top bit and the path.
func destination(p golden.Params, data []uint32) int {
	x := p.Number(data)
	node := ir.IndexBits(p.Nodes)
	top := 95 - 31*p.Beat
	return int(x.Rsh(x, uint(top-ir.IndexBits(p.Paths)-node)).Uint64() & (1<<node - 1))
}

func (r *nodeRun) observe(in golden.NodeIn, out golden.NodeOut, hit func(string)) {
	kit.Reached{
		"cell sent": out.TxValid, "cell arrives": in.RxValid, "cells back to back": out.TxValid && r.lastSent,
		"counter read":     out.ReadData > 0,
		"grants were held": in.GntRxValid || out.ReadData > 0 && r.p.Scheme == 2, "request sent": out.ReqTxValid,
		"grant sent": out.GntTxValid,
	}.Report(hit)
	r.lastSent = out.TxValid
}
