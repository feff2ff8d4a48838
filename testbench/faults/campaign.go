package faults

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"

	"culprit.example/culprit/rtlgen/blocks"
	"culprit.example/culprit/rtlgen/ir"
)

// Options say how much of a network's faults is made.
type Options struct {
	Moments int    // of each fault, in all
	Seed    uint64 // of moments, links and bits, and the first of the traffic
	Seeds   int    // of the traffic: the moments are made with each of them
	// Progress, if not nil, is told how many trials are done.
	Progress func(stage string, done, total int)
}

// Report is what became of the faults of a network.
type Report struct {
	Network string `json:"network"` // its name
	Netlist string `json:"netlist"` // hash of the netlist and of what is made of it
	Seed    uint64 `json:"seed"`    // the first
	Seeds   int    `json:"seeds"`   // how many share the moments
	Moments int    `json:"moments"` // trials of each fault, at most
	Rows    []*Row `json:"rows"`    // one for each fault
}

// Row is what became of a fault, over all moments.
type Row struct {
	Fault
	Hits int `json:"hits"` // trials in which there was an event to hit; all else is 0 if there was none
	// Packets that are lost, received twice, received as damaged or cut, as good with a bit flipped, as good with parts of
	// several or of one, as good though nobody sent them, by another node, out of order: the most in a trial.
	Lost       int `json:"lost,omitempty"`
	Doubled    int `json:"doubled,omitempty"`    // received twice
	Damaged    int `json:"damaged,omitempty"`    // received as damaged or cut
	Wrong      int `json:"wrong,omitempty"`      // received as good, with a wrong bit
	Joined     int `json:"joined,omitempty"`     // of parts of several, or of a part of one
	Foreign    int `json:"foreign,omitempty"`    // that nobody sent
	Astray     int `json:"astray,omitempty"`     // received by another node
	Disordered int `json:"disordered,omitempty"` // received out of order
	// Noticed has the error bits that became 1, Properties those that failed first, Missing what was not as at rest at
	// the end.
	Noticed    []Noticed      `json:"noticed,omitempty"`
	Silent     int            `json:"silent,omitempty"` // trials without any error bit
	Properties map[string]int `json:"properties,omitempty"`
	Missing    map[string]int `json:"missing,omitempty"`
	// Longer is by how many cycles the drain took longer at most; Never in how many trials it had no end.
	Longer int `json:"longer,omitempty"`
	Never  int `json:"never,omitempty"`
	// After is how many packets of the traffic after the drain were lost at most, Late by how many cycles it ended later.
	After    int        `json:"after,omitempty"`
	Late     int        `json:"late,omitempty"`
	Breaches []Breached `json:"breaches,omitempty"` // what must not happen
}

// Noticed is an error bit, by name and place.
type Noticed struct {
	What   string `json:"what"`   // name and place of the error bit
	Trials int    `json:"trials"` // in which it became 1
	Least  int    `json:"least"`  // cycles from the fault to it
	Most   int    `json:"most"`   // and at most
}

// Breached is a breach, with the reason if it has one.
type Breached struct {
	Breach Breach `json:"breach"`           // what happened
	Trials int    `json:"trials"`           // in which it did
	Reason string `json:"reason,omitempty"` // why it must be so; missing if there is none
}

// Hash tells a network from others: its netlist with the circuits in its links, and what is made of it. Reasons do not
// count.
func (n *Network) Hash(list []*blocks.Block) (string, error) {
	x, err := n.build(list)
	if err != nil {
		return "", err
	}
	return n.hash(x)
}

func (n *Network) hash(x *netlist) (string, error) {
	what, err := json.Marshal([]any{n.Inputs, n.Start, n.Times, n.Parts, n.Errors, n.Packets.Fields})
	if err != nil {
		return "", err
	}
	sum := sha256.Sum256([]byte(ir.Text(x.design) + string(what)))
	return hex.EncodeToString(sum[:]), nil
}

func (n *Network) block(list []*blocks.Block) (*blocks.Block, error) {
	i := slices.IndexFunc(list, func(b *blocks.Block) bool { return b.Name == n.Block })
	if i < 0 {
		return nil, fmt.Errorf("network %s of faults is of block %s, and there is none: its family must be in the list of the library", n.Name, n.Block)
	}
	return list[i], nil
}

// Run makes the faults of a network of one of these blocks.
func (n *Network) Run(ctx context.Context, list []*blocks.Block, o Options) (*Report, error) {
	x, err := n.build(list)
	if err != nil {
		return nil, err
	}
	hash, err := n.hash(x)
	if err != nil {
		return nil, err
	}
	l, err := newLab(ctx, n, x)
	if err != nil {
		return nil, err
	}
	r := &Report{Network: n.Name, Netlist: hash, Seed: o.Seed, Seeds: max(o.Seeds, 1), Moments: o.Moments}
	rows := map[*Fault]*Row{}
	for _, f := range x.faults {
		rows[f] = &Row{Fault: *f}
		r.Rows = append(r.Rows, rows[f])
	}
	random := rand.New(rand.NewPCG(o.Seed, 1))
	done, total := 0, len(x.faults)*o.Moments
	for s := range r.Seeds {
		moments := o.Moments*(s+1)/r.Seeds - o.Moments*s/r.Seeds
		var trials []trial
		for _, f := range x.faults {
			trials = append(trials, n.trials(f, moments, random)...)
		}
		for batch := range slices.Chunk(trials, copies-1) {
			if o.Progress != nil {
				o.Progress("faults", done, total)
			}
			outcomes, err := l.outcomes(ctx, batch, o.Seed+uint64(s))
			if err != nil {
				return nil, err
			}
			for _, out := range outcomes {
				rows[out.fault].add(out)
			}
			done += len(batch)
		}
	}
	for _, row := range r.Rows {
		row.sort()
	}
	r.Explain(n)
	return r, nil
}

