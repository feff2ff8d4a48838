package golden

// delay is a chain of n registers, n >= 0, that start with zero values.
type delay[T any] struct {
	stage []T
}

func newDelay[T any](n int) delay[T] { return delay[T]{stage: make([]T, n)} }

// end is what comes out in this cycle, given what goes in.
func (d *delay[T]) end(in T) T {
	if len(d.stage) == 0 {
		return in
	}
	return d.stage[0]
}

// shift is the clock edge.
func (d *delay[T]) shift(in T) {
	if len(d.stage) == 0 {
		return
	}
	copy(d.stage, d.stage[1:])
	d.stage[len(d.stage)-1] = in
}
