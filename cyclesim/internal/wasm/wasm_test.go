package wasm

import (
	"context"
	"math"
	"testing"

	"github.com/tetratelabs/wazero"
	"gotest.tools/v3/assert"
)

// TestConstants: numbers survive their encoding, whatever their length.
func TestConstants(t *testing.T) {
	values := []uint64{0, 1, 63, 64, 127, 128, 1 << 13, math.MaxInt32, 1 << 31, math.MaxUint32, math.MaxInt64, 1 << 63,
		math.MaxUint64, ^uint64(63), ^uint64(64)}
	ctx := context.Background()
	r := wazero.NewRuntime(ctx)
	defer r.Close(ctx)
	m := &Module{}
	m.Memory(1, "memory")
	for i := range values {
		f := m.NewFunc(nil, I64)
		f.Export = string(rune('a' + i))
		f.I64Const(values[i])
		g := m.NewFunc(nil, I32)
		g.Export = string(rune('A' + i))
		g.I32Const(uint32(values[i]))
	}
	mod, err := r.Instantiate(ctx, m.Encode())
	assert.NilError(t, err)
	for i, v := range values {
		got, err := mod.ExportedFunction(string(rune('a' + i))).Call(ctx)
		assert.NilError(t, err)
		assert.Equal(t, got[0], v)
		got, err = mod.ExportedFunction(string(rune('A' + i))).Call(ctx)
		assert.NilError(t, err)
		assert.Equal(t, uint32(got[0]), uint32(v))
	}
}

// TestModules: locals in runs, calls, a loop, and a memory shared by two modules.
func TestModules(t *testing.T) {
	ctx := context.Background()
	r := wazero.NewRuntime(ctx)
	defer r.Close(ctx)

	a := &Module{}
	a.Memory(2, "memory")
	sum := a.NewFunc([]ValType{I32}, I64) // of the numbers up to n
	n, first, total, spare, i := uint32(0), sum.Local(I64), sum.Local(I64), sum.Local(I32), sum.Local(I64)
	assert.DeepEqual(t, []uint32{n, first, total, spare, i}, []uint32{0, 1, 2, 3, 4})
	sum.Loop()
	sum.LocalGet(total)
	sum.LocalGet(i)
	sum.Op(I64Add)
	sum.LocalSet(total)
	sum.LocalGet(i)
	sum.I64Const(1)
	sum.Op(I64Add)
	sum.LocalTee(i)
	sum.LocalGet(n)
	sum.Op(I64ExtendI32U)
	sum.Op(I64LeU)
	sum.BrIf(0)
	sum.Op(End)
	sum.LocalGet(total)
	put := a.NewFunc([]ValType{I32})
	put.Export = "put"
	put.I32Const(1000)
	put.LocalGet(0)
	put.Call(sum)
	put.Mem(I64Store, 70000)
	_, err := r.InstantiateWithConfig(ctx, a.Encode(), wazero.NewModuleConfig().WithName("a"))
	assert.NilError(t, err)

	b := &Module{}
	b.ImportMemory(2, "a", "memory")
	get := b.NewFunc(nil, I64)
	get.Export = "get"
	get.I32Const(71000)
	get.Mem(I64Load, 0)
	second, err := r.InstantiateWithConfig(ctx, b.Encode(), wazero.NewModuleConfig().WithName("b"))
	assert.NilError(t, err)

	_, err = r.Module("a").ExportedFunction("put").Call(ctx, 100)
	assert.NilError(t, err)
	got, err := second.ExportedFunction("get").Call(ctx)
	assert.NilError(t, err)
	assert.Equal(t, got[0], uint64(5050))
}
