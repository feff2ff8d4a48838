package bench

import (
	"math/rand/v2"
	"testing"

	"gotest.tools/v3/assert"

	"culprit.example/culprit/blocks/qcn/golden"
)

// splitFrame is the length of all frames, bytes.
const splitFrame = 1500

// slottedRate is the rate limiter of a flow in a model in time slots, one frame long.
type slottedRate struct {
	unit                                 *golden.RPUpdate
	limited                              bool
	rate, target, byteStages, timeStages int
	bytes, deadline                      int     // to the next byte stage; slot of the next timer stage
	tokens                               float64 // frames
}

// happens works in what happened to the limiter.
func (l *slottedRate) happens(in golden.RPUpdateIn, slot int) {
	const cyclesPerSlot = 24
	in.Valid = true
	in.OldCrate = l.rate
	in.OldTrate = l.target
	in.OldBytes = l.byteStages
	in.OldTimes = l.timeStages
	out := l.unit.Step(in)
	for !out.Done {
		out = l.unit.Step(golden.RPUpdateIn{})
	}
	l.rate, l.target, l.byteStages, l.timeStages = out.NewCrate, out.NewTrate, out.NewBytes, out.NewTimes
	if out.PeriodLoad {
		l.bytes = out.PeriodBytes
	}
	if out.PeriodStart {
		l.deadline = slot + out.PeriodCycles/cyclesPerSlot
	}
}

// slottedSplit is what the first of two flows that always have a frame gets of what the
// second gets, over one link with a congestion point, from 400 to 1300 ms. In each slot
// the first one's frame comes first, or with shuffled any of them.
func slottedSplit(seed uint64, shuffled bool) float64 {
	const slots, from = 1_083_333, 333_333 // of 1.2 us
	random := rand.New(rand.NewPCG(seed, 0))
	point := golden.CPParams{QEq: 33000, WShift: 1, Sample: 150000, Table: 1}
	var flows [2]slottedRate
	for i := range flows {
		flows[i].unit = golden.NewRPUpdate(golden.ReactionParams{ByteCounter: 150000, Timer: 300000, RAI: 524, RHAI: 5243,
			MinRate: 1049, EFR: 1, TRR: 1})
	}
	queue, before, left := 0, 0, point.Sample
	var sent [2]int
	for slot := range slots {
		order := []int{0, 1}
		if shuffled && random.IntN(2) == 0 {
			order = []int{1, 0}
		}
		for _, i := range order {
			l := &flows[i]
			if l.limited {
				if slot >= l.deadline {
					l.happens(golden.RPUpdateIn{EventTimer: true, Jitter: random.IntN(1 << 16)}, slot)
				}
				l.tokens = min(2, l.tokens+float64(l.rate)/(1<<20))
				if l.tokens < 1 {
					continue
				}
				l.tokens--
				if l.bytes -= splitFrame; l.bytes < 0 {
					l.happens(golden.RPUpdateIn{EventBytes: true, Jitter: random.IntN(1 << 16)}, slot)
				}
			}
			if slot >= from {
				sent[i]++
			}
			queue += splitFrame
			if left -= splitFrame; left >= 0 {
				continue
			}
			feedback := point.Feedback(max(0, min(point.Top(), queue-point.QEq+2*(queue-before))))
			before, left = queue, point.Interval(feedback, random.IntN(256))
			if feedback > 0 {
				l.happens(golden.RPUpdateIn{Starts: !l.limited, EventCNM: true, EventFeedback: feedback}, slot)
				l.limited = true
			}
		}
		queue = max(0, queue-splitFrame)
	}
	return float64(sent[0]) / float64(sent[1])
}

// TestSplitFollowsTheOrder: of two flows with a congestion point at
// their output, one gets several times as much as the other if their frames come in the
// same order in every time slot, and both the same if the order is random.
func TestSplitFollowsTheOrder(t *testing.T) {
	t.Parallel()
	for seed := range uint64(5) {
		fixed, random := slottedSplit(seed, false), slottedSplit(seed, true)
		t.Logf("seed %d: %.2f in a fixed order, %.3f in a random one", seed, fixed, random)
		assert.Assert(t, fixed > 4)
		assert.Assert(t, random > 1/1.2 && random < 1.2)
	}
}
