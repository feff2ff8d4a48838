package bench

import (
	"math/big"
	"math/rand"

	"culprit.example/culprit/rtlgen/ir"
	"culprit.example/culprit/testbench"
	"culprit.example/culprit/testbench/kit"
)

// Benches are the benches of all primitives.
func Benches() []testbench.Bench {
	return []testbench.Bench{
		fifoBench(), skidBufferBench(), rrArbiterBench(), sepAllocatorBench(), creditCounterBench(), lfsrBench(),
		freeListBench(),
		damqBench(), ram1R1WBench(), ternaryLineBench(), camBench(), hysteresisBench(), linkDelayBench(), crossbarBench(),
		asyncFIFOBench(),
	}
}

// minCycles is the length of a run that reaches every cover point of a primitive.
const minCycles = 2000

// phase is a number of cycles with the same odds.
type phase[T any] struct {
	cycles int
	odds   T
}

// program is a sequence of phases that begins again at its end.
type program[T any] []phase[T]

// at is the odds of a cycle.
func (p program[T]) at(cycle int) T {
	length := 0
	for _, ph := range p {
		length += ph.cycles
	}
	cycle %= length
	for _, ph := range p {
		if cycle < ph.cycles {
			return ph.odds
		}
		cycle -= ph.cycles
	}
	panic("BUG: a cycle beyond the end of the program")
}

// dice makes the random choices of a bench.
type dice struct{ *rand.Rand }

// chance is true with the given odds in percent.
func (d dice) chance(percent int) bool { return kit.Chance(d.Rand, percent) }

// bits are n bits, each of them true with the given odds in percent.
func (d dice) bits(n, percent int) []bool {
	b := make([]bool, n)
	kit.Bools(d.Rand, b, percent)
	return b
}

// number has width random bits, width at most 64.
func (d dice) number(width int) uint64 { return d.Uint64() >> (64 - width) }

// uniform has width random bits.
func (d dice) uniform(width int) *big.Int {
	x := new(big.Int)
	for ; width > 0; width -= 64 {
		w := min(width, 64)
		x.Lsh(x, uint(w)).Or(x, new(big.Int).SetUint64(d.number(w)))
	}
	return x
}

// word has width bits: mostly random ones, often enough all zeros, all ones, or
// a single one.
func (d dice) word(width int) *big.Int {
	switch d.Intn(10) {
	case 0:
		return new(big.Int)
	case 1:
		return ir.Ones(width)
	case 2:
		return new(big.Int).SetBit(new(big.Int), d.Intn(width), 1)
	}
	return d.uniform(width)
}
