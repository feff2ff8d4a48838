package emitamd64

import (
	"culprit/cyclesim/internal/amd64"
	"culprit/cyclesim/internal/avx"
	"culprit/cyclesim/internal/regalloc"
)

// With AVX-512 there are registers 16 to 31, which only instructions with the longer prefix can name. In
// groups of up to 32 lanes they do not pay for values, but they do for constants of instructions that
// have this prefix anyway: an address relative to the instruction takes four bytes more.

// highReg is the first of these registers, highRegs their number.
const (
	highReg  = 16
	highRegs = 16
)

// highConstants are the constants in these registers.
type highConstants [highRegs]struct {
	held bool
	k    avx.Constant
	used int // when it was used last
}

// find is the register of a constant.
func (h *highConstants) find(k avx.Constant) (reg int, ok bool) {
	k.Wide = false // the same bytes
	for i := range h {
		if h[i].held && h[i].k == k {
			return highReg + i, true
		}
	}
	return 0, false
}

// forget says that a call has changed the registers.
func (h *highConstants) forget() { *h = highConstants{} }

// join keeps what the registers hold whether the code since then was skipped or not.
func (h *highConstants) join(before *highConstants) {
	for i := range h {
		if b := &before[i]; !b.held || b.k != h[i].k {
			h[i].held = false
		}
	}
}

// encodes says what the instruction of the present step can name.
func (w *amdVectors) encodes(op amd64.Op) {
	vex, evex := amd64.Prefixes(op, w.unit())
	w.extended = w.AVX512 && !w.Masks && evex && !w.options.Without[constants]
	w.long = w.extended && !vex
}

// highConstant is a constant in one of these registers, for an instruction that can name them. One that has
// the longer prefix loads it, if a later step uses it as well.
func (w *amdVectors) highConstant(v regalloc.Value) (amd64.Arg, bool) {
	k, ok := w.Constants[v]
	if !ok || !w.extended || k.AllZeros() {
		return amd64.Arg{}, false
	}
	w.accessed++
	if r, ok := w.high.find(k); ok {
		w.high[r-highReg].used = w.accessed
		return w.reg(r), true
	}
	if !w.long || w.regs.NextUse(v) > w.outlook.until[w.outlook.step] {
		return amd64.Arg{}, false
	}
	r := w.high.oldest()
	w.asm.Emit(amd64.Vmovdqu, amd64.Z(uint8(r)), w.pool(k))
	k.Wide = false
	x := &w.high[r-highReg]
	x.held, x.k, x.used = true, k, w.accessed
	return w.reg(r), true
}

// oldest is a register that holds nothing, or that whose constant was used last the longest ago.
func (h *highConstants) oldest() (reg int) {
	at := 0
	for i := range h {
		switch {
		case !h[i].held:
			return highReg + i
		case h[i].used < h[at].used:
			at = i
		}
	}
	return highReg + at
}
