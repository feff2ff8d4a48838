package clos

import (
	"culprit.example/culprit/blocks/adapter"
	"culprit.example/culprit/blocks/cioq"
	"culprit.example/culprit/rtlgen"
)

// The ports of every block. What happens in which cycle: README.md.

// Traffic says what the sources make; its inputs are held.
type Traffic struct {
	Seed    rtlgen.In `width:"32" doc:"of the random numbers"`
	Start   rtlgen.In `width:"fine_rate" doc:"bursts that begin per idle cell time, in 1/2^20"`
	Stop    rtlgen.In `width:"fine_rate" doc:"bursts that end per cell, in 1/2^20: 1/(mean length)"`
	Own     rtlgen.In `width:"rate" doc:"w: bursts of unbalanced traffic that go to the node itself, in 1/65536"`
	HotRate rtlgen.In `width:"rate" doc:"bursts to the hot nodes per burst, in 1/65536; 0: there is no hot node"`
	HotNode rtlgen.In `width:"node_number" doc:"a hot node"`
	HotMask rtlgen.In `width:"node_number" doc:"nodes that differ from it in these bits only are hot, too"`
	Enable  rtlgen.In `doc:"cells are made"`
	Long    rtlgen.In `if:"beats" name:"long_rate" width:"rate" doc:"packets that are long, in 1/65536; the others have 5 beats"`
	Length  rtlgen.In `if:"beats" name:"long_length" width:"length" doc:"beats of a long packet"`
}

// Place is where and when a block is.
type Place struct {
	Node rtlgen.In `width:"node_number" doc:"number of this node"`
	Now  rtlgen.In `width:"time" doc:"time, cycles"`
}

// Made is a cell on its way from the source into the network.
type Made[F, B rtlgen.Direction] struct {
	Valid   F `doc:"pulse: a cell is made"`
	Dst     F `width:"node_number" doc:"its destination"`
	Tag     F `width:"tag" doc:"{number in its flow, cycle in which it was made}; unknown while not valid"`
	Refused B `doc:"in the same cycle: it is refused"`
	Length  F `if:"beats" width:"length" doc:"beats of the packet; unknown while not valid"`
}

// SourcePorts are the ports of Source.
type SourcePorts struct {
	_ rtlgen.Unit `name:"clos_source" doc:"makes packets: bursts, unbalanced, to hot nodes" params:"nodes max_p beat"`
	Place
	Traffic
	Tick rtlgen.In                   `doc:"a cell time of the external line begins"`
	Make Made[rtlgen.Out, rtlgen.In] `doc:"cells made, registers but for the tag"`
	Hot  rtlgen.Out                  `doc:"the cell goes to a hot node, a register"`
}

// NICPorts are the ports of NIC.
type NICPorts struct {
	_    rtlgen.Unit                 `name:"clos_nic" doc:"network interface without congestion management: a FIFO" params:"nodes paths queue credits"`
	Node rtlgen.In                   `width:"node_number" doc:"number of this node"`
	Make Made[rtlgen.In, rtlgen.Out] `doc:"cells made"`
	Tx   cioq.Tx                     `doc:"to the first stage, combinational"`
}

// SinkPorts are the ports of Sink.
type SinkPorts struct {
	_ rtlgen.Unit `name:"clos_sink" doc:"receives, checks and measures cells" params:"nodes"`
	Place
	Measurement
	Arrival struct {
		Valid rtlgen.In `doc:"a cell arrives"`
		Dst   rtlgen.In `width:"node_number" doc:"where it was to go"`
		Src   rtlgen.In `width:"node_number" doc:"where it comes from"`
		Tag   rtlgen.In `width:"tag" doc:"its tag"`
		First rtlgen.In `doc:"it is the first of its packet"`
	} `doc:"from the last stage"`
	Read  Readback   `doc:"counter readback: data 1 cycle after the address"`
	Error rtlgen.Out `doc:"a cell was not what it should be, a register"`
}

