package emitamd64

import (
	"slices"

	"culprit.example/culprit/cyclesim/internal/amd64"
	"culprit.example/culprit/cyclesim/internal/avx"
)

// ternlog writes a function of up to three values. The instruction overwrites its first operand:
// best one that is not needed any more, or one that has to be loaded anyway. The last one can be in
// memory.
func (w *amdVectors) ternlog(t *avx.Instr) {
	first := slices.IndexFunc(t.Args, func(v avx.Value) bool { return !w.inMemory(v) && w.regs.Dies(v) })
	if first < 0 {
		first = max(0, slices.IndexFunc(t.Args, w.inMemory))
	}
	order, last := []int{first}, -1
	for i, v := range t.Args {
		switch {
		case i == first:
		case last < 0 && w.inMemory(v):
			last = i
		default:
			order = append(order, i)
		}
	}
	if last >= 0 {
		order = append(order, last)
	}
	w.ternlogOf(t, order)
}

// ternlogOf writes it with its operands in an order.
func (w *amdVectors) ternlogOf(t *avx.Instr, order []int) {
	v := t.Args[order[0]]
	var from amd64.Arg
	inPlace := !w.inMemory(v)
	if inPlace {
		from = w.register(v)
	} else if w.regs.Worth(v) {
		from, inPlace = w.register(v), true
	}
	slot := w.regs.Slot(v)
	var rest []amd64.Arg
	for i, n := range order[1:] {
		if i == len(order)-2 {
			rest = append(rest, w.operand(t.Args[n]))
		} else {
			rest = append(rest, w.register(t.Args[n]))
		}
	}
	w.regs.Done(t.Args...)
	var d amd64.Arg
	switch {
	case inPlace && w.regs.Free(int(from.N)):
		w.regs.DefIn(t.Dst, int(from.N))
		d = from
	case inPlace:
		d = w.def(t.Dst)
		w.asm.Emit(amd64.Vmovdqu, d, from)
	default:
		d = w.def(t.Dst)
		w.Load(int(d.N), v, slot)
	}
	// Operands that are not there are the first one again.
	for len(order) < 3 {
		order, rest = slices.Insert(order, 0, order[0]), slices.Insert(rest, 0, d)
	}
	w.asm.Emit(amd64.Vpternlogd, d, rest[0], rest[1], amd64.Imm(int64(reordered(uint8(t.Imm), order))))
	w.made(t.Dst, d)
}

// reordered is the table for operands in another order: place i has operand order[i].
func reordered(table uint8, order []int) uint8 {
	var to uint8
	for bits := range uint8(8) {
		n := uint8(0)
		for i, o := range order {
			n |= bits >> (2 - i) & 1 << (2 - o)
		}
		if table>>n&1 == 1 {
			to |= 1 << bits
		}
	}
	return to
}
