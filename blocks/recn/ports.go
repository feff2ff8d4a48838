package recn

import (
	"culprit.example/culprit/blocks/link"
	"culprit.example/culprit/blocks/packet"
	"culprit.example/culprit/rtlgen"
)

// The ports of every unit. What happens in which cycle: README.md.

// MMUPorts are the ports of MMU.
type MMUPorts struct {
	_    rtlgen.Unit            `name:"recn_mmu" doc:"memory management unit: packet memory, pointer file, free list" params:"slots saqs data"`
	Rx   link.Stored[rtlgen.In] `doc:"beats from the guard of the link"`
	Free struct {
		Valid rtlgen.In `doc:"a slot is given back"`
		Slot  rtlgen.In `width:"index(slots)" doc:"which"`
	} `doc:"free list"`
	Rd struct {
		En   rtlgen.In  `doc:"a beat is read"`
		Slot rtlgen.In  `width:"index(slots)" doc:"of this slot"`
		Word rtlgen.In  `width:"beat_index" doc:"which of its beats"`
		Data rtlgen.Out `width:"beat" doc:"the beat, one cycle after rd_en; holds otherwise"`
		Lost rtlgen.Out `doc:"the packet was cut short before this beat: rd_data is not of it; a register, one cycle after rd_word"`
		Bad  rtlgen.Out `doc:"with the last beat: the packet is damaged; a register, one cycle after rd_word"`
	} `doc:"read port of the packet memory"`
	CqLink  PointerWrite[rtlgen.In] `doc:"the cold queue appends: the pointer file gets a link"`
	SaqLink PointerWrite[rtlgen.In] `if:"saqs" doc:"a set-aside queue appends: the pointer file gets a link"`
	CqHead  rtlgen.In               `width:"index(slots)" doc:"head of the cold queue"`
	DeqHead rtlgen.In               `width:"index(slots)" if:"saqs" doc:"head of the set-aside queue that the scheduler pops"`
	PpuHead rtlgen.In               `width:"index(slots)" if:"saqs" doc:"head of the queue that is inspected"`

	CqNext    rtlgen.Out `width:"index(slots)" doc:"pointer file at cq_head, combinational"`
	DeqNext   rtlgen.Out `width:"index(slots)" if:"saqs" doc:"pointer file at deq_head, combinational"`
	PpuNext   rtlgen.Out `width:"index(slots)" if:"saqs" doc:"pointer file at ppu_head, combinational"`
	WrSlot    rtlgen.Out `width:"index(slots)" doc:"the slot that the packet which starts now goes to, a function of registers"`
	MemFull   rtlgen.Out `doc:"no slot is free, a function of registers"`
	FreeCount rtlgen.Out `width:"count(slots)" doc:"free slots, a register"`
}

// PointerWrite writes the pointer file: the packet after slot is next.
type PointerWrite[D rtlgen.Direction] struct {
	Valid D `doc:"a link is written"`
	Slot  D `width:"index(slots)" doc:"the tail so far"`
	Next  D `width:"index(slots)" doc:"the slot behind it"`
}

// RUPorts are the ports of RU.
type RUPorts struct {
	_        rtlgen.Unit `name:"recn_ru" doc:"routing unit: header memory and request register file" params:"ports slots saqs"`
	Sop      rtlgen.In   `doc:"a packet starts"`
	Header   rtlgen.In   `width:"header" doc:"its routing header {turnpool, tptr}"`
	Slot     rtlgen.In   `width:"index(slots)" doc:"its slot"`
	MyPort   rtlgen.In   `width:"index(ports)" doc:"number of this port"`
	HeadSlot rtlgen.In   `width:"index(slots)" doc:"the head that is looked up"`

	EnqValid  rtlgen.Out `doc:"a packet enters the cold queue: sop of the cycle before, a register"`
	EnqSlot   rtlgen.Out `width:"index(slots)" doc:"its slot, a register; unknown without enq_valid"`
	EnqPort   rtlgen.Out `width:"index(ports)" if:"saqs" doc:"its output port, a function of registers; unknown without enq_valid"`
	HeadPort  rtlgen.Out `width:"index(ports)" doc:"its output port, combinational from head_slot"`
	HeadTurns rtlgen.Out `width:"turns" if:"saqs" doc:"its turns, aligned, combinational from head_slot"`
}

