package schemes

import (
	"culprit.example/culprit/blocks/fabric"
	"culprit.example/culprit/testbench/experiment"
)

// tree is a scheme on the tree of blocks/fabric.
type tree struct {
	of   fabric.Scheme
	saqs bool // it has set-aside queues, as many as the setting says
}

func (t tree) block() string { return "fabric_tree" }

func (t tree) params(p planned) map[string]int {
	v := p.v
	params := map[string]int{"levels": p.levels(), "ports": switchPorts, "scheme": t.of.Number, "slots": v.Int("slots"),
		"depth": v.Int("depth"), "link_latency": v.Int("link_latency"), "queue": v.Int("queue"), "saqs": 0}
	if t.saqs {
		params["saqs"] = v.Int("saqs")
	}
	return params
}

func (t tree) stimulus(p planned, _ uint32) experiment.Stimulus {
	return experiment.Stimulus{
		Phases:  []experiment.Phase{{Cycles: p.nodes, Expect: map[string]uint64{"ready": 1}}},
		Outputs: []string{"error", "digest"},
		Errors:  []string{"error", "order_errors", "payload_errors", "misroutes", "strays", "impossible"},
	}
}

func (t tree) cost(p planned) int64 { return int64(p.levels()) }

// memory is that of the packet slots.
func (t tree) memory(p planned) memory {
	perPort := p.v.Int("slots")
	switch t.of.Key {
	case voqNet:
		perPort = p.v.Int("depth") * p.nodes
	case recnCIOQ:
		perPort *= 2 // at inputs and outputs
	}
	return memory{ports: p.levels() * p.nodes / leaf * switchPorts, portBits: perPort * packetBits, packet: packetBits}
}
