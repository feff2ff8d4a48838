package cyclesim_test

import (
	"fmt"
	"maps"
	"math/big"
	"math/rand/v2"
	"slices"
	"testing"

	"gotest.tools/v3/assert"

	"culprit/cyclesim"
	"culprit/rtlgen/ir"
)

func below(path, name string) string {
	if path == "" {
		return name
	}
	return path + "." + name
}

func element(name string, i int) string { return fmt.Sprintf("%s[%d]", name, i) }

func copyName(in *ir.Instance, i int) string {
	if in.Array {
		return fmt.Sprintf("%s_%d", in.Name, i)
	}
	return in.Name
}

// TestRandomCircuits compares the engine with the definition on random
// hierarchies: everything that has a name, in every cycle.
func TestRandomCircuits(t *testing.T) {
	const circuits, cycles = 30, 5
	for seed := range uint64(circuits) {
		d := randomDesign(rand.New(rand.NewPCG(seed, 1)))
		assert.NilError(t, ir.Verify(d), "seed %d", seed)
		sim, err := cyclesim.New(d, cyclesim.Options{Engine: testEngine, Seed: seed})
		assert.NilError(t, err, "seed %d", seed)
		top := newNaive(d.Top, "", func(path string) *big.Int { return peek(t, sim, path).Big() })
		r := rand.New(rand.NewPCG(seed, 2))
		for cycle := range cycles {
			for i, p := range d.Top.Inputs() {
				x := randomOperand(r, p.Width, 0)
				top.inputs[p] = x
				sim.SetInput(i, toWords(x, p.Width))
			}
			top.each(func(v *naive) {
				objects := v.objects()
				for _, path := range slices.Sorted(maps.Keys(objects)) {
					if got, want := peek(t, sim, path).Big(), objects[path]; got.Cmp(want) != 0 {
						t.Fatalf("engine %s, seed %d, cycle %d: %s is %x, expected %x", testEngine, seed, cycle, path, got, want)
					}
				}
			})
			sim.Step()
			top.edge()
		}
	}
}

// circuit is a random module being made.
type circuit struct {
	*rand.Rand
	m      *ir.Module
	leaves []*ir.Node // what expressions may read
	shared []*ir.Node // conditions used in several places
	loops  []*ir.Node // indices of the enclosing loops
}

var randomWidths = []int{1, 1, 2, 3, 8, 8, 16, 33, 64, 65, 100}

func (c *circuit) width() int { return randomWidths[c.IntN(len(randomWidths))] }

// randomDesign is a hierarchy of three modules.
func randomDesign(r *rand.Rand) *ir.Design {
	var modules []*ir.Module
	for i := range 3 {
		c := &circuit{Rand: r, m: &ir.Module{Name: fmt.Sprintf("level_%d", i)}}
		for k := range 2 + r.IntN(2) {
			c.leaves = append(c.leaves, sig(input(c.m, fmt.Sprintf("in_%d", k), c.width())))
		}
		c.state()
		for range 3 {
			c.shared = append(c.shared, c.expr(1, 3))
		}
		for k := range 2 {
			c.wires(fmt.Sprintf("before_%d", k))
		}
		for k, child := range modules {
			c.instance(fmt.Sprintf("u%d", k), child)
		}
		for k := range 4 {
			c.wires(fmt.Sprintf("after_%d", k))
		}
		c.m.Body = append(c.m.Body, c.stateStmts(3)...)
		for k := range 3 {
			out := output(c.m, fmt.Sprintf("out_%d", k), c.width())
			assign(c.m, out, c.expr(out.Width, 3))
		}
		modules = append(modules, c.m)
	}
	return design(modules...)
}

