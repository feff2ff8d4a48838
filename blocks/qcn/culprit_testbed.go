package qcn

import (
	"culprit.example/culprit/blocks/prim"
	"culprit.example/culprit/rtlgen"
	"culprit.example/culprit/rtlgen/blocks"
)

// Contents of the CulpritArray in its testbed.
const (
	CulpritContiguous  = iota // the flows one after the other, in the order of a free list
	CulpritInterleaved        // the flows by turns
	CulpritAlternating        // every other unit, the flows by turns
	CulpritRandom             // each unit with a probability, of a random flow
	CulpritPacked             // as contiguous, but consecutive units fill rows
	CulpritSingle             // one unit
)

// CulpritFlows is the number of flows in the testbed.
const CulpritFlows = 4

const (
	culpritFlowBits  = 2
	contentsLFSRBits = 30
	chanceBits       = 16
)

// CulpritTestbedPorts are the ports of CulpritTestbed.
type CulpritTestbedPorts struct {
	_        rtlgen.Unit `name:"qcn_culprit_testbed" doc:"CulpritArray with contents and searches, for experiments" params:"units probes_fast probes_strict"`
	Seed     rtlgen.In   `width:"32" doc:"of the random numbers; taken in the first cycle after reset"`
	Strict   rtlgen.In   `doc:"mode of the searches; held"`
	Contents rtlgen.In   `width:"3" doc:"0 contiguous, 1 interleaved, 2 alternating, 3 random, 4 packed, 5 a single unit; held"`
	Level    rtlgen.In   `width:"17" doc:"units held; their probability in 1/65536 with random contents; the number in load order with a single one; held"`
	Churn    rtlgen.In   `doc:"random contents are made anew all the time; held"`
	Searches rtlgen.In   `width:"culprit_count" doc:"searches to be made; held"`
	Done     rtlgen.Out  `doc:"they are made; a register"`
	Read     struct {
		Address rtlgen.In  `width:"4" doc:"number of a counter"`
		Data    rtlgen.Out `width:"culprit_count" doc:"the counter, a cycle later; a register"`
	} `doc:"counter readback"`
}

// culpritCounters are the counters of the testbed by address.
var culpritCounters = []string{
	"hits_0", "hits_1", "hits_2", "hits_3", "held_0", "held_1", "held_2", "held_3", "searches", "longest", "reads",
	"probes", "fallbacks", "give_ups", "stale", "wrong",
}

// CulpritTestbed fills the CulpritArray, then makes searches, one as soon as the one
// before is answered, and counts hits by flow.
func CulpritTestbed(p CulpritParams) *rtlgen.Typed[CulpritTestbedPorts] {
	p.Inject = 0
	m, io := rtlgen.New[CulpritTestbedPorts](p)
	if m.Refused() {
		return m
	}
	t := &culpritTestbed{CulpritTestbedPorts: io, m: m.Module, p: p, culprit: rtlgen.Use(m, "culprit", Culprit(p))}
	t.load()
	t.search()
	return m
}

func culpritTestbedBlock() *blocks.Block {
	b := blocks.Of(CulpritTestbed)
	b.Readback = func(blocks.Values) blocks.Readback {
		r := blocks.Readback{Address: "read_address", Data: "read_data", Latency: 1}
		for i, name := range culpritCounters {
			r.Counters = append(r.Counters, blocks.Counter{Name: name, Address: i})
		}
		return r
	}
	return b
}

type culpritTestbed struct {
	*CulpritTestbedPorts
	m       *rtlgen.Module
	p       CulpritParams
	culprit *CulpritPorts

	index  rtlgen.Reg // of the unit that is looked after, in the order of a free list
	loaded rtlgen.Reg // all have been
	flow   value      // of that unit
	stored value      // it is allocated
}

// load goes through the units, column 0 first: each is given back if it was held, and
// allocated if it is to be.
func (t *culpritTestbed) load() {
	m, p, c := t.m, t.p, t.culprit
	t.index = m.Reg("index", p.unitBits(), 0, "unit that is looked after, in order")
	t.loaded = m.Reg("loaded", 1, 0, "all units were looked after once")
	row := m.Reg("row", p.rowBits(), 0, "row of the unit that is looked after")
	column := m.Reg("column", CulpritColumnBits, 0, "column of the unit that is looked after")
	again := t.loaded.And(t.Churn).And(t.Contents.Eq(CulpritRandom))
	steps := m.Let("steps", c.Ready.And(t.loaded.Not().Or(again)))
	last, lastRow := m.Let("last", t.index.Eq(p.Units-1)), m.Let("last_row", row.Eq(p.rows()-1))
	next := m.Let("next_index", rtlgen.Mux(last, 0, t.index.Add(1)))
	m.If(steps, func() {
		t.index.Set(next)
		row.Set(rtlgen.Mux(lastRow, 0, row.Add(1)))
		m.If(lastRow, func() { column.Set(column.Add(1)) })
		m.If(last, func() { t.loaded.Set(1) })
	})

	packed := rtlgen.Cat(t.index.Low(CulpritColumnBits), t.index.High(p.rowBits()))
	unit := m.Let("unit", rtlgen.Mux(t.Contents.Eq(CulpritPacked), packed, rtlgen.Cat(column, row)))
	holds := t.choose()
	states := m.Memory("states", p.Units, 2, rtlgen.ReadUndefined, "{held, phase} of a unit, by index")
	state := m.Let("state", rtlgen.Mux(t.loaded, states.ReadSync("read_state", steps, next), 0))
	phase := m.Let("phase", state.Bit(0).Xor(state.Bit(1)))
	states.Write(steps, t.index, rtlgen.Cat(holds, phase))

	t.stored = m.Let("stored", steps.And(holds))
	c.Alloc.Valid.Drive(t.stored)
	c.Alloc.Unit.Drive(unit)
	c.Alloc.Phase.Drive(phase)
	c.Alloc.Pointer.Drive(t.flow.Zext(p.unitBits()))
	c.Alloc.Prio.Drive(m.Zero(PrioBits))
	c.Release.Valid.Drive(steps.And(state.Bit(1)))
	c.Release.Unit.Drive(unit)
	c.Release.Phase.Drive(state.Bit(0))
}

