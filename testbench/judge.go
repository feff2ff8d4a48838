package testbench

import "fmt"

// Judge is a bench of transactions that watches the pins of a block which somebody else drives, such
// as in the simulation of a user. In each cycle inputs and outputs are set (SetInput, SetOutput), and
// Step says what the block does wrong.
type Judge struct {
	pins
	passed int // transactions before the last reset
}

// NewJudge makes the judge of a bench, with these parameters and the defaults of the others, in the
// state after reset. The error is about parameters that the block refuses, or a bench that has no
// transactions, or that must drive the block itself, or a block that has clocks of its own.
func NewJudge(b Bench, given map[string]int) (*Judge, error) {
	p, err := newPins(b, given, func(c Case) error {
		switch {
		case c.loop == nil:
			return fmt.Errorf("the bench of block %s has a model of each cycle, and judges no transactions", b.Title())
		case c.loop.watch == nil:
			return fmt.Errorf("the bench of block %s judges transactions and must drive the block itself: "+
				"`rtlgen verify %s --verilog FILE` does so with a design of yours", b.Title(), b.Block.Name)
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	return &Judge{pins: *p}, nil
}

// SetOutput sets an output, by its index in Outputs, as SetInput sets an input.
func (j *Judge) SetOutput(i int, words []uint64) { j.Outputs[i].copy(j.set.Expected(0, i), words) }

// Reset is a reset of the block. What was in it is forgotten.
func (j *Judge) Reset() error {
	j.passed = j.Passed()
	return j.pins.Reset()
}

// Step is a clock cycle. It returns what the block has done wrong, which is to be looked at before
// anything that comes later. The error is what the bench says of inputs with which it cannot go on; it
// stays until Reset.
func (j *Judge) Step() (breaches []Breach, err error) {
	if j.err == nil {
		j.err = j.guarded(func() error {
			j.readInputs()
			for i, f := range j.bound.out.fields {
				f.unpack(j.set.Expected(0, i))
			}
			j.c.loop.watch()
			j.c.loop.check(j.cycle, func(string) {}, func(b Breach) {
				b.Cycle = j.cycle
				breaches = append(breaches, b)
			})
			return j.c.loop.err()
		})
		j.cycle++
	}
	return breaches, j.err
}

// Passed is how many transactions have come out as they must, over all resets.
func (j *Judge) Passed() int { return j.passed + j.c.loop.passed() }
