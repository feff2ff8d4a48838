package ir

import (
	"errors"
	"fmt"
	"math/big"
	"strconv"
	"strings"
)

// Parse reads a netlist in the notation of Text; what it returns passes Verify.
// Empty lines and lines that begin with # count for nothing. An error names the
// file, the line, what stands there and what was expected.
//
// Where the text has no positions, things get those of their lines in the text,
// so that later messages lead there. Equal expressions of a module are one Node.
func Parse(file, text string) (*Design, error) {
	d, err := parse(file, text)
	if err != nil {
		return nil, err
	}
	if err := Verify(d); err != nil {
		return nil, fmt.Errorf("%s: %w", file, err)
	}
	return d, nil
}

// Clone is a copy of a design that shares nothing with it.
func Clone(d *Design) *Design {
	own, err := parse("the netlist", TextWith(d, Docs|Positions))
	if err != nil {
		panic("BUG: the text of a netlist cannot be read: " + err.Error())
	}
	return own
}

// parse is Parse without Verify.
func parse(file, text string) (d *Design, err error) {
	p := &parser{file: file, modules: map[string]*Module{}, ports: map[*Module]map[string]*Signal{}, d: &Design{}}
	defer func() {
		switch e := recover().(type) {
		case nil:
		case syntaxError:
			d, err = nil, errors.New(string(e))
		default:
			panic(e)
		}
	}()
	p.split(text)
	for !p.atEnd() {
		p.module()
	}
	if len(p.d.Modules) == 0 {
		p.number = len(strings.Split(text, "\n"))
		p.expected("a line module NAME", "the end")
	}
	p.d.Top = p.d.Modules[len(p.d.Modules)-1]
	return p.d, nil
}

// syntaxError is what the parser panics with; Parse returns it.
type syntaxError string

// parser reads lines. The present line is the one at the head of lines, or the
// one whose words are being taken.
type parser struct {
	file    string
	lines   []sourceLine
	number  int // of the present line
	d       *Design
	modules map[string]*Module
	ports   map[*Module]map[string]*Signal // of the modules that are read

	*scope // of the present module
}

// sourceLine is a line that counts.
type sourceLine struct {
	number, level int
	text          string
}

// scope is the names and nodes of a module.
type scope struct {
	m     *Module
	names map[string]any // *Constant, *Signal, *Array, readOf, *Memory, *Instance
	enums map[string]*Enum
	loops []*Loop // the enclosing ones, innermost last
	nodes map[string]*Node
	// anchored are the expressions that have a number.
	anchored map[int]*Node
	// later are the expressions of memories and connections, which may name what
	// is declared below them.
	later []func()
}

func (p *parser) fail(format string, args ...any) {
	panic(syntaxError(fmt.Sprintf("%s:%d: %s", p.file, p.number, fmt.Sprintf(format, args...))))
}

func (p *parser) expected(what, found string) { p.fail("expected %s, found %s", what, found) }

// split takes the text apart. Two blanks are one level.
func (p *parser) split(text string) {
	for i, line := range strings.Split(text, "\n") {
		p.number = i + 1
		body := strings.TrimLeft(line, " ")
		blanks := len(line) - len(body)
		body = strings.TrimRight(body, " \r")
		if body == "" || body[0] == '#' {
			continue
		}
		if blanks%2 != 0 {
			p.expected("two blanks for each level", fmt.Sprintf("%d before %s", blanks, body))
		}
		p.lines = append(p.lines, sourceLine{i + 1, blanks / 2, body})
	}
}

func (p *parser) atEnd() bool { return len(p.lines) == 0 }

// more reports whether a line follows at the level or deeper.
func (p *parser) more(level int) bool { return !p.atEnd() && p.lines[0].level >= level }

