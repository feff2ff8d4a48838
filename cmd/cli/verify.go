package cli

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"sync"

	"github.com/urfave/cli/v2"

	"culprit.example/culprit/cyclesim"
	"culprit.example/culprit/rtlgen/ir"
	"culprit.example/culprit/testbench"
	"culprit.example/culprit/testbench/coverage"
	"culprit.example/culprit/testbench/foreign"
)

func (p *program) verifyCommand() *cli.Command {
	return &cli.Command{
		Name:      "verify",
		Usage:     "compare a block on one or more engines with its golden model, all outputs in every cycle",
		UsageText: "rtlgen verify BLOCK|all [-p name=value]... [--engine NAME,...]",
		Description: "Examples:\n" +
			"  rtlgen verify recn_switch -p ports=4 --cycles 20000 --seed 7\n" +
			"  rtlgen verify adaptive_network --network my.txt\n" +
			"  rtlgen verify all --engine builtin,verilator,icarus\n" +
			"  rtlgen verify fifo --seeds 4 --coverage out/coverage\n" +
			"  rtlgen verify fifo -p depth=8 --verilog my_fifo.v --top my_fifo --top-param DEPTH=8 --reset rst\n\n" +
			"With --verilog a design of the user's, with the ports of the block, runs against the block's golden\n" +
			"model; verilator and icarus have its files as they are.\n\n" +
			"Exit status 1 if an output differs, a property does not hold, or a run of the\n" +
			"default length or longer does not reach every cover point.",
		Flags: slices.Concat([]cli.Flag{
			paramFlag(), p.networkFlag(), benchFlag("all of them"),
			&cli.StringFlag{Name: "engine", Value: cyclesim.DefaultEngine(),
				Usage: "comma-separated `NAMES` of: " + strings.Join(testbench.Engines(), ", ") +
					"; builtin stands for those that run here and need no other program"},
			cyclesFlag("run `N` cycles (default: enough to reach every cover point)"),
			seedFlag(), jsonFlag(),
			&cli.StringFlag{Name: "seeds", Value: "1",
				Usage: "run `N` seeds, from that of --seed on: records of the golden model side by side, 64 at a time"},
			&cli.StringFlag{Name: "reset-seed", Usage: "resets are where seed `S` has them (default: that of --seed)"},
			&cli.StringFlag{Name: "jobs", Aliases: []string{"j"}, Value: strconv.Itoa(runtime.NumCPU()),
				Usage: "verify `N` blocks at the same time"},
			&cli.StringSliceFlag{Name: "verilog",
				Usage: "run the Verilog of `FILE` instead of the block's, may be repeated; --top and what follows are about it"},
			protectFlag(), coverageFlag(),
			&cli.StringSliceFlag{Name: "top-param", Usage: "set a parameter of its top: `name=value`, may be repeated"},
		}, readingFlags(), reportFlags()),
		Action: p.onNetwork((*program).verify),
	}
}

func (p *program) verify(c *cli.Context) error {
	if err := checkReports(c); err != nil {
		return err
	}
	v, err := p.verification(c)
	if err != nil {
		return err
	}
	dir, err := v.coverageDir(c)
	if err != nil {
		return err
	}
	reports, err := v.run(c.Context)
	if err != nil {
		return err
	}
	summary, err := v.writeCoverage(dir, reports)
	if err != nil {
		return err
	}
	p.printCacheProblems(reports)
	if err := writeReports(c, verified(reports)); err != nil {
		return err
	}
	if c.Bool("json") {
		err = p.printReportsJSON(reports, summary)
	} else if err = p.printReports(reports); err == nil && summary != nil {
		err = p.printCoverage(summary, dir)
	}
	if err != nil {
		return err
	}
	if n := countFailed(reports); n > 0 {
		return failed{fmt.Sprintf("%d of %s failed", n, count(len(reports), "block"))}
	}
	return nil
}

// verification is what a command line asks for.
type verification struct {
	benches  []testbench.Bench
	given    []map[string]int // for each bench
	seeds    int
	options  testbench.Options
	jobs     int
	coverage *coverage.Coverage // nil if it is not measured
	progress *progress
}

