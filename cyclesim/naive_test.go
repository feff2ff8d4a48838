package cyclesim_test

import (
	"math/big"

	"culprit/rtlgen/ir"
)

// naive is one instance of a module, evaluated by following the netlist's
// definition word for word: no order, no code, numbers of any size, every value
// found by asking for those it needs. It is what the engines are compared with.
type naive struct {
	module *ir.Module
	path   string
	parent *naive
	inst   *ir.Instance // in the parent
	copy   int

	inputs   map[*ir.Signal]*big.Int // of the top
	regs     map[*ir.Signal]*big.Int
	arrays   map[*ir.Array][]*big.Int
	memories map[*ir.Memory][]*big.Int
	reads    map[*ir.ReadPort]*big.Int // synchronous
	children map[*ir.Instance][]*naive

	settled map[*ir.Signal]*big.Int // values found in this cycle
}

// indices are the values of the enclosing loops' variables.
type indices map[*ir.Loop]int

// newNaive starts in reset. Contents that the netlist leaves open come from peek.
func newNaive(m *ir.Module, path string, peek func(path string) *big.Int) *naive {
	v := &naive{
		module: m, path: path,
		inputs:   map[*ir.Signal]*big.Int{},
		regs:     map[*ir.Signal]*big.Int{},
		arrays:   map[*ir.Array][]*big.Int{},
		memories: map[*ir.Memory][]*big.Int{},
		reads:    map[*ir.ReadPort]*big.Int{},
		children: map[*ir.Instance][]*naive{},
		settled:  map[*ir.Signal]*big.Int{},
	}
	for _, s := range m.Signals {
		switch {
		case s.NoReset:
			v.regs[s] = peek(below(path, s.Name))
		case s.Kind == ir.Reg:
			v.regs[s] = s.Reset
		}
	}
	for _, a := range m.Arrays {
		v.arrays[a] = append([]*big.Int(nil), a.Reset...)
		for i := 0; a.NoReset && i < a.Depth; i++ {
			v.arrays[a] = append(v.arrays[a], peek(below(path, element(a.Name, i))))
		}
	}
	for _, mem := range m.Memories {
		v.memories[mem] = append(v.memories[mem], mem.Contents...)
		for i := range mem.Depth - len(mem.Contents) {
			v.memories[mem] = append(v.memories[mem], peek(below(path, element(mem.Name, i))))
		}
		for _, r := range mem.Reads {
			if r.Sync {
				v.reads[r] = peek(below(path, r.Name))
			}
		}
	}
	for _, in := range m.Instances {
		for i := range in.Count {
			c := newNaive(in.Of, below(path, copyName(in, i)), peek)
			c.parent, c.inst, c.copy = v, in, i
			v.children[in] = append(v.children[in], c)
		}
	}
	return v
}

// each calls f on the instance and all below it.
func (v *naive) each(f func(*naive)) {
	f(v)
	for _, in := range v.module.Instances {
		for _, c := range v.children[in] {
			c.each(f)
		}
	}
}

func (v *naive) signal(s *ir.Signal) *big.Int {
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
		v.execute(v.module.Body, indices{}, func(a *ir.Assign) bool { return a.Sig == s }, func(a *ir.Assign, at indices) {
			x = v.assigned(x, a, at)
		})
	}
	v.settled[s] = x
	return x
}

func (v *naive) connection(s *ir.Signal) *big.Int {
	for _, c := range v.inst.Conns {
		if c.Port == s {
			x := v.parent.value(c.Value, nil)
			if c.Broadcast {
				return x
			}
			return bits(x, v.copy*s.Width, s.Width)
		}
	}
	panic("no connection to " + s.Name)
}

func (v *naive) value(n *ir.Node, at indices) *big.Int {
	switch n.Op {
	case ir.OpConst:
		return n.Const
	case ir.OpSignal:
		return v.signal(n.Sig)
	case ir.OpElem:
		return v.arrays[n.Arr][v.value(n.Args[0], at).Int64()]
	case ir.OpMemRead:
		if n.Read.Sync {
			return v.reads[n.Read]
		}
		return v.memories[n.Mem][v.value(n.Read.Addr, nil).Int64()]
	case ir.OpInstOut:
		x := new(big.Int)
		for i, c := range v.children[n.Inst] {
			x.Or(x, new(big.Int).Lsh(c.signal(n.Port), uint(i*n.Port.Width)))
		}
		return x
	case ir.OpLoopVar:
		return bits(big.NewInt(int64(at[n.Loop])), 0, n.Width)
	}
	var args []*big.Int
	for _, a := range n.Args {
		args = append(args, v.value(a, at))
	}
	return n.Apply(args)
}

