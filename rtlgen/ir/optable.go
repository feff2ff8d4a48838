package ir

import "math/big"

// ops is the table of the operations. An operation that is new needs a constant
// and a row here; then a method of the builder (rtlgen/ops.go), an expression in
// Verilog (rtlgen/verilog), and code in each engine (cyclesim/internal). The
// textual form, Verify, the naive evaluator, the generator of random netlists and
// the tests of engines and Verilog follow the table.
var ops = [numOps]opRow{
	OpInvalid: {name: "invalid"},

	OpConst:   {name: "const", doc: "Const"},
	OpSignal:  {name: "signal", doc: "the value of Sig, of any kind"},
	OpElem:    {name: "elem", doc: "element a of Arr; the index is unsigned", args: 1},
	OpMemRead: {name: "memread", doc: "the data of read port Read of Mem"},
	OpInstOut: {name: "instout", doc: "output port Port of Inst: Port.Width*Inst.Count bits"},
	OpLoopVar: {name: "loopvar", doc: "the index of the enclosing Loop"},

	OpNot: unary("not", "every bit inverted",
		func(n *Node, a *big.Int) *big.Int { return new(big.Int).Xor(a, Ones(n.Width)) }),
	OpAnd: binary("and", "bitwise and", (*big.Int).And),
	OpOr:  binary("or", "bitwise or", (*big.Int).Or),
	OpXor: binary("xor", "bitwise exclusive or", (*big.Int).Xor),
	OpAdd: binary("add", "a+b modulo 2^w", (*big.Int).Add),
	OpSub: binary("sub", "a-b modulo 2^w", (*big.Int).Sub),
	OpMul: binary("mul", "a*b modulo 2^w", (*big.Int).Mul),

	OpEq:  compare("eq", "a = b", unsigned, func(order int) bool { return order == 0 }),
	OpNe:  compare("ne", "a differs from b", unsigned, func(order int) bool { return order != 0 }),
	OpLt:  compare("lt", "a < b, unsigned", unsigned, func(order int) bool { return order < 0 }),
	OpLe:  compare("le", "a <= b, unsigned", unsigned, func(order int) bool { return order <= 0 }),
	OpGt:  compare("gt", "a > b, unsigned", unsigned, func(order int) bool { return order > 0 }),
	OpGe:  compare("ge", "a >= b, unsigned", unsigned, func(order int) bool { return order >= 0 }),
	OpSLt: compare("slt", "a < b in two's complement", signed, func(order int) bool { return order < 0 }),
	OpSLe: compare("sle", "a <= b in two's complement", signed, func(order int) bool { return order <= 0 }),
	OpSGt: compare("sgt", "a > b in two's complement", signed, func(order int) bool { return order > 0 }),
	OpSGe: compare("sge", "a >= b in two's complement", signed, func(order int) bool { return order >= 0 }),

	OpShl:  shift("shl", "a shifted left by b (unsigned, of any width); zeros come in", shl),
	OpShr:  shift("shr", "a shifted right by b (unsigned, of any width); zeros come in", shr),
	OpSar:  shift("sar", "a shifted right by b (unsigned, of any width); copies of the sign bit come in", sar),
	OpRotL: shift("rotl", "a rotated left by b (unsigned, of any width) modulo w", rotl),
	OpRotR: shift("rotr", "a rotated right by b (unsigned, of any width) modulo w", rotr),

	OpConcat: {name: "concat", doc: "the arguments side by side, the first one most significant", args: variadic,
		width: sumOfWidths, apply: concat, form: concatForm},
	OpSlice: {name: "slice", doc: "w bits of a from bit Lo up", args: 1, extra: sliced, named: 1,
		width: func(n *Node) int { return fits(n, n.Lo >= 0 && n.Lo+n.Width <= n.Args[0].Width) },
		apply: func(n *Node, x []*big.Int) *big.Int { return new(big.Int).Rsh(x[0], uint(n.Lo)) },
		form: func(w int, pick func(int) int) Form {
			above := []int{0, 1, 64, w}[pick(4)]
			return Form{Width: w, Lo: pick(above + 1), Args: []Arg{{Width: w + above}}}
		}},
	OpLane: {name: "lane", doc: "w bits of a from bit b*w up; w divides a's width; arbitrary beyond the end", args: 2,
		extra: sized, named: 1,
		width: func(n *Node) int { return fits(n, n.Width > 0 && n.Args[0].Width%n.Width == 0) },
		apply: lane,
		form: func(w int, pick func(int) int) Form {
			n := someLanes(pick)
			index := []int{IndexBits(n), IndexBits(n), 1, 7, 70}[pick(5)]
			return Form{Width: w, Args: []Arg{{Width: n * w}, {Width: index, Below: n}}}
		}},
	OpReplicate: {name: "replicate", doc: "a, as many times as fill w bits", args: 1, extra: sized,
		width: func(n *Node) int { return fits(n, n.Width%n.Args[0].Width == 0) },
		apply: replicate,
		form: func(w int, pick func(int) int) Form {
			return Form{Width: w * someLanes(pick), Args: []Arg{{Width: w}}}
		}},
	OpZext: extend("zext", "a with zeros above", 0, func(n *Node, a *big.Int) *big.Int { return new(big.Int).Set(a) }),
	OpSext: extend("sext", "a with copies of its sign bit above", 1, func(n *Node, a *big.Int) *big.Int {
		return new(big.Int).Set(signed(a, n.Args[0].Width))
	}),

	OpRedAnd: reduction("redand", "1 if all bits of a are 1", func(a *big.Int, w int) bool { return a.Cmp(Ones(w)) == 0 }),
	OpRedOr:  reduction("redor", "1 if any bit of a is 1", func(a *big.Int, w int) bool { return a.Sign() != 0 }),
	OpRedXor: reduction("redxor", "1 if an odd number of bits of a is 1",
		func(a *big.Int, w int) bool { return countOnes(a)%2 == 1 }),

	OpMux: {name: "mux", doc: "a has 1 bit: b if it is 1, c if it is 0", args: 3,
		width: func(n *Node) int { return widthOf(n, 1, n.Args[0].Width == 1 && n.Args[1].Width == n.Args[2].Width) },
		apply: func(n *Node, x []*big.Int) *big.Int {
			if x[0].Sign() != 0 {
				return new(big.Int).Set(x[1])
			}
			return new(big.Int).Set(x[2])
		},
		form: func(w int, _ func(int) int) Form {
			return Form{Width: w, Args: []Arg{{Width: 1}, {Width: w}, {Width: w}}}
		}},
	OpOneHotMux: {name: "onehotmux", doc: "b has a lane of w bits for every bit of a: the OR of the lanes whose bit is 1",
		args: 2, named: 3,
		width: func(n *Node) int {
			if n.Args[1].Width%n.Args[0].Width != 0 {
				return 0
			}
			return n.Args[1].Width / n.Args[0].Width
		},
		apply: oneHotMux,
		form: func(w int, pick func(int) int) Form {
			n := someLanes(pick)
			return Form{Width: w, Args: []Arg{{Width: n}, {Width: n * w}}}
		}},

	OpPriority: {name: "priority", doc: "the index of the lowest 1 of a, 0 if there is none", args: 1,
		width: func(n *Node) int { return IndexBits(n.Args[0].Width) },
		apply: func(n *Node, x []*big.Int) *big.Int { return big.NewInt(int64(x[0].TrailingZeroBits())) },
		form:  func(w int, _ func(int) int) Form { return Form{Width: IndexBits(w), Args: []Arg{{Width: w}}} }},
	OpFirst: {name: "first", args: 1,
		doc:   "the index of the lowest 1 of a, below a bit that is 1 if there is one; the index is all ones if there is none",
		width: func(n *Node) int { return IndexBits(n.Args[0].Width) + 1 },
		apply: func(n *Node, x []*big.Int) *big.Int {
			if x[0].Sign() == 0 {
				return Ones(n.Width - 1)
			}
			return new(big.Int).SetBit(big.NewInt(int64(x[0].TrailingZeroBits())), n.Width-1, 1)
		},
		form: func(w int, _ func(int) int) Form { return Form{Width: IndexBits(w) + 1, Args: []Arg{{Width: w}}} }},
	OpLowestOne: unary("lowestone", "a with only its lowest 1 kept", func(n *Node, a *big.Int) *big.Int {
		if a.Sign() == 0 {
			return new(big.Int)
		}
		return new(big.Int).SetBit(new(big.Int), int(a.TrailingZeroBits()), 1)
	}),
	OpDecode: {name: "decode", doc: "bit a set; 0 if a >= w", args: 1, extra: sized,
		width: func(n *Node) int { return n.Width },
		apply: func(n *Node, x []*big.Int) *big.Int {
			if x[0].Cmp(big.NewInt(int64(n.Width))) >= 0 {
				return new(big.Int)
			}
			return new(big.Int).SetBit(new(big.Int), int(x[0].Int64()), 1)
		},
		form: func(w int, pick func(int) int) Form {
			return Form{Width: w, Args: []Arg{{Width: someAmount(w, pick), Turn: w}}}
		}},
	OpPopCount: {name: "popcount", doc: "the number of ones of a", args: 1,
		width: func(n *Node) int { return CountBits(n.Args[0].Width) },
		apply: func(n *Node, x []*big.Int) *big.Int { return big.NewInt(int64(countOnes(x[0]))) },
		form:  func(w int, _ func(int) int) Form { return Form{Width: CountBits(w), Args: []Arg{{Width: w}}} }},
	OpTranspose: {name: "transpose", args: 1, extra: rowed,
		doc:   "a is Rows rows of w/Rows bits, row 0 lowest; bit c*Rows+r of the result is bit r*(w/Rows)+c of a",
		width: func(n *Node) int { return widthOf(n, 0, n.Rows >= 1 && n.Args[0].Width%n.Rows == 0) },
		apply: transpose,
		form: func(w int, pick func(int) int) Form {
			rows := someLanes(pick)
			return Form{Width: w * rows, Rows: rows, Args: []Arg{{Width: w * rows}}}
		}},
}

