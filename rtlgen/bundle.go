package rtlgen

// Bundle is the signals of a link as one thing. Forward fields go with the
// link's direction, backward fields against it.
type Bundle struct {
	fields []Field
}

// Field is one signal of a bundle.
type Field struct {
	Name     string
	Width    int
	Backward bool // against the link's direction
}

// Fields lists the signals in the order of their declaration.
func (b Bundle) Fields() []Field { return b.fields }

// Forward adds a field that goes from the sending to the receiving end.
func (b Bundle) Forward(name string, width int) Bundle { return b.with(Field{name, width, false}) }

// Backward adds a field that goes from the receiving to the sending end.
func (b Bundle) Backward(name string, width int) Bundle { return b.with(Field{name, width, true}) }

// Lanes is the bundle of n such links side by side: every field n times as wide.
func (b Bundle) Lanes(n int) Bundle {
	var r Bundle
	for _, f := range b.fields {
		f.Width *= n
		r = r.with(f)
	}
	return r
}

func (b Bundle) with(f Field) Bundle {
	return Bundle{append(append([]Field{}, b.fields...), f)}
}

// End is one end of a link on a module under construction: its input fields as
// values, its output fields to be assigned.
type End struct {
	m   *Module
	in  map[string]Value
	out map[string]Wire
}

// Sender declares the ports of the sending end, named prefix_field.
func (m *Module) Sender(prefix string, b Bundle) End { return m.end(prefix, b, false) }

// Receiver declares the ports of the receiving end.
func (m *Module) Receiver(prefix string, b Bundle) End { return m.end(prefix, b, true) }

func (m *Module) end(prefix string, b Bundle, receiver bool) End {
	e := End{m, map[string]Value{}, map[string]Wire{}}
	for _, f := range b.fields {
		if f.Backward == receiver {
			e.out[f.Name] = m.OutputVar(prefix+"_"+f.Name, f.Width)
		} else {
			e.in[f.Name] = m.Input(prefix+"_"+f.Name, f.Width)
		}
	}
	return e
}

// Get is the value of a field that comes in at this end.
func (e End) Get(name string) Value {
	if v, ok := e.in[name]; ok {
		return v
	}
	e.m.report(CodeBundle, nil, "no field %s comes in at this end of the link", name)
	return e.m.poison(1)
}

// Set drives a field that goes out at this end.
func (e End) Set(name string, x Operand) {
	if w, ok := e.out[name]; ok {
		w.Set(x)
		return
	}
	e.m.report(CodeBundle, nil, "no field %s goes out at this end of the link", name)
}

// LinkEnd is one end of a link on an instance: the ports prefix_field of it.
type LinkEnd struct {
	in     *Instance
	prefix string
	copy   int // of an instance array
}

// Link is the end of a link with ports named prefix_field.
func (in *Instance) Link(prefix string) LinkEnd { return LinkEnd{in, prefix, 0} }

// Copy is the end at copy i of an instance array.
func (e LinkEnd) Copy(i int) LinkEnd { e.copy = i; return e }

// ConnectBundle joins the sending end from to the receiving end to, field by field.
func ConnectBundle(b Bundle, from, to LinkEnd) {
	for _, f := range b.fields {
		src, dst := from, to
		if f.Backward {
			src, dst = to, from
		}
		v := src.in.OutLane(src.prefix+"_"+f.Name, src.copy)
		if !v.bad() && v.Width() != f.Width {
			v.m.report(CodeBundle, []Related{v.related()}, "field %s of the link has %d bit(s), port %s has %d", f.Name, f.Width, v.what(), v.Width())
			v = v.m.poison(f.Width)
		}
		dst.in.InLane(dst.prefix+"_"+f.Name, dst.copy, v)
	}
}
