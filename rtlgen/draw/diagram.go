package draw

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"culprit.example/culprit/rtlgen/ir"
)

// Kind is what a box stands for.
type Kind uint8

// The kinds of boxes.
const (
	Inputs   Kind = iota // input ports with one prefix
	Outputs              // output ports with one prefix
	Instance             // copies of a module
	Memory               // a memory that is written
)

// Box is one box of a diagram.
type Box struct {
	Kind  Kind
	Name  string // of the ports: what their names begin with
	Below string // what the instance is of, or the size of the memory
	Doc   string
	id    int
}

// Link is a way of data, or of what decides, from one box to another one.
type Link struct {
	From, To *Box
	Bits     int // that arrive as data; 0: the link is control
}

// Diagram is the boxes and links of a module, in the order of its netlist.
type Diagram struct {
	Name, Doc string
	Boxes     []*Box
	Links     []Link
}

// Of makes the diagram of a module. Clocks and verification-only state are left out, and so are ports between which and
// any box nothing goes. With control, links on which nothing but decisions go are there, too.
func Of(m *ir.Module, control bool) *Diagram {
	d := &drawing{Diagram: &Diagram{Name: m.Name, Doc: firstLine(m.Doc)}, of: map[any]*Box{}}
	d.ports(m, ir.Input, Inputs)
	for _, in := range m.Instances {
		below := in.Of.BaseName()
		if in.Count > 1 {
			below += fmt.Sprintf(" x %d", in.Count)
		}
		d.box(in, Instance, in.Name, below, firstLine(in.Of.Doc))
	}
	for _, mem := range m.Memories {
		if !mem.ROM() {
			d.box(mem, Memory, mem.Name, fmt.Sprintf("%d x %d", mem.Depth, mem.Width), mem.Doc)
		}
	}
	d.ports(m, ir.Output, Outputs)
	t := newTracer(m, d.of)
	d.links = map[[2]*Box]int{}
	for _, p := range m.Outputs() {
		d.link(d.of[p], t.from(true, t.values[p]...), control)
	}
	for _, in := range m.Instances {
		for _, c := range in.Conns {
			d.link(d.of[in], t.from(true, c.Value), control)
		}
	}
	for _, mem := range m.Memories {
		d.memory(t, mem, control)
	}
	d.finish()
	return d.Diagram
}

// drawing is a diagram that is being made.
type drawing struct {
	*Diagram
	of    map[any]*Box
	links map[[2]*Box]int
}

func (d *drawing) box(of any, kind Kind, name, below, doc string) {
	b := &Box{Kind: kind, Name: name, Below: below, Doc: doc}
	d.of[of] = b
	d.Boxes = append(d.Boxes, b)
}

// ports makes a box for the ports of a kind whose names begin alike.
func (d *drawing) ports(m *ir.Module, kind ir.SignalKind, as Kind) {
	of := map[string]*Box{}
	for _, p := range m.Ports {
		if p.Kind != kind || p.IsClock {
			continue
		}
		prefix, _, _ := strings.Cut(p.Name, "_")
		if of[prefix] == nil {
			d.box(p, as, prefix, "", p.Group)
			of[prefix] = d.of[p]
		}
		d.of[p] = of[prefix]
	}
}

func (d *drawing) memory(t *tracer, mem *ir.Memory, control bool) {
	if d.of[mem] == nil {
		return
	}
	for _, w := range mem.Writes {
		d.link(d.of[mem], t.from(true, w.Data), control)
		d.link(d.of[mem], t.from(false, w.Enable, w.Addr), control)
	}
	for _, r := range mem.Reads {
		d.link(d.of[mem], t.from(false, r.Addr, r.Enable), control)
	}
}

// link adds what arrives at a box.
func (d *drawing) link(to *Box, f *found, control bool) {
	for s, bits := range f.data {
		if s.box != to {
			d.links[[2]*Box{s.box, to}] += bits
		}
	}
	for s := range f.control {
		if k := [2]*Box{s.box, to}; control && s.box != to {
			d.links[k] += 0
		}
	}
}

// finish puts links in order, and leaves ports without any out.
func (d *drawing) finish() {
	for i, b := range d.Boxes {
		b.id = i
	}
	linked := map[*Box]bool{}
	for k, bits := range d.links {
		d.Links = append(d.Links, Link{k[0], k[1], bits})
		linked[k[0]], linked[k[1]] = true, true
	}
	slices.SortFunc(d.Links, func(a, b Link) int {
		return cmp.Or(cmp.Compare(a.From.id, b.From.id), cmp.Compare(a.To.id, b.To.id))
	})
	d.Boxes = slices.DeleteFunc(d.Boxes, func(b *Box) bool {
		return (b.Kind == Inputs || b.Kind == Outputs) && !linked[b]
	})
}

func firstLine(doc string) string {
	line, _, _ := strings.Cut(doc, "\n")
	return line
}
