// Package measured has the designs of the family that `rtlgen bench` measures: networks with
// the traffic inside, and a reader of their counters.
//
// What must not live here: hardware other than what a measurement needs around a design.
package measured

import (
	"fmt"

	"culprit.example/culprit/blocks/fabric"
	"culprit.example/culprit/blocks/recn"
	"culprit.example/culprit/rtlgen"
	"culprit.example/culprit/testbench/speed"
)

// Subjects are the RECN-IQ switch alone, and fabrics of it.
func Subjects() []*speed.Subject {
	list := []*speed.Subject{{
		Name: "switch", Switches: 1, Build: func() *rtlgen.Module { return OneSwitch().Module }, Shared: []string{"node"},
		Doc:    "one RECN-IQ switch of 8 ports, an end node at each",
		Inputs: uniform,
	}}
	for _, f := range []struct{ levels, copies int }{{2, 2}, {3, 1}, {4, 1}} {
		p := fabric.Defaults
		p.Schemes = fabric.Schemes{recn.Scheme()}
		p.Levels, p.Copies = f.levels, f.copies
		n, nodes := p.Copies*p.Switches(), p.Copies*p.Nodes()
		doc := fmt.Sprintf("fabric_tree: %d switches, %d nodes", n, nodes)
		if f.copies > 1 {
			doc += fmt.Sprintf(", in %d trees side by side", f.copies)
		}
		list = append(list, &speed.Subject{
			Name: fmt.Sprintf("fabric%d", n), Switches: n, Doc: doc, Shared: []string{"sw", "node"},
			Build:  func() *rtlgen.Module { return fabric.Tree(p).Module },
			Inputs: uniform,
		})
	}
	return list
}

// uniform is uniform traffic, without a measurement interval.
func uniform(load float64) map[string]uint64 {
	return map[string]uint64{"seed": 1, "enable": 1, "load": speed.Rate(load)}
}
