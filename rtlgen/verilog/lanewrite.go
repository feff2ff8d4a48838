package verilog

import (
	"culprit.example/culprit/rtlgen/ir"
)

// writesLanes reports whether a port of the memory writes lanes of a word.
func writesLanes(m *ir.Memory) bool {
	for _, w := range m.Writes {
		if w.Lanes() > 1 {
			return true
		}
	}
	return false
}

// laneWrites writes one statement per lane, each with its own enable: the form
// from which tools infer byte enables.
func (p *printer) laneWrites(m *ir.Memory, w *ir.WritePort) {
	if isConst(w.Addr) && !isBelow(w.Addr, m.Depth) {
		return
	}
	guard := p.within(w.Addr, m.Depth)
	p.eachLane(2, m.Width, w, p.word(m, w.Addr), guard)
}

// eachLane writes the enabled lanes of a port's data to target.
func (p *printer) eachLane(indent, width int, w *ir.WritePort, target string, guard *expr) {
	lane := width / w.Lanes()
	for i := range w.Lanes() {
		enable, ok1 := p.part(w.Enable, i, 1)
		data, ok2 := p.part(w.Data, i*lane, lane)
		if !ok1 || !ok2 {
			p.fail(w.Pos, "lanes of an unnamed expression are written: Verilog can take lanes only of what has a name, so name the expression")
			return
		}
		head := bitsOf(target, width, i*lane, lane) + " <= "
		write := func(col int) string { return head + data.layout(col+len(head), 1) + ";" }
		switch always := enable.flat() == "1'b1"; {
		case enable.flat() == "1'b0":
		case always && guard == nil:
			p.line(indent, "%s", write(4*indent))
		case always:
			p.oneArmedIf(indent, guard, write)
		case guard != nil:
			p.oneArmedIf(indent, binary("&&", enable, guard), write)
		default:
			p.oneArmedIf(indent, enable, write)
		}
	}
}

// laneForward writes a synchronous read of a memory with lane enables that
// returns the lanes being written: the later assignment of a lane wins.
func (p *printer) laneForward(m *ir.Memory, r *ir.ReadPort, word *expr) {
	p.line(1, "always @(posedge %s) begin", ClockName)
	indent := 2
	if enable := p.readEnable(m, r); enable != nil {
		p.line(2, "if (%s) begin", enable.layout(12, 8))
		indent = 3
	}
	p.line(indent, "%s <= %s;", r.Name, word.layout(4*indent+len(r.Name)+4, 1))
	for _, i := range m.WritesOf(r, ir.ReadNew) {
		p.eachLane(indent, m.Width, m.Writes[i], r.Name, p.sameAddress(m.Writes[i], r))
	}
	p.unknown(indent, m, r, p.openPairs(m, r))
	if indent == 3 {
		p.line(2, "end")
	}
	p.line(1, "end")
}

// lanesOf is the most lanes that a port of the memory enables, 0 if all write
// whole words.
func lanesOf(m *ir.Memory) int {
	n := 1
	for _, w := range m.Writes {
		n = max(n, w.Lanes())
	}
	if n == 1 {
		return 0
	}
	return n
}
