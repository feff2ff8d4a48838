package golden

import (
	link "culprit.example/culprit/blocks/link/golden"
	packet "culprit.example/culprit/blocks/packet/golden"
	traffic "culprit.example/culprit/blocks/traffic/golden"
)

// lines are the ends and lines of a tree whose links are lines: one of each at every end of a link, by the number of
// the end; nil where no link is.
type lines struct {
	ends    []*link.End
	lines   []*Line
	numbers []int   // of the lines
	up      [2]bool // all links were up in the cycle before, and have ever been
	damaged [2]int  // words: in the cycle before, and in all before that
	downs   [2]int  // ends of links that went down, in the same way
}

// newLines makes the ends and lines of a tree with the given number of ends of links, at those in the order of the
// lines' numbers.
func newLines(p Params, messages bool, order []int, ends int) *lines {
	l := &lines{ends: make([]*link.End, ends), lines: make([]*Line, ends), numbers: make([]int, ends)}
	e := link.EndParams{Slots: p.Slots, Credits: p.Slots, Drain: 1, Period: p.Slots, Silence: 64, Depth: 32,
		RoundTrip: 2, Tries: 16,
		ErrorBits: 8, Queue: 16}
	if messages {
		e.Messages = 1
	}
	for e.Queue < 16*p.Slots {
		e.Queue *= 2
	}
	width := link.ReplayFormat{Width: link.UnitFlitBits(messages), Depth: e.Depth, Epoch: 8}.Bits()
	for number, i := range order {
		l.ends[i], l.lines[i], l.numbers[i] = link.NewEnd(e), NewLine(width), number
	}
	return l
}

// got is what comes out of the link at end i.
func (l *lines) got(i int) Sent {
	if l.ends[i] == nil {
		return Sent{}
	}
	out := l.ends[i].Registered()
	rx := traffic.Beat{Valid: out.Rx.Valid, Sop: out.Rx.Sop, Eop: out.Rx.Eop, Bad: out.Rx.Bad, Data: out.Rx.Data[0]}
	return Sent{rx, traffic.Back{Credit: out.TxCredit, Msg: traffic.Message{Valid: out.TxMsgValid,
		Xoff: out.TxMsgXoff, Tp: out.TxMsgTp, Mask: out.TxMsgMask}}}
}

// step is one clock cycle, in which the nodes and switches send this.
func (l *lines) step(sent []Sent, peers []int, noise LineNoise) {
	l.damaged[1] += l.damaged[0]
	l.downs[1] += l.downs[0]
	l.damaged[0], l.downs[0] = 0, 0
	up := true
	out := make([]LineOut, len(l.lines))
	for i, line := range l.lines {
		if line == nil {
			continue
		}
		out[i] = line.Registered()
		end := l.ends[i].Registered()
		up = up && end.Up
		if out[i].Damaged {
			l.damaged[0]++
		}
		if end.WentDown {
			l.downs[0]++
		}
		line.Step(LineIn{Number: l.numbers[i], LineNoise: noise, InValid: end.LineTxValid, InWord: end.LineTx})
	}
	for i, end := range l.ends {
		if end == nil {
			continue
		}
		s, from := sent[i], out[peers[i]]
		tx := packet.Beat{Valid: s.Valid, Sop: s.Sop, Eop: s.Eop, Bad: s.Bad, Data: packet.Word{s.Data}}
		back := link.SwitchIn{Tx: tx, RxCredit: s.Back.Credit, RxMsgValid: s.Back.Msg.Valid, RxMsgXoff: s.Back.Msg.Xoff,
			RxMsgTp: s.Back.Msg.Tp, RxMsgMask: s.Back.Msg.Mask}
		end.Step(link.EndIn{SwitchIn: back, LineRxValid: from.OutValid, LineRx: from.OutWord})
	}
	l.up = [2]bool{up, l.up[1] || l.up[0]}
}
