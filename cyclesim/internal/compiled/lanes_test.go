package compiled_test

import (
	"math/big"
	"testing"

	"gotest.tools/v3/assert"

	"culprit/cyclesim/internal/compiled"
	"culprit/rtlgen/ir"
	"culprit/rtlgen/ir/random"
)

// side has copies of a random netlist side by side, each with inputs of its own.
func side(seed uint64, copies, cycles int) (*ir.Design, [][]*big.Int) {
	d, inputs, r := netlist(seed, cycles)
	of := d.Top
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
	for i, row := range inputs {
		for j, p := range of.Inputs() {
			x := new(big.Int).Set(row[j])
			for range copies - 1 {
				x.Lsh(x, uint(p.Width)).Or(x, random.Number(r, p.Width))
			}
			inputs[i][j] = x
		}
	}
	return &ir.Design{Top: m, Modules: append(d.Modules, m)}, inputs
}

// agreeSide compares copies side by side with the reference engine.
func agreeSide(t *testing.T, seed uint64, copies, every int, options ...compiled.Option) {
	t.Helper()
	d, inputs := side(seed, copies, 8)
	lockstepped(t, seed, d, inputs, every, options...)
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
		{[]int{32, 16}, 35}, {[]int{64, 32, 16, 8}, 64 + 32 + 1}, {[]int{64}, 48}, {[]int{32, 8}, 24},
	} {
		options := []compiled.Option{compiled.Checked, compiled.Lanes(c.lanes...)}
		if i%2 == 0 {
			options = append(options, compiled.GuardMore)
		}
		from, to, err := random.Seeds(uint64(600+10*i), 1)
		assert.NilError(t, err)
		for seed := from; seed < to; seed++ {
			agreeSide(t, seed, c.copies, 4+4*(int(seed)%2), options...)
		}
	}
}
