package cli

import (
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"slices"
	"strings"

	"github.com/urfave/cli/v2"

	"culprit.example/culprit/rtlgen/blocks"
	"culprit.example/culprit/rtlgen/protect"
	"culprit.example/culprit/testbench/foreign"
	"culprit.example/culprit/testbench/synth"
)

func (p *program) synthCommand() *cli.Command {
	return &cli.Command{
		Name:      "synth",
		Usage:     "what blocks cost on an ECP5, and their clock: Yosys and nextpnr-ecp5",
		UsageText: "rtlgen synth [BLOCK...] [-p name=value]... [--seeds N | --no-place] [--json] [-o DIR]",
		Description: "Without BLOCK: all modules of all blocks, which takes long. docs/synthesis.md tells how\n" +
			"it is measured and has the results for the default parameters.\n\n" +
			"Examples:\n" +
			"  rtlgen synth rr_arbiter -p n=64\n" +
			"  rtlgen synth recn_input_port --modules --no-place\n" +
			"  rtlgen synth --verilog other/arbiter.v --top arbiter -p PORTS=64\n" +
			"  rtlgen synth --verilog core.sv --top core -D SYNTHESIS -I include --reset rst_n --reset-polarity low\n\n" +
			"With one of -D, -I, --reset and --reader it is the netlist that `rtlgen import` makes of the files which\n" +
			"is synthesized: SystemVerilog can be read then, and what prints or seems to be a latch is gone.\n\n" +
			"Exit status 1 if there is a latch, a combinational loop, or a DSP block.",
		Flags: []cli.Flag{
			paramFlag(), p.networkFlag(), jsonFlag(),
			&cli.IntFlag{Name: "seeds", Value: 3, Usage: "place and route with the seeds 1 to `N`; the clock is the median"},
			&cli.BoolFlag{Name: "no-place", Usage: "area and levels only"},
			&cli.IntFlag{Name: "place-limit", Usage: "do not place modules of more than `N` LUT equivalents"},
			&cli.StringFlag{Name: "effort", Value: normalEffort,
				Usage: "`EFFORT` of mapping: normal, or high: ABC9's script flow3, with wires of 0.8 ns, half as fast; without this option a table says it for its modules"},
			protectFlag(),
			&cli.BoolFlag{Name: "modules", Usage: "a row for each module inside, too"},
			&cli.StringFlag{Name: "out", Aliases: []string{"o"}, Usage: "keep scripts, netlists and reports in folder `DIR`"},
			&cli.StringSliceFlag{Name: "verilog", Usage: "synthesize this Verilog `FILE` instead of a block; may be repeated"},
			topFlag(), defineFlag(), includeFlag(), resetFlag(), polarityFlag(), readerFlag(),
			&cli.StringSliceFlag{Name: "liberty",
				Usage: "map to the standard cells of this `FILE` instead: area, delay, cells by kind; may be repeated"},
			&cli.StringFlag{Name: "driving-cell", Usage: "with --liberty: `CELL` drives each input (default: an ideal driver)"},
			&cli.Float64Flag{Name: "load", Usage: "with --liberty: each output drives `N` fF"},
			&cli.Float64Flag{Name: "delay",
				Usage: "with --liberty: cells are as large as a delay of `N` ps needs (default: as fast as possible)"},
			&cli.StringFlag{Name: "table",
				Usage: "write the table into `PAGE`.md, between its marks, and PAGE.json; with BLOCK, its rows of it"},
			&cli.StringFlag{Name: "check", Usage: "print only what is worse than the table in `FILE`, which --table wrote"},
			&cli.BoolFlag{Name: "changed",
				Usage: "with --check and --no-place: synthesize only modules whose Verilog is not that of the table"},
		},
		Action: p.onNetwork((*program).synth),
	}
}

