package voq

import (
	"culprit.example/culprit/blocks/link"
	"culprit.example/culprit/blocks/packet"
	"culprit.example/culprit/blocks/recn"
	"culprit.example/culprit/blocks/traffic"
	"culprit.example/culprit/rtlgen"
)

// The ports of every unit. What happens in which cycle: README.md.

// SwSwitchPorts are the pins of SwSwitch.
type SwSwitchPorts struct {
	_    rtlgen.Unit `name:"voqsw_switch" doc:"VOQsw switch: input-queued, a queue per output port at every input port" params:"ports slots link_latency error_bits data"`
	Rx   packet.Rx   `lanes:"ports" doc:"links, receiving side, a lane per port"`
	Tx   packet.Tx   `lanes:"ports" doc:"links, sending side, a lane per port"`
	Stat SwStatus    `lanes:"ports" doc:"status, a lane per port"`
	Err  link.Pins   `lanes:"ports" doc:"errors, a lane per port"`
}

// SwStatus is what SwSwitch shows of its ports.
type SwStatus struct {
	Free   rtlgen.Out `width:"count(slots)" doc:"free slots of the input port, a register"`
	Credit rtlgen.Out `width:"count(slots)" doc:"credits of the output port, a register"`
}

// NetSwitchPorts are the pins of NetSwitch.
type NetSwitchPorts struct {
	_    rtlgen.Unit `name:"voqnet_switch" doc:"VOQnet switch: input-queued, a queue per destination at every input port" params:"ports nodes depth link_latency error_bits data"`
	Rx   packet.Rx   `lanes:"ports" doc:"links, receiving side, a lane per port"`
	Tx   packet.Tx   `lanes:"ports" doc:"links, sending side, a lane per port"`
	Stat struct {
		Free   rtlgen.Out `width:"count(room)" doc:"free slots of the input port, a register"`
		Credit rtlgen.Out `width:"count(room)" doc:"credits of the output port for all destinations, a register"`
	} `lanes:"ports" doc:"status, a lane per port"`
	Err link.Pins `lanes:"ports" doc:"errors, a lane per port"`
}

// swInputPorts are the ports of swInputPort.
type swInputPorts struct {
	_          rtlgen.Unit             `name:"voqsw_input_port" doc:"input port: packet memory shared by a queue per output port" params:"ports slots link_latency data"`
	Rx         packet.Rx               `doc:"link, receiving side"`
	MyPort     rtlgen.In               `width:"index(ports)" doc:"number of this port"`
	GrantValid rtlgen.In               `doc:"the scheduler's grant: a packet goes to the crossbar"`
	GrantQueue rtlgen.In               `width:"index(ports)" doc:"from this queue"`
	Beat       packet.Beat[rtlgen.Out] `doc:"to the crossbar"`
	Waiting    rtlgen.Out              `lanes:"ports" doc:"the queues that are not empty, registers"`
	StatFree   rtlgen.Out              `width:"count(slots)" doc:"free slots, a register"`
	Error      rtlgen.Out              `lanes:"causes" doc:"pulses: errors of the guard, registers"`
}

// swQueuesPorts are the ports of swQueues.
type swQueuesPorts struct {
	_   rtlgen.Unit `name:"voqsw_queues" doc:"heads and tails of the virtual output queues" params:"ports slots"`
	Enq struct {
		Valid rtlgen.In `doc:"a packet is appended"`
		Queue rtlgen.In `width:"index(ports)" doc:"to this queue"`
		Slot  rtlgen.In `width:"index(slots)" doc:"its slot"`
	} `doc:"enqueue"`
	Pop struct {
		Valid rtlgen.In  `doc:"the head is dropped"`
		Queue rtlgen.In  `width:"index(ports)" doc:"of this queue, which is not empty"`
		Next  rtlgen.In  `width:"index(slots)" doc:"pointer file at pop_slot"`
		Slot  rtlgen.Out `width:"index(slots)" doc:"the head of pop_queue, combinational; unknown while that is empty"`
	} `doc:"dequeue"`
	Link    recn.PointerWrite[rtlgen.Out] `doc:"write to the pointer file, combinational"`
	Waiting rtlgen.Out                    `lanes:"ports" doc:"the queues that are not empty, registers"`
}

