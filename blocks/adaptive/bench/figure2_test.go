package bench

import (
	"slices"
	"strconv"
	"strings"
	"testing"
	"unicode"

	"gotest.tools/v3/assert"

	"culprit.example/culprit/blocks/adaptive"
	"culprit.example/culprit/blocks/adaptive/graph"
	"culprit.example/culprit/blocks/qcn"
	"culprit.example/culprit/cyclesim"
	"culprit.example/culprit/rtlgen"
	"culprit.example/culprit/rtlgen/blocks"
	"culprit.example/culprit/rtlgen/ir"
	"culprit.example/culprit/testbench/mutant"
)

// marked is what switch S1 of Fig. 2 learnt and did for frames to host H3.
type marked struct {
	at     map[int]int // cycle in which each port was first marked congested
	frames map[int]int // that left by each port
	before bool        // a frame took port 3 while port 1 or 2 was free
}

// figure2 runs the flows of Fig. 2 with adaptive routing, on the network with a change.
func figure2(t *testing.T, seed uint64, change func(*ir.Design) error) marked {
	t.Helper()
	names := graph.Names(graph.Named())
	d, err := adaptive.NetworkBlock().Elaborate(map[string]int{"network": slices.Index(names, "Fig2")})
	assert.NilError(t, err)
	if change != nil {
		assert.NilError(t, change(d))
	}
	e, err := cyclesim.New(d, cyclesim.Options{Seed: 1})
	assert.NilError(t, err)
	for i, p := range d.Top.Inputs() {
		if x, ok := map[string]uint64{"seed": seed, "managed": 1, "adaptive": 1, "pattern": 2, "rate": 62259}[p.Name]; ok {
			e.SetInput(i, []uint64{x})
		}
	}
	probe := func(name string) func() uint64 {
		at, err := e.Probe("sw_0.engine." + name)
		assert.NilError(t, err)
		return func() uint64 { return at.Value().Uint64() }
	}
	const hosts, ports, h3 = 4, 4, 2
	network, err := graph.Find("Fig2")
	assert.NilError(t, err)
	assert.DeepEqual(t, []int{len(network.Hosts), network.MostPorts()}, []int{hosts, ports})
	congested, leaves, out := probe("congestion_table.congested_q"), probe("frame_q"), probe("frame_out_q")
	r := marked{map[int]int{}, map[int]int{}, false}
	for cycle := range 80_000 {
		e.Step()
		e.Eval()
		lines := congested() >> (h3 * ports) & (1<<ports - 1)
		for port := 1; port <= ports; port++ {
			if _, known := r.at[port]; !known && lines>>(port-1)&1 == 1 {
				r.at[port] = cycle
			}
		}
		if leaves() == 1 && int(out()) != 3 { // not back to H1
			port := int(out()) + 1
			r.frames[port]++
			r.before = r.before || port == 3 && len(r.at) < 2
		}
	}
	return r
}

// TestFigure2: S1 learns that its ports 1 and 2 are congested for H3, in any order, and
// only then sends frames by port 3, the longest way. With notifications on a fixed
// route it never learns of port 1, and frames stay there.
func TestFigure2(t *testing.T) {
	t.Parallel()
	for _, seed := range []uint64{1, 2, 4} {
		r := figure2(t, seed, nil)
		t.Logf("seed %d: marked in %v, frames %v", seed, r.at, r.frames)
		assert.Assert(t, r.at[1] > 0 && r.at[2] > 0 && r.at[3] == 0)
		assert.Assert(t, r.frames[3] > 1000 && !r.before)
	}
	r := figure2(t, 1, mutant.InModule("adaptive_draw", mutant.Stuck("place", 0)))
	t.Logf("fixed route: marked in %v, frames %v", r.at, r.frames)
	assert.Assert(t, r.at[2] > 0 && r.at[1] == 0)
	assert.Assert(t, r.frames[1] > 1000 && r.frames[3] == 0)
}

