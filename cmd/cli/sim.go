package cli

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"

	"github.com/urfave/cli/v2"

	"culprit.example/culprit/cyclesim"
	"culprit.example/culprit/rtlgen/ir"
	"culprit.example/culprit/testbench"
	"culprit.example/culprit/testbench/extsim"
	"culprit.example/culprit/testbench/foreign"
	"culprit.example/culprit/testbench/simulate"
)

func (p *program) simCommand() *cli.Command {
	return &cli.Command{
		Name:  "sim",
		Usage: "run a netlist, or Verilog of others, and print its outputs and their digest",
		UsageText: "rtlgen sim BLOCK [-p name=value]... [--cycles N] [--set INPUT=VALUE]... [--packets EDGE=FILE]...\n" +
			"   rtlgen sim FILE.nl [--cycles N] [--set INPUT=VALUE]... [--random] [--engine NAME,...]\n" +
			"   rtlgen sim FILE.v... --top NAME [-p name=value]... [-D name=value]... [-I DIR]... [--reset PORT] ...",
		Description: "Inputs are 0 where nothing else is said. --set gives one a value for the whole run, or a random one\n" +
			"in each cycle; --random does that for all others. A stimulus is a text of lines such as\n" +
			"5: valid=1 data=0x2a, which hold from cycle 5 on. Vectors are a table: names of inputs in the first\n" +
			"line, their values in a cycle in each other one.\n\n" +
			"The outputs of all engines are compared, cycle by cycle, with those of the first. verilator and\n" +
			"icarus run the files as they are, or for a netlist the Verilog that is written for it. What a Verilog\n" +
			"file leaves undefined at first is 0; bits that stay x in icarus are not compared.\n\n" +
			"Examples:\n" +
			"  rtlgen sim core.v --top core --reset rst --random --cycles 100000\n" +
			"  rtlgen sim core.nl --stimulus core.txt --wave core.vcd --outputs core.out\n" +
			"  rtlgen sim core.v alu.v --top core --random --engine native,verilator,icarus --seed 3\n" +
			"  rtlgen sim recn_axis_switch --packets s_axis0=in.pcap --set s_axis0_tdest=3 --set m_axis3_tready=1 \\\n" +
			"    --pcap m_axis3=out.pcapng\n\n" +
			"Exit status 1 if engines differ or a property does not hold.",
		Flags: append(foreignFlags(),
			&cli.StringFlag{Name: "engine", Value: cyclesim.DefaultEngine(),
				Usage: "comma-separated `NAMES` of: " + strings.Join(testbench.Engines(), ", ") +
					"; builtin stands for those that run here and need no other program"},
			cyclesFlag("run `N` cycles (default: as many as there are vectors, or 1000)"),
			seedFlag(),
			&cli.StringSliceFlag{Name: "set", Usage: "give an input a value: `INPUT=VALUE` or INPUT=random, may be repeated"},
			&cli.BoolFlag{Name: "random", Usage: "give all other inputs a random value in each cycle"},
			&cli.StringFlag{Name: "stimulus", Usage: "read a stimulus from `FILE`"},
			&cli.StringFlag{Name: "vectors", Usage: "read values of inputs, a line for each cycle, from `FILE`"},
			&cli.StringSliceFlag{Name: "packets",
				Usage: "`EDGE=FILE`: the packets of a file of pcap or pcapng come in at an edge such as s_axis0; may be repeated"},
			captureFlag("write the packets that pass an edge to a file of pcapng"), periodFlag(),
			&cli.StringFlag{Name: "outputs", Usage: "write the outputs, a line for each cycle, to `FILE`"},
			&cli.StringFlag{Name: "wave", Usage: "write a waveform to `FILE.vcd`"},
			&cli.StringSliceFlag{Name: "scope",
				Usage: "draw the instance of this `PATH` and what is in it; may be repeated (default: all)"},
			jsonFlag()),
		Action: p.sim,
	}
}

func (p *program) sim(c *cli.Context) error {
	o, err := p.simOptions(c)
	if err != nil {
		return err
	}
	bar := p.newProgress(1, len(o.Engines))
	o.Progress = bar.of(0, o.Design.Top.Name)
	var report *simulate.Report
	captures, err := capturesOf(c, o.Design)
	if err != nil {
		return err
	}
	paths := append([]string{c.String("outputs"), c.String("wave")}, pathsOf(captures)...)
	err = withFiles(c.Context, p.stdout, paths, func(files []io.Writer) error {
		o.Record, o.Wave = files[0], files[1]
		o.Captures = targets(captures, files[2:])
		report, err = simulate.Run(c.Context, o)
		return err
	})
	bar.stop()
	if err != nil {
		return err
	}
	show := p.printSim
	if c.Bool("json") {
		show = func(r *simulate.Report) error { return p.printJSON(r) }
	}
	if err := show(report); err != nil {
		return err
	}
	if !report.Passed() {
		return failed{"the engines do not all do the same, or a property does not hold"}
	}
	return nil
}

// withFiles opens the files that have a name, and calls f.
func withFiles(ctx context.Context, stdout io.Writer, paths []string, f func([]io.Writer) error) error {
	writers := make([]io.Writer, len(paths))
	var open func(i int) error
	open = func(i int) error {
		switch {
		case i == len(paths):
			return f(writers)
		case paths[i] == "":
			return open(i + 1)
		}
		return writeFile(ctx, stdout, paths[i], func(w io.Writer) error {
			writers[i] = w
			return open(i + 1)
		})
	}
	return open(0)
}

