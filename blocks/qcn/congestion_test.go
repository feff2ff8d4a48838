package qcn_test

import (
	"testing"

	"gotest.tools/v3/assert"

	"culprit.example/culprit/blocks/qcn"
	"culprit.example/culprit/rtlgen/blocks"
)

// TestWrongCongestionParameters: what does not go together is named, with a way out.
func TestWrongCongestionParameters(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		block string
		given map[string]int
		want  string
	}{
		{"qcn_cp", map[string]int{"q_eq": 150016},
			"block qcn_cp: q_eq=150016 is not below buffer=150016: the queue could never be congested: give q_eq up to 150015, or a larger buffer"},
		{"qcn_pause", map[string]int{"q_low": 430},
			"block qcn_pause: q_low=430 is not below q_high=430: GO would follow STOP at once: give q_low up to 429, or a larger q_high"},
		{"qcn_pause", map[string]int{"q_high": 431},
			"block qcn_pause: q_high=431 leaves 155 of units=586 for what comes after STOP, less than headroom=156: give q_high up to 430, or more units"},
		{"qcn_pause", map[string]int{"headroom": 586},
			"block qcn_pause: headroom=586 leaves nothing of the buffer of units=586: give headroom up to 585, or more units"},
		{"qcn_pause", map[string]int{"cable": 100, "headroom": 133},
			"block qcn_pause: headroom=133 units are less than may come after STOP on cable=100 m at line_rate=10 Gbit/s with frames of frame_units=8: give headroom from 134 on, a shorter cable or shorter frames"},
		{"qcn_pause", map[string]int{"cable": 100, "line_rate": 400},
			"block qcn_pause: line_rate=400 Gbit/s has no response time in the standard that is known here: give 10, 25, 40 or 100, or cable=0 and a headroom of your own"},
		{"qcn_pause", map[string]int{"refresh": 91, "quanta": 100, "reaction": 10},
			"block qcn_pause: refresh=91 with reaction=10 is more than quanta=100: a STOP would end before its repetition is obeyed: give refresh up to 90, or 0"},
		{"qcn_pause", map[string]int{"quanta": 1025},
			"block qcn_pause: quanta=1025 leaves no time for reaction=1024: a STOP would end before its repetition is obeyed: give quanta from 1026 on, or a smaller reaction"},
		{"qcn_pause", map[string]int{"refresh": 1},
			"block qcn_pause: refresh=1: PAUSE frames would take the whole link: give refresh from 2 on, or 0"},
	} {
		_, err := blocks.Find(qcn.Blocks(), c.block).Resolve(c.given)
		assert.Error(t, err, c.want)
	}
}

// TestHeadroomOfLines: what may come after a STOP, worked out by hand for each rate, for a cable of 100 m and
// frames of up to 2048 bytes. Bytes are those of the registers of the port, 640; of the frame under way,
// 2068; of two PAUSE frames, 168; of the response, and of cable and stations there and back.
func TestHeadroomOfLines(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ gigabits, metres, longest, units int }{
		{10, 100, 2048, 134},  // 2876 + 4288 + 1250 + 2048 = 10462 bytes, 125 frames of 84 bytes; 8 units of the last one, and 1
		{25, 100, 2048, 160},  // 2876 + 5120 + 3125 + 1536
		{40, 100, 2048, 266},  // 2876 + 7552 + 5000 + 6144
		{100, 100, 2048, 858}, // 2876 + 25216 + 12500 + 30720
		{100, 3, 2048, 714},   // 2876 + 25216 + 375 + 30720
		{10, 10, 1522, 112},   // 2350 + 4288 + 125 + 2048
	} {
		line, err := qcn.StandardLine(c.gigabits, c.metres, c.longest)
		assert.NilError(t, err)
		units, err := line.Headroom()
		assert.NilError(t, err)
		assert.Equal(t, units, c.units, "%d Gbit/s, %d m", c.gigabits, c.metres)
	}
	_, err := qcn.Line{Rate: 1e10, Cable: -1}.Headroom()
	assert.Error(t, err, "a line of 1e+10 bit/s and -1 m, with frames of 0 bytes, a response of 0 quanta and stations of 0 bit times cannot be: give a rate above 0, the others from 0 on")
}
