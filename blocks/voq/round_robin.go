package voq

import (
	"culprit.example/culprit/blocks/prim"
	"culprit.example/culprit/rtlgen"
)

// roundRobin chooses among many queues: the first one of able from the one after
// the last choice upward, wrapping; used says that the choice is carried out. The
// result is the queue's number, 0 if none is able.
//
// It chooses as prim.RRArbiter.
func roundRobin(m *rtlgen.Module, able value, used rtlgen.Signal) (queue value) {
	above := m.Reg("above_last", able.Width()-1, 0, "queues above the last one chosen")
	choice := prim.RoundRobin(m, "queue", able, above)
	m.If(used, func() { above.Set(choice.Above) })
	return choice.Index
}
