package verilog

import (
	"fmt"
	"math/big"
	"slices"
	"strings"

	"culprit.example/culprit/rtlgen/ir"
)

// functions are the Verilog functions that a module uses, in the order of first
// use. The key is operation and widths; name is the function's name in the
// module.
type functions struct {
	order []*function
	byKey map[string]*function
}

type function struct {
	key, name string
	guard     guard // around all that calls it
	doc       string
	width     int
	args      []string // "[7:0] bits"
	locals    []string
	body      []string // @ stands for the function's name
}

// vectorOp prints the operations that have no operator in Verilog.
func (p *printer) vectorOp(n *ir.Node) *expr {
	a := n.Args[0]
	x := p.expr(a, plain)
	switch n.Op {
	case ir.OpRotL, ir.OpRotR:
		return p.rotate(n, x)
	case ir.OpDecode:
		one := atom(constant(big.NewInt(1), n.Width))
		if a.Width > 32 {
			return call(p.wideShift(n), one, x)
		}
		return binary("<<", one, x)
	case ir.OpOneHotMux:
		lanes := p.expr(n.Args[1], plain)
		if a.Width == 1 {
			return binary("&", replicate(n.Width, x), lanes)
		}
		if n.Width == 1 {
			return reduce("|", binary("&", x, lanes))
		}
		return call(p.oneHotMux(a.Width, n.Width), x, lanes)
	case ir.OpTranspose:
		if n.Rows == 1 || n.Rows == n.Width {
			return x
		}
		return call(p.transpose(n.Rows, n.Width/n.Rows), x)
	}
	if a.Width == 1 {
		switch n.Op {
		case ir.OpPriority:
			return zeros(1)
		case ir.OpFirst:
			return concat(x, unary("~", x))
		}
		return x // a single bit is its own lowest one and its own count
	}
	switch n.Op {
	case ir.OpPriority:
		return call(p.lowestSet(a.Width), x)
	case ir.OpFirst:
		return call(p.firstOne(a.Width), x)
	case ir.OpLowestOne:
		return call(p.lowestOne(a.Width), x)
	case ir.OpPopCount:
		return call(p.countOnes(a.Width), x)
	}
	panic(fmt.Sprintf("BUG: %s: no Verilog for operation %s", n.Pos, n.Op))
}

// function makes f known to the module and returns its name.
func (p *printer) function(f *function) string {
	if g := p.funcs.byKey[f.key]; g != nil {
		g.guard = min(g.guard, p.guard)
		return g.name
	}
	f.guard = p.guard
	f.name = p.names.claim(f.key, f.key+"_of")
	p.funcs.add(f)
	return f.name
}

func (l *functions) add(f *function) {
	if l.byKey == nil {
		l.byKey = map[string]*function{}
	}
	l.order = append(l.order, f)
	l.byKey[f.key] = f
}

// functions writes the functions sorted by name, so that a new use of one does
// not move the others.
func (p *printer) functions() {
	order := slices.Clone(p.funcs.order)
	slices.SortFunc(order, func(a, b *function) int { return strings.Compare(a.name, b.name) })
	for _, f := range order {
		p.guarded(f.guard, func() { p.functionText(f) })
	}
}

func (p *printer) functionText(f *function) {
	p.line(1, "// %s", f.doc)
	head := fmt.Sprintf("function%s %s(", vector(f.width), f.name)
	for i, a := range f.args {
		if i > 0 {
			head += ", "
		}
		head += "input" + a
	}
	p.line(1, "%s);", head)
	for _, l := range f.locals {
		p.line(2, "%s;", l)
	}
	p.line(2, "begin")
	for _, l := range f.body {
		p.line(3, "%s", strings.ReplaceAll(l, "@", f.name))
	}
	p.line(2, "end")
	p.line(1, "endfunction")
}

// arg declares an argument of a function.
func arg(width int, name string) string { return vector(width) + " " + name }

// local is a name for use inside a function.
func (p *printer) local(name string) string { return p.names.free(name, name+"_in") }

func (p *printer) countOnes(w int) string {
	x, i := p.local("bits"), p.local("n")
	r := ir.CountBits(w)
	return p.function(&function{
		key: fmt.Sprintf("count_ones_%d", w), width: r, args: []string{arg(w, x)}, locals: []string{"integer " + i},
		doc: "The number of ones.",
		body: []string{
			fmt.Sprintf("@ = %d'd0;", r),
			fmt.Sprintf("for (%s = 0; %s < %d; %s = %s + 1)", i, i, w, i, i),
			fmt.Sprintf("    @ = @ + {%d'd0, %s[%s]};", r-1, x, i),
		}})
}

func (p *printer) transpose(rows, cols int) string {
	x, r, c := p.local("bits"), p.local("row"), p.local("column")
	return p.function(&function{
		key: fmt.Sprintf("transpose_%dx%d", rows, cols), width: rows * cols,
		args: []string{arg(rows*cols, x)}, locals: []string{"integer " + r, "integer " + c},
		doc: fmt.Sprintf("%d rows of %d bits become %d rows of %d bits.", rows, cols, cols, rows),
		body: []string{
			fmt.Sprintf("@ = %s;", zeros(rows*cols).flat()),
			fmt.Sprintf("for (%s = 0; %s < %d; %s = %s + 1)", r, r, rows, r, r),
			fmt.Sprintf("    for (%s = 0; %s < %d; %s = %s + 1)", c, c, cols, c, c),
			fmt.Sprintf("        @[%s*%d + %s] = %s[%s*%d + %s];", c, rows, r, x, r, cols, c),
		}})
}

