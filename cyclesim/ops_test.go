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
	t.Parallel()
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
		what := fmt.Sprintf("%v width %d (lo %d, rows %d) of widths %d", c.node.Op, c.node.Width, c.node.Lo, c.node.Rows, c.args)
		t.Run(what, func(t *testing.T) {
			t.Parallel()
			sim := newEngine(t, opDesign(c, operands))
			for k, x := range operands {
				for i, v := range x {
					sim.SetInput(i, toWords(v, c.args[i]))
				}
				want := c.onInputs().Apply(x)
				what := fmt.Sprintf("%s, operands %x, seed %d", what, x, seed)
				assert.Equal(t, peek(t, sim, "from_inputs").Big().Text(16), want.Text(16), what)
				assert.Equal(t, peek(t, sim, fmt.Sprintf("from_constants_%d", k)).Big().Text(16), want.Text(16), "constants: "+what)
			}
		})
	}
	for op := ir.OpNot; int(op) < ir.NumOps; op++ {
		assert.Assert(t, tested[op], "no test of %v", op)
	}
}

// onInputs is the operation on inputs of its operands' widths.
func (c opCase) onInputs() *ir.Node {
	n := c.node
	for i, w := range c.args {
		n.Args = append(n.Args, sig(&ir.Signal{Name: fmt.Sprintf("x%d", i), Kind: ir.Input, Width: w}))
	}
	return &n
}

// opDesign has the operation on its inputs and on each set of constants.
func opDesign(c opCase, operands [][]*big.Int) *ir.Design {
	m := &ir.Module{Name: "op"}
	inputs := c.onInputs()
	for _, a := range inputs.Args {
		m.Ports = append(m.Ports, a.Sig)
	}
	assign(m, output(m, "from_inputs", inputs.Width), inputs)
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
