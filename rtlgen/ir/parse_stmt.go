package ir

import (
	"math/big"
	"strconv"
	"strings"
)

// body reads the statements at a level.
func (p *parser) body(level int) []Stmt {
	var list []Stmt
	for p.more(level) {
		list = append(list, p.stmt(level))
	}
	return list
}

func (p *parser) stmt(level int) Stmt {
	kind := p.peek(level)
	w := p.next(level, "a statement")
	switch kind {
	case "if":
		return p.ifStmt(level, w)
	case "switch":
		return p.switchStmt(level, w)
	case "for":
		return p.loop(level, w)
	}
	return p.assign(w)
}

func (p *parser) ifStmt(level int, w *words) Stmt {
	w.keyword("if")
	s := &If{Cond: w.expr(), Pos: w.pos}
	w.end()
	s.Then = p.body(level + 1)
	last := s
	for p.branch(level, "else") {
		w := p.next(level, "else")
		w.keyword("else")
		if !w.flag("if") {
			w.end()
			last.Else = p.body(level + 1)
			break
		}
		next := &If{Cond: w.expr(), Pos: w.pos}
		w.end()
		next.Then = p.body(level + 1)
		last.Else = []Stmt{next}
		last = next
	}
	return s
}

// branch reports whether the next line is one of a statement that has begun.
func (p *parser) branch(level int, word string) bool {
	return p.peek(level) == word && p.lines[0].level == level
}

func (p *parser) switchStmt(level int, w *words) Stmt {
	w.keyword("switch")
	s := &Switch{Subject: w.expr(), Pos: w.pos}
	w.end()
	for p.branch(level, "case") {
		w := p.next(level, "case")
		w.keyword("case")
		k := Case{Pos: w.pos}
		for more := w.rest != ""; more; more = w.skip(",") {
			w.caseValue(&k)
		}
		w.end()
		k.Body = p.body(level + 1)
		s.Cases = append(s.Cases, k)
	}
	if p.branch(level, "default") {
		p.next(level, "default")
		s.Default = p.body(level + 1)
	}
	return s
}

// caseValue reads a number, or a constant with a name.
func (w *words) caseValue(k *Case) {
	if w.blanks(); w.rest == "" || isDigit(rune(w.rest[0])) {
		k.Values = append(k.Values, w.big("a value"))
		return
	}
	name := w.name("a value")
	c, ok := w.p.names[name].(*Constant)
	if !ok {
		w.p.expected("a value", name)
	}
	k.Labels = append(k.Labels, make([]*Constant, len(k.Values)-len(k.Labels))...)
	k.Labels = append(k.Labels, c)
	k.Values = append(k.Values, c.Value)
}

func (p *parser) loop(level int, w *words) Stmt {
	w.keyword("for")
	l := &Loop{Var: w.name("the name of the index"), Pos: w.pos}
	l.N = w.size("the number of rounds")
	w.end()
	p.loops = append(p.loops, l)
	l.Body = p.body(level + 1)
	p.loops = p.loops[:len(p.loops)-1]
	return l
}

func (p *parser) assign(w *words) Stmt {
	name := w.name("a statement")
	a := &Assign{Pos: w.pos}
	width := 0 // of the part, where it is told
	switch x := p.names[name].(type) {
	case *Array:
		a.Arr = x
		w.need("[")
		a.Index = w.expr()
		w.need("]")
	case *Signal:
		a.Sig, width = x, x.Width
		if w.skip("[") {
			hi := w.number("the highest bit")
			w.need(":")
			a.Lo = w.number("the lowest bit")
			w.need("]")
			width = hi - a.Lo + 1
		} else if w.skip("{") {
			a.Index = w.expr()
			w.keyword("*")
			width = w.size("the width of a lane")
			w.need("}")
		}
	default:
		p.expected("a statement, or a signal or array to assign", name)
	}
	w.keyword("=")
	a.Value = w.expr()
	w.end()
	if width != 0 && a.Value.Width != width {
		p.fail("%d bits are assigned to %d bits of %s", a.Value.Width, width, name)
	}
	return a
}

// words is a line being read.
type words struct {
	p    *parser
	rest string
	pos  Pos
}

