package qcn

import "culprit.example/culprit/rtlgen"

// The parameters and ports of congestion points, marking policies and PAUSE. What
// happens in which cycle: README.md.

// CPParams configures a congestion point. The defaults are UQ's values.
type CPParams struct {
	QEq         int `param:"q_eq" default:"60000" min:"1024" max:"262144" doc:"length of the queue in equilibrium, bytes"`
	Buffer      int `param:"buffer" default:"150016" min:"2048" max:"16777216" doc:"longest queue, bytes"`
	WShift      int `param:"w_shift" default:"1" min:"0" max:"4" doc:"weight of the velocity term: w = 2^w_shift"`
	Sample      int `param:"sample" default:"150000" min:"10000" max:"1000000" doc:"mean sampling interval without congestion, bytes"`
	Table       int `param:"table" default:"1" min:"0" max:"1" doc:"1: the interval shrinks with the feedback; 0: it is constant"`
	Quantizer   int `param:"quantizer" default:"0" min:"0" max:"1" doc:"quantized feedback: 0 linear, 1 the top 6 bits"`
	SendQ0      int `param:"send_q0" default:"0" min:"0" max:"1" doc:"1: a negative Fb triggers also if its quantized feedback is 0"`
	QOffsetSign int `param:"q_offset_sign" default:"0" min:"0" max:"1" doc:"cnmQOffset: 0 Q_eq - qlen, 1 qlen - Q_eq"`
}

// Dims are the names that the tags of ports use.
func (p CPParams) Dims() rtlgen.Dims { return Dims(nil) }

// Measured is what a congestion point says of its queue.
type Measured[D rtlgen.Direction] struct {
	Feedback D `width:"feedback" doc:"quantized feedback"`
	QOffset  D `width:"offset" doc:"cnmQOffset, units of 64 bytes, two's complement"`
	QDelta   D `width:"offset" doc:"cnmQDelta, units of 64 bytes, two's complement"`
}

// Trigger is the demand for a CNM.
type Trigger[D rtlgen.Direction] struct {
	Valid D `doc:"pulse: a CNM is to be sent"`
	Measured[D]
}

// CPPorts are the ports of CP.
type CPPorts struct {
	_       rtlgen.Unit `name:"qcn_cp" doc:"congestion point of a port and priority" params:"q_eq buffer w_shift sample table quantizer send_q0 q_offset_sign"`
	Enable  rtlgen.In   `doc:"frames are sampled"`
	Cap     rtlgen.In   `doc:"at most one trigger per 100 received frames; held"`
	Seed    rtlgen.In   `width:"16" doc:"of the jitter; held"`
	Number  rtlgen.In   `width:"15" doc:"of the congestion point; no other one has it; held"`
	Arrival struct {
		Valid  rtlgen.In `doc:"a good frame is complete"`
		Length rtlgen.In `width:"length" doc:"its bytes"`
	} `doc:"received frames"`
	Departure struct {
		Valid  rtlgen.In `doc:"the last unit of a frame is read out"`
		Length rtlgen.In `width:"length" doc:"its bytes"`
	} `doc:"frames that leave the queue"`
	Qlen    rtlgen.Out          `width:"count(buffer)" doc:"bytes in the queue, a register"`
	Sampled rtlgen.Out          `doc:"pulse, a register: the frame of the cycle before is sampled"`
	Trigger Trigger[rtlgen.Out] `doc:"result, registers; unknown while not trigger_valid"`
	Capped  rtlgen.Out          `doc:"pulse, a register: the cap has held a trigger back"`
}

// MarkingParams configures the units that choose culprits and make CNMs.
type MarkingParams struct {
	Prios   int `param:"prios" default:"2" min:"1" max:"8" doc:"priorities, from 0"`
	VOQs    int `param:"voqs" default:"8" min:"2" max:"64" doc:"virtual output queues of a priority"`
	Units   int `param:"units" default:"586" min:"1" max:"16384" doc:"largest occupancy of a priority, buffer units"`
	DOS     int `param:"dos" default:"1" min:"0" max:"1" doc:"1: deterministic occupancy sampling can be chosen"`
	CNMPrio int `param:"cnm_prio" default:"6" min:"0" max:"7" doc:"priority of CNMs"`
}

