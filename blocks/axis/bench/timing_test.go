package bench

import (
	"fmt"
	"math/bits"
	"testing"

	"gotest.tools/v3/assert"

	"culprit.example/culprit/blocks/axis"
	packet "culprit.example/culprit/blocks/packet/golden"
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

// TestRateOfSwitch sends frames without bubbles in both directions: each takes the 8 cycles of
// each of its packets, at both ends, and no cycle more.
func TestRateOfSwitch(t *testing.T) {
	t.Parallel()
	for _, block := range switches() {
		t.Run(block.Name, func(t *testing.T) {
			t.Parallel()
			for _, bytes := range []int{1, rateWidth.inPacket(), 64, 65, 1500, rateMTU} {
				taken, left := rate(t, block.Name, bytes)
				whole := [2]int{rateFrames * bytes, rateFrames * bytes}
				assert.Equal(t, taken, whole, "frames of %d bytes", bytes)
				assert.Equal(t, left, whole, "frames of %d bytes", bytes)
			}
		})
	}
}

// rateFrames is how many frames rate measures, and rateMTU the longest one: a buffer of frames then has
// just W + 16 words.
const (
	rateWidth  = width(8)
	rateFrames = 100
	rateMTU    = (256 - 16) * int(rateWidth)
)

// rate sends frames of the given bytes through a switch of two ports, and counts the bytes that
// are taken and that leave, by port, in the cycles of the packets of rateFrames frames.
func rate(t *testing.T, block string, bytes int) (taken, left [2]int) {
	words, packets := rateWidth.words(bytes), (bytes+rateWidth.inPacket()-1)/rateWidth.inPacket()
	first := 4000 // until all buffers are full
	s := step(t, block, map[string]int{"ports": 2, "mtu": rateMTU})
	for i, to := range []uint64{1, 0} {
		s.set(fmt.Sprintf("s_axis%d_tvalid", i), 1)
		s.set(fmt.Sprintf("s_axis%d_tdest", i), to)
		s.set(fmt.Sprintf("m_axis%d_tready", i), 1)
	}
	var word [2]int
	for cycle := range first + rateFrames*packets*packet.Beats {
		for i := range word {
			in, keep := fmt.Sprintf("s_axis%d_", i), uint64(1)<<min(bytes-word[i]*int(rateWidth), int(rateWidth))-1
			s.set(in+"tkeep", keep)
			s.set(in+"tlast", uint64(kit.Count([]bool{word[i] == words-1})))
			s.Eval()
			out := fmt.Sprintf("m_axis%d_", i)
			if cycle >= first && s.get(out+"tvalid") == 1 {
				left[i] += bits.OnesCount64(s.get(out + "tkeep"))
			}
			if s.get(in+"tready") == 1 {
				word[i] = (word[i] + 1) % words
				if cycle >= first {
					taken[i] += bits.OnesCount64(keep)
				}
			}
		}
		s.Step()
	}
	return taken, left
}
