package prove

import (
	"context"
	"errors"
	"fmt"
	"math/big"
	"slices"
	"time"

	"culprit.example/culprit/rtlgen/aig"
	"culprit.example/culprit/rtlgen/ir"
	"culprit.example/culprit/rtlgen/verilog"
	"culprit.example/culprit/testbench/foreign"
)

// Verdict is what became of a proof.
type Verdict string

// The verdicts.
const (
	Proven  Verdict = "proven"
	Differs Verdict = "differs"
	Open    Verdict = "not decided"
)

// Module is what was found about the Verilog of a module.
type Module struct {
	Name    string
	Verdict Verdict
	// Reason is why it is not proven: what differs, with values, or the limit.
	Reason string `json:",omitempty"`
	// Bits are those that were compared, Searched those among them that were not equal at once.
	Bits, Searched int
	Seconds        float64
}

// Options are limits of a proof.
type Options struct {
	// Limit is for the search of one module; 0 is none.
	Limit time.Duration
	// Found, if it is not nil, is told each module when it is decided.
	Found func(Module)
}

// Emission compares designs with what Yosys reads from the Verilog that is written for them, module by module, each
// once; black boxes and the reset synchroniser are left out. Errors are those of the tools, of ctx, of
// options whose Verilog has other modules than the netlist (WrapMemories), and of designs with inputs that are clocks,
// which are not read back.
func Emission(ctx context.Context, designs []*ir.Design, o verilog.Options, limits Options) ([]Module, error) {
	if o.WrapMemories {
		return nil, errors.New("wrapped memories are modules that the netlist does not have: prove the Verilog without them")
	}
	o.ResetSynchroniser = false
	var all []Module
	done := map[string]bool{}
	for _, d := range largestFirst(designs) {
		if done[d.Top.Name] {
			continue
		}
		read, err := foreign.Written(ctx, d, o)
		if err != nil {
			return nil, err
		}
		list, err := compare(ctx, d, read, o, limits, done)
		if err != nil {
			return nil, err
		}
		all = append(all, list...)
	}
	return all, nil
}

// largestFirst has the designs with most modules come first: most of the others are in them, and are not read again.
func largestFirst(designs []*ir.Design) []*ir.Design {
	list := slices.Clone(designs)
	slices.SortStableFunc(list, func(a, b *ir.Design) int { return len(b.Modules) - len(a.Modules) })
	return list
}

// compare is Emission for a design that was read, without modules that were done.
func compare(ctx context.Context, d, read *ir.Design, o verilog.Options, limits Options, done map[string]bool) (
	[]Module, error) {
	byName := map[string]*ir.Module{}
	for _, m := range read.Modules {
		byName[m.Name] = m
	}
	var all []Module
	for _, m := range d.Modules {
		if m.Part != nil || done[m.Name] {
			continue
		}
		done[m.Name] = true
		r := Module{Name: m.Name, Verdict: Differs, Reason: "the Verilog has no such module"}
		if y := byName[o.ModuleName(m)]; y != nil {
			start := time.Now()
			if err := r.decide(ctx, newMiter(m, y, o.ModuleName), limits.Limit); err != nil {
				return nil, fmt.Errorf("module %s: %w", m.Name, err)
			}
			r.Seconds = time.Since(start).Seconds()
		}
		if limits.Found != nil {
			limits.Found(r)
		}
		all = append(all, r)
	}
	return all, nil
}

// mostVariants bounds what is tried for values that a netlist leaves open.
const mostVariants = 24

// decide looks for a difference. Where a difference was found and the netlist leaves something open, a
// value is looked for with which there is none.
func (r *Module) decide(ctx context.Context, m *miter, limit time.Duration) error {
	if m.mismatch != "" {
		r.Verdict, r.Reason = Differs, m.mismatch
		return nil
	}
	r.Bits = len(m.bits)
	for len(m.variants) < mostVariants {
		differ := m.differ()
		r.Searched = len(differ) - count(differ, aig.False)
		found, decided, err := search(ctx, m.g, differ, limit)
		switch {
		case err != nil:
			return err
		case !decided:
			r.Verdict, r.Reason = Open, fmt.Sprintf("%d bits were not decided within %v", r.Searched, limit)
			return nil
		case found == nil:
			r.Verdict, r.Reason = Proven, ""
			return nil
		}
		nodes := evaluate(m.g, found)
		b := m.bits[slices.IndexFunc(differ, func(l aig.Lit) bool { return aig.Value(nodes, l)&1 == 1 })]
		r.Verdict, r.Reason = Differs, m.explain(b, nodes)
		if len(m.n.Open) == 0 {
			return nil
		}
		question, open := m.needed(b, found)
		answer, _, err := search(ctx, m.g, []aig.Lit{question}, limit)
		if err != nil || answer == nil {
			return err
		}
		m.variant(func(l aig.Lit) aig.Lit {
			if answer[open[l]] {
				return aig.True
			}
			return aig.False
		})
	}
	r.Verdict, r.Reason = Open, fmt.Sprintf("%d values for what is open were not enough", mostVariants)
	return nil
}

func count(list []aig.Lit, x aig.Lit) (n int) {
	for _, l := range list {
		if l == x {
			n++
		}
	}
	return n
}

// evaluate finds all nodes for one assignment of the inputs.
func evaluate(g *aig.Graph, found map[aig.Lit]bool) []uint64 {
	inputs := map[aig.Lit]uint64{}
	for l, yes := range found {
		if yes {
			inputs[l] = 1
		}
	}
	return g.Evaluate(inputs)
}

func hex(x *big.Int) string { return "0x" + x.Text(16) }
