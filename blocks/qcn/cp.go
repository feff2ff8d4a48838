package qcn

import (
	"fmt"
	"math/bits"
	"slices"

	"culprit.example/culprit/blocks/prim"
	"culprit.example/culprit/rtlgen"
)

const (
	capFrames = 100 // received frames per trigger (UQ section 5)

	beatShift   = 6  // 64 bytes
	linearShift = 24 // the linear quantizer multiplies by 63 * 2^24 / (the largest -Fb)
	maxFeedback = 1<<FeedbackBits - 1

	cpRandomBits = 32 // of the generator
	cpDrawBits   = 8  // random bits of an interval
	cpFactorBits = 9
	factorLow    = 218 // smallest factor of an interval, in 1/256: 0.85
	factorSpan   = 77  // up to 294/256: 1.15

	// cpStages are the cycles from a sampled frame to its feedback. The next interval
	// takes a cycle more for each bit of the factor, and one to be added.
	cpStages     = 6
	cpEvaluation = cpStages + cpFactorBits + 1
)

// intervals are the sampling intervals by the upper bits of the feedback for 150000
// bytes without congestion (QCN).
var intervals = [...]int{150000, 75000, 50000, 37500, 30000, 25000, 21500, 18500}

// CP is the congestion point of one queue: an input or output buffer of a port, for
// one priority. It samples received frames and measures how congested the queue is
// (QCN). Who caused it is not its business: see Marking.
//
// The evaluation of a sample goes through stages. Their registers hold until the next
// sample, since no frame is sampled meanwhile. Nobody waits for the next interval, so
// it is multiplied bit by bit.
func CP(p CPParams) *rtlgen.Typed[CPPorts] {
	m, io := rtlgen.New[CPPorts](p)
	if m.Refused() {
		return m
	}
	c := &cp{CPPorts: io, m: m.Module, p: p, qlen: m.Reg("qlen_q", rtlgen.CountBits(p.Buffer), 0)}
	c.queue()
	c.sample()
	c.measure()
	c.quantize()
	c.reload()
	c.decide()
	return m
}

// cp is the netlist of the unit while it is built.
type cp struct {
	*CPPorts
	m *rtlgen.Module
	p CPParams

	qlen     rtlgen.Reg
	level    value // bytes in the queue with the frame of this cycle
	left     rtlgen.Reg
	rest     value           // left without the frame of this cycle
	sampling value           // the frame of this cycle is sampled
	stage    [cpStages]value // 1 in this cycle, from 1, after a sample
	rounds   reg             // cycles until the next interval is there
	excess   reg             // -Fb, clamped
	feedback reg
}

// top is the largest -Fb.
func (p CPParams) top() int { return p.QEq * (2<<p.WShift + 1) }

// multiplier is that of the linear quantizer: 63/top in units of 2^-24, rounded up.
func (p CPParams) multiplier() int { return (maxFeedback<<linearShift + p.top() - 1) / p.top() }

// queue counts the bytes in the queue.
func (c *cp) queue() {
	m, width := c.m, max(c.qlen.Width(), LengthBits)+1
	qlen := c.qlen.Zext(width)
	arrived := rtlgen.Mux(c.Arrival.Valid, c.Arrival.Length.Zext(width), 0)
	departed := m.Let("departed", rtlgen.Mux(c.Departure.Valid, c.Departure.Length.Zext(width), 0))
	c.level = m.Let("level", qlen.Add(arrived))
	left := m.Let("level_left", c.level.Sub(departed))
	c.qlen.Set(left.Low(c.qlen.Width()))
	c.Qlen.Drive(c.qlen)
	m.Unused("level_left_sign", left.High(width-c.qlen.Width()))
	m.Assume("room_for_the_frame", c.level.Le(c.p.Buffer), "the queue never holds more than buffer bytes")
	m.Assume("departs_what_is_there", departed.Le(qlen), "a frame leaves after it has come")
}

