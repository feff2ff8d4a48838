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
	p          *printer
	fill, word string // names of the number and of the index
}

// arbitraryStart fills memories, the outputs of synchronous reads, and registers
// and arrays without reset.
func (p *printer) arbitraryStart() {
	regs, arrays := p.unreset(false)
	verificationOnlyRegs, verificationOnlyArrays := p.unreset(true)
	verificationOnly := len(verificationOnlyRegs)+len(verificationOnlyArrays) > 0
	rams, reads := 0, 0
	for _, m := range p.m.Memories {
		if m.Contents == nil {
			rams++
		}
		for _, r := range m.Reads {
			reads += bit(r.Sync)
		}
	}
	if rams+reads+len(regs)+len(arrays) == 0 && !verificationOnly {
		return
	}
	f := &filler{p, p.names.claim("memory_fill"), p.names.claim("memory_word")}
	p.blank()
	p.directive("ifdef %s", MemSeedMacro)
	p.line(1, "// Arbitrary contents from a seed: no circuit may rely on them.")
	p.line(1, "initial begin : %s", p.names.claim("fill_memories"))
	p.line(2, "reg [31:0] %s;", f.fill)
	if rams+len(arrays)+len(verificationOnlyArrays) > 0 {
		p.line(2, "integer %s;", f.word)
	}
	p.line(2, "%s = `%s;", f.fill, MemSeedMacro)
	for _, m := range p.m.Memories {
		if m.Contents == nil {
			f.words(m.Name, m.Depth, m.Width)
		}
		for _, r := range m.Reads {
			if r.Sync {
				f.value(2, r.Name, m.Width)
			}
		}
	}
	f.state(regs, arrays)
	if verificationOnly {
		p.directive("ifdef %s", checksMacro)
		f.state(verificationOnlyRegs, verificationOnlyArrays)
		p.directive("endif")
	}
	p.line(1, "end")
	p.directive("endif")
}

// unreset lists the state without reset: that of the logic, or the
// verification-only one.
func (p *printer) unreset(verificationOnly bool) (regs []*ir.Signal, arrays []*ir.Array) {
	for _, s := range p.m.Signals {
		if s.Kind == ir.Reg && p.o.resetValue(s) == nil && s.VerificationOnly == verificationOnly {
			regs = append(regs, s)
		}
	}
	for _, a := range p.m.Arrays {
		if !p.o.resets(a) && a.VerificationOnly == verificationOnly {
			arrays = append(arrays, a)
		}
	}
	return regs, arrays
}

func (f *filler) state(regs []*ir.Signal, arrays []*ir.Array) {
	for _, s := range regs {
		f.value(2, s.Name, s.Width)
	}
	for _, a := range arrays {
		f.words(a.Name, a.Depth, a.Width)
	}
}

// words fills all words of a memory or array.
func (f *filler) words(name string, depth, width int) {
	f.p.line(2, "for (%s = 0; %s < %d; %s = %s + 1) begin", f.word, f.word, depth, f.word, f.word)
	f.value(3, fmt.Sprintf("%s[%s]", name, f.word), width)
	f.p.line(2, "end")
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
