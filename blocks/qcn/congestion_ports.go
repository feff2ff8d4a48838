package qcn

import "culprit/rtlgen"

// The parameters and ports of congestion points, marking policies and PAUSE. What
// happens in which cycle: README.md.

// CPParams configures a congestion point. The defaults are UQ's values.
type CPParams struct {
	QEq         int `param:"q_eq" default:"60000" min:"1024" max:"262144" doc:"length of the queue in equilibrium, bytes"`
	Buffer      int `param:"buffer" default:"150016" min:"2048" max:"1048576" doc:"longest queue, bytes"`
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
	Qlen    rtlgen.Out `width:"count(buffer)" doc:"bytes in the queue, a register"`
	Sampled rtlgen.Out `doc:"pulse, a register: the frame of the cycle before is sampled"`
	Trigger struct {
		Valid rtlgen.Out `doc:"pulse: a CNM is to be sent"`
		Measured[rtlgen.Out]
	} `doc:"result, registers; unknown while not trigger_valid"`
	Capped rtlgen.Out `doc:"pulse, a register: the cap has held a trigger back"`
}