func (c *circuit) state() {
	for k := range 3 {
		w := c.width()
		s := reg(c.m, fmt.Sprintf("reg_%d", k), w, 0)
		s.Reset = randomOperand(c.Rand, w, 0)
		c.leaves = append(c.leaves, sig(s))
	}
	a := &ir.Array{Name: "arr", Depth: 4, Width: c.width()}
	for range a.Depth {
		a.Reset = append(a.Reset, randomOperand(c.Rand, a.Width, 0))
	}
	c.m.Arrays = append(c.m.Arrays, a)
	// Memory ports read registers and inputs only, so they close no loop.
	mem := &ir.Memory{Name: "mem", Depth: 4, Width: c.width(), RDW: ir.ReadDuringWrite(c.IntN(2))}
	for range 2 {
		lanes := 1 + c.IntN(mem.Width)
		for mem.Width%lanes != 0 {
			lanes--
		}
		mem.Writes = append(mem.Writes, &ir.WritePort{Enable: c.expr(lanes, 2), Addr: c.expr(2, 2), Data: c.expr(mem.Width, 2)})
	}
	mem.Reads = []*ir.ReadPort{
		{Name: "mem_async", Addr: c.expr(2, 2)},
		{Name: "mem_sync", Sync: true, Enable: c.expr(1, 2), Addr: c.expr(2, 2)},
	}
	c.m.Memories = append(c.m.Memories, mem)
	for _, r := range mem.Reads {
		c.leaves = append(c.leaves, &ir.Node{Op: ir.OpMemRead, Width: mem.Width, Mem: mem, Read: r})
	}
}

// wires makes two wires assigned by one tree, for expressions made later.
func (c *circuit) wires(name string) {
	var list []*ir.Signal
	for k := range 2 {
		s := wire(c.m, fmt.Sprintf("%s_%d", name, k), c.width())
		assign(c.m, s, c.expr(s.Width, 4))
		list = append(list, s)
	}
	c.m.Body = append(c.m.Body, c.tree(2, func() ir.Stmt { return c.assignTo(list[c.IntN(2)]) })...)
	for _, s := range list {
		c.leaves = append(c.leaves, sig(s))
	}
}

func (c *circuit) stateStmts(depth int) []ir.Stmt {
	arr := c.m.Arrays[0]
	return c.tree(depth, func() ir.Stmt {
		if c.IntN(3) == 0 {
			return &ir.Assign{Arr: arr, Index: c.expr(2+c.IntN(2), 2), Value: c.expr(arr.Width, 3)}
		}
		var regs []*ir.Signal
		for _, s := range c.m.Signals {
			if s.Kind == ir.Reg {
				regs = append(regs, s)
			}
		}
		return c.assignTo(regs[c.IntN(len(regs))])
	})
}

// assignTo assigns the whole signal, a slice of it, or a lane that may lie
// beyond its end.
func (c *circuit) assignTo(s *ir.Signal) ir.Stmt {
	if c.IntN(2) == 0 || s.Width == 1 {
		return &ir.Assign{Sig: s, Value: c.expr(s.Width, 3)}
	}
	w := 1 + c.IntN(s.Width-1)
	if c.IntN(2) == 0 {
		return &ir.Assign{Sig: s, Lo: c.IntN(s.Width - w + 1), Value: c.expr(w, 3)}
	}
	for s.Width%w != 0 {
		w--
	}
	return &ir.Assign{Sig: s, Index: c.expr(ir.IndexBits(s.Width/w)+1, 2), Value: c.expr(w, 3)}
}

// tree makes nested statements around those of leaf.
func (c *circuit) tree(depth int, leaf func() ir.Stmt) []ir.Stmt {
	var body []ir.Stmt
	for range 1 + c.IntN(3) {
		if depth == 0 {
			body = append(body, leaf())
			continue
		}
		switch c.IntN(5) {
		case 0:
			body = append(body, leaf())
		case 1, 2:
			cond := c.shared[c.IntN(len(c.shared))]
			if c.IntN(2) == 0 {
				cond = c.expr(1, 2)
			}
			body = append(body, &ir.If{Cond: cond, Then: c.tree(depth-1, leaf), Else: c.tree(depth-1, leaf)[1:]})
		case 3:
			s := &ir.Switch{Subject: c.expr([]int{2, 70}[c.IntN(2)], 2), Default: c.tree(depth-1, leaf)[1:]}
			s.Cases = []ir.Case{
				{Values: []*big.Int{big.NewInt(0), big.NewInt(3)}, Body: c.tree(depth-1, leaf)},
				{Values: []*big.Int{big.NewInt(1)}, Body: c.tree(depth-1, leaf)},
			}
			body = append(body, s)
		case 4:
			l := &ir.Loop{Var: fmt.Sprintf("i%d", len(c.loops)), N: 2 + c.IntN(3)}
			c.loops = append(c.loops, &ir.Node{Op: ir.OpLoopVar, Width: ir.IndexBits(l.N), Loop: l})
			l.Body = c.tree(depth-1, leaf)
			c.loops = c.loops[:len(c.loops)-1]
			body = append(body, l)
		}
	}
	return body
}

