package bench

import (
	"culprit/blocks"
	"culprit/blocks/voq/golden"
	"culprit/testbench"
)

// Benches are the benches of all blocks, in the order of the contract.
func Benches() []testbench.Bench {
	return []testbench.Bench{swSwitchBench(), netSwitchBench(), nicBench()}
}

// paramsOf are the parameters of the golden models; what a block does not have stays 0.
func paramsOf(v blocks.Values) golden.Params {
	return golden.Params{
		Ports: v["ports"], Slots: v["slots"], Nodes: v["nodes"], Depth: v["depth"], Queue: v["queue"], LinkLatency: v["link_latency"],
	}
}

var switchCorners = []string{
	"all outputs busy", "packets back to back", "several packets granted at once", "empty and idle again",
	"packets for several outputs at an input", "only packet leaves as the next comes", "slot reused at once",
}

// watch reports the corners that the switches have in common.
type watch struct {
	cycle   int
	lastEop []int // per output
}

func newWatch(ports int) *watch { return &watch{lastEop: make([]int, ports)} }

// queues looks at the packets waiting in the queues of an input.
func (w *watch) queues(waiting []int, hit func(string)) {
	filled := 0
	for _, n := range waiting {
		if n > 0 {
			filled++
		}
	}
	if filled > 1 {
		hit("packets for several outputs at an input")
	}
}

func (w *watch) events(e golden.Events, hit func(string)) {
	if e.Granted > 1 {
		hit("several packets granted at once")
	}
	if e.Refilled {
		hit("only packet leaves as the next comes")
	}
	if e.Reused {
		hit("slot reused at once")
	}
	if e.Exchanged {
		hit("credit taken and given at once")
	}
}

// pins looks at the outputs in every cycle.
func (w *watch) pins(valid, sop, eop []bool, t *traffic, hit func(string)) {
	busy := 0
	for o := range valid {
		if valid[o] {
			busy++
		}
		if sop[o] && w.cycle > 0 && w.lastEop[o] == w.cycle-1 {
			hit("packets back to back")
		}
		if eop[o] {
			w.lastEop[o] = w.cycle
		}
	}
	if busy == len(valid) {
		hit("all outputs busy")
	}
	if t.sent > 0 && t.idle() {
		hit("empty and idle again")
	}
	w.cycle++
}
