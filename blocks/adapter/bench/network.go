package bench

import (
	"math/rand"

	"culprit.example/culprit/blocks/adapter/golden"
)

// network is the surroundings of an adapter: the other adapters, as golden models,
// and a fabric that keeps the order of each path and nothing else. An adapter takes
// at most one word of the fabric, one request and one grant per cycle.
type network struct {
	channels
	nodes []*golden.Adapter
	data  [][]golden.Word // words for each adapter, by source and path
}

// channels are the credits, and the requests and grants out of band, of a network.
type channels struct {
	rng  *rand.Rand
	p    golden.Params
	me   int // the adapter that is under test
	reqs [][]count
	gnts [][]count
	home []int // credits on the way back to each adapter
}

// count is a request or a grant on its way.
type count struct{ node, n int }

func newChannels(rng *rand.Rand, p golden.Params, me int) channels {
	return channels{rng: rng, p: p, me: me, reqs: make([][]count, p.Nodes), gnts: make([][]count, p.Nodes),
		home: make([]int, p.Nodes)}
}

func newNetwork(rng *rand.Rand, p golden.Params, me int) *network {
	n := &network{channels: newChannels(rng, p, me), data: make([][]golden.Word, p.Nodes*p.Nodes*p.Paths)}
	for range p.Nodes {
		n.nodes = append(n.nodes, golden.NewAdapter(p))
	}
	return n
}

// inputs are what the network gives an adapter in this cycle; the caller adds
// packets and settings.
func (n *network) inputs(node, percent int) golden.AdapterIn {
	in := golden.AdapterIn{Node: node, RxData: make([]uint32, 3), RxHead: true, RxTail: true}
	if !n.deliver(&in.AdapterControl, node, percent) {
		return in
	}
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

// deliver gives an adapter a credit and, with the given probability, a request and a
// grant. It reports whether a word of the fabric may come, too.
func (c *channels) deliver(in *golden.AdapterControl, node, percent int) bool {
	if c.home[node] > 0 {
		c.home[node]--
		in.TxCredit = true
	}
	if c.rng.Intn(100) >= percent {
		return false
	}
	in.ReqRxValid, in.ReqRxNode, in.ReqRxCount = take(&c.reqs[node])
	in.GntRxValid, in.GntRxNode, in.GntRxCount = take(&c.gnts[node])
	return true
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
	n.send(node, out.AdapterStatus)
}

// send takes the request and the grant that an adapter has sent in this cycle.
func (c *channels) send(node int, out golden.AdapterStatus) {
	if out.ReqTxValid && c.p.OOB == 1 {
		c.reqs[out.ReqTxNode] = append(c.reqs[out.ReqTxNode], count{node, out.ReqTxCount})
	}
	if out.GntTxValid && c.p.OOB == 1 {
		c.gnts[out.GntTxNode] = append(c.gnts[out.GntTxNode], count{node, out.GntTxCount})
	}
}
