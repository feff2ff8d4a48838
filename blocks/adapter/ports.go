package adapter

import (
	"culprit.example/culprit/blocks/cioq"
	"culprit.example/culprit/rtlgen"
)

// ListsPorts are the ports of Lists.
type ListsPorts struct {
	_    rtlgen.Unit `name:"reqgrant_lists" doc:"linked lists over shared slots, in RAM: one append and one removal per cycle" params:"lists slots"`
	Push struct {
		Valid rtlgen.In `doc:"a slot is appended"`
		List  rtlgen.In `width:"index(lists)" doc:"to this list"`
		Slot  rtlgen.In `width:"index(slots)" doc:"the slot; in no list yet"`
	} `doc:"append"`
	Pop struct {
		Valid rtlgen.In  `doc:"the head is dropped, if there is one"`
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

// Arbitration are the ports of both arbiters.
type Arbitration struct {
	Req       Count[rtlgen.In]  `doc:"a request arrives"`
	Released  rtlgen.In         `width:"released" doc:"slots of the reassembly buffer that are free again"`
	Arrived   rtlgen.In         `doc:"a granted segment has left the fabric"`
	Tick      rtlgen.In         `doc:"a segment time of the external line begins"`
	Reserve   rtlgen.In         `doc:"1: fabric buffers are reserved, 0: rate regulation alone"`
	GrantRate rtlgen.In         `width:"rate" doc:"grant rate, in 1/16 segment per tick"`
	Gnt       Count[rtlgen.Out] `doc:"a grant, registered"`
	Refused   rtlgen.Out        `doc:"pulse, registered: a request for nothing, or for more than g with those that wait, is ignored"`
	OC        rtlgen.Out        `name:"stat_oc" width:"count(b_reasm)" doc:"output-buffer credits; a register"`
	FC        rtlgen.Out        `name:"stat_fc" width:"fc" doc:"fabric-buffer credits, two's complement; a register"`
	Ready     rtlgen.Out        `doc:"0 for nodes cycles after reset: no request before"`
}

// ArbiterPorts are the ports of Arbiter.
type ArbiterPorts struct {
	_ rtlgen.Unit `name:"reqgrant_arbiter" doc:"output credit arbiter: grants requests of whole packets, weighted round robin on virtual time" params:"nodes g b_reasm fc_init max_p"`
	Arbitration
}

// BeatArbiterPorts are the ports of BeatArbiter.
type BeatArbiterPorts struct {
	_ rtlgen.Unit `name:"reqgrant_beat_arbiter" doc:"output credit arbiter with its state in RAM: a grant in 18 cycles, for segments of many beats" params:"nodes g b_reasm fc_init max_p"`
	Arbitration
}

// Count is a number of segments from or to a node.
type Count[F rtlgen.Direction] struct {
	Valid F `doc:"there is one"`
	Node  F `width:"index(nodes)" doc:"adapter at the other end; unknown while not valid"`
	Count F `width:"count(g)" doc:"segments; unknown while not valid"`
}

// WatchPorts are the ports of Watch.
type WatchPorts struct {
	_    rtlgen.Unit      `name:"reqgrant_watch" doc:"finds flows that wait for a request, grant or acknowledgement that got lost" params:"nodes watch oob"`
	Tick rtlgen.In        `doc:"a segment time of the external line begins"`
	Gnt  Event[rtlgen.In] `doc:"a grant for an own flow"`
	Ack  Event[rtlgen.In] `if:"in_band" doc:"an own unsolicited segment has left its output"`
	Sent Event[rtlgen.In] `doc:"a segment of the flow is sent"`
	Look struct {
		Node  rtlgen.Out `width:"index(nodes)" doc:"adapter that a flow leads to, a register"`
		Waits rtlgen.In  `doc:"in the same cycle: segments are requested and not granted, or an unsolicited one is not acknowledged"`
	} `doc:"the flow that is looked at"`
	Stuck Event[rtlgen.Out] `doc:"the flow to this adapter is stuck; registered"`
}

// RepairPorts are the ports of Repair.
type RepairPorts struct {
	_     rtlgen.Unit        `name:"reqgrant_repair" doc:"answers audits: makes lost requests and acknowledgements again, and takes lost grants back" params:"nodes paths g b_reasm max_p watch"`
	Audit AuditOf[rtlgen.In] `doc:"an audit arrives"`
	Req   Count[rtlgen.In]   `doc:"a request arrives"`
	Gnt   Count[rtlgen.In]   `doc:"a grant of the own arbiter"`
	Seg   struct {
		Valid rtlgen.In `doc:"a segment arrives"`
		Src   rtlgen.In `width:"index(nodes)" doc:"adapter that it comes from; all fields unknown while not valid"`
		Unsol rtlgen.In `doc:"sent without a grant"`
		Gap   rtlgen.In `width:"gap" doc:"segments of its flow that got lost on its path, right before it; beat mode: 0"`
	} `doc:"segments"`
	Left     Event[rtlgen.In] `doc:"an unsolicited segment from the adapter has left"`
	Arrived  rtlgen.In        `doc:"a granted segment has left the fabric, or is lost"`
	Released rtlgen.In        `width:"released" doc:"slots of the reassembly buffer that are free again"`
	Tick     rtlgen.In        `doc:"a segment time of the external line begins"`
	Owed     struct {
		Node rtlgen.Out `width:"index(nodes)" doc:"adapter of the audit, a register"`
		Some rtlgen.In  `doc:"in the same cycle: grants or an acknowledgement wait to be sent to it"`
	} `doc:"what waits in the own ingress"`
	ReqOut      Count[rtlgen.Out] `doc:"to the arbiter; combinational"`
	ArrivedOut  rtlgen.Out        `doc:"to the arbiter: a granted segment has left the fabric, or is lost; combinational"`
	ReleasedOut rtlgen.Out        `width:"released" doc:"to the arbiter; combinational"`
	LeftOut     Event[rtlgen.Out] `doc:"to the ingress; combinational"`
	Lost        Event[rtlgen.Out] `doc:"a granted segment is lost; combinational"`

	Settle   Settlement[rtlgen.Out] `doc:"cell mode: segments of a flow are lost; registered"`
	Settling rtlgen.In              `doc:"the parser or the egress enters that, from the next cycle on"`
}

// AuditOf is what a flow that is stuck says of itself.
type AuditOf[F rtlgen.Direction] struct {
	Valid   F `doc:"there is one"`
	Node    F `width:"index(nodes)" doc:"adapter that it comes from; all fields unknown while not valid"`
	Pending F `width:"count(g)" doc:"segments that it has requested and that are not granted"`
	Unsol   F `doc:"its unsolicited segment is not acknowledged"`
	Seq     F `width:"seq" doc:"number of the next segment that it sends"`
}

// Settlement says that the segments of a flow before a number do not come any more.
type Settlement[F rtlgen.Direction] struct {
	Valid F `doc:"it happens"`
	Node  F `width:"index(nodes)" doc:"adapter that the flow comes from; all fields unknown while not valid"`
	Seq   F `width:"seq" doc:"number of the first segment that may come"`
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

// IngressControl are the ports of the ingress that do not depend on what a packet is.
type IngressControl struct {
	Gnt  Count[rtlgen.In]  `doc:"grants for own flows"`
	Ack  Event[rtlgen.In]  `if:"in_band" doc:"own unsolicited segments that have left their output"`
	Give Count[rtlgen.In]  `if:"in_band" doc:"grants of the own arbiter, to be sent to the adapter"`
	Left Event[rtlgen.In]  `if:"in_band" doc:"unsolicited segments from the adapter that have left the own output"`
	Tx   cioq.Tx           `doc:"to the first switch; registered"`
	Req  Count[rtlgen.Out] `if:"oob" name:"req_tx" doc:"requests; registered"`
	Look struct {
		Node  rtlgen.In  `width:"index(nodes)" doc:"adapter that it leads to"`
		Waits rtlgen.Out `doc:"segments are requested and not granted, or an unsolicited one is not acknowledged; combinational"`
	} `doc:"a flow is looked at"`
	Sent  Event[rtlgen.Out] `doc:"a segment of the flow is sent; combinational"`
	Stuck Event[rtlgen.In]  `if:"repair" doc:"the flow to this adapter is stuck: an audit is sent"`
	Owed  struct {
		Node rtlgen.In  `width:"index(nodes)" doc:"an adapter"`
		Some rtlgen.Out `doc:"grants or an acknowledgement wait to be sent to it; combinational"`
	} `if:"repair" doc:"what is owed to an adapter"`
	Error rtlgen.Out `lanes:"3" doc:"pulses, a cycle after the event, registers: a grant of what is not pending, an acknowledgement of nothing, a credit while all are there"`
	Held  rtlgen.Out `name:"stat_held" width:"held" doc:"grants held, of all flows; a register"`
	Cred  rtlgen.Out `name:"stat_credits" width:"count(b_in)" doc:"credits for the first switch; a register"`
	Ready rtlgen.Out `doc:"0 for nodes cycles after reset: nothing happens before"`
}

// IngressPorts are the ports of Ingress.
type IngressPorts struct {
	_   rtlgen.Unit `name:"reqgrant_ingress" doc:"input adapter: virtual output queues, requests, scheduler, headers" params:"nodes paths g b_reasm b_in voq max_p oob unsol repair"`
	Me  rtlgen.In   `name:"node" width:"index(nodes)" doc:"number of this adapter; never changes"`
	Pkt Packet      `doc:"packets from the source of the traffic"`
	IngressControl
}

// Segment is a segment of a flow as it arrives.
type Segment[F rtlgen.Direction] struct {
	Valid F `doc:"a segment"`
	Src   F `width:"index(nodes)" doc:"adapter that it comes from; all fields unknown while not valid"`
	Path  F `width:"index(paths)" doc:"path that it has taken"`
	Gap   F `width:"gap" doc:"segments of its flow that got lost on its path, right before it"`
	Unsol F `doc:"sent without a grant"`
	Tag   F `width:"tag" doc:"payload"`
}

// Control is what headers carry beside a segment.
type Control struct {
	Req Count[rtlgen.Out] `if:"in_band" doc:"requests for the own arbiter; registered"`
	Gnt Count[rtlgen.Out] `if:"in_band" doc:"grants for own flows; registered"`
	Ack Event[rtlgen.Out] `if:"in_band" doc:"acknowledgements of own unsolicited segments; registered"`

	Audit AuditOf[rtlgen.Out] `if:"repair" doc:"audits of flows to this adapter; registered"`
}

// Admission is what a parser has to know of the flows to its adapter.
type Admission struct {
	Given Count[rtlgen.In] `doc:"grants of the own arbiter"`
	Gone  Event[rtlgen.In] `doc:"unsolicited segments from the adapter that have left the own output"`
	Lost  Event[rtlgen.In] `if:"repair" doc:"granted segments from the adapter that got lost: they do not come"`
}

// ParserPorts are the ports of Parser.
type ParserPorts struct {
	_   rtlgen.Unit          `name:"reqgrant_parser" doc:"takes words from the fabric apart and checks their headers" params:"nodes paths g b_reasm oob repair"`
	Me  rtlgen.In            `name:"node" width:"index(nodes)" doc:"number of this adapter; never changes"`
	Rx  cioq.Word[rtlgen.In] `doc:"from the last switch"`
	Seg Segment[rtlgen.Out]  `doc:"segments, two cycles after rx; registered"`
	Control
	Admission
	CRC   rtlgen.Out `name:"err_crc" doc:"a word with a wrong CRC was discarded; registered"`
	Route rtlgen.Out `name:"err_route" doc:"a word for another adapter was discarded; registered"`
	Error rtlgen.Out `lanes:"received" doc:"pulses, registers: no_head, cut, long, marked, a cycle after rx, crc, route, not_granted, unsolicited, two cycles after it, from bit 0 on"`

	Sequence rtlgen.Out `name:"err_sequence" doc:"four cycles after rx: the segment was not the next one of its flow on its path; a register"`

	Settle   Settlement[rtlgen.In]  `if:"repair" doc:"segments of a flow are lost"`
	Settled  Settlement[rtlgen.Out] `if:"repair" doc:"to the egress: each path knows it; registered"`
	Settling rtlgen.Out             `if:"repair" doc:"that is under way; a function of registers"`
}

// Line is the external line.
type Line struct {
	Valid rtlgen.Out `doc:"a segment leaves"`
	Src   rtlgen.Out `width:"index(nodes)" doc:"adapter that it comes from; all fields unknown while not valid"`
	Tag   rtlgen.Out `width:"tag" doc:"payload"`
	First rtlgen.Out `doc:"first of its packet"`
	Last  rtlgen.Out `doc:"last of its packet"`
}

// EgressPorts are the ports of Egress.
type EgressPorts struct {
	_        rtlgen.Unit        `name:"reqgrant_egress" doc:"output adapter: resequencing, reassembly, external line" params:"nodes paths g b_reasm max_p repair"`
	Me       rtlgen.In          `name:"node" width:"index(nodes)" doc:"number of this adapter; never changes"`
	Seg      Segment[rtlgen.In] `doc:"segments from the parser"`
	LineEn   rtlgen.In          `doc:"a segment may leave"`
	Line     Line               `doc:"the external line"`
	Arrived  rtlgen.Out         `doc:"a granted segment has arrived: its fabric buffer is free"`
	Released rtlgen.Out         `width:"released" doc:"granted segments of the packet that starts to leave"`
	Left     Event[rtlgen.Out]  `doc:"an unsolicited segment has left"`

	Settle   Settlement[rtlgen.In] `if:"repair" doc:"segments of a flow are lost"`
	Settling rtlgen.Out            `if:"repair" doc:"their places pass; a function of registers"`
	Ready    rtlgen.Out            `doc:"0 for nodes*paths cycles after reset: nothing arrives before"`
}

// FabricSide are the links of an adapter to the switches and, out of band, to the other
// adapters.
type FabricSide struct {
	Tx    cioq.Tx              `doc:"to the first switch; registered"`
	Rx    cioq.Word[rtlgen.In] `doc:"from the last switch"`
	ReqTx Count[rtlgen.Out]    `if:"oob" doc:"requests to other adapters; registered"`
	GntTx Count[rtlgen.Out]    `if:"oob" doc:"grants to other adapters; registered"`
	ReqRx Count[rtlgen.In]     `if:"oob" doc:"requests of other adapters"`
	GntRx Count[rtlgen.In]     `if:"oob" doc:"grants of other adapters"`
}

// ControlStatus are the settings of the arbiter, and what an adapter shows of its state.
type ControlStatus struct {
	Reserve   rtlgen.In         `doc:"1: fabric buffers are reserved (RB), 0: rate regulation alone (IR)"`
	GrantRate rtlgen.In         `width:"rate" doc:"grant rate, in 1/16 segment per segment time of the line"`
	OC        rtlgen.Out        `name:"stat_oc" width:"count(b_reasm)" doc:"output-buffer credits; a register"`
	FC        rtlgen.Out        `name:"stat_fc" width:"fc" doc:"fabric-buffer credits, two's complement; a register"`
	Held      rtlgen.Out        `name:"stat_held" width:"held" doc:"grants held, of all flows; a register"`
	Cred      rtlgen.Out        `name:"stat_credits" width:"count(b_in)" doc:"credits for the first switch; a register"`
	CRC       rtlgen.Out        `name:"err_crc" doc:"a word with a wrong CRC was discarded; registered"`
	Route     rtlgen.Out        `name:"err_route" doc:"a word for another adapter was discarded; registered"`
	Sequence  rtlgen.Out        `name:"err_sequence" doc:"two cycles before a segment was not the next one of its flow on its path; a register"`
	Stuck     Event[rtlgen.Out] `doc:"the flow to this adapter waits for a request, grant or acknowledgement that got lost; registered"`
	Ready     rtlgen.Out        `doc:"0 for nodes*paths cycles after reset: no packets and no words before"`
	Err       ErrorPins         `doc:"errors"`
}

// Ports are the ports of Adapter.
type Ports struct {
	_   rtlgen.Unit `name:"reqgrant_adapter" doc:"network adapter of the request-grant scheme: both sides of a node" params:"nodes paths g b_reasm fc_init b_in voq max_p oob unsol watch repair error_bits"`
	Me  rtlgen.In   `name:"node" width:"index(nodes)" doc:"number of this adapter; never changes"`
	Pkt Packet      `doc:"packets from the source of the traffic"`
	FabricSide
	LineEn rtlgen.In `doc:"a segment time of the external line begins: a segment may leave"`
	Line   Line      `doc:"the external line"`
	ControlStatus
}

// Long is a packet of any length from the source of the traffic.
type Long struct {
	Valid rtlgen.In  `doc:"a packet has arrived completely"`
	Dst   rtlgen.In  `width:"index(nodes)" doc:"adapter that it goes to"`
	Len   rtlgen.In  `width:"length" doc:"its length in beats of 8 bytes, 1 to 32*max_p"`
	Tag   rtlgen.In  `width:"tag" doc:"what its beats carry beside their numbers"`
	Drop  rtlgen.Out `doc:"the VOQ is full: it is not taken; combinational"`
}

// BeatIngressPorts are the ports of BeatIngress.
type BeatIngressPorts struct {
	_   rtlgen.Unit `name:"reqgrant_beat_ingress" doc:"input adapter for packets of any length, packed into segments of up to 32 beats" params:"nodes paths g b_reasm b_in voq max_p oob unsol repair"`
	Me  rtlgen.In   `name:"node" width:"index(nodes)" doc:"number of this adapter; never changes"`
	Pkt Long        `doc:"packets from the source of the traffic"`
	IngressControl
}

// Arrival is a segment of a flow as its header arrives.
type Arrival[F rtlgen.Direction] struct {
	Valid F `doc:"a segment begins"`
	Src   F `width:"index(nodes)" doc:"adapter that it comes from; all fields unknown while not valid"`
	Path  F `width:"index(paths)" doc:"path that it takes"`
	Seq   F `width:"seq" doc:"position in its flow"`
	Unsol F `doc:"sent without a grant"`
}

// Payload are the beats of a segment, in the cycles after its header.
type Payload[F rtlgen.Direction] struct {
	Valid F `doc:"a beat"`
	Data  F `width:"64" doc:"the beat; all fields unknown while not valid"`
	EOP   F `name:"eop" doc:"last beat of a packet"`
	Tail  F `doc:"last beat of the segment"`
	Bad   F `doc:"with tail: the segment is damaged; a packet ends with it"`
}

// BeatParserPorts are the ports of BeatParser.
type BeatParserPorts struct {
	_    rtlgen.Unit          `name:"reqgrant_beat_parser" doc:"takes messages from the fabric apart and checks their headers" params:"nodes paths g b_reasm oob repair"`
	Me   rtlgen.In            `name:"node" width:"index(nodes)" doc:"number of this adapter; never changes"`
	Rx   cioq.Word[rtlgen.In] `doc:"from the last switch"`
	Seg  Arrival[rtlgen.Out]  `doc:"headers of segments, two cycles after rx; registered"`
	Beat Payload[rtlgen.Out]  `doc:"their payload; registered"`
	Control
	Admission
	CRC   rtlgen.Out `name:"err_crc" doc:"a message with a wrong CRC was discarded; registered"`
	Route rtlgen.Out `name:"err_route" doc:"a message for another adapter was discarded; registered"`
	Error rtlgen.Out `lanes:"received" doc:"pulses, registers: no_head, cut, long, marked, a cycle after rx, crc, route, not_granted, unsolicited, two cycles after it, from bit 0 on"`
}

// BeatLine is the external line in beat mode.
type BeatLine struct {
	Valid rtlgen.Out `doc:"a beat leaves"`
	Src   rtlgen.Out `width:"index(nodes)" doc:"adapter that it comes from; all fields unknown while not valid"`
	Data  rtlgen.Out `width:"64" doc:"source, destination (8 bits each), number of the beat in its packet (16), tag of the packet (32)"`
	First rtlgen.Out `doc:"first of its packet"`
	Last  rtlgen.Out `doc:"last of its packet"`
	Bad   rtlgen.Out `doc:"with last: the packet is damaged, and is not to be used"`
}

// BeatEgressPorts are the ports of BeatEgress.
type BeatEgressPorts struct {
	_        rtlgen.Unit        `name:"reqgrant_beat_egress" doc:"output adapter for packets of any length: resequencing, reassembly, external line" params:"nodes paths g b_reasm max_p"`
	Me       rtlgen.In          `name:"node" width:"index(nodes)" doc:"number of this adapter; never changes"`
	Seg      Arrival[rtlgen.In] `doc:"headers of segments"`
	Beat     Payload[rtlgen.In] `doc:"their payload"`
	LineEn   rtlgen.In          `doc:"a beat may leave"`
	Line     BeatLine           `doc:"the external line"`
	Arrived  rtlgen.Out         `doc:"a granted segment arrives: its fabric buffer is free"`
	Released rtlgen.Out         `doc:"a granted segment has been read"`
	Left     Event[rtlgen.Out]  `doc:"an unsolicited segment has been read"`
	Sequence rtlgen.Out         `name:"err_sequence" doc:"two cycles before a segment was not the next one of its flow on its path; a register"`
	Ready    rtlgen.Out         `doc:"0 for nodes*paths cycles after reset: nothing arrives before"`
}

// BeatAdapterPorts are the ports of BeatAdapter.
type BeatAdapterPorts struct {
	_   rtlgen.Unit `name:"reqgrant_beat_adapter" doc:"network adapter of the request-grant scheme for packets of any length: both sides of a node" params:"nodes paths g b_reasm fc_init b_in voq max_p oob unsol watch repair error_bits"`
	Me  rtlgen.In   `name:"node" width:"index(nodes)" doc:"number of this adapter; never changes"`
	Pkt Long        `doc:"packets from the source of the traffic"`
	FabricSide
	LineEn rtlgen.In `doc:"a beat may leave on the external line"`
	Tick   rtlgen.In `doc:"a segment time of the external line begins: one in 32 cycles with line_en"`
	Line   BeatLine  `doc:"the external line"`
	ControlStatus
}
