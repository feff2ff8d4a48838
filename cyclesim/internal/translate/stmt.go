package translate

import (
	"sort"

	"culprit.example/culprit/cyclesim/internal/layout"
	"culprit.example/culprit/cyclesim/internal/machine"
	"culprit.example/culprit/cyclesim/internal/schedule"
	"culprit.example/culprit/cyclesim/internal/word"
	"culprit.example/culprit/rtlgen/ir"
)

// target is what a statement assigns: a signal, or one element of an array.
type target struct {
	sig *ir.Signal
	arr *ir.Array
	idx int
}

// pos is where it is declared.
func (t target) pos() ir.Pos {
	if t.arr != nil {
		return t.arr.Pos
	}
	return t.sig.Pos
}

// commit is a write at the end of the clock edge.
type commit struct {
	slot   layout.Slot
	line   int32    // what causes it
	offset word.Ref // none: the slot itself
	value  []word.Ref
	cond   word.Ref // none: always
}

// wire is the value of a wire or output, from the statements that assign it.
// Elaboration has checked that every path assigns it.
func (k *lowering) wire(s *ir.Signal, tree []ir.Stmt) []word.Ref {
	t := target{sig: s}
	k.now = map[target][]word.Ref{t: k.Zeros(s.Width)}
	k.stmts(tree)
	return k.now[t]
}

// stmts executes statements symbolically, on k.now: both branches run, and what
// they have assigned is selected afterwards (if-conversion).
func (k *lowering) stmts(body []ir.Stmt) {
	before := k.P.Line
	for _, s := range body {
		switch s := s.(type) {
		case *ir.Assign:
			k.at(s.Pos)
			k.assign(s)
		case *ir.If:
			k.at(s.Pos)
			cond := k.bit(s.Cond)
			yes := k.branch(cond, s.Then)
			no := k.branch(k.Not(cond), s.Else)
			k.merge(cond, yes, no)
		case *ir.Switch:
			k.at(s.Pos)
			k.switchCase(s)
		}
		k.backTo(before)
	}
}

func (k *lowering) switchCase(s *ir.Switch) {
	subject := k.node(s.Subject)
	hits := make([]word.Ref, len(s.Cases))
	other := k.Constant(0)
	for i, c := range s.Cases {
		hits[i] = k.Constant(0)
		for _, v := range c.Values {
			hits[i] = k.Op2(word.Or, hits[i], k.Equal(subject, k.Constants(v, s.Subject.Width)))
		}
		other = k.Op2(word.Or, other, hits[i])
	}
	ends := make([]map[target][]word.Ref, len(s.Cases))
	for i, c := range s.Cases {
		ends[i] = k.branch(hits[i], c.Body)
	}
	k.merge(k.Not(other), k.branch(k.Not(other), s.Default), nil)
	for i, end := range ends {
		k.merge(hits[i], end, nil)
	}
}

// branch executes statements and returns the values that change; the present ones stay
// as they are.
func (k *lowering) branch(cond word.Ref, body []ir.Stmt) map[target][]word.Ref {
	if len(body) == 0 {
		return nil
	}
	k.changed = append(k.changed, map[target][]word.Ref{})
	k.guards = append(k.guards, cond)
	k.stmts(body)
	last := len(k.changed) - 1
	end := map[target][]word.Ref{}
	for t, before := range k.changed[last] {
		end[t] = k.now[t]
		if before == nil {
			delete(k.now, t)
		} else {
			k.now[t] = before
		}
	}
	k.changed, k.guards = k.changed[:last], k.guards[:last]
	return end
}

// merge selects between the results of two branches.
func (k *lowering) merge(cond word.Ref, yes, no map[target][]word.Ref) {
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
		k.set(t, k.ChooseWords(cond, x, y))
	}
}

// before orders targets by their place in the frame.
func (k *lowering) before(a, b target) bool {
	at := func(t target) uint32 {
		if t.arr != nil {
			return k.layout.Arrs[t.arr].At + uint32(t.idx)*layout.BytesOf(t.arr.Width)
		}
		return k.layout.Sigs[t.sig].At
	}
	return at(a) < at(b)
}

func (k *lowering) set(t target, x []word.Ref) {
	if n := len(k.changed); n > 0 {
		if _, already := k.changed[n-1][t]; !already {
			k.changed[n-1][t] = k.now[t]
		}
	}
	k.now[t] = x
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
	if in := k.P.Code[index]; in.Op == word.Const {
		if in.K < uint64(width/w) {
			k.set(t, k.insert(k.now[t], k.node(a.Value), int(in.K)*w, w, width))
		}
		return
	}
	k.set(t, k.insertLane(k.now[t], k.node(a.Value), index, w, width))
}

