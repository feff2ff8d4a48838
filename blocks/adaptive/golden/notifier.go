package golden

import (
	"math/big"

	qcn "culprit.example/culprit/blocks/qcn/golden"
)

// NotifierIn are the inputs of the unit that makes notifications.
type NotifierIn struct {
	Number          int
	Frame           *big.Int
	Sampled         []bool
	TriggerValid    []bool
	TriggerFeedback []int
	TriggerQOffset  []uint16
	TriggerQDelta   []uint16
	CnTaken         bool
}

// NotifierOut are its outputs.
type NotifierOut struct {
	CnValid bool
	CnPort  int      `valid:"CnValid"`
	CnWord  *big.Int `valid:"CnValid"`
	Lost    bool
}

// Notifier makes the notifications of a switch.
type Notifier struct {
	ports int

	last     qcn.Frame   // that entered a queue in the cycle before
	culprits []qcn.Frame // sampled last, by output
	measured []qcn.Frame // only what the congestion point says
	waits    []bool
	turn     int // output that had the last one

	offered *qcn.Word
	port    int
	lost    bool
}

// NewNotifier makes the unit.
func NewNotifier(ports int) *Notifier {
	return &Notifier{ports: ports, culprits: make([]qcn.Frame, ports), measured: make([]qcn.Frame, ports),
		waits: make([]bool, ports), turn: ports - 1}
}

// Offers reports whether a notification is offered, for stimulus.
func (n *Notifier) Offers() bool { return n.offered != nil }

// Offered is the notification that is offered, with its output.
func (n *Notifier) Offered() (word qcn.Word, port int, ok bool) {
	if n.offered == nil {
		return qcn.Word{}, 0, false
	}
	return *n.offered, n.port, true
}

// Waits is the number of outputs whose notification waits for its turn, for stimulus.
func (n *Notifier) Waits() int {
	k := 0
	for _, w := range n.waits {
		if w {
			k++
		}
	}
	return k
}

// Step is one clock cycle.
func (n *Notifier) Step(in NotifierIn) NotifierOut {
	out := NotifierOut{CnValid: n.offered != nil, CnPort: n.port, Lost: n.lost}
	if n.offered != nil {
		out.CnWord = n.offered.Big()
	}
	if n.offered == nil || in.CnTaken {
		n.offered = nil
		n.offer(in.Number)
	}
	n.lost = false
	for o := range n.ports {
		if in.TriggerValid[o] {
			n.lost = n.lost || n.waits[o]
			n.waits[o] = true
			n.measured[o] = qcn.Frame{Feedback: in.TriggerFeedback[o], QOffset: int(int16(in.TriggerQOffset[o])),
				QDelta: int(int16(in.TriggerQDelta[o]))}
		}
		if in.Sampled[o] {
			n.culprits[o] = n.last
		}
	}
	n.last = qcn.FrameOf(qcn.WordOf(in.Frame))
	return out
}

// offer takes the next notification that waits.
func (n *Notifier) offer(number int) {
	for k := 1; k <= n.ports; k++ {
		o := (n.turn + k) % n.ports
		if !n.waits[o] {
			continue
		}
		c, m := n.culprits[o], n.measured[o]
		w := qcn.Frame{
			Kind: qcn.KindCNM, Prio: 6, Dst: c.Src, Src: number, Length: 64,
			Feedback: m.Feedback, QOffset: m.QOffset, QDelta: m.QDelta, CPID: number<<4 | o, FlowPrio: c.Prio, FlowDst: c.Dst,
		}.Word()
		n.offered = &w
		n.port = o
		n.turn = o
		n.waits[o] = false
		return
	}
}