// assigned is the value of a signal that was old before the assignment.
func (v *naive) assigned(old *big.Int, a *ir.Assign, at indices) *big.Int {
	w, lo := a.Value.Width, big.NewInt(int64(a.Lo))
	if a.Index != nil {
		lo.Mul(v.value(a.Index, at), big.NewInt(int64(w)))
	}
	if lo.Cmp(big.NewInt(int64(a.Sig.Width-w))) > 0 {
		return old
	}
	hole := new(big.Int).Lsh(mask(w), uint(lo.Int64()))
	x := new(big.Int).AndNot(old, hole)
	return x.Or(x, new(big.Int).Lsh(v.value(a.Value, at), uint(lo.Int64())))
}

// execute runs the statements that lead to wanted assignments.
func (v *naive) execute(body []ir.Stmt, at indices, wanted func(*ir.Assign) bool, do func(*ir.Assign, indices)) {
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
			branch, subject := s.Default, v.value(s.Subject, at)
			for _, c := range s.Cases {
				for _, value := range c.Values {
					if value.Cmp(subject) == 0 {
						branch = c.Body
					}
				}
			}
			v.execute(branch, at, wanted, do)
		case *ir.Loop:
			for i := range s.N {
				inside := indices{s: i}
				for l, j := range at {
					inside[l] = j
				}
				v.execute(s.Body, inside, wanted, do)
			}
		}
	}
}

// edge is the clock edge of the whole hierarchy below the top.
func (v *naive) edge() {
	var commits []func()
	v.each(func(v *naive) { commits = append(commits, v.next()) })
	for _, commit := range commits {
		commit()
	}
	v.each(func(v *naive) { v.settled = map[*ir.Signal]*big.Int{} })
}

// next finds the state after the edge; the function it returns moves there.
func (v *naive) next() (commit func()) {
	regs, arrays := map[*ir.Signal]*big.Int{}, map[*ir.Array][]*big.Int{}
	for s, x := range v.regs {
		regs[s] = x
	}
	for a, x := range v.arrays {
		arrays[a] = append([]*big.Int(nil), x...)
	}
	state := func(a *ir.Assign) bool { return a.Arr != nil || a.Sig.Kind == ir.Reg }
	v.execute(v.module.Body, indices{}, state, func(a *ir.Assign, at indices) {
		if a.Arr == nil {
			regs[a.Sig] = v.assigned(regs[a.Sig], a, at)
		} else if i := v.value(a.Index, at); i.Cmp(big.NewInt(int64(a.Arr.Depth))) < 0 {
			arrays[a.Arr][i.Int64()] = v.value(a.Value, at)
		}
	})
	memories, reads := map[*ir.Memory][]*big.Int{}, map[*ir.ReadPort]*big.Int{}
	for _, mem := range v.module.Memories {
		words := append([]*big.Int(nil), v.memories[mem]...)
		for _, w := range mem.Writes {
			if i := v.value(w.Addr, nil); i.Cmp(big.NewInt(int64(mem.Depth))) < 0 {
				words[i.Int64()] = lanesWritten(words[i.Int64()], v.value(w.Enable, nil), v.value(w.Data, nil), mem.Width, w.Enable.Width)
			}
		}
		memories[mem] = words
		for _, r := range mem.Reads {
			if !r.Sync {
				continue
			}
			from := v.memories[mem]
			if mem.RDW == ir.ReadNew {
				from = words
			}
			reads[r] = v.reads[r]
			if v.value(r.Enable, nil).Sign() != 0 {
				reads[r] = from[v.value(r.Addr, nil).Int64()]
			}
		}
	}
	return func() { v.regs, v.arrays, v.memories, v.reads = regs, arrays, memories, reads }
}

// objects lists the values of everything that Peek can name in the instance.
func (v *naive) objects() map[string]*big.Int {
	all := map[string]*big.Int{}
	for _, list := range [][]*ir.Signal{v.module.Ports, v.module.Signals} {
		for _, s := range list {
			all[below(v.path, s.Name)] = v.signal(s)
		}
	}
	for _, a := range v.module.Arrays {
		for i, x := range v.arrays[a] {
			all[below(v.path, element(a.Name, i))] = x
		}
	}
	for _, mem := range v.module.Memories {
		for i, x := range v.memories[mem] {
			all[below(v.path, element(mem.Name, i))] = x
		}
		for _, r := range mem.Reads {
			all[below(v.path, r.Name)] = v.value(&ir.Node{Op: ir.OpMemRead, Mem: mem, Read: r, Width: mem.Width}, nil)
		}
	}
	return all
}

// lanesWritten is a word of a memory with the enabled lanes of data.
func lanesWritten(word, enable, data *big.Int, width, lanes int) *big.Int {
	out := new(big.Int).Set(word)
	for bit := range width {
		if enable.Bit(bit/(width/lanes)) == 1 {
			out.SetBit(out, bit, data.Bit(bit))
		}
	}
	return out
}
