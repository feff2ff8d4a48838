package experiment

import (
	"math"
	"math/rand"
)

// Times of the model are in cycles, sizes in bytes, rates in parts of the line.
const (
	modelWire   = frame + 20
	modelSlot   = modelWire / 64.0 // of a frame on the link
	modelMs     = 1e6 / 51.2       // cycles
	modelLength = 300              // ms
	culpritSide = 0
	victimSide  = 1
)

// arrivalModel is the server of qcn-victim that sends two flows, the buffer at its
// input, and a congestion point with arrival sampling, frame by frame. It knows nothing
// of the RTL and of the golden models: limiters have real numbers, and the fabric is a
// latency. The hot server takes a frame of the culprit in every fourth slot, in the middle
// third of the time in every fifth.
type arrivalModel struct {
	// latency is how long a frame of the victim flow stays in the buffer.
	latency float64
	// apart draws who gets a CNM by the bytes of both flows since the last sample:
	// ideal sampling, which knows nothing of the queue.
	apart bool

	random  *rand.Rand
	now     float64
	flows   [2]modelFlow
	last    int     // flow that sent last
	free    float64 // when the link is
	stopped bool    // by PAUSE
	arrives []modelEvent
	notices []modelEvent

	queue, old, mark float64      // of the congestion point
	since            [2]float64   // frames since the last sample
	held             [2][]float64 // from when on frames may leave the buffer
	served           float64      // when the hot server took the last frame

	modelResult
}

// modelResult is what came out.
type modelResult struct {
	received [2][modelLength]float64 // bytes in each ms
	notified [2]int                  // CNMs
	samples  [2]int                  // by the flow of the frame that was sampled, after 20 ms
	triggers [2]int                  // those of them that demanded a CNM
	share    float64                 // sum over these of the victim's part of the bytes since the last sample
}

// modelEvent is about a frame or a CNM of a flow.
type modelEvent struct {
	at       float64
	flow     int
	feedback float64
}

// modelFlow is a flow of the server with its limiter.
type modelFlow struct {
	offered      float64
	frames       float64 // that wait, up to 32
	limited      bool
	tokens       float64 // bytes
	rate, target float64
	bytes, times int     // stages
	left, due    float64 // of the byte counter, of the timer
}

// newArrivalModel is the model at time 0.
func newArrivalModel(seed int64, latency float64, apart bool) *arrivalModel {
	m := &arrivalModel{latency: latency, apart: apart, random: rand.New(rand.NewSource(seed)), mark: 150000}
	m.flows[culpritSide] = modelFlow{offered: beside / 1000.0, frames: 1}
	m.flows[victimSide] = modelFlow{offered: victim / 1000.0, frames: 1}
	return m
}

// run goes on to the end.
func (m *arrivalModel) run() modelResult {
	for m.now < modelLength*modelMs-1 {
		m.step()
	}
	return m.modelResult
}

// step is the next thing that happens: a frame starts or arrives, a CNM comes, a timer
// runs out.
func (m *arrivalModel) step() {
	sender, at := m.sender()
	act := func() { m.start(sender) }
	if m.stopped {
		at, act = m.now+16, func() {}
	}
	earlier := func(t float64, do func()) {
		if t <= at {
			at, act = t, do
		}
	}
	if len(m.arrives) > 0 {
		earlier(m.arrives[0].at, m.arrive)
	}
	if len(m.notices) > 0 {
		earlier(m.notices[0].at, m.notify)
	}
	for i := range m.flows {
		if f := &m.flows[i]; f.limited {
			earlier(f.due, func() {
				f.times++
				f.increase()
				f.due = m.now + m.period(15*modelMs, f.times)
			})
		}
	}
	m.wait(at)
	m.depart()
	act()
}

// wait lets time pass.
func (m *arrivalModel) wait(until float64) {
	passes := max(0, until-m.now)
	m.now += passes
	for i := range m.flows {
		f := &m.flows[i]
		f.frames = min(32, f.frames+f.offered*passes/modelSlot)
		f.tokens = min(2*modelWire, f.tokens+64*f.rate*passes)
		if !f.limited {
			f.tokens = 0
		}
	}
}

// sender is the flow that sends next, and when. The adapter visits a limiter every 32
// cycles.
func (m *arrivalModel) sender() (next int, at float64) {
	at = math.Inf(1)
	for k := range m.flows {
		i := (m.last + 1 + k) % len(m.flows)
		f := &m.flows[i]
		t := max(m.free, m.now+max(0, 1-f.frames)/f.offered*modelSlot)
		if f.tokens < 0 {
			t = max(t, math.Ceil((m.now-f.tokens/(64*f.rate)-2*float64(i))/32)*32+2*float64(i))
		}
		if t < at {
			next, at = i, t
		}
	}
	return next, at
}

