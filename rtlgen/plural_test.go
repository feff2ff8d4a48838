package rtlgen

import (
	"testing"

	"gotest.tools/v3/assert"
)

func TestCount(t *testing.T) {
	t.Parallel()
	assert.Equal(t, count(0, "word"), "0 words")
	assert.Equal(t, count(1, "word"), "1 word")
	assert.Equal(t, count(2, "word"), "2 words")
	assert.Equal(t, bitsAre(1)+", "+bitsAre(3), "1 bit is, 3 bits are")
}
