package cli

import (
	"fmt"
	"os"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/urfave/cli/v2"

	"culprit.example/culprit/cyclesim"
	"culprit.example/culprit/testbench/speed"
)

func (p *program) benchCommand() *cli.Command {
	return &cli.Command{
		Name:  "bench",
		Usage: "measure the simulator against Verilator, on the same netlists",
		UsageText: "rtlgen bench [DESIGN]... [--loads X,...] [--cycles N]\n" +
			"   rtlgen bench --verilog FILE... --top NAME [--copies N] [--random] [--set INPUT=VALUE]... [-p ...] [-D ...] [-I ...] [--reset ...]",
		Description: "The designs (default: all) are:\n" + p.benchDesigns() + "\n" +
			"Traffic and checksum are inside the design. All sides run the same cycles, by\n" +
			"turns, one thread each, without tracing and assertions; what counts is the\n" +
			"processor time of their processes, or, with several --threads, the clock. Of\n" +
			"Verilator, three models are made, and the fastest counts: hierarchical (copies\n" +
			"share their code: --hierarchical), default, and O3 (-O3). The Verilator is the newest of the one on the path and the one that\n" +
			"scripts/setup has installed; CULPRIT_VERILATOR names another. The C++ compiler is\n" +
			"clang++ if it is there, else g++, or CXX, with -O3 -march=native.\n\n" +
			"Examples:\n" +
			"  rtlgen bench switch fabric48\n" +
			"  rtlgen bench switch --loads 0.4 --models default --cycles 100000 --json\n" +
			"  rtlgen bench fabric48 --threads 1,2 --loads 0.4\n" +
			"  rtlgen bench fabric16 --engines native,compiled,c --loads 0.0001,0.4\n" +
			"  rtlgen bench fabric48 --without pairs,windows,dozing,resting --loads 0.05\n\n" +
			"  rtlgen bench --verilog soc.v --top soc --reset rst --copies 64\n\n" +
			"With --verilog it is the user's design that is measured: copies of it, with inputs that are 0, held, or random\n" +
			"in each cycle, and a digest of all outputs in each cycle. Verilator gets the files as they are.\n\n" +
			"Exit status 1 if the sides do not end with the same checksum, or if none of the\n" +
			"models is made within --build-limit.",
		Flags: append([]cli.Flag{
			cyclesFlag("measure `N` cycles (default: as many as suit the design)"),
			&cli.StringFlag{Name: "loads", Value: "0.0001,0.05,0.4,0.9",
				Usage: "offer `X,...` packets per packet time and node"},
			&cli.StringFlag{Name: "engines", Value: cyclesim.DefaultEngine(), Usage: "measure the engines `NAME,...`"},
			&cli.StringFlag{Name: "threads", Value: "1", Usage: "measure engine native and Verilator with `N,...` threads"},
			&cli.StringFlag{Name: "without",
				Usage: "measure engine native also without each of the steps `NAME,...` (or all), and no models unless --models is there"},
			&cli.StringFlag{Name: "models", Value: strings.Join(speed.Models(), ","),
				Usage: "of Verilator, make and measure the models `NAME,...`"},
			&cli.StringFlag{Name: "build-limit", Value: "10m",
				Usage: "give up a model that Verilator and the C++ compiler need more than `TIME` for"},
			&cli.StringFlag{Name: "table",
				Usage: "write the rows into the table of `PAGE`.md, between its marks, and PAGE.json; other rows stay"},
			jsonFlag(),
			&cli.StringSliceFlag{Name: "verilog", Usage: "measure the design in this Verilog `FILE`; may be repeated"},
			&cli.StringFlag{Name: "copies", Value: "1", Usage: "measure `N` copies of it side by side"},
			&cli.BoolFlag{Name: "random", Usage: "its inputs are random, and not 0"},
			&cli.StringSliceFlag{Name: "set", Usage: "one of its inputs is held at a value: `INPUT=VALUE`, may be repeated"},
		}, foreignFlags()...),
		Action: p.measureSpeed,
	}
}

func (p *program) benchDesigns() string {
	var b strings.Builder
	for _, s := range p.families.Subjects() {
		fmt.Fprintf(&b, "  %-16s %s\n", s.Name, s.Doc)
	}
	return b.String()
}

