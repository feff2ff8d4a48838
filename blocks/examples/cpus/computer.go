package cpus

import (
	"context"

	"culprit.example/culprit/rtlgen"
	"culprit.example/culprit/rtlgen/ir"
	"culprit.example/culprit/rtlgen/yosys"
	"culprit.example/culprit/testbench/foreign"
)

// value shortens the signatures of this package.
type value = rtlgen.Value

const (
	programWords = 256 // of 32 bits, from address 0 on
	ramWords     = 64  // of 32 bits, from address 0x10000 on
	wordBits     = 32
)

// BusOf is the way from a computer to its adapter, whose registers begin at address 0x20000. F is the direction
// of the requests.
type BusOf[F, B rtlgen.Direction] struct {
	Read    F `doc:"pulse: the register is read"`
	Write   F `doc:"pulse: it is written"`
	Address F `width:"5" doc:"number of the register"`
	Data    F `width:"32" doc:"what is written"`
	Result  B `width:"32" doc:"what is read, a register, one cycle after the request"`
}

// ComputerPorts are the ports of Computer.
type ComputerPorts struct {
	_    rtlgen.Unit                  `name:"computer" doc:"CPU with its program and a RAM"`
	Bus  BusOf[rtlgen.Out, rtlgen.In] `doc:"to the network adapter; requests are registers"`
	Trap rtlgen.Out                   `doc:"the CPU has stopped at what is no instruction, or no place in memory"`
}

// cpuPorts are the ports of picorv32 that are joined: all of its inputs but clock and reset.
type cpuPorts struct {
	Trap rtlgen.Out
	Mem  struct {
		La struct {
			Read  rtlgen.Out `doc:"a word is read"`
			Write rtlgen.Out `doc:"bytes of a word are written"`
			Addr  rtlgen.Out `width:"32" doc:"of a byte"`
			Wdata rtlgen.Out `width:"32" doc:"what is written"`
			Wstrb rtlgen.Out `width:"4" doc:"which bytes"`
		} `doc:"a request that begins in the next cycle: a memory that takes it now answers then"`
		Ready rtlgen.In `doc:"the answer"`
		Rdata rtlgen.In `width:"32" doc:"what is read, with ready"`
	}
	Pcpi struct {
		Wr    rtlgen.In
		Rd    rtlgen.In `width:"32"`
		Wait  rtlgen.In
		Ready rtlgen.In
	} `doc:"a coprocessor, which is not there"`
	Irq rtlgen.In `width:"32" doc:"interrupts, of which there are none"`
}

// CPU reads picorv32 from the file at a path. The error is of the file or of Yosys.
func CPU(ctx context.Context, path string) (*ir.Design, error) {
	return foreign.Part(ctx, foreign.Source{
		Files: []string{path}, Top: "picorv32",
		Params: []foreign.Pair{{Name: "ENABLE_COUNTERS", Value: "0"}, {Name: "ENABLE_COUNTERS64", Value: "0"},
			{Name: "BARREL_SHIFTER", Value: "1"}},
		Reset: yosys.Reset{Input: "resetn", Low: true},
	})
}

// Computer is a CPU with a program in a ROM and a RAM of 256 bytes, which answer in the cycle after the CPU has
// asked, and a bus to an adapter, which answers a cycle later. All copies have the same program.
func Computer(cpu *ir.Design, program []uint32) *rtlgen.Typed[ComputerPorts] {
	m, io := rtlgen.New[ComputerPorts](nil)
	c := rtlgen.Use(m, "cpu", rtlgen.Foreign[cpuPorts](cpu, nil))
	c.Irq.Drive(0)
	rtlgen.TieOff(c.Pcpi)
	io.Trap.Drive(m.Next("trap_q", c.Trap, 0))

	ask := c.Mem.La
	region := m.Let("region", ask.Addr.Slice(17, 16))
	toRAM, toAdapter := m.Let("to_ram", region.Eq(1)), m.Let("to_adapter", region.Eq(2))
	fromMemory := m.Next("from_memory", ask.Read.Or(ask.Write).AndNot(toAdapter), 0)
	reads := m.Next("bus_read_q", ask.Read.And(toAdapter), 0)
	writes := m.Next("bus_write_q", ask.Write.And(toAdapter), 0)
	io.Bus.Read.Drive(reads)
	io.Bus.Write.Drive(writes)
	io.Bus.Address.Drive(m.NextNoReset("bus_address_q", ask.Addr.Slice(6, 2)))
	io.Bus.Data.Drive(m.NextNoReset("bus_data_q", ask.Wdata))
	fromAdapter := m.Next("from_adapter", reads.Or(writes), 0)

	rom := m.ROMInit("rom", programWords, wordBits, func(i int) rtlgen.Operand {
		if i < len(program) {
			return program[i]
		}
		return 0 // no instruction
	})
	instruction := rom.ReadSync("instruction", ask.Read, ask.Addr.Slice(9, 2))
	ram := m.Memory("ram", ramWords, wordBits, rtlgen.ReadUndefined)
	stores := m.Let("stores", rtlgen.Mux(ask.Write.And(toRAM), ask.Wstrb, 0))
	ram.WriteLanes(stores, ask.Addr.Slice(7, 2), ask.Wdata)
	stored := ram.ReadSync("stored", ask.Read.And(toRAM), ask.Addr.Slice(7, 2))
	fromRAM := m.NextNoReset("from_ram", toRAM)

	c.Mem.Ready.Drive(fromMemory.Or(fromAdapter))
	c.Mem.Rdata.Drive(rtlgen.Mux(fromAdapter, io.Bus.Result, rtlgen.Mux(fromRAM, stored, instruction)))
	m.Unused("address_rest", ask.Addr.High(wordBits-18), ask.Addr.Slice(15, 10), ask.Addr.Low(2))
	return m
}
