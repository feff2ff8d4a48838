package word

import (
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"gotest.tools/v3/assert"
)

// unit is a kernel of this test. Its frame has inputs at 0, 8 and 16, outputs at 24 and 32 and
// state at 48.
type unit struct {
	name string
	run  func(memory map[uint64]uint64, frame uint64)
}

func (u *unit) Name() string { return u.name }

const unitSize = 64

var (
	showState = &unit{"show", func(m map[uint64]uint64, f uint64) {
		m[f+24], m[f+32] = m[f+48]*3, m[f+48]^5
	}}
	throughUnit = &unit{"through", func(m map[uint64]uint64, f uint64) {
		m[f+24], m[f+32] = m[f]+m[f+48], m[f+8]^m[f+48]
	}}
	edgeOfUnit = &unit{"edge", func(m map[uint64]uint64, f uint64) {
		m[f+48] = m[f+48]*7 + m[f] + m[f+8]*5 ^ m[f+16]
	}}
)

// callUnits calls a kernel on units that lie side by side.
func callUnits(p *Program, u *unit, first uint64, count int) {
	p.Calls = append(p.Calls, Callee{Kernel: u, First: uint32(first), Count: count, Size: unitSize, Lanes: 1})
	p.Add(Instr{Op: Call, A: None, B: None, C: None, K: uint64(len(p.Calls) - 1)})
}

// moveWord loads a word and stores it elsewhere.
func moveWord(p *Program, from, to uint64) {
	v := p.Add(Instr{Op: Load, A: None, B: None, C: None, K: from, Size: 8, May: ^uint64(0)})
	p.Add(Instr{Op: Store, A: None, B: v, C: None, K: to, Size: 8})
}

// randomCycle is the programs of a cycle: arrays of units whose outputs are their state, and others
// whose outputs depend on inputs at once, wired at random, through wires and registers of the top.
func randomCycle(r *rand.Rand) []*Program {
	var p *Program
	var values []Ref
	var list []*Program
	begin := func() {
		p = &Program{}
		values = []Ref{p.Add(Instr{Op: Const, A: None, B: None, C: None, K: r.Uint64()})}
		list = append(list, p)
	}
	begin()
	load := func(at uint64, state State) {
		values = append(values, p.Add(Instr{Op: Load, A: None, B: None, C: None, K: at, Size: 8, May: ^uint64(0),
			State: state}))
	}
	store := func(at uint64, state State) {
		p.Add(Instr{Op: Store, A: None, B: values[r.IntN(len(values))], C: None, K: at, Size: 8, State: state})
	}
	call := func(u *unit, first uint64, count int) { callUnits(p, u, first, count) }
	compute := func() {
		for range r.IntN(6) {
			a, b := values[r.IntN(len(values))], values[r.IntN(len(values))]
			values = append(values, p.Add(Instr{Op: []Op{Add, Xor, And, Sub}[r.IntN(4)], A: a, B: b, C: None}))
		}
	}
	const (
		frames    = 1024
		wires     = 64
		registers = 512
	)
	shown, through := 1+r.IntN(4), 1+r.IntN(3)
	readable, wired := []uint64{}, uint64(0)
	look := func() {
		for range 1 + r.IntN(4) {
			if len(readable) > 0 {
				load(readable[r.IntN(len(readable))], 0)
			}
		}
		if r.IntN(3) == 0 {
			load(frames+unitSize*uint64(r.IntN(shown))+48, Foreign) // as unrolled kernels do
		}
		k := r.IntN(4)
		load(registers+8*uint64(k), State(k+1))
		compute()
		if r.IntN(2) == 0 {
			store(wires+8*wired, 0)
			readable = append(readable, wires+8*wired)
			wired++
		}
	}
	outputs := func(first uint64, count int) {
		for n := range count {
			readable = append(readable, first+unitSize*uint64(n)+24, first+unitSize*uint64(n)+32)
		}
	}
	inputs := func(first uint64, count int) {
		for _, at := range r.Perm(3 * count) {
			look()
			to := first + unitSize*uint64(at/3) + 8*uint64(at%3)
			if len(readable) > 0 && r.IntN(2) == 0 {
				p.Add(Instr{Op: Copy, A: None, B: None, C: None, K: to, From: readable[r.IntN(len(readable))], Size: 8})
			} else {
				store(to, 0)
			}
		}
	}
	second := uint64(frames + unitSize*shown)
	call(showState, frames, shown)
	outputs(frames, shown)
	if r.IntN(2) == 0 {
		begin()
	}
	inputs(second, through)
	call(throughUnit, second, through)
	outputs(second, through)
	inputs(frames, shown)
	look()
	if r.IntN(2) == 0 { // an input that is changed for the edge
		store(second+unitSize*uint64(r.IntN(through)), 0)
	}
	call(edgeOfUnit, frames, shown)
	call(edgeOfUnit, second, through)
	if r.IntN(2) == 0 { // state after its edge
		load(frames+unitSize*uint64(r.IntN(shown))+48, Foreign)
		store(wires+8*wired, 0)
	}
	for k := range 4 {
		store(registers+8*uint64(k), State(k+1))
	}
	return list
}

