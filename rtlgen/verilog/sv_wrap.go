package verilog

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"culprit.example/culprit/rtlgen/ir"
)

// What the names of the SystemVerilog files add to that of the top.
const (
	svSuffix      = "_sv"
	packageSuffix = "_pkg"
)

// svWrapper is the module around the top whose ports are structs and packed arrays, and the package of their types.
type svWrapper struct {
	o                Options
	top              *ir.Module
	core, outer, pkg string // names of modules and package
	hash             string
	in, out          *svTree
	names            *nameSet
	rows             []row // the wrapper's ports
	nets             []row
	loops            []*svLoop
	joined           []connection // of the core
}

// svLoop are the ports of one struct that have the same packed lanes.
type svLoop struct {
	field   *svField
	counts  []int
	index   []string
	assigns []string
}

// systemVerilog adds the wrapper with ports as structs.
func (a *assembly) systemVerilog(d *ir.Design, paths []string) error {
	o, known := a.o, a.known.of(d.Top)
	core := o.TopName(d)
	w := &svWrapper{o: o, top: d.Top, core: core, outer: core + svSuffix, pkg: core + packageSuffix, hash: known.hash,
		in: &svTree{suffix: "_i"}, out: &svTree{suffix: "_o"}}
	for _, name := range []string{w.outer, w.pkg} {
		for _, m := range d.Modules {
			if o.ModuleName(m) == name {
				return fmt.Errorf("the SystemVerilog of %s needs the name %s, which a module of it has: rename it", core, name)
			}
		}
	}
	for _, s := range d.Top.Ports {
		if s.Kind == ir.Input {
			w.in.add(s)
		} else {
			w.out.add(s)
		}
	}
	files := []string{w.pkg + ".sv", w.outer + ".sv"}
	a.out.Files = append(a.out.Files, File{files[0], []byte(o.notice("//") + w.packageText())},
		File{files[1], []byte(o.notice("//") + w.text(known))})
	a.out.Files = append(a.out.Files, a.lists(w.outer, w.outer, slices.Concat(files[:1], paths, files[1:]))...)
	return nil
}

func (w *svWrapper) trees() []*svTree { return []*svTree{w.in, w.out} }

// printer writes for a module with the top's ports.
func (w *svWrapper) printer() *printer {
	m := &ir.Module{Name: w.outer, Doc: firstLine(w.top.Doc), Params: w.top.Params, Pos: w.top.Pos}
	o := w.o
	o.Prefix = ""
	return &printer{m: m, o: o, names: newNameSet(m), known: &fact{hash: w.hash}}
}

// text is the wrapper.
func (w *svWrapper) text(known *fact) string {
	p := w.printer()
	p.m.Doc += "; with structs and packed arrays for ports"
	w.names = newNameSet(w.top)
	for _, name := range []string{ClockName, p.o.ResetName()} {
		w.names.taken[name] = true
	}
	w.clocks(known)
	w.ports(w.in, "input ")
	w.ports(w.out, "output")
	for _, t := range w.trees() {
		for _, x := range t.ports {
			w.connect(t, x)
		}
	}
	return p.section(func() {
		p.headerComment()
		p.out.WriteString(p.o.stamp("//", w.hash))
		p.out.WriteString(p.o.timescale())
		p.blank()
		p.line(0, "module %s (", w.outer)
		p.table(w.rows, ",", "")
		p.line(0, ");")
		if len(w.nets) > 0 {
			p.blank()
			p.table(w.nets, ";", ";")
		}
		for _, l := range w.loops {
			p.blank()
			p.svLanes(l)
		}
		p.blank()
		p.line(1, "%s %s (", w.core, w.names.claim("core", "top"))
		p.connections(w.joined)
		p.line(1, ");")
		p.blank()
		p.line(0, "endmodule")
	})
}

// clocks are clock and reset, and the resets of other clocks.
func (w *svWrapper) clocks(known *fact) {
	add := func(name, doc string) {
		w.rows = append(w.rows, row{kind: "input  logic", name: name, doc: doc})
		w.joined = append(w.joined, connection{name, name})
	}
	if known.clock {
		add(ClockName, "rising edge")
	}
	if known.reset {
		style := w.o.resetStyle()
		if w.o.ResetSynchroniser {
			style += "; may begin and end at any time"
		}
		add(w.o.ResetName(), style)
	}
	for _, s := range w.top.Ports {
		if s.IsClock && known.resets[s.Name] {
			add(w.o.ResetOf(s.Name), w.o.resetStyle()+", of "+s.Name)
		}
	}
}

