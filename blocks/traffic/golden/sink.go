package golden

import "math/bits"

// Bins of the histogram, and the addresses of the counters behind them.
const (
	Bins              = 64
	AddressMade       = 64
	AddressRefused    = 65
	AddressSent       = 66
	AddressReceived   = 67
	AddressLatency    = 68
	AddressLargest    = 69
	AddressOrder      = 70
	AddressDamaged    = 71
	AddressMisroutes  = 72
	AddressQueued     = 73
	AddressXoffs      = 74
	AddressNoLine     = 75
	AddressInNetwork  = 76
	mask40            = 1<<40 - 1
	mask48            = 1<<48 - 1
	largestSharpTimes = 1 << 17 // latencies in packet times from here on are in the last bin
)

// SinkIn are the inputs of the sink.
type SinkIn struct {
	Rx   Beat `port:"rx_,prefix"`
	Node int
	Now  uint32
	Counters
}

// SinkOut are its outputs. It sends no messages.
type SinkOut struct {
	Rx Back `port:"rx_,prefix"`
	Reading
	Received bool
	Error    bool
	Digest   uint32
}

// BinOf is the histogram's bin of a latency in cycles.
func BinOf(latency uint32) int {
	v := int(latency / Beats)
	if v < 4 {
		return v
	}
	if v >= largestSharpTimes {
		return Bins - 1
	}
	e := bits.Len(uint(v)) - 1
	return 4*(e-1) + v>>(e-2)%4
}

// arrival is the packet that is being received.
type arrival struct {
	Packet
	beats   int // received
	damaged bool
	stray   bool // not for this node
}

// finished is what is known of a packet in the cycle after its last beat.
type finished struct {
	valid, damaged, received bool
	src, seq                 int
	latency, transit         uint32
}

// Sink receives, checks and measures.
type Sink struct {
	nodes, link int

	pins   Beat // of the cycle before
	packet *arrival
	done   finished
	frame  bool // a frame error in the cycle before
	expect []int
	err    bool
	digest uint32
	credit *delay[bool]

	Counts  map[int]uint64 // by address
	bins    [Bins]uint64
	zeroed  [Bins]bool // since reset: the bin is known
	zeroing int        // bin that is zeroed in this cycle; Bins: none
	entered int        // bin that gets one more in this cycle; -1: none
	shown   Reading
	last    SinkStep
}

// SinkStep tells what a Step did.
type SinkStep struct {
	Received                                    bool
	FrameError, Damaged, OrderError, Misroute   bool
	GivenUp, Gap, NoStart                       bool
	Bin                                         int
	EnteredBin, NotEntered, NotCounted, NewLong bool
	TooLong, Wrapped                            bool
}

// NewSink makes the sink after reset.
func NewSink(p Params) *Sink {
	return &Sink{
		nodes: p.Nodes, link: p.Link, expect: make([]int, p.Nodes), credit: newDelay[bool](p.LinkLatency),
		Counts: map[int]uint64{}, entered: -1,
	}
}

// LastStep tells what the last Step did.
func (s *Sink) LastStep() SinkStep { return s.last }

// Receives reports whether the output received will be 1 in the next Step.
func (s *Sink) Receives() bool { return s.done.received }

// Error is the output of that name in the next cycle.
func (s *Sink) Error() bool { return s.err }

// Step is one clock cycle.
func (s *Sink) Step(in SinkIn) SinkOut {
	out := SinkOut{
		Rx: Back{Credit: s.credit.end(), CreditDst: in.Node}, Reading: s.shown,
		Received: s.done.received, Error: s.err, Digest: s.digest,
	}
	s.last = SinkStep{Received: s.done.received, Damaged: s.done.damaged}
	s.show(in.ReadAddress)
	if s.done.received {
		s.digest = bits.RotateLeft32(s.digest, 1) ^ in.Now ^ uint32(s.done.src)<<24 ^ uint32(s.done.seq)<<12
	}
	damaged := s.done.damaged || s.frame
	done, frame := s.receive(in)
	s.measure(in, damaged)
	s.done, s.frame = done, frame
	s.credit.pass(done.valid)
	s.pins = in.Rx
	return out
}

// receive is the beat of the cycle before, now in its register.
func (s *Sink) receive(in SinkIn) (done finished, frameError bool) {
	b := s.pins
	switch {
	case b.Valid && b.Sop:
		frameError = s.packet != nil
		s.last.GivenUp = frameError
		s.packet = &arrival{}
	case s.packet == nil:
		s.last.NoStart = b.Valid
		return done, b.Valid
	case !b.Valid:
		s.last.Gap = true
		s.packet = nil
		return done, true
	}
	p := s.packet
	if !s.check(b, p, in.Node) {
		p.damaged = true
	}
	if p.beats == 1 {
		s.sequence(p)
	}
	p.beats++
	if p.beats == Beats {
		done = finished{
			valid: true, damaged: p.damaged || b.Bad, received: !p.stray && !b.Bad, src: p.Src, seq: p.Seq,
			latency: in.Now - p.Made, transit: in.Now - p.Sent,
		}
		s.packet = nil
	}
	return done, frameError
}

// check takes the fields out of a beat; it is false if something else is wrong
// than the destination.
func (s *Sink) check(b Beat, p *arrival, node int) bool {
	fine := b.Eop == (p.beats == Beats-1)
	switch p.beats {
	case 0:
		p.Src, p.Seq, p.Tag = int(b.Data>>20&0xff), int(b.Data>>8&0xfff), int(b.Data&0xff)
		tag := 0
		if s.link == VOQnetLink {
			tag = node
		}
		return fine && p.Tag == tag && p.Src < s.nodes
	case 1:
		p.Dst, p.Made = int(b.Data>>56), uint32(b.Data)
		p.stray = p.Dst != node
		return fine && b.Data>>32&0xffffff == 0
	case 2:
		p.Sent = uint32(b.Data)
		return fine && b.Data>>32 == 0
	}
	want := p.Packet
	want.Dst = node
	return fine && b.Data == want.Beat(p.beats)
}

// sequence looks at the packet's number.
func (s *Sink) sequence(p *arrival) {
	if p.stray {
		s.last.Misroute = true
		return
	}
	src := p.Src % s.nodes
	s.last.OrderError = p.Seq != s.expect[src]
	s.expect[src] = (p.Seq + 1) % 4096
	s.last.Wrapped = s.expect[src] == 0 && !s.last.OrderError
}
