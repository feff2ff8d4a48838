package golden

import "fmt"

// CulpritColumns is the number of words in a row of the CulpritArray.
const CulpritColumns = 16

// CulpritArrayIn are the inputs of the CulpritArray.
type CulpritArrayIn struct {
	AllocValid   bool
	AllocUnit    int
	AllocPhase   bool
	AllocPointer int
	AllocPrio    int
	Inject       int `port:",optional"`
	ReleaseValid bool
	ReleaseUnit  int
	ReleasePhase bool
	RdValid      bool
	RdRow        int
}

// CulpritArrayOut are its outputs.
type CulpritArrayOut struct {
	Ready   bool
	RdReady bool `valid:"RdAsked"`
	RdAsked bool `port:"-"`

	WordValid   []bool `valid:"RowKnown"`
	WordWrong   []bool `valid:"RowKnown"`
	RowKnown    bool   `port:"-"`
	WordPrio    []int  `valid:"WordKnown"`
	WordPointer []int  `valid:"WordKnown"`
	WordKnown   []bool `port:"-"`
}

// NewCulpritArrayOut has slices of the right lengths.
func NewCulpritArrayOut() CulpritArrayOut {
	const n = CulpritColumns
	return CulpritArrayOut{WordValid: make([]bool, n), WordWrong: make([]bool, n), WordPrio: make([]int, n),
		WordPointer: make([]int, n), WordKnown: make([]bool, n)}
}

// culpritUnit is what the array knows of a unit.
type culpritUnit struct {
	held          bool
	wrong         bool // parity of the word, which outlives the frame
	pointer, prio int
	phase         bool // of the unit while it is free or held, inverted by a release
}

// CulpritArray is the model of the array: the units by number.
type CulpritArray struct {
	rows, rowBits int
	units         map[int]culpritUnit
	sweep         int
	read          [2]*CulpritArrayOut // rows on their way, the older one last
}

// NewCulpritArray makes an array after reset.
func NewCulpritArray(units int) *CulpritArray {
	m := &CulpritArray{rows: units / CulpritColumns, units: map[int]culpritUnit{}}
	for m.rows > 1<<m.rowBits {
		m.rowBits++
	}
	return m
}

// Unit is the number of a unit.
func (m *CulpritArray) Unit(column, row int) int { return column<<m.rowBits | row }

// Row is the row of a unit.
func (m *CulpritArray) Row(unit int) int { return unit & (1<<m.rowBits - 1) }

// Ready reports whether the words are cleared.
func (m *CulpritArray) Ready() bool { return m.sweep == m.rows }

// Step is one clock cycle.
func (m *CulpritArray) Step(in CulpritArrayIn) CulpritArrayOut {
	out := NewCulpritArrayOut()
	if row := m.read[1]; row != nil {
		out = *row
	}
	out.Ready = m.Ready()
	out.RdAsked = in.RdValid
	out.RdReady = !(in.AllocValid && m.Row(in.AllocUnit) == in.RdRow) &&
		!(in.ReleaseValid && m.Row(in.ReleaseUnit) == in.RdRow)

	if !out.Ready {
		m.sweep++
	}
	if in.ReleaseValid {
		m.release(in)
	}
	if in.AllocValid {
		m.alloc(in)
	}
	m.read[1], m.read[0] = m.read[0], nil
	if in.RdValid && out.RdReady {
		m.read[0] = m.row(in.RdRow)
	}
	return out
}

func (m *CulpritArray) release(in CulpritArrayIn) {
	u := m.units[in.ReleaseUnit]
	culpritMust(m.sweep == m.rows && m.Row(in.ReleaseUnit) < m.rows, "unit %d given back", in.ReleaseUnit)
	culpritMust(u.held && u.phase == in.ReleasePhase, "unit %d given back with phase %v", in.ReleaseUnit, in.ReleasePhase)
	u.held, u.phase = false, !u.phase
	m.units[in.ReleaseUnit] = u
}

func (m *CulpritArray) alloc(in CulpritArrayIn) {
	u := m.units[in.AllocUnit]
	culpritMust(m.sweep == m.rows && m.Row(in.AllocUnit) < m.rows, "unit %d allocated", in.AllocUnit)
	culpritMust(!u.held && u.phase == in.AllocPhase, "unit %d allocated with phase %v", in.AllocUnit, in.AllocPhase)
	u.held, u.wrong, u.pointer, u.prio = true, in.Inject != 0, in.AllocPointer, in.AllocPrio
	m.units[in.AllocUnit] = u
}

// row is what a read of a row shows.
func (m *CulpritArray) row(row int) *CulpritArrayOut {
	out := NewCulpritArrayOut()
	out.RowKnown = true
	for column := range CulpritColumns {
		u := m.units[m.Unit(column, row)]
		out.WordValid[column], out.WordWrong[column], out.WordKnown[column] = u.held, u.wrong, u.held
		out.WordPrio[column], out.WordPointer[column] = u.prio, u.pointer
	}
	return &out
}

// culpritMust panics where stimulus has broken an assumption of the contract.
func culpritMust(kept bool, format string, args ...any) {
	if !kept {
		panic("BUG: stimulus: " + fmt.Sprintf(format, args...))
	}
}
