package cli

import (
	_ "embed"
	"errors"
	"fmt"
	"html/template"
	"io"
	"slices"
	"strings"

	"github.com/urfave/cli/v2"

	"culprit.example/culprit/cyclesim"
	"culprit.example/culprit/rtlgen/ir"
)

func (p *program) dumpCommand() *cli.Command {
	return &cli.Command{
		Name:  "dump",
		Usage: "show what the simulator's compiler makes of a block, step by step",
		UsageText: "rtlgen dump BLOCK [-p name=value]... [--module NAME] [--pass NAME] [--native] [--html] [-o FILE]\n" +
			"rtlgen dump --steps",
		Description: "A kernel is what a module does in one part of a cycle. Each is shown after each step,\n" +
			"from the netlist to vectors and C, or machine code; with --html side by side.\n\n" +
			"Examples:\n" +
			"  rtlgen dump fifo --pass known-bits\n" +
			"  rtlgen dump recn_switch --module recn_input_port --native --pass encoding\n" +
			"  rtlgen dump recn_switch --module recn_input_port --html -o port.html",
		Flags: []cli.Flag{
			paramFlag(), p.networkFlag(),
			&cli.StringFlag{Name: "module",
				Usage: "kernels of the module `NAME` below the block (default: the block itself; all is every one)"},
			&cli.StringFlag{Name: "pass", Usage: "only after the step `NAME`"},
			&cli.BoolFlag{Name: "native",
				Usage: "up to the machine code of engine native instead of C: a listing, with the Go line of each instruction"},
			&cli.IntFlag{Name: "threads", Usage: "with --native: for `N` threads"},
			&cli.BoolFlag{Name: "no-checks", Usage: "without assertions and what only they need"},
			&cli.BoolFlag{Name: "html", Usage: "a page with the steps side by side"},
			&cli.BoolFlag{Name: "steps", Usage: "list the steps, and which of them have a text"},
			&cli.StringFlag{Name: "out", Aliases: []string{"o"}, Usage: "write `FILE` (default: standard output)"},
		},
		Action: p.onNetwork((*program).dump),
	}
}

func (p *program) dump(c *cli.Context) error {
	if c.Bool("steps") {
		return p.listSteps()
	}
	b, d, err := p.chosenDesign(c)
	if err != nil {
		return err
	}
	o := cyclesim.Options{NoChecks: c.Bool("no-checks"), Threads: c.Int("threads")}
	if c.Bool("native") {
		o.Engine = "native"
	} else if c.IsSet("threads") {
		return errors.New("--threads is for --native")
	}
	if o.Threads < 0 || o.Threads > maxJobs {
		return fmt.Errorf("cannot use --threads %d: give a number from 1 to %d", o.Threads, maxJobs)
	}
	stages, err := cyclesim.Stages(d, o)
	if err != nil {
		return err
	}
	list, err := chosenStages(c, d, stages)
	if err != nil {
		return err
	}
	write := printStages
	if c.Bool("html") {
		write = func(w io.Writer, list []cyclesim.Stage) error { return pageOfStages(w, b.Name, list) }
	}
	path := c.String("out")
	if path == "" {
		path = standardOutput
	}
	return writeFile(c.Context, p.stdout, path, func(w io.Writer) error { return write(w, list) })
}

// listSteps prints the steps of the compiler, each once.
func (p *program) listSteps() error {
	var t table
	t.add("step", "for", "text", "what it does")
	for _, s := range cyclesim.Steps() {
		if slices.ContainsFunc(t.rows, func(row []string) bool { return row[0] == s.Name }) {
			continue
		}
		text, only := s.Text, s.Only
		if text == "" {
			text = "none: " + s.Why
		}
		if only == "" {
			only = all
		}
		t.add(s.Name, only, text, s.Doc)
	}
	return p.printTable(t)
}

