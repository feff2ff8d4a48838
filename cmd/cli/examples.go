package cli

import (
	"regexp"
	"slices"
	"strings"

	"culprit.example/culprit/rtlgen/blocks"
	"culprit.example/culprit/testbench/experiment"
	"culprit.example/culprit/testbench/speed"
)

// example is a line of a help text that calls the program: the command, what it works on.
var example = regexp.MustCompile(`^  rtlgen (\w+)((?: \w[\w-]*)*)`)

// ownExamples leaves in a help text the examples that work with the families of this program.
// A command that loses all of its examples gets one with the first block, experiment or design.
func (p *program) ownExamples(text string) string {
	lines := strings.Split(text, "\n")
	works := map[string]bool{} // commands with an example that stays
	for _, line := range lines {
		if command, strange := p.strange(line); !strange {
			works[command] = true
		}
	}
	kept := lines[:0]
	for _, line := range lines {
		command, strange := p.strange(line)
		if strange && !works[command] && len(p.worksOn(command)) > 0 {
			line, strange, works[command] = "  rtlgen "+command+" "+p.worksOn(command)[0], false, true
		}
		if !strange {
			kept = append(kept, line)
		}
	}
	return strings.Join(kept, "\n")
}

// strange reports whether a line is an example with a name that this program does not have,
// and returns its command; "" if it is no example.
func (p *program) strange(line string) (command string, strange bool) {
	call := example.FindStringSubmatch(line)
	if call == nil {
		return "", false
	}
	if !slices.Contains(namedThings, call[1]) {
		return call[1], false
	}
	names := append(p.worksOn(call[1]), "all")
	return call[1], slices.ContainsFunc(strings.Fields(call[2]),
		func(name string) bool { return !slices.Contains(names, name) })
}

// namedThings are the commands whose words after the first are names of blocks, experiments or designs.
var namedThings = []string{"gen", "verify", "tb", "dpi", "wave", "dump", "lint", "synth", "run", "bench"}

// worksOn are the names that such a command takes.
func (p *program) worksOn(command string) []string {
	switch command {
	case "run":
		return namesIn(p.experiments, func(e *experiment.Experiment) string { return e.Name })
	case "bench":
		return speed.Names(p.families.Subjects())
	}
	return namesIn(p.blocks, func(b *blocks.Block) string { return b.Name })
}

func namesIn[T any](list []T, name func(T) string) []string {
	var names []string
	for _, x := range list {
		names = append(names, name(x))
	}
	return names
}
