package regs

import "culprit.example/culprit/rtlgen"

// AXIL is a slave of AXI4-Lite that makes an access to registers of each read and each write. No output depends on an
// input of the same cycle. One address for writes, one for reads and the data of one write wait here; one access is
// made at a time, a write before a read. With an answer a cycle after the request, an address that is taken in
// cycle t is answered in t+4 at the earliest.
func AXIL(p AXILParams) *rtlgen.Typed[AXILPorts] {
	m, io := rtlgen.New[AXILPorts](p)
	if m.Refused() {
		return m
	}
	s := io.SAxil
	aw := hold(m.Module, "aw", s.Awvalid, s.Awready, s.Awaddr)
	w := hold(m.Module, "w", s.Wvalid, s.Wready, rtlgen.Cat(s.Wstrb, s.Wdata))
	ar := hold(m.Module, "ar", s.Arvalid, s.Arready, s.Araddr)
	m.Unused("protection", s.Awprot, s.Arprot)

	asked := m.Reg("asked", 1, 0, "an access has no answer yet")
	writing := m.RegNoReset("asked_write", 1) // it is a write
	valid := m.Reg("req_valid_q", 1, 0)       // the first cycle of asked
	b := respond(m.Module, "b", s.Bvalid, s.Bready)
	r := respond(m.Module, "r", s.Rvalid, s.Rready)
	writes := m.Let("writes", aw.full.And(w.full).AndNot(asked).AndNot(b.busy))
	reads := m.Let("reads", ar.full.AndNot(asked).AndNot(r.busy).AndNot(writes))
	for _, h := range []struct {
		held
		goes value
	}{{aw, writes}, {w, writes}, {ar, reads}} {
		m.If(h.goes, func() { h.full.Set(0) })
	}
	asks := m.Let("asks", writes.Or(reads))
	// What waits is replaced in the cycle after the access at the earliest.
	valid.Set(asks)
	io.Req.Valid.Drive(valid)
	io.Req.Write.Drive(writing)
	io.Req.Address.Drive(rtlgen.Mux(writing, aw.payload, ar.payload))
	io.Req.Data.Drive(w.payload.Low(wordBits))
	io.Req.Strobes.Drive(w.payload.High(wordBytes))

	m.If(asks, func() {
		asked.Set(1)
		writing.Set(writes)
	}).ElseIf(io.Answer.Valid, func() {
		asked.Set(0)
	})
	answered := io.Answer.Valid.Value
	resp := rtlgen.Cat(io.Answer.Error, m.Zero(1)) // SLVERR is 2, OKAY 0
	s.Bresp.Drive(b.take(m.Module, writes, answered.And(writing), resp))
	read := r.take(m.Module, reads, answered.AndNot(writing), rtlgen.Cat(resp, io.Answer.Data))
	s.Rdata.Drive(read.Low(wordBits))
	s.Rresp.Drive(read.High(2))

	m.Assume("answer_to_a_request", io.Answer.Valid.Implies(asked.AndNot(valid)),
		"registers answer what they were asked, once")
	m.Assert("asked_for_a_response", asked.Implies(rtlgen.Mux(writing, b.busy, r.busy)))
	m.Cover("address_before_data", aw.full.AndNot(w.full))
	m.Cover("data_before_address", w.full.AndNot(aw.full))
	m.Cover("write_before_read", writes.And(ar.full))
	return m
}

// held is one word of a channel that waits for its access.
type held struct {
	full    rtlgen.Reg
	payload value
}

// hold takes a word of a channel when none is held, and assumes that the master keeps to the rules of AXI.
func hold(m *rtlgen.Module, name string, valid rtlgen.In, ready rtlgen.Out, payload rtlgen.Signal) held {
	full := m.Reg(name+"_held", 1, 0, "a word of the channel waits for its access")
	word := m.RegNoReset(name+"_payload", rtlgen.ValueOf(payload).Width(), "the word that waits for its access")
	ready.Drive(full.Not())
	m.If(valid.AndNot(full), func() {
		full.Set(1)
		word.Set(payload)
	})
	waits := m.Next(name+"_waits", valid.And(full), 0, "a word was offered and not taken")
	was := m.NextNoReset(name+"_was", payload, "what was offered one cycle ago")
	m.Assume(name+"_stays", waits.Implies(valid.And(rtlgen.ValueOf(payload).Eq(was))),
		"valid and what goes with it stay until ready")
	return held{full, word.Value}
}

// response is the answer of a channel.
type response struct {
	busy, valid rtlgen.Reg // an access has no answer that was taken; the answer is offered
	name        string
	ready       rtlgen.In
}

func respond(m *rtlgen.Module, name string, valid rtlgen.Out, ready rtlgen.In) response {
	r := response{m.Reg(name+"_busy", 1, 0,
		"no response to the access was taken yet"), m.Reg(name+"_valid_q", 1, 0), name, ready}
	valid.Drive(r.valid)
	return r
}

// take offers what an access that begins with begins is answered, from the cycle after comes on until it is ready.
func (r response) take(m *rtlgen.Module, begins, comes value, payload rtlgen.Signal) value {
	word := m.RegNoReset(r.name+"_payload", rtlgen.ValueOf(payload).Width(), "the response that is offered")
	m.If(comes, func() {
		r.valid.Set(1)
		word.Set(payload)
	}).ElseIf(r.ready, func() {
		r.valid.Set(0)
	})
	m.If(begins, func() {
		r.busy.Set(1)
	}).ElseIf(r.valid.And(r.ready), func() {
		r.busy.Set(0)
	})
	waits := m.Next(r.name+"_waits", r.valid.AndNot(r.ready), 0, "the response was offered and not taken")
	was := m.NextNoReset(r.name+"_was", word)
	m.Assert(r.name+"_stays", waits.Implies(r.valid.And(word.Eq(was))), "valid and what goes with it stay until ready")
	m.Assert(r.name+"_answers_a_request", r.valid.Implies(r.busy))
	m.Assert(r.name+"_has_room", comes.Implies(r.busy.AndNot(r.valid)))
	return word.Value
}
