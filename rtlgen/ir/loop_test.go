package ir_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"gotest.tools/v3/assert"

	"culprit.example/culprit/rtlgen/ir"
)

// TestVerifyFindsLoops: a netlist that is read names the nets of a combinational loop.
func TestVerifyFindsLoops(t *testing.T) {
	t.Parallel()
	const pass = "module pass\n  input a 1\n  input b 1\n  output x 1\n  output y 1\n  x = not(a)\n  y = not(b)\nend\n"
	for _, c := range []struct{ name, text, want string }{
		{"itself", "module m\n  output y 1\n  y = not(y)\nend\n",
			"t: module m: t:2: combinational loop: y <- y: put a register on one of the hops"},
		{"two wires", "module m\n  input a 1\n  output y 1\n  wire v 1\n  wire w 1\n  v = and(a, w)\n  w = not(v)\n  y = w\nend\n",
			"t: module m: t:4: combinational loop: v <- w <- v: put a register on one of the hops"},
		{"another bit", "module m\n  output y 2\n  y[0:0] = 1'0\n  y[1:1] = y[0:0]\nend\n",
			"t: module m: t:2: combinational loop: y <- y: put a register on one of the hops"},
		{"a condition", "module m\n  output y 1\n  y = 1'0\n  if y\n    y = 1'1\nend\n",
			"t: module m: t:2: combinational loop: y <- y: put a register on one of the hops"},
		{"a subject around",
			"module m\n  input a 1\n  output y 1\n  y = 1'0\n  switch y\n  case 1\n    if a\n      y = 1'1\nend\n",
			"t: module m: t:3: combinational loop: y <- y: put a register on one of the hops"},
		{"an index", "module m\n  output y 2\n  y = 2'0\n  y{y[0:0] * 1} = 1'1\nend\n",
			"t: module m: t:2: combinational loop: y <- y: put a register on one of the hops"},
		{"a memory", "module m\n  output y 1\n  rom r 2 x 1 = 0,1\n    read q async at y\n  y = q\nend\n",
			"t: module m: t:2: combinational loop: y <- q <- y: put a register on one of the hops"},
		{"an instance", pass + "module m\n  output y 1\n  instance u pass\n    a <- u.x\n    b <- 1'0\n  y = u.y\nend\n",
			"t: module m: t:11: combinational loop: u.x <- u.x: put a register on one of the hops"},
		{"two copies", pass +
			"module m\n  output y 2\n  instance u[2] pass\n    a <- concat(u.x[0:0], 1'0)\n    b <- 2'0\n  y = u.y\nend\n",
			"t: module m: t:11: combinational loop: u.x <- u.x: put a register on one of the hops"},
		{"in and out again",
			pass + "module m\n  input a 1\n  output y 1\n  instance u pass\n    a <- a\n    b <- u.x\n  y = u.y\nend\n", ""},
		{"a register", "module m\n  output y 1\n  reg r 1 reset 0\n  r = not(r)\n  y = r\nend\n", ""},
	} {
		_, err := ir.Parse("t", c.text)
		if c.want == "" {
			assert.NilError(t, err, c.name)
		} else {
			assert.Error(t, err, c.want, c.name)
		}
	}
}

// TestLoopsAsNaive compares the circles that are found in random modules, and the paths
// through them, with a search that knows nothing of what it has seen.
func TestLoopsAsNaive(t *testing.T) {
	t.Parallel()
	circles := 0
	for seed := range uint64(2000) {
		m := tangle(rand.New(rand.NewPCG(seed, 9)))
		var got []string
		ir.Paths{}.Loops(m, func(hops []ir.Net) { got = append(got, fmt.Sprint(hops)) })
		want, through := naive(m)
		assert.DeepEqual(t, got, want)
		circles += len(want)
		paths := ir.Paths{}.Through(m)
		for _, out := range m.Outputs() {
			for _, in := range m.Inputs() {
				assert.Equal(t, paths.Depends(out, in), through[out][in], "seed %d: %s to %s in\n%s", seed, in.Name, out.Name,
					ir.ModuleText(m))
			}
		}
	}
	assert.Assert(t, circles > 1000, "%d circles", circles)
}

