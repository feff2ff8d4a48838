package cli

import (
	"fmt"
	"strings"

	"github.com/urfave/cli/v2"
)

func (p *program) manCommand() *cli.Command {
	return &cli.Command{
		Name:        "man",
		Usage:       "print the manual page of all commands, for man and troff",
		UsageText:   "rtlgen man",
		Description: "Examples:\n  rtlgen man | man -l -\n  rtlgen man > ~/.local/share/man/man1/rtlgen.1",
		Action: func(c *cli.Context) error {
			if err := noArguments(c); err != nil {
				return err
			}
			_, err := fmt.Fprint(p.stdout, manualOf(c.App).roff())
			return err
		},
	}
}

// manual is what the help says of a program, as data: the manual page and docs/reference/commands.md are made from it.
type manual struct {
	name, usage, description string
	commands                 []manualCommand
}

type manualCommand struct {
	name, usage, description string
	calls                    []string // how it is called, a line each
	options                  []manualOption
}

type manualOption struct {
	names    []string // as they are written, with the name of the value
	usage    string
	standard string // the value without the option, "" if there is none
}

// manualOf is the manual of the commands that help shows.
func manualOf(app *cli.App) manual {
	m := manual{name: app.Name, usage: app.Usage, description: app.Description}
	for _, c := range app.Commands {
		if c.Hidden || c.Name == "help" {
			continue
		}
		command := manualCommand{name: c.Name, usage: c.Usage, description: c.Description}
		for line := range strings.Lines(c.UsageText) {
			if line = strings.TrimSpace(line); strings.HasPrefix(line, app.Name+" ") {
				command.calls = append(command.calls, line)
			} else if n := len(command.calls); n > 0 && line != "" { // the call before goes on
				command.calls[n-1] += " " + line
			}
		}
		for _, f := range c.Flags {
			if o, ok := optionOf(f); ok {
				command.options = append(command.options, o)
			}
		}
		m.commands = append(m.commands, command)
	}
	return m
}

// optionOf is an option in the manual; false if help does not show it.
func optionOf(f cli.Flag) (manualOption, bool) {
	d, ok := f.(cli.DocGenerationFlag)
	if v, hides := f.(cli.VisibleFlag); !ok || hides && !v.IsVisible() {
		return manualOption{}, false
	}
	o := manualOption{usage: strings.ReplaceAll(d.GetUsage(), "`", "")}
	value := ""
	if d.TakesValue() {
		value = " value"
		if parts := strings.Split(d.GetUsage(), "`"); len(parts) > 2 {
			value = " " + parts[1]
		}
		o.standard = strings.Trim(d.GetDefaultText(), `"`)
	}
	for _, n := range f.Names() {
		o.names = append(o.names, written(n)+value)
	}
	return o, true
}

// descriptionParts parts a description at its empty lines.
func descriptionParts(text string) (parts []string) {
	for part := range strings.SplitSeq(strings.Trim(text, "\n"), "\n\n") {
		if part = strings.Trim(part, "\n"); part != "" {
			parts = append(parts, part)
		}
	}
	return parts
}

// asItIs parts a paragraph into its sentences and its indented lines, which are shown as they are.
func asItIs(part string) (text string, lines []string) {
	var plain []string
	for line := range strings.SplitSeq(part, "\n") {
		if strings.HasPrefix(line, " ") {
			lines = append(lines, line)
		} else {
			plain = append(plain, line)
		}
	}
	return strings.Join(plain, " "), lines
}

// roff is the manual as a page for man.
func (m manual) roff() string {
	var b strings.Builder
	fmt.Fprintf(&b, ".TH %s 1\n.nh\n.ad l\n.SH NAME\n%s \\- %s\n.SH SYNOPSIS\n.B %s\nCOMMAND [OPTION]... [ARGUMENT]...\n",
		strings.ToUpper(escaped(m.name)), escaped(m.name), escaped(m.usage), escaped(m.name))
	b.WriteString(".SH DESCRIPTION\n")
	roffDescription(&b, m.description)
	b.WriteString(".SH COMMANDS\n")
	for _, c := range m.commands {
		fmt.Fprintf(&b, ".SS %s\n%s\n", escaped(c.name), sentenceOf(escaped(c.usage)))
		for _, call := range c.calls {
			fmt.Fprintf(&b, ".PP\n.B %s\n", escaped(call))
		}
		roffDescription(&b, c.description)
		for _, o := range c.options {
			fmt.Fprintf(&b, ".TP\n.B %s\n%s\n", escaped(strings.Join(o.names, ", ")), sentenceOf(escaped(o.text())))
		}
	}
	return b.String()
}

// text is what an option does, with its value where it is not given.
func (o manualOption) text() string {
	if o.standard == "" || strings.Contains(o.usage, "(default: ") {
		return o.usage
	}
	return o.usage + " (default: " + o.standard + ")"
}

func roffDescription(b *strings.Builder, text string) {
	for _, part := range descriptionParts(text) {
		plain, lines := asItIs(part)
		if plain != "" {
			fmt.Fprintf(b, ".PP\n%s\n", escaped(plain))
		}
		if len(lines) > 0 {
			b.WriteString(".PP\n.nf\n")
			for _, l := range lines {
				fmt.Fprintln(b, escaped(l))
			}
			b.WriteString(".fi\n")
		}
	}
}

// escaped is a text whose signs mean nothing to roff.
func escaped(text string) string {
	text = strings.NewReplacer(`\`, `\e`, "-", `\-`).Replace(text)
	if strings.HasPrefix(text, ".") || strings.HasPrefix(text, "'") {
		text = `\&` + text
	}
	return text
}

// sentenceOf begins with a capital letter and ends with a full stop.
func sentenceOf(text string) string {
	if text == "" {
		return ""
	}
	if strings.ContainsRune(".:", rune(text[len(text)-1])) {
		return strings.ToUpper(text[:1]) + text[1:]
	}
	return strings.ToUpper(text[:1]) + text[1:] + "."
}
