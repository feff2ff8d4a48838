package ethernet

import (
	"culprit.example/culprit/blocks/axis"
	"culprit.example/culprit/rtlgen"
)

// Source is a stream that comes in.
type Source = axis.Stream[rtlgen.In, rtlgen.Out]

// Sink is a stream that leaves.
type Sink = axis.Stream[rtlgen.Out, rtlgen.In]

// PFCRxPorts are the ports of PFCRx.
type PFCRxPorts struct {
	_     rtlgen.Unit `name:"eth_pfc_rx" doc:"takes the MAC control frames out of a stream and obeys PFC and PAUSE" params:"width count_bits"`
	Tick  rtlgen.In   `doc:"the link could carry a beat in this cycle; held at 1 if it always can"`
	SAxis Source      `doc:"frames of the MAC, without FCS"`
	MAxis Sink        `doc:"all frames but the MAC control frames, registers"`
	Pause rtlgen.Out  `lanes:"classes" doc:"the priority must not send, registers"`
	Clear rtlgen.In   `doc:"clears the counters; an event of the same cycle counts"`
	Seen  rtlgen.Out  `lanes:"events" doc:"events since the last clear: bad, short, opcode, pfc, pause from bit 0 on, functions of registers"`
	Count rtlgen.Out  `lanes:"events" width:"count" name:"counts" doc:"how many, which stay at the largest number, registers"`
}

// PFCTxPorts are the ports of PFCTx.
type PFCTxPorts struct {
	_     rtlgen.Unit `name:"eth_pfc_tx" doc:"puts PFC frames between the frames of a stream" params:"width quanta refresh"`
	MAC   rtlgen.In   `width:"mac" doc:"MAC address of the port, the first octet highest; held"`
	Xoff  rtlgen.In   `lanes:"classes" doc:"the other end must not send in this priority"`
	Tick  rtlgen.In   `doc:"the link could carry a beat in this cycle; held at 1 if it always can"`
	SAxis Source      `doc:"frames of the port, without FCS"`
	MAxis Sink        `doc:"the same with PFC frames between them, for the MAC, registers"`
	Told  rtlgen.Out  `lanes:"classes" doc:"priorities that the last PFC frame has stopped, registers"`
	Sent  rtlgen.Out  `doc:"pulse: a PFC frame begins, a register"`
}

// Tag is the VLAN tag of a frame, or what counts for a frame without one.
type Tag[D rtlgen.Direction] struct {
	Prio D `width:"3" doc:"priority"`
	VID  D `width:"12" doc:"VLAN"`
}

// FrameTag is what is said of a frame beside its beats.
type FrameTag struct {
	Tag[rtlgen.Out]
	Tagged  rtlgen.Out `doc:"it has a VLAN tag"`
	HasFlow rtlgen.Out `doc:"it has a CN-TAG behind that"`
	Flow    rtlgen.Out `width:"16" doc:"flow id of the CN-TAG; unknown without one"`
}

// VLANRxPorts are the ports of VLANRx.
type VLANRxPorts struct {
	_       rtlgen.Unit    `name:"eth_vlan_rx" doc:"reads VLAN tags and CN-TAGs of a stream" params:"width"`
	Default Tag[rtlgen.In] `doc:"of frames without a VLAN tag"`
	SAxis   Source         `doc:"frames"`
	MAxis   Sink           `doc:"the same frames, registers"`
	Tag     FrameTag       `name:"m_axis" doc:"beside each beat of the frame, registers; unknown without m_axis_tvalid"`
}

// Notice is what a congestion point has to say: of its queue, and of the culprit frame.
type Notice struct {
	Valid    rtlgen.In  `doc:"a CNM is offered"`
	Ready    rtlgen.Out `doc:"it is taken, a function of a register"`
	Feedback rtlgen.In  `width:"6" doc:"quantized feedback"`
	QOffset  rtlgen.In  `width:"16" doc:"cnmQOffset, units of 64 octets, two's complement"`
	QDelta   rtlgen.In  `width:"16" doc:"cnmQDelta, units of 64 octets, two's complement"`
	CPID     rtlgen.In  `width:"64" doc:"congestion point, a number that no other one of the network has"`
	Prio     rtlgen.In  `width:"3" doc:"priority of the culprit frame"`
	VID      rtlgen.In  `width:"12" doc:"its VLAN"`
	Flow     rtlgen.In  `width:"16" doc:"flow id of its CN-TAG; 0 if it has none"`
	Src      rtlgen.In  `width:"mac" doc:"its source, to which the CNM goes"`
	Dst      rtlgen.In  `width:"mac" doc:"its destination"`
	MSDU     rtlgen.In  `width:"msdu_bits" if:"msdu" doc:"first octets of its MSDU, the first one highest"`
}

// CNMTxPorts are the ports of CNMTx.
type CNMTxPorts struct {
	_     rtlgen.Unit `name:"eth_cnm_tx" doc:"puts CNMs between the frames of a stream" params:"width cnm_prio msdu"`
	MAC   rtlgen.In   `width:"mac" doc:"MAC address of the congestion point, the first octet highest; held"`
	CNM   Notice      `doc:"CNMs to be sent; data unknown without cnm_valid"`
	SAxis Source      `doc:"frames of the port, without FCS"`
	MAxis Sink        `doc:"the same with CNMs between them, for the MAC, registers"`
}

// Reaction is what a reaction point gets of a CNM.
type Reaction struct {
	Valid     rtlgen.Out `doc:"pulse: a CNM for a flow arrives"`
	Flow      rtlgen.Out `width:"index(flows)" doc:"the flow; unknown without valid"`
	Feedback  rtlgen.Out `width:"6" doc:"its quantized feedback; unknown without valid"`
	Congested rtlgen.Out `doc:"the queue is longer than in equilibrium; unknown without valid"`
}

// CNMRxPorts are the ports of CNMRx.
type CNMRxPorts struct {
	_     rtlgen.Unit                       `name:"eth_cnm_rx" doc:"listens to a stream for CNMs to this host" params:"width count_bits flows q_offset_sign"`
	MAC   rtlgen.In                         `width:"mac" doc:"MAC address of this host, the first octet highest; held"`
	Rx    axis.Stream[rtlgen.In, rtlgen.In] `name:"axis" doc:"frames from the MAC to the host, as they pass, without FCS"`
	CNM   Reaction                          `doc:"for qcn_rp, registers"`
	Clear rtlgen.In                         `doc:"clears the counters; an event of the same cycle counts"`
	Seen  rtlgen.Out                        `lanes:"events" doc:"events since the last clear: bad, flow, short, version, heard from bit 0 on, functions of registers"`
	Count rtlgen.Out                        `lanes:"events" width:"count" name:"counts" doc:"how many, which stay at the largest number, registers"`
}
