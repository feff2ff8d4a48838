package bench

import (
	"math/rand"
	"slices"

	rtl "culprit.example/culprit/blocks/link"
	"culprit.example/culprit/blocks/link/golden"
	bus "culprit.example/culprit/blocks/regs/bench"
	"culprit.example/culprit/rtlgen/blocks"
	"culprit.example/culprit/testbench"
	"culprit.example/culprit/testbench/kit"
)

var regsCoverPoints = []string{"interrupt", "interrupt is cleared", "pending stays with its error",
	"errors are cleared", "counter is read", "no register"}

func regsBench() testbench.Bench {
	return testbench.Bench{
		Block: rtl.RegsBlock(), MinCycles: 16000, Small: map[string]int{"ports": 2}, CoverPoints: regsCoverPoints,
		New: func(v blocks.Values, rng *rand.Rand) testbench.Case {
			s := &regsStimulus{rng: rng, ports: v["ports"], model: golden.NewRegs(v["ports"], v["error_bits"]),
				errors: golden.NewPins(v["ports"], v["error_bits"])}
			s.master = bus.NewMaster(rng, s.address)
			in := golden.RegsIn{PinsOut: golden.NewPinsOut(s.ports)}
			return testbench.NewCase(in, s.model.Registered(), s.step, s.drive, s.observe)
		},
	}
}

// regsStimulus joins the registers to the errors of a switch.
type regsStimulus struct {
	rng    *rand.Rand
	ports  int
	model  *golden.Regs
	errors *golden.Pins
	master *bus.Master
	often  int
	raised bool // the interrupt of the cycle before
	access struct{ read, write, counter, pending bool }
}

// address is that of a register, of the first one behind an array, or any.
func (s *regsStimulus) address() uint32 {
	array := uint32(s.rng.Intn(4*s.ports + 4))
	kind := s.rng.Intn(5)
	if s.often == 0 { // time to clear all errors
		kind = kit.Pick(s.rng, []int{1, 2, 2, 2, kind})
	}
	switch kind {
	case 0:
		return uint32(s.rng.Intn(8))
	case 1:
		return 4
	case 2:
		return 0x40 + array&0x3f
	case 3:
		return 0x100 + 0x40*uint32(s.rng.Intn(9)) + array&0x3f
	}
	return uint32(s.rng.Intn(1 << 10))
}

func (s *regsStimulus) drive(cycle int) golden.RegsIn {
	if cycle%2000 == 0 {
		s.often = kit.Pick(s.rng, []int{1, 40})
	}
	if cycle%2000 == 300 {
		s.often = 0
	}
	in := golden.RegsIn{AXILiteIn: s.master.Drive(cycle, s.model.Registered().AXILiteOut),
		PinsOut: golden.NewPinsOut(s.ports)}
	s.errors.Show(in.PinsOut)
	return in
}

// step is a cycle of the registers, and of the switch that they clear.
func (s *regsStimulus) step(in golden.RegsIn) golden.RegsOut {
	q := s.model.Request()
	s.access.read, s.access.write = q.ReqValid && !q.ReqWrite, q.ReqValid && q.ReqWrite
	s.access.counter = s.access.read && q.ReqAddress >= 0x100
	s.access.pending = s.access.write && q.ReqAddress/4 == 1 && q.ReqStrobes&1 == 1
	s.access.pending = s.access.pending && q.ReqData&1 == 1 && in.ErrSeen[0] != 0
	out := s.model.Step(in)
	for i := range s.ports {
		guard := make([]bool, golden.Causes)
		kit.Bools(s.rng, guard, s.often)
		sent := golden.Sent{NoCredit: kit.Chance(s.rng, s.often), NoName: kit.Chance(s.rng, s.often)}
		s.errors.Step(i, golden.PinsIn{ErrClear: out.ErrClear}, guard, sent)
	}
	return out
}

func (s *regsStimulus) observe(in golden.RegsIn, out golden.RegsOut, hit func(string)) {
	kit.Reached{
		"interrupt":                    out.Irq,
		"interrupt is cleared":         s.raised && !out.Irq,
		"pending stays with its error": s.access.pending,
		"errors are cleared":           slices.Contains(out.ErrClear, true),
		"counter is read":              s.access.counter,
		"no register":                  out.SAxilRvalid && out.SAxilRresp != 0,
	}.Report(hit)
	s.raised = out.Irq
}
