package cyclesim_test

import (
	"fmt"
	"math/big"
	"math/rand/v2"
	"testing"

	"gotest.tools/v3/assert"

	"culprit.example/culprit/rtlgen/ir"
)

var opWidths = []int{1, 2, 7, 31, 63, 64, 65, 128, 130, 200}

// opForms has forms of every operation of the table at all widths of interest,
// many of those that leave much open.
func opForms(r *rand.Rand) []ir.Form {
	var list []ir.Form
	seen := map[string]bool{}
	for _, o := range ir.Operations() {
		for _, w := range opWidths {
			for range 12 {
				f := o.Form(w, r.IntN)
				if key := fmt.Sprint(f); !seen[key] {
					seen[key] = true
					list = append(list, f)
				}
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

// operand is a value for an argument: below its bound, and often near the value
// at which the operation changes its nature.
func operand(r *rand.Rand, a ir.Arg) *big.Int {
	limit := int64(a.Below)
	if a.Turn > 0 && r.IntN(2) == 0 {
		limit = int64(a.Turn) + 2
	}
	if a.Width < 62 {
		limit = min(limit, 1<<a.Width)
	}
	return randomOperand(r, a.Width, limit)
}

// TestOpsAgainstDefinition compares every operation with its definition: once
// on inputs, once on constants, which the engine works out by itself.
func TestOpsAgainstDefinition(t *testing.T) {
	t.Parallel()
	const seed = 1
	r := rand.New(rand.NewPCG(seed, 0))
	for _, f := range opForms(r) {
		operands := make([][]*big.Int, 10)
		for k := range operands {
			for _, a := range f.Args {
				operands[k] = append(operands[k], operand(r, a))
			}
		}
		what := fmt.Sprintf("%v %+v", f.Op, f)
		t.Run(what, func(t *testing.T) {
			t.Parallel()
			sim := newEngine(t, opDesign(f, operands))
			for k, x := range operands {
				for i, v := range x {
					sim.SetInput(i, toWords(v, f.Args[i].Width))
				}
				want := onInputs(f).Apply(x)
				what := fmt.Sprintf("%s, operands %x, seed %d", what, x, seed)
				assert.Equal(t, peek(t, sim, "from_inputs").Big().Text(16), want.Text(16), what)
				assert.Equal(t, peek(t, sim, fmt.Sprintf("from_constants_%d", k)).Big().Text(16), want.Text(16), "constants: "+what)
			}
		})
	}
}

// onInputs is the operation on inputs of its arguments' widths.
func onInputs(f ir.Form) *ir.Node {
	var args []*ir.Node
	for i, a := range f.Args {
		args = append(args, sig(&ir.Signal{Name: fmt.Sprintf("x%d", i), Kind: ir.Input, Width: a.Width}))
	}
	return f.Node(args...)
}

// opDesign has the operation on its inputs and on each set of constants.
func opDesign(f ir.Form, operands [][]*big.Int) *ir.Design {
	m := &ir.Module{Name: "op"}
	inputs := onInputs(f)
	for _, a := range inputs.Args {
		m.Ports = append(m.Ports, a.Sig)
	}
	assign(m, output(m, "from_inputs", f.Width), inputs)
	for k, x := range operands {
		var args []*ir.Node
		for i, a := range f.Args {
			args = append(args, &ir.Node{Op: ir.OpConst, Width: a.Width, Const: x[i]})
		}
		assign(m, output(m, fmt.Sprintf("from_constants_%d", k), f.Width), f.Node(args...))
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