// next takes the next line, which must have the level.
func (p *parser) next(level int, what string) *words {
	if p.atEnd() {
		p.expected(what, "the end")
	}
	l := p.lines[0]
	p.number = l.number
	if l.level != level {
		p.expected(fmt.Sprintf("%s after %d blanks", what, 2*level), fmt.Sprintf("%d blanks before %s", 2*l.level, l.text))
	}
	p.lines = p.lines[1:]
	w := &words{p: p, rest: l.text, pos: Pos{File: p.file, Line: l.number}}
	w.position()
	return w
}

// peek is the first word of the next line at the level, "" if there is none. A
// statement has the name of what it assigns there.
func (p *parser) peek(level int) string {
	if !p.more(level) {
		return ""
	}
	word, rest, _ := strings.Cut(p.lines[0].text, " ")
	if strings.HasPrefix(rest, "= ") || strings.ContainsAny(word, "[{") {
		return "=" // an assignment, whatever the name
	}
	return word
}

func (p *parser) module() {
	w := p.next(0, "module NAME")
	w.keyword("module")
	m := &Module{Name: w.any("the name of the module"), Pos: w.pos}
	if w.flag("of") {
		m.Base = w.any("the name without parameters")
	}
	w.end()
	if p.modules[m.Name] != nil {
		p.fail("a second module %s", m.Name)
	}
	m.Doc = p.doc(1)
	p.scope = &scope{m: m, names: map[string]any{}, enums: map[string]*Enum{}, nodes: map[string]*Node{},
		anchored: map[int]*Node{}}
	for declarations[p.peek(1)] != nil {
		kind := p.peek(1)
		w := p.next(1, "a declaration")
		w.keyword(kind)
		declarations[kind](p, w)
	}
	for _, f := range p.later {
		f()
	}
	for p.more(1) && !isProperty(p.peek(1)) {
		m.Body = append(m.Body, p.stmt(1))
	}
	for p.more(1) {
		p.property()
	}
	w = p.next(0, "end")
	w.keyword("end")
	w.end()
	p.modules[m.Name] = m
	p.ports[m] = map[string]*Signal{}
	for _, s := range m.Ports {
		p.ports[m][s.Name] = s
	}
	p.d.Modules = append(p.d.Modules, m)
}

// doc is the documentation of the line above.
func (p *parser) doc(level int) string { return p.detail(level, "doc", "the documentation, in quotes") }

func (p *parser) detail(level int, what, wanted string) string {
	if p.peek(level) != what || p.lines[0].level != level {
		return ""
	}
	w := p.next(level, what)
	w.keyword(what)
	text := w.quoted(wanted)
	w.end()
	return text
}

// name declares x.
func (p *parser) name(name string, x any) {
	if p.names[name] != nil {
		p.fail("a second thing named %s", name)
	}
	p.names[name] = x
}

// declarations reads what stands before the statements, by its first word.
var declarations map[string]func(p *parser, w *words)

func init() {
	declarations = map[string]func(p *parser, w *words){
		"param": (*parser).param, "array": (*parser).array, "memory": (*parser).memory, "instance": (*parser).instance,
		"part": (*parser).part, "field": (*parser).field, "constant": (*parser).constant, "enum": (*parser).enum, "rom": (*parser).rom,
		"input":  func(p *parser, w *words) { p.m.Ports = append(p.m.Ports, p.signal(Input, w)) },
		"output": func(p *parser, w *words) { p.m.Ports = append(p.m.Ports, p.signal(Output, w)) },
		"reg":    func(p *parser, w *words) { p.m.Signals = append(p.m.Signals, p.signal(Reg, w)) },
		"wire":   func(p *parser, w *words) { p.m.Signals = append(p.m.Signals, p.signal(Wire, w)) },
	}
}

func (p *parser) param(w *words) {
	x := Param{Name: w.any("the name of the parameter")}
	w.keyword("=")
	x.Value = w.text("the value of the parameter")
	w.keyword("default")
	x.Default = w.text("the default of the parameter")
	w.end()
	p.m.Params = append(p.m.Params, x)
}

