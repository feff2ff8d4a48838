package cli

import (
	"errors"
	"fmt"
	"maps"
	"os"
	"path/filepath"

	"github.com/urfave/cli/v2"

	"culprit.example/culprit/testbench/family"
	"culprit.example/culprit/testbench/synth"
)

// boardName is the command, which is there if a family has a board.
const boardName = "board"

func (p *program) boardCommand() *cli.Command {
	board := p.families.Board()
	if board == nil {
		board = &family.Board{}
	}
	return &cli.Command{
		Name:      boardName,
		Usage:     "block " + board.Block + " on the FPGA board " + board.Name + ": bitstream, and what it prints",
		UsageText: "rtlgen board [-p name=value]... [--seed N] [-o DIR] [--expect | --read FILE] [--switches N]",
		Description: "Makes the bitstream, which takes about half an hour. docs/board.md tells how to use it.\n\n" +
			"Examples:\n" +
			"  rtlgen board -o build/board\n" +
			"  rtlgen board --expect --switches 11      # what the board prints, from the simulator\n" +
			"  rtlgen board --read print.txt            # what a board has printed, against the simulator\n\n" +
			"Exit status 1 if a board has printed something else than the simulator.",
		Flags: []cli.Flag{
			paramFlag(), outFlag(), jsonFlag(),
			&cli.IntFlag{Name: "seed", Value: 1, Usage: "place and route with the seed `N`"},
			&cli.BoolFlag{Name: "expect", Usage: "no bitstream: print what the board prints over its UART"},
			&cli.StringFlag{Name: "read",
				Usage: "no bitstream: print the counters that stand in `FILE`, which a board has printed"},
			&cli.IntFlag{Name: "switches", Value: 11, Usage: "setting of the DIP switches for --expect, `N` from 0 to 15"},
		},
		Action: p.board,
	}
}

func (p *program) board(c *cli.Context) error {
	if c.Args().Len() > 0 {
		return fmt.Errorf("board takes no block, and %q was given: leave it out", c.Args().First())
	}
	if c.IsSet("read") && (c.Bool("expect") || c.IsSet("switches")) {
		return errors.New("--read takes the setting of the switches from the file: leave --expect and --switches out")
	}
	if c.IsSet("switches") && !c.IsSet("read") && !c.Bool("expect") {
		return errors.New("--switches is for --expect: a bitstream takes the switches of the board; add --expect, or leave --switches out")
	}
	for _, mode := range []string{"expect", "read"} {
		for _, option := range []string{"seed", "out", "json"} {
			if c.IsSet(mode) && c.IsSet(option) {
				return fmt.Errorf("--%s is for the bitstream, and --%s makes none: leave one of them out", option, mode)
			}
		}
	}
	given, err := params(c)
	if err != nil {
		return err
	}
	all := maps.Clone(p.families.Board().Params)
	maps.Copy(all, given)
	switch {
	case c.IsSet("read"):
		return p.readBoard(c, all)
	case c.Bool("expect"):
		text, err := p.expected(c, all, c.Int("switches"))
		if err != nil {
			return err
		}
		_, err = fmt.Fprint(p.stdout, text)
		return err
	}
	return p.bitstream(c, all)
}

// fastBits are the cycles of a bit on the UART in the simulator. They change nothing but
// how long a print takes.
const fastBits = 2

// expected is what a board prints.
func (p *program) expected(c *cli.Context, given map[string]int, switches int) (string, error) {
	if switches < 0 || switches > 15 {
		return "", fmt.Errorf("cannot set the switches to %d: give a number from 0 to 15", switches)
	}
	given["bit_cycles"] = fastBits
	b, err := p.block(p.families.Board().Block)
	if err != nil {
		return "", err
	}
	d, err := b.Elaborate(given)
	if err != nil {
		return "", err
	}
	return p.families.Board().Simulate(c.Context, d, switches, fastBits)
}

// readBoard compares what a board has printed with the simulator.
func (p *program) readBoard(c *cli.Context, given map[string]int) error {
	text, err := os.ReadFile(c.String("read"))
	if err != nil {
		return fmt.Errorf("cannot read what the board has printed: %w", err)
	}
	list, switches, err := p.families.Board().Read(string(text))
	if err != nil {
		return fmt.Errorf("%s: %w", c.String("read"), err)
	}
	simulated, err := p.expected(c, given, switches)
	if err != nil {
		return err
	}
	want, _, err := p.families.Board().Read(simulated)
	if err != nil {
		return err
	}
	var t table
	t.add("COUNTER", "BOARD", "SIMULATOR")
	different := 0
	for i, x := range list {
		if x != want[i] {
			different++
		}
		if x.Value != 0 || want[i].Value != 0 {
			t.add(x.Name, fmt.Sprint(x.Value), fmt.Sprint(want[i].Value))
		}
	}
	if err := p.printTable(t); err != nil {
		return err
	}
	if different > 0 {
		return failed{"the board and the simulator differ in " + count(different, "counter")}
	}
	return nil
}

// bitstream makes the bitstream and prints what it uses.
func (p *program) bitstream(c *cli.Context, given map[string]int) error {
	dir, err := outDir(c)
	if err != nil {
		return err
	}
	if dir, err = filepath.Abs(dir); err != nil {
		return err
	}
	b, err := p.block(p.families.Board().Block)
	if err != nil {
		return err
	}
	d, err := b.Elaborate(given)
	if err != nil {
		return err
	}
	fit, err := synth.Bitstream(c.Context, d, p.families.Board().Pins, dir, c.Int("seed"))
	if err != nil {
		return err
	}
	if c.Bool("json") {
		return p.printJSON(fit)
	}
	_, err = fmt.Fprintf(p.stdout, "%s\nBitstream: %s\n", fit.Markdown(), fit.Bitstream)
	return err
}
