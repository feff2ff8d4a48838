package qcn

import (
	"fmt"

	"culprit.example/culprit/blocks/prim"
	"culprit.example/culprit/rtlgen"
)

// CulpritEngine finds a random unit that holds a part of a frame of a priority (UQ
// section 5): random rows first, then all rows in sequence.
//
// A row is read in every cycle, in four steps: read, unless the row is being written;
// wait for the RAM; match the words; pick one. The rows on their way at a hit are
// dropped. The row of the hit is read again, for its pointer and to see whether its
// unit still holds the frame.
func CulpritEngine(p CulpritParams) *rtlgen.Typed[CulpritEnginePorts] {
	m, io := rtlgen.New[CulpritEnginePorts](p)
	if m.Refused() {
		return m
	}
	e := newCulpritEngine(m.Module, io, p)
	e.matchWords()
	e.pickWord()
	e.control()
	e.issue()
	e.advance()
	e.count()

	strictBefore := m.Next("strict_before", io.Strict, 0)
	m.Assume("mode_is_constant", e.is("idle").Or(strictBefore.Eq(io.Strict)), "the mode does not change during a search")
	m.Assert("rows_exist", e.read.valid.Implies(e.read.row.Zext(e.p.rowBits()+1).Lt(p.rows())),
		"a row that does not exist is not read")
	m.Assert("read_again_alone", e.is("recheck").
		Implies(oneAtMost(e.read.valid, e.wait.valid, e.match.valid, e.pick.valid)),
		"the rows on their way at a hit are dropped")
	m.Cover("row_is_being_written", io.Rd.Valid.AndNot(io.Rd.Ready))
	m.Cover("given_back_while_read_again", e.released.And(e.is("recheck")))
	return m
}

type culpritEngine struct {
	*CulpritEnginePorts
	m *rtlgen.Module
	p CulpritParams

	states     rtlgen.Enum
	state      rtlgen.Reg
	prio       rtlgen.Reg // that is looked for
	inSequence rtlgen.Reg // all random reads have failed
	left       rtlgen.Reg // rows to look at until they have, or all rows were read
	last       rtlgen.Reg // there is one left
	none       rtlgen.Reg // there is none left
	scanRow    rtlgen.Reg // next row in sequence

	read, wait, match, pick culpritStep
	column                  rtlgen.Reg // of the last draw
	begin                   rtlgen.Reg // drawn column of the row in match, one-hot
	matches, nearTo         rtlgen.Reg // words of the row in pick; its drawn column
	wrong                   rtlgen.Reg // words of it that are skipped for their parity
	hitColumn, pointer      rtlgen.Reg // of the last hit

	any      value // the row in pick has a match
	released value // the unit of the hit is given back
	gone     value // it was, up to the cycle before
	fallBack value // the search in sequence begins
	giveUp   value // it ends without a hit
	turn     value // the search changes over or ends: rows on their way are dropped
}

// culpritStep is a step of the pipeline.
type culpritStep struct{ valid, row rtlgen.Reg }

