package traffic

import (
	"culprit.example/culprit/blocks/packet"
	"culprit.example/culprit/rtlgen/blocks"
)

// Channels are what passes over a link of that kind.
func (l Link) Channels() []blocks.Channel {
	beats := blocks.Channel{Kind: blocks.Beats, Valid: "valid", Mark: "sop", Payload: []string{"data", "eop"}}
	credits := blocks.Channel{Kind: blocks.Credits, Back: true, Valid: "credit"}
	switch l {
	case RECN:
		messages := blocks.Channel{Kind: blocks.Messages, Back: true, Valid: "msg_valid", Mark: "msg_xoff",
			Payload: []string{"msg_tp", "msg_mask"}, Pairs: true}
		return []blocks.Channel{beats, credits, messages}
	case VOQnet:
		credits.Payload = []string{"credit_dst"}
	}
	return []blocks.Channel{beats, credits}
}

// NICHold is the wire of NIC whose 0 keeps the packets from being sent.
const NICHold = "link_free"

// NICState is what NIC has at rest: all credits, and no destination stopped.
func (p Params) NICState() []blocks.PortState {
	list := []blocks.PortState{{Path: "credits.count_q", What: "credits", Value: uint64(p.Slots), Most: true, Sends: true,
		Slack: Slack(p.LinkLatency)}}
	if p.withLink().Link == RECN {
		list = append(list, blocks.PortState{Path: "cam.xoff", What: "destinations stopped", Sends: true})
	}
	return list
}

// Slack is PortState.Slack of a credit counter, or a counter of free slots, at a
// link with the given number of registers: a packet or credit takes at most two packet times
// and the link's registers from the counter to the pins, and less behind them.
func Slack(linkLatency int) int { return (linkLatency+2*packet.Beats)/packet.Beats + 2 }

// Hosted is how software gets at the nodes of a network, and the packets that a node holds.
func Hosted(nodes, queue int) *blocks.Hosted {
	return &blocks.Hosted{Nodes: nodes, Interval: packet.Beats, Queue: queue, Maker: "source", Valid: "make_valid_q",
		Dst: "make_dst_q", Waiting: "nic.queue_count", Arrived: blocks.Bits{Path: "sink.received_q"}, Source: "sink.src",
		Transit: "sink.transit", Late: 2}
}
