package verilog

import (
	"fmt"
	"math/big"
	"math/bits"
	"slices"

	"culprit.example/culprit/rtlgen/ir"
)

// name is the text of a node that has a name and can therefore be part-selected.
func (p *printer) name(n *ir.Node) (*expr, bool) {
	if name, ok := p.writes[n]; ok {
		return atom(name), true
	}
	switch n.Op {
	case ir.OpSignal:
		return atom(n.Sig.Name), true
	case ir.OpMemRead:
		return atom(n.Read.Name), true
	case ir.OpInstOut:
		return atom(p.plan.nets[instPort{n.Inst, n.Port}]), true
	case ir.OpElem:
		return p.element(n), true
	case ir.OpLoopVar:
		return p.loopVar(p.loopName(n.Loop), 0, n.Width), true
	}
	return nil, false
}

// loopName is the name of what a loop counts with.
func (p *printer) loopName(l *ir.Loop) string {
	if l == p.generating {
		return p.generated
	}
	return l.Var
}

// loopVar is a sized part-select of the integer that a loop counts with.
func (p *printer) loopVar(name string, lo, width int) *expr {
	if lo >= 32 {
		return zeros(width)
	}
	if lo+width > 32 {
		return concat(zeros(lo+width-32), p.loopVar(name, lo, 32-lo))
	}
	return atom(bitsOf(name, 32, lo, width))
}

// element reads a register array. In some simulators a change of an element does
// not trigger always @* (Icarus Verilog warns that it is sensitive to all
// elements). There the element is read through a wire: one of its own if the
// index is a name or a constant, otherwise a part of the array's view.
func (p *printer) element(n *ir.Node) *expr {
	index := n.Args[0]
	switch {
	case !p.inComb:
		return selectOf(n.Arr.Name, p.index(index, n.Arr.Depth))
	case p.throughView(n):
		if needsSpacing(n.Arr.Width, n.Arr.Depth, index) {
			f := p.laneFunction(n.Arr.Width*n.Arr.Depth, n.Arr.Width)
			return call(f, atom(p.view(n.Arr)), p.resize(index, addressBits(n.Arr.Depth)))
		}
		return p.laneSelect(p.view(n.Arr), n.Arr.Width*n.Arr.Depth, n.Arr.Width, index)
	}
	return atom(p.tap(n, 0, n.Width))
}

// tap is the wire through which always @* blocks read one element of an array.
type tap struct {
	arr         *ir.Array
	index, name string
	used        [2]usage // of its own bits, by the logic and by verification-only state
}

// tapKey is what a tap reads.
type tapKey struct {
	arr   *ir.Array
	index string
}

// tap is part of the tap of an element whose index is a name or a constant.
func (p *printer) tap(n *ir.Node, lo, width int) string {
	index := p.index(n.Args[0], n.Arr.Depth).flat()
	key := tapKey{n.Arr, index}
	t := p.tapOf[key]
	if t == nil {
		at := n.Arr.Name + "_at_"
		if isConst(n.Args[0]) {
			at += n.Args[0].Const.String()
		} else {
			at += n.Args[0].Sig.Name
		}
		t = &tap{n.Arr, index, p.names.claim(at, at+"_tap"), [2]usage{{}, {}}}
		p.taps, p.tapOf[key] = append(p.taps, t), t
	}
	t.used[bit(p.inVerificationOnly)].mark(t.name, lo, width)
	return bitsOf(t.name, n.Width, lo, width)
}

// view is the vector of all elements of an array.
type view struct {
	name string
	real bool // read by the logic, not only by verification-only state
}

// view is the name of the array's view.
func (p *printer) view(a *ir.Array) string {
	v := p.views[a]
	if v == nil {
		v = &view{name: p.names.claim(a.Name+"_flat", a.Name+"_elements")}
		p.views[a] = v
	}
	v.real = v.real || !p.inVerificationOnly
	return v.name
}

func bit(b bool) int {
	if b {
		return 1
	}
	return 0
}

// throughView reports whether n is printed as a part-select of its array's view,
// which cannot be selected from again.
func (p *printer) throughView(n *ir.Node) bool {
	return n.Op == ir.OpElem && p.inComb && !isConst(n.Args[0]) && n.Args[0].Op != ir.OpSignal
}

func isConst(n *ir.Node) bool { return n.Op == ir.OpConst }

