package cioqrecn

import (
	"culprit.example/culprit/blocks/link"
	"culprit.example/culprit/blocks/packet"
	"culprit.example/culprit/blocks/recn"
	"culprit.example/culprit/rtlgen"
)

// The ports of every unit. What happens in which cycle: README.md.

// QueuesPorts are the ports of Queues.
type QueuesPorts struct {
	_    rtlgen.Unit `name:"cioq_recn_queues" doc:"linked lists over shared slots: the queues of one side and its free slots" params:"slots queues"`
	Take rtlgen.In   `doc:"a slot is taken"`
	Enq  struct {
		Valid rtlgen.In `doc:"a packet is appended"`
		Queue rtlgen.In `lanes:"queues" doc:"to this queue, one-hot"`
		Slot  rtlgen.In `width:"index(slots)" doc:"its slot"`
	} `doc:"enqueue"`
	Deq struct {
		Valid rtlgen.In  `doc:"the head is dropped"`
		Queue rtlgen.In  `width:"index(queues)" doc:"of this queue, which is not empty"`
		Slot  rtlgen.Out `width:"index(slots)" doc:"head of deq_queue, a function of registers and deq_queue; unknown without deq_valid"`
	} `doc:"dequeue"`
	Free struct {
		Valid rtlgen.In  `doc:"a slot is given back"`
		Slot  rtlgen.In  `width:"index(slots)" doc:"which"`
		Count rtlgen.Out `width:"count(slots)" doc:"free slots, a register"`
	} `doc:"free list"`
	Slot  rtlgen.Out `width:"index(slots)" doc:"the slot that take takes, a function of registers; unknown without take"`
	Count rtlgen.Out `lanes:"queues" width:"count(slots)" doc:"packets in each queue, registers"`
	Empty rtlgen.Out `lanes:"queues" doc:"the queue is empty, registers"`
}

// CAMPorts are the ports of CAM.
type CAMPorts struct {
	_      rtlgen.Unit `name:"cioq_recn_cam" doc:"CAM of one side: names and states of the set-aside queues" params:"ports saqs standard"`
	Lookup struct {
		Turns    rtlgen.In  `width:"turns" doc:"aligned turns of a packet"`
		Standard rtlgen.In  `width:"index(standard)" doc:"the standard queue that it goes to if no line matches"`
		Queue    rtlgen.Out `lanes:"standard+saqs" doc:"queue of the packet that was looked up in the cycle before, one-hot, a function of registers"`
	} `doc:"queue of a packet that arrives"`
	Event struct {
		Valid    rtlgen.In `doc:"a set-aside queue is set up or changes its B"`
		Block    rtlgen.In `doc:"new value of B"`
		Allocate rtlgen.In `doc:"a queue is set up if there is none of that name"`
		packet.NameOf[rtlgen.In]
		Standard rtlgen.In `width:"index(standard)" doc:"the standard queue that may host the marker"`
	} `doc:"event: the one write port of the lines"`
	Dealloc   rtlgen.In  `lanes:"saqs" doc:"the line may be freed; at most one"`
	SentSet   rtlgen.In  `lanes:"saqs" doc:"an Xoff for the line is told"`
	SentClear rtlgen.In  `lanes:"saqs" doc:"an Xon for the line is told"`
	Born      rtlgen.Out `lanes:"saqs" doc:"the line that the event of the cycle before has allocated, one-hot or 0, registers"`
	BornHost  rtlgen.Out `width:"index(standard+saqs)" doc:"the queue that hosts its marker, a function of registers; unknown without born"`
	Refused   rtlgen.Out `doc:"the event wants a new line and finds none free, combinational"`
	Line      camLines   `doc:"the lines, registers; names and standard queues of an invalid line are unknown"`
}

// camLines is all that a CAM shows of its lines.
type camLines struct {
	packet.LineNames[rtlgen.Out]
	lineState[rtlgen.Out]
	Standard rtlgen.Out `lanes:"saqs" width:"index(standard)" doc:"event_standard of the event that allocated the line"`
}

// lineState is the state of the lines beside their names.
type lineState[D rtlgen.Direction] struct {
	Blocked D `lanes:"saqs" doc:"B: the queue may not send"`
	Sent    D `lanes:"saqs" doc:"SENT: an Xoff is outstanding"`
}

