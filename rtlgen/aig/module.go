package aig

import (
	"fmt"
	"math/big"

	"culprit.example/culprit/rtlgen/ir"
)

// Named is a word with a name: of the netlist, with the path in front, or, if it is Open, of what the netlist leaves
// open.
type Named struct {
	Name string
	Bits Word
}

// Register is state: the value of the cycle and that of the next one. From says how it begins.
type Register struct {
	Name      string
	Now, Next Word
	Start     *big.Int // nil: any value
	// Like, if not nil, is a register of the same width before it in the list, with whose first value this one begins,
	// too, if that may be any.
	Like *Register
}

// Property is one of the netlist, or of an instance, with its condition in the present cycle.
type Property struct {
	Path  string // of the instance; "" for the top
	Of    *ir.Property
	Holds Lit
}

// Name is the name with its path.
func (p *Property) Name() string { return below(p.Path, p.Of.Name) }

// Circuit is a module as a graph: what happens in one cycle outside reset. Inputs of the graph are the Inputs, the
// present values of the registers, and Open.
type Circuit struct {
	*Graph
	Inputs     []Named
	Outputs    []Named
	Registers  []*Register
	Properties []*Property
	// Open are values that the netlist leaves open: lanes and elements beyond an end, reads that meet a write, and
	// what memories give that Options does not have as registers.
	Open []Named
	// Accesses are what the memories see that Options does not have as registers.
	Accesses []Access
	// Cuts are the memories that Cut has cut out. Outputs of instances that it has cut out are among the Inputs, as
	// "instance.port", and inputs of them among the Outputs.
	Cuts []*Place

	top *instance
}

// Signal is the value of a port, register or wire of the top.
func (c *Circuit) Signal(s *ir.Signal) Word { return c.top.signal(s) }

// Options say what Flat makes of what is large.
type Options struct {
	// MemoryBits is the most bits that a memory may have whose words are registers. A read of a larger one gives any
	// value.
	MemoryBits int
}

// Cut is one module: registers and register arrays, of which each element is a register ("array[3]"), with instances
// cut out, and memories but for those whose words are to be registers, too; inside may be nil.
func Cut(m *ir.Module, inside func(*ir.Memory) bool) *Circuit {
	b := &builder{Circuit: &Circuit{Graph: New()}, cut: true, inside: inside}
	b.build(m)
	return b.Circuit
}

// Flat is a module with all that is below it.
func Flat(m *ir.Module, o Options) *Circuit {
	b := &builder{Circuit: &Circuit{Graph: New()}, options: o}
	b.build(m)
	return b.Circuit
}

type builder struct {
	*Circuit
	cut     bool
	inside  func(*ir.Memory) bool
	options Options
	all     []*instance
}

// instance is one copy of a module.
type instance struct {
	*builder
	module *ir.Module
	path   string
	parent *instance
	of     *ir.Instance
	copy   int

	state    map[*ir.Signal]*Register
	arrays   map[*ir.Array][]*Register
	memories map[*ir.Memory][]*Register // nil for what is cut out
	places   map[*ir.Memory]*Place
	syncs    map[*ir.ReadPort]*Register
	reads    map[*ir.ReadPort]Word // data of asynchronous ones
	inputs   map[*ir.Signal]Word
	children map[*ir.Instance][]*instance
	outside  map[*ir.Instance]map[*ir.Signal]Word // outputs of what is cut out

	settled map[*ir.Signal]Word
	pending map[*ir.Signal]bool
	outer   *round
	assigns map[*ir.Signal][]ir.Stmt
}

// round is one pass through the enclosing loops.
type round struct {
	index map[*ir.Loop]int
	known map[*ir.Node]Word
}

func newRound(index map[*ir.Loop]int) *round { return &round{index, map[*ir.Node]Word{}} }

func below(path, name string) string {
	if path == "" {
		return name
	}
	return path + "." + name
}

func (b *builder) build(m *ir.Module) {
	top := b.instance(m, "")
	b.top = top
	for _, p := range m.Inputs() {
		x := b.Word(p.Width)
		top.inputs[p] = x
		b.Inputs = append(b.Inputs, Named{p.Name, x})
	}
	for _, p := range m.Outputs() {
		b.Outputs = append(b.Outputs, Named{p.Name, top.signal(p)})
	}
	for _, v := range b.all {
		v.finish()
	}
}

