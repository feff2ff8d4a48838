package golden

import "math/big"

// WatchdogParams are the parameters of qcn_pause_watchdog.
type WatchdogParams struct{ Prios, Detect, Restore, Drop, CountBits, TimeBits int }

// WatchdogIn are its inputs.
type WatchdogIn struct {
	RxValid, RxHead, RxTail bool
	RxData                  *big.Int
	Paused, Waits           []bool
	TxValid                 bool
	TxData                  *big.Int
	Dropped                 []bool
	Clear                   bool
}

// WatchdogCounters are its counters, by priority.
type WatchdogCounters struct {
	Heard, Told, Storms, Dropped, Stopped []uint32
}

// WatchdogOut are its outputs.
type WatchdogOut struct {
	Stop, Drop, Storm []bool
	Count             WatchdogCounters `port:"count_,prefix"`
}

// watched is a priority.
type watched struct {
	storm       bool
	age         int // cycles in a row that speak for a change
	heard, told bool
}

// Watchdog watches the STOPs of the other end of a link.
type Watchdog struct {
	p     WatchdogParams
	prios []watched
	count WatchdogCounters
}

// WatchdogIn are inputs with lanes of the right number.
func (p WatchdogParams) WatchdogIn() WatchdogIn {
	return WatchdogIn{Paused: make([]bool, p.Prios), Waits: make([]bool, p.Prios), Dropped: make([]bool, p.Prios)}
}

// NewWatchdog makes the unit after reset.
func NewWatchdog(p WatchdogParams) *Watchdog {
	lanes := func() []uint32 { return make([]uint32, p.Prios) }
	return &Watchdog{p: p, prios: make([]watched, p.Prios),
		count: WatchdogCounters{lanes(), lanes(), lanes(), lanes(), lanes()}}
}

// Out are the outputs for these inputs.
func (m *Watchdog) Out(paused []bool) WatchdogOut {
	copied := func(x []uint32) []uint32 { return append([]uint32(nil), x...) }
	out := WatchdogOut{Count: WatchdogCounters{copied(m.count.Heard), copied(m.count.Told), copied(m.count.Storms),
		copied(m.count.Dropped), copied(m.count.Stopped)}}
	for k, w := range m.prios {
		out.Storm = append(out.Storm, w.storm)
		out.Drop = append(out.Drop, w.storm && m.p.Drop == 1)
		out.Stop = append(out.Stop, paused[k] && !w.storm)
	}
	return out
}

// stops reports for which priorities a beat is a STOP.
func stops(valid bool, data *big.Int, prio int) bool {
	if !valid {
		return false
	}
	f := FrameOf(WordOf(data))
	return f.Kind == KindPause && f.Quanta > 0 && (f.Enable&f.Stop)>>prio&1 == 1
}

// Step is one clock cycle.
func (m *Watchdog) Step(in WatchdogIn) WatchdogOut {
	out := m.Out(in.Paused)
	for k := range m.prios {
		w := &m.prios[k]
		add := func(counters []uint32, event bool, most uint32) {
			if in.Clear {
				counters[k] = 0
			}
			if event && counters[k] < most {
				counters[k]++
			}
		}
		speaks, enough := in.Paused[k] && in.Waits[k], m.p.Detect
		if w.storm {
			speaks, enough = !in.Paused[k], m.p.Restore
		}
		w.age++
		if !speaks {
			w.age = 0
		}
		begins := false
		if w.age == enough {
			begins = !w.storm
			w.storm, w.age = !w.storm, 0
		}
		most := uint32(1<<m.p.CountBits - 1)
		add(m.count.Heard, w.heard, most)
		add(m.count.Told, w.told, most)
		add(m.count.Storms, begins, most)
		add(m.count.Dropped, in.Dropped[k], most)
		add(m.count.Stopped, in.Paused[k], uint32(1<<m.p.TimeBits-1))
		w.heard = stops(in.RxValid && in.RxHead && in.RxTail, in.RxData, k)
		w.told = stops(in.TxValid, in.TxData, k)
	}
	return out
}
