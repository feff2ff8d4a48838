package word

import (
	"testing"

	"github.com/google/go-cmp/cmp"
	"gotest.tools/v3/assert"
)

// TestDoze: a counter fires, which writes a register of what moves; a selection takes what stands
// still; an output moves.
func TestDoze(t *testing.T) {
	t.Parallel()
	const text = `v0 = load @0:1 may 0x3f state 1
v1 = const 0x1
v2 = add v0 v1
v3 = load @8:1 may 0x3f
v4 = eq v0 v3
v5 = load @1:1 state 2
v6 = select v4 v0 v5
v7 = load @9:1 may 0x1
v8 = select v7 v0 v3
v9 = mul v3 v3
v10 = xor v9 v0
store @10:1 v10
store @0:1 v2 state 1
store @1:1 v6 state 2
store @2:1 v8 state 3
store @16:1 v0 where v7 state 4
`
	p, err := Read(text)
	assert.NilError(t, err)
	motion := make([]Motion, len(p.Code))
	for i, m := range map[int]Motion{0: Moves, 2: Moves, 4: Watched, 6: Chosen, 8: Chosen, 10: Moves, 11: Settles,
		12: Commits, 15: Barred} {
		motion[i] = m
	}
	free := uint64(32)
	d, ok := p.Doze(motion, func(bytes int) (uint64, bool) {
		free += uint64(bytes)
		return free - uint64(bytes), true
	})
	assert.Assert(t, ok)
	for _, c := range []struct {
		name string
		got  Program
		want string
	}{
		{"record", d.Record, `v0 = load @0:1 may 0x3f state 1
v1 = load @8:1 may 0x3f
v2 = eq v0 v1
store @33:1 v2
v4 = load @1:1 state 2
v5 = select v2 v0 v4
v6 = const 0x0
v7 = eq v2 v6
v8 = load @9:1 may 0x1
v9 = select v8 v0 v1
v10 = const 0x0
v11 = eq v8 v10
v12 = and v7 v11
v13 = mul v1 v1
store @34:2 v13
v15 = xor v13 v0
store @10:1 v15
v17 = const 0x0
v18 = eq v8 v17
v19 = and v12 v18
check v19 open
`},
		{"watch", d.Watch, `v0 = load @0:1 may 0x3f state 1
v1 = load @8:1 may 0x3f
v2 = eq v0 v1
v3 = load @33:1 may 0x1
v4 = eq v2 v3
v5 = load @34:2 may 0xfff
v6 = xor v5 v0
store @10:1 v6
check v4 open
`},
		{"commit", d.Commit, `v0 = load @0:1 may 0x3f state 1
v1 = const 0x1
v2 = add v0 v1
store @0:1 v2 state 1
`},
		{"note", d.Note, `v0 = load @0:1 may 0x3f state 1
v1 = load @8:1 may 0x3f
v2 = eq v0 v1
store @32:1 v2
`},
	} {
		if diff := cmp.Diff(c.want, c.got.String()); diff != "" {
			t.Errorf("%s: %s", c.name, diff)
		}
		assert.NilError(t, c.got.Verify())
	}
	_, ok = p.Doze(motion, func(int) (uint64, bool) { return 0, false })
	assert.Assert(t, !ok, "there is no room for what is watched")
}
