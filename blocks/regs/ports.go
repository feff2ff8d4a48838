package regs

import "culprit.example/culprit/rtlgen"

// AXILParams are the parameters of AXIL.
type AXILParams struct {
	Address int `param:"address" default:"12" min:"3" max:"32" doc:"bits of an address, which is one of a byte"`
}

// Dims are the names that the tags of ports use.
func (p AXILParams) Dims() rtlgen.Dims { return Widths(p.Address, rtlgen.Dims{}) }

// Widths adds the widths of AXILite to others; address is the width of an address in bits.
func Widths(address int, others rtlgen.Dims) rtlgen.Dims {
	others["address"], others["word"], others["strobes"] = address, wordBits, wordBytes
	return others
}

// AXILite are the pins of a slave of AXI4-Lite.
type AXILite struct {
	Awvalid rtlgen.In  `doc:"an address to write to is offered"`
	Awready rtlgen.Out `doc:"it is taken, a function of registers"`
	Awaddr  rtlgen.In  `width:"address" doc:"the address; the two lowest bits are ignored"`
	Awprot  rtlgen.In  `width:"3" doc:"ignored"`
	Wvalid  rtlgen.In  `doc:"data are offered"`
	Wready  rtlgen.Out `doc:"they are taken, a function of registers"`
	Wdata   rtlgen.In  `width:"word" doc:"what is written"`
	Wstrb   rtlgen.In  `width:"strobes" doc:"which of its bytes are"`
	Bvalid  rtlgen.Out `doc:"a write is answered, a register"`
	Bready  rtlgen.In  `doc:"the answer is taken"`
	Bresp   rtlgen.Out `width:"2" doc:"0 OKAY, 2 SLVERR, a register; unknown without bvalid"`
	Arvalid rtlgen.In  `doc:"an address to read from is offered"`
	Arready rtlgen.Out `doc:"it is taken, a function of registers"`
	Araddr  rtlgen.In  `width:"address" doc:"the address; the two lowest bits are ignored"`
	Arprot  rtlgen.In  `width:"3" doc:"ignored"`
	Rvalid  rtlgen.Out `doc:"a read is answered, a register"`
	Rready  rtlgen.In  `doc:"the answer is taken"`
	Rdata   rtlgen.Out `width:"word" doc:"what was read, a register; unknown without rvalid"`
	Rresp   rtlgen.Out `width:"2" doc:"0 OKAY, 2 SLVERR, a register; unknown without rvalid"`
}

// Access is a request of a bus. Direction D is that of the request.
type Access[D rtlgen.Direction] struct {
	Valid   D `doc:"a register is accessed"`
	Write   D `doc:"it is written, else read; unknown without valid"`
	Address D `width:"address" doc:"of a byte in it; unknown without valid"`
	Data    D `width:"word" doc:"what is written; unknown without valid and write"`
	Strobes D `width:"strobes" doc:"which bytes are written; unknown without valid and write"`
}

// Answer is the answer to an access.
type Answer[D rtlgen.Direction] struct {
	Valid D `doc:"the access is answered"`
	Error D `doc:"there is no register at the address"`
	Data  D `width:"word" doc:"what was read"`
}

// AXILPorts are the ports of AXIL.
type AXILPorts struct {
	_      rtlgen.Unit        `name:"regs_axil" doc:"slave of AXI4-Lite in front of registers" params:"address"`
	SAxil  AXILite            `doc:"the bus"`
	Req    Access[rtlgen.Out] `doc:"to the registers: valid and write are registers, the others functions of registers"`
	Answer Answer[rtlgen.In]  `doc:"from them, a cycle after the request or later"`
}
