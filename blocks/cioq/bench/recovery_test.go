package bench

import (
	"fmt"
	"maps"
	"math/big"
	"math/rand"
	"slices"
	"testing"

	"gotest.tools/v3/assert"

	rtl "culprit.example/culprit/blocks/cioq"
	"culprit.example/culprit/blocks/cioq/golden"
	"culprit.example/culprit/rtlgen/blocks"
	"culprit.example/culprit/testbench"
	"culprit.example/culprit/testbench/kit"
	"culprit.example/culprit/testbench/mutant"
)

// fault is something that happens to one segment, or to one cycle, of a link into an element.
type fault struct {
	name       string
	cells      bool // cells can have it, too
	beats      func(rng *rand.Rand, p golden.Params, b []golden.Beat, at int) []golden.Beat
	credits    int  // that were never taken come at the output of the same number
	uncredited bool // many segments are sent without a credit
	extra      bool // it takes a slot for which there was no credit: it happens at low load
	whole      bool // the segment may leave whole all the same
	cause      int  // that must be counted, -1 for none
}

var faults = []fault{
	{name: "rest late", cause: golden.Cut,
		beats: func(rng *rand.Rand, _ golden.Params, b []golden.Beat, at int) []golden.Beat {
			return slices.Insert(slices.Clone(b), at, make([]golden.Beat, 1+rng.Intn(9))...)
		}},
	{name: "rest lost", cause: golden.Cut,
		beats: func(_ *rand.Rand, _ golden.Params, b []golden.Beat, at int) []golden.Beat {
			return b[:at]
		}},
	{name: "head doubled", cause: golden.Cut, extra: true, whole: true,
		beats: func(_ *rand.Rand, _ golden.Params, b []golden.Beat, _ int) []golden.Beat {
			return append([]golden.Beat{b[0]}, b...)
		}},
	{name: "head in the middle", cause: golden.Cut, extra: true,
		beats: func(_ *rand.Rand, _ golden.Params, b []golden.Beat, at int) []golden.Beat {
			b[at] = b[0]
			return b[:at+1]
		}},
	{name: "head with tail", cause: golden.Cut,
		beats: func(_ *rand.Rand, _ golden.Params, b []golden.Beat, _ int) []golden.Beat {
			b[0].Tail = true
			return b
		}},
	{name: "too long", cause: golden.Long,
		beats: func(rng *rand.Rand, p golden.Params, b []golden.Beat, _ int) []golden.Beat {
			b[len(b)-1].Tail = false
			for range 33 - len(b) + rng.Intn(9) {
				b = append(b, golden.Beat{Valid: true, Data: word(rng, p.Data)})
			}
			return b
		}},
	{name: "no tail", cells: true, cause: -1,
		beats: func(_ *rand.Rand, _ golden.Params, b []golden.Beat, _ int) []golden.Beat {
			b[len(b)-1].Tail = false
			return append(b, golden.Beat{})
		}},
	{name: "head lost", cause: golden.NoHead,
		beats: func(_ *rand.Rand, _ golden.Params, b []golden.Beat, _ int) []golden.Beat {
			return b[1:]
		}},
	{name: "head not marked", cells: true, cause: golden.NoHead,
		beats: func(_ *rand.Rand, _ golden.Params, b []golden.Beat, _ int) []golden.Beat {
			b[0].Head = false
			return b
		}},
	{name: "turn that does not exist", cells: true, cause: golden.NoRoute,
		beats: func(rng *rand.Rand, p golden.Params, b []golden.Beat, _ int) []golden.Beat {
			b[0].Data = withTurn(rng, p, p.Ports)
			return b
		}},
	{name: "damaged before", cause: golden.Marked,
		beats: func(_ *rand.Rand, _ golden.Params, b []golden.Beat, _ int) []golden.Beat {
			b[len(b)-1].Bad = true
			return b
		}},
	{name: "beats of nobody", cause: golden.NoHead, whole: true,
		beats: func(rng *rand.Rand, p golden.Params, b []golden.Beat, at int) []golden.Beat {
			var strays []golden.Beat
			for range at {
				strays = append(strays, golden.Beat{Valid: true, Data: word(rng, p.Data)})
			}
			return append(strays, b...)
		}},
	{name: "credits that were never taken", cells: true, credits: 40, cause: golden.NoCredit},
	{name: "sender with credits that it has not", cells: true, uncredited: true, whole: true, cause: golden.NoRoom},
}

