package bench

import (
	"math/rand"

	"culprit.example/culprit/blocks/prim"
	"culprit.example/culprit/blocks/prim/golden"
	"culprit.example/culprit/rtlgen/blocks"
	"culprit.example/culprit/rtlgen/ir"
	"culprit.example/culprit/testbench"
	"culprit.example/culprit/testbench/kit"
)

var sepAllocatorCoverPoints = []string{
	"nothing_eligible", "all_matched", "lost", "input_busy", "busy_output_skipped", "queue_pointer_wraps",
	"input_pointer_wraps",
	"same_pair_again",
}

func sepAllocatorBench() testbench.Bench {
	return testbench.Bench{
		Block: blocks.Of(prim.SepAllocator), New: sepAllocatorCase, MinCycles: minCycles,
		CoverPoints: sepAllocatorCoverPoints,
		CoverPointsFor: func(v blocks.Values) []string {
			return kit.Without(sepAllocatorCoverPoints, kit.Cannot{
				"lost":                v["inputs"] == 1,
				"busy_output_skipped": v["queues"] == 1 || v["outputs"] == 1,
				"queue_pointer_wraps": v["queues"] == 1,
				"input_pointer_wraps": v["inputs"] == 1,
			})
		},
	}
}

// wish is which outputs the queues want.
type wish int

const (
	anyOutput wish = iota
	sameOutput
	ownOutput // all queues of an input the same one, each input another
)

// allocation is how many queues are eligible and how many inputs and outputs
// are free, in percent.
type allocation struct {
	eligible, input, output int
	wish                    wish
	alone                   bool // no more than one queue is eligible, the same for some cycles
}

var sepAllocatorProgram = program[allocation]{
	{4, allocation{eligible: 0, input: 100, output: 100}},
	{16, allocation{eligible: 100, input: 100, output: 100, wish: ownOutput}},
	{40, allocation{eligible: 100, input: 100, output: 100, wish: sameOutput}},
	{60, allocation{eligible: 100, input: 100, output: 100}},
	{60, allocation{eligible: 100, input: 100, output: 60}},
	{60, allocation{eligible: 60, input: 70, output: 70}},
	{40, allocation{eligible: 50, input: 90, output: 90, wish: sameOutput}},
	{60, allocation{eligible: 20, input: 90, output: 90}},
	{16, allocation{eligible: 100, input: 100, output: 100, wish: sameOutput, alone: true}},
}

func sepAllocatorCase(v blocks.Values, rng *rand.Rand) testbench.Case {
	inputs, queues, outputs := v["inputs"], v["queues"], v["outputs"]
	d, m := dice{rng}, golden.NewSepAllocator(inputs, queues, outputs)
	// After every other reset all queues of all inputs want one output after the
	// other, until each input has won once: this shows where each search begins.
	contested := 0
	if d.chance(50) {
		contested = inputs * outputs
	}
	drive := func(cycle int) golden.SepAllocatorIn {
		odds, hot := sepAllocatorProgram.at(cycle), cycle/8%outputs
		if contested > 0 {
			contested--
			odds, hot = allocation{eligible: 100, input: 100, output: 100, wish: sameOutput}, contested%outputs
		}
		in := golden.SepAllocatorIn{
			Eligible:   d.bits(inputs*queues, odds.eligible),
			Wanted:     make([]int, inputs*queues),
			InputFree:  d.bits(inputs, odds.input),
			OutputFree: d.bits(outputs, odds.output),
		}
		for k := range in.Wanted {
			if odds.alone && k != cycle/8%len(in.Wanted) {
				in.Eligible[k] = false
			}
			switch {
			case !in.Eligible[k]: // anything, also beyond the outputs
				in.Wanted[k] = d.Intn(1 << ir.IndexBits(outputs))
			case odds.wish == sameOutput:
				in.Wanted[k] = hot
			case odds.wish == ownOutput:
				in.Wanted[k] = (k/queues + cycle) % outputs
			default:
				in.Wanted[k] = d.Intn(outputs)
			}
		}
		return in
	}
	in := golden.SepAllocatorIn{
		Eligible: make([]bool, inputs*queues), Wanted: make([]int, inputs*queues),
		InputFree: make([]bool, inputs), OutputFree: make([]bool, outputs),
	}
	out := golden.SepAllocatorOut{
		GrantValid: make([]bool, inputs), GrantQueue: make([]int, inputs), GrantOutput: make([]int, inputs),
		OutputValid: make([]bool, outputs), OutputSource: make([]int, outputs),
	}
	w := newAllocationWatch(inputs, queues, outputs)
	return testbench.NewCase(in, out, m.Step, drive, w.observe)
}

// allocationWatch finds the cover points of sep_allocator.
type allocationWatch struct {
	inputs, queues, outputs int
	lastQueue               []int // granted last to each input
	lastInput               []int // matched last with each output
	before                  golden.SepAllocatorOut
}

func newAllocationWatch(inputs, queues, outputs int) *allocationWatch {
	return &allocationWatch{inputs: inputs, queues: queues, outputs: outputs, lastQueue: make([]int, inputs),
		lastInput: make([]int, outputs)}
}

func (w *allocationWatch) observe(in golden.SepAllocatorIn, out golden.SepAllocatorOut, hit func(string)) {
	grants := 0
	for i, granted := range out.GrantValid {
		w.input(i, in, out, hit)
		if granted {
			grants++
			w.lastQueue[i] = out.GrantQueue[i]
		}
	}
	for o, matched := range out.OutputValid {
		if matched {
			kit.Reached{"input_pointer_wraps": out.OutputSource[o] < w.lastInput[o]}.Report(hit)
			w.lastInput[o] = out.OutputSource[o]
		}
	}
	eligible := false
	for _, e := range in.Eligible {
		eligible = eligible || e
	}
	kit.Reached{"nothing_eligible": !eligible, "all_matched": grants == min(w.inputs, w.outputs)}.Report(hit)
	w.before = out
}

// input finds the cover points of one input.
func (w *allocationWatch) input(i int, in golden.SepAllocatorIn, out golden.SepAllocatorOut, hit func(string)) {
	possible, blocked := false, false // queues that could send now, that wait for an output
	for q := 0; q < w.queues; q++ {
		if k := i*w.queues + q; in.Eligible[k] {
			free := in.OutputFree[in.Wanted[k]]
			possible, blocked = possible || free, blocked || !free
		}
	}
	granted := out.GrantValid[i]
	kit.Reached{
		"lost":                in.InputFree[i] && possible && !granted,
		"input_busy":          !in.InputFree[i] && possible,
		"busy_output_skipped": granted && blocked,
		"queue_pointer_wraps": granted && out.GrantQueue[i] < w.lastQueue[i],
		"same_pair_again": granted && w.before.GrantValid != nil && w.before.GrantValid[i] &&
			w.before.GrantQueue[i] == out.GrantQueue[i] && w.before.GrantOutput[i] == out.GrantOutput[i],
	}.Report(hit)
}