// addressBits is the width that Verilog expects of an index into n things.
func addressBits(n int) int { return bits.Len(uint(n - 1)) }

// index is n as an index into depth elements, with exactly the bits that depth
// needs. A read beyond the end is arbitrary, so that high bits may be dropped.
func (p *printer) index(n *ir.Node, depth int) *expr {
	want := addressBits(depth)
	switch {
	case want == 0:
		return atom("0")
	case isConst(n):
		if e, ok := p.indexLabel(n, depth); ok {
			return e
		}
		return atom(new(big.Int).Mod(n.Const, big.NewInt(int64(depth))).String())
	case n.Op == ir.OpLoopVar && n.Loop.N <= depth:
		return atom(p.loopName(n.Loop))
	}
	return selfDetermined(p.resize(n, want))
}

// selfDetermined keeps an index at its own width. The standard says so of every
// index, but Icarus Verilog evaluates an index such as a - 1 with more bits, and
// then reads beyond the end where it should wrap around.
func selfDetermined(e *expr) *expr {
	if mayGrow(e) {
		return concat(e)
	}
	return e
}

// mayGrow reports whether the value of e changes if it is computed with more bits
// and not truncated.
func mayGrow(e *expr) bool {
	switch e.form {
	case formUnary:
		return e.op == "~" || e.op == "-"
	case formBinary:
		switch e.op {
		case "+", "-", "*", "<<":
			return true
		case "&", "|", "^":
			return slices.ContainsFunc(e.args, mayGrow)
		}
	case formTernary:
		return slices.ContainsFunc(e.args[1:], mayGrow)
	}
	return false
}

// resize truncates n or extends it with zeros.
func (p *printer) resize(n *ir.Node, width int) *expr {
	switch {
	case n.Width == width:
		return p.expr(n, plain)
	case n.Width < width:
		return p.zext(n, width)
	case n.Op == ir.OpZext && n.Args[0].Width <= width:
		return p.resize(n.Args[0], width)
	}
	if e, ok := p.part(n, 0, width); ok {
		return e
	}
	return call(p.lowBits(n.Width, width), p.expr(n, plain))
}

// part is bits of n from lo up, if Verilog can express that.
func (p *printer) part(n *ir.Node, lo, width int) (*expr, bool) {
	if lo == 0 && width == n.Width {
		return p.expr(n, plain), true
	}
	switch n.Op {
	case ir.OpConst:
		v := new(big.Int).Rsh(n.Const, uint(lo))
		mask := new(big.Int).Lsh(big.NewInt(1), uint(width))
		return atom(constant(v.Mod(v, mask), width)), true
	case ir.OpLoopVar:
		return p.loopVar(p.loopName(n.Loop), lo, width), true
	case ir.OpElem:
		if p.throughView(n) {
			return nil, false
		}
		if p.inComb {
			return atom(p.tap(n, lo, width)), true
		}
	case ir.OpSlice:
		return p.part(n.Args[0], n.Lo+lo, width)
	case ir.OpReplicate:
		if k := n.Args[0].Width; lo/k == (lo+width-1)/k {
			return p.part(n.Args[0], lo%k, width)
		}
		return nil, false
	case ir.OpZext:
		if lo+width <= n.Args[0].Width {
			return p.part(n.Args[0], lo, width)
		}
		if lo >= n.Args[0].Width {
			return zeros(width), true
		}
		return nil, false
	case ir.OpConcat:
		return p.partOfConcat(n, lo, width)
	case ir.OpLane:
		return p.partOfLane(n, lo, width)
	}
	name, ok := p.name(n)
	if !ok {
		return nil, false
	}
	return atom(bitsOf(name.flat(), n.Width, lo, width)), true
}

// partOfLane is part of the lane at a loop's index.
func (p *printer) partOfLane(n *ir.Node, lo, width int) (*expr, bool) {
	a, i := n.Args[0], n.Args[1]
	name, ok := p.name(a)
	if !ok || i.Op != ir.OpLoopVar || i.Loop.N > a.Width/n.Width || a.Op == ir.OpLoopVar || p.throughView(a) {
		return nil, false
	}
	at := fmt.Sprintf("%s*%d", p.loopName(i.Loop), n.Width)
	if lo > 0 {
		at += fmt.Sprintf(" + %d", lo)
	}
	if width == 1 {
		return selectOf(name.flat(), atom(at)), true
	}
	return list(name.flat()+"[", fmt.Sprintf(" +: %d]", width), atom(at)), true
}

