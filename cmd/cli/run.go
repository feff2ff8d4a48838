package cli

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/urfave/cli/v2"

	"culprit.example/culprit/cyclesim"
	"culprit.example/culprit/rtlgen/verilog"
	"culprit.example/culprit/testbench/experiment"
)

func (p *program) runCommand() *cli.Command {
	return &cli.Command{
		Name:      "run",
		Usage:     "repeat an experiment of the papers: tables, figures, and whether the claims hold",
		UsageText: "rtlgen run EXPERIMENT [--mutants] [--set name=value]... [--seeds N,...] [-o DIR]\n   rtlgen run EXPERIMENT ... --shard I/N\n   rtlgen run EXPERIMENT ... --on slurm [--tasks N]\n   rtlgen run [EXPERIMENT] --list",
		Description: "Writes DIR/EXPERIMENT: claims (md, json, csv), tables (CSV), figures (SVG).\n" +
			"What was measured stays in DIR/points: the same call goes on where an\n" +
			"interrupted one ended, and measures nothing twice.\n\n" +
			"Examples:\n" +
			"  rtlgen run --list\n" +
			"  rtlgen run recn-hotspot --set nodes=64 --set saqs=0,4 --seeds 1,2,3 -o out\n" +
			"  rtlgen run compare --workload my.txt --seeds 1,2,3    (traffic of your own)\n" +
			"  rtlgen run adaptive-single --network my.txt --set modes=cm,ar    (a network of your own)\n" +
			"  rtlgen run recn-uniform --set nodes=16 --set fault=credit_loss --set fault_rate=1e-4\n\n" +
			"With --shard it measures a part of the points, beside others that measure theirs, on\n" +
			"machines with a common folder DIR. Which worker dies or is started twice does not matter:\n" +
			"no point is measured twice, and what a dead one had begun another one does. The same call\n" +
			"without --shard collects. With --on slurm a job array does that. docs/sweeps.md has more.\n\n" +
			"Networks are audited: credits, packets, slots and messages must all be accounted\n" +
			"for. The settings fault... disturb their links, to show that this is noticed.\n\n" +
			"A claim holds; or it fails; or it differs: the paper's number is not met, for the\n" +
			"reason that claims.md gives, and what the design has instead holds; or it holds in\n" +
			"part, where the call does not run what some of its conditions need; or the call\n" +
			"does not cover it. Some are proven by Go tests, which are named.\n\n" +
			"With --mutants it runs each claim with the mistakes under which it must fail, and\n" +
			"writes mutants (md, json, csv).\n\n" +
			"Exit status 1 if a claim fails, if anything was lost, doubled or damaged in a\n" +
			"network, or if a claim does not notice a mutant; 75 if a signal ended a call with --shard,\n" +
			"or if points are left after --time-limit.",
		Flags: slices.Concat([]cli.Flag{
			&cli.BoolFlag{Name: "list", Usage: "list the experiments with their settings, ranges and defaults"},
			&cli.StringSliceFlag{Name: "set", Usage: "set `name=value`, may be repeated; several values with commas"},
			&cli.StringFlag{Name: "workload", Usage: "compare: measure the traffic in `FILE`, the same as --set workload=FILE"},
			&cli.BoolFlag{Name: "full", Usage: "use the settings of the complete set of figures where --set gives no other"},
			&cli.BoolFlag{Name: "mutants", Usage: "run the claims with deliberate mistakes: each must be noticed"},
			&cli.StringFlag{Name: "seeds", Value: "1",
				Usage: "run with each of the seeds `N,...`; a claim must hold for all of them"},
			&cli.StringFlag{Name: "engine", Value: cyclesim.DefaultEngine(),
				Usage: "simulate on the engine `NAME` of: " + strings.Join(cyclesim.Engines(), ", ") +
					"; native runs on Linux and amd64 with AVX2 or AVX-512, compiled everywhere; c takes a C compiler"},
			p.networkFlag(), outFlag(), jsonFlag(), shardFlag(),
			&cli.StringFlag{Name: "jobs", Aliases: []string{"j"}, Value: strconv.Itoa(runtime.NumCPU()),
				Usage: "run `N` points at the same time"},
			&cli.StringFlag{Name: "time-limit",
				Usage: "begin no point that would not end within `DURATION`, such as 50m: what is left the same call does later; exit status 75"},
			&cli.StringFlag{Name: "threads",
				Usage: "use `N` threads for each point, on engine native and for large fabrics (default: the processors that --jobs leaves)"},
		}, clusterFlags(), reportFlags()),
		Action: p.onNetwork((*program).runExperiment),
	}
}

