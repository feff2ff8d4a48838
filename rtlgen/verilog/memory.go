package verilog

import (
	"fmt"

	"culprit.example/culprit/rtlgen/ir"
)

// memories writes each RAM in the forms that synthesis tools recognise, without reset: with one write port
// its synchronous reads are in the block of the writes, with several they have blocks of their own.
func (p *printer) memories() {
	for _, m := range p.m.Memories {
		if m.Contents != nil && !m.ROM() {
			p.contents(m)
		}
		p.nameWrites(m)
		p.memoryWrites(m)
		for _, r := range m.Reads {
			if !besideWrite(m, r) {
				p.memoryRead(m, r)
			}
		}
	}
	p.arbitraryStart()
}

// besideWrite reports whether a read port is written in the block of the only write port.
func besideWrite(m *ir.Memory, r *ir.ReadPort) bool {
	return r.Sync && len(m.Writes) == 1 && m.Writes[0].Lanes() == 1 && m.Writes[0].Clock == r.Clock
}

// nameWrites declares wires for what the ports of a memory write, and where, if reads return it in the same cycle: it
// would stand there several times.
func (p *printer) nameWrites(m *ir.Memory) {
	returned := map[int]bool{}
	for _, r := range m.Reads {
		for _, i := range m.WritesOf(r, ir.ReadNew) {
			returned[i] = true
		}
	}
	var lines []string
	for i, wr := range m.Writes {
		if !returned[i] || wr.Lanes() > 1 {
			continue
		}
		port := m.Name + "_write"
		if len(m.Writes) > 1 {
			port = fmt.Sprintf("%s_%d", port, i)
		}
		for _, x := range []struct {
			name string
			of   *ir.Node
		}{{port, wr.Enable}, {port + "_at", wr.Addr}, {port + "_data", wr.Data}} {
			if _, named := p.name(x.of); named || isConst(x.of) || len(p.root(x.of).flat()) < longWrite {
				continue
			}
			name := p.names.claim(x.name)
			head := fmt.Sprintf("wire%s %s = ", vector(x.of.Width), name)
			lines = append(lines, head+p.text(x.of, 4+len(head), 1))
			p.writes[x.of] = name
		}
	}
	if len(lines) > 0 {
		p.blank()
		for _, l := range lines {
			p.line(1, "%s;", l)
		}
	}
}

// longWrite is the length from which on what is written has a name.
const longWrite = 24

// memoryWrites writes a block for the write ports of each clock, and the reads that stand beside them.
func (p *printer) memoryWrites(m *ir.Memory) {
	var clocks []string
	of := map[string][]*ir.WritePort{}
	for _, wr := range m.Writes {
		if of[wr.Clock] == nil {
			clocks = append(clocks, wr.Clock)
		}
		of[wr.Clock] = append(of[wr.Clock], wr)
	}
	for _, clock := range clocks {
		p.blank()
		p.line(1, "always @(posedge %s) begin", clockPort(clock))
		for _, wr := range of[clock] {
			p.memoryWrite(m, wr)
		}
		for _, r := range m.Reads {
			if besideWrite(m, r) {
				p.clockedRead(m, r, p.readData(m, r))
			}
		}
		p.line(1, "end")
	}
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
	if m.ROM() {
		p.romRead(m, r)
		return
	}
	word := atom(p.word(m, r.Addr))
	if !r.Sync {
		p.line(1, "assign %s = %s;", r.Name, word.text)
		return
	}
	if m.Ever(r, ir.ReadNew) && writesLanes(m) {
		p.laneForward(m, r, word)
		return
	}
	p.readBlock(m, r, p.readData(m, r))
}

// readBlock writes a block for a synchronous read port alone.
func (p *printer) readBlock(m *ir.Memory, r *ir.ReadPort, data *expr) {
	p.line(1, "always @(posedge %s) begin", clockPort(r.Clock))
	p.clockedRead(m, r, data)
	p.line(1, "end")
}

// readData is the word that a synchronous read port takes, or what is being written there.
func (p *printer) readData(m *ir.Memory, r *ir.ReadPort) *expr {
	data := atom(p.word(m, r.Addr))
	for _, i := range m.WritesOf(r, ir.ReadNew) { // the last port has priority, so it comes outermost
		wr := m.Writes[i]
		data = ternary(p.collides(wr, r), p.expr(wr.Data, truthIfBit(wr.Data)), data)
	}
	return data
}

// clockedRead writes the statement of a synchronous read port.
func (p *printer) clockedRead(m *ir.Memory, r *ir.ReadPort, data *expr) {
	head := r.Name + " <= "
	enable := p.readEnable(m, r)
	open := p.openPairs(m, r)
	switch {
	case enable == nil:
		p.line(2, "%s%s;", head, data.layout(8+len(head), 1))
		p.unknown(2, m, r, open)
	case len(open) > 0:
		p.line(2, "if (%s) begin", enable.layout(12, 8))
		p.line(3, "%s%s;", head, data.layout(12+len(head), 1))
		p.unknown(3, m, r, open)
		p.line(2, "end")
	default:
		p.oneArmedIf(2, enable, func(col int) string { return head + data.layout(col+len(head), 1) + ";" })
	}
}

// readEnable is the condition under which a read port reads, nil if it always does.
func (p *printer) readEnable(m *ir.Memory, r *ir.ReadPort) *expr {
	var enable *expr
	if !isConst(r.Enable) || r.Enable.Const.Sign() == 0 {
		enable = p.root(r.Enable)
	}
	for _, i := range m.WritesOf(r, ir.ReadKeep) {
		elsewhere := unary("!", p.meets(m.Writes[i], r))
		if enable == nil {
			enable = elsewhere
		} else {
			enable = binary("&&", enable, elsewhere)
		}
	}
	return enable
}

// openPairs are the write ports during whose writes the read port reads any word, where
// the memory's attributes cannot say it, since that is not so for all pairs of ports.
func (p *printer) openPairs(m *ir.Memory, r *ir.ReadPort) []*ir.WritePort {
	var open []*ir.WritePort
	if list := m.WritesOf(r, ir.ReadUndefined); len(list) > 0 && m.Mixed() {
		for _, i := range list {
			open = append(open, m.Writes[i])
		}
	}
	return open
}

// unknown tells Yosys that a read port reads any word when it meets one of the write
// ports. Simulators read the word before the write, as they do where an attribute says it.
func (p *printer) unknown(indent int, m *ir.Memory, r *ir.ReadPort, open []*ir.WritePort) {
	if len(open) == 0 {
		return
	}
	p.directive("ifdef YOSYS")
	for _, wr := range open {
		p.oneArmedIf(indent, p.meets(wr, r), func(int) string { return fmt.Sprintf("%s <= %d'bx;", r.Name, m.Width) })
	}
	p.directive("endif")
}

// collides is the condition under which a write and a read access the same word.
func (p *printer) collides(wr *ir.WritePort, r *ir.ReadPort) *expr {
	return binary("&&", p.expr(wr.Enable, truth), p.sameAddress(wr, r))
}

func (p *printer) sameAddress(wr *ir.WritePort, r *ir.ReadPort) *expr {
	width := max(wr.Addr.Width, r.Addr.Width)
	return binary("==", p.resize(wr.Addr, width), p.resize(r.Addr, width))
}

// meets is collides of a port that may write lanes. A read port at the address of the
// write port always meets it.
func (p *printer) meets(wr *ir.WritePort, r *ir.ReadPort) *expr {
	writes := p.expr(wr.Any(), truth)
	if ir.SameValue(wr.Addr, r.Addr) {
		return writes
	}
	return binary("&&", writes, p.sameAddress(wr, r))
}
