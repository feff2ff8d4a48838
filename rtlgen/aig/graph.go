package aig

// Lit is a literal: a node of a graph, or its complement. The literals of two graphs have nothing in common.
type Lit uint32

// The constants.
const (
	False Lit = 0
	True  Lit = 1
)

// Not is the complement.
func (l Lit) Not() Lit { return l ^ 1 }

// xor is the literal, or its complement if the condition holds.
func (l Lit) xor(complement bool) Lit {
	if complement {
		return l ^ 1
	}
	return l
}

// Node is the number of the literal's node; 0 is the constant.
func (l Lit) Node() int { return int(l >> 1) }

// Inverted reports whether the literal is the complement of its node.
func (l Lit) Inverted() bool { return l&1 == 1 }

// Graph has gates and inputs. A gate comes after what it reads.
type Graph struct {
	gates  [][2]Lit // by node; an input and the constant have two times no
	inputs []Lit
	known  map[[2]Lit]Lit
}

// no marks a node that is no gate.
const no = ^Lit(0)

// New is a graph without inputs.
func New() *Graph { return &Graph{gates: [][2]Lit{{no, no}}, known: map[[2]Lit]Lit{}} }

// Input is a new input.
func (g *Graph) Input() Lit {
	l := g.node(no, no)
	g.inputs = append(g.inputs, l)
	return l
}

// Word is w new inputs.
func (g *Graph) Word(w int) Word {
	x := make(Word, w)
	for i := range x {
		x[i] = g.Input()
	}
	return x
}

// Inputs are all inputs in the order in which they were made.
func (g *Graph) Inputs() []Lit { return g.inputs }

// Nodes is how many nodes there are, the constant and the inputs included.
func (g *Graph) Nodes() int { return len(g.gates) }

// Gate is what a node reads; ok is false if it is no gate.
func (g *Graph) Gate(node int) (a, b Lit, ok bool) {
	x := g.gates[node]
	return x[0], x[1], x[0] != no
}

func (g *Graph) node(a, b Lit) Lit {
	g.gates = append(g.gates, [2]Lit{a, b})
	return Lit(len(g.gates)-1) << 1
}

// And is 1 if both are 1. Gates that are equal are one.
func (g *Graph) And(a, b Lit) Lit {
	if a > b {
		a, b = b, a
	}
	switch {
	case a == False, a == b.Not():
		return False
	case a == True, a == b:
		return b
	}
	if l, ok := g.simpler(a, b); ok {
		return l
	}
	if l, ok := g.simpler(b, a); ok {
		return l
	}
	key := [2]Lit{a, b}
	if l, ok := g.known[key]; ok {
		return l
	}
	l := g.node(a, b)
	g.known[key] = l
	return l
}

// simpler is the AND of a and a gate b where what b reads decides it.
func (g *Graph) simpler(a, b Lit) (Lit, bool) {
	x := g.gates[b.Node()]
	if x[0] == no {
		return 0, false
	}
	for i, y := range x {
		switch {
		case !b.Inverted() && y == a: // a AND (a AND z)
			return b, true
		case !b.Inverted() && y == a.Not():
			return False, true
		case b.Inverted() && y == a: // a AND NOT (a AND z)
			return g.And(a, x[1-i].Not()), true
		case b.Inverted() && y == a.Not():
			return a, true
		}
	}
	return 0, false
}

// Or is 1 if one is 1.
func (g *Graph) Or(a, b Lit) Lit { return g.And(a.Not(), b.Not()).Not() }

// Xor is 1 if one of them is 1, and not both.
func (g *Graph) Xor(a, b Lit) Lit {
	inverted := a.Inverted() != b.Inverted()
	a, b = a&^1, b&^1
	return g.Or(g.And(a, b.Not()), g.And(a.Not(), b)).xor(inverted)
}

// Mux is a if s is 1, else b.
func (g *Graph) Mux(s, a, b Lit) Lit {
	switch {
	case a == b:
		return a
	case a == b.Not():
		return g.Xor(s, b)
	case s == True:
		return a
	case s == False:
		return b
	}
	return g.Or(g.And(s, a), g.And(s.Not(), b))
}

