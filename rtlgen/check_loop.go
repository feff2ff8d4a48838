package rtlgen

import (
	"fmt"
	"strings"

	"culprit/rtlgen/ir/analysis"
)

// checkLoops reports combinational loops, each with all its hops.
func (m *Module) checkLoops(paths analysis.Paths) {
	g := paths.Combinational(m.ir)
	analysis.Order(g.Nets, g.Deps, m.reportLoop)
}

func (m *Module) reportLoop(hops []analysis.Net) {
	start := hops[0]
	names := make([]string, 0, len(hops)+1)
	var rel []Related
	for _, h := range hops {
		names = append(names, h.String())
		rel = append(rel, Related{h.Pos(), fmt.Sprintf("%s is on the loop", h)})
	}
	names = append(names, start.String())
	m.reportAt(start.Pos(), CodeLoop, rel, "combinational loop: %s: put a register on one of the hops", strings.Join(names, " <- "))
}
