package trees

import (
	"bytes"
	"fmt"

	"culprit.example/culprit/testbench/experiment"
)

// memory is about queues and memory of the switches: formulas, and the same
// counted in the netlists.
var memory = &experiment.Experiment{
	Name: "recn-memory",
	Doc:  "queues and packet slots that each kind of switch needs (RECN-IQ section 2.1; RECN-DD Figs. 1, 16)",
	Settings: []experiment.Setting{
		{Name: "ports", Default: "8,16,32,64", List: true, Min: 8, Max: 256, Whole: true, Doc: "ports of the switch"},
		{Name: "nodes", Default: "16,64,256,1024", List: true, Min: 4, Max: 65536, Whole: true, Doc: "nodes of the network"},
		{Name: "saqs", Default: "4", Min: 1, Max: 8, Whole: true, Doc: "set-aside queues per port"},
		{Name: "detect_slots", Default: "2", Min: 1, Max: 64, Whole: true,
			Doc: "slots of a queue that detects congestion, or of any other plain queue"},
		{Name: "saq_slots", Default: "2", Min: 1, Max: 64, Whole: true, Doc: "slots of a SAQ at Xoff"},
	},
	Design: planMemory,
}

// sizes are the numbers that memory depends on.
type sizes struct {
	ports, nodes, saqs     int
	detectSlots, saqsSlots int
}

// need is what a switch needs.
type need struct {
	queues int // in all ports
	slots  int // packets, the least with which the scheme works
	detect int // of the queues: those that detect congestion
}

// organisation is a kind of switch with the formulas for its memory.
type organisation struct {
	name string
	need func(s sizes) need
}

const (
	orgRECN      = "RECN (CIOQ)"
	orgRECNIQ    = "RECN-IQ"
	orgVOQsw     = "VOQsw (IQ)"
	orgVOQswCIOQ = "VOQsw (CIOQ)"
	orgVOQnet    = "VOQnet (IQ)"
	orgPlain     = "plain IQ"
)

// organisations: the formulas of RECN are those of the RECN-IQ paper, section
// 2.1; the others follow from their numbers of queues.
var organisations = []organisation{
	{orgRECN, func(s sizes) need {
		n, k := s.ports, s.saqs
		in := n * (n*s.detectSlots + k*s.saqsSlots)
		out := n * (s.detectSlots + k*s.saqsSlots)
		return need{queues: n*(n+k) + n*(1+k), slots: in + out, detect: n * n}
	}},
	{orgRECNIQ, func(s sizes) need {
		n, k := s.ports, s.saqs
		return need{queues: n * (1 + k), slots: n * (s.detectSlots + k*s.saqsSlots), detect: n}
	}},
	{orgVOQsw, func(s sizes) need { return plainQueues(s, s.ports*s.ports) }},
	{orgVOQswCIOQ, func(s sizes) need { return plainQueues(s, s.ports*s.ports+s.ports) }},
	{orgVOQnet, func(s sizes) need { return plainQueues(s, s.ports*s.nodes) }},
	{orgPlain, func(s sizes) need { return plainQueues(s, s.ports) }},
}

func plainQueues(s sizes, queues int) need {
	return need{queues: queues, slots: queues * s.detectSlots}
}

func needOf(name string, s sizes) need {
	for _, o := range organisations {
		if o.name == name {
			return o.need(s)
		}
	}
	panic("BUG: no organisation " + name)
}

func planMemory(v experiment.Values, _ []uint32) (*experiment.Plan, error) {
	base := sizes{ports: 16, nodes: 64, saqs: v.Int("saqs"), detectSlots: v.Int("detect_slots"),
		saqsSlots: v.Int("saq_slots")}
	p := &experiment.Plan{Deviations: v.Differing([]string{"saqs", "detect_slots", "saq_slots"})}
	ports, nodes := v.Ints("ports"), v.Ints("nodes")
	p.Claims = append(memoryClaims(base), scalingClaim(base, ports, nodes))
	built, err := netlistClaims(base, ports)
	if err != nil {
		return nil, err
	}
	p.Claims = append(p.Claims, built...)
	p.Tables = func(*experiment.Measured) []experiment.File {
		return []experiment.File{memoryTable(base, ports, nodes)}
	}
	p.Charts = func(*experiment.Measured) ([]experiment.Chart, error) { return memoryCharts(base, ports, nodes), nil }
	return p, nil
}

// fixed is a condition on a number.
func fixed(what string, x float64, b experiment.Bound) experiment.Condition {
	return condition(what, experiment.Constant(x), b)
}

