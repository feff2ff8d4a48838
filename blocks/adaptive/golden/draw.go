package golden

// DrawIn are the inputs of the random choice.
type DrawIn struct {
	Load  bool
	Seed  uint32
	Draw  bool
	Valid []bool
}

// DrawOut are its outputs.
type DrawOut struct {
	Place int
}

// Draw chooses among the ports of a list.
type Draw struct {
	state uint32
}

// NewDraw makes the unit.
func NewDraw() *Draw { return &Draw{1} }

// Step is one clock cycle.
func (d *Draw) Step(in DrawIn) DrawOut {
	ports := 0
	for _, valid := range in.Valid {
		if valid {
			ports++
		}
	}
	place := int(d.state&0xffff) * ports >> 16
	switch {
	case in.Load:
		d.state = in.Seed
	case in.Draw && ports > 1:
		for range 16 {
			d.shift()
		}
	}
	return DrawOut{place}
}

// shift is a step of the register with taps at 32, 22, 2 and 1.
func (d *Draw) shift() {
	s := d.state
	d.state = s<<1 | (s>>31^s>>21^s>>1^s)&1
}