func (c *circuit) instance(name string, of *ir.Module) {
	in := &ir.Instance{Name: name, Of: of, Count: 1}
	if c.IntN(2) == 0 {
		in.Count, in.Array = 1+c.IntN(3), true
	}
	for _, p := range of.Inputs() {
		conn := ir.Conn{Port: p, Broadcast: in.Array && c.IntN(2) == 0}
		w := p.Width * in.Count
		if conn.Broadcast {
			w = p.Width
		}
		conn.Value = c.expr(w, 3)
		in.Conns = append(in.Conns, conn)
	}
	c.m.Instances = append(c.m.Instances, in)
	for _, p := range of.Outputs() {
		c.leaves = append(c.leaves, &ir.Node{Op: ir.OpInstOut, Width: p.Width * in.Count, Inst: in, Port: p})
	}
}

// expr is a random expression of w bits.
func (c *circuit) expr(w, depth int) *ir.Node {
	if depth == 0 || c.IntN(8) == 0 {
		return c.leaf(w)
	}
	sub := func(w int) *ir.Node { return c.expr(w, depth-1) }
	if w == 1 && c.IntN(2) == 0 {
		v := c.width()
		switch c.IntN(3) {
		case 0:
			return op([]ir.Op{ir.OpRedAnd, ir.OpRedOr, ir.OpRedXor}[c.IntN(3)], 1, sub(v))
		default:
			return op(ir.OpEq+ir.Op(c.IntN(int(ir.OpSGe-ir.OpEq)+1)), 1, sub(v), sub(v))
		}
	}
	switch c.IntN(12) {
	case 0:
		return op(ir.OpNot, w, sub(w))
	case 1, 2:
		return op(ir.OpAnd+ir.Op(c.IntN(int(ir.OpMul-ir.OpAnd)+1)), w, sub(w), sub(w))
	case 3:
		return op(ir.OpShl+ir.Op(c.IntN(int(ir.OpRotR-ir.OpShl)+1)), w, sub(w), sub(c.width()))
	case 4, 5:
		return op(ir.OpMux, w, c.shared1(depth), sub(w), sub(w))
	case 6:
		if w > 1 {
			v := 1 + c.IntN(w-1)
			return op(ir.OpConcat, w, sub(v), sub(w-v))
		}
		return op(ir.OpLowestOne, w, sub(w))
	case 7:
		return op(ir.OpLane, w, sub(4*w), sub(2))
	case 8:
		return op(ir.OpOneHotMux, w, sub(3), sub(3*w))
	case 9:
		return op(ir.OpDecode, w, sub(1+c.IntN(8)))
	case 10:
		if len(c.m.Arrays) > 0 {
			arr := c.m.Arrays[0]
			return c.fit(&ir.Node{Op: ir.OpElem, Width: arr.Width, Arr: arr, Args: []*ir.Node{sub(2)}}, w)
		}
		return c.leaf(w)
	default:
		v := c.width()
		return c.fit(op(ir.OpPopCount, ir.CountBits(v), sub(v)), w)
	}
}

// shared1 is a condition, often one that is used elsewhere too.
func (c *circuit) shared1(depth int) *ir.Node {
	if len(c.shared) > 0 && c.IntN(2) == 0 {
		return c.shared[c.IntN(len(c.shared))]
	}
	return c.expr(1, depth-1)
}

func (c *circuit) leaf(w int) *ir.Node {
	n := len(c.leaves) + len(c.loops)
	switch i := c.IntN(n + 1); {
	case i < len(c.leaves):
		return c.fit(c.leaves[i], w)
	case i < n:
		return c.fit(c.loops[i-len(c.leaves)], w)
	default:
		return &ir.Node{Op: ir.OpConst, Width: w, Const: randomOperand(c.Rand, w, 0)}
	}
}

// fit makes n w bits wide.
func (c *circuit) fit(n *ir.Node, w int) *ir.Node {
	switch {
	case n.Width == w:
		return n
	case n.Width > w:
		return &ir.Node{Op: ir.OpSlice, Width: w, Lo: c.IntN(n.Width - w + 1), Args: []*ir.Node{n}}
	case w%n.Width == 0 && c.IntN(2) == 0:
		return op(ir.OpReplicate, w, n)
	default:
		return op([]ir.Op{ir.OpZext, ir.OpSext}[c.IntN(2)], w, n)
	}
}
