package avx

import (
	"slices"

	"culprit.example/culprit/cyclesim/internal/amd64"
	"culprit.example/culprit/cyclesim/internal/vector"
)

// AVX-512 has one instruction for every function of three bits. Operations on bits, one of which
// uses the result of another, become one instruction as long as they have three operands.

// logic is a function of up to three values, bit by bit.
type logic struct {
	of    []Value
	table uint8 // its result for each combination: of[0] is bit 2 of the number, of[1] bit 1, of[2] bit 0
	part  int
	uses  int
}

// at is the result for the bits of the operands in the order of a list that has them all.
func (l *logic) at(list []Value, bits uint8) bool {
	n := uint8(0)
	for i, v := range l.of {
		n |= bits >> (2 - slices.Index(list, v)) & 1 << (2 - i)
	}
	return l.table>>n&1 == 1
}

// bitwise is what the operations on bits compute.
var bitwise = map[vector.Op]func(a, b, c bool) bool{
	vector.And:       func(a, b, _ bool) bool { return a && b },
	vector.AndNot:    func(a, b, _ bool) bool { return a && !b },
	vector.Or:        func(a, b, _ bool) bool { return a || b },
	vector.Xor:       func(a, b, _ bool) bool { return a != b },
	vector.Not:       func(a, _, _ bool) bool { return !a },
	vector.Bitselect: func(a, b, c bool) bool { return c && a || !c && b },
}

// leaf is a value by itself.
func leaf(v Value) *logic { return &logic{of: []Value{v}, table: 0xf0} }

// ternary adds an operation on bits. Operands that only it uses, and that are operations on bits,
// become a part of it, if no more than three values are left.
func (s *selection) ternary(in *vector.Instr, uses int) (v Value, ok bool) {
	compute, ok := bitwise[in.Op]
	if !ok {
		return 0, false
	}
	args := s.list(in.A, in.B, in.C)
	operands := make([]*logic, len(args))
	for i, a := range args {
		operands[i] = leaf(a)
	}
	for i, a := range args {
		inner := s.logic[a]
		if inner == nil || inner.uses > 1 || inner.part != s.part() {
			continue
		}
		before := operands[i]
		operands[i] = inner
		if len(leavesOf(operands)) > 3 {
			operands[i] = before
		}
	}
	l := &logic{of: leavesOf(operands), part: s.part(), uses: uses}
	for bits := range uint8(8) {
		var x [3]bool
		for i, o := range operands {
			x[i] = o.at(l.of, bits)
		}
		if compute(x[0], x[1], x[2]) {
			l.table |= 1 << bits
		}
	}
	v = s.function(l)
	s.logic[v] = l
	return v, true
}

func leavesOf(operands []*logic) []Value {
	var list []Value
	for _, o := range operands {
		for _, v := range o.of {
			if !slices.Contains(list, v) {
				list = append(list, v)
			}
		}
	}
	return list
}

// simple are the functions of two values that have an instruction of their own, which leaves its
// operands as they were; swap says that it takes the second one first.
var simple = map[uint8]struct {
	op   amd64.Op
	swap bool
}{
	0xf0 & 0xcc:         {amd64.Vpand, false},
	0xf0 | 0xcc:         {amd64.Vpor, false},
	0xf0 ^ 0xcc:         {amd64.Vpxor, false},
	0xf0 &^ 0xcc & 0xff: {amd64.Vpandn, true},
	^0xf0 & 0xcc & 0xff: {amd64.Vpandn, false},
}

// function adds the instruction for a function.
func (s *selection) function(l *logic) Value {
	t := Instr{Op: amd64.Vpternlogd, Imm: int64(l.table), HasImm: true, Args: l.of}
	if known, ok := simple[l.table]; ok && len(l.of) == 2 {
		t.Op, t.Imm, t.HasImm = known.op, 0, false
		if known.swap {
			t.Args = []Value{l.of[1], l.of[0]}
		}
	}
	return s.instruction(t)
}
