package ethernet

import "culprit.example/culprit/rtlgen"

// CNMTx makes the CNMs of a congestion point, one at a time, and puts them between the frames of a
// stream.
func CNMTx(p CNMTxParams) *rtlgen.Typed[CNMTxPorts] {
	m, io := rtlgen.New[CNMTxPorts](p)
	if m.Refused() {
		return m
	}
	busy := m.Reg("busy", 1, 0, "a CNM waits, or is sent")
	accepts := m.Let("accepts", io.CNM.Valid.AndNot(busy))
	f := p.frame(m.Module, io, func(name string, x rtlgen.Signal) rtlgen.Signal {
		q := m.RegNoReset(name, rtlgen.ValueOf(x).Width(), "of the CNM that was taken")
		m.If(accepts, func() { q.Set(x) })
		return q
	})
	begins := m.Wire("begins", 1, "its frame begins")
	frame := inserted{wanted: busy.Value, begins: begins, beats: f.inBeats("frame", p.Width), octets: len(f.octets)}
	ends := frame.insert(m.Module, io.SAxis, io.MAxis, p.Dims())
	m.If(accepts, func() { busy.Set(1) }).ElseIf(ends, func() { busy.Set(0) })
	io.CNM.Ready.Drive(busy.Not())
	m.Assert("a_frame_has_its_contents", begins.Implies(busy), "a frame begins with what was accepted")
	m.Cover("waits_for_a_frame", busy.And(io.CNM.Valid))
	return m
}

// frame is a CNM of what keep holds of the inputs.
func (p CNMTxParams) frame(m *rtlgen.Module, io *CNMTxPorts, keep func(string, rtlgen.Signal) rtlgen.Signal) layout {
	f, c := layout{m: m}, io.CNM
	f.field(keep("culprit_source", c.Src)) // the destination of the CNM
	f.field(io.MAC)
	f.constant(2, etherVLAN)
	vid := rtlgen.ValueOf(keep("culprit_vid", c.VID))
	f.octets = append(f.octets, rtlgen.Cat(m.Const(3, p.CNMPrio), m.Zero(1), vid.High(4)), vid.Low(8))
	f.constant(2, etherCNTag)
	f.field(keep("culprit_flow", c.Flow))
	f.constant(2, etherCNM)
	f.constant(1, 0) // version, and a part of what is reserved
	f.octets = append(f.octets, rtlgen.ValueOf(keep("quantized_feedback", c.Feedback)).Zext(8))
	f.field(keep("congestion_point", c.CPID))
	f.field(keep("q_offset", c.QOffset))
	f.field(keep("q_delta", c.QDelta))
	f.octets = append(f.octets, rtlgen.Cat(keep("culprit_prio", c.Prio), m.Zero(5)))
	f.constant(1, 0)
	f.field(keep("culprit_destination", c.Dst))
	f.constant(2, uint64(p.MSDU))
	if p.MSDU > 0 {
		f.field(keep("msdu", c.MSDU))
	}
	f.constant(max(0, frameOctets-len(f.octets)), 0)
	return f
}
