package fabric

import (
	"fmt"

	"culprit.example/culprit/blocks/prim"
	"culprit.example/culprit/rtlgen"
)

// Addresses of a monitor's counters. 0 to 8 are the histogram.
const (
	lineSum = iota + maxSAQs + 1
	detections
	refusedDetections
	droppedNotes
	droppedXoffs
	birthCount
	deathCount
	xoffCount
	xonCount
	monitorCounters // how many addresses there are
)

const counterBits = 40

// Monitor counts what the congestion management of a switch does, from the
// switch's status outputs. It looks at one port per cycle in turn for what
// lasts, and at all of them for what is a pulse.
func Monitor(p Params) *rtlgen.Typed[MonitorPorts] {
	m, io := rtlgen.New[MonitorPorts](p)
	if m.Refused() {
		return m
	}
	u := &monitor{MonitorPorts: io, m: m.Module, ports: p.Ports, saqs: p.SAQs}
	u.measuring = m.Next("measure_q", io.Measure, 0)
	address := m.Next("address_q", io.Read.Address, 0)
	u.look()
	out := m.Reg("read_data_q", readBits, 0)
	m.Switch(address, func(c rtlgen.Cases) {
		for n := range p.SAQs + 1 {
			c.Case(func() { out.Set(u.samples.At(n).Zext(readBits)) }, n)
		}
		c.Case(func() { out.Set(u.lines.Zext(readBits)) }, lineSum)
		for i, counter := range u.events {
			c.Case(func() { out.Set(counter.Zext(readBits)) }, detections+i)
		}
		c.Default(func() { out.Set(0) })
	})
	io.Read.Data.Drive(out)
	return m
}

type monitor struct {
	*MonitorPorts
	m           *rtlgen.Module
	ports, saqs int
	measuring   rtlgen.Reg

	samples rtlgen.RegArray // by the number of SAQs that were seen in use
	lines   rtlgen.Reg      // sum of the CAM lines that were seen in use
	events  []value
}

// look has a register between the switch's status and the counters, so that the
// status may come late in its cycle.
func (u *monitor) look() {
	m := u.m
	port := m.Reg("port", rtlgen.IndexBits(u.ports), 0, "port that is looked at")
	next := port.Add(1)
	if u.ports&(u.ports-1) != 0 {
		next = rtlgen.Mux(port.Eq(u.ports-1), 0, next)
	}
	port.Set(next)
	inUse := func(name, what string, lanes rtlgen.In) rtlgen.Reg {
		seen := m.Let(name+"_seen", lanes.Lane(port, u.saqs))
		return m.Next(name+"_in_use", seen.PopCount(), 0, what+" in use at the port that is looked at")
	}
	saqs, lines := inUse("saqs", "SAQs", u.Stat.Saqs), inUse("lines", "CAM lines", u.Stat.Lines)

	u.samples = m.RegArray("samples", u.saqs+1, counterBits, 0, "looks by the number of SAQs in use")
	u.lines = m.Reg("line_sum", counterBits, 0, "sum of the CAM lines in use, over all looks")
	m.If(u.Clear, func() {
		m.For("n", u.saqs+1, func(n value) { u.samples.At(n).Set(0) })
		u.lines.Set(0)
	}).ElseIf(u.measuring, func() {
		u.samples.At(saqs).Set(u.samples.At(saqs).Add(1))
		u.lines.Set(u.lines.Add(lines.Zext(counterBits)))
	})
	u.events = []value{
		u.count("detect", "detections that allocated a SAQ", u.Stat.Detect),
		u.count("no_free", "detections that found no free SAQ", u.Stat.NoFree),
		u.count("dropped", "notifications dropped", u.Stat.Dropped),
		u.count("cam_full", "Xoffs dropped, no line free", u.Stat.CamFull),
	}
	before := m.Next("saqs_before", u.Stat.Saqs, 0)
	u.events = append(u.events,
		u.count("birth", "SAQs allocated", m.Let("births", u.Stat.Saqs.AndNot(before))),
		u.count("death", "SAQs freed", m.Let("deaths", before.AndNot(u.Stat.Saqs))),
		u.count("xoff", "Xoffs sent upstream", m.Let("xoffs", u.Msg.Valid.And(u.Msg.Xoff))),
		u.count("xon", "Xons sent upstream", m.Let("xons", u.Msg.Valid.AndNot(u.Msg.Xoff))))
}

// count adds up the ports, or queues, at which something happens.
func (u *monitor) count(name, what string, happens rtlgen.Signal) value {
	m := u.m
	number := m.Next(fmt.Sprintf("%s_ports", name), rtlgen.ValueOf(happens).PopCount(), 0, what+" in the cycle before")
	return prim.Accumulator(m, name+"_count", counterBits, u.Clear, u.measuring, number)
}
