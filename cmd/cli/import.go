package cli

import (
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/urfave/cli/v2"

	"culprit.example/culprit/rtlgen/ir"
	"culprit.example/culprit/rtlgen/yosys"
	"culprit.example/culprit/testbench/foreign"
)

func (p *program) importCommand() *cli.Command {
	return &cli.Command{
		Name:  "import",
		Usage: "read Verilog of others, by Yosys, as a netlist that the engines run",
		UsageText: "rtlgen import FILE... --top NAME [-p name=value]... [-D name=value]... [-I DIR]...\n" +
			"   [--reset PORT [--reset-polarity high|low]] [-o FILE]",
		Description: "Writes the netlist as text: `go doc culprit.example/culprit/rtlgen/ir` has its notation. The\n" +
			"design has one clock, at whose rising edge all of it changes; it is no port any more. A\n" +
			"second, gated or falling clock, latches, tri-states and combinational loops are refused,\n" +
			"with their places. First values of Verilog are those of the netlist's reset; with --reset\n" +
			"an input of the top becomes that reset.\n\n" +
			"Examples:\n" +
			"  rtlgen import core.v alu.v --top core -p WIDTH=16 -o core.nl\n" +
			"  rtlgen import soc.v -I include -D SYNTHESIS --top soc --reset rst_n --reset-polarity low",
		Flags: append(foreignFlags(),
			&cli.StringFlag{Name: "out", Aliases: []string{"o"}, Usage: "write `FILE` (default: standard output)"}),
		Action: p.importVerilog,
	}
}

// foreignFlags say how Verilog of others is read.
func foreignFlags() []cli.Flag {
	return append([]cli.Flag{paramFlag()}, readingFlags()...)
}

// readingFlags are foreignFlags without the parameters.
func readingFlags() []cli.Flag {
	return []cli.Flag{
		topFlag(), defineFlag(), includeFlag(),
		resetFlag(), polarityFlag(),
		&cli.StringFlag{Name: "undefined", Value: "zero",
			Usage: "`VALUE` that registers and memories begin with where the Verilog gives none: zero or arbitrary"},
		readerFlag(),
	}
}

func resetFlag() cli.Flag {
	return &cli.StringFlag{Name: "reset",
		Usage: "the input `PORT` of the top that becomes the reset of the netlist (default: it stays an input)"}
}

func polarityFlag() cli.Flag {
	return &cli.StringFlag{Name: "reset-polarity", Value: "high", Usage: "`LEVEL` at which it resets: high or low"}
}

func readerFlag() cli.Flag {
	return &cli.StringFlag{Name: "reader", Value: "auto",
		Usage: "`NAME` of the front end: yosys (the newest), path (the Yosys on the path), slang (SystemVerilog), " +
			"or auto: yosys, and slang if that refuses the files"}
}

func (p *program) importVerilog(c *cli.Context) error {
	s, err := foreignSource(c)
	if err != nil {
		return err
	}
	d, err := foreign.Read(c.Context, s)
	if err != nil {
		return err
	}
	path := c.String("out")
	if path == "" {
		path = standardOutput
	}
	return writeFile(c.Context, p.stdout, path, func(w io.Writer) error {
		_, err := io.WriteString(w, ir.TextWith(d, ir.Docs|ir.Positions))
		return err
	})
}

func topFlag() cli.Flag {
	return &cli.StringFlag{Name: "top", Usage: "the top `MODULE` of the Verilog"}
}

func defineFlag() cli.Flag {
	return &cli.StringSliceFlag{Name: "define", Aliases: []string{"D"},
		Usage: "define a macro: `name[=value]`, may be repeated"}
}

func includeFlag() cli.Flag {
	return &cli.StringSliceFlag{Name: "include", Aliases: []string{"I"},
		Usage: "look for included files in folder `DIR`, may be repeated"}
}

// defines reads defineFlag.
func defines(c *cli.Context) (list []foreign.Pair) {
	for _, text := range c.StringSlice("define") {
		name, value, _ := strings.Cut(text, "=")
		list = append(list, foreign.Pair{Name: name, Value: value})
	}
	return list
}

// foreignOptions are the names of readingFlags.
var foreignOptions = []string{"top", "define", "include", "reset", "reset-polarity", "undefined", "reader"}

// foreignSource is the Verilog of a call.
func foreignSource(c *cli.Context) (s foreign.Source, err error) {
	return foreignFiles(c, c.Args().Slice(), "param")
}

// foreignFiles are files of Verilog with the options of a call; param names that for parameters of the top.
func foreignFiles(c *cli.Context, files []string, param string) (s foreign.Source, err error) {
	s = foreign.Source{Files: files, Include: c.StringSlice("include"), Top: c.String("top")}
	switch {
	case len(s.Files) == 0:
		return s, fmt.Errorf("%[1]s needs files of Verilog: rtlgen %[1]s FILE... --top NAME", c.Command.Name)
	case s.Top == "":
		return s, fmt.Errorf("%s needs the name of the top module: --top NAME", c.Command.Name)
	}
	if s.Params, err = valuesOf(c, param); err != nil {
		return s, err
	}
	s.Defines = defines(c)
	low, err := choice(c, "reset-polarity", "high", "low")
	if err != nil {
		return s, err
	}
	if c.IsSet("reset-polarity") && !c.IsSet("reset") {
		return s, errors.New("--reset-polarity is about --reset PORT, which is missing")
	}
	if c.String("undefined") != "" {
		if s.Arbitrary, err = choice(c, "undefined", "zero", "arbitrary"); err != nil {
			return s, err
		}
	}
	if s.Reader = foreign.Reader(c.String("reader")); s.Reader == "auto" {
		s.Reader = foreign.Auto
	}
	s.Reset = yosys.Reset{Input: c.String("reset"), Low: low}
	return s, nil
}

// valuesOf reads an option of names with values.
func valuesOf(c *cli.Context, option string) (list []foreign.Pair, err error) {
	for _, text := range c.StringSlice(option) {
		name, value, ok := strings.Cut(text, "=")
		if !ok || name == "" || value == "" {
			return nil, fmt.Errorf("cannot read %q of --%s: write name=value", text, option)
		}
		list = append(list, foreign.Pair{Name: name, Value: value})
	}
	return list, nil
}
