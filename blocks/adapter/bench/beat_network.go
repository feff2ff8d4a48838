package bench

import (
	"math/rand"

	"culprit/blocks/adapter/golden"
)

// beatNetwork is network for beat mode: a message is delivered whole, perhaps with
// gaps, when all of it has been sent.
type beatNetwork struct {
	rng     *rand.Rand
	p       golden.Params
	me      int
	nodes   []*golden.BeatAdapter
	sending [][]golden.Beat   // by source: the message on its link
	data    [][][]golden.Beat // messages for each adapter, by source and path
	rx      [][]golden.Beat   // by destination: the rest of the message on its link
	reqs    [][]count
	gnts    [][]count
	home    []int
}

func newBeatNetwork(rng *rand.Rand, p golden.Params, me int) *beatNetwork {
	n := &beatNetwork{
		rng: rng, p: p, me: me, sending: make([][]golden.Beat, p.Nodes), data: make([][][]golden.Beat, p.Nodes*p.Nodes*p.Paths), rx: make([][]golden.Beat, p.Nodes),
		reqs: make([][]count, p.Nodes), gnts: make([][]count, p.Nodes), home: make([]int, p.Nodes),
	}
	for range p.Nodes {
		n.nodes = append(n.nodes, golden.NewBeatAdapter(p))
	}
	return n
}

// inputs are what the network gives an adapter in this cycle.
func (n *beatNetwork) inputs(node, percent int) golden.BeatAdapterIn {
	in := golden.BeatAdapterIn{Node: node, RxData: make([]bool, 65)}
	if n.home[node] > 0 {
		n.home[node]--
		in.TxCredit = true
	}
	if n.rng.Intn(100) >= percent {
		return in
	}
	in.ReqRxValid, in.ReqRxNode, in.ReqRxCount = take(&n.reqs[node])
	in.GntRxValid, in.GntRxNode, in.GntRxCount = take(&n.gnts[node])
	per := n.p.Nodes * n.p.Paths
	for k, from := 0, n.rng.Intn(per); k < per && len(n.rx[node]) == 0; k++ {
		if q := &n.data[node*per+(from+k)%per]; len(*q) > 0 {
			n.rx[node], *q = (*q)[0], (*q)[1:]
			n.home[n.rx[node][0].Header.Src]++
		}
	}
	if len(n.rx[node]) > 0 {
		b := n.rx[node][0]
		n.rx[node] = n.rx[node][1:]
		in.RxValid, in.RxHead, in.RxTail, in.RxData = true, b.Head, b.Tail, b.Bits(n.p)
	}
	return in
}

// accept takes what an adapter has sent in this cycle.
func (n *beatNetwork) accept(node int, out golden.BeatAdapterOut) {
	if out.TxValid {
		n.sending[node] = append(n.sending[node], out.Tx)
		if out.TxTail {
			h := n.sending[node][0].Header
			i := (h.Dst*n.p.Nodes+node)*n.p.Paths + h.Mid
			n.data[i] = append(n.data[i], n.sending[node])
			n.sending[node] = nil
		}
	}
	if out.ReqTxValid && n.p.OOB == 1 {
		n.reqs[out.ReqTxNode] = append(n.reqs[out.ReqTxNode], count{node, out.ReqTxCount})
	}
	if out.GntTxValid && n.p.OOB == 1 {
		n.gnts[out.GntTxNode] = append(n.gnts[out.GntTxNode], count{node, out.GntTxCount})
	}
}
