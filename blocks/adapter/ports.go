package adapter

import "culprit/rtlgen"

// ListsPorts are the ports of Lists.
type ListsPorts struct {
	_    rtlgen.Unit `name:"reqgrant_lists" doc:"linked lists over shared slots, in RAM: one append and one removal per cycle" params:"lists slots"`
	Push struct {
		Valid rtlgen.In `doc:"a slot is appended"`
		List  rtlgen.In `width:"index(lists)" doc:"to this list"`
		Slot  rtlgen.In `width:"index(slots)" doc:"the slot; in no list yet"`
	} `doc:"append"`
	Pop struct {
		Valid rtlgen.In  `doc:"the head is dropped; only where empty is 0"`
		List  rtlgen.In  `width:"index(lists)" doc:"of this list"`
		Slot  rtlgen.Out `width:"index(slots)" doc:"its head; unknown while empty"`
		Empty rtlgen.Out `doc:"it has no slot"`
	} `doc:"remove"`
	Look struct {
		List  rtlgen.In  `width:"index(lists)" doc:"a list"`
		Empty rtlgen.Out `doc:"it has no slot"`
	} `doc:"another list is looked at"`
	Ready rtlgen.Out `doc:"0 for lists cycles after reset: nothing is appended before"`
}

// rateBits is the width of a grant rate.
const rateBits = 8

// ArbiterPorts are the ports of Arbiter.
type ArbiterPorts struct {
	_         rtlgen.Unit       `name:"reqgrant_arbiter" doc:"output credit arbiter: grants requests of whole packets, weighted round robin on virtual time" params:"nodes g b_reasm fc_init max_p"`
	Req       Count[rtlgen.In]  `doc:"a request arrives"`
	Released  rtlgen.In         `width:"released" doc:"slots of the reassembly buffer that are free again"`
	Arrived   rtlgen.In         `doc:"a granted segment has left the fabric"`
	Tick      rtlgen.In         `doc:"a segment time of the external line begins"`
	Reserve   rtlgen.In         `doc:"1: fabric buffers are reserved, 0: rate regulation alone"`
	GrantRate rtlgen.In         `width:"rate" doc:"grant rate, in 1/16 segment per tick"`
	Gnt       Count[rtlgen.Out] `doc:"a grant, registered"`
	OC        rtlgen.Out        `name:"stat_oc" width:"count(b_reasm)" doc:"output-buffer credits; a register"`
	FC        rtlgen.Out        `name:"stat_fc" width:"fc" doc:"fabric-buffer credits, two's complement; a register"`
	Ready     rtlgen.Out        `doc:"0 for nodes cycles after reset: no request before"`
}

// Count is a number of segments from or to a node.
type Count[F rtlgen.Direction] struct {
	Valid F `doc:"there is one"`
	Node  F `width:"index(nodes)" doc:"adapter at the other end; unknown while not valid"`
	Count F `width:"count(g)" doc:"segments; unknown while not valid"`
}

// Event is something that happens to the flow to or from an adapter.
type Event[F rtlgen.Direction] struct {
	Valid F `doc:"it happens"`
	Node  F `width:"index(nodes)" doc:"adapter at the other end; unknown while not valid"`
}

// Packet is a packet from the source of the traffic.
type Packet struct {
	Valid rtlgen.In  `doc:"a packet has arrived completely"`
	Dst   rtlgen.In  `width:"index(nodes)" doc:"adapter that it goes to"`
	Tag   rtlgen.In  `width:"tag" doc:"its payload, which each of its segments carries"`
	Drop  rtlgen.Out `doc:"the VOQ is full: it is not taken; combinational"`
}

// IngressPorts are the ports of Ingress.
type IngressPorts struct {
	_     rtlgen.Unit                 `name:"reqgrant_ingress" doc:"input adapter: virtual output queues, requests, scheduler, headers" params:"nodes paths g b_reasm b_in voq max_p oob unsol"`
	Me    rtlgen.In                   `name:"node" width:"index(nodes)" doc:"number of this adapter; never changes"`
	Pkt   Packet                      `doc:"packets from the source of the traffic"`
	Gnt   Count[rtlgen.In]            `doc:"grants for own flows"`
	Ack   Event[rtlgen.In]            `if:"in_band" doc:"own unsolicited segments that have left their output"`
	Give  Count[rtlgen.In]            `if:"in_band" doc:"grants of the own arbiter, to be sent to the adapter"`
	Left  Event[rtlgen.In]            `if:"in_band" doc:"unsolicited segments from the adapter that have left the own output"`
	Tx    Link[rtlgen.Out, rtlgen.In] `doc:"to the first switch; registered"`
	Req   Count[rtlgen.Out]           `if:"oob" name:"req_tx" doc:"requests; registered"`
	Held  rtlgen.Out                  `name:"stat_held" width:"held" doc:"grants held, of all flows; a register"`
	Cred  rtlgen.Out                  `name:"stat_credits" width:"count(b_in)" doc:"credits for the first switch; a register"`
	Ready rtlgen.Out                  `doc:"0 for nodes cycles after reset: nothing happens before"`
}
