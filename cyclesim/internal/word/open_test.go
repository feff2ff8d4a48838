package word

import (
	"testing"

	"gotest.tools/v3/assert"
)

// TestMarkOpen: where an arbitrary value is one of two that are chosen from, the choice is checked,
// once; where it goes anywhere else, the check always fails.
func TestMarkOpen(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct{ before, after string }{
		"nothing arbitrary": {"v0 = load @0:1\nstore @1:1 v0\n", "v0 = load @0:1\nstore @1:1 v0\n"},
		"chosen twice": {`v0 = load @0:1 may 0x1
v1 = load @8:8
v2 = arbitrary #1
v3 = select v0 v1 v2
v4 = select v0 v1 v2
v5 = add v3 v4
store @16:8 v5
`, `v0 = load @0:1 may 0x1
v1 = load @8:8
v2 = arbitrary #1
v3 = select v0 v1 v2
check v0 open
v5 = select v0 v1 v2
v6 = add v3 v5
store @16:8 v6
`},
		"masked, and chosen if 1": {`v0 = load @0:1 may 0x1
v1 = load @8:8
v2 = arbitrary #1
v3 = const 0xf
v4 = and v2 v3
v5 = select v0 v4 v1
store @16:8 v5
`, `v0 = load @0:1 may 0x1
v1 = load @8:8
v2 = arbitrary #1
v3 = const 0xf
v4 = and v2 v3
v5 = select v0 v4 v1
v6 = const 0x1
v7 = xor v0 v6
check v7 open
store @16:8 v5
`},
		"stored": {"v0 = arbitrary #1\nstore @0:8 v0\n", "v0 = arbitrary #1\nstore @0:8 v0\nv2 = const 0x0\ncheck v2 open\n"},
		"a condition": {"v0 = arbitrary #1\nv1 = const 0x1\nv2 = and v0 v1\nv3 = select v2 v1 v0\nstore @0:8 v3\n",
			"v0 = arbitrary #1\nv1 = const 0x1\nv2 = and v0 v1\nv3 = select v2 v1 v0\nstore @0:8 v3\nv5 = const 0x0\ncheck v5 open\n"},
	} {
		p, err := Read(c.before)
		assert.NilError(t, err, name)
		MarkOpen(p)
		assert.NilError(t, p.Verify(), name)
		assert.Equal(t, p.String(), c.after, name)
	}
}