// fits is the width of a node that chooses its own, 0 if it does not fit.
func fits(n *Node, ok bool) int {
	if !ok {
		return 0
	}
	return n.Width
}

// widthOf is the width of argument i, 0 if the arguments do not fit.
func widthOf(n *Node, i int, ok bool) int {
	if !ok {
		return 0
	}
	return n.Args[i].Width
}

func unary(name, doc string, f func(n *Node, a *big.Int) *big.Int) opRow {
	return opRow{name: name, doc: doc, args: 1,
		width: func(n *Node) int { return n.Args[0].Width },
		apply: func(n *Node, x []*big.Int) *big.Int { return f(n, x[0]) },
		form:  func(w int, _ func(int) int) Form { return Form{Width: w, Args: []Arg{{Width: w}}} },
	}
}

func binary(name, doc string, f func(r, a, b *big.Int) *big.Int) opRow {
	return opRow{name: name, doc: doc, args: 2,
		width: func(n *Node) int { return widthOf(n, 0, n.Args[0].Width == n.Args[1].Width) },
		apply: func(_ *Node, x []*big.Int) *big.Int { return f(new(big.Int), x[0], x[1]) },
		form:  func(w int, _ func(int) int) Form { return Form{Width: w, Args: []Arg{{Width: w}, {Width: w}}} },
	}
}

