package main

import (
	"fmt"
	"strings"

	"github.com/urfave/cli/v2"
)

// flagsFirst brings the options of a command before its arguments, since the
// parser of package cli stops at the first argument.
func flagsFirst(app *cli.App, args []string) ([]string, error) {
	if len(args) < 3 {
		return args, nil
	}
	command := app.Command(args[1])
	if command == nil {
		return args, nil
	}
	takesValue := valueFlags(command)
	var flags, rest []string
	for list := args[2:]; len(list) > 0; list = list[1:] {
		a := list[0]
		if a == "--" {
			rest = append(rest, list[1:]...)
			break
		}
		if len(a) < 2 || a[0] != '-' {
			rest = append(rest, a)
			continue
		}
		flags = append(flags, a)
		if takesValue[strings.TrimLeft(a, "-")] {
			if list = list[1:]; len(list) == 0 {
				return nil, fmt.Errorf("option %s needs a value; `rtlgen %s --help` says which", a, command.Name)
			}
			flags = append(flags, list[0])
		}
	}
	ordered := append([]string{args[0], args[1]}, flags...)
	return append(append(ordered, "--"), rest...), nil
}

// valueFlags are the names of the options that are followed by a value.
func valueFlags(command *cli.Command) map[string]bool {
	names := map[string]bool{}
	for _, f := range command.Flags {
		doc, ok := f.(cli.DocGenerationFlag)
		for _, name := range f.Names() {
			names[name] = ok && doc.TakesValue()
		}
	}
	return names
}
