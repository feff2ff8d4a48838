package scale_test

import (
	"fmt"
	"testing"

	"gotest.tools/v3/assert"

	"culprit.example/culprit/testbench/scale"
)

// BenchmarkScale times each phase of each shape; the sizes are four times apart.
//
//	go test ./testbench/scale -run '^$' -bench 'Scale/registers/' -benchtime 5x
func BenchmarkScale(b *testing.B) {
	for _, s := range scale.Shapes {
		b.Run(s.Name, func(b *testing.B) {
			for k, p := range scale.Phases {
				for _, n := range []int{s.Size, 4 * s.Size} {
					b.Run(fmt.Sprintf("%s/%d", p.Name, n), func(b *testing.B) { time(b, s, n, k) })
				}
			}
		})
	}
}

// time times phase k; those in front of it are not timed.
func time(b *testing.B, s scale.Shape, n, k int) {
	for range b.N {
		b.StopTimer()
		w := &scale.Work{Shape: s, N: n}
		for _, p := range scale.Phases[:k] {
			assert.NilError(b, p.Run(w))
		}
		b.StartTimer()
		assert.NilError(b, scale.Phases[k].Run(w))
	}
}
