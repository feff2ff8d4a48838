package rtlgen

import (
	"fmt"
	"strings"

	"culprit.example/culprit/rtlgen/ir"
	"culprit.example/culprit/rtlgen/ir/analysis"
)

// checkLoops reports combinational loops, each with all its hops.
func (m *Module) checkLoops(paths ir.Paths) {
	paths.Loops(m.ir, func(hops []ir.Net) { m.reportLoop(paths, hops) })
}

func (m *Module) reportLoop(paths ir.Paths, hops []ir.Net) {
	start := hops[0]
	names := make([]string, 0, len(hops)+1)
	var rel []Related
	for _, h := range hops {
		names = append(names, h.String())
		rel = append(rel, Related{h.Pos(), fmt.Sprintf("%s is on the loop", h)})
	}
	names = append(names, start.String())
	way := "put a register on one of the hops"
	if !analysis.LoopOfBits(paths, m.ir, hops) {
		way = "bit by bit there is none, but tools see whole signals: " + apart(hops)
	}
	m.reportAt(start.Pos(), CodeLoop, rel, "combinational loop: %s: %s", strings.Join(names, " <- "), way)
}

// apart is how to describe a circuit whose loop is only one of whole signals.
func apart(hops []ir.Net) string {
	for _, h := range hops {
		if h.Inst != nil && h.Inst.Array {
			return fmt.Sprintf("describe the copies of %s as instances of their own (Instance), so that each output is a signal of its own",
				h.Inst.Name)
		}
	}
	for _, h := range hops {
		if h.Sig != nil {
			return fmt.Sprintf("split %s into signals of their own", h.Sig.Name)
		}
	}
	return fmt.Sprintf("split port %s of %s into ports of their own", hops[0].Port.Name, hops[0].Inst.Name)
}
