package golden

// FramerIn are the inputs of the framer.
type FramerIn struct {
	Start    bool
	Turnpool uint32
	Src, Dst int
	Seq, Tag int
	Made     uint32
	Now      uint32
}

// FramerOut are its outputs.
type FramerOut struct {
	Ready   bool
	TxValid bool
	TxSop   bool
	TxEop   bool
	TxData  uint64
}

// beat is what is on a link in a cycle.
type beat struct {
	valid, sop, eop bool
	data            uint64
}

// Framer sends packets.
type Framer struct {
	packet Packet
	next   int // beat; Beats: nothing is sent
	link   *delay[beat]
}

// NewFramer makes the framer after reset.
func NewFramer(linkLatency int) *Framer {
	return &Framer{next: Beats, link: newDelay[beat](linkLatency)}
}

// Ready tells whether a packet can start in this cycle.
func (f *Framer) Ready() bool { return f.next >= Beats-1 }

// Step is one clock cycle.
func (f *Framer) Step(in FramerIn) FramerOut {
	out := FramerOut{Ready: f.Ready()}
	var now beat
	if f.next < Beats {
		if f.next == 0 {
			f.packet.Sent = in.Now
		}
		now = beat{valid: true, sop: f.next == 0, eop: f.next == Beats-1, data: f.packet.Beat(f.next)}
		f.next++
	}
	at := f.link.pass(now)
	out.TxValid, out.TxSop, out.TxEop, out.TxData = at.valid, at.sop, at.eop, at.data
	if in.Start {
		f.packet = Packet{Turnpool: in.Turnpool, Src: in.Src, Dst: in.Dst, Seq: in.Seq, Tag: in.Tag, Made: in.Made}
		f.next = 0
	}
	return out
}
