package axis

import (
	"culprit.example/culprit/blocks/link"
	"culprit.example/culprit/blocks/packet"
	"culprit.example/culprit/blocks/recn"
	"culprit.example/culprit/blocks/voq"
	"culprit.example/culprit/rtlgen"
)

// Stream is the part of AXI4-Stream that both sides have. F is the direction of the beats, B
// that of TREADY. A beat passes in a cycle with TVALID and TREADY.
type Stream[F, B rtlgen.Direction] struct {
	Tvalid F `doc:"a beat is offered; it stays, unchanged, until it is taken"`
	Tready B `doc:"the beat is taken"`
	Tdata  F `width:"word" doc:"the beat, first byte in bits 7:0; unknown without tvalid"`
	Tkeep  F `width:"keep" doc:"a bit for each byte: all ones but with tlast, there ones from bit 0 up; unknown without tvalid"`
	Tlast  F `doc:"it ends a frame; unknown without tvalid"`
	Tuser  F `doc:"with tlast: the frame is bad; unknown without tvalid"`
}

// Source is a stream from a host.
type Source struct {
	Stream[rtlgen.In, rtlgen.Out]
	Tdest rtlgen.In `width:"dest" doc:"the port that the frame goes to"`
}

// Sink is a stream to a host.
type Sink struct {
	Stream[rtlgen.Out, rtlgen.In]
	Tid rtlgen.Out `width:"dest" doc:"the port that the frame comes from; unknown without tvalid"`
}

// CutPorts are the ports of Cut.
type CutPorts struct {
	_        rtlgen.Unit             `name:"axis_cut" doc:"frames of AXI4-Stream to packets; bad frames are dropped as a whole" params:"ports slots mtu data"`
	MyPort   rtlgen.In               `width:"index(ports)" doc:"number of this port"`
	SAxis    Source                  `doc:"frames of the host"`
	Tx       packet.Beat[rtlgen.Out] `doc:"packets for the switch, registers"`
	TxCredit rtlgen.In               `doc:"a slot of the switch is free again"`
	Error    rtlgen.Out              `lanes:"cut_causes" doc:"pulses, registers: bad, long, no_dest from bit 0 on"`
}

// JoinPorts are the ports of Join.
type JoinPorts struct {
	_        rtlgen.Unit            `name:"axis_join" doc:"packets to frames of AXI4-Stream, with a context for each source" params:"ports slots mtu data"`
	MyPort   rtlgen.In              `width:"index(ports)" doc:"number of this port"`
	Rx       packet.Beat[rtlgen.In] `doc:"packets of the switch"`
	RxCredit rtlgen.Out             `doc:"a slot is free again, a register"`
	MAxis    Sink                   `doc:"whole frames for the host, functions of registers"`
	Error    rtlgen.Out             `lanes:"join_causes" doc:"pulses, registers: link, gap, stray from bit 0 on"`
}

// EdgePins are the errors of an edge, as pins.
type EdgePins struct {
	Clear  rtlgen.In  `doc:"clears the errors of the edge"`
	Seen   rtlgen.Out `width:"edge_causes" doc:"causes since the last clear: bad, long, no_dest, link, gap, stray from bit 0 on, functions of registers"`
	Counts rtlgen.Out `width:"edge_causes*error_bits" doc:"errors of each cause since the last clear, which stay at the largest number, registers"`
}

// HostPins are the pins that a switch has for its hosts.
type HostPins struct {
	SAxis Source   `lanes:"ports,split" doc:"frames of the hosts, a stream per port"`
	MAxis Sink     `lanes:"ports,split" doc:"frames for the hosts, a stream per port"`
	Edge  EdgePins `lanes:"ports" doc:"errors of the edges, a lane per port"`
}

// RECNSwitchPorts are the ports of RECNSwitch.
type RECNSwitchPorts struct {
	_ rtlgen.Unit `name:"recn_axis_switch" doc:"RECN-IQ switch with an AXI4-Stream edge at each port" params:"ports slots saqs detect xoff xon link_latency broadcast ready_bit leaf_first timer error_bits mtu data"`
	HostPins
	Stat recn.SwitchStatus `lanes:"ports" doc:"status of the switch, a lane per port"`
	Err  link.Pins         `lanes:"ports" doc:"errors of the switch, a lane per port"`
}

// VOQSwitchPorts are the ports of VOQSwitch.
type VOQSwitchPorts struct {
	_ rtlgen.Unit `name:"voqsw_axis_switch" doc:"VOQsw switch with an AXI4-Stream edge at each port" params:"ports slots link_latency error_bits mtu data"`
	HostPins
	Stat voq.SwStatus `lanes:"ports" doc:"status of the switch, a lane per port"`
	Err  link.Pins    `lanes:"ports" doc:"errors of the switch, a lane per port"`
}

// CIOQSwitchPorts are the ports of CIOQSwitch.
type CIOQSwitchPorts struct {
	_ rtlgen.Unit `name:"cioq_recn_axis_switch" doc:"RECN switch of combined input and output queues with an AXI4-Stream edge at each port" params:"ports slots saqs detect detect_out xoff xon link_latency error_bits mtu data"`
	HostPins
	Stat recn.SwitchStatus `lanes:"ports" doc:"status of the switch, a lane per port"`
	Err  link.Pins         `lanes:"ports" doc:"errors of the switch, a lane per port"`
}
