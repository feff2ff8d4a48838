package adapter

import "culprit.example/culprit/rtlgen"

// machine is a state machine: a register and the names of its states. It starts in
// the first one.
type machine struct {
	rtlgen.Reg
	names map[string]value
}

// newMachine makes the register name_q, which holds what doc says; the states are constants
// name_state.
func newMachine(m *rtlgen.Module, name, doc string, states ...string) machine {
	w := rtlgen.IndexBits(len(states))
	s := machine{m.Reg(name+"_q", w, 0, doc), map[string]value{}}
	for i, state := range states {
		s.names[state] = m.Constant(name+"_"+state, w, i)
	}
	return s
}

// in reports whether the machine is in a state.
func (s machine) in(state string) value { return s.Eq(s.names[state]) }

// to lets the machine go to a state.
func (s machine) to(state string) { s.Set(s.names[state]) }
