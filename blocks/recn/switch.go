package recn

import (
	"culprit.example/culprit/blocks/link"
	"culprit.example/culprit/blocks/packet"
	"culprit.example/culprit/rtlgen"
)

// Switch is the RECN-IQ switch (IQ section 3, figure 2; DD figure 6): input ports
// with the packet memories, the scheduler, the crossbar, output ports, and the
// notification bus. README.md gives the link protocol and the cycle of each step.
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
	rtlgen.Connect(scheduler.Queue, in.Queue)
	rtlgen.Connect(scheduler.SaqXoff, in.SaqXoff)
	scheduler.CreditAvailable.Drive(out.CreditAvailable)
	in.GrantValid.Drive(scheduler.GrantValid)
	out.Start.Drive(scheduler.Start)
	x := packet.Crossing{Ports: p.ports(), Cycles: packet.Beats, Left: "beats_left"}
	connected := packet.Cross(m.Module, x, scheduler.Start, scheduler.Source, in.Beat, out.Beat)
	if p.SAQs > 0 {
		in.GrantQueue.Drive(scheduler.GrantQueue)
		out.BeatSource.Drive(x.Inputs(m.Module, connected))
		bus := rtlgen.Use(m, "note_bus", NoteBus(p))
		rtlgen.Connect(bus.Note, out.Note)
		out.NoteTake.Drive(bus.NoteTake)
		rtlgen.Broadcast(in.Bus, bus.Bus)
		if p.LeafFirst == 1 {
			p.joinReports(m.Module, in, out)
		}
	}
	link.Count(m.Module, io.Err, p.Ports, p.ErrorBits, in.Error, out.Error)
	rtlgen.Connect(io.Stat.InputStatus, in.Stat)
	rtlgen.Connect(io.Stat.OutputStatus, out.Stat)
	return m
}

// joinReports brings the reports of the input ports to the output ports over a bus, and
// joins the two ports of each cable.
func (p Params) joinReports(m *rtlgen.Module, in *InputPortPorts, out *OutputPortPorts) {
	bus := rtlgen.Use(m, "report_bus", NoteBus(p))
	rtlgen.Connect(bus.Note, in.Tree)
	in.TreeTake.Drive(bus.NoteTake)
	out.Report.Valid.Drive(bus.Bus.Target.Decode(p.Ports).And(bus.Bus.Valid.Replicate(p.Ports)))
	out.Report.Xoff.Broadcast(bus.Bus.Xoff)
	out.Report.Tp.Broadcast(bus.Bus.Tp)
	out.Report.Mask.Broadcast(bus.Bus.Mask)
	out.Report.Source.Broadcast(bus.Bus.Source)
	rtlgen.Connect(in.Heard, out.Heard)
	rtlgen.Connect(in.Up, out.Up)
	out.UpTake.Drive(in.UpTake)
}