// choose reports whether a unit is to be held, and by which flow. One after the other the
// flows have a half, a quarter, and an eighth each of what is held.
func (t *culpritTestbed) choose() (holds value) {
	m, level := t.m, t.Level.Value
	random := m.RegNoReset("random", contentsLFSRBits, "state of the shift register of draws")
	seeded := m.Next("seeded", m.Ones(1), 0, "the shift register has its seed")
	m.If(seeded, func() {
		random.Set(prim.LFSRLeap(random, chanceBits+culpritFlowBits))
	}).Else(func() {
		random.Set(rtlgen.Cat(t.Seed.Low(contentsLFSRBits-1), m.Ones(1)))
	})
	m.Unused("seed_rest", t.Seed.High(t.Seed.Width()-contentsLFSRBits+1))
	chance := random.Slice(chanceBits+culpritFlowBits-1, culpritFlowBits).Zext(level.Width())

	i := m.Let("position", t.index.Zext(level.Width()))
	half, quarter, eighth := level.Shr(1), level.Shr(2), level.Shr(3)
	second, third := m.Let("second", half), m.Let("third", half.Add(quarter))
	fourth := m.Let("fourth", third.Add(eighth))
	parts := m.Let("parts", rtlgen.Cat(i.Ge(second), i.Ge(third), i.Ge(fourth)).PopCount())
	hold, flow := m.Wire("hold", 1), m.Wire("flow", culpritFlowBits)
	hold.Default(i.Lt(level))
	flow.Default(parts)
	m.Switch(t.Contents, func(c rtlgen.Cases) {
		c.Case(func() { flow.Set(i.Low(culpritFlowBits)) }, CulpritInterleaved)
		c.Case(func() {
			hold.Set(i.Bit(0).Not().And(i.Shr(1).Lt(level)))
			flow.Set(i.Slice(culpritFlowBits, 1))
		}, CulpritAlternating)
		c.Case(func() {
			hold.Set(chance.Lt(level))
			flow.Set(random.Low(culpritFlowBits))
		}, CulpritRandom)
		c.Case(func() { hold.Set(i.Eq(level)) }, CulpritSingle)
	})
	t.flow = flow.Value
	return hold.Value
}

// search asks for searches and counts.
func (t *culpritTestbed) search() {
	m, c := t.m, t.culprit
	counter := func(name, doc string) rtlgen.Reg { return m.Reg(name+"_q", culpritCountBits, 0, doc) }
	counts := func(r rtlgen.Reg, when value) { m.If(when, func() { r.Set(r.Add(1)) }) }
	asked, searches := counter("asked", "searches asked for"), counter("searches", "searches answered")
	longest := counter("longest", "most reads of a search")
	readsBefore := counter("reads_before", "reads up to the last answer")
	asks := m.Let("asks", t.loaded.And(asked.Lt(t.Searches)))
	counts(asked, asks.And(c.Request.Ready))
	counts(searches, c.Answer.Valid.Value)
	t.Done.Drive(m.Next("done_q", t.loaded.And(searches.Eq(t.Searches)), 0))

	c.Seed.Drive(t.Seed)
	c.Owner.Drive(m.Zero(AddressBits))
	c.Strict.Drive(t.Strict)
	c.Request.Valid.Drive(asks)
	c.Request.Prio.Drive(m.Zero(PrioBits))
	reads := m.Let("reads", c.Count.Reads.Sub(readsBefore))
	m.If(c.Answer.Valid, func() {
		readsBefore.Set(c.Count.Reads)
		m.If(reads.Gt(longest), func() { longest.Set(reads) })
	})

	var all []value
	for f := range CulpritFlows {
		number := string(rune('0' + f))
		hits := counter("hits_"+number, "hits of flow "+number)
		counts(hits, c.Answer.Valid.And(c.Answer.Hit).And(c.Answer.Pointer.Low(culpritFlowBits).Eq(f)))
		all = append(all, hits.Value)
	}
	for f := range CulpritFlows {
		number := string(rune('0' + f))
		held := counter("held_"+number, "units held at first by flow "+number)
		counts(held, t.stored.And(t.loaded.Not()).And(t.flow.Eq(f)))
		all = append(all, held.Value)
	}
	n := c.Count
	all = append(all, searches.Value, longest.Value, n.Reads.Value, n.Probes.Value, n.Fallbacks.Value, n.GiveUps.Value,
		n.Stale.Value, n.Wrong.Value)
	counters := m.Let("counters", rtlgen.LanesOf(all))
	t.Read.Data.Drive(m.NextNoReset("read_data_q", counters.Lane(t.Read.Address, culpritCountBits)))
	m.Unused("answer_rest", c.Answer.Unit.Value, c.Answer.Pointer.High(t.p.rowBits()+CulpritColumnBits-culpritFlowBits))
}