// swSchedulerPorts are the ports of swScheduler.
type swSchedulerPorts struct {
	_               rtlgen.Unit `name:"voqsw_scheduler" doc:"two-phase round-robin scheduler for a queue per output" params:"ports"`
	Waiting         rtlgen.In   `lanes:"ports*ports" doc:"the queue is not empty, lane i*ports+o: queue o of input i"`
	CreditAvailable rtlgen.In   `lanes:"ports" doc:"the output port has a credit"`
	GrantValid      rtlgen.Out  `lanes:"ports" doc:"the input port sends, a register"`
	GrantQueue      rtlgen.Out  `lanes:"ports" width:"index(ports)" doc:"from this queue, a register; unknown without grant_valid"`
	Start           rtlgen.Out  `lanes:"ports" doc:"the output port gets a packet, a register"`
	Source          rtlgen.Out  `lanes:"ports" width:"index(ports)" doc:"from this input port, a register; unknown without start"`
}

// netSchedulerPorts are the ports of netScheduler.
type netSchedulerPorts struct {
	_          rtlgen.Unit `name:"voqnet_scheduler" doc:"two-phase round-robin scheduler for inputs that choose a queue when they have asked for its output" params:"ports"`
	Sendable   rtlgen.In   `lanes:"ports*ports" doc:"a packet may go to the output, lane i*ports+o: from input i to output o"`
	NextPort   rtlgen.Out  `lanes:"ports*ports" doc:"the output that the input sends to if it gets a grant in the next cycle, one-hot, registers"`
	GrantValid rtlgen.Out  `lanes:"ports" doc:"the input port sends, a register"`
	GrantPort  rtlgen.Out  `lanes:"ports" width:"index(ports)" doc:"to this output port, a register; unknown without grant_valid"`
	Start      rtlgen.Out  `lanes:"ports" doc:"the output port gets a packet, a register"`
	Source     rtlgen.Out  `lanes:"ports" width:"index(ports)" doc:"from this input port, a register; unknown without start"`
}

// netInputPorts are the ports of netInputPort.
type netInputPorts struct {
	_          rtlgen.Unit             `name:"voqnet_input_port" doc:"input port: a queue with slots of its own per destination" params:"ports nodes depth link_latency data"`
	Rx         packet.Rx               `doc:"link, receiving side"`
	MyPort     rtlgen.In               `width:"index(ports)" doc:"number of this port"`
	Open       rtlgen.In               `lanes:"ports" width:"nodes" doc:"destinations that the output port has a credit for"`
	Sendable   rtlgen.Out              `lanes:"ports" doc:"a packet may go to the output port, registers"`
	NextPort   rtlgen.In               `lanes:"ports" doc:"the output port that a grant in the next cycle is for, one-hot"`
	GrantValid rtlgen.In               `doc:"a packet goes to the crossbar"`
	GrantPort  rtlgen.In               `width:"index(ports)" doc:"to this output port"`
	Beat       packet.Beat[rtlgen.Out] `doc:"to the crossbar"`
	StatFree   rtlgen.Out              `width:"count(room)" doc:"free slots, a register"`
	Error      rtlgen.Out              `lanes:"causes" doc:"pulses: errors of the guard, registers"`
}

// netOutputPorts are the ports of netOutputPort.
type netOutputPorts struct {
	_          rtlgen.Unit            `name:"voqnet_output_port" doc:"output port: credits per destination, link register" params:"ports nodes depth link_latency data"`
	Beat       packet.Beat[rtlgen.In] `doc:"from the crossbar"`
	Tx         packet.Tx              `doc:"link, sending side"`
	Open       rtlgen.Out             `width:"nodes" doc:"destinations with a credit, registers"`
	StatCredit rtlgen.Out             `width:"count(room)" doc:"credits for all destinations, a register"`
	Error      rtlgen.Out             `lanes:"port_causes-causes" doc:"pulses: no_credit in bit 0, a register"`
}

// netCreditsPorts are the ports of netCredits.
type netCreditsPorts struct {
	_         rtlgen.Unit `name:"voqnet_credits" doc:"credits of a link for each destination" params:"nodes depth"`
	Take      rtlgen.In   `doc:"a credit is taken; there must be one"`
	TakeDst   rtlgen.In   `width:"index(nodes)" doc:"for this destination"`
	Give      rtlgen.In   `doc:"a credit is given back"`
	GiveDst   rtlgen.In   `width:"index(nodes)" doc:"for this destination"`
	Available rtlgen.Out  `width:"nodes" doc:"the destinations that there is a credit for, registers"`
	Count     rtlgen.Out  `width:"count(room)" doc:"all credits together, a register"`
	Excess    rtlgen.Out  `doc:"the credit is ignored: none was taken, combinational"`
}

// NICPorts are the ports of NIC.
type NICPorts struct {
	_ rtlgen.Unit `name:"traffic_nic_voq" doc:"network interface of a node at a VOQnet switch: a queue per destination, round robin among those with a credit" params:"nodes queue depth link_latency"`
	traffic.NICPorts
}
