package yosys

import (
	"encoding/json"
	"fmt"
	"math/big"
	"regexp"
	"slices"
	"strings"

	"culprit.example/culprit/rtlgen/ir"
)

// unify makes modules that are equal but for their names one, children before parents: a front end may have
// made one of each instance.
func (n *netlist) unify(top string) {
	first, same := map[string]string{}, map[string]string{}
	var visit func(name string)
	visit = func(name string) {
		if _, done := same[name]; done || n.Modules[name] == nil {
			return
		}
		same[name] = name
		m := n.Modules[name]
		for _, c := range m.cells {
			if c.instance() {
				visit(c.Type)
				if other, ok := same[c.Type]; ok {
					c.Type = other
				}
			}
		}
		text := m.text()
		if other, ok := first[text]; ok {
			same[name] = other
			delete(n.Modules, name)
			return
		}
		first[text] = name
	}
	visit(top)
}

// text is all that a module does, and the names in it. Nets have numbers in the order in which they come.
func (m *module) text() string {
	type content struct {
		Ports   []string
		Names   []string
		Types   []string
		Params  []map[string]value
		Joined  [][]string
		Bits    [][]bit
		Initial []value
	}
	numbers := map[bit]bit{}
	numbered := func(bits []bit) []bit {
		own := slices.Clone(bits)
		for i, x := range bits {
			if x < 0 {
				continue
			}
			if numbers[x] == 0 {
				numbers[x] = bit(len(numbers) + 1)
			}
			own[i] = numbers[x]
		}
		return own
	}
	c := content{}
	for _, name := range m.portNames {
		c.Ports = append(c.Ports, m.Ports[name].Direction+" "+name)
		c.Bits = append(c.Bits, numbered(m.Ports[name].Bits))
	}
	cells, nets := slices.Clone(m.cells), slices.Clone(m.netNames)
	slices.SortStableFunc(cells, func(x, y *cell) int { return byKind(x.name, y.name) })
	slices.SortStableFunc(nets, byKind)
	for _, x := range cells {
		name := x.name
		if strings.HasPrefix(name, "$") {
			name = "" // made up, with numbers
		}
		c.Names, c.Types = append(c.Names, name), append(c.Types, x.Type)
		c.Params = append(c.Params, x.Parameters)
		ports := sorted(x.Connections)
		for _, port := range ports {
			c.Bits = append(c.Bits, numbered(x.Connections[port]))
		}
		c.Joined = append(c.Joined, ports)
	}
	for _, name := range nets {
		net := m.Nets[name]
		if net.Hidden != 0 {
			name = ""
		}
		c.Names, c.Bits, c.Initial = append(c.Names, name), append(c.Bits, numbered(net.Bits)),
			append(c.Initial, net.Attributes["init"])
	}
	text, err := json.Marshal(c)
	if err != nil {
		panic("BUG: a module that was read from JSON cannot be written: " + err.Error())
	}
	return string(text)
}

// byKind compares names without the numbers in them first: those of equal modules come in the same order.
func byKind(x, y string) int {
	if order := strings.Compare(digits.ReplaceAllString(x, ""), digits.ReplaceAllString(y, "")); order != 0 {
		return order
	}
	return natural(x, y)
}

// leastCopies is how many equal instances are an array of instances, which engines run side by side.
const leastCopies = 16

// group is equal instances, as an array.
type group struct {
	name  string
	cells []*cell
}

var digits = regexp.MustCompile(`[0-9]+`)

// groups are the instances of a module: those of one module whose names differ in numbers only, in the order of
// these, are one group if they are many; the others have one each. Apart are cells of arrays that would not do.
func (b *builder) groups(apart map[string]bool) (list []group) {
	byName := map[string]int{}
	for _, c := range b.from.cells {
		if !c.instance() {
			continue
		}
		name, key := c.arrayName()
		if apart[key] || b.written {
			list = append(list, single(c))
			continue
		}
		i, ok := byName[key]
		if !ok {
			i = len(list)
			byName[key] = i
			list = append(list, group{name: name})
		}
		list[i].cells = append(list[i].cells, c)
	}
	var all []group
	for _, g := range list {
		if len(g.cells) < leastCopies {
			for _, c := range g.cells {
				all = append(all, single(c))
			}
			continue
		}
		slices.SortStableFunc(g.cells, func(x, y *cell) int { return natural(x.name, y.name) })
		all = append(all, g)
	}
	return all
}

// arrayName is the name of an array that an instance may be in, without the numbers of its copies, and what is
// the same for all of them.
func (c *cell) arrayName() (name, key string) {
	name = plain(digits.ReplaceAllString(strings.TrimPrefix(c.name, "\\"), ""))
	return name, c.Type + " " + name
}

func single(c *cell) group {
	return group{plain(strings.TrimPrefix(c.name, "\\")), []*cell{c}}
}

// natural compares names with numbers in them by the numbers.
func natural(x, y string) int {
	a, b := digits.FindAllString(x, -1), digits.FindAllString(y, -1)
	for i := range min(len(a), len(b)) {
		p, q := strings.TrimLeft(a[i], "0"), strings.TrimLeft(b[i], "0")
		if len(p) != len(q) {
			return len(p) - len(q)
		}
		if order := strings.Compare(p, q); order != 0 {
			return order
		}
	}
	return strings.Compare(x, y)
}

// without finds the arrays of instances on combinational loops of a module, whose copies depend on each other
// and are better apart, and adds them to a set. It reports whether there are some.
func (b *builder) without(apart map[string]bool) (found bool) {
	arrays := map[*ir.Instance]string{}
	for _, in := range b.insts {
		if len(in.cells) > 1 {
			_, arrays[in.Instance] = in.cells[0].arrayName()
		}
	}
	if len(arrays) == 0 {
		return false
	}
	b.paths.Loops(b.m, func(loop []ir.Net) {
		for _, net := range loop {
			if key, ok := arrays[net.Inst]; ok {
				apart[key], found = true, true
			}
		}
	})
	return found
}

// inputLanes is what an input of an array of instances gets: a value for each copy, or one for all.
func (b *builder) inputLanes(in instance, portName string, w int) (v *ir.Node, all bool) {
	var lanes []*ir.Node
	equal := true
	for _, c := range in.cells {
		bits := c.port(portName)
		equal = equal && fmt.Sprint(bits) == fmt.Sprint(in.cells[0].port(portName))
		v := b.value(bits)
		if v == nil || v.Width != w {
			v = constant(new(big.Int), w) // nothing is joined to it
		}
		lanes = append(lanes, v)
	}
	if equal {
		return lanes[0], len(in.cells) > 1
	}
	return concat(lanes), false
}
