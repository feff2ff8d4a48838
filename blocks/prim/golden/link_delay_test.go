package golden

import (
	"math/big"
	"testing"

	"gotest.tools/v3/assert"
)

func TestLinkDelay(t *testing.T) {
	for _, latency := range []int{1, 3} {
		m := NewLinkDelay(latency, 0)
		for cycle := 0; cycle < 8; cycle++ {
			want := int64(0)
			if cycle >= latency {
				want = int64(100 + cycle - latency)
			}
			out := m.Step(LinkDelayIn{D: big.NewInt(int64(100 + cycle))})
			assert.Equal(t, out.Q.Int64(), want, "latency %d, cycle %d", latency, cycle)
		}
	}
}
