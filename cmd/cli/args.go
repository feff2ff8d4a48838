package cli

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/urfave/cli/v2"
)

// mayBeEmpty are the options whose empty value leaves something out. Elsewhere it is
// what a script passes whose variable is not set.
var mayBeEmpty = []string{"license", "prefix", "timescale", "filelist-root"}

// call is a command line in the form that package cli reads.
type call struct {
	args    []string // the options before the arguments, since cli stops at the first argument
	command string   // "" if none of the program's is given
	topics  []string // the arguments
	help    bool
}

// parseCall sorts a command line and finds what is wrong with its options, as far as that
// does not depend on the command.
func parseCall(app *cli.App, args []string) (call, error) {
	if len(args) > 1 && slices.Contains([]string{"help", "--help", "-help", "-h"}, args[1]) {
		return helpCall(app, args)
	}
	k := call{args: args}
	if len(args) < 2 || app.Command(args[1]) == nil {
		return k, nil
	}
	command := app.Command(args[1])
	k.command = command.Name
	o := options{command: command, given: map[string]bool{}}
	if err := o.sort(args[2:]); err != nil {
		return k, err
	}
	k.help, k.topics = o.help, o.rest
	k.args = slices.Concat(args[:2], o.flags, []string{"--"}, o.rest)
	if k.help {
		k.args = []string{args[0], args[1], "--help"}
	}
	return k, nil
}

// helpCall asks for help on the command that is named, or in general.
func helpCall(app *cli.App, args []string) (call, error) {
	general := call{args: []string{args[0], "--help"}, help: true}
	if len(args) < 3 {
		return general, nil
	}
	command := app.Command(args[2])
	switch {
	case command != nil && command.Name != "help":
		return call{args: []string{args[0], command.Name, "--help"}, command: command.Name, topics: args[3:], help: true}, nil
	case args[1] == "help" && !strings.HasPrefix(args[2], "-"):
		return general, noCommand(app, args[2])
	}
	return general, nil
}

// options are those of one call of a command.
type options struct {
	command     *cli.Command
	given       map[string]bool // those with a value, by their first names
	flags, rest []string        // the options with their values, and the arguments
	help        bool
}

// sort parts the options from the arguments.
func (o *options) sort(args []string) error {
	for len(args) > 0 {
		a := args[0]
		switch {
		case a == "--":
			o.rest = append(o.rest, args[1:]...)
			return nil
		case len(a) < 2 || a[0] != '-':
			o.rest, args = append(o.rest, a), args[1:]
		default:
			used, err := o.option(args)
			if err != nil {
				return err
			}
			o.flags, args = append(o.flags, args[:used]...), args[used:]
		}
	}
	return nil
}

// option checks the option that args begins with, and returns how many of args belong to
// it.
func (o *options) option(args []string) (used int, err error) {
	written, value, joined := strings.Cut(args[0], "=")
	name := strings.TrimLeft(written, "-")
	if name == "help" || name == "h" {
		o.help = true
		return 1, nil
	}
	flag := findFlag(o.command, name)
	if flag == nil {
		return 0, fmt.Errorf("there is no option %s%s; `rtlgen %s --help` lists the options", written,
			didYouMean(name, flagNames(o.command)), o.command.Name)
	}
	if _, on := flag.(*cli.BoolFlag); on {
		if _, err := strconv.ParseBool(value); joined && err != nil {
			return 0, fmt.Errorf("cannot use %s: write %s or %s=false", args[0], written, written)
		}
		return 1, nil
	}
	used = 1
	if !joined {
		if len(args) < 2 {
			return 0, o.needsValue(written, "")
		}
		value, used = args[1], 2
		if next := strings.TrimLeft(value, "-"); next != value && findFlag(o.command, next) != nil {
			return 0, o.needsValue(written, ", and is followed by the option "+value)
		}
	}
	first := flag.Names()[0]
	switch {
	case value == "" && !slices.Contains(mayBeEmpty, first):
		return 0, o.needsValue(written, ", and got an empty one")
	case o.given[first] && !repeatable(flag):
		return 0, fmt.Errorf("option %s is given twice: leave one out", written)
	}
	o.given[first] = true
	return used, nil
}

func (o *options) needsValue(written, instead string) error {
	return fmt.Errorf("option %s needs a value%s; `rtlgen %s --help` says which", written, instead, o.command.Name)
}

// repeatable reports whether an option may be given several times.
func repeatable(f cli.Flag) bool {
	_, list := f.(*cli.StringSliceFlag)
	return list
}

// findFlag is the option of that name, nil if there is none.
func findFlag(command *cli.Command, name string) cli.Flag {
	for _, f := range command.Flags {
		if slices.Contains(f.Names(), name) {
			return f
		}
	}
	return nil
}

// flagNames are the long names of a command's options.
func flagNames(command *cli.Command) []string {
	var names []string
	for _, f := range command.Flags {
		names = append(names, f.Names()[0])
	}
	return names
}
