package qcn

import "culprit.example/culprit/rtlgen"

// The format of frames on the links between adapters and leaf switches. A beat is
// what a link carries in a cycle: it stands for BeatBytes bytes on the wire and has
// WordBits bits, the header or a check pattern. MAC addresses are numbers of server
// ports; cnm_frame and pfc_frame make the bytes of 802.1Qau and 802.1Qbb from them.
const (
	BeatBytes = 64  // bytes of the wire in a cycle (paper silent)
	UnitBytes = 256 // buffer unit (UQ section 5)
	UnitBeats = UnitBytes / BeatBytes
	WordBits  = 128
	GapBytes  = 20 // preamble and gap of a frame on the wire

	ControlBytes = 64 // CNM and PAUSE frames, one beat

	KindBits     = 2
	PrioBits     = 3
	AddressBits  = 12 // number of a server port
	LengthBits   = 14 // bytes of a frame with FCS
	SeqBits      = 16 // frames of a flow
	StampBits    = 32 // cycle in which the frame was made
	TagBits      = WordBits - KindBits - PrioBits - 2*AddressBits - LengthBits - SeqBits - StampBits
	FeedbackBits = 6  // quantized feedback
	OffsetBits   = 16 // cnmQOffset and cnmQDelta, units of 64 bytes, two's complement
	CPIDBits     = 16 // port and priority of the congestion point
	QuantaBits   = 16 // of PAUSE: 512 bit times, a beat
	Priorities   = 8
)

// Kinds of frames.
const (
	KindData = iota
	KindCNM
	KindPause
)

// Dims are the widths that tags may name.
func Dims(more rtlgen.Dims) rtlgen.Dims {
	d := rtlgen.Dims{
		"word": WordBits, "kind": KindBits, "prio": PrioBits, "address": AddressBits, "length": LengthBits,
		"frame_seq": SeqBits, "stamp": StampBits, "tag": TagBits,
		"feedback": FeedbackBits, "offset": OffsetBits, "cpid": CPIDBits, "quanta": QuantaBits, "priorities": Priorities,
		"cnm_rest":   WordBits - headBits - FeedbackBits - 2*OffsetBits - CPIDBits - PrioBits - AddressBits,
		"pause_rest": WordBits - headBits - 2*Priorities - QuantaBits,
	}
	for name, x := range more {
		d[name] = x
	}
	return d
}

const headBits = KindBits + PrioBits + 2*AddressBits + LengthBits

// Head is what the first beats of all frames begin with.
type Head struct {
	Kind   rtlgen.Value `width:"kind" doc:"0 data, 1 CNM, 2 PAUSE"`
	Prio   rtlgen.Value `width:"prio" doc:"priority of the frame"`
	Dst    rtlgen.Value `width:"address" doc:"server port that the frame goes to"`
	Src    rtlgen.Value `width:"address" doc:"server port that it comes from; of a CNM and a PAUSE the port of the switch"`
	Length rtlgen.Value `width:"length" doc:"bytes with FCS, without preamble and gap"`
}

// DataHead is the first beat of a data frame.
type DataHead struct {
	Head
	Seq   rtlgen.Value `width:"frame_seq" doc:"number of the frame in its flow {src, dst, prio}"`
	Stamp rtlgen.Value `width:"stamp" doc:"cycle in which the frame was made"`
	Tag   rtlgen.Value `width:"tag" doc:"free for the end nodes"`
}

// CNM is the one beat of a congestion notification message. Its Dst is the source
// of the culprit frame, its Src the port of the congestion point.
type CNM struct {
	Head
	Feedback rtlgen.Value `width:"feedback" doc:"quantized feedback"`
	QOffset  rtlgen.Value `width:"offset" doc:"(Q_eq - qlen) / 64, two's complement"`
	QDelta   rtlgen.Value `width:"offset" doc:"(qlen - qlen_old) / 64, two's complement"`
	CPID     rtlgen.Value `width:"cpid" doc:"congestion point"`
	FlowPrio rtlgen.Value `width:"prio" doc:"encapsulated priority: that of the culprit frame"`
	FlowDst  rtlgen.Value `width:"address" doc:"encapsulated destination: that of the culprit frame"`
	Rest     rtlgen.Value `width:"cnm_rest" doc:"0"`
}

// Pause is the one beat of a PAUSE frame per priority (802.1Qbb).
type Pause struct {
	Head
	Enable rtlgen.Value `width:"priorities" doc:"bit p: the frame speaks of priority p"`
	Stop   rtlgen.Value `width:"priorities" doc:"bit p: STOP for quanta, else GO"`
	Quanta rtlgen.Value `width:"quanta" doc:"beats for which STOP holds"`
	Rest   rtlgen.Value `width:"pause_rest" doc:"0"`
}

// HeadOf takes what all first beats have in common.
func HeadOf(beat rtlgen.Value) Head {
	return rtlgen.Unpack[Head](beat.High(headBits), Dims(nil))
}

// DataHeadOf takes the first beat of a data frame apart.
func DataHeadOf(beat rtlgen.Signal) DataHead { return rtlgen.Unpack[DataHead](beat, Dims(nil)) }

// CNMOf takes the beat of a CNM apart.
func CNMOf(beat rtlgen.Signal) CNM { return rtlgen.Unpack[CNM](beat, Dims(nil)) }

// PauseOf takes the beat of a PAUSE frame apart.
func PauseOf(beat rtlgen.Signal) Pause { return rtlgen.Unpack[Pause](beat, Dims(nil)) }

// Beat is one direction of a link between an adapter and a leaf switch. There is no
// ready: only PAUSE holds a sender back.
type Beat[D rtlgen.Direction] struct {
	Valid D `doc:"a beat comes"`
	Head  D `doc:"it is the first of a frame"`
	Tail  D `doc:"it is the last"`
	Data  D `width:"word" doc:"the beat"`
}
