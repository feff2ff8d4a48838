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
func binary(op string, a, b *expr) *expr {
	e := &expr{form: formBinary, op: op}
	leftChains := associative[op] || op == "-"
	if leftChains && a.form == formBinary && a.op == op {
		e.args = append(e.args, a.args...)
	} else {
		e.args = append(e.args, a)
	}
	if associative[op] && b.form == formBinary && b.op == op {
		e.args = append(e.args, b.args...)
	} else {
		e.args = append(e.args, b)
	}
	return e
}

func isCompare(op string) bool {
	switch op {
	case "==", "!=", "<", "<=", ">", ">=":
		return true
	}
	return false
}

func isArithmetic(op string) bool { return op == "+" || op == "-" }

// needsParens tells whether child i of e is put in parentheses. The rule is
// stricter than Verilog's precedence, for readers who do not want to look that
// up: only comparisons inside && and ||, and sums inside comparisons, go without.
func (e *expr) needsParens(i int) bool {
	c := e.args[i]
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
	var sb strings.Builder
	e.writeFlat(&sb)
	return sb.String()
}

func (e *expr) writeFlat(sb *strings.Builder) {
	arg := func(i int) {
		if e.needsParens(i) {
			sb.WriteByte('(')
			e.args[i].writeFlat(sb)
			sb.WriteByte(')')
			return
		}
		e.args[i].writeFlat(sb)
	}
	switch e.form {
	case formAtom:
		sb.WriteString(e.text)
	case formUnary, formReduce:
		sb.WriteString(e.op)
		arg(0)
	case formBinary:
		for i := range e.args {
			if i > 0 {
				sb.WriteString(" " + e.op + " ")
			}
			arg(i)
		}
	case formTernary:
		arg(0)
		sb.WriteString(" ? ")
		arg(1)
		sb.WriteString(" : ")
		arg(2)
	case formList:
		sb.WriteString(e.open)
		for i := range e.args {
			if i > 0 {
				sb.WriteString(", ")
			}
			arg(i)
		}
		sb.WriteString(e.close)
	}
}

// layout formats the expression from column col on, with room for tail more
// characters behind it, on several lines if one is too short. A chain breaks
// before its operators, which stand left of its operands, so col must leave room
// for them ("x = " and "if (" both do).
func (e *expr) layout(col, tail int) string {
	if s := e.flat(); col+len(s)+tail <= maxColumn {
		return s
	}
	arg := func(i, col, tail int) string {
		if e.needsParens(i) {
			return "(" + e.args[i].layout(col+1, tail+1) + ")"
		}
		return e.args[i].layout(col, tail)
	}
	switch e.form {
	case formUnary, formReduce:
		return e.op + arg(0, col+len(e.op), tail)
	case formBinary:
		return e.layoutBinary(col, tail, arg)
	case formTernary:
		return e.layoutTernary(col, tail, arg)
	case formList:
		return e.layoutList(col, tail, arg)
	}
	return e.text
}

func (e *expr) layoutBinary(col, tail int, arg func(i, col, tail int) string) string {
	gutter := newline(col-len(e.op)-1) + e.op + " "
	s := ""
	for i := range e.args {
		if i == len(e.args)-1 {
			s += gutter + arg(i, col, tail)
		} else if i == 0 {
			s += arg(i, col, 0)
		} else {
			s += gutter + arg(i, col, 0)
		}
	}
	return s
}

// layoutTernary puts condition and first value on one line if they fit, and the
// other value, which may be another such choice, below.
func (e *expr) layoutTernary(col, tail int, arg func(i, col, tail int) string) string {
	cond, first := arg(0, 0, -unlimited), arg(1, 0, -unlimited)
	s := cond + " ? " + first
	if col+len(s) > maxColumn {
		s = arg(0, col, 0) + newline(col-2) + "? " + arg(1, col, 0)
	}
	return s + newline(col-2) + ": " + arg(2, col, tail)
}

// layoutList fills lines with the arguments, all starting in one column.
func (e *expr) layoutList(col, tail int, arg func(i, col, tail int) string) string {
	at := col + len(e.open)
	s, used := e.open, at
	for i := range e.args {
		t := 1
		if i == len(e.args)-1 {
			t = tail + len(e.close)
		}
		flat := arg(i, 0, -unlimited)
		if i > 0 {
			if !e.args[i].newLine && used+1+len(flat)+t <= maxColumn {
				s += " "
				used++
			} else {
				s += newline(at)
				used = at
			}
		}
		if used+len(flat)+t > maxColumn {
			flat = arg(i, used, t)
		}
		s += flat
		if k := strings.LastIndexByte(flat, '\n'); k >= 0 {
			used = len(flat) - k - 1
		} else {
			used += len(flat)
		}
		if i < len(e.args)-1 {
			s += ","
			used++
		}
	}
	return s + e.close
}

func newline(indent int) string { return "\n" + strings.Repeat(" ", max(indent, 0)) }
