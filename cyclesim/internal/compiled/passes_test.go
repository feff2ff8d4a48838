package compiled

import (
	"math/rand/v2"
	"strings"
	"testing"

	"gotest.tools/v3/assert"
)

func TestOrderOfPasses(t *testing.T) {
	assert.NilError(t, checkOrder(passes))
	a, b := pass{name: "a"}, pass{name: "b", after: []string{"a"}, last: true}
	assert.NilError(t, checkOrder([]pass{a, b}))
	assert.Error(t, checkOrder([]pass{b}), `pass "b" must run after "a"`)
	b.after = nil
	assert.Error(t, checkOrder([]pass{b, a}), `pass "b" must be the last one if and only if it says so`)
	assert.Error(t, checkOrder([]pass{a}), `pass "a" must be the last one if and only if it says so`)
}

// loadByte is the byte at that place of the frame.
func (b *builder) loadByte(at uint64) ref {
	return b.p.add(instr{op: opLoad, a: none, b: none, c: none, k: at, size: 1, may: 255})
}

func (b *builder) storeWord(at uint64, v ref) {
	b.p.add(instr{op: opStore, a: none, b: v, c: none, k: at, size: 8})
}

// TestPasses shows what each pass does, on programs as text.
func TestPasses(t *testing.T) {
	for _, c := range []struct {
		name   string
		run    func(*program)
		make   func(b *builder) ref
		result string
	}{
		{"a sum of constants", constantFolding, func(b *builder) ref {
			return b.opK(opAdd, b.opK(opAdd, b.loadByte(0), 3), 4)
		}, "v0 = load @0:1 / v1 = const 0x7 / v2 = add v0 v1"},
		{"a shift of a shift", constantFolding, func(b *builder) ref {
			return b.opK(opShr, b.opK(opShl, b.loadByte(0), 8), 8)
		}, "v0 = load @0:1 / v1 = const 0xffffffffffffff / v2 = and v0 v1"},
		{"a negated comparison", constantFolding, func(b *builder) ref {
			return b.not(b.op2(opLt, b.loadByte(0), b.loadByte(1)))
		}, "v0 = load @0:1 / v1 = load @1:1 / v2 = le v1 v0"},
		{"equal loads and sums", commonSubexpressions, func(b *builder) ref {
			x, y := b.loadByte(0), b.loadByte(1)
			return b.op2(opXor, b.op2(opAdd, x, y), b.op2(opAdd, b.loadByte(1), b.loadByte(0)))
		}, "v0 = load @0:1 / v1 = load @1:1 / v2 = add v0 v1 / v3 = xor v2 v2"},
		{"a mask that clears nothing", knownBits, func(b *builder) ref {
			return b.opK(opAnd, b.loadByte(0), 0xff)
		}, "v0 = load @0:1"},
		{"a mask below a mask", knownBits, func(b *builder) ref {
			return b.opK(opAnd, b.opK(opAdd, b.opK(opAnd, b.opK(opAdd, b.loadByte(0), 1), 255), 1), 15)
		}, "v0 = load @0:1 / v1 = const 0x1 / v2 = add v0 v1 / v3 = const 0x1 / v4 = add v2 v3 / v5 = const 0xf / v6 = and v4 v5"},
		{"masks that rely on each other", knownBits, func(b *builder) ref {
			x, y := b.loadByte(0), b.loadByte(1)
			return b.op2(opAnd, b.opK(opAnd, x, 7), b.opK(opOr, b.opK(opAnd, y, 7), 7))
		}, "v0 = load @0:1 / v1 = const 0x7 / v2 = and v0 v1"},
		{"a certain comparison", knownBits, func(b *builder) ref {
			return b.opK(opLt, b.loadByte(0), 256)
		}, "v0 = const 0x1"},
		{"a part of two parts", knownBits, func(b *builder) ref {
			return b.opK(opShr, b.op2(opOr, b.opK(opShl, b.loadByte(0), 8), b.loadByte(1)), 8)
		}, "v0 = load @0:1 / v1 = const 0x8 / v2 = shl v0 v1 / v3 = const 0x8 / v4 = shr v2 v3"},
		{"a remainder by subtraction", knownBits, func(b *builder) ref {
			return b.opK(opRem, b.opK(opAnd, b.loadByte(0), 7), 5)
		}, "v0 = load @0:1 / v1 = const 0x7 / v2 = and v0 v1 / v3 = const 0x5 / v4 = lt v2 v3 / v5 = sub v2 v3 / v6 = select v4 v2 v5 / v7 = const 0x7 / v8 = and v6 v7"},
	} {
		b := &builder{}
		b.storeWord(8, c.make(b))
		c.run(&b.p)
		deadCode(&b.p)
		b.p.verify()
		text := strings.Split(strings.TrimSpace(b.p.String()), "\n")
		assert.Equal(t, strings.Join(text[:len(text)-1], " / "), c.result, c.name)
	}
}

// TestKnowledge: what is claimed to be known of a result holds for all operands
// that fit what is known of them.
func TestKnowledge(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	random := func() (known, uint64) {
		first, second := r.Uint64(), r.Uint64()
		must := first & second & r.Uint64() >> r.IntN(64)
		first, second = r.Uint64(), r.Uint64()
		may := must | first&second>>r.IntN(64)
		return known{may, must}, must | may&r.Uint64()
	}
	for range 200000 {
		x, xv := random()
		y, yv := random()
		o := opAdd + op(r.IntN(int(opPopcnt-opAdd)+1))
		if r.IntN(2) == 0 {
			y = known{yv, yv}
		}
		if o == opRem && yv == 0 {
			continue
		}
		in := instr{op: o, a: 0, b: 1, c: none}
		if o == opCtz || o == opPopcnt {
			in.b = none
		}
		k, v := knowledge(in, []known{x, y}), execute(o, xv, yv)
		assert.Assert(t, v&^k.may == 0 && k.must&^v == 0, "%s of %#x and %#x is %#x; known: %#x", opNames[o], xv, yv, v, k)
	}
}
