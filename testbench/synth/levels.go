package synth

import (
	"fmt"
	"maps"
	"slices"
)

// levels is the largest number of passes through a slice (a lookup table with the
// multiplexers that widen it, a carry chain, a read of a LUT RAM) or a multiplier
// between two registers or pins of a module, through everything below it. A
// combinational loop is an error. The path is one with that many levels.
func levels(n *netlist, top string) (most int, path []string, err error) {
	a := &analysis{n: n, models: map[*module]*model{}}
	g, err := a.graph(n.Modules[top])
	if err != nil {
		return 0, nil, err
	}
	_, most = g.longest()
	path, err = a.deepest(n.Modules[top], "")
	return most, path, err
}

// analysis keeps what is known about the modules of a netlist.
type analysis struct {
	n      *netlist
	models map[*module]*model
}

// model is what a module means for the paths of its parent. The bits are its own.
type model struct {
	inside int                 // the most levels of a path that ends and begins in it
	out    map[bit]int         // levels from its registers to an output
	in     map[bit]int         // levels from an input to any register or output
	arcs   map[bit]map[bit]int // levels from inputs (first) to outputs (second), if there is a path
}

// model computes the model of a module at the first call.
func (a *analysis) model(m *module) (*model, error) {
	if known := a.models[m]; known != nil {
		return known, nil
	}
	g, err := a.graph(m)
	if err != nil {
		return nil, err
	}
	r := &model{in: map[bit]int{}, arcs: map[bit]map[bit]int{}}
	a.models[m] = r
	r.out, r.inside = g.longest()
	for _, p := range m.Ports {
		if p.Direction != "input" {
			continue
		}
		for _, from := range p.Bits {
			level, most := g.from(from)
			r.in[from], r.arcs[from] = most, map[bit]int{}
			for _, q := range m.Ports {
				for _, to := range q.Bits {
					if more, path := level[to]; path && q.Direction == "output" {
						r.arcs[from][to] = more
					}
				}
			}
		}
	}
	return r, nil
}

// graph is the combinational paths of a module from net to net.
type graph struct {
	edges  map[bit][]edge
	start  map[bit]int // levels in front of a net, inside the instance that drives it
	end    map[bit]int // levels behind a net, inside the instances that read it
	inside int         // the most levels within an instance
	order  []bit       // nets with edges, each before those that its edges lead to
	place  map[bit]int // in the order
}

type edge struct {
	to     bit
	levels int
}

func (a *analysis) graph(m *module) (*graph, error) {
	g := &graph{edges: map[bit][]edge{}, start: map[bit]int{}, end: map[bit]int{}, place: map[bit]int{}}
	for _, c := range m.sorted() {
		if a.n.kindOf(c) != instance {
			g.addPrimitive(c)
		} else if err := a.addInstance(g, c); err != nil {
			return nil, err
		}
	}
	return g, g.sort(m)
}

func (g *graph) add(from, to bit, levels int) {
	if from > constant && to > constant {
		g.edges[from] = append(g.edges[from], edge{to, levels})
	}
}

func (g *graph) addPrimitive(c *cell) {
	for _, arc := range arcs[c.Type] {
		for _, input := range arc.from {
			for port, outputs := range c.Connections {
				if c.Directions[port] != "output" {
					continue
				}
				for _, from := range c.Connections[input] {
					for _, to := range outputs {
						g.add(from, to, arc.levels)
					}
				}
			}
		}
	}
}

func (a *analysis) addInstance(g *graph, c *cell) error {
	child := a.n.Modules[c.Type]
	mod, err := a.model(child)
	if err != nil {
		return err
	}
	g.inside = max(g.inside, mod.inside)
	outside := map[bit][]bit{} // nets at the outputs of the instance by its own bits
	for name, p := range child.Ports {
		for i, b := range p.Bits {
			if p.Direction == "output" && i < len(c.Connections[name]) {
				to := c.Connections[name][i]
				outside[b] = append(outside[b], to)
				g.start[to] = max(g.start[to], mod.out[b])
			}
		}
	}
	for name, p := range child.Ports {
		if p.Direction != "input" {
			continue
		}
		for i, b := range p.Bits {
			if i >= len(c.Connections[name]) {
				continue
			}
			from := c.Connections[name][i]
			g.end[from] = max(g.end[from], mod.in[b])
			for inner, more := range mod.arcs[b] {
				for _, to := range outside[inner] {
					g.add(from, to, more)
				}
			}
		}
	}
	return nil
}

