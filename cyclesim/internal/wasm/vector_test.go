package wasm

import (
	"context"
	"encoding/binary"
	"testing"

	"github.com/tetratelabs/wazero"
	"gotest.tools/v3/assert"
)

// TestVectors: each way to encode a vector instruction gives what it says.
func TestVectors(t *testing.T) {
	bytes := [16]byte{0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15}
	const lo, hi = 0x0706050403020100, 0x0f0e0d0c0b0a0908
	for _, c := range []struct {
		name   string
		write  func(f *Func) // leaves a vector
		result func(i int) byte
	}{
		{"constant", func(f *Func) { f.V128Const(lo, hi) }, func(i int) byte { return byte(i) }},
		{"load", func(f *Func) { f.I32Const(60); f.VecMem(V128Load, 4) }, func(i int) byte { return byte(i) }},
		{"half a load", func(f *Func) { f.I32Const(0); f.VecMem(V128Load64Zero, 64) }, func(i int) byte {
			if i < 8 {
				return byte(i)
			}
			return 0
		}},
		{"shuffle", func(f *Func) {
			f.V128Const(lo, hi)
			f.V128Const(^uint64(0), ^uint64(0))
			f.Shuffle([16]byte{15, 14, 13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 16})
		}, func(i int) byte {
			if i == 15 {
				return 255
			}
			return byte(15 - i)
		}},
		{"a code above 127", func(f *Func) {
			f.V128Const(lo, hi)
			f.I32Const(8)
			f.Vec(I64x2ShrU)
		}, func(i int) byte {
			if i%8 == 7 {
				return 0
			}
			return byte(i + 1)
		}},
		{"lanes", func(f *Func) {
			f.V128Const(lo, hi)
			f.V128Const(lo, hi)
			f.Lane(I8x16ExtractLaneU, 3)
			f.Lane(I8x16ReplaceLane, 9)
		}, func(i int) byte {
			if i == 9 {
				return 3
			}
			return byte(i)
		}},
		{"a load of a lane", func(f *Func) {
			f.I32Const(64)
			f.V128Const(0, 0)
			f.LaneMem(V128Load8Lane, 5, 2)
		}, func(i int) byte {
			if i == 2 {
				return 5
			}
			return 0
		}},
	} {
		ctx := context.Background()
		r := wazero.NewRuntime(ctx)
		m := &Module{}
		m.Memory(1, "memory")
		f := m.NewFunc(nil)
		f.Export = "f"
		v := f.Local(V128)
		c.write(f)
		f.LocalSet(v)
		f.I32Const(0)
		f.LocalGet(v)
		f.VecMem(V128Store, 128)
		mod, err := r.Instantiate(ctx, m.Encode())
		assert.NilError(t, err, c.name)
		mod.Memory().Write(64, bytes[:])
		_, err = mod.ExportedFunction("f").Call(ctx)
		assert.NilError(t, err, c.name)
		got, _ := mod.Memory().Read(128, 16)
		for i, b := range got {
			assert.Equal(t, b, c.result(i), "%s: byte %d of %#x", c.name, i, binary.LittleEndian.Uint64(got))
		}
		assert.NilError(t, r.Close(ctx))
	}
}

// TestLeaveUnless: a block is left where the condition is 0.
func TestLeaveUnless(t *testing.T) {
	ctx := context.Background()
	r := wazero.NewRuntime(ctx)
	defer r.Close(ctx)
	m := &Module{}
	m.Memory(1, "")
	f := m.NewFunc([]ValType{I32}, I32)
	f.Export = "f"
	x := f.Local(I32)
	f.Block()
	f.LocalGet(0)
	f.LeaveUnless()
	f.I32Const(7)
	f.LocalSet(x)
	f.Op(End)
	f.LocalGet(x)
	mod, err := r.Instantiate(ctx, m.Encode())
	assert.NilError(t, err)
	for arg, want := range map[uint64]uint64{0: 0, 1: 7, 2: 7} {
		got, err := mod.ExportedFunction("f").Call(ctx, arg)
		assert.NilError(t, err)
		assert.Equal(t, got[0], want)
	}
}
