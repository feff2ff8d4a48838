package main

import (
	"fmt"

	"github.com/urfave/cli/v2"

	"culprit/rtlgen/verilog"
)

// verilogFlags choose the form of the Verilog.
func verilogFlags() []cli.Flag {
	return []cli.Flag{
		&cli.StringFlag{Name: "reset", Value: "sync", Usage: "`KIND` of reset: sync or async"},
		&cli.StringFlag{Name: "reset-polarity", Value: "high", Usage: "`LEVEL` that resets: high (port rst) or low (port rst_n)"},
		&cli.StringFlag{Name: "reset-registers", Value: string(verilog.ResetAuthor), Usage: "`WHICH` registers are reset: author (control registers, and the data registers that\n" +
			"\tthe block's author gave a reset value), control (only those whose reset value matters), or all"},
		&cli.BoolFlag{Name: "positions", Value: true, Usage: "write the position in the Go code behind registers and outputs; --positions=false leaves it out"},
		&cli.BoolFlag{Name: "manifest", Value: true, Usage: "write BLOCK.json: ports, registers, memories, and where each name comes from; --manifest=false leaves it out"},
		&cli.BoolFlag{Name: "wrap-memories", Usage: "one module per shape of memory, in place of arrays, and a list of them for a memory compiler, BLOCK.memories.json"},
		&cli.BoolFlag{Name: "single-file", Usage: "write all modules of a block into one file"},
	}
}

// verilogOptions reads verilogFlags.
func verilogOptions(c *cli.Context) (verilog.Options, error) {
	o := verilog.DefaultOptions()
	var err error
	if o.AsyncReset, err = choice(c, "reset", "sync", "async"); err != nil {
		return o, err
	}
	if o.ResetActiveLow, err = choice(c, "reset-polarity", "high", "low"); err != nil {
		return o, err
	}
	switch o.Resets = verilog.Resets(c.String("reset-registers")); o.Resets {
	case verilog.ResetAuthor, verilog.ResetControl, verilog.ResetAll:
	default:
		return o, fmt.Errorf("cannot use --reset-registers %s: choose %s, %s or %s", o.Resets, verilog.ResetAuthor, verilog.ResetControl, verilog.ResetAll)
	}
	o.Positions = c.Bool("positions")
	o.Manifest = c.Bool("manifest")
	o.WrapMemories = c.Bool("wrap-memories")
	o.SingleFile = c.Bool("single-file")
	return o, nil
}

// choice tells whether an option has the second of its two values.
func choice(c *cli.Context, name, first, second string) (bool, error) {
	switch c.String(name) {
	case first:
		return false, nil
	case second:
		return true, nil
	}
	return false, fmt.Errorf("cannot use --%s %s: choose %s or %s", name, c.String(name), first, second)
}