// ports are those of one direction: each field that stands in no other.
func (w *svWrapper) ports(t *svTree, kind string) {
	for _, f := range t.fields {
		r := row{kind: kind + " logic", rng: f.dimensions(), name: f.name, doc: f.doc}
		if f.members != nil {
			r.kind = kind + " " + w.pkg + "::" + t.typeOf(f, "")
			r.name = w.names.claim(f.name + t.suffix)
		}
		f.port = r.name
		w.rows = append(w.rows, r)
	}
}

// connect joins a port of the core to its bits in the wrapper's port.
func (w *svWrapper) connect(t *svTree, x svPort) {
	var counts []int // lanes of bits lie side by side in the core's port, too
	width := x.sig.Width
	for _, l := range x.lane {
		if !l.Split && l.Of < len(x.path)-1 {
			counts, width = append(counts, l.Count), width/l.Count
		}
	}
	if len(counts) == 0 {
		w.joined = append(w.joined, connection{x.sig.Name, x.member(nil)})
		return
	}
	net := x.sig.Name
	if slices.ContainsFunc(w.rows, func(r row) bool { return r.name == net }) {
		net = w.names.claim("core_" + net)
	}
	w.nets = append(w.nets, row{kind: "logic", rng: fmt.Sprintf(" [%d:0]", x.sig.Width-1), name: net})
	w.joined = append(w.joined, connection{x.sig.Name, net})
	l := w.loopOf(x.path[0], counts)
	bits, member := laneOf(net, l, width), x.member(l.index)
	if t == w.in {
		l.assigns = append(l.assigns, fmt.Sprintf("assign %s = %s;", bits, member))
	} else {
		l.assigns = append(l.assigns, fmt.Sprintf("assign %s = %s;", member, bits))
	}
}

// loopOf is the loop over the packed lanes of a struct.
func (w *svWrapper) loopOf(f *svField, counts []int) *svLoop {
	for _, l := range w.loops {
		if l.field == f && slices.Equal(l.counts, counts) {
			return l
		}
	}
	l := &svLoop{field: f, counts: counts}
	for i := range counts {
		l.index = append(l.index, w.names.free("lane_"+strconv.Itoa(i)))
	}
	w.loops = append(w.loops, l)
	return l
}

// laneOf are the bits of one lane in a port of the core.
func laneOf(net string, l *svLoop, width int) string {
	at, sum := l.index[0], false
	inside := func() string {
		if sum {
			return "(" + at + ")"
		}
		return at
	}
	for i, n := range l.counts[1:] {
		at, sum = fmt.Sprintf("%s*%d + %s", inside(), n, l.index[i+1]), true
	}
	if width == 1 {
		return fmt.Sprintf("%s[%s]", net, at)
	}
	return fmt.Sprintf("%s[%s*%d +: %d]", net, inside(), width, width)
}

// svLanes writes the loop, or the loops within each other.
func (p *printer) svLanes(l *svLoop) {
	block := "lanes_of_" + l.field.port
	for i, n := range l.counts {
		p.line(1+i, "for (genvar %[1]s = 0; %[1]s < %[2]d; %[1]s++) begin : %[3]s", l.index[i], n,
			p.names.claim(block, block+"_"+strconv.Itoa(len(l.counts))))
		block = l.index[i] + "_of_" + l.field.port
	}
	for _, a := range l.assigns {
		p.line(1+len(l.counts), "%s", a)
	}
	for i := range l.counts {
		p.line(len(l.counts)-i, "end")
	}
}

// member is the place of a port in the wrapper's; index are the numbers of its packed lanes.
func (x svPort) member(index []string) string {
	var b strings.Builder
	for i, f := range x.path {
		if i == 0 {
			b.WriteString(f.port)
		} else {
			b.WriteString("." + f.name)
		}
		for _, l := range x.lane {
			switch {
			case l.Of != i:
			case l.Split:
				fmt.Fprintf(&b, "[%d]", l.Index)
			case len(index) > 0:
				fmt.Fprintf(&b, "[%s]", index[0])
				index = index[1:]
			}
		}
	}
	return b.String()
}
