package cli

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/urfave/cli/v2"

	"culprit.example/culprit/internal/version"
	"culprit.example/culprit/rtlgen/verilog"
)

// verilogFlags choose the form of the Verilog.
func verilogFlags() []cli.Flag {
	return []cli.Flag{
		&cli.StringFlag{Name: "reset", Value: "sync", Usage: "`KIND` of reset: sync or async"},
		&cli.StringFlag{Name: "reset-polarity", Value: "high",
			Usage: "`LEVEL` that resets: high (port rst) or low (port rst_n)"},
		&cli.StringFlag{Name: "reset-registers", Value: string(verilog.ResetAuthor),
			Usage: "`WHICH` registers are reset: author (control registers, and the data registers that\n" +
				"\tthe block's author gave a reset value), control (only those whose reset value matters), or all"},
		&cli.StringFlag{Name: "prefix", Usage: "begin the names of all modules with `P`"},
		&cli.StringFlag{Name: "timescale",
			Usage: "write a directive `UNIT/PRECISION`, such as 1ns/1ps, into every Verilog file"},
		&cli.StringFlag{Name: "license", Value: "Apache-2.0",
			Usage: "write the SPDX expression `L` into every file; --license= leaves it out"},
		&cli.BoolFlag{Name: "stamp", Value: true,
			Usage: "write the version of rtlgen and the hash of the netlist into every file; --stamp=false leaves it out"},
		&cli.BoolFlag{Name: "positions", Value: true,
			Usage: "write behind registers where the Go code declares them, and behind outputs where it drives them; --positions=false leaves it out"},
		&cli.BoolFlag{Name: "manifest", Value: true,
			Usage: "write BLOCK.json: ports, registers, memories, and where each name comes from; --manifest=false leaves it out"},
		&cli.BoolFlag{Name: "wrap-memories",
			Usage: "one module per shape of memory, in place of arrays, and a list of them for a memory compiler, BLOCK.memories.json"},
		&cli.BoolFlag{Name: "single-file", Usage: "write all modules into one file"},
		&cli.StringFlag{Name: "filelist-root",
			Usage: "put `ROOT`/ in front of the names in file lists: a folder as the tools see it, or a variable such as '${RTL}'"},
		&cli.StringFlag{Name: "core-vendor", Value: verilog.DefaultVendor,
			Usage: "`VENDOR` in the names of the FuseSoC cores"},
		&cli.StringFlag{Name: "core-version", Value: verilog.DefaultVersion, Usage: "`VERSION` of the FuseSoC cores"},
		&cli.BoolFlag{Name: "overwrite",
			Usage: "replace modules that are there and differ, also those that another file list needs"},
	}
}

