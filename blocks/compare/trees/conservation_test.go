package trees

import (
	"context"
	"fmt"
	"math/big"
	"strings"
	"testing"

	"gotest.tools/v3/assert"

	"culprit.example/culprit/internal/tiers"
	"culprit.example/culprit/rtlgen/ir"
	"culprit.example/culprit/testbench/experiment"
	"culprit.example/culprit/testbench/mutant"
)

// audited runs a small network, with a hot-spot that makes messages, and a fault if
// it is not nil.
func audited(t *testing.T, m experiment.Machine, network Network, seed uint32, f *experiment.Fault) experiment.Result {
	t.Helper()
	return auditedPoint(t, m, networkPoint(network, seed), f)
}

// networkPoint is a run of a small network with a hot-spot.
func networkPoint(network Network, seed uint32) experiment.Point {
	const times = 500
	return Point{Network: network, Seed: seed, Load: 1, Hot: Hot{Percent: 30, Node: 6, Cycles: 4 * times}, Measure: times,
		Total: times}.point()
}

func auditedPoint(t *testing.T, m experiment.Machine, p experiment.Point, f *experiment.Fault) experiment.Result {
	t.Helper()
	p.Fault = f
	r, err := m.Run(context.Background(), p, func(float64) {})
	assert.NilError(t, err)
	return r
}

// auditedNetworks are small networks of all schemes, with little memory so that
// credits run out.
func auditedNetworks() []Network {
	var list []Network
	for _, c := range []struct {
		scheme string
		saqs   int
	}{{RECNIQ, 0}, {RECNIQ, 4}, {VOQsw, 0}, {VOQnet, 0}, {RECNCIOQ, 4}} {
		n := network(16, c.saqs)
		n.Scheme, n.Slots = c.scheme, 16
		list = append(list, n)
	}
	return list
}

// TestSoundNetworksAreSound: a run without a fault has no violation.
func TestSoundNetworksAreSound(t *testing.T) {
	tiers.Long(t, "audits of all networks")
	t.Parallel()
	for _, n := range auditedNetworks() {
		t.Run(n.Name(), func(t *testing.T) {
			t.Parallel()
			m := newLab().NewMachine()
			for seed := range uint32(4) {
				assert.Equal(t, fmt.Sprint(audited(t, m, n, seed, nil).Violations), "[]")
			}
		})
	}
}

// possible reports whether the links of a network can have a fault.
func possible(n Network, k experiment.FaultKind) bool {
	switch {
	case k.Of() == "message":
		return n.SAQs > 0
	case k == "credit_damage":
		return n.Scheme == VOQnet
	}
	return true
}

// TestFaultsAreReported: in every scheme, every kind of fault is seen at every rate. By
// default it is a third of the kinds at one rate.
func TestFaultsAreReported(t *testing.T) {
	tiers.Long(t, "faults on the links of a network")
	t.Parallel()
	lab := newLab()
	for i, n := range auditedNetworks() {
		for k, kind := range experiment.FaultKinds() {
			if !possible(n, kind) || !tiers.All() && (i+k)%3 != 0 {
				continue
			}
			t.Run(fmt.Sprintf("%s %s", n.Name(), kind), func(t *testing.T) {
				t.Parallel()
				m := lab.NewMachine()
				faults := []experiment.Fault{{Rate: 1e-3}, {Rate: 1e-4}, {Once: true, From: 500}, {Once: true, From: 2345}}
				if !tiers.All() {
					faults = faults[:1]
				}
				for _, f := range faults {
					f.Kind = kind
					f.Seed = 1
					r := audited(t, m, n, 1, &f)
					t.Logf("rate %g: %d faults, %d violations", f.Rate, r.Faults, len(r.Violations))
					assert.Assert(t, r.Faults > 0)
					assert.Equal(t, len(r.Violations) > 0, r.Faults > 0, "%v", r.Violations)
				}
			})
		}
	}
}

// TestOneFaultIsReported puts one fault on one link of each network: the first
// violation names the link.
func TestOneFaultIsReported(t *testing.T) {
	tiers.Long(t, "faults on the links of a network")
	t.Parallel()
	lab := newLab()
	for i, n := range auditedNetworks() {
		for k, kind := range []experiment.FaultKind{"credit_loss", "message_damage", "beat_double"} {
			if !possible(n, kind) {
				continue
			}
			t.Run(fmt.Sprintf("%s %s", n.Name(), kind), func(t *testing.T) {
				t.Parallel()
				f := experiment.Fault{Kind: kind, Link: "switch 6 port 1 -> switch 1 port 6", Once: true,
					From: uint32(300 + 150*i + 50*k), Seed: 1}
				r := audited(t, lab.NewMachine(), n, 1, &f)
				assert.Equal(t, r.Faults, uint64(1))
				assert.Assert(t, len(r.Violations) > 0)
				assert.Equal(t, r.Violations[0].Where, "link "+f.Link)
			})
		}
	}
}

// rarely gives a wire of a module a wrong value, once in the given number of cycles.
func rarely(wire string, cycles int64, value uint64) mutant.Mutation {
	return func(m *ir.Module) error {
		const width = 16
		word := func(x int64) *ir.Node { return &ir.Node{Op: ir.OpConst, Width: width, Const: big.NewInt(x)} }
		count := &ir.Signal{Name: "cycle_of_mistake", Kind: ir.Reg, Width: width, Reset: new(big.Int)}
		m.Signals = append(m.Signals, count)
		now := &ir.Node{Op: ir.OpSignal, Width: width, Sig: count}
		last := &ir.Node{Op: ir.OpEq, Width: 1, Args: []*ir.Node{now, word(cycles - 1)}}
		next := &ir.Node{Op: ir.OpAdd, Width: width, Args: []*ir.Node{now, word(1)}}
		m.Body = append(m.Body, &ir.Assign{Sig: count,
			Value: &ir.Node{Op: ir.OpMux, Width: width, Args: []*ir.Node{last, word(0), next}}})
		for _, s := range m.Signals {
			if s.Name == wire {
				m.Body = append(m.Body, &ir.If{Cond: last,
					Then: []ir.Stmt{&ir.Assign{Sig: s, Value: &ir.Node{Op: ir.OpConst, Width: s.Width,
						Const: new(big.Int).SetUint64(value)}}}})
				return nil
			}
		}
		return fmt.Errorf("no wire %s", wire)
	}
}

// TestMistakesInUnitsAreReported puts the loss not on a link but into the hardware at
// its end, once in the given number of cycles of each copy.
func TestMistakesInUnitsAreReported(t *testing.T) {
	tiers.Long(t, "mistakes in the units of all switches")
	t.Parallel()
	for _, c := range []struct {
		module, wire string
		cycles       int64
		value        uint64
		want         string
	}{
		{"credit_counter", "give_only", 97, 0, "credits are missing"},
		{"credit_counter", "give_only", 997, 1, "credits by cycle"},
		{"recn_mmu", "new_slot", 997, 0, ""},
		{"recn_rfcu", "msg_valid_q", 5, 0, "the names do not pair"},
	} {
		t.Run(c.module+" "+c.wire, func(t *testing.T) {
			t.Parallel()
			p := withMutant(networkPoint(auditedNetworks()[1], 1), c.module, rarely(c.wire, c.cycles, c.value))
			r := auditedPoint(t, newLab().NewMachine(), p, nil)
			assert.Assert(t, len(r.Violations) > 0)
			assert.Assert(t, strings.Contains(fmt.Sprint(r.Violations), c.want), "%v", r.Violations)
		})
	}
}
