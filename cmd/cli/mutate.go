package cli

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/urfave/cli/v2"

	"culprit.example/culprit/testbench"
	"culprit.example/culprit/testbench/mutate"
)

func (p *program) mutateCommand() *cli.Command {
	return &cli.Command{
		Name:  "mutate",
		Usage: "make every mistake that rules make in a block, and show those that its bench does not notice",
		UsageText: "rtlgen mutate BLOCK|all [-p name=value]... [--seed S] [--seeds N] [--rule NAME,...] [--limit N]\n" +
			"       [--limit-proof TIME] [--depth N] [--table PAGE]",
		Description: "Examples:\n" +
			"  rtlgen mutate fifo\n" +
			"  rtlgen mutate qcn_cp -p freq_bits=4 --seeds 3 --rule comparison,constant\n" +
			"  rtlgen mutate all --limit 100 --seed 7 --json\n\n" +
			"A mutant is a module of the block with one mistake in its netlist. All of a block run side by\n" +
			"side against the recorded run of its bench, and, at the default parameters, of its small ones.\n" +
			"Modules with a bench of their own get none; other ones get theirs in the smallest block that has\n" +
			"them. What no run notices is compared with the block, in all states that it reaches from reset\n" +
			"while its assumptions hold, by ABC (berkeley-abc).\n\n" +
			"The rules:\n" + rulesHelp() + "\n" +
			"Exit status 1 if a mutant survives that the bench does not list as equal.",
		Flags: append([]cli.Flag{
			paramFlag(), p.networkFlag(),
			cyclesFlag("run `N` cycles (default: enough to reach every cover point)"),
			seedFlag(),
			&cli.StringFlag{Name: "seeds", Value: "4", Usage: "run what is left `N` times, with seeds from that of --seed on"},
			&cli.StringFlag{Name: "rule", Usage: "make the mutants of these rules only: comma-separated `NAMES`"},
			&cli.StringFlag{Name: "limit", Usage: "make `N` mutants of each block, chosen by the seed (default: all)"},
			&cli.StringFlag{Name: "limit-proof", Value: "5s",
				Usage: "spend up to `TIME` on each search of the proof that a mutant is equal; 0 for no proofs"},
			&cli.StringFlag{Name: "depth", Value: "0",
				Usage: "look for a stimulus that shows a mutant in the first `N` cycles, and for a proof over all of them"},
			&cli.StringFlag{Name: "proofs", Usage: "count on what `PAGE`.json has, which rtlgen prove --table wrote"},
			&cli.StringFlag{Name: "table",
				Usage: "write what became of all mutants into the table of `PAGE`.md, and, with names, into PAGE.json"},
			&cli.StringFlag{Name: "known", Usage: "accept what `PAGE`.json has, which --table wrote, and show the others"},
			jsonFlag(),
		}, reportFlags()...),
		Action: p.onNetwork((*program).mutate),
	}
}

// rulesHelp lists the rules, one in a line.
func rulesHelp() string {
	var b strings.Builder
	for _, r := range mutate.Rules() {
		fmt.Fprintf(&b, "  %-11s %s\n", r.Name, r.Doc)
	}
	return b.String()
}

func (p *program) mutate(c *cli.Context) error {
	if err := checkReports(c); err != nil {
		return err
	}
	names, given, o, err := p.mutation(c)
	if err != nil {
		return err
	}
	keep, err := mutationTable(c, o)
	if err != nil {
		return err
	}
	known, err := testbench.ReadMutationTable(c.String("known"))
	if err != nil {
		return err
	}
	o.Known = func(block, name string) bool { return known.Find(block).Unnoticed(name) }
	reports, err := p.mutateBlocks(c, names, given, o, keep)
	if err != nil {
		return err
	}
	if err := writeReports(c, mutated(reports)); err != nil {
		return err
	}
	left := 0
	for _, r := range reports {
		left += len(r.Survivors)
	}
	if c.Bool("json") {
		err = p.printJSON(mutateJSON{left == 0, reports})
	} else {
		err = p.printMutations(reports)
	}
	if err == nil && left > 0 {
		err = failed{count(left, "mutant") + " of " + count(len(reports), "block") + " not noticed"}
	}
	return err
}

// mutationTable is what keeps a report in the table of --table.
func mutationTable(c *cli.Context, o testbench.MutationOptions) (func(*testbench.MutationReport) error, error) {
	base := c.String("table")
	if base == "" {
		return func(*testbench.MutationReport) error { return nil }, nil
	}
	if len(o.Rules) > 0 || len(c.StringSlice("param")) > 0 {
		return nil, errors.New("--table is about the default parameters, and all rules: leave --rule and -p out")
	}
	if err := testbench.MutationPage(base).Check(); err != nil {
		return nil, err
	}
	t, err := testbench.ReadMutationTable(base)
	if err != nil {
		return nil, err
	}
	return func(r *testbench.MutationReport) error {
		t.Update(r.Row())
		return t.WriteFiles(base)
	}, nil
}

