package cli

import (
	"fmt"
	"slices"
	"strings"

	"github.com/urfave/cli/v2"

	"culprit.example/culprit/cyclesim"
	"culprit.example/culprit/testbench"
	"culprit.example/culprit/testbench/experiment"
	"culprit.example/culprit/testbench/speed"
)

// completeName is the command that shells call. Of the words of a call, the last of which is begun, it prints how that
// may go on, one on a line. Nothing stands for the names of files. What ends in = is followed by a value without a
// space.
const completeName = "complete"

func (p *program) completeCommand() *cli.Command {
	return &cli.Command{
		Name:      completeName,
		Hidden:    true,
		Usage:     "print how a call may go on, for the scripts of `rtlgen completion`",
		UsageText: "rtlgen " + completeName + " -- WORD...",
		Action: func(c *cli.Context) error {
			if c.Args().Len() == 0 {
				return fmt.Errorf("%s needs the words of a call: %s", completeName, usage(c))
			}
			for _, candidate := range p.candidates(c.App, c.Args().Slice()) {
				if _, err := fmt.Fprintln(p.stdout, candidate); err != nil {
					return err
				}
			}
			return nil
		},
	}
}

// candidates are the words that the last one, which is begun, may become, sorted as their lists are.
func (p *program) candidates(app *cli.App, words []string) []string {
	begun := words[len(words)-1]
	before := words[:len(words)-1]
	if len(before) == 0 {
		return beginning(begun, append(commandNames(app), "help", "--help", "--version"))
	}
	command := app.Command(before[0])
	if before[0] == "help" {
		return beginning(begun, commandNames(app))
	}
	if command == nil || command.Hidden {
		return nil
	}
	if option, value, joined := strings.Cut(begun, "="); joined && strings.HasPrefix(option, "-") {
		if f := findFlag(command, strings.TrimLeft(option, "-")); f != nil {
			return prefixed(option+"=", beginning(value, p.optionValues(command, f, before[1:])))
		}
		return nil
	}
	if last := before[len(before)-1]; strings.HasPrefix(last, "-") {
		if f := findFlag(command, strings.TrimLeft(last, "-")); f != nil && takesValue(f) {
			return beginning(begun, p.optionValues(command, f, before[1:len(before)-1]))
		}
	}
	if strings.HasPrefix(begun, "-") {
		return beginning(begun, optionNames(command))
	}
	return beginning(begun, p.arguments(command))
}

// beginning are the words that begin so. Of a list with commas the last one is begun.
func beginning(begun string, words []string) []string {
	lead := ""
	if i := strings.LastIndexByte(begun, ','); i >= 0 {
		lead, begun = begun[:i+1], begun[i+1:]
	}
	var list []string
	for _, w := range words {
		if strings.HasPrefix(w, begun) {
			list = append(list, lead+w)
		}
	}
	return list
}

func prefixed(prefix string, words []string) []string {
	list := make([]string, len(words))
	for i, w := range words {
		list[i] = prefix + w
	}
	return list
}

// commandNames are those of the commands that help shows, but for help itself.
func commandNames(app *cli.App) []string {
	var names []string
	for _, c := range app.Commands {
		if !c.Hidden && c.Name != "help" {
			names = append(names, c.Name)
		}
	}
	return names
}

// optionNames are the options of a command as they are written.
func optionNames(command *cli.Command) []string {
	var names []string
	for _, f := range command.Flags {
		for _, n := range f.Names() {
			names = append(names, written(n))
		}
	}
	return append(names, "--help")
}

// written is an option as a user writes it.
func written(name string) string {
	if len(name) == 1 {
		return "-" + name
	}
	return "--" + name
}

func takesValue(f cli.Flag) bool {
	d, ok := f.(cli.DocGenerationFlag)
	return ok && d.TakesValue()
}

// arguments are what a command may be called with, nil for files and for what has no names.
func (p *program) arguments(command *cli.Command) []string {
	switch command.Name {
	case "run", "film":
		return experimentNames(p.experiments)
	case "bench":
		return speed.Names(p.families.Subjects())
	case faultsName:
		return append(networkNames(p.families.Faults()), all)
	case completionName:
		return shellNames()
	case "list":
		return append(p.familyNames(), p.blockNames()...)
	case "gen", "verify", "prove", "mutate":
		return append(p.blockNames(), all)
	case regsName:
		return p.withRegisters()
	case "tb", "dpi", "wave", "dump", "draw", "lint", "synth", "sim":
		return p.blockNames()
	}
	return nil
}

func experimentNames(list []*experiment.Experiment) []string {
	var names []string
	for _, e := range list {
		names = append(names, e.Name)
	}
	return names
}

func (p *program) familyNames() []string {
	var names []string
	for _, f := range p.families {
		names = append(names, f.Name)
	}
	return names
}

func (p *program) blockNames() []string {
	var names []string
	for _, b := range p.blocks {
		names = append(names, b.Name)
	}
	return names
}

// optionValues are the values of an option that have names, nil for files and numbers. The words of the call name the
// block or the experiment.
func (p *program) optionValues(command *cli.Command, f cli.Flag, words []string) []string {
	switch f.Names()[0] {
	case "engine", "engines":
		if slices.Contains([]string{"verify", "sim"}, command.Name) {
			return testbench.Engines()
		}
		return cyclesim.Engines()
	case "param":
		return p.parameterNames(words)
	case "set":
		return p.settingNames(command, words)
	case "bench":
		var names []string
		for _, b := range p.benches() {
			if b.Name != "" && slices.Contains(words, b.Block.Name) {
				names = append(names, b.Name)
			}
		}
		return names
	case "protect":
		return []string{"parity", "ecc"}
	case "models":
		return speed.Models()
	}
	return nil
}

// parameterNames are those of the blocks among the words, with the sign that a value follows.
func (p *program) parameterNames(words []string) []string {
	var names []string
	for _, b := range p.blocks {
		if !slices.Contains(words, b.Name) {
			continue
		}
		for _, q := range b.Params {
			names = append(names, q.Name+"=")
		}
	}
	return names
}

// settingNames are those of the experiment, or the inputs of the block, among the words.
func (p *program) settingNames(command *cli.Command, words []string) []string {
	var names []string
	for _, e := range p.experiments {
		if command.Name != "sim" && slices.Contains(words, e.Name) {
			for _, s := range e.Settings {
				names = append(names, s.Name+"=")
			}
		}
	}
	return names
}
