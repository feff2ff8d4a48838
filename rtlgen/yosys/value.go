package yosys

import (
	"math/big"
	"strings"

	"culprit.example/culprit/rtlgen/ir"
)

// value is the expression of some bits, the lowest first; nil for none.
func (b *builder) value(bits []bit) *ir.Node {
	if len(bits) == 0 {
		return nil
	}
	key := keyOf(bits)
	if n := b.nodes[key]; n != nil {
		return n
	}
	var parts []*ir.Node // the lowest first
	for i := 0; i < len(bits); {
		n := b.run(bits[i:])
		parts = append(parts, n)
		i += n.Width
	}
	n := concat(parts)
	b.nodes[key] = n
	return n
}

// run is as many of the bits as one slice or constant has.
func (b *builder) run(bits []bit) *ir.Node {
	first, driven := b.drivers[bits[0]]
	n := 1
	if !driven {
		v := new(big.Int)
		for ; n <= len(bits); n++ {
			x := bits[n-1]
			if _, ok := b.drivers[x]; ok {
				break
			}
			switch x {
			case one:
				v.SetBit(v, n-1, 1)
			case floating:
				b.refuseTristate()
			}
		}
		return constant(v, n-1)
	}
	for n < len(bits) {
		next, ok := b.drivers[bits[n]]
		if !ok || next.at != first.at+n || next.sig != first.sig || next.node != first.node || next.cell != first.cell ||
			next.reg != first.reg {
			break
		}
		n++
	}
	return slice(b.whole(first), first.at, n)
}

const tristate = "a tri-state, and each net of a design has one driver: use a multiplexer"

// refuseTristate refuses a z in the cell that is being made.
func (b *builder) refuseTristate() {
	if len(b.making) == 0 {
		b.refuse(b.from.Attributes.pos(), "module %s: an output is z: %s", plain(b.name), tristate)
		return
	}
	c := b.making[len(b.making)-1]
	b.refuse(c.pos(), "%s: %s", b.nameOf(c.port(outputOf(c))), tristate)
}

// whole is the value of what drives a bit.
func (b *builder) whole(s source) *ir.Node {
	switch {
	case s.node != nil:
		return s.node
	case s.cell != nil && b.cellWires[s.cell] == nil:
		return b.cell(s.cell)
	case s.cell != nil:
		s.sig = b.cellWires[s.cell]
	case s.reg != nil:
		return b.registerOut(s.reg)
	}
	n := b.signals[s.sig]
	if n == nil {
		n = &ir.Node{Op: ir.OpSignal, Width: s.sig.Width, Sig: s.sig, Pos: s.sig.Pos}
		b.signals[s.sig] = n
	}
	return n
}

// registerOut is the output of a register that something asynchronous acts on.
func (b *builder) registerOut(r *register) *ir.Node {
	if n := b.cells[r.cell]; n != nil {
		return n
	}
	n := b.guarded(r.cell, func() *ir.Node { return b.overridden(r, b.whole(source{sig: r.sig})) })
	b.cells[r.cell] = n
	return n
}

// cellDrivers notes what the cells drive that are expressions.
func (b *builder) cellDrivers() {
	for _, c := range b.from.cells {
		switch {
		case c.instance() || flipFlops[c.Type] != nil || c.Type == "$mem_v2" || ignored[c.Type]:
		case operations[c.Type] != nil:
			y := c.port("Y")
			for i, x := range y {
				b.drivers[x] = source{cell: c, at: i}
			}
			if name := b.named[keyOf(y)]; name != "" && !b.shown[name] {
				b.shown[name] = true
				b.cellWires[c] = &ir.Signal{Name: b.names.unique(plain(name)), Kind: ir.Wire, Width: len(y), Pos: c.pos()}
			}
		default:
			b.refuse(c.pos(), "%s: %s", b.what(c), whyNot(c.Type))
		}
	}
}

// ignored are cells that make no hardware.
var ignored = map[string]bool{"$scopeinfo": true, "$print": true, "$check": true, "$assert": true, "$assume": true,
	"$cover": true,
	"$live":  true, "$fair": true, "$meta": true, "$specify2": true, "$specify3": true, "$specrule": true}

// whyNot is why a design cannot have a cell of that kind, and what to do.
func whyNot(kind string) string {
	switch {
	case strings.Contains(kind, "latch") || kind == "$sr":
		return "a latch, and a design has flip-flops of one clock: give the variable a value in every case, or a clock"
	case kind == "$tribuf":
		return tristate
	case kind == "$ff" || strings.HasPrefix(kind, "$any") || strings.HasPrefix(kind, "$all"):
		return "it is for formal proofs only"
	case kind == "$pow":
		return "a power, which no hardware has: write it as shifts or multiplications"
	}
	return "cells of this kind are not read: let Yosys keep words (write_json after `" +
		strings.Join(append(FirstPasses("TOP")[1:], Passes()...), "; ") + "`)"
}

