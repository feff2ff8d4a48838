package vector_test

import (
	"testing"

	"gotest.tools/v3/assert"

	"culprit.example/culprit/cyclesim/internal/vector"
)

// sample is a program with an instruction of every kind.
func sample() *vector.Code {
	c := vector.New(16)
	x := c.Add(vector.Instr{Kind: vector.Load, K: 64, State: 3})
	half := c.Add(vector.Instr{Kind: vector.Load, K: 8, Half: true, State: vector.Foreign})
	c.Begin([]vector.Ref{x, half})
	sum := c.Op2(vector.Add8, x, half)
	c.Finish()
	c.Gathers = append(c.Gathers, vector.Access{Index: []vector.Ref{x}, Bytes: 1, Bits: 8, Scale: 32, At: 128, Size: 2})
	g := c.Add(vector.Instr{Kind: vector.Gather})
	part := c.Add(vector.Instr{Kind: vector.Part, A: g, K: 1})
	moved := c.Shift(vector.Shr16, part, 3)
	rest := c.Pure(vector.Instr{Kind: vector.Serial, Op: vector.Rem64, A: moved, B: c.Splat(5, 8)})
	any := c.Pure(vector.Instr{Kind: vector.Arbitrary, K: 9, Size: 4})
	c.Add(vector.Instr{Kind: vector.Store, B: c.Choose(x, rest, any), K: 256})
	c.Scatters = append(c.Scatters, vector.Access{Index: []vector.Ref{x}, Value: []vector.Ref{sum},
		Where: []vector.Ref{half}, Bytes: 1, Bits: 5, Scale: 16, At: 512, Size: 1, State: 4})
	c.Add(vector.Instr{Kind: vector.Scatter})
	c.Add(vector.Instr{Kind: vector.Call, K: 2})
	c.Add(vector.Instr{Kind: vector.Check, A: x, K: 0})
	c.Add(vector.Instr{Kind: vector.Cover, A: half, K: 1})
	return c
}

func TestText(t *testing.T) {
	t.Parallel()
	c := sample()
	assert.NilError(t, c.Verify())
	assert.Equal(t, c.String(), `v1 = load @64 state 3
v2 = load @8 half foreign
v3 = or v1 v2
if v3
  v5 = add8 v1 v2
end
v7 = gather @128:2 at v1 bytes 1 bits 8 scale 32
v8 = part v7 #1
v9 = shr16 v8 by 3
v10 = const 0x5 0x5
v11 = rem64 v9 v10
v12 = arbitrary #9:4
v13 = bitselect v11 v12 v1
store v13 @256
scatter @512:1 state 4 at v1 bytes 1 bits 5 scale 16 value v5 where v2
call #2
check v1 #0
cover v2 #1
`)
	again, err := vector.Read(c.String(), 16)
	assert.NilError(t, err)
	assert.DeepEqual(t, again.Instrs, c.Instrs)
	assert.DeepEqual(t, again.Gathers, c.Gathers)
	assert.DeepEqual(t, again.Scatters, c.Scatters)
	assert.Equal(t, again.String(), c.String())
}

func TestWrongText(t *testing.T) {
	t.Parallel()
	for text, message := range map[string]string{
		"v1 = sum":                            `line 1: no operation "sum": v1 = sum`,
		"v1 = apply":                          `line 1: no operation "apply": v1 = apply`,
		"load @8":                             "line 1: only what makes a vector has a name: load @8",
		"v1 = load 8":                         `line 1: "8" is no number after @: v1 = load 8`,
		"v1 = load @8\nv1 = load @8":          `line 2: "v1" is a vector already: v1 = load @8`,
		"v1 = const 1 2\nv2 = add8 v1 v3":     `line 2: no vector "v3": v2 = add8 v1 v3`,
		"v1 = const 1 2 3":                    `line 1: "3" is too much: v1 = const 1 2 3`,
		"v1 = arbitrary #3":                   `line 1: "#3" is not such as #8:4: v1 = arbitrary #3`,
		"v1 = gather @8:1":                    `line 1: "at" is missing: v1 = gather @8:1`,
		"v1 = const 1 2\nv2 = part v1 #1":     "instruction 2 (part v1 #1) does not follow its gather",
		"v1 = const 1 2\nv2 = shr16 v1":       `line 2: "by" is missing: v2 = shr16 v1`,
		"v1 = const 1 2\nstore v1 v1 @8 wide": `line 2: "wide" is too much: store v1 v1 @8 wide`,
	} {
		_, err := vector.Read(text, 16)
		assert.ErrorContains(t, err, message, text)
	}
}

