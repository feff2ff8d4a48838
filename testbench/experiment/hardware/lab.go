package hardware

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"sync"

	"culprit/blocks"
	"culprit/blocks/fabric"
	"culprit/rtlgen/ir"
	"culprit/testbench/experiment"
)

// Lab elaborates networks, each once, for all its machines.
type Lab struct {
	// Mutate, if not nil, makes a mistake in every netlist: experiments must be
	// able to fail. It changes the netlist's version.
	Mutate func(*ir.Design) error

	mu      sync.Mutex
	designs map[experiment.Network]*design
}

// design is the netlist of a network, made at the first use.
type design struct {
	once    sync.Once
	netlist *ir.Design
	version string
	err     error
}

// New makes a laboratory.
func New() *Lab { return &Lab{designs: map[experiment.Network]*design{}} }

// Version is a hash of the whole netlist: a changed block makes another version
// of all networks that it is in.
func (l *Lab) Version(n experiment.Network) (string, error) {
	d := l.design(n)
	return d.version, d.err
}

// NewMachine makes a machine, for one goroutine.
func (l *Lab) NewMachine() experiment.Machine { return &machine{lab: l} }

func (l *Lab) design(n experiment.Network) *design {
	l.mu.Lock()
	d := l.designs[n]
	if d == nil {
		d = &design{}
		l.designs[n] = d
	}
	l.mu.Unlock()
	d.once.Do(func() { d.elaborate(n, l.Mutate) })
	return d
}

func (d *design) elaborate(n experiment.Network, mutate func(*ir.Design) error) {
	d.netlist, d.err = tree().Elaborate(params(n))
	if d.err == nil && mutate != nil {
		if d.err = mutate(d.netlist); d.err == nil {
			d.err = ir.Verify(d.netlist)
		}
	}
	if d.err == nil {
		sum := sha256.Sum256([]byte(ir.Text(d.netlist)))
		d.version = hex.EncodeToString(sum[:])
	}
}

// tree is the block that all networks are.
func tree() *blocks.Block {
	for _, b := range fabric.Blocks() {
		if b.Name == "fabric_tree" {
			return b
		}
	}
	panic("BUG: there is no block fabric_tree")
}

// levels of switches in a tree of so many nodes.
func levels(nodes int) int {
	for l := 1; l < 8; l++ {
		if fabric.Nodes(l) == nodes {
			return l
		}
	}
	panic(fmt.Sprintf("BUG: no tree has %d nodes", nodes))
}

var schemes = map[string]int{
	experiment.RECNIQ: fabric.RECNIQ, experiment.VOQsw: fabric.VOQsw, experiment.VOQnet: fabric.VOQnet, experiment.RECNCIOQ: fabric.RECNCIOQ,
}

// params are the network as parameters of fabric_tree.
func params(n experiment.Network) map[string]int {
	return map[string]int{
		"levels": levels(n.Nodes), "scheme": schemes[n.Scheme], "saqs": n.SAQs, "slots": n.Slots, "detect": n.Detect,
		"xoff": n.Xoff, "xon": n.Xon, "link_latency": n.LinkLatency, "ready_bit": n.ReadyBit, "queue": n.Queue,
	}
}
