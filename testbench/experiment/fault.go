package experiment

import (
	"fmt"
	"slices"
	"strings"
)

// FaultKind is what goes wrong on a link: what it happens to, and what happens.
type FaultKind string

// What happens to an event on a link.
const (
	Loses   = "loss"   // it does not arrive
	Doubles = "double" // it arrives again, in the next cycle in which nothing else does
	Damages = "damage" // it arrives with a bit flipped
	Delays  = "delay"  // it arrives late, in the next cycle in which nothing else does; messages only
)

// FaultKinds are all kinds of faults.
func FaultKinds() []FaultKind {
	var list []FaultKind
	for _, of := range []string{"credit", "message", "beat"} {
		for _, does := range []string{Loses, Doubles, Damages} {
			list = append(list, FaultKind(of+"_"+does))
		}
	}
	return append(list, "message_"+Delays)
}

// Of is the kind of events that are hit: "credit", "message", "beat".
func (k FaultKind) Of() string { of, _, _ := strings.Cut(string(k), "_"); return of }

// Does is what happens to them: Loses, Doubles or Damages.
func (k FaultKind) Does() string { _, does, _ := strings.Cut(string(k), "_"); return does }

// Fault disturbs links of a point's network. In every cycle, and on every link by
// itself, a fault falls due with the probability Rate; it hits the next event of
// its kind on the link. With Once the fault falls due once, in cycle From after
// reset.
type Fault struct {
	Kind FaultKind `json:"kind"`
	Link string    `json:"link,omitempty"` // "switch 3 port 2 -> node 14"; "": all
	Rate float64   `json:"rate"`
	Once bool      `json:"once,omitempty"`
	From uint32    `json:"from,omitempty"`
	Seed uint32    `json:"seed"`
}

// noFault is the setting of a sound network.
const noFault = "none"

// FaultSettings are the settings of experiments on networks whose links can be
// disturbed.
func FaultSettings() []Setting {
	kinds := []string{noFault}
	for _, k := range FaultKinds() {
		kinds = append(kinds, string(k))
	}
	return []Setting{
		{Name: "fault", Default: noFault, Words: kinds,
			Doc: "what is disturbed on links, and how: a run with a fault must fail"},
		{Name: "fault_rate", Default: "0.001", Min: 0, Max: 1,
			Doc: "faults per cycle and link; each hits the next credit, message or beat"},
		{Name: "fault_cycle", Default: "auto", Auto: true, Min: 0, Max: 4e9, Whole: true,
			Doc: "instead of a rate: one fault per link, from this cycle after reset on; auto: by the rate"},
		{Name: "fault_link", Default: "all", Free: "name of a link such as switch 3 port 2 -> node 14, or all",
			Doc: "the disturbed link"},
	}
}

// fault is what the settings ask for. Not ok: no fault.
func (v Values) fault() (f Fault, ok bool) {
	if !slices.ContainsFunc(v.settings, func(s Setting) bool { return s.Name == "fault" }) || v.Word("fault") == noFault {
		return f, false
	}
	f = Fault{Kind: FaultKind(v.Word("fault")), Rate: v.Float("fault_rate")}
	if link := v.Word("fault_link"); link != "all" {
		f.Link = link
	}
	if v.Word("fault_cycle") != "auto" {
		f.Rate, f.Once, f.From = 0, true, uint32(v.Float("fault_cycle"))
	}
	return f, true
}

// disturb gives all points of the plan the fault that the settings ask for.
func (p *Plan) disturb(v Values) {
	f, ok := v.fault()
	if !ok {
		return
	}
	p.Change(func(name string, seed uint32, point Point) (string, Point) {
		mine := f
		mine.Seed = seed
		point.Fault = &mine
		point.Name += fmt.Sprintf(" fault=%s", f.Kind)
		return name, point
	})
	p.Deviations = append(p.Deviations, v.Differing([]string{"fault", "fault_rate", "fault_cycle", "fault_link"})...)
}
