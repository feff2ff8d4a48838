package aig

import (
	"slices"

	"culprit.example/culprit/rtlgen/ir"
)

// Apply is what an operation makes of the values of its arguments, as ir.Node.Apply says it for numbers. The lane
// beyond the end is what beyond gives, which is called at most once.
func (g *Graph) Apply(n *ir.Node, x []Word, beyond func() Word) Word {
	f := operations[n.Op]
	if f == nil {
		panic("BUG: no circuit for the operation " + n.Op.String())
	}
	return f(g, n, x, beyond)
}

type operation func(g *Graph, n *ir.Node, x []Word, beyond func() Word) Word

// binary is an operation on two words.
func binary(f func(g *Graph, x, y Word) Word) operation {
	return func(g *Graph, _ *ir.Node, x []Word, _ func() Word) Word { return f(g, x[0], x[1]) }
}

// compare is a comparison; turn has it be one of two's complement, swap of b and a, not the opposite.
func compare(signed, swap, not bool) operation {
	return func(g *Graph, _ *ir.Node, x []Word, _ func() Word) Word {
		a, b := x[0], x[1]
		if signed {
			a, b = turned(a), turned(b)
		}
		if swap {
			a, b = b, a
		}
		return Word{g.Less(a, b).xor(not)}
	}
}

// wiring is an operation on the first word.
func wiring(f func(g *Graph, n *ir.Node, x Word) Word) operation {
	return func(g *Graph, n *ir.Node, x []Word, _ func() Word) Word { return f(g, n, x[0]) }
}

// operations are all that are no leaves.
var operations = [ir.NumOps]operation{
	ir.OpNot: wiring(func(g *Graph, _ *ir.Node, x Word) Word { return g.not(x) }),
	ir.OpAnd: binary(func(g *Graph, x, y Word) Word { return each(g.And, x, y) }),
	ir.OpOr:  binary(func(g *Graph, x, y Word) Word { return each(g.Or, x, y) }),
	ir.OpXor: binary(func(g *Graph, x, y Word) Word { return each(g.Xor, x, y) }),
	ir.OpAdd: binary(func(g *Graph, x, y Word) Word { r, _ := g.add(x, y, False); return r }),
	ir.OpSub: binary((*Graph).sub),
	ir.OpMul: binary((*Graph).mul),

	ir.OpEq:  binary(func(g *Graph, x, y Word) Word { return Word{g.Equal(x, y)} }),
	ir.OpNe:  binary(func(g *Graph, x, y Word) Word { return Word{g.Equal(x, y).Not()} }),
	ir.OpLt:  compare(false, false, false),
	ir.OpGe:  compare(false, false, true),
	ir.OpGt:  compare(false, true, false),
	ir.OpLe:  compare(false, true, true),
	ir.OpSLt: compare(true, false, false),
	ir.OpSGe: compare(true, false, true),
	ir.OpSGt: compare(true, true, false),
	ir.OpSLe: compare(true, true, true),

	ir.OpShl:  binary(func(g *Graph, x, by Word) Word { return g.shift(x, by, true, False) }),
	ir.OpShr:  binary(func(g *Graph, x, by Word) Word { return g.shift(x, by, false, False) }),
	ir.OpSar:  binary(func(g *Graph, x, by Word) Word { return g.shift(x, by, false, x[len(x)-1]) }),
	ir.OpRotL: binary(func(g *Graph, x, by Word) Word { return g.rotate(x, by, false) }),
	ir.OpRotR: binary(func(g *Graph, x, by Word) Word { return g.rotate(x, by, true) }),

	ir.OpConcat: func(_ *Graph, _ *ir.Node, x []Word, _ func() Word) Word {
		x = slices.Clone(x)
		slices.Reverse(x)
		return slices.Concat(x...)
	},
	ir.OpSlice: wiring(func(_ *Graph, n *ir.Node, x Word) Word { return x[n.Lo : n.Lo+n.Width] }),
	ir.OpLane: func(g *Graph, n *ir.Node, x []Word, beyond func() Word) Word {
		lanes := slices.Collect(slices.Chunk(x[0], n.Width))
		if len(x[1]) < 31 && 1<<len(x[1]) <= len(lanes) {
			return g.Pick(lanes, x[1], nil)
		}
		return g.Pick(lanes, x[1], beyond())
	},
	ir.OpReplicate: wiring(func(_ *Graph, n *ir.Node, x Word) Word { return slices.Repeat(x, n.Width/len(x)) }),
	ir.OpZext:      wiring(func(_ *Graph, n *ir.Node, x Word) Word { return extended(x, n.Width) }),
	ir.OpSext: wiring(func(_ *Graph, n *ir.Node, x Word) Word {
		return append(slices.Clone(x), slices.Repeat(x[len(x)-1:], n.Width-len(x))...)
	}),

	ir.OpRedAnd: wiring(func(g *Graph, _ *ir.Node, x Word) Word { return Word{g.All(x...)} }),
	ir.OpRedOr:  wiring(func(g *Graph, _ *ir.Node, x Word) Word { return Word{g.Any(x...)} }),
	ir.OpRedXor: wiring(func(g *Graph, _ *ir.Node, x Word) Word { return Word{g.tree(x, False, g.Xor)} }),

	ir.OpMux: func(g *Graph, _ *ir.Node, x []Word, _ func() Word) Word { return g.MuxWord(x[0][0], x[1], x[2]) },
	ir.OpOneHotMux: func(g *Graph, n *ir.Node, x []Word, _ func() Word) Word {
		r := make(Word, n.Width)
		for i, lane := range slices.Collect(slices.Chunk(x[1], n.Width)) {
			r = each(g.Or, r, g.masked(x[0][i], lane))
		}
		return r
	},

	ir.OpPriority: wiring(func(g *Graph, n *ir.Node, x Word) Word { return g.encoded(g.lowest(x), n.Width) }),
	ir.OpFirst: wiring(func(g *Graph, n *ir.Node, x Word) Word {
		_, any := g.before(x)
		index := g.encoded(g.lowest(x), n.Width-1)
		return append(each(g.Or, index, slices.Repeat(Word{any.Not()}, len(index))), any)
	}),
	ir.OpLowestOne: wiring(func(g *Graph, _ *ir.Node, x Word) Word { return g.lowest(x) }),
	ir.OpDecode:    wiring(func(g *Graph, n *ir.Node, x Word) Word { return g.Decode(x, n.Width) }),
	ir.OpPopCount:  wiring(func(g *Graph, n *ir.Node, x Word) Word { return g.count(x, n.Width) }),
	ir.OpTranspose: wiring(func(_ *Graph, n *ir.Node, x Word) Word {
		r, columns := make(Word, len(x)), len(x)/n.Rows
		for i := range x {
			r[i%columns*n.Rows+i/columns] = x[i]
		}
		return r
	}),
}
