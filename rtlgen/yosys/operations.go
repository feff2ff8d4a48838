package yosys

import (
	"math/big"

	"culprit.example/culprit/rtlgen/ir"
)

// operations makes the value of the output Y of each kind of cell. What the cells do is in the manual of
// Yosys ("Internal cell library") and in its kernel/calc.cc.
var operations map[string]func(b *builder, c *cell) *ir.Node

func init() { // the functions use the table
	operations = map[string]func(b *builder, c *cell) *ir.Node{
		"$pos": func(b *builder, c *cell) *ir.Node { return b.a(c, c.int("Y_WIDTH")) },
		"$buf": func(b *builder, c *cell) *ir.Node { return b.value(c.port("A")) },
		"$not": func(b *builder, c *cell) *ir.Node { return not(b.a(c, c.int("Y_WIDTH"))) },
		"$neg": func(b *builder, c *cell) *ir.Node {
			w := c.int("Y_WIDTH")
			return binary(ir.OpSub, constant(new(big.Int), w), b.a(c, w))
		},
		"$and": bitwise(ir.OpAnd), "$or": bitwise(ir.OpOr), "$xor": bitwise(ir.OpXor),
		"$xnor": func(b *builder, c *cell) *ir.Node { return not(bitwise(ir.OpXor)(b, c)) },
		"$add":  bitwise(ir.OpAdd), "$sub": bitwise(ir.OpSub), "$mul": bitwise(ir.OpMul),

		"$reduce_and": reduction(ir.OpRedAnd, false), "$reduce_or": reduction(ir.OpRedOr, false),
		"$reduce_xor": reduction(ir.OpRedXor, false), "$reduce_xnor": reduction(ir.OpRedXor, true),
		"$reduce_bool": reduction(ir.OpRedOr, false), "$logic_not": reduction(ir.OpRedOr, true),
		"$logic_and": logic(ir.OpAnd), "$logic_or": logic(ir.OpOr),

		"$eq": comparison(ir.OpEq, ir.OpEq), "$ne": comparison(ir.OpNe, ir.OpNe),
		"$eqx": comparison(ir.OpEq, ir.OpEq), "$nex": comparison(ir.OpNe, ir.OpNe),
		"$lt": comparison(ir.OpLt, ir.OpSLt), "$le": comparison(ir.OpLe, ir.OpSLe),
		"$gt": comparison(ir.OpGt, ir.OpSGt), "$ge": comparison(ir.OpGe, ir.OpSGe),

		"$shl": shiftLeft, "$sshl": shiftLeft, "$shr": shiftRight, "$sshr": shiftRight,
		"$shift": shiftBoth, "$shiftx": shiftBoth,

		"$div": division(true, false), "$mod": division(false, false),
		"$divfloor": division(true, true), "$modfloor": division(false, true),

		"$mux":   twoWayMux,
		"$pmux":  parallelMux,
		"$bmux":  binaryMux,
		"$demux": demux,
		"$bwmux": func(b *builder, c *cell) *ir.Node {
			s := b.value(c.port("S"))
			return binary(ir.OpOr, binary(ir.OpAnd, b.value(c.port("B")), s), binary(ir.OpAnd, b.value(c.port("A")), not(s)))
		},
		"$concat": func(b *builder, c *cell) *ir.Node {
			return concat([]*ir.Node{b.value(c.port("A")), b.value(c.port("B"))})
		},
		"$slice": func(b *builder, c *cell) *ir.Node {
			return slice(b.value(c.port("A")), c.int("OFFSET"), c.int("Y_WIDTH"))
		},
		"$lut": func(b *builder, c *cell) *ir.Node {
			size := 1 << c.int("WIDTH")
			return lane(constant(c.Parameters["LUT"].part(0, size), size), b.value(c.port("A")), 1)
		},
	}
}

// signed reports whether the operands count as signed: of two, if both do.
func (c *cell) signed() bool {
	_, two := c.Parameters["B_SIGNED"]
	return c.is("A_SIGNED") && (!two || c.is("B_SIGNED"))
}

// a and b are the operands with w bits.
func (b *builder) a(c *cell, w int) *ir.Node { return resized(b.value(c.port("A")), w, c.signed()) }
func (b *builder) b(c *cell, w int) *ir.Node { return resized(b.value(c.port("B")), w, c.signed()) }

// bitwise is an operation in which a bit of the result depends on no higher bits of the operands.
func bitwise(op ir.Op) func(b *builder, c *cell) *ir.Node {
	return func(b *builder, c *cell) *ir.Node {
		w := c.int("Y_WIDTH")
		return binary(op, b.a(c, w), b.b(c, w))
	}
}

func reduction(op ir.Op, invert bool) func(b *builder, c *cell) *ir.Node {
	return func(b *builder, c *cell) *ir.Node {
		a := b.value(c.port("A"))
		r := a
		if a.Width > 1 {
			r = unary(op, 1, a)
		}
		if invert {
			r = not(r)
		}
		return resized(r, c.int("Y_WIDTH"), false)
	}
}

func logic(op ir.Op) func(b *builder, c *cell) *ir.Node {
	return func(b *builder, c *cell) *ir.Node {
		r := binary(op, anyOf(b.value(c.port("A"))), anyOf(b.value(c.port("B"))))
		return resized(r, c.int("Y_WIDTH"), false)
	}
}

func comparison(plain, signed ir.Op) func(b *builder, c *cell) *ir.Node {
	return func(b *builder, c *cell) *ir.Node {
		w, op := max(c.int("A_WIDTH"), c.int("B_WIDTH")), plain
		if c.signed() {
			op = signed
		}
		return resized(compare(op, b.a(c, w), b.b(c, w)), c.int("Y_WIDTH"), false)
	}
}

