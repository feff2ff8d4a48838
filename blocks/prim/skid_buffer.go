package prim

import "culprit/rtlgen"

// SkidBuffer cuts a valid/ready link without losing throughput: all outputs are
// registers, latency is 1 cycle, it takes and gives one word per cycle.
//
//	in_valid, in_data[width], in_ready     upstream; a word passes with valid and ready
//	out_valid, out_data[width], out_ready  downstream; out_data is unknown while not valid
//
// in_ready falls one cycle after out_ready did; the word that comes in meanwhile
// waits in the spare register.
func SkidBuffer(width int) *rtlgen.Module {
	m := rtlgen.NewModule("skid_buffer")
	m.Doc("valid/ready register stage with a spare register: all outputs registered, full throughput")
	m.Param("width", width, 8)

	inValid := m.Input("in_valid", 1)
	inData := m.Input("in_data", width)
	outReady := m.Input("out_ready", 1)

	outValid := m.Reg("out_valid_q", 1, 0)
	outData := m.Reg("out_data_q", width, 0)
	spareValid := m.Reg("spare_valid", 1, 0)
	spare := m.Reg("spare", width, 0)

	inReady := m.OutputVar("in_ready", 1)
	inReady.Set(spareValid.Not())
	m.Output("out_valid", outValid.Value)
	m.Output("out_data", outData.Value)

	m.If(outReady.Or(outValid.Not()), func() {
		m.If(spareValid.Value, func() {
			outData.Set(spare)
			spareValid.Set(0)
		}).Else(func() {
			outData.Set(inData)
			outValid.Set(inValid)
		})
	}).ElseIf(inValid.And(inReady), func() {
		spare.Set(inData)
		spareValid.Set(1)
	})

	m.Assert("spare_fills_last", outValid.Or(inReady), "the spare register is used only behind a full output register")
	m.Cover("both_full", outValid.AndNot(inReady))
	m.Cover("spare_moves", spareValid.And(outReady))
	m.Cover("passes_through", inValid.And(inReady).And(outValid).And(outReady))
	return m
}