// MUPorts are the ports of MU.
type MUPorts struct {
	_         rtlgen.Unit              `name:"recn_mu" doc:"mapping unit: the cold queue" params:"slots saqs"`
	EnqValid  rtlgen.In                `doc:"a packet is appended"`
	EnqSlot   rtlgen.In                `width:"index(slots)" doc:"its slot"`
	EnqTaken  rtlgen.In                `if:"saqs" doc:"it needs no inspection, and is taken at once"`
	Pop       rtlgen.In                `doc:"the first packet leaves"`
	Take      rtlgen.In                `if:"saqs" doc:"the head is taken for an inspection"`
	BackValid rtlgen.In                `if:"saqs" doc:"a packet that was taken is the head again, and those behind it"`
	BackSlot  rtlgen.In                `if:"saqs" width:"index(slots)" doc:"its slot"`
	HeadNext  rtlgen.In                `width:"index(slots)" doc:"pointer file at head"`
	Head      rtlgen.Out               `width:"index(slots)" doc:"first packet that was not taken, a register; unknown without head_valid"`
	HeadValid rtlgen.Out               `doc:"there is one, a register"`
	Tail      rtlgen.Out               `width:"index(slots)" doc:"last packet, a register; unknown while empty"`
	Empty     rtlgen.Out               `doc:"a register"`
	Count     rtlgen.Out               `width:"count(slots)" doc:"packets, a register"`
	Link      PointerWrite[rtlgen.Out] `doc:"write to the pointer file, combinational"`
}

// CDUPorts are the ports of CDU.
type CDUPorts struct {
	_         rtlgen.Unit                 `name:"recn_cdu" doc:"congestion detection unit" params:"ports slots saqs>=1 detect"`
	CqCount   rtlgen.In                   `width:"count(slots)" doc:"packets in the cold queue"`
	CqReady   rtlgen.In                   `doc:"its head was inspected and stays"`
	CqPort    rtlgen.In                   `width:"index(ports)" doc:"output port of its head"`
	CqGranted rtlgen.In                   `doc:"its head leaves through the crossbar"`
	MyPort    rtlgen.In                   `width:"index(ports)" doc:"number of this port"`
	Line      packet.LineNames[rtlgen.In] `doc:"lines of the CAM"`
	Alloc     lineName[rtlgen.Out]        `doc:"a line to allocate, combinational"`
	NoFree    rtlgen.Out                  `doc:"congestion is detected and no line is free, combinational"`
}

// lineName asks for a line of this name.
type lineName[D rtlgen.Direction] struct {
	Valid D `doc:"a line is asked for"`
	packet.NameOf[D]
}

// NameExtendPorts are the ports of NameExtend.
type NameExtendPorts struct {
	_            rtlgen.Unit                `name:"recn_name_extend" doc:"notification receiver: names one turn longer" params:"ports broadcast"`
	Bus          BusNote[rtlgen.In]         `doc:"the notification bus"`
	MyPort       rtlgen.In                  `width:"index(ports)" doc:"number of this port"`
	Note         packet.Message[rtlgen.Out] `doc:"for the CAM, combinational"`
	NoteAllocate rtlgen.Out                 `doc:"an Xoff is for this port: it allocates a line if none has the name, combinational"`
	Overflow     rtlgen.Out                 `doc:"the name has no room for one turn more, combinational"`
}

// BusNote is a notification on the bus from the output to the input ports.
type BusNote[D rtlgen.Direction] struct {
	packet.Message[D]
	Target D `width:"index(ports)" doc:"the input port that an Xoff is for"`
	Source D `width:"index(ports)" doc:"the output port that it comes from"`
}

// PortNote is a notification of an output port.
type PortNote[D rtlgen.Direction] struct {
	packet.Message[D]
	Target D `width:"index(ports)" doc:"the input port that an Xoff is for"`
}

