package golden

// RateLimiter is the state of a rate limiter: pseudo-code 2.2 of quantized congestion
// notification, in fixed point.
type RateLimiter struct {
	Crate, Trate int // current and target rate
	Bytes, Times int // stages of the byte counter and of the timer
}

// NewRateLimiter is a limiter at the line rate.
func NewRateLimiter() RateLimiter { return RateLimiter{Crate: lineRate, Trate: lineRate} }

// Notify is a CNM. It reports whether the byte counter is loaded; the timer starts
// anew. A CNM without feedback does nothing.
func (l *RateLimiter) Notify(p ReactionParams, feedback int) (loads bool) {
	if feedback == 0 {
		return false
	}
	if l.Bytes != 0 || p.EFR == 0 {
		l.Trate = l.Crate
		loads = true
	}
	l.Bytes, l.Times = 0, 0
	l.Crate = max(p.MinRate, l.Crate-l.Crate*feedback/128)
	return loads
}

// ByteStage is the end of a period of bytes; the result is the next period.
func (l *RateLimiter) ByteStage(p ReactionParams, random int) int {
	l.Bytes = min(15, l.Bytes+1)
	l.selfIncrease(p)
	return period(p, p.ByteCounter, l.Bytes, random)
}

// TimerStage is the end of a period of the timer; the result is the next period.
func (l *RateLimiter) TimerStage(p ReactionParams, random int) int {
	l.Times = min(15, l.Times+1)
	l.selfIncrease(p)
	return period(p, p.Timer, l.Times, random)
}

func (l *RateLimiter) selfIncrease(p ReactionParams) {
	m := min(l.Bytes, l.Times)
	var increase int
	switch {
	case l.Bytes > 5 && l.Times > 5:
		increase = p.RHAI * (m - 5)
	case l.Bytes > 5 || l.Times > 5:
		increase = p.RAI
	}
	if p.TRR == 1 && (l.Bytes == 1 || l.Times == 1) && l.Trate > 10*l.Crate {
		l.Trate /= 8
	} else {
		l.Trate = min(2*lineRate, l.Trate+increase)
	}
	l.Crate = min(lineRate, (l.Crate+l.Trate)/2)
}

// period is the jittered length of a stage after the given number of its kind.
func period(p ReactionParams, base, stages, random int) int {
	halved := stages >= 5
	if p.PerGT == 1 {
		halved = stages > 5
	}
	if halved {
		base /= 2
	}
	return base * (218 + 77*random/256) / 256
}

// events are what happens to a limiter at once, in the order of the fields.
type events struct {
	starts, cnm bool
	feedback    int
	bytes       bool
	timer       bool
	jitter      int // of 16 bits: of the bytes in the lower half
}

// updated is a limiter after these events.
type updated struct {
	RateLimiter
	load, restart bool // byte counter, timer
	bytes, cycles int  // their periods
}

func (l RateLimiter) after(p ReactionParams, e events) updated {
	u := updated{RateLimiter: l, bytes: p.ByteCounter, cycles: p.Timer}
	if e.starts {
		u.RateLimiter, u.load = NewRateLimiter(), true
	}
	if e.cnm && e.feedback != 0 {
		u.load = u.Notify(p, e.feedback) || u.load
		u.restart = true
	}
	if e.bytes {
		u.load, u.bytes = true, u.ByteStage(p, e.jitter&255)
	}
	if e.timer {
		u.restart, u.cycles = true, u.TimerStage(p, e.jitter>>8)
	}
	return u
}
