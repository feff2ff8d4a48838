package schemes

import (
	"errors"
	"strings"

	"culprit.example/culprit/rtlgen/ir"
	"culprit.example/culprit/testbench/experiment"
	"culprit.example/culprit/testbench/mutant"
)

// spread: flows that take all routes, in turn or cell by cell, do not meet on one link.
func (p planned) spread() experiment.Claim {
	goodput := func(r experiment.Run) float64 { return one(r).goodput() }
	return claim("C8", "flows that take all routes carry what the routes of the tree would put on few links",
		"the flows of a switch load all its links alike, which together carry what its nodes send",
		each("arrived / offered", "transpose", []string{reserved, regulated, pauseOnly, standard, unbiased},
			experiment.AtLeast(1-tolerance), goodput)...).
		Noticing(append(trials(p.treeRoutes(), runName("transpose", reserved)),
			trials(fewSpines, runName("transpose", pauseOnly))...))
}

// admitted: the receiver of an incast has granted all but one segment of each sender.
func (p planned) admitted() experiment.Claim {
	peak := func(r experiment.Run) float64 { return one(r).most("peak_network") }
	return claim("C9", "of an incast no more is in the network than its receiver has room for, and a segment of each sender",
		"every segment is granted, which takes a place of the B of the receiver, but for one of each flow that is not acknowledged; a packet of each node is on its way into the network unseen",
		each("packets in the network", "incast", []string{reserved, regulated},
			experiment.AtMost(float64(rgPackets*(rgReasm+p.nodes-1)+p.nodes)), peak)...).
		Noticing(trials(overbooked, runName("incast", reserved)))
}

// The mistakes under which claims about networks with other routes must fail.
var (
	fewSpines = &experiment.Mutant{Name: "few_spines", Doc: "a leaf has as many uplinks as servers, which leaves no room for requests and grants",
		Params: map[string]int{"spines": leaf}}
	overbooked = &experiment.Mutant{Name: "overbooked", Doc: "outputs grant 1024 segments, which neither the fabric nor the adapter has room for",
		Params: map[string]int{"b_reasm": 1024, "fc_init": 1024}}
	halfRate = &experiment.Mutant{Name: "half_rate", Doc: "outputs grant half of what their lines carry", Netlist: func(d *ir.Design) error {
		err := mutant.InModule("clos_node", mutant.StuckBit("nic.grant_rate", 4, 0))(d) // 16 sixteenths become 8
		if err == nil {
			err = mutant.InModule("clos_node", mutant.StuckBit("nic.grant_rate", 3, 1))(d)
		}
		return err
	}}
)

// treeRoutes has the first switches go by the last digit of the destination instead of the first one of the path, which
// stands higher by the other digits of both, of two bits each.
func (p planned) treeRoutes() *experiment.Mutant {
	return &experiment.Mutant{Name: "tree_routes",
		Doc: "the first switches take the link that the destination's last digit says, as those of a tree do",
		Netlist: func(d *ir.Design) error {
			for _, m := range d.Modules {
				if m.BaseName() != "cioq_input" || strings.Contains(m.Name, "_stage") {
					continue
				}
				for _, target := range []string{"follower", "turns"} {
					if err := mutant.MoveSlice(target, 0, -4*(p.levels()-1))(m); err != nil {
						return err
					}
				}
				return nil
			}
			return errors.New("there is no input of the first stage")
		}}
}
