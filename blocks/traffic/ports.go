package traffic

import (
	"culprit.example/culprit/blocks/packet"
	"culprit.example/culprit/rtlgen"
)

// The ports of every block. What happens in which cycle: README.md.

// SourceControl says what a source makes; its inputs are held.
type SourceControl struct {
	Seed     rtlgen.In `width:"32" doc:"of the random numbers"`
	Load     rtlgen.In `width:"rate" doc:"packets per packet time, in 1/65536"`
	Pattern  rtlgen.In `width:"2" doc:"0 uniform, 1 bit complement, 2 bit reversal, 3 half of the nodes on"`
	HotRate  rtlgen.In `width:"rate" doc:"packets to the hot nodes per packet, in 1/65536"`
	HotNode  rtlgen.In `width:"node_number" doc:"a hot node"`
	HotCount rtlgen.In `width:"2" doc:"number of hot nodes, equally far apart: 1, 2, 4 or 8 for 0, 1, 2, 3"`
	HotStart rtlgen.In `width:"time" doc:"first cycle in which they are hot"`
	HotEnd   rtlgen.In `width:"time" doc:"first cycle in which they no longer are"`
	Enable   rtlgen.In `doc:"packets are made"`
}

// Place is where and when a block is.
type Place struct {
	Node rtlgen.In `width:"node_number" doc:"number of this node"`
	Now  rtlgen.In `width:"time" doc:"time, cycles"`
}

// Made is a packet on its way from the source to the NIC.
type Made[D rtlgen.Direction] struct {
	Valid D `doc:"pulse: a packet is made"`
	Dst   D `width:"node_number" doc:"its destination"`
}

// RouteWrite writes the route table of a NIC.
type RouteWrite struct {
	Valid rtlgen.In `doc:"an entry of the route table is written"`
	Dst   rtlgen.In `width:"node_number" doc:"its destination"`
	Turns rtlgen.In `width:"turns" doc:"its turns, the first on top, ones below the last"`
}

// Readback reads the counters of a block.
type Readback struct {
	Address rtlgen.In  `width:"address" doc:"which counter"`
	Data    rtlgen.Out `width:"64" doc:"the counter"`
}

// Measurement controls the counters.
type Measurement struct {
	Measure rtlgen.In `doc:"the counters count"`
	Clear   rtlgen.In `doc:"pulse: all counters to 0"`
}

// Receipt is what a sink shows of the packets that it receives.
type Receipt struct {
	Received rtlgen.Out `doc:"pulse: a packet was received, a register"`
	Error    rtlgen.Out `doc:"a packet was not what it should be, a register"`
	Digest   rtlgen.Out `width:"32" doc:"of all packets received and when, a register"`
}

// SourcePorts are the ports of Source.
type SourcePorts struct {
	_ rtlgen.Unit `name:"traffic_source" doc:"makes packets at a rate, to destinations of a pattern" params:"nodes"`
	Place
	SourceControl
	Make Made[rtlgen.Out] `doc:"packets made, registers"`
}

// FramerPorts are the ports of Framer.
type FramerPorts struct {
	_        rtlgen.Unit             `name:"traffic_framer" doc:"sends a packet: header, time stamps, check words" params:"link_latency"`
	Start    rtlgen.In               `doc:"the packet's fields are taken; only while ready"`
	Now      rtlgen.In               `width:"time" doc:"time, for the stamp of the packet's departure"`
	Turnpool rtlgen.In               `width:"turns" doc:"turns of the packet"`
	Src      rtlgen.In               `width:"node_number" doc:"its source"`
	Dst      rtlgen.In               `width:"node_number" doc:"its destination"`
	Seq      rtlgen.In               `width:"sequence" doc:"its number among the packets from source to destination"`
	Tag      rtlgen.In               `width:"tag" doc:"its tag"`
	Made     rtlgen.In               `width:"time" doc:"when it was made"`
	Ready    rtlgen.Out              `doc:"nothing is sent, or the last beat; a function of registers"`
	Tx       packet.Beat[rtlgen.Out] `doc:"link pins; all 0 while not tx_valid"`
}

// NICCAMPorts are the ports of NICCAM.
type NICCAMPorts struct {
	_           rtlgen.Unit               `name:"traffic_nic_cam" doc:"CAM of a NIC: which destinations are stopped" params:"lines>=1"`
	Msg         packet.Message[rtlgen.In] `doc:"from the switch; it passes one register first"`
	MsgArrives  rtlgen.Out                `doc:"a message is in this register"`
	XoffArrives rtlgen.Out                `doc:"it is an Xoff"`
	Turns       rtlgen.In                 `width:"turns" doc:"turns of a packet, looked up in the next cycle"`
	Keep        rtlgen.In                 `doc:"the packet that is looked up in this cycle is kept"`
	Kept        rtlgen.In                 `doc:"the packet that is kept is looked up instead"`
	InUse       rtlgen.In                 `lanes:"lines" doc:"packets are set aside for the line"`
	Stopped     rtlgen.Out                `lanes:"lines" doc:"the line's packets must stay, a register"`
	Hit         rtlgen.Out                `doc:"a line stops the packet that is looked up, combinational"`
	Target      rtlgen.Out                `lanes:"lines" doc:"the line with the shortest name that does, one cycle later: one-hot, a function of registers"`
	Refused     rtlgen.Out                `doc:"an Xoff found no free line, combinational"`
}

// NICPorts are the ports of a network interface, for any kind of link.
type NICPorts struct {
	Place
	Make       Made[rtlgen.In] `doc:"packets made"`
	Route      RouteWrite      `doc:"route table"`
	Tx         packet.Tx       `doc:"link to the switch"`
	QueueCount rtlgen.Out      `width:"count(queue)" doc:"packets that wait, a register"`
	Stat       struct {
		Refused     rtlgen.Out `doc:"pulse: a packet is refused, the queue is full"`
		Sent        rtlgen.Out `doc:"pulse: a packet leaves the queue"`
		Xoff        rtlgen.Out `if:"messages" doc:"pulse: an Xoff arrives"`
		XoffRefused rtlgen.Out `if:"messages" doc:"pulse: it found no free line"`
	} `doc:"status"`
}

// NICUnitPorts are NICPorts with the name of the block.
type NICUnitPorts struct {
	_ rtlgen.Unit `name:"traffic_nic" doc:"queue of a node: oldest packet first among those that are not stopped" params:"nodes queue lines slots link_latency"`
	NICPorts
}

// SinkPorts are the ports of Sink.
type SinkPorts struct {
	_ rtlgen.Unit `name:"traffic_sink" doc:"receives, checks and measures packets" params:"nodes link_latency link"`
	Place
	Rx packet.Rx `doc:"link from the switch"`
	Measurement
	Read Readback `doc:"counter readback: data 1 cycle after the address"`
	Receipt
}

// NodePorts are the ports of Node.
type NodePorts struct {
	_ rtlgen.Unit `name:"traffic_node" doc:"end node of a network: source, NIC and sink" params:"nodes queue lines slots link_latency"`
	SourceControl
	Place
	Route RouteWrite `doc:"route table"`
	Measurement
	Read Readback  `doc:"counter readback: data 2 cycles after the address"`
	Rx   packet.Rx `doc:"link from the switch"`
	Tx   packet.Tx `doc:"link to the switch"`
	Receipt
}
