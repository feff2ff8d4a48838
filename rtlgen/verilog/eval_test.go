package verilog_test

import (
	"fmt"
	"math/big"

	"culprit/rtlgen/ir"
)

// machine is the meaning of a module, as package ir tells it, in the plainest
// way there is: the emitted Verilog is compared with it. Wires settle by being
// evaluated over and over until nothing changes.
type machine struct {
	m       *ir.Module
	sig     map[*ir.Signal]*big.Int
	arr     map[*ir.Array][]*big.Int
	mem     map[*ir.Memory][]*big.Int
	read    map[*ir.ReadPort]*big.Int
	sub     map[*ir.Instance][]*machine
	loop    map[*ir.Loop]int
	changed bool
	broken  map[string]bool // assertions that failed so far, by path.name
}

// fill is the generator of arbitrary memory contents, which starts anew in
// every copy of a module.
type fill uint32

func (f *fill) next(width int) *big.Int {
	v := new(big.Int)
	if width <= 32 {
		*f = *f*1664525 + 1013904223
		return v.SetUint64(uint64(*f) >> (32 - width))
	}
	for range (width + 31) / 32 {
		*f = *f*1664525 + 1013904223
		v.Or(v.Lsh(v, 32), big.NewInt(int64(*f)))
	}
	return v.And(v, ones(width))
}

func newMachine(m *ir.Module, seed uint32) *machine {
	s := &machine{m: m, sig: map[*ir.Signal]*big.Int{}, arr: map[*ir.Array][]*big.Int{}, mem: map[*ir.Memory][]*big.Int{},
		read: map[*ir.ReadPort]*big.Int{}, sub: map[*ir.Instance][]*machine{}, loop: map[*ir.Loop]int{}, broken: map[string]bool{}}
	for _, x := range append(append([]*ir.Signal{}, m.Ports...), m.Signals...) {
		s.sig[x] = new(big.Int)
	}
	f := fill(seed)
	for _, mem := range m.Memories {
		for range mem.Depth {
			if mem.Contents == nil {
				s.mem[mem] = append(s.mem[mem], f.next(mem.Width))
			}
		}
		s.mem[mem] = append(s.mem[mem], mem.Contents...)
		for _, r := range mem.Reads {
			s.read[r] = new(big.Int)
			if r.Sync {
				s.read[r] = f.next(mem.Width)
			}
		}
	}
	for _, x := range m.Signals {
		if x.NoReset {
			s.sig[x] = f.next(x.Width)
		}
	}
	for _, a := range m.Arrays {
		if a.NoReset {
			for range a.Depth {
				s.arr[a] = append(s.arr[a], f.next(a.Width))
			}
		}
	}
	for _, in := range m.Instances {
		for range in.Count {
			s.sub[in] = append(s.sub[in], newMachine(in.Of, seed))
		}
	}
	s.reset()
	return s
}

func (s *machine) reset() {
	for _, x := range s.m.Signals {
		if x.Kind == ir.Reg && !x.NoReset {
			s.sig[x] = x.Reset
		}
	}
	for _, a := range s.m.Arrays {
		if !a.NoReset {
			s.arr[a] = append([]*big.Int{}, a.Reset...)
		}
	}
	for _, in := range s.m.Instances {
		for _, x := range s.sub[in] {
			x.reset()
		}
	}
}

// settle brings all wires to their values.
func (s *machine) settle() {
	for range 1000 {
		s.changed = false
		s.pass()
		if !s.changed {
			return
		}
	}
	panic("the test circuit does not settle")
}

func (s *machine) pass() {
	next := newState(s)
	s.exec(s.m.Body, next)
	for _, x := range append(s.m.Outputs(), s.m.Signals...) {
		if v := next.sig[x]; v != nil && x.Kind != ir.Reg && s.sig[x].Cmp(v) != 0 {
			s.sig[x], s.changed = v, true
		}
	}
	for _, mem := range s.m.Memories {
		for _, r := range mem.Reads {
			if !r.Sync {
				if v := s.word(mem, r.Addr); s.read[r].Cmp(v) != 0 {
					s.read[r], s.changed = v, true
				}
			}
		}
	}
	for _, in := range s.m.Instances {
		for i, x := range s.sub[in] {
			for _, c := range in.Conns {
				v := s.eval(c.Value)
				if !c.Broadcast {
					v = bitsAt(v, i*c.Port.Width, c.Port.Width)
				}
				x.sig[c.Port] = v
			}
			x.changed = false
			x.pass()
			s.changed = s.changed || x.changed
		}
	}
}

// word reads a memory; beyond the end, 0: no test circuit looks there.
func (s *machine) word(mem *ir.Memory, addr *ir.Node) *big.Int {
	a := s.eval(addr)
	if a.Cmp(big.NewInt(int64(mem.Depth))) >= 0 {
		return new(big.Int)
	}
	return s.mem[mem][a.Int64()]
}

// state collects assignments; registers take them at the clock edge.
type state struct {
	s   *machine
	sig map[*ir.Signal]*big.Int
	arr map[*ir.Array][]*big.Int
}

func newState(s *machine) *state {
	return &state{s, map[*ir.Signal]*big.Int{}, map[*ir.Array][]*big.Int{}}
}

