package verilog

import (
	"slices"

	"culprit.example/culprit/rtlgen/ir"
)

// screen is the most registers that share a block because each has one line in it: their resets and their updates are
// then seen together.
const screen = 16

// shared joins always blocks of registers with the same clock and reset, which a person writes as one: those that are
// one if with the same condition, and those of one line each, which take a value at every edge or under a condition of
// their own. The block stands where the first of them stood. Arrays keep blocks of their own, as tools infer memories
// from them.
func shared(blocks []*block) []*block {
	return joined(joined(blocks, sameEnable), oneLine)
}

// joined joins each block to the first one before it of its kind with which it may share.
func joined(blocks []*block, may func(first, b *block) bool) []*block {
	var out []*block
	open := map[kindOfBlock][]*block{}
	for _, b := range blocks {
		kind := kindOfBlock{b.clock, b.verificationOnly, b.noReset}
		i := slices.IndexFunc(open[kind], func(first *block) bool { return may(first, b) })
		switch {
		case len(b.arrs) > 0:
			out = append(out, b)
		case i >= 0:
			open[kind][i].join(b)
		default:
			open[kind] = append(open[kind], b)
			out = append(out, b)
		}
	}
	return out
}

// sameEnable reports whether both blocks are one if with the same condition.
func sameEnable(first, b *block) bool {
	s, t := onlyIf(first.body), onlyIf(b.body)
	return s != nil && t != nil && ir.SameValue(s.Cond, t.Cond)
}

// oneLine reports whether both blocks have a line for each register, and few enough.
func oneLine(first, b *block) bool {
	return len(first.regs)+len(b.regs) <= screen && simple(first.body) && simple(b.body)
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

// join adds the registers and statements of o, which assigns other registers.
func (b *block) join(o *block) {
	b.regs = append(b.regs, o.regs...)
	b.body = joinBodies(b.body, o.body)
}

// joinBodies is both bodies, with ifs of one condition as one if.
func joinBodies(a, b []ir.Stmt) []ir.Stmt {
	s, t := onlyIf(a), onlyIf(b)
	if s == nil || t == nil || !ir.SameValue(s.Cond, t.Cond) {
		return append(a[:len(a):len(a)], b...)
	}
	both := *s
	both.Then, both.Else = joinBodies(s.Then, t.Then), joinBodies(s.Else, t.Else)
	return []ir.Stmt{&both}
}
