package compiled_test

import (
	"math/big"
	"math/rand/v2"
	"os"
	"strconv"
	"testing"

	"gotest.tools/v3/assert"

	"culprit/cyclesim/internal/compiled"
	"culprit/rtlgen/ir"
	"culprit/testbench/netgen"
)

// side has copies of a random netlist side by side, each with inputs of its own.
func side(seed uint64, copies, cycles int) *netgen.Case {
	c := netgen.New(seed, cycles)
	of := c.Design.Top
	m := &ir.Module{Name: "side"}
	in := &ir.Instance{Name: "copy", Of: of, Count: copies, Array: true}
	for _, p := range of.Inputs() {
		s := &ir.Signal{Name: p.Name, Kind: ir.Input, Width: copies * p.Width}
		m.Ports = append(m.Ports, s)
		in.Conns = append(in.Conns, ir.Conn{Port: p, Value: &ir.Node{Op: ir.OpSignal, Width: s.Width, Sig: s}})
	}
	for _, p := range of.Outputs() {
		s := &ir.Signal{Name: p.Name, Kind: ir.Output, Width: copies * p.Width}
		m.Ports = append(m.Ports, s)
		value := &ir.Node{Op: ir.OpInstOut, Width: s.Width, Inst: in, Port: p}
		m.Body = append(m.Body, &ir.Assign{Sig: s, Value: value})
	}
	m.Instances = []*ir.Instance{in}
	c.Design = &ir.Design{Top: m, Modules: append(c.Design.Modules, m)}
	r := rand.New(rand.NewPCG(seed, 7))
	for i, row := range c.Inputs {
		for j, p := range of.Inputs() {
			x := new(big.Int).Set(row[j])
			for range copies - 1 {
				x.Lsh(x, uint(p.Width)).Or(x, random(r, p.Width))
			}
			c.Inputs[i][j] = x
		}
	}
	return c
}

func random(r *rand.Rand, width int) *big.Int {
	x := new(big.Int)
	if r.IntN(4) == 0 {
		return x
	}
	for range (width + 63) / 64 {
		x.Lsh(x, 64).Or(x, new(big.Int).SetUint64(r.Uint64()))
	}
	return x.Rsh(x, uint((width+63)/64*64-width))
}

// agreeSide compares copies side by side with the reference engine.
func agreeSide(t *testing.T, seed uint64, copies, every int) {
	t.Helper()
	d, err := netgen.CompareEngines(side(seed, copies, 8), "compiled", "reference", every)
	assert.NilError(t, err, "seed %d, %d copies", seed, copies)
	assert.Assert(t, !d.Found(), "seed %d, %d copies: %s", seed, copies, d)
}

// TestLanes: copies side by side do what each does by itself, whatever the sizes
// of the groups. In half of the cases nobody looks inside before the end.
func TestLanes(t *testing.T) {
	for i, c := range []struct {
		lanes  []int
		copies int
	}{
		{[]int{16, 8}, 16}, {[]int{16, 8}, 8}, {[]int{16, 8}, 17}, {[]int{16, 8}, 24}, {[]int{16, 8}, 35},
		{[]int{16}, 24}, {[]int{8}, 16}, {nil, 16},
	} {
		compiled.CheckPrograms(t)
		compiled.Lanes(t, c.lanes...)
		if i%2 == 0 {
			compiled.GuardMore(t)
		}
		from, n := uint64(600+10*i), uint64(1)
		if text := os.Getenv("CULPRIT_FUZZ_CASES"); text != "" {
			n, _ = strconv.ParseUint(text, 10, 64)
		}
		for seed := from; seed < from+n; seed++ {
			agreeSide(t, seed, c.copies, 4+4*(int(seed)%2))
		}
	}
}
