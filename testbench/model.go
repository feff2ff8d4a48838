package testbench

import (
	"errors"
	"fmt"
	"math/rand"
	"reflect"
	"strings"

	"culprit.example/culprit/rtlgen/ir"
	"culprit.example/culprit/testbench/internal/vectors"
)

// Model is the cycle-exact golden model of a bench without its stimulus: for inputs that come
// from elsewhere, such as the pins of a block in the simulation of a user. In each cycle the
// inputs are set (SetInput), and Step computes the outputs of the same cycle and makes the
// clock edge.
type Model struct{ pins }

// pins are the ports of a block outside of its bench, with what the bench has for them.
type pins struct {
	// Inputs and Outputs are the ports of the block, in its order, clock and reset left out.
	Inputs, Outputs []ModelPort
	// Top is the module of the block with these parameters.
	Top *ir.Module

	bench  Bench
	values map[string]int
	c      Case
	bound  *binding
	set    *vectors.Set // one cycle
	resets int
	cycle  int
	err    error
	usable func(Case) error // the bench has what is needed
}

// ModelPort is a port of a Model.
type ModelPort struct {
	Name  string
	Width int // bits
}

// Words is how many 64-bit words the value of the port has.
func (x ModelPort) Words() int { return (x.Width + 63) / 64 }

// ErrTransactions is in the error of NewModel for a bench of transactions: see NewJudge.
var ErrTransactions = errors.New("judges transactions")

// NewModel makes the model of a bench, with these parameters and the defaults of the others, in
// the state after reset. The error is about parameters that the block refuses, or a bench
// without a model of each cycle, or a block that has clocks of its own.
func NewModel(b Bench, given map[string]int) (*Model, error) {
	p, err := newPins(b, given, func(c Case) error {
		if c.loop != nil {
			return fmt.Errorf("the bench of block %s %w and has no model of each cycle", b.Title(), ErrTransactions)
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	return &Model{*p}, nil
}

func newPins(b Bench, given map[string]int, usable func(Case) error) (_ *pins, err error) {
	defer catch(&err)
	if err := b.check(); err != nil {
		return nil, err
	}
	values, err := b.Block.Resolve(given)
	if err != nil {
		return nil, err
	}
	d, err := b.Elaborate(values)
	if err != nil {
		return nil, err
	}
	if clocks := d.Top.Clocks(); len(clocks) > 0 {
		return nil, fmt.Errorf("block %s has the clock %s besides its own, and a model steps with one clock: "+
			"`rtlgen tb %s` writes a test bench with all of them", b.Block.Name, clocks[0].Name, b.Block.Name)
	}
	p := &pins{Top: d.Top, bench: b, values: values, usable: usable}
	if err := p.begin(); err != nil {
		return nil, err
	}
	for _, x := range p.bound.inputs {
		p.Inputs = append(p.Inputs, ModelPort{x.Name, x.Width})
	}
	for _, x := range p.bound.outputs {
		p.Outputs = append(p.Outputs, ModelPort{x.Name, x.Width})
	}
	p.set = vectors.New(p.bound.inputs, p.bound.outputs, 0, 1)
	return p, nil
}

// begin makes the golden model anew.
func (p *pins) begin() error {
	p.c = p.bench.newCase(p.values, rand.New(rand.NewSource(1)), p.resets)
	if err := p.usable(p.c); err != nil {
		return err
	}
	ownSlices(p.c.in)
	p.bound = bind(p.bench.Block.Name, p.c, p.Top)
	p.cycle = 0
	return nil
}

// ownSlices gives each field of the inputs a slice of its own: those of a prototype may be the same one.
func ownSlices(v reflect.Value) {
	switch v.Kind() {
	case reflect.Struct:
		for i := range v.NumField() {
			if v.Field(i).CanSet() {
				ownSlices(v.Field(i))
			}
		}
	case reflect.Slice:
		if v.IsNil() { // of a port that the block does not have
			return
		}
		own := reflect.MakeSlice(v.Type(), v.Len(), v.Len())
		reflect.Copy(own, v)
		v.Set(own)
		for i := range v.Len() {
			ownSlices(v.Index(i))
		}
	}
}

// Reset is a reset of the block: Step goes on from the state after it. An error of Step before
// it is forgotten.
func (p *pins) Reset() error {
	p.resets++
	p.err = p.guarded(p.begin)
	return p.err
}

// SetInput sets an input, by its index in Inputs, for the next Step: little-endian words, of which
// bits beyond the width of the port do not count.
func (p *pins) SetInput(i int, words []uint64) { p.Inputs[i].copy(p.set.Input(0, i), words) }

// copy copies the value of a port, without what is above its width.
func (x ModelPort) copy(dst, words []uint64) {
	clear(dst)
	copy(dst, words)
	if w := x.Width % 64; w > 0 {
		dst[len(dst)-1] &= 1<<w - 1
	}
}

// readInputs fills in the struct of the inputs.
func (p *pins) readInputs() {
	for i, f := range p.bound.in.fields {
		f.unpack(p.set.Input(0, i))
	}
}

// Step is a clock cycle. The error is what the golden model says of inputs that the contract of
// the block rules out; it stays until Reset.
func (m *Model) Step() error {
	if m.err == nil {
		m.err = m.guarded(m.step)
		m.cycle++
	}
	return m.err
}

func (m *Model) step() error {
	m.readInputs()
	m.c.model()
	m.set.ClearOutputs(0)
	m.bound.recordOutputs(m.set, 0)
	return nil
}

// guarded makes an error of whatever ends the golden model.
func (p *pins) guarded(f func() error) (err error) {
	defer func() {
		if x := recover(); x != nil {
			err = fmt.Errorf("the golden model of block %s stops in cycle %d: do the inputs keep the contract of the block? "+
				"It says: %s", p.bench.Block.Name, p.cycle, strings.TrimSpace(fmt.Sprint(x)))
		}
	}()
	return f()
}

// Output copies what the last Step expects of an output, by its index in Outputs, to words.
// Bits that are not known are 0.
func (m *Model) Output(i int, words []uint64) {
	for k, mask := range m.set.Mask(0, i) {
		words[k] = m.set.Expected(0, i)[k] & mask
	}
}

// Known sets the bits of words in which an output is known, in the last Step: the contract of the
// block says nothing about the others.
func (m *Model) Known(i int, words []uint64) {
	clear(words)
	m.set.FillMask(0, i, words)
}
