package qcn

import (
	"culprit.example/culprit/rtlgen"
)

// WatchdogParams configures PauseWatchdog.
type WatchdogParams struct {
	Prios   int `param:"prios" default:"2" min:"1" max:"8" doc:"priorities, from 0"`
	Detect  int `param:"detect" default:"65536" min:"1" max:"16777216" doc:"cycles in a row in which a priority is stopped and a frame waits, until it is a storm"`
	Restore int `param:"restore" default:"65536" min:"1" max:"16777216" doc:"cycles in a row in which a stormed priority is not stopped, until the storm is over"`
	Drop    int `param:"drop" default:"1" min:"0" max:"1" doc:"frames of a stormed priority: 1 dropped, 0 sent although it is stopped"`
	Bits    int `param:"count_bits" default:"16" min:"1" max:"32" doc:"bits of a counter of events"`
	Time    int `param:"time_bits" default:"32" min:"1" max:"32" doc:"bits of a counter of cycles"`
}

// WatchdogTimeBits is the usual width of the counters of cycles of PauseWatchdog.
const WatchdogTimeBits = 32

// Dims are the names that the tags of ports use.
func (p WatchdogParams) Dims() rtlgen.Dims { return WatchdogDims(p.Bits, p.Time, Dims(nil)) }

// WatchdogDims adds the widths of WatchdogCounters, with counters of that many bits, to others.
func WatchdogDims(count, time int, others rtlgen.Dims) rtlgen.Dims {
	others["watch_count"], others["watch_time"] = count, time
	return others
}

// WatchdogCounters are what is counted about the PAUSE of a port, for each priority.
type WatchdogCounters struct {
	Heard   rtlgen.Out `lanes:"prios" width:"watch_count" doc:"STOPs received"`
	Told    rtlgen.Out `lanes:"prios" width:"watch_count" doc:"STOPs sent"`
	Storms  rtlgen.Out `lanes:"prios" width:"watch_count" doc:"storms"`
	Dropped rtlgen.Out `lanes:"prios" width:"watch_count" doc:"frames dropped in storms"`
	Stopped rtlgen.Out `lanes:"prios" width:"watch_time" doc:"cycles in which the other end had stopped it"`
}

// PauseWatchdogPorts are the ports of PauseWatchdog.
type PauseWatchdogPorts struct {
	_      rtlgen.Unit     `name:"qcn_pause_watchdog" doc:"ends what a STOP that does not end does to others: storms of PAUSE, and counters" params:"prios detect restore drop count_bits time_bits"`
	Rx     Beat[rtlgen.In] `doc:"frames that come in, as qcn_pause_rx hears them"`
	Paused rtlgen.In       `lanes:"prios" doc:"the other end has stopped the priority"`
	Waits  rtlgen.In       `lanes:"prios" doc:"a frame of the priority waits to be sent"`
	Tx     struct {
		Valid rtlgen.In `doc:"a PAUSE frame is sent"`
		Data  rtlgen.In `width:"word" doc:"its beat"`
	} `doc:"PAUSE frames to the other end"`
	Dropped rtlgen.In        `lanes:"prios" doc:"a frame of the priority was dropped, as drop says"`
	Clear   rtlgen.In        `doc:"clears the counters; an event of the same cycle counts"`
	Stop    rtlgen.Out       `lanes:"prios" doc:"the priority must not start a frame: paused, but not in a storm; of registers and paused"`
	Drop    rtlgen.Out       `lanes:"prios" doc:"its frames are dropped in place of being sent; registers"`
	Storm   rtlgen.Out       `lanes:"prios" doc:"there is a storm; registers"`
	Count   WatchdogCounters `doc:"counters, which stay at the largest number, registers"`
}

