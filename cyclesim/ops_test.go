package cyclesim_test

import (
	"fmt"
	"math/big"
	"math/rand/v2"
	"testing"

	"gotest.tools/v3/assert"

	"culprit/rtlgen/ir"
)

// opCase is one operation with operands of certain widths.
type opCase struct {
	node ir.Node // Op, Width, Lo, Rows
	args []int   // widths of the operands
	// limits bounds some operands to keep them meaningful: 0 is no bound.
	limits []int64
}

var opWidths = []int{1, 2, 7, 31, 63, 64, 65, 128, 130, 200}

// opCases lists every operation at all widths of interest.
func opCases() []opCase {
	var list []opCase
	add := func(op ir.Op, width int, args ...int) *opCase {
		list = append(list, opCase{node: ir.Node{Op: op, Width: width}, args: args})
		return &list[len(list)-1]
	}
	for _, w := range opWidths {
		for _, op := range []ir.Op{ir.OpAnd, ir.OpOr, ir.OpXor, ir.OpAdd, ir.OpSub, ir.OpMul} {
			add(op, w, w, w)
		}
		for _, op := range []ir.Op{ir.OpEq, ir.OpNe, ir.OpLt, ir.OpLe, ir.OpGt, ir.OpGe, ir.OpSLt, ir.OpSLe, ir.OpSGt, ir.OpSGe} {
			add(op, 1, w, w)
		}
		for _, op := range []ir.Op{ir.OpRedAnd, ir.OpRedOr, ir.OpRedXor} {
			add(op, 1, w)
		}
		add(ir.OpNot, w, w)
		add(ir.OpLowestOne, w, w)
		add(ir.OpPriority, ir.IndexBits(w), w)
		add(ir.OpPopCount, ir.CountBits(w), w)
		add(ir.OpMux, w, 1, w, w)
		for _, by := range []int{1, 5, 8, 64, 70} {
			for _, op := range []ir.Op{ir.OpShl, ir.OpShr, ir.OpSar, ir.OpRotL, ir.OpRotR} {
				add(op, w, w, by)
				add(op, w, w, by).limits = []int64{0, int64(w) + 2}
			}
			add(ir.OpDecode, w, by)
			add(ir.OpDecode, w, by).limits = []int64{int64(w) + 1}
		}
		for _, v := range opWidths {
			add(ir.OpConcat, w+v, w, v)
			add(ir.OpConcat, w+v+3, w, 3, v)
			if v >= w {
				add(ir.OpZext, v, w)
				add(ir.OpSext, v, w)
			}
			for _, lo := range []int{0, 1, 64, v - w} {
				if lo >= 0 && lo+w <= v {
					add(ir.OpSlice, w, v).node.Lo = lo
				}
			}
		}
		for _, n := range []int{1, 2, 3, 8, 65} {
			add(ir.OpReplicate, w*n, w)
			add(ir.OpOneHotMux, w, n, n*w)
			add(ir.OpTranspose, w*n, w*n).node.Rows = n
			for _, index := range []int{1, 7, 70} {
				add(ir.OpLane, w, n*w, index).limits = []int64{0, int64(n)}
			}
		}
	}
	return list
}

// bits is w bits of x from bit lo up.
func bits(x *big.Int, lo, w int) *big.Int {
	return new(big.Int).And(new(big.Int).Rsh(x, uint(lo)), mask(w))
}

func mask(w int) *big.Int {
	return new(big.Int).Sub(new(big.Int).Lsh(big.NewInt(1), uint(w)), big.NewInt(1))
}

func twos(x *big.Int, w int) *big.Int {
	if x.Bit(w-1) == 1 {
		return new(big.Int).Sub(x, new(big.Int).Lsh(big.NewInt(1), uint(w)))
	}
	return x
}

func truth(b bool) *big.Int {
	if b {
		return big.NewInt(1)
	}
	return new(big.Int)
}

