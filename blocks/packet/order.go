package packet

import "culprit.example/culprit/rtlgen"

// stampBits counts the packets that came to a port, for the order checks: enough
// for centuries of simulation.
const stampBits = 32

// Passage is what order checks follow: a packet takes a slot, and leaves it with a
// grant. The registers of the checks exist in simulation and formal proofs only.
type Passage struct {
	Slots   int
	Take    rtlgen.Signal // a packet comes
	Slot    rtlgen.Signal // to this slot
	Grant   rtlgen.Signal // a packet leaves
	Granted rtlgen.Signal // from this slot
}

// stamps numbers the packets that came from first on, by slot.
func (p Passage) stamps(m *rtlgen.Module, first int) rtlgen.RegArray {
	came := m.Reg("packets_came", stampBits, first, "number of the next packet that comes")
	stamp := m.RegArray("slot_stamp", p.Slots, stampBits, 0, "number of the packet in each slot")
	m.If(p.Take, func() {
		came.Set(came.Add(1))
		stamp.At(p.Slot).Set(came)
	})
	return stamp
}

// InOrderOfRoute states that a packet never leaves before an older one of the same
// route: then packets of a flow stay in order through any network of switches.
// waits reports whether the packet in a slot has not left yet.
func (p Passage) InOrderOfRoute(m *rtlgen.Module, route rtlgen.Signal, waits func(slot rtlgen.Value) rtlgen.Value) {
	stamp := p.stamps(m, 0)
	routes := m.RegArray("slot_route", p.Slots, rtlgen.ValueOf(route).Width(), 0, "route of the packet in each slot")
	overtaken := m.Reg("overtaken", 1, 0, "a packet has left before an older one of its route")
	m.If(p.Take, func() { routes.At(p.Slot).Set(route) })
	grantedRoute := m.Let("granted_route", routes.At(p.Granted))
	grantedStamp := m.Let("granted_stamp", stamp.At(p.Granted))
	m.If(p.Grant, func() {
		for s := range m.Each("s", p.Slots) {
			older := waits(s).And(routes.At(s).Eq(grantedRoute)).And(stamp.At(s).Lt(grantedStamp))
			m.If(older, func() { overtaken.Set(1) })
		}
	})
	m.Assert("packets_of_a_route_stay_in_order", overtaken.Not())
}

// InOrderOfQueue states that packets leave one of the given number of queues as they came.
// Packets of a flow that are in one queue stay in order then.
func (p Passage) InOrderOfQueue(m *rtlgen.Module, queues int, queue rtlgen.Signal) {
	stamp := p.stamps(m, 1)
	left := m.RegArray("left_last", queues, stampBits, 0, "number of the last packet that left each queue")
	m.If(p.Grant, func() { left.At(queue).Set(stamp.At(p.Granted)) })
	m.Assert("packets_leave_as_they_came", rtlgen.ValueOf(p.Grant).Implies(stamp.At(p.Granted).Gt(left.At(queue))))
}
