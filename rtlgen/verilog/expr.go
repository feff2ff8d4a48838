package verilog

import (
	"fmt"
	"math/big"

	"culprit.example/culprit/rtlgen/ir"
	"culprit.example/culprit/rtlgen/ir/analysis"
)

// sense is how one-bit operations are written: as logic (&&, ||, !) in
// conditions, or bitwise (&, |, ~) within vectors.
type sense uint8

const (
	plain sense = iota
	truth
)

// text formats a whole right-hand side; col and tail are those of layout.
func (p *printer) text(n *ir.Node, col, tail int) string {
	return p.root(n).layout(col, tail)
}

// root builds a whole right-hand side.
func (p *printer) root(n *ir.Node) *expr {
	return p.rootOf(n, func(n *ir.Node) *ir.Node { return n })
}

// rootOf builds a right-hand side that is made from n.
func (p *printer) rootOf(n *ir.Node, make func(*ir.Node) *ir.Node) *expr {
	switch x := p.extents.Of(n); {
	case x.Operations > analysis.MaxOperations:
		p.fail(n.Pos, "an expression of more than %d operations, which tools for Verilog do not read: name parts of it",
			analysis.MaxOperations)
		return atom("")
	case x.TooLarge():
		p.fail(n.Pos, "%d operations inside each other, of which tools for Verilog read %d: name parts of them", x.Levels,
			analysis.MaxLevels)
		return atom("")
	}
	n = make(n)
	return p.expr(n, truthIfBit(n))
}

func truthIfBit(n *ir.Node) sense {
	if n.Width == 1 {
		return truth
	}
	return plain
}

// operators are the operations that Verilog has an operator for.
var operators = map[ir.Op]string{
	ir.OpAnd: "&", ir.OpOr: "|", ir.OpXor: "^", ir.OpAdd: "+", ir.OpSub: "-", ir.OpMul: "*",
	ir.OpEq: "==", ir.OpNe: "!=", ir.OpLt: "<", ir.OpLe: "<=", ir.OpGt: ">", ir.OpGe: ">=",
	ir.OpSLt: "<", ir.OpSLe: "<=", ir.OpSGt: ">", ir.OpSGe: ">=",
	ir.OpShl: "<<", ir.OpShr: ">>", ir.OpRedAnd: "&", ir.OpRedOr: "|", ir.OpRedXor: "^",
}

// expr builds the Verilog of a node.
func (p *printer) expr(n *ir.Node, s sense) *expr {
	if name, ok := p.name(n); ok {
		return name
	}
	if result, ok := p.bounds.Certain(n); ok {
		// A parameter has made it so. Verilator warns about a comparison of which it
		// sees that (UNSIGNED, CMPCONST); checkOnly names the operands.
		return atom(fmt.Sprintf("1'b%d", bit(result)))
	}
	switch n.Op {
	case ir.OpConst:
		return p.constant(n)
	case ir.OpNot, ir.OpAnd, ir.OpOr, ir.OpXor:
		return p.bitwise(n, s)
	case ir.OpAdd, ir.OpSub, ir.OpMul, ir.OpEq, ir.OpNe, ir.OpLt, ir.OpLe, ir.OpGt, ir.OpGe:
		return binary(operators[n.Op], p.expr(n.Args[0], plain), p.expr(n.Args[1], plain))
	case ir.OpSLt, ir.OpSLe, ir.OpSGt, ir.OpSGe:
		return binary(operators[n.Op], p.signed(n.Args[0]), p.signed(n.Args[1]))
	case ir.OpShl, ir.OpShr, ir.OpSar:
		return p.shift(n)
	case ir.OpRedAnd, ir.OpRedOr, ir.OpRedXor:
		if n.Args[0].Width == 1 {
			return p.expr(n.Args[0], s)
		}
		return reduce(operators[n.Op], p.expr(n.Args[0], plain))
	case ir.OpMux:
		return ternary(p.expr(n.Args[0], truth), p.expr(n.Args[1], s), p.expr(n.Args[2], s))
	case ir.OpConcat, ir.OpReplicate, ir.OpZext, ir.OpSext:
		return p.wiring(n)
	case ir.OpSlice:
		return p.slice(n)
	case ir.OpLane:
		return p.lane(n)
	default:
		return p.vectorOp(n)
	}
}

// bitwise uses logical operators for conditions and bitwise ones for everything
// else.
func (p *printer) bitwise(n *ir.Node, s sense) *expr {
	if n.Op == ir.OpNot {
		if s == truth {
			return unary("!", p.expr(n.Args[0], truth))
		}
		return unary("~", p.expr(n.Args[0], plain))
	}
	if s == truth && n.Op != ir.OpXor {
		op := "&&"
		if n.Op == ir.OpOr {
			op = "||"
		}
		return binary(op, p.expr(n.Args[0], truth), p.expr(n.Args[1], truth))
	}
	return binary(operators[n.Op], p.mask(n.Args[0]), p.mask(n.Args[1]))
}