// mutation reads what a command line asks for: names of blocks, and how.
func (p *program) mutation(c *cli.Context) (names []string, given map[string]int, o testbench.MutationOptions,
	err error) {
	name, err := oneArgument(c, "a block")
	if err != nil {
		return nil, nil, o, err
	}
	if given, err = params(c); err != nil {
		return nil, nil, o, err
	}
	switch {
	case name != all:
		if _, err := p.block(name); err != nil {
			return nil, nil, o, err
		}
		names = []string{name}
	case len(given) > 0:
		return nil, nil, o, errParamsOfAll
	default:
		names = p.blockNames()
	}
	run, err := runOptions(c)
	if err != nil {
		return nil, nil, o, err
	}
	o = testbench.MutationOptions{Seed: run.Seed, Cycles: run.Cycles, Diffs: true}
	if o.Prover, err = prover(c); err != nil {
		return nil, nil, o, err
	}
	if o.Seeds, err = positive(c, "seeds", maxMutationSeeds); err != nil {
		return nil, nil, o, err
	}
	if c.IsSet("limit") {
		if o.Limit, err = positive(c, "limit", maxMutants); err != nil {
			return nil, nil, o, err
		}
	}
	if c.IsSet("rule") {
		o.Rules = strings.Split(c.String("rule"), ",")
	}
	return names, given, o, mutate.CheckRules(o.Rules)
}

// Bounds of --seeds and --limit.
const (
	maxMutationSeeds = 1000
	maxMutants       = 1_000_000
)

// positive reads a whole number above 0.
func positive(c *cli.Context, flag string, most int) (int, error) {
	text := c.String(flag)
	n, err := strconv.Atoi(text)
	if err != nil || n < 1 || n > most {
		return 0, fmt.Errorf("cannot use --%s %s: give a whole number from 1 to %d", flag, text, most)
	}
	return n, nil
}

// mutateBlocks runs the mutants of one block after the other.
func (p *program) mutateBlocks(c *cli.Context, names []string, given map[string]int,
	o testbench.MutationOptions, keep func(*testbench.MutationReport) error) ([]*testbench.MutationReport, error) {
	o.Context = c.Context
	homes, err := testbench.Homes(p.benches())
	if err != nil {
		return nil, err
	}
	bar := p.newProgress(len(names), 2*o.Seeds)
	defer bar.stop()
	var reports []*testbench.MutationReport
	for i, name := range names {
		benches := slices.DeleteFunc(slices.Clone(p.benches()), func(b testbench.Bench) bool { return b.Block.Name != name })
		o.Progress, o.Elsewhere = bar.of(i, name), homes[name]
		r, err := testbench.Mutate(benches, given, o)
		if err != nil {
			if cause := context.Cause(c.Context); cause != nil {
				err = cause
			}
			return nil, err
		}
		if bar == nil && len(names) > 1 {
			fmt.Fprintf(p.stderr, "%s: %s, %d not noticed\n", name, count(r.Mutants, "mutant"), len(r.Survivors))
		}
		if err := keep(r); err != nil {
			return nil, err
		}
		reports = append(reports, r)
	}
	return reports, nil
}

// shows is the stimulus that shows a survivor, if one was found.
func shows(s testbench.Survivor) string {
	if s.Stimulus == "" {
		return ""
	}
	return "an output differs in the last cycle of\n" + s.Stimulus
}

// printMutations prints what each survivor changes, then a row for each block.
func (p *program) printMutations(reports []*testbench.MutationReport) error {
	var t table
	t.add("BLOCK", "MUTANTS", "KILLED", "PROVEN", "LISTED", "KNOWN", "SURVIVE", "RATE", "SEED", "CYCLES", "TIME")
	for _, r := range reports {
		for _, s := range r.Survivors {
			if _, err := fmt.Fprintf(p.stdout, "%s (%s)\n%s\n", s.Name, s.Pos, s.Diff+shows(s)); err != nil {
				return err
			}
		}
		seed := fmt.Sprint(r.Seed)
		if r.Seeds > 1 {
			seed += fmt.Sprintf(" to %d", r.Seed+uint64(r.Seeds)-1)
		}
		t.add(r.Block, fmt.Sprint(r.Mutants), fmt.Sprint(len(r.Killed)), fmt.Sprint(len(r.Proven)), fmt.Sprint(len(r.Listed)),
			fmt.Sprint(len(r.Known)), fmt.Sprint(len(r.Survivors)),
			testbench.Rate(len(r.Killed), len(r.Killed)+len(r.Survivors)+len(r.Known)), seed, fmt.Sprint(r.Cycles), fmt.Sprintf("%.1fs", r.Seconds))
	}
	return p.printTable(t)
}
