package bench

import (
	"math/rand"

	"culprit.example/culprit/blocks/prim"
	"culprit.example/culprit/blocks/prim/golden"
	"culprit.example/culprit/rtlgen/blocks"
	"culprit.example/culprit/testbench"
	"culprit.example/culprit/testbench/kit"
)

var ram1R1WCoverPoints = []string{
	"read_while_written", "read_while_another_is_written", "read_after_write", "reads_in_a_row", "held_while_overwritten",
	"first_word", "last_word",
}

func ram1R1WBench() testbench.Bench {
	return testbench.Bench{
		Block: blocks.Of(prim.RAM1R1W), New: ram1R1WCase, MinCycles: minCycles, CoverPoints: ram1R1WCoverPoints,
	}
}

// writeRead is how often is written and read, in percent.
type writeRead struct{ write, read int }

var ram1R1WProgram = program[writeRead]{
	{20, writeRead{100, 0}},
	{40, writeRead{60, 80}},
	{20, writeRead{100, 100}},
	{40, writeRead{80, 40}},
	{20, writeRead{20, 100}},
}

func ram1R1WCase(v blocks.Values, rng *rand.Rand) testbench.Case {
	depth := v["depth"]
	d, m := dice{rng}, golden.NewRAM1R1W(depth, v["rdw"])
	window := 0
	// Most accesses go to a window of four words, so that they meet.
	address := func() int {
		if d.chance(15) {
			return d.Intn(depth)
		}
		return (window + d.Intn(4)) % depth
	}
	written := false // the word being read
	drive := func(cycle int) golden.RAM1R1WIn {
		if cycle%50 == 0 {
			window = []int{0, max(0, depth-4), d.Intn(depth)}[cycle/50%3]
		}
		odds := ram1R1WProgram.at(cycle)
		in := golden.RAM1R1WIn{
			WrEn: d.chance(odds.write), WrAddr: address(), WrData: d.word(v["width"]),
			RdEn: d.chance(odds.read), RdAddr: address(),
		}
		written = m.Written(in.RdAddr)
		return in
	}

	read, lastRead, lastWrite := false, -1, -1
	observe := func(in golden.RAM1R1WIn, out golden.RAM1R1WOut, hit func(string)) {
		met := in.WrEn && in.RdEn && in.WrAddr == in.RdAddr
		plain := in.RdEn && written && !met
		kit.Reached{
			"read_while_written":            met && written,
			"read_while_another_is_written": plain && in.WrEn,
			"read_after_write":              plain && in.RdAddr == lastWrite,
			"reads_in_a_row":                in.RdEn && read && out.RdDataKnown,
			"held_while_overwritten":        !in.RdEn && in.WrEn && in.WrAddr == lastRead && out.RdDataKnown,
			"first_word":                    plain && in.RdAddr == 0,
			"last_word":                     plain && in.RdAddr == depth-1,
		}.Report(hit)
		read, lastWrite = in.RdEn, -1
		if in.RdEn {
			lastRead = in.RdAddr
		}
		if in.WrEn {
			lastWrite = in.WrAddr
		}
	}
	return testbench.NewCase(golden.RAM1R1WIn{}, golden.RAM1R1WOut{}, m.Step, drive, observe)
}
