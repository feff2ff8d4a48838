package verilog

import (
	"fmt"

	"culprit/rtlgen/ir"
)

// memories writes each RAM in the form that synthesis tools recognise: writes
// in a block without reset, reads beside it.
func (p *printer) memories() {
	for _, m := range p.m.Memories {
		if len(m.Writes) > 0 {
			p.blank()
			p.line(1, "always @(posedge %s) begin", ClockName)
			for _, wr := range m.Writes {
				p.memoryWrite(m, wr)
			}
			p.line(1, "end")
		}
		for _, r := range m.Reads {
			p.memoryRead(m, r)
		}
	}
	p.arbitraryStart()
}

func (p *printer) word(m *ir.Memory, addr *ir.Node) string {
	return m.Name + "[" + p.index(addr, m.Depth).flat() + "]"
}

func (p *printer) memoryWrite(m *ir.Memory, wr *ir.WritePort) {
	if wr.Lanes() > 1 {
		p.laneWrites(m, wr)
		return
	}
	cond := p.root(wr.Enable)
	if guard := p.within(wr.Addr, m.Depth); guard != nil {
		cond = binary("&&", cond, guard)
	}
	head := p.word(m, wr.Addr) + " <= "
	if isConst(wr.Addr) && !isBelow(wr.Addr, m.Depth) {
		return
	}
	if isConst(wr.Enable) && wr.Enable.Const.Sign() != 0 {
		p.line(2, "%s%s;", head, p.text(wr.Data, 8+len(head), 1))
		return
	}
	p.oneArmedIf(2, cond, func(col int) string { return head + p.text(wr.Data, col+len(head), 1) + ";" })
}

// oneArmedIf writes an if with one statement, on one line if that is short.
func (p *printer) oneArmedIf(indent int, cond *expr, stmt func(col int) string) {
	short := fmt.Sprintf("if (%s) %s", cond.flat(), stmt(-unlimited))
	if 4*indent+len(short) <= maxColumn {
		p.line(indent, "%s", short)
		return
	}
	p.line(indent, "if (%s) begin", cond.layout(4*indent+4, 8))
	p.line(indent+1, "%s", stmt(4*indent+4))
	p.line(indent, "end")
}

func (p *printer) memoryRead(m *ir.Memory, r *ir.ReadPort) {
	p.blank()
	if m.Contents != nil {
		p.romRead(m, r)
		return
	}
	word := atom(p.word(m, r.Addr))
	if !r.Sync {
		p.line(1, "assign %s = %s;", r.Name, word.text)
		return
	}
	data := word
	if m.RDW == ir.ReadNew && writesLanes(m) {
		p.laneForward(m, r, word)
		return
	}
	if m.RDW == ir.ReadNew {
		for _, wr := range m.Writes { // the last port has priority, so it comes outermost
			data = ternary(p.collides(wr, r), p.expr(wr.Data, truthIfBit(wr.Data)), data)
		}
	}
	p.clockedRead(r, data)
}

// clockedRead writes the register of a synchronous read port.
func (p *printer) clockedRead(r *ir.ReadPort, data *expr) {
	p.line(1, "always @(posedge %s) begin", ClockName)
	head := r.Name + " <= "
	if isConst(r.Enable) && r.Enable.Const.Sign() != 0 {
		p.line(2, "%s%s;", head, data.layout(8+len(head), 1))
	} else {
		p.oneArmedIf(2, p.root(r.Enable), func(col int) string { return head + data.layout(col+len(head), 1) + ";" })
	}
	p.line(1, "end")
}

// collides is the condition under which a write and a read access the same word.
func (p *printer) collides(wr *ir.WritePort, r *ir.ReadPort) *expr {
	width := max(wr.Addr.Width, r.Addr.Width)
	same := binary("==", p.resize(wr.Addr, width), p.resize(r.Addr, width))
	return binary("&&", p.expr(wr.Enable, truth), same)
}
