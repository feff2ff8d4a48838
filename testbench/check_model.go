package testbench

import (
	"fmt"
	"slices"
)

// CheckModel runs a bench, and then its Model on the inputs of that run: the model must expect the
// same outputs, and know the same bits of them. The error names the first cycle and output in which
// it does not: then the golden model of the bench learns something from Case that is not in the
// inputs. It is also that of a bench for which there is no model. Options.Engines does not count.
func CheckModel(b Bench, given map[string]int, o Options) error {
	m, err := NewModel(b, given)
	if err != nil {
		return err
	}
	r, _, err := newRun(b, given, o)
	if err != nil {
		return err
	}
	return r.alongside(m.Reset, func(cycle int) error { return r.stepLike(m, cycle) })
}

// alongside goes through the cycles of the record: reset at the beginning of each reset, step in all cycles that are in
// none. The error says in which cycle theirs came.
func (r *run) alongside(reset func() error, step func(cycle int) error) error {
	for cycle := range r.set.Cycles {
		var err error
		switch {
		case !r.set.InReset(cycle):
			err = step(cycle)
		case !r.set.InReset(cycle - 1):
			err = reset()
		}
		if err != nil {
			return fmt.Errorf("the bench of block %s, seed %d, cycle %d of the run: %w", r.bench.Title(), r.options.Seed, cycle, err)
		}
	}
	return nil
}

// stepLike makes a cycle of the record with the model. The error is the first output that differs.
func (r *run) stepLike(m *Model, cycle int) error {
	for i := range r.set.Inputs {
		m.SetInput(i, r.set.Input(cycle, i))
	}
	if err := m.Step(); err != nil {
		return err
	}
	for i, p := range r.set.Outputs {
		known, words := make([]uint64, p.Words()), make([]uint64, p.Words())
		m.Known(i, known)
		m.Output(i, words)
		if !slices.Equal(known, r.set.Mask(cycle, i)) || r.set.Differs(cycle, i, words) {
			return fmt.Errorf("output %s: the run expects %s, known where %s has ones, and the model by itself %s, %s", p.Name,
				hexadecimal(r.set.Expected(cycle, i), p.Width), hexadecimal(r.set.Mask(cycle, i), p.Width),
				hexadecimal(words, p.Width), hexadecimal(known, p.Width))
		}
	}
	return nil
}

// CheckJudge runs a bench of transactions, and then its Judge on all pins of that run: it must find nothing wrong,
// and see the same transactions pass. The error says what is not so, or is that of NewJudge. Options.Engines does
// not count.
func CheckJudge(b Bench, given map[string]int, o Options) error {
	j, err := NewJudge(b, given)
	if err != nil {
		return err
	}
	r, _, err := newRun(b, given, o)
	if err != nil {
		return err
	}
	if err := r.alongside(j.Reset, func(cycle int) error { return r.judgeLike(j, cycle) }); err != nil {
		return err
	}
	if have := j.Passed(); have != r.report.Transactions {
		return fmt.Errorf("the bench of block %s, seed %d: %d transactions have passed, and its judge has seen %d", b.Title(),
			r.options.Seed, r.report.Transactions, have)
	}
	return nil
}

// judgeLike has the judge see a cycle of the record. The error is the first breach.
func (r *run) judgeLike(j *Judge, cycle int) error {
	for i := range r.set.Inputs {
		j.SetInput(i, r.set.Input(cycle, i))
	}
	for i := range r.set.Outputs {
		j.SetOutput(i, r.set.Expected(cycle, i))
	}
	breaches, err := j.Step()
	if err == nil && len(breaches) > 0 {
		err = fmt.Errorf("the judge says: %s", breaches[0])
	}
	return err
}
