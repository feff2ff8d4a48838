package verilog_test

import (
	"math/big"

	"culprit.example/culprit/rtlgen"
)

// constructs are the circuits of the constructs that have a file of their own.
func constructs() map[string]*rtlgen.Module {
	return map[string]*rtlgen.Module{
		"constants": constants(),
		"carries":   carries(),
		"no_reset":  noReset(),
		"lanes":     laneWrites(),
		"tables":    tables(),
		"vendor":    vendor(), "crossbar": crossbar(), "certain_width1": certain(1), "certain_width4": certain(4),
		"certain_width70": certain(70),
	}
}

// constants has named constants and an enumeration, in the logic, in checks and
// nowhere.
func constants() *rtlgen.Module {
	m := rtlgen.NewModule("constants")
	m.Doc("named constants wherever a constant can stand")
	last := m.Constant("last_beat", 3, 5)
	step := m.Constant("step", 2, 3)
	pattern := m.Constant("pattern", 24, 0xc0ffee)
	limit := m.Constant("limit", 8, 200)
	m.Constant("never_used", 4, 1)
	place := m.Enum("place", "free", "arriving", "kept", "leaving", "lost")
	free, arriving, kept := place.Value("free"), place.Value("arriving"), place.Value("kept")

	beat := m.Input("beat", 3)
	d := m.Input("d", 24)
	was := place.Input("was")
	state := place.Reg("state", kept)
	table := m.RegArray("table_q", 8, 24, 0)
	c := m.Cases(state.Value)
	for range c.When(free, arriving) {
		m.If(beat.Eq(last), func() { state.Set(kept) })
	}
	for range c.When(kept) {
		state.Set(place.Value("leaving"))
		for k := range m.Each("k", 3) {
			m.If(d.Bit(k), func() { table.At(last).Set(d.Xor(pattern)) })
		}
	}
	for range c.When(6) {
		state.Set(was)
	}
	for range c.Otherwise() {
		state.Set(rtlgen.Mux(was.Eq(free), arriving, state))
	}
	next := place.OutputVar("next_place").Default(free)
	m.Switch(m.Let("both", was.Or(state)), func(c rtlgen.Cases) {
		c.Case(func() { next.Set(arriving) }, kept, 7)
		c.Case(func() { next.Set(kept) }, last)
	})
	place.Output("state_out", state.Value)
	m.Output("masked", d.And(pattern).Shl(step))
	m.Output("shifted", d.Sar(step).Add(pattern.Shr(step)))
	m.Output("wide", last.Zext(9).Add(rtlgen.Cat(last, step, m.Const(4, 0))))
	m.Output("below_signed", beat.SLt(last))
	m.Output("element", table.At(last).Value)
	m.Output("bits_of", rtlgen.Cat(pattern.Slice(11, 4), pattern.Bit(3)))
	m.Assert("below_the_limit", d.Low(8).Lt(limit).Or(state.Ne(place.Value("lost"))))
	before := place.Reg("state_before", free)
	before.Set(state)
	m.Cover("lost_after_kept", before.Eq(kept).And(state.Eq(place.Value("lost"))))
	return m
}

// carries has sums and differences with the carry or borrow kept.
func carries() *rtlgen.Module {
	m := rtlgen.NewModule("carries")
	a, b := m.Input("a", 8), m.Input("b", 8)
	step := m.Constant("step", 8, 200)
	total := m.Reg("total", 8, 0)
	next := m.Let("next", total.AddCarry(a))
	total.Set(rtlgen.Mux(next.Bit(8), m.Ones(8), next.Low(8))) // saturates
	m.Output("saturated", total.Value)
	m.Output("sum", a.AddCarry(b))
	m.Output("difference", a.SubBorrow(b))
	borrow, carry := m.Let("below", a.SubBorrow(1)), m.Let("above", b.AddCarry(step))
	m.Output("empty", borrow.Bit(8))
	m.Output("over", carry.Bit(8))
	m.Unused("low_parts", borrow.Low(8), carry.Low(8))
	m.Output("ignored", a.Low(1).AddCarry(b.Low(1)).AddCarry(1))
	return m
}

