package faults

import (
	"fmt"
	"slices"

	"culprit.example/culprit/rtlgen/blocks"
)

// Does is what a fault does to an event.
type Does string

// What faults do.
const (
	Loses   Does = "lost"     // it does not arrive
	Doubles Does = "doubled"  // it arrives again in the next cycle; what follows without a gap is a cycle late
	Bubbles Does = "bubble"   // it, and what follows without a gap, is a cycle late
	Damages Does = "damaged"  // it arrives with a bit flipped
	Delays  Does = "late"     // it arrives LateBy cycles later, or in the next cycle that is free
	Invents Does = "invented" // such an event arrives once more, long after the last one, in a cycle that is free
	Mutes   Does = "silent"   // neither it arrives nor any of its channel, for SilentFor cycles
)

// LateBy and SilentFor are times of faults, cycles.
const (
	LateBy    = 100
	SilentFor = 200
)

// does are all, in the order of their codes in the circuit.
var does = []Does{Loses, Doubles, Bubbles, Damages, Delays, Invents, Mutes}

// Fault is a kind of fault on a kind of link.
type Fault struct {
	Link  string      `json:"link"`            // units at its ends: "node -> sw"
	Kind  blocks.Kind `json:"kind"`            // of the channel: "beat", "credit"
	Part  string      `json:"part,omitempty"`  // of a packet that is hit
	Does  Does        `json:"does"`            // "lost", "doubled", "late", and so on
	Field string      `json:"field,omitempty"` // that is damaged

	channel blocks.Channel
	links   []blocks.Link
	part    int // number of its part among those of the channel, -1: all events
	field   Field
}

func (f *Fault) String() string {
	text := f.Link + ": " + string(f.Kind)
	if f.Part != "" {
		text = fmt.Sprintf("%s: %s (%s)", f.Link, f.Kind, f.Part)
	}
	if f.Field != "" {
		text += " " + f.Field
	}
	return text + " " + string(f.Does)
}

// Kind of a link by the units at its ends.
func kindOf(l blocks.Link) string {
	kind := l.From.Unit + " -> " + l.To.Unit
	if l.Class != "" {
		kind += " (" + l.Class + ")"
	}
	return kind
}

// parts are those of a channel.
func (n *Network) parts(c blocks.Channel) (list []Part) {
	for _, p := range n.Parts {
		if p.Kind == c.Kind && p.Class == c.Class {
			list = append(list, p)
		}
	}
	return list
}

// faults are all kinds of faults of a network.
func (n *Network) faults(net blocks.Network) (list []*Fault) {
	var kinds []string
	links := map[string][]blocks.Link{}
	for _, l := range net.Links {
		kind := kindOf(l)
		if !slices.Contains(kinds, kind) {
			kinds = append(kinds, kind)
		}
		links[kind] = append(links[kind], l)
	}
	for _, kind := range kinds {
		for _, c := range net.Of(links[kind][0]) {
			add := func(what Does, part int, name string, field Field) {
				list = append(list, &Fault{Link: kind, Kind: c.Kind, Part: name, Does: what, Field: field.Name, channel: c,
					links: links[kind], part: part, field: field})
			}
			parts := n.parts(c)
			for i, p := range parts {
				n.ofPart(net, c, p, func(what Does, field Field) { add(what, i, p.Name, field) })
			}
			if len(parts) == 0 {
				n.ofPart(net, c, Part{}, func(what Does, field Field) { add(what, -1, "", field) })
			}
			add(Mutes, -1, "", Field{})
		}
	}
	return list
}

// ofPart are the faults of a part of what passes over a channel.
func (n *Network) ofPart(net blocks.Network, c blocks.Channel, p Part, add func(Does, Field)) {
	late := Delays
	if c.Kind == net.Packets || c.Kind == blocks.Beats {
		late = Bubbles
	}
	for _, what := range []Does{Loses, Doubles, late, Invents} {
		add(what, Field{})
	}
	for _, f := range p.Fields {
		add(Damages, f)
	}
}
