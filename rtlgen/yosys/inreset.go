package yosys

import (
	"fmt"
	"math/big"
	"slices"
	"strings"
)

// inReset knows what nets of a module are while the reset of the top is active: by the inputs of which that is
// known, through gates, multiplexers and registers.
type inReset struct {
	m       *module
	inputs  map[bit]byte // '0' or '1'
	drivers map[bit]driver
	known   map[bit]byte
}

// driver is the output of a cell that drives a net.
type driver struct {
	c    *cell
	port string
	at   int
}

func newInReset(m *module, inputs map[string]string) *inReset {
	r := &inReset{m, map[bit]byte{}, map[bit]driver{}, map[bit]byte{}}
	for name, bits := range inputs {
		for i, x := range m.Ports[name].Bits {
			r.inputs[x] = bits[len(bits)-1-i]
		}
	}
	for _, c := range m.cells {
		for port, bits := range c.Connections {
			if c.drives(port) {
				for i, x := range bits {
					r.drivers[x] = driver{c, port, i}
				}
			}
		}
	}
	return r
}

// bits are what some nets are, the highest first: 0, 1 or x.
func (r *inReset) bits(nets []bit) string {
	var b strings.Builder
	for _, x := range slices.Backward(nets) {
		b.WriteByte(r.bit(x))
	}
	return b.String()
}

func (r *inReset) bit(x bit) byte {
	switch x {
	case zero:
		return '0'
	case one:
		return '1'
	}
	if v, ok := r.inputs[x]; ok {
		return v
	}
	if v, ok := r.known[x]; ok {
		return v
	}
	r.known[x] = 'x' // should it depend on itself
	v := byte('x')
	if d, ok := r.drivers[x]; ok {
		v = r.cell(d)
	}
	r.known[x] = v
	return v
}

func inverse(v byte) byte {
	switch v {
	case '0':
		return '1'
	case '1':
		return '0'
	}
	return 'x'
}

// cell is what a bit of the output of a cell is.
func (r *inReset) cell(d driver) byte {
	c := d.c
	at := func(port string) byte {
		bits := c.port(port)
		if d.at < len(bits) {
			return r.bit(bits[d.at])
		}
		return '0'
	}
	switch c.Type {
	case "$not":
		return inverse(at("A"))
	case "$buf", "$pos":
		return at("A")
	case "$and":
		return conjunction(at("A"), at("B"))
	case "$or":
		return inverse(conjunction(inverse(at("A")), inverse(at("B"))))
	case "$mux":
		switch a, b := at("A"), at("B"); r.bit(c.port("S")[0]) {
		case '0':
			return a
		case '1':
			return b
		default:
			if a == b {
				return a
			}
		}
		return 'x'
	}
	if d.at > 0 && flipFlops[c.Type] == nil {
		return 'x'
	}
	a, b := r.any(c, "A"), r.any(c, "B")
	switch c.Type {
	case "$logic_not":
		return inverse(a)
	case "$reduce_or", "$reduce_bool":
		return a
	case "$reduce_and":
		v := byte('1')
		for _, x := range c.port("A") {
			v = conjunction(v, r.bit(x))
		}
		return v
	case "$logic_and":
		return conjunction(a, b)
	case "$logic_or":
		return inverse(conjunction(inverse(a), inverse(b)))
	}
	if flipFlops[c.Type] != nil {
		return r.register(d)
	}
	return 'x'
}

func conjunction(a, b byte) byte {
	switch {
	case a == '0' || b == '0':
		return '0'
	case a == '1' && b == '1':
		return '1'
	}
	return 'x'
}

// any is whether a port of a cell has a bit that is 1.
func (r *inReset) any(c *cell, port string) byte {
	v := byte('0')
	for _, x := range c.port(port) {
		v = inverse(conjunction(inverse(v), inverse(r.bit(x))))
	}
	return v
}

// register is what a register holds that is clocked until it changes no more.
func (r *inReset) register(d driver) byte {
	c, kind := d.c, flipFlops[d.c.Type]
	on := func(port string) bool {
		v := r.bit(c.port(port)[0])
		return v == '1' && c.is(port+"_POLARITY") || v == '0' && !c.is(port+"_POLARITY")
	}
	switch {
	case kind.perBit || kind.load:
		return 'x'
	case kind.async && on("ARST"):
		return c.Parameters["ARST_VALUE"].at(d.at)
	case kind.enable && !on("EN"):
		return 'x'
	case kind.sync && on("SRST"):
		return c.Parameters["SRST_VALUE"].at(d.at)
	}
	return r.bit(c.port("D")[d.at])
}

// polarity is how a net depends on another one: 1 if it is that, -1 if it is its inverse, 0 otherwise.
func (r *inReset) polarity(x, of bit) int {
	if x == of {
		return 1
	}
	d, ok := r.drivers[x]
	if !ok || d.c.Type != "$not" && d.c.Type != "$logic_not" || len(d.c.port("A")) != 1 {
		return 0
	}
	return -r.polarity(d.c.port("A")[0], of)
}