// start sends a frame.
func (m *arrivalModel) start(flow int) {
	f := &m.flows[flow]
	m.last, m.free = flow, m.now+modelSlot
	m.arrives = append(m.arrives, modelEvent{at: m.now + 24, flow: flow})
	f.frames--
	if !f.limited {
		return
	}
	f.tokens -= modelWire
	if f.left -= frame; f.left < 0 {
		f.bytes++
		f.increase()
		f.left = m.period(150000, f.bytes)
	}
	if f.rate == 1 && f.frames < 1 {
		f.limited = false
	}
}

// arrive is a frame in the buffer, which the congestion point may sample.
func (m *arrivalModel) arrive() {
	flow := m.arrives[0].flow
	m.arrives = m.arrives[1:]
	leaves := m.now + m.latency
	if flow == culpritSide {
		leaves = m.now + m.latency/2 // when its grant may be there
	}
	m.held[flow] = append(m.held[flow], leaves)
	m.queue += frame
	m.since[flow]++
	m.stopped = m.stopped || m.queue >= 430*256
	if m.mark -= frame; m.mark < 0 {
		m.sample(flow)
	}
}

// sample is the congestion point of the standard.
func (m *arrivalModel) sample(flow int) {
	excess := m.queue - 60000 + 2*(m.queue-m.old)
	feedback := math.Floor(63 * min(1, max(0, excess/300000)))
	m.old = m.queue
	m.mark = []float64{150000, 75000, 50000, 37500, 30000, 25000, 21500, 18500}[int(feedback)/8] * m.jitter()
	part := m.since[victimSide] / (m.since[0] + m.since[1])
	m.since = [2]float64{}
	if m.apart {
		flow = culpritSide
		if m.random.Float64() < part {
			flow = victimSide
		}
	}
	if m.now > 20*modelMs {
		m.samples[flow]++
		if feedback > 0 {
			m.triggers[flow]++
			m.share += part
		}
	}
	if feedback > 0 {
		m.notices = append(m.notices, modelEvent{m.now + 48, flow, feedback})
	}
}

// depart lets frames leave the buffer.
func (m *arrivalModel) depart() {
	leave := func(flow int, at float64) {
		m.held[flow] = m.held[flow][1:]
		m.queue -= frame
		m.received[flow][min(modelLength-1, int(at/modelMs))] += modelWire
	}
	for len(m.held[victimSide]) > 0 && m.held[victimSide][0] <= m.now {
		leave(victimSide, m.held[victimSide][0])
	}
	for len(m.held[culpritSide]) > 0 {
		senders := 4.0
		if ms := m.served / modelMs; ms > modelLength/3 && ms < 2*modelLength/3 {
			senders = 5
		}
		at := max(m.served+senders*modelSlot, m.held[culpritSide][0])
		if at > m.now {
			break
		}
		m.served = at
		leave(culpritSide, at)
	}
	m.stopped = m.stopped && m.queue > 172*256
}

// notify is a CNM at the reaction point.
func (m *arrivalModel) notify() {
	c := m.notices[0]
	m.notices = m.notices[1:]
	m.notified[c.flow]++
	f := &m.flows[c.flow]
	if !f.limited {
		*f = modelFlow{offered: f.offered, frames: f.frames, limited: true, rate: 1, target: 1, left: 150000}
	}
	if f.bytes > 0 {
		f.target, f.left = f.rate, 150000
	}
	f.bytes, f.times = 0, 0
	f.rate = max(0.001, f.rate*(1-c.feedback/128))
	f.due = m.now + 15*modelMs
}

// increase is the end of a stage.
func (f *modelFlow) increase() {
	step := 0.0
	switch {
	case f.bytes > 5 && f.times > 5:
		step = 0.005 * float64(min(f.bytes, f.times, 15)-5)
	case f.bytes > 5 || f.times > 5:
		step = 0.0005
	}
	if (f.bytes == 1 || f.times == 1) && f.target > 10*f.rate {
		f.target /= 8
	} else {
		f.target = min(2, f.target+step)
	}
	f.rate = min(1, (f.rate+f.target)/2)
}

// period is that of a stage after the given number of others.
func (m *arrivalModel) period(base float64, stages int) float64 {
	if stages >= 5 {
		base /= 2
	}
	return base * m.jitter()
}

func (m *arrivalModel) jitter() float64 { return 0.85 + 0.3*m.random.Float64() }
