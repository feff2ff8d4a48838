package fabric

import (
	"fmt"

	"culprit/rtlgen"
)

// Read-out addresses of a monitor. 0 to 8 are the histogram.
const (
	lineSum = iota + maxSAQs + 1
	detections
	refusedDetections
	droppedNotes
	droppedXoffs
)

const counterBits = 40

// Monitor counts what the congestion management of a switch does, from the
// switch's status outputs. It looks at one port per cycle in turn for what
// lasts, and at all of them for what is a pulse.
func Monitor(ports, saqs int) *rtlgen.Module {
	m := rtlgen.NewModule("fabric_monitor")
	m.Doc("counters of a switch's congestion management")
	m.Param("ports", ports, portsParam.Default)
	m.Param("saqs", saqs, saqsParam.Default)
	u := &monitor{m: m, ports: ports, saqs: saqs}

	u.measure = m.Next("measure_q", m.Input("measure", 1), 0).Value
	u.clear = m.Input("clear", 1)
	address := m.Next("address_q", m.Input("read_address", addressBits), 0)
	u.look()
	out := m.Reg("read_data_q", readBits, 0)
	m.Switch(address.Value, func(c rtlgen.Cases) {
		for n := range saqs + 1 {
			c.Case(func() { out.Set(u.samples.At(n).Zext(readBits)) }, n)
		}
		c.Case(func() { out.Set(u.lines.Zext(readBits)) }, lineSum)
		for i, counter := range u.events {
			c.Case(func() { out.Set(counter.Zext(readBits)) }, detections+i)
		}
		c.Default(func() { out.Set(0) })
	})
	m.Output("read_data", out.Value)
	for _, d := range monitorPorts {
		m.Describe(d.name, d.text)
	}
	return m
}

var monitorPorts = []struct{ name, text string }{
	{"measure", "count what happens in this cycle"},
	{"clear", "all counters to 0"},
	{"read_address", "counter to read"},
	{"stat_saqs", "status of a switch: set-aside queues in use"},
	{"stat_lines", "CAM lines in use"},
	{"stat_detect", "pulses: congestion detected, queue allocated"},
	{"stat_no_free", "congestion detected, no queue free"},
	{"stat_dropped", "pulses: notification dropped"},
	{"stat_cam_full", "pulses: Xoff dropped"},
	{"read_data", "the counter, 2 cycles after its address"},
}

type monitor struct {
	m              *rtlgen.Module
	ports, saqs    int
	measure, clear value

	samples rtlgen.RegArray // by the number of SAQs that were seen in use
	lines   rtlgen.Reg      // sum of the CAM lines that were seen in use
	events  []rtlgen.Reg
}

// look has a register between the switch's status and the counters, so that the
// status may come late in its cycle.
func (u *monitor) look() {
	m := u.m
	port := m.Reg("port", rtlgen.IndexBits(u.ports), 0)
	next := port.Add(1)
	if u.ports&(u.ports-1) != 0 {
		next = rtlgen.Mux(port.Eq(u.ports-1), 0, next)
	}
	port.Set(next)
	inUse := func(name string) value {
		lanes := m.Input("stat_"+name, u.ports*u.saqs)
		seen := m.Let(name+"_seen", lanes.Lane(port.Value, u.saqs))
		return m.Next(name+"_in_use", seen.PopCount(), 0).Value
	}
	saqs, lines := inUse("saqs"), inUse("lines")

	u.samples = m.RegArray("samples", u.saqs+1, counterBits, 0)
	u.lines = m.Reg("line_sum", counterBits, 0)
	m.If(u.clear, func() {
		m.For("n", u.saqs+1, func(n value) { u.samples.At(n).Set(0) })
		u.lines.Set(0)
	}).ElseIf(u.measure, func() {
		u.samples.At(saqs).Set(u.samples.At(saqs).Add(1))
		u.lines.Set(u.lines.Add(lines.Zext(counterBits)))
	})
	for _, name := range []string{"detect", "no_free", "dropped", "cam_full"} {
		u.events = append(u.events, u.count(name))
	}
}

// count adds up the ports at which something happens.
func (u *monitor) count(name string) rtlgen.Reg {
	m := u.m
	happens := m.Input("stat_"+name, u.ports)
	number := m.Next(fmt.Sprintf("%s_ports", name), happens.PopCount(), 0)
	sum := m.Reg(name+"_count", counterBits, 0)
	m.If(u.clear, func() {
		sum.Set(0)
	}).ElseIf(u.measure, func() {
		sum.Set(sum.Add(number.Zext(counterBits)))
	})
	return sum
}
