package prim

import "culprit.example/culprit/rtlgen"

// SkidBuffer cuts a valid/ready link without losing throughput: all outputs are
// registers, latency is 1 cycle, it takes and gives one word per cycle.
//
// in_ready falls one cycle after out_ready did; the word that comes in meanwhile
// waits in the spare register.
func SkidBuffer(p SkidBufferParams) *rtlgen.Typed[SkidBufferPorts] {
	m, io := rtlgen.New[SkidBufferPorts](p)
	if m.Refused() {
		return m
	}
	outValid := m.Reg("out_valid_q", 1, 0)
	outData := m.RegNoReset("out_data_q", p.Width)
	spareValid := m.Reg("spare_valid", 1, 0, "a word waits in the spare register")
	spare := m.RegNoReset("spare", p.Width, "word that came while the output was full")

	io.In.Ready.Set(spareValid.Not())
	io.Out.Valid.Drive(outValid)
	io.Out.Data.Drive(outData)

	m.If(io.Out.Ready.Or(outValid.Not()), func() {
		m.If(spareValid, func() {
			outData.Set(spare)
			spareValid.Set(0)
		}).Else(func() {
			outData.Set(io.In.Data)
			outValid.Set(io.In.Valid)
		})
	}).ElseIf(io.In.Valid.And(io.In.Ready), func() {
		spare.Set(io.In.Data)
		spareValid.Set(1)
	})

	m.Assert("spare_fills_last", outValid.Or(io.In.Ready), "the spare register is used only behind a full output register")
	m.Cover("both_full", outValid.AndNot(io.In.Ready))
	m.Cover("spare_moves", spareValid.And(io.Out.Ready))
	m.Cover("passes_through", io.In.Valid.And(io.In.Ready).And(outValid).And(io.Out.Ready))
	return m
}
