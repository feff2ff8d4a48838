package golden

// draws is the random generator of the family: a linear feedback shift register of 32
// bits with the polynomial x^32 + x^31 + x^30 + x^10 + 1, which moves on by as many
// bits as a draw has.
type draws struct {
	state   uint32
	bits    int
	started bool
	stirs   int
}

func newDraws(bits int) *draws { return &draws{bits: bits, stirs: 64} }

// value is what a draw in this cycle gives.
func (d *draws) value() int { return int(d.state & (1<<d.bits - 1)) }

// step is the clock edge; drawn reports whether the value was used.
func (d *draws) step(seed uint32, instance int, drawn bool) {
	switch {
	case !d.started:
		d.started = true
		d.state = (seed ^ uint32(instance)<<20 ^ 0x243f6a89) | 1
	case d.stirs > 0 || drawn:
		d.stirs = max(0, d.stirs-1)
		for range d.bits {
			s := d.state
			d.state = s<<1 | (s>>31^s>>30^s>>29^s>>9)&1
		}
	}
}