func (p *parser) field(w *words) {
	f := Field{Name: w.name("the name of the bits")}
	w.keyword("=")
	f.Bits = w.expr()
	w.end()
	if !f.Bits.IsField() {
		p.expected("bits of a signal, of a word of a memory or of an output of an instance", f.Bits.Op.String())
	}
	f.Doc = p.doc(2)
	p.m.Fields = append(p.m.Fields, f)
}

func (p *parser) signal(kind SignalKind, w *words) *Signal {
	s := &Signal{Kind: kind, Name: w.name("the name of the " + kind.String()), Pos: w.pos}
	s.Width = w.size("its width")
	if w.flag("enum") {
		name := w.name("the name of its enumeration")
		if s.Enum = p.enums[name]; s.Enum == nil {
			p.expected("an enumeration that stands above", name)
		}
	}
	if kind == Reg {
		p.reset(s, w)
	}
	s.VerificationOnly = w.flag("verification_only")
	s.Unused = kind == Wire && w.flag("unused")
	s.IsClock = kind == Input && w.flag("clock")
	if kind == Reg {
		s.Synchronizer = w.flag("synchronizer")
		s.Clock = w.clock()
	}
	w.end()
	p.name(s.Name, s)
	s.Doc = p.doc(2)
	if kind == Input || kind == Output {
		s.Group = p.detail(2, "group", "the group of the port, in quotes")
		p.member(s)
	}
	return s
}

// clock reads the clause that clockText writes.
func (w *words) clock() string {
	if !w.flag("clock") {
		return ""
	}
	return w.name("the input that is the clock")
}

// reset reads the clause that resetText writes.
func (p *parser) reset(s *Signal, w *words) {
	switch w.oneOf([]string{"reset", "noreset", "data"}) {
	case 0:
		s.Reset = w.big("the reset value")
	case 1:
		s.NoReset = true
	default:
		s.NoReset, s.DataReset = true, w.big("the reset value of a data register")
	}
}

func (p *parser) array(w *words) {
	a := &Array{Name: w.name("the name of the array"), Pos: w.pos}
	a.Depth, a.Width = w.shape()
	if a.NoReset = w.flag("noreset"); !a.NoReset {
		w.keyword("reset")
		a.Reset = p.runs(w.any("the reset values"), a.Depth)
	}
	a.VerificationOnly = w.flag("verification_only")
	a.Clock = w.clock()
	w.end()
	p.name(a.Name, a)
	a.Doc = p.doc(2)
	p.m.Arrays = append(p.m.Arrays, a)
}

// runs reads n numbers as runs writes them.
func (p *parser) runs(text string, n int) []*big.Int {
	var list []*big.Int
	for _, part := range strings.Split(text, ",") {
		value, times, many := strings.Cut(part, "*")
		x, ok := new(big.Int).SetString(value, 10)
		count := 1
		if many {
			var err error
			count, err = strconv.Atoi(times)
			ok = ok && err == nil
		}
		if !ok || count < 1 {
			p.expected("values like 0*3,1", part)
		}
		if count > n-len(list) {
			p.expected(fmt.Sprintf("%d values", n), "more")
		}
		for range count {
			list = append(list, x)
		}
	}
	if len(list) != n {
		p.expected(fmt.Sprintf("%d values", n), fmt.Sprint(len(list)))
	}
	return list
}

func (p *parser) memory(w *words) {
	mem := &Memory{Name: w.name("the name of the memory"), Pos: w.pos}
	mem.Depth, mem.Width = w.shape()
	mem.RDW = ReadDuringWrite(w.oneOf(readDuringWrite))
	for _, style := range []MemoryStyle{StyleBlock, StyleDistributed, StyleRegisters} {
		if w.flag(style.String()) {
			mem.Style = style
		}
	}
	if w.skip("=") {
		mem.Contents = p.runs(w.any("the words of the memory"), mem.Depth)
	}
	p.memoryPorts(mem, w, "read", "write")
}

