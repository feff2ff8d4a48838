package rtlgen_test

import (
	"testing"

	"gotest.tools/v3/assert"

	"culprit.example/culprit/rtlgen"
	"culprit.example/culprit/rtlgen/ir"
)

// ports makes what two write ports and a read port of a memory of 64 words need.
func ports(m *rtlgen.Module) (we, a, b, c, d rtlgen.Value) {
	return m.Input("we", 2), m.Input("a", 6), m.Input("b", 6), m.Input("c", 6), m.Input("d", 32)
}

var memoryMistakes = []mistake{
	{"block_third_address", rtlgen.CodeStyle, "written at two addresses and read at a third one", func(m *rtlgen.Module) {
		we, a, b, c, d := ports(m)
		mem := m.Memory("mem", 64, 32, rtlgen.ReadUndefined).Style(rtlgen.Block) // here: block_third_address
		mem.Write(we.Bit(0), a, d)                                               // end: block_third_address
		mem.Write(we.Bit(1), b, d)                                               // end: block_third_address
		m.Output("q", mem.ReadSync("word", m.Ones(1), c))                        // end: block_third_address
	}},
	{"block_old_across", rtlgen.CodeStyle, "has a port that reads the old word while the other port writes it",
		func(m *rtlgen.Module) {
			we, a, b, c, d := ports(m)
			m.Output("low", c)
			mem := m.Memory("mem", 64, 32, rtlgen.ReadOld).Style(rtlgen.Block) // here: block_old_across
			mem.Write(we.Bit(0), a, d)
			mem.Write(we.Bit(1), b, d)                        // end: block_old_across
			m.Output("q", mem.ReadSync("word", m.Ones(1), a)) // end: block_old_across
			m.Output("p", mem.ReadSync("last", m.Ones(1), b))
		}},
	{"block_three_writes", rtlgen.CodeStyle, "is written at more than two addresses", func(m *rtlgen.Module) {
		we, a, b, c, d := ports(m)
		mem := m.Memory("mem", 64, 32, rtlgen.ReadUndefined).Style(rtlgen.Block) // here: block_three_writes
		mem.Write(we.Bit(0), a, d)                                               // end: block_three_writes
		mem.Write(we.Bit(1), b, d)                                               // end: block_three_writes
		mem.Write(we.All(), c, d)                                                // end: block_three_writes
		m.Output("q", mem.ReadSync("word", m.Ones(1), a))
	}},
	{"block_two_outputs", rtlgen.CodeStyle, "read twice at one of them", func(m *rtlgen.Module) {
		we, a, b, c, d := ports(m)
		mem := m.Memory("mem", 64, 32, rtlgen.ReadUndefined).Style(rtlgen.Block) // here: block_two_outputs
		mem.Write(we.Bit(0), a, d)
		mem.Write(we.Bit(1), b, d)
		m.Output("q", mem.ReadSync("word", c.Any(), a)) // end: block_two_outputs
		m.Output("p", mem.ReadSync("last", c.All(), a)) // end: block_two_outputs
	}},
	{"distributed_two_writes", rtlgen.CodeStyle, "is written at more than one address, which no distributed RAM is",
		func(m *rtlgen.Module) {
			we, a, b, c, d := ports(m)
			mem := m.Memory("mem", 64, 32, rtlgen.ReadUndefined).Style(rtlgen.Distributed) // here: distributed_two_writes
			mem.Write(we.Bit(0), a, d)                                                     // end: distributed_two_writes
			mem.Write(we.Bit(1), b, d)                                                     // end: distributed_two_writes
			m.Output("q", mem.Read("word", c))
		}},
	{"large_registers", rtlgen.CodeStyle, "or Style(Registers), which takes 16384 flip-flops", func(m *rtlgen.Module) {
		we, a, b, c, d := ports(m)
		mem := m.Memory("mem", 64, 256, rtlgen.ReadOld) // here: large_registers
		mem.Write(we.Bit(0), a, d.Replicate(8))
		mem.Write(we.Bit(1), b, d.Replicate(8))
		m.Output("q", mem.Read("word", c)) // end: large_registers
	}},
	{"one_port_two_choices", rtlgen.CodeStyle, "differs for two write ports of the same address", func(m *rtlgen.Module) {
		we, a, b, c, d := ports(m)
		mem := m.Memory("mem", 64, 32, rtlgen.ReadOld)
		mem.Write(we.Bit(0), a.Xor(b), d)                                                   // end: one_port_two_choices
		low := mem.Write(we.Bit(1), a.Xor(b), d)                                            // end: one_port_two_choices
		m.Output("q", mem.ReadSync("word", m.Ones(1), c, low.During(rtlgen.ReadUndefined))) // here: one_port_two_choices
	}},
	{"during_no_port", rtlgen.CodeNilValue, "read port word of mem names a zero WritePort", func(m *rtlgen.Module) {
		we, a, b, c, d := ports(m)
		mem := m.Memory("mem", 64, 32, rtlgen.ReadOld)
		mem.Write(we.All(), a.And(b), d)
		m.Output("q", mem.ReadSync("word", m.Ones(1), c, rtlgen.WritePort{}.During(rtlgen.ReadNew))) // here: during_no_port
	}},
	{"during_other_memory", rtlgen.CodePlace, "names a write port of memory other, which it never meets",
		func(m *rtlgen.Module) {
			we, a, b, c, d := ports(m)
			other := m.Memory("other", 64, 32, rtlgen.ReadOld)
			w := other.Write(we.Bit(0), a, d)              // end: during_other_memory
			mem := m.Memory("mem", 64, 32, rtlgen.ReadOld) // end: during_other_memory
			mem.Write(we.Bit(1), b, d)
			m.Output("p", other.Read("now", c))
			m.Output("q", mem.ReadSync("word", m.Ones(1), c, w.During(rtlgen.ReadNew))) // here: during_other_memory
		}},
	{"during_unknown", rtlgen.CodeOperand, "read port word of mem has 4 for a read during a write",
		func(m *rtlgen.Module) {
			we, a, b, c, d := ports(m)
			mem := m.Memory("mem", 64, 32, rtlgen.ReadOld)
			w := mem.Write(we.All(), a.And(b), d)
			m.Output("q", mem.ReadSync("word", m.Ones(1), c, w.During(rtlgen.ReadKeep+1))) // here: during_unknown
		}},
	{"mark_wide", rtlgen.CodeWidth, "what a failed word marks has 32 bits, it must have 1", func(m *rtlgen.Module) {
		we, a, b, c, d := ports(m)
		mem := m.Memory("mem", 64, 32, rtlgen.ReadOld)
		mem.Write(we.All(), a.And(b), d)
		word := mem.ReadSync("word", m.Ones(1), c) // end: mark_wide
		m.Output("q", word.OrFailed(word))         // here: mark_wide
	}},
	{"mark_of_no_word", rtlgen.CodeOperand, "x is no word of a memory: give the result of Read or ReadSync",
		func(m *rtlgen.Module) {
			x := m.Input("x", 1)                 // end: mark_of_no_word
			m.Output("p", m.Ones(1).OrFailed(x)) // here: mark_of_no_word
		}},
	{"mark_in_conditional", rtlgen.CodePlace, "a mark of a failed word stands inside a conditional or loop",
		func(m *rtlgen.Module) {
			we, a, b, c, d := ports(m)
			mem := m.Memory("mem", 64, 32, rtlgen.ReadOld)
			mem.Write(we.All(), a.And(b), d)
			word := mem.ReadSync("word", m.Ones(1), c)
			m.Output("q", word)
			r := m.Reg("r", 1, 0)
			m.If(we.Any(), func() {
				r.Set(a.Any().OrFailed(word)) // here: mark_in_conditional
			})
			m.Output("p", r)
		}},
	{"memory_behaviour_unknown", rtlgen.CodeOperand, "memory mem has 9 for a read during a write", func(m *rtlgen.Module) {
		we, a, b, c, d := ports(m)
		mem := m.Memory("mem", 64, 32, 9) // here: memory_behaviour_unknown
		mem.Write(we.All(), a.And(b), d)
		m.Output("q", mem.ReadSync("word", m.Ones(1), c))
	}},
}

