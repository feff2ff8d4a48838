package golden

import (
	"testing"

	"gotest.tools/v3/assert"
)

// TestFrames packs frames with the largest and smallest values into words and takes
// them apart again.
func TestFrames(t *testing.T) {
	for _, f := range []Frame{
		{},
		{Kind: KindData, Prio: 7, Dst: 4095, Src: 4094, Length: 1522, Seq: 65535, Stamp: 1<<32 - 1, Tag: 1<<37 - 1},
		{Kind: KindCNM, Prio: 6, Dst: 1, Src: 4095, Length: 64, Feedback: 63, QOffset: -32768, QDelta: 32767, CPID: 65535,
			FlowPrio: 5, FlowDst: 2730},
		{Kind: KindCNM, QOffset: 1, QDelta: -1},
		{Kind: KindPause, Length: 64, Enable: 0x81, Stop: 0x80, Quanta: 65535},
	} {
		w := f.Word()
		assert.Equal(t, FrameOf(w), f)
		assert.Equal(t, WordOf(w.Big()), w)
	}
	assert.Equal(t, Frame{Kind: KindPause}.Word(), Word{0, 2 << 62})
}
