package synth

import (
	"fmt"
)

// levels is the largest number of lookup tables and asynchronous memory reads
// between two registers or pins of a module, through everything below it. A
// combinational loop is an error.
func levels(n *netlist, top string) (int, error) {
	p := &paths{n: n, level: map[net]int{}, drivers: map[*module]map[bit]driver{}}
	root := &place{module: n.Modules[top]}
	return p.deepest(root)
}

// place is an instance of a module in the hierarchy.
type place struct {
	module   *module
	path     string // of instances, "" for the top
	parent   *place
	cell     *cell // in the parent
	children map[*cell]*place
}

// net is one bit in one place.
type net struct {
	at  *place
	bit bit
}

// driver is a bit of an output of a cell, or without a cell of an input port of
// the module.
type driver struct {
	cell  *cell
	port  string
	index int
}

type paths struct {
	n       *netlist
	level   map[net]int // unfinished while it is being computed
	drivers map[*module]map[bit]driver
}

const unfinished = -1

// deepest computes the levels of all nets that a lookup table or memory in this
// place, or below it, drives.
func (p *paths) deepest(at *place) (int, error) {
	most := 0
	for _, c := range at.module.sorted() {
		var level int
		var err error
		switch p.n.kind(c) {
		case lut:
			level, err = p.of(net{at, c.Connections["Y"][0]})
		case memory:
			level, err = p.ofAll(at, c.Connections["RD_DATA"])
		case instance:
			level, err = p.deepest(at.child(p.n, c))
		}
		if err != nil {
			return 0, err
		}
		most = max(most, level)
	}
	return most, nil
}

// child is the place of an instance in this one.
func (at *place) child(n *netlist, c *cell) *place {
	if at.children == nil {
		at.children = map[*cell]*place{}
	}
	if at.children[c] == nil {
		path := c.name
		if at.path != "" {
			path = at.path + "." + path
		}
		at.children[c] = &place{module: n.Modules[c.Type], path: path, parent: at, cell: c}
	}
	return at.children[c]
}

func (p *paths) ofAll(at *place, bits []bit) (int, error) {
	most := 0
	for _, b := range bits {
		level, err := p.of(net{at, b})
		if err != nil {
			return 0, err
		}
		most = max(most, level)
	}
	return most, nil
}

// of is the level of a net: 0 at registers, pins and constants.
func (p *paths) of(x net) (int, error) {
	if x.bit <= constant {
		return 0, nil
	}
	if level, known := p.level[x]; known {
		if level == unfinished {
			return 0, fmt.Errorf("combinational loop through %s in instance %q", x.at.module.name(x.bit), x.at.path)
		}
		return level, nil
	}
	p.level[x] = unfinished
	level, err := p.compute(x)
	p.level[x] = level
	return level, err
}

func (p *paths) compute(x net) (int, error) {
	d, driven := p.driversOf(x.at.module)[x.bit]
	c := d.cell
	switch {
	case !driven:
		return 0, nil
	case c == nil && x.at.parent == nil:
		return 0, nil
	case c == nil:
		return p.of(net{x.at.parent, x.at.cell.Connections[d.port][d.index]})
	}
	switch p.n.kind(c) {
	case lut:
		level, err := p.ofAll(x.at, c.Connections["A"])
		return level + 1, err
	case memory:
		return p.read(x.at, d)
	case instance:
		child := x.at.child(p.n, c)
		return p.of(net{child, child.module.Ports[d.port].Bits[d.index]})
	}
	return 0, nil
}

// read is the level of the data of a memory's read port.
func (p *paths) read(at *place, d driver) (int, error) {
	width, err := d.cell.number("WIDTH")
	if err != nil {
		return 0, err
	}
	i := d.index / width // the read port
	if d.cell.clocked(i) {
		return 0, nil
	}
	bits, err := d.cell.number("ABITS")
	if err != nil {
		return 0, err
	}
	level, err := p.ofAll(at, d.cell.Connections["RD_ADDR"][i*bits:(i+1)*bits])
	return level + 1, err
}

// driversOf is the table of what drives the nets of a module.
func (p *paths) driversOf(m *module) map[bit]driver {
	if table := p.drivers[m]; table != nil {
		return table
	}
	table := map[bit]driver{}
	add := func(c *cell, port string, bits []bit) {
		for i, b := range bits {
			table[b] = driver{c, port, i}
		}
	}
	for name, port := range m.Ports {
		if port.Direction == "input" {
			add(nil, name, port.Bits)
		}
	}
	for _, c := range m.Cells {
		for port, bits := range c.Connections {
			if c.Directions[port] == "output" {
				add(c, port, bits)
			}
		}
	}
	p.drivers[m] = table
	return table
}
