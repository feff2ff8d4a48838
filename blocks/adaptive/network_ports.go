package adaptive

import (
	"fmt"

	"culprit.example/culprit/blocks/adaptive/graph"
	"culprit.example/culprit/rtlgen"
	"culprit.example/culprit/rtlgen/blocks"
)

// NetworkParams configures a network. It is one of those of the experiments, or any
// other in Graph.
type NetworkParams struct {
	Network int `param:"network" default:"0" min:"0" max:"5" doc:"0 T1-R, 1 T2-R, 2 T3-R, 3 T2-H, 4 Fig2, 5 T1-S"`
	List    int `param:"list" default:"3" min:"3" max:"8" doc:"ports that a list of the routing tables holds"`
	Queue   int `param:"queue" default:"256" min:"2" max:"512" doc:"frames that wait in the queue of a destination in a host: a power of two"`
	Slots   int `param:"slots" default:"100" min:"20" max:"512" doc:"frames that the partition of an input holds"`
	QEq     int `param:"q_eq" default:"33000" min:"1024" max:"262144" doc:"length of an output queue in equilibrium, bytes"`
	Timer   int `param:"timer" default:"250" min:"1" max:"500" doc:"ticks for which a remote entry of a congestion table lives, at least"`
	Tick    int `param:"tick" default:"20000" min:"64" max:"20000" doc:"cycles of a tick: 1 ms"`

	Blockable int `param:"blockable" default:"0" min:"0" max:"1" doc:"1: hosts can be told to take no frames"`

	// Graph is the network, nil for the one with the number Network.
	Graph *graph.Network
}

const (
	sampleCycles = 32 // between samples of queues

	// What a network can be built of.
	mostHosts    = 16 // of HostParams
	mostPorts    = 16 // of TableParams
	mostSwitches = 128
)

// Dims are the names that the tags of ports use.
func (p NetworkParams) Dims() rtlgen.Dims {
	return rtlgen.Dims{"seed": seedBits, "load": loadBits, "hosts": len(p.graph().Hosts), "blockable": p.Blockable,
		"read_unit": readUnitBits, "read_address": readHost, "read_data": readBits}
}

const readUnitBits = 8 // hosts from 0, switches from 128

// Graph of the parameters.
func (p NetworkParams) graph() *graph.Network {
	if p.Graph != nil {
		return p.Graph
	}
	return graph.Named()[p.Network]
}

// parts are the parameters of switches and hosts.
func (p NetworkParams) parts() (SwitchParams, HostParams) {
	n := p.graph()
	s, h := rtlgen.Default[SwitchParams](), rtlgen.Default[HostParams]()
	s.Hosts = len(n.Hosts)
	s.Ports = max(2, n.MostPorts())
	s.List = p.List
	s.Slots = p.Slots
	s.QEq = p.QEq
	s.Timer = p.Timer
	s.QHigh = min(p.Slots*81/100, p.Slots-headroom)
	s.QLow = s.QHigh * 59 / 81
	h.Hosts, h.Queue, h.Blockable = len(n.Hosts), p.Queue, p.Blockable
	return s, h
}

// Check finds what is wrong with the network.
func (p NetworkParams) Check() error {
	if err := p.graph().Check(p.List); err != nil {
		return err
	}
	s, h := p.parts()
	if n := len(p.graph().Switches); s.Ports > mostPorts || s.Hosts > mostHosts || n < 2 || n > mostSwitches {
		return fmt.Errorf("network %s has %d hosts and %d switches, the largest with %d ports: a network is built of up to %d hosts and 2 to %d switches with up to %d ports",
			p.graph().Name, s.Hosts, n, s.Ports, mostHosts, mostSwitches, mostPorts)
	}
	if err := s.Check(); err != nil {
		return err
	}
	if least := s.Hosts*s.Ports + 4; p.Tick > 0 && p.Tick < least {
		return fmt.Errorf("tick=%d is too short for network %s: a switch looks at the %d entries of its congestion table, one in a cycle, between two ticks; give tick at least %d",
			p.Tick,
			p.graph().Name,
			s.Hosts*s.Ports,
			least)
	}
	return h.Check()
}

// NetworkPorts are the ports of Network.
type NetworkPorts struct {
	_        rtlgen.Unit `name:"adaptive_network" doc:"network of switches and hosts with traffic and counters" params:"network list queue slots q_eq timer tick blockable"`
	Seed     rtlgen.In   `width:"seed" doc:"of all random choices; held"`
	Managed  rtlgen.In   `doc:"1: congestion management; held"`
	Adaptive rtlgen.In   `doc:"1: frames avoid congestion; held"`
	Pattern  rtlgen.In   `width:"2" doc:"0 no traffic, 1 uniform, 2 flows that need not contend, 3 flows that contend"`
	Rate     rtlgen.In   `width:"load" doc:"probability of a frame in the time of one, in 1/65536"`
	Block    rtlgen.In   `if:"blockable" width:"hosts" doc:"hosts that take no frames, a bit each"`
	Measure  rtlgen.In   `doc:"the counters count"`
	Ready    rtlgen.Out  `doc:"tables are written, windows swept; no frame is made before"`
	Hot      rtlgen.Out  `lanes:"2" width:"32" doc:"sums of the lengths of the two watched queues in bytes, a sample every 32 cycles"`
	Read     struct {
		Unit    rtlgen.In  `width:"read_unit" doc:"host, or 128 + switch"`
		Address rtlgen.In  `width:"read_address" doc:"its counter"`
		Data    rtlgen.Out `width:"read_data" doc:"the counter, 5 cycles after its address"`
	} `doc:"counter readback"`
	Error rtlgen.Out `doc:"something was lost since reset"`
}

// networkReadback are the counters of a network.
func networkReadback(p NetworkParams) blocks.Readback {
	n := p.graph()
	s, _ := p.parts()
	r := blocks.Readback{Unit: "read_unit", Address: "read_address", Data: "read_data", Latency: 5}
	for h := range n.Hosts {
		for _, c := range HostCounters(len(n.Hosts)) {
			name := c.Name
			if c.Address < 64 {
				name = fmt.Sprintf("flow_%d_%d", c.Address, h)
			}
			r.Counters = append(r.Counters, blocks.Counter{Name: name, Unit: h, Address: c.Address, Max: c.Max})
		}
	}
	for i := range n.Switches {
		for _, c := range SwitchCounters(s.Ports) {
			name := c.Name
			if c.Address >= addressSums {
				name = fmt.Sprintf("%s_%s", n.Switches[i].Name, c.Name)
			}
			r.Counters = append(r.Counters, blocks.Counter{Name: name, Unit: 128 + i, Address: c.Address, Max: c.Max})
			if c.Name == "stopped" { // of this switch, too: STOP is asked for by place
				r.Counters = append(r.Counters, blocks.Counter{Name: n.Switches[i].Name + "_stopped", Unit: 128 + i,
					Address: c.Address})
			}
		}
	}
	return r
}
