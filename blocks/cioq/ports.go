package cioq

import "culprit.example/culprit/rtlgen"

// The ports of every unit. What happens in which cycle: README.md.

// Word is the forward half of a link: F is its direction.
type Word[F rtlgen.Direction] struct {
	Valid F `doc:"a beat comes"`
	Head  F `doc:"it is the first of a segment: the header, with the route on top. Unknown while not valid"`
	Tail  F `doc:"it is the last of a segment. Unknown while not valid"`
	Bad   F `if:"beats" doc:"with the last beat: the segment was damaged on its way, and is not to be used. Unknown while not valid"`
	Data  F `width:"data" doc:"the beat; in cell mode header and tag. Unknown while not valid"`
}

// Link is one end of a link: F is the direction of the beats, B that of the credits.
type Link[F, B rtlgen.Direction] struct {
	Word[F]
	Credit B `doc:"back to the sender: a slot is free again"`
}

// Rx is the receiving end of a link, seen from within.
type Rx = Link[rtlgen.In, rtlgen.Out]

// Tx is the sending end of a link, seen from within.
type Tx = Link[rtlgen.Out, rtlgen.In]

// InputPorts are the ports of Input.
type InputPorts struct {
	_      rtlgen.Unit           `name:"cioq_input" doc:"input queue: one FIFO of segments, two of which can leave at a time" params:"ports data slots_in stage credit_latency cut_through"`
	Rx     Rx                    `doc:"link, receiving side"`
	First  rtlgen.Out            `lanes:"ports" doc:"output that the first waiting segment goes to, one-hot; 0: none waits. A register"`
	Second rtlgen.Out            `lanes:"ports" if:"cells" doc:"output of the one behind it, one-hot; 0: there is none"`
	Free   rtlgen.Out            `lanes:"2" if:"beats" doc:"the lane can start a segment, a register"`
	Start  rtlgen.In             `lanes:"2" doc:"the first waiting segment starts in the lane; in both lanes: the first in lane 0, the second in lane 1"`
	Lane   LaneWord[rtlgen.Out]  `lanes:"2" doc:"to the crossbar, from the cycle after start on"`
	Stat   InputStat[rtlgen.Out] `doc:"status"`
	Error  rtlgen.Out            `lanes:"guard_causes" doc:"pulses, a cycle after the pins, registers: no_head, cut, long, no_route, no_room, marked from bit 0 on"`
}

// LaneWord is a beat in a lane of the crossbar.
type LaneWord[F rtlgen.Direction] struct {
	Valid F `doc:"a beat passes"`
	Ends  F `if:"beats" doc:"the next beat is the last of its segment. 0 while not valid"`
	Bad   F `if:"beats" doc:"with the last beat: the segment is damaged, 0 with the others; unknown while not valid"`
	Data  F `width:"data" doc:"the beat; unknown while not valid"`
}

// InputStat is what a monitor sees of an input queue.
type InputStat[F rtlgen.Direction] struct {
	Held F `width:"count(slots_in)" doc:"segments in the input queue, a register"`
}

// SchedulerPorts are the ports of Scheduler.
type SchedulerPorts struct {
	_      rtlgen.Unit `name:"cioq_scheduler" doc:"crossbar scheduler: round robin over the inputs, for each output and lane" params:"ports data"`
	First  rtlgen.In   `lanes:"ports*ports" doc:"a lane of ports bits per input: output of its first segment, one-hot"`
	Second rtlgen.In   `lanes:"ports*ports" if:"cells" doc:"output of its second segment"`
	Free   rtlgen.In   `lanes:"ports*2" if:"beats" doc:"per input: the lane can start a segment"`
	Ends   rtlgen.In   `lanes:"ports*2" if:"beats" doc:"per input: the lane's segment has one more beat"`
	Room   rtlgen.In   `lanes:"ports*2" doc:"per output: the lane has room for a segment"`
	Start  rtlgen.Out  `lanes:"ports*2" doc:"per input: a segment starts in the lane. Beat mode: decided in the cycle before; cell mode: in this one, combinational"`
	Take   rtlgen.Out  `lanes:"ports*2" doc:"per output: a segment starts in the lane. Beat mode: decided in the cycle before; cell mode: in this one, combinational"`
	Select rtlgen.Out  `lanes:"2*ports*ports" doc:"per lane and output: the input that it is connected to, one-hot; 0: none. Registers"`
}

