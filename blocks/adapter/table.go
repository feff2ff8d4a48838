package adapter

import (
	"fmt"

	"culprit.example/culprit/rtlgen"
	"culprit.example/culprit/rtlgen/ir"
)

// walk initialises tables after reset: it passes once over their addresses. RAMs have
// no reset, so a table is written by the walk before anything else.
type walk struct {
	m     *rtlgen.Module
	depth int
	count rtlgen.Reg // its top bit says that all is done
}

// newWalk makes the walk over depth addresses, a power of two.
func newWalk(m *rtlgen.Module, depth int) walk {
	w := walk{m, depth, m.Reg("init_q", rtlgen.CountBits(depth), 0, "table addresses initialised since reset")}
	m.If(w.done().Not(), func() { w.count.Set(w.count.Add(1)) })
	return w
}

func (w walk) done() value { return w.count.High(1) }

// table is a RAM with one write port whose words the walk sets first. Reads are
// asynchronous and see the writes of the cycles before.
type table struct {
	rtlgen.Memory
	w     walk
	name  string
	width int
	init  value
}

// table makes a table of depth words, at most as many as the walk has addresses; doc says what
// they are. Of a few bits synthesis would make registers, whose reads are several levels of
// multiplexers.
func (w walk) table(name string, depth, width int, doc string) table {
	memory := w.m.Memory(name, depth, width, rtlgen.ReadOld, doc).Style(rtlgen.Distributed)
	return table{memory, w, name, width, w.m.Zero(width)}
}

// registered makes a table whose reads are synchronous, so that a large one is a block
// RAM. rdw is what a read sees of a write in its cycle.
func (w walk) registered(name string, depth, width int, rdw ir.ReadDuringWrite, doc string) table {
	return table{w.m.Memory(name, depth, width, rdw, doc), w, name, width, w.m.Zero(width)}
}

// starts gives a table another initial value.
func (t table) starts(with value) table {
	t.init = with
	return t
}

// write is the table's write port. enable is 0 during the walk.
func (t table) write(enable, addr, data value) {
	m, walking := t.w.m, t.w.done().Not()
	if data.Width() != t.width {
		panic(fmt.Sprintf("BUG: table %s has words of %d bits, not %d", t.name, t.width, data.Width()))
	}
	t.Write(enable.Or(walking), m.Let(t.name+"_addr", rtlgen.Mux(walking, t.w.count.Low(addr.Width()), addr)),
		m.Let(t.name+"_data", rtlgen.Mux(walking, t.init, data)))
}
