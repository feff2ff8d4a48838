package experiment

import (
	"fmt"

	"culprit.example/culprit/rtlgen/ir"
	"culprit.example/culprit/testbench/experiment"
	"culprit.example/culprit/testbench/mutant"
)

// Mistakes in congestion management.
var (
	unmanaged = &experiment.Mutant{Name: "no_notifications", Doc: "no congestion point samples",
		Netlist: mutant.InModule("adaptive_switch", mutant.Disconnect("cp.enable"))}
	alwaysManaged = &experiment.Mutant{Name: "always_managed",
		Doc:     "congestion points sample although there is to be no congestion management",
		Netlist: mutant.InModule("adaptive_switch", mutant.Stuck("cp.enable", 1))}
	noIncrease = &experiment.Mutant{Name: "no_increase", Doc: "limited sources never speed up again",
		Netlist: mutant.InModule("qcn_rp_update", mutant.Stuck("period_start", 0))}
	equilibrium = &experiment.Mutant{Name: "low_equilibrium", Doc: "the equilibrium of a queue is 26000 bytes, not 33000",
		Params: map[string]int{"q_eq": 26000}}
)

// Mistakes in routing.
var (
	notAdaptive = &experiment.Mutant{Name: "always_default", Doc: "frames take the default port",
		Netlist: mutant.InModule("adaptive_engine", mutant.SwapMux("frame_out_q", 0))}
	sprayed = &experiment.Mutant{Name: "sprayed", Doc: "frames take a random one of their ports",
		Netlist: mutant.InModule("adaptive_engine", spray)}
	firstListed = &experiment.Mutant{Name: "first_listed",
		Doc:     "if all ports are congested, frames take the first, not the least severe one",
		Netlist: mutant.InModule("adaptive_congestion", noSeverity)}
	fixedRoute = &experiment.Mutant{Name: "fixed_cn_route", Doc: "notifications take the default port",
		Netlist: mutant.InModule("adaptive_draw", mutant.Stuck("place", 0))}
	anyRoute = &experiment.Mutant{Name: "any_cn_route", Doc: "where they should take a fixed route, notifications take any",
		Params: map[string]int{"timer": 250}}
	noExpiry = &experiment.Mutant{Name: "no_expiry", Doc: "remote entries live for ever",
		Netlist: mutant.InModule("adaptive_congestion", mutant.Stuck("expired", 0))}
	shortLife = &experiment.Mutant{Name: "short_life", Doc: "remote entries live for 125 ms, not 250",
		Params: map[string]int{"timer": 125}}
	startedOnce = &experiment.Mutant{Name: "timer_started_once",
		Doc:     "the timer of an entry starts with its first notification, and not again",
		Netlist: mutant.InModule("adaptive_congestion", startOnce)}
	timerOnly = &experiment.Mutant{Name: "reset_by_timer",
		Doc:     "the timer ends local entries, too, and a short queue does not",
		Netlist: mutant.InModule("adaptive_congestion", timerEndsAll)}
)

// Mistakes in queues and PAUSE.
var (
	halted = &experiment.Mutant{Name: "no_frame_leaves", Doc: "switches send no frame",
		Netlist: mutant.InModule("adaptive_transmitter", mutant.Stuck("sends_frame", 0))}
	unstoppable = &experiment.Mutant{Name: "pause_not_obeyed", Doc: "switches send frames while they are paused",
		Netlist: mutant.InModule("adaptive_transmitter", mutant.DropTerm("sends_frame", 1))}
	longQueue = &experiment.Mutant{Name: "long_queue", Doc: "the queues of the hosts are twice as long, not half",
		Params: map[string]int{"queue": 512}}
	smallPartition = &experiment.Mutant{Name: "small_partition",
		Doc: "an input has room for 84 frames (126000 bytes), not 100", Netlist: mutant.InModule("adaptive_queues", room(84))}
	tinyPartition = &experiment.Mutant{Name: "tiny_partition",
		Doc: "an input has room for 10 frames, and STOP is sent at 81", Netlist: mutant.InModule("adaptive_queues", room(10))}
	lateStop = &experiment.Mutant{Name: "late_stop", Doc: "STOP is sent at 99 of 100 frames of an input, not at 81",
		Netlist: mutant.InModule("qcn_pause", mutant.AddConst("stop", 1, 99-81))}
)

// Mistakes of a host that takes nothing.
var (
	saidOnce = &experiment.Mutant{Name: "stop_said_once", Doc: "STOP is never repeated",
		Netlist: mutant.InModule("qcn_pause", mutant.Stuck("refresh_due", 0))}
	unblocked = &experiment.Mutant{Name: "never_blocked", Doc: "the host takes frames all the time",
		Netlist: mutant.InModule("adaptive_host", mutant.Stuck("pause.occupancy", 0))}
	neverGo = &experiment.Mutant{Name: "always_blocked", Doc: "the host takes no frame at any time",
		Netlist: mutant.InModule("adaptive_host", mutant.Stuck("pause.occupancy", 1))}
)

// spray sends frames by the port that is drawn for notifications, and draws for frames,
// too.
func spray(m *ir.Module) error {
	drawn := func(_ *ir.Node, read func(string) *ir.Node) *ir.Node { return read("cn_way") }
	if err := mutant.Rewrite("frame_out_q", "congestion_table.chosen_port", drawn)(m); err != nil {
		return err
	}
	always := func(old *ir.Node, read func(string) *ir.Node) *ir.Node {
		return &ir.Node{Op: ir.OpOr, Width: 1, Args: []*ir.Node{old, read("finds_frame")}, Pos: old.Pos}
	}
	return mutant.Rewrite("random_draw.draw", "finds_cn", always)(m)
}

// noSeverity makes the severity of all places of a list 0.
func noSeverity(m *ir.Module) error {
	for place := range longestPaperList {
		for bit := range severityBits {
			if err := mutant.StuckBit(fmt.Sprintf("entry_%d", place), bit, 0)(m); err != nil {
				return err
			}
		}
	}
	return nil
}

// The longest list of the papers' networks, and the bits of the severity of an entry.
const (
	longestPaperList = 3
	severityBits     = 31
)

// startOnce writes the stamp of an entry only with its first notification.
func startOnce(m *ir.Module) error {
	return mutant.Rewrite("stamps", "update_valid", func(old *ir.Node, read func(string) *ir.Node) *ir.Node {
		return &ir.Node{Op: ir.OpAnd, Width: 1, Args: []*ir.Node{old, read("first_notification")}, Pos: old.Pos}
	})(m)
}

// timerEndsAll makes the end of local entries that of remote ones.
func timerEndsAll(m *ir.Module) error {
	if err := mutant.Stuck("low_local", 0)(m); err != nil {
		return err
	}
	return mutant.DropTerm("expired", 0)(m)
}

// room is the number of slots that an input gets of its 100.
func room(frames int) mutant.Mutation {
	return mutant.AddConst("never_used", 0, frames-100)
}
