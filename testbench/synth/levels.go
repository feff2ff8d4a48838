package synth

import (
	"fmt"
)

// levels is the largest number of passes through a slice (a lookup table with the
// multiplexers that widen it, a carry chain, a read of a LUT RAM) or a multiplier
// between two registers or pins of a module, through everything below it. A
// combinational loop is an error.
func levels(n *netlist, top string) (int, error) {
	a := &analysis{n: n, drivers: map[*module]map[bit]driver{}, models: map[*module]*model{}}
	return a.walk(n.Modules[top], anywhere).deepest()
}

// analysis keeps what is known about the modules of a netlist.
type analysis struct {
	n       *netlist
	drivers map[*module]map[bit]driver
	models  map[*module]*model
}

// model is what a module means for the paths of its parent. The bits are its own.
type model struct {
	inside int                 // levels between its own registers
	out    map[bit]int         // levels from its registers to an output
	in     map[bit]int         // levels from an input to any register or output
	arcs   map[bit]map[bit]int // levels from inputs (second) to outputs (first), if there is a path
}

// model computes the model of a module at the first call.
func (a *analysis) model(m *module) (*model, error) {
	if known := a.models[m]; known != nil {
		return known, nil
	}
	r := &model{out: map[bit]int{}, in: map[bit]int{}, arcs: map[bit]map[bit]int{}}
	a.models[m] = r
	all := a.walk(m, anywhere)
	var err error
	if r.inside, err = all.deepest(); err != nil {
		return nil, err
	}
	var outputs []bit
	for _, p := range m.Ports {
		if p.Direction == "output" {
			outputs = append(outputs, p.Bits...)
		}
	}
	for _, b := range outputs {
		if r.out[b], err = all.of(b); err != nil {
			return nil, err
		}
	}
	for _, p := range m.Ports {
		if p.Direction != "input" {
			continue
		}
		for _, from := range p.Bits {
			one := a.walk(m, from)
			if r.in[from], err = one.deepest(); err != nil {
				return nil, err
			}
			for _, b := range outputs {
				level, err := one.of(b)
				if err != nil {
					return nil, err
				}
				if level != unreachable {
					if r.arcs[b] == nil {
						r.arcs[b] = map[bit]int{}
					}
					r.arcs[b][from] = level
				}
			}
		}
	}
	return r, nil
}

// walk computes the levels of the nets of a module, counted from all registers
// and inputs, or from one input only.
type walk struct {
	a     *analysis
	m     *module
	from  bit
	level map[bit]int
}

// anywhere stands for all registers, inputs and constants.
const anywhere bit = -1

// What the level of a net may be instead of a number.
const (
	unfinished  = -1
	unreachable = -2 // from the one input
)

func (a *analysis) walk(m *module, from bit) *walk {
	return &walk{a, m, from, map[bit]int{}}
}

// deepest is the largest level anywhere in the module.
func (w *walk) deepest() (int, error) {
	most := 0
	for _, c := range w.m.sorted() {
		for port, bits := range c.Connections {
			if c.Directions[port] != "output" {
				continue
			}
			level, err := w.ofAll(bits, 0)
			if err != nil {
				return 0, err
			}
			most = max(most, level)
		}
		if w.a.n.kindOf(c) != instance {
			continue
		}
		level, err := w.into(c)
		if err != nil {
			return 0, err
		}
		most = max(most, level)
	}
	return most, nil
}

// into is the largest level inside an instance.
func (w *walk) into(c *cell) (int, error) {
	child := w.a.n.Modules[c.Type]
	mod, err := w.a.model(child)
	if err != nil {
		return 0, err
	}
	most := 0
	if w.from == anywhere {
		most = mod.inside
	}
	for name, p := range child.Ports {
		if p.Direction != "input" {
			continue
		}
		for i, b := range p.Bits {
			level, err := w.of(c.Connections[name][i])
			if err != nil {
				return 0, err
			}
			if level != unreachable {
				most = max(most, level+mod.in[b])
			}
		}
	}
	return most, nil
}

