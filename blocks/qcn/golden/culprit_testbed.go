package golden

// CulpritTestbedIn are the inputs of the testbed.
type CulpritTestbedIn struct {
	Seed        uint32
	Strict      bool
	Contents    int
	Level       int
	Churn       bool
	Searches    uint32
	ReadAddress int
}

// CulpritTestbedOut are its outputs.
type CulpritTestbedOut struct {
	Done      bool
	ReadData  uint32 `valid:"ReadKnown"`
	ReadKnown bool   `port:"-"`
}

// testbedUnit is what the testbed knows of a unit.
type testbedUnit struct{ held, phase bool }

// CulpritTestbed is the model of the testbed.
type CulpritTestbed struct {
	culprit *Culprit
	units   int
	state   []testbedUnit
	random  uint32
	seeded  bool
	index   int
	loaded  bool

	asked, searches, longest, readsBefore uint32
	hits, held                            [4]uint32
	done                                  bool
	data                                  uint32
	dataKnown                             bool
}

// NewCulpritTestbed makes a testbed after reset.
func NewCulpritTestbed(units, probesFast, probesStrict int) *CulpritTestbed {
	return &CulpritTestbed{culprit: NewCulprit(units, probesFast, probesStrict), units: units,
		state: make([]testbedUnit, units)}
}

// Searches are those that were asked for.
func (m *CulpritTestbed) Searches() uint32 { return m.asked }

// Step is one clock cycle.
func (m *CulpritTestbed) Step(in CulpritTestbedIn) CulpritTestbedOut {
	out := CulpritTestbedOut{Done: m.done, ReadData: m.data, ReadKnown: m.dataKnown}
	asks := m.loaded && m.asked < in.Searches
	c := CulpritIn{CulpritHeld: CulpritHeld{Seed: in.Seed, Strict: in.Strict}, RequestValid: asks}
	firstTime := !m.loaded
	m.done = m.loaded && m.searches == in.Searches
	stored, flow := false, 0
	if m.culprit.Array.Ready() && (!m.loaded || in.Churn && in.Contents == 3) {
		stored, flow = m.visit(in, &c)
	}
	m.shuffle(in.Seed)

	o := m.culprit.Step(c)
	m.data, m.dataKnown = m.counter(in.ReadAddress, o), true
	if asks && o.RequestReady {
		m.asked++
	}
	if stored && firstTime {
		m.held[flow]++
	}
	if o.AnswerValid {
		m.searches++
		m.longest = max(m.longest, o.CountReads-m.readsBefore)
		m.readsBefore = o.CountReads
		if o.AnswerHit {
			m.hits[o.AnswerPointer%4]++
		}
	}
	return out
}

// visit gives the next unit back if it is held, and allocates it if it is to be.
func (m *CulpritTestbed) visit(in CulpritTestbedIn, c *CulpritIn) (stored bool, flow int) {
	rows, i := m.units/CulpritColumns, m.index
	number := m.culprit.Array.Unit(i/rows, i%rows)
	if in.Contents == 4 {
		number = m.culprit.Array.Unit(i%CulpritColumns, i/CulpritColumns)
	}
	stored, flow = m.choose(in, i)
	u := &m.state[i]
	if u.held {
		c.ReleaseValid, c.ReleaseUnit, c.ReleasePhase = true, number, u.phase
		u.held, u.phase = false, !u.phase
	}
	if stored {
		c.AllocValid, c.AllocUnit, c.AllocPhase, c.AllocPointer = true, number, u.phase, flow
		u.held = true
	}
	m.index++
	if m.index == m.units {
		m.index, m.loaded = 0, true
	}
	return stored, flow
}

func (m *CulpritTestbed) choose(in CulpritTestbedIn, i int) (stored bool, flow int) {
	switch in.Contents {
	case 1:
		return i < in.Level, i % 4
	case 2:
		return i%2 == 0 && i/2 < in.Level, i / 2 % 4
	case 3:
		return int(m.random>>2&0xffff) < in.Level, int(m.random % 4)
	}
	half, quarter, eighth := in.Level/2, in.Level/4, in.Level/8
	for _, end := range []int{half, half + quarter, half + quarter + eighth} {
		if i >= end {
			flow++
		}
	}
	if in.Contents == 5 {
		return i == in.Level, flow
	}
	return i < in.Level, flow
}

// shuffle makes 18 new random bits.
func (m *CulpritTestbed) shuffle(seed uint32) {
	const mask = 1<<30 - 1
	if !m.seeded {
		m.seeded, m.random = true, (seed<<1|1)&mask
		return
	}
	for range 18 {
		m.random = (m.random<<1 | (m.random>>29^m.random>>5^m.random>>3^m.random)&1) & mask
	}
}

func (m *CulpritTestbed) counter(address int, o CulpritOut) uint32 {
	all := append(m.hits[:4:4], m.held[:]...)
	all = append(all, m.searches, m.longest, o.CountReads, o.CountProbes, o.CountFallbacks, o.CountGiveUps, o.CountStale,
		o.CountWrong)
	return all[address]
}
