package random

import (
	"fmt"
	"math/big"
	"math/rand/v2"

	"culprit.example/culprit/rtlgen/ir"
)

// Netlist is a random netlist.
type Netlist struct {
	Design *ir.Design
	// Fixed are the nodes that keep the netlist from leaving something open: a
	// shrinker must not touch them.
	Fixed map[*ir.Node]bool

	// constructs reports whether it has constructs that not every netlist has: named
	// constants, registers without reset, ROMs, lane enables, black boxes.
	constructs bool
	// open reports whether it leaves values open.
	open bool
	// unsettled are outputs that are arbitrary in the first cycles.
	unsettled map[*ir.Signal]bool
}

// New makes a netlist: the same one for a generator in the same state.
func New(r *rand.Rand) *Netlist { return newNetlist(r, false) }

// NewOpen makes one that leaves values open: some of its indices lie beyond the end, what starts arbitrary is
// read before it is filled, and reads meet writes in memories with undefined read-during-write.
func NewOpen(r *rand.Rand) *Netlist { return newNetlist(r, true) }

func newNetlist(r *rand.Rand, open bool) *Netlist {
	n := &Netlist{Fixed: map[*ir.Node]bool{}, unsettled: map[*ir.Signal]bool{}, constructs: r.IntN(2) == 0, open: open}
	n.Design = newHierarchy(r, n)
	if err := ir.Verify(n.Design); err != nil {
		panic(fmt.Sprintf("BUG: a random netlist is not well-formed: %v", err))
	}
	return n
}

// Inputs is a number for each input port of the top in each of the given number of cycles.
func (n *Netlist) Inputs(r *rand.Rand, cycles int) [][]*big.Int {
	var rows [][]*big.Int
	for range cycles {
		var row []*big.Int
		for _, p := range n.Design.Top.Inputs() {
			row = append(row, Number(r, p.Width))
		}
		rows = append(rows, row)
	}
	return rows
}

// Number is a number of that width, often an extreme one.
func Number(r *rand.Rand, width int) *big.Int {
	x := new(big.Int)
	switch r.IntN(8) {
	case 0:
		return x
	case 1:
		return ir.Ones(width)
	case 2: // one bit
		return x.SetBit(x, r.IntN(width), 1)
	case 3: // small
		return x.And(x.SetUint64(uint64(r.IntN(5))), ir.Ones(width))
	case 4: // ones with zeros above
		return ir.Ones(1 + r.IntN(width))
	}
	for range (width + 63) / 64 {
		x.Lsh(x, 64).Or(x, new(big.Int).SetUint64(r.Uint64()))
	}
	return x.And(x, ir.Ones(width))
}
