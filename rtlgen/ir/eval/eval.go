package eval

import (
	"fmt"
	"math/big"
	"slices"

	"culprit.example/culprit/rtlgen/ir"
)

// Instance is one copy of a module being evaluated. The one that New returns is
// the top; the others hang below it.
type Instance struct {
	Module *ir.Module
	Path   string // "" for the top, then names joined by dots; copy i of an array is name_i

	parent *Instance
	inst   *ir.Instance // in the parent
	copy   int

	inputs   map[*ir.Signal]*big.Int // of the top
	regs     map[*ir.Signal]*big.Int
	arrays   map[*ir.Array][]*big.Int
	memories map[*ir.Memory][]*big.Int
	reads    map[*ir.ReadPort]*big.Int // synchronous
	children map[*ir.Instance][]*Instance

	settled map[*ir.Signal]*big.Int // values found in this cycle
	outside *round
	open    Open
}

// Open is what a simulator takes for a value of the cycle that the netlist leaves open, in the module of an
// instance: beyond the end of an array or memory of that name, at a read port of that name where the
// read meets a write, or, with a node, of that lane operation.
type Open func(m *ir.Module, name string, lane *ir.Node, width int) *big.Int

// round is one pass through the enclosing loops, or what is outside all loops.
type round struct {
	index map[*ir.Loop]int
	known map[*ir.Node]*big.Int // values found in this cycle
}

func newRound(index map[*ir.Loop]int) *round { return &round{index, map[*ir.Node]*big.Int{}} }

// New is the module in reset, all inputs 0. Contents that the netlist leaves open
// come from contents, instance by instance from the top: words of memories
// ("u.mem[3]") and outputs of synchronous read ports ("u.mem_read"), memory by
// memory, then registers and then elements of arrays without reset.
func New(m *ir.Module, contents func(path string, width int) *big.Int) *Instance {
	return newInstance(m, "", contents)
}

func newInstance(m *ir.Module, path string, contents func(path string, width int) *big.Int) *Instance {
	v := &Instance{
		Module: m, Path: path,
		inputs:   map[*ir.Signal]*big.Int{},
		regs:     map[*ir.Signal]*big.Int{},
		arrays:   map[*ir.Array][]*big.Int{},
		memories: map[*ir.Memory][]*big.Int{},
		reads:    map[*ir.ReadPort]*big.Int{},
		children: map[*ir.Instance][]*Instance{},
	}
	v.forget()
	for _, s := range m.Inputs() {
		v.inputs[s] = new(big.Int)
	}
	for _, mem := range m.Memories {
		v.memories[mem] = v.start(mem.Name, mem.Contents, mem.Depth, mem.Width, contents)
		for _, r := range mem.Reads {
			if r.Sync {
				v.reads[r] = contents(v.below(r.Name), mem.Width)
			}
		}
	}
	for _, s := range m.Signals {
		switch {
		case s.NoReset:
			v.regs[s] = contents(v.below(s.Name), s.Width)
		case s.Kind == ir.Reg:
			v.regs[s] = s.Reset
		}
	}
	for _, a := range m.Arrays {
		v.arrays[a] = v.start(a.Name, a.Reset, a.Depth, a.Width, contents)
	}
	for _, in := range m.Instances {
		for i := range in.Count {
			c := newInstance(in.Of, v.below(in.CopyName(i)), contents)
			c.parent, c.inst, c.copy = v, in, i
			v.children[in] = append(v.children[in], c)
		}
	}
	return v
}

// start is the given words, or what contents has for the elements of that name.
func (v *Instance) start(name string, given []*big.Int, depth, width int,
	contents func(path string, width int) *big.Int) []*big.Int {
	if given != nil {
		return slices.Clone(given)
	}
	words := make([]*big.Int, depth)
	for i := range words {
		words[i] = contents(v.below(element(name, i)), width)
	}
	return words
}

func (v *Instance) below(name string) string {
	if v.Path == "" {
		return name
	}
	return v.Path + "." + name
}

func element(name string, i int) string { return fmt.Sprintf("%s[%d]", name, i) }

// forget drops the values of the cycle.
func (v *Instance) forget() {
	v.settled = map[*ir.Signal]*big.Int{}
	v.outside = newRound(nil)
}

// Each calls f on the instance and all below it.
func (v *Instance) Each(f func(*Instance)) {
	f(v)
	for _, in := range v.Module.Instances {
		for _, c := range v.children[in] {
			c.Each(f)
		}
	}
}

// SetInput drives an input port of the top until further notice.
func (v *Instance) SetInput(port *ir.Signal, x *big.Int) {
	v.inputs[port] = x
	v.Each((*Instance).forget)
}

// Signal is the settled value of a port, register or wire.
func (v *Instance) Signal(s *ir.Signal) *big.Int {
	if x, ok := v.settled[s]; ok {
		return x
	}
	var x *big.Int
	switch {
	case s.Kind == ir.Reg:
		x = v.regs[s]
	case s.Kind == ir.Input && v.parent == nil:
		x = v.inputs[s]
	case s.Kind == ir.Input:
		x = v.connection(s)
	default:
		x = new(big.Int)
		v.execute(v.Module.Body, v.outside, func(a *ir.Assign) bool { return a.Sig == s }, func(a *ir.Assign, at *round) {
			x = v.assigned(x, a, at)
		})
	}
	v.settled[s] = x
	return x
}