// InCAMPorts are the ports of InCAM.
type InCAMPorts struct {
	_            rtlgen.Unit               `name:"recn_in_cam" doc:"CAM of an input port: names and states of the set-aside queues" params:"ports saqs>=1 ready_bit"`
	Note         packet.Message[rtlgen.In] `doc:"notification, names one turn longer"`
	NoteAllocate rtlgen.In                 `doc:"an Xoff without a line allocates one"`
	Alloc        lineName[rtlgen.In]       `doc:"of the congestion detection unit"`
	Dealloc      rtlgen.In                 `lanes:"saqs" doc:"the line is freed; at most one"`
	SentSet      rtlgen.In                 `lanes:"saqs" doc:"its Xoff is sent upstream"`
	SentClear    rtlgen.In                 `lanes:"saqs" doc:"its Xon is sent upstream"`
	Linked       rtlgen.In                 `lanes:"saqs" doc:"a packet joins the queue"`
	CqInspected  rtlgen.In                 `doc:"the cold queue's head was inspected, in this cycle or before, or there is none"`

	Line        camLines   `doc:"the lines, registers"`
	LineBorn    rtlgen.Out `lanes:"saqs" doc:"the line is in use and was not in the cycle before, registers"`
	Allocated   rtlgen.Out `doc:"the detection's line is written, combinational"`
	NoteDropped rtlgen.Out `doc:"an Xoff found no free line, combinational"`
}

// camLines is all that a CAM shows of its lines.
type camLines struct {
	packet.LineNames[rtlgen.Out]
	lineState[rtlgen.Out]
	Longer rtlgen.Out `lanes:"saqs" width:"saqs" doc:"bit j: its name is longer than that of line j; of two valid lines"`
}

// rankedLines are the lines of a CAM with the order of their lengths.
type rankedLines struct {
	packet.LineNames[rtlgen.In]
	Longer rtlgen.In `lanes:"saqs" width:"saqs" doc:"bit j: its name is longer than that of line j; of two valid lines"`
}

// lineState is the state of the lines beside their names.
type lineState[D rtlgen.Direction] struct {
	Xoff  D `lanes:"saqs" doc:"the queue may not send"`
	Sent  D `lanes:"saqs" doc:"an Xoff is outstanding upstream"`
	Ready D `lanes:"saqs" doc:"the line may be freed"`
}

