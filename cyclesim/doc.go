// Package cyclesim runs a netlist cycle by cycle.
//
// Whoever wants to try a block, or test one, drives it by the names of its ports, with
// testbench.Device, which stands on an engine of this package:
//
//	device, err := testbench.NewDevice(blocks.Of(Blinker), nil, BlinkerIn{}, BlinkerOut{})
//	out := device.Step(BlinkerIn{Run: true})
//
// In an Engine itself ports have numbers, and values of any width are words:
//
//	sim, err := cyclesim.New(design, cyclesim.Options{Seed: 1})
//	sim.SetInput(0, []uint64{42}) // by index into design.Top.Inputs()
//	sim.Eval()
//	sim.Output(0, got)            // by index into design.Top.Outputs()
//	sim.Step()
//	head, err := sim.Peek("in_port_3.cdu.head")
//
// There is one interface and one engine per way of running; all engines give
// the same values in all cycles. That includes what a netlist leaves open, such
// as reads beyond the end of an array: Options.Seed decides it, on all engines
// alike (external simulators have other values there, or x). What is common to
// the engines lives here: names and paths, failures of properties, saved states
// and their form as bytes, waveforms. What must not live here: how an engine
// evaluates (the packages below internal), Verilog, golden models, stimulus.
//
// A cycle has one time line: inputs are set, Eval settles the combinational
// logic, outputs and Peek show the values before the clock edge, Step evaluates
// the properties, lets attached samplers record the cycle, and makes the edge.
//
// # Limits
//
// New returns an error where the machine does not have what an engine needs; it
// never panics for that. Engines compiled, native and c address 2 GiB of state,
// with what lies between instances; reference 16 GiB. Where the process may
// have few addresses (ulimit -v) or no executable memory, DefaultEngine and
// BuiltIn name what runs there. A native simulator takes 8 MiB of addresses
// for each thread, some more for its state, and four mappings of memory: a
// process can hold some 15,000 with Linux's usual limit (vm.max_map_count),
// fewer if a limit on addresses is reached before.
package cyclesim
