package compiled

import (
	"testing"

	"gotest.tools/v3/assert"

	"culprit/cyclesim/internal/word"
)

// TestFields: fields of a word are shifts of its bytes, one bit a test of its byte.
func TestFields(t *testing.T) {
	t.Parallel()
	b := &word.Builder{}
	loaded := b.P.Add(word.Instr{Op: word.Load, A: word.None, B: word.None, C: word.None, K: 0, Size: 4, May: 1<<32 - 1})
	store := func(x word.Ref, k uint64) {
		b.P.Add(word.Instr{Op: word.Store, A: word.None, B: x, C: word.None, K: k, Size: 1})
	}
	store(b.OpK(word.And, b.OpK(word.Shr, loaded, 2), 7), 4)  // in byte 0
	store(b.OpK(word.And, b.OpK(word.Shr, loaded, 6), 15), 5) // in bytes 0 and 1
	store(b.OpK(word.And, b.OpK(word.Shr, loaded, 15), 1), 6) // bit 7 of byte 1
	b.P.Optimise(word.Passes(), nil)
	code := vectorise(&b.P, 16)
	assert.NilError(t, code.Verify())
	assert.Equal(t, code.String(), `v1 = load @0
v2 = load @16
v3 = load @32
v4 = load @48
v5 = const 0xd0905010c080400 0xf0b07030e0a0602
v6 = lookup8 v1 v5
v7 = lookup8 v2 v5
v8 = lookup8 v3 v5
v9 = lookup8 v4 v5
v10 = even32 v6 v7
v11 = even32 v8 v9
v12 = even32 v10 v11
v13 = shr16 v12 by 2
v14 = const 0x3f3f3f3f3f3f3f3f 0x3f3f3f3f3f3f3f3f
v15 = and v13 v14
v16 = const 0x707070707070707 0x707070707070707
v17 = and v15 v16
store v17 @64
v19 = shr16 v12 by 6
v20 = const 0x303030303030303 0x303030303030303
v21 = and v19 v20
v22 = odd32 v6 v7
v23 = odd32 v8 v9
v24 = even32 v22 v23
v25 = add8 v24 v24
v26 = add8 v25 v25
v27 = or v21 v26
v28 = const 0xf0f0f0f0f0f0f0f 0xf0f0f0f0f0f0f0f
v29 = and v27 v28
store v29 @80
v31 = shr16 v24 by 7
v32 = const 0x101010101010101 0x101010101010101
v33 = and v31 v32
v34 = const 0x0 0x0
v35 = lt_s8 v24 v34
v36 = and v35 v32
store v36 @96
`)
}