// PPUPorts are the ports of PPU.
type PPUPorts struct {
	_           rtlgen.Unit `name:"recn_ppu" doc:"post-processing unit: the set-aside queues" params:"ports slots saqs>=1"`
	CqHead      rtlgen.In   `width:"index(slots)" doc:"first packet of the cold queue that was not taken"`
	CqHeadValid rtlgen.In   `doc:"there is one"`
	CqEmpty     rtlgen.In   `doc:"the cold queue is empty"`
	EnqValid    rtlgen.In   `doc:"a packet enters the cold queue"`
	EnqSlot     rtlgen.In   `width:"index(slots)" doc:"its slot"`
	EnqPort     rtlgen.In   `width:"index(ports)" doc:"its output port"`
	Pop         rtlgen.In   `lanes:"1+saqs" doc:"the scheduler pops the head of this queue, one-hot or 0; the cold queue is lowest"`
	LinkBusy    rtlgen.In   `doc:"the cold queue may write the pointer file in the next cycle"`
	DeqNext     rtlgen.In   `width:"index(slots)" doc:"pointer file at the slot that was popped in the cycle before"`
	PpuNext     rtlgen.In   `width:"index(slots)" doc:"pointer file at moved_slot"`

	HeadTurns rtlgen.In   `width:"turns" doc:"turns of the packet in scan_head, aligned"`
	HeadPort  rtlgen.In   `width:"index(ports)" doc:"its output port"`
	Line      rankedLines `doc:"lines of the CAM"`
	LineBorn  rtlgen.In   `lanes:"saqs" doc:"the line is in use and was not in the cycle before"`

	Link        PointerWrite[rtlgen.Out] `doc:"write to the pointer file, registers"`
	DeqHead     rtlgen.Out               `width:"index(slots)" doc:"head of the set-aside queue that is popped, combinational"`
	Head        rtlgen.Out               `lanes:"saqs" width:"index(slots)" doc:"first packets, registers; unknown while empty and in the cycle after a head has left"`
	Tail        rtlgen.Out               `lanes:"saqs" width:"index(slots)" doc:"last packets, registers; unknown while empty"`
	Empty       rtlgen.Out               `lanes:"saqs" doc:"registers"`
	Count       rtlgen.Out               `lanes:"saqs" width:"count(slots)" doc:"packets in each queue, registers"`
	Ready       rtlgen.Out               `lanes:"1+saqs" doc:"RFS: the queue's head was inspected and may be sent, registers"`
	Port        rtlgen.Out               `lanes:"1+saqs" width:"index(ports)" doc:"output port of each queue's head, registers; unknown while not ready"`
	ScanHead    rtlgen.Out               `width:"index(slots)" doc:"the head that is looked up, a register; unknown if there is none"`
	MovedSlot   rtlgen.Out               `width:"index(slots)" doc:"the packet that moved in the cycle before, a register; unknown if there is none"`
	DecidedSlot rtlgen.Out               `width:"index(slots)" doc:"the packet that moves, or is made ready, if one is, a register; unknown if none is looked at"`
	EnqTaken    rtlgen.Out               `doc:"the packet that enters is ready at once, combinational"`
	CqTake      rtlgen.Out               `doc:"cq_head is taken for an inspection, combinational"`
	CqBackValid rtlgen.Out               `doc:"a packet of the cold queue goes back, and those behind it, combinational"`
	CqBackSlot  rtlgen.Out               `width:"index(slots)" doc:"its slot; unknown without cq_back_valid"`
	CqPop       rtlgen.Out               `doc:"the first packet of the cold queue moves to a set-aside queue, combinational"`
	CqReadySlot rtlgen.Out               `width:"index(slots)" doc:"the packet of the cold queue that was decided about last, or ready at once; its first one if that is ready, a register; unknown before"`
	Wanted      rtlgen.Out               `lanes:"saqs" doc:"a packet may join the queue in this cycle, a function of registers"`
	Linked      rtlgen.Out               `lanes:"saqs" doc:"a packet joins the queue, combinational"`
	CqInspected rtlgen.Out               `doc:"the cold queue's head was inspected, in this cycle or before, or there is none"`
}

// RFCUPorts are the ports of RFCU.
type RFCUPorts struct {
	_       rtlgen.Unit `name:"recn_rfcu" doc:"RECN flow control unit: Xoff, Xon, deallocation" params:"slots saqs>=1 xoff xon inclusive"`
	Count   rtlgen.In   `lanes:"saqs" width:"count(slots)" doc:"packets in each set-aside queue"`
	Line    rfcuLines   `doc:"lines of the CAM"`
	Linked  rtlgen.In   `lanes:"saqs" doc:"a packet joins the queue"`
	SentSet rtlgen.Out  `lanes:"saqs" doc:"an Xoff is made for the line, combinational"`

	SentClear rtlgen.Out                 `lanes:"saqs" doc:"an Xon is made for the line, combinational"`
	Dealloc   rtlgen.Out                 `lanes:"saqs" doc:"the line may be freed, one-hot, combinational"`
	Msg       packet.Message[rtlgen.Out] `doc:"to the switch upstream, registers"`
}

type rfcuLines struct {
	packet.LineNames[rtlgen.In]
	lineState[rtlgen.In]
}

