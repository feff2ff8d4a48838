package compiled

import (
	"sort"

	"culprit/cyclesim/internal/machine"
	"culprit/cyclesim/internal/schedule"
	"culprit/rtlgen/ir"
)

// target is what a statement assigns: a signal, or one element of an array.
type target struct {
	sig *ir.Signal
	arr *ir.Array
	idx int
}

// commit is a write at the end of the clock edge.
type commit struct {
	slot   slot
	offset ref // none: the slot itself
	value  []ref
	cond   ref // none: always
}

// wire is the value of a wire or output, from the statements that assign it.
// Elaboration has checked that every path does.
func (k *lowering) wire(s *ir.Signal, tree []ir.Stmt) []ref {
	t := target{sig: s}
	k.now = map[target][]ref{t: k.zeros(s.Width)}
	k.stmts(tree)
	return k.now[t]
}

// stmts executes statements on k.now: branches both run, and what they have
// assigned is chosen afterwards.
func (k *lowering) stmts(body []ir.Stmt) {
	for _, s := range body {
		switch s := s.(type) {
		case *ir.Assign:
			k.assign(s)
		case *ir.If:
			cond := k.bit(s.Cond)
			yes := k.branch(cond, s.Then)
			no := k.branch(k.not(cond), s.Else)
			k.merge(cond, yes, no)
		case *ir.Switch:
			k.switchCase(s)
		}
	}
}

func (k *lowering) switchCase(s *ir.Switch) {
	subject := k.node(s.Subject)
	hits := make([]ref, len(s.Cases))
	other := k.constant(0)
	for i, c := range s.Cases {
		hits[i] = k.constant(0)
		for _, v := range c.Values {
			hits[i] = k.op2(opOr, hits[i], k.equal(subject, k.constants(v, s.Subject.Width)))
		}
		other = k.op2(opOr, other, hits[i])
	}
	ends := make([]map[target][]ref, len(s.Cases))
	for i, c := range s.Cases {
		ends[i] = k.branch(hits[i], c.Body)
	}
	k.merge(k.not(other), k.branch(k.not(other), s.Default), nil)
	for i, end := range ends {
		k.merge(hits[i], end, nil)
	}
}

// branch executes statements on a copy of the present values and returns those
// that they change.
func (k *lowering) branch(cond ref, body []ir.Stmt) map[target][]ref {
	if len(body) == 0 {
		return nil
	}
	before := k.now
	k.now = map[target][]ref{}
	for t, x := range before {
		k.now[t] = x
	}
	k.changed = append(k.changed, map[target]bool{})
	k.guards = append(k.guards, cond)
	k.stmts(body)
	last := len(k.changed) - 1
	end := map[target][]ref{}
	for t := range k.changed[last] {
		end[t] = k.now[t]
	}
	k.changed, k.guards = k.changed[:last], k.guards[:last]
	k.now = before
	return end
}

// merge chooses between the ends of two branches.
func (k *lowering) merge(cond ref, yes, no map[target][]ref) {
	var list []target
	for t := range yes {
		list = append(list, t)
	}
	for t := range no {
		if _, both := yes[t]; !both {
			list = append(list, t)
		}
	}
	sort.Slice(list, func(i, j int) bool { return k.before(list[i], list[j]) })
	for _, t := range list {
		x, y := yes[t], no[t]
		if x == nil {
			x = k.now[t]
		}
		if y == nil {
			y = k.now[t]
		}
		k.set(t, k.chooseWords(cond, x, y))
	}
}

// before orders targets by their place in the frame.
func (k *lowering) before(a, b target) bool {
	at := func(t target) uint32 {
		if t.arr != nil {
			return k.layout.arrs[t.arr].at + uint32(t.idx)*bytesOf(t.arr.Width)
		}
		return k.layout.sigs[t.sig].at
	}
	return at(a) < at(b)
}

func (k *lowering) set(t target, x []ref) {
	k.now[t] = x
	if n := len(k.changed); n > 0 {
		k.changed[n-1][t] = true
	}
}

func (k *lowering) assign(a *ir.Assign) {
	if a.Arr != nil {
		k.assignElement(a)
		return
	}
	t := target{sig: a.Sig}
	w, width := a.Value.Width, a.Sig.Width
	if a.Index == nil {
		if a.Lo+w > width {
			panic("BUG: an assignment beyond the end of " + a.Sig.Name + ", at " + a.Pos.String())
		}
		k.set(t, k.insert(k.now[t], k.node(a.Value), a.Lo, w, width))
		return
	}
	index := k.amount(a.Index)
	if in := k.p.code[index]; in.op == opConst {
		if in.k < uint64(width/w) {
			k.set(t, k.insert(k.now[t], k.node(a.Value), int(in.k)*w, w, width))
		}
		return
	}
	k.set(t, k.insertLane(k.now[t], k.node(a.Value), index, w, width))
}

