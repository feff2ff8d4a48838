package synth

import (
	"fmt"
)

// Cost is what a module costs on an ECP5, with everything below it.
type Cost struct {
	Module string `json:"module"` // its name
	// Digest stands for the Verilog and the script of the synthesis: see Options.Unchanged.
	Digest string `json:"digest,omitempty"`
	// LUTEquivalents is the area: 4-input lookup tables, with 2 for each cell of
	// a carry chain and 4 for each 16x4 RAM made of lookup tables.
	LUTEquivalents int `json:"lut_equivalents"`
	LUTs           int `json:"luts"`        // lookup tables with 4 inputs
	Carries        int `json:"carry_cells"` // cells of carry chains
	LUTRAMs        int `json:"lut_rams"`    // RAMs of 16x4 bits, made of lookup tables
	FlipFlops      int `json:"flip_flops"`  // registers, in bits
	BlockRAMs      int `json:"block_rams"`  // of 18 Kbit
	DSPs           int `json:"dsps"`        // multipliers of 18x18 bits
	// Levels is the largest number of lookup tables, carry chains, asynchronous
	// memory reads and multipliers in a row.
	Levels int `json:"levels"`
	// Deepest names the nets of a path with this number of levels, those that the source
	// has, with the levels in front of each. A table does not keep it.
	Deepest []string `json:"deepest,omitempty"`
	// Parts tells how many there are of each part that a black box stands for.
	Parts map[string]int `json:"parts,omitempty"`
	// Sum tells that the modules inside were synthesized by themselves.
	Sum bool `json:"sum_of_parts,omitempty"`
	// High tells that the module was mapped with high effort: see Options.
	High bool `json:"high_effort,omitempty"`
	// Timing is nil if the module was not placed.
	Timing *Timing `json:"timing,omitempty"`
}

// costOf adds up a module.
func costOf(n *netlist, name string) (Cost, error) {
	c := Cost{Module: name}
	if err := c.add(n, name, 1); err != nil {
		return Cost{}, err
	}
	c.LUTEquivalents = c.LUTs + 2*c.Carries + 4*c.LUTRAMs
	var err error
	c.Levels, c.Deepest, err = levels(n, name)
	return c, err
}

// add counts the cells of the given number of copies of a module.
func (c *Cost) add(n *netlist, name string, copies int) error {
	m := n.Modules[name]
	if m == nil {
		return fmt.Errorf("yosys lost module %s", name)
	}
	below := map[string]int{}
	for _, x := range m.sorted() {
		switch n.kindOf(x) {
		case lut:
			c.LUTs += copies
		case wideMux: // comes with the lookup tables that it joins
		case carry:
			c.Carries += copies
		case lutRAM:
			c.LUTRAMs += copies
		case flipFlop:
			c.FlipFlops += copies
		case blockRAM:
			c.BlockRAMs += copies
		case dsp:
			c.DSPs += copies
		case instance:
			below[x.Type] += copies
		case part:
			if c.Parts == nil {
				c.Parts = map[string]int{}
			}
			c.Parts[x.Type] += copies
		case unknown:
			return fmt.Errorf("%s is a %s, which should have been mapped", x.name, x.Type)
		}
	}
	for child, count := range below {
		if err := c.add(n, child, count); err != nil {
			return err
		}
	}
	return nil
}
