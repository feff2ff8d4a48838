package cli

import (
	"context"
	"fmt"
	"strings"

	"github.com/urfave/cli/v2"

	"culprit.example/culprit/testbench/faults"
)

// faultsName is the command, which is there if a family has networks of which faults are made.
const faultsName = "faults"

func (p *program) faultsCommand() *cli.Command {
	return &cli.Command{
		Name:      faultsName,
		Usage:     "make every kind of fault on every kind of link of a network, and show what becomes of it",
		UsageText: "rtlgen faults NETWORK|all [--moments N] [--seed S] [--seeds N] [--table PAGE] [--again] [--json]",
		Description: "Examples:\n" +
			"  rtlgen faults recn\n" +
			"  rtlgen faults all --moments 200 --seeds 4 --table docs/faults\n\n" +
			"A fault hits one event on one link: a beat at the head, in the body or at the tail of a packet, a\n" +
			"credit, a message. The event is lost, doubled, late, damaged or invented, or the channel is silent\n" +
			"for a while. Copies of the network run side by side, with the same traffic, and each is compared\n" +
			"with one without a fault: packets, error bits, what is at rest after a drain, traffic after that.\n\n" +
			"The networks:\n" + p.networksOfFaults() + "\n" +
			"Exit status 1 if something happens that must not, and has no reason: packets that nobody sent or with\n" +
			"wrong data arrive as good, nothing shows that some are lost, or all is never as before.",
		Flags: append([]cli.Flag{
			&cli.StringFlag{Name: "moments", Value: "20", Usage: "make each fault at `N` random moments"},
			seedFlag(),
			&cli.StringFlag{Name: "seeds", Value: "1", Usage: "share the moments among `N` seeds of the traffic, from that of --seed on"},
			&cli.StringFlag{Name: "table",
				Usage: "write what became of all faults into the table of `PAGE`.md, and PAGE.json; networks that have not changed are taken from there"},
			&cli.BoolFlag{Name: "again", Usage: "make also the faults that the table has"},
			jsonFlag(),
		}, reportFlags()...),
		Action: p.faults,
	}
}

// networksOfFaults lists the networks, one in a line.
func (p *program) networksOfFaults() string {
	var b strings.Builder
	for _, n := range p.families.Faults() {
		fmt.Fprintf(&b, "  %-11s %s\n", n.Name, n.Doc)
	}
	return b.String()
}

// Bounds of --moments and --seeds.
const (
	maxMoments    = 100_000
	maxFaultSeeds = 1000
)

func (p *program) faults(c *cli.Context) error {
	if err := checkReports(c); err != nil {
		return err
	}
	chosen, err := p.faultyNetworks(c)
	if err != nil {
		return err
	}
	run, err := runOptions(c)
	if err != nil {
		return err
	}
	o := faults.Options{Seed: run.Seed}
	if o.Moments, err = positive(c, "moments", maxMoments); err != nil {
		return err
	}
	if o.Seeds, err = positive(c, "seeds", maxFaultSeeds); err != nil {
		return err
	}
	if o.Seeds > o.Moments {
		return fmt.Errorf("--seeds %d shares %s of each fault: give --moments %[1]d or more", o.Seeds, count(o.Moments, "moment"))
	}
	table, base := &faults.Table{}, c.String("table")
	if c.IsSet("table") {
		if err := faults.Page(base).Check(); err != nil {
			return err
		}
		if table, err = faults.ReadTable(base); err != nil {
			return err
		}
	}
	bar := p.newProgress(len(chosen), 1)
	defer bar.stop()
	var reports []*faults.Report
	for i, n := range chosen {
		hash, err := n.Hash(p.blocks)
		if err != nil {
			return err
		}
		r := table.Find(n.Name)
		if r == nil || c.Bool("again") || !r.Has(hash, o) {
			o.Progress = bar.of(i, n.Name)
			if r, err = n.Run(c.Context, p.blocks, o); err != nil {
				if cause := context.Cause(c.Context); cause != nil {
					err = cause
				}
				return err
			}
		}
		r.Explain(n)
		reports = append(reports, r)
		if table.Update(r); c.IsSet("table") {
			if err := table.WriteFiles(base); err != nil {
				return err
			}
		}
	}
	bar.stop()
	if err := writeReports(c, faulted(reports)); err != nil {
		return err
	}
	return p.showFaults(c, reports)
}

func networkNames(list []*faults.Network) []string {
	var names []string
	for _, n := range list {
		names = append(names, n.Name)
	}
	return names
}

// faultyNetworks are those that a call names.
func (p *program) faultyNetworks(c *cli.Context) ([]*faults.Network, error) {
	list := p.families.Faults()
	names := networkNames(list)
	if c.Args().Len() == 0 {
		return nil, fmt.Errorf("faults needs a network, %s or all: %s", strings.Join(names, ", "), usage(c))
	}
	name, err := oneArgument(c, "a network")
	if err != nil || name == all {
		return list, err
	}
	for _, n := range list {
		if n.Name == name {
			return []*faults.Network{n}, nil
		}
	}
	return nil, fmt.Errorf("there is no network %q of faults%s; there are %s", name, didYouMean(name, names),
		strings.Join(names, ", "))
}

// showFaults prints reports, and fails if something has no reason.
func (p *program) showFaults(c *cli.Context, reports []*faults.Report) error {
	var open []string
	var t table
	t.add(append([]string{"NETWORK"}, faults.Heads()...)...)
	for _, r := range reports {
		open = append(open, r.Open()...)
		for _, x := range r.Rows {
			t.add(append([]string{r.Network}, x.Cells()...)...)
		}
	}
	var err error
	if c.Bool("json") {
		err = p.printJSON(faultsJSON{len(open) == 0, reports})
	} else {
		err = p.printTable(t)
	}
	if err == nil && len(open) > 0 {
		err = failed{"without a reason:\n" + strings.Join(open, "\n")}
	}
	return err
}
