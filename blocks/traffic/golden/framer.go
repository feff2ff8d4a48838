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
	Ready bool
	Tx    Sent `port:"tx_,prefix"`
}

// Framer sends packets.
type Framer struct {
	packet Packet
	next   int // beat; Beats: nothing is sent
	link   *delay[Beat]
}

// NewFramer makes the framer after reset.
func NewFramer(linkLatency int) *Framer {
	return &Framer{next: Beats, link: newDelay[Beat](linkLatency)}
}

// Ready reports whether a packet can start in this cycle.
func (f *Framer) Ready() bool { return f.next >= Beats-1 }

// Step is one clock cycle.
func (f *Framer) Step(in FramerIn) FramerOut {
	ready := f.Ready()
	var now Beat
	if f.next < Beats {
		if f.next == 0 {
			f.packet.Sent = in.Now
		}
		now = f.packet.OnLink(f.next)
		f.next++
	}
	out := FramerOut{Ready: ready, Tx: Sent(f.link.pass(now))}
	if in.Start {
		f.packet = Packet{Turnpool: in.Turnpool, Src: in.Src, Dst: in.Dst, Seq: in.Seq, Tag: in.Tag, Made: in.Made}
		f.next = 0
	}
	return out
}
