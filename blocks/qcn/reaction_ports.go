package qcn

import "culprit.example/culprit/rtlgen"

// The ports of the reaction point and the adapter. What happens in which cycle:
// README.md.

// Limiter are the rates and stages of a rate limiter.
type Limiter[D rtlgen.Direction] struct {
	Crate D `width:"rate" doc:"current rate, in line rate / 2^20"`
	Trate D `width:"target" doc:"target rate, in line rate / 2^20"`
	Bytes D `width:"stage" doc:"byte stages since the last CNM"`
	Times D `width:"stage" doc:"timer stages since the last CNM"`
}

// RPUpdatePorts are the ports of RPUpdate.
type RPUpdatePorts struct {
	_      rtlgen.Unit        `name:"qcn_rp_update" doc:"reaction point: what a CNM, a byte stage and a timer stage make of a limiter" params:"byte_counter timer r_ai r_hai min_rate efr trr per_gt"`
	Valid  rtlgen.In          `doc:"a limiter comes"`
	Starts rtlgen.In          `doc:"it starts now: its state does not count"`
	Old    Limiter[rtlgen.In] `doc:"its state"`
	Event  struct {
		CNM      rtlgen.In `doc:"a CNM, the first event"`
		Feedback rtlgen.In `width:"feedback" doc:"its quantized feedback"`
		Bytes    rtlgen.In `doc:"the byte counter ran out, the second event"`
		Timer    rtlgen.In `doc:"the timer ran out, the third event"`
	} `doc:"what happened to it"`
	Jitter rtlgen.In           `width:"16" doc:"random: of the period of bytes in the lower half, of that of cycles in the upper"`
	Done   rtlgen.Out          `doc:"the limiter leaves, 7 cycles after it came; a register"`
	New    Limiter[rtlgen.Out] `doc:"its state, registers"`
	Period struct {
		Load   rtlgen.Out `doc:"the byte counter is loaded"`
		Bytes  rtlgen.Out `width:"period" doc:"its bytes"`
		Start  rtlgen.Out `doc:"the timer is started"`
		Cycles rtlgen.Out `width:"cycles" doc:"its cycles"`
	} `doc:"registers"`
}

// Notification is a CNM for a flow of this server.
type Notification struct {
	Valid     rtlgen.In `doc:"pulse: a CNM for a flow arrives"`
	Flow      rtlgen.In `width:"index(flows)" doc:"the flow"`
	Feedback  rtlgen.In `width:"feedback" doc:"its quantized feedback"`
	Congested rtlgen.In `doc:"its cnmQOffset is negative"`
}

// RPPorts are the ports of RP.
type RPPorts struct {
	_    rtlgen.Unit  `name:"qcn_rp" doc:"reaction point: rate limiters of the flows of a server" params:"flows limiters reaction_time byte_counter timer r_ai r_hai min_rate efr trr per_gt start_qoff"`
	Seed rtlgen.In    `width:"32" doc:"of the jitter, held; taken in the first cycle after reset"`
	CNM  Notification `doc:"congestion notification messages"`
	Sent struct {
		Valid  rtlgen.In `doc:"pulse: a frame starts"`
		Flow   rtlgen.In `width:"index(flows)" doc:"of this flow"`
		Length rtlgen.In `width:"length" doc:"a cycle later: bytes for the byte counter"`
		Cost   rtlgen.In `width:"cost" doc:"a cycle later: what it takes of the link, in 1/64 of a cycle"`
	} `doc:"frames sent"`
	Idle    rtlgen.In          `lanes:"flows" doc:"the flow has no frame, nor gets one in this cycle"`
	Limited rtlgen.Out         `lanes:"flows" doc:"the flow has a limiter, registers"`
	MaySend rtlgen.Out         `lanes:"flows" doc:"it has one, which lets a frame start now; registers"`
	Stat    RPStat[rtlgen.Out] `doc:"status"`
	Update  struct {
		Valid rtlgen.Out `doc:"pulse: a limiter has a new state, a register"`
		Flow  rtlgen.Out `width:"index(flows)" doc:"its flow"`
		Limiter[rtlgen.Out]
	} `doc:"rates"`
}

