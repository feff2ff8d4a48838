package rtlgen

import (
	"fmt"
	"strings"

	"culprit/rtlgen/ir"
)

// net is a vertex of the combinational dependence graph: a signal of the module,
// an output of an instance, or the data of an asynchronous read port.
type net struct {
	sig  *ir.Signal
	inst *ir.Instance
	port *ir.Signal
	read *ir.ReadPort
}

func (n net) String() string {
	switch {
	case n.sig != nil:
		return n.sig.Name
	case n.inst != nil:
		return n.inst.Name + "." + n.port.Name
	}
	return n.read.Name
}

func (n net) pos() ir.Pos {
	switch {
	case n.sig != nil:
		return n.sig.Pos
	case n.inst != nil:
		return n.inst.Pos
	}
	return n.read.Pos
}

// graph is which nets each net depends on within a cycle.
type graph struct {
	deps  map[net][]net
	order []net // all nets, in a fixed order
	has   map[net]map[net]bool
}

func (g *graph) add(to net, root *ir.Node) {
	if g.has[to] == nil {
		g.has[to] = map[net]bool{}
		g.order = append(g.order, to)
	}
	ir.WalkNodes(root, map[*ir.Node]bool{}, func(n *ir.Node) {
		from, ok := leaf(n)
		if ok && !g.has[to][from] {
			g.has[to][from] = true
			g.deps[to] = append(g.deps[to], from)
		}
	})
}

// leaf is the net that a node reads, unless that net is a register.
func leaf(n *ir.Node) (net, bool) {
	switch {
	case n.Op == ir.OpSignal && n.Sig.Kind != ir.Reg:
		return net{sig: n.Sig}, true
	case n.Op == ir.OpInstOut:
		return net{inst: n.Inst, port: n.Port}, true
	case n.Op == ir.OpMemRead && !n.Read.Sync:
		return net{read: n.Read}, true
	}
	return net{}, false
}

// combinational makes the module's graph.
func combinational(m *ir.Module) *graph {
	g := &graph{deps: map[net][]net{}, has: map[net]map[net]bool{}}
	ir.WalkAssigns(m.Body, g.assigned)
	for _, mem := range m.Memories {
		for _, r := range mem.Reads {
			if !r.Sync {
				g.add(net{read: r}, r.Addr)
			}
		}
	}
	for _, in := range m.Instances {
		through := FeedThrough(in.Of)
		for _, p := range in.Of.Outputs() {
			for _, c := range in.Conns {
				if through[p][c.Port] {
					g.add(net{inst: in, port: p}, c.Value)
				}
			}
		}
	}
	return g
}

// assigned adds what an assigned wire or output depends on.
func (g *graph) assigned(a *ir.Assign, conds []*ir.Node) {
	if a.Sig == nil || a.Sig.Kind == ir.Reg {
		return
	}
	to := net{sig: a.Sig}
	g.add(to, a.Value)
	if a.Index != nil {
		g.add(to, a.Index)
	}
	for _, c := range conds {
		g.add(to, c)
	}
}

// FeedThrough tells which inputs of a module each output depends on within a
// cycle.
func FeedThrough(m *ir.Module) map[*ir.Signal]map[*ir.Signal]bool {
	g := combinational(m)
	result := map[*ir.Signal]map[*ir.Signal]bool{}
	for _, p := range m.Outputs() {
		result[p] = map[*ir.Signal]bool{}
		seen := map[net]bool{}
		var visit func(net)
		visit = func(n net) {
			if seen[n] {
				return
			}
			seen[n] = true
			if n.sig != nil && n.sig.Kind == ir.Input {
				result[p][n.sig] = true
			}
			for _, d := range g.deps[n] {
				visit(d)
			}
		}
		visit(net{sig: p})
	}
	return result
}

// checkLoops reports combinational loops, each with all its hops.
func (m *Module) checkLoops() {
	g := combinational(m.ir)
	const (
		unseen = iota
		onPath
		finished
	)
	state := map[net]int{}
	var path []net
	var visit func(net)
	visit = func(n net) {
		state[n] = onPath
		path = append(path, n)
		for _, d := range g.deps[n] {
			switch state[d] {
			case unseen:
				visit(d)
			case onPath:
				m.reportLoop(path, d)
			}
		}
		path = path[:len(path)-1]
		state[n] = finished
	}
	for _, n := range g.order {
		if state[n] == unseen {
			visit(n)
		}
	}
}

func (m *Module) reportLoop(path []net, start net) {
	i := len(path) - 1
	for path[i] != start {
		i--
	}
	hops := path[i:]
	names := make([]string, 0, len(hops)+1)
	var rel []Related
	for _, h := range hops {
		names = append(names, h.String())
		rel = append(rel, Related{h.pos(), fmt.Sprintf("%s is on the loop", h)})
	}
	names = append(names, start.String())
	m.reportAt(start.pos(), CodeLoop, rel, "combinational loop: %s: put a register on one of the hops", strings.Join(names, " <- "))
}
