package mutate

import (
	"math/big"

	"culprit.example/culprit/rtlgen/ir"
)

// statements lists the mutants of ifs, switches and assignments.
func (c *collector) statements() {
	alone := lostWithIf(c.module.Body)
	defaulted := overrides(c.module.Body)
	eachStmt(c.module.Body, c.live, func(s ir.Stmt) {
		c.where = ""
		switch s := s.(type) {
		case *ir.If:
			c.where = firstAssigned(s, c.live)
			c.conditionOf(slot{s, value}, s.Pos, "if")
		case *ir.Switch:
			c.where = firstAssigned(s, c.live)
			c.arms(s, defaulted)
		case *ir.Assign:
			c.assigned(s)
			c.lost(s, alone[s], defaulted[s])
		}
	})
	c.where = ""
}

// conditionOf lists the mutants of a condition of 1 bit.
func (c *collector) conditionOf(at slot, pos ir.Pos, what string) {
	c.add(condition, pos, edit{target: at, by: not}, "%s negated", what)
	c.add(condition, pos, edit{target: at, by: func(n *ir.Node) *ir.Node { return zero(1, n.Pos) }}, "%s never", what)
	c.add(condition, pos, edit{target: at, by: func(n *ir.Node) *ir.Node { return ones(1, n.Pos) }}, "%s always", what)
}

// arms lists the cases of a switch that do what the default does. Where there is none, a
// case that gives a wire its only value does what the next one does.
func (c *collector) arms(s *ir.Switch, defaulted map[*ir.Assign]bool) {
	for i, k := range s.Cases {
		instead, what := s.Default, "case %d lost"
		missing := len(s.Default) > 0 || keeps(k.Body, defaulted)
		if !missing {
			instead, what = s.Cases[(i+1)%len(s.Cases)].Body, "case %d does what the next one does"
		}
		if !missing && len(s.Cases) == 1 || hasLoop(instead) { // of which the index would be used in two loops
			continue
		}
		c.add(condition, k.Pos, edit{target: arm{s, i}, instead: instead, missing: missing}, what, k.Values[0])
	}
}

func hasLoop(body []ir.Stmt) bool {
	found := false
	ir.WalkStmts(body, func(s ir.Stmt) {
		if _, ok := s.(*ir.Loop); ok {
			found = true
		}
	})
	return found
}

// keeps reports whether all that the statements assign has a value without them: registers,
// arrays, and wires with one from before.
func keeps(body []ir.Stmt, defaulted map[*ir.Assign]bool) bool {
	all := true
	ir.WalkAssigns(body, func(a *ir.Assign, _ *ir.Context) { all = all && (isState(a) || defaulted[a]) })
	return all
}

func isState(a *ir.Assign) bool { return a.Arr != nil || a.Sig.Kind == ir.Reg }

// targetName is the name of what is assigned.
func targetName(a *ir.Assign) string {
	if a.Arr != nil {
		return a.Arr.Name
	}
	return a.Sig.Name
}

// assigned lists the mutants of the value of an assignment, and of its index.
func (c *collector) assigned(a *ir.Assign) {
	c.valueOf(assignment, slot{a, value}, a.Pos, a.Value.Width, targetName(a))
	if a.Index != nil {
		c.indexOf(slot{a, index}, a.Pos, targetName(a))
	}
}

// valueOf lists the mutants of a value: stuck, or inverted, in one bit, or 0.
func (c *collector) valueOf(rule string, at slot, pos ir.Pos, width int, name string) {
	c.add(rule, pos, edit{target: at, by: func(n *ir.Node) *ir.Node { return zero(n.Width, n.Pos) }}, "%s gets 0", name)
	if width == 1 {
		c.add(rule, pos, edit{target: at, by: func(n *ir.Node) *ir.Node { return ones(1, n.Pos) }}, "%s gets 1", name)
		c.add(rule, pos, edit{target: at, by: not}, "%s gets the opposite", name)
		return
	}
	for _, bit := range ends(width) {
		c.add(rule, pos, edit{target: at, by: func(n *ir.Node) *ir.Node { return flipped(n, bit.number.(int)) }},
			"bit %v of %s inverted", bit, name)
	}
}

// ends are the lowest and the highest bit of a value.
func ends(width int) []varies { return []varies{{0, "lowest"}, {width - 1, "highest"}} }

func (c *collector) indexOf(at slot, pos ir.Pos, name string) {
	for _, op := range []ir.Op{ir.OpAdd, ir.OpSub} {
		c.add(indexing, pos, edit{target: at, by: func(n *ir.Node) *ir.Node { return moved(n, op) }}, "index of %s one %s", name,
			higher(op))
	}
}

// lost lists that the assignment is missing: of state, which keeps its value then, or of
// a wire that has a value from before. What is alone under an if is lost with it.
func (c *collector) lost(a *ir.Assign, alone, defaulted bool) {
	switch {
	case alone:
	case isState(a):
		c.add(enabling, a.Pos, edit{target: a}, "update of %s lost", targetName(a))
	case defaulted:
		c.add(assignment, a.Pos, edit{target: a}, "value of %s lost", targetName(a))
	}
}

// lostWithIf are the assignments that are all of an if.
func lostWithIf(body []ir.Stmt) map[*ir.Assign]bool {
	alone := map[*ir.Assign]bool{}
	ir.WalkStmts(body, func(s ir.Stmt) {
		i, ok := s.(*ir.If)
		if !ok || len(i.Then)+len(i.Else) != 1 {
			return
		}
		for _, s := range append(append([]ir.Stmt{}, i.Then...), i.Else...) {
			if a, ok := s.(*ir.Assign); ok {
				alone[a] = true
			}
		}
	})
	return alone
}