func (p *program) verification(c *cli.Context) (*verification, error) {
	name, err := oneArgument(c, "a block")
	if err != nil {
		return nil, err
	}
	v := &verification{benches: p.benches()}
	given, err := params(c)
	if err != nil {
		return nil, err
	}
	if name != all {
		if v.benches, err = p.benchesOf(name, c.String("bench")); err != nil {
			return nil, err
		}
	} else if len(given) > 0 {
		return nil, errParamsOfAll
	} else if c.String("bench") != "" {
		return nil, errors.New("--bench needs one block: name it in place of all")
	}
	v.tight(given, len(c.StringSlice("verilog")) > 0 || c.IsSet(coverageOption))
	if v.options, err = runOptions(c); err != nil {
		return nil, err
	}
	if v.seeds, err = positive(c, "seeds", maxMutationSeeds); err != nil {
		return nil, err
	}
	if c.IsSet("reset-seed") {
		if v.options.ResetSeed, err = strconv.ParseUint(c.String("reset-seed"), 10, 64); err != nil {
			return nil, fmt.Errorf("cannot use --reset-seed %s: give a whole number", c.String("reset-seed"))
		}
	}
	if v.seeds > 1 && (c.IsSet("engine") || c.IsSet("reset-seed")) {
		return nil, errors.New("--seeds runs on the fastest engine, with the resets of --seed: leave --engine and --reset-seed out")
	}
	if v.options.Engines, err = engines(c.String("engine")); err != nil {
		return nil, err
	}
	if v.jobs, err = jobsOf("jobs", c.String("jobs")); err != nil {
		return nil, err
	}
	if v.options.StandIn, err = standIn(c, name); err != nil {
		return nil, err
	}
	if v.options.StandIn == nil {
		if v.options.StandIn, err = protectedStandIn(c, name); err != nil {
			return nil, err
		}
	} else if _, err = protection(c, "verilog"); err != nil {
		return nil, err
	}
	if err := v.measure(c, name); err != nil {
		return nil, err
	}
	v.progress = p.newProgress(len(v.benches), 1+len(v.options.Engines))
	return v, nil
}

// tight gives each bench its parameters; without any of the user's, one with tight ones runs with these, too.
func (v *verification) tight(given map[string]int, onlyGiven bool) {
	var list []testbench.Bench
	for _, b := range v.benches {
		list, v.given = append(list, b), append(v.given, given)
		if len(given) == 0 && len(b.Tight) > 0 && !onlyGiven {
			list, v.given = append(list, b), append(v.given, b.Tight[0])
		}
	}
	v.benches = list
}

// standIn reads the Verilog that runs in the place of the block; nil without it.
func standIn(c *cli.Context, block string) (func(*ir.Design) (*ir.Design, error), error) {
	files := c.StringSlice("verilog")
	if len(files) == 0 {
		for _, name := range append(foreignOptions, "top-param") {
			if c.IsSet(name) {
				return nil, fmt.Errorf("--%s is about --verilog FILE, which is missing", name)
			}
		}
		return nil, nil
	}
	if block == all {
		return nil, errors.New("--verilog stands in for one block: name it in place of all")
	}
	s, err := foreignFiles(c, files, "top-param")
	if err != nil {
		return nil, err
	}
	return func(*ir.Design) (*ir.Design, error) { return foreign.Part(c.Context, s) }, nil
}

// allBuiltIn stands for the engines that run here and need no other program.
const allBuiltIn = "builtin"

// engines reads --engine.
func engines(text string) ([]string, error) {
	var list []string
	for name := range strings.SplitSeq(text, ",") {
		if name == allBuiltIn {
			list = append(list, cyclesim.BuiltIn()...)
		} else {
			list = append(list, name)
		}
	}
	for i, name := range list {
		if !slices.Contains(testbench.Engines(), name) {
			known := append([]string{allBuiltIn}, testbench.Engines()...)
			return nil, fmt.Errorf("no engine %q%s; choose from %s", name, didYouMean(name, known), strings.Join(known, ", "))
		}
		if slices.Contains(list[:i], name) {
			return nil, fmt.Errorf("cannot use --engine %s: %s is there twice", text, name)
		}
	}
	return list, nil
}

// jobsOf reads --jobs, or another number of what runs at the same time.
func jobsOf(flag, text string) (int, error) {
	n, err := strconv.Atoi(text)
	if err != nil || n < 1 || n > maxJobs {
		return 0, fmt.Errorf("cannot run --%s %s: give a whole number from 1 to %d", flag, text, maxJobs)
	}
	return n, nil
}

// maxJobs bounds --jobs.
const maxJobs = 256

// run verifies all benches and returns the reports in their order.
func (v *verification) run(ctx context.Context) ([]*testbench.Report, error) {
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	reports := make([]*testbench.Report, len(v.benches))
	free := make(chan struct{}, v.jobs)
	var group sync.WaitGroup
	for i, b := range v.benches {
		free <- struct{}{}
		group.Add(1)
		go func() {
			defer func() { <-free; group.Done() }()
			o := v.options
			o.Context = ctx
			o.Progress = v.progress.of(i, b.Title())
			var err error
			if v.seeds > 1 {
				reports[i], err = testbench.VerifySeeds(b, v.given[i], o, v.seeds)
			} else {
				reports[i], err = testbench.Verify(b, v.given[i], o)
			}
			if err != nil {
				cancel(err) // the first error ends all
			}
		}()
	}
	group.Wait()
	v.progress.stop()
	return reports, context.Cause(ctx)
}