// instance makes a copy of a module, and those below it, with their registers.
func (b *builder) instance(m *ir.Module, path string) *instance {
	v := &instance{builder: b, module: m, path: path,
		state: map[*ir.Signal]*Register{}, arrays: map[*ir.Array][]*Register{},
		memories: map[*ir.Memory][]*Register{}, places: map[*ir.Memory]*Place{},
		syncs: map[*ir.ReadPort]*Register{}, reads: map[*ir.ReadPort]Word{},
		inputs: map[*ir.Signal]Word{}, children: map[*ir.Instance][]*instance{},
		outside: map[*ir.Instance]map[*ir.Signal]Word{},
		settled: map[*ir.Signal]Word{}, pending: map[*ir.Signal]bool{}, outer: newRound(nil)}
	b.all = append(b.all, v)
	for _, s := range m.Signals {
		if s.Kind == ir.Reg {
			v.state[s] = b.register(below(path, s.Name), s.Width, s.Reset)
		}
	}
	for _, a := range m.Arrays {
		v.arrays[a] = b.words(below(path, a.Name), a.Depth, a.Width, a.Reset)
	}
	for _, mem := range m.Memories {
		v.memory(mem)
	}
	for _, in := range m.Instances {
		if b.cut {
			v.cutOut(in)
			continue
		}
		for i := range in.Count {
			c := b.instance(in.Of, below(path, in.CopyName(i)))
			c.parent, c.of, c.copy = v, in, i
			v.children[in] = append(v.children[in], c)
		}
	}
	return v
}

func (b *builder) register(name string, w int, start *big.Int) *Register {
	r := &Register{Name: name, Now: b.Word(w), Start: start}
	b.Registers = append(b.Registers, r)
	return r
}

func (b *builder) words(name string, depth, w int, start []*big.Int) []*Register {
	list := make([]*Register, depth)
	for i := range list {
		var x *big.Int
		if start != nil {
			x = start[i]
		}
		list[i] = b.register(fmt.Sprintf("%s[%d]", name, i), w, x)
	}
	return list
}

// cutOut makes the outputs of an instance inputs of the circuit.
func (v *instance) cutOut(in *ir.Instance) {
	v.outside[in] = map[*ir.Signal]Word{}
	for _, p := range in.Of.Outputs() {
		var all Word
		for i := range in.Count {
			x := v.Word(p.Width)
			v.Inputs = append(v.Inputs, Named{in.CopyName(i) + "." + p.Name, x})
			all = append(all, x...)
		}
		v.outside[in][p] = all
	}
}

// open is a value that the netlist leaves open.
func (v *instance) open(name string, w int) Word {
	x := v.Word(w)
	v.Open = append(v.Open, Named{below(v.path, name), x})
	return x
}

// signal is the settled value of a port, register or wire.
func (v *instance) signal(s *ir.Signal) Word {
	if s.Kind == ir.Reg {
		return v.state[s].Now
	}
	if x, ok := v.settled[s]; ok {
		return x
	}
	if v.pending[s] {
		panic("BUG: the value of " + below(v.path, s.Name) + " depends on itself")
	}
	v.pending[s] = true
	var x Word
	switch {
	case s.Kind == ir.Input && v.parent == nil:
		x = v.inputs[s]
	case s.Kind == ir.Input:
		x = v.connection(s)
	default:
		x = make(Word, s.Width)
		v.execute(v.leading(s), v.outer, True, func(a *ir.Assign) bool { return a.Sig == s },
			func(a *ir.Assign, under Lit, at *round) { x = v.assigned(x, a, under, at) })
	}
	v.settled[s] = x
	return x
}

// leading are the outermost statements that assign a signal.
func (v *instance) leading(s *ir.Signal) []ir.Stmt {
	if v.assigns == nil {
		v.assigns = map[*ir.Signal][]ir.Stmt{}
		for _, outer := range v.module.Body {
			ir.WalkStmts([]ir.Stmt{outer}, func(x ir.Stmt) {
				if a, ok := x.(*ir.Assign); ok && a.Sig != nil {
					if list := v.assigns[a.Sig]; len(list) == 0 || list[len(list)-1] != outer {
						v.assigns[a.Sig] = append(list, outer)
					}
				}
			})
		}
	}
	return v.assigns[s]
}

func (v *instance) connection(s *ir.Signal) Word {
	for _, c := range v.of.Conns {
		if c.Port == s {
			if x := v.parent.value(c.Value, v.parent.outer); c.Broadcast {
				return x
			} else {
				return x[v.copy*s.Width : (v.copy+1)*s.Width]
			}
		}
	}
	panic("BUG: no connection to " + s.Name)
}

// value is the value of an expression.
func (v *instance) value(n *ir.Node, at *round) Word {
	if x := at.known[n]; x != nil {
		return x
	}
	x := v.find(n, at)
	at.known[n] = x
	return x
}

func (v *instance) find(n *ir.Node, at *round) Word {
	switch n.Op {
	case ir.OpConst:
		return Number(n.Const, n.Width)
	case ir.OpSignal:
		return v.signal(n.Sig)
	case ir.OpElem:
		return v.element(n.Arr.Name, v.arrays[n.Arr], v.value(n.Args[0], at), n.Width)
	case ir.OpMemRead:
		return v.read(n.Mem, n.Read)
	case ir.OpInstOut:
		if v.cut {
			return v.outside[n.Inst][n.Port]
		}
		var x Word
		for _, c := range v.children[n.Inst] {
			x = append(x, c.signal(n.Port)...)
		}
		return x
	case ir.OpLoopVar:
		return number(at.index[n.Loop], n.Width)
	}
	args := make([]Word, len(n.Args))
	for i, a := range n.Args {
		args[i] = v.value(a, at)
	}
	return v.Apply(n, args, func() Word { return v.open("a lane at "+n.Pos.String(), n.Width) })
}

