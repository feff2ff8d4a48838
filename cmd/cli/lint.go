package cli

import (
	"errors"
	"fmt"

	"github.com/urfave/cli/v2"

	"culprit.example/culprit/testbench/lint"
)

func (p *program) lintCommand() *cli.Command {
	return &cli.Command{
		Name:      "lint",
		Usage:     "check the Verilog of blocks with Verilator, Icarus Verilog and Yosys, all warnings on",
		UsageText: "rtlgen lint [BLOCK...] [--corners | -p name=value]...",
		Description: "Without BLOCK: all. Each block is checked with synchronous and asynchronous reset,\n" +
			"with its assertions, and at the ends of its parameters; with -p, at these parameters\n" +
			"only; with --corners, with each parameter at its least and its largest value, of small\n" +
			"blocks two at a time. Silent if no tool says anything.\n\n" +
			"A design of more than 4000 instances is read in units: each large module with stubs of\n" +
			"what is below it, and each of those by itself.\n\n" +
			"Examples:\n" +
			"  rtlgen lint recn_switch -p ports=4 -p saqs=2\n" +
			"  rtlgen lint fifo damq\n" +
			"  rtlgen lint rr_arbiter --corners\n\n" +
			"Exit status 1 if a tool says anything.",
		Flags: []cli.Flag{paramFlag(), p.networkFlag(),
			&cli.BoolFlag{Name: "corners", Usage: "each parameter at its least and its largest value"}},
		Action: p.onNetwork((*program).lint),
	}
}

func (p *program) lint(c *cli.Context) error {
	list, given, err := p.chosenBlocks(c)
	if err != nil {
		return err
	}
	corners := c.Bool("corners")
	if corners && len(given) > 0 {
		return errors.New("--corners goes through the values of all parameters: leave -p out")
	}
	var forms []lint.Form
	for _, b := range list {
		if corners {
			forms = append(forms, lint.Corners(b)...)
			continue
		}
		if len(given) == 0 {
			forms = append(forms, lint.Forms(b)...)
			continue
		}
		with, err := lint.FormsWith(b, given)
		if err != nil {
			return err
		}
		forms = append(forms, with...)
	}
	findings, err := lint.Run(c.Context, forms)
	if err != nil {
		return err
	}
	for _, f := range findings {
		if _, err := fmt.Fprintln(p.stdout, f); err != nil {
			return err
		}
	}
	if len(findings) > 0 {
		return failed{fmt.Sprintf("%s in %s of %s", count(len(findings), "finding"), count(len(forms), "form"),
			count(len(list), "block"))}
	}
	return nil
}