// sample counts the bytes to the next sample and finds the frame that is sampled. A
// negative count is the frames of an evaluation.
func (c *cp) sample() {
	m, p := c.m, c.p
	longest := p.Sample * (factorLow + factorSpan) >> cpDrawBits
	width := max(bits.Len(uint(longest)), LengthBits+bits.Len(cpEvaluation)) + 1
	c.left = m.Reg("time_to_mark", width, p.Sample, "bytes until a frame is sampled")
	counted := c.Enable.And(c.Arrival.Valid)
	c.rest = m.Let("rest", c.left.Sub(rtlgen.Mux(counted, c.Arrival.Length.Zext(width), 0)))

	sampling := m.Wire("sampling", 1)
	c.sampling = sampling.Value
	c.rounds = m.Reg("rounds_left", rtlgen.CountBits(cpFactorBits+1), 0, "cycles until the next interval is there")
	stage := m.Reg("stage", cpStages, 0, "cycle of the evaluation, one-hot")
	stage.Set(rtlgen.Cat(stage.Low(cpStages-1), c.sampling))
	for i := range c.stage {
		c.stage[i] = stage.Bit(i)
	}
	sampling.Set(counted.And(c.rest.High(1)).AndNot(stage.Any()).AndNot(c.rounds.Any()))
	c.Sampled.Drive(c.stage[0])
}

// measure finds -Fb = (qlen - Q_eq) + w (qlen - qlen_old) in stages 1 to 3, clamped
// to 0 .. Q_eq (2w + 1).
func (c *cp) measure() {
	m, p := c.m, c.p
	q := c.level.Width() // of lengths in two's complement
	level := m.RegNoReset("sampled_level", q, "bytes in the queue with the sampled frame")
	m.If(c.sampling, func() { level.Set(c.level) })

	old := m.Reg("qlen_old", q, 0, "bytes in the queue at the last sample")
	offset := m.RegNoReset("offset", q, "bytes in the queue less q_eq")
	delta := m.RegNoReset("delta", q, "bytes in the queue less those a sample before")
	m.If(c.stage[0], func() {
		old.Set(level)
		offset.Set(level.Sub(p.QEq))
		delta.Set(level.Sub(old))
	})
	reported := m.Const(q, p.QEq).Sub(level)
	if p.QOffsetSign == 1 {
		reported = level.Sub(p.QEq)
	}
	reported = m.Let("q_offset", reported)
	m.Unused("q_offset_fraction", reported.Low(beatShift))
	qOffset := m.RegNoReset("q_offset_beats", q-beatShift, "cnmQOffset, units of 64 bytes")
	m.If(c.stage[0], func() { qOffset.Set(reported.High(q - beatShift)) })
	c.Trigger.QOffset.Drive(signedFit(qOffset.Value, OffsetBits))
	c.Trigger.QDelta.Drive(signedFit(m.Let("delta_beats", delta.High(q-beatShift)), OffsetBits))

	width := q + p.WShift + 1
	sum := m.RegNoReset("sum", width, "-Fb before it is clamped, bytes")
	m.If(c.stage[1], func() { sum.Set(offset.Sext(width).Add(delta.Sext(width).Shl(p.WShift))) })

	top := p.top()
	c.excess = m.RegNoReset("excess", bits.Len(uint(top)), "-Fb, clamped, bytes")
	if p.Quantizer == 1 {
		m.Unused("excess_low", c.excess) // the top bits are the feedback; the others count only for send_q0
	}
	clamped := top < p.Buffer-p.QEq+p.Buffer<<p.WShift
	if !clamped && c.excess.Width() < width-1 {
		m.Unused("sum_high", sum.Slice(width-2, c.excess.Width()))
	}
	m.If(c.stage[2], func() {
		c.excess.Set(low(sum.Value, c.excess.Width()))
		if clamped {
			m.If(sum.SGt(m.Const(width, top)), func() { c.excess.Set(top) })
		}
		m.If(sum.High(1), func() { c.excess.Set(0) })
	})
}

