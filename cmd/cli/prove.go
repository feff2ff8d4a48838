package cli

import (
	"cmp"
	"errors"
	"fmt"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/urfave/cli/v2"

	"culprit.example/culprit/internal/outfile"
	"culprit.example/culprit/rtlgen/blocks"
	"culprit.example/culprit/rtlgen/ir/analysis"
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
			"  holds so far  in the first cycles after reset, CYCLES of them; --limit ended the search\n" +
			"  refuted       there is a stimulus that breaks it, written with -o, for rtlgen sim\n" +
			"  lifted        an assumption of a part that the pins of the block break: it is one of the block, too\n" +
			"  not decided   breaking it needs what the netlist leaves open, such as words of a large memory\n\n" +
			"Assertions of parts are counted on where the parts are used as they must be: prove the parts, too.\n" +
			"Each proof may count on the others in the cycles before, as the first failure is what is looked for.\n\n" +
			"Examples:\n" +
			"  rtlgen prove fifo\n" +
			"  rtlgen prove recn_input_port -p saqs=2 --limit 1m\n" +
			"  rtlgen prove all --small --table docs/proofs\n\n" +
			"all stands for blocks that are not too large.\n" +
			"It needs ABC (berkeley-abc) and yices. Exit status 1 if something is refuted.",
		Flags: append([]cli.Flag{
			paramFlag(), p.networkFlag(),
			&cli.StringFlag{Name: "limit", Value: "20s", Usage: "spend up to `TIME` on each search"},
			&cli.StringFlag{Name: "depth", Value: "40", Usage: "look at the first `N` cycles one by one"},
			&cli.StringFlag{Name: "out", Aliases: []string{"o"},
				Usage: "write what breaks a property into folder `DIR`: BLOCK.PROPERTY.txt"},
			&cli.BoolFlag{Name: "small", Usage: "prove each block with the small parameters of its bench"},
			&cli.StringFlag{Name: "jobs", Aliases: []string{"j"}, Value: strconv.Itoa(runtime.NumCPU()),
				Usage: "decide `N` properties at the same time"},
			&cli.StringFlag{Name: "table",
				Usage: "write the proofs into the table of `PAGE`.md, between its marks, and PAGE.json; those of the same netlist are taken from there"},
			&cli.BoolFlag{Name: "again", Usage: "prove also what the table has"},
			protectFlag(), jsonFlag(),
		}, reportFlags()...),
		Action: p.onNetwork((*program).prove),
	}
}

// subject is a block with parameters to prove.
type subject struct {
	block  *blocks.Block
	params map[string]int
}

func (p *program) prove(c *cli.Context) error {
	if err := checkReports(c); err != nil {
		return err
	}
	subjects, err := p.proveSubjects(c)
	if err != nil {
		return err
	}
	l, err := proveLimits(c)
	if err != nil {
		return err
	}
	code, err := protection(c, "table")
	if err != nil {
		return err
	}
	table := &prove.Table{}
	base := c.String("table")
	if c.IsSet("table") {
		if err := prove.Page(base).Check(); err != nil {
			return err
		}
		if table, err = prove.ReadTable(base); err != nil {
			return err
		}
	}
	g := p.newProgress(len(subjects), 1)
	defer g.stop()
	var all []*prove.Proofs
	for i, x := range subjects {
		d, err := x.block.Elaborate(x.params)
		if err != nil {
			return err
		}
		if _, err := protectedBlock(c, d, code); err != nil {
			return err
		}
		found := table.Find(x.block.Name, x.params)
		if hash := prove.Hash(d); found == nil || found.Netlist != hash || c.Bool("again") {
			l.Progress = g.of(i, x.block.Name)
			found = &prove.Proofs{Block: x.block.Name, Params: x.params, Netlist: hash}
			if found.Properties, err = prove.Properties(c.Context, d, l); err != nil {
				return fmt.Errorf("%s: %w", x.block.Name, err)
			}
		}
		all = append(all, found)
		if table.Update(found); c.IsSet("table") {
			if err := table.WriteFiles(base); err != nil {
				return err
			}
		}
	}
	g.stop()
	return p.showProofs(c, all)
}