// overrides are the assignments of wires and outputs that have a value already, from an
// assignment of the whole signal before: without them, it keeps that value.
func overrides(body []ir.Stmt) map[*ir.Assign]bool {
	found := map[*ir.Assign]bool{}
	var walk func(body []ir.Stmt, outer map[*ir.Signal]bool)
	walk = func(body []ir.Stmt, outer map[*ir.Signal]bool) {
		have := map[*ir.Signal]bool{}
		for s := range outer {
			have[s] = true
		}
		for _, s := range body {
			switch s := s.(type) {
			case *ir.Assign:
				if s.Sig != nil && have[s.Sig] {
					found[s] = true
				}
				if s.Sig != nil && s.Index == nil && s.Value.Width == s.Sig.Width {
					have[s.Sig] = true
				}
			case *ir.If:
				walk(s.Then, have)
				walk(s.Else, have)
			case *ir.Switch:
				for _, k := range s.Cases {
					walk(k.Body, have)
				}
				walk(s.Default, have)
			case *ir.Loop:
				walk(s.Body, have)
			}
		}
	}
	walk(body, nil)
	return found
}

// memories lists the mutants of the ports of memories.
func (c *collector) memories() {
	for _, mem := range c.module.Memories {
		for _, w := range mem.Writes {
			c.enableOf(slot{w, enable}, w.Pos, w.Enable.Width, "write of "+mem.Name)
			c.indexOf(slot{w, index}, w.Pos, mem.Name)
			c.valueOf(assignment, slot{w, data}, w.Pos, mem.Width, mem.Name)
		}
		for _, r := range mem.Reads {
			if r.Enable != nil {
				c.enableOf(slot{r, enable}, r.Pos, 1, "read "+r.Name)
			}
			c.indexOf(slot{r, index}, r.Pos, r.Name)
		}
	}
}

func (c *collector) enableOf(at slot, pos ir.Pos, width int, what string) {
	c.add(enabling, pos, edit{target: at, by: func(n *ir.Node) *ir.Node { return zero(n.Width, n.Pos) }}, "%s never", what)
	c.add(enabling, pos, edit{target: at, by: func(n *ir.Node) *ir.Node { return ones(n.Width, n.Pos) }}, "%s always", what)
	if width > 1 {
		c.add(enabling, pos, edit{target: at, by: func(n *ir.Node) *ir.Node { return stuck(n, 0, 0) }}, "%s never in lane 0", what)
	}
}

// connections lists the mutants of the inputs of instances.
func (c *collector) connections() {
	for _, in := range c.module.Instances {
		for i := range in.Conns {
			conn := &in.Conns[i]
			at, name := slot{conn, value}, in.Name+"."+conn.Port.Name
			c.add(connection, conn.Pos, edit{target: at, by: func(n *ir.Node) *ir.Node { return zero(n.Width, n.Pos) }}, "%s is 0",
				name)
			c.stuckBits(at, conn, name)
			if s := c.another(conn); s != nil {
				c.add(connection, conn.Pos, edit{target: at, by: func(n *ir.Node) *ir.Node {
					return &ir.Node{Op: ir.OpSignal, Width: s.Width, Sig: s, Pos: n.Pos}
				}}, "%s is %s", name, s.Name)
			}
		}
	}
}

func (c *collector) stuckBits(at slot, conn *ir.Conn, name string) {
	for _, bit := range ends(conn.Value.Width) {
		for level := range 2 {
			c.add(connection, conn.Pos, edit{target: at, by: func(n *ir.Node) *ir.Node {
				return stuck(n, bit.number.(int), level)
			}}, "bit %v of %s is always %d", bit, name, level)
		}
	}
}

// another is a register as wide as the connection that it is not connected to. A wire or
// an input could close a combinational loop.
func (c *collector) another(conn *ir.Conn) *ir.Signal {
	for _, s := range c.module.Signals {
		if s.Kind == ir.Reg && !s.VerificationOnly && s.Width == conn.Value.Width && conn.Value.Sig != s {
			return s
		}
	}
	return nil
}

// resets lists the mutants of reset values.
func (c *collector) resets() {
	for _, s := range c.module.Signals {
		if s.Kind == ir.Reg && !s.NoReset && c.live[s] {
			c.resetOf(s, s.Pos, s.Name, s.Width)
		}
	}
	for _, a := range c.module.Arrays {
		if !a.NoReset && c.live[a] {
			c.resetOf(a, a.Pos, a.Name, a.Width)
		}
	}
}

// resetOf lists the mutants of the reset of a register or a register array, under the
// names that mutant.Resets has for them.
func (c *collector) resetOf(target any, pos ir.Pos, name string, width int) {
	c.add(Reset, pos, edit{target: target}, "%s: no reset", name)
	c.add(Reset, pos, edit{target: target, flip: big.NewInt(1)}, "%s: bit 0 flipped in reset", name)
	if width > 1 {
		c.add(Reset, pos, edit{target: target, flip: new(big.Int).Lsh(big.NewInt(1), uint(width-1))},
			"%s: bit %v flipped in reset", name, varies{width - 1, "highest"})
	}
	if width > 2 {
		c.add(Reset, pos, edit{target: target, flip: ir.Ones(width)}, "%s: all bits flipped in reset", name)
	}
}
