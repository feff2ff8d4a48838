package bench

import (
	"math/rand"

	"culprit/blocks/adapter/golden"
)

// network is the surroundings of an adapter: the other adapters, as golden models,
// and a fabric that keeps the order of each path and nothing else. An adapter takes
// at most one word of the fabric, one request and one grant per cycle.
type network struct {
	rng   *rand.Rand
	p     golden.Params
	me    int // the adapter that is under test
	nodes []*golden.Adapter
	data  [][]golden.Word // words for each adapter, by source and path
	reqs  [][]count
	gnts  [][]count
	home  []int // credits on the way back to each adapter
}

// count is a request or a grant on its way.
type count struct{ node, n int }

func newNetwork(rng *rand.Rand, p golden.Params, me int) *network {
	n := &network{
		rng: rng, p: p, me: me, data: make([][]golden.Word, p.Nodes*p.Nodes*p.Paths),
		reqs: make([][]count, p.Nodes), gnts: make([][]count, p.Nodes), home: make([]int, p.Nodes),
	}
	for range p.Nodes {
		n.nodes = append(n.nodes, golden.NewAdapter(p))
	}
	return n
}

// inputs are what the network gives an adapter in this cycle; the caller adds
// packets and settings.
func (n *network) inputs(node, percent int) golden.AdapterIn {
	in := golden.AdapterIn{Node: node, RxData: make([]uint32, 3), RxHead: true, RxTail: true}
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
	for k, from := 0, n.rng.Intn(per); k < per; k++ {
		q := &n.data[node*per+(from+k)%per]
		if len(*q) == 0 {
			continue
		}
		w := (*q)[0]
		*q = (*q)[1:]
		n.home[w.Header.Src]++
		h := w.Header.Pack(n.p)
		in.RxValid, in.RxData = true, []uint32{w.Tag, uint32(h), uint32(h >> 32)}
		return in
	}
	return in
}

func take(q *[]count) (valid bool, node, n int) {
	if len(*q) == 0 {
		return false, 0, 0
	}
	c := (*q)[0]
	*q = (*q)[1:]
	return true, c.node, c.n
}

// accept takes what an adapter has sent in this cycle.
func (n *network) accept(node int, out golden.AdapterOut) {
	if out.TxValid {
		h := out.Tx.Header
		i := (h.Dst*n.p.Nodes+node)*n.p.Paths + h.Mid
		n.data[i] = append(n.data[i], out.Tx)
	}
	if out.ReqTxValid && n.p.OOB == 1 {
		n.reqs[out.ReqTxNode] = append(n.reqs[out.ReqTxNode], count{node, out.ReqTxCount})
	}
	if out.GntTxValid && n.p.OOB == 1 {
		n.gnts[out.GntTxNode] = append(n.gnts[out.GntTxNode], count{node, out.GntTxCount})
	}
}
