package experiment

import (
	"fmt"
	"math/big"

	"culprit.example/culprit/rtlgen/ir"
	"culprit.example/culprit/testbench/experiment"
	"culprit.example/culprit/testbench/mutant"
)

// The mistakes under which claims must fail.
var (
	allHot = &experiment.Mutant{Name: "element_hot", Doc: "all outputs of an element are hot instead of one",
		Settings: map[string]string{"few": "element"}}
	speedUp = &experiment.Mutant{Name: "speed_up", Doc: "the fabric without speed-up has L_F = 1.2",
		Params: map[string]int{"lf": 120}}
	largeGrants = &experiment.Mutant{Name: "large_grants", Doc: "grants take up to 50 cells of a buffer of 100",
		Params: map[string]int{"g": 50}}

	unasked = &experiment.Mutant{Name: "unasked", Doc: "idle flows send without asking, in band",
		Params: map[string]int{"scheme": 2}}
	fewRequests = &experiment.Mutant{Name: "few_requests", Doc: "a flow has at most 8 requests pending, whatever G is",
		Params: map[string]int{"g": 8}}
	anyCredit = &experiment.Mutant{Name: "any_credit", Doc: "outputs grant when the fabric's buffer has any room",
		Netlist: mutant.InModule("reqgrant_arbiter", mutant.AddConst("fire", 1, 1-fullGrant))}

	asked = &experiment.Mutant{Name: "asked", Doc: "no cell is sent without asking",
		Params: map[string]int{"scheme": 1}}
	smallInputs = &experiment.Mutant{Name: "small_inputs",
		Doc: "input queues are shorter than the way of a credit", Params: map[string]int{"slots_in": 8}}
	neverFreed = &experiment.Mutant{Name: "never_freed",
		Doc:     "the place of an unsolicited cell is never free again",
		Netlist: mutant.InModule("reqgrant_adapter", mutant.Disconnect("ingress.ack_valid"))}
	newestFirst = &experiment.Mutant{Name: "newest_first",
		Doc:     "output queues take the newest cell of a pair first",
		Netlist: mutant.InModule("cioq_output", mutant.SwapMux("next_entry", 0))}
	everyOtherPathOfBeats = &experiment.Mutant{Name: "path_skipped",
		Doc:     "the resequencer takes every other path of a flow only",
		Netlist: mutant.InModule("reqgrant_beat_egress", mutant.AddConst("path_behind", 0, 1))}
	neverFreedOfBeats = &experiment.Mutant{Name: "never_freed",
		Doc:     "the place of an unsolicited segment is never free again",
		Netlist: mutant.InModule("reqgrant_beat_adapter", mutant.Disconnect("ingress.ack_valid"))}
	storeAndForward = &experiment.Mutant{Name: "store_and_forward",
		Doc: "a segment leaves an element when all of it is there", Params: map[string]int{"cut_through": 0}}
	fewInputs = &experiment.Mutant{Name: "few_inputs", Doc: "input queues hold a segment at a time",
		Params: map[string]int{"slots_in": 2}}
	notRegulated = &experiment.Mutant{Name: "not_regulated",
		Doc: "outputs reserve buffers where they should regulate the rate", Netlist: reserving}
	reservedSmall = &experiment.Mutant{Name: "reserved_small_buffers",
		Doc:     "outputs reserve 96 of the 128 segments of a buffer, where they should regulate the rate",
		Netlist: reserving, Params: map[string]int{"fc_init": 96}}
	doubleReservationOfBeats = &experiment.Mutant{Name: "double_reservation",
		Doc: "twice as many segments are reserved as the buffers have", Params: map[string]int{"fc_init": 480}}
	doubleReservation = &experiment.Mutant{Name: "double_reservation",
		Doc: "twice as many cells are reserved as the buffers have", Params: map[string]int{"fc_init": 2048}}

	partial = &experiment.Mutant{Name: "partial_grants",
		Doc: "outputs grant a part of a request where the reassembly buffer has no room for all", Netlist: partialGrants}

	neverHeld = &experiment.Mutant{Name: "never_blocked", Doc: "the fabric's outputs send all the time",
		Netlist: mutant.InModule("clos_network", mutant.Stuck("block_time", 0))}
	heldForEver = &experiment.Mutant{Name: "always_blocked",
		Doc:     "the fabric's outputs to the hot nodes send nothing at any time",
		Netlist: mutant.InModule("clos_network", mutant.Stuck("block_time", 1))}

	reservedToo = &experiment.Mutant{Name: "reservation_after_all",
		Doc:     "outputs wait for credits of the fabric's buffers, too",
		Netlist: mutant.InModule("clos_node", mutant.Stuck("nic.reserve", 1))}
	oneLane = &experiment.Mutant{Name: "one_lane", Doc: "output queues take from one lane of the crossbar only",
		Netlist: mutant.InModule("cioq_output", mutant.StuckBit("room", 1, 0))}
	onePath = &experiment.Mutant{Name: "one_path", Doc: "all cells of a flow take the same path",
		Netlist: pathPerFlow}
	anyRate = &experiment.Mutant{Name: "any_rate", Doc: "outputs grant at 16 times the rate of their lines",
		Netlist: mutant.InModule("clos_node", mutant.Stuck("nic.grant_rate", 1))}
	unreserved = &experiment.Mutant{Name: "no_reservation",
		Doc:     "outputs do not wait for credits of the fabric's buffers",
		Netlist: mutant.InModule("clos_node", mutant.Disconnect("nic.reserve"))}
	everyOtherPath = &experiment.Mutant{Name: "path_skipped", Doc: "the resequencer takes every other path of a flow only",
		Netlist: mutant.InModule("reqgrant_egress", mutant.AddConst("path_behind", 0, 1))}
)