// insert puts the w bits of x into old from bit lo up.
func (k *lowering) insert(old, x []ref, lo, w, width int) []ref {
	if w == width {
		return x
	}
	in := empty(width)
	k.put(in, x, lo, w)
	out := make([]ref, len(old))
	for i := range out {
		hole := holeMask(i, lo, w)
		switch {
		case hole == 0:
			out[i] = old[i]
		default:
			out[i] = k.op2(opOr, k.opK(opAnd, old[i], ^hole), in[i])
		}
	}
	return out
}

// holeMask has ones where word i holds the bits lo to lo+w.
func holeMask(i, lo, w int) uint64 {
	from, to := max(lo-64*i, 0), min(lo+w-64*i, 64)
	if from >= to {
		return 0
	}
	return machine.TopMask(to-from) << from
}

// insertLane puts x into the lane of that index, if there is one.
func (k *lowering) insertLane(old, x []ref, index ref, w, width int) []ref {
	if k.module.lanes {
		out := empty(width)
		for i := range width / w {
			here := k.chooseWords(k.opK(opEq, index, uint64(i)), x, k.slice(old, width, i*w, w))
			k.put(out, here, i*w, w)
		}
		return k.fill(out)
	}
	if width > 64 {
		for i := range width / w {
			hit := k.opK(opEq, index, uint64(i))
			old = k.chooseWords(hit, k.insert(old, x, i*w, w, width), old)
		}
		return old
	}
	at := k.opK(opAnd, k.opK(opMul, index, uint64(w)), 63)
	hole := k.op2(opShl, k.constant(machine.TopMask(w)), at)
	keep := k.op2(opAnd, old[0], k.opK(opXor, hole, ^uint64(0)))
	in := k.op2(opOr, keep, k.op2(opShl, x[0], at))
	return []ref{k.choose(k.opK(opLt, index, uint64(width/w)), in, old[0])}
}

// assignElement assigns an element of an array: if all assignments to the array
// in the module name their element, each is like a register of its own.
func (k *lowering) assignElement(a *ir.Assign) {
	if a.Index == nil || a.Value.Width != a.Arr.Width {
		panic("BUG: an assignment to array " + a.Arr.Name + " that is not to one element, at " + a.Pos.String())
	}
	s := k.layout.arrs[a.Arr]
	index, value := k.amount(a.Index), k.node(a.Value)
	if in := k.p.code[index]; in.op == opConst {
		t := target{arr: a.Arr, idx: int(in.k)}
		if _, own := k.now[t]; own || in.k >= uint64(s.depth) {
			if own {
				k.set(t, value)
			}
			return
		}
	}
	cond := k.opK(opLt, index, uint64(s.depth))
	for _, g := range k.guards {
		cond = k.op2(opAnd, cond, g)
	}
	k.commits = append(k.commits, commit{s, k.scaled(index, s.width), value, cond})
}

// edge finds the next state, then writes it.
func (k *lowering) edge() {
	state := schedule.NextState(k.module.plan.Body, !k.options.noChecks)
	k.now = map[target][]ref{}
	targets := k.stateTargets(state)
	for _, t := range targets {
		k.now[t] = k.load(k.slotOf(t))
	}
	k.stmts(state)
	k.memories()
	for _, t := range targets {
		k.storeIf(k.slotOf(t), k.now[t], none, none, false)
	}
	for _, c := range k.commits {
		k.storeIf(c.slot, c.value, c.offset, c.cond, false)
	}
}

func (k *lowering) slotOf(t target) slot {
	if t.arr == nil {
		return k.layout.sigs[t.sig]
	}
	s := k.layout.arrs[t.arr]
	s.at += uint32(t.idx) * bytesOf(s.width)
	s.depth = 0
	return s
}

// stateTargets lists the registers and the elements that are assigned by name
// only, in the order of the frame.
func (k *lowering) stateTargets(body []ir.Stmt) []target {
	dynamic := map[*ir.Array]bool{}
	assigned := map[target]bool{}
	ir.WalkStmts(body, func(s ir.Stmt) {
		a, ok := s.(*ir.Assign)
		switch {
		case !ok:
		case a.Sig != nil:
			assigned[target{sig: a.Sig}] = true
		case a.Index == nil || a.Index.Op != ir.OpConst:
			dynamic[a.Arr] = true
		case a.Index.Const.IsInt64() && a.Index.Const.Int64() < int64(a.Arr.Depth):
			assigned[target{arr: a.Arr, idx: int(a.Index.Const.Int64())}] = true
		}
	})
	var list []target
	for t := range assigned {
		if t.arr == nil || !dynamic[t.arr] {
			list = append(list, t)
		}
	}
	sort.Slice(list, func(i, j int) bool { return k.before(list[i], list[j]) })
	return list
}

// arbitrary is a value that changes from cycle to cycle.
func (k *lowering) arbitrary(width int, salt uint32) []ref {
	out := make([]ref, machine.Words(width))
	for i := range out {
		key := machine.Arbitrary(0, uint64(salt), uint64(i), 0)
		out[i] = k.p.add(instr{op: opArbitrary, a: none, b: none, c: none, k: key | 1})
	}
	return k.cut(out, width)
}