// RPStat is what a reaction point shows of its limiters.
type RPStat[D rtlgen.Direction] struct {
	Reacts  D `doc:"pulse: a CNM takes effect, reaction_time cycles after it came"`
	CNMFlow D `width:"index(flows)" doc:"its flow"`
	Starts  D `doc:"pulse: a limiter starts"`
	NoFree  D `doc:"pulse: none was free, the CNM is ignored"`
	Lost    D `doc:"pulse: the CNM before is not worked in yet, this one is ignored"`
	Frees   D `doc:"pulse: a limiter becomes free"`
}

// PacerPorts are the ports of Pacer.
type PacerPorts struct {
	_     rtlgen.Unit `name:"qcn_pacer" doc:"keeps the frames of a link at its exact rate"`
	Start rtlgen.In   `doc:"a frame starts; only while ready"`
	Cost  rtlgen.In   `width:"cost" doc:"a cycle after start: bytes that it takes of the wire"`
	Ready rtlgen.Out  `doc:"a frame may start; a function of registers"`
}

// FlowTable are the flows of a server, held.
type FlowTable[D rtlgen.Direction] struct {
	Dst    D `lanes:"flows" width:"address" doc:"destination of each flow"`
	Prio   D `lanes:"flows" width:"prio" doc:"its priority, below prios"`
	Length D `lanes:"flows" width:"length" doc:"bytes of its frames with FCS, at least 64"`
}

// Offer is a frame on its way from the source to the adapter.
type Offer[F, B rtlgen.Direction] struct {
	Valid F `doc:"a frame is offered"`
	Flow  F `width:"index(flows)" doc:"of this flow"`
	Ready B `lanes:"flows" doc:"a frame of this flow is taken or refused if it is offered; of registers"`
}

// AdapterPorts are the ports of Adapter.
type AdapterPorts struct {
	_      rtlgen.Unit                  `name:"qcn_adapter" doc:"adapter of a server: queues, reaction point, link pacing, PAUSE" params:"flows limiters prios queue per_dest gap whole_beats reaction_time byte_counter timer r_ai r_hai min_rate efr trr per_gt start_qoff says_pause"`
	Seed   rtlgen.In                    `width:"32" doc:"of the jitter, held"`
	Node   rtlgen.In                    `width:"address" doc:"number of this server port, held"`
	Now    rtlgen.In                    `width:"stamp" doc:"time, cycles"`
	Flow   FlowTable[rtlgen.In]         `doc:"flows"`
	Offer  Offer[rtlgen.In, rtlgen.Out] `doc:"frames to be sent"`
	Paused rtlgen.In                    `lanes:"prios" doc:"no frame of the priority may start"`
	Pause  struct {
		Valid rtlgen.In  `doc:"a PAUSE frame waits; it goes ahead of all"`
		Data  rtlgen.In  `width:"word" doc:"its beat"`
		Ready rtlgen.Out `doc:"it is taken in this cycle; of registers and pause_valid"`
	} `if:"says_pause" doc:"PAUSE frames to be sent"`
	Rx   Beat[rtlgen.In]         `doc:"link from the switch: CNMs count here"`
	Tx   Beat[rtlgen.Out]        `doc:"link to the switch, registers; all 0 while not tx_valid"`
	Stat AdapterStat[rtlgen.Out] `doc:"status"`
}

// AdapterStat is what an adapter shows of its work.
type AdapterStat[D rtlgen.Direction] struct {
	Sent     D `doc:"pulse: a frame is chosen to be sent"`
	SentFlow D `width:"index(flows)" doc:"of this flow"`
	Refused  D `doc:"pulse: the frame that is offered is refused, its queue is full"`
	Unknown  D `doc:"pulse: a CNM for none of the flows"`
	Limited  D `lanes:"flows" doc:"the flow has a limiter, registers"`
	RPStat[D]
}
