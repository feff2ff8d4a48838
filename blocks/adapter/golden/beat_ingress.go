package golden

// BeatIngressIn are the inputs of the input adapter in beat mode.
type BeatIngressIn struct {
	Node     int
	PktValid bool
	PktDst   int
	PktLen   int
	PktTag   uint32
	IngressControl
}

// Beat is a beat of a link in beat mode.
type Beat struct {
	Head, Tail bool
	Header     Header // with Head
	Filler     bool   // without meaning
	Data       uint64
	EOP        bool
}

// BeatIngressOut are its outputs.
type BeatIngressOut struct {
	PktDrop bool `valid:"Ready"`
	TxValid bool
	TxHead  bool   `valid:"TxValid"`
	TxTail  bool   `valid:"TxValid"`
	TxBad   bool   `valid:"TxValid"`
	TxData  []bool `valid:"TxKnown"` // end of packet, then the beat
	TxKnown []bool `port:"-"`
	IngressStatus
	Ready bool

	Tx    Beat `port:"-"`
	Stale bool `port:"-"`
}

// beatPacket is a packet in a VOQ.
type beatPacket struct {
	length int
	tag    uint32
	closes bool // last of the group that was requested with it
}

// beatFlow is a flow in beat mode. Packets are counted from the start.
type beatFlow struct {
	account
	packets     []beatPacket
	left, asked int
	offset      int // beats sent of packet left
}

// look is what the front has read of a flow.
type look struct {
	g, pr, tg, seq int
	has, free, ta  bool
}

// packetWalk goes over the packets that are not requested. Lengths are read two cycles
// ahead: the packet that is looked at is there, and so is the one behind it, if it was
// when its length was read.
type packetWalk struct {
	unsol, previous, there, behind bool
	flow, next, total, steps, room int
}

// BeatIngress is the input adapter in beat mode.
type BeatIngress struct {
	sender
	flows  []beatFlow
	last   int
	front  string // choose, read, decide, walk, offer
	flow   int
	seen   look
	header Header
	mid    int // path of the next message
	walk   packetWalk

	busy              bool // a segment is on the link
	filler            int
	fetched           bool // the first packet of the front's message has been read
	sending, at       int  // flow and packet
	offset, seg       int
	pins              *Beat
	asking, askedLast int
	begin             int // cycles until a walk of the channel for requests begins
	request           IngressStatus
	sent              bool // a segment, in this cycle
}

// NewBeatIngress makes the unit.
func NewBeatIngress(p Params) *BeatIngress {
	p = p.settled()
	return &BeatIngress{
		sender: newSender(p), flows: make([]beatFlow, p.Nodes), last: p.Nodes - 1, askedLast: p.Nodes - 1, asking: -1,
		front: "choose",
	}
}

// bits are the bits of the link's data: end of packet, then the beat.
func (b *Beat) bits(p Params) (data, known []bool) {
	data, known = make([]bool, 65), make([]bool, 65)
	if b == nil {
		return data, known
	}
	v := b.Data
	if b.Head {
		v = b.Header.Pack(p)
	}
	data[0], known[0] = b.EOP, !b.Filler
	for i := range 64 {
		data[i+1], known[i+1] = v>>i&1 == 1, !b.Filler
	}
	return data, known
}

