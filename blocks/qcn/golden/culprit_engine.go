package golden

// CulpritHeld are the inputs of a search that are held.
type CulpritHeld struct {
	Seed   uint32
	Owner  int
	Strict bool
}

// CulpritAnswer is the end of a search.
type CulpritAnswer struct {
	AnswerValid   bool
	AnswerHit     bool `valid:"AnswerValid"`
	AnswerUnit    int  `valid:"AnswerHit"`
	AnswerPointer int  `valid:"AnswerHit"`
}

// CulpritCounts are the counters of a search engine.
type CulpritCounts struct {
	CountReads     uint32
	CountProbes    uint32
	CountFallbacks uint32
	CountGiveUps   uint32
	CountStale     uint32
	CountWrong     uint32
}

// CulpritEngineIn are the inputs of the search engine.
type CulpritEngineIn struct {
	CulpritHeld
	Cleared      bool
	RequestValid bool
	RequestPrio  int
	ReleaseValid bool
	ReleaseUnit  int
	RdReady      bool
	WordValid    []bool
	WordWrong    []bool
	WordPrio     []int
	WordPointer  []int
}

// CulpritEngineOut are its outputs.
type CulpritEngineOut struct {
	RequestReady bool
	CulpritAnswer
	RdValid bool
	RdRow   int `valid:"RdValid"`
	CulpritCounts
}

// culpritLook is a row that was read to be looked at.
type culpritLook struct {
	row, column int
	age         int // cycles since the read
	found       bool
	at, pointer int // column and pointer of the match
	wrong       bool
}

// CulpritEngine is the model of the search engine: a search with the rows that it has
// on their way.
type CulpritEngine struct {
	rows, rowBits            int
	probesFast, probesStrict int

	random uint32
	seeded bool
	column int // of the last draw
	counts CulpritCounts
	answer CulpritAnswer

	busy     bool
	prio     int
	sequence bool // all random rows have failed
	left     int  // rows that may still fail
	next     int  // row in sequence
	again    bool // the row of a hit is read again
	hit      culpritLook
	gone     bool // its unit was given back

	offered *culpritLook   // on the read port
	onWay   []*culpritLook // read, the oldest first
}

// NewCulpritEngine makes an engine after reset.
func NewCulpritEngine(units, probesFast, probesStrict int) *CulpritEngine {
	m := &CulpritEngine{rows: units / CulpritColumns, probesFast: probesFast, probesStrict: probesStrict}
	for m.rows > 1<<m.rowBits {
		m.rowBits++
	}
	return m
}

// Reading is the row that is read in this cycle.
func (m *CulpritEngine) Reading() (row int, ok bool) {
	if m.offered == nil {
		return 0, false
	}
	return m.offered.row, true
}

// Hit is the unit whose row is read again in this cycle, or is about to be.
func (m *CulpritEngine) Hit() (unit int, ok bool) { return m.unit(), m.again }

// Step is one clock cycle.
func (m *CulpritEngine) Step(in CulpritEngineIn) CulpritEngineOut {
	out := CulpritEngineOut{RequestReady: in.Cleared && !m.busy, CulpritAnswer: m.answer, CulpritCounts: m.counts}
	out.RdRow, out.RdValid = m.Reading()
	m.answer = CulpritAnswer{}
	searching := m.busy && !m.again

	drawn := m.draw(in, searching && !m.sequence && (!out.RdValid || in.RdReady))
	looked := m.travel(in)
	released := m.again && in.ReleaseValid && in.ReleaseUnit == m.unit()
	if m.offered == nil {
		m.offered = drawn
		if searching && m.sequence {
			m.offered = &culpritLook{row: m.next, column: m.column}
			m.next = (m.next + 1) % m.rows
		}
	}
	if looked != nil {
		m.look(looked)
	}
	m.gone = m.gone || released
	if in.RequestValid && out.RequestReady {
		m.busy, m.prio, m.sequence, m.left = true, in.RequestPrio, false, m.probesFast
		if in.Strict {
			m.left = m.probesStrict
		}
	}
	return out
}