func (p *parser) rom(w *words) {
	mem := &Memory{Name: w.name("the name of the ROM"), Pos: w.pos}
	mem.Depth, mem.Width = w.shape()
	w.keyword("=")
	mem.Contents = p.runs(w.any("the words of the ROM"), mem.Depth)
	p.memoryPorts(mem, w, "read")
}

// memoryPorts reads what follows the first line of a memory, ports of the given kinds.
func (p *parser) memoryPorts(mem *Memory, w *words, kinds ...string) {
	w.end()
	p.name(mem.Name, mem)
	mem.Doc = p.doc(2)
	p.m.Memories = append(p.m.Memories, mem)
	for p.more(2) {
		w := p.next(2, "a port of the memory")
		if w.oneOf(kinds) == 0 {
			p.readPort(mem, w)
		} else {
			p.writePort(mem, w)
		}
	}
}

func (p *parser) writePort(mem *Memory, w *words) {
	port := &WritePort{Pos: w.pos}
	mem.Writes = append(mem.Writes, port)
	p.defers(func() {
		port.Enable = w.expr()
		w.keyword("at")
		port.Addr = w.expr()
		w.keyword("data")
		port.Data = w.expr()
		port.Clock = w.clock()
		w.end()
	})
}

func (p *parser) readPort(mem *Memory, w *words) {
	port := &ReadPort{Name: w.name("the name of the read port"), Pos: w.pos}
	p.name(port.Name, readOf{mem, port})
	mem.Reads = append(mem.Reads, port)
	port.Sync = w.oneOf([]string{"async", "sync"}) == 1
	p.defers(func() {
		if port.Sync {
			port.Enable = w.expr()
		}
		w.keyword("at")
		port.Addr = w.expr()
		if port.Sync && w.flag("while") {
			for range mem.Writes {
				port.RDW = append(port.RDW, ReadDuringWrite(w.oneOf(readDuringWrite)))
			}
		}
		port.Clock = w.clock()
		w.end()
	})
}

// readOf is what the name of a read port stands for.
type readOf struct {
	mem  *Memory
	port *ReadPort
}

// defers has f read the rest of the present line when all names are known.
func (p *parser) defers(f func()) {
	number := p.number
	p.later = append(p.later, func() {
		p.number = number
		f()
	})
}

func (p *parser) instance(w *words) {
	in := &Instance{Name: w.name("the name of the instance"), Count: 1, Pos: w.pos}
	if w.skip("[") {
		in.Array, in.Count = true, w.size("the number of copies")
		w.need("]")
	}
	of := w.any("the name of the module")
	if in.Of = p.modules[of]; in.Of == nil {
		p.expected("a module that stands above", of)
	}
	in.Clock = w.clock()
	w.end()
	p.name(in.Name, in)
	p.m.Instances = append(p.m.Instances, in)
	in.Conns = make([]Conn, 0, len(in.Of.Inputs()))
	for p.more(2) {
		p.connection(in)
	}
}

func (p *parser) connection(in *Instance) {
	w := p.next(2, "a connection")
	name := w.name("an input of " + in.Of.Name)
	c := Conn{Port: p.ports[in.Of][name], Pos: w.pos}
	if c.Port == nil || c.Port.Kind != Input {
		p.expected("an input of "+in.Of.Name, name)
	}
	w.keyword("<-")
	i := len(in.Conns)
	in.Conns = append(in.Conns, c)
	p.defers(func() {
		in.Conns[i].Broadcast = w.flag("all")
		in.Conns[i].Value = w.expr()
		w.end()
	})
}

func isProperty(word string) bool { return word == "assert" || word == "assume" || word == "cover" }

func (p *parser) property() {
	w := p.next(1, "assert, assume or cover")
	x := &Property{Pos: w.pos}
	x.Kind = PropertyKind(w.oneOf([]string{Assert.String(), Assume.String(), Cover.String()}))
	x.Name = w.name("the name of the property")
	x.Cond = w.expr()
	x.Clock = w.clock()
	w.end()
	x.Doc = p.doc(2)
	p.m.Properties = append(p.m.Properties, x)
}
