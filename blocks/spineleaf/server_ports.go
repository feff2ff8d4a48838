package spineleaf

import (
	"culprit.example/culprit/blocks/qcn"
	"culprit.example/culprit/rtlgen"
)

// The ports of a server and its parts. What happens in which cycle: README.md.

// SourcePorts are the ports of Source.
type SourcePorts struct {
	_      rtlgen.Unit                      `name:"qcn_source" doc:"makes the frames of a server: an interleave of its flows by their rates" params:"flows gap whole_beats"`
	Now    rtlgen.In                        `width:"stamp" doc:"time, cycles"`
	Rate   rtlgen.In                        `lanes:"flows" width:"offered" doc:"rate of each flow, in 1/1000 of the line, held; 0: none"`
	Start  rtlgen.In                        `lanes:"flows" width:"stamp" doc:"first cycle in which the flow is active, held"`
	Stop   rtlgen.In                        `lanes:"flows" width:"stamp" doc:"first cycle in which it no longer is, held"`
	Length rtlgen.In                        `lanes:"flows" width:"length" doc:"bytes of its frames with FCS, held"`
	Offer  qcn.Offer[rtlgen.Out, rtlgen.In] `doc:"frames to be sent; valid and flow are registers"`
}

// ReadPort reads the counters of a unit.
type ReadPort struct {
	Address rtlgen.In  `width:"read_address" doc:"which counter"`
	Data    rtlgen.Out `width:"read_data" doc:"the counter"`
}

// SinkPorts are the ports of Sink.
type SinkPorts struct {
	_      rtlgen.Unit         `name:"qcn_sink" doc:"receives, checks and counts what a server gets" params:"prios servers windows gap whole_beats"`
	Node   rtlgen.In           `width:"address" doc:"number of this server port, held"`
	Now    rtlgen.In           `width:"stamp" doc:"time, cycles"`
	Window rtlgen.In           `width:"stamp" doc:"cycles of a window of time, held; 0: no windows"`
	Rx     qcn.Beat[rtlgen.In] `doc:"link from the switch"`
	Read   ReadPort            `doc:"counter readback: data 2 cycles after the address"`
	Error  rtlgen.Out          `doc:"a frame was not what it should be, a register"`
}

// FlowWrite writes the flow table of a server.
type FlowWrite struct {
	Valid  rtlgen.In `doc:"an entry of the flow table is written"`
	Flow   rtlgen.In `width:"index(flows)" doc:"its number"`
	Dst    rtlgen.In `width:"address" doc:"destination"`
	Prio   rtlgen.In `width:"prio" doc:"priority, below prios"`
	Length rtlgen.In `width:"length" doc:"bytes of a frame with FCS, at least 64"`
	Rate   rtlgen.In `width:"offered" doc:"in 1/1000 of the line rate; 0: no frames"`
	Start  rtlgen.In `width:"stamp" doc:"first cycle in which the flow is active"`
	Stop   rtlgen.In `width:"stamp" doc:"first cycle in which it no longer is"`
}

// ServerPorts are the ports of Server.
type ServerPorts struct {
	_      rtlgen.Unit          `name:"qcn_server" doc:"server port: source, adapter with reaction point, sink" params:"flows limiters prios queue per_dest servers windows gap whole_beats reaction_time byte_counter timer r_ai r_hai min_rate efr trr per_gt start_qoff blockable pause_quanta pause_reaction pause_refresh"`
	Seed   rtlgen.In            `width:"32" doc:"of the jitter, held"`
	Node   rtlgen.In            `width:"address" doc:"number of this server port, held"`
	Now    rtlgen.In            `width:"stamp" doc:"time, cycles"`
	Window rtlgen.In            `width:"stamp" doc:"cycles of a window of time, held; 0: no windows"`
	Block  rtlgen.In            `if:"blockable" doc:"the server takes nothing: it says STOP for all priorities"`
	Set    FlowWrite            `doc:"flow table"`
	Rx     qcn.Beat[rtlgen.In]  `doc:"link from the switch"`
	Tx     qcn.Beat[rtlgen.Out] `doc:"link to the switch, registers"`
	Read   ReadPort             `doc:"counter readback: data 3 cycles after the address"`
	Error  rtlgen.Out           `doc:"a frame was not what it should be, a register"`
	Reacts rtlgen.Out           `doc:"pulse: a CNM takes effect"`
}
