package prim

import "culprit/rtlgen"

// RAM1R1W is a memory of depth words of width bits with one write port and one
// synchronous read port.
//
//	wr_en, wr_addr[IndexBits], wr_data[width]
//	rd_en, rd_addr[IndexBits]
//	rd_data[width]  the word read, one cycle after rd_en; holds while rd_en is 0
//
// rdw says what a read of the word being written gives: 0 the old word, 1 the
// new one, 2 an arbitrary word (the cheapest in most technologies; the
// surroundings must not depend on it). Contents and rd_data start arbitrary:
// there is no reset.
func RAM1R1W(width, depth, rdw int) *rtlgen.Module {
	m := rtlgen.NewModule("ram_1r1w")
	m.Doc("memory with one write port and one synchronous read port")
	m.Param("width", width, 64)
	m.Param("depth", depth, 512)
	m.Param("rdw", rdw, 0)
	index := rtlgen.IndexBits(depth)

	wrEn := m.Input("wr_en", 1)
	wrAddr := m.Input("wr_addr", index)
	wrData := m.Input("wr_data", width)
	rdEn := m.Input("rd_en", 1)
	rdAddr := m.Input("rd_addr", index)

	collision := rtlgen.ReadOld
	switch rdw {
	case 1:
		collision = rtlgen.ReadNew
	case 2:
		collision = rtlgen.ReadUndefined
	}
	word := m.Memory("word", depth, width, collision)
	word.Write(wrEn, wrAddr, wrData)
	m.Output("rd_data", word.ReadSync("rd_data_q", rdEn, rdAddr))
	return m
}
