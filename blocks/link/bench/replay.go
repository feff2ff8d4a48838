package bench

import (
	"math/big"
	"math/rand"

	rtl "culprit.example/culprit/blocks/link"
	"culprit.example/culprit/blocks/link/golden"
	"culprit.example/culprit/rtlgen/blocks"
	"culprit.example/culprit/testbench"
	"culprit.example/culprit/testbench/kit"
)

var replayCoverPoints = []string{
	"a flit in each of 100 cycles", "no room for a flit", "damaged word", "replay", "timeout", "restart while up",
	"restart while down", "other end restarted", "down by silence", "down by timeouts", "word of an old session",
	"acknowledged before it is sent again", "up again", "cleared", "counter at its end", "last epoch",
}

func replayBench() testbench.Bench {
	const timerIsCleared = "the first cycle of a session clears the timer, which is not at its end there"
	return testbench.Bench{
		Block: blocks.Of(rtl.Replay), MinCycles: 60000, Resets: 1,
		Small:       map[string]int{"width": 8, "depth": 32, "round_trip": 6, "epoch": 2, "error_bits": 4},
		CoverPoints: replayCoverPoints,
		CoverPointsFor: func(v blocks.Values) []string {
			return kit.Without(replayCoverPoints, kit.Cannot{
				"last epoch": v["epoch"] > 2, "counter at its end": v["error_bits"] > 8,
			})
		},
		New: func(v blocks.Values, rng *rand.Rand) testbench.Case {
			s := newReplayStimulus(v, rng)
			return testbench.NewCase(golden.ReplayIn{}, golden.NewReplayOut(), s.step, s.drive, s.observe)
		},
		AnyReset: map[string]string{
			"link_replay.tries":   "cleared while the line is down",
			"link_replay.heard_q": "counts while the line is up only, which it is not after reset",
			"link_replay.rx_good": "a hello alone is listened to while the line is down, and none before quiet is 0",
		},
		Equivalent: map[string]string{
			"link_replay reset: timer: bit 0 flipped in reset":    timerIsCleared,
			"link_replay reset: timer: bit 6 flipped in reset":    timerIsCleared,
			"link_replay reset: timer: all bits flipped in reset": timerIsCleared,
		},
		SeldomReset: map[string]string{
			"link_replay.timer": "the first cycle of a session clears it, and a timeout counts there only if the timer is then at its end",
		},
	}
}

// replayConfig are the parameters of a block as those of the model.
func replayConfig(v blocks.Values) golden.ReplayConfig {
	return golden.ReplayConfig{
		ReplayFormat: golden.ReplayFormat{Width: v["width"], Depth: v["depth"], Epoch: v["epoch"]},
		RoundTrip:    v["round_trip"], ErrorBits: v["error_bits"], Tries: v["tries"],
	}
}

// replayStimulus is the other end of a line, the line in both directions with its faults, and
// those who send flits at both ends.
type replayStimulus struct {
	rng      *rand.Rand
	c        golden.ReplayConfig
	model    *golden.Replay
	other    *golden.Replay
	to, from *line  // seen from the block
	phase    int    // cycles left
	load     int    // percent of cycles with a flit, at the block
	loadPeer int    // and at the other end
	restarts [2]int // chances per 10,000
	row      int    // cycles in a row in which a flit was accepted
	wasUp    bool   // at some time
}

func newReplayStimulus(v blocks.Values, rng *rand.Rand) *replayStimulus {
	c := replayConfig(v)
	there := rng.Intn(c.RoundTrip + 1)
	return &replayStimulus{
		rng: rng, c: c, model: golden.NewReplay(c), other: golden.NewReplay(c),
		to: newLine(rng, c.Bits(), there), from: newLine(rng, c.Bits(), c.RoundTrip-there),
	}
}

