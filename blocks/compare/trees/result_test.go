package trees

import (
	"math"
	"math/bits"
	"math/rand/v2"
	"testing"

	"gotest.tools/v3/assert"
)

// TestLatencyBin compares the bounds of the bins with the formula that the sink
// is built from: v < 4: bin v, else four bins per doubling, 63 at most.
func TestLatencyBin(t *testing.T) {
	bin := func(v int) int {
		if v < 4 {
			return v
		}
		e := bits.Len(uint(v)) - 1
		return min(4*(e-1)+v>>(e-2)&3, LatencyBins-1)
	}
	for v := range 200_000 {
		b := bin(v)
		assert.Assert(t, LatencyBin(b) <= v, "latency %d is in bin %d, which starts at %d", v, b, LatencyBin(b))
		if b < LatencyBins-1 {
			assert.Assert(t, v < LatencyBin(b+1), "latency %d is in bin %d, and the next one starts at %d", v, b,
				LatencyBin(b+1))
		}
	}
}

func TestPercentile(t *testing.T) {
	r := Result{LatencyHistogram: make([]uint64, LatencyBins), LatencyMax: 160_000}
	assert.Assert(t, math.IsNaN(r.Percentile(0.5)))
	r.LatencyHistogram[5], r.LatencyHistogram[8], r.LatencyHistogram[63] = 90, 9, 1
	for _, c := range []struct{ share, want float64 }{{0.01, 5 + 1.0/90}, {0.45, 5.5}, {0.9, 6}, {0.945, 9}, {0.99, 10},
		{1, 20_000}} {
		assert.Assert(t, math.Abs(r.Percentile(c.share)-c.want) < 1e-9, "%v: %v", c.share, r.Percentile(c.share))
	}
	assert.Equal(t, Window{Histogram: r.LatencyHistogram}.Median(), 5+50.0/90)
}

// TestPercentileBelowMaximum: whatever the histogram, no percentile lies above the largest latency or
// below the bin of the smallest, and they do not fall.
func TestPercentileBelowMaximum(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 7))
	for range 2000 {
		r := Result{LatencyHistogram: make([]uint64, LatencyBins)}
		smallest := uint64(math.MaxUint64)
		for range 1 + random.IntN(20) {
			cycles := random.Uint64N(1 << (1 + random.IntN(19)))
			r.LatencyMax, smallest = max(r.LatencyMax, cycles), min(smallest, cycles)
			bin := 0
			for bin < LatencyBins-1 && uint64(LatencyBin(bin+1))*CyclesPerPacket <= cycles {
				bin++
			}
			r.LatencyHistogram[bin]++
		}
		before := math.Floor(float64(smallest)/CyclesPerPacket) * 0.75
		for share := 0.0; share <= 1; share += 0.125 {
			x := r.Percentile(share)
			assert.Assert(t, x >= before && x <= float64(r.LatencyMax)/CyclesPerPacket, "share %v of %v: %v", share,
				r.LatencyHistogram, x)
			before = x
		}
		assert.Equal(t, r.Percentile(1), float64(r.LatencyMax)/CyclesPerPacket)
	}
}

func TestResult(t *testing.T) {
	p := Point{Network: Network{Nodes: 4}, Measure: 100, Interval: 50}
	r := Result{Received: 300, LatencySum: 24_000, NetworkLatencySum: 12_000, Delivered: []uint64{100, 250}}
	assert.Equal(t, r.Throughput(p), 0.75)
	assert.Equal(t, r.Latency(), 10.0)
	assert.Equal(t, r.NetworkLatency(), 5.0)
	assert.DeepEqual(t, r.Trace(p), []float64{0.5, 0.75})
	assert.Equal(t, r.Errors(), uint64(0))
	r.Failed = true
	assert.Equal(t, r.Errors(), uint64(1))
	r.OrderErrors, r.PayloadErrors, r.Misroutes = 1, 2, 4
	assert.Equal(t, r.Errors(), uint64(7))

	r.Levels = []Level{{Allocations: 1, SAQHistogram: []uint64{3, 0, 1}, LineSum: 8},
		{Allocations: 2, SAQHistogram: []uint64{0, 4}}}
	assert.Equal(t, r.Levels[0].MeanSAQs(), 0.5)
	assert.Equal(t, r.Levels[0].BusierHalf(), 1.0)
	assert.Equal(t, Level{SAQHistogram: []uint64{4, 2, 1, 1}}.BusierHalf(), 1.75)
	assert.Assert(t, math.IsNaN(Level{}.BusierHalf()))
	assert.Equal(t, Level{SAQHistogram: []uint64{4, 2, 1, 1}}.Percentile(0.75), 1.0)
	assert.Equal(t, Level{SAQHistogram: []uint64{4, 2, 1, 1}}.Percentile(0.99), 3.0)
	assert.Assert(t, math.IsNaN(Level{}.Percentile(0.5)))
	assert.Equal(t, r.Levels[0].MeanLines(), 2.0)
	assert.Equal(t, r.AllLevels().MeanSAQs(), 0.75)
	assert.Equal(t, r.AllLevels().MeanLines(), 1.0)
	assert.Equal(t, r.Allocations(), uint64(3))
	assert.Assert(t, math.IsNaN(Result{}.AllLevels().MeanSAQs()))
}