// OutCAMPorts are the ports of OutCAM.
type OutCAMPorts struct {
	_     rtlgen.Unit               `name:"recn_out_cam" doc:"CAM of an output port and its notifications to the input ports" params:"ports saqs>=1 leaf_first"`
	Msg   packet.Message[rtlgen.In] `doc:"from the switch downstream"`
	First struct {
		Valid  rtlgen.In `doc:"the first beat of a packet leaves"`
		Header rtlgen.In `width:"header" doc:"its header, as the next switch gets it"`
		Source rtlgen.In `width:"index(ports)" doc:"the input port that it came from"`
	} `doc:"packets that pass"`
	Note      PortNote[rtlgen.Out] `doc:"notification for the input ports, functions of registers"`
	NoteTake  rtlgen.In            `doc:"the bus takes it"`
	LineValid rtlgen.Out           `lanes:"saqs" doc:"the line is in use, a register"`
	CamFull   rtlgen.Out           `doc:"an Xoff found no free line, combinational"`

	// With leaf_first.
	Gone     rtlgen.In  `lanes:"saqs" if:"leaf_first" doc:"the line is freed; its Xon was told"`
	LineXoff rtlgen.Out `lanes:"saqs" if:"leaf_first" doc:"no Xon has come, a register"`
	LineTold rtlgen.Out `lanes:"saqs" if:"leaf_first" doc:"the Xon was told, a register"`
	LineTp   rtlgen.Out `lanes:"saqs" width:"turns" if:"leaf_first" doc:"name: turns, registers"`
	LineMask rtlgen.Out `lanes:"saqs" width:"turns" if:"leaf_first" doc:"name: mask, registers"`
}

// NoteBusPorts are the ports of NoteBus.
type NoteBusPorts struct {
	_        rtlgen.Unit         `name:"recn_note_bus" doc:"notification bus from the output ports to the input ports" params:"ports"`
	Note     PortNote[rtlgen.In] `lanes:"ports" doc:"notifications of the output ports"`
	NoteTake rtlgen.Out          `lanes:"ports" doc:"the notification goes onto the bus, one-hot, combinational"`
	Bus      BusNote[rtlgen.Out] `doc:"the bus, registers"`
}

// SchedulerPorts are the ports of Scheduler.
type SchedulerPorts struct {
	_     rtlgen.Unit `name:"recn_scheduler" doc:"two-phase round-robin scheduler" params:"ports saqs"`
	Queue struct {
		Empty rtlgen.In `lanes:"ports*(1+saqs)" doc:"the queue is empty"`
		Ready rtlgen.In `lanes:"ports*(1+saqs)" doc:"its head may be sent"`
		Port  rtlgen.In `lanes:"ports*(1+saqs)" width:"index(ports)" doc:"output port of its head"`
	} `doc:"queues of all input ports, lane i*(1+saqs)+q: queue q of input i"`
	SaqXoff         rtlgen.In  `lanes:"ports*saqs" if:"saqs" doc:"the set-aside queue may not send"`
	CreditAvailable rtlgen.In  `lanes:"ports" doc:"the output port has a credit"`
	GrantValid      rtlgen.Out `lanes:"ports" doc:"the input port sends; a register"`
	GrantQueue      rtlgen.Out `lanes:"ports*(1+saqs)" doc:"lane i*(1+saqs)+q: from queue q of input i, one-hot, registers; unknown without grant_valid"`
	GrantPort       rtlgen.Out `lanes:"ports" width:"index(ports)" doc:"to this output port, a register; unknown without grant_valid"`
	Start           rtlgen.Out `lanes:"ports" doc:"the output port gets a packet, a register"`
	Source          rtlgen.Out `lanes:"ports" width:"index(ports)" doc:"from this input port, a register; unknown without start"`
}

