package golden

// NICIn are the inputs of the NIC.
type NICIn struct {
	Node  int
	Now   uint32
	Make  Make  `port:"make_,prefix"`
	Route Route `port:"route_,prefix"`
	Tx    Back  `port:"tx_,prefix"`
}

// NICOut are its outputs.
type NICOut struct {
	Tx              Sent `port:"tx_,prefix"`
	QueueCount      int
	StatRefused     bool
	StatSent        bool
	StatXoff        bool `port:",optional"`
	StatXoffRefused bool `port:",optional"`
}

// none stands for no line.
const none = -1

// waiting is a packet in the queue.
type waiting struct {
	dst, seq int
	made     uint32
	turns    uint32
	aside    int  // line for which it is set aside; none
	read     bool // in this search
}

// NIC is the network interface: a list of packets in order of arrival.
type NIC struct {
	p       Params
	Lines   Lines
	queue   []*waiting
	seq     []int
	route   []uint32
	credits int
	framer  *Framer

	read      *waiting // in the cycle before
	candidate *waiting

	in   NICIn // of the cycle before: the registers behind the pins
	last NICStep
}

// NICStep tells what a Step did.
type NICStep struct {
	Entered, Refused, Sent bool
	SetAside               int // for this line; none
	From                   int // it was set aside for this line before
	FromAside              int // the packet sent was set aside for this line
	Read                   int // lines whose oldest packets the search has read
	Message, Found         bool
	Waits                  bool // for the framer or for a credit
	NoCredit               bool
	Postponed              bool // a packet entered, or a message came
	Stopped                int  // packets that must stay
}

// NewNIC makes the NIC after reset.
func NewNIC(p Params) *NIC {
	return &NIC{
		p: p, Lines: make(Lines, p.Lines), seq: make([]int, p.Nodes), route: make([]uint32, p.Nodes),
		credits: p.Slots, framer: NewFramer(p.LinkLatency),
	}
}

// LastStep tells what the last Step did.
func (n *NIC) LastStep() NICStep { return n.last }

// Waiting is the number of packets in the queue.
func (n *NIC) Waiting() int { return len(n.queue) }

// Oldest is when the oldest packet of the queue was made, if there is one.
func (n *NIC) Oldest() (made uint32, ok bool) {
	for _, p := range n.queue {
		if !ok || int32(p.made-made) < 0 {
			made, ok = p.made, true
		}
	}
	return made, ok
}

// Step is one clock cycle.
func (n *NIC) Step(in NICIn) NICOut {
	before := n.in
	n.in = in
	n.last = NICStep{SetAside: none, From: none, FromAside: none, Message: before.Tx.Msg.Valid}
	var out NICOut
	out.QueueCount = len(n.queue)
	full := len(n.queue) == n.p.Queue
	entering := in.Make.Valid && !full
	out.StatRefused = in.Make.Valid && full
	out.StatXoff = before.Tx.Msg.Valid && before.Tx.Msg.Xoff

	free, aside := n.oldest()
	next := n.toRead(free, aside)
	c := n.candidate
	if c == nil {
		c = n.read
	}
	over := c != nil && next == nil && (n.candidate == nil || n.read == nil)
	var start FramerIn
	acted := false
	if over && !entering && !before.Tx.Msg.Valid {
		start, acted = n.act(c, in)
	} else if over {
		n.last.Postponed = true
	}
	out.StatSent = start.Start
	start.Now = in.Now
	out.Tx = n.framer.Step(start).Tx

	if r := n.read; r != nil && (n.candidate == nil || int32(r.made-n.candidate.made) < 0) {
		n.candidate = r
	}
	n.read = next
	if next != nil {
		next.read = true
	}
	if acted || out.StatXoff {
		n.searchAgain()
	}
	n.message(before, aside, &out)
	if before.Tx.Credit {
		n.credits++
	}
	if entering {
		n.queue = append(n.queue, &waiting{dst: in.Make.Dst, seq: n.seq[in.Make.Dst], made: in.Now,
			turns: n.route[in.Make.Dst], aside: none})
		n.seq[in.Make.Dst] = (n.seq[in.Make.Dst] + 1) % 4096
	}
	n.last.Entered, n.last.Refused, n.last.Sent = entering, out.StatRefused, out.StatSent
	if in.Route.Valid {
		n.route[in.Route.Dst] = in.Route.Turns
	}
	return out
}

// mayMove reports whether a packet is not stopped.
func (n *NIC) mayMove(w *waiting) bool { return w.aside == none || !n.Lines.Stopped(w.aside) }

// oldest finds the oldest packet that is set aside for none, and for each line.
func (n *NIC) oldest() (free *waiting, aside []*waiting) {
	aside = make([]*waiting, len(n.Lines))
	for _, w := range n.queue {
		switch {
		case w.aside == none && free == nil:
			free = w
		case w.aside != none && aside[w.aside] == nil:
			aside[w.aside] = w
		}
	}
	return free, aside
}

// toRead is the packet to be read in this cycle, nil if there is none.
func (n *NIC) toRead(free *waiting, aside []*waiting) *waiting {
	anyMoves := false
	for k, w := range aside {
		if w == nil || n.Lines.Stopped(k) {
			continue
		}
		anyMoves = true
		if !w.read {
			return w
		}
	}
	if !anyMoves && free != nil && !free.read {
		return free
	}
	return nil
}

func (n *NIC) searchAgain() {
	n.candidate, n.read = nil, nil
	for _, w := range n.queue {
		w.read = false
	}
}

// act sets the candidate aside or sends it. It is false if the candidate has to
// wait for the link.
func (n *NIC) act(c *waiting, in NICIn) (start FramerIn, acted bool) {
	for _, w := range n.queue {
		if w == c {
			break
		}
		if n.mayMove(w) || n.Lines.For(w.turns) == none {
			panic("BUG: a packet older than the candidate goes to a destination that is not stopped")
		}
		n.last.Stopped++
	}
	for _, w := range n.queue {
		if w.read && w.aside != none {
			n.last.Read++
		}
	}
	if k := n.Lines.For(c.turns); k != none {
		n.last.SetAside, n.last.From = k, c.aside
		c.aside = k
		return start, true
	}
	if !n.framer.Ready() || n.credits == 0 {
		n.last.Waits, n.last.NoCredit = true, n.credits == 0
		return start, false
	}
	n.credits--
	n.last.FromAside = c.aside
	for i, w := range n.queue {
		if w == c {
			n.queue = append(append([]*waiting{}, n.queue[:i]...), n.queue[i+1:]...)
			break
		}
	}
	return FramerIn{Start: true, Turnpool: c.turns, Src: in.Node, Dst: c.dst, Seq: c.seq, Made: c.made}, true
}

// message is what the message of the cycle before does to the lines. aside are the
// oldest packets that were set aside for each line as the cycle began.
func (n *NIC) message(before NICIn, aside []*waiting, out *NICOut) {
	name := Name{before.Tx.Msg.Tp, before.Tx.Msg.Mask}
	inUse := make([]bool, len(n.Lines))
	for k, line := range n.Lines {
		inUse[k] = aside[k] != nil
		n.last.Found = n.last.Found || before.Tx.Msg.Valid && line.Valid && line.Name.Equal(name)
	}
	out.StatXoffRefused = n.Lines.Receive(before.Tx.Msg.Valid, before.Tx.Msg.Xoff, name, inUse)
}
