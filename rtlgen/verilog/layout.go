package verilog

import "strings"

// unlimited is room for anything on one line.
const unlimited = 1 << 30

// maxColumn is where lines break if they can.
const maxColumn = 100

// form is the shape of an expression, all that parentheses depend on.
type form uint8

const (
	formAtom    form = iota // text
	formUnary               // op args[0]
	formReduce              // like formUnary, but easily misread beside & and |
	formBinary              // args joined by op
	formTernary             // args[0] ? args[1] : args[2]
	formList                // open args, args close: concatenations, calls, selects
)

// expr is a Verilog expression ready to be laid out.
type expr struct {
	form        form
	text        string // formAtom
	op          string // formUnary, formReduce, formBinary
	open, close string // formList
	args        []*expr
	newLine     bool // argument of a list: begins a line if the list has more than one
	chained     bool // formBinary: args has all terms of a chain, see terms
	length      int  // on one line; 0: not known
}

func atom(text string) *expr             { return &expr{form: formAtom, text: text} }
func unary(op string, a *expr) *expr     { return &expr{form: formUnary, op: op, args: []*expr{a}} }
func reduce(op string, a *expr) *expr    { return &expr{form: formReduce, op: op, args: []*expr{a}} }
func ternary(c, t, f *expr) *expr        { return &expr{form: formTernary, args: []*expr{c, t, f}} }
func list(o, c string, a ...*expr) *expr { return &expr{form: formList, open: o, close: c, args: a} }
func concat(a ...*expr) *expr            { return list("{", "}", a...) }
func call(f string, a ...*expr) *expr    { return list(f+"(", ")", a...) }
func selectOf(base string, index *expr) *expr {
	return list(base+"[", "]", index)
}

// associative operators chain without parentheses: a && b && c.
var associative = map[string]bool{"&&": true, "||": true, "&": true, "|": true, "^": true, "+": true}

// binary joins a and b; chains of one associative operator become one level.
func binary(op string, a, b *expr) *expr { return &expr{form: formBinary, op: op, args: []*expr{a, b}} }

// terms are the operands of a chain of one operator. They are collected once, where the
// chain ends: a term of a chain that is part of a longer one is not copied.
func (e *expr) terms() []*expr {
	if e.form != formBinary || e.chained {
		return e.args
	}
	var list []*expr
	var collect func(x *expr)
	collect = func(x *expr) {
		for i, a := range x.args {
			chains := associative[e.op] || i == 0 && e.op == "-"
			if chains && a.form == formBinary && a.op == e.op {
				collect(a)
			} else {
				list = append(list, a)
			}
		}
	}
	collect(e)
	e.args, e.chained = list, true
	return list
}

func isCompare(op string) bool {
	switch op {
	case "==", "!=", "<", "<=", ">", ">=":
		return true
	}
	return false
}

func isArithmetic(op string) bool { return op == "+" || op == "-" }

// needsParens reports whether child i of e is put in parentheses. The rule is
// stricter than Verilog's precedence, for readers who do not want to look that
// up: only comparisons inside && and ||, and sums inside comparisons, go without.
func (e *expr) needsParens(i int) bool {
	c := e.terms()[i]
	switch e.form {
	case formUnary, formReduce:
		return c.form != formAtom && c.form != formList
	case formTernary:
		switch c.form {
		case formTernary:
			return i != 2
		case formBinary, formReduce:
			return i == 0
		}
		return false
	case formBinary:
		switch c.form {
		case formReduce, formTernary:
			return true
		case formBinary:
			if e.op == "&&" || e.op == "||" {
				return !isCompare(c.op)
			}
			if isCompare(e.op) {
				return !isArithmetic(c.op)
			}
			if isArithmetic(e.op) && isArithmetic(c.op) {
				return i > 0
			}
			return true
		}
	}
	return false
}

// flat is the expression on one line.
func (e *expr) flat() string {
	w := &layout{}
	w.flat(e)
	return w.String()
}

// flatLength is the length of the expression on one line.
func (e *expr) flatLength() int {
	if e.length > 0 {
		return e.length
	}
	n := 0
	for i, a := range e.terms() {
		n += a.flatLength()
		if e.needsParens(i) {
			n += 2
		}
	}
	switch e.form {
	case formAtom:
		n = len(e.text)
	case formUnary, formReduce:
		n += len(e.op)
	case formBinary:
		n += (len(e.args) - 1) * (len(e.op) + 2)
	case formTernary:
		n += len(" ? ") + len(" : ")
	case formList:
		n += len(e.open) + len(e.close) + max(len(e.args)-1, 0)*len(", ")
	}
	e.length = n
	return n
}

