package qcn

import "culprit.example/culprit/rtlgen"

// CulpritArray has a word {parity, valid, priority, pointer} for each buffer unit,
// in rows of 16 words (UQ section 5).
//
// One RAM of words and one of phase bits have a write port each: the word of a unit
// is written when it is allocated, its phase bit when it is given back. A unit holds
// a part of a frame if the valid bit of its word differs from its phase bit, so that
// an allocation and a release fit into every cycle.
func CulpritArray(p CulpritParams) *rtlgen.Typed[CulpritArrayPorts] {
	m, io := rtlgen.New[CulpritArrayPorts](p)
	if m.Refused() {
		return m
	}
	a := culpritArray{m.Module, io, p}
	sweep := a.sweep()
	collides := a.memories(sweep)
	io.Rd.Ready.Drive(collides.Not())
	a.properties(collides)
	return m
}

type culpritArray struct {
	m *rtlgen.Module
	*CulpritArrayPorts
	p CulpritParams
}

// sweep clears a row per cycle after reset; the result is the row.
func (a culpritArray) sweep() rtlgen.Reg {
	m := a.m
	row := m.Reg("sweep_row", a.p.rowBits(), 0, "row that is cleared after reset")
	ready := m.Reg("ready_q", 1, 0)
	m.If(ready.Not(), func() {
		row.Set(row.Add(1))
		m.If(row.Eq(a.p.rows()-1), func() { ready.Set(1) })
	})
	a.Ready.Drive(ready)
	return row
}

// row and column take the number of a unit apart.
func (p CulpritParams) row(unit rtlgen.Signal) value { return rtlgen.ValueOf(unit).Low(p.rowBits()) }
func (p CulpritParams) column(unit rtlgen.Signal) value {
	return rtlgen.ValueOf(unit).High(CulpritColumnBits)
}

// at is the place that unit is written at: its column, one-hot, and its row. Before
// ready these are the columns of the row that is swept.
func (a culpritArray) at(name string, sweep, valid, unit rtlgen.Signal) (columns, row value) {
	m := a.m
	one := rtlgen.Mux(valid, a.p.column(unit).Decode(CulpritColumns), 0)
	columns = m.Let(name+"_columns", rtlgen.Mux(a.Ready, one, m.Ones(CulpritColumns)))
	row = m.Let(name+"_row", rtlgen.Mux(a.Ready, a.p.row(unit), sweep))
	return columns, row
}

// memories are the words and the phase bits. The result tells that the row that is
// read is being written: what comes out of the RAM is then undefined and not used. The
// row goes through a register before anything looks at it, since a block RAM is slow.
func (a culpritArray) memories(sweep rtlgen.Signal) (collides value) {
	m, p := a.m, a.p
	allocColumns, allocRow := a.at("alloc", sweep, a.Alloc.Valid, a.Alloc.Unit)
	releaseColumns, releaseRow := a.at("release", sweep, a.Release.Valid, a.Release.Unit)
	written := a.Alloc.Valid.And(p.row(a.Alloc.Unit).Eq(a.Rd.Row))
	toggled := a.Release.Valid.And(p.row(a.Release.Unit).Eq(a.Rd.Row))
	collides = m.Let("collides", written.Or(toggled))

	word := m.Let("word", rtlgen.Mux(a.Ready, a.word(), 0))
	words := m.Memory("words", p.rows(), CulpritColumns*p.wordBits(), rtlgen.ReadUndefined,
		"words {parity, valid, priority, pointer} of the units, by row").Style(rtlgen.Block)
	words.WriteLanes(allocColumns, allocRow, word.Replicate(CulpritColumns))
	row := m.NextNoReset("row_q", words.ReadSync("row", a.Rd.Valid, a.Rd.Row))

	phase := m.Let("phase", a.Ready.AndNot(a.Release.Phase))
	phases := m.Memory("phases", p.rows(), CulpritColumns, rtlgen.ReadUndefined, "phase bits of the units, by row")
	phases.WriteLanes(releaseColumns, releaseRow, phase.Replicate(CulpritColumns))
	phasesRow := m.NextNoReset("phases_q", phases.ReadSync("phases_row", a.Rd.Valid, a.Rd.Row))

	n := p.unitBits()
	for i := range m.Each("i", CulpritColumns) {
		w := row.Lane(i, p.wordBits())
		a.Word.Valid.SetBit(i, w.Bit(n+PrioBits).Xor(phasesRow.Bit(i)))
		a.Word.Wrong.SetBit(i, p.parity(w, 0).Or(p.parity(w, 1)))
		a.Word.Prio.SetLane(i, w.Slice(n+PrioBits-1, n))
		a.Word.Pointer.SetLane(i, w.Low(n))
	}
	return collides
}