// signedFit is v, in two's complement, with width bits; it saturates.
func signedFit(v value, width int) value {
	if v.Width() < width {
		return v.Sext(width)
	}
	if v.Width() == width {
		return v
	}
	rest := v.High(v.Width() - width + 1) // all bits of a number that fits are its sign
	top := rtlgen.Cat(v.High(1), v.High(1).Not().Replicate(width-1))
	return rtlgen.Mux(rest.All().Or(rest.Any().Not()), v.Low(width), top)
}

// low is v with width bits: its lower ones, or zeros above them.
func low(v value, width int) value {
	if width <= v.Width() {
		return v.Low(width)
	}
	return v.Zext(width)
}

// quantize makes the feedback of the excess in stages 4 and 5.
func (c *cp) quantize() {
	m := c.m
	c.feedback = m.RegNoReset("feedback", FeedbackBits)
	if c.p.Quantizer == 1 {
		m.If(c.stage[4], func() { c.feedback.Set(c.excess.High(FeedbackBits)) })
	} else {
		c.linear()
	}
	c.Trigger.Feedback.Drive(c.feedback)
}

// linear multiplies by a constant: a few shifted copies of the excess are added or
// subtracted, three in each of the parts of stage 4. A part that begins with a
// subtraction is kept negated.
func (c *cp) linear() {
	m := c.m
	const width, group = linearShift + FeedbackBits, 3
	excess := c.excess.Zext(width)
	terms := signedDigits(c.p.multiplier())
	var sum value
	for i := 0; i < len(terms); i += group {
		part := m.RegNoReset(fmt.Sprintf("product_%d", i/group), width, "part of the product of -Fb and K")
		negated := terms[i].negative
		of := excess.Shl(terms[i].shift)
		for _, t := range terms[i+1 : min(i+group, len(terms))] {
			of = plus(of, excess.Shl(t.shift), t.negative != negated)
		}
		m.If(c.stage[3], func() { part.Set(of) })
		if i == 0 {
			sum = part.Value
		} else {
			sum = plus(sum, part.Value, negated)
		}
	}
	product := m.Let("product", sum)
	m.Unused("product_fraction", product.Low(linearShift))
	m.If(c.stage[4], func() { c.feedback.Set(product.High(FeedbackBits)) })
}

// plus is a + b, or a - b.
func plus(a, b value, subtract bool) value {
	if subtract {
		return a.Sub(b)
	}
	return a.Add(b)
}

// term is a power of two, added or subtracted.
type term struct {
	shift    int
	negative bool
}

// signedDigits is a positive number as a sum of as few powers of two as possible, the
// largest first, which is added.
func signedDigits(n int) []term {
	var terms []term
	for shift := 0; n > 0; shift++ {
		switch n & 3 {
		case 1:
			terms = append(terms, term{shift: shift})
			n--
		case 3:
			terms = append(terms, term{shift: shift, negative: true})
			n++
		}
		n >>= 1
	}
	slices.Reverse(terms)
	return terms
}