func newCulpritEngine(m *rtlgen.Module, io *CulpritEnginePorts, p CulpritParams) *culpritEngine {
	e := &culpritEngine{CulpritEnginePorts: io, m: m, p: p, states: m.Enum("search", "idle", "probe", "scan", "recheck")}
	e.state = e.states.Reg("state", e.states.Value("idle"), "state of the search")
	e.prio = m.RegNoReset("prio", PrioBits, "priority that is looked for")
	e.inSequence = m.RegNoReset("in_sequence", 1, "all random reads have failed")
	e.left = m.RegNoReset("left", rtlgen.CountBits(max(p.rows(), p.ProbesFast, p.ProbesStrict)),
		"rows still to be looked at")
	e.last = m.RegNoReset("last_q", 1, "one row is still to be looked at")
	e.none = m.RegNoReset("none_left_q", 1, "no row is still to be looked at")
	e.scanRow = m.RegNoReset("scan_row", p.rowBits(), "next row in sequence")
	step := func(name, what string) culpritStep {
		return culpritStep{
			m.Reg(name+"_valid", 1, 0, "a row "+what),
			m.RegNoReset(name+"_row", p.rowBits(), "row that "+what),
		}
	}
	e.read, e.wait = step("read", "is to be read"), step("wait", "comes out of the RAM")
	e.match, e.pick = step("match", "is matched"), step("pick", "is picked from")
	e.column = m.RegNoReset("column", CulpritColumnBits, "column of the last draw")
	e.begin = m.RegNoReset("begin_at", CulpritColumns, "drawn column of the row in match, one-hot")
	e.matches = m.RegNoReset("matching", CulpritColumns, "words of the row in pick that match")
	e.nearTo = m.RegNoReset("near_to", CulpritColumnBits, "drawn column of the row in pick")
	e.wrong = m.RegNoReset("wrong", CulpritColumns, "words of the row in pick with wrong parity")
	e.hitColumn = m.RegNoReset("hit_column", CulpritColumnBits, "column of the last hit")
	e.pointer = m.RegNoReset("pointer", p.unitBits())

	io.Rd.Valid.Drive(e.read.valid)
	io.Rd.Row.Drive(e.read.row)
	io.Request.Ready.Drive(e.is("idle").And(io.Cleared))
	return e
}

func (e *culpritEngine) is(state string) value { return e.state.Eq(e.states.Value(state)) }

// matchWords compares the words of the row. Only the word of the drawn column counts
// when a draw is for a word, and only that of the hit when its row is read again.
func (e *culpritEngine) matchWords() {
	m := e.m
	waitColumn := m.NextNoReset("wait_column", e.column)
	begin := m.Let("begin_column", rtlgen.Mux(e.is("recheck"), e.hitColumn, waitColumn))
	e.begin.Set(begin.Decode(CulpritColumns))
	one := m.Let("one_word", e.is("recheck").Or(e.is("probe").And(e.Strict)))
	counts := m.Let("counts", rtlgen.Mux(one, e.begin, m.Ones(CulpritColumns)))
	found := m.Wire("found", CulpritColumns)
	for i := range m.Each("i", CulpritColumns) {
		usable := e.Word.Valid.Bit(i).AndNot(e.Word.Wrong.Bit(i)).And(counts.Bit(i))
		found.SetBit(i, usable.And(e.Word.Prio.At(i).Eq(e.prio)))
	}
	e.matches.Set(found)
	e.any = m.NextNoReset("any_q", found.Any(),
		"the row in pick has a match").Value // in front of the longest path of the state
	e.wrong.Set(e.Word.Wrong.And(counts))
	e.nearTo.Set(m.NextNoReset("match_column", begin))
	m.If(e.match.valid, func() { e.pointer.Set(rtlgen.OneHotMux(e.begin, e.Word.Pointer)) })
}

// pickWord chooses the match that is nearest to the drawn column.
func (e *culpritEngine) pickWord() {
	m := e.m
	choice := e.nearest()
	m.If(e.pick.valid.And(e.any), func() { e.hitColumn.Set(choice) })

	hit := m.Let("hit_unit", rtlgen.Cat(e.hitColumn, e.read.row))
	e.released = m.Let("released", e.Release.Valid.And(e.Release.Unit.Eq(hit)))
	wasReleased := m.RegNoReset("was_released", 1, "the unit of the hit was given back meanwhile")
	wasReleased.Set(e.is("recheck").And(wasReleased.Or(e.released)))
	e.gone = m.Let("gone", e.any.Not().Or(wasReleased))

	done := e.pick.valid.And(e.is("recheck")).AndNot(e.gone)
	e.giveUp = m.Let("give_up", e.pick.valid.And(e.is("scan")).And(e.last).AndNot(e.any))
	e.Answer.Valid.Drive(m.Next("answer_valid_q", done.Or(e.giveUp), 0))
	e.Answer.Hit.Drive(m.NextNoReset("answer_hit_q", done))
	e.Answer.Unit.Drive(hit)
	e.Answer.Pointer.Drive(e.pointer)
}