// simOptions is what the command line asks for.
func (p *program) simOptions(c *cli.Context) (o simulate.Options, err error) {
	if o.Engines, err = engines(c.String("engine")); err != nil {
		return o, err
	}
	if o.Cycles, err = cycles(c); err != nil {
		return o, err
	}
	if o.Seed, err = seed(c); err != nil {
		return o, err
	}
	o.VCD.Scopes = c.StringSlice("scope")
	if len(o.VCD.Scopes) > 0 && c.String("wave") == "" {
		return o, errors.New("--scope is about --wave FILE.vcd, which is missing")
	}
	if err = p.simDesign(c, &o); err != nil {
		return o, err
	}
	if o.Period, err = period(c); err != nil {
		return o, err
	}
	if o.Packets, err = packetsOf(c, o.Design); err != nil {
		return o, err
	}
	o.Inputs, err = simInputs(c, o.Design)
	if o.Cycles == 0 && err == nil {
		if o.Cycles = o.Inputs.Rows(); o.Cycles == 0 {
			o.Cycles = defaultWaveCycles
		}
	}
	return o, err
}

// simDesign makes the block, or reads the netlist or the Verilog.
func (p *program) simDesign(c *cli.Context, o *simulate.Options) error {
	if c.Args().Len() == 0 {
		return errors.New(
			"sim needs a block, a netlist or files of Verilog: rtlgen sim BLOCK, FILE.nl, or FILE.v... --top NAME")
	}
	if name := c.Args().First(); c.Args().Len() == 1 && !strings.ContainsAny(name, "./") {
		return p.simBlock(c, name, o)
	}
	if path := c.Args().First(); strings.HasSuffix(path, ".nl") {
		if c.Args().Len() > 1 {
			return fmt.Errorf("sim runs one netlist, not also %q", c.Args().Get(1))
		}
		for _, name := range append(foreignOptions, "param") {
			if c.IsSet(name) {
				return fmt.Errorf("--%s is for Verilog, and %s is a netlist, in which that was decided when it was made", name,
					path)
			}
		}
		text, err := os.ReadFile(path)
		if err != nil {
			return fmt.Errorf("cannot read the netlist: %w", err)
		}
		o.ResetFirst = true
		if o.Design, err = ir.Parse(path, string(text)); err == nil && outside(o.Engines) {
			o.Outside, err = foreign.Emittable(o.Design)
		}
		return err
	}
	s, err := foreignSource(c)
	if err != nil {
		return err
	}
	o.ResetFirst = s.Reset.Input != ""
	if outside(o.Engines) {
		o.Design, o.Outside, err = foreign.Both(c.Context, s)
	} else {
		o.Design, err = foreign.Read(c.Context, s)
	}
	return err
}

// simBlock makes a block.
func (p *program) simBlock(c *cli.Context, name string, o *simulate.Options) error {
	for _, option := range foreignOptions {
		if c.IsSet(option) {
			return fmt.Errorf("--%s is for Verilog, and %s is a block", option, name)
		}
	}
	o.ResetFirst = true
	_, d, err := p.chosenDesign(c)
	o.Design = d
	return err
}

// outside reports whether there is an external simulator among the engines.
func outside(engines []string) bool {
	return slices.ContainsFunc(engines, func(name string) bool { return extsim.Find(name) != nil })
}

// simInputs is what the inputs are.
func simInputs(c *cli.Context, d *ir.Design) (*simulate.Inputs, error) {
	in := simulate.NewInputs(d)
	for _, text := range c.StringSlice("set") {
		port, value, ok := strings.Cut(text, "=")
		if !ok {
			return nil, fmt.Errorf("cannot read %q of --set: write INPUT=VALUE", text)
		}
		if err := in.Set(0, port, value); err != nil {
			return nil, fmt.Errorf("--set %s: %w", text, err)
		}
	}
	for option, read := range map[string]func(string, io.Reader) error{"stimulus": in.ReadStimulus,
		"vectors": in.ReadVectors} {
		path := c.String(option)
		if path == "" {
			continue
		}
		f, err := os.Open(path)
		if err != nil {
			return nil, fmt.Errorf("cannot read the %s: %w", option, err)
		}
		err = read(path, f)
		f.Close()
		if err != nil {
			return nil, err
		}
	}
	if c.Bool("random") {
		in.Random()
	}
	return in, nil
}

func (p *program) printSim(r *simulate.Report) error {
	fmt.Fprintf(p.stdout, "%s: %s, seed %d\n", r.Design, count(r.Cycles, "cycle"), r.Seed)
	var outputs table
	for _, o := range r.Outputs {
		outputs.add("  "+o.Name, fmt.Sprintf("%d'h%s", o.Width, o.Value))
	}
	if err := p.printTable(outputs); err != nil {
		return err
	}
	for _, e := range r.Packets {
		left := ""
		if e.Left > 0 {
			left = fmt.Sprintf(", %d left", e.Left)
		}
		fmt.Fprintf(p.stdout, "%s: %s%s\n", e.Edge, count(e.Packets, "packet"), left)
	}
	var list table
	for _, e := range r.Engines {
		verdict := "digest " + e.Digest
		if e.Digest == "" {
			verdict = "the same outputs"
		}
		if e.Difference != "" {
			verdict = "DIFFERS: " + e.Difference
		}
		list.add(e.Engine, fmt.Sprintf("%.0f cycles/s", e.CyclesPerSecond), verdict)
	}
	if err := p.printTable(list); err != nil {
		return err
	}
	for _, e := range r.Engines {
		for _, f := range e.Failures {
			fmt.Fprintf(p.stdout, "%s: FAILED: %s\n", e.Engine, f)
		}
	}
	return nil
}