// All is 1 if all are 1; Any if one is.
func (g *Graph) All(list ...Lit) Lit { return g.tree(list, True, g.And) }

// Any is 1 if one of them is 1.
func (g *Graph) Any(list ...Lit) Lit { return g.tree(list, False, g.Or) }

func (g *Graph) tree(list []Lit, none Lit, f func(a, b Lit) Lit) Lit {
	switch len(list) {
	case 0:
		return none
	case 1:
		return list[0]
	}
	half := len(list) / 2
	return f(g.tree(list[:half], none, f), g.tree(list[half:], none, f))
}

// Cone marks the nodes that literals depend on, their own included.
func (g *Graph) Cone(roots ...Lit) []bool {
	used := make([]bool, len(g.gates))
	for _, l := range roots {
		used[l.Node()] = true
	}
	for n := len(g.gates) - 1; n > 0; n-- {
		if gate := g.gates[n]; used[n] && gate[0] != no {
			used[gate[0].Node()], used[gate[1].Node()] = true, true
		}
	}
	return used
}

// Evaluate finds all nodes for 64 assignments of the inputs at once: bit i of a value belongs to assignment i. The
// result has the values by node; Value reads it. Inputs that the map lacks are 0.
func (g *Graph) Evaluate(inputs map[Lit]uint64) []uint64 {
	x := make([]uint64, len(g.gates))
	for n, gate := range g.gates {
		if gate[0] != no {
			x[n] = Value(x, gate[0]) & Value(x, gate[1])
		} else if n > 0 {
			x[n] = inputs[Lit(n)<<1]
		}
	}
	return x
}

// Value is that of a literal among the values of the nodes.
func Value(nodes []uint64, l Lit) uint64 {
	if l.Inverted() {
		return ^nodes[l.Node()]
	}
	return nodes[l.Node()]
}

// Copier copies literals of one graph into another one.
type Copier struct {
	from, to *Graph
	as       []Lit // by node; no if it was not copied
}

// Copier copies from g into to. Inputs for which Set says nothing become new inputs there.
func (g *Graph) Copier(to *Graph) *Copier {
	c := &Copier{from: g, to: to, as: make([]Lit, len(g.gates))}
	for i := range c.as {
		c.as[i] = no
	}
	c.as[0] = False
	return c
}

// Set says what a literal is in the other graph, before what reads it is copied.
func (c *Copier) Set(l, as Lit) { c.as[l.Node()] = as.xor(l.Inverted()) }

// SetWord is Set for each bit.
func (c *Copier) SetWord(x, as Word) {
	for i, l := range x {
		c.Set(l, as[i])
	}
}

// Again is a copier for which the inputs are what they are for this one, until Set says otherwise.
func (c *Copier) Again() *Copier {
	again := c.from.Copier(c.to)
	for n, gate := range c.from.gates {
		if gate[0] == no {
			again.as[n] = c.as[n]
		}
	}
	return again
}

// Lit is the literal in the other graph.
func (c *Copier) Lit(l Lit) Lit {
	stack := []int{l.Node()}
	for len(stack) > 0 {
		n := stack[len(stack)-1]
		if c.as[n] != no {
			stack = stack[:len(stack)-1]
			continue
		}
		gate := c.from.gates[n]
		if gate[0] == no {
			c.as[n] = c.to.Input()
			continue
		}
		a, b := c.as[gate[0].Node()], c.as[gate[1].Node()]
		switch {
		case a == no || b == no:
			if a == no {
				stack = append(stack, gate[0].Node())
			}
			if b == no {
				stack = append(stack, gate[1].Node())
			}
		default:
			c.as[n] = c.to.And(a.xor(gate[0].Inverted()), b.xor(gate[1].Inverted()))
		}
	}
	return c.as[l.Node()].xor(l.Inverted())
}

// Word copies each bit.
func (c *Copier) Word(x Word) Word {
	y := make(Word, len(x))
	for i, l := range x {
		y[i] = c.Lit(l)
	}
	return y
}
