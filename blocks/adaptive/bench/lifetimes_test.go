package bench

import (
	"slices"
	"testing"

	"gotest.tools/v3/assert"

	"culprit.example/culprit/blocks/adaptive/golden"
	"culprit.example/culprit/internal/tiers"
	"culprit.example/culprit/rtlgen/blocks"
	"culprit.example/culprit/testbench"
)

// What has a life of limited length, used for much longer than that: stamps and numbers
// that wrap, and a window that is too short.

// resequenced runs a resequencer of two hosts. arrivals says what comes from host 1, a
// frame or nothing at a fixed distance in cycles after the first 600. The result counts the pulses.
func resequenced(t *testing.T, every int,
	arrivals []golden.ResequencerIn) (n struct{ delivered, reordered, givenUp, late, lost, held, most int }) {
	t.Helper()
	const from = 600
	zero := n
	scenario(t, "adaptive_resequencer", map[string]int{"hosts": 2}, from+every*len(arrivals)+600,
		func(blocks.Values) testbench.Case {
			n = zero
			model := golden.NewResequencer(2)
			drive := func(c int) golden.ResequencerIn {
				if i := (c - from) / every; c >= from && (c-from)%every == 0 && i < len(arrivals) {
					in := arrivals[i]
					in.ArrivalSrc, in.ArrivalSeq = 1, in.ArrivalSeq%(1<<16)
					return in
				}
				return golden.ResequencerIn{}
			}
			observe := func(_ golden.ResequencerIn, out golden.ResequencerOut, _ func(string)) {
				for _, x := range []struct {
					pulse bool
					count *int
				}{{out.Delivered, &n.delivered}, {out.Reordered, &n.reordered}, {out.GivenUp, &n.givenUp}, {out.Late, &n.late},
					{out.Lost, &n.lost}} {
					if x.pulse {
						*x.count++
					}
				}
				n.held, n.most = out.Held, max(n.most, out.Held)
			}
			return testbench.NewCase(golden.ResequencerIn{}, golden.ResequencerOut{}, model.Step, drive, observe)
		})
	return n
}

// frame is the one with this number, made 24 cycles after the one before.
func frame(number int) golden.ResequencerIn {
	return golden.ResequencerIn{ArrivalValid: true, ArrivalSeq: number, ArrivalStamp: uint32(24 * number)}
}

// TestFullWindow: 255 frames wait for the one before them; the one behind the window moves
// it on, which delivers them all; the missing one comes late. None is lost.
func TestFullWindow(t *testing.T) {
	t.Parallel()
	var list []golden.ResequencerIn
	for number := 1; number <= 256; number++ {
		list = append(list, frame(number))
	}
	n := resequenced(t, 2, list[:255])
	assert.Equal(t, n.held, 255)
	assert.Equal(t, n.delivered+n.givenUp+n.lost, 0)
	n = resequenced(t, 2, list)
	assert.Equal(t, n.most, 256)
	assert.Equal(t, n.held, 0)
	assert.Equal(t, n.delivered, 256)
	assert.Equal(t, n.givenUp, 1)
	// Numbers in the window that are missing, and one far ahead of them all.
	n = resequenced(t, 8, append(slices.Clone(list[:255:255]), frame(400), frame(0), frame(256), frame(257), frame(0)))
	assert.Equal(t, n.givenUp, 1, "only 0 leaves the window of 400 without having come")
	assert.Equal(t, n.late, 1)
	assert.Equal(t, n.delivered, 257)
	assert.Equal(t, n.held, 1, "400 waits for 258")
	assert.Equal(t, n.lost, 1, "0 came twice")
}

// TestNumbersWrap sends more frames than there are numbers, in pairs that change places,
// while one of the first stands still in the network: it is given up, and late although
// its number is that of a frame which is due.
func TestNumbersWrap(t *testing.T) {
	tiers.Long(t, "a wrap of sequence numbers")
	t.Parallel()
	const missing, frames = 5, 1<<16 + 600
	var list []golden.ResequencerIn
	for i := range frames {
		if number := i ^ 1; number != missing {
			list = append(list, frame(number))
		}
		if i == missing+256 { // the window moves: time to deliver all of it
			list = append(list, make([]golden.ResequencerIn, 100)...)
		}
	}
	for _, after := range []int{450, 1<<16 + 60} { // the second time its number is that of a frame soon to come
		n := resequenced(t, 6, slices.Insert(slices.Clone(list), after, frame(missing)))
		assert.Equal(t, n.lost, 0, "after %d frames", after)
		assert.Equal(t, n.givenUp, 1, "after %d frames", after)
		assert.Equal(t, n.late, 1, "after %d frames", after)
		assert.Equal(t, n.delivered, frames-1, "after %d frames", after)
		assert.Equal(t, n.held, 0, "after %d frames", after)
	}
}

// TestStampsWrap keeps entries of a congestion table for more ticks than their stamps can
// tell apart: a local one stays, whatever its stamp, and a remote one lives for its time
// after the last notification.
func TestStampsWrap(t *testing.T) {
	t.Parallel()
	const tick, wrap = 12, 512
	for _, timer := range []int{1, 250, 500} {
		given := map[string]int{"hosts": 2, "ports": 3, "timer": timer}
		// Remote notifications for twice the wrap, some of them a tick apart.
		remote := &tableScript{given: given, ticks: tick, at: map[int]func(*golden.CongestionIn){}}
		const last = 2*wrap*tick + 5
		for c := 5; c <= last; c += tick * max(1, timer/2) {
			remote.at[c] = update(1, 3, false)
		}
		remote.at[last] = update(1, 3, false)
		remote.cycles = last + (timer+3)*tick
		remote.run(t)
		from, to := remote.congestedAt()
		assert.Equal(t, from, 5)
		// Tick timer+1 after the five before the last one ends it, as entry 4 of the scan.
		assert.Equal(t, to, (last/tick+timer+1)*tick+5, "timer %d", timer)
		assert.Assert(t, !slices.ContainsFunc(remote.entries[from:to], func(e golden.Entry) bool { return !e.Congested }),
			"timer %d", timer)

		local := &tableScript{given: given, ticks: tick, cycles: (2*wrap + timer + 3) * tick,
			at: map[int]func(*golden.CongestionIn){5: update(1, 3, true), 2 * wrap * tick: low}}
		local.run(t)
		from, to = local.congestedAt()
		assert.DeepEqual(t, []int{from, to}, []int{5, 2*wrap*tick - 1})
	}
}