// outcomes are those of trials that have hit an event.
func (l *lab) outcomes(ctx context.Context, batch []trial, seed uint64) (list []*outcome, err error) {
	all, err := l.run(ctx, batch, seed)
	if err != nil {
		return nil, err
	}
	sound, t := all[0], l.n.Times
	if sound.rest < 0 || len(sound.missing) > 0 || len(sound.noticed) > 0 || sound.failed != "" {
		return nil, fmt.Errorf("network %s of faults is not sound at seed %d without one: at rest from cycle %d, %v missing, %d errors, property %q",
			l.n.Name, seed, sound.rest, sound.missing, len(sound.noticed), sound.failed)
	}
	ref := reference(sound)
	for i, c := range all[1:] {
		if c.hit >= 0 {
			list = append(list, l.judge(batch[i], c, sound, ref, t.Warm+t.Window+t.Drain))
		}
	}
	return list, nil
}

// add adds an outcome to a row.
func (r *Row) add(o *outcome) {
	r.Hits++
	for _, x := range []struct {
		most *int
		n    int
	}{{&r.Lost, o.lost}, {&r.Doubled, o.doubled}, {&r.Damaged, o.damaged}, {&r.Wrong, o.wrong}, {&r.Joined, o.joined},
		{&r.Foreign, o.foreign},
		{&r.Astray, o.astray}, {&r.Disordered, o.disordered}, {&r.Longer, o.longer}, {&r.After, o.lostAfter},
		{&r.Late, o.late}} {
		*x.most = max(*x.most, x.n)
	}
	if o.longer < 0 {
		r.Never++
	}
	if len(o.notices) == 0 {
		r.Silent++
	}
	known := map[string]bool{}
	for _, x := range o.notices {
		if !known[x.what] {
			known[x.what] = true
			r.notice(x)
		}
	}
	count := func(m *map[string]int, name string) {
		if *m == nil {
			*m = map[string]int{}
		}
		(*m)[name]++
	}
	if o.property != "" {
		count(&r.Properties, o.property)
	}
	for _, what := range slices.Compact(slices.Sorted(slices.Values(o.missing))) {
		count(&r.Missing, what)
	}
	for _, b := range o.breaches {
		i := slices.IndexFunc(r.Breaches, func(x Breached) bool { return x.Breach == b })
		if i < 0 {
			i, r.Breaches = len(r.Breaches), append(r.Breaches, Breached{Breach: b})
		}
		r.Breaches[i].Trials++
	}
}

// notice adds an error bit.
func (r *Row) notice(x notice) {
	i := slices.IndexFunc(r.Noticed, func(n Noticed) bool { return n.What == x.what })
	if i < 0 {
		r.Noticed = append(r.Noticed, Noticed{x.what, 1, x.cycles, x.cycles})
		return
	}
	n := &r.Noticed[i]
	n.Trials, n.Least, n.Most = n.Trials+1, min(n.Least, x.cycles), max(n.Most, x.cycles)
}

// sort brings a row into its order.
func (r *Row) sort() {
	slices.SortFunc(r.Noticed, func(a, b Noticed) int {
		if a.Trials != b.Trials {
			return b.Trials - a.Trials
		}
		return strings.Compare(a.What, b.What)
	})
	slices.SortFunc(r.Breaches, func(a, b Breached) int { return strings.Compare(string(a.Breach), string(b.Breach)) })
}

// Explain gives breaches the reasons that the network has for them now.
func (r *Report) Explain(n *Network) {
	for _, row := range r.Rows {
		for i := range row.Breaches {
			b := &row.Breaches[i]
			b.Reason = ""
			if k := slices.IndexFunc(n.Known, func(k Known) bool { return k.covers(&row.Fault, b.Breach) }); k >= 0 {
				b.Reason = n.Known[k].Reason
			}
		}
	}
}

// Has reports whether the report is of that netlist, and made with these options.
func (r *Report) Has(hash string, o Options) bool {
	return r.Netlist == hash && r.Seed == o.Seed && r.Seeds == o.Seeds && r.Moments == o.Moments
}

// Unused are the reasons that no breach has, as text.
func (n *Network) Unused(r *Report) (list []string) {
	for _, k := range n.Known {
		used := slices.ContainsFunc(r.Rows, func(x *Row) bool {
			return slices.ContainsFunc(x.Breaches, func(b Breached) bool { return k.covers(&x.Fault, b.Breach) })
		})
		if !used {
			list = append(list, fmt.Sprintf("%s: %+v", n.Name, k))
		}
	}
	return list
}

// Open are the breaches without a reason, one in a line.
func (r *Report) Open() (list []string) {
	for _, x := range r.Rows {
		list = append(list, r.OpenOf(x)...)
	}
	return list
}

// OpenOf are the breaches of a row without a reason.
func (r *Report) OpenOf(x *Row) (list []string) {
	for _, b := range x.Breaches {
		if b.Reason == "" {
			list = append(list, fmt.Sprintf("%s: %s: %s, in %d of %d trials", r.Network, x.Fault.String(), b.Breach, b.Trials,
				x.Hits))
		}
	}
	return list
}