// TestVerify: each rule finds what breaks it.
func TestVerify(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name  string
		spoil func(c *vector.Code)
		want  string
	}{
		{"a later operand", func(c *vector.Code) { c.Instrs[3].A = 5 },
			"instruction 3 (or v5 v2) uses a vector that comes later"},
		{"an effect as operand", func(c *vector.Code) { c.Instrs[9].A = 6 },
			"instruction 9 (shr16 v6 by 3) uses an instruction without a vector"},
		{"a missing operand", func(c *vector.Code) { c.Instrs[5].B = vector.None },
			"instruction 5 (add8 v1) has the wrong operands"},
		{"an operand too many", func(c *vector.Code) { c.Instrs[9].B = 1 },
			"instruction 9 (shr16 v8 v1 by 3) has the wrong operands"},
		{"a shift that is none", func(c *vector.Code) { c.Instrs[9].Kind = vector.Apply },
			"instruction 9 (shr16 v8) is of the wrong kind"},
		{"a part without its gather", func(c *vector.Code) { c.Instrs[7] = c.Instrs[1] },
			"instruction 8 (part v7 #1) does not follow its gather"},
		{"an odd place", func(c *vector.Code) { c.Instrs[1].K = 3 }, "instruction 1 (load @3 state 3) is at an odd place"},
		{"an end too many", func(c *vector.Code) { c.Add(vector.Instr{Kind: vector.End}) },
			"instruction 19 (end) ends a part that has not begun"},
		{"an end too few", func(c *vector.Code) { c.Add(vector.Instr{Kind: vector.If, A: 1}) }, "a part does not end"},
		{"none in the middle", func(c *vector.Code) { c.Instrs[12] = vector.Instr{} },
			"instruction 12 (unused) is in the place of another"},
	} {
		code := sample()
		c.spoil(code)
		assert.ErrorContains(t, code.Verify(), c.want, c.name)
	}
}

// TestSimplified: operations whose result is known are not made.
func TestSimplified(t *testing.T) {
	t.Parallel()
	c := vector.New(16)
	x := c.Add(vector.Instr{Kind: vector.Load, K: 0})
	y := c.Add(vector.Instr{Kind: vector.Load, K: 16})
	zero, ones := c.Splat(0, 1), c.Splat(255, 1)
	for _, s := range []struct{ have, want vector.Ref }{
		{c.Op2(vector.And, x, ones), x}, {c.Op2(vector.And, x, zero), zero}, {c.Op2(vector.And, x, x), x},
		{c.Op2(vector.And, x, c.Not(y)), c.Op2(vector.AndNot, x, y)},
		{c.Op2(vector.Or, zero, x), x}, {c.Op2(vector.Or, x, ones), ones},
		{c.Op2(vector.Xor, x, zero), x}, {c.Op2(vector.Xor, x, ones), c.Not(x)}, {c.Not(c.Not(x)), x},
		{c.Op2(vector.AndNot, x, c.Not(y)), c.Op2(vector.And, x, y)}, {c.Not(ones), zero},
		{c.Choose(x, y, y), y}, {c.Choose(ones, x, y), x}, {c.Choose(zero, x, y), y},
		{c.Choose(x, y, zero), c.Op2(vector.And, y, x)}, {c.Choose(c.Not(x), y, x), c.Choose(x, x, y)},
		{c.Shift(vector.Shl16, x, 0), x}, {c.Op2(vector.Add8, x, y), c.Op2(vector.Add8, x, y)},
	} {
		assert.Equal(t, s.have, s.want, c)
	}
}

// TestNotInSkippedPart: after a skipped part the complement of 0 is 0, too, so it must not be joined with what
// uses it there.
func TestNotInSkippedPart(t *testing.T) {
	t.Parallel()
	for _, o := range []vector.Op{vector.And, vector.AndNot, vector.Not, vector.Bitselect} {
		c := vector.New(16)
		x := c.Add(vector.Instr{Kind: vector.Load})
		y := c.Add(vector.Instr{Kind: vector.Load, K: 16})
		c.Begin([]vector.Ref{x})
		not := c.Not(c.Op2(vector.Xor, x, y))
		c.Finish()
		var r vector.Ref
		switch o {
		case vector.Not:
			r = c.Not(not)
		case vector.Bitselect:
			r = c.Choose(not, x, y)
		default:
			r = c.Op2(o, y, not)
		}
		c.Add(vector.Instr{Kind: vector.Store, B: r, K: 32})
		memory := make([]byte, 48)
		for i := range 16 {
			memory[16+i] = 5
		}
		c.Run(1, func(_ int, at uint64) []byte { return memory[at:][:16] })
		want := map[vector.Op]byte{vector.And: 0, vector.AndNot: 5, vector.Not: 255, vector.Bitselect: 5}[o]
		assert.Equal(t, memory[32], want, "%s", o)
	}
}
