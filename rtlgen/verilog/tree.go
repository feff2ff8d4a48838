package verilog

import (
	"fmt"

	"culprit.example/culprit/rtlgen/ir"
)

// The functions of this file search and select. They are written as trees, since
// synthesis keeps the shape of a loop with a carried value: a chain as long as the
// vector.

// firstOne is OpFirst.
func (p *printer) firstOne(w int) string {
	x := p.local("bits")
	if w == 2 {
		return p.function(&function{
			key: "first_one_2", width: 2, args: []string{arg(2, x)},
			doc:  "The index of the lowest 1, below a bit that is 1 if there is one.",
			body: []string{fmt.Sprintf("@ = {|%s, ~%s[0]};", x, x)}})
	}
	tree := p.pairTree(x, w)
	return p.function(&function{
		key: fmt.Sprintf("first_one_%d", w), width: ir.IndexBits(w) + 1, args: []string{arg(w, x)}, locals: tree.locals,
		doc:  "The index of the lowest 1, below a bit that is 1 if there is one: a tree of pairs.",
		body: append(tree.body, fmt.Sprintf("@ = {%s, %s};", tree.any, tree.index))})
}

// lowestSet is OpPriority.
func (p *printer) lowestSet(w int) string {
	x := p.local("bits")
	r := ir.IndexBits(w)
	f := &function{key: fmt.Sprintf("lowest_set_%d", w), width: r, args: []string{arg(w, x)},
		doc: "The index of the lowest 1, 0 if there is none."}
	if w <= 4 { // in a look-up table or two, whatever its shape
		i := p.local("n")
		f.locals = []string{"integer " + i}
		f.body = []string{
			fmt.Sprintf("@ = %d'd0;", r),
			fmt.Sprintf("for (%s = %d; %s >= 0; %s = %s - 1)", i, w-1, i, i, i),
			fmt.Sprintf("    if (%s[%s]) @ = %s;", x, i, bitsOf(i, 32, 0, r)),
		}
		return p.function(f)
	}
	tree := p.pairTree(x, w)
	f.locals, f.body = tree.locals, tree.body
	f.body = append(f.body, fmt.Sprintf("@ = %s ? {%s} : %d'd0;", tree.any, tree.index, r))
	return p.function(f)
}

// pairTree is a search for the lowest 1 of more than two bits.
type pairTree struct {
	locals, body []string
	any, index   string // the results; index is the inside of a concatenation
}

// maxShifted is the width from which a search folds: below it all vectors keep their
// width, which takes fewer words.
const maxShifted = 64

func (p *printer) pairTree(x string, w int) pairTree {
	if w > maxShifted {
		return p.foldedTree(x, w)
	}
	return p.shiftedTree(x, w)
}

// shiftedTree is a search in vectors that keep their width. After step k, bit i of any,
// with i a multiple of 2^k, reports whether there is a 1 among the 2^k bits from i up, and
// bit i of each index register is a bit of its index.
func (p *printer) shiftedTree(x string, w int) pairTree {
	steps := addressBits(w)
	size := 1 << steps
	found := p.local("any")
	t := pairTree{locals: []string{"reg" + arg(size, found)}, any: found + "[0]"}
	line := func(format string, args ...any) { t.body = append(t.body, fmt.Sprintf(format, args...)) }
	value := atom(x)
	if size > w {
		value = concat(zeros(size-w), value)
	}
	line("%s = %s;", found, value.flat())
	var index []string
	for step := 0; step < steps; step++ {
		by := 1 << step
		for _, below := range index {
			line("%s = (~%s | %s) & (%s | (%s >> %d));", below, found, below, found, below, by)
		}
		name := p.local(fmt.Sprintf("index_%d", step))
		if step == steps-1 {
			t.locals = append(t.locals, "reg "+name)
			line("%s = ~%s[0];", name, found)
			t.index = name
		} else {
			t.locals = append(t.locals, "reg"+arg(size, name))
			line("%s = ~%s;", name, found)
			index = append(index, name)
		}
		line("%s = %s | (%s >> %d);", found, found, found, by)
	}
	for i := len(index) - 1; i >= 0; i-- {
		t.index += fmt.Sprintf(", %s[0]", index[i])
	}
	return t
}