// trials are a mutant with the runs that get its mistake; without runs, all that the
// claim needs.
func trials(m *experiment.Mutant, runs ...string) []experiment.Trial {
	return []experiment.Trial{{Mutant: m, Runs: runs}}
}

// reserving makes rate regulation with L_G = L reserved buffers with 10 L.
func reserving(d *ir.Design) error {
	err := mutant.InModule("clos_node", mutant.Stuck("nic.reserve", 1))(d)
	for _, x := range [][2]int{{4, 0}, {5, 1}, {7, 1}} { // 16 sixteenths become 160
		if err == nil {
			err = mutant.InModule("clos_node", mutant.StuckBit("nic.grant_rate", x[0], x[1]))(d)
		}
	}
	return err
}

// partialGrants has outputs grant min(r, oc), and what is left of the request later.
func partialGrants(d *ir.Design) error {
	zext := func(n *ir.Node, width int) *ir.Node {
		return &ir.Node{Op: ir.OpZext, Width: width, Args: []*ir.Node{n}}
	}
	least := func(request *ir.Node, read func(string) *ir.Node) *ir.Node {
		oc := read("oc_q")
		w := max(request.Width, oc.Width) + 1
		less := &ir.Node{Op: ir.OpLt, Width: 1, Args: []*ir.Node{zext(oc, w), zext(request, w)}}
		part := &ir.Node{Op: ir.OpSlice, Width: request.Width, Args: []*ir.Node{zext(oc, w)}}
		return &ir.Node{Op: ir.OpMux, Width: request.Width, Args: []*ir.Node{less, part, request}}
	}
	moved := func(all *ir.Node, read func(string) *ir.Node) *ir.Node {
		return &ir.Node{Op: ir.OpAdd, Width: all.Width, Args: []*ir.Node{read("winner_granted"), read("size")}}
	}
	stays := func(_ *ir.Node, read func(string) *ir.Node) *ir.Node {
		size := read("size")
		request := &ir.Node{Op: ir.OpSub, Width: size.Width,
			Args: []*ir.Node{read("winner_requested"), read("winner_granted")}}
		return &ir.Node{Op: ir.OpNe, Width: 1, Args: []*ir.Node{request, size}}
	}
	for _, change := range []mutant.Mutation{
		mutant.AddConst("fire", 0, 1-packetFits), // oc >= 1
		mutant.Rewrite("size", "sub(winner_requested, winner_granted)", least),
		mutant.Rewrite("granted_data", "winner_requested", moved),
		mutant.Rewrite("pending_q", "1'0", stays),
	} {
		if err := mutant.InModule("reqgrant_arbiter", change)(d); err != nil {
			return err
		}
	}
	return nil
}

// pathPerFlow has a flow take the path of its first cell, and the resequencer take the
// cells from there.
func pathPerFlow(d *ir.Design) error {
	for _, change := range []func(*ir.Design) error{
		mutant.InModule("reqgrant_ingress", func(m *ir.Module) error {
			path, err := addition(m, "third_mid_q")
			if err == nil {
				path.Args[0] = &ir.Node{Op: ir.OpConst, Width: path.Width, Const: new(big.Int)}
			}
			return err
		}),
		mutant.InModule("reqgrant_egress", mutant.AddConst("path_of_second", 0, -1)),
		mutant.InModule("reqgrant_egress", mutant.AddConst("path_behind", 0, -1)),
	} {
		if err := change(d); err != nil {
			return err
		}
	}
	return nil
}

// addition is the innermost addition that a register is assigned: of the number of a
// cell and its source.
func addition(m *ir.Module, register string) (*ir.Node, error) {
	var found *ir.Node
	var look func(n *ir.Node)
	look = func(n *ir.Node) {
		if n.Op == ir.OpAdd {
			found = n
		}
		for _, a := range n.Args {
			look(a)
		}
	}
	ir.WalkStmts(m.Body, func(s ir.Stmt) {
		if a, ok := s.(*ir.Assign); ok && a.Sig != nil && a.Sig.Name == register {
			look(a.Value)
		}
	})
	if found == nil {
		return nil, fmt.Errorf("no such node: nothing is added for %s", register)
	}
	return found, nil
}
