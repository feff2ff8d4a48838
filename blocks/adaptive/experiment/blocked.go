package experiment

import (
	"fmt"
	"slices"
	"strings"

	"culprit.example/culprit/blocks/adaptive/graph"
	"culprit.example/culprit/testbench/experiment"
)

// block is a host that takes no frames for some time; no host: there is none.
type block struct {
	host     string
	from, to int // milliseconds; to is 0: for ever
}

// blockSettings are the settings of a host that takes nothing.
func blockSettings() []experiment.Setting {
	return []experiment.Setting{
		{Name: "blocked", Default: "none", Free: "name of a host such as H4, or none",
			Doc: "host that takes no frames for some time; the claims are then about that, and not the papers'"},
		{Name: "blocked_from", Default: "2", Min: 1, Max: 2000, Whole: true, Doc: "millisecond from which it takes none"},
		{Name: "blocked_to", Default: "auto", Auto: true, Min: 2, Max: 2000, Whole: true,
			Doc: "millisecond from which it takes frames again; auto: never"},
	}
}

// blockOf is the block that the settings ask for. The error names what is wrong.
func (s subject) blockOf(v experiment.Values) (block, error) {
	if v.Word("blocked") == "none" {
		return block{}, nil
	}
	from, to, err := experiment.BlockedSpan(v, 0, "the host takes")
	b := block{host: v.Word("blocked"), from: int(from), to: int(to)}
	if err != nil {
		return b, err
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

// Milliseconds that a network takes to settle after a block begins, and after it ends.
const (
	blockSettles = 1
	blockEnds    = 2
)

// blockedClaims are the claims on a host that takes nothing: on each network, of all runs.
// spanOf is what is measured of one.
func blockedClaims(setups []setup, spanOf func(setup) span) []experiment.Claim {
	var claims []experiment.Claim
	of := func(u setup, name string, f func(run) float64, b experiment.Bound) experiment.Condition {
		return experiment.Condition{What: fmt.Sprintf("%s, %s, %s, %s, load %s", name, u.network, u.mode, u.pattern,
			experiment.Number(u.load)), Value: of(u, f), Bound: b}
	}
	claim := func(id, text string, u setup) experiment.Claim {
		return experiment.Claim{ID: id, Source: "any network", Text: text, SetUp: u.block.String(), Origin: experiment.Model}
	}
	for i, u := range setups {
		if u.block.host == "" || slices.ContainsFunc(setups[:i], func(x setup) bool { return x.network == u.network }) {
			continue
		}
		lossless := claim("B1-"+u.network,
			"a host that takes nothing loses no frame, in the network or by itself, however long it takes", u)
		stopped := claim("B2-"+u.network, "while it takes nothing, no frame comes to it", u)
		recovers := claim("B3-"+u.network, "when it takes frames again, every flow is served", u)
		for _, u := range setups {
			if u.network == lossless.ID[len("B1-"):] {
				lossless.Conditions = append(lossless.Conditions, of(u, "errors", counter("error"), experiment.Exactly(0)),
					of(u, "frames given up for order, all of which come late", counter("given_up"), experiment.Reported()))
				if u.during(spanOf(u)) != (span{}) {
					stopped.Conditions = append(stopped.Conditions, of(u, "frames taken", run.takenInBlock, experiment.Exactly(0)))
				}
				if u.after(spanOf(u)) != (span{}) {
					recovers.Conditions = append(recovers.Conditions,
						of(u, "frames of the slowest flow", run.slowestAfterBlock, experiment.Above(0)))
				}
			}
		}
		claims = append(claims, lossless.Noticing(trial(saidOnce, u)))
		if len(stopped.Conditions) > 0 {
			claims = append(claims, stopped.Noticing(trial(unblocked, u)))
		}
		if len(recovers.Conditions) > 0 {
			claims = append(claims, recovers.Noticing(trial(neverGo, u)))
		}
	}
	return claims
}

// during is the part of a span in which the host of a block takes nothing.
func (s setup) during(t span) span {
	d := span{max(t.from, s.block.from+blockSettles), t.to}
	if s.block.to > 0 {
		d.to = min(d.to, s.block.to)
	}
	if s.block.host == "" || d.from >= d.to {
		return span{}
	}
	return d
}

// after is the part of a span behind the block.
func (s setup) after(t span) span {
	a := span{max(t.from, s.block.to+blockEnds), t.to}
	if s.block.host == "" || s.block.to == 0 || a.from >= a.to {
		return span{}
	}
	return a
}

// within are the frames of a flow in some milliseconds of the run.
func (r run) within(f graph.Flow, t span) float64 {
	first := r.spec().from
	list := r.steps(flowCounter(f))
	return sum(list[t.from-first : t.to-first])
}

// takenInBlock are the frames that the host took while it should take none.
func (r run) takenInBlock() float64 {
	x, taken := r.spec(), 0.0
	for _, f := range r.flows() {
		if f.Dst == hostNumber(x.network, x.block.host) {
			taken += r.within(f, x.during(x.span))
		}
	}
	return taken
}

// slowestAfterBlock are the frames of the flow that was served least after the block.
func (r run) slowestAfterBlock() float64 {
	x, least := r.spec(), -1.0
	for _, f := range r.flows() {
		if n := r.within(f, x.after(x.span)); least < 0 || n < least {
			least = n
		}
	}
	return least
}