// begin chooses what happens in the next cycles: mostly a line with faults and traffic, with
// quiet times between them, in which the line comes up again.
func (s *replayStimulus) begin() {
	round := s.c.RoundTrip + rtl.ReplayStages
	s.phase = 250 + 2*round + s.rng.Intn(4*round)
	s.to.faults, s.from.faults, s.restarts = lineFaults{}, lineFaults{}, [2]int{}
	s.load, s.loadPeer = kit.Pick(s.rng, []int{0, 20, 100, 100}), kit.Pick(s.rng, []int{0, 20, 100})
	noise := lineFaults{flip: 100, burst: 100, lose: 100, double: 100, invent: 100}
	heavy := lineFaults{flip: 3000, burst: 1000, lose: 500, double: 500, invent: 500}
	switch s.rng.Intn(12) {
	case 0, 1:
		s.to.faults, s.from.faults = noise, noise
	case 2:
		s.to.faults, s.from.faults = heavy, noise
	case 3, 4:
		s.to.faults, s.from.faults = noise, heavy
	case 5: // silence
		s.from.faults.dead = true
		s.to.faults.dead = s.rng.Intn(2) == 0
		s.phase = 12*round + s.rng.Intn(2*round)
	case 6: // flits alone are lost
		s.to.faults.flits, s.load = 10000, 100
		s.phase = 16 * round
	case 7:
		s.restarts = [2]int{100, 20}
	case 8, 9: // acknowledgements come late, while flits are sent again
		s.from.faults.lose = 10000 - 10000/(4*round)
		s.load = 100
	}
}

func (s *replayStimulus) drive(int) golden.ReplayIn {
	if s.phase == 0 {
		s.begin()
	}
	s.phase--
	in := golden.ReplayIn{
		FlitTxValid: kit.Chance(s.rng, s.load), FlitTx: s.flit(), LineRestart: s.rng.Intn(10000) < s.restarts[0],
		ErrClear: s.rng.Intn(8000) == 0,
	}
	peer := golden.ReplayIn{
		FlitTxValid: kit.Chance(s.rng, s.loadPeer), FlitTx: s.flit(), LineRestart: s.rng.Intn(10000) < s.restarts[1],
	}
	if s.restarts[1] > 0 && s.rng.Intn(1000) == 0 { // a reset of the other end, which forgets its epoch
		s.other = golden.NewReplay(s.c)
	}
	comes := s.to.pass(s.model.Registered().LineTx)
	peer.LineRxValid, peer.LineRx = comes != nil, comes
	out := s.other.Step(peer)
	in.LineRx = s.from.pass(s.strange(out.LineTx))
	if in.LineRxValid = in.LineRx != nil; !in.LineRxValid {
		in.LineRx = s.flit() // whatever
	}
	return in
}

// strange makes a word of another session of some words of the other end.
func (s *replayStimulus) strange(word *big.Int) *big.Int {
	if word == nil || s.rng.Intn(200) > 0 {
		return word
	}
	w, _ := s.c.Decode(word)
	switch {
	case w.Kind < golden.Idle && s.rng.Intn(20) > 0:
		return word
	case s.rng.Intn(2) == 0:
		w.From ^= 1 << s.rng.Intn(s.c.Epoch)
	default:
		w.To ^= 1 << s.rng.Intn(s.c.Epoch)
	}
	return s.c.Encode(w)
}

// flit is a random flit.
func (s *replayStimulus) flit() *big.Int {
	return new(big.Int).Rand(s.rng, new(big.Int).Lsh(big.NewInt(1), uint(s.c.Width)))
}

func (s *replayStimulus) step(in golden.ReplayIn) golden.ReplayOut { return s.model.Step(in) }

func (s *replayStimulus) observe(in golden.ReplayIn, out golden.ReplayOut, hit func(string)) {
	s.row++
	if !in.FlitTxValid || !out.FlitTxReady {
		s.row = 0
	}
	most := uint32(1<<s.c.ErrorBits - 1)
	why := s.model.Why
	kit.Reached{
		"a flit in each of 100 cycles":         s.row >= 100,
		"no room for a flit":                   out.LineUp && !out.FlitTxReady,
		"damaged word":                         s.model.Events[golden.Damaged],
		"replay":                               s.model.Events[golden.Replayed],
		"timeout":                              s.model.Events[golden.TimedOut],
		"restart while up":                     in.LineRestart && out.LineUp,
		"restart while down":                   in.LineRestart && !out.LineUp,
		"other end restarted":                  why.Hello && !in.LineRestart,
		"down by silence":                      why.Silence && !in.LineRestart,
		"down by timeouts":                     why.Timeouts && !in.LineRestart,
		"word of an old session":               s.model.Stale,
		"acknowledged before it is sent again": s.model.NextWasPassed,
		"up again":                             out.LineUp && s.wasUp,
		"cleared":                              in.ErrClear && out.ErrCounts[golden.Damaged] > 0,
		"counter at its end":                   out.ErrCounts[golden.Damaged] == most,
		"last epoch":                           out.LineUp && s.model.Epoch() == 1<<s.c.Epoch-1,
	}.Report(hit)
	s.wasUp = s.wasUp || s.model.Events[golden.WentDown]
}
