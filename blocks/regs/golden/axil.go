package golden

// AXILiteIn are the inputs of a slave of AXI4-Lite.
type AXILiteIn struct {
	SAxilAwvalid bool
	SAxilAwaddr  uint32
	SAxilAwprot  uint8
	SAxilWvalid  bool
	SAxilWdata   uint32
	SAxilWstrb   uint8
	SAxilBready  bool
	SAxilArvalid bool
	SAxilAraddr  uint32
	SAxilArprot  uint8
	SAxilRready  bool
}

// AXILiteOut are its outputs.
type AXILiteOut struct {
	SAxilAwready bool
	SAxilWready  bool
	SAxilBvalid  bool
	SAxilBresp   uint8 `valid:"SAxilBvalid"`
	SAxilArready bool
	SAxilRvalid  bool
	SAxilRdata   uint32 `valid:"SAxilRvalid"`
	SAxilRresp   uint8  `valid:"SAxilRvalid"`
}

// Request is an access to a register.
type Request struct {
	ReqValid     bool
	ReqWrite     bool   `valid:"ReqValid"`
	ReqAddress   uint32 `valid:"ReqValid"`
	ReqData      uint32 `valid:"ReqDataKnown"`
	ReqStrobes   uint8  `valid:"ReqDataKnown"`
	ReqDataKnown bool   `port:"-"` // a write: data and strobes are known
}

// Answer is the answer to an access.
type Answer struct {
	AnswerValid bool
	AnswerError bool
	AnswerData  uint32
}

// AXILIn are the inputs of regs_axil.
type AXILIn struct {
	AXILiteIn
	Answer
}

// AXILOut are its outputs.
type AXILOut struct {
	AXILiteOut
	Request
}

// AXIL is the model of regs_axil: what waits in each channel, and what has no answer yet.
type AXIL struct {
	aw, ar  *uint32
	w       *written
	asked   *Request   // of an access without an answer
	b, r    *delivered // offered
	bTurn   bool       // a write has begun whose answer was not taken
	rTurn   bool
	request Request // of this cycle
}

type written struct {
	data    uint32
	strobes uint8
}

type delivered struct {
	resp uint8
	data uint32
}

// Registered are the outputs of this cycle.
func (m *AXIL) Registered() AXILOut {
	var out AXILOut
	out.SAxilAwready, out.SAxilWready, out.SAxilArready = m.aw == nil, m.w == nil, m.ar == nil
	if m.b != nil {
		out.SAxilBvalid, out.SAxilBresp = true, m.b.resp
	}
	if m.r != nil {
		out.SAxilRvalid, out.SAxilRresp, out.SAxilRdata = true, m.r.resp, m.r.data
	}
	out.Request = m.request
	return out
}

// Asked reports whether an access of a cycle before has no answer yet.
func (m *AXIL) Asked() bool { return m.asked != nil && !m.request.ReqValid }

// choose is the access of the next cycle.
func (m *AXIL) choose() Request {
	switch {
	case m.asked != nil:
	case m.aw != nil && m.w != nil && !m.bTurn:
		return Request{ReqValid: true, ReqWrite: true, ReqAddress: *m.aw, ReqData: m.w.data, ReqStrobes: m.w.strobes,
			ReqDataKnown: true}
	case m.ar != nil && !m.rTurn:
		return Request{ReqValid: true, ReqAddress: *m.ar}
	}
	return Request{}
}

// Step is one clock cycle.
func (m *AXIL) Step(in AXILIn) AXILOut {
	out := m.Registered()
	next := m.choose()
	m.respond(in, out)
	m.request = next
	if next.ReqValid {
		m.asked = &next
		if next.ReqWrite {
			m.aw, m.w, m.bTurn = nil, nil, true
		} else {
			m.ar, m.rTurn = nil, true
		}
	}
	if in.SAxilAwvalid && out.SAxilAwready {
		m.aw = &in.SAxilAwaddr
	}
	if in.SAxilWvalid && out.SAxilWready {
		m.w = &written{in.SAxilWdata, in.SAxilWstrb}
	}
	if in.SAxilArvalid && out.SAxilArready {
		m.ar = &in.SAxilAraddr
	}
	return out
}

// respond takes answers to the bus, and from there to the master.
func (m *AXIL) respond(in AXILIn, out AXILOut) {
	if out.SAxilBvalid && in.SAxilBready {
		m.b, m.bTurn = nil, false
	}
	if out.SAxilRvalid && in.SAxilRready {
		m.r, m.rTurn = nil, false
	}
	if !in.AnswerValid || m.asked == nil {
		return
	}
	d := &delivered{data: in.AnswerData}
	if in.AnswerError {
		d.resp = 2 // SLVERR
	}
	if m.asked.ReqWrite {
		m.b = d
	} else {
		m.r = d
	}
	m.asked = nil
}