// foldedTree is a search in vectors that halve with each step: all steps together
// write as many bits as the first. Bit i of the argument goes to the place whose
// number has the bits of i in reverse order, so that those which differ in the lowest
// bit are half a vector apart. After step k the halves that are left are of size/2^k
// bits; each stands for 2^k neighbours.
func (p *printer) foldedTree(x string, w int) pairTree {
	steps := addressBits(w)
	size := 1 << steps
	found, n := p.local("any"), p.local("n")
	t := pairTree{locals: []string{"integer " + n, "reg" + arg(size, found)}, any: found + "[0]"}
	line := func(format string, args ...any) { t.body = append(t.body, fmt.Sprintf(format, args...)) }
	var reversed []*expr
	for bit := range steps {
		reversed = append(reversed, selectOf(n, atom(fmt.Sprint(bit))))
	}
	if size > w {
		line("%s = %s;", found, zeros(size).flat())
	}
	line("for (%s = 0; %s < %d; %s = %s + 1)", n, n, w, n, n)
	line("    %s[%s] = %s[%s];", found, concat(reversed...).flat(), x, n)
	var index []string
	for step := range steps {
		half := size >> (step + 1)
		low := func(name string) string { return bitsOf(name, 2*half, 0, half) }
		high := func(name string) string { return bitsOf(name, 2*half, half, half) }
		for _, below := range index {
			line("%s = (~%s | %s) & (%s | %s);", low(below), low(found), low(below), low(found), high(below))
		}
		name := p.local(fmt.Sprintf("index_%d", step))
		t.locals = append(t.locals, "reg"+arg(half, name))
		line("%s = ~%s;", name, low(found))
		if half == 1 {
			t.index = name
		} else {
			index = append(index, name)
		}
		line("%s = %s | %s;", low(found), low(found), high(found))
	}
	for i := len(index) - 1; i >= 0; i-- {
		t.index += fmt.Sprintf(", %s[0]", index[i])
	}
	return t
}

// lowestOne is OpLowestOne: a 1 with no 1 below it.
func (p *printer) lowestOne(w int) string {
	x, upto := p.local("bits"), p.local("up_to")
	f := &function{key: fmt.Sprintf("lowest_one_%d", w), width: w, args: []string{arg(w, x)}, doc: "The lowest 1 alone."}
	if w == 2 {
		f.body = []string{fmt.Sprintf("@ = {%s[1] & ~%s[0], %s[0]};", x, x, x)}
		return p.function(f)
	}
	f.locals = []string{"reg" + arg(w, upto)}
	source := x
	for by := 1; by < w; by *= 4 {
		line := fmt.Sprintf("%s = %s", upto, source)
		for k := by; k < min(4*by, w); k += by {
			line += fmt.Sprintf(" | (%s << %d)", source, k)
		}
		f.body = append(f.body, line+";")
		source = upto
	}
	f.body = append(f.body, fmt.Sprintf("@ = %s & ~(%s << 1);", x, upto))
	return p.function(f)
}

// oneHotMux is OpOneHotMux.
func (p *printer) oneHotMux(lanes, w int) string {
	s, x, i := p.local("select"), p.local("lanes"), p.local("n")
	return p.function(&function{
		key: fmt.Sprintf("one_hot_mux_%dx%d", lanes, w), width: w,
		args: []string{arg(lanes, s), arg(lanes*w, x)}, locals: []string{"integer " + i},
		doc: fmt.Sprintf("The lane of %d bits whose bit in %s is 1 (lane 0 lowest), 0 if there is none.", w, s),
		body: []string{
			fmt.Sprintf("@ = %d'd0;", w),
			fmt.Sprintf("for (%s = 0; %s < %d; %s = %s + 1)", i, i, lanes, i, i),
			fmt.Sprintf("    @ = @ | ({%d{%s[%s]}} & %s[%s*%d +: %d]);", w, s, i, x, i, w, w),
		}})
}

// laneFunction is a lane at a variable index. Lanes whose width is no power of two
// are spaced by a power of two first: the index of a bit is then the index of the lane with
// zeros below, where a multiplication would take a multiplier.
func (p *printer) laneFunction(total, w int) string {
	x, i := p.local("lanes"), p.local("index")
	lanes := total / w
	f := &function{
		key: fmt.Sprintf("lane_%d_of_%d", w, total), width: w, args: []string{arg(total, x), arg(addressBits(lanes), i)},
		doc: fmt.Sprintf("Lane %s of lanes of %d bits, lane 0 lowest.", i, w)}
	if w&(w-1) == 0 {
		f.body = []string{fmt.Sprintf("@ = %s;", p.alignedLane(x, i, w).flat())}
		return p.function(f)
	}
	spaced, n := p.local("spaced"), p.local("n")
	space := 1 << addressBits(w)
	f.locals = []string{"integer " + n, "reg" + arg(lanes*space, spaced)}
	f.body = []string{
		fmt.Sprintf("for (%s = 0; %s < %d; %s = %s + 1)", n, n, lanes, n, n),
		fmt.Sprintf("    %s[%s*%d +: %d] = {%s, %s[%s*%d +: %d]};", spaced, n, space, space, zeros(space-w).flat(), x, n, w,
			w),
		fmt.Sprintf("@ = %s[{%s, %s} +: %d];", spaced, i, zeros(addressBits(w)).flat(), w),
	}
	return p.function(f)
}

// alignedLane is lane i of a vector x of lanes of w bits, a power of two.
func (p *printer) alignedLane(x, i string, w int) *expr {
	if w == 1 {
		return selectOf(x, atom(i))
	}
	return list(x+"[", fmt.Sprintf(" +: %d]", w), concat(atom(i), zeros(addressBits(w))))
}
