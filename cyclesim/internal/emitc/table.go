package emitc

import (
	"fmt"
	"slices"
	"strings"

	"culprit.example/culprit/cyclesim/internal/word"
)

// table is the name of the table of a lookup.
func (g *Emitter) table(in *word.Instr) string {
	text := fmt.Sprintf("u%d NAME[%d] = {", 8*in.Size, len(in.Table.Values))
	for i, v := range in.Table.Values {
		if i > 0 {
			text += ", "
		}
		text += fmt.Sprintf("%#x", v)
	}
	name, ok := g.tables[text]
	if !ok {
		name = fmt.Sprintf("table_%d", len(g.tables))
		g.tables[text] = name
	}
	return name
}

// tableTexts is the declarations of all tables, in the order of their text.
func (g *Emitter) tableTexts() string {
	var list []string
	for text, name := range g.tables {
		list = append(list, "static const "+strings.Replace(text, "NAME", name, 1)+"};\n")
	}
	slices.Sort(list)
	return strings.Join(list, "")
}
