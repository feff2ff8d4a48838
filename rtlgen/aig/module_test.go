package aig_test

import (
	"hash/fnv"
	"maps"
	"math/big"
	"math/rand/v2"
	"strings"
	"testing"

	"gotest.tools/v3/assert"

	"culprit.example/culprit/rtlgen/aig"
	"culprit.example/culprit/rtlgen/ir"
	"culprit.example/culprit/rtlgen/ir/eval"
	"culprit.example/culprit/rtlgen/ir/random"
)

// TestFlat runs random netlists cycle by cycle as graphs, with open values, and compares with what package eval says:
// outputs, properties, and all registers, words of memories and read ports after each edge.
func TestFlat(t *testing.T) {
	t.Parallel()
	tried := 0
	for seed := rand.Uint64(); tried < 10; seed++ {
		r := rand.New(rand.NewPCG(seed, 1))
		n := random.NewOpen(r)
		if large(n.Design) {
			continue
		}
		tried++
		c := aig.Flat(n.Design.Top, aig.Options{MemoryBits: 1 << 20})
		top := eval.New(n.Design.Top, func(_ string, w int) *big.Int { return random.Number(r, w) })
		s := newSimulation(c, seed)
		top.Opening(func(_ *ir.Module, name string, lane *ir.Node, w int) *big.Int {
			if lane != nil {
				name = "a lane at " + lane.Pos.String()
			}
			return s.open(name, w)
		})
		s.load(t, objects(top))
		if !s.follows(t, top, n.Inputs(r, 10)) {
			t.Fatalf("seed %d", seed)
		}
	}
}

// large reports whether a netlist has products that take too many gates.
func large(d *ir.Design) bool {
	yes := false
	for _, m := range d.Modules {
		seen := map[*ir.Node]bool{}
		m.RootNodes(func(n *ir.Node) {
			ir.WalkNodes(n, seen, func(n *ir.Node) { yes = yes || n.Op == ir.OpMul && n.Width > 64 })
		})
	}
	return yes
}

// simulation is a circuit with the values of its registers and inputs.
type simulation struct {
	*aig.Circuit
	inputs map[aig.Lit]uint64
	seed   uint64
	cycle  int
}

func newSimulation(c *aig.Circuit, seed uint64) *simulation {
	return &simulation{c, map[aig.Lit]uint64{}, seed, 0}
}

// open is an open value of the cycle, the same one in all instances.
func (s *simulation) open(name string, w int) *big.Int {
	h := fnv.New64()
	h.Write([]byte(name))
	return random.Number(rand.New(rand.NewPCG(s.seed+uint64(s.cycle), h.Sum64()+uint64(w))), w)
}

func (s *simulation) set(x aig.Word, to *big.Int) {
	for i, l := range x {
		s.inputs[l] = uint64(to.Bit(i))
	}
}

func number(nodes []uint64, x aig.Word) *big.Int {
	r := new(big.Int)
	for i, l := range x {
		r.SetBit(r, i, uint(aig.Value(nodes, l)&1))
	}
	return r
}

// objects are those of all instances.
func objects(top *eval.Instance) map[string]*big.Int {
	all := map[string]*big.Int{}
	top.Each(func(v *eval.Instance) { maps.Copy(all, v.Objects()) })
	return all
}

// load has the registers begin with what the objects of that name have.
func (s *simulation) load(t *testing.T, all map[string]*big.Int) {
	t.Helper()
	for _, r := range s.Registers {
		x, ok := all[r.Name]
		assert.Assert(t, ok, "no register %s", r.Name)
		if r.Start != nil {
			assert.Equal(t, x.Cmp(r.Start), 0, "%s begins with %x, not %x", r.Name, r.Start, x)
		}
		s.set(r.Now, x)
	}
}

// follows reports whether the circuit does what the module does.
func (s *simulation) follows(t *testing.T, top *eval.Instance, inputs [][]*big.Int) bool {
	t.Helper()
	same := func(cycle int, what string, got, want *big.Int) bool {
		if got.Cmp(want) != 0 {
			t.Errorf("cycle %d: %s is %x, want %x", cycle, what, got, want)
		}
		return got.Cmp(want) == 0
	}
	holds := map[string]*eval.Instance{}
	top.Each(func(v *eval.Instance) { holds[v.Path] = v })
	for cycle, row := range inputs {
		for i, p := range top.Module.Inputs() {
			top.SetInput(p, row[i])
			s.set(s.Inputs[i].Bits, row[i])
		}
		s.cycle = cycle
		for _, o := range s.Open {
			s.set(o.Bits, s.open(o.Name[strings.LastIndex(o.Name, ".")+1:], len(o.Bits)))
		}
		nodes := s.Evaluate(s.inputs)
		for i, p := range top.Module.Outputs() {
			if !same(cycle, p.Name, number(nodes, s.Outputs[i].Bits), top.Signal(p)) {
				return false
			}
		}
		for _, p := range s.Properties {
			if (aig.Value(nodes, p.Holds)&1 == 1) != holds[p.Path].Holds(p.Of) {
				t.Errorf("cycle %d: %s", cycle, p.Name())
				return false
			}
		}
		top.Step()
		s.cycle = cycle + 1 // objects look at the wires of the next cycle, too
		after := objects(top)
		next := map[*aig.Register]*big.Int{}
		for _, r := range s.Registers {
			if next[r] = number(nodes, r.Next); !same(cycle, r.Name+" after the edge", next[r], after[r.Name]) {
				return false
			}
		}
		for r, x := range next {
			s.set(r.Now, x)
		}
	}
	return true
}
