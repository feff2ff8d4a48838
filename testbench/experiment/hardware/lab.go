package hardware

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"sync"

	"culprit/blocks"
	"culprit/rtlgen/ir"
	"culprit/testbench/experiment"
)

// Lab elaborates the blocks of points, each once per parameter set, for all its
// machines.
type Lab struct {
	// Mutate, if not nil, makes a mistake in every netlist: experiments must be
	// able to fail. It changes the netlist's version.
	Mutate func(*ir.Design) error

	blocks  []*blocks.Block
	mu      sync.Mutex
	designs map[string]*design // by block and parameters
}

// design is the netlist of a point, made at the first use.
type design struct {
	once     sync.Once
	netlist  *ir.Design
	readback blocks.Readback
	version  string
	err      error
}

// New makes a laboratory for points of these blocks.
func New(list []*blocks.Block) *Lab { return &Lab{blocks: list, designs: map[string]*design{}} }

// Version is a hash of the whole netlist: a changed block makes another version
// of all points that it is in.
func (l *Lab) Version(p experiment.Point) (string, error) {
	d := l.design(p)
	return d.version, d.err
}

// NewMachine makes a machine, for one goroutine.
func (l *Lab) NewMachine() experiment.Machine { return &machine{lab: l} }

func (l *Lab) design(p experiment.Point) *design {
	params, err := json.Marshal(p.Params)
	if err != nil {
		panic("BUG: parameters cannot be written as JSON: " + err.Error())
	}
	key := p.Block + string(params)
	l.mu.Lock()
	d := l.designs[key]
	if d == nil {
		d = &design{}
		l.designs[key] = d
	}
	l.mu.Unlock()
	d.once.Do(func() { d.err = l.elaborate(d, p) })
	return d
}

func (l *Lab) elaborate(d *design, p experiment.Point) error {
	var b *blocks.Block
	for _, one := range l.blocks {
		if one.Name == p.Block {
			b = one
		}
	}
	if b == nil {
		return fmt.Errorf("there is no block %s: its family must be in the list of the library", p.Block)
	}
	values, err := b.Resolve(p.Params)
	if err != nil {
		return err
	}
	if d.netlist, err = b.Elaborate(p.Params); err != nil {
		return err
	}
	if b.Readback != nil {
		d.readback = b.Readback(values)
	}
	if l.Mutate != nil {
		if err := l.Mutate(d.netlist); err != nil {
			return err
		}
		if err := ir.Verify(d.netlist); err != nil {
			return err
		}
	}
	sum := sha256.Sum256([]byte(ir.Text(d.netlist)))
	d.version = hex.EncodeToString(sum[:])
	return nil
}
