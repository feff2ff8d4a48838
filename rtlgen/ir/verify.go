package ir

import "fmt"

// Verify checks the invariants of a netlist, and that no net depends on itself within a
// cycle, also through instances. A netlist that a builder or a
// transformation hands on must pass; the error names the first violation.
func Verify(d *Design) error {
	if d.Top == nil || len(d.Modules) == 0 || d.Modules[len(d.Modules)-1] != d.Top {
		return fmt.Errorf("the top module must be the last of the design")
	}
	known := map[*Module]bool{}
	names := map[string]bool{}
	paths, domains := Paths{}, Domains{}
	for _, m := range d.Modules {
		if names[m.Name] {
			return fmt.Errorf("two modules named %s", m.Name)
		}
		names[m.Name] = true
		for _, in := range m.Instances {
			if !known[in.Of] {
				return fmt.Errorf("module %s: instance %s comes before its module %s", m.Name, in.Name, in.Of.Name)
			}
		}
		known[m] = true
		if err := verifyModule(m); err != nil {
			return fmt.Errorf("module %s: %w", m.Name, err)
		}
		if err := verifyLoops(m, paths); err != nil {
			return fmt.Errorf("module %s: %w", m.Name, err)
		}
		if err := verifyCrossings(m, domains); err != nil {
			return fmt.Errorf("module %s: %w", m.Name, err)
		}
	}
	return nil
}

// verifyLoops checks that no net depends on itself within a cycle.
func verifyLoops(m *Module, paths Paths) error {
	var err error
	paths.Loops(m, func(hops []Net) {
		if err != nil {
			return
		}
		names := ""
		for _, h := range hops {
			names += h.String() + " <- "
		}
		err = fmt.Errorf("%s: combinational loop: %s%s: put a register on one of the hops", hops[0].Pos(), names, hops[0])
	})
	return err
}

type verifier struct {
	signals map[*Signal]bool
	arrays  map[*Array]bool
	reads   map[*ReadPort]bool
	insts   map[*Instance]bool
	ports   map[*Module]map[*Signal]bool // the output ports of modules
	seen    map[*Node]bool

	constants map[*Constant]bool
	enums     map[*Enum]bool
}

func verifyModule(m *Module) error {
	v := &verifier{
		signals: map[*Signal]bool{}, arrays: map[*Array]bool{}, reads: map[*ReadPort]bool{}, insts: map[*Instance]bool{},
		ports: map[*Module]map[*Signal]bool{},
		seen:  map[*Node]bool{}, constants: map[*Constant]bool{}, enums: map[*Enum]bool{},
	}
	for _, check := range []func(*Module) error{verifyNames, v.named, v.part, (*Module).VerifyClocks} {
		if err := check(m); err != nil {
			return err
		}
	}
	if err := v.objects(m); err != nil {
		return err
	}
	var err error
	m.RootNodes(func(n *Node) {
		if err == nil {
			err = v.dag(n)
		}
	})
	if err != nil {
		return err
	}
	if err := verifyPorts(m); err != nil {
		return err
	}
	WalkStmts(m.Body, func(s Stmt) {
		if err == nil {
			err = v.stmt(s)
		}
	})
	if err != nil {
		return err
	}
	if err := verifyWatched(m); err != nil {
		return err
	}
	return verifyLoopVars(m)
}

// objects checks what a module declares, and notes it.
func (v *verifier) objects(m *Module) error {
	for _, check := range []func(*Module) error{v.declaredSignals, v.declaredArrays, v.memories} {
		if err := check(m); err != nil {
			return err
		}
	}
	for _, in := range m.Instances {
		v.insts[in] = true
		if err := verifyConns(in); err != nil {
			return err
		}
	}
	return nil
}

