package main

import (
	"fmt"

	"github.com/urfave/cli/v2"

	"culprit/testbench/synth"
)

func (p *program) synthCommand() *cli.Command {
	return &cli.Command{
		Name:      "synth",
		Usage:     "what the modules of blocks cost, by Yosys: cells, flip-flops, memories, lookup tables, logic levels",
		UsageText: "rtlgen synth [BLOCK...] [-p name=value]... [--json]",
		Description: "Without BLOCK: all, which takes minutes. A row is a module with everything below it.\n" +
			"LUT4 are lookup tables of 4 inputs, LEVELS the most of them (and of asynchronous\n" +
			"memory reads) in a row.\n\n" +
			"Examples:\n" +
			"  rtlgen synth recn_switch -p ports=4 -p saqs=2\n" +
			"  rtlgen synth fifo damq --json\n\n" +
			"Exit status 1 if there is a latch or a combinational loop, or if Yosys turns a memory\n" +
			"into flip-flops.",
		Flags:  []cli.Flag{paramFlag(), jsonFlag()},
		Action: p.synth,
	}
}

func (p *program) synth(c *cli.Context) error {
	list, given, err := p.chosenBlocks(c)
	if err != nil {
		return err
	}
	var targets []synth.Target
	for _, b := range list {
		targets = append(targets, synth.Target{Block: b, Params: given})
	}
	report, err := synth.Run(c.Context, targets)
	if err != nil {
		return err
	}
	show := p.printCosts
	if c.Bool("json") {
		show = func(r *synth.Report) error { return p.printJSON(r) }
	}
	if err := show(report); err != nil {
		return err
	}
	if !report.Passed {
		return failed{fmt.Sprintf("%d of %d blocks failed", len(report.Problems), len(list))}
	}
	return nil
}

// printCosts prints a row for each module, then what is wrong.
func (p *program) printCosts(r *synth.Report) error {
	var t table
	t.add("MODULE", "CELLS", "FLIP-FLOPS", "MEMORY BITS", "LUT4", "LEVELS", "MEMORIES")
	for _, c := range r.Modules {
		t.add(c.Module, fmt.Sprint(c.Cells), fmt.Sprint(c.FlipFlops), fmt.Sprint(c.MemoryBits), fmt.Sprint(c.LUTs), fmt.Sprint(c.Levels), c.MemoryList())
	}
	if err := p.printTable(t); err != nil {
		return err
	}
	for _, problem := range r.Problems {
		if _, err := fmt.Fprintf(p.stdout, "\n%s\n", problem); err != nil {
			return err
		}
	}
	return nil
}
