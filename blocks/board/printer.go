package board

import (
	"culprit.example/culprit/blocks/fabric"
	"culprit.example/culprit/blocks/traffic"
	"culprit.example/culprit/rtlgen"
)

// A line: 3 hexadecimal digits of the unit, 2 of the address and 16 of the counter, with a
// space between them, and CR LF.
const (
	unitDigits, addressDigits, wordDigits = 3, 2, wordBits / digitBits
	digitBits                             = 4
	lineDigits                            = unitDigits + addressDigits + wordDigits

	firstSpace  = unitDigits
	secondSpace = firstSpace + 1 + addressDigits
	returnPlace = secondSpace + 1 + wordDigits
	lineChars   = returnPlace + 2
)

// readCycles is how long the printer waits for a counter.
const readCycles = 4

// Printer walks over all counters, in the order of units and addresses.
func Printer(p Params) *rtlgen.Typed[PrinterPorts] {
	m, io := rtlgen.New[PrinterPorts](p)
	if m.Refused() {
		return m
	}
	u := &printer{
		PrinterPorts: io, m: m.Module, state: m.Enum("state", "idle", "reading", "printing", "done"),
		kind:    m.Reg("kind", kindBits, 0, "nodes, monitors, or totals of the network"),
		number:  m.Reg("number", rtlgen.IndexBits(nodes), 0, "number of the node or monitor"),
		address: m.Reg("address_q", addressBits, 0),
		waited:  m.Reg("waited", rtlgen.IndexBits(readCycles), 0, "cycles since the counter was addressed"),
		digits:  m.RegNoReset("digits", lineDigits*digitBits, "digits of the line still to be printed"),
		place:   m.Reg("place", rtlgen.IndexBits(lineChars), 0, "place of the next character in the line"),
	}
	u.at = u.state.Reg("state_q", u.state.Value("idle"), "idle, reading, printing or done")
	unit := rtlgen.Cat(u.kind, u.number.Zext(numberBits))
	io.Read.Unit.Drive(unit)
	io.Read.Address.Drive(u.address)

	m.If(u.in("idle"), func() {
		m.If(io.Start, func() { u.at.Set(u.state.Value("reading")) })
	}).ElseIf(u.in("reading"), func() {
		u.waited.Set(u.waited.Add(1))
		m.If(u.waited.Eq(readCycles-1), func() {
			u.digits.Set(rtlgen.Cat(unit.Zext(unitDigits*digitBits), u.address.Zext(addressDigits*digitBits), io.Read.Data))
			u.at.Set(u.state.Value("printing"))
		})
	}).ElseIf(u.in("printing").And(io.Out.Ready), u.next)
	u.show()
	return m
}

type printer struct {
	*PrinterPorts
	m     *rtlgen.Module
	state rtlgen.Enum
	at    rtlgen.Reg

	kind, number, address rtlgen.Reg // the counter
	waited                rtlgen.Reg // cycles, for its value
	digits                rtlgen.Reg // of the line that are still to be printed
	place                 rtlgen.Reg // in the line
}

func (u *printer) in(state string) value { return u.at.Eq(u.state.Value(state)) }

// space reports whether a space is to be printed.
func (u *printer) space() value { return u.place.Eq(firstSpace).Or(u.place.Eq(secondSpace)) }

// next is what happens when a character is taken.
func (u *printer) next() {
	m := u.m
	m.If(u.place.Eq(lineChars-1), func() {
		u.place.Set(0)
		u.at.Set(u.state.Value("reading"))
		u.nextCounter()
	}).Else(func() {
		u.place.Set(u.place.Add(1))
		m.If(u.space().Not(), func() { u.digits.Set(rtlgen.Cat(u.digits.Low((lineDigits-1)*digitBits), m.Zero(digitBits))) })
	})
}

// nextCounter goes to the next counter, if there is one.
func (u *printer) nextCounter() {
	m := u.m
	last := rtlgen.Mux(u.kind.Eq(0), m.Const(addressBits, nodeCounters()-1),
		rtlgen.Mux(u.kind.Eq(1), m.Const(addressBits, fabric.MonitorCounters-1), totals-1))
	m.If(u.address.Ne(last), func() {
		u.address.Set(u.address.Add(1))
	}).Else(func() {
		u.address.Set(0)
		m.If(u.kind.Eq(0).And(u.number.Ne(nodes-1)), func() {
			u.number.Set(u.number.Add(1))
		}).Else(func() {
			u.number.Set(0)
			u.kind.Set(u.kind.Add(1))
			m.If(u.kind.Eq(2), func() { u.at.Set(u.state.Value("done")) })
		})
	})
}

// nodeCounters is the number of addresses of a node.
func nodeCounters() int { return len(traffic.Counters()) }

// show makes the character of the place in the line.
func (u *printer) show() {
	m := u.m
	digit := u.digits.High(digitBits)
	char := rtlgen.Mux(digit.Lt(10), rtlgen.Cat(m.Const(digitBits, int('0')>>digitBits), digit),
		digit.Zext(charBits).Add(int('a')-10))
	char = rtlgen.Mux(u.place.Eq(lineChars-1), int('\n'), char)
	char = rtlgen.Mux(u.place.Eq(returnPlace), int('\r'), char)
	char = rtlgen.Mux(u.space(), int(' '), char)
	u.Out.Data.Drive(char)
	u.Out.Valid.Drive(u.in("printing"))
	u.Done.Drive(u.in("done"))
}
