package hardware

import (
	"fmt"
	"slices"
	"strings"

	"culprit.example/culprit/rtlgen/blocks"
	"culprit.example/culprit/rtlgen/ir"
	"culprit.example/culprit/testbench/network"
)

// holdInput is the input that addHold makes.
const holdInput = "hold"

// addHold gives the top the input hold, which keeps the packets that wait in the
// end nodes from entering the network.
func addHold(d *ir.Design, n blocks.Network) {
	if len(n.Hold) == 0 {
		return
	}
	top := &ir.Signal{Name: holdInput, Kind: ir.Input, Width: 1}
	d.Top.Ports = append(d.Top.Ports, top)
	inputs := map[*ir.Module]*ir.Signal{d.Top: top}
	for _, path := range n.Hold {
		parts := strings.Split(path, ".")
		m := d.Top
		for _, name := range parts[:len(parts)-1] {
			of := network.InstanceOf(m, name).Of
			if inputs[of] == nil {
				inputs[of] = network.AddInput(d, of, holdInput, 1, func(parent *ir.Module) *ir.Node {
					return ir.Read(inputs[parent])
				})
			}
			m = of
		}
		wire := parts[len(parts)-1]
		i := slices.IndexFunc(m.Signals, func(s *ir.Signal) bool { return s.Name == wire && s.Kind == ir.Wire })
		if i < 0 {
			panic(fmt.Sprintf("BUG: the description of a network names a wire %s, and module %s has none", path, m.Name))
		}
		s := m.Signals[i]
		m.Body = append(m.Body, &ir.If{Cond: ir.Read(inputs[m]),
			Then: []ir.Stmt{&ir.Assign{Sig: s, Value: network.Constant(s.Width, 0)}}})
	}
}
