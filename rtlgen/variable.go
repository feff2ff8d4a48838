package rtlgen

import "culprit.example/culprit/rtlgen/ir"

// variable is what registers and assignable wires have in common.
type variable struct {
	Value
	sig *ir.Signal
}

// Reg is a register. Read, it is the value before the clock edge.
type Reg struct{ variable }

// Wire is a combinational signal, or an output, assigned with Default and Set.
// Read, it is the settled value of the cycle.
type Wire struct{ variable }

// Set assigns the whole signal. Inside If, Switch and For the assignment is
// conditional; the last one that applies wins.
func (v variable) Set(x Operand) {
	if v.sig == nil {
		return // a zero Reg or Wire drives nothing; what it should drive is reported
	}
	if v.driveUnsized() {
		return
	}
	y := v.m.fits(v.m.operand(x, v.sig.Width), v.sig.Name, v.sig.Width, v.sig.Pos)
	v.m.sameEnum(&ir.Node{Op: ir.OpSignal, Sig: v.sig}, y.n)
	v.m.assign(&ir.Assign{Sig: v.sig, Value: y.n, Pos: here()})
}

// driveUnsized assigns a signal whose width is not known, so that nothing more is
// said about it.
func (v variable) driveUnsized() bool {
	if v.sig.Width != unsized {
		return false
	}
	v.m.assign(&ir.Assign{Sig: v.sig, Value: v.m.poison(1).n, Pos: here()})
	return true
}

// fits is y if it has the width of its target, else the mistake is reported.
func (m *Module) fits(y Value, name string, width int, pos ir.Pos) Value {
	if y.n.Width == width {
		return y
	}
	if y.bad() {
		return m.poison(width, y)
	}
	m.report(CodeWidth, []Related{y.related(), {pos, name + " is declared here"}},
		"%s assigned to %s, which has %d: widen with Zext or Sext, or cut with Slice", bitsAre(y.n.Width), name, width)
	return m.poison(width, y)
}

// SetLane assigns lane i of the signal; a lane is as wide as x.
func (v variable) SetLane(i Operand, x Signal) { v.setLane(i, ValueOf(x)) }

// SetBit assigns the bit at index i.
func (v variable) SetBit(i Operand, x Operand) { v.setLane(i, v.m.operand(x, 1)) }

func (v variable) setLane(i Operand, x Value) {
	m := v.m
	if v.driveUnsized() {
		return
	}
	x = m.own(x, 1)
	w := x.n.Width
	if v.sig.Width%w != 0 {
		m.report(CodeRange, []Related{v.related(), x.related()}, "lanes of %s do not divide the %s of %s", bits(w),
			bits(v.sig.Width), v.sig.Name)
		v.lost(x)
		return
	}
	if c, ok := integer(i); ok {
		if !c.IsInt64() || c.Sign() < 0 || c.Int64() >= int64(v.sig.Width/w) {
			m.report(CodeRange, []Related{v.related()}, "%s", lanesOf(v.sig.Name, v.sig.Width, w, v.sig.Pos).describe(c))
			v.lost(x)
			return
		}
		m.assign(&ir.Assign{Sig: v.sig, Lo: int(c.Int64()) * w, Value: x.n, Pos: here()})
		return
	}
	y := m.operand(i, 0)
	if w < v.sig.Width || y.bad() {
		m.assign(&ir.Assign{Sig: v.sig, Index: y.n, Value: x.n, Pos: here()})
		return
	}
	v.setOnlyLane(y, x)
}

// setOnlyLane assigns a signal of one lane: any index but 0 lies beyond its end.
func (v variable) setOnlyLane(i, x Value) {
	whole := &ir.Assign{Sig: v.sig, Value: x.n, Pos: here()}
	if i.n.Op == ir.OpLoopVar && i.n.Loop.N == 1 {
		v.m.assign(whole)
		return
	}
	*v.m.body = append(*v.m.body, &ir.If{Cond: i.Eq(0).n, Then: []ir.Stmt{whole}, Pos: whole.Pos})
}

// SetSlice assigns bits hi down to lo.
func (v variable) SetSlice(hi, lo int, x Operand) {
	if v.driveUnsized() {
		return
	}
	if lo < 0 || hi < lo || hi >= v.sig.Width {
		v.m.report(CodeRange, []Related{v.related()}, "slice [%d:%d] of %s, which has %s", hi, lo, v.sig.Name,
			bits(v.sig.Width))
		v.lost(v.m.operand(x, max(1, hi-lo+1)))
		return
	}
	y := v.m.fits(v.m.operand(x, hi-lo+1), "a slice of "+v.sig.Name, hi-lo+1, v.sig.Pos)
	v.m.assign(&ir.Assign{Sig: v.sig, Lo: lo, Value: y.n, Pos: here()})
}

