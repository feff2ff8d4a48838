package voq

import "culprit/rtlgen"

// roundRobin chooses among many queues: the first one of able from the one after
// the last choice upward, wrapping; used says that the choice is carried out. The
// result is the queue's number, 0 if none is able.
//
// It chooses as prim.RRArbiter. Instead of the pointer it keeps the mask of the
// queues above the last choice, which is one subtraction away from the choice:
// no shifter, and no wait for the number.
func roundRobin(m *rtlgen.Module, able value, used rtlgen.Signal) (queue value) {
	above := m.Reg("above_last", able.Width(), 0)
	ahead := m.Let("able_ahead", able.And(above))
	first := m.Let("able_in_turn", rtlgen.Mux(ahead.Any(), ahead, able))
	m.If(used, func() { above.Set(first.Xor(first.Sub(1)).Not()) })
	return m.Let("queue_in_turn", first.Priority())
}