// insert replaces w bits of old, from bit lo up, by x.
func (k *lowering) insert(old, x []word.Ref, lo, w, width int) []word.Ref {
	if w == width {
		return x
	}
	in := word.Empty(width)
	k.Put(in, x, lo, w)
	out := make([]word.Ref, len(old))
	for i := range out {
		hole := holeMask(i, lo, w)
		switch {
		case hole == 0:
			out[i] = old[i]
		default:
			out[i] = k.Op2(word.Or, k.OpK(word.And, old[i], ^hole), in[i])
		}
	}
	return out
}

// holeMask is the mask of the bits of word i that lie in lo up to lo+w.
func holeMask(i, lo, w int) uint64 {
	from, to := max(lo-64*i, 0), min(lo+w-64*i, 64)
	if from >= to {
		return 0
	}
	return machine.TopMask(to-from) << from
}

// insertLane replaces the lane of that index by x, if it exists.
func (k *lowering) insertLane(old, x []word.Ref, index word.Ref, w, width int) []word.Ref {
	if k.module.lanes {
		out := word.Empty(width)
		for i := range width / w {
			here := k.ChooseWords(k.OpK(word.Eq, index, uint64(i)), x, k.Slice(old, width, i*w, w))
			k.Put(out, here, i*w, w)
		}
		return k.Fill(out)
	}
	if width > 64 {
		for i := range width / w {
			hit := k.OpK(word.Eq, index, uint64(i))
			old = k.ChooseWords(hit, k.insert(old, x, i*w, w, width), old)
		}
		return old
	}
	at := k.OpK(word.And, k.OpK(word.Mul, index, uint64(w)), 63)
	hole := k.Op2(word.Shl, k.Constant(machine.TopMask(w)), at)
	keep := k.Op2(word.And, old[0], k.OpK(word.Xor, hole, ^uint64(0)))
	in := k.Op2(word.Or, keep, k.Op2(word.Shl, x[0], at))
	return []word.Ref{k.Choose(k.OpK(word.Lt, index, uint64(width/w)), in, old[0])}
}

// assignElement assigns an element of an array. If all assignments to the array
// in the module have constant indices, each element is treated as a register.
func (k *lowering) assignElement(a *ir.Assign) {
	if a.Index == nil || a.Value.Width != a.Arr.Width {
		panic("BUG: an assignment to array " + a.Arr.Name + " that is not to one element, at " + a.Pos.String())
	}
	s := k.layout.Arrs[a.Arr]
	index, value := k.amount(a.Index), k.node(a.Value)
	if in := k.P.Code[index]; in.Op == word.Const {
		t := target{arr: a.Arr, idx: int(in.K)}
		if _, own := k.now[t]; own || in.K >= uint64(s.Depth) {
			if own {
				k.set(t, value)
			}
			return
		}
	}
	cond := k.OpK(word.Lt, index, uint64(s.Depth))
	for _, g := range k.guards {
		cond = k.Op2(word.And, cond, g)
	}
	k.commits = append(k.commits, commit{s, k.P.Line, k.scaled(index, s.Width), value, cond})
}

// edge computes the next state, then writes it.
func (k *lowering) edge() {
	state := schedule.NextState(k.module.Plan.Body, !k.options.noChecks)
	k.now = map[target][]word.Ref{}
	targets := k.stateTargets(state)
	for _, t := range targets {
		k.now[t] = k.load(k.slotOf(t))
	}
	k.stmts(state)
	k.memories()
	for _, t := range targets {
		before := k.at(t.pos())
		k.storeIf(k.slotOf(t), k.now[t], word.None, word.None, false)
		k.backTo(before)
	}
	for _, c := range k.commits {
		k.P.Line = c.line
		k.storeIf(c.slot, c.value, c.offset, c.cond, false)
	}
}

func (k *lowering) slotOf(t target) layout.Slot {
	if t.arr == nil {
		return k.layout.Sigs[t.sig]
	}
	s := k.layout.Arrs[t.arr]
	s.At += uint32(t.idx) * layout.BytesOf(s.Width)
	s.Depth = 0
	return s
}

// stateTargets lists the registers, and the elements of arrays whose indices are
// all constant, in the order of the frame.
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

// arbitrary is machine.Open of a place, which changes from cycle to cycle.
func (k *lowering) arbitrary(width int, place uint64) []word.Ref {
	out := make([]word.Ref, machine.Words(width))
	for i := range out {
		out[i] = k.P.Add(word.Instr{Op: word.Arbitrary, A: word.None, B: word.None, C: word.None,
			K: machine.OpenFactor(place, i)})
	}
	return k.Cut(out, width)
}