// evaluate is the meaning of an operation, from its definition.
func evaluate(n *ir.Node, widths []int, x []*big.Int) *big.Int {
	w, r := n.Width, new(big.Int)
	clip := func(v *big.Int) *big.Int { return new(big.Int).And(v, mask(w)) }
	amount := func(limit int) uint {
		if x[1].Cmp(big.NewInt(int64(limit))) >= 0 {
			return uint(limit)
		}
		return uint(x[1].Uint64())
	}
	order := func() int { return x[0].Cmp(x[1]) }
	signedOrder := func() int { return twos(x[0], widths[0]).Cmp(twos(x[1], widths[1])) }
	rotate := func(left bool) *big.Int {
		by := int(new(big.Int).Mod(x[1], big.NewInt(int64(w))).Int64())
		for i := 0; i < w; i++ {
			to := (i - by + w) % w
			if left {
				to = (i + by) % w
			}
			r.SetBit(r, to, x[0].Bit(i))
		}
		return r
	}
	ones := 0
	for i := 0; i < x[0].BitLen(); i++ {
		ones += int(x[0].Bit(i))
	}
	switch n.Op {
	case ir.OpNot:
		return r.Xor(x[0], mask(w))
	case ir.OpAnd:
		return r.And(x[0], x[1])
	case ir.OpOr:
		return r.Or(x[0], x[1])
	case ir.OpXor:
		return r.Xor(x[0], x[1])
	case ir.OpAdd:
		return clip(r.Add(x[0], x[1]))
	case ir.OpSub:
		return clip(r.Sub(r.Add(x[0], r.Lsh(big.NewInt(1), uint(w))), x[1]))
	case ir.OpMul:
		return clip(r.Mul(x[0], x[1]))
	case ir.OpEq:
		return truth(order() == 0)
	case ir.OpNe:
		return truth(order() != 0)
	case ir.OpLt:
		return truth(order() < 0)
	case ir.OpLe:
		return truth(order() <= 0)
	case ir.OpGt:
		return truth(order() > 0)
	case ir.OpGe:
		return truth(order() >= 0)
	case ir.OpSLt:
		return truth(signedOrder() < 0)
	case ir.OpSLe:
		return truth(signedOrder() <= 0)
	case ir.OpSGt:
		return truth(signedOrder() > 0)
	case ir.OpSGe:
		return truth(signedOrder() >= 0)
	case ir.OpShl:
		return clip(r.Lsh(x[0], amount(w)))
	case ir.OpShr:
		return r.Rsh(x[0], amount(w))
	case ir.OpSar:
		return clip(r.Rsh(twos(x[0], w), amount(w))) // big.Int shifts arithmetically
	case ir.OpRotL:
		return rotate(true)
	case ir.OpRotR:
		return rotate(false)
	case ir.OpConcat:
		for i, v := range x {
			r.Or(r.Lsh(r, uint(widths[i])), v)
		}
		return r
	case ir.OpSlice:
		return bits(x[0], n.Lo, w)
	case ir.OpLane:
		return bits(x[0], int(x[1].Int64())*w, w)
	case ir.OpReplicate:
		for i := 0; i < w; i += widths[0] {
			r.Or(r.Lsh(r, uint(widths[0])), x[0])
		}
		return r
	case ir.OpZext:
		return x[0]
	case ir.OpSext:
		return clip(twos(x[0], widths[0]))
	case ir.OpRedAnd:
		return truth(x[0].Cmp(mask(widths[0])) == 0)
	case ir.OpRedOr:
		return truth(x[0].Sign() != 0)
	case ir.OpRedXor:
		return truth(ones%2 == 1)
	case ir.OpMux:
		if x[0].Sign() != 0 {
			return x[1]
		}
		return x[2]
	case ir.OpOneHotMux:
		for i := 0; i < widths[0]; i++ {
			if x[0].Bit(i) == 1 {
				r.Or(r, bits(x[1], i*w, w))
			}
		}
		return r
	case ir.OpPriority:
		return r.SetUint64(uint64(x[0].TrailingZeroBits()))
	case ir.OpLowestOne:
		if x[0].Sign() == 0 {
			return r
		}
		return r.SetBit(r, int(x[0].TrailingZeroBits()), 1)
	case ir.OpDecode:
		if x[0].Cmp(big.NewInt(int64(w))) < 0 {
			r.SetBit(r, int(x[0].Int64()), 1)
		}
		return r
	case ir.OpPopCount:
		return r.SetInt64(int64(ones))
	case ir.OpTranspose:
		for row := 0; row < n.Rows; row++ {
			for c := 0; c < w/n.Rows; c++ {
				r.SetBit(r, c*n.Rows+row, x[0].Bit(row*(w/n.Rows)+c))
			}
		}
		return r
	}
	panic("no meaning given for " + n.Op.String())
}

