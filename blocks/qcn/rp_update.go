package qcn

import (
	"fmt"

	"culprit.example/culprit/rtlgen"
)

// The jittered period is base * (218 + (77 u >> 8)) >> 8 with u of 8 random bits:
// 0.852 to 1.148 of its base.
const (
	jitterBase  = 218
	jitterRange = 77
	jitterTop   = jitterBase + (jitterRange*(1<<jitterBits-1))>>jitterBits
	spreadBits  = 9
)

// RPUpdate applies the pseudo-code of the reaction point (QCN) to one limiter: up to
// three events, in the order CNM, byte stage, timer stage. A pipeline of 7 stages
// takes a limiter per cycle: three for the CNM, two for each of the others. There is
// no divider; the product of rate and feedback is a sum of six shifted rates.
//
// The decrease is never more than one half, since the feedback is at most 63 of 128.
func RPUpdate(p ReactionParams) *rtlgen.Typed[RPUpdatePorts] {
	m, io := rtlgen.New[RPUpdatePorts](p)
	if m.Refused() {
		return m
	}
	u := &update{RPUpdatePorts: io, m: m.Module, p: p}
	valid := m.Reg("valid_q", updateLatency, 0, "updates in the pipeline, by stage")
	valid.Set(rtlgen.Cat(valid.Low(updateLatency-1), io.Valid))
	io.Done.Drive(valid.High(1))

	u.count()
	u.notify()
	u.increase("byte", u.Event.Bytes.Value, u.byteGrowth, 3)
	u.increase("timer", u.Event.Timer.Value, u.timerGrowth, 5)
	io.New.Crate.Drive(u.crate)
	io.New.Trate.Drive(u.trate)

	load := u.delay("load", "the byte counter is loaded", u.load.Or(io.Event.Bytes), 0, updateLatency)
	start := u.delay("restart", "the timer starts anew", u.cnm.Or(io.Event.Timer), 0, updateLatency)
	io.Period.Load.Drive(load)
	io.Period.Start.Drive(start)
	u.period("byte", p.ByteCounter, io.Event.Bytes.Value, io.Jitter.Low(jitterBits), u.bytes, io.Period.Bytes)
	u.period("timer", p.Timer, io.Event.Timer.Value, io.Jitter.High(jitterBits), u.times, io.Period.Cycles)
	return m
}

const updateLatency = 7

type update struct {
	*RPUpdatePorts
	m *rtlgen.Module
	p ReactionParams

	cnm, load    value // in the cycle of the inputs: a CNM that counts, and whether it loads the byte counter
	bytes, times value // stages behind all events, from stage 1 on
	crate, trate value // behind the stage described last
	byteGrowth   growth
	timerGrowth  growth
}

// growth is what self_increase for a kind of stage depends on.
type growth struct {
	by    value // what is added to the target, at stage 3
	first value // one of the counts is 1, at stage 3
}

// delay takes a value of the given stage to a later one. doc says what it is.
func (u *update) delay(name, doc string, v value, from, to int) value {
	n, width := to-from, v.Width()
	if n == 0 {
		return v
	}
	stages := fmt.Sprintf("stage %d", to)
	if n > 1 {
		stages = fmt.Sprintf("stages %d to %d", from+1, to)
	}
	held := u.m.RegNoReset(fmt.Sprintf("%s_%d", name, to), n*width, doc+", at "+stages)
	if n == 1 {
		held.Set(v)
	} else {
		held.Set(rtlgen.Cat(held.Low((n-1)*width), v))
	}
	return held.High(width)
}