// clock is the rising edge, everything having settled.
func (s *machine) clock(path string) {
	for _, q := range s.m.Properties {
		if q.Kind != ir.Cover && s.eval(q.Cond).Sign() == 0 {
			s.broken[path+" "+q.Name] = true
		}
	}
	next := newState(s)
	s.exec(s.m.Body, next)
	reads := map[*ir.ReadPort]*big.Int{}
	writes := map[*ir.Memory][]*big.Int{}
	for _, mem := range s.m.Memories {
		writes[mem] = append([]*big.Int{}, s.mem[mem]...)
		for _, w := range mem.Writes {
			if a := s.eval(w.Addr); a.Cmp(big.NewInt(int64(mem.Depth))) < 0 {
				writes[mem][a.Int64()] = lanesWritten(writes[mem][a.Int64()], s.eval(w.Enable), s.eval(w.Data), mem.Width/w.Enable.Width, w.Enable.Width)
			}
		}
		for _, r := range mem.Reads {
			if !r.Sync || s.eval(r.Enable).Sign() == 0 {
				continue
			}
			reads[r] = s.word(mem, r.Addr)
			if a := s.eval(r.Addr); mem.RDW == ir.ReadNew && a.Cmp(big.NewInt(int64(mem.Depth))) < 0 {
				reads[r] = writes[mem][a.Int64()]
			}
		}
	}
	for _, in := range s.m.Instances {
		for i, x := range s.sub[in] {
			name := in.Name
			if in.Array {
				name = fmt.Sprintf("%s_%d", in.Name, i)
			}
			x.clock(path + "." + name)
			for k := range x.broken {
				s.broken[k] = true
			}
		}
	}
	for x, v := range next.sig {
		s.sig[x] = v
	}
	for a, v := range next.arr {
		s.arr[a] = v
	}
	for mem, v := range writes {
		s.mem[mem] = v
	}
	for r, v := range reads {
		s.read[r] = v
	}
}

func (s *machine) exec(body []ir.Stmt, to *state) {
	for _, st := range body {
		switch st := st.(type) {
		case *ir.Assign:
			to.assign(st)
		case *ir.If:
			if s.eval(st.Cond).Sign() != 0 {
				s.exec(st.Then, to)
			} else {
				s.exec(st.Else, to)
			}
		case *ir.Switch:
			s.exec(s.choose(st), to)
		case *ir.Loop:
			for i := range st.N {
				s.loop[st] = i
				s.exec(st.Body, to)
			}
		}
	}
}

func (s *machine) choose(st *ir.Switch) []ir.Stmt {
	v := s.eval(st.Subject)
	for _, c := range st.Cases {
		for _, x := range c.Values {
			if x.Cmp(v) == 0 {
				return c.Body
			}
		}
	}
	return st.Default
}

func (to *state) assign(a *ir.Assign) {
	s, v := to.s, to.s.eval(a.Value)
	if a.Arr != nil {
		i := s.eval(a.Index)
		if i.Cmp(big.NewInt(int64(a.Arr.Depth))) >= 0 {
			return
		}
		if to.arr[a.Arr] == nil {
			to.arr[a.Arr] = append([]*big.Int{}, s.arr[a.Arr]...)
		}
		to.arr[a.Arr][i.Int64()] = v
		return
	}
	lo, w := a.Lo, a.Value.Width
	if a.Index != nil {
		i := s.eval(a.Index)
		if i.Cmp(big.NewInt(int64(a.Sig.Width/w))) >= 0 {
			return
		}
		lo = int(i.Int64()) * w
	}
	old := to.sig[a.Sig]
	if old == nil {
		old = s.sig[a.Sig]
	}
	hole := new(big.Int).Lsh(ones(w), uint(lo))
	to.sig[a.Sig] = new(big.Int).Or(new(big.Int).AndNot(old, hole), new(big.Int).Lsh(v, uint(lo)))
}

// ones and bitsAt cut vectors.
func ones(w int) *big.Int {
	x := new(big.Int).Lsh(big.NewInt(1), uint(w))
	return x.Sub(x, big.NewInt(1))
}

func bitsAt(v *big.Int, lo, w int) *big.Int {
	x := new(big.Int).Rsh(v, uint(lo))
	return x.And(x, ones(w))
}

// eval is the value of an expression in the present cycle.
func (s *machine) eval(n *ir.Node) *big.Int {
	switch n.Op {
	case ir.OpSignal:
		return s.sig[n.Sig]
	case ir.OpElem:
		if i := s.eval(n.Args[0]); i.Cmp(big.NewInt(int64(n.Arr.Depth))) < 0 {
			return s.arr[n.Arr][i.Int64()]
		}
		return new(big.Int)
	case ir.OpMemRead:
		return s.read[n.Read]
	case ir.OpInstOut:
		v := new(big.Int)
		for i, x := range s.sub[n.Inst] {
			v.Or(v, new(big.Int).Lsh(x.sig[n.Port], uint(i*n.Port.Width)))
		}
		return v
	case ir.OpLoopVar:
		return big.NewInt(int64(s.loop[n.Loop]))
	}
	args := make([]*big.Int, len(n.Args))
	for i, a := range n.Args {
		args[i] = s.eval(a)
	}
	return n.Apply(args)
}

// lanesWritten is the word with the enabled lanes of data.
func lanesWritten(word, enable, data *big.Int, lane, lanes int) *big.Int {
	out := new(big.Int)
	for i := range lanes {
		from := word
		if enable.Bit(i) == 1 {
			from = data
		}
		part := bitsAt(from, i*lane, lane)
		out.Or(out, part.Lsh(part, uint(i*lane)))
	}
	return out
}