// Dims are the names that the tags of ports use.
func (p MarkingParams) Dims() rtlgen.Dims { return Dims(nil) }

// DOSPorts are the ports of DOS.
type DOSPorts struct {
	_     rtlgen.Unit `name:"qcn_dos" doc:"deterministic occupancy sampling: the longest of the virtual output queues" params:"voqs units"`
	Count rtlgen.In   `lanes:"voqs" width:"count(units)" doc:"buffer units in each queue"`
	Found struct {
		Valid rtlgen.Out `doc:"there is a unit"`
		Index rtlgen.Out `width:"index(voqs)" doc:"the longest queue, of equals the lowest"`
		Count rtlgen.Out `width:"count(units)" doc:"its units"`
	} `doc:"answer for the counts of index(voqs) cycles before, registers"`
}

// Suspect is the flow that a CNM is about.
type Suspect[D rtlgen.Direction] struct {
	Src D `width:"address" doc:"source of the culprit frame"`
	Dst D `width:"address" doc:"its destination"`
}

// Point is where a congestion point sits.
type Point struct {
	Port     rtlgen.In `width:"address" doc:"number of the port; held"`
	AtOutput rtlgen.In `doc:"1: congestion points at the output buffers, 0: at the input buffers; held"`
}

// CNMTx is the way of CNMs to the transmitter.
type CNMTx struct {
	Valid rtlgen.Out `doc:"a CNM is offered"`
	Data  rtlgen.Out `width:"word" doc:"its beat; unknown while not valid"`
	Ready rtlgen.In  `doc:"it is taken"`
}

// CNMPorts are the ports of CNMUnit.
type CNMPorts struct {
	_ rtlgen.Unit `name:"qcn_cnm" doc:"CNM generator of the congestion points of a port" params:"prios cnm_prio"`
	Point
	Offer struct {
		Valid rtlgen.In `doc:"a CNM is to be sent"`
		Prio  rtlgen.In `width:"prio" doc:"priority of the congestion point, below prios"`
		Measured[rtlgen.In]
		Suspect[rtlgen.In]
	} `doc:"what it says"`
	Tx      CNMTx      `doc:"CNMs, registers but for tx_ready"`
	Dropped rtlgen.Out `doc:"pulse, a register: offered while one of this priority waited"`
}

// MarkingPorts are the ports of Marking.
type MarkingPorts struct {
	_      rtlgen.Unit `name:"qcn_marking" doc:"marking policies of a port: from triggers to CNMs" params:"prios voqs units dos cnm_prio"`
	Policy rtlgen.In   `width:"2" doc:"0 arrival, 1 deterministic occupancy, 2 random occupancy sampling; held"`
	Point
	Arrival Suspect[rtlgen.In] `doc:"header of the frame that is reported to a congestion point in this cycle"`
	Sampled rtlgen.In          `lanes:"prios" doc:"of the congestion points; at most one"`
	Trigger Trigger[rtlgen.In] `lanes:"prios" doc:"of the congestion points; at most one"`
	Count   rtlgen.In          `if:"dos" lanes:"prios*voqs" width:"count(units)" doc:"units in each virtual output queue, lane p*voqs+d: priority p, destination d"`
	Search  struct {
		Valid rtlgen.Out `doc:"a culprit is asked for"`
		Prio  rtlgen.Out `width:"prio" doc:"of this priority"`
		Ready rtlgen.In  `doc:"the request is taken"`
	} `doc:"requests to the search engine of the CulpritArray, registers"`
	Answer struct {
		Valid rtlgen.In `doc:"the search has ended"`
		Hit   rtlgen.In `doc:"there is a culprit; else the engine gave up"`
		Suspect[rtlgen.In]
	} `doc:"of the search engine"`
	Tx      CNMTx      `doc:"CNMs, registers but for tx_ready"`
	Lost    rtlgen.Out `doc:"pulse, a register: a trigger while a search of this priority was pending"`
	GaveUp  rtlgen.Out `doc:"pulse, a register: no culprit was found"`
	Dropped rtlgen.Out `doc:"pulse, a register: a CNM while one of this priority waited"`
}

