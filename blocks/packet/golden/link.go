package golden

// Beats of a packet, and words of a slot.
const Beats = 8

// Word is what a link carries of a packet in a cycle: a beat of up to 512 bits, the lowest 64
// first. The bits above the width of the link are 0.
type Word [8]uint64

// Beat is what a link carries in a cycle.
type Beat struct {
	Valid, Sop, Eop bool
	Bad             bool // with the last beat: the packet was damaged
	Data            Word
}

// BeatOf is beat i of a packet.
func BeatOf(words []Word, i int) Beat {
	return Beat{Valid: true, Sop: i == 0, Eop: i == Beats-1, Data: words[i]}
}

// Queued is a packet in a packet memory: the beats that have come, and how it has ended.
type Queued struct {
	Words []Word
	Ended bool // no more beats come
	Bad   bool // it is damaged
}

// Beat is beat i of the packet as it leaves: what never came is 0, and the last one tells
// that the packet is damaged.
func (q *Queued) Beat(i int) Beat {
	b := Beat{Valid: true, Sop: i == 0, Eop: i == Beats-1}
	if i < len(q.Words) {
		b.Data = q.Words[i]
	} else if !q.Ended {
		panic("BUG: a beat is read before it has come")
	}
	if b.Eop {
		b.Bad = q.Bad
	}
	return b
}

// Message is an Xoff or Xon to the switch upstream.
type Message struct {
	Valid bool
	Xoff  bool
	Name  Name
}

// LinksIn are the inputs of a switch that belong to its links, a lane per port.
type LinksIn struct {
	RxValid, RxSop, RxEop []bool
	RxBad                 []bool
	RxData                []Word
	TxCredit              []bool
}

// LinksOut are the outputs, with the free slots and the credits behind each link.
type LinksOut struct {
	TxValid, TxSop, TxEop []bool
	TxBad                 []bool
	TxData                []Word `valid:"TxValid"`
	RxCredit              []bool
	StatFree, StatCredit  []int
}

// NewLinksIn makes inputs of n lanes, all zero.
func NewLinksIn(n int) LinksIn {
	return LinksIn{
		RxValid: make([]bool, n), RxSop: make([]bool, n), RxEop: make([]bool, n), RxBad: make([]bool, n),
		RxData:   make([]Word, n),
		TxCredit: make([]bool, n),
	}
}

// NewLinksOut makes outputs of n lanes, all zero.
func NewLinksOut(n int) LinksOut {
	return LinksOut{
		TxValid: make([]bool, n), TxSop: make([]bool, n), TxEop: make([]bool, n), TxBad: make([]bool, n),
		TxData:   make([]Word, n),
		RxCredit: make([]bool, n), StatFree: make([]int, n), StatCredit: make([]int, n),
	}
}

// Rx is the beat that comes in at a port.
func (in LinksIn) Rx(port int) Beat {
	return Beat{in.RxValid[port], in.RxSop[port], in.RxEop[port], in.RxBad[port], in.RxData[port]}
}

// SetRx sets the beat that comes in at a port.
func (in LinksIn) SetRx(port int, b Beat) {
	in.RxValid[port], in.RxSop[port], in.RxEop[port], in.RxData[port] = b.Valid, b.Sop, b.Eop, b.Data
	in.RxBad[port] = b.Bad
}

// Tx is the beat that leaves at a port.
func (out LinksOut) Tx(port int) Beat {
	return Beat{out.TxValid[port], out.TxSop[port], out.TxEop[port], out.TxBad[port], out.TxData[port]}
}

// SetTx sets the beat that leaves at a port.
func (out LinksOut) SetTx(port int, b Beat) {
	out.TxValid[port], out.TxSop[port], out.TxEop[port], out.TxData[port] = b.Valid, b.Sop, b.Eop, b.Data
	out.TxBad[port] = b.Bad
}

// MessagesIn are the inputs of a switch with messages on its links, a lane per port.
type MessagesIn struct {
	TxMsgValid []bool   `port:",optional"`
	TxMsgXoff  []bool   `port:",optional"`
	TxMsgTp    []uint32 `port:",optional"`
	TxMsgMask  []uint32 `port:",optional"`
}

// MessagesOut are the outputs.
type MessagesOut struct {
	RxMsgValid []bool   `port:",optional"`
	RxMsgXoff  []bool   `port:",optional" valid:"RxMsgValid"`
	RxMsgTp    []uint32 `port:",optional" valid:"RxMsgValid"`
	RxMsgMask  []uint32 `port:",optional" valid:"RxMsgValid"`
}

// NewMessagesIn makes inputs of n lanes, all zero.
func NewMessagesIn(n int) MessagesIn {
	return MessagesIn{make([]bool, n), make([]bool, n), make([]uint32, n), make([]uint32, n)}
}

// NewMessagesOut makes outputs of n lanes, all zero.
func NewMessagesOut(n int) MessagesOut {
	return MessagesOut{make([]bool, n), make([]bool, n), make([]uint32, n), make([]uint32, n)}
}

// SetTxMsg sets the message that comes in at a port.
func (in MessagesIn) SetTxMsg(port int, m Message) {
	in.TxMsgValid[port], in.TxMsgXoff[port], in.TxMsgTp[port], in.TxMsgMask[port] = m.Valid, m.Xoff, m.Name.Tp, m.Name.Mask
}

// RxMsg is the message that leaves at a port.
func (out MessagesOut) RxMsg(port int) Message {
	return Message{out.RxMsgValid[port], out.RxMsgXoff[port], Name{out.RxMsgTp[port], out.RxMsgMask[port]}}
}

// SetRxMsg sets the message that leaves at a port.
func (out MessagesOut) SetRxMsg(port int, m Message) {
	out.RxMsgValid[port], out.RxMsgXoff[port], out.RxMsgTp[port], out.RxMsgMask[port] = m.Valid, m.Xoff, m.Name.Tp,
		m.Name.Mask
}
