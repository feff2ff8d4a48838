package aig

import (
	"bufio"
	"fmt"
	"io"
)

// Latch is a bit of state in a file: Now is an input of the graph.
type Latch struct {
	Now, Next Lit
	Start     Start
}

// Start is how a latch begins.
type Start uint8

// The ways to begin.
const (
	Zero Start = iota
	One
	Any
)

// Aiger is a circuit as a file in the format AIGER 1.9 has it: latches, outputs, and all other inputs that these
// depend on.
type Aiger struct {
	Latches []Latch
	Outputs []Lit
	// Inputs are those of the file, in its order, once it has been written.
	Inputs []Lit
}

// Write writes the binary form. Only what outputs and latches depend on is in the file, all latches included.
func (a *Aiger) Write(w io.Writer, g *Graph) error {
	latch := map[int]bool{}
	for _, l := range a.Latches {
		latch[l.Now.Node()] = true
	}
	used := a.used(g)
	number := make([]uint32, g.Nodes())
	next := uint32(1)
	a.Inputs = nil
	for n := 1; n < g.Nodes(); n++ {
		if _, _, gate := g.Gate(n); used[n] && !gate && !latch[n] {
			a.Inputs = append(a.Inputs, Lit(n)<<1)
			number[n], next = next, next+1
		}
	}
	for _, l := range a.Latches {
		number[l.Now.Node()], next = next, next+1
	}
	first := next
	for n := range g.Nodes() {
		if _, _, gate := g.Gate(n); used[n] && gate {
			number[n], next = next, next+1
		}
	}
	lit := func(l Lit) uint32 { return number[l.Node()]<<1 | uint32(l&1) }
	b := bufio.NewWriter(w)
	fmt.Fprintf(b, "aig %d %d %d %d %d\n", next-1, len(a.Inputs), len(a.Latches), len(a.Outputs), next-first)
	for i, l := range a.Latches {
		start := [...]uint32{0, 1, 2 * uint32(1+len(a.Inputs)+i)}[l.Start]
		fmt.Fprintf(b, "%d %d\n", lit(l.Next), start)
	}
	for _, o := range a.Outputs {
		fmt.Fprintf(b, "%d\n", lit(o))
	}
	for n := range g.Nodes() {
		if x, y, gate := g.Gate(n); used[n] && gate {
			high, low := max(lit(x), lit(y)), min(lit(x), lit(y))
			delta(b, 2*number[n]-high)
			delta(b, high-low)
		}
	}
	return b.Flush()
}

// delta writes a number with 7 bits a byte, the lowest ones first.
func delta(b *bufio.Writer, x uint32) {
	for ; x > 0x7f; x >>= 7 {
		b.WriteByte(byte(x&0x7f | 0x80))
	}
	b.WriteByte(byte(x))
}

// used marks what outputs and next values depend on.
func (a *Aiger) used(g *Graph) []bool {
	roots := append([]Lit{}, a.Outputs...)
	for _, l := range a.Latches {
		roots = append(roots, l.Next)
	}
	return g.Cone(roots...)
}
