package main

import (
	"bytes"
	"fmt"
	"path/filepath"
	"slices"

	"github.com/urfave/cli/v2"

	"culprit/blocks"
	"culprit/rtlgen/verilog"
)

func (p *program) genCommand() *cli.Command {
	return &cli.Command{
		Name:      "gen",
		Usage:     "write a block as Verilog, with file list, FuseSoC core file and manifest",
		UsageText: "rtlgen gen BLOCK|all [-p name=value]... [-o DIR]",
		Description: "Examples:\n" +
			"  rtlgen gen recn_switch -p ports=4 -p saqs=2 -o out\n" +
			"  rtlgen gen all -o out    (a folder for each family: out/prim, out/recn)",
		Flags:  append([]cli.Flag{paramFlag(), outFlag()}, verilogFlags()...),
		Action: p.gen,
	}
}

func (p *program) gen(c *cli.Context) error {
	name, err := oneArgument(c, "a block")
	if err != nil {
		return err
	}
	options, err := verilogOptions(c)
	if err != nil {
		return err
	}
	given, err := params(c)
	if err != nil {
		return err
	}
	if name != all {
		b, err := p.block(name)
		if err != nil {
			return err
		}
		output, err := generate(b, given, options)
		if err != nil {
			return err
		}
		return p.write(name, output, c.String("out"))
	}
	if len(given) > 0 {
		return errParamsOfAll
	}
	return p.genAll(c.String("out"), options)
}

// genAll writes the blocks of each family into a folder of its own. All are
// generated before the first is written.
func (p *program) genAll(dir string, options verilog.Options) error {
	var families []string
	outputs := map[string]*verilog.Output{}
	for _, b := range p.blocks {
		output, err := generate(b, nil, options)
		if err != nil {
			return err
		}
		if outputs[b.Family] == nil {
			families = append(families, b.Family)
			outputs[b.Family] = &verilog.Output{}
		}
		merge(outputs[b.Family], output)
	}
	for _, family := range families {
		if err := p.write(family, outputs[family], filepath.Join(dir, family)); err != nil {
			return err
		}
	}
	return nil
}

// merge adds files; blocks that use the same module bring the same file.
func merge(into, more *verilog.Output) {
	for _, f := range more.Files {
		old := into.File(f.Path)
		switch {
		case old == nil:
			into.Files = append(into.Files, f)
			if slices.Contains(more.Parts, f.Path) {
				into.Parts = append(into.Parts, f.Path)
			}
			if slices.Contains(more.Models, f.Path) {
				into.Models = append(into.Models, f.Path)
			}
		case !bytes.Equal(old, f.Data):
			panic("BUG: two blocks of a family have different files " + f.Path)
		}
	}
}

func (p *program) write(what string, output *verilog.Output, dir string) error {
	if err := output.WriteDir(dir); err != nil {
		return err
	}
	_, err := fmt.Fprintf(p.stdout, "%s: %d files in %s\n", what, len(output.Files), dir)
	return err
}

// generate makes the files of a block.
func generate(b *blocks.Block, given map[string]int, options verilog.Options) (*verilog.Output, error) {
	d, err := b.Elaborate(given)
	if err != nil {
		return nil, err
	}
	output, err := verilog.Emit(d, options)
	if err != nil {
		return nil, fmt.Errorf("block %s cannot be written as Verilog: %w", b.Name, err)
	}
	return output, nil
}
