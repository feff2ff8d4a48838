package ring

import "culprit.example/culprit/rtlgen"

// Params are the parameters of all blocks.
type Params struct {
	Width int `param:"width" default:"8" min:"1" max:"16" doc:"bits of a packet's payload"`
}

// Slot is one end of a link.
type Slot[F, B rtlgen.Direction] struct {
	Valid F `doc:"the slot holds a packet"`
	Dst   F `width:"2" doc:"the node that it is for"`
	Data  F `width:"width" doc:"its payload"`
	Taken B `doc:"back: the packet is taken in this cycle, combinational"`
}

// SwitchPorts are the ports of Switch.
type SwitchPorts struct {
	_    rtlgen.Unit                 `name:"ring_switch" doc:"puts packets of a node into slots of the ring, and takes those for it out" params:"width"`
	Node rtlgen.In                   `width:"2" doc:"number of the node at this switch"`
	Rx   Slot[rtlgen.In, rtlgen.Out] `lanes:"2" doc:"receiving side: 0 ring, 1 node"`
	Tx   Slot[rtlgen.Out, rtlgen.In] `lanes:"2" doc:"sending side: 0 ring, 1 node; registers"`
}

// Control is what is held during a run.
type Control struct {
	Seed    rtlgen.In `width:"8" doc:"of the random numbers, taken while not enable"`
	Load    rtlgen.In `width:"9" doc:"packets per cycle and node, in 1/256"`
	Enable  rtlgen.In `doc:"packets are made"`
	Measure rtlgen.In `doc:"the counters count"`
}

// NodePorts are the ports of a node.
type NodePorts struct {
	_    rtlgen.Unit `name:"ring_node" doc:"makes packets, receives and counts packets" params:"width"`
	Node rtlgen.In   `width:"2" doc:"its number"`
	Control
	Tx      Slot[rtlgen.Out, rtlgen.In] `doc:"to the switch, registers"`
	Rx      Slot[rtlgen.In, rtlgen.Out] `doc:"from the switch"`
	Address rtlgen.In                   `width:"2" doc:"counter to be read: 0 sent, 1 received, 2 misroutes"`
	Data    rtlgen.Out                  `width:"32" doc:"the counter, 1 cycle later"`
	Digest  rtlgen.Out                  `width:"32" doc:"sum of all payloads received, a register"`
}

// NetworkPorts are the ports of Network.
type NetworkPorts struct {
	_ rtlgen.Unit `name:"ring_network" doc:"ring of 4 switches with a node at each" params:"width"`
	Control
	Read struct {
		Unit    rtlgen.In  `width:"2" doc:"node"`
		Address rtlgen.In  `width:"2" doc:"counter: 0 sent, 1 received, 2 misroutes"`
		Data    rtlgen.Out `width:"32" doc:"the counter, 1 cycle later"`
	} `doc:"counter readback"`
	Digest rtlgen.Out `width:"32" doc:"of all that the nodes have received"`
}
