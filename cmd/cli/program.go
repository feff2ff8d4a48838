package cli

import (
	"context"
	"errors"
	"fmt"
	"io"
	"regexp"
	"slices"
	"strings"
	"sync"
	"syscall"
	"time"

	"github.com/urfave/cli/v2"

	"culprit.example/culprit/internal/outfile"
	"culprit.example/culprit/internal/version"
	"culprit.example/culprit/rtlgen/blocks"
	"culprit.example/culprit/testbench"
	"culprit.example/culprit/testbench/experiment"
	"culprit.example/culprit/testbench/experiment/hardware"
	"culprit.example/culprit/testbench/family"
)

// program is the command line with what it works on.
type program struct {
	name           string   // under which it was called
	args           []string // of the call, the first being the program
	stdout, stderr io.Writer
	families       family.List // of which those below are, for --network
	blocks         []*blocks.Block
	benches        func() []testbench.Bench // made when the first command asks: most do not
	experiments    []*experiment.Experiment
	lab            *hardware.Lab
	deadline       time.Time // of --time-limit; zero: none
}

// newProgram works on all blocks and experiments of these families.
func newProgram(name string, stdout, stderr io.Writer, families family.List) *program {
	list := families.Blocks()
	return &program{
		name: name, stdout: stdout, stderr: stderr, families: families,
		blocks: list, benches: sync.OnceValue(families.Benches), experiments: families.Experiments(),
		lab: hardware.New(list),
	}
}

// Exit statuses.
const (
	statusHeld      = 0
	statusFailed    = 1
	statusWrongCall = 2
	statusSignal    = 128 // and the signal's number
)

// failed is the error of a command whose checks did not all hold. What did not
// hold has been printed.
type failed struct{ what string }

func (f failed) Error() string { return f.what }

// run executes a command line, of which args[0] is the program's name, and
// returns the exit status.
func (p *program) run(ctx context.Context, args []string) int {
	out := &checkedWriter{w: p.stdout}
	p.stdout, p.args = out, args
	err := p.execute(ctx, args)
	if out.err != nil && (err == nil || errors.Is(err, out.err)) {
		err = fmt.Errorf("cannot write to standard output: %w", outfile.Cause(out.err))
	}
	if err == nil {
		return statusHeld
	}
	if ctx.Err() != nil {
		message, left := "interrupted", stopped{}
		if errors.As(err, &left) {
			message += ": " + left.Error()
		}
		fmt.Fprintln(p.stderr, p.named("rtlgen: "+message))
		if left.again {
			return statusRequeue
		}
		return interruptedStatus(ctx)
	}
	fmt.Fprintln(p.stderr, p.named(signed(err.Error())))
	if errors.As(err, &failed{}) {
		return statusFailed
	}
	if left := (stopped{}); errors.As(err, &left) && left.again {
		return statusRequeue
	}
	return statusWrongCall
}

// interruptedStatus is the status that shells give to a program that a signal ended.
func interruptedStatus(ctx context.Context) int {
	if i := (interruption{}); errors.As(context.Cause(ctx), &i) {
		return statusSignal + int(i.signal)
	}
	return statusSignal + int(syscall.SIGINT)
}

func (p *program) execute(ctx context.Context, args []string) error {
	app := p.app()
	k, err := parseCall(app, args)
	if err != nil {
		return err
	}
	if err := app.RunContext(ctx, k.args); err != nil || !k.help {
		return err
	}
	return p.printTopics(k)
}

// checkedWriter remembers that something could not be written, for those who write
// without asking, and writes nothing more.
type checkedWriter struct {
	w   io.Writer
	err error
}

func (c *checkedWriter) Write(text []byte) (int, error) {
	if c.err != nil {
		return 0, c.err
	}
	n, err := c.w.Write(text)
	c.err = err
	return n, err
}

