// Package testbench drives blocks, and shows that a block does what its golden model does:
// golden model = every engine of package cyclesim = Verilator = Icarus Verilog, in all
// outputs, in every cycle.
//
// A Device is a block in the simulator, whose ports are fields of two structs:
//
//	device, err := testbench.NewDevice(blocks.Of(Tally), nil, TallyIn{}, TallyOut{})
//	out := device.Step(TallyIn{Kick: true}) // a clock cycle
//	fmt.Println(out.Count)
//
// Verify compares a block with a bench:
//
//	report, err := testbench.Verify(bench, nil, testbench.Options{
//		Engines: []string{"reference", "verilator", "icarus"}, Seed: 1,
//	})
//
// A Bench is a block with its golden model, its stimulus, the cover points that the
// stimulus must reach (Bench.CoverPoints) and the mutants that the bench must notice
// (Bench.Mutants). There are two kinds. A cycle-exact golden model (NewCase) has a value
// for every output in every cycle; it runs once and is recorded, and every engine replays
// the record. A loop (NewLoop), which package transact makes of links and a scoreboard,
// knows transactions: what goes in and what must come out, in which order and how soon.
// It answers the block, so the block runs with it on the fastest engine; that is recorded,
// and every engine must repeat it. What a loop sees go wrong is a Breach.
//
// A Model is the golden model of a bench, and a Judge its transactions, for a block that somebody
// else drives, such as in a SystemVerilog simulation (package testbench/dpi).
//
// In cycle t the inputs of cycle t are applied, the outputs compared
// before the clock edge, then the edge is made. Cycle 0 is the first one after
// the first reset. A run is reset again at random moments of its first third: the
// golden model is made anew, inputs are random while reset is on, and outputs are
// not compared in these cycles, since the contracts say nothing about them.
//
// What must not live here: links and scoreboards (testbench/transact), golden models (blocks/<family>/golden), benches
// (blocks/<family>/bench), the Verilog test bench and the external tools
// (testbench/extsim), the mutations of netlists (testbench/mutant).
package testbench