func (p *program) measureSpeed(c *cli.Context) error {
	o, err := p.speedOptions(c)
	if err != nil {
		return err
	}
	if c.IsSet("verilog") {
		end, err := partSubject(c, &o)
		if err != nil {
			return err
		}
		defer end()
	}
	if c.IsSet("table") {
		if err := speed.Page(c.String("table")).Check(); err != nil {
			return err
		}
	}
	bar := p.newProgress(len(o.Subjects), o.Stages())
	o.Progress = func(i int, stage string, done, total int) {}
	if bar != nil {
		tasks := make([]func(string, int, int), len(o.Subjects))
		for i, s := range o.Subjects {
			tasks[i] = bar.of(i, s.Name)
		}
		o.Progress = func(i int, stage string, done, total int) { tasks[i](stage, done, total) }
	}
	report, err := speed.Run(c.Context, o)
	bar.stop()
	if err != nil {
		return err
	}
	if err := p.showSpeed(report, c.Bool("json")); err != nil || !c.IsSet("table") {
		return err
	}
	table, err := speed.ReadTable(c.String("table"))
	if err != nil {
		return err
	}
	table.Update(report)
	return speed.Page(c.String("table")).Write(table, table.Markdown())
}

func (p *program) showSpeed(report *speed.Report, asJSON bool) error {
	show := p.printSpeed
	if asJSON {
		show = func(r *speed.Report) error { return p.printJSON(r) }
	}
	if err := show(report); err != nil {
		return err
	}
	if !report.Passed() {
		return failed{"not all designs do the same on all sides"}
	}
	if !report.Compared() {
		return failed{"nothing was compared: Verilator made no model within --build-limit"}
	}
	return nil
}

// speedOptions is what the command line asks for.
func (p *program) speedOptions(c *cli.Context) (speed.Options, error) {
	o := speed.Options{Worker: benchWorker}
	var err error
	if o.Subjects, err = p.subjects(c.Args().Slice()); err != nil {
		return o, err
	}
	if o.Cycles, err = cycles(c); err != nil {
		return o, err
	}
	if o.Loads, err = loads(c.String("loads")); err != nil {
		return o, err
	}
	if o.Engines, err = enginesOf(c.String("engines")); err != nil {
		return o, err
	}
	if o.Threads, err = threadsOf(c.String("threads")); err != nil {
		return o, err
	}
	if c.IsSet("without") {
		if o.Without, err = withoutOf(c.String("without")); err != nil {
			return o, err
		}
	}
	if o.Models = []string{}; !c.IsSet("without") || c.IsSet("models") {
		if o.Models, err = models(c.String("models")); err != nil {
			return o, err
		}
	}
	o.BuildLimit, err = time.ParseDuration(c.String("build-limit"))
	if err != nil || o.BuildLimit <= 0 {
		return o, fmt.Errorf("cannot use --build-limit %s: give a time, for example 90s or 10m", c.String("build-limit"))
	}
	return o, nil
}

// subjects are those of these names, all if there are none.
func (p *program) subjects(given []string) ([]*speed.Subject, error) {
	all := p.families.Subjects()
	if len(given) == 0 {
		return all, nil
	}
	var list []*speed.Subject
	for _, name := range given {
		s := speed.Find(all, name)
		if s == nil {
			return nil, fmt.Errorf("there is no design %q%s; bench has: %s", name, didYouMean(name, speed.Names(all)),
				strings.Join(speed.Names(all), ", "))
		}
		if slices.Contains(list, s) {
			return nil, fmt.Errorf("design %s is given twice", name)
		}
		list = append(list, s)
	}
	return list, nil
}

// loads reads --loads.
func loads(text string) ([]float64, error) {
	var list []float64
	for _, part := range strings.Split(text, ",") {
		x, err := strconv.ParseFloat(part, 64)
		if err != nil || !(x > 0 && x <= 1) {
			return nil, fmt.Errorf(
				"cannot use --loads %s: %q is not a number above 0 and up to 1; write for example --loads 0.05,0.4", text, part)
		}
		if slices.Contains(list, x) {
			return nil, fmt.Errorf("cannot use --loads %s: %g is there twice", text, x)
		}
		list = append(list, x)
	}
	return list, nil
}

