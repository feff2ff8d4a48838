package testbench

import (
	"slices"

	"culprit.example/culprit/rtlgen/blocks"
	"culprit.example/culprit/rtlgen/ir"
)

// Elaborate builds the block without the assumptions that the bench breaks. The error is
// about parameters that the block refuses.
func (b Bench) Elaborate(v blocks.Values) (*ir.Design, error) { return elaborate(v, b) }

// elaborate builds the block of the benches without the assumptions that any of them breaks.
func elaborate(v blocks.Values, benches ...Bench) (*ir.Design, error) {
	d, err := benches[0].Block.Elaborate(v)
	if err != nil {
		return nil, err
	}
	for _, b := range benches {
		for _, name := range b.Breaks {
			dropAssumption(d, name)
		}
	}
	return d, nil
}

// dropAssumption takes an assumption out of all modules.
func dropAssumption(d *ir.Design, name string) {
	for _, m := range d.Modules {
		m.Properties = slices.DeleteFunc(m.Properties, func(p *ir.Property) bool {
			return p.Kind == ir.Assume && p.Name == name
		})
	}
}