// word is the word of the unit that is allocated. Its valid bit differs from its
// phase. The two parity bits on top make the numbers of ones even, in the even and in
// the odd positions of the word.
func (a culpritArray) word() value {
	data := a.m.Let("data", rtlgen.Cat(a.Alloc.Phase.Not(), a.Alloc.Prio, a.Alloc.Pointer))
	low := data.Width()
	parity := a.m.Let("parity", rtlgen.Cat(a.p.parity(data, low+1), a.p.parity(data, low)))
	if a.Inject.Exists() {
		parity = parity.Xor(a.Inject)
	}
	return rtlgen.Cat(parity, data)
}

// parity is the parity of the bits in the even or odd positions of a word, like
// position.
func (p CulpritParams) parity(word value, position int) value {
	mask := 0
	for i := position % 2; i < word.Width(); i += 2 {
		mask |= 1 << i
	}
	return word.And(mask).Parity()
}

// properties are the rules of the surroundings. The registers that they need exist in
// simulation and formal proofs only.
func (a culpritArray) properties(collides value) {
	m, p := a.m, a.p
	toggled := m.RegArray("phase_of_unit", 1<<p.unitBits(), 1, 0, "phase bit of each unit")
	stored := m.RegArray("valid_of_unit", 1<<p.unitBits(), 1, 0, "valid bit of the word of each unit")
	alloc, release := a.Alloc, a.Release
	m.If(release.Valid, func() { toggled.At(release.Unit).Set(release.Phase.Not()) })
	m.If(alloc.Valid, func() { stored.At(alloc.Unit).Set(alloc.Phase.Not()) })
	held := func(unit rtlgen.Signal) value { return stored.At(unit).Xor(toggled.At(unit)) }
	passed := m.Let("passed_on", release.Valid.And(release.Unit.Eq(alloc.Unit)))

	m.Assume("nothing_before_ready", alloc.Valid.Or(release.Valid).Or(a.Rd.Valid).Implies(a.Ready),
		"the words are cleared first")
	m.Assume("allocated_unit_is_free", alloc.Valid.Implies(passed.Or(held(alloc.Unit).Not())),
		"a unit never holds parts of two frames")
	m.Assume("released_unit_is_held", release.Valid.Implies(held(release.Unit)), "a unit is given back once")
	m.Assume("phase_of_allocation", alloc.Valid.Implies(alloc.Phase.Eq(toggled.At(alloc.Unit)).Xor(passed)),
		"the phase bit travels with the unit")
	m.Assume("phase_of_release", release.Valid.Implies(release.Phase.Eq(toggled.At(release.Unit))),
		"the phase bit travels with the unit")
	if p.rows() < 1<<p.rowBits() {
		m.Assume("allocated_unit_exists", alloc.Valid.Implies(p.row(alloc.Unit).Lt(p.rows())),
			"the row of a unit is one of the array")
		m.Assume("row_exists", a.Rd.Valid.Implies(a.Rd.Row.Lt(p.rows())), "a row that is read is one of the array")
	}
	m.Cover("read_while_allocated", a.Rd.Valid.And(collides))
	m.Cover("passed_on_at_once", alloc.Valid.And(passed))
}
