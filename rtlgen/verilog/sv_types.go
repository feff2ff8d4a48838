package verilog

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"culprit.example/culprit/rtlgen/ir"
	"culprit.example/culprit/rtlgen/ir/reserved"
)

// svField is a field of the structs that the ports of one direction make: a struct itself, or bits.
type svField struct {
	name   string
	counts []int // lanes, outermost first
	doc    string
	// members are the fields of a struct; none, and width bits in each lane, otherwise.
	members []*svField
	width   int
	port    string // in the wrapper, of a field that stands in no other
}

// svPort is a port of the core at its place in a port of the wrapper.
type svPort struct {
	sig  *ir.Signal
	path []*svField
	lane []ir.Lane
}

// svTree are the ports of one direction.
type svTree struct {
	suffix string // of names of structs, and of the ports that are structs: _i or _o
	fields []*svField
	ports  []svPort
}

// svName is the name of a field, with _ behind it where tools have another use of the word.
func svName(name string) string {
	if reserved.Keyword(name) || reserved.CPlusPlus(name) || reserved.Tool(name) {
		return name + "_"
	}
	return name
}

// add puts a port at its place. One that does not fit what is there, or has none, is a field of its own.
func (t *svTree) add(s *ir.Signal) {
	place := s.Member
	if place == nil || !t.at(s, place) {
		t.at(s, &ir.Member{Path: []string{s.Name}})
	}
}

// at reports whether the port was put at this place.
func (t *svTree) at(s *ir.Signal, place *ir.Member) bool {
	width := s.Width
	for _, n := range place.Packed() {
		width /= n
	}
	path := make([]*svField, len(place.Path))
	fields := t.fields
	for i, name := range place.Path {
		counts, last := place.LanesOf(i), i == len(path)-1
		at := slices.IndexFunc(fields, func(f *svField) bool { return f.name == svName(name) })
		if at < 0 {
			path[i] = &svField{name: svName(name), counts: counts, doc: s.Group}
			if last {
				path[i].width, path[i].doc = width, s.Doc
			}
			fields = nil
			continue
		}
		f := fields[at]
		split := slices.ContainsFunc(place.Lanes, func(l ir.Lane) bool { return l.Split })
		if !slices.Equal(f.counts, counts) || last != (f.members == nil) || last && (f.width != width || !split) {
			return false
		}
		path[i], fields = f, f.members
	}
	if !slices.Contains(t.fields, path[0]) {
		t.fields = append(t.fields, path[0])
	}
	for i, f := range path[1:] {
		if !slices.Contains(path[i].members, f) {
			path[i].members = append(path[i].members, f)
		}
	}
	t.ports = append(t.ports, svPort{s, path, place.Lanes})
	return true
}

// typeOf is the type of a field, without its lanes; prefix are the fields that it stands in.
func (t *svTree) typeOf(f *svField, prefix string) string {
	if f.members == nil {
		return "logic"
	}
	return prefix + f.name + t.suffix + "_t"
}

// dimensions are the lanes of a field and, of bits, their number.
func (f *svField) dimensions() string {
	var b strings.Builder
	for _, n := range f.counts {
		fmt.Fprintf(&b, "[%d:0]", n-1)
	}
	if f.members == nil {
		b.WriteString(strings.TrimSpace(vector(f.width)))
	}
	return strings.TrimRight(" "+b.String(), " ")
}

// types declares the struct of a field, those within it first.
func (p *printer) types(t *svTree, f *svField, prefix string) {
	if f.members == nil {
		return
	}
	var rows []row
	for _, m := range f.members {
		p.types(t, m, prefix+f.name+"_")
		rows = append(rows, row{kind: "    " + t.typeOf(m, prefix+f.name+"_"), rng: m.dimensions(), name: m.name, doc: m.doc})
	}
	p.blank()
	p.doc(1, f.doc)
	p.line(1, "typedef struct packed {")
	p.table(rows, ";", ";")
	p.line(1, "} %s;", t.typeOf(f, prefix))
}

// packageText is the package of the types of the top's ports, its parameters and the enumerations of its ports.
func (w *svWrapper) packageText() string {
	p := w.printer()
	return p.section(func() {
		p.line(0, "// %s: types of the ports of %s, its parameters", w.pkg, w.outer)
		p.out.WriteString(p.o.stamp("//", w.hash))
		p.blank()
		p.line(0, "package %s;", w.pkg)
		p.parameters(w.top)
		p.portEnums(w.top)
		for _, t := range w.trees() {
			for _, f := range t.fields {
				p.types(t, f, "")
			}
		}
		p.blank()
		p.line(0, "endpackage")
	})
}

// parameters are constants of the package.
func (p *printer) parameters(top *ir.Module) {
	var rows []row
	for _, q := range top.Params {
		if value, err := strconv.ParseInt(q.Value, 10, 32); err == nil {
			rows = append(rows, row{kind: "localparam int", name: fmt.Sprintf("%s = %d", strings.ToUpper(q.Name), value)})
		}
	}
	if len(rows) > 0 {
		p.blank()
		p.line(1, "/* verilator lint_off UNUSEDPARAM */")
		p.table(rows, ";", ";")
		p.line(1, "/* verilator lint_on UNUSEDPARAM */")
	}
}

// portEnums declares the enumerations that ports have values of.
func (p *printer) portEnums(top *ir.Module) {
	var done []*ir.Enum
	for _, s := range top.Ports {
		e := s.Enum
		if e == nil || slices.Contains(done, e) {
			continue
		}
		done = append(done, e)
		p.blank()
		p.doc(1, e.Doc)
		p.line(1, "typedef enum logic%s {", vector(e.Width))
		for i, c := range e.Values {
			end := ","
			if i == len(e.Values)-1 {
				end = ""
			}
			p.line(2, "%s = %s%s", c.Label(), constant(c.Value, c.Width), end)
		}
		p.line(1, "} %s_t;", e.Name)
	}
}
