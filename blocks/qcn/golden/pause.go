package golden

import "math/big"

// PauseParams are the parameters of PAUSE.
type PauseParams struct {
	Prios, Units, QHigh, QLow, Quanta, Reaction, Refresh int
}

// PauseIn are the inputs of qcn_pause.
type PauseIn struct {
	Enable    bool
	Port      int
	Occupancy []int
	TxReady   bool
}

// PauseOut are its outputs.
type PauseOut struct {
	TxValid bool
	TxData  *big.Int `valid:"TxValid"`
	Stopped []bool
}

// Pause sends PAUSE for the buffers of a port.
type Pause struct {
	p       PauseParams
	stopped []bool
	frame   *Frame // at the transmitter
	since   int    // cycles with a stopped priority since the last repetition was due
	repeat  bool
}

// NewPause makes the unit after reset.
func NewPause(p PauseParams) *Pause { return &Pause{p: p, stopped: make([]bool, p.Prios)} }

// PausePeriod is the time between two repetitions of a STOP, cycles. One falls due early
// enough for the other end to obey it before the STOP before it is over.
func PausePeriod(quanta, reaction, refresh int) int {
	if refresh == 0 {
		return quanta - reaction
	}
	return refresh
}

// Stopped tells which priorities are stopped.
func (m *Pause) Stopped() []bool { return m.stopped }

// Repeats reports whether a repetition is due and not made yet.
func (m *Pause) Repeats() bool { return m.repeat }

// Sends is the frame at the transmitter, nil if there is none.
func (m *Pause) Sends() *Frame { return m.frame }

// Step is one clock cycle.
func (m *Pause) Step(in PauseIn) PauseOut {
	out := PauseOut{Stopped: append([]bool(nil), m.stopped...)}
	any := false
	for _, s := range m.stopped {
		any = any || s
	}
	repeat := m.repeat
	if m.frame != nil {
		out.TxValid, out.TxData = true, m.frame.Word().Big()
	}
	if m.frame == nil || in.TxReady {
		m.frame = nil
		m.repeat = false
		f := Frame{Kind: KindPause, Dst: in.Port, Src: in.Port, Length: 64, Quanta: m.p.Quanta}
		for p, units := range in.Occupancy {
			stop := units >= m.p.QHigh || m.stopped[p] && units > m.p.QLow
			stop = stop && in.Enable
			if stop != m.stopped[p] || stop && repeat {
				f.Enable |= 1 << p
				m.frame = &f
				if stop {
					f.Stop |= 1 << p
				}
			}
			m.stopped[p] = stop
		}
	}
	m.since++
	if !any {
		m.since = 0
	} else if m.since == PausePeriod(m.p.Quanta, m.p.Reaction, m.p.Refresh) {
		m.since, m.repeat = 0, true
	}
	return out
}

// PauseRxIn are the inputs of qcn_pause_rx.
type PauseRxIn struct {
	RxValid, RxHead, RxTail bool
	RxData                  *big.Int
}

// PauseRxOut are its outputs.
type PauseRxOut struct {
	Paused []bool
}

// PauseRx obeys PAUSE.
type PauseRx struct {
	left []int // cycles for which each priority must not send
}

// NewPauseRx makes the unit after reset.
func NewPauseRx(prios int) *PauseRx { return &PauseRx{make([]int, prios)} }

// Left is how many cycles each priority is paused from now on.
func (m *PauseRx) Left() []int { return m.left }

// Step is one clock cycle.
func (m *PauseRx) Step(in PauseRxIn) PauseRxOut {
	out := PauseRxOut{make([]bool, len(m.left))}
	for p := range m.left {
		out.Paused[p] = m.left[p] > 0
		m.left[p] = max(0, m.left[p]-1)
	}
	if !in.RxValid || !in.RxHead || !in.RxTail {
		return out
	}
	f := FrameOf(WordOf(in.RxData))
	if f.Kind != KindPause {
		return out
	}
	for p := range m.left {
		if f.Enable>>p&1 == 1 {
			m.left[p] = f.Stop >> p & 1 * f.Quanta
		}
	}
	return out
}
