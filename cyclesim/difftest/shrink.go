package difftest

import (
	"math/big"
	"slices"

	"culprit.example/culprit/rtlgen/ir"
)

// Check runs a case; a difference means that it fails. It must give the same
// answer for the same case.
type Check func(*Case) (Difference, error)

// Shrink makes the case smaller, in place, as long as it fails: it removes
// cycles, statements, instances, signals and ports, and replaces expressions by 0,
// by an operand or by ones. It makes at most that many tries.
func Shrink(c *Case, check Check, tries int) Difference {
	s := &shrinker{c: c, check: check, left: tries}
	if !s.fails() {
		return Difference{}
	}
	s.cycles()
	for progress := true; progress && s.left > 0; {
		progress = false
		for _, m := range slices.Backward(slices.Clone(c.Design.Modules)) {
			for _, step := range []func(*ir.Module) bool{s.statements, s.parts, s.ports, s.copies, s.nodes} {
				if step(m) {
					progress = true
				}
			}
		}
		s.modules()
	}
	s.stimulus()
	return s.last
}

type shrinker struct {
	c     *Case
	check Check
	left  int
	last  Difference // of the smallest case that fails
}

func (s *shrinker) fails() bool {
	s.left--
	if s.left < 0 || ir.Verify(s.c.Design) != nil {
		return false
	}
	d, err := s.check(s.c)
	if err != nil || !d.Found() {
		return false
	}
	s.last = d
	return true
}

// try makes a change and reverts it if the case does not fail any more.
func (s *shrinker) try(change, undo func()) bool {
	change()
	if s.fails() {
		return true
	}
	undo()
	return false
}

// tryList replaces a list.
func tryList[T any](s *shrinker, list *[]T, other []T) bool {
	old := *list
	return s.try(func() { *list = other }, func() { *list = old })
}

// tryWithout removes elements of a list, half of them at once as long as that
// works, then fewer and fewer, starting at the end.
func tryWithout[T any](s *shrinker, list *[]T, keep func(T) bool) bool {
	progress := false
	for size := (len(*list) + 1) / 2; size > 0; size /= 2 {
		for end := len(*list); end > 0; end -= size {
			from := max(0, end-size)
			fewer := slices.Clone((*list)[:from])
			for _, x := range (*list)[from:end] {
				if keep(x) {
					fewer = append(fewer, x)
				}
			}
			if fewer = append(fewer, (*list)[end:]...); len(fewer) < len(*list) && tryList(s, list, fewer) {
				progress = true
			}
		}
	}
	return progress
}

// cycles removes cycles at the end and at the start, then resets and actions.
func (s *shrinker) cycles() {
	keep := func(from, to int) bool {
		inputs, actions, reset := s.c.Inputs, s.c.Actions, s.c.Reset
		return s.try(func() {
			s.c.Inputs = inputs[from:to]
			s.c.Actions = actions[min(from, len(actions)):min(to, len(actions))]
			s.c.Reset = reset[min(from, len(reset)):min(to, len(reset))]
		}, func() { s.c.Inputs, s.c.Actions, s.c.Reset = inputs, actions, reset })
	}
	if n := s.last.Cycle + 1; n < s.c.Cycles() {
		keep(0, n)
	}
	for n := s.c.Cycles() / 2; n > 0; n /= 2 {
		for n < s.c.Cycles() && keep(n, s.c.Cycles()) {
		}
	}
	if !tryList(s, &s.c.Reset, nil) {
		for i := range s.c.Reset {
			if s.c.Reset[i] {
				s.try(func() { s.c.Reset[i] = false }, func() { s.c.Reset[i] = true })
			}
		}
	}
	if !tryList(s, &s.c.Actions, nil) {
		for i := range s.c.Actions {
			tryWithout(s, &s.c.Actions[i], func(Action) bool { return false })
		}
	}
}

func (s *shrinker) stimulus() {
	s.cycles()
	for _, row := range s.c.Inputs {
		for i := range row {
			old := row[i]
			if old.Sign() != 0 {
				s.try(func() { row[i] = new(big.Int) }, func() { row[i] = old })
			}
		}
	}
}