// recovering puts cioq_element among links of which one breaks a rule now and then.
type recovering struct {
	p        golden.Params
	rng      *rand.Rand
	device   func(golden.ElementIn) golden.ElementOut
	out      golden.ElementOut
	clear    bool
	straight bool // each input sends to the next output
	stuck    bool // no credit comes back
	ends     []recoveringEnd
	due      map[segmentFlow][]int // numbers of segments that must leave whole, in order
	faulty   map[[2]int]bool       // {input, number} of segments whose rules were broken
	left     int                   // beats
	problem  error
}

// recoveringEnd is the other end of the links of a port.
type recoveringEnd struct {
	number, credits int
	beats           []golden.Beat
	received        []golden.Beat
	owed, extra     int
	held            bool // begins nothing
}

func newRecovering(t *testing.T, v blocks.Values, mutants ...testbench.Mutant) *recovering {
	values, err := blocks.Of(rtl.Element).Resolve(v)
	assert.NilError(t, err)
	p := kit.ParamsOf[golden.Params](values)
	d, err := testbench.NewDevice(blocks.Of(rtl.Element), values, golden.NewElementIn(p.Ports), golden.NewElementOut(p.Ports),
		mutants...)
	assert.NilError(t, err)
	seed := rand.Int63()
	t.Logf("seed %d", seed)
	r := &recovering{p: p, rng: rand.New(rand.NewSource(seed)), device: d.Step, due: map[segmentFlow][]int{},
		faulty: map[[2]int]bool{}}
	for range p.Ports {
		r.ends = append(r.ends, recoveringEnd{credits: p.SlotsIn})
	}
	return r
}

// payload is beat i of a segment.
func (r *recovering) payload(input, number, i int) *big.Int {
	return big.NewInt(int64(input)<<48 | int64(number)<<32 | int64(i)<<24 | int64(input*77+number*13+i)&0xffffff)
}

// begin begins a segment at an input.
func (r *recovering) begin(i int) {
	end := &r.ends[i]
	end.credits = max(0, end.credits-1)
	end.number = (end.number + 1) % (1 << 15)
	to := r.rng.Intn(r.p.Ports)
	if r.straight {
		to = (i + 1) % r.p.Ports
	}
	delete(r.faulty, [2]int{i, end.number})
	end.beats = segmentOf(r.rng, r.p, to, phase{short: 30, long: 10}.length(r.rng, r.p))
	setField(end.beats[0].Data, fromAt, 4, i)
	setField(end.beats[0].Data, numberAt, 16, end.number)
	for k := range end.beats[1:] {
		end.beats[1+k].Data = r.payload(i, end.number, 1+k)
	}
	r.due[segmentFlow{i, to}] = append(r.due[segmentFlow{i, to}], end.number)
}

// breaks notes that nobody waits for the segment that begins at an input.
func (r *recovering) breaks(i int) {
	number := r.ends[i].number
	r.faulty[[2]int{i, number}] = true
	for flow, due := range r.due {
		if n := len(due); flow.From == i && n > 0 && due[n-1] == number {
			r.due[flow] = due[:n-1]
		}
	}
}

// step is a cycle in which an idle input begins a segment with that chance.
func (r *recovering) step(percent int) {
	in := golden.NewElementIn(r.p.Ports)
	for i := range r.ends {
		end := &r.ends[i]
		if len(end.beats) == 0 && !end.held && end.credits > 0 && kit.Chance(r.rng, percent) {
			r.begin(i)
		}
		in.RxData[i], in.ErrClear[i] = new(big.Int), r.clear
		if len(end.beats) > 0 {
			b := end.beats[0]
			in.RxValid[i], in.RxHead[i], in.RxTail[i], in.RxBad[i] = b.Valid, b.Head, b.Tail, b.Bad
			if b.Data != nil {
				in.RxData[i] = b.Data
			}
			end.beats = end.beats[1:]
		}
		switch {
		case end.extra > 0:
			end.extra--
			in.TxCredit[i] = true
		case end.owed > 0 && !r.stuck && (r.straight || r.rng.Intn(3) == 0):
			end.owed--
			in.TxCredit[i] = true
		}
	}
	r.out = r.device(in)
	for i := range r.ends {
		r.see(i)
	}
}