// PauseWatchdog watches the STOPs of the other end of a link. A priority that is stopped while
// a frame waits, for detect cycles in a row, is in a storm: its frames are dropped, or sent all
// the same, so that they do not hold up what waits behind them for others. A storm is over when
// the priority was not stopped for restore cycles in a row.
func PauseWatchdog(p WatchdogParams) *rtlgen.Typed[PauseWatchdogPorts] {
	m, io := rtlgen.New[PauseWatchdogPorts](p)
	if m.Refused() {
		return m
	}
	n := p.Prios
	storm := m.Reg("storm_q", n, 0)
	width := max(rtlgen.CountBits(p.Detect), rtlgen.CountBits(p.Restore))
	age := m.RegArray("age_q", n, width, 0, "cycles in a row that speak for a change")
	speaks := m.Let("speaks", storm.AndNot(io.Paused).Or(io.Paused.And(io.Waits).AndNot(storm)))
	enough := m.Wire("is_last", n)
	for k := range m.Each("k", n) {
		last := rtlgen.Mux(storm.Bit(k), m.Const(width, p.Restore-1), m.Const(width, p.Detect-1))
		enough.SetBit(k, age.At(k).Eq(last))
		goesOn := speaks.Bit(k).AndNot(enough.Bit(k))
		m.If(goesOn, func() { age.At(k).Set(age.At(k).Add(1)) }).Else(func() { age.At(k).Set(0) })
	}
	changes := m.Let("changes", speaks.And(enough))
	storm.Set(storm.Xor(changes))
	begins := m.Let("begins", changes.AndNot(storm))
	io.Storm.Drive(storm)
	io.Stop.Drive(io.Paused.AndNot(storm))
	if p.Drop == 1 {
		io.Drop.Drive(storm)
	} else {
		io.Drop.Drive(0)
	}
	p.tally(m, io, begins)
	return m
}

// tally keeps the counters.
func (p WatchdogParams) tally(m *rtlgen.Typed[PauseWatchdogPorts], io *PauseWatchdogPorts, begins value) {
	n := p.Prios
	count := func(name, what string, out rtlgen.Out, events value, bits int) {
		c := m.RegArray(name, n, bits, 0, what+", of each priority")
		for k := range m.Each("k", n) {
			of, event := c.At(k), events.Bit(k)
			m.If(io.Clear, func() {
				of.Set(event.Zext(bits))
			}).ElseIf(event.And(of.Ne(m.Ones(bits))), func() {
				of.Set(of.Add(1))
			})
		}
		out.Drive(c.Flat())
	}
	heard := io.Rx.Valid.And(io.Rx.Head).And(io.Rx.Tail)
	count("heard_count", "STOPs received", io.Count.Heard, p.stops(m, "heard", "received", heard, io.Rx.Data), p.Bits)
	count("told_count", "STOPs sent", io.Count.Told, p.stops(m, "told", "sent", io.Tx.Valid.Value, io.Tx.Data), p.Bits)
	count("storm_count", "storms", io.Count.Storms, begins, p.Bits)
	count("dropped_count", "frames dropped in storms", io.Count.Dropped, io.Dropped.Value, p.Bits)
	count("stopped_count", "cycles in which it was stopped", io.Count.Stopped, io.Paused.Value, p.Time)
}

// stops are the priorities that a PAUSE frame of the cycle before has stopped. how says where it came from: received
// or sent.
func (p WatchdogParams) stops(m *rtlgen.Typed[PauseWatchdogPorts], name, how string, valid value,
	data rtlgen.In) value {
	f := PauseOf(data)
	m.Unused(name+"_rest", f.Prio, f.Dst, f.Src, f.Length, f.Rest)
	if p.Prios < Priorities {
		m.Unused(name+"_others", f.Enable.High(Priorities-p.Prios), f.Stop.High(Priorities-p.Prios))
	}
	is := m.Let(name+"_stop", valid.And(f.Kind.Eq(KindPause)).And(f.Quanta.Any()))
	return m.Next(name+"_q", rtlgen.Mux(is, f.Enable.Low(p.Prios).And(f.Stop.Low(p.Prios)), 0), 0,
		"priorities that a PAUSE frame just "+how+" stops").Value
}