// MarkersPorts are the ports of Markers.
type MarkersPorts struct {
	_        rtlgen.Unit `name:"cioq_recn_markers" doc:"markers: where each waits, and the ready bits of the set-aside queues" params:"slots saqs standard"`
	Born     rtlgen.In   `lanes:"saqs" doc:"a line was allocated in the cycle before, one-hot or 0"`
	BornHost rtlgen.In   `width:"index(standard+saqs)" doc:"the queue that hosts its marker"`
	Count    rtlgen.In   `lanes:"standard+saqs" width:"count(slots)" doc:"packets in each queue"`
	Deq      struct {
		Valid rtlgen.In `doc:"a packet leaves a queue"`
		Queue rtlgen.In `width:"index(standard+saqs)" doc:"which"`
	} `doc:"dequeue"`
	Line markerState[rtlgen.Out] `doc:"state of the lines"`
}

// markerState is what the markers say of the lines.
type markerState[D rtlgen.Direction] struct {
	Ready   D `lanes:"saqs" doc:"R: its marker is gone; 1 for lines that are not valid"`
	Hosting D `lanes:"saqs" doc:"it hosts the marker of a queue that is not ready"`
}

// DetectionPorts are the ports of Detection.
type DetectionPorts struct {
	_      rtlgen.Unit `name:"cioq_recn_detection" doc:"congestion detection of an input side" params:"ports slots saqs detect"`
	Count  rtlgen.In   `lanes:"ports" width:"count(slots)" doc:"packets in each detection queue"`
	MyPort rtlgen.In   `width:"index(ports)" doc:"number of this port"`
	Line   struct {
		Valid rtlgen.In `lanes:"saqs" doc:"the line is in use"`
		Port  rtlgen.In `lanes:"saqs" width:"index(ports)" doc:"output port that the first turn of its name leads to"`
		Mask  rtlgen.In `lanes:"saqs" width:"turns" doc:"name: mask"`
	} `doc:"lines of the CAM"`
	Alloc struct {
		Valid rtlgen.Out `doc:"a line is asked for"`
		Port  rtlgen.Out `width:"index(ports)" doc:"for this output port; 0 if there is none"`
		packet.NameOf[rtlgen.Out]
	} `doc:"a line to allocate, a function of the register and line_valid"`
	NoFree rtlgen.Out `doc:"congestion is detected and no line is free, a function of the register and line_valid"`
}

// NotifierPorts are the ports of Notifier.
type NotifierPorts struct {
	_             rtlgen.Unit `name:"cioq_recn_notifier" doc:"notifications of an output side to the input sides" params:"ports slots saqs detect_out xoff xon"`
	StandardCount rtlgen.In   `width:"count(slots)" doc:"packets in the standard queue"`
	Count         rtlgen.In   `lanes:"saqs" width:"count(slots)" doc:"packets in each set-aside queue"`
	Enq           struct {
		Valid  rtlgen.In `doc:"a packet enters a queue"`
		Queue  rtlgen.In `lanes:"1+saqs" doc:"which, one-hot"`
		Source rtlgen.In `width:"index(ports)" doc:"the input port that it came from"`
	} `doc:"enqueue"`
	Line      notifierLines             `doc:"lines of the CAM and their markers"`
	NoteTake  rtlgen.In                 `doc:"the bus takes the notification"`
	Note      recn.PortNote[rtlgen.Out] `doc:"notification for the input sides, registers"`
	SentSet   rtlgen.Out                `lanes:"saqs" doc:"an Xoff is made for the line, combinational"`
	SentClear rtlgen.Out                `lanes:"saqs" doc:"an Xon is made for the line, combinational"`
	Dealloc   rtlgen.Out                `lanes:"saqs" doc:"the line may be freed, one-hot or 0, combinational"`
}

type notifierLines struct {
	packet.LineNames[rtlgen.In]
	lineState[rtlgen.In]
	markerState[rtlgen.In]
}