// proveSubjects are what a call is about. Blocks that are too large are left out of all.
func (p *program) proveSubjects(c *cli.Context) ([]subject, error) {
	if c.Args().Len() == 0 {
		_, err := oneArgument(c, "a block")
		return nil, err
	}
	list, given, err := p.chosenBlocks(c)
	if err != nil {
		return nil, err
	}
	if c.Bool("small") && len(given) > 0 {
		return nil, errors.New("--small takes the parameters of the block's bench: leave -p out")
	}
	var subjects []subject
	for _, b := range list {
		params := given
		if c.Bool("small") {
			if params = p.small(b.Name); len(params) == 0 {
				continue
			}
		}
		if slices.Contains(c.Args().Slice(), all) {
			d, err := b.Elaborate(params)
			if err != nil {
				return nil, err
			}
			if analysis.SizeOf(d).RegisterBits > mostProven {
				continue
			}
		}
		subjects = append(subjects, subject{b, params})
	}
	if len(subjects) == 0 {
		return nil, errors.New("cannot use --small: the bench of the block has no small parameters; leave it out")
	}
	return subjects, nil
}

// small are the small parameters of the bench of a block.
func (p *program) small(block string) map[string]int {
	for _, b := range p.benches() {
		if b.Block.Name == block {
			return b.Small
		}
	}
	return nil
}

func proveLimits(c *cli.Context) (l prove.Limits, err error) {
	if l.Search, err = time.ParseDuration(c.String("limit")); err != nil || l.Search < time.Second {
		return l, fmt.Errorf("cannot use --limit %s: give a time of at least a second, for example 20s or 5m",
			c.String("limit"))
	}
	if l.Depth, err = strconv.Atoi(c.String("depth")); err != nil || l.Depth < 1 || l.Depth > maxDepth {
		return l, fmt.Errorf("cannot use --depth %s: give a whole number of cycles from 1 to %d", c.String("depth"), maxDepth)
	}
	l.Jobs, err = jobsOf("jobs", c.String("jobs"))
	return l, err
}

// maxDepth bounds --depth; mostProven bounds the registers, in bits, of what all stands for.
const maxDepth, mostProven = 100000, 12000

// showProofs prints proofs, and fails if something is refuted.
func (p *program) showProofs(c *cli.Context, all []*prove.Proofs) error {
	if c.IsSet("out") {
		if err := writeTraces(c.String("out"), all); err != nil {
			return err
		}
	}
	if err := writeReports(c, proven(all)); err != nil {
		return err
	}
	if err := p.printProofs(c, all); err != nil {
		return err
	}
	if broken := refuted(all); len(broken) > 0 {
		return failed{"refuted: " + strings.Join(broken, ", ")}
	}
	return nil
}

// refuted are the properties that something breaks, with their blocks.
func refuted(all []*prove.Proofs) (list []string) {
	for _, b := range all {
		for _, name := range b.Refuted() {
			list = append(list, b.Block+" "+name)
		}
	}
	return list
}

func (p *program) printProofs(c *cli.Context, all []*prove.Proofs) error {
	if c.Bool("json") {
		return p.printJSON(proveJSON{len(refuted(all)) == 0, all})
	}
	var t table
	t.add("BLOCK", "PROPERTY", "KIND", "VERDICT", "CYCLES", "BY", "SECONDS")
	for _, b := range all {
		for _, x := range b.Properties {
			cycles := "all"
			if x.Verdict != prove.Proven {
				cycles = strconv.Itoa(x.Depth)
			}
			t.add(b.Block, x.Name, x.Kind, string(x.Verdict), cycles, cmp.Or(x.By, "-"), fmt.Sprintf("%.1f", x.Seconds))
		}
		if len(b.Properties) == 0 {
			t.add(b.Block, "-", "-", "nothing to prove", "-", "-", "-")
		}
	}
	return p.printTable(t)
}

// writeTraces writes what breaks properties.
func writeTraces(dir string, all []*prove.Proofs) error {
	if dir == "" {
		return errors.New("cannot use -o: it names no folder")
	}
	if _, err := outfile.MakeDir(dir); err != nil {
		return err
	}
	for _, b := range all {
		for _, x := range b.Properties {
			if x.Trace == nil {
				continue
			}
			if err := outfile.Replace(filepath.Join(dir, b.Block+"."+x.Name+".txt"), x.Trace.Write); err != nil {
				return err
			}
		}
	}
	return nil
}
