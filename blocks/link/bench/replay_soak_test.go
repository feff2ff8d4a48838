package bench

import (
	"fmt"
	"math"
	"math/big"
	"math/rand"
	"testing"

	"gotest.tools/v3/assert"

	rtl "culprit.example/culprit/blocks/link"
	"culprit.example/culprit/blocks/link/golden"
	"culprit.example/culprit/internal/tiers"
	"culprit.example/culprit/rtlgen/blocks"
	"culprit.example/culprit/testbench"
)

// replayDevice is a unit in hardware.
type replayDevice = testbench.Device[golden.ReplayIn, golden.ReplayOut]

// noise inverts bits at a rate: the distances between bits that are damaged are geometric.
type noise struct {
	rng  *rand.Rand
	rate float64
	bits int // of a word
	gap  int // bits until the next one that is damaged
}

func newNoise(rng *rand.Rand, rate float64, bits int) *noise {
	n := &noise{rng: rng, rate: rate, bits: bits}
	n.gap = n.distance()
	return n
}

func (n *noise) distance() int {
	return int(math.Log(1-n.rng.Float64()) / math.Log1p(-n.rate))
}

// pass is what becomes of a word.
func (n *noise) pass(word *big.Int) *big.Int {
	for n.gap < n.bits {
		word = flipped(word, n.gap)
		n.gap += 1 + n.distance()
	}
	n.gap -= n.bits
	return word
}

// replayEnd is a unit with who sends numbered flits and expects those of the other end.
type replayEnd struct {
	device         *replayDevice
	out            golden.ReplayOut
	flight         []*big.Int // words on their way from it
	noise          *noise
	sent, expected int64
	next           *big.Int
	starts         map[int64]bool // flits that were the first of a session of this end
	fresh          bool           // no flit has come in this session
}

// numbered is flit number n: its number, and a pattern that goes with it.
func numbered(n int64) *big.Int {
	return new(big.Int).SetUint64(uint64(n)<<32 | uint64(uint32(n*2654435761)))
}

// step is a cycle: word is what comes over the line from the other end. The first flit of a
// session is the first that the other end has sent in one of its own, and none comes twice.
func (e *replayEnd) step(t *testing.T, other *replayEnd, word *big.Int, restart bool) {
	wasUp := e.out.LineUp
	e.out = e.device.Step(golden.ReplayIn{
		FlitTxValid: true, FlitTx: e.next, LineRestart: restart, LineRxValid: word != nil, LineRx: word,
	})
	if e.out.LineUp && !wasUp {
		e.fresh = true
		e.starts[e.sent] = true
	}
	if e.out.FlitTxReady {
		e.sent++
		e.next = numbered(e.sent)
	}
	if e.out.FlitRxValid {
		n := new(big.Int).Rsh(e.out.FlitRx, 32).Int64()
		if e.fresh && n >= e.expected && other.starts[n] {
			e.expected = n
		}
		if e.out.FlitRx.Cmp(numbered(e.expected)) != 0 {
			t.Fatalf("flit %d should have come, and %x has", e.expected, e.out.FlitRx)
		}
		e.fresh = false
		e.expected++
	}
}

// replayPair is two units over two lines, which have half of the round trip each.
type replayPair struct {
	ends [2]*replayEnd
	v    blocks.Values
	dead bool   // nothing passes
	mute [2]int // cycles in which nothing of an end passes
}

func newReplayPair(t *testing.T, rng *rand.Rand, v blocks.Values, rate float64) *replayPair {
	full, err := blocks.Of(rtl.Replay).Resolve(v)
	assert.NilError(t, err)
	p := &replayPair{v: full}
	for i := range p.ends {
		p.ends[i] = &replayEnd{
			device: p.device(t), flight: make([]*big.Int, v["round_trip"]/2-1),
			next: numbered(0), starts: map[int64]bool{},
		}
		if rate > 0 {
			p.ends[i].noise = newNoise(rng, rate, replayConfig(full).Bits())
		}
	}
	return p
}

// device is a unit after its reset.
func (p *replayPair) device(t *testing.T) *replayDevice {
	device, err := testbench.NewDevice(blocks.Of(rtl.Replay), p.v, golden.ReplayIn{}, golden.NewReplayOut())
	assert.NilError(t, err)
	return device
}

