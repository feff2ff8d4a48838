package golden

import (
	"fmt"
	"testing"

	"gotest.tools/v3/assert"
)

func TestTurnBits(t *testing.T) {
	for n, want := range map[int]int{2: 1, 3: 2, 4: 2, 5: 3, 8: 3, 9: 4, 16: 4} {
		assert.Equal(t, TurnBits(n), want, "%d ports", n)
	}
}

// TestTurns checks that every turn leads back to its output, that legal turns
// are 0 to n-2 and that only the way back is n-1.
func TestTurns(t *testing.T) {
	for _, n := range []int{2, 3, 5, 8, 16} {
		for from := range n {
			seen := map[int]bool{}
			for to := range n {
				turn := Turn(n, from, to)
				assert.Equal(t, OutPort(n, from, turn), to)
				assert.Equal(t, MakeHeader(OneTurn(turn, TurnBits(n)).Tp, 30).Wanted(n, from), to)
				assert.Equal(t, turn == n-1, from == to)
				seen[turn] = true
			}
			assert.Equal(t, len(seen), n)
		}
	}
	assert.Equal(t, Turn(8, 2, 5), 2) // t = (5 - 2 - 1) mod 8
	assert.Equal(t, Turn(8, 5, 2), 4) // t = (2 - 5 - 1) mod 8
	assert.Equal(t, Turn(5, 4, 0), 0)
}

func TestMaxTurns(t *testing.T) {
	for n, want := range map[int]int{2: 31, 3: 15, 5: 10, 8: 10, 16: 7} {
		assert.Equal(t, MaxTurns(n), want, "%d ports", n)
	}
}

func TestAligned(t *testing.T) {
	const pool = 0b001_010_011_100_101_110_000_001_010_011_1
	for _, c := range []struct {
		tptr int
		want uint32
	}{
		{30, pool},
		{27, 0b010_011_100_101_110_000_001_010_011_1_111},
		{24, 0b011_100_101_110_000_001_010_011_1_111_111},
		{3, 0b011_1_111_111_111_111_111_111_111_111_111},
		{0, poolOnes},  // the last bit, which is a one, and what comes in
		{31, poolOnes}, // behind the end: everything has been taken
		{29, pool<<1&poolOnes | 1},
	} {
		t.Run(fmt.Sprint(c.tptr), func(t *testing.T) {
			assert.Equal(t, MakeHeader(pool, c.tptr).Aligned(), c.want)
		})
	}
}

// TestMovedHeader follows a packet through all turns that fit; for two ports the
// pointer goes below zero with the last one.
func TestMovedHeader(t *testing.T) {
	for _, n := range []int{2, 3, 5, 8, 16} {
		bits := TurnBits(n)
		longest := MaxTurns(n)
		pool, turns := uint32(poolOnes), []int{}
		for i := range longest {
			turn := (3*i + 1) % (n - 1)
			turns = append(turns, turn)
			shift := 31 - bits*(i+1)
			pool = pool&^((1<<bits-1)<<shift) | uint32(turn)<<shift
		}
		h := MakeHeader(pool, 30)
		for i, turn := range turns {
			assert.Equal(t, FirstTurn(h.Aligned(), bits), turn, "%d ports, turn %d", n, i)
			h = h.Moved(bits)
		}
		assert.Equal(t, h.Aligned()>>(31-bits), uint32(1<<bits-1), "%d ports: ones behind the last turn", n)
		assert.Equal(t, h.Tptr(), (30-bits*longest)&31)
	}
}

func TestHeaderOfBeat(t *testing.T) {
	h := MakeHeader(0x5a5a5a5a&poolOnes, 27)
	beat := Word{uint64(h)<<28 | 0xabcdef1, 7}
	assert.Equal(t, HeaderOf(beat), h)
	assert.Equal(t, h.Turnpool(), uint32(0x5a5a5a5a))
	assert.Equal(t, h.Tptr(), 27)
	assert.Equal(t, h.In(Word{0x123}), Word{uint64(h)<<28 | 0x123})
	assert.Equal(t, h.In(Word{^uint64(0), 1, 2, 3, 4, 5, 6, 7}), Word{uint64(h)<<28 | 0xfffffff, 1, 2, 3, 4, 5, 6, 7})
}

func TestNames(t *testing.T) {
	one := OneTurn(5, 3)
	assert.Equal(t, one, Name{Tp: 0b101 << 28, Mask: 0b111 << 28})
	two, fits := one.Extended(2, 3)
	assert.Assert(t, fits)
	assert.Equal(t, two, Name{Tp: 0b010_101 << 25, Mask: 0b111_111 << 25})
	assert.Equal(t, two.Length(), 6)
	assert.Equal(t, two.Header(), MakeHeader(0b010_101<<25|(1<<25-1), 30))

	assert.Equal(t, two.Rest(3), one)
	behind, fits := OneTurn(2, 3).Behind(5, 3)
	assert.Assert(t, fits)
	assert.Equal(t, behind, two)
	_, fits = Name{Mask: poolOnes &^ 3}.Behind(0, 3)
	assert.Assert(t, !fits)
	assert.Equal(t, one.Rest(3), Name{})

	assert.Assert(t, one.Matches(0b101_000<<25))
	assert.Assert(t, !one.Matches(0b100_000<<25))
	assert.Assert(t, two.Matches(0b010_101<<25|0x1ffffff))
	assert.Assert(t, !two.Matches(poolOnes), "ones behind the last turn match no turn")

	assert.Assert(t, !one.Equal(two))
	same := Name{Tp: one.Tp | 1, Mask: one.Mask}
	assert.Assert(t, one.Equal(same), "what the mask hides does not count")
}

// TestLongestName extends a name until it does not fit.
func TestLongestName(t *testing.T) {
	for _, n := range []int{2, 3, 5, 8, 16} {
		bits := TurnBits(n)
		name := OneTurn(0, bits)
		for range MaxTurns(n) - 1 {
			longer, fits := name.Extended(0, bits)
			assert.Assert(t, fits, "%d ports", n)
			name = longer
		}
		_, fits := name.Extended(0, bits)
		assert.Assert(t, !fits, "%d ports", n)
	}
}
