package word

import (
	"maps"
	"math/rand/v2"
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
		values = append(values, p.Add(Instr{Op: Load, A: None, B: None, C: None, K: at, Size: 8, May: ^uint64(0), State: state}))
	}
	store := func(at uint64, state State) {
		p.Add(Instr{Op: Store, A: None, B: values[r.IntN(len(values))], C: None, K: at, Size: 8, State: state})
	}
	call := func(u *unit, first uint64, count int) {
		p.Calls = append(p.Calls, Callee{Kernel: u, First: uint32(first), Count: count, Size: unitSize, Lanes: 1})
		p.Add(Instr{Op: Call, A: None, B: None, C: None, K: uint64(len(p.Calls) - 1)})
	}
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
			store(first+unitSize*uint64(at/3)+8*uint64(at%3), 0)
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
	call(edgeOfUnit, frames, shown)
	call(edgeOfUnit, second, through)
	for k := range 4 {
		store(registers+8*uint64(k), State(k+1))
	}
	return list
}

// stepper runs programs one instruction after the other, up to the next barrier.
type stepper struct {
	list   []Program
	values []uint64
	at     int
	waits  bool
}

// step runs an instruction; false says that the end of the phase is reached.
func (s *stepper) step(memory map[uint64]uint64) bool {
	for len(s.list) > 0 && s.at == len(s.list[0].Code) {
		s.list, s.at, s.values = s.list[1:], 0, nil
	}
	if s.waits || len(s.list) == 0 {
		return false
	}
	p := &s.list[0]
	in := &p.Code[s.at]
	s.at++
	v := uint64(0)
	switch in.Op {
	case Barrier:
		s.waits = true
	case Const:
		v = in.K
	case Load:
		v = memory[in.K]
	case Store:
		memory[in.K] = s.values[in.B]
	case Call:
		c := &p.Calls[in.K]
		for n := range c.Count {
			c.Kernel.(*unit).run(memory, c.frame(n))
		}
	default:
		v = Execute(in.Op, s.values[in.A], s.values[in.B])
	}
	s.values = append(s.values, v)
	return true
}

// TestDivide: whatever the order in which threads run within a phase, and however their
// instructions interleave, they leave the memory as one thread does.
func TestDivide(t *testing.T) {
	t.Parallel()
	barriers := 0
	for seed := range uint64(400) {
		r := rand.New(rand.NewPCG(seed, 4))
		list := randomCycle(r)
		c := Crew{
			Threads: 2 + r.IntN(3),
			Cost:    func(*Callee) int { return 100 },
			Writes: func(c *Callee, offset, bytes uint64) bool {
				if c.Kernel == edgeOfUnit {
					return offset+bytes > 48
				}
				return offset < 40 && offset+bytes > 24
			},
		}
		divided, _, _ := c.Divide(list)
		for t, programs := range divided {
			for i := range programs {
				for _, in := range programs[i].Code {
					if in.Op == Barrier && t == 0 {
						barriers++
					}
				}
			}
		}
		start := map[uint64]uint64{}
		for at := uint64(0); at < 2048; at += 8 {
			start[at] = r.Uint64()
		}
		want := maps.Clone(start)
		var alone stepper
		for _, p := range list {
			assert.NilError(t, p.Verify())
			alone.list = append(alone.list, *p)
		}
		for alone.step(want) {
		}
		for range 8 {
			got := maps.Clone(start)
			runDivided(divided, got, r)
			assert.DeepEqual(t, got, want)
		}
	}
	assert.Assert(t, barriers > 400, "%d barriers: too few to show anything", barriers)
}

// runDivided runs the programs of all threads: mostly one thread for a while.
func runDivided(divided [][]Program, memory map[uint64]uint64, r *rand.Rand) {
	all := make([]*stepper, len(divided))
	for i := range divided {
		all[i] = &stepper{list: divided[i]}
	}
	for working := true; working; {
		working = false
		for done := 0; done < 1<<len(all)-1; {
			i := r.IntN(len(all))
			for range 1 + r.IntN(20) {
				if !all[i].step(memory) {
					done |= 1 << i
					break
				}
			}
		}
		for _, s := range all {
			working = working || s.waits
			s.waits = false
		}
	}
}

// TestDivideNear: of frames that cost the same, a thread gets those that are wired to its own ones,
// so that it waits for nobody.
func TestDivideNear(t *testing.T) {
	t.Parallel()
	const shown, through = 1024, 2048
	b := &Program{}
	call := func(u *unit, first uint32) {
		b.Calls = append(b.Calls, Callee{Kernel: u, First: first, Count: 2, Size: unitSize, Lanes: 1})
		b.Add(Instr{Op: Call, A: None, B: None, C: None, K: uint64(len(b.Calls) - 1)})
	}
	call(showState, shown)
	for n := range uint64(2) { // crosswise
		v := b.Add(Instr{Op: Load, A: None, B: None, C: None, K: shown + unitSize*(1-n) + 24, Size: 8, May: ^uint64(0)})
		b.Add(Instr{Op: Store, A: None, B: v, C: None, K: through + unitSize*n, Size: 8})
	}
	call(throughUnit, through)
	c := Crew{
		Threads: 2, Wait: 10, Cost: func(*Callee) int { return 100 },
		Writes: func(c *Callee, offset, bytes uint64) bool { return offset < 40 && offset+bytes > 24 },
	}
	divided, _, _ := c.Divide([]*Program{b})
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