// SchedulerPorts are the ports of Scheduler.
type SchedulerPorts struct {
	_             rtlgen.Unit `name:"cioq_recn_scheduler" doc:"two-phase round-robin scheduler of the crossbar" params:"ports saqs"`
	QueueEligible rtlgen.In   `lanes:"ports*(ports+saqs)" doc:"the queue may send, lane i*(ports+saqs)+q: queue q of input i"`
	SaqPort       rtlgen.In   `lanes:"ports*saqs" width:"index(ports)" doc:"output port of each set-aside queue; below ports where eligible"`
	Room          rtlgen.In   `lanes:"ports" doc:"the output side has a slot for a packet"`
	GrantValid    rtlgen.Out  `lanes:"ports" doc:"the input side sends, a register"`
	GrantQueue    rtlgen.Out  `lanes:"ports" width:"index(ports+saqs)" doc:"from this queue, a register; unknown without grant_valid"`
	Start         rtlgen.Out  `lanes:"ports" doc:"the output side gets a packet, a register"`
	Source        rtlgen.Out  `lanes:"ports" width:"index(ports)" doc:"from this input side, a register; unknown without start"`
}

// pair is a word on the crossbar.
type pair[D rtlgen.Direction] struct {
	Valid D `doc:"two beats come"`
	Sop   D `doc:"they are the first of a packet"`
	Bad   D `doc:"with the last pair: the packet is damaged"`
	Data  D `width:"pair" doc:"the beats {odd, even}"`
}

// InputPortPorts are the ports of InputPort.
type InputPortPorts struct {
	_             rtlgen.Unit                  `name:"cioq_recn_input_port" doc:"input side: detection queues, set-aside queues, packet memory" params:"ports slots saqs detect xoff xon link_latency data"`
	Rx            packet.Rx                    `doc:"link, receiving side"`
	MyPort        rtlgen.In                    `width:"index(ports)" doc:"number of this port"`
	Bus           recn.BusNote[rtlgen.In]      `doc:"the notification bus"`
	GrantValid    rtlgen.In                    `doc:"the scheduler's grant: a packet goes to the crossbar"`
	GrantQueue    rtlgen.In                    `width:"index(ports+saqs)" doc:"from this queue"`
	QueueEligible rtlgen.Out                   `lanes:"ports+saqs" doc:"the queue may send, a function of registers"`
	SaqPort       rtlgen.Out                   `lanes:"saqs" width:"index(ports)" doc:"output port of each set-aside queue, registers; unknown while its line is invalid"`
	Pair          pair[rtlgen.Out]             `doc:"to the crossbar, registers; unknown while not pair_valid"`
	Stat          recn.InputStatus[rtlgen.Out] `doc:"status"`
	Error         rtlgen.Out                   `lanes:"causes" doc:"pulses: errors of the guard, registers"`
}

// OutputPortPorts are the ports of OutputPort.
type OutputPortPorts struct {
	_          rtlgen.Unit                   `name:"cioq_recn_output_port" doc:"output side: standard queue, set-aside queues, packet memory, link" params:"ports slots saqs detect_out xoff xon link_latency data"`
	Pair       pair[rtlgen.In]               `doc:"from the crossbar; 0 while not pair_valid"`
	PairSource rtlgen.In                     `width:"index(ports)" doc:"the input port that the packet came from"`
	Start      rtlgen.In                     `doc:"the scheduler's grant: a packet will come; a slot is reserved"`
	Tx         packet.Tx                     `doc:"link, sending side"`
	NoteTake   rtlgen.In                     `doc:"the bus takes the notification"`
	Room       rtlgen.Out                    `doc:"a slot is not reserved, a function of registers"`
	Note       recn.PortNote[rtlgen.Out]     `doc:"notification for the input sides, registers"`
	Stat       recn.OutputStatus[rtlgen.Out] `doc:"status"`
	Error      rtlgen.Out                    `lanes:"port_causes-causes" doc:"pulses: no_credit, no_name from bit 0 on, registers"`
}

// SwitchPorts are the pins of Switch: those of recn.Switch.
type SwitchPorts struct {
	_    rtlgen.Unit       `name:"cioq_recn_switch" doc:"RECN switch: combined input and output queues, set-aside queues on both sides" params:"ports slots saqs detect detect_out xoff xon link_latency error_bits data"`
	Rx   packet.Rx         `lanes:"ports" doc:"links, receiving side, a lane per port"`
	Tx   packet.Tx         `lanes:"ports" doc:"links, sending side, a lane per port"`
	Stat recn.SwitchStatus `lanes:"ports" doc:"status, a lane per port"`
	Err  link.Pins         `lanes:"ports" doc:"errors, a lane per port"`
}
