package library_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"gotest.tools/v3/assert"

	"culprit.example/culprit/blocks/library"
	"culprit.example/culprit/rtlgen/ir"
)

// TestRegistersSayWhatTheyHold: who reads the Verilog finds a meaning behind each register and memory.
func TestRegistersSayWhatTheyHold(t *testing.T) {
	t.Parallel()
	missing := map[string]bool{}
	say := func(doc string, pos ir.Pos, m *ir.Module, name string) {
		if strings.TrimSpace(doc) == "" {
			missing[fmt.Sprintf("%s: %s of %s", pos, name, m.BaseName())] = true
		}
	}
	for _, b := range library.Blocks() {
		d, err := b.Elaborate(b.Defaults())
		assert.NilError(t, err)
		for _, m := range d.Modules {
			for _, s := range m.Signals {
				if s.Kind == ir.Reg {
					say(s.Doc, s.Pos, m, s.Name)
				}
			}
			for _, a := range m.Arrays {
				say(a.Doc, a.Pos, m, a.Name)
			}
			for _, mem := range m.Memories {
				if !mem.ROM() { // a function, whose text says what it is
					say(mem.Doc, mem.Pos, m, mem.Name)
				}
			}
		}
	}
	var list []string
	for line := range missing {
		list = append(list, line)
	}
	slices.Sort(list)
	assert.Assert(t, len(list) == 0, "%d have no text at their declaration:\n%s", len(list), strings.Join(list, "\n"))
}
