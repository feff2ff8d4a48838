package cli

import (
	"errors"
	"fmt"

	"github.com/urfave/cli/v2"

	"culprit.example/culprit/rtlgen/ir"
	"culprit.example/culprit/testbench/lint"
)

func (p *program) lintCommand() *cli.Command {
	return &cli.Command{
		Name:  "lint",
		Usage: "check the Verilog of blocks with Verilator, Icarus Verilog and Yosys, all warnings on",
		UsageText: "rtlgen lint [BLOCK...] [--corners | -p name=value]...\n" +
			"   rtlgen lint --verilog FILE... --top NAME [-D name=value]... [-I DIR]...",
		Description: "Without BLOCK: all. Each block is checked with synchronous and asynchronous reset,\n" +
			"with its assertions, and at the ends of its parameters; with -p, at these parameters\n" +
			"only; with --corners, with each parameter at its least and its largest value, of small\n" +
			"blocks two at a time. Silent if no tool says anything.\n\n" +
			"A design of more than 4000 instances is read in units: each large module with stubs of\n" +
			"what is below it, and each of those by itself.\n\n" +
			"Examples:\n" +
			"  rtlgen lint recn_switch -p ports=4 -p saqs=2\n" +
			"  rtlgen lint fifo damq\n" +
			"  rtlgen lint rr_arbiter --corners\n" +
			"  rtlgen lint --verilog core.v --verilog alu.v --top core -D SYNTHESIS\n\n" +
			"Exit status 1 if a tool says anything.",
		Flags: []cli.Flag{paramFlag(), p.networkFlag(),
			&cli.BoolFlag{Name: "corners", Usage: "each parameter at its least and its largest value"},
			&cli.StringSliceFlag{Name: "verilog", Usage: "check this Verilog `FILE` instead of a block; may be repeated"},
			topFlag(), defineFlag(), includeFlag()},
		Action: p.onNetwork((*program).lint),
	}
}

func (p *program) lint(c *cli.Context) error {
	if c.IsSet("verilog") || c.IsSet("top") {
		return p.lintVerilog(c)
	}
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

// lintVerilog checks the files of --verilog.
func (p *program) lintVerilog(c *cli.Context) error {
	switch {
	case c.Args().Len() > 0:
		return fmt.Errorf("lint takes the block %q or --verilog FILE --top NAME, not both", c.Args().First())
	case c.IsSet("param") || c.Bool("corners"):
		return errors.New("--verilog files are checked with the parameters that they have: leave -p and --corners out")
	case !c.IsSet("verilog") || !c.IsSet("top"):
		return errors.New("--verilog and --top need each other: the files, and the module in them")
	}
	s := ir.Source{Files: c.StringSlice("verilog"), Include: c.StringSlice("include")}
	for _, d := range defines(c) {
		s.Defines = append(s.Defines, ir.PartParam(d))
	}
	findings, err := lint.Files(c.Context, s, c.String("top"))
	if err != nil {
		return fmt.Errorf("cannot check the Verilog: %w", err)
	}
	for _, f := range findings {
		if _, err := fmt.Fprintln(p.stdout, f); err != nil {
			return err
		}
	}
	if len(findings) > 0 {
		return failed{fmt.Sprintf("%s in %s", count(len(findings), "finding"), c.String("top"))}
	}
	return nil
}