// compare is a comparison to 1 bit. number is what w bits stand for, holds tells
// whether the order of the operands (negative: the first is less) is as asked.
func compare(name, doc string, number func(x *big.Int, w int) *big.Int, holds func(order int) bool) opRow {
	return opRow{name: name, doc: doc, args: 2,
		width: func(n *Node) int {
			if n.Args[0].Width != n.Args[1].Width {
				return 0
			}
			return 1
		},
		apply: func(n *Node, x []*big.Int) *big.Int {
			w := n.Args[0].Width
			return truth(holds(number(x[0], w).Cmp(number(x[1], w))))
		},
		form: func(w int, _ func(int) int) Form { return Form{Width: 1, Args: []Arg{{Width: w}, {Width: w}}} },
	}
}

func reduction(name, doc string, holds func(a *big.Int, w int) bool) opRow {
	return opRow{name: name, doc: doc, args: 1,
		width: func(*Node) int { return 1 },
		apply: func(n *Node, x []*big.Int) *big.Int { return truth(holds(x[0], n.Args[0].Width)) },
		form:  func(w int, _ func(int) int) Form { return Form{Width: 1, Args: []Arg{{Width: w}}} },
	}
}

func extend(name, doc string, named uint, f func(n *Node, a *big.Int) *big.Int) opRow {
	return opRow{name: name, doc: doc, args: 1, extra: sized, named: named,
		width: func(n *Node) int { return fits(n, n.Width >= n.Args[0].Width) },
		apply: func(n *Node, x []*big.Int) *big.Int { return f(n, x[0]) },
		form: func(w int, pick func(int) int) Form {
			return Form{Width: w + []int{0, 1, 7, 64, 130}[pick(5)], Args: []Arg{{Width: w}}}
		},
	}
}

func shift(name, doc string, f func(a *big.Int, w int, by *big.Int) *big.Int) opRow {
	return opRow{name: name, doc: doc, args: 2,
		width: func(n *Node) int { return n.Args[0].Width },
		apply: func(n *Node, x []*big.Int) *big.Int { return f(x[0], n.Width, x[1]) },
		form: func(w int, pick func(int) int) Form {
			return Form{Width: w, Args: []Arg{{Width: w}, {Width: someAmount(w, pick), Turn: w}}}
		},
	}
}

// someLanes is a number of lanes, copies or rows.
func someLanes(pick func(int) int) int { return []int{1, 2, 3, 4, 5, 8, 65}[pick(7)] }

// someAmount is the width of a shift's amount: often one that just reaches w.
func someAmount(w int, pick func(int) int) int {
	return []int{IndexBits(w), IndexBits(w), CountBits(w), 1, 5, 8, 64, 70}[pick(8)]
}
