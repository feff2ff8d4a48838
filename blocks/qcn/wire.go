package qcn

import "culprit.example/culprit/rtlgen"

// What frames have on the wire beside the fields of their beats.
const (
	dataBytes = ControlBytes - 4 // without FCS
	fcsBits   = 32
	macBits   = 48
	vidBits   = 12
	rpidBits  = 16
	msduBytes = 14 // of the culprit frame in a CNM: those that 64 bytes have room for

	etherVLAN    = 0x8100
	etherCNTag   = 0x22e9
	etherCNM     = 0x22e7
	etherControl = 0x8808
	opPFC        = 0x0101
	opPause      = 0x0001
	pauseMAC     = 0x0180c2000001
)

// cnmLayout is the bytes of a CNM without FCS (802.1Qau), from byte 0 on.
type cnmLayout struct {
	DA, SA          value `width:"48"`
	VLAN            value `width:"16"`
	PCP             value `width:"3"`
	DEI             value `width:"1"`
	VID             value `width:"12"`
	Tag, RPID       value `width:"16"`
	Type            value `width:"16"`
	Version         value `width:"4"`
	Reserved        value `width:"6"`
	Feedback        value `width:"6"`
	CPMAC           value `width:"48"`
	CPID            value `width:"16"`
	QOffset, QDelta value `width:"16"`
	FlowPrio        value `width:"3"`
	FlowReserved    value `width:"13"`
	FlowDA          value `width:"48"`
	MSDULength      value `width:"16"`
	MSDU            value `width:"112"`
}

// pauseLayout is the bytes of a PAUSE frame without FCS, per priority (802.1Qbb) or
// for all (802.3x, where the quanta stand in the place of the enable vector).
type pauseLayout struct {
	DA, SA       value `width:"48"`
	Type, Opcode value `width:"16"`
	Enable       value `width:"16"`
	Quanta       value `width:"128"` // priority 0 highest
	Pad          value `width:"208"`
}

// mac is the address of a server port.
func (p FrameParams) mac(m *rtlgen.Module, number value) value {
	return rtlgen.Cat(m.Const(macBits-AddressBits, p.MACBase), number)
}

// known reports whether an address is one of a server port.
func (p FrameParams) known(mac value) value { return mac.High(macBits - AddressBits).Eq(p.MACBase) }

// CNMFrame makes the bytes of a CNM.
func CNMFrame(p FrameParams) *rtlgen.Typed[CNMFramePorts] {
	m, io := rtlgen.New[CNMFramePorts](p)
	if m.Refused() {
		return m
	}
	f := CNMOf(io.Beat.Data)
	m.Unused("beat", f.Kind, f.Length, f.Rest)
	at := func(number value) value { return p.mac(m.Module, number) }
	sendFrame(m.Module, io.Beat.Valid, io.Frame, rtlgen.Pack(cnmLayout{
		DA: at(f.Dst), SA: at(f.Src),
		VLAN: m.Const(16, etherVLAN), PCP: f.Prio, DEI: m.Zero(1), VID: io.Extra.VID.Value,
		Tag: m.Const(16, etherCNTag), RPID: io.Extra.RPID.Value, Type: m.Const(16, etherCNM),
		Version: m.Zero(4), Reserved: m.Zero(6), Feedback: f.Feedback, CPMAC: at(f.Src), CPID: f.CPID, QOffset: f.QOffset,
		QDelta:   f.QDelta,
		FlowPrio: f.FlowPrio, FlowReserved: m.Zero(13), FlowDA: at(f.FlowDst),
		MSDULength: m.Const(16, msduBytes), MSDU: io.Extra.MSDU.Value,
	}))
	return m
}

// sendFrame puts the bytes of a frame and its FCS into registers.
func sendFrame(m *rtlgen.Module, valid rtlgen.In, frame WireFrame[rtlgen.Out], bytes value) {
	data := m.Let("bytes", bytes)
	fcs := rtlgen.Use(m, "check", FCS(FrameParams{}))
	fcs.Data.Drive(data)
	q := m.RegNoReset("frame_data_q", 8*ControlBytes)
	m.If(valid, func() { q.Set(rtlgen.Cat(data, fcs.FCS)) })
	frame.Valid.Drive(m.Next("frame_valid_q", valid, 0))
	frame.Data.Drive(q)
}

// CNMParse takes the bytes of a CNM apart.
func CNMParse(p FrameParams) *rtlgen.Typed[CNMParsePorts] {
	m, io := rtlgen.New[CNMParsePorts](p)
	if m.Refused() {
		return m
	}
	f := rtlgen.Unpack[cnmLayout](io.Frame.Data.High(8*dataBytes), p.Dims())
	m.Unused("bytes", f.DEI, f.Reserved, f.FlowReserved, f.MSDULength)
	r := receiveFrame(m.Module, io.Frame, rtlgen.Cat(
		f.VLAN.Eq(etherVLAN), f.Tag.Eq(etherCNTag), f.Type.Eq(etherCNM), f.Version.Eq(0),
		p.known(f.DA), p.known(f.SA), f.CPMAC.Eq(f.SA), p.known(f.FlowDA),
	))
	number := func(mac value) value { return mac.Low(AddressBits) }
	data := m.NextNoReset("cnm", rtlgen.Pack(CNM{
		Head: Head{Kind: m.Const(KindBits, KindCNM), Prio: f.PCP, Dst: number(f.DA), Src: number(f.SA),
			Length: m.Const(LengthBits, ControlBytes)},
		Feedback: f.Feedback, QOffset: f.QOffset, QDelta: f.QDelta, CPID: f.CPID, FlowPrio: f.FlowPrio,
		FlowDst: number(f.FlowDA),
		Rest:    m.Zero(WordBits - cnmBits),
	}), "the CNM as a beat")
	extra := m.NextNoReset("extra", rtlgen.Cat(f.VID, f.RPID, f.MSDU), "VID, RPID and MSDU of the CNM")
	late := m.NextNoReset("extra_q", extra)
	r.finish(io.Beat, data.Value)
	io.Extra.VID.Drive(late.High(vidBits))
	io.Extra.RPID.Drive(late.Slice(rpidBits+8*msduBytes-1, 8*msduBytes))
	io.Extra.MSDU.Drive(late.Low(8 * msduBytes))
	return m
}

