package cli

import (
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/urfave/cli/v2"

	"culprit.example/culprit/rtlgen/blocks"
	"culprit.example/culprit/rtlgen/ir"
	"culprit.example/culprit/testbench"
)

// all stands for every block.
const all = "all"

var errParamsOfAll = errors.New("-p needs one block: the blocks have different parameters")

// paramFlag is -p of all commands that build a block.
func paramFlag() cli.Flag {
	return &cli.StringSliceFlag{Name: "param", Aliases: []string{"p"},
		Usage: "set a parameter: `name=value`, may be repeated"}
}

// oneArgument is the only argument of a command.
func oneArgument(c *cli.Context, what string) (string, error) {
	switch c.Args().Len() {
	case 0:
		return "", fmt.Errorf("%s needs %s: %s; `rtlgen list` shows the blocks", c.Command.Name, what, usage(c))
	case 1:
		return c.Args().First(), nil
	}
	return "", fmt.Errorf("%s takes one block, not also %q: %s", c.Command.Name, c.Args().Get(1), usage(c))
}

// noArguments refuses arguments.
func noArguments(c *cli.Context) error {
	if c.Args().Len() > 0 {
		return fmt.Errorf("%s takes no argument, and got %q", c.Command.Name, c.Args().First())
	}
	return nil
}

// block is the block of that name.
func (p *program) block(name string) (*blocks.Block, error) {
	for _, b := range p.blocks {
		if b.Name == name {
			return b, nil
		}
	}
	return nil, fmt.Errorf("there is no block %q%s; `rtlgen list` shows the blocks", name, didYouMean(name, p.blockNames()))
}

// benchesOf are the benches of that block, or the one with a name, "" being none.
func (p *program) benchesOf(block, name string) ([]testbench.Bench, error) {
	if _, err := p.block(block); err != nil {
		return nil, err
	}
	var list []testbench.Bench
	var names []string
	for _, b := range p.benches() {
		if b.Block.Name != block {
			continue
		}
		if name == "" || b.Name == name {
			list = append(list, b)
		}
		if b.Name != "" {
			names = append(names, b.Name)
		}
	}
	switch {
	case len(list) > 0:
		return list, nil
	case name == "":
		panic("BUG: block " + block + " has no bench")
	case len(names) == 0:
		return nil, fmt.Errorf("block %s has no bench %q: it has one, without a name; leave --bench out", block, name)
	}
	return nil, fmt.Errorf("block %s has no bench %q%s; besides its first it has %s", block, name, didYouMean(name, names),
		strings.Join(names, ", "))
}

// benchFlag chooses one of the benches of a block.
func benchFlag(otherwise string) cli.Flag {
	return &cli.StringFlag{Name: "bench", Usage: "use the bench of this `NAME`, where a block has several (default: " +
		otherwise + ")"}
}

// chosenBench is the bench of the block that a command is called with, and the
// parameters that it is given.
func (p *program) chosenBench(c *cli.Context) (testbench.Bench, map[string]int, error) {
	name, err := oneArgument(c, "a block")
	if err != nil {
		return testbench.Bench{}, nil, err
	}
	if name == all {
		return testbench.Bench{}, nil, fmt.Errorf("%s takes one block, not all of them: %s; `rtlgen list` shows the blocks",
			c.Command.Name, usage(c))
	}
	list, err := p.benchesOf(name, c.String("bench"))
	if err != nil {
		return testbench.Bench{}, nil, err
	}
	given, err := params(c)
	return list[0], given, err
}

// chosenDesign is the block that a command is called with, and what it is with the parameters of the call.
func (p *program) chosenDesign(c *cli.Context) (*blocks.Block, *ir.Design, error) {
	name, err := oneArgument(c, "a block")
	if err != nil {
		return nil, nil, err
	}
	b, err := p.block(name)
	if err != nil {
		return nil, nil, err
	}
	given, err := params(c)
	if err != nil {
		return nil, nil, err
	}
	d, err := b.Elaborate(given)
	return b, d, err
}

// chosenBlocks are the blocks that a command is called with, all if none is named,
// and the parameters that they are given, which belong to one block.
func (p *program) chosenBlocks(c *cli.Context) ([]*blocks.Block, map[string]int, error) {
	given, err := params(c)
	if err != nil {
		return nil, nil, err
	}
	var list []*blocks.Block
	for _, name := range c.Args().Slice() {
		if name == all {
			continue
		}
		b, err := p.block(name)
		if err != nil {
			return nil, nil, err
		}
		if !slices.Contains(list, b) {
			list = append(list, b)
		}
	}
	if c.Args().Len() == 0 || slices.Contains(c.Args().Slice(), all) {
		list = p.blocks
	}
	if len(given) == 0 {
		return list, given, nil
	}
	if len(list) != 1 {
		return nil, nil, errParamsOfAll
	}
	_, err = list[0].Resolve(given)
	return list, given, err
}

