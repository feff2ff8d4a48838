package golden

import (
	"math/bits"
	"testing"

	"gotest.tools/v3/assert"
)

func TestLFSRFirstValues(t *testing.T) {
	m := NewLFSR(3) // taps 3 and 2
	assert.Equal(t, m.Step(LFSRIn{Enable: false}).Value, uint64(1))
	for i, want := range []uint64{1, 2, 5, 3, 7, 6, 4, 1} {
		assert.Equal(t, m.Step(LFSRIn{Enable: true}).Value, want, "step %d", i)
	}
}

// TestLFSRMaximalLength shows for every width that the period is 2^width-1. A
// step is a linear map of the bits; its order is 2^width-1 if that power of it
// is the identity and no power by a proper divisor is.
func TestLFSRMaximalLength(t *testing.T) {
	for width := range lfsrTaps {
		step := stepMap(width)
		period := uint64(1)<<width - 1
		assert.Assert(t, step.power(period).isIdentity(), "width %d: period does not divide 2^%d-1", width, width)
		for _, p := range primeFactors(period) {
			assert.Assert(t, !step.power(period/p).isIdentity(), "width %d: period divides (2^%d-1)/%d", width, width, p)
		}
	}
	assert.Equal(t, len(lfsrTaps), 30)
}

// linearMap holds the images of the single bits.
type linearMap []uint64

// stepMap asks the model where each bit goes.
func stepMap(width int) linearMap {
	a := make(linearMap, width)
	for b := range a {
		m := NewLFSR(width)
		m.bits[0] = false
		m.bits[b] = true
		m.Step(LFSRIn{Enable: true})
		a[b] = m.Step(LFSRIn{}).Value
	}
	return a
}

// after is the map that does b, then a.
func (a linearMap) after(b linearMap) linearMap {
	c := make(linearMap, len(a))
	for i, x := range b {
		for ; x != 0; x &= x - 1 {
			c[i] ^= a[bits.TrailingZeros64(x)]
		}
	}
	return c
}

func (a linearMap) power(n uint64) linearMap {
	p := make(linearMap, len(a))
	for i := range p {
		p[i] = 1 << i
	}
	for ; n > 0; n >>= 1 {
		if n&1 == 1 {
			p = p.after(a)
		}
		a = a.after(a)
	}
	return p
}

func (a linearMap) isIdentity() bool {
	for i, x := range a {
		if x != 1<<i {
			return false
		}
	}
	return true
}

func primeFactors(n uint64) []uint64 {
	var factors []uint64
	for p := uint64(2); p*p <= n; p++ {
		if n%p == 0 {
			factors = append(factors, p)
		}
		for n%p == 0 {
			n /= p
		}
	}
	if n > 1 {
		factors = append(factors, n)
	}
	return factors
}