// randomOperand favours the values at which operations go wrong.
func randomOperand(r *rand.Rand, w int, limit int64) *big.Int {
	x := new(big.Int)
	switch r.IntN(6) {
	case 0:
	case 1:
		x = mask(w)
	case 2:
		x.SetBit(x, r.IntN(w), 1)
	case 3:
		x.SetBit(x, w-1, 1)
	default:
		for i := 0; i < w; i++ {
			x.SetBit(x, i, uint(r.IntN(2)))
		}
	}
	if limit > 0 {
		x.Mod(x, big.NewInt(limit))
	}
	return x
}

// TestOpsAgainstDefinition compares every operation with its definition: once
// on inputs, once on constants, which the engine works out by itself.
func TestOpsAgainstDefinition(t *testing.T) {
	const seed = 1
	r := rand.New(rand.NewPCG(seed, 0))
	tested := map[ir.Op]bool{}
	for _, c := range opCases() {
		tested[c.node.Op] = true
		limit := func(i int) int64 {
			if i >= len(c.limits) || c.limits[i] == 0 {
				return 0
			}
			if c.args[i] < 62 {
				return min(c.limits[i], 1<<c.args[i])
			}
			return c.limits[i]
		}
		operands := make([][]*big.Int, 10)
		for k := range operands {
			for i, w := range c.args {
				operands[k] = append(operands[k], randomOperand(r, w, limit(i)))
			}
		}
		sim := newEngine(t, opDesign(c, operands))
		for k, x := range operands {
			for i, v := range x {
				sim.SetInput(i, toWords(v, c.args[i]))
			}
			want := evaluate(&c.node, c.args, x)
			what := fmt.Sprintf("%v width %d (lo %d, rows %d) of widths %d, operands %x, seed %d",
				c.node.Op, c.node.Width, c.node.Lo, c.node.Rows, c.args, x, seed)
			assert.Equal(t, peek(t, sim, "from_inputs").Big().Text(16), want.Text(16), what)
			assert.Equal(t, peek(t, sim, fmt.Sprintf("from_constants_%d", k)).Big().Text(16), want.Text(16), "constants: "+what)
		}
	}
	for op := ir.OpNot; int(op) < ir.NumOps; op++ {
		assert.Assert(t, tested[op], "no test of %v", op)
	}
}

// opDesign has the operation on its inputs and on each set of constants.
func opDesign(c opCase, operands [][]*big.Int) *ir.Design {
	m := &ir.Module{Name: "op"}
	n := c.node
	for i, w := range c.args {
		n.Args = append(n.Args, sig(input(m, fmt.Sprintf("x%d", i), w)))
	}
	assign(m, output(m, "from_inputs", n.Width), &n)
	for k, x := range operands {
		n := c.node
		for i, w := range c.args {
			n.Args = append(n.Args, &ir.Node{Op: ir.OpConst, Width: w, Const: x[i]})
		}
		assign(m, output(m, fmt.Sprintf("from_constants_%d", k), n.Width), &n)
	}
	return design(m)
}

func toWords(x *big.Int, w int) []uint64 {
	words := make([]uint64, (w+63)/64)
	for i := range words {
		words[i] = bits(x, i*64, 64).Uint64()
	}
	return words
}