// Measurement controls the counters.
type Measurement struct {
	Measure rtlgen.In `doc:"the counters count"`
	Clear   rtlgen.In `doc:"pulse: all counters to 0"`
}

// Readback reads the counters of a block.
type Readback struct {
	Address rtlgen.In  `width:"address" doc:"which counter"`
	Data    rtlgen.Out `width:"read" doc:"the counter"`
}

// Regulation says how the outputs grant; its inputs are held.
type Regulation struct {
	Reserve   rtlgen.In `doc:"1: fabric buffers are reserved (RB), 0: rate regulation alone (IR)"`
	GrantRate rtlgen.In `width:"grant_rate" doc:"grant rate, in 1/16 cell per cell time of the external line"`
}

// ChannelPorts are the ports of Channel.
type ChannelPorts struct {
	_    rtlgen.Unit               `name:"clos_channel" doc:"end of the control channels of all nodes to one of them" params:"nodes g"`
	Node rtlgen.In                 `width:"node_number" doc:"number of this node"`
	In   adapter.Count[rtlgen.In]  `lanes:"nodes" doc:"words that leave the nodes' links in this cycle, a lane per sender"`
	Out  adapter.Count[rtlgen.Out] `doc:"to the node, a word per cycle, registers"`
}

// NodePorts are the ports of Node.
type NodePorts struct {
	_ rtlgen.Unit `name:"clos_node" doc:"end node of a network: source, network interface, sink" params:"nodes paths queue credits link_latency scheme g b_reasm fc_init voq max_p watch beat"`
	Place
	Traffic
	Measurement
	Regulation `if:"request_grant"`
	Tick       rtlgen.In                 `doc:"a cell time of the external line begins"`
	ReqTx      adapter.Count[rtlgen.Out] `if:"channels" doc:"requests to other nodes"`
	GntTx      adapter.Count[rtlgen.Out] `if:"channels" doc:"grants to other nodes"`
	ReqRx      adapter.Count[rtlgen.In]  `if:"channels" doc:"requests of other nodes"`
	GntRx      adapter.Count[rtlgen.In]  `if:"channels" doc:"grants of other nodes"`
	Read       Readback                  `doc:"counter readback: data 2 cycles after the address"`
	Rx         cioq.Rx                   `doc:"link from the last stage: a node always takes"`
	Tx         cioq.Tx                   `doc:"link to the first stage"`
	Error      rtlgen.Out                `doc:"a cell was not what it should be, a register"`
}

// MonitorPorts are the ports of Monitor.
type MonitorPorts struct {
	_   rtlgen.Unit `name:"clos_monitor" doc:"counters of an element's queues" params:"ports slots_in slots_out"`
	Now rtlgen.In   `width:"time" doc:"time, cycles"`
	Measurement
	Read Readback                      `doc:"counter readback: data 2 cycles after the address"`
	Stat cioq.ElementStatus[rtlgen.In] `lanes:"ports" doc:"status of the element, a lane per port"`
}

// NetworkPorts are the ports of Network.
type NetworkPorts struct {
	_ rtlgen.Unit `name:"clos_network" doc:"network of CIOQ elements with traffic" params:"ports stages slots_in slots_out lf queue scheme g b_reasm fc_init voq max_p watch beat cut_through wire"`
	Traffic
	Regulation `if:"request_grant"`
	BlockStart rtlgen.In `width:"time" doc:"first cycle in which the hot outputs of the fabric send nothing"`
	BlockEnd   rtlgen.In `width:"time" doc:"first cycle in which they send again"`
	Measurement
	Read struct {
		Unit    rtlgen.In  `width:"1+node_number" doc:"bit 8: 0 node, 1 element; its number"`
		Address rtlgen.In  `width:"address" doc:"which of its counters"`
		Data    rtlgen.Out `width:"read" doc:"the counter, 3 cycles after its address"`
	} `doc:"counter readback"`
	Now   rtlgen.Out `width:"time" doc:"cycles since reset"`
	Error rtlgen.Out `doc:"a node has received what it should not have, or a port of an element has seen an error, a register"`
}
