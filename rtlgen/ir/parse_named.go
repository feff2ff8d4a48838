package ir

import (
	"strconv"
	"strings"
)

// constant reads a constant with a name.
func (p *parser) constant(w *words) {
	c := &Constant{Pos: w.pos}
	c.Name = w.label("the name of the constant")
	c.Width = w.size("its width")
	w.keyword("=")
	c.Value = w.big("the value of the constant")
	w.end()
	p.declare(c)
	c.Doc = p.doc(2)
}

// label is the name of a constant; it is written in upper case.
func (w *words) label(what string) string {
	label := w.name(what)
	if label != strings.ToUpper(label) {
		w.p.expected(what+" in upper case", label)
	}
	return strings.ToLower(label)
}

func (p *parser) declare(c *Constant) {
	p.name(c.Label(), c)
	p.m.Constants = append(p.m.Constants, c)
}

func (p *parser) enum(w *words) {
	e := &Enum{Name: w.name("the name of the enumeration"), Pos: w.pos}
	if p.enums[e.Name] != nil {
		p.fail("a second enumeration %s", e.Name)
	}
	p.enums[e.Name] = e
	e.Width = w.size("its width")
	w.need(":")
	for more := true; more; more = w.skip(",") {
		c := &Constant{Name: w.label("the name of a value"), Width: e.Width, Enum: e, Pos: w.pos}
		w.keyword("=")
		c.Value = w.big("the value")
		e.Values = append(e.Values, c)
		p.declare(c)
	}
	w.end()
	p.m.Enums = append(p.m.Enums, e)
	e.Doc = p.doc(2)
}

// part reads what a black box stands for.
func (p *parser) part(w *words) {
	if p.m.Part != nil {
		p.fail("a second part of the module")
	}
	x := &Part{Name: w.name("the name of the part"), Pos: w.pos}
	w.end()
	p.m.Part = x
	for p.more(2) {
		p.partLine(x)
	}
}

func (p *parser) partLine(x *Part) {
	const what = "param, clock, reset, file, include, define, begins, PORT <-> or PORT <-"
	w := p.next(2, what)
	name := w.name(what)
	switch {
	case w.flag("<->"):
		p.partConn(x, name, func(c *PartConn) {
			port := w.name("a port of the module")
			if c.Sig = p.port(port); c.Sig == nil {
				p.expected("a port of the module", port)
			}
			w.end()
		})
	case w.flag("<-"):
		p.partConn(x, name, func(c *PartConn) {
			c.Tied = w.expr()
			w.end()
		})
	case name == "param":
		q := PartParam{Name: w.name("the name of the parameter")}
		w.keyword("=")
		q.Value = w.verilog("the value of the parameter")
		w.end()
		x.Params = append(x.Params, q)
	case name == "clock":
		x.Clock = w.name("the port for the clock")
		w.end()
	case name == "reset":
		x.Reset = w.name("the port for the reset")
		x.ResetLow = w.flag("low")
		w.end()
	case p.sourceLine(x, name, w):
		w.end()
	default:
		p.expected(what, name)
	}
}

// sourceLine reads a line about the Verilog of a part, if its first word is that of one.
func (p *parser) sourceLine(x *Part, name string, w *words) bool {
	s := x.Source
	if s == nil {
		s = &Source{}
	}
	switch name {
	case "file":
		s.Files = append(s.Files, w.quoted("the path of the file"))
	case "include":
		s.Include = append(s.Include, w.quoted("the path of the folder"))
	case "define":
		d := PartParam{Name: w.name("the name of the macro")}
		if w.skip("=") {
			d.Value = w.verilog("the value of the macro")
		}
		s.Defines = append(s.Defines, d)
	case "begins":
		s.Begins = true
	default:
		return false
	}
	x.Source = s
	return true
}

// partConn adds a connection; value reads it when all names are known.
func (p *parser) partConn(x *Part, port string, value func(c *PartConn)) {
	i := len(x.Conns)
	x.Conns = append(x.Conns, PartConn{Port: port})
	p.defers(func() { value(&x.Conns[i]) })
}

// verilog is a word, or a text in quotes that keeps them.
func (w *words) verilog(what string) string {
	w.blanks()
	q, err := strconv.QuotedPrefix(w.rest)
	if err != nil || q[0] != '"' {
		return w.any(what)
	}
	w.rest = w.rest[len(q):]
	return q
}

// port is a port of the present module, nil if it has none of that name.
func (p *parser) port(name string) *Signal {
	if s, ok := p.names[name].(*Signal); ok && (s.Kind == Input || s.Kind == Output) {
		return s
	}
	return nil
}
