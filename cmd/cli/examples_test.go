package cli

import (
	"io"
	"strings"
	"testing"

	"gotest.tools/v3/assert"

	"culprit.example/culprit/blocks/library"

	"culprit.example/culprit/testbench/family"
)

// TestOwnExamples: the examples of the help name what the program has, whatever families it
// has, and no command is left without one.
func TestOwnExamples(t *testing.T) {
	t.Parallel()
	for name, families := range map[string]family.List{
		"rtlgen": library.Families(), "few": library.Families()[:1], "none": nil,
	} {
		p := newProgram(name, io.Discard, io.Discard, families)
		app := p.app()
		texts := map[string]string{"": app.Description}
		for _, c := range app.Commands {
			texts[c.Name] = c.Description
		}
		for command, text := range texts {
			examples := 0
			for _, line := range strings.Split(text, "\n") {
				line = strings.Replace(line, "  "+name+" ", "  rtlgen ", 1)
				if of, strange := p.strange(line); of != "" {
					examples++
					assert.Check(t, !strange, "%s: %s", name, line)
				}
			}
			assert.Check(t, examples > 0 || strings.Count(text, "Examples:") == 0 || name != "rtlgen", "%s %s:\n%s", name, command, text)
		}
		assert.Equal(t, strings.Contains(app.Description, "gen recn_switch"), name == "rtlgen")
		assert.Equal(t, strings.Contains(app.Description, "few verify "+library.Families()[0].Blocks()[0].Name) ||
			strings.Contains(app.Description, "few verify fifo"), name == "few")
	}
}