func (p *program) synth(c *cli.Context) error {
	o, err := synthOptions(c)
	if err != nil {
		return err
	}
	sources, err := p.synthSources(c)
	if err != nil {
		return err
	}
	if c.IsSet("liberty") {
		return p.synthCells(c, sources, o)
	}
	for _, name := range cellFlags {
		if c.IsSet(name) {
			return fmt.Errorf("--%s is about standard cells: give their file with --liberty", name)
		}
	}
	var table *synth.Table // nil if there is none yet
	if c.IsSet("table") {
		if table, err = tableOf(c.String("table")); err != nil {
			return err
		}
	}
	if table != nil && !c.IsSet("effort") {
		o.HighFor = table.HighFor()
	}
	var committed *synth.Table
	if c.Bool("changed") && !(c.IsSet("check") && c.Bool("no-place")) {
		return errors.New("--changed is about the table of --check, and not about clocks: add --check FILE and --no-place, or leave it out")
	}
	if c.IsSet("check") {
		if committed, err = synth.ReadTable(c.String("check")); err != nil {
			return err
		}
		o.HighFor = committed.HighFor()
		if c.Bool("changed") {
			o.Unchanged = committed
		}
	}
	report, err := synth.Run(c.Context, sources, o)
	if err != nil {
		return err
	}
	if committed != nil {
		report.Problems = append(report.Problems, committed.Compare(report, everyModule(c))...)
		report.Passed = len(report.Problems) == 0
	}
	show := p.printCosts
	switch {
	case c.Bool("json"):
		show = func(r *synth.Report) error { return p.printJSON(r) }
	case committed != nil:
		show = func(r *synth.Report) error { return p.printProblems(r.Problems) }
	}
	if err := show(report); err != nil {
		return err
	}
	if !report.Passed {
		return failed{count(len(report.Problems), "problem")}
	}
	if !c.IsSet("table") {
		return nil
	}
	if table == nil {
		table = synth.NewTable(report)
	}
	if err := table.Update(report, everyModule(c)); err != nil {
		return err
	}
	return table.WriteFiles(c.String("table"))
}

// tableOf reads the table of a page, which must have a place for it; nil if there is none yet.
func tableOf(base string) (*synth.Table, error) {
	if err := synth.Page(base).Check(); err != nil {
		return nil, err
	}
	table, err := synth.ReadTable(base + ".json")
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	return table, err
}

// everyModule reports whether a call is about all modules of all blocks.
func everyModule(c *cli.Context) bool {
	return c.Args().Len() == 0 && !c.IsSet("verilog") || slices.Contains(c.Args().Slice(), all)
}

// cellFlags are options for standard cells alone.
var cellFlags = []string{"driving-cell", "load", "delay"}

// synthCells maps to standard cells.
func (p *program) synthCells(c *cli.Context, sources []*synth.Source, o synth.Options) error {
	for _, name := range []string{"seeds", "place-limit", "effort", "table", "check"} {
		if c.IsSet(name) {
			return fmt.Errorf("--%s is about the FPGA, and --liberty about standard cells: leave one out", name)
		}
	}
	o.Cells = synth.CellOptions{DrivingCell: c.String("driving-cell"), Load: c.Float64("load"), Target: c.Float64("delay")}
	for _, name := range []string{"load", "delay"} {
		if v := c.Float64(name); c.IsSet(name) && !(v > 0 && v <= maxCellNumber) {
			return fmt.Errorf("cannot use --%s %g: give a number above 0, at most %g", name, v, maxCellNumber)
		}
	}
	report, err := synth.RunLiberty(c.Context, sources, c.StringSlice("liberty"), o)
	if err != nil {
		return err
	}
	show := p.printCells
	if c.Bool("json") {
		show = func(r *synth.CellReport) error { return p.printJSON(r) }
	}
	if err := show(report); err != nil {
		return err
	}
	if !report.Passed {
		return failed{count(len(report.Problems), "problem")}
	}
	return nil
}

// maxCellNumber is the largest load in fF, and delay in ps.
const maxCellNumber = 1e9

// maxPlacements bounds the time of a call.
const maxPlacements = 100

// What --effort may be.
const (
	normalEffort = "normal"
	highEffort   = "high"
)

func synthOptions(c *cli.Context) (synth.Options, error) {
	o := synth.Options{Seeds: c.Int("seeds"), PlaceLimit: c.Int("place-limit")}
	if o.PlaceLimit < 0 || c.IsSet("place-limit") && o.PlaceLimit == 0 {
		return o, fmt.Errorf("cannot place with --place-limit %d: give a number of lookup tables from 1 on, or --no-place",
			o.PlaceLimit)
	}
	if o.Seeds < 1 || o.Seeds > maxPlacements {
		return o, fmt.Errorf("cannot place with --seeds %d: give a whole number from 1 to %d, or --no-place", o.Seeds,
			maxPlacements)
	}
	if c.Bool("no-place") {
		if c.IsSet("seeds") {
			return o, errors.New("--seeds and --no-place contradict each other: leave one out")
		}
		o.Seeds = 0
	}
	var err error
	if o.HighEffort, err = wantsHighEffort(c); err != nil {
		return o, err
	}
	if c.IsSet("out") {
		dir, err := filepath.Abs(c.String("out"))
		if err != nil {
			return o, err
		}
		o.Dir = dir
	}
	return o, nil
}