// listExperiments lists all experiments, or the one that is named.
func (p *program) listExperiments(c *cli.Context) error {
	list := p.experiments
	if c.Args().Len() > 0 {
		e, err := p.chosenExperiment(c)
		if err != nil {
			return err
		}
		list = []*experiment.Experiment{e}
	}
	if c.Bool("json") {
		return p.printJSON(experimentsJSON{listedExperiments(list)})
	}
	return p.printExperiments(list)
}

func (p *program) runExperiment(c *cli.Context) error {
	if err := checkReports(c); err != nil {
		return err
	}
	part, err := shardOf(c)
	if err != nil {
		return err
	}
	if c.Bool("list") {
		return p.listExperiments(c)
	}
	dir, err := outDir(c)
	if err != nil {
		return err
	}
	p.lab.Engine = c.String("engine")
	if !slices.Contains(cyclesim.Engines(), p.lab.Engine) {
		return fmt.Errorf("no engine %q%s; choose one of %s", p.lab.Engine, didYouMean(p.lab.Engine, cyclesim.Engines()),
			strings.Join(cyclesim.Engines(), ", "))
	}
	plan, jobs, err := p.experimentPlan(c)
	if err != nil {
		return err
	}
	if p.deadline, err = deadlineOf(c); err != nil {
		return err
	}
	workers, err := p.cluster(c, plan, dir, jobs)
	if err != nil {
		return err
	}
	if part != nil || workers != nil {
		points, err := pointsOf(c, plan)
		if err != nil {
			return err
		}
		if part != nil {
			return p.runShard(c.Context, points, *part, dir, jobs)
		}
		if err := workers.run(c.Context, points); err != nil {
			return err
		}
	}
	if c.Bool("mutants") {
		return p.runMutants(c, plan, dir, jobs)
	}
	outcome, err := p.measure(c.Context, plan, dir, jobs)
	if err != nil {
		return err
	}
	if err := writeReports(c, judged(plan, outcome)); err != nil {
		return err
	}
	if c.Bool("json") {
		err = p.printJSON(plan.Judgement(outcome))
	} else {
		err = p.printOutcome(plan, outcome, filepath.Join(dir, plan.Experiment.Name))
	}
	if err != nil {
		return err
	}
	if !outcome.Passed() {
		return failed{broken(outcome)}
	}
	return nil
}

// pointsOf are the points that a call measures.
func pointsOf(c *cli.Context, plan *experiment.Plan) ([]experiment.Point, error) {
	if c.Bool("mutants") {
		return plan.MutantPoints()
	}
	return plan.Points, nil
}

// broken says why the outcome is a failure.
func broken(o *experiment.Outcome) string {
	var reasons, ids []string
	for _, v := range o.Verdicts {
		if v.State == experiment.Fails {
			ids = append(ids, v.ID)
		}
	}
	switch len(ids) {
	case 0:
	case 1:
		reasons = append(reasons, "claim "+ids[0]+" fails")
	default:
		reasons = append(reasons, "claims "+strings.Join(ids, ", ")+" fail")
	}
	if n := len(o.Violations); n > 0 {
		reasons = append(reasons, fmt.Sprintf("conservation is violated (%s)", o.Violations[0]))
	}
	return strings.Join(reasons, "; ")
}

