package verilog

import (
	"fmt"
	"math/big"
	"strings"

	"culprit/rtlgen/ir"
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

// resetArray resets with a loop where the values follow a rule, followed by the
// elements that break it; with one assignment per element if there is no rule.
func (w *writer) resetArray(indent int, a *ir.Array) {
	p := w.p
	counting, broken := resetRule(a)
	if a.Depth == 1 || len(broken) > max(1, a.Depth/8) {
		for i, v := range a.Reset {
			p.line(indent, "%s[%d] <= %s;", a.Name, i, constant(v, a.Width))
		}
		return
	}
	v := p.names.free("i", "n", "index", "element")
	value := constant(a.Reset[0], a.Width)
	if counting {
		value = p.loopVar(v, 0, a.Width).flat()
		if a.Reset[0].Sign() != 0 {
			value += " + " + constant(a.Reset[0], a.Width)
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
		p.line(indent, "%s[%d] <= %s;", a.Name, i, constant(a.Reset[i], a.Width))
	}
}

// resetRule finds which of "all equal" and "counting up from the first value
// modulo 2^width" holds for more elements, and the elements that break it.
func resetRule(a *ir.Array) (counting bool, broken []int) {
	modulus := new(big.Int).Lsh(big.NewInt(1), uint(a.Width))
	var notEqual, notCounting []int
	for i, v := range a.Reset {
		if v.Cmp(a.Reset[0]) != 0 {
			notEqual = append(notEqual, i)
		}
		next := new(big.Int).Add(a.Reset[0], big.NewInt(int64(i)))
		if v.Cmp(next.Mod(next, modulus)) != 0 {
			notCounting = append(notCounting, i)
		}
	}
	if len(notCounting) < len(notEqual) {
		return true, notCounting
	}
	return false, notEqual
}