// noReset has registers and arrays with and without reset in the same statements.
func noReset() *rtlgen.Module {
	m := rtlgen.NewModule("no_reset")
	m.Doc("a stage whose data has no reset")
	valid, d, index := m.Input("valid", 1), m.Input("d", 40), m.Input("index", 2)
	full := m.Reg("full", 1, 0)
	data := m.RegNoReset("data", 40)
	table := m.RegArrayNoReset("table_q", 4, 8)
	count := m.RegArray("count", 4, 4, 0)
	seen := m.Reg("seen", 4, 0)
	m.If(valid, func() {
		full.Set(1)
		data.Set(d)
		table.At(index).Set(d.Low(8))
		count.At(index).Set(count.At(index).Add(1))
		seen.SetBit(index, 1)
	}).Else(func() {
		full.Set(0)
		data.SetSlice(3, 0, 0)
	})
	m.Output("full_out", full.Value)
	m.Output("data_out", data.And(full.Replicate(40)))
	m.Output("entry", table.At(index).And(seen.Bit(index).Replicate(8)))
	m.Output("count_out", count.At(index).Value)
	late := m.Next("late", m.Next("later", valid, 0).Value, 0)
	stages := m.Instance("stages", dataOnly())
	stages.In("d", d.Low(8))
	m.Output("staged", stages.Out("q").And(late.Replicate(8)))
	was := m.NextNoReset("data_before", data.Value)
	tag := m.RegData("tag", 3, 5)
	m.If(valid, func() { tag.Set(d.Low(3)) })
	m.Output("tag_out", tag.And(full.Replicate(3)))
	m.Assert("moves", full.Implies(was.Ne(data).Or(data.Low(4).Any())))
	return m
}

// dataOnly has nothing to reset: its clock is its only port besides the data.
func dataOnly() *rtlgen.Module {
	m := rtlgen.NewModule("data_only")
	m.Output("q", m.NextNoReset("first", m.NextNoReset("zeroth", m.Input("d", 8)).Value).Value)
	return m
}

// laneWrites has memories with lane enables, one for each behaviour of a read.
func laneWrites() *rtlgen.Module {
	m := rtlgen.NewModule("lanes")
	m.Doc("RAMs with byte enables")
	we, re := m.Input("we", 4), m.Input("re", 1)
	wa, wb, ra := m.Input("wa", 4), m.Input("wb", 4), m.Input("ra", 4)
	d := m.Input("d", 32)
	bytes := m.Memory("bytes", 16, 32, rtlgen.ReadOld)
	bytes.WriteLanes(we, wa, d)
	m.Output("bytes_out", bytes.ReadSync("bytes_data", re, ra))
	m.Output("bytes_now", bytes.Read("bytes_async", wb))
	fresh := m.Memory("gives_new", 11, 32, rtlgen.ReadNew)
	fresh.WriteLanes(we.Low(2), wa, m.Let("swapped", rtlgen.Cat(d.Low(16), d.High(16))))
	fresh.Write(we.Bit(2), wb, d)
	fresh.WriteLanes(rtlgen.Cat(we.Bit(3), re, m.Const(2, 1)), wb, rtlgen.Cat(d.Low(8), d.Slice(23, 8), m.Const(8, 17)))
	inRange := m.Let("in_range", rtlgen.Mux(ra.Lt(11), ra, m.Const(4, 3)))
	m.Output("new_out", fresh.ReadSync("new_data", re, inRange))
	running := m.Next("running", m.Const(1, 1), 0)
	m.Output("always_new", fresh.ReadSync("always_data", m.Const(1, 1), inRange).And(running.Replicate(32)))
	either := m.Memory("either", 16, 12, rtlgen.ReadUndefined)
	either.WriteLanes(d.Slice(23, 12), wa, d.Low(12))
	m.Output("either_out", either.Read("either_data", ra))
	return m
}

