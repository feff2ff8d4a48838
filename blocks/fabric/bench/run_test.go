package bench

import (
	"context"
	"fmt"
	"testing"

	"gotest.tools/v3/assert"

	rtl "culprit.example/culprit/blocks/fabric"
	"culprit.example/culprit/cyclesim"
	"culprit.example/culprit/rtlgen/ir"
)

// Read-out addresses of a node (blocks/traffic/README.md).
const (
	made      = 64
	refused   = 65
	sent      = 66
	received  = 67
	waiting   = 73
	fullLoad  = 1 << 16 // a packet in every packet time
	beats     = 8       // cycles of a packet time
	readDelay = 3       // cycles
)

// experiment is a tree on an engine.
type experiment struct {
	t   *testing.T
	p   rtl.Params
	sim cyclesim.Engine
	in  map[string]int
	out map[string]int
}

// open puts a netlist on the compiled engine. checks reports whether assertions
// are evaluated.
func open(t *testing.T, u *tree, checks bool) *experiment {
	t.Helper()
	sim, err := cyclesim.New(u.design, cyclesim.Options{Engine: cyclesim.DefaultEngine(), Seed: 1, NoChecks: !checks})
	assert.NilError(t, err)
	x := &experiment{t: t, p: u.p, sim: sim, in: map[string]int{}, out: map[string]int{}}
	for i, p := range u.design.Top.Inputs() {
		x.in[p.Name] = i
	}
	for i, p := range u.design.Top.Outputs() {
		x.out[p.Name] = i
	}
	return x
}

func (x *experiment) set(name string, value int) {
	x.t.Helper()
	i, ok := x.in[name]
	assert.Assert(x.t, ok, name)
	x.sim.SetInput(i, []uint64{uint64(value)})
}

func (x *experiment) get(name string) int {
	x.t.Helper()
	i, ok := x.out[name]
	assert.Assert(x.t, ok, name)
	var word [1]uint64
	x.sim.Eval()
	x.sim.Output(i, word[:])
	return int(word[0])
}

func (x *experiment) run(cycles int) {
	x.t.Helper()
	assert.NilError(x.t, x.sim.Run(context.Background(), cycles))
}

// counter reads a counter of a node, or of switch unit-256.
func (x *experiment) counter(unit, address int) int {
	x.t.Helper()
	x.set("read_unit", unit)
	x.set("read_address", address)
	x.run(readDelay)
	return x.get("read_data")
}

// sum is a counter of all nodes.
func (x *experiment) sum(address int) int {
	n := 0
	for node := range x.p.Copies * x.p.Nodes() {
		n += x.counter(node, address)
	}
	return n
}

// drain stops the traffic and waits until all is delivered.
func (x *experiment) drain() {
	x.t.Helper()
	x.set("enable", 0)
	for before := -1; before != x.get("delivered"); {
		before = x.get("delivered")
		x.run(1000)
	}
}

// isSound demands that nothing was ever wrong.
func (x *experiment) isSound() {
	x.t.Helper()
	assert.Equal(x.t, x.get("error"), 0)
	for _, f := range x.sim.Failures() {
		x.t.Error(f)
	}
}

// rest is what the status outputs of all switches show when there is no packet:
// slots and credits, SAQs and lines in use. From two such moments must come the
// same.
func (x *experiment) rest() map[string]string {
	x.t.Helper()
	status := map[string]string{}
	for s := range x.p.Copies * x.p.Switches() {
		for _, name := range []string{"stat_free", "stat_credit", "stat_saqs", "stat_sent", "stat_lines"} {
			path := fmt.Sprintf("sw_%d.%s", s, name)
			v, err := x.sim.Peek(path)
			if err != nil {
				assert.Assert(x.t, x.p.SAQs == 0 || x.p.Scheme == voqSw || x.p.Scheme == voqNet, err)
				continue
			}
			status[path] = v.String()
		}
	}
	return status
}

// change applies a mutant to the modules of that name.
func (u *tree) change(t *testing.T, module string, mutate func(*ir.Module) error) *tree {
	t.Helper()
	n := 0
	for _, m := range u.design.Modules {
		if m.Name == module {
			assert.NilError(t, mutate(m))
			n++
		}
	}
	assert.Assert(t, n > 0, "no module %s", module)
	return u
}
