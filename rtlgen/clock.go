package rtlgen

import (
	"errors"
	"fmt"

	"culprit.example/culprit/rtlgen/ir"
)

// Clock declares an input that is a clock, besides the implicit one; its name ends with _clk. The Verilog has its
// reset beside it, with rst in the place of clk. To engines it is an input that is 1 in the cycles in which the
// clock has a rising edge: a cycle is then an instant, in which any of the clocks may have one. The implicit clock
// has an edge in each.
func (m *Module) Clock(name string) Value {
	s := m.signal(ir.Input, name, 1)
	s.IsClock = true
	m.ir.Ports = append(m.ir.Ports, s)
	return m.read(s)
}

// Clocked gives what f declares the clock: registers, arrays, ports of memories, properties, and instances, of
// which it is the implicit clock. clock is an input of the module that Clock, or the tag clock, has made.
func (m *Module) Clocked(clock Signal, f func()) {
	v := m.own(ValueOf(clock), 1)
	saved := m.clock
	switch {
	case v.bad():
	case v.n.Op != ir.OpSignal || !v.n.Sig.IsClock:
		m.report(CodeClock, []Related{v.related()}, "%s is no clock: make one with Clock, or with the tag clock", v.what())
	default:
		m.clock = v.n.Sig.Name
	}
	f()
	m.clock = saved
}

// Synchronize takes s, a register of another clock or an input, over to the clock of Clocked: through stages
// registers in a row, 2 or more, that a tool keeps close together, so that the first has a cycle or more to settle.
// The result is the last one, name_sync; the others are name_meta1 and so on. All have the reset value. It is s of
// stages cycles before, or of one more if s changed near the edge; each bit decides that for itself, so that of
// several bits only one may change at a time. There must be no logic between the register and s.
func (m *Module) Synchronize(name string, s Signal, stages int, reset Operand) Value {
	v := ValueOf(s)
	if stages < 2 {
		m.report(CodeSize, nil, "synchronizer %s has %s: it must be 2 or more", name, count(stages, "stage"))
		return m.poison(max(v.Width(), 1), v)
	}
	for i := 1; i <= stages; i++ {
		stage := fmt.Sprintf("%s_meta%d", name, i)
		if i == stages {
			stage = name + "_sync"
		}
		r := m.Next(stage, v, reset)
		r.sig.Synchronizer = true
		v = r.Value
	}
	return v
}

// clocksInUse are the clocks that clock something, or lead to an instance.
func (m *Module) clocksInUse() map[string]bool {
	used := map[string]bool{}
	for _, s := range m.ir.Signals {
		used[s.Clock] = true
	}
	for _, a := range m.ir.Arrays {
		used[a.Clock] = true
	}
	for _, mem := range m.ir.Memories {
		for _, w := range mem.Writes {
			used[w.Clock] = true
		}
		for _, r := range mem.Reads {
			used[r.Clock] = r.Sync || used[r.Clock]
		}
	}
	for _, in := range m.ir.Instances {
		used[in.Clock] = true
	}
	return used
}

// checkCrossings reports clocks that are used as data, and paths between clocks that no synchronizer ends.
func (m *Module) checkCrossings(known ir.Domains) {
	var mistake *ir.ClockError
	if errors.As(m.ir.VerifyClocks(), &mistake) {
		m.reportAt(mistake.Pos, CodeClock, nil, "%s", mistake.What)
		return
	}
	for _, c := range known.Crossings(m.ir) {
		m.reportAt(c.Pos, CodeCrossing, nil, "%s", c)
	}
}
