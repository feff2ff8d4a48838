package fabric

import (
	"culprit.example/culprit/blocks/link"
	"culprit.example/culprit/blocks/packet"
	"culprit.example/culprit/blocks/traffic"
	"culprit.example/culprit/rtlgen"
)

// The ports of the blocks. What happens in which cycle: README.md.

// TreeRoutePorts are the ports of TreeRoute.
type TreeRoutePorts struct {
	_     rtlgen.Unit `name:"tree_route" doc:"turns from one node of a tree to another" params:"levels ports"`
	Node  rtlgen.In   `width:"node_number" doc:"where the packet starts"`
	Dst   rtlgen.In   `width:"node_number" doc:"where it goes"`
	Turns rtlgen.Out  `width:"turns" doc:"first turn on top, ones below the last"`
}

// SwitchStatus is what a monitor looks at, a lane per port of the switch.
type SwitchStatus[D rtlgen.Direction] struct {
	Saqs    D `lanes:"ports*saqs" doc:"set-aside queues in use"`
	Lines   D `lanes:"ports*saqs" doc:"CAM lines in use"`
	Detect  D `lanes:"ports" doc:"pulses: congestion detected, queue allocated"`
	NoFree  D `lanes:"ports" doc:"congestion detected, no queue free"`
	Dropped D `lanes:"ports" doc:"pulses: notification dropped"`
	CamFull D `lanes:"ports" doc:"pulses: Xoff dropped"`
}

// SwitchPorts are the ports that every switch of a network has.
type SwitchPorts struct {
	Rx   packet.Rx                `lanes:"ports" doc:"links, receiving side"`
	Tx   packet.Tx                `lanes:"ports" doc:"links, sending side"`
	Stat SwitchStatus[rtlgen.Out] `if:"monitored" doc:"status"`
	Err  link.Pins                `lanes:"ports" doc:"errors of the ports"`
}

// ErrorBits is the width of the counters of errors of a switch in a network.
const ErrorBits = 8

// MonitorPorts are the ports of Monitor.
type MonitorPorts struct {
	_ rtlgen.Unit `name:"fabric_monitor" doc:"counters of a switch's congestion management" params:"ports saqs>=1"`
	traffic.Measurement
	Read traffic.Readback        `doc:"counter readback: data 2 cycles after the address"`
	Stat SwitchStatus[rtlgen.In] `doc:"status of the switch"`
	Msg  struct {
		Valid rtlgen.In `lanes:"ports" doc:"a message leaves"`
		Xoff  rtlgen.In `lanes:"ports" doc:"it is an Xoff"`
	} `doc:"messages that the switch sends upstream"`
}

// TreePorts are the ports of Tree.
type TreePorts struct {
	_ rtlgen.Unit `name:"fabric_tree" doc:"tree of switches with traffic" params:"levels ports scheme saqs slots depth detect xoff xon link_latency broadcast ready_bit leaf_first queue copies lines"`
	traffic.SourceControl
	traffic.Measurement
	Read      TreeReadback `doc:"counter readback"`
	Ready     rtlgen.Out   `doc:"the route tables are loaded"`
	Now       rtlgen.Out   `width:"time" doc:"cycles since ready"`
	Delivered rtlgen.Out   `width:"40" doc:"packets that all nodes have received since reset"`
	Error     rtlgen.Out   `doc:"a node has received what it should not have, or a port of a switch has seen an error"`
	Digest    rtlgen.Out   `width:"32" doc:"of all that the nodes have received and when"`
	Lines     TreeLines    `if:"lines" name:"" doc:"lines that damage words"`
}

// TreeLines are the lines of a tree.
type TreeLines struct {
	LineNoise
	Damaged rtlgen.Out `name:"line_damaged" width:"40" doc:"words that were damaged since reset"`
	Downs   rtlgen.Out `name:"line_downs" width:"32" doc:"how often an end of a link went down since reset"`
}

// TreeReadback reads the counters of a node or of a switch's monitor.
type TreeReadback struct {
	Unit    rtlgen.In  `width:"1+node_number" doc:"bit 8: 0 node, 1 switch; its number"`
	Address rtlgen.In  `width:"address" doc:"which of its counters"`
	Data    rtlgen.Out `width:"64" doc:"the counter, 3 cycles after its address"`
}
