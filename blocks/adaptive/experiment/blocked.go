package experiment

import (
	"fmt"
	"slices"
	"strings"

	"culprit/blocks/adaptive/graph"
	"culprit/testbench/experiment"
)

// block is a host that takes no frames for some time; no host: there is none.
type block struct {
	host     string
	from, to int // milliseconds; to is 0: for ever
}

// blockSettings are the settings of a host that takes nothing.
func blockSettings() []experiment.Setting {
	return []experiment.Setting{
		{Name: "blocked", Default: "none", Free: "name of a host such as H4, or none", Doc: "host that takes no frames for some time; the claims are then about that, and not the papers'"},
		{Name: "blocked_from", Default: "2", Min: 1, Max: 2000, Whole: true, Doc: "millisecond from which it takes none"},
		{Name: "blocked_to", Default: "auto", Auto: true, Min: 2, Max: 2000, Whole: true, Doc: "millisecond from which it takes frames again; auto: never"},
	}
}

// blockOf is the block that the settings ask for. The error names what is wrong.
func (s subject) blockOf(v experiment.Values) (block, error) {
	b := block{host: v.Word("blocked"), from: v.Int("blocked_from"), to: v.IntOr("blocked_to", 0)}
	if b.host == "none" {
		return block{}, nil
	}
	if b.to > 0 && b.to <= b.from {
		return b, fmt.Errorf("settings blocked_from=%d and blocked_to=%d leave no time in which the host takes nothing: give a later end, or auto", b.from, b.to)
	}
	for _, name := range v.Words("networks") {
		if n := s.network(name); hostNumber(n, b.host) < 0 {
			return b, fmt.Errorf("network %s has no host blocked=%s: it has %s", name, b.host, strings.Join(hostNames(n), ", "))
		}
	}
	return b, nil
}

// hostNumber is the number of a host of the network, -1 if it has none of that name.
func hostNumber(n *graph.Network, name string) int {
	return slices.IndexFunc(n.Hosts, func(h graph.Host) bool { return h.Name == name })
}

func hostNames(n *graph.Network) []string {
	var names []string
	for _, h := range n.Hosts {
		names = append(names, h.Name)
	}
	return names
}

// change are inputs that change in a millisecond of a run.
type change struct {
	at     int
	inputs map[string]uint64
}

// phases are the phases of a run: a millisecond in which it gets ready, and what changes
// then, up to the end of the span, at which nothing is measured any more.
func phases(t span, changes []change) []experiment.Phase {
	slices.SortStableFunc(changes, func(a, b change) int { return a.at - b.at })
	list := []experiment.Phase{{Cycles: millisecond, Expect: map[string]uint64{"ready": 1}}}
	for i, c := range changes {
		end := t.to
		if i+1 < len(changes) {
			end = min(end, changes[i+1].at)
		}
		if c.at < t.to {
			list = append(list, experiment.Phase{Cycles: (end - c.at) * millisecond, Inputs: c.inputs})
		}
	}
	return append(list, experiment.Phase{Inputs: map[string]uint64{"measure": 0}})
}

// changes are those of the block.
func (b block) changes(n *graph.Network) []change {
	if b.host == "" {
		return nil
	}
	list := []change{{b.from, map[string]uint64{"block": 1 << hostNumber(n, b.host)}}}
	if b.to > 0 {
		list = append(list, change{b.to, map[string]uint64{"block": 0}})
	}
	return list
}

func (b block) String() string {
	if b.to == 0 {
		return fmt.Sprintf("%s takes nothing from %d ms on", b.host, b.from)
	}
	return fmt.Sprintf("%s takes nothing from %d to %d ms", b.host, b.from, b.to)
}
