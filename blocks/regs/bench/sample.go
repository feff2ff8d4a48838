package bench

import (
	"math/rand"
	"slices"

	rtl "culprit.example/culprit/blocks/regs"
	"culprit.example/culprit/blocks/regs/golden"
	"culprit.example/culprit/rtlgen/blocks"
	"culprit.example/culprit/testbench"
	"culprit.example/culprit/testbench/kit"
)

var sampleCoverPoints = append([]string{
	"no register at the address of a read", "no register at the address of a write", "interrupt", "interrupt is cleared",
	"event of a bit that is cleared", "bit is cleared, another has an event", "event of a counter that is read",
	"counter at its end is read", "command", "setting written in part",
}, busCoverPoints...)

func sampleBench() testbench.Bench {
	return testbench.Bench{
		Block: blocks.Of(rtl.Sample), MinCycles: 12000, Small: map[string]int{"bits": 3}, CoverPoints: sampleCoverPoints,
		CoverPointsFor: func(v blocks.Values) []string {
			return kit.Without(sampleCoverPoints, kit.Cannot{"counter at its end is read": v["bits"] > 8})
		},
		New: func(v blocks.Values, rng *rand.Rand) testbench.Case {
			s := &sampleStimulus{rng: rng, ports: v["ports"], most: uint32(1<<v["bits"] - 1),
				model: golden.NewSample(v["ports"], v["bits"])}
			s.master = NewMaster(rng, s.address)
			in := golden.SampleIn{Errors: make([]bool, s.ports)}
			return testbench.NewCase(in, s.model.Registered(), s.step, s.drive, s.observe)
		},
	}
}

// sampleStimulus accesses the registers, with events meanwhile.
type sampleStimulus struct {
	rng     *rand.Rand
	ports   int
	most    uint32 // of a counter
	model   *golden.Sample
	master  *Master
	counted bool // counters are read in this part of the run

	raised bool // the interrupt of the cycle before
	asked  golden.Request
	before []uint32 // the counters before the cycle
	seen   uint32   // the pending bits before the cycle
}

// address is that of a register, of the first one behind an array, or any.
func (s *sampleStimulus) address() uint32 {
	if !s.counted && s.rng.Intn(2) == 0 {
		return 0x40 + uint32(s.rng.Intn(4*s.ports+4))
	}
	switch s.rng.Intn(5) {
	case 0:
		return uint32(s.rng.Intn(8))
	case 1:
		return 0x40 + uint32(s.rng.Intn(4*s.ports+4))
	case 2:
		return uint32(s.rng.Intn(256))
	case 3:
		return 4
	}
	if !s.counted {
		return 0
	}
	return 0x80 + uint32(s.rng.Intn(4*s.ports+4))
}

func (s *sampleStimulus) drive(cycle int) golden.SampleIn {
	if cycle%2000 == 0 {
		s.counted = cycle%4000 != 0
	}
	in := golden.SampleIn{AXILiteIn: s.master.Drive(cycle, s.model.Registered().AXILiteOut),
		Level: uint32(s.rng.Intn(256)), Errors: make([]bool, s.ports)}
	if kit.Chance(s.rng, 20) {
		in.Causes = 1 << s.rng.Intn(10)
	}
	kit.Bools(s.rng, in.Errors, 50)
	return in
}

// step notes what an access meets.
func (s *sampleStimulus) step(in golden.SampleIn) golden.SampleOut {
	s.asked, s.before, s.seen = s.model.Request(), slices.Clone(s.model.Counts()), s.model.Pending()
	return s.model.Step(in)
}

func (s *sampleStimulus) observe(in golden.SampleIn, out golden.SampleOut, hit func(string)) {
	observeBus(in.AXILiteIn, out.AXILiteOut, hit)
	q := s.asked
	write, read := q.ReqValid && q.ReqWrite, q.ReqValid && !q.ReqWrite
	port := int(q.ReqAddress/4) - 0x20
	counter := read && port >= 0 && port < s.ports
	cleared := uint32(0)
	if write && q.ReqAddress/4 == 1 {
		cleared = s.seen &^ s.model.Pending()
	}
	kit.Reached{
		"no register at the address of a read":  out.SAxilRvalid && out.SAxilRresp != 0,
		"no register at the address of a write": out.SAxilBvalid && out.SAxilBresp != 0,
		"interrupt":                             out.Irq,
		"interrupt is cleared":                  s.raised && !out.Irq,
		"bit is cleared, another has an event":  cleared != 0 && in.Causes != 0,
		"event of a bit that is cleared": write && q.ReqAddress/4 == 1 && q.ReqStrobes == 15 &&
			q.ReqData>>2&in.Causes&s.seen != 0,
		"event of a counter that is read": counter && in.Errors[port],
		"counter at its end is read":      counter && s.before[port] == s.most,
		"command":                         slices.Contains(out.Clear, true),
		"setting written in part": write && q.ReqAddress >= 0x40 && q.ReqAddress < 0x40+4*uint32(s.ports) &&
			q.ReqStrobes&3 == 1,
	}.Report(hit)
	s.raised = out.Irq
}
