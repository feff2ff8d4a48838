package testbench

import (
	"fmt"

	"culprit.example/culprit/internal/caller"
)

// benchMistake is what is wrong with a bench: found deep in the walk through its structs and
// in its run, and returned as an error of the call that was given the bench.
type benchMistake string

// Error is the message.
func (m benchMistake) Error() string { return string(m) }

// mistaken ends a call with a mistake in a bench.
func mistaken(format string, args ...any) { panic(benchMistake(fmt.Sprintf(format, args...))) }

// catch makes an error of a mistake in a bench. Other panics go on.
func catch(err *error) {
	switch x := recover().(type) {
	case nil:
	case benchMistake:
		*err = x
	default:
		panic(x)
	}
}

// check finds what no bench can be without.
func (b Bench) check() error {
	switch {
	case b.Block == nil:
		return caller.Errorf("the bench has no Block: a Bench needs Block, New and MinCycles")
	case b.New == nil && b.NewAfter == nil:
		return caller.Errorf("the bench of block %s has no New, which makes its golden model", b.Block.Name)
	case b.MinCycles < 1:
		return caller.Errorf("the bench of block %s has MinCycles %d: give the length of a run, at least 1", b.Block.Name,
			b.MinCycles)
	case b.Resets < 0:
		return caller.Errorf("the bench of block %s has Resets %d: give 0, for the default, or more", b.Block.Name, b.Resets)
	}
	return nil
}
