package golden

// IngressIn are the inputs of the input adapter.
type IngressIn struct {
	Node     int
	PktValid bool
	PktDst   int
	PktTag   uint32
	IngressControl
}

// Word is a word of a link in cell mode: tag, lower and upper half of the header.
type Word struct {
	Header Header
	Tag    uint32
}

// IngressOut are its outputs.
type IngressOut struct {
	PktDrop bool `valid:"Ready"`
	TxValid bool
	TxHead  bool
	TxTail  bool
	TxData  []uint32 `valid:"TxKnown"`
	TxKnown []bool   `port:"-"`
	IngressStatus
	Ready bool

	Tx    Word `port:"-"`
	Stale bool `port:"-"` // a hint was stale
}

// flow is the state of a flow.
type flow struct {
	account
	packets  []uint32 // accepted and not sent to the end
	unasked  int      // of these, not requested
	position int      // next segment of the packet in front
}

// Ingress is the input adapter.
type Ingress struct {
	sender
	flows        []flow
	last, asked  int // flows that had their turn last
	chosen, want int // flow in the second stage, -1 if none
	messages     int
	third, pins  *Word
	request      IngressStatus
}

// NewIngress makes the unit.
func NewIngress(p Params) *Ingress {
	p = p.settled()
	return &Ingress{sender: newSender(p), flows: make([]flow, p.Nodes), last: p.Nodes - 1, asked: p.Nodes - 1, chosen: -1,
		want: -1}
}

// Known are the lanes of TxData for a word at the pins.
func (w *Word) lanes(p Params) (data []uint32, known []bool) {
	if w == nil {
		return make([]uint32, 3), make([]bool, 3)
	}
	h := w.Header.Pack(p)
	return []uint32{w.Tag, uint32(h), uint32(h >> 32)}, []bool{!w.Header.Message, true, true}
}

// Step is one clock cycle.
func (n *Ingress) Step(in IngressIn) IngressOut {
	out := IngressOut{IngressStatus: n.request}
	out.TxValid, out.TxHead, out.TxTail = n.pins != nil, true, true
	out.TxData, out.TxKnown = n.pins.lanes(n.p)
	if n.pins != nil {
		out.Tx = *n.pins
	}
	out.Error = append([]bool(nil), n.wrong[:]...)
	n.expect(in.IngressControl, n.flows[in.GntNode].account, n.flows[in.AckNode].account)
	out.StatHeld, out.StatCredits, out.Ready = n.held, n.credits, n.ready()
	out.LookWaits, out.LookKnown = n.flows[in.LookNode].waits(), out.Ready
	out.OwedSome = n.flows[in.OwedNode].owes()
	target := &n.flows[in.PktDst]
	full := len(target.packets) == n.p.VOQ
	out.PktDrop = in.PktValid && full
	accept := in.PktValid && !full
	idle := n.p.OOB == 0 && target.pr == 0 && !target.ps

	// First stage.
	next := -1
	if n.credits > 1 || n.credits == 1 && n.chosen < 0 {
		next = turn(n.p.Nodes, n.last, func(o int) bool { return n.flows[o].hint })
		if next >= 0 {
			n.last = next
		}
	}
	unasked := n.flows[in.GntNode].unasked > 0 // only if the grant is taken
	word := n.decide(in.Node)
	out.SentValid, out.SentNode = word != nil && !word.Header.Message, n.chosen
	out.Stale = n.chosen >= 0 && word == nil
	n.channel()
	if word != nil {
		n.credits--
	}
	n.third, n.pins, n.chosen = word, n.third, next

	// Events.
	if accept {
		target.packets = append(target.packets, in.PktTag)
		target.unasked++
		target.hint = target.hint || idle
		target.ask = true
	}
	n.events(in.IngressControl, func(node int) *account { return &n.flows[node].account }, unasked)
	n.step()
	return out
}

// turn is the first that wants above the last one, around the circle; -1 if none.
func turn(n, last int, wants func(int) bool) int {
	for k := 1; k <= n; k++ {
		if i := (last + k) % n; wants(i) {
			return i
		}
	}
	return -1
}

// decide is the second stage: what is sent for the chosen flow, nil if nothing.
func (n *Ingress) decide(me int) *Word {
	if n.chosen < 0 {
		return nil
	}
	p, f := n.p, &n.flows[n.chosen]
	f.hint = f.g > 1
	granted := f.g > 0
	start := p.Unsol == 1 && !granted && f.pr == 0 && !f.ps && len(f.packets) > 0
	h := Header{Dst: n.chosen, Src: me, Seq: f.seq, Ack: f.ta, Gnt: f.tg, Unsol: start, Message: !granted && !start}
	if start {
		f.unasked--
		h.Req = p.MaxP - 1
	}
	h.Aud = h.Message && n.audited == n.chosen
	if p.OOB == 0 && !h.Aud && (!h.Message || p.Unsol == 0) && (!start || p.MaxP == 1) {
		h.Req = n.ask(f)
	}
	if h.Message && h.Gnt == 0 && !h.Ack && h.Req == 0 && !h.Aud {
		return nil
	}
	if n.audited == n.chosen {
		n.audited = -1
	}
	if f.pr += h.Req; h.Aud {
		h.Req, h.Unsol = f.pr, f.ps
	}
	f.ta, f.tg = false, 0
	w := Word{Header: h}
	if h.Message {
		w.Header.Mid = n.messages % p.Paths
		n.messages++
		return &w
	}
	w.Tag = f.packets[0]
	w.Header.Mid = (f.seq + me + n.chosen) % p.Paths
	w.Header.First, w.Header.Last = f.position == 0, f.position == p.MaxP-1
	f.position++
	if w.Header.Last {
		f.position, f.packets = 0, f.packets[1:]
	}
	f.seq = (f.seq + 1) % (1 << seqBits)
	if start {
		f.ps = true
	} else {
		f.g--
		n.held--
	}
	return &w
}

// ask takes whole packets as far as they fit into G, those of several segments one at
// a time, and returns their segments.
func (n *Ingress) ask(f *flow) int {
	size := n.p.MaxP
	packets := min(f.unasked, (n.p.G-f.pr)/size)
	if size > 1 {
		packets = min(packets, 1)
	}
	f.unasked -= packets
	return packets * size
}

// channel is the scheduler of the channel for requests.
func (n *Ingress) channel() {
	if n.p.OOB == 0 {
		return
	}
	next := turn(n.p.Nodes, n.asked, func(o int) bool { return n.flows[o].ask })
	if next >= 0 {
		n.asked = next
	}
	n.request = IngressStatus{}
	if n.want >= 0 {
		f := &n.flows[n.want]
		left := f.unasked
		size := n.ask(f)
		f.pr += size
		f.ask = n.p.MaxP > 1 && size > 0 && left > 1
		n.request = IngressStatus{ReqTxValid: size > 0, ReqTxNode: n.want, ReqTxCount: size}
	}
	n.want = next
}