// statements removes statements, or replaces a statement by one of its branches.
// The first assignment of a wire stays: without it, the wire would be undriven.
func (s *shrinker) statements(m *ir.Module) bool {
	progress := false
	assigned := map[*ir.Signal]bool{}
	stay := map[ir.Stmt]bool{}
	for _, st := range m.Body {
		if a, ok := st.(*ir.Assign); ok && a.Sig != nil && a.Sig.Kind != ir.Reg && !assigned[a.Sig] {
			assigned[a.Sig], stay[st] = true, true
		}
	}
	var body func(list *[]ir.Stmt)
	body = func(list *[]ir.Stmt) {
		if tryWithout(s, list, func(st ir.Stmt) bool { return stay[st] }) {
			progress = true
		}
		for i := 0; i < len(*list); i++ {
			for _, b := range branches((*list)[i]) {
				other := slices.Concat((*list)[:i], *b, (*list)[i+1:])
				if _, loop := (*list)[i].(*ir.Loop); !loop && tryList(s, list, other) {
					progress = true
					break
				}
				body(b)
			}
		}
	}
	body(&m.Body)
	return progress
}

func branches(st ir.Stmt) []*[]ir.Stmt {
	switch st := st.(type) {
	case *ir.If:
		return []*[]ir.Stmt{&st.Then, &st.Else}
	case *ir.Switch:
		list := []*[]ir.Stmt{&st.Default}
		for i := range st.Cases {
			list = append(list, &st.Cases[i].Body)
		}
		return list
	case *ir.Loop:
		return []*[]ir.Stmt{&st.Body}
	}
	return nil
}

// parts removes what nothing reads.
func (s *shrinker) parts(m *ir.Module) bool {
	progress := tryWithout(s, &m.Properties, func(*ir.Property) bool { return false })
	used := map[any]bool{}
	m.RootNodes(func(root *ir.Node) {
		ir.WalkNodes(root, map[*ir.Node]bool{}, func(n *ir.Node) {
			used[n.Sig], used[n.Arr], used[n.Mem], used[n.Inst], used[n.Read], used[n.Named] = true, true, true, true, true, true
		})
	})
	for _, sig := range slices.Clone(m.Signals) {
		if !used[sig] && s.without(m, func(a *ir.Assign) bool { return a.Sig == sig }, func() {
			m.Signals = slices.DeleteFunc(slices.Clone(m.Signals), func(x *ir.Signal) bool { return x == sig })
		}) {
			progress = true
		}
	}
	for _, arr := range slices.Clone(m.Arrays) {
		if !used[arr] && s.without(m, func(a *ir.Assign) bool { return a.Arr == arr }, func() {
			m.Arrays = slices.DeleteFunc(slices.Clone(m.Arrays), func(x *ir.Array) bool { return x == arr })
		}) {
			progress = true
		}
	}
	for _, mem := range m.Memories {
		if tryWithout(s, &mem.Reads, func(r *ir.ReadPort) bool { return used[r] }) {
			progress = true
		}
	}
	ir.WalkStmts(m.Body, func(st ir.Stmt) {
		if sw, ok := st.(*ir.Switch); ok {
			for _, k := range sw.Cases {
				for _, c := range k.Labels {
					used[c] = true
				}
			}
		}
	})
	progress = tryWithout(s, &m.Constants, func(c *ir.Constant) bool { return used[c] }) || progress
	return tryWithout(s, &m.Memories, func(x *ir.Memory) bool { return used[x] }) ||
		tryWithout(s, &m.Instances, func(x *ir.Instance) bool { return used[x] }) || progress
}

// without removes assignments, and does more.
func (s *shrinker) without(m *ir.Module, drop func(*ir.Assign) bool, more func()) bool {
	before := *m
	loops := map[*ir.Loop][]ir.Stmt{}
	ir.WalkStmts(m.Body, func(st ir.Stmt) {
		if l, ok := st.(*ir.Loop); ok {
			loops[l] = l.Body
		}
	})
	return s.try(func() {
		m.Body = pruned(m.Body, drop)
		more()
	}, func() {
		*m = before
		for l, body := range loops {
			l.Body = body
		}
	})
}