// sort puts the nets in order, or reports a loop.
func (g *graph) sort(m *module) error {
	const active, done = 1, 2
	state := map[bit]int{}
	var visit func(b bit) error
	visit = func(b bit) error {
		switch state[b] {
		case active:
			return fmt.Errorf("there is a combinational loop through %s", m.name(b))
		case done:
			return nil
		}
		state[b] = active
		for _, e := range g.edges[b] {
			if err := visit(e.to); err != nil {
				return err
			}
		}
		state[b] = done
		g.order = append(g.order, b)
		return nil
	}
	for _, b := range slices.Sorted(maps.Keys(g.edges)) {
		if err := visit(b); err != nil {
			return err
		}
	}
	slices.Reverse(g.order)
	for i, b := range g.order {
		g.place[b] = i
	}
	return nil
}

// longest gives the levels of the nets, counted from registers and inputs, and the
// most levels of a path.
func (g *graph) longest() (level map[bit]int, most int) {
	level = maps.Clone(g.start)
	most = max(g.relax(g.order, level), g.inside)
	for b, more := range g.end { // nets without edges are not in the order
		most = max(most, level[b]+more)
	}
	for _, l := range g.start {
		most = max(most, l)
	}
	return level, most
}

// from gives the levels of the nets to which there is a path from one net, counted
// from there, and the most levels of a path from there.
func (g *graph) from(b bit) (level map[bit]int, most int) {
	reached := []bit{b}
	level = map[bit]int{b: 0}
	for i := 0; i < len(reached); i++ {
		for _, e := range g.edges[reached[i]] {
			if _, known := level[e.to]; !known {
				level[e.to] = 0
				reached = append(reached, e.to)
			}
		}
	}
	slices.SortFunc(reached, func(a, b bit) int { return g.place[a] - g.place[b] })
	most = g.relax(reached, level)
	for _, b := range reached {
		most = max(most, level[b]+g.end[b])
	}
	return level, most
}

// relax computes the levels of nets from those before them in the order, and
// returns the largest.
func (g *graph) relax(order []bit, level map[bit]int) (most int) {
	for _, b := range order {
		for _, e := range g.edges[b] {
			level[e.to] = max(level[e.to], level[b]+e.levels)
			most = max(most, level[e.to])
		}
	}
	return most
}

// arc is the inputs of a primitive from which a combinational path leads to its
// outputs, and how many levels it adds.
type arc struct {
	levels int
	from   []string
}

// arcs has the primitives with combinational paths. What a lookup table hands to
// the multiplexer of its slice, and a carry to the next cell of the chain, does not
// leave the slice, or stays on a fast wire; the select of a multiplexer comes from
// outside, as the input of a lookup table does.
var arcs = map[string][]arc{
	"LUT4":            {{1, []string{"A", "B", "C", "D"}}},
	"PFUMX":           {{0, []string{"ALUT", "BLUT"}}, {1, []string{"C0"}}},
	"L6MUX21":         {{0, []string{"D0", "D1"}}, {1, []string{"SD"}}},
	"CCU2C":           {{0, []string{"CIN"}}, {1, []string{"A0", "B0", "C0", "D0", "A1", "B1", "C1", "D1"}}},
	"TRELLIS_DPR16X4": {{1, []string{"RAD"}}},
	"MULT18X18D":      {{1, multiplierInputs()}},
}

// multiplierInputs are A0 to A17 and B0 to B17.
func multiplierInputs() []string {
	var list []string
	for i := range 18 {
		list = append(list, fmt.Sprintf("A%d", i), fmt.Sprintf("B%d", i))
	}
	return list
}
