package bench

import (
	"math/rand"
	"testing"

	"gotest.tools/v3/assert"
	is "gotest.tools/v3/assert/cmp"

	"culprit.example/culprit/blocks/ethernet"
	"culprit.example/culprit/blocks/ethernet/golden"
	"culprit.example/culprit/internal/tiers"
	"culprit.example/culprit/rtlgen/blocks"
)

// TestStopsDoNotEnd joins both ends of a link: a priority that is stopped stays so beside frames for which
// repetitions wait, as long as that is less than the other half of its time, and is free when it is released.
func TestStopsDoNotEnd(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name          string
		width, octets int // of a frame
		interrupted   bool
	}{
		{"64 bits", 64, 1260, false},
		{"512 bits", 512, 1260, false},
		{"frames that are too long", 64, 2700, true},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			rng := rand.New(rand.NewSource(int64(tiers.Seed(1))))
			say := simulate(t, "eth_pfc_tx", map[string]int{"width": c.width, "quanta": 41, "refresh": 20})
			obey := simulate(t, "eth_pfc_rx", map[string]int{"width": c.width})
			say.Set("xoff", 4)
			var beats []golden.Beat
			gaps, first := 0, -1
			step := func(cycle int) int {
				if len(beats) == 0 {
					beats = golden.Beats(data(rng, c.octets), c.width/8, false)
				}
				say.Set("tick", 1)
				obey.Set("tick", 1)
				say.Engine.Eval()
				for _, pin := range []string{"tvalid", "tdata", "tkeep", "tlast"} {
					words := make([]uint64, c.width/64)
					say.GetWords("m_axis_"+pin, words)
					obey.SetWords("s_axis_"+pin, words...)
				}
				obey.Engine.Eval()
				assert.Equal(t, obey.Get("s_axis_tready"), 1)
				if say.cycle(&beats[0]) {
					beats = beats[1:]
				}
				pause := obey.Get("pause")
				obey.Engine.Step()
				if first < 0 && pause != 0 {
					first = cycle
				}
				return pause
			}
			for cycle := range 400 * 512 / c.width {
				if pause := step(cycle); first >= 0 && pause != 4 {
					gaps++
				}
			}
			assert.Equal(t, gaps > 0, c.interrupted, "%d cycles without a pause", gaps)
			assert.Assert(t, first >= 0)
			if c.interrupted {
				return
			}
			say.Set("xoff", 0)
			for cycle := range 30 * 512 / c.width { // less than what is left of the stop
				step(cycle)
			}
			assert.Equal(t, step(0), 0)
			say.IsSound()
			obey.IsSound()
		})
	}
}

// TestMistakes: each mistake in the parameters has a message with the way out.
func TestMistakes(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		block string
		given blocks.Values
		want  string
	}{
		{"eth_pfc_rx", blocks.Values{"width": 96}, "width=96 is no width of a MAC: give 64, 128, 256 or 512"},
		{"eth_pfc_tx", blocks.Values{"width": 511}, "width=511 is no width of a MAC: give 64, 128, 256 or 512"},
		{"eth_vlan_rx", blocks.Values{"width": 65}, "width=65 is no width of a MAC: give 64, 128, 256 or 512"},
		{"eth_cnm_tx", blocks.Values{"width": 65}, "width=65 is no width of a MAC: give 64, 128, 256 or 512"},
		{"eth_cnm_rx", blocks.Values{"width": 65}, "width=65 is no width of a MAC: give 64, 128, 256 or 512"},
		{"eth_pfc_tx", blocks.Values{"quanta": 100, "refresh": 50},
			"refresh=50 is not less than half of quanta=100: an XOFF might end before it is repeated: " +
				"give refresh up to 49, or quanta from 101 on"},
	} {
		_, err := blocks.Find(ethernet.Blocks(), c.block).Resolve(c.given)
		assert.Check(t, is.ErrorContains(err, c.want))
	}
}