// ofAll is the largest level of some nets after so many levels more.
func (w *walk) ofAll(bits []bit, more int) (int, error) {
	most := unreachable
	for _, b := range bits {
		level, err := w.of(b)
		if err != nil {
			return 0, err
		}
		if level != unreachable {
			most = max(most, level+more)
		}
	}
	return most, nil
}

// start is the level at registers, inputs and constants.
func (w *walk) start(b bit) int {
	if w.from == anywhere || w.from == b {
		return 0
	}
	return unreachable
}

// of is the level of a net.
func (w *walk) of(b bit) (int, error) {
	if b <= constant {
		return w.start(constant), nil
	}
	if level, known := w.level[b]; known {
		if level == unfinished {
			return 0, fmt.Errorf("there is a combinational loop through %s", w.m.name(b))
		}
		return level, nil
	}
	w.level[b] = unfinished
	level, err := w.compute(b)
	w.level[b] = level
	return level, err
}

func (w *walk) compute(b bit) (int, error) {
	d, driven := w.a.driversOf(w.m)[b]
	if !driven {
		return w.start(b), nil
	}
	if w.a.n.kindOf(d.cell) == instance {
		return w.through(d)
	}
	list, combinational := arcs[d.cell.Type]
	if !combinational {
		return w.start(b), nil
	}
	most := unreachable
	for _, arc := range list {
		for _, port := range arc.from {
			level, err := w.ofAll(d.cell.Connections[port], arc.levels)
			if err != nil {
				return 0, err
			}
			most = max(most, level)
		}
	}
	return most, nil
}

// through is the level of an output of an instance.
func (w *walk) through(d driver) (int, error) {
	child := w.a.n.Modules[d.cell.Type]
	mod, err := w.a.model(child)
	if err != nil {
		return 0, err
	}
	output := child.Ports[d.port].Bits[d.index]
	most := unreachable
	if w.from == anywhere {
		most = mod.out[output]
	}
	for name, p := range child.Ports {
		if p.Direction != "input" {
			continue
		}
		for i, from := range p.Bits {
			more, path := mod.arcs[output][from]
			if !path {
				continue
			}
			level, err := w.ofAll(d.cell.Connections[name][i:i+1], more)
			if err != nil {
				return 0, err
			}
			most = max(most, level)
		}
	}
	return most, nil
}

// driver is a bit of an output of a cell.
type driver struct {
	cell  *cell
	port  string
	index int
}

// driversOf is the table of what drives the nets of a module. Its inputs are not
// in it.
func (a *analysis) driversOf(m *module) map[bit]driver {
	if table := a.drivers[m]; table != nil {
		return table
	}
	table := map[bit]driver{}
	for _, c := range m.Cells {
		for port, bits := range c.Connections {
			if c.Directions[port] != "output" {
				continue
			}
			for i, b := range bits {
				table[b] = driver{c, port, i}
			}
		}
	}
	a.drivers[m] = table
	return table
}

// arc is the inputs of a primitive from which a combinational path leads to its
// outputs, and how many levels it adds.
type arc struct {
	levels int
	from   []string
}

// arcs has the primitives with combinational paths. What a lookup table hands to
// the multiplexer of its slice, and a carry to the next cell of the chain, does not
// leave the slice, or stays on a fast wire; the select of a multiplexer comes from
// outside, as the input of a lookup table does.
var arcs = map[string][]arc{
	"LUT4":            {{1, []string{"A", "B", "C", "D"}}},
	"PFUMX":           {{0, []string{"ALUT", "BLUT"}}, {1, []string{"C0"}}},
	"L6MUX21":         {{0, []string{"D0", "D1"}}, {1, []string{"SD"}}},
	"CCU2C":           {{0, []string{"CIN"}}, {1, []string{"A0", "B0", "C0", "D0", "A1", "B1", "C1", "D1"}}},
	"TRELLIS_DPR16X4": {{1, []string{"RAD"}}},
	"MULT18X18D":      {{1, multiplierInputs()}},
}

// multiplierInputs are A0 to A17 and B0 to B17.
func multiplierInputs() []string {
	var list []string
	for i := range 18 {
		list = append(list, fmt.Sprintf("A%d", i), fmt.Sprintf("B%d", i))
	}
	return list
}