// count finds the numbers of stages behind each event, which depend on no rate.
func (u *update) count() {
	m := u.m
	u.cnm = m.Let("cnm", u.Event.CNM.And(u.Event.Feedback.Any()))
	anew := m.Let("counts_anew", u.Starts.Or(u.cnm))
	bytes := m.Let("bytes_0", rtlgen.Mux(anew, u.Event.Bytes.Zext(stageBits),
		oneMore(u.Old.Bytes.Value, u.Event.Bytes.Value)))
	times := m.Let("times_0", rtlgen.Mux(anew, u.Event.Timer.Zext(stageBits),
		oneMore(u.Old.Times.Value, u.Event.Timer.Value)))
	later := u.Old.Bytes.Ne(0).AndNot(u.Starts) // not the first byte stage
	if u.p.EFR == 0 {
		later = m.Ones(1)
	}
	u.load = m.Let("loads", u.Starts.Or(u.cnm.And(later)))

	timesBefore := u.delay("times_before", "timer stages before the event", rtlgen.Mux(anew, 0, u.Old.Times), 0, 1)
	u.bytes = u.delay("bytes", "byte stages, with the event", bytes, 0, 1)
	u.times = u.delay("times", "timer stages, with the event", times, 0, 1)
	u.byteGrowth = u.growth("byte", u.bytes, timesBefore)
	u.timerGrowth = u.growth("timer", u.bytes, u.times)
	u.New.Bytes.Drive(u.delay("bytes", "byte stages, with the event", u.bytes, 1, updateLatency))
	u.New.Times.Drive(u.delay("times", "timer stages, with the event", u.times, 1, updateLatency))
}

// oneMore is a saturating count.
func oneMore(count, event value) value {
	return rtlgen.Mux(event.AndNot(count.All()), count.Add(1), count)
}

// growth is R_AI above 5 stages of one kind, and a multiple of R_HAI above 5 stages of
// both: as many as the smaller count is above 5.
func (u *update) growth(name string, bytes, times value) growth {
	m, p := u.m, u.p
	fewer := rtlgen.Mux(bytes.Lt(times), bytes, times)
	least := u.delay(name+"_fewer", "smaller number of stages", fewer, 1, 2)
	any := u.delay(name+"_active", "a number of stages is above 5", bytes.Gt(fastStages).Or(times.Gt(fastStages)), 1, 2)
	most := 1<<stageBits - 1 - fastStages
	width := rtlgen.CountBits(max(p.RHAI*most, p.RAI))
	by := m.Wire(name+"_by", width)
	m.Switch(least, func(c rtlgen.Cases) {
		for n := 1; n <= most; n++ {
			c.Case(func() { by.Set(p.RHAI * n) }, fastStages+n)
		}
		c.Default(func() { by.Set(rtlgen.Mux(any, m.Const(width, p.RAI), 0)) })
	})
	return growth{
		by:    u.delay(name+"_by", "what is added to the target rate", by.Value, 2, 3),
		first: u.delay(name+"_first", "a number of stages is 1", bytes.Eq(1).Or(times.Eq(1)), 1, 3),
	}
}

// notify is the decrease: rate * feedback >> 7 is taken off. The sums of two shifted
// rates are stage 1, their sum is stage 2.
func (u *update) notify() {
	m, q := u.m, u.Event.Feedback
	crate := m.Let("crate_0", rtlgen.Mux(u.Starts, lineRate, u.Old.Crate))
	trate := m.Let("trate_0", rtlgen.Mux(u.Starts, lineRate, u.Old.Trate))
	pair := func(i int) value {
		low := rtlgen.Mux(q.Bit(i), crate.Zext(rateBits+2), 0)
		high := rtlgen.Mux(q.Bit(i+1), rtlgen.Cat(m.Zero(1), crate, m.Zero(1)), 0)
		return u.delay(fmt.Sprintf("part_%d", i), "part of rate times feedback", low.Add(high), 0, 1)
	}
	wide := rateBits + FeedbackBits
	total := m.Let("product", pair(0).Zext(wide).Add(pair(2).Zext(wide).Shl(2)).Add(rtlgen.Cat(pair(4), m.Zero(4))))
	m.Unused("product_rest", total.Low(FeedbackBits+1))
	cut := u.delay("cut", "what a CNM takes off the rate", total.High(wide-FeedbackBits-1), 1, 2)

	crate, trate = u.delay("crate", "current rate", crate, 0, 2), u.delay("trate", "target rate", trate, 0, 2)
	lowered := m.Let("lowered", crate.Sub(cut.Zext(rateBits)))
	floor := rtlgen.Mux(lowered.Lt(u.p.MinRate), u.p.MinRate, lowered)
	cnm := u.delay("cnm", "there is a CNM with feedback", u.cnm, 0, 2)
	load := u.delay("load_target", "the target rate becomes the current one", u.cnm.And(u.load), 0, 2)
	u.crate = u.delay("crate", "current rate", rtlgen.Mux(cnm, floor, crate), 2, 3)
	u.trate = u.delay("trate", "target rate", rtlgen.Mux(load, crate.Zext(targetBits), trate), 2, 3)
}

