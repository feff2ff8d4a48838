package ir

import (
	"fmt"
	"strings"
)

// ClockSuffix ends the names of inputs that are clocks: what stands before it begins the name of their resets.
const ClockSuffix = "clk"

// Clocks are the inputs that are clocks, in the order of the ports.
func (m *Module) Clocks() []*Signal {
	var list []*Signal
	for _, p := range m.Ports {
		if p.IsClock {
			list = append(list, p)
		}
	}
	return list
}

// HasClocks reports whether a module of the design has an input that is a clock.
func (d *Design) HasClocks() bool {
	for _, m := range d.Modules {
		if len(m.Clocks()) > 0 {
			return true
		}
	}
	return false
}

// InnerClocks are the clocks of an instance's module that are a given clock outside of it; "" is the implicit one
// of either.
func (in *Instance) InnerClocks(clock string) []string {
	var list []string
	if in.Clock == clock {
		list = append(list, "")
	}
	for _, c := range in.Conns {
		if c.Port.IsClock && clockOf(c) == clock {
			list = append(list, c.Port.Name)
		}
	}
	return list
}

// ClockError is a clock that is used as what it is not.
type ClockError struct {
	What string
	Pos  Pos
}

func (e *ClockError) Error() string { return e.What }

func clockError(pos Pos, format string, args ...any) error {
	return &ClockError{fmt.Sprintf(format, args...), pos}
}

// VerifyClocks checks that clocks are inputs, and are used as clocks alone. The error is a *ClockError.
func (m *Module) VerifyClocks() error {
	if m.Part != nil && len(m.Clocks()) > 0 {
		return clockError(m.Part.Pos, "clock %s of a black box: it has the implicit clock alone", m.Clocks()[0].Name)
	}
	for _, p := range append(append([]*Signal{}, m.Ports...), m.Signals...) {
		if p.IsClock && (p.Kind != Input || p.Width != 1) {
			return clockError(p.Pos, "clock %s is no input of 1 bit", p.Name)
		}
		if p.IsClock && (!strings.HasSuffix(p.Name, "_"+ClockSuffix) || len(p.Name) <= len("_"+ClockSuffix)) {
			return clockError(p.Pos, "the name of clock %s does not end with _%s", p.Name, ClockSuffix)
		}
		if p.Synchronizer && (p.Kind != Reg || p.VerificationOnly) {
			return clockError(p.Pos, "%s is a synchronizer and no register of the circuit", p.Name)
		}
	}
	if err := m.eachClocked(func(what, clock string) error {
		if p := m.Port(clock); p == nil || !p.IsClock {
			return clockError(m.Pos, "%s: its clock %s is no input that is a clock", what, clock)
		}
		return nil
	}); err != nil {
		return err
	}
	if err := m.memoryMeetings(); err != nil {
		return err
	}
	return m.clocksAsData()
}

// eachClocked calls f for all that has a clock of a name.
func (m *Module) eachClocked(f func(what, clock string) error) error {
	var err error
	see := func(what, clock string) {
		if clock != "" && err == nil {
			err = f(what, clock)
		}
	}
	for _, s := range m.Signals {
		see("register "+s.Name, s.Clock)
	}
	for _, a := range m.Arrays {
		see("array "+a.Name, a.Clock)
	}
	for _, mem := range m.Memories {
		for _, w := range mem.Writes {
			see("memory "+mem.Name, w.Clock)
		}
		for _, r := range mem.Reads {
			see("read port "+r.Name, r.Clock)
		}
	}
	for _, in := range m.Instances {
		see("instance "+in.Name, in.Clock)
	}
	for _, p := range m.Properties {
		see("property "+p.Name, p.Clock)
	}
	return err
}

// memoryMeetings checks that a read that meets a write of another clock counts on nothing.
func (m *Module) memoryMeetings() error {
	if len(m.Clocks()) == 0 {
		return nil // all is of the implicit clock
	}
	for _, mem := range m.Memories {
		for _, r := range mem.Reads {
			for i, w := range mem.Writes {
				rdw := mem.RDW
				if r.RDW != nil {
					rdw = r.RDW[i]
				}
				if r.Sync && w.Clock != r.Clock && rdw != ReadUndefined {
					return clockError(r.Pos, "read port %s meets a write of another clock: what it reads then is undefined", r.Name)
				}
			}
		}
	}
	return nil
}

// clocksAsData checks that a clock leads to clocks of instances alone, and each of these is a clock.
func (m *Module) clocksAsData() error {
	if err := m.instanceClocks(); err != nil {
		return err
	}
	if len(m.Clocks()) == 0 {
		return nil
	}
	rest := *m
	rest.Instances = nil
	for _, in := range m.Instances {
		x := *in
		x.Conns = nil
		for _, c := range in.Conns {
			if !c.Port.IsClock {
				x.Conns = append(x.Conns, c)
			}
		}
		rest.Instances = append(rest.Instances, &x)
	}
	var err error
	seen := map[*Node]bool{}
	rest.RootNodes(func(root *Node) {
		WalkNodes(root, seen, func(n *Node) {
			if n.Op == OpSignal && n.Sig.IsClock && err == nil {
				err = clockError(n.Pos, "clock %s is read as data", n.Sig.Name)
			}
		})
	})
	return err
}

func (m *Module) instanceClocks() error {
	for _, in := range m.Instances {
		for _, c := range in.Conns {
			if c.Port.IsClock && (clockOf(c) == "" || in.Array && !c.Broadcast) {
				return clockError(in.Pos, "instance %s: its clock %s is no clock of the module", in.Name, c.Port.Name)
			}
		}
	}
	return nil
}

// clockOf is the clock that a connection leads to an instance, "" if it is none.
func clockOf(c Conn) string {
	if c.Value.Op == OpSignal && c.Value.Sig.IsClock {
		return c.Value.Sig.Name
	}
	return ""
}