// position takes " @ file:line" off the end; a name that could be misread stands in
// quotes.
func (w *words) position() {
	i := strings.LastIndex(w.rest, " @ ")
	if i < 0 {
		return
	}
	file, line, ok := cutLast(w.rest[i+3:], ":")
	ok = ok && !strings.ContainsAny(file, " \"")
	if j := strings.LastIndex(w.rest, ` @ "`); j >= 0 { // the name may have the mark in it
		if q, err := strconv.QuotedPrefix(w.rest[j+3:]); err == nil {
			i = j
			file, _ = strconv.Unquote(q)
			line, ok = strings.CutPrefix(w.rest[j+3+len(q):], ":")
		}
	}
	n, isNumber := new(big.Int).SetString(line, 10)
	if !ok || !isNumber || file == "" {
		return
	}
	w.rest, w.pos = w.rest[:i], Pos{File: file, Line: int(n.Int64())}
}

func cutLast(s, sep string) (before, after string, found bool) {
	i := strings.LastIndex(s, sep)
	if i < 0 {
		return s, "", false
	}
	return s[:i], s[i+len(sep):], true
}

func (w *words) blanks() { w.rest = strings.TrimLeft(w.rest, " ") }

func (w *words) found() string {
	if w.blanks(); w.rest == "" {
		return "the end of the line"
	}
	return w.rest
}

// skip takes a mark if it comes next.
func (w *words) skip(mark string) bool {
	w.blanks()
	rest, ok := strings.CutPrefix(w.rest, mark)
	if ok {
		w.rest = rest
	}
	return ok
}

func (w *words) need(mark string) {
	if !w.skip(mark) {
		w.p.expected(mark, w.found())
	}
}

// flag takes a word if it comes next.
func (w *words) flag(word string) bool {
	w.blanks()
	rest, ok := strings.CutPrefix(w.rest, word)
	if !ok || rest != "" && rest[0] != ' ' {
		return false
	}
	w.rest = rest
	return true
}

func (w *words) keyword(word string) {
	if !w.flag(word) {
		w.p.expected(word, w.found())
	}
}

func (w *words) oneOf(list []string) int {
	for i, word := range list {
		if w.flag(word) {
			return i
		}
	}
	w.p.expected(strings.Join(list, " or "), w.found())
	return 0
}

// while takes the characters for which ok holds.
func (w *words) while(what string, ok func(c rune) bool) string {
	w.blanks()
	n := strings.IndexFunc(w.rest, func(c rune) bool { return !ok(c) })
	if n < 0 {
		n = len(w.rest)
	}
	if n == 0 {
		w.p.expected(what, w.found())
	}
	s := w.rest[:n]
	w.rest = w.rest[n:]
	return s
}

// any is everything up to a blank.
func (w *words) any(what string) string {
	return w.while(what, func(c rune) bool { return c != ' ' })
}

func isDigit(c rune) bool { return c >= '0' && c <= '9' }

func isNameRune(c rune) bool {
	return c == '_' || c == '$' || isDigit(c) || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z'
}

func (w *words) name(what string) string {
	if w.blanks(); w.rest != "" && isDigit(rune(w.rest[0])) {
		w.p.expected(what, w.rest)
	}
	return w.while(what, isNameRune)
}

func (w *words) big(what string) *big.Int {
	x, _ := new(big.Int).SetString(w.while(what, isDigit), 10)
	return x
}

// number is a place.
func (w *words) number(what string) int {
	x := w.big(what)
	if x.BitLen() > 24 {
		w.p.expected(what, x.String())
	}
	return int(x.Int64())
}

// size is a count or width: 1 or more.
func (w *words) size(what string) int {
	n := w.number(what)
	if n == 0 {
		w.p.expected(what+", 1 or more", "0")
	}
	return n
}

// shape is depth and width.
func (w *words) shape() (depth, width int) {
	depth = w.size("the depth")
	w.keyword("x")
	return depth, w.size("the width")
}

func (w *words) end() {
	if w.blanks(); w.rest != "" {
		w.p.expected("the end of the line", w.rest)
	}
}
