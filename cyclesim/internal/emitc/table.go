package emitc

import (
	"fmt"
	"slices"
	"strings"

	"culprit.example/culprit/cyclesim/internal/word"
)

// table is the name of a table of elements of that number of bytes.
func (g *Emitter) table(t *word.Table, size uint8) string {
	text := fmt.Sprintf("u%d NAME[%d] = {", 8*size, len(t.Values))
	for i, v := range t.Values {
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
