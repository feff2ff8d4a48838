package ir

import "math/big"

// Apply is the definition of the operations: the value of the node for the
// values of its arguments, which lie in [0, 2^width). It takes no leaf of the
// netlist (signals and the like have no value of their own). A lane beyond the
// end is 0 here; circuits get an arbitrary value.
//
// It is written to be read, and slow: engines and back ends are compared with it.
func (n *Node) Apply(x []*big.Int) *big.Int {
	switch n.Op {
	case OpConst:
		return n.Const
	case OpNot, OpAnd, OpOr, OpXor, OpAdd, OpSub, OpMul:
		return n.applyArithmetic(x)
	case OpEq, OpNe, OpLt, OpLe, OpGt, OpGe:
		return truth(compares(n.Op, x[0].Cmp(x[1])))
	case OpSLt, OpSLe, OpSGt, OpSGe:
		a, b := signed(x[0], n.Args[0].Width), signed(x[1], n.Args[1].Width)
		return truth(compares(n.Op, a.Cmp(b)))
	case OpShl, OpShr, OpSar, OpRotL, OpRotR:
		return n.applyShift(x)
	case OpConcat, OpSlice, OpLane, OpReplicate, OpZext, OpSext:
		return n.applyWiring(x)
	case OpRedAnd:
		return truth(x[0].Cmp(allOnes(n.Args[0].Width)) == 0)
	case OpRedOr:
		return truth(x[0].Sign() != 0)
	case OpRedXor:
		return big.NewInt(int64(countOnes(x[0]) % 2))
	case OpMux, OpOneHotMux:
		return n.applySelection(x)
	case OpPriority, OpLowestOne, OpDecode, OpPopCount, OpTranspose:
		return n.applyVector(x)
	}
	panic("BUG: " + n.Op.String() + " has no value of its own")
}

func (n *Node) applyArithmetic(x []*big.Int) *big.Int {
	r := new(big.Int)
	switch n.Op {
	case OpNot:
		r.Xor(x[0], allOnes(n.Width))
	case OpAnd:
		r.And(x[0], x[1])
	case OpOr:
		r.Or(x[0], x[1])
	case OpXor:
		r.Xor(x[0], x[1])
	case OpAdd:
		r.Add(x[0], x[1])
	case OpSub:
		r.Sub(x[0], x[1])
	case OpMul:
		r.Mul(x[0], x[1])
	}
	return cut(r, n.Width)
}

// compares tells whether the order of two operands (negative: the first is less)
// is what the comparison asks for.
func compares(op Op, order int) bool {
	switch op {
	case OpEq:
		return order == 0
	case OpNe:
		return order != 0
	case OpLt, OpSLt:
		return order < 0
	case OpLe, OpSLe:
		return order <= 0
	case OpGt, OpSGt:
		return order > 0
	default:
		return order >= 0
	}
}

func (n *Node) applyShift(x []*big.Int) *big.Int {
	w := big.NewInt(int64(n.Width))
	by := new(big.Int).Set(x[1])
	if n.Op == OpRotL || n.Op == OpRotR {
		by.Mod(by, w)
	} else if by.Cmp(w) > 0 {
		by.Set(w) // as good as any more
	}
	k := uint(by.Uint64())
	r := new(big.Int)
	switch n.Op {
	case OpShl:
		r.Lsh(x[0], k)
	case OpShr:
		r.Rsh(x[0], k)
	case OpSar:
		r.Rsh(signed(x[0], n.Width), k)
	case OpRotL:
		r.Or(r.Lsh(x[0], k), new(big.Int).Rsh(x[0], uint(n.Width)-k))
	case OpRotR:
		r.Or(r.Rsh(x[0], k), new(big.Int).Lsh(x[0], uint(n.Width)-k))
	}
	return cut(r, n.Width)
}

func (n *Node) applyWiring(x []*big.Int) *big.Int {
	r := new(big.Int)
	switch n.Op {
	case OpConcat:
		for i, a := range n.Args {
			r.Or(r.Lsh(r, uint(a.Width)), x[i])
		}
	case OpSlice:
		r.Rsh(x[0], uint(n.Lo))
	case OpLane:
		if x[1].Cmp(big.NewInt(int64(n.Args[0].Width/n.Width))) < 0 {
			r.Rsh(x[0], uint(x[1].Uint64())*uint(n.Width))
		}
	case OpReplicate:
		for w := 0; w < n.Width; w += n.Args[0].Width {
			r.Or(r.Lsh(r, uint(n.Args[0].Width)), x[0])
		}
	case OpZext:
		r.Set(x[0])
	case OpSext:
		r.Set(signed(x[0], n.Args[0].Width))
	}
	return cut(r, n.Width)
}

func (n *Node) applySelection(x []*big.Int) *big.Int {
	if n.Op == OpMux {
		if x[0].Sign() != 0 {
			return x[1]
		}
		return x[2]
	}
	r := new(big.Int)
	for i := range n.Args[0].Width {
		if x[0].Bit(i) == 1 {
			r.Or(r, cut(new(big.Int).Rsh(x[1], uint(i*n.Width)), n.Width))
		}
	}
	return r
}

func (n *Node) applyVector(x []*big.Int) *big.Int {
	r := new(big.Int)
	switch n.Op {
	case OpPriority:
		r.SetUint64(uint64(x[0].TrailingZeroBits()))
	case OpLowestOne:
		if x[0].Sign() != 0 {
			r.SetBit(r, int(x[0].TrailingZeroBits()), 1)
		}
	case OpDecode:
		if x[0].Cmp(big.NewInt(int64(n.Width))) < 0 {
			r.SetBit(r, int(x[0].Int64()), 1)
		}
	case OpPopCount:
		r.SetInt64(int64(countOnes(x[0])))
	case OpTranspose:
		columns := n.Width / n.Rows
		for row := range n.Rows {
			for c := range columns {
				r.SetBit(r, c*n.Rows+row, x[0].Bit(row*columns+c))
			}
		}
	}
	return r
}

func allOnes(w int) *big.Int {
	x := new(big.Int).Lsh(big.NewInt(1), uint(w))
	return x.Sub(x, big.NewInt(1))
}

// cut is x modulo 2^w.
func cut(x *big.Int, w int) *big.Int { return x.And(x, allOnes(w)) }

// signed is the number that w bits stand for in two's complement.
func signed(x *big.Int, w int) *big.Int {
	if x.Bit(w-1) == 0 {
		return x
	}
	return new(big.Int).Sub(x, new(big.Int).Lsh(big.NewInt(1), uint(w)))
}

func truth(b bool) *big.Int {
	if b {
		return big.NewInt(1)
	}
	return new(big.Int)
}

func countOnes(x *big.Int) int {
	n := 0
	for i := range x.BitLen() {
		n += int(x.Bit(i))
	}
	return n
}
