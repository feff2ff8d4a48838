package testbench

import (
	"fmt"
	"maps"
	"reflect"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"culprit.example/culprit/cyclesim"
	"culprit.example/culprit/rtlgen/ir"
	"culprit.example/culprit/testbench/internal/vectors"
)

// binding connects the fields of a golden model's structs with the ports of the
// block. It is made once; a disagreement is a programmer's mistake and panics.
type binding struct {
	in, out         side
	inputs, outputs []vectors.Port
}

// side is one of the two structs, its fields in the order of the ports.
type side struct {
	what   string // for messages: "fifo: struct prim.FIFOIn"
	fields []boundField
}

type boundField struct {
	name   string
	lanes  int // 0: not a slice
	width  int // of a lane
	pack   packer
	unpack unpacker
	length func() int // of the slice

	elements int        // of the slice whose element stands for the port of a split lane
	count    func() int // how many it has now

	known  func() []bool
	groups int    // elements of known; 0: always known
	valid  string // the port of known, "" if it is none
}

func bind(block string, c Case, top *ir.Module) *binding {
	b := &binding{}
	b.in, b.inputs = bindSide(block, c.in, top.Inputs(), "input")
	b.out, b.outputs = bindSide(block, c.out, top.Outputs(), "output")
	for i, f := range b.in.fields {
		if f.groups > 0 {
			b.in.bug("field %s has a valid tag, and inputs are always known", f.name)
		}
		b.inputs[i].Groups = 0
	}
	return b
}

func (s side) bug(format string, args ...any) {
	mistaken("%s: %s", s.what, fmt.Sprintf(format, args...))
}

func bindSide(block string, value reflect.Value, ports []*ir.Signal, direction string) (side, []vectors.Port) {
	s := side{what: fmt.Sprintf("%s: %s", block, value.Type())}
	if value.Kind() != reflect.Struct {
		s.bug("the %ss of a golden model must be a struct", direction)
	}
	all := s.portFields(value.Type(), "", nil)
	fields := s.byPort(value, all, ports)
	named := maps.Clone(fields)
	var bound []vectors.Port
	for _, p := range ports {
		f, ok := fields[p.Name]
		if !ok {
			s.bug("no field for %s port %s: expected %s", direction, p.Name, fieldName(p.Name))
		}
		delete(fields, p.Name)
		s.bindField(value, f, p)
		s.fields[len(s.fields)-1].valid = validPort(value.Type(), f, named)
		bound = append(bound, vectors.Port{Name: p.Name, Width: p.Width, Groups: s.fields[len(s.fields)-1].groups})
	}
	for _, f := range all {
		if _, left := fields[f.port]; left && !f.optional {
			s.bug("field %s stands for %s port %s, and the block has no such port", f.Name, direction, f.port)
		}
	}
	return s, bound
}

// portField is a field that stands for a port; its Index starts at the outermost
// struct.
type portField struct {
	reflect.StructField
	port     string // with # where split lanes have their number
	optional bool
	at       int // the element that stands for the port of a split lane, else -1
}

// portFields lists the fields that stand for ports, in the order of the struct, with
// those of the structs within it. prefix and index lead to a struct within.
func (s side) portFields(t reflect.Type, prefix string, index []int) []portField {
	var list []portField
	for i := range t.NumField() {
		f := t.Field(i)
		f.Index = slices.Concat(index, f.Index)
		name, option := portName(f)
		switch {
		case name == "-":
		case f.Anonymous && f.Type.Kind() == reflect.Struct:
			list = append(list, s.portFields(f.Type, prefix, f.Index)...)
		case !f.IsExported():
			s.bug(`field %s is not exported: export it or tag it port:"-"`, f.Name)
		case option == "prefix" && f.Type.Kind() != reflect.Struct:
			s.bug("field %s is %s: the option prefix is for a struct of ports", f.Name, f.Type)
		case option == "prefix":
			list = append(list, s.portFields(f.Type, prefix+name, f.Index)...)
		default:
			list = append(list, portField{f, prefix + name, option == "optional", -1})
		}
	}
	return list
}

