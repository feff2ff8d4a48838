package adaptive

import (
	"culprit.example/culprit/blocks/qcn"
	"culprit.example/culprit/rtlgen"
)

// HostParams configures a host and its parts. The defaults are the values of AR Table
// I; a cycle is 50 ns.
type HostParams struct {
	Hosts       int `param:"hosts" default:"6" min:"2" max:"16" doc:"hosts of the network"`
	Queue       int `param:"queue" default:"256" min:"2" max:"512" doc:"frames that wait in the queue of a destination: a power of two (paper silent)"`
	ByteCounter int `param:"byte_counter" default:"150000" min:"64" max:"1048576" doc:"bytes of a byte stage in fast recovery"`
	Timer       int `param:"timer" default:"300000" min:"256" max:"1048576" doc:"cycles of a timer stage in fast recovery: 15 ms"`
	Blockable   int `param:"blockable" default:"0" min:"0" max:"1" doc:"1: a host can be told to take no frames"`
	ErrorBits   int `param:"error_bits" default:"8" min:"1" max:"32" doc:"bits of a counter of errors"`
}

const (
	window      = 256 // frames of a source that may be ahead of their order
	readHost    = 7   // address bits of the counters of a host
	loadBits    = 17
	frameBeats  = 24 // of a frame of 1500 bytes
	hostFrame   = 1500
	hostOffset  = 4  // cycles between the draws of neighbours
	minimumRate = 10 // 100 kb/s in line rate / 2^20
)

// Dims are the names that the tags of ports use.
func (p HostParams) Dims() rtlgen.Dims {
	return qcn.Dims(rtlgen.Dims{"seed": seedBits, "read_address": readHost, "read_data": readBits, "load": loadBits,
		"held": rtlgen.CountBits(p.Hosts * window), "blockable": p.Blockable, "causes": Causes, "error_bits": p.ErrorBits})
}

func (p HostParams) hw() int { return rtlgen.IndexBits(p.Hosts) }

// reaction is the adapter: a queue and a rate limiter for each destination.
func (p HostParams) reaction() qcn.ReactionParams {
	r := rtlgen.Default[qcn.ReactionParams]()
	r.Flows = p.Hosts
	r.Prios = 1
	r.Queue = p.Queue
	r.PerDest = 1
	r.Gap = 0
	r.WholeBeats = 1
	r.Limiters = 8
	for r.Limiters < p.Hosts {
		r.Limiters *= 2
	}
	r.ReactionTime = 1
	r.ByteCounter = p.ByteCounter
	r.Timer = p.Timer
	r.MinRate = minimumRate
	return r
}

// Check finds parameters that do not go together.
func (p HostParams) Check() error {
	if p.Queue == 0 {
		return nil
	}
	return p.reaction().Check()
}

// ResequencerPorts are the ports of Resequencer.
type ResequencerPorts struct {
	_       rtlgen.Unit `name:"adaptive_resequencer" doc:"brings the frames of each source into order again" params:"hosts"`
	Ready   rtlgen.Out  `doc:"frames may come, a register: 0 for 256*hosts cycles after reset"`
	Arrival struct {
		Valid rtlgen.In `doc:"a frame has come"`
		Src   rtlgen.In `width:"index(hosts)" doc:"from this host"`
		Seq   rtlgen.In `width:"frame_seq" doc:"number of the frame among those of its flow"`
		Stamp rtlgen.In `width:"stamp" doc:"when it was made: later than those before it in its flow"`
	} `doc:"frames"`
	Held      rtlgen.Out `width:"held" doc:"frames that wait for one before them; one of three registers, chosen by two others"`
	Delivered rtlgen.Out `doc:"pulse: the next frame of its flow is delivered"`
	Reordered rtlgen.Out `doc:"pulse: a frame is not the next one"`
	GivenUp   rtlgen.Out `doc:"pulse: a frame that has not come is no longer waited for"`
	Late      rtlgen.Out `doc:"pulse: such a frame has come: it is delivered out of order"`
	Lost      rtlgen.Out `doc:"pulse: a frame came twice, or found the queue full"`
}

// TrafficPorts are the ports of Traffic.
type TrafficPorts struct {
	_     rtlgen.Unit `name:"adaptive_traffic" doc:"makes the frames of a host: one random draw in the time of a frame" params:"hosts"`
	Node  rtlgen.In   `width:"address" doc:"number of this host, held"`
	Load  rtlgen.In   `doc:"the seed is taken"`
	Seed  rtlgen.In   `width:"seed" doc:"not 0"`
	Turn  rtlgen.In   `doc:"a draw is made"`
	Rate  rtlgen.In   `width:"load" doc:"probability of a frame, in 1/65536"`
	Fixed struct {
		On  rtlgen.In `doc:"all frames go to one host"`
		Dst rtlgen.In `width:"index(hosts)" doc:"to this one; else to any other host with the same probability"`
	} `doc:"destination"`
	Offer struct {
		Valid rtlgen.Out `doc:"a frame is made"`
		Flow  rtlgen.Out `width:"index(hosts)" doc:"its destination; unknown while not valid"`
		Taken rtlgen.In  `doc:"it is taken or refused"`
	} `doc:"frames, registers"`
}

// HostPorts are the ports of Host.
type HostPorts struct {
	_     rtlgen.Unit `name:"adaptive_host" doc:"host: traffic, adapter with reaction point, resequencer, counters" params:"hosts queue byte_counter timer blockable error_bits"`
	Node  rtlgen.In   `width:"address" doc:"number of this host, held"`
	Seed  rtlgen.In   `width:"seed" doc:"of traffic and jitter, not 0, held"`
	Load  rtlgen.In   `doc:"the traffic takes its seed"`
	Now   rtlgen.In   `width:"stamp" doc:"time, cycles"`
	Turn  rtlgen.In   `doc:"the traffic makes a draw"`
	Rate  rtlgen.In   `width:"load" doc:"probability of a frame, in 1/65536"`
	Fixed struct {
		On  rtlgen.In `doc:"all frames go to one host"`
		Dst rtlgen.In `width:"index(hosts)" doc:"to this one"`
	} `doc:"destination"`
	Block   rtlgen.In            `if:"blockable" doc:"the host takes no frames: it says STOP, again and again"`
	Measure rtlgen.In            `doc:"the counters count"`
	Sample  rtlgen.In            `doc:"the counters of what is held take a sample"`
	Ready   rtlgen.Out           `doc:"frames may come"`
	Rx      qcn.Beat[rtlgen.In]  `doc:"link from the switch"`
	Tx      qcn.Beat[rtlgen.Out] `doc:"link to the switch, registers"`
	Read    readPort             `doc:"counter readback"`
	Err     Errors               `doc:"errors of the link from the switch"`
	Error   rtlgen.Out           `doc:"a frame was lost, or a rule of the link was broken, since reset; a register"`
}
