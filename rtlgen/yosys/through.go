package yosys

import "slices"

// seeThrough joins each net that is a clock, and that an instance only passes on from one of its inputs, with
// what it passes on: designs have their clocks in modules such as a gate, of which the one for simulation
// or an FPGA is a wire. An instance of which nothing else is left goes.
func (n *netlist) seeThrough(top string) {
	t := &clockPaths{netlist: n, passed: map[string][]wire{}, clocks: map[string][]string{}}
	t.visit(top)
}

// portBit is bit at of a port.
type portBit struct {
	port string
	at   int
}

// wire is a bit of an output that is a bit of an input.
type wire struct{ out, in portBit }

type clockPaths struct {
	*netlist
	passed map[string][]wire   // of each module, in the order of its ports
	clocks map[string][]string // of each module the inputs that are clocks
}

// visit looks at a module after those in it.
func (t *clockPaths) visit(name string) {
	m := t.Modules[name]
	if _, done := t.clocks[name]; done || m == nil {
		return
	}
	t.clocks[name] = nil // a module that contains itself is refused later
	for _, c := range m.cells {
		if c.instance() {
			t.visit(c.Type)
		}
	}
	for {
		nets := t.clockNets(m)
		if !slices.ContainsFunc(m.cells, func(c *cell) bool { return t.join(m, c, nets) }) {
			break
		}
	}
	nets := t.clockNets(m)
	for _, portName := range m.portNames {
		if p := m.Ports[portName]; p.Direction == "input" && len(p.Bits) == 1 && nets[p.Bits[0]] {
			t.clocks[name] = append(t.clocks[name], portName)
		}
	}
	t.passed[name] = t.passes(m)
}

// clockNets are the nets of a module that are clocks: of flip-flops, memories and instances.
func (t *clockPaths) clockNets(m *module) map[bit]bool {
	nets := map[bit]bool{}
	for _, c := range m.cells {
		var ports []string
		switch {
		case c.instance():
			ports = t.clocks[c.Type]
		case c.Type == "$mem_v2":
			ports = []string{"RD_CLK", "WR_CLK"}
		case flipFlops[c.Type] != nil:
			ports = []string{"CLK"}
		}
		for _, p := range ports {
			for _, x := range c.port(p) {
				nets[x] = x > 0
			}
		}
	}
	return nets
}

// passes are the bits of a module's outputs that are bits of its inputs, directly or through instances.
func (t *clockPaths) passes(m *module) (passed []wire) {
	inputs := map[bit]portBit{}
	for _, name := range m.portNames {
		if p := m.Ports[name]; p.Direction == "input" {
			for i, x := range p.Bits {
				inputs[x] = portBit{name, i}
			}
		}
	}
	from := map[bit]bit{} // what instances pass on
	for _, c := range m.cells {
		for _, w := range t.passed[c.Type] {
			if x, y := c.at(w.out), c.at(w.in); x > 0 && y > 0 && x != y {
				from[x] = y
			}
		}
	}
	for _, name := range m.portNames {
		p := m.Ports[name]
		if p.Direction != "output" {
			continue
		}
		for i, x := range p.Bits {
			for range len(from) { // wires that go round have no end
				y, ok := from[x]
				if !ok {
					break
				}
				x = y
			}
			if in, ok := inputs[x]; ok && x > 0 {
				passed = append(passed, wire{portBit{name, i}, in})
			}
		}
	}
	return passed
}

// at is the net at a bit of a port, a constant where there is none.
func (c *cell) at(p portBit) bit {
	if bits := c.port(p.port); p.at < len(bits) {
		return bits[p.at]
	}
	return floating
}

// join joins a clock that an instance passes on with what it passes on, and reports whether there was one.
func (t *clockPaths) join(m *module, c *cell, clocks map[bit]bool) bool {
	passed := t.passed[c.Type]
	for _, w := range passed {
		x, y := c.at(w.out), c.at(w.in)
		if !clocks[x] || y <= 0 || x == y {
			continue
		}
		outputs := 0
		for _, p := range t.Modules[c.Type].Ports {
			if p.Direction == "output" {
				outputs += len(p.Bits)
			}
		}
		if outputs > len(passed) {
			c.port(w.out.port)[w.out.at] = m.newNet()
			m.rename(x, y)
			return true
		}
		m.cells = slices.DeleteFunc(m.cells, func(o *cell) bool { return o == c })
		delete(m.Cells, c.name)
		for _, w := range passed {
			if x := c.at(w.out); x > 0 {
				m.rename(x, c.at(w.in))
			}
		}
		return true
	}
	return false
}

// rename puts another net in the place of a net.
func (m *module) rename(net, other bit) {
	m.eachBits(func(bits []bit) {
		for i, x := range bits {
			if x == net {
				bits[i] = other
			}
		}
	})
}

// newNet is a net that nothing in the module has.
func (m *module) newNet() bit {
	last := bit(1)
	m.eachBits(func(bits []bit) {
		for _, x := range bits {
			last = max(last, x)
		}
	})
	return last + 1
}

// eachBits calls f with the bits of each port, name and connection.
func (m *module) eachBits(f func([]bit)) {
	for _, p := range m.Ports {
		f(p.Bits)
	}
	for _, n := range m.Nets {
		f(n.Bits)
	}
	for _, c := range m.cells {
		for _, bits := range c.Connections {
			f(bits)
		}
	}
}
