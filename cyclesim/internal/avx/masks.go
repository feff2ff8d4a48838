package avx

import (
	"slices"

	"culprit.example/culprit/cyclesim/internal/amd64"
	"culprit.example/culprit/cyclesim/internal/vector"
)

// With AVX-512 a comparison gives a mask register, a bit for each element, and instructions take
// one as a condition. So a comparison is written together with what it is for: the mask exists
// only between the two, in register 1. Where a vector of ones and zeros is needed after all, an
// instruction makes it of the mask.

// maskedBlocks is the least number of blocks for which that is faster, and for which registers 16 to
// 31 are used. In narrower groups, where the next instruction waits for each, a comparison that
// gives a vector is: it takes one cycle instead of several.
const maskedBlocks = 4

// Condition is a comparison in front of an instruction. Its operands are the first two of the
// step's, or those after the operands of the Condition before it, which has to hold, too.
type Condition struct {
	Op        amd64.Op
	Predicate int64
}

// comparisons are the operations that compare.
var comparisons = map[vector.Op]Condition{
	vector.Eq8: {amd64.Vpcmpub, amd64.Equals}, vector.Eq16: {amd64.Vpcmpuw, amd64.Equals},
	vector.Eq32: {amd64.Vpcmpud, amd64.Equals}, vector.Eq64: {amd64.Vpcmpuq, amd64.Equals},
	vector.LtU8: {amd64.Vpcmpub, amd64.Less}, vector.LtU16: {amd64.Vpcmpuw, amd64.Less},
	vector.LtU32: {amd64.Vpcmpud, amd64.Less},
	vector.LtS8:  {amd64.Vpcmpb, amd64.Less}, vector.LtS16: {amd64.Vpcmpw, amd64.Less},
	vector.LtS32: {amd64.Vpcmpd, amd64.Less}, vector.LtS64: {amd64.Vpcmpq, amd64.Less},
}

// Masked are the instructions that go by masks for elements of a size.
type Masked struct {
	Ones  amd64.Op // elements of ones
	Move  amd64.Op
	Blend amd64.Op // the second operand where the mask has a 1, the first elsewhere
}

var (
	maskedBytes  = Masked{amd64.Vpmovm2b, amd64.Vmovdqu8, amd64.Vpblendmb}
	maskedWords  = Masked{amd64.Vpmovm2w, amd64.Vmovdqu16, amd64.Vpblendmw}
	maskedDwords = Masked{amd64.Vpmovm2d, amd64.Vmovdqu, amd64.Vpblendmd}
	maskedQwords = Masked{amd64.Vpmovm2q, amd64.Vmovdqu64, amd64.Vpblendmq}
)

// By is the instructions that go by the mask of a comparison.
func (c Condition) By() *Masked {
	switch c.Op {
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
func (c Condition) opposite() Condition {
	c.Predicate ^= 4
	return c
}

// Swapped is c with its operands in the other order.
func (c Condition) Swapped() Condition {
	switch c.Predicate {
	case amd64.Less, amd64.LessOrEqual, amd64.NotLess, amd64.NotLessOrEqual:
		c.Predicate ^= amd64.Less ^ amd64.NotLessOrEqual // 1 and 6, 2 and 5
	}
	return c
}

// compared is a value that comparisons give: the conditions of the instruction that makes
// elements of ones, and their operands.
type compared struct {
	conds []Condition
	args  []Value
	part  int
	uses  int
}

// mostUses is how often a comparison is written again rather than kept as a vector.
const mostUses = 2

// mask gives a value as conditions, if it can be: the comparison belongs to the same guarded part,
// and is not used too often.
func (s *selection) mask(v Value) *compared {
	c := s.compared[v]
	if c == nil || c.uses > mostUses || c.part != s.part() {
		return nil
	}
	return c
}

// single is mask for one comparison, which has an opposite.
func (s *selection) single(v Value) *compared {
	if c := s.mask(v); c != nil && len(c.conds) == 1 {
		return c
	}
	return nil
}

// compare adds a step that makes a vector of conditions; it is left out if all who use it take
// the conditions.
func (s *selection) compare(conds []Condition, args []Value, uses int) Value {
	v := s.instruction(Instr{Op: conds[0].By().Ones, Conds: conds, Args: args})
	s.compared[v] = &compared{conds, args, s.part(), uses}
	return v
}

// under adds an instruction under conditions.
func (s *selection) under(c *compared, op amd64.Op, zeroing bool, args ...Value) Value {
	return s.instruction(Instr{Op: op, Conds: c.conds, Zeroing: zeroing, Args: slices.Concat(c.args, args)})
}

// takeMask has a step go by conditions instead of the vector v, if it is one.
func (s *selection) takeMask(t *Instr, v Value, args ...Value) {
	if !s.Masks {
		return
	}
	if c := s.mask(v); c != nil {
		t.Conds = c.conds
		t.Args = append(append([]Value{}, c.args...), args...)
	}
}

// mostConditions is how many comparisons an instruction can have.
const mostConditions = 3

// withMasks adds an operation as instructions that go by masks, if that helps.
func (s *selection) withMasks(in *vector.Instr, uses int) (v Value, ok bool) {
	if c, ok := comparisons[in.Op]; ok {
		return s.compare([]Condition{c}, s.list(in.A, in.B), uses), true
	}
	switch in.Op {
	case vector.Not:
		if c := s.single(s.of[in.A]); c != nil {
			return s.compare([]Condition{c.conds[0].opposite()}, c.args, uses), true
		}
	case vector.And:
		a, b := s.of[in.A], s.of[in.B]
		x, y := s.mask(a), s.mask(b)
		switch {
		case x != nil && y != nil && x.conds[0].By() == y.conds[0].By() && len(x.conds)+len(y.conds) <= mostConditions:
			return s.compare(append(x.conds[:len(x.conds):len(x.conds)], y.conds...),
				append(x.args[:len(x.args):len(x.args)], y.args...), uses), true
		case y != nil:
			return s.under(y, y.conds[0].By().Move, true, a), true
		case x != nil:
			return s.under(x, x.conds[0].By().Move, true, b), true
		}
	case vector.AndNot:
		if c := s.single(s.of[in.B]); c != nil {
			return s.under(&compared{conds: []Condition{c.conds[0].opposite()}, args: c.args}, c.conds[0].By().Move, true,
				s.of[in.A]), true
		}
	case vector.Bitselect:
		if c := s.mask(s.of[in.C]); c != nil {
			return s.under(c, c.conds[0].By().Blend, false, s.of[in.B], s.of[in.A]), true
		}
	}
	return 0, false
}
