package hardware

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"slices"
	"sync"

	"culprit.example/culprit/rtlgen/blocks"
	"culprit.example/culprit/rtlgen/ir"
	"culprit.example/culprit/testbench/experiment"
)

// Lab elaborates the blocks of points, each once per parameter set, for all its
// machines.
type Lab struct {
	// Engine is one of cyclesim.Engines, "" the default.
	Engine string
	// Threads is how many each run may use, 0 for one.
	Threads int
	// Film, if not nil, sees what runs.
	Film *Film

	blocks  []*blocks.Block
	mu      sync.Mutex
	designs map[string]*design // by block, parameters and mistake
}

// design is the netlist of a point, made at the first use.
type design struct {
	once     sync.Once
	netlist  *ir.Design
	readback blocks.Readback
	network  *blocks.Network // nil: the block is none
	watchers []watchOf       // of its Told
	version  string
	err      error
}

// New makes a laboratory for points of these blocks.
func New(list []*blocks.Block) *Lab { return &Lab{blocks: list, designs: map[string]*design{}} }

// Version is a hash of the whole netlist, and of the file that the block was made from:
// a change makes another version of all points that the block is in.
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
	if p.Fault != nil {
		key += fmt.Sprintf(" %s %s", p.Fault.Kind, p.Fault.Link)
	}
	if p.Mutant != nil {
		key += " mutant " + p.Mutant.Name
	}
	key += hostKey(p)
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

// block is the block of that name, nil if there is none.
func (l *Lab) block(name string) *blocks.Block {
	i := slices.IndexFunc(l.blocks, func(b *blocks.Block) bool { return b.Name == name })
	if i < 0 {
		return nil
	}
	return l.blocks[i]
}

func (l *Lab) elaborate(d *design, p experiment.Point) error {
	b := l.block(p.Block)
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
	if p.Mutant != nil && p.Mutant.Netlist != nil {
		if err := p.Mutant.Netlist(d.netlist); err != nil {
			return err
		}
		if err := ir.Verify(d.netlist); err != nil {
			return err
		}
	}
	text := ir.Text(d.netlist)
	if b.Source != nil {
		text += b.Source(values)
	}
	sum := sha256.Sum256([]byte(text))
	d.version = hex.EncodeToString(sum[:])
	if b.Network == nil {
		if p.Fault != nil {
			return fmt.Errorf("block %s has no links that a fault could disturb", p.Block)
		}
		return nil
	}
	n, err := b.Network(values)
	if err != nil {
		return err
	}
	d.network = &n
	if p.Host != nil && n.Hosted != nil {
		addHost(d.netlist, n)
	}
	d.watchers, err = audited(d.netlist, n, p.Fault)
	return err
}

// audited adds to a netlist what the audit needs, and what disturbs it.
func audited(d *ir.Design, n blocks.Network, fault *experiment.Fault) ([]watchOf, error) {
	addHold(d, n)
	addTallies(d, n, fault != nil)
	watchers := addWatchers(d, n.Told)
	if fault != nil {
		if err := disturb(d, n, *fault); err != nil {
			return nil, err
		}
	}
	if err := ir.Verify(d); err != nil {
		panic("BUG: the audit made a broken netlist: " + err.Error())
	}
	return watchers, nil
}
