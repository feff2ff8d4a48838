package board

import "culprit.example/culprit/rtlgen"

const (
	charBits  = 8
	frameBits = 1 + charBits + 1 // start bit, data, stop bit
)

// UART sends characters: a start bit, 8 data bits, the lowest first, and a stop bit.
func UART(p Params) *rtlgen.Typed[UARTPorts] {
	m, io := rtlgen.New[UARTPorts](p)
	if m.Refused() {
		return m
	}
	line := m.Reg("line", frameBits, m.Ones(frameBits), "bits still to be sent, the next one lowest")
	left := m.Reg("bits_left", rtlgen.CountBits(frameBits), 0, "bits of the character still to be sent")
	tick := m.RegNoReset("cycles_left", rtlgen.IndexBits(p.BitCycles), "cycles of the bit still to come")
	idle := left.Eq(0)

	m.If(idle, func() {
		m.If(io.Valid, func() {
			line.Set(rtlgen.Cat(m.Ones(1), io.Data, m.Zero(1)))
			left.Set(frameBits)
			tick.Set(p.BitCycles - 1)
		})
	}).ElseIf(tick.Eq(0), func() {
		line.Set(rtlgen.Cat(m.Ones(1), line.High(frameBits-1)))
		left.Set(left.Sub(1))
		tick.Set(p.BitCycles - 1)
	}).Else(func() {
		tick.Set(tick.Sub(1))
	})
	io.Ready.Drive(idle)
	io.Tx.Drive(line.Low(1))
	m.Assert("idle_line_is_high", idle.Implies(line.All()), "a receiver waits for the start bit")
	return m
}