// received is a frame whose FCS and contents are checked, a cycle after it came.
type received struct {
	m              *rtlgen.Module
	valid          reg
	matches, wrong reg // bits of the header that are right, of the FCS that are wrong
}

// receiveFrame checks a frame: all bits of matches are 1 if it is of the right kind.
func receiveFrame(m *rtlgen.Module, frame WireFrame[rtlgen.In], matches value) received {
	fcs := rtlgen.Use(m, "check", FCS(FrameParams{}))
	fcs.Data.Drive(frame.Data.High(8 * dataBytes))
	return received{
		m, m.Next("received", frame.Valid, 0),
		m.NextNoReset("header_right", matches,
			"fields of the header that are right"), m.NextNoReset("fcs_differs", fcs.FCS.Xor(frame.Data.Low(fcsBits)),
			"bits of the FCS that are wrong"),
	}
}

// finish drives the outputs a cycle later; data is of that cycle.
func (r received) finish(out Parsed, data value) {
	m := r.m
	wrong := m.Let("fcs_wrong", r.wrong.Any())
	out.Good.Drive(m.Next("beat_good_q", r.valid.And(r.matches.All()).AndNot(wrong), 0))
	out.BadFCS.Drive(m.Next("beat_bad_fcs_q", r.valid.And(wrong), 0))
	out.Data.Drive(m.NextNoReset("beat_data_q", data))
}

// PFCFrame makes the bytes of a PAUSE frame per priority.
func PFCFrame(p FrameParams) *rtlgen.Typed[PFCFramePorts] {
	m, io := rtlgen.New[PFCFramePorts](p)
	if m.Refused() {
		return m
	}
	f := PauseOf(io.Beat.Data)
	m.Unused("beat", f.Kind, f.Prio, f.Dst, f.Length, f.Rest)
	quanta := make([]value, Priorities)
	for k := range quanta {
		quanta[k] = rtlgen.Mux(f.Enable.Bit(k).And(f.Stop.Bit(k)), f.Quanta, 0)
	}
	sendFrame(m.Module, io.Beat.Valid, io.Frame, rtlgen.Pack(pauseLayout{
		DA: m.Const(macBits, pauseMAC), SA: p.mac(m.Module, f.Src), Type: m.Const(16, etherControl),
		Opcode: m.Const(16, opPFC),
		Enable: f.Enable.Zext(16), Quanta: rtlgen.CatOf(quanta), Pad: m.Zero(208),
	}))
	return m
}

// PFCParse takes the bytes of a PAUSE frame apart. A frame may have other quanta for
// each priority; the beat has the bits of all of them, which is at least the longest.
func PFCParse(p FrameParams) *rtlgen.Typed[PFCParsePorts] {
	m, io := rtlgen.New[PFCParsePorts](p)
	if m.Refused() {
		return m
	}
	f := rtlgen.Unpack[pauseLayout](io.Frame.Data.High(8*dataBytes), p.Dims())
	m.Unused("bytes", f.SA.High(macBits-AddressBits), f.Pad)
	all := m.Let("all_priorities", f.Opcode.Eq(opPause))
	r := receiveFrame(m.Module, io.Frame, rtlgen.Cat(f.DA.Eq(pauseMAC), f.Type.Eq(etherControl),
		all.Or(f.Opcode.Eq(opPFC))))

	stops, quanta := make([]value, Priorities), rtlgen.Mux(all, f.Enable, 0)
	for k := range Priorities {
		own := f.Quanta.Lane(Priorities-1-k, QuantaBits)
		asked := f.Enable.Bit(k).AndNot(all)
		stops[Priorities-1-k] = rtlgen.Mux(all, f.Enable, own).Any()
		quanta = quanta.Or(rtlgen.Mux(asked, own, 0))
	}
	enable := m.Let("enable", rtlgen.Mux(all, m.Ones(Priorities), f.Enable.Low(Priorities)))
	src := f.SA.Low(AddressBits)
	data := m.NextNoReset("pause", rtlgen.Pack(Pause{
		Head: Head{Kind: m.Const(KindBits, KindPause), Prio: m.Zero(PrioBits), Dst: src, Src: src,
			Length: m.Const(LengthBits, ControlBytes)},
		Enable: enable, Stop: rtlgen.CatOf(stops).And(enable), Quanta: quanta, Rest: m.Zero(WordBits - pauseBits),
	}), "the PAUSE frame as a beat")
	r.finish(io.Beat, data.Value)
	return m
}