// step is a cycle of both ends.
func (p *replayPair) step(t *testing.T, restart [2]bool) {
	var come [2]*big.Int
	for i, e := range p.ends {
		var word *big.Int
		p.mute[i] = max(0, p.mute[i]-1)
		if e.out.LineTxValid && !p.dead && p.mute[i] == 0 {
			word = new(big.Int).Set(e.out.LineTx)
			if e.noise != nil {
				word = e.noise.pass(word)
			}
		}
		e.flight = append(e.flight, word)
		come[1-i], e.flight = e.flight[0], e.flight[1:]
	}
	for i, e := range p.ends {
		e.step(t, p.ends[1-i], come[i], restart[i])
	}
}

// TestReplayRestarts: restarts, resets of one end, which forget its epoch, and lines that are
// cut, at an epoch of two bits. No flit of an old session comes, none twice or out of order, and
// the line comes up each time.
func TestReplayRestarts(t *testing.T) {
	t.Parallel()
	rng := rand.New(rand.NewSource(int64(tiers.Seed(1))))
	p := newReplayPair(t, rng, blocks.Values{"round_trip": 12, "depth": 32, "epoch": 2}, 1e-4)
	sessions := 0
	for range max(300, tiers.Cycles(0)/1000) {
		for range 1 + rng.Intn(4) {
			i := rng.Intn(2)
			for range rng.Intn(100) {
				p.step(t, [2]bool{})
			}
			switch rng.Intn(4) {
			case 0:
				p.step(t, [2]bool{i == 0, i == 1})
			case 1, 2:
				p.ends[i].device, p.ends[i].out = p.device(t), golden.NewReplayOut()
				p.mute[i] = rng.Intn(2) * rng.Intn(40)
			default:
				p.dead = true
				for range rng.Intn(600) {
					p.step(t, [2]bool{})
				}
				p.dead = false
			}
		}
		up := 0
		for cycle := 0; up < 100; cycle++ {
			assert.Assert(t, cycle < 2000, "the line does not come up")
			p.step(t, [2]bool{})
			if up++; !p.ends[0].out.LineUp || !p.ends[1].out.LineUp {
				up = 0
			}
		}
		sessions++
	}
	t.Logf("%d sessions, %d and %d flits", sessions, p.ends[0].expected, p.ends[1].expected)
}

// TestReplaySoak: two units over two lines with bit errors, a flit offered to both in each
// cycle. No flit is lost, doubled, damaged or out of order, the line stays up, and the goodput
// is that of the contract: the formula was there before the first run, and the bounds are 3 %
// below and above it. `make soak-replay` runs 10^7 cycles.
func TestReplaySoak(t *testing.T) {
	tiers.Long(t, "a soak test")
	t.Parallel()
	cycles := tiers.Cycles(400_000)
	for _, rate := range []float64{0, 1e-7, 1e-6, 1e-5, 1e-4} {
		t.Run(fmt.Sprint(rate), func(t *testing.T) {
			t.Parallel()
			const roundTrip = 46 // and 18 are the depth
			v := blocks.Values{"round_trip": roundTrip, "depth": 64}
			pair := newReplayPair(t, rand.New(rand.NewSource(int64(tiers.Seed(1)))), v, rate)
			for range cycles {
				pair.step(t, [2]bool{})
			}
			p := 1 - math.Pow(1-rate, float64(replayConfig(pair.v).Bits()))
			l := float64(roundTrip + rtl.ReplayStages)
			timeout := math.Floor(2.5 * l)
			want := 1 / (1 + p*((1-p)*l+p*timeout) + p*p/(1-p)*timeout)
			for i, e := range pair.ends {
				got := float64(e.expected) / float64(cycles)
				t.Logf("end %d: %d flits in %d cycles, goodput %.4f, by the formula %.4f", i, e.expected, cycles, got, want)
				assert.Assert(t, e.out.ErrCounts[golden.WentDown] == 0 && e.out.LineUp, "the line went down")
				assert.Assert(t, math.Abs(got/want-1) < 0.03, "goodput %.4f, and it should be %.4f", got, want)
			}
		})
	}
}
