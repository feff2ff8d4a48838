package clos

import (
	"slices"

	"culprit.example/culprit/blocks/cioq"
)

// Topology is a recursive Clos network of M^levels adapters: 2*levels-1 stages of
// M-port elements, numbered from 0 in each stage. It is folded: adapter a is at port
// a mod M of element a/M, both of the first stage and of the last one.
//
// Output m of an element of the first stages leads to the part network m, whose output
// e leads to input m of element e of the last stages. A route has a turn per stage:
// levels-1 that may be any, then the digits of the destination, the highest first.
type Topology struct {
	Ports, Levels int
}

// Stages is the number of stages.
func (t Topology) Stages() int { return 2*t.Levels - 1 }

// Nodes is the number of adapters.
func (t Topology) Nodes() int { return power(t.Ports, t.Levels) }

// Elements is the number of elements in each stage.
func (t Topology) Elements() int { return power(t.Ports, t.Levels-1) }

// Paths is the number of routes from an adapter to another.
func (t Topology) Paths() int { return power(t.Ports, t.Levels-1) }

// End is a port of an element.
type End struct{ Stage, Element, Port int }

// Next is the input that an output leads to, which is not of the last stage.
func (t Topology) Next(e End) End {
	s := e.Stage
	down := s < t.Levels-1 // into the part networks
	depth := s             // part networks around this pair of stages
	if !down {
		depth = t.Stages() - 2 - s
	}
	size := power(t.Ports, t.Levels-1-depth) // elements of a stage of the part network
	network, local := e.Element/size, e.Element%size
	inner := size / t.Ports // elements of a stage of a part network within
	if down {
		// Output p of element l is input l of the part network p: element l/M, port l mod M.
		return End{s + 1, network*size + e.Port*inner + local/t.Ports, local % t.Ports}
	}
	// Element l of the inner stage is element l mod inner of part network l/inner; its
	// output p is the part network's output (l mod inner)*M + p.
	return End{s + 1, network*size + local%inner*t.Ports + e.Port, local / inner}
}

// power is x to the power of n.
func power(x, n int) int {
	y := 1
	for range n {
		y *= x
	}
	return y
}

// Latency is the delay of a link, in fabric cycles: registers for the beats and for the
// credits.
type Latency struct{ Forward, Credit int }

// Cycles that a cell, or a word of a control channel, takes where it meets no other one.
const (
	elementCycles = 5  // in an element, from its pins to the registers of the link
	creditCycles  = 4  // from the start on a link to the counter with the credit back, without the registers of the link
	egressCycles  = 9  // in an adapter, from its pins to the external line
	grantCycles   = 13 // in adapters, from the packet over the request and the grant to the cell
	channelEnd    = 2  // behind the registers of a control channel

	// In beat mode.
	elementBeatCycles = 7
	egressBeatCycles  = 14 // besides the beats of the segment themselves
)

// Latencies are those of all links, link 0 leading to the first stage. From an adapter
// to the external line of another a cell takes 6.5 cell times per link and 1.5 for the
// adapters; what the elements and adapters take is subtracted, and the links share the
// rest. A credit is back 13 cell times after its cell was sent. With wire every link has that
// many registers, for credits, too.
func (p Params) Latencies() []Latency {
	stages := p.topology().Stages()
	links := stages + 1
	if p.Wire > 0 {
		return slices.Repeat([]Latency{{p.Wire, p.Wire}}, links)
	}
	budget := ((65*links+15)*p.cellCycles() + 999) / 1000
	element, egress := elementCycles, egressCycles
	if p.Beat == 1 {
		element, egress = elementBeatCycles, egressBeatCycles
	}
	rest := budget - stages*element
	if p.Scheme != plain {
		rest -= egress
	}
	var list []Latency
	for i := range links {
		forward := rest*(i+1)/links - rest*i/links
		list = append(list, Latency{forward, max(1, 130*p.cellCycles()/1000-creditCycles-forward)})
	}
	return list
}

// channelCycles is the length of a control channel without its end: from the packet over
// the request and the grant to the cell it is 55 cell times.
func (p Params) channelCycles() int {
	return (550*p.LF/1000-grantCycles)/2 - channelEnd
}

// element are the parameters of the elements of a stage.
func (p Params) element(stage int) cioq.Params {
	l := p.Latencies()
	e := cioq.Params{
		Ports: p.Ports, Data: p.data(), InSlots: p.InSlots, OutSlots: p.OutSlots, Stage: stage, Credits: p.InSlots,
		LinkLatency: l[stage+1].Forward, CreditLatency: l[stage].Credit, CutThrough: p.Cut, ErrorBits: errorBits,
	}
	if stage == p.topology().Stages()-1 {
		e.Credits = 0 // an adapter always takes
	}
	return e
}