// lost stands for an assignment that was reported: x counts as read, and nothing is said of
// the signal's drivers.
func (v variable) lost(x Value) {
	v.m.blame(v.sig)
	v.m.assign(&ir.Assign{Sig: v.sig, Value: v.m.poison(v.sig.Width, x).n, Pos: here()})
}

// Default gives a wire its value for the cases in which nothing else assigns it.
func (w Wire) Default(x Operand) Wire {
	w.m.atTop(func() { w.Set(x) })
	return w
}

// assign adds a statement at the present place.
func (m *Module) assign(a *ir.Assign) {
	m.sealed("an assignment")
	*m.body = append(*m.body, a)
}

// RegArray is a register array. All elements can be read and written in every
// cycle.
type RegArray struct {
	m   *Module
	arr *ir.Array
}

// Elem is an element of a register array.
type Elem struct {
	Value
	arr *ir.Array
	idx *ir.Node
}

// RegArray declares depth registers of width bits, all with the same reset
// value.
func (m *Module) RegArray(name string, depth, width int, reset Operand, doc ...string) RegArray {
	a := m.array(name, depth, width, doc)
	value := m.resetValue(reset, a.arr.Width)
	for range a.arr.Depth {
		a.arr.Reset = append(a.arr.Reset, value)
	}
	return a
}

// RegArrayInit declares depth registers of width bits; init gives the reset
// value of each.
func (m *Module) RegArrayInit(name string, depth, width int, init func(i int) uint64, doc ...string) RegArray {
	a := m.array(name, depth, width, doc)
	for i := range a.arr.Depth {
		a.arr.Reset = append(a.arr.Reset, m.resetValue(init(i), a.arr.Width))
	}
	return a
}

// array declares an array that has no reset values yet.
func (m *Module) array(name string, depth, width int, doc []string) RegArray {
	m.sealed("array " + name)
	a := &ir.Array{Name: name, Depth: depth, Width: width, Clock: m.clock, Doc: first(doc), Pos: here()}
	m.checkName(a.Pos, "array", name)
	if width < 1 || width > MaxWidth || depth < 1 || depth > MaxDepth {
		m.report(CodeSize, nil, "array %s has %s of %s: at least 1 is needed, at most %d and %d", name,
			count(depth, "element"), bits(width), MaxDepth, MaxWidth)
		a.Depth, a.Width = 1, unsized
	}
	m.ir.Arrays = append(m.ir.Arrays, a)
	return RegArray{m, a}
}

// At is the element at index i, a value of any width or a Go integer. Reading
// beyond the end gives an arbitrary value, writing there does nothing.
func (a RegArray) At(i Operand) Elem {
	if a.arr.Width == unsized {
		v := a.m.poison(1)
		return Elem{v, a.arr, v.n}
	}
	width := ir.IndexBits(a.arr.Depth)
	if c, ok := integer(i); ok && (c.Sign() < 0 || c.Cmp(big64(a.arr.Depth)) >= 0) {
		a.m.report(CodeRange, []Related{{a.arr.Pos, a.arr.Name + " is declared here"}}, "element %s of %s, which has %d", c,
			a.arr.Name, a.arr.Depth)
		a.m.blame(a.arr)
		v := a.m.poison(a.arr.Width)
		return Elem{v, a.arr, v.n}
	}
	y := a.m.operand(i, width)
	v := a.m.node(ir.OpElem, a.arr.Width, y)
	v.n.Arr = a.arr
	return Elem{v, a.arr, y.n}
}

// Flat is the whole array as a vector of lanes, element 0 lowest.
func (a RegArray) Flat() Value {
	vs := make([]Value, a.arr.Depth)
	for i := range vs {
		vs[i] = a.At(i).Value
	}
	return lanes("Flat", vs)
}

// Depth is the number of elements.
func (a RegArray) Depth() int { return a.arr.Depth }

// Set assigns the element.
func (e Elem) Set(x Operand) {
	if e.arr == nil {
		return // a zero Elem
	}
	if e.arr.Width == unsized {
		e.m.assign(&ir.Assign{Arr: e.arr, Index: e.idx, Value: e.n, Pos: here()})
		return
	}
	y := e.m.fits(e.m.operand(x, e.arr.Width), "an element of "+e.arr.Name, e.arr.Width, e.arr.Pos)
	e.m.assign(&ir.Assign{Arr: e.arr, Index: e.idx, Value: y.n, Pos: here()})
}