// PauseParams configures PAUSE. Occupancies are in buffer units of 256 bytes.
type PauseParams struct {
	Prios    int `param:"prios" default:"2" min:"1" max:"8" doc:"priorities, from 0"`
	Units    int `param:"units" default:"586" min:"2" max:"16384" doc:"buffer of a priority, units"`
	QHigh    int `param:"q_high" default:"430" min:"1" max:"8192" doc:"occupancy that sends STOP, units"`
	QLow     int `param:"q_low" default:"172" min:"0" max:"8191" doc:"occupancy that sends GO, units"`
	Headroom int `param:"headroom" default:"156" min:"0" max:"8192" doc:"what may come after STOP, units"`
	Quanta   int `param:"quanta" default:"65535" min:"1" max:"65535" doc:"for which STOP holds, beats"`
	Reaction int `param:"reaction" default:"1024" min:"1" max:"65533" doc:"cycles from the repetition of a STOP falling due until the other end obeys it, at most"`
	Refresh  int `param:"refresh" default:"0" min:"0" max:"65534" doc:"cycles after which STOP is repeated; 0: quanta - reaction"`

	Cable      int `param:"cable" default:"0" min:"0" max:"10000" doc:"length of the link, m, for which the headroom is checked; 0: it is not"`
	Rate       int `param:"line_rate" default:"10" min:"1" max:"400" doc:"of the link, Gbit/s, with cable: 10, 25, 40 or 100"`
	FrameUnits int `param:"frame_units" default:"8" min:"1" max:"64" doc:"units of the longest frame, with cable"`
}

// Dims are the names that the tags of ports use.
func (p PauseParams) Dims() rtlgen.Dims { return Dims(nil) }

// PausePorts are the ports of PauseUnit.
type PausePorts struct {
	_         rtlgen.Unit `name:"qcn_pause" doc:"PAUSE made: STOP and GO by the occupancy of the buffers of a port" params:"prios units q_high q_low headroom quanta reaction refresh cable line_rate frame_units"`
	Enable    rtlgen.In   `doc:"priorities are stopped; without it all may send"`
	Port      rtlgen.In   `width:"address" doc:"number of the port; held"`
	Occupancy rtlgen.In   `lanes:"prios" width:"count(units)" doc:"buffer units in use"`
	Tx        struct {
		Valid rtlgen.Out `doc:"a PAUSE frame is offered"`
		Data  rtlgen.Out `width:"word" doc:"its beat; unknown while not valid"`
		Ready rtlgen.In  `doc:"it is taken"`
	} `doc:"PAUSE frames, registers but for tx_ready"`
	Stopped rtlgen.Out `lanes:"prios" doc:"what the last frame of the priority said: STOP; registers"`
}

// PauseRxPorts are the ports of PauseRx.
type PauseRxPorts struct {
	_      rtlgen.Unit     `name:"qcn_pause_rx" doc:"PAUSE obeyed: which priorities must not send" params:"prios"`
	Rx     Beat[rtlgen.In] `doc:"frames that come in"`
	Paused rtlgen.Out      `lanes:"prios" doc:"the priority must not start a frame, registers"`
}

// FrameParams configures the units for the bytes of frames.
type FrameParams struct {
	MACBase int `param:"mac_base" default:"536870912" min:"0" max:"68719476735" doc:"upper 36 bits of the MAC addresses of server ports; the lower 12 are the number"`
}