// threadsOf reads --threads.
func threadsOf(text string) ([]int, error) {
	var list []int
	for _, part := range strings.Split(text, ",") {
		n, err := strconv.Atoi(part)
		if err != nil || n < 1 || n > maxJobs {
			return nil, fmt.Errorf(
				"cannot use --threads %s: %q is no whole number from 1 to %d; write for example --threads 1,2", text, part, maxJobs)
		}
		if slices.Contains(list, n) {
			return nil, fmt.Errorf("cannot use --threads %s: %d is there twice", text, n)
		}
		list = append(list, n)
	}
	return list, nil
}

// models reads --models.
func models(text string) ([]string, error) { return namesOf("model", text, speed.Models()) }

// withoutOf reads --without.
func withoutOf(text string) ([]string, error) {
	if text == all {
		return cyclesim.OptionalSteps(), nil
	}
	list := strings.Split(text, ",")
	for i, name := range list {
		if known := cyclesim.OptionalSteps(); !slices.Contains(known, name) {
			return nil, fmt.Errorf("cannot use --without %s: there is no optional step %q%s; they are: %s", text, name,
				didYouMean(name, known), strings.Join(known, ", "))
		}
		if slices.Contains(list[:i], name) {
			return nil, fmt.Errorf("cannot use --without %s: %s is there twice", text, name)
		}
	}
	return list, nil
}

// enginesOf reads --engines.
func enginesOf(text string) ([]string, error) { return namesOf("engine", text, cyclesim.Engines()) }

// namesOf reads a list of names of some kind, of which there are these.
func namesOf(kind, text string, known []string) ([]string, error) {
	list := strings.Split(text, ",")
	for i, name := range list {
		if !slices.Contains(known, name) {
			return nil, fmt.Errorf("cannot use --%ss %s: there is no %s %q%s; the %ss are: %s", kind, text, kind, name,
				didYouMean(name, known), kind, strings.Join(known, ", "))
		}
		if slices.Contains(list[:i], name) {
			return nil, fmt.Errorf("cannot use --%ss %s: %s is there twice", kind, text, name)
		}
	}
	return list, nil
}

// workerCommand is the command that bench starts for our side.
const workerCommand = "bench-worker"

// benchWorker starts this program again.
func benchWorker(subject string, e speed.Engine, load float64) speed.Worker {
	self, err := os.Executable()
	if err != nil {
		self = os.Args[0]
	}
	args := []string{
		workerCommand, subject, "--engines", e.Name, "--threads", strconv.Itoa(e.Threads), "--loads",
		strconv.FormatFloat(load, 'g', -1, 64),
	}
	if e.Without != "" {
		args = append(args, "--without", e.Without)
	}
	return speed.Worker{Path: self, Args: args}
}

func (p *program) benchWorkerCommand() *cli.Command {
	return &cli.Command{
		Name:      workerCommand,
		Usage:     "run a design of bench as told on standard input: what bench itself starts",
		UsageText: "rtlgen " + workerCommand + " DESIGN --loads X [--part FILE]",
		Hidden:    true,
		Flags: []cli.Flag{&cli.StringFlag{Name: "loads", Value: "0.4"}, &cli.StringFlag{Name: "threads", Value: "1"},
			&cli.StringFlag{Name: "engines", Value: cyclesim.DefaultEngine()}, &cli.StringFlag{Name: "without"},
			&cli.StringFlag{Name: "part"}},
		Action: func(c *cli.Context) error {
			name, err := oneArgument(c, "a design")
			if err != nil {
				return err
			}
			list, err := p.workerSubject(name, c.String("part"))
			if err != nil {
				return err
			}
			x, err := loads(c.String("loads"))
			if err != nil {
				return err
			}
			engines, err := enginesOf(c.String("engines"))
			if err != nil {
				return err
			}
			threads, err := threadsOf(c.String("threads"))
			if err != nil {
				return err
			}
			e := speed.Engine{Name: engines[0], Threads: threads[0], Without: c.String("without")}
			return speed.Serve(c.Context, list[0], e, x[0], os.Stdin, p.stdout)
		},
	}
}
