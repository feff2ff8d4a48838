package cioqrecn

import (
	"culprit.example/culprit/blocks/link"
	"culprit.example/culprit/blocks/packet"
	"culprit.example/culprit/blocks/recn"
	"culprit.example/culprit/rtlgen"
)

// Switch is the RECN switch with queues on its input and output sides (DD, figures
// 3 and 4): input sides, scheduler, a crossbar of two beats per cycle, output sides,
// and the notification bus. It has the pins of the RECN-IQ switch, link for link.
func Switch(p Params) *rtlgen.Typed[SwitchPorts] {
	m, io := rtlgen.New[SwitchPorts](p)
	if m.Refused() {
		return m
	}
	in := rtlgen.UseArray(m, "in_port", p.Ports, InputPort(p))
	out := rtlgen.UseArray(m, "out_port", p.Ports, OutputPort(p))
	rtlgen.Connect(in.Rx, io.Rx)
	rtlgen.Connect(out.Tx, io.Tx)
	in.MyPort.Drive(p.ports().Numbers(m.Module))

	scheduler := rtlgen.Use(m, "scheduler", Scheduler(p))
	scheduler.QueueEligible.Drive(in.QueueEligible)
	scheduler.SaqPort.Drive(in.SaqPort)
	scheduler.Room.Drive(out.Room)
	in.GrantValid.Drive(scheduler.GrantValid)
	in.GrantQueue.Drive(scheduler.GrantQueue)
	out.Start.Drive(scheduler.Start)
	crossing := packet.Crossing{Ports: p.ports(), Cycles: pairs, Left: "pairs_left"}
	connected := packet.Cross(m.Module, crossing, scheduler.Start, scheduler.Source, in.Pair, out.Pair)
	out.PairSource.Drive(crossing.Inputs(m.Module, connected))

	bus := rtlgen.Use(m, "note_bus", recn.NoteBus(p.recn()))
	rtlgen.Connect(bus.Note, out.Note)
	out.NoteTake.Drive(bus.NoteTake)
	rtlgen.Broadcast(in.Bus, bus.Bus)
	link.Count(m.Module, io.Err, p.Ports, p.ErrorBits, in.Error, out.Error)
	rtlgen.Connect(io.Stat.InputStatus, in.Stat)
	rtlgen.Connect(io.Stat.OutputStatus, out.Stat)
	return m
}