// wantsHighEffort reads --effort.
func wantsHighEffort(c *cli.Context) (bool, error) {
	effort := c.String("effort")
	if effort != normalEffort && effort != highEffort {
		return false, fmt.Errorf("cannot map with --effort %s: give %s or %s", effort, normalEffort, highEffort)
	}
	if c.IsSet("effort") && c.IsSet("check") {
		return false, errors.New("--check maps each module with the effort that the table says: leave out --effort")
	}
	return effort == highEffort, nil
}

// synthSources are the modules that a call is about.
func (p *program) synthSources(c *cli.Context) ([]*synth.Source, error) {
	if c.IsSet("verilog") || c.IsSet("top") {
		if _, err := protection(c, "verilog", "top"); err != nil {
			return nil, err
		}
		return verilogSource(c)
	}
	list, given, err := p.chosenBlocks(c)
	if err != nil {
		return nil, err
	}
	code, err := protection(c)
	if err != nil {
		return nil, err
	}
	for _, name := range []string{"table", "check"} {
		if code != protect.None && c.IsSet(name) && everyModule(c) {
			return nil, fmt.Errorf("the table of --%s has blocks with and without --protect: name those of this call", name)
		}
	}
	every := c.Bool("modules") || everyModule(c)
	var sources []*synth.Source
	for _, b := range list {
		found, err := blockSources(c, b, given, code)
		if err != nil {
			return nil, err
		}
		if !every {
			found = found[len(found)-1:]
		}
		sources = append(sources, found...)
	}
	return sources, nil
}

// blockSources are the modules of a block; the last one is its top.
func blockSources(c *cli.Context, b *blocks.Block, given map[string]int, code protect.Code) ([]*synth.Source, error) {
	d, err := b.Elaborate(given)
	if err != nil {
		return nil, err
	}
	changed, err := protectedBlock(c, d, code)
	if err != nil {
		return nil, err
	}
	list, err := synth.ModuleSources(d)
	for _, s := range list {
		if len(changed) > 0 {
			s.Note = code.String()
		}
	}
	return list, err
}

// verilogSource is the module of --verilog.
func verilogSource(c *cli.Context) ([]*synth.Source, error) {
	switch {
	case c.Args().Len() > 0 && c.IsSet("verilog"):
		return nil, fmt.Errorf("synth takes the block %q or --verilog, not both", c.Args().First())
	case c.Args().Len() > 0:
		return nil, fmt.Errorf("--top is for --verilog, and synth got the block %q: leave one of them out", c.Args().First())
	case !c.IsSet("verilog") || !c.IsSet("top"):
		return nil, errors.New("--verilog and --top need each other: the files, and the module in them")
	}
	for _, name := range []string{"define", "include", "reset", "reset-polarity", "reader"} {
		if c.IsSet(name) {
			return importedSource(c)
		}
	}
	var params []synth.Param
	for _, text := range c.StringSlice("param") {
		name, value, ok := strings.Cut(text, "=")
		if !ok || name == "" {
			return nil, fmt.Errorf("cannot read parameter %q: write -p name=value", text)
		}
		params = append(params, synth.Param{Name: name, Value: value})
	}
	s, err := synth.FileSource(c.String("top"), c.StringSlice("verilog"), params)
	return []*synth.Source{s}, err
}

// importedSource is the Verilog that is written for the netlist of the files of --verilog.
func importedSource(c *cli.Context) ([]*synth.Source, error) {
	s, err := foreignFiles(c, c.StringSlice("verilog"), "param")
	if err != nil {
		return nil, err
	}
	s.Arbitrary = true
	d, err := foreign.Read(c.Context, s)
	if err != nil {
		return nil, err
	}
	if d, err = foreign.Emittable(d); err != nil {
		return nil, err
	}
	list, err := synth.ModuleSources(d)
	if err != nil || c.Bool("modules") {
		return list, err
	}
	return list[len(list)-1:], nil
}
