package regs

import (
	"fmt"
	"slices"

	"culprit.example/culprit/rtlgen"
)

type value = rtlgen.Value

// Request is an access to a register in this cycle.
type Request struct {
	Valid   rtlgen.Signal // 1 bit
	Write   rtlgen.Signal // 1 bit: else a read
	Address rtlgen.Signal // in bytes, AddressBits or more; the two lowest bits are ignored
	Data    rtlgen.Signal // 32 bits, to be written
	Strobes rtlgen.Signal // 4 bits: which bytes are written
}

// File is the hardware of a map. Answers are registers, with their values in the cycle after the request.
type File struct {
	Valid     value // 1 bit: the request of the cycle before is answered
	Error     value // 1 bit: there is no register at its address
	Data      value // 32 bits: what was read; 0 after a write or an error
	Interrupt value // 1 bit, a function of registers: a pending bit whose enable is 1

	values map[*Field]value
}

// Value is a Setting, Command, Pending or Counter field, a register: a lane of Width bits for each register of an
// array.
func (f File) Value(of *Field) rtlgen.Value { return f.values[of] }

// Build makes the hardware of the map in a module. from is what hardware gives: of each Status field its value, of
// each Pending field the events of this cycle, with lanes like those of Value, of each Counter field an event, one bit
// for each register of an array. A map that Check refuses, and fields without what hardware gives, are an error
// after which nothing was made.
func (b *Map) Build(m *rtlgen.Module, r Request, from map[*Field]rtlgen.Signal) (File, error) {
	if err := b.checkBuild(rtlgen.ValueOf(r.Address).Width(), from); err != nil {
		return File{}, err
	}
	f := File{values: map[*Field]value{}}
	word := rtlgen.ValueOf(r.Address).Slice(rtlgen.ValueOf(r.Address).Width()-1, 2)
	m.Unused("address_in_word", rtlgen.ValueOf(r.Address).Low(2))
	a := access{data: rtlgen.ValueOf(r.Data)}
	if b.has(Counter) {
		a.read = m.Let("reads", rtlgen.ValueOf(r.Valid).AndNot(r.Write))
	}
	if b.has(Setting, Command, Pending) {
		a.write = m.Let("writes", rtlgen.ValueOf(r.Valid).And(r.Write))
	} else if !b.has(Counter) {
		m.Unused("write", r.Write)
	}
	strobes := make([]value, wordBytes)
	for i := range strobes {
		strobes[i] = rtlgen.ValueOf(r.Strobes).Bit(i).Replicate(8)
	}
	a.mask = m.Let("written_bits", rtlgen.LanesOf(strobes))
	var hits, words []value
	for _, reg := range b.Registers {
		hit := reg.hit(m, word)
		for _, field := range reg.Fields {
			f.values[field] = a.field(m, reg, field, hit, from[field])
		}
		// The last ones are most significant.
		hits = append([]value{hit}, hits...)
		words = append([]value{reg.words(m, f.values)}, words...)
	}
	hit := m.Let("hits", rtlgen.CatOf(hits))
	b.ignore(m, a)
	read := rtlgen.OneHotMux(hit, m.Let("words", rtlgen.CatOf(words)))
	f.Valid = m.Next("answer_valid_q", r.Valid, 0).Value
	f.Error = m.NextNoReset("answer_error_q", hit.Any().Not(), "no register is at the address").Value
	f.Data = m.NextNoReset("answer_data_q", read, "word of the register that was asked for").Value
	f.Interrupt = m.Let("interrupt_now", b.interrupt(m, f.values))
	m.Assert("one_register_at_an_address", hit.Eq(hit.LowestOne()))
	return f, nil
}

// AXILite makes the hardware of the map in a module, behind pins of it that are a slave of AXI4-Lite: an instance
// bus of regs_axil, and what Build makes. The errors are those of Build.
func (b *Map) AXILite(m *rtlgen.Module, pins AXILite, from map[*Field]rtlgen.Signal) (File, error) {
	if err := b.checkBuild(pins.Awaddr.Width(), from); err != nil {
		return File{}, err
	}
	bus := rtlgen.Use(m, "bus", AXIL(AXILParams{Address: pins.Awaddr.Width()}))
	rtlgen.Connect(bus.SAxil, pins)
	q := bus.Req
	f, err := b.Build(m, Request{q.Valid, q.Write, q.Address, q.Data, q.Strobes}, from)
	bus.Answer.Valid.Drive(f.Valid)
	bus.Answer.Error.Drive(f.Error)
	bus.Answer.Data.Drive(f.Data)
	return f, err
}

// checkBuild returns an error if Build cannot make the map with an address of that width in bits.
func (b *Map) checkBuild(address int, from map[*Field]rtlgen.Signal) error {
	if err := b.Check(); err != nil {
		return err
	}
	if least := max(3, b.AddressBits()); address < least {
		return fmt.Errorf("the address of map %s has %d bits: give it %d or more", b.Name, address, least)
	}
	known := map[*Field]bool{}
	for _, reg := range b.Registers {
		for _, f := range reg.Fields {
			known[f] = true
			given, want := 0, reg.depth()*f.Width
			if s := from[f]; s != nil {
				given = rtlgen.ValueOf(s).Width()
			}
			switch f.Kind {
			case Setting, Command:
				want = 0
			case Counter:
				want = reg.depth()
			}
			if given != want {
				return fmt.Errorf("field %s.%s of map %s: hardware gives %d bits: a %s needs %d", reg.Name, f.Name, b.Name, given,
					f.Kind, want)
			}
		}
	}
	var others []string
	for f := range from {
		if !known[f] {
			others = append(others, f.Name)
		}
	}
	if len(others) > 0 {
		return fmt.Errorf("hardware gives field %s, which map %s does not have: leave it out", slices.Min(others), b.Name)
	}
	return nil
}

