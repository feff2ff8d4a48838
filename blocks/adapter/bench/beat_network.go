package bench

import (
	"math/rand"

	"culprit.example/culprit/blocks/adapter/golden"
)

// beatNetwork is network for beat mode: a message is delivered whole, when all of it has been sent.
type beatNetwork struct {
	channels
	nodes   []*golden.BeatAdapter
	sending [][]golden.Beat   // by source: the message on its link
	data    [][][]golden.Beat // messages for each adapter, by source and path
	rx      [][]golden.Beat   // by destination: the rest of the message on its link
}

func newBeatNetwork(rng *rand.Rand, p golden.Params, me int) *beatNetwork {
	n := &beatNetwork{
		channels: newChannels(rng, p, me), sending: make([][]golden.Beat, p.Nodes),
		data: make([][][]golden.Beat, p.Nodes*p.Nodes*p.Paths), rx: make([][]golden.Beat, p.Nodes),
	}
	for range p.Nodes {
		n.nodes = append(n.nodes, golden.NewBeatAdapter(p))
	}
	return n
}

// inputs are what the network gives an adapter in this cycle.
func (n *beatNetwork) inputs(node, percent int) golden.BeatAdapterIn {
	in := golden.BeatAdapterIn{Node: node, RxData: make([]bool, 65)}
	if !n.deliver(&in.AdapterControl, node, percent) && len(n.rx[node]) == 0 {
		return in
	}
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
	n.send(node, out.AdapterStatus)
}