// increase is self_increase, two stages behind the given one.
func (u *update) increase(name string, event value, g growth, stage int) {
	m := u.m
	at := u.delay(name+"_event", "a stage has ended", event, 0, stage+1)
	first := u.delay(name+"_first", "a number of stages is 1", g.first, 3, stage)
	by := u.delay(name+"_by", "what is added to the target rate", g.by, 3, stage+1)
	crate, trate := u.crate, u.trate
	ten := rtlgen.Cat(m.Zero(1), crate, m.Zero(3)).Add(rtlgen.Cat(m.Zero(3), crate, m.Zero(1)))
	reduce := first.And(trate.Zext(rateBits + 4).Gt(ten))
	if u.p.TRR == 0 {
		reduce = m.Zero(1)
		m.Unused(name+"_first", first)
	} else {
		reduce = u.delay(name+"_reduces", "the target rate is divided by 8", reduce, stage, stage+1)
	}
	crate = u.delay("crate", "current rate", crate, stage, stage+1)
	trate = u.delay("trate", "target rate", trate, stage, stage+1)

	raised := m.Let(name+"_raised", trate.AddCarry(by.Zext(targetBits)))
	most := rtlgen.Mux(raised.Gt(2*lineRate), m.Const(targetBits, 2*lineRate), raised.Low(targetBits))
	target := m.Let(name+"_target", rtlgen.Mux(reduce, trate.Shr(3), most))
	sum := m.Let(name+"_sum", target.AddCarry(crate.Zext(targetBits)))
	m.Unused(name+"_sum_rest", sum.Low(1))
	half := sum.High(targetBits)
	rate := rtlgen.Mux(half.Gt(lineRate), m.Const(rateBits, lineRate), half.Low(rateBits))
	u.crate = u.delay("crate", "current rate", rtlgen.Mux(at, rate, crate), stage+1, stage+2)
	u.trate = u.delay("trate", "target rate", rtlgen.Mux(at, target, trate), stage+1, stage+2)
}

// period is the period that a counter is loaded with: the base behind a CNM, else a
// jittered one, half of it from the fifth stage on. The factor is multiplied in three
// parts of 3 bits.
func (u *update) period(name string, base int, event, random, stages value, to rtlgen.Out) {
	m := u.m
	width := rtlgen.CountBits(longestPeriod(base))
	wide := width + jitterBits
	r := random.Zext(jitterBits + 7)
	scaled := u.delay(name+"_scaled", "random bits times 77", r.Shl(6).Add(r.Shl(3)).Add(r.Shl(2).Add(r)), 0, 1)
	factor := m.Let(name+"_factor", scaled.High(7).Zext(spreadBits).Add(jitterBase))
	m.Unused(name+"_scaled_rest", scaled.Low(jitterBits))
	jittered := u.delay(name+"_jittered", "the period has a jitter", event, 0, 1)
	factor = u.delay(name+"_factor", "factor of the period", rtlgen.Mux(jittered, factor, 1<<jitterBits), 1, 3)

	short := stages.Ge(fastStages)
	if u.p.PerGT == 1 {
		short = stages.Gt(fastStages)
	}
	short = u.delay(name+"_short", "the period is halved", short.And(jittered), 1, 2)
	full := u.delay(name+"_base", "period before the factor", rtlgen.Mux(short, m.Const(wide, base/2), base), 2, 3)
	part := func(i int) value {
		sum := rtlgen.Mux(factor.Bit(i), full, 0)
		for k := 1; k < 3; k++ {
			sum = sum.Add(rtlgen.Mux(factor.Bit(i+k), full.Shl(k), 0))
		}
		return u.delay(fmt.Sprintf("%s_part_%d", name, i), "part of period times factor", sum, 3, 4)
	}
	total := m.Let(name+"_product", part(0).Add(part(3).Shl(3)).Add(part(6).Shl(6)))
	m.Unused(name+"_product_rest", total.Low(jitterBits))
	to.Drive(u.delay(name+"_period", "period", total.High(width), 4, updateLatency))
}