// separate parts what is written as a=1,b=2.
func separate(list []string) []string {
	var all []string
	for _, text := range list {
		parts := strings.Split(text, ",")
		if slices.ContainsFunc(parts, func(part string) bool { return !strings.Contains(part, "=") }) {
			parts = []string{text}
		}
		all = append(all, parts...)
	}
	return all
}

// params reads the values of -p.
func params(c *cli.Context) (map[string]int, error) {
	given := map[string]int{}
	for _, text := range separate(c.StringSlice("param")) {
		name, value, ok := strings.Cut(text, "=")
		if !ok || name == "" {
			return nil, fmt.Errorf("cannot read parameter %q: write -p name=value", text)
		}
		x, err := strconv.Atoi(value)
		if err != nil {
			if errors.Is(err, strconv.ErrRange) {
				return nil, fmt.Errorf("parameter %s=%s is absurdly large: give a value that `rtlgen list` shows as possible", name,
					value)
			}
			return nil, fmt.Errorf("parameter %s=%s is not a whole number: write for example -p %s=4", name, value, name)
		}
		if old, twice := given[name]; twice && old != x {
			return nil, fmt.Errorf("parameter %s is given twice, as %d and as %d", name, old, x)
		}
		given[name] = x
	}
	return given, nil
}

// maxCycles bounds a run: hours on the fastest engine.
const maxCycles = 100_000_000

// cycles reads --cycles; 0 if it is not given.
func cycles(c *cli.Context) (int, error) {
	text := c.String("cycles")
	if text == "" {
		return 0, nil
	}
	n, err := strconv.Atoi(text)
	if err != nil || n < 1 || n > maxCycles {
		return 0, fmt.Errorf("cannot run --cycles %s: give a whole number from 1 to %d", text, maxCycles)
	}
	return n, nil
}

// seed reads --seed.
func seed(c *cli.Context) (uint64, error) {
	text := c.String("seed")
	n, err := strconv.ParseUint(text, 10, 64)
	if err != nil {
		return 0, fmt.Errorf("cannot use --seed %s: give a whole number from 0 to 2^64-1", text)
	}
	return n, nil
}

// runOptions reads --cycles and --seed.
func runOptions(c *cli.Context) (testbench.Options, error) {
	var o testbench.Options
	var err error
	if o.Cycles, err = cycles(c); err != nil {
		return o, err
	}
	o.Seed, err = seed(c)
	return o, err
}

func cyclesFlag(usage string) cli.Flag {
	return &cli.StringFlag{Name: "cycles", Usage: usage}
}

func seedFlag() cli.Flag {
	return &cli.StringFlag{Name: "seed", Value: "1",
		Usage: "`S` decides the stimulus and the contents that memories start with"}
}

func outFlag() cli.Flag {
	return &cli.StringFlag{Name: "out", Aliases: []string{"o"}, Value: "out",
		Usage: "write into folder `DIR`, which is made if it is not there"}
}

// outDir reads outFlag.
func outDir(c *cli.Context) (string, error) { return folder(c, "out", "-o") }

// folder reads an option, as it is written, that names a folder for several files.
func folder(c *cli.Context, option, written string) (string, error) {
	dir := c.String(option)
	switch {
	case dir == standardOutput:
		return "", fmt.Errorf("%s writes several files, which do not fit standard output: name a folder with %s",
			c.Command.Name, written)
	case filepath.Dir(filepath.Clean(dir)) == filepath.Clean(dir) && filepath.IsAbs(dir):
		return "", fmt.Errorf("%s does not write into %s itself: name a folder below it with %s", c.Command.Name, dir, written)
	}
	return dir, nil
}

func jsonFlag() cli.Flag {
	return &cli.BoolFlag{Name: "json", Usage: "print JSON"}
}

// usage is how a command is called, on one line.
func usage(c *cli.Context) string {
	words := strings.Fields(c.Command.UsageText)
	for i := 1; i < len(words); i++ {
		if words[i] == c.App.Name {
			words[i-1] += ", or"
		}
	}
	return strings.Join(words, " ")
}
