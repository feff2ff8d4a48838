package synth

import (
	"fmt"
	"sort"
	"strings"

	"culprit/rtlgen/ir"
)

// Cost is what a module costs with everything below it.
type Cost struct {
	Module    string `json:"module"`
	Cells     int    `json:"cells"` // lookup tables, flip-flops, memories and parts
	FlipFlops int    `json:"flip_flops"`
	LUTs      int    `json:"luts"`   // of 4 inputs
	Levels    int    `json:"levels"` // lookup tables and asynchronous memory reads in a row
	// Memories tells how many there are of each shape, words x bits: "512x64".
	Memories   map[string]int `json:"memories"`
	MemoryBits int            `json:"memory_bits"`
	// Parts tells how many there are of each part that a black box stands for.
	Parts map[string]int `json:"parts,omitempty"`

	own map[string]string // shapes of the module's own memories, by name
}

// MemoryList is "512x64, 2 of 64x36".
func (c Cost) MemoryList() string {
	var shapes, list []string
	for shape := range c.Memories {
		shapes = append(shapes, shape)
	}
	sort.Strings(shapes)
	for _, shape := range shapes {
		if n := c.Memories[shape]; n > 1 {
			shape = fmt.Sprintf("%d of %s", n, shape)
		}
		list = append(list, shape)
	}
	return strings.Join(list, ", ")
}

// costOf adds up a module.
func costOf(n *netlist, name string) (Cost, error) {
	total := Cost{Module: name, Memories: map[string]int{}, Parts: map[string]int{}, own: map[string]string{}}
	if err := total.add(n, name, true); err != nil {
		return Cost{}, fmt.Errorf("module %s: %w", name, err)
	}
	total.Cells += total.LUTs + total.FlipFlops
	for _, count := range total.Memories {
		total.Cells += count
	}
	for _, count := range total.Parts {
		total.Cells += count
	}
	var err error
	if total.Levels, err = levels(n, name); err != nil {
		return Cost{}, fmt.Errorf("module %s: %w", name, err)
	}
	return total, nil
}

func (c *Cost) add(n *netlist, name string, top bool) error {
	m := n.Modules[name]
	if m == nil {
		return fmt.Errorf("yosys lost module %s", name)
	}
	for id, x := range m.Cells {
		switch n.kind(x) {
		case lut:
			c.LUTs++
		case flipFlop:
			c.FlipFlops++
		case memory:
			if err := c.addMemory(x, top); err != nil {
				return err
			}
		case instance:
			if err := c.add(n, x.Type, false); err != nil {
				return err
			}
		case part:
			c.Parts[x.Type]++
		case latch:
			return fmt.Errorf("%s in %s is a latch", id, name)
		default:
			return fmt.Errorf("%s in %s is a %s, which should have been mapped", id, name, x.Type)
		}
	}
	return nil
}

func (c *Cost) addMemory(x *cell, top bool) error {
	depth, err := x.number("SIZE")
	if err != nil {
		return err
	}
	width, err := x.number("WIDTH")
	if err != nil {
		return err
	}
	shape := fmt.Sprintf("%dx%d", depth, width)
	c.Memories[shape]++
	c.MemoryBits += depth * width
	if top {
		c.own[x.memoryName()] = shape
	}
	return nil
}

// sameMemories tells whether Yosys sees exactly the RAMs of the netlist. A ROM is a
// memory without a name for Yosys, or logic. The memories of a black box are in its
// model.
func sameMemories(d *ir.Design, costs []Cost) error {
	for i, m := range d.Modules {
		if m.Part != nil {
			continue
		}
		seen, named, rams := costs[i].own, 0, 0
		for name := range seen {
			if !strings.HasPrefix(name, "$") {
				named++
			}
		}
		for _, mem := range m.Memories {
			if mem.Contents != nil {
				continue
			}
			rams++
			shape := fmt.Sprintf("%dx%d", mem.Depth, mem.Width)
			if seen[mem.Name] != shape {
				return fmt.Errorf("module %s: memory %s of %s (%s) is %q for yosys", m.Name, mem.Name, shape, mem.Pos, seen[mem.Name])
			}
		}
		if named != rams {
			return fmt.Errorf("module %s has %d memories, and %d for yosys: %v", m.Name, rams, named, seen)
		}
	}
	return nil
}
