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
	line("  graph [rankdir=LR, nodesep=0.18, ranksep=0.55, fontname=\"Helvetica\", bgcolor=white, labelloc=t, label=%q];",
		strings.TrimSuffix(d.Name+": "+d.Doc, ": "))
	line("  node [fontname=\"Helvetica\", fontsize=11, shape=box, style=filled, fillcolor=\"#eef3fb\", color=\"#5577aa\"];")
	line("  edge [fontname=\"Helvetica\", fontsize=9, color=\"#445566\", arrowsize=0.6];")
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
