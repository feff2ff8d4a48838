package cli

import (
	"fmt"

	"github.com/urfave/cli/v2"

	"culprit.example/culprit/internal/child"
	"culprit.example/culprit/testbench"
	"culprit.example/culprit/testbench/extsim"
)

func (p *program) tbCommand() *cli.Command {
	return &cli.Command{
		Name:      "tb",
		Usage:     "write a self-checking Verilog test bench with its vectors and the block's Verilog",
		UsageText: "rtlgen tb BLOCK [-p name=value]... [--tight] [--cycles N] [-o DIR]",
		Description: "The files run on any Verilog-2005 simulator. The command prints how to run them\n" +
			"on Icarus Verilog and Verilator; the last line of a run is PASS or FAIL.\n\n" +
			"Example:\n  rtlgen tb recn_ppu -p saqs=2 --cycles 5000 -o out/ppu",
		Flags: append([]cli.Flag{
			paramFlag(), p.networkFlag(), benchFlag("the first"), outFlag(),
			cyclesFlag("record `N` cycles (default: enough to reach every cover point)"),
			seedFlag(),
			&cli.BoolFlag{Name: "tight", Usage: "take the parameters of the bench with which buffers wrap and counters saturate soon"},
		}, verilogFlags()...),
		Action: p.onNetwork((*program).tb),
	}
}

func (p *program) tb(c *cli.Context) error {
	b, given, err := p.chosenBench(c)
	if err != nil {
		return err
	}
	if c.Bool("tight") {
		if len(b.Tight) == 0 || len(given) > 0 {
			return fmt.Errorf("cannot use --tight: the bench of %s has no such parameters, or -p gives others", b.Title())
		}
		given = b.Tight[0]
	}
	options, err := verilogOptions(c)
	if err != nil {
		return err
	}
	o, err := runOptions(c)
	if err != nil {
		return err
	}
	dir, err := outDir(c)
	if err != nil {
		return err
	}
	o.Context = c.Context
	d, err := b.Elaborate(given)
	if err != nil {
		return err
	}
	if err := testbench.WriteTestbench(dir, b, given, o, options); err != nil {
		return takenAdvice(err)
	}
	top := options.TopName(d)
	bench, folder := extsim.BenchName(top), child.QuotePath(dir)
	_, err = fmt.Fprintf(p.stdout, "%s: test bench %s.v, vectors %s in %s\n\nRun it with one of:\n"+
		"  cd %s && iverilog -g2005 -s %s -o %s.vvp -f %s.f && vvp %s.vvp\n"+
		"  cd %s && verilator --binary --top-module %s -f %s.f && obj_dir/V%s\n",
		b.Block.Name, bench, extsim.VectorsName(top), dir, folder, bench, top, bench, top, folder, bench, bench, bench)
	return err
}