// memoryClaims are the numbers that the papers give for a switch of 16 ports, and
// what follows from them for one of 8.
func memoryClaims(s sizes) []experiment.Claim {
	recn, iq := needOf(orgRECN, s), needOf(orgRECNIQ, s)
	factor := fixed("slots of RECN / of RECN-IQ", float64(recn.slots)/float64(iq.slots), experiment.Exactly(5))
	small := s
	small.ports = 8
	queues := func(s sizes) experiment.Condition {
		a, b := needOf(orgRECN, s), needOf(orgRECNIQ, s)
		return fixed(fmt.Sprintf("queues of RECN / of RECN-IQ, %d ports", s.ports), float64(a.queues)/float64(b.queues),
			experiment.Exactly(map[int]float64{16: 5, 8: 3.4}[s.ports]))
	}
	return []experiment.Claim{
		claim("R14", "RECN-IQ paper, section 2.1",
			"a switch of 16 ports needs 800 slots with RECN, 160 with RECN-IQ; 256 and 16 detection queues",
			fixed("slots, RECN", float64(recn.slots), experiment.Exactly(800)),
			fixed("slots, RECN-IQ", float64(iq.slots), experiment.Exactly(160)),
			factor,
			fixed("detection queues, RECN", float64(recn.detect), experiment.Exactly(256)),
			fixed("detection queues, RECN-IQ", float64(iq.detect), experiment.Exactly(16))).From(experiment.Paper).Noticing(trials(fiveSAQs)),
		claim("D9", "RECN-DD paper, abstract", "RECN-IQ needs a fifth of the memory and of the queues of RECN", factor,
			queues(s), queues(small)).From(experiment.Paper).Noticing(trials(fiveSAQs)),
	}
}

// scalingClaim is on the shape of the curves, which is all that the paper's
// figures leave.
func scalingClaim(s sizes, ports, nodes []int) experiment.Claim {
	broken := map[string]int{}
	for _, s.ports = range ports {
		for i, n := range nodes {
			if i == 0 {
				continue
			}
			now, before := s, s
			now.nodes, before.nodes = n, nodes[i-1]
			net := needOf(orgVOQnet, now)
			if net.slots <= needOf(orgVOQnet, before).slots || net.queues <= needOf(orgVOQnet, before).queues {
				broken["grows"]++
			}
			if needOf(orgRECNIQ, now) != needOf(orgRECNIQ, before) || needOf(orgRECN, now) != needOf(orgRECN, before) {
				broken["constant"]++
			}
		}
	}
	// VOQnet of a network as small as the switch needs no more than RECN: the claim
	// is about networks of several switches.
	for _, s.saqs = range []int{4, 8} {
		for _, s.ports = range []int{8, 16} {
			for _, s.nodes = range []int{64, 256, 1024} {
				if needOf(orgRECNIQ, s).slots >= needOf(orgRECN, s).slots ||
					needOf(orgRECN, s).slots >= needOf(orgVOQnet, s).slots {
					broken["least"]++
				}
			}
		}
	}
	return claim("D7", "RECN-DD paper, Figs. 1, 16, conclusion",
		"VOQnet does not scale; RECN needs much less, RECN-IQ less than RECN",
		fixed("sizes at which VOQnet does not grow with the nodes", float64(broken["grows"]), experiment.Exactly(0)),
		fixed("sizes at which RECN or RECN-IQ depends on the nodes", float64(broken["constant"]), experiment.Exactly(0)),
		fixed("sizes at which not RECN-IQ < RECN < VOQnet in slots: 8 and 16 ports, 4 and 8 SAQs, 64 nodes and more",
			float64(broken["least"]), experiment.Exactly(0))).From(experiment.Paper).Noticing(trials(largeSAQs))
}

// memoryTable is memory.csv.
func memoryTable(s sizes, ports, nodes []int) experiment.File {
	var b bytes.Buffer
	fmt.Fprintln(&b, "organisation,ports,nodes,saqs,detect_slots,saq_slots,queues,slots,bytes")
	for _, o := range organisations {
		for _, s.ports = range ports {
			for _, s.nodes = range nodes {
				n := o.need(s)
				fmt.Fprintf(&b, "%s,%d,%d,%d,%d,%d,%d,%d,%d\n", o.name, s.ports, s.nodes, s.saqs, s.detectSlots, s.saqsSlots,
					n.queues, n.slots, n.slots*64)
			}
		}
	}
	return experiment.File{Path: "memory.csv", Data: b.Bytes()}
}