// planOf is the plan that the command line asks for.
func (p *program) planOf(c *cli.Context) (*experiment.Plan, error) {
	e, err := p.chosenExperiment(c)
	if err != nil {
		return nil, err
	}
	list := c.StringSlice("set")
	if c.IsSet("workload") {
		list = append(list, "workload="+c.String("workload"))
	}
	given, err := settings(list, e)
	if err != nil {
		return nil, err
	}
	if c.Bool("full") {
		full := e.Full()
		maps.Copy(full, given)
		given = full
	}
	seeds, err := seedList(c.String("seeds"))
	if err != nil {
		return nil, err
	}
	values, err := e.Resolve(given)
	if err != nil {
		return nil, err
	}
	return e.Plan(values, seeds)
}

// experimentPlan is that, with the number of points that run at the same time.
func (p *program) experimentPlan(c *cli.Context) (*experiment.Plan, int, error) {
	jobs, err := jobsOf("jobs", c.String("jobs"))
	if err != nil {
		return nil, 0, err
	}
	plan, err := p.planOf(c)
	if err != nil {
		return nil, 0, err
	}
	cpus := runtime.NumCPU()
	if c.String("shard") == autoShard {
		if cpus = cpusOf(os.Getenv, cpus); !c.IsSet("jobs") {
			jobs = cpus
		}
	}
	p.lab.Threads, err = threadsOfPoint(c.String("threads"), cpus, min(jobs, len(plan.Points)))
	return plan, jobs, err
}

// threadsOfPoint reads --threads; without it, the points that run at the same time share the
// processors.
func threadsOfPoint(text string, cpus, points int) (int, error) {
	if text == "" {
		return max(1, cpus/max(points, 1)), nil
	}
	return jobsOf("threads", text)
}

func (p *program) chosenExperiment(c *cli.Context) (*experiment.Experiment, error) {
	names := experimentNames(p.experiments)
	switch c.Args().Len() {
	case 0:
		return nil, fmt.Errorf("run needs an experiment: %s; `rtlgen run --list` explains them", strings.Join(names, ", "))
	case 1:
	default:
		return nil, fmt.Errorf("run takes one experiment, not also %q", c.Args().Get(1))
	}
	name := c.Args().First()
	if e := experiment.Find(p.experiments, name); e != nil {
		return e, nil
	}
	return nil, fmt.Errorf("there is no experiment %q%s; `rtlgen run --list` shows the experiments", name,
		didYouMean(name, names))
}

// settings reads the values of --set.
func settings(list []string, e *experiment.Experiment) (map[string]string, error) {
	given := map[string]string{}
	for _, text := range list {
		name, value, ok := strings.Cut(text, "=")
		if !ok || name == "" {
			return nil, fmt.Errorf("cannot read setting %q: write --set name=value", text)
		}
		if !slices.Contains(e.SettingNames(), name) {
			return nil, fmt.Errorf("%s has no setting %q%s; it has: %s", e.Name, name, didYouMean(name, e.SettingNames()),
				strings.Join(e.SettingNames(), ", "))
		}
		if old, twice := given[name]; twice && old != value {
			return nil, fmt.Errorf("setting %s is given twice, as %s and as %s: several values go into one, with commas", name,
				old, value)
		}
		given[name] = value
	}
	return given, nil
}

// maxSeeds bounds --seeds.
const maxSeeds = 64

// seedList reads --seeds.
func seedList(text string) ([]uint32, error) {
	var seeds []uint32
	for _, s := range strings.Split(text, ",") {
		n, err := strconv.ParseUint(s, 10, 32)
		if err != nil {
			return nil, fmt.Errorf(
				"cannot use --seeds %s: %q is not a whole number from 0 to 4294967295; write for example --seeds 1,2,3", text, s)
		}
		if slices.Contains(seeds, uint32(n)) {
			return nil, fmt.Errorf("cannot use --seeds %s: %d is there twice", text, n)
		}
		seeds = append(seeds, uint32(n))
	}
	if len(seeds) > maxSeeds {
		return nil, fmt.Errorf("cannot use --seeds with %d seeds: give at most %d", len(seeds), maxSeeds)
	}
	return seeds, nil
}

