package ir

import "math/big"

// The meaning of the operations that takes more than a line. w is the width of
// the first operand and of the result; the table cuts what is above it.

func shl(a *big.Int, w int, by *big.Int) *big.Int { return new(big.Int).Lsh(a, atMost(by, w)) }
func shr(a *big.Int, w int, by *big.Int) *big.Int { return new(big.Int).Rsh(a, atMost(by, w)) }
func sar(a *big.Int, w int, by *big.Int) *big.Int {
	return new(big.Int).Rsh(signed(a, w), atMost(by, w))
}

// atMost is the amount of a shift: w is as good as any more.
func atMost(by *big.Int, w int) uint {
	if by.Cmp(big.NewInt(int64(w))) > 0 {
		return uint(w)
	}
	return uint(by.Uint64())
}

func rotl(a *big.Int, w int, by *big.Int) *big.Int {
	k := uint(new(big.Int).Mod(by, big.NewInt(int64(w))).Uint64())
	left, right := new(big.Int).Lsh(a, k), new(big.Int).Rsh(a, uint(w)-k)
	return left.Or(left, right)
}

func rotr(a *big.Int, w int, by *big.Int) *big.Int {
	k := uint(new(big.Int).Mod(by, big.NewInt(int64(w))).Uint64())
	right, left := new(big.Int).Rsh(a, k), new(big.Int).Lsh(a, uint(w)-k)
	return right.Or(right, left)
}

func sumOfWidths(n *Node) int {
	sum := 0
	for _, a := range n.Args {
		sum += a.Width
	}
	return sum
}

func concat(n *Node, x []*big.Int) *big.Int {
	r := new(big.Int)
	for i, a := range n.Args {
		r.Or(r.Lsh(r, uint(a.Width)), x[i])
	}
	return r
}

func concatForm(w int, pick func(int) int) Form {
	other := []int{1, 3, 31, 64, 65, 130}[pick(6)]
	if pick(2) == 0 {
		return Form{Width: w + other, Args: []Arg{{Width: w}, {Width: other}}}
	}
	return Form{Width: w + 3 + other, Args: []Arg{{Width: other}, {Width: 3}, {Width: w}}}
}

func lane(n *Node, x []*big.Int) *big.Int {
	if x[1].Cmp(big.NewInt(int64(n.Args[0].Width/n.Width))) >= 0 {
		return new(big.Int)
	}
	return new(big.Int).Rsh(x[0], uint(x[1].Uint64())*uint(n.Width))
}

func replicate(n *Node, x []*big.Int) *big.Int {
	r := new(big.Int)
	for w := 0; w < n.Width; w += n.Args[0].Width {
		r.Or(r.Lsh(r, uint(n.Args[0].Width)), x[0])
	}
	return r
}

func oneHotMux(n *Node, x []*big.Int) *big.Int {
	r := new(big.Int)
	for i := range n.Args[0].Width {
		if x[0].Bit(i) == 1 {
			r.Or(r, cut(new(big.Int).Rsh(x[1], uint(i*n.Width)), n.Width))
		}
	}
	return r
}

func transpose(n *Node, x []*big.Int) *big.Int {
	r := new(big.Int)
	columns := n.Width / n.Rows
	for row := range n.Rows {
		for c := range columns {
			r.SetBit(r, c*n.Rows+row, x[0].Bit(row*columns+c))
		}
	}
	return r
}

// cut is x modulo 2^w; it changes x.
func cut(x *big.Int, w int) *big.Int { return x.And(x, Ones(w)) }

// unsigned is the number that w bits stand for.
func unsigned(x *big.Int, _ int) *big.Int { return x }

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