func (r *recovering) see(i int) {
	end, b := &r.ends[i], r.out.Tx(i)
	if r.out.RxCredit[i] {
		end.credits = min(r.p.SlotsIn, end.credits+1)
	}
	if !b.Valid {
		if len(end.received) > 0 {
			r.wrong("a segment leaves output %d with a gap", i)
		}
		return
	}
	if b.Head != (len(end.received) == 0) {
		r.wrong("beat %d at output %d has head=%t", len(end.received), i, b.Head)
	}
	r.left++
	b.Data = new(big.Int).Set(b.Data)
	end.received = append(end.received, b)
	if b.Tail {
		r.leaves(i, end.received, b.Bad)
		end.received = nil
		end.owed++
	}
}

// leaves judges a segment that has left.
func (r *recovering) leaves(output int, beats []golden.Beat, bad bool) {
	input, number := field(beats[0].Data, fromAt, 4), field(beats[0].Data, numberAt, 16)
	faulty := r.faulty[[2]int{input, number}]
	for i, b := range beats[1:] {
		if b.Data.Cmp(r.payload(input, number, 1+i)) != 0 && !faulty {
			r.wrong("beat %d of segment %d of input %d at output %d is %x", 1+i, number, input, output, b.Data)
		}
	}
	if faulty {
		return
	}
	flow := segmentFlow{input, output}
	if bad || len(r.due[flow]) == 0 || r.due[flow][0] != number {
		r.wrong("segment %d of input %d leaves output %d, bad=%t; due are %d", number, input, output, bad, r.due[flow])
		return
	}
	r.due[flow] = r.due[flow][1:]
}

func (r *recovering) wrong(format string, args ...any) {
	if r.problem == nil {
		r.problem = fmt.Errorf(format, args...)
	}
}

// try breaks a rule at a random moment in full traffic, and reports what is not as before afterwards.
func (r *recovering) try(f fault) error {
	victim, load := r.rng.Intn(r.p.Ports), 80
	if f.extra {
		load = 5
	}
	r.run(40+r.rng.Intn(60), load)
	r.inject(f, victim)
	r.run(100+r.rng.Intn(40), load)
	r.run(r.bound(), 0)
	for slices.ContainsFunc(r.ends, func(e recoveringEnd) bool { return e.owed > 0 }) {
		r.step(0)
	}
	r.run(10, 0)
	return r.judge(f, victim)
}

func (r *recovering) run(cycles, load int) {
	for range cycles {
		r.step(load)
	}
}

// bound is how many cycles after the last segment all must be at rest: all slots may hold one for one output.
func (r *recovering) bound() int {
	longest := 33
	if r.p.Cells() {
		longest = 1
	}
	return r.p.Ports*(r.p.SlotsIn+r.p.SlotsOut)*longest + 8*(r.p.LinkLatency+r.p.CreditLatency) + 60
}

// inject does it.
func (r *recovering) inject(f fault, port int) {
	end := &r.ends[port]
	end.held = true
	defer func() { end.held = false }()
	rest := func() {
		for len(end.beats) > 0 {
			r.step(80)
		}
	}
	rest()
	switch {
	case f.beats != nil:
		for end.credits == 0 {
			r.step(80)
		}
		r.begin(port)
		r.breaks(port)
		at := 1
		if len(end.beats) > 1 {
			at += r.rng.Intn(len(end.beats) - 1)
		}
		if f.whole { // it is good all the same
			delete(r.faulty, [2]int{port, end.number})
			flow := segmentFlow{port, r.goalOf(end.beats[0])}
			r.due[flow] = append(r.due[flow], end.number)
		}
		end.beats = append(f.beats(r.rng, r.p, end.beats, at), golden.Beat{})
		rest()
	case f.uncredited:
		r.stuck = true
		for range 4*(r.p.SlotsIn+r.p.SlotsOut) + 60 {
			r.begin(port)
			r.breaks(port)
			rest()
		}
		r.stuck = false
		r.run(r.bound(), 80) // its next ones are sent when both ends agree again
	default:
		end.extra = f.credits
	}
}