// mask is an operand of a bitwise operator; constants are written in a base that
// shows their bits.
func (p *printer) mask(n *ir.Node) *expr {
	if n.Op == ir.OpConst && n.Named == nil && n.Width > 3 && n.Const.Sign() != 0 {
		return atom(fmt.Sprintf("%d'h%x", n.Width, n.Const))
	}
	return p.expr(n, plain)
}

// constant is a sized constant: decimal if it is small enough to be a count, or one of hundreds, as people choose
// them; otherwise hexadecimal.
func constant(v *big.Int, width int) string {
	if width == 1 {
		return fmt.Sprintf("1'b%d", v)
	}
	if v.BitLen() <= 13 || v.IsUint64() && v.Uint64()%100 == 0 {
		return fmt.Sprintf("%d'd%d", width, v)
	}
	return fmt.Sprintf("%d'h%x", width, v)
}

func zeros(width int) *expr { return atom(constant(new(big.Int), width)) }

// signed is an operand of a two's complement comparison.
func (p *printer) signed(n *ir.Node) *expr {
	if n.Op != ir.OpConst || n.Named != nil || n.Width == 1 ||
		n.Const.BitLen() == n.Width && n.Const.TrailingZeroBits() == uint(n.Width-1) {
		return call("$signed", p.expr(n, plain))
	}
	if n.Const.BitLen() < n.Width {
		return atom(fmt.Sprintf("%d'sd%d", n.Width, n.Const))
	}
	v := new(big.Int).Lsh(big.NewInt(1), uint(n.Width))
	return atom(fmt.Sprintf("-%d'sd%d", n.Width, v.Sub(v, n.Const)))
}

// shift prints shifts. The amount is self-determined: its width does not depend
// on the context.
func (p *printer) shift(n *ir.Node) *expr {
	a, b := n.Args[0], n.Args[1]
	value := p.expr(a, plain)
	var amount *expr
	if b.Op == ir.OpConst {
		k := b.Const
		if k.Cmp(big.NewInt(int64(n.Width))) >= 0 {
			if n.Op != ir.OpSar {
				return zeros(n.Width)
			}
			k = big.NewInt(int64(n.Width - 1))
		}
		if amount = atom(k.String()); b.Named != nil && k == b.Const {
			amount = p.label(b.Named)
		}
	} else if amount = p.expr(b, plain); b.Width > 32 {
		return call(p.wideShift(n), value, amount)
	}
	if n.Op == ir.OpSar {
		// $unsigned keeps the shift signed: in an expression with unsigned
		// operands, >>> would be a logical shift.
		return call("$unsigned", binary(">>>", call("$signed", value), amount))
	}
	return binary(operators[n.Op], value, amount)
}

// wiring prints concatenations and extensions.
func (p *printer) wiring(n *ir.Node) *expr {
	switch n.Op {
	case ir.OpConcat:
		all := concat(p.sideBySideArgs(n, nil)...)
		if len(all.args) == 1 {
			return all.args[0]
		}
		return all
	case ir.OpReplicate:
		return replicate(n.Width/n.Args[0].Width, p.expr(n.Args[0], plain))
	}
	a := n.Args[0]
	if a.Width == n.Width {
		return p.expr(a, plain)
	}
	if n.Op == ir.OpZext {
		return p.zext(a, n.Width)
	}
	if a.Width == 1 {
		return replicate(n.Width, p.expr(a, plain))
	}
	if name, ok := p.name(a); ok && a.Op != ir.OpLoopVar && !p.throughView(a) {
		sign := selectOf(name.flat(), atom(fmt.Sprint(a.Width-1)))
		return concat(replicate(n.Width-a.Width, sign), name)
	}
	return call(p.signExtend(a.Width, n.Width), p.expr(a, plain))
}

// zext puts zeros above a.
func (p *printer) zext(a *ir.Node, width int) *expr {
	if a.Op == ir.OpConcat {
		return concat(p.sideBySideArgs(a, []*expr{zeros(width - a.Width)})...)
	}
	return concat(zeros(width-a.Width), p.expr(a, plain))
}

// sideBySideArgs appends the arguments of a concatenation to a list, those of
// concatenations and extensions within it one by one.
func (p *printer) sideBySideArgs(n *ir.Node, list []*expr) []*expr {
	for _, a := range p.joinSlices(n.Args) {
		switch {
		case a.Op == ir.OpConcat:
			list = p.sideBySideArgs(a, list)
		case a.Op == ir.OpZext && a.Width > a.Args[0].Width:
			list = append(list, zeros(a.Width-a.Args[0].Width))
			if a = a.Args[0]; a.Op == ir.OpConcat {
				list = p.sideBySideArgs(a, list)
			} else {
				list = append(list, p.expr(a, plain))
			}
		default:
			list = append(list, p.expr(a, plain))
		}
	}
	return list
}

func replicate(n int, e *expr) *expr {
	if n == 1 {
		return e
	}
	return list(fmt.Sprintf("{%d{", n), "}}", e)
}
