package spineleaf_test

import (
	"testing"

	"gotest.tools/v3/assert"

	"culprit.example/culprit/blocks/spineleaf"
	"culprit.example/culprit/rtlgen/blocks"
)

// TestServerParameters: wrong parameters are refused with the way out.
func TestServerParameters(t *testing.T) {
	for _, c := range []struct {
		given map[string]int
		want  string
	}{
		{map[string]int{"limiters": 12}, "block qcn_server: limiters=12 is no power of two: give 8 or 16"},
		{map[string]int{"queue": 100}, "block qcn_server: queue=100 is no power of two: give 64 or 128"},
		{map[string]int{"flows": 64, "queue": 128},
			"block qcn_server: flows=64 with queue=128 frames each are 8192 descriptors: give a product of at most 4096"},
		{map[string]int{"servers": 4096, "windows": 16},
			"block qcn_server: servers=4096, prios=2 and windows=16 need 18 bits of a counter's address, which has 14 for them: give fewer windows"},
		{map[string]int{"flows": 65},
			"block qcn_server: parameter flows=65 is out of range: give 2 to 64 (flows of a server: {destination, priority})"},
	} {
		_, err := blocks.Of(spineleaf.Server).Resolve(c.given)
		assert.Error(t, err, c.want)
	}
}
