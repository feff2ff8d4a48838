package vectors

import (
	"math/big"
	"testing"

	"gotest.tools/v3/assert"
)

func TestSet(t *testing.T) {
	s := New([]Port{{Name: "a", Width: 65}}, []Port{{"b", 130, 2}, {"c", 3, 1}, {"d", 64, 0}}, 0, 3)
	for cycle := range 3 {
		s.Input(cycle, 0)[1] = uint64(cycle)
		s.Expected(cycle, 0)[2] = 3
		s.Expected(cycle, 2)[0] = uint64(cycle) << 60
	}
	s.SetKnown(1, 0, 1)
	s.SetKnown(2, 1, 0)
	assert.Equal(t, s.Input(2, 0)[1], uint64(2))

	for _, c := range []struct {
		cycle, output, known int
		got                  []uint64
		differs              bool
	}{
		{0, 0, 0, []uint64{9, 9, 9}, false}, // unknown
		{1, 0, 65, []uint64{0, 0, 3}, false},
		{1, 0, 65, []uint64{^uint64(0), 1, 3}, false}, // lane 0 is unknown, bits 0 to 64
		{1, 0, 65, []uint64{0, 2, 3}, true},
		{1, 0, 65, []uint64{0, 0, 1}, true},
		{1, 1, 0, []uint64{7}, false},
		{2, 1, 3, []uint64{7}, true},
		{2, 1, 3, []uint64{0}, false},
		{0, 2, 64, []uint64{0}, false},
		{1, 2, 64, []uint64{1 << 60}, false},
		{1, 2, 64, []uint64{1<<60 + 1}, true},
	} {
		assert.Equal(t, s.Differs(c.cycle, c.output, c.got), c.differs, "%+v", c)
		assert.Equal(t, s.KnownBits(c.cycle, c.output), c.known, "%+v", c)
	}
	lane1 := new(big.Int).Lsh(new(big.Int).Sub(new(big.Int).Lsh(big.NewInt(1), 65), big.NewInt(1)), 65)
	assert.Equal(t, Number(s.Mask(1, 0)).Cmp(lane1), 0)
}

// TestMemory keeps a long run of a large block within half a gigabyte: 100,000
// cycles with 4,096 bits of ports, half of them single bits and small lanes.
func TestMemory(t *testing.T) {
	ports := func(direction string) []Port {
		list := []Port{{Name: direction, Width: 1024}}
		for range 64 {
			list = append(list, Port{Name: direction, Width: 16})
		}
		return list
	}
	assert.Assert(t, 100_000*RowBytes(ports("in"), ports("out")) < 500<<20)
}
