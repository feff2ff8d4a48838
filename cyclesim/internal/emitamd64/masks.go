package emitamd64

import (
	"slices"

	"culprit/cyclesim/internal/amd64"
	"culprit/cyclesim/internal/regalloc"
	"culprit/cyclesim/internal/vector"
)

// With AVX-512 a comparison gives a mask register, a bit for each element, and instructions take
// one as a condition. So a comparison is written together with what it is for: the mask exists
// only between the two, in register 1. Where a vector of ones and zeros is needed after all, an
// instruction makes it of the mask.

// maskedBlocks is the least number of blocks for which that is faster, and for which registers 16 to
// 31 are used. In narrower groups, where the next instruction waits for each, a comparison that
// gives a vector is: it takes one cycle instead of several.
const maskedBlocks = 4

// maskReg is the mask register for the moment.
const maskReg = 1

// condition is a comparison in front of an instruction. Its operands are the first two of the
// step's, or those behind the operands of the condition in front of it, which has to hold, too.
type condition struct {
	op        amd64.Op
	predicate int64
}

// comparisons are the operations that compare.
var comparisons = map[vector.Op]condition{
	vector.Eq8: {amd64.Vpcmpub, amd64.Equals}, vector.Eq16: {amd64.Vpcmpuw, amd64.Equals},
	vector.Eq32: {amd64.Vpcmpud, amd64.Equals}, vector.Eq64: {amd64.Vpcmpuq, amd64.Equals},
	vector.LtU8: {amd64.Vpcmpub, amd64.Less}, vector.LtU16: {amd64.Vpcmpuw, amd64.Less},
	vector.LtU32: {amd64.Vpcmpud, amd64.Less},
	vector.LtS8:  {amd64.Vpcmpb, amd64.Less}, vector.LtS16: {amd64.Vpcmpw, amd64.Less},
	vector.LtS32: {amd64.Vpcmpd, amd64.Less}, vector.LtS64: {amd64.Vpcmpq, amd64.Less},
}

// masked are the instructions that go by masks for elements of a size.
type masked struct {
	ones  amd64.Op // elements of ones
	move  amd64.Op
	blend amd64.Op // the second operand where the mask has a 1, the first elsewhere
}

var (
	maskedBytes  = masked{amd64.Vpmovm2b, amd64.Vmovdqu8, amd64.Vpblendmb}
	maskedWords  = masked{amd64.Vpmovm2w, amd64.Vmovdqu16, amd64.Vpblendmw}
	maskedDwords = masked{amd64.Vpmovm2d, amd64.Vmovdqu, amd64.Vpblendmd}
	maskedQwords = masked{amd64.Vpmovm2q, amd64.Vmovdqu64, amd64.Vpblendmq}
)

// by are the instructions that go by the mask of a comparison.
func (c condition) by() *masked {
	switch c.op {
	case amd64.Vpcmpb, amd64.Vpcmpub:
		return &maskedBytes
	case amd64.Vpcmpw, amd64.Vpcmpuw:
		return &maskedWords
	case amd64.Vpcmpd, amd64.Vpcmpud:
		return &maskedDwords
	}
	return &maskedQwords
}

// opposite holds where c does not.
func (c condition) opposite() condition {
	c.predicate ^= 4
	return c
}

// swapped is c with its operands in the other order.
func (c condition) swapped() condition {
	switch c.predicate {
	case amd64.Less, amd64.LessOrEqual, amd64.NotLess, amd64.NotLessOrEqual:
		c.predicate ^= amd64.Less ^ amd64.NotLessOrEqual // 1 and 6, 2 and 5
	}
	return c
}

// compared is a value that comparisons give: the conditions of the instruction that makes
// elements of ones, and their operands.
type compared struct {
	conds []condition
	args  []regalloc.Value
	part  int
	uses  int
}

// mostUses is how often a comparison is written again rather than kept as a vector.
const mostUses = 2

// mask gives a value as conditions, if it can be: the comparison belongs to the same guarded part,
// and is not used too often.
func (s *selection) mask(v regalloc.Value) *compared {
	c := s.compared[v]
	if c == nil || c.uses > mostUses || c.part != s.part() {
		return nil
	}
	return c
}