// genFlags are what only `rtlgen gen` has.
func genFlags() []cli.Flag {
	return []cli.Flag{
		&cli.StringFlag{Name: "name", Value: "design", Usage: "call the common file list of several blocks `NAME`.f"},
		&cli.BoolFlag{Name: "reset-synchroniser",
			Usage: "write BLOCK_synchronised around the block: its reset may begin and end at any time"},
		&cli.StringFlag{Name: "checks", Value: "simulation",
			Usage: "`WHERE` the assumptions are looked at: simulation, or synth: in the hardware, too, with ports rules_clear and\n" +
				"\trules_broken, a bit for each, and a list of the bits, BLOCK.rules.json"},
		&cli.BoolFlag{Name: "prove",
			Usage: "prove of each module, with Yosys and ABC, that its Verilog means what the netlist says, before it is written"},
		&cli.BoolFlag{Name: "sv", Usage: "write BLOCK_sv.sv, a module around the block with structs and packed arrays for ports, and their package BLOCK_pkg.sv"},
		&cli.BoolFlag{Name: "sby", Usage: "write BLOCK.sby: proofs of the properties with SymbiYosys"},
		&cli.BoolFlag{Name: "sdc", Usage: "write timing constraints BLOCK.sdc"},
		&cli.BoolFlag{Name: "xdc", Usage: "write timing constraints BLOCK.xdc, for Vivado"},
		&cli.StringFlag{Name: "clock-period", Value: "10",
			Usage: "`NS` of the clock in the constraints; 10,rd_clk=6.4 gives the clock rd_clk another one"},
		&cli.StringFlag{Name: "io-delay",
			Usage: "`NS` of the period that the logic outside takes, at inputs and outputs (default: a fifth of the shortest)"},
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
		return o, fmt.Errorf("cannot use --reset-registers %s: choose %s, %s or %s", o.Resets, verilog.ResetAuthor,
			verilog.ResetControl, verilog.ResetAll)
	}
	o.Positions = c.Bool("positions")
	o.Manifest = c.Bool("manifest")
	o.WrapMemories = c.Bool("wrap-memories")
	o.SingleFile = c.Bool("single-file")
	o.Prefix = c.String("prefix")
	o.Timescale = c.String("timescale")
	o.License = c.String("license")
	o.FileRoot = c.String("filelist-root")
	o.Vendor = c.String("core-vendor")
	o.Version = c.String("core-version")
	o.Overwrite = c.Bool("overwrite")
	if c.Bool("stamp") {
		o.Generator = "rtlgen " + version.String()
	}
	return o, nil
}

// genOptions reads verilogFlags and genFlags.
func genOptions(c *cli.Context) (verilog.Options, error) {
	o, err := verilogOptions(c)
	if err != nil {
		return o, err
	}
	o.ResetSynchroniser = c.Bool("reset-synchroniser")
	k := verilog.Constraints{SDC: c.Bool("sdc"), XDC: c.Bool("xdc")}
	for _, name := range []string{"clock-period", "io-delay"} {
		if c.IsSet(name) && !k.SDC && !k.XDC {
			return o, fmt.Errorf("--%s is for timing constraints: add --sdc or --xdc", name)
		}
	}
	if err := clockPeriods(&k, c.String("clock-period")); err != nil {
		return o, err
	}
	k.Delay = k.Period / 5
	for _, period := range k.Periods {
		k.Delay = min(k.Delay, period/5)
	}
	if c.IsSet("io-delay") {
		if k.Delay, err = nanoseconds("io-delay", c.String("io-delay")); err != nil {
			return o, err
		}
	}
	o.Constraints, o.Proof = k, c.Bool("sby")
	o.SystemVerilog = c.Bool("sv")
	return o, nil
}

// clockPeriods reads the period of the clock, and those of clocks by name, with commas between them.
func clockPeriods(k *verilog.Constraints, text string) (err error) {
	list := strings.Split(text, ",")
	if k.Period, err = nanoseconds("clock-period", list[0]); err != nil {
		return err
	}
	k.Periods = map[string]float64{}
	for _, s := range list[1:] {
		clock, ns, ok := strings.Cut(s, "=")
		if _, twice := k.Periods[clock]; !ok || clock == "" || twice {
			return fmt.Errorf("cannot use --clock-period %s: after the period of the clock give CLOCK=NS, each clock once", text)
		}
		if k.Periods[clock], err = nanoseconds("clock-period", ns); err != nil {
			return err
		}
	}
	return nil
}

// nanoseconds reads a time.
func nanoseconds(name, text string) (float64, error) {
	x, err := strconv.ParseFloat(text, 64)
	if err != nil || strings.ContainsAny(text, "xXpPnNiI_") {
		return 0, fmt.Errorf("cannot use --%s %s: give a number of nanoseconds, such as 2.5", name, text)
	}
	return x, nil
}

// choice reports whether an option has the second of its two values.
func choice(c *cli.Context, name, first, second string) (bool, error) {
	switch c.String(name) {
	case first:
		return false, nil
	case second:
		return true, nil
	}
	return false, fmt.Errorf("cannot use --%s %s: choose %s or %s", name, c.String(name), first, second)
}