func (v *Instance) connection(s *ir.Signal) *big.Int {
	for _, c := range v.inst.Conns {
		if c.Port == s {
			x := v.parent.value(c.Value, v.parent.outside)
			if c.Broadcast {
				return x
			}
			return slice(x, v.copy*s.Width, s.Width)
		}
	}
	panic("BUG: no connection to " + s.Name)
}

// Opening has the instance and all below it take open values from f; they are 0 without that, and a read
// that meets a write gives the old word.
func (v *Instance) Opening(f Open) {
	v.Each(func(v *Instance) { v.open = f })
}

// beyond is an open value: that of a place beyond an end.
func (v *Instance) beyond(name string, lane *ir.Node, width int) *big.Int {
	if v.open == nil {
		return new(big.Int)
	}
	return v.open(v.Module, name, lane, width)
}

// value is the value of an expression in the present cycle.
func (v *Instance) value(n *ir.Node, at *round) *big.Int {
	if x := at.known[n]; x != nil {
		return x
	}
	var x *big.Int
	switch n.Op {
	case ir.OpConst:
		x = n.Const
	case ir.OpSignal:
		x = v.Signal(n.Sig)
	case ir.OpElem:
		x = v.word(n.Arr.Name, n.Width, v.arrays[n.Arr], v.value(n.Args[0], at))
	case ir.OpMemRead:
		x = v.read(n.Mem, n.Read)
	case ir.OpInstOut:
		x = new(big.Int)
		for i, c := range v.children[n.Inst] {
			x.Or(x, new(big.Int).Lsh(c.Signal(n.Port), uint(i*n.Port.Width)))
		}
	case ir.OpLoopVar:
		x = slice(big.NewInt(int64(at.index[n.Loop])), 0, n.Width)
	default:
		var args []*big.Int
		for _, a := range n.Args {
			args = append(args, v.value(a, at))
		}
		x = n.Apply(args)
		if n.Op == ir.OpLane && args[1].Cmp(big.NewInt(int64(n.Args[0].Width/n.Width))) >= 0 {
			x = v.beyond("", n, n.Width)
		}
	}
	at.known[n] = x
	return x
}

func (v *Instance) read(mem *ir.Memory, r *ir.ReadPort) *big.Int {
	if r.Sync {
		return v.reads[r]
	}
	return v.word(mem.Name, mem.Width, v.memories[mem], v.value(r.Addr, v.outside))
}

// word is word i of an array or memory of that name.
func (v *Instance) word(name string, width int, list []*big.Int, i *big.Int) *big.Int {
	if i.Cmp(big.NewInt(int64(len(list)))) >= 0 {
		return v.beyond(name, nil, width)
	}
	return list[i.Int64()]
}

// assigned is the value of a signal that was old before the assignment. One
// beyond the end does nothing.
func (v *Instance) assigned(old *big.Int, a *ir.Assign, at *round) *big.Int {
	w, lo := a.Value.Width, big.NewInt(int64(a.Lo))
	if a.Index != nil {
		lo.Mul(v.value(a.Index, at), big.NewInt(int64(w)))
	}
	if lo.Cmp(big.NewInt(int64(a.Sig.Width-w))) > 0 {
		return old
	}
	hole := new(big.Int).Lsh(ir.Ones(w), uint(lo.Int64()))
	x := new(big.Int).AndNot(old, hole)
	return x.Or(x, new(big.Int).Lsh(v.value(a.Value, at), uint(lo.Int64())))
}

// execute runs the statements that lead to wanted assignments.
func (v *Instance) execute(body []ir.Stmt, at *round, wanted func(*ir.Assign) bool, do func(*ir.Assign, *round)) {
	for _, s := range body {
		leads := false
		ir.WalkStmts([]ir.Stmt{s}, func(s ir.Stmt) {
			a, ok := s.(*ir.Assign)
			leads = leads || ok && wanted(a)
		})
		if !leads {
			continue
		}
		switch s := s.(type) {
		case *ir.Assign:
			do(s, at)
		case *ir.If:
			branch := s.Else
			if v.value(s.Cond, at).Sign() != 0 {
				branch = s.Then
			}
			v.execute(branch, at, wanted, do)
		case *ir.Switch:
			v.execute(s.Branch(v.value(s.Subject, at)), at, wanted, do)
		case *ir.Loop:
			for i := range s.N {
				index := map[*ir.Loop]int{s: i}
				for l, j := range at.index {
					index[l] = j
				}
				v.execute(s.Body, newRound(index), wanted, do)
			}
		}
	}
}

// Objects lists the values of everything in the instance that has a name: ports,
// signals, elements of arrays, words of memories, read ports, by path.
func (v *Instance) Objects() map[string]*big.Int {
	all := map[string]*big.Int{}
	for _, s := range slices.Concat(v.Module.Ports, v.Module.Signals) {
		all[v.below(s.Name)] = v.Signal(s)
	}
	for _, a := range v.Module.Arrays {
		for i, x := range v.arrays[a] {
			all[v.below(element(a.Name, i))] = x
		}
	}
	for _, mem := range v.Module.Memories {
		for i, x := range v.memories[mem] {
			all[v.below(element(mem.Name, i))] = x
		}
		for _, r := range mem.Reads {
			all[v.below(r.Name)] = v.read(mem, r)
		}
	}
	return all
}

// Holds reports whether the property's condition is 1 in this cycle.
func (v *Instance) Holds(p *ir.Property) bool { return v.value(p.Cond, v.outside).Sign() != 0 }

// slice is w bits of x from bit lo up.
func slice(x *big.Int, lo, w int) *big.Int {
	return new(big.Int).And(new(big.Int).Rsh(x, uint(lo)), ir.Ones(w))
}
