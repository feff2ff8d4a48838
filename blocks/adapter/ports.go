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
