package experiment

import (
	"context"
	"maps"
	"math/big"
	"slices"
	"strings"
	"testing"

	"gotest.tools/v3/assert"

	"culprit/rtlgen/ir"
	"culprit/testbench/experiment"
	"culprit/testbench/experiment/hardware"
	"culprit/testbench/mutant"
)

// The papers' networks of 64 nodes, with windows as short as the tolerances allow.
var (
	uniform64 = map[string]string{"loads": "1", "warmup": "1000", "measure": "2000"}
	hotspot64 = map[string]string{"hot_cycles": "24000", "settle": "1500", "total": "11500", "interval": "500", "warmup": "500", "measure": "500"}
)

// simulated runs an experiment and returns the verdicts on the claims that it
// covers.
func simulated(t *testing.T, lab experiment.Lab, name string, base map[string]string, saqs string) map[string]experiment.Verdict {
	t.Helper()
	if testing.Short() {
		t.Skip("simulates 64 nodes")
	}
	given := maps.Clone(base)
	given["saqs"] = saqs
	e := experiment.Find(Experiments(), name)
	values, err := e.Resolve(given)
	assert.NilError(t, err)
	p, err := e.Plan(values, []uint32{1})
	assert.NilError(t, err)
	store, err := experiment.OpenStore(t.TempDir())
	assert.NilError(t, err)
	results, err := experiment.RunAll(context.Background(), p.Points, store, lab, experiment.RunOptions{Jobs: 2})
	assert.NilError(t, err)
	o, err := p.Evaluate(results)
	assert.NilError(t, err)
	list := map[string]experiment.Verdict{}
	for _, v := range o.Verdicts {
		if v.State != experiment.NotCovered {
			list[v.ID] = v
			t.Logf("%s %s: %+v", v.ID, v.State, v.Conditions)
		}
	}
	return list
}

// expect compares the claims that are covered, and those of them that fail.
func expect(t *testing.T, list map[string]experiment.Verdict, covered, broken string) {
	t.Helper()
	var all, failed []string
	for id, v := range list {
		all = append(all, id)
		if v.State == experiment.Fails {
			failed = append(failed, id)
		}
	}
	slices.Sort(all)
	slices.Sort(failed)
	assert.Equal(t, strings.Join(all, " "), covered)
	assert.Equal(t, strings.Join(failed, " "), broken)
}

func TestUniformClaims(t *testing.T) {
	expect(t, simulated(t, newLab(), "recn-uniform", uniform64, "0,4,8"), "D8-uniform R1 R16 R3", "")
}

func TestHotspotClaims(t *testing.T) {
	expect(t, simulated(t, newLab(), "recn-hotspot", hotspot64, "0,4,8"), "D5 D8-hot R11 R16 R9", "")
}

// mutantLab gives all points a mutant.
type mutantLab struct {
	*hardware.Lab
	mutant *experiment.Mutant
}

func (l mutantLab) Version(p experiment.Point) (string, error) {
	p.Mutant = l.mutant
	return l.Lab.Version(p)
}

func (l mutantLab) NewMachine() experiment.Machine {
	return mutantMachine{l.Lab.NewMachine(), l.mutant}
}

type mutantMachine struct {
	experiment.Machine
	mutant *experiment.Mutant
}

func (m mutantMachine) Run(ctx context.Context, p experiment.Point, progress func(float64)) (experiment.Result, error) {
	p.Mutant = m.mutant
	return m.Machine.Run(ctx, p, progress)
}

// withMutant makes a mistake in a module of the netlists.
func withMutant(module string, mutate mutant.Mutation) mutantLab {
	return mutantLab{newLab(), &experiment.Mutant{Name: module, Netlist: mutant.InModule(module, mutate)}}
}

