package bench

import (
	"fmt"
	"os"
	"strconv"
	"testing"

	"gotest.tools/v3/assert"

	"culprit/blocks"
	"culprit/blocks/clos"
	"culprit/cyclesim"
	"culprit/rtlgen/ir"
)

// soakCycles is the length of TestReassemblySoak; CULPRIT_SOAK_CYCLES gives another one.
const soakCycles = 40_000

// simulation is a network on the compiled engine, with its inputs by name.
type simulation struct {
	t      *testing.T
	engine cyclesim.Engine
	in     map[string]int
}

// simulate starts a network with every assertion on; mistake, if not nil, changes its
// netlist.
func simulate(t *testing.T, params map[string]int, inputs map[string]int, mistake func(*ir.Design) error) *simulation {
	t.Helper()
	d, err := blocks.Find(clos.Blocks(), "clos_network").Elaborate(params)
	assert.NilError(t, err)
	if mistake != nil {
		assert.NilError(t, mistake(d))
	}
	e, err := cyclesim.New(d, cyclesim.Options{Seed: 1})
	assert.NilError(t, err)
	s := &simulation{t, e, map[string]int{}}
	for i, p := range d.Top.Inputs() {
		s.in[p.Name] = i
	}
	for name, x := range inputs {
		s.set(name, x)
	}
	return s
}

func (s *simulation) set(name string, x int) {
	at, ok := s.in[name]
	assert.Assert(s.t, ok, name)
	s.engine.SetInput(at, []uint64{uint64(x)})
}

// probe reads a signal of up to 64 bits.
func (s *simulation) probe(path string) func() int {
	p, err := s.engine.Probe(path)
	assert.NilError(s.t, err)
	return func() int {
		var word [1]uint64
		p.Read(word[:])
		return int(word[0])
	}
}

// sound checks that no assertion or assumption has failed.
func (s *simulation) sound() {
	s.t.Helper()
	assert.Equal(s.t, len(s.engine.Failures()), 0, "%v", s.engine.Failures())
}

// TestReassemblySoak is row G25: all inputs send long packets to one output whose
// reassembly buffer holds two of the largest grants. Packets leave in every 10,000
// cycles, no flow is stuck and no assertion fails. `make soak-reassembly` runs 10^7
// cycles.
func TestReassemblySoak(t *testing.T) {
	t.Parallel()
	cycles := soakCycles
	if given := os.Getenv("CULPRIT_SOAK_CYCLES"); given != "" {
		n, err := strconv.Atoi(given)
		assert.Assert(t, err == nil && n > 0, "CULPRIT_SOAK_CYCLES=%s: give a number of cycles", given)
		cycles = n
	}
	for _, p := range []map[string]int{
		{"ports": 2, "scheme": 2, "g": 80, "max_p": 64, "b_reasm": 160, "watch": 13},
		{"ports": 4, "scheme": 2, "g": 80, "max_p": 64, "b_reasm": 160, "watch": 13},
		{"ports": 4, "scheme": 1, "g": 7, "max_p": 3, "b_reasm": 14, "watch": 13},
	} {
		t.Run(fmt.Sprint(p), func(t *testing.T) {
			t.Parallel()
			given := map[string]int{"lf": 110, "voq": 16, "fc_init": 200, "slots_out": 232}
			for name, x := range p {
				given[name] = x
			}
			s := simulate(t, given, map[string]int{
				"seed": 5, "start": 1 << 20, "stop": 1 << 20, "hot_rate": 1 << 15, "enable": 1, "reserve": 1, "grant_rate": 160, "measure": 1,
			}, nil)
			leaves, stuck := s.probe("node_0.nic.line_valid"), s.probe("node_0.nic.stuck_valid")
			const window = 10_000
			left, least := 0, window
			for cycle := range cycles {
				s.engine.Eval()
				left += leaves()
				assert.Equal(t, stuck(), 0, "cycle %d", cycle)
				s.engine.Step()
				if cycle%window == window-1 {
					s.sound()
					assert.Assert(t, left > 0, "nothing has left in the 10,000 cycles before cycle %d", cycle)
					left, least = 0, min(least, left)
				}
			}
			t.Logf("%d cycles, %d cells or more in 10,000 of them", cycles, least)
		})
	}
}
