package main

import (
	"fmt"
	"io"

	"github.com/urfave/cli/v2"

	"culprit/testbench"
)

func (p *program) waveCommand() *cli.Command {
	return &cli.Command{
		Name:      "wave",
		Usage:     "write a waveform (VCD) of a block under the stimulus of its bench",
		UsageText: "rtlgen wave BLOCK [-p name=value]... [--cycles N] [-o FILE.vcd]",
		Description: "The scope named golden holds the outputs that the golden model expects.\n\n" +
			"Example:\n  rtlgen wave fifo -p depth=4 --cycles 100 -o fifo.vcd",
		Flags: []cli.Flag{
			paramFlag(), p.networkFlag(),
			cyclesFlag("draw `N` cycles (default: 1000)"),
			seedFlag(),
			&cli.StringFlag{Name: "out", Aliases: []string{"o"}, Usage: "write `FILE.vcd` (default: BLOCK.vcd; - is standard output)"},
		},
		Action: p.onNetwork((*program).wave),
	}
}

// defaultWaveCycles is the length of a waveform that nobody chose.
const defaultWaveCycles = 1000

func (p *program) wave(c *cli.Context) error {
	b, given, err := p.chosenBench(c)
	if err != nil {
		return err
	}
	o, err := runOptions(c)
	if err != nil {
		return err
	}
	if o.Cycles == 0 {
		o.Cycles = defaultWaveCycles
	}
	o.Context = c.Context
	if _, err := b.Block.Resolve(given); err != nil {
		return err // before a FIFO waits for its reader
	}
	path := c.String("out")
	if path == "" {
		path = b.Block.Name + ".vcd"
	}
	err = writeFile(c.Context, p.stdout, path, func(w io.Writer) error { return testbench.WriteWave(w, b, given, o) })
	if err != nil || path == standardOutput {
		return err
	}
	_, err = fmt.Fprintf(p.stdout, "%s: %s in %s\n", b.Block.Name, count(o.Cycles, "cycle"), path)
	return err
}