// layout formats the expression from column col on, with room for tail more
// characters behind it, on several lines if one is too short. A chain breaks
// before its operators, which stand left of its operands, so col must leave room
// for them ("x = " and "if (" both do).
func (e *expr) layout(col, tail int) string {
	w := &layout{}
	w.expr(e, col, tail)
	return w.String()
}

// layout is text being laid out.
type layout struct {
	strings.Builder
	line int // where the last line begins
}

func (w *layout) newline(indent int) {
	w.WriteByte('\n')
	w.line = w.Len()
	w.WriteString(strings.Repeat(" ", max(indent, 0)))
}

func (w *layout) flat(e *expr) {
	switch e.form {
	case formAtom:
		w.WriteString(e.text)
	case formUnary, formReduce:
		w.WriteString(e.op)
		w.flatArg(e, 0)
	case formBinary:
		for i := range e.terms() {
			if i > 0 {
				w.WriteString(" " + e.op + " ")
			}
			w.flatArg(e, i)
		}
	case formTernary:
		w.flatArg(e, 0)
		w.WriteString(" ? ")
		w.flatArg(e, 1)
		w.WriteString(" : ")
		w.flatArg(e, 2)
	case formList:
		w.WriteString(e.open)
		for i := range e.args {
			if i > 0 {
				w.WriteString(", ")
			}
			w.flatArg(e, i)
		}
		w.WriteString(e.close)
	}
}

func (w *layout) flatArg(e *expr, i int) {
	if e.needsParens(i) {
		w.WriteByte('(')
		w.flat(e.args[i])
		w.WriteByte(')')
		return
	}
	w.flat(e.args[i])
}

// argLength is the length of an argument on one line.
func (e *expr) argLength(i int) int {
	n := e.terms()[i].flatLength()
	if e.needsParens(i) {
		n += 2
	}
	return n
}

func (w *layout) expr(e *expr, col, tail int) {
	if col+e.flatLength()+tail <= maxColumn {
		w.flat(e)
		return
	}
	switch e.form {
	case formUnary, formReduce:
		w.WriteString(e.op)
		w.arg(e, 0, col+len(e.op), tail)
	case formBinary:
		w.binary(e, col, tail)
	case formTernary:
		w.ternary(e, col, tail)
	case formList:
		w.list(e, col, tail)
	default:
		w.WriteString(e.text)
	}
}

func (w *layout) arg(e *expr, i, col, tail int) {
	if e.needsParens(i) {
		w.WriteByte('(')
		w.expr(e.args[i], col+1, tail+1)
		w.WriteByte(')')
		return
	}
	w.expr(e.args[i], col, tail)
}

func (w *layout) binary(e *expr, col, tail int) {
	for i := range e.terms() {
		if i > 0 {
			w.newline(col - len(e.op) - 1)
			w.WriteString(e.op + " ")
		}
		if i == len(e.args)-1 {
			w.arg(e, i, col, tail)
		} else {
			w.arg(e, i, col, 0)
		}
	}
}

// ternary puts condition and first value on one line if they fit, and the
// other value, which may be another such choice, below.
func (w *layout) ternary(e *expr, col, tail int) {
	if col+e.argLength(0)+len(" ? ")+e.argLength(1) <= maxColumn {
		w.flatArg(e, 0)
		w.WriteString(" ? ")
		w.flatArg(e, 1)
	} else {
		w.arg(e, 0, col, 0)
		w.newline(col - 2)
		w.WriteString("? ")
		w.arg(e, 1, col, 0)
	}
	w.newline(col - 2)
	w.WriteString(": ")
	w.arg(e, 2, col, tail)
}

// list fills lines with the arguments, all starting in one column.
func (w *layout) list(e *expr, col, tail int) {
	at := col + len(e.open)
	used := at
	w.WriteString(e.open)
	for i, a := range e.args {
		t := 1
		if i == len(e.args)-1 {
			t = tail + len(e.close)
		}
		length := e.argLength(i)
		if i > 0 {
			if !a.newLine && used+1+length+t <= maxColumn {
				w.WriteByte(' ')
				used++
			} else {
				w.newline(at)
				used = at
			}
		}
		from := w.Len()
		if used+length+t > maxColumn {
			w.arg(e, i, used, t)
		} else {
			w.flatArg(e, i)
		}
		if w.line > from {
			used = w.Len() - w.line
		} else {
			used += w.Len() - from
		}
		if i < len(e.args)-1 {
			w.WriteByte(',')
			used++
		}
	}
	w.WriteString(e.close)
}
