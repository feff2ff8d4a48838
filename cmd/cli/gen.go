package cli

import (
	"errors"
	"fmt"
	"slices"

	"github.com/urfave/cli/v2"

	"culprit.example/culprit/rtlgen/blocks"
	"culprit.example/culprit/rtlgen/ir"
	"culprit.example/culprit/rtlgen/ir/analysis"
	"culprit.example/culprit/rtlgen/verilog"
)

func (p *program) genCommand() *cli.Command {
	return &cli.Command{
		Name:      "gen",
		Usage:     "write blocks as Verilog, with file list, FuseSoC core files and manifest",
		UsageText: "rtlgen gen BLOCK...|all [-p name=value]... [-o DIR]",
		Description: "Several blocks are written into one folder, with one file list of them all besides\n" +
			"those of each block; modules that they share are there once. A module that is in the\n" +
			"folder already and differs is not replaced while another file list needs it.\n\n" +
			"Examples:\n" +
			"  rtlgen gen recn_switch -p ports=4 -p saqs=2 -o out\n" +
			"  rtlgen gen recn_switch voqsw_switch --name switches --prefix lab_ -o out\n" +
			"  rtlgen gen recn_switch --reset async --reset-synchroniser --sdc --clock-period 8 -o out\n" +
			"  rtlgen gen recn_switch --prove -o out              (each module means what its netlist says)\n" +
			"  rtlgen gen recn_switch --checks synth -o out       (a bit for each rule of the surroundings)\n" +
			"  rtlgen gen recn_switch --protect ecc -o out        (memories with error codes)\n" +
			"  rtlgen gen adaptive_network --network my.txt -o out    (a network of your own)\n" +
			"  rtlgen gen all -o out    (every module once, a file list for each block)",
		Flags: slices.Concat([]cli.Flag{paramFlag(), p.networkFlag(), outFlag()}, verilogFlags(), []cli.Flag{protectFlag()},
			genFlags()),
		Action: p.onNetwork((*program).gen),
	}
}

func (p *program) gen(c *cli.Context) error {
	if c.Args().Len() == 0 {
		_, err := oneArgument(c, "a block")
		return err
	}
	options, err := genOptions(c)
	if err != nil {
		return err
	}
	list, given, err := p.chosenBlocks(c)
	if err != nil {
		return err
	}
	everything := slices.Contains(c.Args().Slice(), all)
	what, name := list[0].Name, c.String("name")
	if len(list) > 1 {
		what = fmt.Sprintf("%d blocks", len(list))
	}
	switch {
	case everything && c.IsSet("name"):
		return errors.New("--name is for the common file list of several blocks, which `rtlgen gen all` does not write")
	case everything && options.SingleFile:
		return errors.New("--single-file needs blocks by name: name those that are to be in the file")
	case everything:
		name = ""
	case len(list) == 1 && c.IsSet("name"):
		return fmt.Errorf("--name is for the common file list of several blocks, and %s is one: its file list is %s.f",
			list[0].Name, list[0].Name)
	}
	dir, err := outDir(c)
	if err != nil {
		return err
	}
	designs, err := elaborate(list, given)
	if err != nil {
		return err
	}
	synth, err := choice(c, "checks", "simulation", "synth")
	if err != nil {
		return err
	}
	lists, err := protectedFiles(c, designs, options)
	if err != nil {
		return err
	}
	var rules []verilog.File
	if synth {
		if rules, err = watched(designs, options); err != nil {
			return err
		}
	}
	output, err := emit(designs, name, options)
	if err != nil {
		return err
	}
	output.Files = append(append(output.Files, rules...), lists...)
	if c.Bool("prove") {
		if err := p.proveEmission(c.Context, designs, options); err != nil {
			return err
		}
	}
	if err := output.WriteDir(dir); err != nil {
		return takenAdvice(err)
	}
	size := ""
	if len(designs) == 1 {
		size = ": " + sizeText(analysis.SizeOf(designs[0]))
	}
	_, err = fmt.Fprintf(p.stdout, "%s: %s in %s%s\n", what, count(len(output.Files), "file"), dir, size)
	return err
}

func sizeText(s analysis.Size) string {
	return fmt.Sprintf("%s, %s of registers, %s of memory", count(s.Instances, "instance"), count(s.RegisterBits, "bit"),
		count(s.MemoryBits, "bit"))
}

// takenAdvice adds the ways out to the message that a module is there and differs.
func takenAdvice(err error) error {
	if taken := (*verilog.TakenError)(nil); errors.As(err, &taken) {
		return fmt.Errorf("%w. Choose another folder (-o) or other names for the modules (--prefix), or replace what is there (--overwrite)",
			err)
	}
	return err
}

func elaborate(list []*blocks.Block, given map[string]int) ([]*ir.Design, error) {
	var designs []*ir.Design
	for _, b := range list {
		d, err := b.Elaborate(given)
		if err != nil {
			return nil, err
		}
		designs = append(designs, d)
	}
	return designs, nil
}

// emit makes the files of designs; name is that of their common file list.
func emit(designs []*ir.Design, name string, options verilog.Options) (*verilog.Output, error) {
	if len(designs) == 1 {
		return verilog.Emit(designs[0], options)
	}
	return verilog.EmitAll(name, designs, options)
}
