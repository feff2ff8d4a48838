package machine

import (
	"math/bits"
	"testing"

	"gotest.tools/v3/assert"

	"culprit.example/culprit/rtlgen/ir"
)

// TestArbitraryDependsOnEveryKey: changing one bit of one key changes about
// half of the result.
func TestArbitraryDependsOnEveryKey(t *testing.T) {
	keys := [4]uint64{1, 2, 3, 4}
	from := Arbitrary(keys[0], keys[1], keys[2], keys[3])
	for k := range keys {
		for bit := range 64 {
			other := keys
			other[k] ^= 1 << bit
			n := bits.OnesCount64(from ^ Arbitrary(other[0], other[1], other[2], other[3]))
			assert.Assert(t, n > 8 && n < 56, "key %d bit %d changes %d bits", k, bit, n)
		}
	}
}

func TestContentsKeepTheWidth(t *testing.T) {
	for _, width := range []int{1, 63, 64, 65, 130} {
		dst := make([]uint64, Words(width))
		for elem := range 50 {
			Contents(9, 1, 2, elem, width, dst)
			assert.Equal(t, dst[len(dst)-1]&^TopMask(width), uint64(0), "width %d", width)
		}
	}
}

func TestInstances(t *testing.T) {
	leaf := &ir.Module{Name: "leaf"}
	mid := &ir.Module{Name: "mid", Instances: []*ir.Instance{{Name: "leaf", Of: leaf, Count: 2, Array: true}}}
	top := &ir.Module{Name: "top", Instances: []*ir.Instance{
		{Name: "solo", Of: mid, Count: 1},
		{Name: "only", Of: leaf, Count: 1, Array: true},
	}}
	var paths []string
	for _, inst := range Instances(&ir.Design{Top: top, Modules: []*ir.Module{leaf, mid, top}}) {
		paths = append(paths, inst.Path+":"+inst.Module.Name)
	}
	assert.DeepEqual(t, paths, []string{":top", "solo:mid", "solo.leaf_0:leaf", "solo.leaf_1:leaf", "only_0:leaf"})
}