// InputPortPorts are the ports of InputPort.
type InputPortPorts struct {
	_          rtlgen.Unit             `name:"recn_input_port" doc:"input port: packet memory, queues, congestion management" params:"ports slots saqs detect xoff xon link_latency broadcast ready_bit leaf_first timer data"`
	Rx         packet.Rx               `doc:"link, receiving side"`
	MyPort     rtlgen.In               `width:"index(ports)" doc:"number of this port"`
	GrantValid rtlgen.In               `doc:"the scheduler's grant: a packet goes to the crossbar"`
	GrantQueue rtlgen.In               `lanes:"1+saqs" if:"saqs" doc:"from this queue, one-hot"`
	Bus        BusNote[rtlgen.In]      `if:"saqs" doc:"the notification bus"`
	Beat       packet.Beat[rtlgen.Out] `doc:"to the crossbar, registers"`
	Queue      queueHeads              `doc:"heads of the queues, the cold queue lowest"`
	SaqXoff    rtlgen.Out              `lanes:"saqs" if:"saqs" doc:"the set-aside queue may not send"`
	Stat       InputStatus[rtlgen.Out] `doc:"status"`
	Error      rtlgen.Out              `lanes:"causes" doc:"pulses: errors of the guard, registers"`

	Tree     PortNote[rtlgen.Out]      `if:"reports" doc:"report about a set-aside queue for an output port; xoff: it was made, else it is gone"`
	TreeTake rtlgen.In                 `if:"reports" doc:"the bus takes it"`
	Heard    packet.Message[rtlgen.In] `if:"reports" doc:"report of the switch upstream; xoff: its line was made, else it is gone"`
	Up       packet.Message[rtlgen.In] `if:"reports" doc:"report of the output port of this number for the switch at the other end of the cable"`
	UpTake   rtlgen.Out                `if:"reports" doc:"the link takes it"`
}

type queueHeads struct {
	Empty rtlgen.Out `lanes:"1+saqs" doc:"the queue is empty"`
	Ready rtlgen.Out `lanes:"1+saqs" doc:"its head may be sent"`
	Port  rtlgen.Out `lanes:"1+saqs" width:"index(ports)" doc:"output port of its head"`
}

// InputStatus is what an input port shows of itself.
type InputStatus[D rtlgen.Direction] struct {
	Free    D `width:"count(slots)" doc:"free slots of the input port"`
	Detect  D `if:"saqs" doc:"pulse: congestion detected, queue allocated"`
	NoFree  D `if:"saqs" doc:"congestion detected, no queue free"`
	Dropped D `if:"saqs" doc:"pulse: notification dropped, no queue free"`
	Saqs    D `lanes:"saqs" if:"saqs" doc:"set-aside queues in use"`
	Sent    D `lanes:"saqs" if:"saqs" doc:"set-aside queues with an Xoff outstanding"`
}

// OutputStatus is what an output port shows of itself.
type OutputStatus[D rtlgen.Direction] struct {
	Credit  D `width:"count(slots)" doc:"credits of the output port"`
	Lines   D `lanes:"saqs" if:"saqs" doc:"CAM lines of the output port in use"`
	CamFull D `if:"saqs" doc:"pulse: Xoff dropped, no line free"`
}

// OutputPortPorts are the ports of OutputPort.
type OutputPortPorts struct {
	_               rtlgen.Unit              `name:"recn_output_port" doc:"output port: credits, CAM, link register" params:"ports slots saqs link_latency leaf_first data"`
	Beat            packet.Beat[rtlgen.In]   `doc:"from the crossbar"`
	BeatSource      rtlgen.In                `width:"index(ports)" if:"saqs" doc:"the input port that the packet came from"`
	Start           rtlgen.In                `doc:"the scheduler's grant: a packet will come"`
	NoteTake        rtlgen.In                `if:"saqs" doc:"the bus takes the notification"`
	Tx              packet.Tx                `doc:"link, sending side"`
	CreditAvailable rtlgen.Out               `doc:"a packet may be sent, a function of registers"`
	Note            PortNote[rtlgen.Out]     `if:"saqs" doc:"notification for the input ports"`
	Stat            OutputStatus[rtlgen.Out] `doc:"status"`
	Error           rtlgen.Out               `lanes:"port_causes-causes" doc:"pulses: no_credit, no_name from bit 0 on, registers"`

	Report branchReport[rtlgen.In]    `if:"reports" doc:"report of an input port for this output; xoff: its SAQ was made, else it is gone"`
	Heard  packet.Message[rtlgen.Out] `if:"reports" doc:"report of the switch at the other end of the cable, for the input port of this number"`
	Up     packet.Message[rtlgen.Out] `if:"reports" doc:"report about a line, for the input port of this number to send"`
	UpTake rtlgen.In                  `if:"reports" doc:"the link takes it"`
}

