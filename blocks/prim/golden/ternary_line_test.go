package golden

import (
	"math/big"
	"testing"

	"gotest.tools/v3/assert"
)

func TestTernaryLine(t *testing.T) {
	all := new(big.Int).SetBit(new(big.Int), 100, 1)
	all.Sub(all, big.NewInt(1))
	top := new(big.Int).Lsh(big.NewInt(1), 99)
	tests := []struct {
		what             string
		valid            bool
		value, mask, key *big.Int
		hit              bool
	}{
		{"equal", true, big.NewInt(5), all, big.NewInt(5), true},
		{"not valid", false, big.NewInt(5), all, big.NewInt(5), false},
		{"differs in a bit that counts", true, big.NewInt(5), big.NewInt(4), big.NewInt(1), false},
		{"differs in a bit that does not count", true, big.NewInt(5), big.NewInt(4), big.NewInt(4), true},
		{"no bit counts", true, big.NewInt(5), nil, big.NewInt(10), true},
		{"top bit", true, top, top, nil, false},
	}
	for _, test := range tests {
		out := NewTernaryLine(100).Step(TernaryLineIn{Valid: test.valid, Value: test.value, Mask: test.mask, Key: test.key})
		assert.Equal(t, out.Hit, test.hit, test.what)
	}
}
