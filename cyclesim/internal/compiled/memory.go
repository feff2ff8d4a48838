package compiled

import (
	"math/big"

	"culprit.example/culprit/cyclesim/internal/layout"
	"culprit.example/culprit/cyclesim/internal/machine"
)

// read copies words from elem on; write is its counterpart.
func (m *Machine) read(base layout.Address, s layout.Slot, elem int, dst []uint64) {
	if s.Piece > 0 {
		m.readPieces(base, s, dst)
		return
	}
	per, n := machine.Words(s.Width), layout.BytesOf(s.Width)
	for i := range dst {
		dst[i] = m.readWord(base.Place(s.At+uint32(elem+i/per)*n+uint32(i%per)*8, min(n, 8)), n)
	}
}

// readPieces assembles a value that is stored in pieces.
func (m *Machine) readPieces(base layout.Address, s layout.Slot, dst []uint64) {
	all, lo := new(big.Int), 0
	for _, p := range s.Pieces() {
		words := make([]uint64, machine.Words(p.Width))
		m.read(base, p, 0, words)
		for i, w := range words {
			x := new(big.Int).SetUint64(w)
			all.Or(all, x.Lsh(x, uint(lo+64*i)))
		}
		lo += p.Width
	}
	clear(dst)
	setWords(dst, all)
}

func (m *Machine) write(base layout.Address, s layout.Slot, elem int, src []uint64) {
	m.eachWord(base, s, elem, len(src), func(i int, at, bytes uint32) { m.writeWord(at, bytes, src[i]) })
}

// eachWord calls f with the address of each of some words from elem on, and the bytes of
// the value that it belongs to.
func (m *Machine) eachWord(base layout.Address, s layout.Slot, elem, words int, f func(i int, at, bytes uint32)) {
	per, n := machine.Words(s.Width), layout.BytesOf(s.Width)
	for i := range words {
		f(i, base.Place(s.At+uint32(elem+i/per)*n+uint32(i%per)*8, min(n, 8)), n)
	}
}

// readWord reads a word of a value of a number of bytes; writeWord writes it.
func (m *Machine) readWord(at, bytes uint32) uint64 {
	n := min(bytes, 8)
	return layout.Number(m.bytes(at, n), n)
}

func (m *Machine) writeWord(at, bytes uint32, v uint64) {
	n := min(bytes, 8)
	layout.PutNumber(m.bytes(at, n), n, v)
}
