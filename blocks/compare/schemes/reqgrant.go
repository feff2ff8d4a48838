package schemes

import (
	"culprit.example/culprit/blocks/clos"
	"culprit.example/culprit/testbench/experiment"
)

// requestGrant is end-to-end request-grant in band, on the Clos network that is the tree unfolded: each switch is an
// element of the way up and one of the way down. Adapters put up to four packets of a flow into a segment.
//
// Of the sizes those of the input queues are the setting's. An output reserves two of the largest grants (b = 2G), so
// that one may be on its way while the next one is made; an adapter has room for twice that (B = 4G).
type requestGrant struct {
	reserve bool // buffers of the fabric are reserved; false: the rate of grants alone is regulated
}

// Sizes in segments.
const (
	rgGrant    = 16 // G, the largest grant, and requests of a flow that are pending
	rgReserved = 2 * rgGrant
	rgReasm    = 2 * rgReserved
	rgPackets  = 4 // of a segment
)

// Bits of a segment in a switch, with its header, and in an adapter.
const (
	rgBeats       = rgPackets * clos.HostedBeats
	rgSegmentBits = (1 + rgBeats) * 65
	rgStoredBits  = rgBeats * 64
)

func (g requestGrant) block() string { return "clos_network" }

func (g requestGrant) params(p planned) map[string]int {
	return map[string]int{"ports": leaf, "stages": p.stages(), "scheme": 2, "beat": 1, "lf": p.v.Int("fabric_speed"),
		"slots_in": p.rgInput(), "slots_out": p.rgOutput(), "g": rgGrant, "b_reasm": rgReasm, "fc_init": rgReserved,
		"voq": p.rgQueue(), "wire": p.v.Int("link_latency")}
}

// stages are those of the Clos network.
func (p planned) stages() int { return 2*p.levels() - 1 }

// rgInput is an input queue, segments, with room for as many packets as the setting says.
func (p planned) rgInput() int { return (p.v.Int("slots") + rgPackets - 1) / rgPackets }

// rgOutput is an output queue, segments: what is reserved, and one of each flow that nobody has asked for.
func (p planned) rgOutput() int { return rgReserved + p.nodes }

// rgQueue is how many packets an adapter holds for each destination: four times those that it holds in all, which are
// nodeQueue, over the number of nodes.
func (p planned) rgQueue() int { return 4 * nodeQueue / p.nodes }

// Rates of grants in 1/16 of the segments that a line carries.
const (
	lineRate   = 16
	reservedAt = 10 * lineRate // with buffers that are reserved the rate is to be no limit
)

func (g requestGrant) stimulus(p planned, _ uint32) experiment.Stimulus {
	in := map[string]uint64{"measure": 1, "long_rate": 1 << 16, "long_length": clos.HostedBeats, "grant_rate": lineRate}
	if g.reserve {
		in["reserve"], in["grant_rate"] = 1, reservedAt
	}
	// The adapters are ready when they have zeroed a word for each path from each node.
	ready := p.nodes*p.nodes/leaf + p.nodes
	packet := cyclesPerPacket * p.v.Int("fabric_speed") / 100
	return experiment.Stimulus{
		Inputs: in, Phases: []experiment.Phase{{Cycles: (ready/packet + 1) * packet}},
		Outputs: []string{"error"},
		Errors: []string{"error", "order_errors", "misroutes", "missing_segments", "stuck_flows", "refused", "strays",
			"impossible"},
	}
}

func (g requestGrant) cost(p planned) int64 { return 2 * int64(p.stages()) }

// memory is that of the queues of the switches, which are elements of the way up and down but at the top, and of the
// adapters that put segments in order.
func (g requestGrant) memory(p planned) memory {
	return memory{ports: p.stages() * p.nodes, portBits: (p.rgInput() + p.rgOutput()) * rgSegmentBits,
		nodeBits: (rgReasm + p.nodes) * rgStoredBits, packet: packetBits}
}