func (p *program) app() *cli.App {
	app := &cli.App{
		Name:  p.name,
		Usage: "hardware blocks of congestion-managed switches: Verilog, and the proof that it is right",
		Description: "Examples:\n" +
			"  rtlgen list\n" +
			"  rtlgen gen recn_switch -p saqs=2 -o out\n" +
			"  rtlgen verify fifo --engine reference,verilator,icarus\n\n" +
			"Exit status: 0 everything held, 1 a check failed, 2 the call was wrong; 130, 143 or 129\n" +
			"if Ctrl-C, SIGTERM or SIGHUP ended it, which leaves no file unfinished (75 with --shard).",
		Version:        version.String(),
		Writer:         p.stdout,
		ErrWriter:      p.stderr,
		OnUsageError:   usageError,
		ExitErrHandler: func(*cli.Context, error) {}, // run decides the status
		Action:         func(c *cli.Context) error { return noCommand(c.App, c.Args().First()) },
		// What a comma parts is for the commands to say.
		DisableSliceFlagSeparator: true,
		Commands: []*cli.Command{
			p.newCommand(),
			p.listCommand(),
			p.genCommand(),
			p.verifyCommand(),
			p.proveCommand(),
			p.mutateCommand(),
			p.faultsCommand(),
			p.tbCommand(),
			p.dpiCommand(),
			p.waveCommand(),
			p.dumpCommand(),
			p.drawCommand(),
			p.filmCommand(),
			p.importCommand(),
			p.simCommand(),
			p.runCommand(),
			p.benchCommand(),
			p.lintCommand(),
			p.synthCommand(),
			p.regsCommand(),
			p.boardCommand(),
			p.doctorCommand(),
			p.completionCommand(),
			p.manCommand(),
			p.benchWorkerCommand(),
			p.completeCommand(),
		},
	}
	if len(p.families.Faults()) == 0 {
		app.Commands = slices.DeleteFunc(app.Commands, func(c *cli.Command) bool { return c.Name == faultsName })
	}
	if p.families.Board() == nil {
		app.Commands = slices.DeleteFunc(app.Commands, func(c *cli.Command) bool { return c.Name == boardName })
	}
	hasRegisters := slices.ContainsFunc(p.blocks, func(b *blocks.Block) bool { return b.Registers != nil })
	app.Commands = slices.DeleteFunc(app.Commands, func(c *cli.Command) bool {
		return c.Name == boardName && p.families.Board() == nil || c.Name == regsName && !hasRegisters
	})
	app.Description = p.named(p.ownExamples(app.Description))
	for _, c := range app.Commands {
		c.OnUsageError = usageError
		c.HideHelpCommand = true
		c.UsageText, c.Description = p.named(c.UsageText), p.named(p.ownExamples(c.Description))
	}
	return app
}

// named puts the name of the program in the place of rtlgen in a text.
func (p *program) named(text string) string {
	return ownName.ReplaceAllString(text, "${1}"+p.name+"${2}")
}

var ownName = regexp.MustCompile("(?m)(^|[ `])rtlgen([ :])")

// noCommand is the error of a first argument that is no command, or of none.
func noCommand(app *cli.App, wrong string) error {
	var names []string
	for _, k := range app.Commands {
		if !k.Hidden && k.Name != "help" {
			names = append(names, k.Name)
		}
	}
	if wrong == "" {
		return fmt.Errorf("give a command: %s; `rtlgen --help` explains them", strings.Join(names, ", "))
	}
	return fmt.Errorf("there is no command %q%s; the commands are: %s", wrong, didYouMean(wrong, names),
		strings.Join(names, ", "))
}

// usageError completes what the flag parser says.
func usageError(c *cli.Context, err error, _ bool) error {
	name := "rtlgen"
	if c.Command != nil && c.Command.Name != "" && c.Command.Name != name {
		name += " " + c.Command.Name
	}
	message := strings.Replace(err.Error(), "flag provided but not defined: -", "there is no option --", 1)
	if value, name, wrong := wrongValue(message); wrong {
		message = fmt.Sprintf("cannot use --%s %s: give a whole number", name, value)
	}
	return fmt.Errorf("%s; `%s --help` lists the options", message, name)
}

// wrongValue finds the value and the option in what the flag parser says of a number that
// it cannot read.
func wrongValue(message string) (value, option string, ok bool) {
	m := wrongValueForm.FindStringSubmatch(message)
	if m == nil {
		return "", "", false
	}
	return m[1], m[2], true
}

var wrongValueForm = regexp.MustCompile(`^invalid value "(.*)" for flag -([a-z-]+): `)

// signed puts the program's name in front of a message, and of each further one in it: a line
// that is not indented, unless the first line introduces a list of positions.
func signed(message string) string {
	lines := strings.Split(message, "\n")
	list := strings.HasSuffix(lines[0], ":")
	for i, line := range lines {
		if i == 0 || !list && line != "" && !strings.HasPrefix(line, " ") && !strings.HasPrefix(line, "\t") {
			lines[i] = "rtlgen: " + line
		}
	}
	return strings.Join(lines, "\n")
}
