package aig_test

import (
	"math/big"
	"math/rand/v2"
	"testing"

	"gotest.tools/v3/assert"

	"culprit.example/culprit/rtlgen/aig"
	"culprit.example/culprit/rtlgen/ir"
)

// TestOperations compares each operation with its meaning, at many widths: symbolically, with 64 assignments of the
// inputs at a time.
func TestOperations(t *testing.T) {
	t.Parallel()
	for _, op := range ir.Operations() {
		t.Run(op.String(), func(t *testing.T) {
			t.Parallel()
			seed := rand.Uint64()
			t.Logf("seed %d", seed)
			r := rand.New(rand.NewPCG(seed, 0))
			for _, w := range []int{1, 2, 3, 4, 5, 7, 8, 9, 16, 17, 31, 33} {
				for range 4 {
					checkForm(t, r, op.Form(w, r.IntN))
				}
			}
		})
	}
}

func checkForm(t *testing.T, r *rand.Rand, form ir.Form) {
	t.Helper()
	g := aig.New()
	var args []*ir.Node
	var words []aig.Word
	total := 0
	for _, a := range form.Args {
		args = append(args, &ir.Node{Op: ir.OpSignal, Width: a.Width})
		words = append(words, g.Word(a.Width))
		total += a.Width
	}
	n := form.Node(args...)
	if n.Op == ir.OpMul && total > 40 {
		return // large, and no other than the small ones
	}
	asked := 0
	zeros := func() aig.Word { asked++; return make(aig.Word, n.Width) }
	got := g.Apply(n, words, zeros)
	assert.Equal(t, len(got), n.Width, "%s", n.Op)
	assert.Assert(t, asked <= 1)

	inputs := map[aig.Lit]uint64{}
	var values [64][]*big.Int
	for k := range values {
		for i, a := range form.Args {
			x := someValue(r, a)
			values[k] = append(values[k], x)
			for b := range a.Width {
				inputs[words[i][b]] |= uint64(x.Bit(b)) << k
			}
		}
	}
	nodes := g.Evaluate(inputs)
	for k := range values {
		want, have := n.Apply(values[k]), new(big.Int)
		for b, l := range got {
			have.SetBit(have, b, uint(aig.Value(nodes, l)>>k&1))
		}
		if want.Cmp(have) != 0 {
			t.Fatalf("%s of %d bits: %x of %x, want %x", n.Op, n.Width, have, values[k], want)
		}
	}
}

// someValue is a number of the width of an argument, often near where the result turns.
func someValue(r *rand.Rand, a ir.Arg) *big.Int {
	x := new(big.Int)
	for b := range a.Width {
		x.SetBit(x, b, uint(r.IntN(2)))
	}
	switch r.IntN(4) {
	case 0:
		x.Rsh(x, uint(r.IntN(a.Width+1)))
	case 1:
		if near := max(a.Turn, a.Below); near > 0 {
			x.SetInt64(int64(max(0, near-2+r.IntN(4))))
		}
	}
	return x.And(x, ir.Ones(a.Width))
}
