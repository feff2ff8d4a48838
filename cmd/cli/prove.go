package cli

import (
	"errors"
	"fmt"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	"github.com/urfave/cli/v2"

	"culprit.example/culprit/internal/outfile"
	"culprit.example/culprit/testbench/prove"
)

func (p *program) proveCommand() *cli.Command {
	return &cli.Command{
		Name:      "prove",
		Usage:     "prove the assertions of a block, and that its parts are used as they must be",
		UsageText: "rtlgen prove BLOCK|all [-p name=value]... [--limit TIME] [--depth N] [-o DIR]",
		Description: "What is assumed of the block's inputs holds in all cycles. Each assertion of the block and each\n" +
			"assumption of one of its parts is then\n" +
			"  proven        in all cycles, whatever comes in\n" +
			"  holds so far  in so many cycles after reset, and within --limit nothing more was found out\n" +
			"  refuted       there is a stimulus that breaks it, written with -o, for rtlgen sim\n" +
			"  lifted        an assumption of a part that the pins of the block break: it is one of the block, too\n" +
			"  not decided   breaking it needs what the netlist leaves open, such as words of a large memory\n\n" +
			"Assertions of parts are counted on where the parts are used as they must be: prove the parts, too.\n" +
			"Each proof may count on the others in the cycles before, as the first failure is what is looked for.\n\n" +
			"Examples:\n" +
			"  rtlgen prove fifo\n" +
			"  rtlgen prove recn_input_port -p saqs=2 --limit 1m\n" +
			"  rtlgen prove all --json\n\n" +
			"It needs ABC (berkeley-abc). Exit status 1 if something is refuted.",
		Flags: []cli.Flag{
			paramFlag(), p.networkFlag(),
			&cli.StringFlag{Name: "limit", Value: "20s", Usage: "spend up to `TIME` on each search"},
			&cli.StringFlag{Name: "depth", Value: "40", Usage: "look at the first `N` cycles one by one"},
			&cli.StringFlag{Name: "out", Aliases: []string{"o"},
				Usage: "write what breaks a property into folder `DIR`: BLOCK.PROPERTY.txt"},
			jsonFlag(),
		},
		Action: p.onNetwork((*program).prove),
	}
}

// maxDepth bounds --depth.
const maxDepth = 100000

// proofs are those of a block.
type proofs struct {
	Block      string            `json:"block"`
	Properties []*prove.Property `json:"properties"`
}

func (p *program) prove(c *cli.Context) error {
	if c.Args().Len() == 0 {
		_, err := oneArgument(c, "a block")
		return err
	}
	list, given, err := p.chosenBlocks(c)
	if err != nil {
		return err
	}
	var l prove.Limits
	if l.Search, err = time.ParseDuration(c.String("limit")); err != nil || l.Search < time.Second {
		return fmt.Errorf("cannot use --limit %s: give a time of at least a second, for example 20s or 5m", c.String("limit"))
	}
	if l.Depth, err = strconv.Atoi(c.String("depth")); err != nil || l.Depth < 1 || l.Depth > maxDepth {
		return fmt.Errorf("cannot use --depth %s: give a whole number of cycles from 1 to %d", c.String("depth"), maxDepth)
	}
	g := p.newProgress(len(list), 1)
	defer g.stop()
	var all []proofs
	for i, b := range list {
		d, err := b.Elaborate(given)
		if err != nil {
			return err
		}
		l.Progress = g.of(i, b.Name)
		found, err := prove.Properties(c.Context, d, l)
		if err != nil {
			return fmt.Errorf("%s: %w", b.Name, err)
		}
		all = append(all, proofs{b.Name, found})
	}
	g.stop()
	if c.IsSet("out") {
		if err := writeTraces(c.String("out"), all); err != nil {
			return err
		}
	}
	if err := p.printProofs(c, all); err != nil {
		return err
	}
	var broken []string
	for _, b := range all {
		for _, x := range b.Properties {
			if x.Verdict == prove.Refuted {
				broken = append(broken, b.Block+" "+x.Name)
			}
		}
	}
	if len(broken) > 0 {
		return failed{"refuted: " + strings.Join(broken, ", ")}
	}
	return nil
}

func (p *program) printProofs(c *cli.Context, all []proofs) error {
	if c.Bool("json") {
		return p.printJSON(all)
	}
	var t table
	t.add("BLOCK", "PROPERTY", "KIND", "VERDICT", "CYCLES", "SECONDS")
	for _, b := range all {
		for _, x := range b.Properties {
			cycles := "all"
			if x.Verdict != prove.Proven {
				cycles = fmt.Sprint(x.Depth)
			}
			t.add(b.Block, x.Name, x.Kind, string(x.Verdict), cycles, fmt.Sprintf("%.1f", x.Seconds))
		}
		if len(b.Properties) == 0 {
			t.add(b.Block, "-", "-", "nothing to prove", "-", "-")
		}
	}
	return p.printTable(t)
}

// writeTraces writes what breaks properties.
func writeTraces(dir string, all []proofs) error {
	if dir == "" {
		return errors.New("cannot use -o: it names no folder")
	}
	for _, b := range all {
		for _, x := range b.Properties {
			if x.Trace == nil {
				continue
			}
			if _, err := outfile.MakeDir(dir); err != nil {
				return err
			}
			if err := outfile.Replace(filepath.Join(dir, b.Block+"."+x.Name+".txt"), x.Trace.Write); err != nil {
				return err
			}
		}
	}
	return nil
}
