package cyclesim_test

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"gotest.tools/v3/assert"

	"culprit.example/culprit/cyclesim"
	"culprit.example/culprit/rtlgen"
	"culprit.example/culprit/rtlgen/ir"
)

// dualPort has two ports that read and write, own for a port's own write and across for
// the other's; with lanes, each port writes halves of the word.
func dualPort(own, across ir.ReadDuringWrite, lanes int) func(m *rtlgen.Module) {
	return func(m *rtlgen.Module) {
		mem := m.Memory("mem", 4, 8, across)
		for _, p := range []string{"a", "b"} {
			q := mem.ReadWrite("word_"+p, m.Input("enable_"+p, 1), m.Input("write_"+p, lanes), m.Input("addr_"+p, 2),
				m.Input("data_"+p, 8), own)
			m.Output("q_"+p, q)
		}
	}
}

// dualPortModel is the meaning of dualPort, written from the documentation of package ir.
// known is false where a word is arbitrary.
type dualPortModel struct {
	own, across ir.ReadDuringWrite
	word        [4]uint64
	q           [2]uint64
	known       [2]bool
}

type dualPortInput struct{ enable, write, addr, data uint64 }

func (x dualPortInput) mask(lanes int) uint64 {
	mask := uint64(0)
	for i := range lanes {
		if x.enable == 1 && x.write>>i&1 == 1 {
			mask |= (1<<(8/lanes) - 1) << (i * 8 / lanes)
		}
	}
	return mask
}

func (m *dualPortModel) step(in [2]dualPortInput, lanes int) {
	before := m.word
	for p := range in {
		if in[p].enable == 0 {
			continue
		}
		value, known, keeps := before[in[p].addr], true, false
		for w := range in { // the second port's write wins
			mask := in[w].mask(lanes)
			if mask == 0 || in[w].addr != in[p].addr {
				continue
			}
			rdw := m.across
			if w == p {
				rdw = m.own
			}
			switch rdw {
			case ir.ReadKeep:
				keeps = true
			case ir.ReadUndefined:
				known = false
			case ir.ReadNew:
				value = value&^mask | in[w].data&mask
			}
		}
		if !keeps {
			m.q[p], m.known[p] = value, known
		}
	}
	for w := range in {
		mask := in[w].mask(lanes)
		m.word[in[w].addr] = m.word[in[w].addr]&^mask | in[w].data&mask
	}
}

// TestDualPortMemory: every choice for a port's own write and for the other's, on whole
// words and on lanes, with collisions of all kinds.
func TestDualPortMemory(t *testing.T) {
	t.Parallel()
	const seed, cycles = 11, 400
	for own := ir.ReadOld; own <= ir.ReadKeep; own++ {
		for across := ir.ReadOld; across <= ir.ReadKeep; across++ {
			for _, lanes := range []int{1, 2} {
				t.Run(fmt.Sprintf("own_%s_other_%s_lanes_%d", own, across, lanes), func(t *testing.T) {
					t.Parallel()
					sim := newEngine(t, build(t, "dual", dualPort(own, across, lanes)))
					r := rand.New(rand.NewPCG(seed, uint64(lanes)))
					model := &dualPortModel{own: own, across: across}
					for cycle := range cycles {
						var in [2]dualPortInput
						for p := range in {
							in[p] = dualPortInput{uint64(min(1, r.IntN(4))), r.Uint64N(1 << lanes), r.Uint64N(3), r.Uint64N(256)}
							if cycle < 4 { // all words get a value, then each port reads one
								in[p] = dualPortInput{uint64(1 - p), 1<<lanes - 1, uint64(cycle), r.Uint64N(256)}
							} else if cycle == 4 {
								in[p].enable, in[p].write = 1, 0
							}
							for i, x := range []uint64{in[p].enable, in[p].write, in[p].addr, in[p].data} {
								sim.SetInput(4*p+i, []uint64{x})
							}
						}
						if cycle > 4 {
							checkDualPort(t, sim, model, cycle, seed)
						}
						sim.Step()
						model.step(in, lanes)
					}
				})
			}
		}
	}
}

func checkDualPort(t *testing.T, sim cyclesim.Engine, model *dualPortModel, cycle int, seed uint64) {
	t.Helper()
	for p, name := range []string{"q_a", "q_b"} {
		if model.known[p] {
			assert.Equal(t, peek(t, sim, name).Uint64(), model.q[p], "cycle %d, %s, seed %d", cycle, name, seed)
		}
	}
	for i, word := range model.word {
		assert.Equal(t, peek(t, sim, fmt.Sprintf("mem[%d]", i)).Uint64(), word, "cycle %d, word %d, seed %d", cycle, i, seed)
	}
}
