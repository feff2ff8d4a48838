package verilog

import (
	"fmt"
	"slices"
	"strings"

	"culprit.example/culprit/rtlgen/ir"
)

// screen is the most registers that share a block because each has one line in it: their resets and their updates are
// then seen together.
const screen = 16

// shared joins always blocks of registers with the same clock and reset, which a person writes as one: those that are
// one if with the same condition, and those of one line each, which take a value at every edge or under a condition of
// their own. The block stands where the first of them stood. Arrays keep blocks of their own, as tools infer memories
// from them.
func shared(blocks []*block) []*block { return byLine(byEnable(blocks)) }

// byEnable joins blocks of a kind that are one if with the same condition.
func byEnable(blocks []*block) []*block {
	type key struct {
		kind  kindOfBlock
		shape string // of the condition
	}
	type group struct {
		cond  *ir.Node
		first *block
		rest  []*block
	}
	var out []*block
	var groups []*group
	open := map[key][]*group{}
	for _, b := range blocks {
		s := onlyIf(b.body)
		if s == nil || len(b.arrs) > 0 {
			out = append(out, b)
			continue
		}
		k := key{b.kind(), shape(s.Cond)}
		i := slices.IndexFunc(open[k], func(g *group) bool { return ir.SameValue(g.cond, s.Cond) })
		if i >= 0 {
			open[k][i].rest = append(open[k][i].rest, b)
			continue
		}
		g := &group{cond: s.Cond, first: b}
		open[k], groups, out = append(open[k], g), append(groups, g), append(out, b)
	}
	for _, g := range groups {
		g.first.join(g.rest)
	}
	return out
}

// byLine joins blocks of a kind that have a line for each register, until a screen is full.
func byLine(blocks []*block) []*block {
	var out []*block
	open := map[kindOfBlock][]*block{} // those that have room
	for _, b := range blocks {
		k := b.kind()
		if len(b.arrs) > 0 || len(b.regs) >= screen || !simple(b.body) {
			out = append(out, b)
			continue
		}
		i := slices.IndexFunc(open[k], func(first *block) bool { return len(first.regs)+len(b.regs) <= screen })
		if i < 0 {
			open[k], out = append(open[k], b), append(out, b)
			continue
		}
		first := open[k][i]
		first.join([]*block{b})
		if len(first.regs) == screen {
			open[k] = slices.Delete(open[k], i, i+1)
		}
	}
	return out
}

// shape is equal for equal conditions, and seldom for others.
func shape(n *ir.Node) string {
	var b strings.Builder
	var write func(n *ir.Node, levels int)
	write = func(n *ir.Node, levels int) {
		fmt.Fprintf(&b, "%d %d %d", n.Op, n.Width, n.Lo)
		switch {
		case n.Sig != nil:
			b.WriteString(n.Sig.Name)
		case n.Read != nil:
			b.WriteString(n.Read.Name)
		case n.Inst != nil:
			b.WriteString(n.Inst.Name + "." + n.Port.Name)
		case n.Const != nil:
			b.WriteString(n.Const.Text(16))
		}
		if levels > 0 {
			for _, a := range n.Args {
				b.WriteByte('(')
				write(a, levels-1)
			}
		}
	}
	write(n, 3)
	return b.String()
}

// simple reports whether the statements are assignments, loops of them, and ifs with one assignment.
func simple(body []ir.Stmt) bool {
	for _, s := range body {
		body := []ir.Stmt{s}
		if x, ok := s.(*ir.If); ok {
			if body = slices.Concat(x.Then, x.Else); len(body) != 1 {
				return false
			}
		}
		if !unconditional(body) {
			return false
		}
	}
	return true
}

// unconditional reports whether the statements are assignments, and loops of them.
func unconditional(body []ir.Stmt) bool {
	for _, s := range body {
		switch s := s.(type) {
		case *ir.Assign:
		case *ir.Loop:
			if !unconditional(s.Body) {
				return false
			}
		default:
			return false
		}
	}
	return true
}

// onlyIf is the if that the statements consist of, nil if they are something else.
func onlyIf(body []ir.Stmt) *ir.If {
	if len(body) != 1 {
		return nil
	}
	s, _ := body[0].(*ir.If)
	return s
}

// join adds the registers and statements of others, which assign other registers.
func (b *block) join(others []*block) {
	bodies := [][]ir.Stmt{b.body}
	for _, o := range others {
		b.regs = append(b.regs, o.regs...)
		bodies = append(bodies, o.body)
	}
	b.body = joinBodies(bodies)
}

// joinBodies is all bodies one after the other. Ifs of one condition with which they begin are one if.
func joinBodies(bodies [][]ir.Stmt) []ir.Stmt {
	bodies = slices.DeleteFunc(bodies, func(body []ir.Stmt) bool { return len(body) == 0 })
	if len(bodies) == 0 {
		return nil
	}
	first := onlyIf(bodies[0])
	same := 0
	var then, otherwise [][]ir.Stmt
	for ; first != nil && same < len(bodies); same++ {
		s := onlyIf(bodies[same])
		if s == nil || !ir.SameValue(s.Cond, first.Cond) {
			break
		}
		then, otherwise = append(then, s.Then), append(otherwise, s.Else)
	}
	if same < 2 {
		return slices.Concat(bodies...)
	}
	all := *first
	all.Then, all.Else = joinBodies(then), joinBodies(otherwise)
	return append([]ir.Stmt{&all}, slices.Concat(bodies[same:]...)...)
}