// tangle is a module whose wires depend on each other at random.
func tangle(r *rand.Rand) *ir.Module {
	m := &ir.Module{Name: "tangle"}
	var all []*ir.Signal
	for i := range 3 + r.IntN(4) {
		kind := []ir.SignalKind{ir.Input, ir.Output, ir.Wire}[i%3]
		s := &ir.Signal{Name: fmt.Sprintf("%s%d", kind, i), Kind: kind, Width: 1}
		if kind == ir.Wire {
			m.Signals = append(m.Signals, s)
		} else {
			m.Ports = append(m.Ports, s)
		}
		all = append(all, s)
	}
	assigned := append(m.Outputs(), m.Signals...)
	var nodes []*ir.Node
	for _, s := range all {
		nodes = append(nodes, &ir.Node{Op: ir.OpSignal, Width: 1, Sig: s})
	}
	node := func() *ir.Node {
		if r.IntN(3) == 0 {
			nodes = append(nodes, &ir.Node{Op: ir.OpAnd, Width: 1,
				Args: []*ir.Node{nodes[r.IntN(len(nodes))], nodes[r.IntN(len(nodes))]}})
			return nodes[len(nodes)-1]
		}
		return nodes[r.IntN(len(all))]
	}
	var body func(depth int) []ir.Stmt
	body = func(depth int) []ir.Stmt {
		var list []ir.Stmt
		for range 1 + r.IntN(3) {
			if depth < 3 && r.IntN(3) == 0 {
				list = append(list, &ir.If{Cond: node(), Then: body(depth + 1), Else: body(depth + 1)})
			} else {
				list = append(list, &ir.Assign{Sig: assigned[r.IntN(len(assigned))], Value: node()})
			}
		}
		return list
	}
	m.Body = body(0)
	return m
}

// naive finds the circles in the order of a search that visits what an assignment reads,
// value first, then the conditions from the outermost one on, and what outputs reach.
func naive(m *ir.Module) (circles []string, through map[*ir.Signal]map[*ir.Signal]bool) {
	deps := map[*ir.Signal][]*ir.Signal{}
	var order []*ir.Signal
	read := func(to *ir.Signal, n *ir.Node) {
		ir.WalkNodes(n, map[*ir.Node]bool{}, func(n *ir.Node) {
			if n.Op == ir.OpSignal && !slices.Contains(deps[to], n.Sig) {
				deps[to] = append(deps[to], n.Sig)
			}
		})
	}
	var walk func(body []ir.Stmt, conds []*ir.Node)
	walk = func(body []ir.Stmt, conds []*ir.Node) {
		for _, s := range body {
			switch s := s.(type) {
			case *ir.Assign:
				if !slices.Contains(order, s.Sig) {
					order = append(order, s.Sig)
				}
				for _, n := range append([]*ir.Node{s.Value}, conds...) {
					read(s.Sig, n)
				}
			case *ir.If:
				under := append(slices.Clone(conds), s.Cond)
				walk(s.Then, under)
				walk(s.Else, under)
			}
		}
	}
	walk(m.Body, nil)
	state := map[*ir.Signal]int{}
	var path []*ir.Signal
	var visit func(s *ir.Signal)
	visit = func(s *ir.Signal) {
		state[s] = 1
		path = append(path, s)
		for _, d := range deps[s] {
			switch state[d] {
			case 0:
				visit(d)
			case 1:
				var names []string
				for _, x := range path[slices.Index(path, d):] {
					names = append(names, x.Name)
				}
				circles = append(circles, "["+strings.Join(names, " ")+"]")
			}
		}
		path = path[:len(path)-1]
		state[s] = 2
	}
	for _, s := range order {
		if state[s] == 0 {
			visit(s)
		}
	}
	through = map[*ir.Signal]map[*ir.Signal]bool{}
	for _, out := range m.Outputs() {
		seen := map[*ir.Signal]bool{}
		var reach func(s *ir.Signal)
		reach = func(s *ir.Signal) {
			if !seen[s] {
				seen[s] = true
				for _, d := range deps[s] {
					reach(d)
				}
			}
		}
		reach(out)
		through[out] = seen
	}
	return circles, through
}