// SwitchPorts are the pins of Switch.
type SwitchPorts struct {
	_    rtlgen.Unit  `name:"recn_switch" doc:"RECN-IQ switch: input-queued, with set-aside queues for congested packets" params:"ports slots saqs detect xoff xon link_latency broadcast ready_bit leaf_first timer error_bits data"`
	Rx   packet.Rx    `lanes:"ports" doc:"links, receiving side, a lane per port"`
	Tx   packet.Tx    `lanes:"ports" doc:"links, sending side, a lane per port"`
	Stat SwitchStatus `lanes:"ports" doc:"status, a lane per port"`
	Err  link.Pins    `lanes:"ports" doc:"errors, a lane per port"`
}

// SwitchStatus is what a RECN switch shows of its ports.
type SwitchStatus struct {
	InputStatus[rtlgen.Out]
	OutputStatus[rtlgen.Out]
}

// PairPorts are the pins of Pair: those of both switches but the linked ports.
type PairPorts struct {
	_  rtlgen.Unit `name:"recn_pair" doc:"two RECN-IQ switches joined by a link" params:"ports slots saqs detect xoff xon link_latency broadcast ready_bit leaf_first timer error_bits data"`
	S0 PairSide    `doc:"switch 0"`
	S1 PairSide    `doc:"switch 1"`
}

// PairSide are the pins of one of two joined switches.
type PairSide struct {
	Rx   packet.Rx    `lanes:"ports-1" doc:"links, receiving side, a lane per port without the linked one"`
	Tx   packet.Tx    `lanes:"ports-1" doc:"links, sending side, a lane per port without the linked one"`
	Stat SwitchStatus `lanes:"ports" doc:"status, a lane per port"`
	Err  link.Pins    `lanes:"ports" doc:"errors, a lane per port"`
}

// LeafPorts are the ports of Leaf.
type LeafPorts struct {
	_        rtlgen.Unit                 `name:"recn_leaf" doc:"leaves first: when a set-aside queue may be freed (RECN before DD)" params:"ports>=3 saqs>=1 timer"`
	Line     packet.LineNames[rtlgen.In] `doc:"lines of the CAM"`
	Stopped  rtlgen.In                   `lanes:"saqs" doc:"the queue may not send"`
	Empty    rtlgen.In                   `lanes:"saqs" doc:"the queue is empty"`
	Freed    rtlgen.In                   `lanes:"saqs" doc:"the line is freed, one-hot"`
	MyPort   rtlgen.In                   `width:"index(ports)" doc:"number of this port"`
	Msg      packet.Message[rtlgen.In]   `doc:"report about the line upstream; xoff: it was made, else it is gone"`
	NoteTake rtlgen.In                   `doc:"the bus takes the report"`
	MayFree  rtlgen.Out                  `lanes:"saqs" doc:"the line may be freed, a function of registers"`
	Note     PortNote[rtlgen.Out]        `doc:"report about the queue for an output port; xoff: it was made, else it is gone; functions of registers and lines"`
}

// BranchesPorts are the ports of Branches.
type BranchesPorts struct {
	_        rtlgen.Unit                 `name:"recn_branches" doc:"leaves first: when a line of an output port may be freed (RECN before DD)" params:"ports>=3 saqs>=1"`
	Line     packet.LineNames[rtlgen.In] `doc:"lines of the CAM"`
	Stopped  rtlgen.In                   `lanes:"saqs" doc:"no Xon has come"`
	Told     rtlgen.In                   `lanes:"saqs" doc:"the Xon was told"`
	MsgValid rtlgen.In                   `doc:"an Xoff or Xon comes from downstream"`
	Report   branchReport[rtlgen.In]     `doc:"report of an input port"`
	UpTake   rtlgen.In                   `doc:"the link takes the report"`
	Free     rtlgen.Out                  `lanes:"saqs" doc:"the line is freed, one-hot, combinational"`
	Up       packet.Message[rtlgen.Out]  `doc:"report about the line for the switch downstream; xoff: it was made, else it is gone; functions of registers and lines"`
}

// branchReport is a report of an input port about its SAQ.
type branchReport[D rtlgen.Direction] struct {
	packet.Message[D]
	Source D `width:"index(ports)" doc:"the input port that it comes from"`
}
