package golden

import (
	"math/big"

	cioq "culprit.example/culprit/blocks/cioq/golden"
	prim "culprit.example/culprit/blocks/prim/golden"
)

// NICIn holds the inputs of clos_nic.
type NICIn struct {
	Node      int
	MakeValid bool
	MakeDst   int
	MakeTag   uint32
	TxCredit  bool
}

// NICOut holds the outputs of clos_nic.
type NICOut struct {
	MakeRefused bool
	TxValid     bool
	TxHead      bool     `valid:"TxValid"`
	TxTail      bool     `valid:"TxValid"`
	TxData      *big.Int `valid:"TxValid"`
}

// NIC is the model of clos_nic.
type NIC struct {
	p       Params
	queue   *prim.FIFO
	credits int
}

// NewNIC makes an empty NIC.
func NewNIC(p Params) *NIC { return &NIC{p: p, queue: prim.NewFIFO(p.Queue), credits: p.Credits} }

// Credits is the number of credits left.
func (m *NIC) Credits() int { return m.credits }

// Step is one clock cycle.
func (m *NIC) Step(in NICIn) NICOut {
	packet := big.NewInt(int64(in.MakeDst)<<32 | int64(in.MakeTag))
	held := m.queue.Step(prim.FIFOIn{Push: in.MakeValid, Wdata: packet, Pop: m.credits > 0})
	out := NICOut{MakeRefused: held.Full}
	if !held.Empty && m.credits > 0 {
		out.TxValid, out.TxHead, out.TxTail = true, true, true
		x := held.Rdata.Uint64()
		out.TxData = m.word(in.Node, int(x>>32), uint32(x))
		m.credits--
	}
	if in.TxCredit && (m.credits < m.p.Credits || out.TxValid) {
		m.credits++
	}
	return out
}

// word is the word of a cell.
func (m *NIC) word(src, dst int, tag uint32) *big.Int {
	node, path := indexBits(m.p.Nodes), indexBits(m.p.Paths)
	w := big.NewInt(int64((int(tag>>24) + src + dst) % m.p.Paths))
	w.Lsh(w, uint(node)).Or(w, big.NewInt(int64(dst)))
	w.Lsh(w, uint(node)).Or(w, big.NewInt(int64(src)))
	w.Lsh(w, uint(95-path-2*node))
	return w.Or(w, big.NewInt(int64(tag)))
}

// cellOf takes a word apart.
func (p Params) cellOf(b cioq.Beat) Cell {
	if !b.Valid {
		return Cell{}
	}
	node, path := indexBits(p.Nodes), indexBits(p.Paths)
	field := func(below, bits int) int {
		return int(new(big.Int).Rsh(b.Data, uint(95-below-bits)).Uint64() & (1<<bits - 1))
	}
	tag := new(big.Int).And(b.Data, big.NewInt(0xffffffff)).Uint64()
	return Cell{Valid: true, First: true, Dst: field(path, node), Src: field(path+node, node), Tag: uint32(tag)}
}
