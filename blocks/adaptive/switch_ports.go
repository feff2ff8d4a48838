package adaptive

import (
	"culprit.example/culprit/blocks/qcn"
	"culprit.example/culprit/rtlgen"
)

// ReceiverPorts are the ports of Receiver.
type ReceiverPorts struct {
	_     rtlgen.Unit            `name:"adaptive_receiver" doc:"receiving side of a port: whole frames, notifications first" params:"hosts cns"`
	Rx    qcn.Beat[rtlgen.In]    `doc:"from the link"`
	Offer frameOffer[rtlgen.Out] `doc:"a whole frame, registers"`
	Taken rtlgen.In              `doc:"the offer is taken"`
	Lost  rtlgen.Out             `doc:"pulse: a frame came while its predecessor waited, or a notification while cns of them waited"`
	Error rtlgen.Out             `lanes:"causes" doc:"pulses, registers: no_head, cut, long, no_route, no_source, bad_length, no_kind, no_room from bit 0 on"`
}

// frameOffer is a whole frame or a notification.
type frameOffer[D rtlgen.Direction] struct {
	Valid D `doc:"a frame or notification is there"`
	CN    D `doc:"it is a notification"`
	Word  D `width:"word" doc:"its first beat; unknown while not valid"`
	Beats D `width:"beats" doc:"its beats less one; unknown while not valid"`
}

// TransmitterPorts are the ports of Transmitter.
type TransmitterPorts struct {
	_     rtlgen.Unit `name:"adaptive_transmitter" doc:"sending side of a port: PAUSE, notifications, frames" params:"hosts ports slots cns"`
	Pause struct {
		Valid rtlgen.In  `doc:"a PAUSE frame is offered"`
		Data  rtlgen.In  `width:"word" doc:"its beat"`
		Ready rtlgen.Out `doc:"it is taken; combinational"`
	} `doc:"PAUSE frames to send"`
	Paused rtlgen.In `doc:"the neighbour does not take frames"`
	CN     struct {
		Valid rtlgen.In `doc:"a notification is to leave by this port"`
		Word  rtlgen.In `width:"word" doc:"its beat"`
	} `doc:"notifications to send"`
	Want    rtlgen.Out             `doc:"the next frame is wanted, a register"`
	Fetched rtlgen.In              `doc:"it comes"`
	Frame   storedFrame[rtlgen.In] `doc:"with fetched"`
	Done    doneFrame[rtlgen.Out]  `doc:"a frame has left, registers until taken"`
	Taken   rtlgen.In              `doc:"done is taken"`
	Tx      qcn.Beat[rtlgen.Out]   `doc:"to the link, registers"`
	Overrun rtlgen.Out             `doc:"pulse: a notification came while cns of them waited"`
}

// storedFrame is a frame in the memory of the switch.
type storedFrame[D rtlgen.Direction] struct {
	Word  D `width:"word" doc:"first beat"`
	Beats D `width:"beats" doc:"beats less one"`
	Slot  D `width:"slot" doc:"its slot"`
}

// doneFrame is a frame that has left.
type doneFrame[D rtlgen.Direction] struct {
	Valid  D `doc:"a frame has left"`
	Slot   D `width:"slot" doc:"its slot; unknown while not valid"`
	Length D `width:"length" doc:"its bytes; unknown while not valid"`
}

