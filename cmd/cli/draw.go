package cli

import (
	"cmp"
	"fmt"
	"io"
	"strings"

	"github.com/urfave/cli/v2"

	"culprit.example/culprit/rtlgen/draw"
	"culprit.example/culprit/rtlgen/ir"
)

func (p *program) drawCommand() *cli.Command {
	return &cli.Command{
		Name:      "draw",
		Usage:     "draw a block diagram: units, memories, and where data goes",
		UsageText: "rtlgen draw BLOCK [-p name=value]... [--module NAME] [--control] [--dot] [-o FILE]",
		Description: "Boxes are ports with one prefix, instances, and memories. A link has the number of bits that go\n" +
			"from one to the other one, through registers, selections and concatenations.\n\n" +
			"Examples:\n" +
			"  rtlgen draw recn_switch -o switch.svg\n" +
			"  rtlgen draw recn_switch --module recn_input_port --control -o port.svg\n" +
			"  rtlgen draw fifo --dot",
		Flags: []cli.Flag{
			paramFlag(), p.networkFlag(),
			&cli.StringFlag{Name: "module", Usage: "the module `NAME` below the block (default: the block itself)"},
			&cli.BoolFlag{Name: "control", Usage: "links of enables, addresses and comparisons, too, dashed"},
			&cli.BoolFlag{Name: "dot", Usage: "write the language of Graphviz instead of SVG"},
			&cli.StringFlag{Name: "out", Aliases: []string{"o"}, Usage: "write `FILE` (default: standard output)"},
		},
		Action: p.onNetwork((*program).draw),
	}
}

func (p *program) draw(c *cli.Context) error {
	_, d, err := p.chosenDesign(c)
	if err != nil {
		return err
	}
	m := d.Top
	if name := c.String("module"); name != "" {
		if m, err = moduleBelow(d, name); err != nil {
			return err
		}
	}
	diagram := draw.Of(m, c.Bool("control"))
	text := diagram.Dot()
	if !c.Bool("dot") {
		if text, err = diagram.SVG(c.Context); err != nil {
			return err
		}
	}
	path := cmp.Or(c.String("out"), standardOutput)
	return writeFile(c.Context, p.stdout, path, func(w io.Writer) error {
		_, err := io.WriteString(w, text)
		return err
	})
}

// moduleBelow is the module of that name in a design.
func moduleBelow(d *ir.Design, name string) (*ir.Module, error) {
	var names []string
	for _, m := range d.Modules {
		if m.Name == name || m.BaseName() == name {
			return m, nil
		}
		names = append(names, m.Name)
	}
	return nil, noModule(d, name, names)
}

// noModule is the mistake that --module names none of the modules of a design.
func noModule(d *ir.Design, name string, modules []string) error {
	return fmt.Errorf("--module: %s has no module %q%s; it has %s", d.Top.Name, name, didYouMean(name, modules),
		strings.Join(modules, ", "))
}