func (v *verifier) declaredSignals(m *Module) error {
	for _, s := range append(append([]*Signal{}, m.Ports...), m.Signals...) {
		if s.Width < 1 || (s.Kind == Reg && !s.NoReset) != (s.Reset != nil) || s.NoReset && s.Kind != Reg {
			return fmt.Errorf("signal %s: bad width or reset value", s.Name)
		}
		if s.VerificationOnly && (s.Kind == Input || s.Kind == Output) {
			return fmt.Errorf("signal %s: a port cannot be verification-only", s.Name)
		}
		if s.Reset != nil && s.Reset.BitLen() > s.Width || s.DataReset != nil && s.DataReset.BitLen() > s.Width {
			return fmt.Errorf("register %s: the reset value is too wide", s.Name)
		}
		if s.DataReset != nil && !s.NoReset {
			return fmt.Errorf("register %s: two reset values", s.Name)
		}
		if s.Enum != nil && (!v.enums[s.Enum] || s.Enum.Width != s.Width) {
			return fmt.Errorf("signal %s: it does not fit enumeration %s", s.Name, s.Enum.Name)
		}
		v.signals[s] = true
	}
	return nil
}

func (v *verifier) declaredArrays(m *Module) error {
	for _, a := range m.Arrays {
		if a.Width < 1 || a.Depth < 1 || !a.NoReset && len(a.Reset) != a.Depth || a.NoReset && len(a.Reset) > 0 {
			return fmt.Errorf("array %s: bad shape", a.Name)
		}
		for i, x := range a.Reset {
			if x.Sign() < 0 || x.BitLen() > a.Width {
				return fmt.Errorf("array %s: reset value %d is too wide", a.Name, i)
			}
		}
		v.arrays[a] = true
	}
	return nil
}

func (v *verifier) memories(m *Module) error {
	for _, mem := range m.Memories {
		if err := verifyContents(mem); err != nil {
			return err
		}
		if mem.Style == StyleBlock && mem.readsAtOnce() {
			return fmt.Errorf("memory %s: a block RAM has no asynchronous read", mem.Name)
		}
		for _, r := range mem.Reads {
			v.reads[r] = true
			if r.Sync != (r.Enable != nil) {
				return fmt.Errorf("read port %s: enable does not fit its kind", r.Name)
			}
			if r.RDW != nil && (!r.Sync || len(r.RDW) != len(mem.Writes)) {
				return fmt.Errorf("read port %s: %d behaviours while written, for %d write ports", r.Name, len(r.RDW),
					len(mem.Writes))
			}
		}
	}
	return nil
}

// verifyNames checks that every name of the module means one thing.
func verifyNames(m *Module) error {
	known := map[string]bool{}
	for _, name := range m.Names() {
		if known[name] {
			return fmt.Errorf("two things named %s", name)
		}
		known[name] = true
	}
	return nil
}

// Names are the names of what is in the module, properties apart.
func (m *Module) Names() []string {
	var names []string
	for _, c := range m.Constants {
		names = append(names, c.Label())
	}
	for _, s := range append(append([]*Signal{}, m.Ports...), m.Signals...) {
		names = append(names, s.Name)
	}
	for _, a := range m.Arrays {
		names = append(names, a.Name)
	}
	for _, mem := range m.Memories {
		names = append(names, mem.Name)
		for _, r := range mem.Reads {
			names = append(names, r.Name)
		}
	}
	for _, in := range m.Instances {
		names = append(names, in.Name)
	}
	return names
}

// verifyContents checks the words that a memory starts with.
func verifyContents(mem *Memory) error {
	if mem.Contents == nil {
		return nil
	}
	if len(mem.Contents) != mem.Depth {
		return fmt.Errorf("memory %s of %d words has contents of %d", mem.Name, mem.Depth, len(mem.Contents))
	}
	for i, x := range mem.Contents {
		if x.Sign() < 0 || x.BitLen() > mem.Width {
			return fmt.Errorf("memory %s: word %d is too wide", mem.Name, i)
		}
	}
	return nil
}

// verifyLoopVars checks that an index is used within its loop only.
func verifyLoopVars(m *Module) error {
	var err error
	m.StrayIndices(func(root, n *Node) {
		if err == nil {
			err = fmt.Errorf("%s: index %s is used outside its loop", root.Pos, n.Loop.Var)
		}
	})
	return err
}