// QueuesPorts are the ports of Queues.
type QueuesPorts struct {
	_   rtlgen.Unit `name:"adaptive_queues" doc:"output queues over slots that belong to the inputs" params:"ports slots"`
	Enq struct {
		Valid rtlgen.In `doc:"a frame comes"`
		In    rtlgen.In `width:"index(ports)" doc:"from this input"`
		Out   rtlgen.In `width:"index(ports)" doc:"to this output"`
		Word  rtlgen.In `width:"word" doc:"first beat"`
		Beats rtlgen.In `width:"beats" doc:"beats less one"`
	} `doc:"frames that come"`
	Want    rtlgen.In               `lanes:"ports" doc:"the output wants its next frame"`
	Fetched rtlgen.Out              `lanes:"ports" doc:"it comes, registers; at most one"`
	Frame   storedFrame[rtlgen.Out] `doc:"with fetched; unknown without"`
	Done    doneFrame[rtlgen.In]    `lanes:"ports" doc:"frames that have left"`
	Taken   rtlgen.Out              `lanes:"ports" doc:"done is taken, combinational; at most one"`
	Left    struct {
		Valid  rtlgen.Out `lanes:"ports" doc:"a frame has left the queue of the output; at most one"`
		Length rtlgen.Out `width:"length" doc:"its bytes; unknown without"`
	} `doc:"departures, registers"`
	Used     rtlgen.Out `lanes:"ports" width:"count(slots)" doc:"slots of each input in use, registers"`
	Entering rtlgen.Out `lanes:"ports" doc:"a frame enters the queue of the output in this cycle; at most one, combinational"`
	Lost     rtlgen.Out `doc:"pulse: a frame found no slot free in the partition of its input"`
	NoRoom   rtlgen.Out `lanes:"ports" doc:"with lost: the input, registers"`
}

// EnginePorts are the ports of Engine.
type EnginePorts struct {
	_        rtlgen.Unit           `name:"adaptive_engine" doc:"the way of each frame and notification, and what is learnt from these" params:"hosts ports list count_bits sum_bits timer"`
	Adaptive rtlgen.In             `doc:"1: frames avoid congestion; 0: they take the default port; held"`
	Load     rtlgen.In             `doc:"the seed is taken"`
	Seed     rtlgen.In             `width:"seed" doc:"of the random choice, not 0"`
	Write    listWrite             `doc:"routing table, used after reset"`
	Offer    frameOffer[rtlgen.In] `lanes:"ports" doc:"of the receivers"`
	Taken    rtlgen.Out            `lanes:"ports" doc:"the offer is taken, combinational; at most one"`
	Local    struct {
		Valid rtlgen.In  `doc:"a notification that is made here"`
		Port  rtlgen.In  `width:"index(ports)" doc:"the output whose queue made it"`
		Word  rtlgen.In  `width:"word" doc:"its beat"`
		Taken rtlgen.Out `doc:"it is taken, combinational"`
	} `doc:"notifications of this switch"`
	Low   rtlgen.In `width:"ports" doc:"the output queue of the port is below Q_eq/2"`
	Tick  rtlgen.In `doc:"1 ms"`
	Frame struct {
		Valid rtlgen.Out `doc:"a frame goes its way"`
		In    rtlgen.Out `width:"index(ports)" doc:"from this input"`
		Out   rtlgen.Out `width:"index(ports)" doc:"to this output"`
		Word  rtlgen.Out `width:"word" doc:"first beat"`
		Beats rtlgen.Out `width:"beats" doc:"beats less one"`
	} `doc:"frames, registers; unknown without valid"`
	CN struct {
		Valid rtlgen.Out `lanes:"ports" doc:"a notification leaves by the port; at most one"`
		Word  rtlgen.Out `width:"word" doc:"its beat; unknown without"`
	} `doc:"notifications, registers"`
	Missing   rtlgen.Out `doc:"pulse, a register: a destination without a list; what went there is dropped"`
	Detour    rtlgen.Out `doc:"with frame_valid: its way is not the default"`
	Learnt    rtlgen.Out `doc:"pulse, a register: the congestion table is updated"`
	OffList   rtlgen.Out `doc:"pulse, a register: a notification came in by a port that is not listed for its flow"`
	Saturated rtlgen.Out `doc:"a counter of the congestion table met its end, a register"`
}

