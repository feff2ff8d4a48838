package main

import (
	"bytes"
	"fmt"
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
			"  rtlgen gen all -o out    (every module once, a file list and a core file for each block)",
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

// genAll writes all blocks into one folder. A module that several blocks use is
// there once. All are generated before the first file is written.
func (p *program) genAll(dir string, options verilog.Options) error {
	merged := newMerge()
	for _, b := range p.blocks {
		output, err := generate(b, nil, options)
		if err != nil {
			return err
		}
		if err := merged.add(b.Name, output); err != nil {
			return err
		}
	}
	return p.write(fmt.Sprintf("%d blocks", len(p.blocks)), &merged.output, dir)
}

// merge joins the files of several blocks.
type merge struct {
	output verilog.Output
	origin map[string]origin // by path
}

type origin struct {
	block string
	data  []byte
}

func newMerge() *merge { return &merge{origin: map[string]origin{}} }

// add adds the files of a block, except those that another block has brought.
// Two modules of one name must be the same module.
func (m *merge) add(block string, more *verilog.Output) error {
	for _, f := range more.Files {
		old, there := m.origin[f.Path]
		switch {
		case !there:
			m.origin[f.Path] = origin{block, f.Data}
			m.output.Files = append(m.output.Files, f)
			if slices.Contains(more.Parts, f.Path) {
				m.output.Parts = append(m.output.Parts, f.Path)
			}
			if slices.Contains(more.Models, f.Path) {
				m.output.Models = append(m.output.Models, f.Path)
			}
		case !bytes.Equal(old.data, f.Data):
			return fmt.Errorf("blocks %s and %s need different files %s, which cannot be in one folder: "+
				"rename the module in one of them, or write the blocks to different folders, one by one", old.block, block, f.Path)
		}
	}
	return nil
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