// stepper runs the programs of a thread in every cycle, one instruction after the other.
type stepper struct {
	list     []Program // of a cycle
	cycles   int       // that are left
	together bool      // arrives at the end of a cycle only

	program, at int // the next instruction
	values      []uint64
	arrived     int  // how often, at barriers
	waits       bool // for the others to arrive as often
}

// step runs an instruction; false says that the thread waits or that its cycles are over.
func (s *stepper) step(memory map[uint64]uint64) bool {
	for s.program < len(s.list) && s.at == len(s.list[s.program].Code) {
		s.program, s.at, s.values = s.program+1, 0, nil
	}
	if s.waits || s.cycles == 0 {
		return false
	}
	if s.program == len(s.list) { // the end of the cycle is a barrier
		s.program, s.cycles, s.waits = 0, s.cycles-1, true
		if s.together {
			s.arrived++
		}
		return true
	}
	p := &s.list[s.program]
	in := &p.Code[s.at]
	s.at++
	v := uint64(0)
	switch in.Op {
	case Arrive:
		s.arrived++
	case Barrier:
		s.waits = true
	case Load:
		v = memory[in.K]
	case Store:
		memory[in.K] = s.values[in.B]
	case Copy:
		memory[in.K] = memory[in.From]
	case Call:
		c := &p.Calls[in.K]
		for n := range c.Count {
			c.Kernel.(*unit).run(memory, c.frame(n))
		}
	default:
		v = p.Value(in, s.values)
	}
	s.values = append(s.values, v)
	return true
}

// unitCrew is some threads for units.
func unitCrew(threads int) Crew {
	return Crew{
		Threads: threads, Wait: 10,
		Cost: func(*Callee) int { return 100 },
		Writes: func(c *Callee, offset, bytes uint64) bool {
			if c.Kernel == edgeOfUnit {
				return offset+bytes > 48
			}
			return offset < 40 && offset+bytes > 24
		},
	}
}

// TestDivide: whatever the order in which threads run between barriers, and however their
// instructions interleave, they leave the memory as one thread does.
func TestDivide(t *testing.T) {
	t.Parallel()
	const cycles = 3
	barriers, early := 0, 0
	for seed := range uint64(400) {
		r := rand.New(rand.NewPCG(seed, 4))
		list := randomCycle(r)
		c := unitCrew(2 + r.IntN(3))
		c.Together = seed%4 == 0
		divided, _, _ := c.Divide(list)
		for _, programs := range divided {
			arrives := 0
			for i := range programs {
				assert.NilError(t, programs[i].Verify())
				for k, in := range programs[i].Code {
					switch in.Op {
					case Arrive:
						arrives++
						early += min(1, len(programs[i].Code)-1-k)
					case Barrier:
						barriers++
						arrives--
					}
				}
			}
			assert.Equal(t, arrives == 0, c.Together)
		}
		start := map[uint64]uint64{}
		for at := uint64(0); at < 2048; at += 8 {
			start[at] = r.Uint64()
		}
		want := maps.Clone(start)
		alone := stepper{cycles: cycles}
		for _, p := range list {
			assert.NilError(t, p.Verify())
			alone.list = append(alone.list, *p)
		}
		for alone.step(want) {
			alone.waits = false
		}
		for range 8 {
			got := maps.Clone(start)
			runDivided(divided, cycles, c.Together, got, r)
			assert.DeepEqual(t, got, want)
		}
	}
	assert.Assert(t, barriers > 1000, "%d barriers: too few to show anything", barriers)
	assert.Assert(t, early > 1000, "%d arrivals in the middle of a program: too few to show anything", early)
}