// cell is the value of a cell.
func (b *builder) cell(c *cell) *ir.Node {
	if n := b.cells[c]; n != nil {
		return n
	}
	n := b.guarded(c, func() *ir.Node { return operations[c.Type](b, c) })
	if n.Pos == (ir.Pos{}) && n.Op != ir.OpSignal && n.Op != ir.OpInstOut {
		n.Pos = c.pos()
	}
	b.cells[c] = n
	return n
}

// guarded makes the value of a cell, unless it is being made: then it depends on itself.
func (b *builder) guarded(c *cell, make func() *ir.Node) *ir.Node {
	for i, x := range b.making {
		if x != c {
			continue
		}
		var way []string
		for _, on := range append(b.making[i:], c) {
			way = append(way, b.nameOf(on.port(outputOf(on))))
		}
		b.refuse(c.pos(), "combinational loop: %s: put a register on one of the hops; "+
			"if it is none bit by bit, use a net of its own for each bit", strings.Join(way, " <- "))
		return constant(new(big.Int), len(c.port(outputOf(c))))
	}
	b.making = append(b.making, c)
	n := make()
	b.making = b.making[:len(b.making)-1]
	return n
}

func outputOf(c *cell) string {
	if flipFlops[c.Type] != nil {
		return "Q"
	}
	return "Y"
}

// Expressions that are as simple as they can be.

func concat(lowest []*ir.Node) *ir.Node {
	if len(lowest) == 1 {
		return lowest[0]
	}
	n := &ir.Node{Op: ir.OpConcat}
	for i := len(lowest) - 1; i >= 0; i-- {
		n.Args = append(n.Args, lowest[i])
		n.Width += lowest[i].Width
	}
	return n
}

// slice is w bits from lo on; those of a concatenation and of a slice are taken from what they are of.
func slice(n *ir.Node, lo, w int) *ir.Node {
	switch {
	case lo == 0 && w == n.Width:
		return n
	case n.Op == ir.OpConst:
		v := new(big.Int).Rsh(n.Const, uint(lo))
		return constant(v.And(v, ir.Ones(w)), w)
	case n.Op == ir.OpSlice:
		return slice(n.Args[0], n.Lo+lo, w)
	case n.Op == ir.OpConcat:
		at := n.Width
		for _, a := range n.Args {
			if at -= a.Width; lo >= at && lo+w <= at+a.Width {
				return slice(a, lo-at, w)
			}
		}
	}
	return &ir.Node{Op: ir.OpSlice, Width: w, Lo: lo, Args: []*ir.Node{n}}
}

func unary(op ir.Op, w int, a *ir.Node) *ir.Node {
	return &ir.Node{Op: op, Width: w, Args: []*ir.Node{a}}
}

func not(a *ir.Node) *ir.Node {
	if a.Op == ir.OpNot {
		return a.Args[0]
	}
	return unary(ir.OpNot, a.Width, a)
}

// binary is an operation on two values of its width.
func binary(op ir.Op, x, y *ir.Node) *ir.Node {
	return &ir.Node{Op: op, Width: x.Width, Args: []*ir.Node{x, y}}
}

func compare(op ir.Op, x, y *ir.Node) *ir.Node {
	return &ir.Node{Op: op, Width: 1, Args: []*ir.Node{x, y}}
}

func mux(s, one, zero *ir.Node) *ir.Node {
	return &ir.Node{Op: ir.OpMux, Width: one.Width, Args: []*ir.Node{s, one, zero}}
}

// resized is a value with w bits: cut, or with zeros or copies of the sign above.
func resized(n *ir.Node, w int, signed bool) *ir.Node {
	switch {
	case w == n.Width:
		return n
	case w < n.Width:
		return slice(n, 0, w)
	case n.Op == ir.OpConst && !(signed && n.Const.Bit(n.Width-1) == 1):
		return constant(n.Const, w)
	case signed:
		return unary(ir.OpSext, w, n)
	}
	return unary(ir.OpZext, w, n)
}

// anyOf is 1 if some bit is.
func anyOf(n *ir.Node) *ir.Node {
	if n.Width == 1 {
		return n
	}
	return unary(ir.OpRedOr, 1, n)
}