// measure runs the points that are missing in the folder and writes the outcome.
func (p *program) measure(ctx context.Context, plan *experiment.Plan, dir string,
	jobs int) (*experiment.Outcome, error) {
	results, err := p.runPoints(ctx, plan.Points, dir, jobs)
	if err != nil {
		return nil, p.unfinished(ctx, plan, results, dir, err)
	}
	outcome, err := plan.Evaluate(results)
	if err != nil {
		return nil, err
	}
	return outcome, writeFiles(filepath.Join(dir, plan.Experiment.Name), outcome.Files)
}

// runPoints runs those of the points that are missing in the folder.
func (p *program) runPoints(ctx context.Context, points []experiment.Point, dir string,
	jobs int) (experiment.Results, error) {
	if len(points) == 0 {
		return experiment.Results{}, nil
	}
	store, err := experiment.OpenStore(dir)
	if err != nil {
		return experiment.Results{}, err
	}
	defer store.Close()
	bar := p.newWorkProgress()
	defer bar.stop()
	options := experiment.RunOptions{Jobs: jobs, Progress: bar.show, Deadline: p.deadline}
	return experiment.RunAll(ctx, points, store, p.lab, options)
}

// deadlineOf is the time at which --time-limit is over; zero without it.
func deadlineOf(c *cli.Context) (time.Time, error) {
	text := c.String("time-limit")
	if !c.IsSet("time-limit") {
		return time.Time{}, nil
	}
	limit, err := time.ParseDuration(text)
	if err != nil || limit <= 0 {
		return time.Time{}, fmt.Errorf("cannot use --time-limit %s: write a time above 0 with its unit, for example --time-limit 50m",
			text)
	}
	if c.String("on") != "" {
		return time.Time{}, errors.New("--time-limit is for a call that measures itself: for tasks of a cluster, set SBATCH_TIMELIMIT")
	}
	return time.Now().Add(limit), nil
}

// unfinished saves the tables of what was measured, and says what is left.
func (p *program) unfinished(ctx context.Context, plan *experiment.Plan, results experiment.Results, dir string,
	err error) error {
	err = leftOver(ctx, results, plan.Points, dir, err)
	if errors.As(err, &stopped{}) && results.Len() > 0 {
		return errors.Join(err, writeFiles(filepath.Join(dir, plan.Experiment.Name), plan.TablesOf(results)))
	}
	return err
}

// leftOver is the error of a command that has ended with err before all points were measured: with what is done. A
// signal or the time limit has stopped it; anything else has failed.
func leftOver(ctx context.Context, results experiment.Results, points []experiment.Point, dir string, err error) error {
	kept := fmt.Sprintf("%d of %d points are done and stay in %s: the same call goes on with the rest", results.Len(),
		len(points), dir)
	switch {
	case errors.Is(err, experiment.ErrTimeLimit):
		return stopped{left: err.Error() + ": " + kept, again: true}
	case ctx.Err() != nil:
		return stopped{left: kept}
	case results.Len() > 0:
		return fmt.Errorf("%w; %s", err, kept)
	}
	return err
}

// stopped is the error of a command that was interrupted and left something.
type stopped struct {
	left  string
	again bool // it is a worker that wants to be run again
}

func (s stopped) Error() string { return s.left }

// writeFiles writes all files or none.
func writeFiles(dir string, files []experiment.File) error {
	var o verilog.Output
	for _, f := range files {
		o.Files = append(o.Files, verilog.File(f))
	}
	return o.WriteDir(dir)
}