// reload draws the next interval: by the feedback, and 0.85 to 1.15 times that. The
// random bits are those of a shift register that never stops.
func (c *cp) reload() {
	m, p := c.m, c.p
	random := m.Reg("random", cpRandomBits, 0, "x, the generator of jitter")
	step := rtlgen.Cat(random.Low(cpRandomBits-1), random.And(prim.LFSRTaps(cpRandomBits)).Parity())
	random.Set(rtlgen.Mux(random.Any(), step, rtlgen.Cat(m.Ones(1), c.Seed, c.Number)))

	u := random.Low(cpDrawBits).Zext(cpDrawBits + 7)
	drawn := m.Let("drawn", u.Shl(6).Add(u.Shl(3)).Add(u.Shl(2).Add(u))) // 77 u
	m.Unused("drawn_fraction", drawn.Low(cpDrawBits))
	extra := m.RegNoReset("factor_extra", 7, "factor of the interval above the smallest, in 1/256")
	factor := m.RegNoReset("factor", cpFactorBits, "bits of the factor still to be multiplied")
	m.If(c.stage[4], func() { extra.Set(drawn.High(7)) })

	base := m.RegNoReset("base", bits.Len(uint(p.Sample)), "interval of the feedback without jitter, bytes")
	width := base.Width() + cpFactorBits
	product := m.RegNoReset("interval", width, "product of base and factor so far, in 1/256 byte")
	m.If(c.stage[5], func() {
		c.baseOf(base)
		factor.Set(extra.Zext(cpFactorBits).Add(factorLow))
		product.Set(0)
		c.rounds.Set(cpFactorBits + 1)
	}).ElseIf(c.rounds.Any(), func() {
		c.rounds.Set(c.rounds.Sub(1))
	})
	added := m.Let("interval_added", c.rounds.Eq(1))
	m.If(c.rounds.Gt(1), func() {
		product.Set(product.Shl(1).Add(rtlgen.Mux(factor.High(1), base.Zext(width), 0)))
		factor.Set(factor.Shl(1))
	})
	m.Unused("interval_fraction", product.Low(cpDrawBits))

	m.If(c.sampling, func() {
		c.left.Set(0)
	}).ElseIf(added, func() {
		c.left.Set(c.rest.Add(low(product.High(width-cpDrawBits), c.left.Width())))
	}).Else(func() {
		c.left.Set(c.rest)
	})
}

// baseOf sets base to the interval of the feedback without jitter.
func (c *cp) baseOf(base reg) {
	if c.p.Table == 0 {
		base.Set(c.p.Sample)
		return
	}
	c.m.Switch(c.feedback.High(3), func(s rtlgen.Cases) {
		for i, bytes := range intervals {
			s.Case(func() { base.Set(bytes * c.p.Sample / intervals[0]) }, i)
		}
	})
}

// decide whether a sample triggers a CNM.
//
// The counter of the cap saturates. A sample that may trigger by it starts it anew;
// one that does not trigger then leaves the counter at its end, where it was.
func (c *cp) decide() {
	m, p := c.m, c.p
	received := m.Reg("received", rtlgen.CountBits(capFrames), capFrames, "frames since the last trigger, up to 100")
	may := m.RegNoReset("may_trigger", 1, "the cap lets the sample trigger")
	full := m.Let("received_enough", received.Eq(capFrames))
	congested := c.feedback.Any()
	if p.SendQ0 == 1 {
		congested = c.excess.Any()
	}
	congested = m.Let("congested", congested)
	enough := m.Let("cap_allows", received.Ge(capFrames-1))
	m.If(c.Arrival.Valid.AndNot(full), func() { received.Set(received.Add(1)) })
	m.If(c.sampling, func() {
		may.Set(enough)
		m.If(enough, func() { received.Set(0) })
	})
	m.If(c.stage[5].And(may).AndNot(congested), func() { received.Set(capFrames) })

	triggers := m.Let("triggers", c.stage[5].And(congested))
	allowed := m.Let("allowed", may.Or(c.Cap.Not()))
	c.Trigger.Valid.Drive(m.Next("trigger_valid_q", triggers.And(allowed), 0))
	c.Capped.Drive(m.Next("capped_q", triggers.AndNot(allowed), 0))
	m.Cover("triggered", c.Trigger.Valid)
	m.Cover("held_back", c.Capped)
}

// Check finds parameters that do not go together.
func (p CPParams) Check() error {
	if p.QEq >= p.Buffer {
		return fmt.Errorf("q_eq=%d is not below buffer=%d: the queue could never be congested: give q_eq up to %d, or a larger buffer",
			p.QEq,
			p.Buffer,
			p.Buffer-1)
	}
	return nil
}