// element is element i of registers; open beyond the end.
func (v *instance) element(name string, list []*Register, i Word, w int) Word {
	now := make([]Word, len(list))
	for k, r := range list {
		now[k] = r.Now
	}
	if len(i) < 31 && 1<<len(i) <= len(now) {
		return v.Pick(now, i, nil)
	}
	return v.Pick(now, i, v.open(name, w))
}

// assigned is the value of a signal that was old before the assignment, which a condition is for. One beyond the end
// does nothing.
func (v *instance) assigned(old Word, a *ir.Assign, under Lit, at *round) Word {
	x, value := append(Word{}, old...), v.value(a.Value, at)
	put := func(lo int, under Lit) {
		for i, l := range value {
			x[lo+i] = v.Mux(under, l, x[lo+i])
		}
	}
	if a.Index == nil {
		put(a.Lo, under)
		return x
	}
	index := v.value(a.Index, at)
	for k, l := range v.Decode(index, len(old)/len(value)) {
		put(k*len(value), v.And(under, l))
	}
	return x
}

// execute runs the statements that lead to wanted assignments, with the condition of each.
func (v *instance) execute(body []ir.Stmt, at *round, under Lit, wanted func(*ir.Assign) bool,
	do func(*ir.Assign, Lit, *round)) {
	for _, s := range body {
		leads := false
		ir.WalkStmts([]ir.Stmt{s}, func(s ir.Stmt) {
			a, ok := s.(*ir.Assign)
			leads = leads || ok && wanted(a)
		})
		if !leads || under == False {
			continue
		}
		switch s := s.(type) {
		case *ir.Assign:
			do(s, under, at)
		case *ir.If:
			c := v.value(s.Cond, at)[0]
			v.execute(s.Then, at, v.And(under, c), wanted, do)
			v.execute(s.Else, at, v.And(under, c.Not()), wanted, do)
		case *ir.Switch:
			subject, other := v.value(s.Subject, at), under
			for _, c := range s.Cases {
				var list []Lit
				for _, x := range c.Values {
					list = append(list, v.Equal(subject, Number(x, len(subject))))
				}
				one := v.Any(list...)
				v.execute(c.Body, at, v.And(under, one), wanted, do)
				other = v.And(other, one.Not())
			}
			v.execute(s.Default, at, other, wanted, do)
		case *ir.Loop:
			for i := range s.N {
				index := map[*ir.Loop]int{s: i}
				for l, j := range at.index {
					index[l] = j
				}
				v.execute(s.Body, newRound(index), under, wanted, do)
			}
		}
	}
}

// finish finds what the instance has at the clock edge, what it drives, and its properties.
func (v *instance) finish() {
	v.edge()
	for _, mem := range v.module.Memories {
		v.memoryEdge(mem)
	}
	if v.cut {
		for _, in := range v.module.Instances {
			v.drives(in)
		}
	}
	for _, p := range v.module.Properties {
		v.Properties = append(v.Properties, &Property{v.path, p, v.value(p.Cond, v.outer)[0]})
	}
}

// drives makes the inputs of an instance that is cut out outputs of the circuit.
func (v *instance) drives(in *ir.Instance) {
	for _, c := range in.Conns {
		x := v.value(c.Value, v.outer)
		for i := range in.Count {
			own := x
			if !c.Broadcast {
				own = x[i*c.Port.Width : (i+1)*c.Port.Width]
			}
			v.Outputs = append(v.Outputs, Named{in.CopyName(i) + "." + c.Port.Name, own})
		}
	}
}

// edge finds the next values of registers and register arrays.
func (v *instance) edge() {
	for _, s := range v.module.Signals {
		if s.Kind != ir.Reg {
			continue
		}
		x := v.state[s].Now
		v.execute(v.leading(s), v.outer, True, func(a *ir.Assign) bool { return a.Sig == s },
			func(a *ir.Assign, under Lit, at *round) { x = v.assigned(x, a, under, at) })
		v.state[s].Next = x
	}
	for _, a := range v.module.Arrays {
		list := v.arrays[a]
		for _, r := range list {
			r.Next = r.Now
		}
		v.execute(v.module.Body, v.outer, True, func(x *ir.Assign) bool { return x.Arr == a },
			func(x *ir.Assign, under Lit, at *round) {
				v.put(list, v.value(x.Index, at), func(old Word) Word { return v.MuxWord(under, v.value(x.Value, at), old) })
			})
	}
}

// put changes the next value of element i; beyond the end it does nothing.
func (v *instance) put(list []*Register, i Word, f func(old Word) Word) {
	for k, l := range v.Decode(i, len(list)) {
		if l != False {
			list[k].Next = v.MuxWord(l, f(list[k].Next), list[k].Next)
		}
	}
}