// resetting finds the input of a module that is its reset: the one that the top has, or that is joined to the
// reset of the parent, or to its inverse, wherever the module stands. And it finds what other inputs are in reset.
func (r *reader) resetting() {
	r.resets, r.lows, r.during = map[string]string{}, map[string]bool{}, map[string]map[string]string{}
	if r.reset.Input == "" {
		return
	}
	active := "1"
	if r.reset.Low {
		active = "0"
	}
	r.resets[r.top], r.lows[r.top] = r.reset.Input, r.reset.Low
	r.during[r.top] = map[string]string{r.reset.Input: active}
	found := map[string][]placed{}
	for list := r.parentsFirst(); len(list) > 0; list = list[1:] {
		parent := list[0]
		if parent != r.top {
			r.during[parent] = map[string]string{}
			list = slices.Insert(list, 1, r.versions(parent, found)[1:]...)
			places := found[parent]
			for _, x := range places {
				r.instanceInReset(parent, x)
			}
			r.during[parent] = constantsOf(r.during[parent])
			if len(places) > 0 && !slices.ContainsFunc(places, func(x placed) bool { return x.way != places[0].way }) &&
				places[0].port != "" {
				r.resets[parent], r.lows[parent] = places[0].port, places[0].low
			}
		}
		m := r.Modules[parent]
		state := newInReset(m, r.during[parent])
		for _, c := range m.cells {
			if !c.instance() || r.Modules[c.Type] == nil {
				continue
			}
			x := placed{c: c, inputs: map[string]string{}}
			for name, p := range r.Modules[c.Type].Ports {
				if p.Direction == "input" {
					x.inputs[name] = state.bits(c.Connections[name])
				}
			}
			if p := m.Ports[r.resets[parent]]; p != nil && len(p.Bits) == 1 {
				x.port, x.low = state.joinedTo(c, r.resets[parent], p.Bits[0], r.lows[parent])
			}
			found[c.Type] = append(found[c.Type], x)
		}
	}
}

// way is the input of an instance that is the reset of its parent, "" for none, and whether it acts when it is 0.
type way struct {
	port string
	low  bool
}

// placed is an instance, with what its inputs are in reset.
type placed struct {
	way
	c      *cell
	inputs map[string]string
}

// versions makes a module several ones, if an input is the reset of one of its instances, and something else in the
// reset of another one, and returns their names. found has the instances of a module.
func (r *reader) versions(name string, found map[string][]placed) []string {
	names, known := []string{name}, map[string]string{}
	var ports []string
	for _, x := range found[name] {
		if x.port != "" && !slices.Contains(ports, x.port) {
			ports = append(ports, x.port)
		}
	}
	slices.Sort(ports)
	all := found[name]
	found[name] = nil
	for _, x := range all {
		key := ""
		for _, p := range ports {
			key += x.inputs[p]
		}
		version, ok := known[key]
		if !ok {
			if version = name; len(known) > 0 {
				version = r.copyOf(name, len(known))
				names = append(names, version)
			}
			known[key] = version
		}
		x.c.Type = version
		found[version] = append(found[version], x)
	}
	return names
}

// copyOf is a copy of a module, with a name of its own.
func (r *reader) copyOf(name string, number int) string {
	m := *r.Modules[name]
	m.Cells, m.cells = map[string]*cell{}, nil
	for _, c := range r.Modules[name].cells {
		own := *c
		m.Cells[own.name] = &own
		m.cells = append(m.cells, &own)
	}
	other := fmt.Sprintf("%s$reset%d", name, number)
	r.Modules[other] = &m
	return other
}

// instanceInReset notes what the inputs of an instance are in reset; ports that differ between instances are x.
func (r *reader) instanceInReset(of string, x placed) {
	for name, p := range r.Modules[of].Ports {
		if p.Direction != "input" {
			continue
		}
		v := x.inputs[name]
		if known, ok := r.during[of][name]; len(v) != len(p.Bits) || ok && known != v {
			v = "x"
		}
		r.during[of][name] = v
	}
}

// constantsOf are the ports of which all bits are known.
func constantsOf(ports map[string]string) map[string]string {
	all := map[string]string{}
	for name, bits := range ports {
		if !strings.Contains(bits, "x") && bits != "" {
			all[name] = bits
		}
	}
	return all
}

// joinedTo is the input port of an instance that has the value of a net, which is the input of that name, or its
// inverse: the port of its name, if there are several; "" for none. low is whether it acts when it is 0.
func (r *inReset) joinedTo(c *cell, input string, net bit, acts bool) (port string, low bool) {
	for _, name := range sorted(c.Connections) {
		bits := c.Connections[name]
		if c.drives(name) || len(bits) != 1 {
			continue
		}
		if p := r.polarity(bits[0], net); p != 0 && (port == "" || name == input) {
			port, low = name, acts == (p > 0)
		}
	}
	return port, low
}

func binaryNumber(bits string) *big.Int {
	v, _ := new(big.Int).SetString(bits, 2)
	return v
}