// CrossbarPorts are the ports of Crossbar.
type CrossbarPorts struct {
	_      rtlgen.Unit          `name:"cioq_crossbar" doc:"one lane of the crossbar: connects each output to the input that is selected for it" params:"ports data"`
	In     LaneWord[rtlgen.In]  `lanes:"ports" doc:"from the inputs"`
	Select rtlgen.In            `lanes:"ports*ports" doc:"per output: the input, one-hot; 0: none"`
	Out    LaneWord[rtlgen.Out] `lanes:"ports" doc:"to the outputs, combinational"`
}

// OutputPorts are the ports of Output.
type OutputPorts struct {
	_      rtlgen.Unit            `name:"cioq_output" doc:"output queue: written by two lanes, read by the link" params:"data slots_out credits link_latency cut_through"`
	Take   rtlgen.In              `lanes:"2" doc:"a segment starts in the lane: its place is taken"`
	Room   rtlgen.Out             `lanes:"2" doc:"the lane has room for a segment, a register"`
	Lane   LaneWord[rtlgen.In]    `lanes:"2" doc:"from the crossbar"`
	Tx     Tx                     `doc:"link, sending side"`
	Hold   rtlgen.In              `if:"without_credits" doc:"the link starts no segment"`
	Stat   OutputStat[rtlgen.Out] `doc:"status"`
	Excess rtlgen.Out             `if:"credits" doc:"pulse, a cycle after the pins, a register: a credit came while all were there, and is ignored"`
}

// OutputStat is what a monitor sees of an output queue.
type OutputStat[F rtlgen.Direction] struct {
	Held    F `width:"count(slots_out)" doc:"segments in the output queue and those that have their place, a register"`
	Stalled F `doc:"a segment waits for a credit and the link is idle"`
}

// ElementPorts are the pins of Element.
type ElementPorts struct {
	_    rtlgen.Unit               `name:"cioq_element" doc:"switching element with combined input and output queues" params:"ports data slots_in slots_out stage credits link_latency credit_latency cut_through error_bits"`
	Rx   Rx                        `lanes:"ports" doc:"links, receiving side, a lane per port"`
	Tx   Tx                        `lanes:"ports" doc:"links, sending side, a lane per port"`
	Hold rtlgen.In                 `lanes:"ports" if:"without_credits" doc:"the link starts no segment"`
	Stat ElementStatus[rtlgen.Out] `lanes:"ports" doc:"status, a lane per port"`
	Err  ErrorPins                 `lanes:"ports" doc:"errors, a lane per port"`
}

// ErrorPins are the errors of a port.
type ErrorPins struct {
	Clear  rtlgen.In  `doc:"clears the errors of the port"`
	Seen   rtlgen.Out `width:"causes" doc:"causes since the last clear: no_head, cut, long, no_route, no_room, marked, no_credit from bit 0 on, functions of registers"`
	Counts rtlgen.Out `width:"causes*error_bits" doc:"errors of each cause since the last clear, bits of a counter each, which stay at the largest number, registers"`
}

// ElementStatus is what a monitor sees of an element.
type ElementStatus[F rtlgen.Direction] struct {
	InHeld  F `width:"count(slots_in)" doc:"segments in the input queue, a register"`
	OutHeld F `width:"count(slots_out)" doc:"segments in the output queue and those that have their place, a register"`
	Stalled F `doc:"a segment of the output queue waits for a credit and the link is idle"`
	Refused F `doc:"the output queue is full and the first segment of an input waits for it"`
}