func (p *printer) partOfConcat(n *ir.Node, lo, width int) (*expr, bool) {
	i, low := p.argumentAt(n, lo)
	if a := n.Args[i]; lo+width <= low+a.Width {
		return p.part(a, lo-low, width)
	}
	return nil, false
}

// slice prints OpSlice.
func (p *printer) slice(n *ir.Node) *expr {
	if f := p.field(n); f != nil {
		return f
	}
	a := n.Args[0]
	if e, ok := p.part(a, n.Lo, n.Width); ok {
		return e
	}
	if p.throughView(a) {
		return call(p.bitsFunction(a.Width, n.Lo, n.Width), p.expr(a, plain))
	}
	p.fail(n.Pos, "bits [%d:%d] of an unnamed %s expression: Verilog can slice only what has a name, so name the expression",
		n.Lo+n.Width-1,
		n.Lo,
		a.Op)
	return atom("")
}

// lane prints OpLane.
func (p *printer) lane(n *ir.Node) *expr {
	a, i := n.Args[0], n.Args[1]
	lanes := a.Width / n.Width
	if lanes == 1 {
		return p.expr(a, plain)
	}
	if isConst(i) && i.Const.Cmp(big.NewInt(int64(lanes))) < 0 {
		if e, ok := p.part(a, int(i.Const.Int64())*n.Width, n.Width); ok {
			return e
		}
	}
	name, ok := p.name(a)
	if !ok && !isConst(a) {
		p.fail(n.Pos, "a lane of an unnamed %s expression: Verilog can select only from what has a name, so name the expression",
			a.Op)
		return atom("")
	}
	if !ok || a.Op == ir.OpLoopVar || p.throughView(a) || needsSpacing(n.Width, lanes, i) {
		return call(p.laneFunction(a.Width, n.Width), p.expr(a, plain), p.resize(i, addressBits(lanes)))
	}
	return p.laneSelect(name.flat(), a.Width, n.Width, i)
}

// needsSpacing reports whether the first bit of lane i cannot be written without a
// multiplication.
func needsSpacing(w, lanes int, i *ir.Node) bool {
	return lanes > 1 && w&(w-1) != 0 && !isConst(i) && (i.Op != ir.OpLoopVar || i.Loop.N > lanes)
}

// laneSelect is lane i of w bits of a named vector of total bits, for which
// needsSpacing does not hold.
func (p *printer) laneSelect(name string, total, w int, i *ir.Node) *expr {
	lanes := total / w
	if lanes == 1 {
		return atom(name)
	}
	if w == 1 {
		return selectOf(name, p.index(i, lanes))
	}
	return list(name+"[", fmt.Sprintf(" +: %d]", w), p.laneStart(total, w, i))
}

func (p *printer) laneStart(total, w int, i *ir.Node) *expr {
	lanes := total / w
	switch {
	case isConst(i):
		k := new(big.Int).Mod(i.Const, big.NewInt(int64(lanes)))
		return atom(k.Mul(k, big.NewInt(int64(w))).String())
	case i.Op == ir.OpLoopVar && i.Loop.N <= lanes:
		return atom(fmt.Sprintf("%s*%d", p.loopName(i.Loop), w))
	}
	e := p.resize(i, addressBits(lanes))
	if e.form == formList && e.open == "{" {
		return concat(append(append([]*expr{}, e.args...), zeros(addressBits(w)))...)
	}
	return concat(e, zeros(addressBits(w)))
}

// within is the condition under which n is an index of one of depth elements; nil
// if it always is, or if Verilog itself ignores the write otherwise.
func (p *printer) within(n *ir.Node, depth int) *expr {
	switch {
	case isConst(n) || n.Op == ir.OpLoopVar && n.Loop.N <= depth:
		return nil
	case n.Width < bits.UintSize-1 && 1<<n.Width <= depth:
		return nil
	case n.Width == addressBits(depth):
		return nil
	case depth == 1:
		return binary("==", p.expr(n, plain), zeros(n.Width))
	}
	return binary("<", p.expr(n, plain), atom(constant(big.NewInt(int64(depth)), n.Width)))
}