// byPort finds the field of each port.
func (s side) byPort(value reflect.Value, list []portField, ports []*ir.Signal) map[string]portField {
	fields := map[string]portField{}
	add := func(port string, f portField) {
		if other, twice := fields[port]; twice {
			s.bug("fields %s and %s both stand for port %s", other.Name, f.Name, port)
		}
		fields[port] = f
	}
	for _, f := range list {
		if !strings.Contains(f.port, "#") {
			add(f.port, f)
			continue
		}
		names := splitNames(f.port, ports)
		switch {
		case f.Type.Kind() != reflect.Slice:
			s.bug("field %s is %s: ports %s need a slice, with an element for each", f.Name, f.Type, f.port)
		case len(names) == 0 && f.optional:
		case len(names) == 0:
			s.bug("field %s stands for ports %s, and the block has none", f.Name, f.port)
		case value.FieldByIndex(f.Index).Len() != len(names):
			s.bug("field %s has %d elements in the prototype, and the block has %d ports %s", f.Name,
				value.FieldByIndex(f.Index).Len(), len(names), f.port)
		}
		for at, name := range names {
			f.at = at
			add(name, f)
		}
	}
	return fields
}

// splitNames are the ports whose names have numbers in the places of #, in their order.
func splitNames(pattern string, ports []*ir.Signal) []string {
	of := regexp.MustCompile("^" + strings.ReplaceAll(regexp.QuoteMeta(pattern), "#", "([0-9]+)") + "$")
	type numbered struct {
		name  string
		lanes []int
	}
	var list []numbered
	for _, p := range ports {
		m := of.FindStringSubmatch(p.Name)
		if m == nil {
			continue
		}
		n := numbered{name: p.Name}
		for _, digits := range m[1:] {
			lane, _ := strconv.Atoi(digits) // digits of the name of a port
			n.lanes = append(n.lanes, lane)
		}
		list = append(list, n)
	}
	slices.SortFunc(list, func(a, b numbered) int { return slices.Compare(a.lanes, b.lanes) })
	var names []string
	for _, n := range list {
		names = append(names, n.name)
	}
	return names
}

func (s *side) bindField(value reflect.Value, f portField, p *ir.Signal) {
	field := value.FieldByIndex(f.Index)
	b := boundField{name: f.Name, width: p.Width}
	elem, lanes := f.Type, field
	if f.at >= 0 {
		elem, lanes = f.Type.Elem(), field.Index(f.at)
		b.elements, b.count = field.Len(), field.Len
	}
	if elem.Kind() == reflect.Slice {
		elem = elem.Elem()
		b.lanes = lanes.Len()
		if b.length = lanes.Len; f.at >= 0 {
			b.length = func() int { return field.Index(f.at).Len() }
		}
		if b.lanes == 0 {
			s.bug("field %s is an empty slice in the prototype: give it the number of lanes of port %s", f.Name, p.Name)
		}
		if p.Width%b.lanes != 0 {
			s.bug("field %s has %d elements, and port %s has %d bits, which is no multiple", f.Name, b.lanes, p.Name, p.Width)
		}
		b.width = p.Width / b.lanes
	}
	holds := capacity(elem)
	switch {
	case holds == 0:
		s.bug("field %s is %s: a port is a bool, uint8 to uint64, int, *big.Int, [8]uint64, or a slice of these", f.Name, f.Type)
	case b.width > holds:
		s.bug("field %s is %s, which cannot hold the %d bits of port %s", f.Name, f.Type, b.width, p.Name)
	}
	b.pack = newPacker(field, f.at, elem, b.lanes, b.width)
	b.unpack = newUnpacker(field, f.at, b.lanes, b.width)
	s.bindValid(value.FieldByIndex(f.Index[:len(f.Index)-1]), f, &b)
	s.fields = append(s.fields, b)
}

// bindValid reads the tag valid of a field of the given struct.
func (s side) bindValid(value reflect.Value, f portField, b *boundField) {
	name, ok := f.Tag.Lookup("valid")
	if !ok {
		return
	}
	valid := value.FieldByName(name)
	if !valid.IsValid() || !valid.CanInterface() {
		s.bug("field %s is valid with %s, and there is no such exported field", f.Name, name)
	}
	switch {
	case f.at >= 0 && valid.Type() == reflect.TypeFor[[]bool]() && valid.Len() == b.elements:
		p := pointerTo[[]bool](valid)
		b.groups = 1
		b.known = func() []bool { return (*p)[min(f.at, len(*p)):min(f.at+1, len(*p))] }
	case valid.Kind() == reflect.Bool:
		p := pointerTo[bool](valid)
		var one [1]bool
		b.groups = 1
		b.known = func() []bool { one[0] = *p; return one[:] }
	case valid.Kind() == reflect.Slice && valid.Type().Elem().
		Kind() == reflect.Bool && b.lanes > 0 && valid.Len() == b.lanes:
		p := pointerTo[[]bool](valid)
		b.groups = b.lanes
		b.known = func() []bool { return *p }
	default:
		s.bug("field %s is valid with %s, which must be a bool, or a []bool of the same length", f.Name, name)
	}
}