// TestOneTryPerPacketTime has the scheduler decide once in 8 cycles instead of in
// each: without the further tries of an input that lost, 4 SAQs do not give the
// maximum.
func TestOneTryPerPacketTime(t *testing.T) {
	lab := withMutant("recn_scheduler", func(m *ir.Module) error {
		word := func(x int64) *ir.Node { return &ir.Node{Op: ir.OpConst, Width: 3, Const: big.NewInt(x)} }
		phase := &ir.Signal{Name: "phase", Kind: ir.Reg, Width: 3, Reset: new(big.Int)}
		m.Signals = append(m.Signals, phase)
		now := &ir.Node{Op: ir.OpSignal, Width: 3, Sig: phase}
		m.Body = append(m.Body, &ir.Assign{Sig: phase, Value: &ir.Node{Op: ir.OpAdd, Width: 3, Args: []*ir.Node{now, word(1)}}})
		for _, in := range m.Instances {
			for i := range in.Conns {
				if c := &in.Conns[i]; c.Port.Name == "eligible" {
					first := &ir.Node{Op: ir.OpEq, Width: 1, Args: []*ir.Node{now, word(0)}}
					none := &ir.Node{Op: ir.OpConst, Width: c.Value.Width, Const: new(big.Int)}
					c.Value = &ir.Node{Op: ir.OpMux, Width: c.Value.Width, Args: []*ir.Node{first, c.Value, none}}
				}
			}
		}
		return nil
	})
	expect(t, simulated(t, lab, "recn-uniform", uniform64, "4,8"), "D8-uniform R16 R3", "R3")
}

// TestDeafNodes has nodes that ignore Xoffs and serve their packets in the order
// of arrival: the hot-spot stops everything, SAQs or not.
func TestDeafNodes(t *testing.T) {
	lab := withMutant("traffic_node", mutant.Disconnect("nic.tx_msg_valid"))
	expect(t, simulated(t, lab, "recn-hotspot", hotspot64, "4,8"), "D8-hot R11 R16", "R11")
}

// TestNoHotspot sends hardly any packets to the hot node: what a hot-spot does to a
// plain switch cannot be seen.
func TestNoHotspot(t *testing.T) {
	given := maps.Clone(hotspot64)
	given["hot_percent"] = "0.1"
	expect(t, simulated(t, newLab(), "recn-hotspot", given, "0"), "D5 R16 R9", "D5 R9")
}

// TestLongestNameFirst has the post-processing unit move a packet to the longest
// matching name instead of the shortest: packets overtake.
func TestLongestNameFirst(t *testing.T) {
	p := Point{Network: network(16, 4), Seed: 1, Load: 1, Hot: Hot{Percent: 20, Node: 6, Cycles: 1 << 20}, Warmup: 100, Measure: 2000, Total: 2100}
	assert.Equal(t, measure(t, newLab().NewMachine(), p).Errors(), uint64(0))
	lab := withMutant("recn_ppu", mutant.FlipOp("longer", ir.OpLt, ir.OpGt, 0))
	assert.Assert(t, measure(t, lab.NewMachine(), p).OrderErrors > 0)
	sound, err := newLab().Version(p.point())
	assert.NilError(t, err)
	mutanty, err := lab.Version(p.point())
	assert.NilError(t, err)
	assert.Assert(t, sound != mutanty, "results of a mutated network must not be taken for those of a sound one")
}

// withoutSAQs builds networks without SAQs, whatever it is asked for.
type withoutSAQs struct{ *hardware.Lab }

func (l withoutSAQs) NewMachine() experiment.Machine { return stripped{l.Lab.NewMachine()} }

type stripped struct{ experiment.Machine }

func (s stripped) Run(ctx context.Context, given experiment.Point, progress func(float64)) (experiment.Result, error) {
	p := typed(given)
	p.SAQs = 0
	return s.Machine.Run(ctx, p.point(), progress)
}

// TestWithoutSAQs claims of a plain switch what only SAQs can do.
func TestWithoutSAQs(t *testing.T) {
	list := simulated(t, withoutSAQs{newLab()}, "recn-uniform", uniform64, "2,4,8")
	assert.Equal(t, list["R2"].State, experiment.Fails)
	assert.Equal(t, list["R3"].State, experiment.Fails)
	assert.Equal(t, list["R16"].State, experiment.Holds)
}
