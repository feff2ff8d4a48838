package compiled_test

import (
	"math/big"
	"math/rand/v2"
	"testing"

	"gotest.tools/v3/assert"

	"culprit.example/culprit/cyclesim/internal/compiled"
	"culprit.example/culprit/cyclesim/internal/lockstep"
	"culprit.example/culprit/cyclesim/internal/machine"
	"culprit.example/culprit/cyclesim/internal/reference"
	"culprit.example/culprit/internal/tiers"
	"culprit.example/culprit/rtlgen/ir"
	"culprit.example/culprit/rtlgen/ir/random"
)

// side has copies of a random netlist side by side, each with inputs of its own.
func side(seed uint64, copies, cycles int) (*ir.Design, [][]*big.Int) {
	d, inputs, r := netlist(seed, cycles)
	of := d.Top
	m := &ir.Module{Name: "side"}
	in := &ir.Instance{Name: "copy", Of: of, Count: copies, Array: true}
	shared := func(j int) bool { return j%3 == 2 } // all copies have the same value
	for j, p := range of.Inputs() {
		s := &ir.Signal{Name: p.Name, Kind: ir.Input, Width: copies * p.Width}
		if shared(j) {
			s.Width = p.Width
		}
		m.Ports = append(m.Ports, s)
		in.Conns = append(in.Conns, ir.Conn{Port: p, Value: &ir.Node{Op: ir.OpSignal, Width: s.Width, Sig: s},
			Broadcast: shared(j)})
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
			if shared(j) {
				continue
			}
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
		from, to := tiers.Seeds(uint64(600+10*i), 1)
		for seed := from; seed < to; seed++ {
			agreeSide(t, seed, c.copies, 4+4*(int(seed)%2), options...)
		}
	}
}

// permuted is an array of registers whose outputs go to another one in a random order; some inputs
// of that are 0. Its outputs are those of the second array.
func permuted(seed uint64, copies, width, cycles int) (*ir.Design, [][]*big.Int) {
	r := rand.New(rand.NewPCG(seed, 5))
	d := &ir.Signal{Name: "d", Kind: ir.Input, Width: width}
	q := &ir.Signal{Name: "q", Kind: ir.Output, Width: width}
	held := &ir.Signal{Name: "held", Kind: ir.Reg, Width: width, Reset: random.Number(r, width)}
	read := func(s *ir.Signal) *ir.Node { return &ir.Node{Op: ir.OpSignal, Width: s.Width, Sig: s} }
	cell := &ir.Module{
		Name: "cell", Ports: []*ir.Signal{d, q}, Signals: []*ir.Signal{held},
		Body: []ir.Stmt{&ir.Assign{Sig: q, Value: read(held)}, &ir.Assign{Sig: held, Value: read(d)}},
	}
	in := &ir.Signal{Name: "in", Kind: ir.Input, Width: copies * width}
	out := &ir.Signal{Name: "out", Kind: ir.Output, Width: copies * width}
	first := &ir.Instance{Name: "first", Of: cell, Count: copies, Array: true,
		Conns: []ir.Conn{{Port: d, Value: read(in)}}}
	second := &ir.Instance{Name: "second", Of: cell, Count: copies, Array: true}
	outputs := func(of *ir.Instance) *ir.Node {
		return &ir.Node{Op: ir.OpInstOut, Width: copies * width, Inst: of, Port: q}
	}
	moved := &ir.Node{Op: ir.OpConcat, Width: copies * width}
	for _, from := range r.Perm(copies) {
		lane := &ir.Node{Op: ir.OpSlice, Width: width, Lo: from * width, Args: []*ir.Node{outputs(first)}}
		if r.IntN(8) == 0 {
			lane = &ir.Node{Op: ir.OpConst, Width: width, Const: new(big.Int)}
		}
		moved.Args = append(moved.Args, lane)
	}
	second.Conns = []ir.Conn{{Port: d, Value: moved}}
	top := &ir.Module{
		Name: "permuted", Ports: []*ir.Signal{in, out}, Instances: []*ir.Instance{first, second},
		Body: []ir.Stmt{&ir.Assign{Sig: out, Value: outputs(second)}},
	}
	rows := make([][]*big.Int, cycles)
	for i := range rows {
		rows[i] = []*big.Int{random.Number(r, in.Width)}
	}
	return &ir.Design{Top: top, Modules: []*ir.Module{cell, top}}, rows
}

// TestPermutedLanes: values that go from lanes of one group to others of another.
func TestPermutedLanes(t *testing.T) {
	t.Parallel()
	for i, copies := range []int{8, 13, 16, 32, 48, 64 + 28} {
		for _, width := range []int{1, 8, 13, 32, 45, 64, 70} {
			seed := uint64(100*i + width)
			d, rows := permuted(seed, copies, width, 5)
			lockstepped(t, seed, d, rows, 2, compiled.Checked, compiled.Lanes(16, 8))
			lockstepped(t, seed, d, rows, 2, compiled.Lanes(32, 16, 8))
			if compiled.NativeRuns() != nil {
				continue
			}
			for _, lanes := range [][]int{{32, 16, 8}, {64, 32, 16, 8}} {
				if lanes[0] == 64 && !compiled.WithAVX512() {
					t.Log("the processor has no AVX-512")
					continue
				}
				got, err := compiled.NewNativeWith(d, machine.Config{}, compiled.Checked, compiled.Filled(lanes...))
				assert.NilError(t, err)
				want, err := reference.New(d, machine.Config{})
				assert.NilError(t, err)
				assert.NilError(t, lockstep.Run(got, want, d, rows, 2), "%d copies of %d bits, %d lanes", copies, width, lanes[0])
			}
		}
	}
}
