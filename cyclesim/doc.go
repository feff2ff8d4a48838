// Package cyclesim runs a netlist cycle by cycle.
//
//	sim, err := cyclesim.New(design, cyclesim.Options{Seed: 1})
//	sim.SetInput(0, []uint64{42}) // by index into design.Top.Inputs()
//	sim.Eval()
//	sim.Output(0, got)            // by index into design.Top.Outputs()
//	sim.Step()
//	head, err := sim.Peek("in_port_3.cdu.head")
//
// There is one interface and one engine per way of running; all engines give
// the same values in all cycles. What is common to them lives here: names and
// paths, failures of properties, saved states, waveforms. What must not live
// here: how an engine evaluates (the packages below internal), Verilog, golden
// models, stimulus.
//
// A cycle has one time line: inputs are set, Eval settles the combinational
// logic, outputs and Peek show the values before the clock edge, Step evaluates
// the properties, lets attached samplers record the cycle, and makes the edge.
package cyclesim