// runDivided runs the programs of all threads: mostly one thread for a while.
func runDivided(divided [][]Program, cycles int, together bool, memory map[uint64]uint64, r *rand.Rand) {
	all := make([]*stepper, len(divided))
	for i := range divided {
		all[i] = &stepper{list: divided[i], cycles: cycles, together: together}
	}
	passed := make([]int, len(all)) // barriers, by thread
	for over := 0; over < 1<<len(all)-1; {
		i := r.IntN(len(all))
		s := all[i]
		if s.waits && !slices.ContainsFunc(all, func(o *stepper) bool { return o.arrived <= passed[i] }) {
			passed[i]++
			s.waits = false
		}
		for range 1 + r.IntN(20) {
			if !s.step(memory) {
				break
			}
		}
		if s.cycles == 0 {
			over |= 1 << i
		}
	}
}

// TestRunAhead: of two threads that need each other's outputs, one takes long to show its own, the
// other one to use them. If they may be in different cycles, each is busy all the time.
func TestRunAhead(t *testing.T) {
	t.Parallel()
	const first, second = 1024, 2048
	p := &Program{}
	callUnits(p, showState, first, 1)
	callUnits(p, showState, second, 1)
	moveWord(p, first+24, second)
	callUnits(p, edgeOfUnit, second, 1)
	moveWord(p, second+24, first)
	callUnits(p, edgeOfUnit, first, 1)
	c := unitCrew(2)
	c.Cost = func(c *Callee) int {
		if (c.Kernel == showState) == (c.First == first) {
			return 1000
		}
		return 10
	}
	for _, x := range []struct {
		together    bool
		code        string
		least, most float64
	}{
		{false, "call arrive barrier load arrive store call", 1000, 1100},
		{true, "call arrive barrier load store call", 2000, 2100},
	} {
		c.Together = x.together
		divided, alone, cost := c.Divide([]*Program{p})
		assert.Equal(t, alone, float64(len(p.Code)+2020))
		for _, programs := range divided {
			var names []string
			for _, in := range programs[0].Code {
				names = append(names, in.Op.String())
			}
			assert.Equal(t, strings.Join(names, " "), x.code)
		}
		assert.Assert(t, x.least <= cost && cost <= x.most, "together %t: %g", x.together, cost)
	}
}

// TestDivideNear: of frames that cost the same, a thread gets those that are wired to its own ones,
// so that it waits for nobody.
func TestDivideNear(t *testing.T) {
	t.Parallel()
	const shown, through = 1024, 2048
	b := &Program{}
	callUnits(b, showState, shown, 2)
	for n := range uint64(2) { // crosswise
		moveWord(b, shown+unitSize*(1-n)+24, through+unitSize*n)
	}
	callUnits(b, throughUnit, through, 2)
	divided, _, _ := unitCrew(2).Divide([]*Program{b})
	for n, programs := range divided {
		var frames []uint32
		for _, in := range programs[0].Code {
			assert.Assert(t, in.Op != Barrier)
			if in.Op == Call {
				c := programs[0].Calls[in.K]
				assert.Equal(t, c.Count, 1)
				frames = append(frames, c.First)
			}
		}
		assert.DeepEqual(t, frames, []uint32{shown + unitSize*uint32(1-n), through + unitSize*uint32(n)})
	}
}
