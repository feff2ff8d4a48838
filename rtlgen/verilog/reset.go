package verilog

import (
	"fmt"
	"math/big"
	"strings"

	"culprit.example/culprit/rtlgen/ir"
)

// reset writes the reset values of a block's arrays and registers.
func (w *writer) reset(indent int, b *block) {
	for _, a := range b.arrs {
		w.resetArray(indent, a)
	}
	for _, s := range b.regs {
		w.p.line(indent, "%s <= %s;", s.Name, w.p.resetValue(s))
	}
}

// resetArray resets an array with a loop if its values follow a rule, and then
// the elements that break the rule; otherwise with one assignment per element.
func (w *writer) resetArray(indent int, a *ir.Array) {
	p := w.p
	values := p.o.resetValues(a)
	counting, broken := resetRule(values, a.Width)
	if a.Depth == 1 || len(broken) > max(1, a.Depth/8) {
		for i, v := range values {
			p.line(indent, "%s[%d] <= %s;", a.Name, i, constant(v, a.Width))
		}
		return
	}
	v := p.names.free("i", "n", "index", "element")
	value := constant(values[0], a.Width)
	if counting {
		value = p.loopVar(v, 0, a.Width).flat()
		if values[0].Sign() != 0 {
			value += " + " + constant(values[0], a.Width)
		}
	}
	end := w.openLoop(indent, v, a.Depth, true)
	text := fmt.Sprintf("%s[%s] <= %s;", a.Name, v, value)
	if line := p.out.String(); len(line)-strings.LastIndexByte(line, '\n')+len(text) <= maxColumn {
		p.out.WriteString(" " + text + "\n")
	} else {
		p.out.WriteByte('\n')
		p.line(end+1, "%s", text)
	}
	for _, i := range broken {
		p.line(indent, "%s[%d] <= %s;", a.Name, i, constant(values[i], a.Width))
	}
}

// resetRule finds which of two rules holds for more elements, all equal or
// counting up modulo 2^width, and the elements that break it.
func resetRule(values []*big.Int, width int) (counting bool, broken []int) {
	modulus := new(big.Int).Lsh(big.NewInt(1), uint(width))
	var notEqual, notCounting []int
	for i, v := range values {
		if v.Cmp(values[0]) != 0 {
			notEqual = append(notEqual, i)
		}
		next := new(big.Int).Add(values[0], big.NewInt(int64(i)))
		if v.Cmp(next.Mod(next, modulus)) != 0 {
			notCounting = append(notCounting, i)
		}
	}
	if len(notCounting) < len(notEqual) {
		return true, notCounting
	}
	return false, notEqual
}