// Step is one clock cycle.
func (n *BeatIngress) Step(in BeatIngressIn) BeatIngressOut {
	out := BeatIngressOut{IngressStatus: n.request}
	out.TxValid = n.pins != nil
	out.TxData, out.TxKnown = n.pins.bits(n.p)
	if n.pins != nil {
		out.Tx, out.TxHead, out.TxTail = *n.pins, n.pins.Head, n.pins.Tail
	}
	out.Error = append([]bool(nil), n.wrong[:]...)
	n.expect(in.IngressControl, n.flows[in.GntNode].account, n.flows[in.AckNode].account)
	out.StatHeld, out.StatCredits, out.Ready = n.held, n.credits, n.ready()
	out.LookWaits, out.LookKnown = n.flows[in.LookNode].waits(), out.Ready
	out.OwedSome = n.flows[in.OwedNode].owes()
	f := &n.flows[in.PktDst]
	full := len(f.packets)-f.left == n.p.VOQ
	out.PktDrop = in.PktValid && full
	accept := in.PktValid && !full
	idle := n.p.OOB == 0 && f.pr == 0 && !f.ps
	unasked := n.flows[in.GntNode].asked < len(n.flows[in.GntNode].packets)

	n.sent = false
	out.Stale = n.prepare(in.Node, n.stream(in.Node))
	out.SentValid, out.SentNode = n.sent, n.flow
	n.channel()
	if accept {
		f.packets = append(f.packets, beatPacket{length: in.PktLen, tag: in.PktTag})
		f.hint = f.hint || idle
		f.ask = true
	}
	n.events(in.IngressControl, func(node int) *account { return &n.flows[node].account }, unasked)
	n.step()
	return out
}

// stream puts a beat on the link, and reports whether it takes the message that the
// front offers. The first packet of a segment is read before, as soon as its group is
// closed: while the front walks over packets to be requested, or decides.
func (n *BeatIngress) stream(me int) bool {
	n.pins = nil
	take := n.front == "offer" && !n.busy && (n.fetched || n.header.Message)
	switch {
	case n.filler > 0:
		n.pins = &Beat{Filler: true, Tail: n.filler == 1}
		n.filler--
	case n.busy:
		n.payload(me)
	case take:
		h := n.header
		if h.Message {
			h.Mid = n.mid % n.p.Paths
			n.mid++
			n.filler = 2
		} else {
			f := &n.flows[n.flow]
			n.busy = true
			n.sending = n.flow
			n.at = f.left
			n.offset = f.offset
			n.seg = 0
		}
		n.pins = &Beat{Head: true, Header: h}
	}
	known := (n.front == "offer" || n.front == "walk" && !n.walk.unsol) && !n.header.Message
	known = known || n.p.OOB == 1 && n.front == "decide" && n.seen.g > 0
	n.fetched = !take && (n.fetched || known && !n.busy)
	return take
}

// payload is the next beat of a segment.
func (n *BeatIngress) payload(me int) {
	f := &n.flows[n.sending]
	k := f.packets[n.at]
	b := Beat{Data: uint64(me)<<56 | uint64(n.sending)<<48 | uint64(n.offset)<<32 | uint64(k.tag)}
	n.offset++
	n.seg++
	if n.offset == k.length {
		b.EOP = true
		n.offset = 0
		n.at++
	}
	if b.Tail = n.seg == 32 || b.EOP && k.closes; b.Tail {
		f.left, f.offset, n.busy = n.at, n.offset, false
	}
	n.pins = &b
}

// prepare is a step of the front; it reports whether a hint was stale.
func (n *BeatIngress) prepare(me int, taken bool) bool {
	f := &n.flows[n.flow]
	if taken {
		n.front = "choose"
	}
	switch n.front {
	case "choose":
		if next := turn(n.p.Nodes, n.last, func(o int) bool { return n.flows[o].hint }); next >= 0 && n.credits > 0 {
			n.last, n.flow, n.front = next, next, "read"
		}
	case "read":
		n.seen = look{f.g, f.pr, f.tg, f.seq, f.asked < len(f.packets), !f.ps, f.ta}
		if n.p.OOB == 0 { // else the channel for requests walks
			n.readFirst(f)
		}
		f.hint = false
		n.front = "decide"
	case "decide":
		return !n.decide(me)
	case "walk":
		if done, req, _ := n.visit(&n.walk); done {
			n.header.Req = req
			f.pr += req
			n.front = "offer"
		}
	}
	return false
}

