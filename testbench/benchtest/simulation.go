package benchtest

import (
	"testing"

	"gotest.tools/v3/assert"

	"culprit.example/culprit/cyclesim"
	"culprit.example/culprit/rtlgen/blocks"
	"culprit.example/culprit/rtlgen/ir"
)

// Simulation is a block on the compiled engine with every assertion on, for tests that
// direct it: ports and signals of up to 63 bits go by their names.
type Simulation struct {
	Engine  cyclesim.Engine
	t       testing.TB
	in, out map[string]int // numbers of the ports
}

// Simulate starts a block of the list; mistake, if not nil, changes its netlist.
func Simulate(t testing.TB, list []*blocks.Block, block string, params map[string]int,
	mistake func(*ir.Design) error) *Simulation {
	t.Helper()
	d, err := blocks.Find(list, block).Elaborate(params)
	assert.NilError(t, err)
	if mistake != nil {
		assert.NilError(t, mistake(d))
	}
	e, err := cyclesim.New(d, cyclesim.Options{Seed: 1})
	assert.NilError(t, err)
	s := &Simulation{e, t, map[string]int{}, map[string]int{}}
	for i, p := range d.Top.Inputs() {
		s.in[p.Name] = i
	}
	for i, p := range d.Top.Outputs() {
		s.out[p.Name] = i
	}
	return s
}

// Set drives an input.
func (s *Simulation) Set(name string, x int) {
	s.t.Helper()
	s.SetWords(name, uint64(x))
}

// SetWords drives an input that is wider than 63 bits, the lowest word first.
func (s *Simulation) SetWords(name string, words ...uint64) {
	s.t.Helper()
	at, ok := s.in[name]
	assert.Assert(s.t, ok, "no input %s", name)
	s.Engine.SetInput(at, words)
}

// Get is an output, as the last Eval has settled it.
func (s *Simulation) Get(name string) int {
	s.t.Helper()
	var word [1]uint64
	s.GetWords(name, word[:])
	return int(word[0])
}

// GetWords copies an output that is wider than 63 bits, as the last Eval has settled it.
func (s *Simulation) GetWords(name string, words []uint64) {
	s.t.Helper()
	at, ok := s.out[name]
	assert.Assert(s.t, ok, "no output %s", name)
	s.Engine.Output(at, words)
}

// Probe reads a signal by its path in the netlist.
func (s *Simulation) Probe(path string) func() int {
	s.t.Helper()
	p, err := s.Engine.Probe(path)
	assert.NilError(s.t, err)
	return func() int {
		var word [1]uint64
		p.Read(word[:])
		return int(word[0])
	}
}

// IsSound checks that no assertion or assumption has failed.
func (s *Simulation) IsSound() {
	s.t.Helper()
	assert.Equal(s.t, len(s.Engine.Failures()), 0, "%v", s.Engine.Failures())
}