// chosenStages are those of the module and the step that the call asks for, kernel by
// kernel, with the netlist of each module in front.
func chosenStages(c *cli.Context, d *ir.Design, list []cyclesim.Stage) ([]cyclesim.Stage, error) {
	module, step := d.Top.Name, c.String("pass")
	if c.IsSet("module") {
		module = c.String("module")
	}
	var modules, steps []string
	var chosen []cyclesim.Stage
	for _, m := range d.Modules {
		if slices.ContainsFunc(list, func(s cyclesim.Stage) bool { return s.Module == m.Name }) {
			modules = append(modules, m.Name)
		}
		if module == all || m.Name == module || m.BaseName() == module {
			chosen = append(chosen, cyclesim.Stage{Module: m.Name, Kernel: m.Name, Step: netlistStep,
				Doc: "the module as it was elaborated", Text: ir.ModuleText(m)})
			chosen = append(chosen, kernelsOf(m, list)...)
		}
	}
	if len(chosen) == 0 {
		return nil, noModule(d, module, modules)
	}
	if step == "" {
		return chosen, nil
	}
	for _, s := range chosen {
		if !slices.Contains(steps, s.Step) {
			steps = append(steps, s.Step)
		}
	}
	chosen = slices.DeleteFunc(chosen, func(s cyclesim.Stage) bool { return s.Step != step })
	if len(chosen) == 0 {
		for _, s := range cyclesim.Steps() {
			if s.Name == step && s.Why != "" {
				return nil, fmt.Errorf("--pass: the step %q has no text of its own: %s", step, s.Why)
			}
		}
		return nil, fmt.Errorf("--pass: there is no step %q%s; these kernels have %s", step, didYouMean(step, steps),
			strings.Join(steps, ", "))
	}
	return chosen, nil
}

// netlistStep is what all begins with.
const netlistStep = "netlist"

// kernelsOf are the stages of a module, kernel by kernel.
func kernelsOf(m *ir.Module, list []cyclesim.Stage) []cyclesim.Stage {
	var own []cyclesim.Stage
	for _, s := range list {
		if s.Module == m.Name {
			own = append(own, s)
		}
	}
	slices.SortStableFunc(own, func(a, b cyclesim.Stage) int { return strings.Compare(a.Kernel, b.Kernel) })
	return own
}

// stageTitle is such as "recn_ppu.1, 16 lanes: known-bits".
func stageTitle(s cyclesim.Stage) string {
	t := s.Kernel
	if s.Lanes > 1 {
		t += fmt.Sprintf(", %d lanes", s.Lanes)
	}
	return t + ": " + s.Step
}

func printStages(w io.Writer, list []cyclesim.Stage) error {
	for i, s := range list {
		if i > 0 {
			if _, err := io.WriteString(w, "\n"); err != nil {
				return err
			}
		}
		if _, err := fmt.Fprintf(w, "# %s\n# %s\n%s", stageTitle(s), s.Doc, s.Text); err != nil {
			return err
		}
	}
	return nil
}

//go:embed dump.html
var dumpPage string

// kernelStages are the columns of a kernel.
type kernelStages struct {
	Name   string
	Stages []cyclesim.Stage
}

// pageOfStages has a row of columns for each kernel, of which the first is its module.
func pageOfStages(w io.Writer, block string, list []cyclesim.Stage) error {
	var kernels []kernelStages
	var netlist []cyclesim.Stage
	for i, s := range list {
		if s.Step == netlistStep && i+1 < len(list) && list[i+1].Module == s.Module {
			netlist = list[i : i+1]
			continue
		}
		if n := len(kernels); n == 0 || kernels[n-1].Name != s.Kernel {
			kernels = append(kernels, kernelStages{s.Kernel, slices.Clone(netlist)})
		}
		last := &kernels[len(kernels)-1]
		last.Stages = append(last.Stages, s)
	}
	page := template.Must(template.New("dump").
		Funcs(template.FuncMap{"lines": func(text string) int { return strings.Count(text, "\n") }}).Parse(dumpPage))
	return page.Execute(w, struct {
		Block   string
		Kernels []kernelStages
	}{block, kernels})
}
