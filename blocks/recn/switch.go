package recn

import (
	"culprit/blocks/packet"
	"culprit/rtlgen"
)

// Switch is the RECN-IQ switch (IQ section 3, figure 2; DD figure 6): input ports
// with the packet memories, the scheduler, the crossbar, output ports, and the
// notification bus. README.md gives the link protocol and the cycle of each step.
func Switch(p Params) *rtlgen.Typed[SwitchPorts] {
	m, io := rtlgen.New[SwitchPorts](p)
	in := rtlgen.UseArray(m, "in_port", p.Ports, InputPort(p))
	out := rtlgen.UseArray(m, "out_port", p.Ports, OutputPort(p))
	rtlgen.Connect(in.Rx, io.Rx)
	rtlgen.Connect(out.Tx, io.Tx)
	in.MyPort.Drive(p.ports().Numbers(m.Module))

	scheduler := rtlgen.Use(m, "scheduler", Scheduler(p))
	rtlgen.Connect(scheduler.Queue, in.Queue)
	rtlgen.Connect(scheduler.SaqXoff, in.SaqXoff)
	scheduler.CreditAvailable.Drive(out.CreditAvailable)
	in.GrantValid.Drive(scheduler.GrantValid)
	out.Start.Drive(scheduler.Start)
	x := packet.Crossing{Ports: p.ports(), Cycles: packet.Beats, Left: "beats_left"}
	from := x.JoinBeats(m.Module, scheduler.Start, scheduler.Source, in.Beat, out.Beat)
	if p.SAQs > 0 {
		in.GrantQueue.Drive(scheduler.GrantQueue)
		out.BeatSource.Drive(from)
		bus := rtlgen.Use(m, "note_bus", NoteBus(p))
		rtlgen.Connect(bus.Note, out.Note)
		out.NoteTake.Drive(bus.NoteTake)
		rtlgen.Broadcast(in.Bus, bus.Bus)
	}
	rtlgen.Connect(io.Stat.inputStatus, in.Stat)
	rtlgen.Connect(io.Stat.outputStatus, out.Stat)
	return m
}
