package ir

import (
	"fmt"
	"strconv"
	"strings"
)

// text is a word, or a text in quotes.
func (w *words) text(what string) string {
	if w.blanks(); !strings.HasPrefix(w.rest, `"`) {
		return w.any(what)
	}
	return w.quoted(what)
}

func (w *words) quoted(what string) string {
	w.blanks()
	q, err := strconv.QuotedPrefix(w.rest)
	if err != nil || q[0] != '"' {
		w.p.expected(what, w.found())
	}
	w.rest = w.rest[len(q):]
	s, _ := strconv.Unquote(q)
	return s
}

// expr reads an expression with the slices behind it.
func (w *words) expr() *Node {
	n := w.primary()
	for w.skip("[") {
		hi := w.number("the highest bit")
		w.need(":")
		lo := w.number("the lowest bit")
		w.need("]")
		if hi < lo || hi >= n.Width {
			w.p.expected(fmt.Sprintf("a slice of %d bits", n.Width), fmt.Sprintf("[%d:%d]", hi, lo))
		}
		n = w.node(&Node{Op: OpSlice, Width: hi - lo + 1, Lo: lo, Args: []*Node{n}})
	}
	return n
}

func (w *words) primary() *Node {
	if w.blanks(); w.rest != "" && isDigit(rune(w.rest[0])) {
		return w.constant()
	}
	if w.skip("&") {
		return w.anchor()
	}
	name := w.name("an expression")
	if w.skip("(") {
		return w.call(name)
	}
	return w.leaf(name)
}

func (w *words) constant() *Node {
	width := w.size("the width of a constant")
	w.need("'")
	x := w.big("the value of the constant")
	if x.BitLen() > width {
		w.p.expected(fmt.Sprintf("a value of %d bits", width), x.String())
	}
	return w.node(&Node{Op: OpConst, Width: width, Const: x})
}

// leaf is what a name stands for.
func (w *words) leaf(name string) *Node {
	for i := len(w.p.loops) - 1; i >= 0; i-- {
		if l := w.p.loops[i]; l.Var == name {
			return w.node(&Node{Op: OpLoopVar, Width: IndexBits(l.N), Loop: l})
		}
	}
	switch x := w.p.names[name].(type) {
	case *Constant:
		return w.node(&Node{Op: OpConst, Width: x.Width, Const: x.Value, Named: x})
	case *Signal:
		return w.node(&Node{Op: OpSignal, Width: x.Width, Sig: x})
	case readOf:
		return w.node(&Node{Op: OpMemRead, Width: x.mem.Width, Mem: x.mem, Read: x.port})
	case *Array:
		w.need("[")
		index := w.expr()
		w.need("]")
		return w.node(&Node{Op: OpElem, Width: x.Width, Arr: x, Args: []*Node{index}})
	case *Instance:
		w.need(".")
		port := w.name("an output of " + x.Of.Name)
		s := w.p.ports[x.Of][port]
		if s == nil || s.Kind != Output {
			w.p.expected("an output of "+x.Of.Name, port)
		}
		return w.node(&Node{Op: OpInstOut, Width: s.Width * x.Count, Inst: x, Port: s})
	}
	w.p.expected("an expression", name+", which names nothing with a value here")
	return nil
}

// call is an operation: its name, with the width or the number of rows where the
// arguments do not give it.
func (w *words) call(word string) *Node {
	name := strings.TrimRightFunc(word, isDigit)
	o, ok := opNamed(name)
	if !ok {
		w.p.expected("the name of an operation", word)
	}
	n, row := &Node{Op: o}, o.row()
	digits := word[len(name):]
	size, err := strconv.Atoi(digits)
	switch {
	case row.extra != sized && row.extra != rowed && digits == "" && o != OpSlice:
	case row.extra == sized && err == nil && size > 0:
		n.Width = size
	case row.extra == rowed && err == nil && size > 0:
		n.Rows = size
	default:
		w.p.expected("the form of "+usage(o), word)
	}
	for more := true; more; more = w.skip(",") {
		n.Args = append(n.Args, w.expr())
	}
	w.need(")")
	if row.args != variadic && len(n.Args) != row.args {
		w.p.fail("%s takes %d arguments, here are %d", name, row.args, len(n.Args))
	}
	width := row.width(n)
	if width == 0 {
		w.p.fail("the arguments of %s have widths that do not fit: %s", word, widthsOf(n.Args))
	}
	n.Width = width
	return w.node(n)
}

// usage is how an operation is written.
func usage(o Op) string {
	name := o.String()
	switch o.row().extra {
	case sized:
		name += "WIDTH"
	case rowed:
		name += "ROWS"
	case sliced:
		return "A[HIGH:LOW]"
	}
	return name + "(...)"
}

func widthsOf(args []*Node) string {
	parts := make([]string, len(args))
	for i, a := range args {
		parts[i] = strconv.Itoa(a.Width)
	}
	return strings.Join(parts, ", ")
}

// node is n, or the node of the module that is equal to it.
func (w *words) node(n *Node) *Node {
	var key strings.Builder
	fmt.Fprintf(&key, "%d %d %d %d %v %p %p %p %p %p %p %p", n.Op, n.Width, n.Lo, n.Rows, n.Const, n.Named, n.Sig, n.Arr,
		n.Read, n.Inst, n.Port, n.Loop)
	for _, a := range n.Args {
		fmt.Fprintf(&key, " %p", a)
	}
	if old := w.p.nodes[key.String()]; old != nil {
		return old
	}
	n.Pos = w.pos
	w.p.nodes[key.String()] = n
	return n
}
