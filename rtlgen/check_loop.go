package rtlgen

import (
	"fmt"
	"strings"

	"culprit/rtlgen/ir"
)

// checkLoops reports combinational loops, each with all its hops.
func (m *Module) checkLoops(paths ir.Paths) { paths.Loops(m.ir, m.reportLoop) }

func (m *Module) reportLoop(hops []ir.Net) {
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
