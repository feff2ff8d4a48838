package cioq

import (
	"culprit.example/culprit/blocks/link"
	"culprit.example/culprit/rtlgen"
)

// Element is the switching element: input queues, two lanes of crossbar with their
// scheduler, output queues.
func Element(p Params) *rtlgen.Typed[ElementPorts] {
	m, io := rtlgen.New[ElementPorts](p)
	if m.Refused() {
		return m
	}
	n := p.Ports
	in := rtlgen.UseArray(m, "in_port", n, Input(p))
	out := rtlgen.UseArray(m, "out_port", n, Output(p))
	crossbar := rtlgen.UseArray(m, "crossbar", lanes, Crossbar(p))
	scheduler := rtlgen.Use(m, "scheduler", Scheduler(p))
	rtlgen.Connect(in.Rx, io.Rx)
	rtlgen.Connect(out.Tx, io.Tx)
	if p.Credits == 0 {
		out.Hold.Drive(io.Hold)
	}

	scheduler.First.Drive(in.First)
	scheduler.Room.Drive(out.Room)
	in.Start.Drive(scheduler.Start)
	out.Take.Drive(scheduler.Take)
	crossbar.Select.Drive(scheduler.Select)
	toLanes(n, crossbar.In.Valid, in.Lane.Valid)
	toLanes(n, crossbar.In.Data, in.Lane.Data)
	toPorts(n, out.Lane.Valid, crossbar.Out.Valid)
	toPorts(n, out.Lane.Data, crossbar.Out.Data)
	if p.cells() {
		scheduler.Second.Drive(in.Second)
	} else {
		scheduler.Free.Drive(in.Free)
		scheduler.Ends.Drive(in.Lane.Ends)
		toLanes(n, crossbar.In.Ends, in.Lane.Ends)
		toPorts(n, out.Lane.Ends, crossbar.Out.Ends)
		toLanes(n, crossbar.In.Bad, in.Lane.Bad)
		toPorts(n, out.Lane.Bad, crossbar.Out.Bad)
	}

	events := make([]value, n)
	for i := range events {
		excess := m.Zero(1)
		if p.Credits > 0 {
			excess = out.Excess.At(i)
		}
		events[i] = rtlgen.Cat(excess, in.Error.At(i))
	}
	link.Tally(m.Module, "errors", link.Shown(io.Err), p.ErrorBits, events)

	io.Stat.InHeld.Drive(in.Stat.Held)
	io.Stat.OutHeld.Drive(out.Stat.Held)
	io.Stat.Stalled.Drive(out.Stat.Stalled)
	wanted := in.First.At(0)
	for i := 1; i < n; i++ {
		wanted = wanted.Or(in.First.At(i))
	}
	wanted = m.Let("wanted", wanted)
	for o := range m.Each("o", n) {
		io.Stat.Refused.SetBit(o, wanted.Bit(o).And(out.Room.Lane(o, lanes).Eq(0)))
	}
	return m
}

// toLanes drives the lanes of the crossbar, ports innermost, with those of the inputs,
// lanes innermost.
func toLanes(ports int, to rtlgen.In, from rtlgen.Out) {
	to.Drive(reorder(from.Value, ports, lanes))
}

// toPorts is the way back.
func toPorts(ports int, to rtlgen.In, from rtlgen.Out) {
	to.Drive(reorder(from.Value, lanes, ports))
}

// reorder takes v as a matrix of rows by columns of words, row 0 lowest, and swaps rows
// and columns.
func reorder(v value, rows, columns int) value {
	w := v.Width() / (rows * columns)
	words := make([]value, 0, rows*columns)
	for c := range columns {
		for r := range rows {
			words = append(words, v.Lane(r*columns+c, w))
		}
	}
	return rtlgen.LanesOf(words)
}