// decide fills in the header, or tells that there is nothing to send.
func (n *BeatIngress) decide(me int) bool {
	f, s := &n.flows[n.flow], n.seen
	granted := s.g > 0
	start := n.p.Unsol == 1 && !granted && s.pr == 0 && s.free && s.has
	asks := n.p.OOB == 0 && n.p.Unsol == 0 && s.has && s.pr == 0
	f.hint = f.hint || s.g > 1
	audit := !granted && !start && n.audited == n.flow
	if !granted && !start && s.tg == 0 && !s.ta && !asks && !audit {
		n.front = "choose"
		return false
	}
	n.credits--
	n.header = Header{Message: !granted && !start, Dst: n.flow, Src: me, Unsol: start, Ack: s.ta, Gnt: s.tg, Seq: s.seq,
		Mid: (s.seq + me + n.flow) % n.p.Paths}
	f.tg -= s.tg
	f.ta = f.ta != s.ta
	if granted {
		f.g--
		n.held--
	}
	if start {
		f.ps = true
	}
	if n.sent = !n.header.Message; n.sent {
		f.seq = (f.seq + 1) % (1 << seqBits)
	}
	n.front = "offer"
	if n.audited == n.flow {
		n.audited = -1
	}
	if audit {
		n.header.Aud, n.header.Req, n.header.Unsol = true, s.pr, !s.free
		return true
	}
	if n.p.OOB == 0 && (!n.header.Message || n.p.Unsol == 0) {
		n.front = "walk"
		n.beginWalk(n.flow, start, n.p.G-s.pr)
	}
	return true
}

// readFirst reads the length of the first packet, in the cycle before beginWalk, which
// reads that of the second.
func (n *BeatIngress) readFirst(f *beatFlow) { n.walk.there = f.asked < len(f.packets) }

func (n *BeatIngress) beginWalk(flow int, unsol bool, room int) {
	f, there := &n.flows[flow], n.walk.there
	n.walk = packetWalk{flow: flow, unsol: unsol, next: f.asked, room: room, there: there,
		behind: there && f.asked+1 < len(f.packets)}
}

// visit looks at one packet. At the end of the walk it gives the segments asked for,
// and whether the walk has ended only because it is long.
func (n *BeatIngress) visit(w *packetWalk) (done bool, req int, more bool) {
	f := &n.flows[w.flow]
	arrived := len(f.packets)
	first := w.unsol && !w.previous
	limit := 32 * w.room
	if w.unsol {
		limit = 32
	}
	length := 0
	if w.there {
		length = f.packets[w.next].length
	}
	takes := first || w.there && w.total+length <= limit && w.steps < 8
	if w.previous {
		f.packets[w.next-1].closes = !takes
	}
	w.previous = takes
	if !takes {
		if w.unsol && !w.there { // nothing to be requested
			f.asked = w.next
			return true, 0, false
		}
		if !w.unsol {
			f.asked = w.next
			return true, (w.total + 31) / 32, w.there && w.steps == 8
		}
		w.unsol, w.total = false, 0
	} else {
		w.next++
		w.there, w.behind = w.behind, w.behind && w.next+1 < arrived
		w.steps++
		w.total += length
		if first && length > 32 {
			w.unsol = false
			w.total -= 32
		}
	}
	return false, 0, false
}

// channel is the channel for requests.
func (n *BeatIngress) channel() {
	if n.p.OOB == 0 {
		return
	}
	n.request = IngressStatus{}
	switch {
	case n.begin == 2:
		n.begin = 1
		f := &n.flows[n.asking]
		f.ask = false
		n.readFirst(f)
	case n.begin == 1:
		n.begin = 0
		n.beginWalk(n.asking, false, n.p.G-n.flows[n.asking].pr)
	case n.asking >= 0:
		if done, req, more := n.visit(&n.walk); done {
			f := &n.flows[n.asking]
			f.pr += req
			f.ask = f.ask || more
			n.request = IngressStatus{ReqTxValid: req > 0, ReqTxNode: n.asking, ReqTxCount: req}
			n.asking = -1
		}
	default:
		if next := turn(n.p.Nodes, n.askedLast, func(o int) bool { return n.flows[o].ask }); next >= 0 {
			n.askedLast, n.asking, n.begin = next, next, 2
		}
	}
}

// Bits are the bits of the link's data, those without meaning 0.
func (b *Beat) Bits(p Params) []bool {
	data, _ := b.bits(p)
	return data
}