// unit is the one that was hit.
func (m *CulpritEngine) unit() int { return m.hit.at<<m.rowBits | m.hit.row }

// draw makes 14 new bits; the draw are the low ones before these, if one is needed.
// The result is nil without a draw, or if there is no such row.
func (m *CulpritEngine) draw(in CulpritEngineIn, needed bool) *culpritLook {
	if !m.seeded {
		m.seeded = true
		m.random = max(1, in.Seed^uint32(in.Owner)<<20)
		return nil
	}
	draw := culpritLook{row: int(m.random) & (1<<m.rowBits - 1), column: int(m.random>>m.rowBits) & (CulpritColumns - 1)}
	for range 14 {
		bit := (m.random>>31 ^ m.random>>21 ^ m.random>>1 ^ m.random) & 1
		m.random = m.random<<1 | bit
	}
	if !needed {
		return nil
	}
	m.column = draw.column
	if draw.row >= m.rows {
		return nil
	}
	return &draw
}

// travel moves the rows on their way; the result is the one to be looked at now. The
// words come two cycles after the read and are looked at in the cycle after that.
func (m *CulpritEngine) travel(in CulpritEngineIn) (looked *culpritLook) {
	for _, l := range m.onWay {
		l.age++
		switch l.age {
		case 2:
			m.see(in, l)
		case 3:
			looked = l
		}
	}
	if looked != nil {
		m.onWay = m.onWay[1:]
	}
	if m.offered != nil && in.RdReady {
		m.onWay = append(m.onWay, m.offered)
		m.offered = nil
	}
	return looked
}

// see finds the match in the words whose column, xor that of the read, is least. In
// strict mode, and if the row is read again, only that column counts.
func (m *CulpritEngine) see(in CulpritEngineIn, l *culpritLook) {
	columns := CulpritColumns
	if m.again || in.Strict && !m.sequence {
		columns = 1
	}
	for i := range columns {
		c := l.column ^ i
		l.wrong = l.wrong || in.WordWrong[c]
		if !l.found && in.WordValid[c] && !in.WordWrong[c] && in.WordPrio[c] == m.prio {
			l.found, l.at, l.pointer = true, c, in.WordPointer[c]
		}
	}
}

// look decides by a row how the search goes on.
func (m *CulpritEngine) look(l *culpritLook) {
	m.counts.CountReads++
	if l.wrong {
		m.counts.CountWrong++
	}
	if m.again {
		m.lookAgain(l)
		return
	}
	if !m.sequence {
		m.counts.CountProbes++
	}
	m.left--
	switch {
	case l.found:
		m.drop()
		m.again, m.gone, m.hit = true, false, *l
		m.offered = &culpritLook{row: l.row, column: l.at}
	case m.left == 0 && m.sequence:
		m.drop()
		m.busy = false
		m.counts.CountGiveUps++
		m.answer = CulpritAnswer{AnswerValid: true}
	case m.left == 0:
		m.fallBack(l.row)
	}
}

// lookAgain ends the search, or lets it go on if the unit was given back.
func (m *CulpritEngine) lookAgain(l *culpritLook) {
	m.again = false
	if l.found && !m.gone {
		m.busy = false
		m.answer = CulpritAnswer{AnswerValid: true, AnswerHit: true, AnswerUnit: m.unit(), AnswerPointer: l.pointer}
		return
	}
	m.counts.CountStale++
	switch {
	case m.sequence:
		m.left, m.next = m.rows, l.row
	case m.left == 0:
		m.fallBack(l.row)
	}
}

// fallBack begins the search in sequence, after a row.
func (m *CulpritEngine) fallBack(row int) {
	m.drop()
	m.counts.CountFallbacks++
	m.sequence, m.left, m.next = true, m.rows, (row+1)%m.rows
}

// drop forgets the rows on their way.
func (m *CulpritEngine) drop() { m.offered, m.onWay = nil, nil }
