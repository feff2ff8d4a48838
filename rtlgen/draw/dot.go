package draw

import (
	"fmt"
	"math/bits"
	"strings"
)

// Dot is the diagram in the language of Graphviz, from left to right. Memories are cylinders, ports have no frame.
// Links have the number of bits, and the more bits the wider they are; those of control are dashed.
func (d *Diagram) Dot() string {
	var b strings.Builder
	line := func(format string, args ...any) { fmt.Fprintf(&b, format+"\n", args...) }
	line("digraph %q {", d.Name)
	line("  graph [rankdir=LR, nodesep=0.18, ranksep=0.55, fontname=\"Helvetica,Arial,sans-serif\", bgcolor=white, pad=0.3,"+
		" fontsize=12, labelloc=t, label=%q];", strings.Join(append([]string{d.Name}, broken(d.Doc)...), "\n"))
	line("  node [fontname=\"Helvetica,Arial,sans-serif\", fontsize=11, shape=box, style=filled, margin=\"0.22,0.08\", fillcolor=\"#eef3fb\", color=\"#5577aa\"];")
	line("  edge [fontname=\"Helvetica,Arial,sans-serif\", fontsize=9, color=\"#445566\", arrowsize=0.6];")
	for _, kind := range []Kind{Inputs, Instance, Memory, Outputs} {
		rank := map[Kind]string{Inputs: "source", Outputs: "sink"}[kind]
		if rank != "" {
			line("  { rank=%s;", rank)
		}
		for _, x := range d.Boxes {
			if x.Kind == kind {
				line("  b%d [%s];", x.id, x.attributes())
			}
		}
		if rank != "" {
			line("  }")
		}
	}
	for _, l := range d.Links {
		line("  b%d -> b%d [%s];", l.From.id, l.To.id, l.attributes())
	}
	line("}")
	return b.String()
}

// titleWidth is the longest line of a title: what draws the picture may have a font that is wider than Graphviz thinks.
const titleWidth = 36

// broken is a text in lines.
func broken(text string) (lines []string) {
	line := ""
	for _, word := range strings.Fields(text) {
		if line != "" && len(line)+1+len(word) > titleWidth {
			lines = append(lines, line)
			line = ""
		}
		line = strings.TrimPrefix(line+" "+word, " ")
	}
	if line != "" {
		lines = append(lines, line)
	}
	return lines
}

func (b *Box) attributes() string {
	label := b.Name
	if b.Below != "" {
		label += "\n" + b.Below
	}
	list := fmt.Sprintf("label=%q, tooltip=%q", label, strings.TrimPrefix(b.Name+": "+b.Doc, ": "))
	switch b.Kind {
	case Inputs, Outputs:
		list += `, shape=plaintext, style=""`
	case Memory:
		list += `, shape=cylinder, fillcolor="#fff4dd", color="#aa8844"`
	}
	return list
}

func (l Link) attributes() string {
	if l.Bits == 0 {
		return `style=dashed, color="#aab4c0", constraint=false`
	}
	return fmt.Sprintf("label=\"%d\", penwidth=%.1f", l.Bits, 0.6+0.3*float64(bits.Len(uint(l.Bits))))
}
