package verilog

import (
	"fmt"

	"culprit.example/culprit/rtlgen/ir"
)

// filler writes the block that gives arbitrary contents, for simulation, to state
// without reset. The numbers come from a linear congruential generator in the
// module, so that every simulator uses the same ones; its high bits are used,
// since they are the most random ones.
type filler struct {
	p                 *printer
	fill, bits, index string // names of the number, of the bits of several registers, and of the index
}

// arbitraryStart fills memories, the outputs of synchronous reads, and registers
// and arrays without reset.
func (p *printer) arbitraryStart() {
	logic, checks := p.unreset(false), p.unreset(true)
	for _, m := range p.m.Memories {
		if m.Contents == nil {
			logic.words = append(logic.words, filled{m.Name, m.Depth, m.Width})
		}
		for _, r := range m.Reads {
			if r.Sync {
				logic.values = append(logic.values, filled{r.Name, 1, m.Width})
			}
		}
	}
	if logic.empty() && checks.empty() {
		return
	}
	f := &filler{p, p.names.claim("memory_fill"), p.names.claim("memory_bits"), p.names.claim("memory_word")}
	p.blank()
	p.directive("ifdef %s", MemSeedMacro)
	p.line(1, "// Arbitrary contents from a seed: no circuit may rely on them.")
	p.line(1, "initial begin : %s", p.names.claim("fill_memories"))
	p.line(2, "reg [31:0] %s;", f.fill)
	if n := logic.together(); n > 0 {
		p.line(2, "reg%s %s;", vector(n), f.bits)
	}
	if len(logic.words)+len(checks.words) > 0 {
		p.line(2, "integer %s;", f.index)
	}
	p.line(2, "%s = `%s;", f.fill, MemSeedMacro)
	f.state(logic)
	if !checks.empty() {
		p.directive("ifdef %s", checksMacro)
		f.one(checks.values)
		f.words(checks.words)
		p.directive("endif")
	}
	p.line(1, "end")
	p.directive("endif")
}

// filled is a memory, a register or an array that is filled.
type filled struct {
	name         string
	depth, width int
}

// unset is the state without reset: registers, and what has words.
type unset struct{ values, words []filled }

func (u unset) empty() bool { return len(u.values)+len(u.words) == 0 }

// together is the number of bits of all registers, 0 if there are none or one.
func (u unset) together() int {
	if len(u.values) < 2 {
		return 0
	}
	n := 0
	for _, v := range u.values {
		n += v.width
	}
	return n
}

// unreset lists the state without reset: that of the logic, or the
// verification-only one.
func (p *printer) unreset(verificationOnly bool) unset {
	var u unset
	for _, s := range p.m.Signals {
		if s.Kind == ir.Reg && p.o.resetValue(s) == nil && s.VerificationOnly == verificationOnly {
			u.values = append(u.values, filled{s.Name, 1, s.Width})
		}
	}
	for _, a := range p.m.Arrays {
		if !p.o.resets(a) && a.VerificationOnly == verificationOnly {
			u.words = append(u.words, filled{a.Name, a.Depth, a.Width})
		}
	}
	return u
}

// state fills all registers at once, side by side, and what has words one by one.
func (f *filler) state(u unset) {
	n := u.together()
	if n == 0 {
		f.one(u.values)
	} else {
		all := concat()
		for _, v := range u.values {
			all.args = append(all.args, atom(v.name))
		}
		f.value(2, f.bits, n)
		f.p.line(2, "%s = %s;", all.layout(8, len(f.bits)+4), f.bits)
	}
	f.words(u.words)
}

// one fills registers one by one.
func (f *filler) one(values []filled) {
	for _, v := range values {
		f.value(2, v.name, v.width)
	}
}

// words fills all words of memories and arrays.
func (f *filler) words(list []filled) {
	for _, w := range list {
		f.p.line(2, "for (%s = 0; %s < %d; %s = %s + 1) begin", f.index, f.index, w.depth, f.index, f.index)
		f.value(3, fmt.Sprintf("%s[%s]", w.name, f.index), w.width)
		f.p.line(2, "end")
	}
}

func (f *filler) value(indent int, target string, width int) {
	p := f.p
	step := fmt.Sprintf("%s = %s * 32'd1664525 + 32'd1013904223;", f.fill, f.fill)
	if width <= 32 {
		p.line(indent, "%s", step)
		p.line(indent, "%s = %s;", target, bitsOf(f.fill, 32, 32-width, width))
		return
	}
	p.line(indent, "repeat (%d) begin", (width+31)/32)
	p.line(indent+1, "%s", step)
	p.line(indent+1, "%s = {%s, %s};", target, bitsOf(target, width, 0, width-32), f.fill)
	p.line(indent, "end")
}
