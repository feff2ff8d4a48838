package cli

import (
	"fmt"
	"os"
	"slices"
	"strings"

	"github.com/urfave/cli/v2"

	"culprit.example/culprit/internal/outfile"
	"culprit.example/culprit/rtlgen/blocks"
	"culprit.example/culprit/testbench/experiment"
)

// networkFlag is --network of all commands that work on blocks or experiments.
func (p *program) networkFlag() cli.Flag {
	return &cli.StringFlag{Name: "network",
		Usage: "use the networks in `FILE`, for " +
			strings.Join(append(p.networked(takenByBlocks), p.networked(takenByExperiments)...), ", ")}
}

// taker is what can be made from a file.
type taker string

const (
	takenByBlocks      taker = "block"
	takenByExperiments taker = "experiment"
)

// networked are the names of the blocks, or of the experiments, that take a network.
func (p *program) networked(kind taker) []string {
	var names []string
	for _, f := range p.families {
		switch {
		case f.FromFile == nil:
		case kind == takenByBlocks:
			names = append(names, f.FromFile.Blocks...)
		default:
			names = append(names, f.FromFile.Experiments...)
		}
	}
	return names
}

// onNetwork is an action on the blocks and experiments that --network asks for.
func (p *program) onNetwork(action func(*program, *cli.Context) error) cli.ActionFunc {
	return func(c *cli.Context) error {
		q, err := p.withNetwork(c)
		if err != nil {
			return err
		}
		return action(q, c)
	}
}

// withNetwork is the program with the family of the call's blocks or experiment made
// from the file of --network, if there is one. A name that nothing has is for the
// command to find.
func (p *program) withNetwork(c *cli.Context) (*program, error) {
	path := c.String("network")
	if path == "" {
		return p, nil
	}
	kind := takenByBlocks
	if c.Command.Name == "run" {
		kind = takenByExperiments
	}
	takers := p.networked(kind)
	names := c.Args().Slice()
	if len(names) == 0 || slices.Contains(names, all) {
		return nil, fmt.Errorf("--network needs the %s that it is for: %s", kind, strings.Join(takers, ", "))
	}
	for _, name := range names {
		if !p.has(kind, name) {
			return p, nil
		}
		if !slices.Contains(takers, name) {
			return nil, fmt.Errorf("%s %s takes no network: --network is for %s", kind, name, strings.Join(takers, ", "))
		}
	}
	f, err := os.Open(path)
	if err != nil {
		return nil, fmt.Errorf("cannot read the network %s: %w", path, outfile.Cause(err))
	}
	defer f.Close()
	if info, err := f.Stat(); err == nil && info.IsDir() {
		return nil, fmt.Errorf("cannot read the network %s: it is a folder: name a file", path)
	}
	family, err := p.families.Taking(names[0]).FromFile.Make(path, f)
	if err != nil {
		return nil, err
	}
	return newProgram(p.name, p.stdout, p.stderr, p.families.With(family)), nil
}

// has reports whether there is a block, or an experiment, of that name.
func (p *program) has(kind taker, name string) bool {
	if kind == takenByExperiments {
		return experiment.Find(p.experiments, name) != nil
	}
	return slices.ContainsFunc(p.blocks, func(b *blocks.Block) bool { return b.Name == name })
}