// nearest is the column of the match with the least (column xor drawn column): between
// two halves of the row that both have a match the drawn column decides, and so on
// within the half. So no match is in the shadow of its neighbour.
func (e *culpritEngine) nearest() value {
	m := e.m
	any, index := e.matches.Value, []value{}
	for k := range CulpritColumnBits {
		half := any.Width() / 2
		var left, right []value // of pairs, the last one first
		for i := half - 1; i >= 0; i-- {
			left, right = append(left, any.Bit(2*i)), append(right, any.Bit(2*i+1))
		}
		drawn := e.nearTo.Bit(k).Replicate(half)
		lefts := m.Let(fmt.Sprintf("left_%d", k), rtlgen.CatOf(left))
		rights := m.Let(fmt.Sprintf("right_%d", k), rtlgen.CatOf(right))
		chosen := m.Let(fmt.Sprintf("chosen_%d", k), rights.And(lefts.Not().Or(drawn)))
		next := make([]value, half)
		for i := range next {
			next[i] = chosen.Bit(i)
			if k > 0 {
				next[i] = rtlgen.Cat(next[i], rtlgen.Mux(next[i], index[2*i+1], index[2*i]))
			}
			if half > 1 && k > 0 {
				next[i] = m.Let(fmt.Sprintf("index_%d_%d", k, i), next[i])
			}
		}
		if index = next; half > 1 {
			any = m.Let(fmt.Sprintf("any_%d", k), lefts.Or(rights))
		}
	}
	return index[0]
}

// control is the state of the search.
func (e *culpritEngine) control() {
	m, p := e.m, e.p
	state := func(name string) { e.state.Set(e.states.Value(name)) }
	tooMany := e.is("probe").And(e.last).AndNot(e.any)
	tooManyAfterAll := e.is("recheck").And(e.gone).AndNot(e.inSequence).And(e.none)
	e.fallBack = m.Let("fall_back", e.pick.valid.And(tooMany.Or(tooManyAfterAll)))
	e.turn = m.Let("turn", e.pick.valid.And(e.any.Or(e.last)))

	m.If(e.Request.Ready.And(e.Request.Valid), func() {
		state("probe")
		e.prio.Set(e.Request.Prio)
		e.inSequence.Set(0)
		e.look(rtlgen.Mux(e.Strict, m.Const(e.left.Width(), p.ProbesStrict), m.Const(e.left.Width(), p.ProbesFast)))
	})
	m.If(e.pick.valid, func() {
		m.If(e.is("recheck"), func() {
			m.If(e.gone.Not(), func() {
				state("idle")
			}).ElseIf(e.inSequence, func() {
				state("scan")
				e.look(m.Const(e.left.Width(), p.rows()))
			}).Else(func() {
				state("probe")
			})
		}).Else(func() {
			e.left.Set(e.left.Sub(1))
			e.last.Set(m.Let("two_left", e.left.Eq(2)))
			e.none.Set(e.last)
			m.If(e.any, func() {
				state("recheck")
			}).ElseIf(e.last, func() {
				state("idle")
			})
		})
	})
	m.If(e.fallBack, func() {
		state("scan")
		e.inSequence.Set(1)
		e.look(m.Const(e.left.Width(), p.rows()))
	})
	searching := e.is("idle").Not()
	m.Assert("last_row", searching.Implies(e.last.Eq(e.left.Eq(1))), "the last row to look at is known a cycle ahead")
	m.Assert("no_row_left", searching.Implies(e.none.Eq(e.left.Eq(0))), "that there is none is known a cycle ahead")
}

// look sets how many rows to look at, of which there is at least one.
func (e *culpritEngine) look(rows value) {
	e.left.Set(rows)
	e.last.Set(rows.Eq(1))
	e.none.Set(0)
}

