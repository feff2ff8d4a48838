package testbench

import (
	"fmt"
	"maps"
	"reflect"

	"culprit.example/culprit/cyclesim"
	"culprit.example/culprit/internal/caller"
	"culprit.example/culprit/rtlgen/blocks"
	"culprit.example/culprit/rtlgen/ir"
)

// Device is a block on an engine, driven by the names of its ports: inputs and outputs are
// structs with a field for each port, those of NewCase, so that a device can stand in the place
// of a golden model.
type Device[In, Out any] struct {
	engine cyclesim.Engine
	in     *In
	out    *Out
	bound  *binding
	words  [2][][]uint64 // scratch of each input, of each output
	err    error
}

// NewDevice builds the block with these parameters, the defaults where v has none, on the
// fastest engine, in the state after reset. Mutants are put into the netlist. in and out are prototypes as for
// NewCase. The error is about parameters that the block refuses, or a mutant that
// cannot be made, or structs that do not fit the block.
func NewDevice[In, Out any](b *blocks.Block, v blocks.Values, in In, out Out,
	mutants ...Mutant) (_ *Device[In, Out], err error) {
	defer catch(&err)
	if b == nil {
		return nil, caller.Errorf("NewDevice has no block")
	}
	if v = maps.Clone(v); v == nil {
		v = blocks.Values{}
	}
	for _, f := range mutants {
		if f.Build != nil {
			f.Build(v)
		}
	}
	design, err := b.Elaborate(v)
	if err != nil {
		return nil, err
	}
	for _, f := range mutants {
		if err := change(design, f); err != nil {
			return nil, fmt.Errorf("block %s: mutant %s: %w", b.Name, f.Name, err)
		}
	}
	if err := ir.Verify(design); err != nil {
		return nil, fmt.Errorf("block %s: the netlist is broken after its mutants: %w", b.Name, err)
	}
	engine, err := cyclesim.New(design, cyclesim.Options{Seed: 1})
	if err != nil {
		return nil, err
	}
	d := &Device[In, Out]{engine: engine, in: &in, out: &out}
	d.bound = bind(b.Name, Case{in: reflect.ValueOf(d.in).Elem(), out: reflect.ValueOf(d.out).Elem()}, design.Top)
	for _, p := range d.bound.inputs {
		d.words[0] = append(d.words[0], make([]uint64, p.Words()))
	}
	for _, p := range d.bound.outputs {
		d.words[1] = append(d.words[1], make([]uint64, p.Words()))
	}
	return d, nil
}

// Step is one clock cycle. Slices in the result are valid until the next one. An input
// that does not fit its port, a slice of another length than the prototype's or a number
// that is negative or too large, is what Err returns from then on; this Step and those
// after it change nothing and return the outputs of the cycle before.
func (d *Device[In, Out]) Step(in In) Out {
	if d.err == nil {
		d.step(in)
	}
	return *d.out
}

func (d *Device[In, Out]) step(in In) {
	defer catch(&d.err)
	*d.in = in
	cycle := int(d.engine.Cycle())
	for i, f := range d.bound.in.fields {
		d.bound.in.checkLength(f, cycle)
		clear(d.words[0][i])
		if lane := f.pack(d.words[0][i], always); lane >= 0 {
			d.bound.in.tooWide(f, cycle, lane)
		}
		d.engine.SetInput(i, d.words[0][i])
	}
	d.engine.Eval()
	for i, f := range d.bound.out.fields {
		d.engine.Output(i, d.words[1][i])
		f.unpack(d.words[1][i])
	}
	d.engine.Step()
}

// Reset is a reset of the block: Step goes on from the state of a new device. A mistake in an
// input before it stays.
func (d *Device[In, Out]) Reset() { d.engine.Reset() }

// Err is the first mistake in an input of Step, nil if there was none.
func (d *Device[In, Out]) Err() error { return d.err }
