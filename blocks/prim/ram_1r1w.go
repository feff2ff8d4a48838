package prim

import "culprit.example/culprit/rtlgen"

// What a read of the word being written gives: the values of rdw.
const (
	RAMReadOld       = 0 // the old word
	RAMReadNew       = 1 // the new one
	RAMReadUndefined = 2 // an arbitrary word
)

// RAM1R1W is a memory of depth words of width bits with one write port and one
// synchronous read port.
//
// rdw says what a read of the word being written gives: 0 the old word, 1 the
// new one, 2 an arbitrary word (the cheapest in most technologies; the
// surroundings must not depend on it). Contents and rd_data start arbitrary:
// there is no reset.
func RAM1R1W(p RAM1R1WParams) *rtlgen.Typed[RAM1R1WPorts] {
	m, io := rtlgen.New[RAM1R1WPorts](p)
	if m.Refused() {
		return m
	}

	collision := rtlgen.ReadOld
	switch p.RDW {
	case RAMReadNew:
		collision = rtlgen.ReadNew
	case RAMReadUndefined:
		collision = rtlgen.ReadUndefined
	}
	word := m.Memory("word", p.Depth, p.Width, collision, "words of the memory, by address")
	word.Write(io.Wr.En, io.Wr.Addr, io.Wr.Data)
	io.Rd.Data.Drive(word.ReadSync("rd_data_q", io.Rd.En, io.Rd.Addr))
	return m
}