// issue makes the next read: of the row of a hit, of a random row, or of the next row
// in sequence. A search in sequence begins after the row that was picked last, or at
// the row of a hit that has gone.
func (e *culpritEngine) issue() {
	m, p := e.m, e.p
	free := m.Let("free", e.read.valid.AndNot(e.Rd.Ready).Not())
	draw := e.draw()
	row := m.Let("drawn_row", draw.Low(p.rowBits()))
	probes := e.is("probe")
	if p.rows() < 1<<p.rowBits() {
		probes = probes.And(row.Lt(p.rows()))
	}
	m.If(free.And(e.is("probe")), func() { e.column.Set(draw.High(CulpritColumnBits)) })

	m.If(e.turn, func() {
		e.read.valid.Set(e.any.AndNot(e.is("recheck")))
		e.read.row.Set(e.pick.row)
	}).ElseIf(free.AndNot(e.is("recheck")), func() {
		e.read.valid.Set(e.is("scan").Or(probes))
		e.read.row.Set(rtlgen.Mux(e.is("scan"), e.scanRow, row))
	}).ElseIf(free, func() {
		e.read.valid.Set(0)
	})
	m.If(e.fallBack, func() {
		e.scanRow.Set(prim.Successor(e.pick.row, p.rows()))
	}).ElseIf(e.pick.valid.And(e.any), func() {
		e.scanRow.Set(e.pick.row)
	}).ElseIf(e.is("scan").And(free), func() {
		e.scanRow.Set(prim.Successor(e.scanRow, p.rows()))
	})
}

// draw is a random unit, a new one in each cycle, from a shift register that takes as
// many steps per cycle as a unit of the largest array has bits, so that no draw has a
// bit of the one before.
func (e *culpritEngine) draw() value {
	m := e.m
	random := m.RegNoReset("random", lfsrBits, "state of the shift register of draws")
	seeded := m.Next("seeded", m.Ones(1), 0, "the shift register has its seed")
	start := m.Let("start", e.Seed.Xor(rtlgen.Cat(e.Owner, m.Zero(lfsrBits-AddressBits))))
	m.If(seeded, func() {
		random.Set(prim.LFSRLeap(random, drawBits))
	}).Else(func() {
		random.Set(rtlgen.Mux(start.Any(), start, 1))
	})
	m.Assert("random_not_zero", seeded.Implies(random.Ne(0)), "0 is the one state without a way out")
	return random.Low(e.p.unitBits())
}

// advance moves the rows on their way by a step.
func (e *culpritEngine) advance() {
	e.wait.valid.Set(e.read.valid.And(e.Rd.Ready).AndNot(e.turn))
	e.match.valid.Set(e.wait.valid.AndNot(e.turn))
	e.pick.valid.Set(e.match.valid.AndNot(e.turn))
	e.wait.row.Set(e.read.row)
	e.match.row.Set(e.wait.row)
	e.pick.row.Set(e.match.row)
}

// count counts.
func (e *culpritEngine) count() {
	for _, c := range []struct {
		name string
		out  rtlgen.Out
		when value
	}{
		{"reads", e.Count.Reads, e.pick.valid.Value},
		{"probes", e.Count.Probes, e.pick.valid.And(e.is("probe"))},
		{"fallbacks", e.Count.Fallbacks, e.fallBack},
		{"give_ups", e.Count.GiveUps, e.giveUp},
		{"stale", e.Count.Stale, e.pick.valid.And(e.is("recheck")).And(e.gone)},
		{"wrong", e.Count.Wrong, e.pick.valid.And(e.wrong.Any())},
	} {
		counter := e.m.Reg(c.name+"_q", culpritCountBits, 0)
		e.m.If(c.when, func() { counter.Set(counter.Add(1)) })
		c.out.Drive(counter)
	}
}

// oneAtMost reports whether no more than one of several bits is 1.
func oneAtMost(bits ...rtlgen.Signal) value {
	return rtlgen.Cat(bits...).PopCount().Le(1)
}
