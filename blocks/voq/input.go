package voq

import (
	"culprit/blocks/packet"
	"culprit/rtlgen"
)

// receiver is the register behind the link pins of an input port, and what the
// routing makes of the packet one cycle later. The switches have it in common.
type receiver struct {
	packet.Received
	enqValid value // one cycle after the start: the packet goes to its queue
	enqPort  value // the output port that it wants
}

func newReceiver(m *rtlgen.Module, p Params, rx packet.Beat[rtlgen.In], myPort rtlgen.Signal) receiver {
	r := receiver{Received: packet.Receive(m, rx)}
	r.enqValid = m.Next("enq_valid", r.Start, 0).Value
	header := m.NextNoReset("enq_header", r.Header())
	r.enqPort = p.ports().RequestedOutput(m, myPort, header)
	return r
}
