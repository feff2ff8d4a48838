package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/urfave/cli/v2"

	"culprit/blocks"
	"culprit/testbench"
	"culprit/testbench/experiment"
)

// program is the command line with what it works on.
type program struct {
	stdout, stderr io.Writer
	blocks         []*blocks.Block
	benches        []testbench.Bench
	experiments    []*experiment.Experiment
	lab            experiment.Lab
}

// Exit statuses.
const (
	statusHeld        = 0
	statusFailed      = 1
	statusWrongCall   = 2
	statusInterrupted = 130
)

// failed is the error of a command whose checks did not all hold. What did not
// hold has been printed.
type failed struct{ what string }

func (f failed) Error() string { return f.what }

// run executes a command line, of which args[0] is the program's name, and
// returns the exit status.
func (p *program) run(ctx context.Context, args []string) int {
	app := p.app()
	args, err := flagsFirst(app, args)
	if err == nil {
		err = app.RunContext(ctx, args)
	}
	if err == nil {
		return statusHeld
	}
	if ctx.Err() != nil {
		message := "interrupted"
		if left := (stopped{}); errors.As(err, &left) {
			message += ": " + left.Error()
		}
		fmt.Fprintln(p.stderr, "rtlgen: "+message)
		return statusInterrupted
	}
	fmt.Fprintf(p.stderr, "rtlgen: %v\n", err)
	if errors.As(err, &failed{}) {
		return statusFailed
	}
	return statusWrongCall
}

func (p *program) app() *cli.App {
	app := &cli.App{
		Name:  "rtlgen",
		Usage: "hardware blocks of congestion-managed switches: Verilog, and the proof that it is right",
		Description: "Examples:\n" +
			"  rtlgen list\n" +
			"  rtlgen gen recn_switch -p saqs=2 -o out\n" +
			"  rtlgen verify fifo --engine reference,verilator,icarus\n\n" +
			"Exit status: 0 everything held, 1 a check failed, 2 the call was wrong.",
		Version:        version(),
		Writer:         p.stdout,
		ErrWriter:      p.stderr,
		OnUsageError:   usageError,
		ExitErrHandler: func(*cli.Context, error) {}, // run decides the status
		Action:         p.noCommand,
		Commands: []*cli.Command{
			p.listCommand(),
			p.genCommand(),
			p.verifyCommand(),
			p.tbCommand(),
			p.waveCommand(),
			p.runCommand(),
			p.benchCommand(),
			p.lintCommand(),
			p.synthCommand(),
			p.doctorCommand(),
			p.benchWorkerCommand(),
		},
	}
	for _, c := range app.Commands {
		c.OnUsageError = usageError
		c.HideHelpCommand = true
	}
	return app
}

// noCommand runs if the first argument is no command.
func (p *program) noCommand(c *cli.Context) error {
	var names []string
	for _, k := range c.App.VisibleCommands() {
		names = append(names, k.Name)
	}
	if c.Args().Len() == 0 {
		return fmt.Errorf("give a command: %s; `rtlgen --help` explains them", strings.Join(names, ", "))
	}
	wrong := c.Args().First()
	return fmt.Errorf("there is no command %q%s; the commands are: %s", wrong, didYouMean(wrong, names), strings.Join(names, ", "))
}

// usageError completes what the flag parser says.
func usageError(c *cli.Context, err error, _ bool) error {
	name := "rtlgen"
	if c.Command != nil && c.Command.Name != "" && c.Command.Name != name {
		name += " " + c.Command.Name
	}
	message := strings.Replace(err.Error(), "flag provided but not defined: -", "there is no option --", 1)
	return fmt.Errorf("%s; `%s --help` lists the options", message, name)
}
