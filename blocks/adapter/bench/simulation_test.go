package bench

import (
	"testing"

	"gotest.tools/v3/assert"

	"culprit/blocks"
	rtl "culprit/blocks/adapter"
	"culprit/cyclesim"
	"culprit/rtlgen/ir"
)

// simulation is a block on the compiled engine, with its ports by name.
type simulation struct {
	t       *testing.T
	engine  cyclesim.Engine
	in, out map[string]int
}

// simulate starts a block; mistake, if not nil, changes its netlist.
func simulate(t *testing.T, block string, params map[string]int, mistake func(*ir.Design) error) *simulation {
	t.Helper()
	d, err := blocks.Find(rtl.Blocks(), block).Elaborate(params)
	assert.NilError(t, err)
	if mistake != nil {
		assert.NilError(t, mistake(d))
	}
	e, err := cyclesim.New(d, cyclesim.Options{Seed: 1})
	assert.NilError(t, err)
	s := &simulation{t, e, map[string]int{}, map[string]int{}}
	for i, p := range d.Top.Inputs() {
		s.in[p.Name] = i
	}
	for i, p := range d.Top.Outputs() {
		s.out[p.Name] = i
	}
	return s
}

// set drives an input of up to 64 bits.
func (s *simulation) set(name string, x int) { s.engine.SetInput(s.in[name], []uint64{uint64(x)}) }

// get reads an output of up to 64 bits, as the last Eval has settled it.
func (s *simulation) get(name string) int {
	var word [1]uint64
	s.engine.Output(s.out[name], word[:])
	return int(word[0])
}

// sound checks that no assertion or assumption has failed.
func (s *simulation) sound() {
	s.t.Helper()
	assert.Equal(s.t, len(s.engine.Failures()), 0, "%v", s.engine.Failures())
}