// single is mask for one comparison, which has an opposite.
func (s *selection) single(v regalloc.Value) *compared {
	if c := s.mask(v); c != nil && len(c.conds) == 1 {
		return c
	}
	return nil
}

// compare adds a step that makes a vector of conditions; it is left out if all who use it take
// the conditions.
func (s *selection) compare(conds []condition, args []regalloc.Value, uses int) regalloc.Value {
	v := s.instruction(step{op: conds[0].by().ones, conds: conds, args: args})
	s.compared[v] = &compared{conds, args, s.part(), uses}
	return v
}

// under adds an instruction under conditions.
func (s *selection) under(c *compared, op amd64.Op, zeroing bool, args ...regalloc.Value) regalloc.Value {
	return s.instruction(step{op: op, conds: c.conds, zeroing: zeroing, args: slices.Concat(c.args, args)})
}

// takeMask has a step go by conditions instead of the vector v, if it is one.
func (s *selection) takeMask(t *step, v regalloc.Value, args ...regalloc.Value) {
	if !s.masks {
		return
	}
	if c := s.mask(v); c != nil {
		t.conds = c.conds
		t.args = append(append([]regalloc.Value{}, c.args...), args...)
	}
}

// mostConditions is how many comparisons an instruction can have.
const mostConditions = 3

// withMasks adds an operation as instructions that go by masks, if that helps.
func (s *selection) withMasks(in *vector.Instr, uses int) (v regalloc.Value, ok bool) {
	if c, ok := comparisons[in.Op]; ok {
		return s.compare([]condition{c}, s.list(in.A, in.B), uses), true
	}
	switch in.Op {
	case vector.Not:
		if c := s.single(s.of[in.A]); c != nil {
			return s.compare([]condition{c.conds[0].opposite()}, c.args, uses), true
		}
	case vector.And:
		a, b := s.of[in.A], s.of[in.B]
		x, y := s.mask(a), s.mask(b)
		switch {
		case x != nil && y != nil && x.conds[0].by() == y.conds[0].by() && len(x.conds)+len(y.conds) <= mostConditions:
			return s.compare(append(x.conds[:len(x.conds):len(x.conds)], y.conds...),
				append(x.args[:len(x.args):len(x.args)], y.args...), uses), true
		case y != nil:
			return s.under(y, y.conds[0].by().move, true, a), true
		case x != nil:
			return s.under(x, x.conds[0].by().move, true, b), true
		}
	case vector.AndNot:
		if c := s.single(s.of[in.B]); c != nil {
			return s.under(&compared{conds: []condition{c.conds[0].opposite()}, args: c.args}, c.conds[0].by().move, true,
				s.of[in.A]), true
		}
	case vector.Bitselect:
		if c := s.mask(s.of[in.C]); c != nil {
			return s.under(c, c.conds[0].by().blend, false, s.of[in.B], s.of[in.A]), true
		}
	}
	return 0, false
}

// conditions writes the comparisons of a step, and gives its other operands.
func (w *amdVectors) conditions(t *step) []regalloc.Value {
	args := t.args
	for i, c := range t.conds {
		a, b := args[0], args[1]
		args = args[2:]
		if w.inMemory(a) && !w.inMemory(b) {
			a, b, c = b, a, c.swapped()
		}
		k := amd64.K(maskReg)
		if i > 0 {
			k = k.Where(maskReg)
		}
		x := w.register(a)
		w.asm.Emit(c.op, k, x, w.operand(b), amd64.Imm(c.predicate))
	}
	return args
}

// lanesOf has a bit for each byte of a mask in rcx.
func (w *amdVectors) lanesOf(v regalloc.Value) {
	if !w.masks {
		w.asm.Emit(amd64.Vpmovmskb, amd64.R32(amd64.RCX), w.register(v))
		return
	}
	w.asm.Emit(amd64.Vpmovb2m, amd64.K(maskReg), w.register(v))
	w.asm.Emit(amd64.Kmovq, amd64.R64(amd64.RCX), amd64.K(maskReg))
}
