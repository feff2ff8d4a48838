package golden

import (
	"math/big"
	"testing"

	"gotest.tools/v3/assert"
)

func TestSkidBuffer(t *testing.T) {
	m := NewSkidBuffer()
	steps := []struct {
		what              string
		inValid, outReady bool
		data              int64
		inReady, outValid bool
		outData           int64
	}{
		{"starts empty and ready", true, true, 1, true, false, 0},
		{"one word per cycle", true, true, 2, true, true, 1},
		{"stalled: the next word goes to the spare register", true, false, 3, true, true, 2},
		{"spare full: not ready, the word offered is refused", true, false, 4, false, true, 2},
		{"taken: ready follows a cycle later", true, true, 5, false, true, 2},
		{"the spare word has moved up", true, true, 6, true, true, 3},
		{"what was refused is gone", false, true, 0, true, true, 6},
		{"empty", false, true, 0, true, false, 0},
	}
	for _, s := range steps {
		out := m.Step(SkidBufferIn{InValid: s.inValid, OutReady: s.outReady, InData: big.NewInt(s.data)})
		assert.Equal(t, out.InReady, s.inReady, s.what)
		assert.Equal(t, out.OutValid, s.outValid, s.what)
		if s.outValid {
			assert.Equal(t, out.OutData.Int64(), s.outData, s.what)
		}
	}
}