// NotifierPorts are the ports of Notifier.
type NotifierPorts struct {
	_       rtlgen.Unit            `name:"adaptive_notifier" doc:"makes the notifications of a switch" params:"ports"`
	Number  rtlgen.In              `width:"address" doc:"number of the switch; held"`
	Frame   rtlgen.In              `width:"word" doc:"first beat of the frame that enters a queue in this cycle"`
	Sampled rtlgen.In              `lanes:"ports" doc:"of the congestion points: the frame of the cycle before is sampled"`
	Trigger qcn.Trigger[rtlgen.In] `lanes:"ports" doc:"of the congestion points"`
	CN      struct {
		Valid rtlgen.Out `doc:"a notification is offered"`
		Port  rtlgen.Out `width:"index(ports)" doc:"the output whose queue it is about; unknown while not valid"`
		Word  rtlgen.Out `width:"word" doc:"its beat; unknown while not valid"`
		Taken rtlgen.In  `doc:"it is taken"`
	} `doc:"notifications, registers but for cn_taken"`
	Lost rtlgen.Out `doc:"pulse: one of an output came while its predecessor waited"`
}

// meterPorts are the ports of meter.
type meterPorts struct {
	_       rtlgen.Unit `name:"adaptive_meter" doc:"counters of a switch" params:"hosts ports q_eq"`
	Measure rtlgen.In   `doc:"the counters count"`
	Sample  rtlgen.In   `doc:"queues and STOPs are counted in this cycle"`
	Frame   struct {
		Valid  rtlgen.In `doc:"a frame enters a queue"`
		Host   rtlgen.In `width:"index(hosts)" doc:"its destination"`
		Out    rtlgen.In `width:"index(ports)" doc:"the queue"`
		Detour rtlgen.In `doc:"it is not the default"`
	} `doc:"frames"`
	Made    rtlgen.In `doc:"a notification is made"`
	Learnt  rtlgen.In `doc:"the congestion table is updated"`
	OffList rtlgen.In `doc:"by a port that is not listed"`
	Stopped rtlgen.In `lanes:"ports" doc:"the neighbour is told to stop"`
	Qlen    rtlgen.In `lanes:"ports" width:"qlen" doc:"bytes in each output queue"`
	Read    readPort  `doc:"counter readback"`
}

// readPort reads the counters of a unit.
type readPort struct {
	Address rtlgen.In  `width:"read_address" doc:"which counter"`
	Data    rtlgen.Out `width:"read_data" doc:"the counter, 2 cycles after its address"`
}

// SwitchPorts are the ports of Switch.
type SwitchPorts struct {
	_        rtlgen.Unit          `name:"adaptive_switch" doc:"output-queued switch that routes frames around congestion" params:"hosts ports list count_bits sum_bits timer slots cns q_eq q_high q_low error_bits"`
	Number   rtlgen.In            `width:"address" doc:"number of the switch, held: its address, and part of the identity of its congestion points"`
	Seed     rtlgen.In            `width:"seed" doc:"of its random choices, not 0"`
	Load     rtlgen.In            `doc:"the seed is taken"`
	Managed  rtlgen.In            `doc:"1: congestion management, notifications are made; held"`
	Adaptive rtlgen.In            `doc:"1: frames avoid congestion; held"`
	Write    listWrite            `doc:"routing table, used after reset"`
	Tick     rtlgen.In            `doc:"1 ms"`
	Measure  rtlgen.In            `doc:"the counters count"`
	Sample   rtlgen.In            `doc:"the counters of queues take a sample"`
	Rx       qcn.Beat[rtlgen.In]  `lanes:"ports" doc:"links from the neighbours"`
	Tx       qcn.Beat[rtlgen.Out] `lanes:"ports" doc:"links to the neighbours, registers"`
	Qlen     rtlgen.Out           `lanes:"ports" width:"qlen" doc:"bytes in each output queue, registers"`
	Read     readPort             `doc:"counter readback"`
	Err      Errors               `lanes:"ports" doc:"errors of the ports"`
	Error    rtlgen.Out           `doc:"something was lost, had no list, or broke a rule of a link, since reset; a register"`
}