// tables has ROMs with every kind of read: full and not, with and without words
// that occur again.
func tables() *rtlgen.Module {
	m := rtlgen.NewModule("tables")
	m.Doc("ROMs")
	a, re := m.Input("a", 3), m.Input("re", 1)
	squares := m.ROM("squares", 6, []uint64{0, 1, 4, 9, 16, 25, 36, 49})
	m.Output("square", squares.Read("square_of_a", a))
	m.Output("square_of_next", squares.Read("next_square", a.Add(1)))
	known := m.Reg("known", 1, 0)
	m.If(re, func() { known.Set(1) })
	m.Output("square_late", squares.ReadSync("square_q", re, a).And(known.Replicate(6)))
	sparse := m.ROM("sparse", 12, []uint64{7, 0, 0, 300, 0})
	inRange := m.Let("in_range", rtlgen.Mux(a.Lt(5), a, 0))
	m.Output("sparse_out", sparse.Read("sparse_word", inRange))
	wide := m.ROMInit("wide", 3, 100, func(i int) rtlgen.Operand { return new(big.Int).Lsh(big.NewInt(5), uint(40*i)) })
	running := m.Next("running", m.Const(1, 1), 0)
	m.Output("wide_out", wide.ReadSync("wide_word", m.Const(1, 1), inRange.Low(1).Zext(2)).And(running.Replicate(100)))
	return m
}

// vendorRAM stands for a RAM from a vendor's library.
func vendorRAM(width int) *rtlgen.Module {
	m := rtlgen.NewModule("block_ram")
	m.Doc("one port of a vendor's RAM")
	m.Param("width", width, 18)
	enable, addr, d := m.Input("enable", 1), m.Input("addr", 4), m.Input("d", width)
	q := m.OutputVar("q", width)
	mem := m.Memory("mem", 16, width, rtlgen.ReadOld)
	mem.Write(enable, addr, d)
	q.Set(mem.ReadSync("word", enable.Not(), addr))
	part := m.BlackBox("DP16KD")
	part.Set("DATA_WIDTH_A", width)
	part.Set("REGMODE_A", "NOREG")
	part.Clock("CLKA")
	part.Connect("CEA", m.Const(1, 1))
	part.Connect("WEA", enable)
	part.Connect("ADA", addr)
	part.Connect("DIA", d)
	part.Connect("DOA", q)
	return m
}

// plainPart has the names of its part, and a register that is reset; its model
// checks how it is used.
func plainPart() *rtlgen.Module {
	m := rtlgen.NewModule("sampler")
	d := m.Input("d", 4)
	q := m.Next("sample", d, 3)
	m.Output("q", q.Value)
	before := m.Next("sample_before", q.Value, 3)
	m.Assert("never_15_twice", q.All().And(before.All()).Not())
	m.BlackBox("vendor_sampler")
	return m
}

// vendor has black boxes of two widths, an array of them, and one that is reset.
func vendor() *rtlgen.Module {
	m := rtlgen.NewModule("vendor")
	enable, addr, d := m.Input("enable", 1), m.Input("addr", 4), m.Input("d", 36)
	rams := m.InstanceArray("ram", 2, vendorRAM(18))
	rams.Broadcast("enable", enable)
	rams.Broadcast("addr", addr)
	rams.In("d", d)
	m.Output("q", rams.Out("q"))
	wide := m.Instance("wide", vendorRAM(36))
	wide.In("enable", enable)
	wide.In("addr", addr)
	wide.In("d", d)
	m.Output("wide_word", wide.Out("q"))
	sampler := m.Instance("sampler", plainPart())
	sampler.In("d", addr)
	m.Output("sampled", sampler.Out("q"))
	return m
}

// crossbar has enough ports to be written as a generate loop, which
// reads an array, and the number of the port. The other loop is one process.
func crossbar() *rtlgen.Module {
	const ports = 66
	m := rtlgen.NewModule("crossbar")
	from, data := m.Input("from", ports*ports), m.Input("data", 3*ports)
	held := m.RegArray("held_q", ports, 1, 0)
	crossed, any := m.OutputVar("crossed", 3*ports), m.OutputVar("any", ports)
	for o := range m.Each("o", ports) {
		crossed.SetLane(o, rtlgen.OneHotMux(from.Lane(o, ports), data).Xor(rtlgen.Cat(o.Eq(3), from.Bit(o), held.At(o))))
		any.SetBit(o, from.Bit(o).Or(held.At(o)))
		held.At(o).Set(from.Bit(o))
	}
	return m
}