// TestLifetime: a remote entry lives for 250 to 251 ticks from its last notification.
func TestLifetime(t *testing.T) {
	t.Parallel()
	const tick, last = 20, 110
	s := &tableScript{given: map[string]int{"hosts": 2, "ports": 3}, cycles: 6000, ticks: tick, at: tableUpdates(10, last)}
	s.run(t)
	from, to := s.congestedAt()
	// Tick 251 after the five before the last update ends it, as entry 4 of the scan.
	const ends = (last/tick+251)*tick + 6
	assert.DeepEqual(t, []int{from, to}, []int{10, ends - 1})
	life := float64(ends-last) / tick
	assert.Assert(t, life > 250 && life <= 251.3, "%.2f ticks", life) // and the scan
}

// TestQCNIsUnchanged: congestion points and adapters with their reaction points are the
// modules of quantized congestion notification as they are there, and of the parts of a
// switch only the engine knows whether routing is adaptive: a notification is made of
// the same bits.
func TestQCNIsUnchanged(t *testing.T) {
	t.Parallel()
	ours, err := adaptive.NetworkBlock().Elaborate(nil)
	assert.NilError(t, err)
	for _, base := range []string{"qcn_cp", "qcn_adapter", "qcn_rp", "qcn_pause", "qcn_pause_rx"} {
		i := slices.IndexFunc(ours.Modules, func(m *ir.Module) bool { return m.BaseName() == base })
		assert.Assert(t, i >= 0, base)
		m := ours.Modules[i]
		alone := qcnPart(t, base, m.Params)
		assert.Equal(t, alone.Top.Name, m.Name)
		assert.Equal(t, sorted(alone), sorted(under(ours, m)), base)
	}
	// Its declaration, and the input of the engine.
	own := []string{"input adaptive 1", "adaptive <- adaptive"}
	assert.DeepEqual(t, readsOfAdaptive(ours), own)

	// With a notifier that knows, it is not so.
	knows := func(old *ir.Node, read func(string) *ir.Node) *ir.Node {
		return &ir.Node{Op: ir.OpAnd, Width: 1, Args: []*ir.Node{old, read("adaptive")}, Pos: old.Pos}
	}
	assert.NilError(t, mutant.InModule("adaptive_switch",
		mutant.Rewrite("notifier.cn_taken", "engine.local_taken", knows))(ours))
	assert.DeepEqual(t, readsOfAdaptive(ours), append(own, "cn_taken <- and(engine.local_taken, adaptive)"))
}

// readsOfAdaptive are the lines of the switch in which its input adaptive stands.
func readsOfAdaptive(d *ir.Design) []string {
	i := slices.IndexFunc(d.Modules, func(m *ir.Module) bool { return m.BaseName() == "adaptive_switch" })
	var reads []string
	for _, line := range strings.Split(ir.Text(&ir.Design{Top: d.Modules[i], Modules: d.Modules[i : i+1]}), "\n") {
		if slices.Contains(strings.FieldsFunc(line, func(r rune) bool { return !unicode.IsLetter(r) && r != '_' }),
			"adaptive") {
			reads = append(reads, strings.TrimSpace(line))
		}
	}
	return reads
}

// qcnPart is a module of blocks/qcn with these parameters, by itself.
func qcnPart(t *testing.T, base string, params []ir.Param) *ir.Design {
	t.Helper()
	b := blocks.Find(qcn.Blocks(), base)
	v := b.Defaults()
	for _, p := range params {
		x, err := strconv.Atoi(p.Value)
		assert.NilError(t, err)
		v[p.Name] = x
	}
	d, err := rtlgen.Elaborate(b.Build(v))
	assert.NilError(t, err)
	return d
}

// sorted is the text of each module of a design, in the order of their names.
func sorted(d *ir.Design) string {
	var list []string
	for _, m := range d.Modules {
		list = append(list, ir.Text(&ir.Design{Top: m, Modules: []*ir.Module{m}}))
	}
	slices.Sort(list)
	return strings.Join(list, "")
}

// under is a module of a design with those that it is made of.
func under(d *ir.Design, top *ir.Module) *ir.Design {
	used := map[*ir.Module]bool{}
	var visit func(*ir.Module)
	visit = func(m *ir.Module) {
		used[m] = true
		for _, in := range m.Instances {
			visit(in.Of)
		}
	}
	visit(top)
	return &ir.Design{Top: top, Modules: slices.DeleteFunc(slices.Clone(d.Modules),
		func(m *ir.Module) bool { return !used[m] })}
}