// TestReadDuringWriteOfPairs: the choice of a pair of ports is kept in the netlist only if
// it differs from the memory's, and write ports that follow a read port have the memory's.
func TestReadDuringWriteOfPairs(t *testing.T) {
	t.Parallel()
	m := rtlgen.NewModule("pairs")
	we, a, b, c, d := ports(m)
	mem := m.Memory("mem", 64, 32, rtlgen.ReadUndefined).Style(rtlgen.Registers)
	first := mem.Write(we.Bit(0), a, d)
	m.Output("same", mem.ReadSync("same_word", m.Ones(1), c, first.During(rtlgen.ReadUndefined)))
	m.Output("differs", mem.ReadSync("other_word", m.Ones(1), c, first.During(rtlgen.ReadKeep)))
	m.Output("side", mem.ReadWrite("side_word", m.Ones(1), we.Bit(1), b, d, rtlgen.ReadNew))
	design, err := rtlgen.Elaborate(m)
	assert.NilError(t, err)
	reads := design.Top.Memories[0].Reads
	assert.DeepEqual(t, reads[0].RDW, []ir.ReadDuringWrite(nil))
	assert.DeepEqual(t, reads[1].RDW, []ir.ReadDuringWrite{ir.ReadKeep, ir.ReadUndefined})
	assert.DeepEqual(t, reads[2].RDW, []ir.ReadDuringWrite{ir.ReadUndefined, ir.ReadNew})
}