// hit has a bit for each of the registers, which is at the address of that word.
func (r *Register) hit(m *rtlgen.Module, word value) value {
	first := r.Address / wordBytes
	if r.Count == 0 {
		return m.Let("at_"+r.Name, word.Eq(first))
	}
	hit := m.Wire("at_"+r.Name, r.Count)
	for i := range m.Each("i", r.Count) {
		hit.SetBit(i, word.Eq(i.Zext(word.Width()).Add(first)))
	}
	return hit.Value
}

// has reports whether a field is of one of the kinds.
func (b *Map) has(kinds ...Kind) bool {
	for _, r := range b.Registers {
		if slices.ContainsFunc(r.Fields, func(f *Field) bool { return slices.Contains(kinds, f.Kind) }) {
			return true
		}
	}
	return false
}

// access is a request as all fields see it.
type access struct{ read, write, data, mask value }

// ignore says that no field takes the other bits of what is written.
func (b *Map) ignore(m *rtlgen.Module, a access) {
	var taken [wordBits]bool
	for _, r := range b.Registers {
		for _, f := range r.Fields {
			for i := f.Low; i < f.Low+f.Width; i++ {
				taken[i] = taken[i] || f.Kind == Setting || f.Kind == Command || f.Kind == Pending
			}
		}
	}
	var rest []value
	for i, t := range taken {
		if !t {
			rest = append(rest, a.data.Bit(i), a.mask.Bit(i))
		}
	}
	if len(rest) > 0 {
		m.Unused("bits_of_no_field", rtlgen.CatOf(rest))
	}
}

// field makes a field of all registers of an array; hit has a bit for each of them.
func (a access) field(m *rtlgen.Module, r *Register, f *Field, hit value, from rtlgen.Signal) value {
	if f.Kind == Status {
		return rtlgen.ValueOf(from)
	}
	name := r.Name + "_" + f.Name + "_q"
	if r.Count == 0 {
		q := m.Reg(name, f.Width, f.Reset, f.Doc)
		a.next(m, f, q, q.Value, hit, rtlgen.ValueOf(from))
		return q.Value
	}
	q := m.RegArray(name, r.Count, f.Width, f.Reset, f.Doc)
	for i := range m.Each("i", r.Count) {
		var event value
		switch f.Kind {
		case Pending:
			event = rtlgen.ValueOf(from).Lane(i, f.Width)
		case Counter:
			event = rtlgen.ValueOf(from).Bit(i)
		}
		a.next(m, f, q.At(i), q.At(i).Value, hit.Bit(i), event)
	}
	return q.Flat()
}

// next sets a field of a register that is accessed if here is 1.
func (a access) next(m *rtlgen.Module, f *Field, q interface{ Set(rtlgen.Operand) }, now, here, event value) {
	high := f.Low + f.Width - 1
	data, mask := a.data.Slice(high, f.Low), a.mask.Slice(high, f.Low)
	written := a.write.And(here).Replicate(f.Width).And(mask)
	switch f.Kind {
	case Setting:
		q.Set(now.AndNot(written).Or(data.And(written)))
	case Command:
		q.Set(data.And(written))
	case Pending:
		q.Set(now.AndNot(data.And(written)).Or(event))
	case Counter:
		m.If(a.read.And(here), func() {
			q.Set(event.Zext(f.Width))
		}).ElseIf(event.And(now.Ne(m.Ones(f.Width))), func() {
			q.Set(now.Add(1))
		})
	}
}

// words are what reads of the registers show, a lane of 32 bits each.
func (r *Register) words(m *rtlgen.Module, values map[*Field]value) value {
	fields := slices.Clone(r.Fields)
	slices.SortFunc(fields, func(a, b *Field) int { return b.Low - a.Low })
	lanes := make([]value, r.depth())
	for i := range lanes {
		var parts []value // the highest first
		top := wordBits
		for _, f := range fields {
			if f.Kind == Command {
				continue
			}
			if gap := top - f.Low - f.Width; gap > 0 {
				parts = append(parts, m.Zero(gap))
			}
			parts = append(parts, values[f].Slice((i+1)*f.Width-1, i*f.Width))
			top = f.Low
		}
		if top > 0 {
			parts = append(parts, m.Zero(top))
		}
		lanes[i] = rtlgen.CatOf(parts)
	}
	return rtlgen.LanesOf(lanes)
}

// interrupt is 1 if a pending bit is 1 that is enabled.
func (b *Map) interrupt(m *rtlgen.Module, values map[*Field]value) value {
	var raised []value
	for _, r := range b.Registers {
		for _, f := range r.Fields {
			if f.Enable != nil {
				raised = append(raised, values[f].And(values[f.Enable]).Any())
			}
		}
	}
	if len(raised) == 0 {
		return m.Zero(1)
	}
	return rtlgen.CatOf(raised).Any()
}
