package golden

// Delay is a chain of n registers, n >= 0, that start with zero values.
type Delay[T any] struct{ stage []T }

// NewDelay makes a chain of n registers.
func NewDelay[T any](n int) Delay[T] { return Delay[T]{make([]T, n)} }

// End is the output of the chain in this cycle, given its input.
func (d *Delay[T]) End(in T) T {
	if len(d.stage) == 0 {
		return in
	}
	return d.stage[0]
}

// Shift is the clock edge.
func (d *Delay[T]) Shift(in T) {
	if n := len(d.stage); n > 0 {
		copy(d.stage, d.stage[1:])
		d.stage[n-1] = in
	}
}
