package bench

import (
	"testing"

	"gotest.tools/v3/assert"
)

// TestFramesWithoutLastByte: a last beat whose TKEEP is 0 has no byte. The word before it ends the
// frame, which may have mtu bytes; a frame of nothing else is dropped as bad.
func TestFramesWithoutLastByte(t *testing.T) {
	t.Parallel()
	const mtu, words = 64, 8
	for _, block := range switches() {
		t.Run(block.Name, func(t *testing.T) {
			t.Parallel()
			s := step(t, block.Name, map[string]int{"ports": 2, "mtu": mtu})
			for _, x := range []struct {
				full, beats int
				seen        uint64
			}{{1, 1, 0}, {words - 1, words - 1, 0}, {words, words, 0}, {0, 0, 1 << bad},
				{words + 1, 0, 1<<bad | 1<<long}, {2, 2, 1<<bad | 1<<long}} {
				beats := s.frame(t, x.full)
				assert.Equal(t, beats, x.beats, "behind %d full beats", x.full)
				assert.Equal(t, s.get("edge_seen"), x.seen, "behind %d full beats", x.full)
			}
			assert.Equal(t, s.get("err_seen"), uint64(0))
		})
	}
}

// frame sends a frame from port 0 to port 1, of the given full beats and one without a byte, and
// returns how many beats leave, which are full, the last one, too.
func (s stepped) frame(t *testing.T, full int) (beats int) {
	const cycles = 200
	s.set("m_axis1_tready", 1)
	s.set("s_axis0_tdest", 1)
	sent := 0
	for range cycles {
		valid, last := sent <= full, sent == full
		s.set("s_axis0_tvalid", bit(valid))
		s.set("s_axis0_tlast", bit(last))
		s.set("s_axis0_tkeep", 0xff*bit(!last))
		s.Eval()
		if s.get("s_axis0_tready") == 1 && valid {
			sent++
		}
		if s.get("m_axis1_tvalid") == 1 {
			beats++
			assert.Equal(t, s.get("m_axis1_tkeep"), uint64(0xff))
			assert.Equal(t, s.get("m_axis1_tlast"), bit(beats == full))
		}
		s.Step()
	}
	return beats
}

func bit(b bool) uint64 {
	if b {
		return 1
	}
	return 0
}