// pruned copies statements without some of the assignments.
func pruned(body []ir.Stmt, drop func(*ir.Assign) bool) []ir.Stmt {
	var out []ir.Stmt
	for _, st := range body {
		switch st := st.(type) {
		case *ir.Assign:
			if !drop(st) {
				out = append(out, st)
			}
		case *ir.If:
			c := *st
			c.Then, c.Else = pruned(st.Then, drop), pruned(st.Else, drop)
			out = append(out, &c)
		case *ir.Switch:
			c := *st
			c.Default, c.Cases = pruned(st.Default, drop), slices.Clone(st.Cases)
			for i := range c.Cases {
				c.Cases[i].Body = pruned(c.Cases[i].Body, drop)
			}
			out = append(out, &c)
		case *ir.Loop:
			// Nodes refer to the loop, so it is changed in place.
			st.Body = pruned(st.Body, drop)
			out = append(out, st)
		}
	}
	return out
}

// ports removes outputs that nothing reads, and inputs.
func (s *shrinker) ports(m *ir.Module) bool {
	progress := false
	if part := m.Part; part != nil && s.try(func() { m.Part = nil }, func() { m.Part = part }) {
		progress = true
	}
	read := map[*ir.Signal]bool{}
	for _, x := range s.c.Design.Modules {
		x.RootNodes(func(root *ir.Node) {
			ir.WalkNodes(root, map[*ir.Node]bool{}, func(n *ir.Node) { read[n.Sig], read[n.Port] = true, true })
		})
	}
	for _, p := range slices.Clone(m.Ports) {
		if read[p] {
			continue
		}
		if p.Kind == ir.Output && s.without(m, func(a *ir.Assign) bool { return a.Sig == p },
			func() { m.Ports = otherPorts(m, p) }) {
			progress = true
		}
		if p.Kind == ir.Input && s.input(m, p) {
			progress = true
		}
	}
	return progress
}

func otherPorts(m *ir.Module, p *ir.Signal) []*ir.Signal {
	return slices.DeleteFunc(slices.Clone(m.Ports), func(x *ir.Signal) bool { return x == p })
}

// input removes an input port, its connections and its stimulus.
func (s *shrinker) input(m *ir.Module, p *ir.Signal) bool {
	var undo []func()
	return s.try(func() {
		if m == s.c.Design.Top {
			i := slices.Index(m.Inputs(), p)
			for k, row := range s.c.Inputs {
				undo = append(undo, func() { s.c.Inputs[k] = row })
				s.c.Inputs[k] = slices.Delete(slices.Clone(row), i, i+1)
			}
		}
		for _, x := range s.c.Design.Modules {
			for _, in := range x.Instances {
				conns := in.Conns
				undo = append(undo, func() { in.Conns = conns })
				in.Conns = slices.DeleteFunc(slices.Clone(conns), func(c ir.Conn) bool { return c.Port == p })
			}
		}
		ports := m.Ports
		undo = append(undo, func() { m.Ports = ports })
		m.Ports = otherPorts(m, p)
	}, func() {
		for _, f := range undo {
			f()
		}
	})
}

// modules removes modules that are no longer instantiated.
func (s *shrinker) modules() {
	d := s.c.Design
	used := map[*ir.Module]bool{d.Top: true}
	for _, m := range slices.Backward(d.Modules) {
		if used[m] {
			for _, in := range m.Instances {
				used[in.Of] = true
			}
		}
	}
	d.Modules = slices.DeleteFunc(slices.Clone(d.Modules), func(m *ir.Module) bool { return !used[m] })
}

// nodes replaces expressions by 0, an operand or ones, the largest first. (An enable
// that has to be on is smallest as ones.)
func (s *shrinker) nodes(m *ir.Module) bool {
	progress := false
	var list []*ir.Node
	seen := map[*ir.Node]bool{}
	m.RootNodes(func(root *ir.Node) {
		ir.WalkNodes(root, seen, func(n *ir.Node) { list = append(list, n) })
	})
	for _, n := range slices.Backward(list) {
		if n.Op == ir.OpConst && n.Const.Sign() == 0 || s.c.fixed[n] {
			continue
		}
		old := *n
		put := func(by ir.Node) bool { return s.try(func() { *n = by }, func() { *n = old }) }
		done := put(ir.Node{Op: ir.OpConst, Width: n.Width, Const: new(big.Int)})
		for _, a := range old.Args {
			if !done && a.Width == old.Width {
				done = put(*a)
			}
		}
		if ones := ir.Ones(n.Width); !done && (old.Op != ir.OpConst || old.Const.Cmp(ones) != 0) {
			done = put(ir.Node{Op: ir.OpConst, Width: n.Width, Const: ones})
		}
		progress = progress || done
	}
	return progress
}