func shiftLeft(b *builder, c *cell) *ir.Node {
	w := c.int("Y_WIDTH")
	return binary(ir.OpShl, resized(b.value(c.port("A")), w, c.is("A_SIGNED")), b.value(c.port("B")))
}

func shiftRight(b *builder, c *cell) *ir.Node {
	w, op := max(c.int("Y_WIDTH"), c.int("A_WIDTH")), ir.OpShr
	if c.Type == "$sshr" && c.is("A_SIGNED") {
		op = ir.OpSar
	}
	r := binary(op, resized(b.value(c.port("A")), w, c.is("A_SIGNED")), b.value(c.port("B")))
	return slice(r, 0, c.int("Y_WIDTH"))
}

// shiftBoth shifts to the right, and to the left by a negative amount.
func shiftBoth(b *builder, c *cell) *ir.Node {
	w := max(c.int("Y_WIDTH"), c.int("A_WIDTH"))
	a, by := resized(b.value(c.port("A")), w, c.is("A_SIGNED") && c.Type == "$shift"), b.value(c.port("B"))
	r := binary(ir.OpShr, a, by)
	if c.is("B_SIGNED") {
		minus := binary(ir.OpSub, constant(new(big.Int), by.Width), by)
		r = mux(slice(by, by.Width-1, 1), binary(ir.OpShl, a, minus), r)
	}
	return slice(r, 0, c.int("Y_WIDTH"))
}

// open reports whether Verilog leaves all of these bits open, as it does where nobody looks.
func open(bits []bit) bool {
	for _, x := range bits {
		if x != unknown {
			return false
		}
	}
	return true
}

func twoWayMux(b *builder, c *cell) *ir.Node {
	s, one, none := c.port("S"), c.port("B"), c.port("A")
	switch {
	case open(none):
		return b.value(one)
	case open(one):
		return b.value(none)
	}
	return mux(b.value(s), b.value(one), b.value(none))
}

// parallelMux is A, or the part of B whose bit of S is 1; Verilog says x if several are.
func parallelMux(b *builder, c *cell) *ir.Node {
	s, parts, none := b.value(c.port("S")), b.value(c.port("B")), b.value(c.port("A"))
	chosen := &ir.Node{Op: ir.OpOneHotMux, Width: none.Width, Args: []*ir.Node{s, parts}}
	if none.Op == ir.OpConst && none.Const.Sign() == 0 || open(c.port("A")) {
		return chosen
	}
	return mux(anyOf(s), chosen, none)
}

func lane(of, index *ir.Node, w int) *ir.Node {
	if of.Width == w {
		return of
	}
	return &ir.Node{Op: ir.OpLane, Width: w, Args: []*ir.Node{of, index}}
}

func binaryMux(b *builder, c *cell) *ir.Node {
	return lane(b.value(c.port("A")), b.value(c.port("S")), c.int("WIDTH"))
}

func demux(b *builder, c *cell) *ir.Node {
	a, s := b.value(c.port("A")), b.value(c.port("S"))
	none := constant(new(big.Int), a.Width)
	var parts []*ir.Node
	for i := range 1 << s.Width {
		parts = append(parts, mux(compare(ir.OpEq, s, constant(big.NewInt(int64(i)), s.Width)), a, none))
	}
	return concat(parts)
}

// division divides by subtraction, a bit after the other: the quotient or the rest, rounded to zero or,
// with floor, downward. By zero the result is arbitrary.
func division(quotient, floor bool) func(b *builder, c *cell) *ir.Node {
	return func(b *builder, c *cell) *ir.Node {
		w, signed := max(c.int("A_WIDTH"), c.int("B_WIDTH"), c.int("Y_WIDTH")), c.signed()
		x, y := b.a(c, w), b.b(c, w)
		if !signed {
			q, r := divide(x, y)
			if quotient {
				return slice(q, 0, c.int("Y_WIDTH"))
			}
			return slice(r, 0, c.int("Y_WIDTH"))
		}
		minus := func(v *ir.Node) *ir.Node { return binary(ir.OpSub, constant(new(big.Int), w), v) }
		sx, sy := slice(x, w-1, 1), slice(y, w-1, 1)
		q, r := divide(mux(sx, minus(x), x), mux(sy, minus(y), y))
		differ := binary(ir.OpXor, sx, sy)
		q, r = mux(differ, minus(q), q), mux(sx, minus(r), r)
		if floor { // one less, if the signs differ and something remains
			down := binary(ir.OpAnd, differ, anyOf(r))
			q = mux(down, binary(ir.OpSub, q, constant(big.NewInt(1), w)), q)
			r = mux(down, binary(ir.OpAdd, r, y), r)
		}
		if quotient {
			return slice(q, 0, c.int("Y_WIDTH"))
		}
		return slice(r, 0, c.int("Y_WIDTH"))
	}
}

// divide is the quotient and the rest of unsigned numbers.
func divide(x, y *ir.Node) (q, r *ir.Node) {
	w := x.Width
	wide := resized(y, w+1, false)
	r = constant(new(big.Int), w)
	bits := make([]*ir.Node, w)
	for i := w - 1; i >= 0; i-- {
		next := concat([]*ir.Node{slice(x, i, 1), r}) // w+1 bits
		bits[i] = compare(ir.OpGe, next, wide)
		r = slice(mux(bits[i], binary(ir.OpSub, next, wide), next), 0, w)
	}
	return concat(bits), r
}