// validPort is the port of the field that the tag valid of a field names, "" if there is none.
func validPort(t reflect.Type, f portField, fields map[string]portField) string {
	name, ok := f.Tag.Lookup("valid")
	if !ok {
		return ""
	}
	outer := f.Index[:len(f.Index)-1]
	if len(outer) > 0 {
		t = t.FieldByIndex(outer).Type
	}
	valid, _ := t.FieldByName(name) // bindValid has found it
	index := slices.Concat(outer, valid.Index)
	for port, x := range fields {
		if slices.Equal(x.Index, index) && (x.at < 0 || x.at == f.at) {
			return port
		}
	}
	return ""
}

// portName is what the tag of a field says: the name of the port, or of the struct's
// prefix, and the option, "" if there is none.
func portName(f reflect.StructField) (name, option string) {
	name, option, _ = strings.Cut(f.Tag.Get("port"), ",")
	if !slices.Contains([]string{"", "optional", "prefix"}, option) {
		mistaken("field %s: the tag port has the option %q; there are optional and prefix", f.Name, option)
	}
	if name == "" {
		name = ir.Snake(f.Name)
	}
	return name, option
}

// fieldName is a field name that stands for the port.
func fieldName(port string) string {
	var b strings.Builder
	for _, word := range strings.Split(port, "_") {
		if word != "" {
			b.WriteString(strings.ToUpper(word[:1]) + word[1:])
		}
	}
	return b.String()
}

// record writes the present values of the structs of a golden model into a cycle of the set.
func (b *binding) record(set *vectors.Set, cycle int) {
	b.recordInputs(set, cycle)
	b.recordOutputs(set, cycle)
}

// recordInputs writes the present inputs into a cycle of the set.
func (b *binding) recordInputs(set *vectors.Set, cycle int) {
	for i, f := range b.in.fields {
		b.in.checkLength(f, cycle)
		if lane := f.pack(set.Input(cycle, i), always); lane >= 0 {
			b.in.tooWide(f, cycle, lane)
		}
	}
}

// recordOutputs writes what a golden model expects into a cycle of the set.
func (b *binding) recordOutputs(set *vectors.Set, cycle int) {
	for i, f := range b.out.fields {
		b.out.checkLength(f, cycle)
		b.recordKnown(set, cycle, i)
		known := func(lane int) bool { return set.Known(cycle, i, min(lane, max(f.groups-1, 0))) }
		if lane := f.pack(set.Expected(cycle, i), known); lane >= 0 {
			b.out.tooWide(f, cycle, lane)
		}
	}
}

// recordKnown writes which groups of output i are known.
func (b *binding) recordKnown(set *vectors.Set, cycle, i int) {
	f := b.out.fields[i]
	if f.groups == 0 {
		return
	}
	known := f.known()
	if len(known) != f.groups {
		b.out.bug("in cycle %d the valid field of %s has %d elements, and %d in the prototype", cycle, f.name, len(known),
			f.groups)
	}
	for g, on := range known {
		if on {
			set.SetKnown(cycle, i, g)
		}
	}
}

// readOutputs fills in the outputs from an engine, and writes them into a cycle of the set.
func (b *binding) readOutputs(set *vectors.Set, cycle int, sim cyclesim.Engine) {
	for i, f := range b.out.fields {
		words := set.Expected(cycle, i)
		sim.Output(i, words)
		f.unpack(words)
	}
}

// keepKnown writes which groups are known, and clears the others.
func (b *binding) keepKnown(set *vectors.Set, cycle int) {
	for i, f := range b.out.fields {
		b.recordKnown(set, cycle, i)
		if f.groups == 0 {
			continue
		}
		for k, mask := range set.Mask(cycle, i) {
			set.Expected(cycle, i)[k] &= mask
		}
	}
}

func always(int) bool { return true }

func (s side) checkLength(f boundField, cycle int) {
	if f.elements > 0 && f.count() != f.elements {
		s.bug("in cycle %d field %s has %d elements, and %d in the prototype", cycle, f.name, f.count(), f.elements)
	}
	if f.lanes > 0 && f.length() != f.lanes {
		s.bug("in cycle %d field %s has %d elements, and %d in the prototype", cycle, f.name, f.length(), f.lanes)
	}
}

func (s side) tooWide(f boundField, cycle, lane int) {
	where := "field " + f.name
	if f.lanes > 0 {
		where = fmt.Sprintf("element %d of field %s", lane, f.name)
	}
	s.bug("in cycle %d %s is negative or too large for its %d bits", cycle, where, f.width)
}