// Dims are the names that the tags of ports use.
func (p FrameParams) Dims() rtlgen.Dims {
	return Dims(rtlgen.Dims{"frame_data": 8 * dataBytes, "fcs": fcsBits, "frame": 8 * ControlBytes, "vid": vidBits,
		"rpid": rpidBits, "msdu": 8 * msduBytes})
}

// FCSPorts are the ports of FCS.
type FCSPorts struct {
	_    rtlgen.Unit `name:"frame_fcs" doc:"frame check sequence of Ethernet for a frame of 64 bytes"`
	Data rtlgen.In   `width:"frame_data" doc:"bytes 0 to 59, byte 0 highest"`
	FCS  rtlgen.Out  `width:"fcs" doc:"bytes 60 to 63, byte 60 highest; combinational"`
}

// CNMExtra are the fields of a CNM on the wire that its beat does not have.
type CNMExtra[D rtlgen.Direction] struct {
	VID  D `width:"vid" doc:"VLAN of the culprit frame"`
	RPID D `width:"rpid" doc:"CN-TAG of the culprit frame, 0 without one"`
	MSDU D `width:"msdu" doc:"first 14 octets of its MSDU, the first one highest"`
}

// WireFrame is a frame of 64 bytes.
type WireFrame[D rtlgen.Direction] struct {
	Valid D `doc:"a frame"`
	Data  D `width:"frame" doc:"its bytes, byte 0 highest: bits 511 to 504"`
}

// ControlBeat is the beat of a control frame.
type ControlBeat[D rtlgen.Direction] struct {
	Valid D `doc:"a frame"`
	Data  D `width:"word" doc:"its beat"`
}

// Parsed is what there is to say of a frame.
type Parsed struct {
	Good   rtlgen.Out `doc:"a frame of this kind, with a good FCS"`
	BadFCS rtlgen.Out `name:"bad_fcs" doc:"a frame with a bad FCS"`
	Data   rtlgen.Out `width:"word" doc:"its beat; unknown while not good"`
}

// CNMFramePorts are the ports of CNMFrame.
type CNMFramePorts struct {
	_     rtlgen.Unit            `name:"cnm_frame" doc:"bytes of a CNM (802.1Qau)" params:"mac_base"`
	Beat  ControlBeat[rtlgen.In] `doc:"CNM"`
	Extra CNMExtra[rtlgen.In]    `name:"" doc:"what its beat does not have"`
	Frame WireFrame[rtlgen.Out]  `doc:"the same a cycle later, registers; data unknown while not valid"`
}

// CNMParsePorts are the ports of CNMParse.
type CNMParsePorts struct {
	_     rtlgen.Unit          `name:"cnm_parse" doc:"fields of a CNM (802.1Qau)" params:"mac_base"`
	Frame WireFrame[rtlgen.In] `doc:"a frame of 64 bytes"`
	Beat  Parsed               `doc:"the same two cycles later, registers"`
	Extra CNMExtra[rtlgen.Out] `name:"" doc:"what its beat does not have, registers; unknown while not beat_good"`
}

// PFCFramePorts are the ports of PFCFrame.
type PFCFramePorts struct {
	_     rtlgen.Unit            `name:"pfc_frame" doc:"bytes of a PAUSE frame per priority (802.1Qbb)" params:"mac_base"`
	Beat  ControlBeat[rtlgen.In] `doc:"PAUSE frame"`
	Frame WireFrame[rtlgen.Out]  `doc:"the same a cycle later, registers; data unknown while not valid"`
}

// PFCParsePorts are the ports of PFCParse.
type PFCParsePorts struct {
	_     rtlgen.Unit          `name:"pfc_parse" doc:"fields of a PAUSE frame (802.1Qbb, 802.3x)"`
	Frame WireFrame[rtlgen.In] `doc:"a frame of 64 bytes"`
	Beat  Parsed               `doc:"the same two cycles later, registers"`
}