func (r *recovering) goalOf(b golden.Beat) int {
	bits := 1
	for 1<<bits < r.p.Ports {
		bits++
	}
	return field(b.Data, r.p.Data-1-(r.p.Stage+1)*bits, bits)
}

// judge reports what is not as it was before the fault, or was not counted.
func (r *recovering) judge(f fault, victim int) error {
	if r.problem != nil {
		return r.problem
	}
	for flow, list := range r.due {
		if len(list) > 0 {
			return fmt.Errorf("%d segments from input %d to output %d have not left", len(list), flow.From, flow.To)
		}
	}
	for i := range r.ends {
		if r.ends[i].credits != r.p.SlotsIn || r.out.StatInHeld[i]+r.out.StatOutHeld[i] > 0 {
			return fmt.Errorf("port %d: %d of %d credits, %d segments at the input and %d at the output", i, r.ends[i].credits,
				r.p.SlotsIn, r.out.StatInHeld[i], r.out.StatOutHeld[i])
		}
		if i != victim && r.out.ErrSeen[i] != 0 {
			return fmt.Errorf("port %d has seen errors %#x", i, r.out.ErrSeen[i])
		}
	}
	if seen := r.out.ErrSeen[victim]; seen == 0 || f.cause >= 0 && seen>>f.cause&1 == 0 {
		return fmt.Errorf("port %d has seen errors %#x only", victim, seen)
	}
	r.clear = true
	r.step(0)
	r.clear = false
	return nil
}

// all tries every fault at a number of moments, and full traffic afterwards.
func (r *recovering) all(moments int) error {
	for _, f := range faults {
		if r.p.Cells() && !f.cells || f.cause == golden.NoRoute && r.p.Ports&(r.p.Ports-1) == 0 {
			continue
		}
		for moment := range moments {
			if err := r.try(f); err != nil {
				return fmt.Errorf("%s, moment %d: %w", f.name, moment, err)
			}
		}
	}
	r.straight = true
	before, cycles := r.left, 4000
	r.run(cycles, 100)
	if rate := float64(r.left-before) / float64(cycles*r.p.Ports); rate < 0.9 {
		return fmt.Errorf("only %.2f beats per cycle and output leave after all faults", rate)
	}
	return nil
}

var recoveringForms = map[string]blocks.Values{
	"beats":             {"ports": 3, "slots_in": 8, "slots_out": 8, "credits": 8},
	"store and forward": {"ports": 4, "slots_in": 6, "slots_out": 8, "credits": 6, "cut_through": 0, "data": 65},
	"cells":             {"ports": 3, "slots_in": 16, "slots_out": 16, "credits": 16, "data": 96},
}

// TestRecovery breaks each rule of a link at random moments: what is sent afterwards arrives, all
// slots and credits come home, and the error is counted.
func TestRecovery(t *testing.T) {
	t.Parallel()
	moments := 60
	if testing.Short() {
		moments = 10
	}
	for name, v := range recoveringForms {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			assert.NilError(t, newRecovering(t, maps.Clone(v)).all(moments))
		})
	}
}

// TestNoRecovery does the same with mistakes in the guard.
func TestNoRecovery(t *testing.T) {
	t.Parallel()
	for name, m := range map[string]testbench.Mutant{
		"gap":     kit.In("gap", "cioq_input", mutant.StuckBit("is_cut", 0, 0)),
		"head":    kit.In("head", "cioq_input", mutant.StuckBit("headless", 0, 0)),
		"turn":    kit.In("turn", "cioq_input", mutant.StuckBit("turn_is_of_a_port", 0, 1)),
		"dropped": kit.In("dropped", "cioq_input", mutant.StuckBit("dropped_q", 0, 0)),
		"alone":   kit.In("alone", "cioq_input", mutant.StuckBit("only_head_q", 0, 0)),
		"long":    kit.In("long", "cioq_input", mutant.StuckBit("full", 0, 0)),
		"excess":  kit.In("excess", "cioq_output", mutant.StuckBit("excess_q", 0, 0)),
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			r := newRecovering(t, maps.Clone(recoveringForms["beats"]), m)
			assert.ErrorContains(t, r.all(20), "moment")
		})
	}
}
