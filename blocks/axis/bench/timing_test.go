package bench

import (
	"fmt"
	"testing"

	"gotest.tools/v3/assert"

	"culprit.example/culprit/blocks/axis"
	"culprit.example/culprit/cyclesim"
	"culprit.example/culprit/rtlgen/blocks"
	"culprit.example/culprit/testbench/kit"
)

// stepped is a block whose pins of up to 64 bits a test drives by their names.
type stepped struct {
	cyclesim.Engine
	in, out map[string]int
}

func step(t *testing.T, block string, params map[string]int) stepped {
	t.Helper()
	d, err := blocks.Find(axis.Blocks(), block).Elaborate(params)
	assert.NilError(t, err)
	e, err := cyclesim.New(d, cyclesim.Options{Seed: 1})
	assert.NilError(t, err)
	s := stepped{e, map[string]int{}, map[string]int{}}
	for i, p := range d.Top.Inputs() {
		s.in[p.Name] = i
	}
	for i, p := range d.Top.Outputs() {
		s.out[p.Name] = i
	}
	return s
}

func (s stepped) set(name string, x uint64) { s.SetInput(s.in[name], []uint64{x}) }

func (s stepped) get(name string) uint64 {
	var x [1]uint64
	s.Output(s.out[name], x[:])
	return x[0]
}

// until steps until an output is not 0, and returns after how many cycles it is.
func (s stepped) until(t *testing.T, name string) int {
	t.Helper()
	for cycles := range 100 {
		s.Eval()
		if s.get(name) != 0 {
			return cycles
		}
		s.Step()
	}
	t.Fatalf("%s stays 0", name)
	return 0
}

// TestLatencyOfCut compares the cycles that the contract names with those of a frame that meets
// no other.
func TestLatencyOfCut(t *testing.T) {
	t.Parallel()
	for _, x := range []struct {
		bad    uint64
		output string
		cycles int
	}{{0, "tx_valid", 7}, {1, "error", 3}} {
		s := step(t, "axis_cut", map[string]int{"mtu": 200})
		for range 4 {
			s.Step()
		}
		for pin, value := range map[string]uint64{"tvalid": 1, "tkeep": 1, "tlast": 1, "tdest": 1, "tuser": x.bad} {
			s.set("s_axis_"+pin, value)
		}
		s.until(t, "s_axis_tready")
		s.Step()
		s.set("s_axis_tvalid", 0)
		assert.Equal(t, 1+s.until(t, x.output), x.cycles, x.output)
	}
}

// TestRateOfSwitch sends frames of 7 words without bubbles in both directions: each takes the 8
// cycles of a packet, at both ends.
func TestRateOfSwitch(t *testing.T) {
	t.Parallel()
	const first, packets, words = 600, 200, inPacket / wordBytes
	s := step(t, "recn_axis_switch", map[string]int{"ports": 2, "mtu": 200})
	for i, to := range []uint64{1, 0} {
		host := fmt.Sprintf("s_axis%d_", i)
		s.set(host+"tvalid", 1)
		s.set(host+"tkeep", 0xff)
		s.set(host+"tdest", to)
		s.set(fmt.Sprintf("m_axis%d_tready", i), 1)
	}
	var word, taken, left [2]int
	for cycle := range first + packets*8 {
		for i := range word {
			s.set(fmt.Sprintf("s_axis%d_tlast", i), uint64(kit.Count([]bool{word[i] == words-1})))
		}
		s.Eval()
		for i := range word {
			takes := int(s.get(fmt.Sprintf("s_axis%d_tready", i)))
			word[i] = (word[i] + takes) % words
			if cycle >= first {
				taken[i] += takes
				left[i] += int(s.get(fmt.Sprintf("m_axis%d_tvalid", i)))
			}
		}
		s.Step()
	}
	assert.Equal(t, taken, [2]int{packets * words, packets * words})
	assert.Equal(t, left, taken)
}