func verifyConns(in *Instance) error {
	inputs := in.Of.Inputs()
	if in.Count != 1 && !in.Array {
		return fmt.Errorf("instance %s: %d copies of what is no array", in.Name, in.Count)
	}
	if len(in.Conns) != len(inputs) || in.Count < 1 {
		return fmt.Errorf("instance %s: %d connections for %d inputs", in.Name, len(in.Conns), len(inputs))
	}
	for i, c := range in.Conns {
		if c.Port != inputs[i] {
			return fmt.Errorf("instance %s: connection %d is of %s, not of %s, input %d of module %s", in.Name, i, c.Port.Name,
				inputs[i].Name, i, in.Of.Name)
		}
		want := c.Port.Width * in.Count
		if c.Broadcast {
			want = c.Port.Width
		}
		if c.Value.Width != want {
			return fmt.Errorf("instance %s: connection of %s has %d bits, want %d", in.Name, c.Port.Name, c.Value.Width, want)
		}
	}
	return nil
}

func verifyPorts(m *Module) error {
	for _, mem := range m.Memories {
		for _, w := range mem.Writes {
			if w.Enable.Width < 1 || mem.Width%w.Enable.Width != 0 || w.Data.Width != mem.Width ||
				w.Addr.Width != IndexBits(mem.Depth) {
				return fmt.Errorf("memory %s: bad write port", mem.Name)
			}
		}
		for _, r := range mem.Reads {
			if r.Addr.Width != IndexBits(mem.Depth) || r.Enable != nil && r.Enable.Width != 1 {
				return fmt.Errorf("memory %s: bad read port %s", mem.Name, r.Name)
			}
		}
	}
	for _, p := range m.Properties {
		if p.Cond.Width != 1 {
			return fmt.Errorf("property %s: condition of %d bits", p.Name, p.Cond.Width)
		}
	}
	return nil
}

func (v *verifier) stmt(s Stmt) error {
	switch s := s.(type) {
	case *Assign:
		switch {
		case (s.Sig == nil) == (s.Arr == nil):
			return fmt.Errorf("%s: an assignment has one target", s.Pos)
		case s.Arr != nil && (!v.arrays[s.Arr] || s.Index == nil || s.Value.Width != s.Arr.Width):
			return fmt.Errorf("%s: bad assignment to array %s", s.Pos, s.Arr.Name)
		case s.Sig != nil && (!v.signals[s.Sig] || s.Sig.Kind == Input):
			return fmt.Errorf("%s: bad target %s", s.Pos, s.Sig.Name)
		case s.Sig != nil && s.Index == nil && (s.Lo < 0 || s.Lo+s.Value.Width > s.Sig.Width):
			return fmt.Errorf("%s: assignment beyond the end of %s", s.Pos, s.Sig.Name)
		case s.Sig != nil && s.Index != nil && s.Sig.Width%s.Value.Width != 0:
			return fmt.Errorf("%s: lanes of %s do not divide it", s.Pos, s.Sig.Name)
		}
	case *If:
		if s.Cond.Width != 1 {
			return fmt.Errorf("%s: condition of %d bits", s.Pos, s.Cond.Width)
		}
	case *Switch:
		seen := map[string]bool{}
		for _, k := range s.Cases {
			for _, x := range k.Values {
				if x.BitLen() > s.Subject.Width || seen[x.String()] {
					return fmt.Errorf("%s: bad case %s", k.Pos, x)
				}
				seen[x.String()] = true
			}
			if err := v.labels(k); err != nil {
				return err
			}
		}
	case *Loop:
		if s.N < 1 {
			return fmt.Errorf("%s: loop of %d rounds", s.Pos, s.N)
		}
	}
	return nil
}

func (v *verifier) dag(root *Node) error {
	var err error
	WalkNodes(root, v.seen, func(n *Node) {
		if err == nil {
			if e := v.node(n); e != nil {
				err = fmt.Errorf("%s: %s: %w", n.Pos, n.Op, e)
			}
		}
	})
	return err
}
