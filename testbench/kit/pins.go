package kit

import (
	"fmt"

	"culprit/blocks"
	"culprit/cyclesim"
	"culprit/rtlgen/ir"
	"culprit/testbench/fault"
)

// Pins is a block on the compiled engine whose ports are driven and read as vectors
// of lanes.
type Pins struct {
	cyclesim.Engine
	in, out map[string]int // numbers of the ports
	width   map[string]int
}

// NewPins builds the block; mutate, if not nil, is applied to the one module of that
// name.
func NewPins(block *blocks.Block, v blocks.Values, module string, mutate fault.Mutation) (*Pins, error) {
	d, err := block.Elaborate(v)
	if err != nil {
		return nil, err
	}
	if mutate != nil {
		if err := mutateModule(d, module, mutate); err != nil {
			return nil, err
		}
	}
	engine, err := cyclesim.New(d, cyclesim.Options{Engine: "compiled", Seed: 1})
	if err != nil {
		return nil, err
	}
	p := &Pins{Engine: engine, in: map[string]int{}, out: map[string]int{}, width: map[string]int{}}
	for i, port := range d.Top.Inputs() {
		p.in[port.Name], p.width[port.Name] = i, port.Width
	}
	for i, port := range d.Top.Outputs() {
		p.out[port.Name], p.width[port.Name] = i, port.Width
	}
	return p, nil
}

func mutateModule(d *ir.Design, module string, mutate fault.Mutation) error {
	for _, m := range d.Modules {
		if m.Name == module {
			if err := mutate(m); err != nil {
				return err
			}
			return ir.Verify(d)
		}
	}
	return fmt.Errorf("there is no module %s", module)
}

// Has tells of a port that only some parameters give.
func (p *Pins) Has(port string) bool { return p.width[port] > 0 }

// SetLanes puts a vector on an input, lane 0 lowest.
func SetLanes[T any](p *Pins, port string, lanes []T, number func(T) uint64) {
	total := p.width[port]
	width := total / len(lanes)
	words := make([]uint64, (total+63)/64)
	for i, lane := range lanes {
		for b := range width {
			at := i*width + b
			words[at/64] |= number(lane) >> b & 1 << (at % 64)
		}
	}
	p.SetInput(p.in[port], words)
}

// GetLanes reads an output into a vector.
func GetLanes[T any](p *Pins, port string, lanes []T, value func(uint64) T) {
	total := p.width[port]
	width := total / len(lanes)
	words := make([]uint64, (total+63)/64)
	p.Output(p.out[port], words)
	for i := range lanes {
		x := uint64(0)
		for b := range width {
			at := i*width + b
			x |= words[at/64] >> (at % 64) & 1 << b
		}
		lanes[i] = value(x)
	}
}

// Bit is the number of a lane of one bit.
func Bit(b bool) uint64 {
	if b {
		return 1
	}
	return 0
}

// Word is the number of a lane of at most 32 bits.
func Word(x uint32) uint64 { return uint64(x) }

// Same is a lane that is a number, and the number of such a lane.
func Same(x uint64) uint64 { return x }

// IsSet is the lane of one bit of a number.
func IsSet(x uint64) bool { return x == 1 }

// Int is the lane of a number that fits an int.
func Int(x uint64) int { return int(x) }

// Half is the lane of at most 32 bits of a number.
func Half(x uint64) uint32 { return uint32(x) }