func (p *printer) signExtend(from, to int) string {
	x := p.local("value")
	return p.function(&function{
		key: fmt.Sprintf("sign_extend_%d_to_%d", from, to), width: to, args: []string{arg(from, x)},
		doc:  "Copies of the sign bit above the value.",
		body: []string{fmt.Sprintf("@ = {%s, %s};", replicate(to-from, atom(fmt.Sprintf("%s[%d]", x, from-1))).flat(), x)}})
}

// lowBits and bitsFunction extract bits of an expression without a name. The
// other bits go to an unused_ wire, so that lint reports nothing.
func (p *printer) lowBits(from, to int) string { return p.bitsFunction(from, 0, to) }

func (p *printer) bitsFunction(from, lo, w int) string {
	x := p.local("value")
	key := fmt.Sprintf("bits_%d_to_%d_of_%d", lo+w-1, lo, from)
	unused := p.local("unused_bits")
	f := &function{key: key, width: w, args: []string{arg(from, x)},
		doc:    fmt.Sprintf("Bits %d to %d of %d.", lo+w-1, lo, from),
		locals: []string{"reg " + unused}}
	rest := concat(atom("1'b0"))
	if hi := from - lo - w; hi > 0 {
		rest.args = append(rest.args, atom(bitsOf(x, from, lo+w, hi)))
	}
	if lo > 0 {
		rest.args = append(rest.args, atom(bitsOf(x, from, 0, lo)))
	}
	f.body = []string{
		fmt.Sprintf("%s = &%s;", unused, rest.flat()),
		fmt.Sprintf("@ = %s;", bitsOf(x, from, lo, w)),
	}
	return p.function(f)
}

// wideShift is a shift by an amount of more than 32 bits, which some tools
// reject.
func (p *printer) wideShift(n *ir.Node) string {
	b := n.Args[len(n.Args)-1]
	x, k := p.local("value"), p.local("amount")
	kind, over, shifted := "left", zeros(n.Width).flat(), x+" << "+k
	switch n.Op {
	case ir.OpShr:
		kind, shifted = "right", x+" >> "+k
	case ir.OpSar:
		kind, over = "right_signed", fmt.Sprintf("{%d{%s[%d]}}", n.Width, x, n.Width-1)
		if n.Width == 1 {
			over = x
		}
		shifted = fmt.Sprintf("$unsigned($signed(%s) >>> %s", x, k)
	}
	shifted += "[31:0]"
	if n.Op == ir.OpSar {
		shifted += ")"
	}
	return p.function(&function{
		key: fmt.Sprintf("shift_%s_%d_by_%d", kind, n.Width, b.Width), width: n.Width,
		args: []string{arg(n.Width, x), arg(b.Width, k)},
		doc:  "A shift by an amount of more than 32 bits.",
		body: []string{
			fmt.Sprintf("if (|%s) @ = %s;", bitsOf(k, b.Width, 32, b.Width-32), over),
			fmt.Sprintf("else @ = %s;", shifted),
		}})
}

// rotate prints rotations: by a constant as a concatenation, else by a function.
func (p *printer) rotate(n *ir.Node, x *expr) *expr {
	w, b := n.Width, n.Args[1]
	if w == 1 {
		return x
	}
	if isConst(b) {
		k := int(new(big.Int).Mod(b.Const, big.NewInt(int64(w))).Int64())
		if k == 0 {
			return x
		}
		if n.Op == ir.OpRotR {
			k = w - k
		}
		high, ok1 := p.part(n.Args[0], 0, w-k)
		low, ok2 := p.part(n.Args[0], w-k, k)
		if ok1 && ok2 {
			return concat(high, low)
		}
	}
	return call(p.rotateFunction(n.Op, w, b.Width), x, p.expr(b, plain))
}

func (p *printer) rotateFunction(op ir.Op, w, amount int) string {
	kind, there, back := "left", "<<", ">>"
	if op == ir.OpRotR {
		kind, there, back = "right", ">>", "<<"
	}
	x, k, n := p.local("value"), p.local("amount"), p.local("n")
	// n is the amount modulo w, in the bits that hold w.
	bits := ir.CountBits(w)
	wide := max(bits, amount)
	mod := k
	if wide > amount {
		mod = fmt.Sprintf("{%d'd0, %s}", wide-amount, k)
	}
	f := &function{key: fmt.Sprintf("rotate_%s_%d_by_%d", kind, w, amount), width: w,
		args: []string{arg(w, x), arg(amount, k)}, locals: []string{"reg" + arg(wide, n)},
		doc: fmt.Sprintf("Rotation to the %s by %s modulo %d.", kind, k, w)}
	if amount >= 63 || 1<<amount > w {
		mod = fmt.Sprintf("%s %% %d'd%d", mod, wide, w)
	}
	by := bitsOf(n, wide, 0, bits)
	f.body = []string{
		fmt.Sprintf("%s = %s;", n, mod),
		fmt.Sprintf("@ = (%s %s %s) | (%s %s (%d'd%d - %s));", x, there, by, x, back, bits, w, by),
	}
	if wide > bits {
		// The high bits of the remainder are 0; reading them avoids a lint
		// warning.
		f.locals = append(f.locals, "reg "+p.local("unused_bits"))
		f.body = append(f.body, fmt.Sprintf("%s = &%s;", p.local("unused_bits"), bitsOf(n, wide, bits, wide-bits)))
	}
	return p.function(f)
}
