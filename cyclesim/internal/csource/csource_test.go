//go:build linux && amd64

package csource

import (
	"context"
	"fmt"
	"maps"
	"math/rand"
	"slices"
	"testing"

	"github.com/tetratelabs/wazero"
	"gotest.tools/v3/assert"

	"culprit/cyclesim/internal/native"
	"culprit/cyclesim/internal/wasm"
)

// Places in the memory of the test: three operands, then a result per case.
const (
	operands    = 16
	results     = operands + 3*16
	resultBytes = 16
	memoryBytes = wasm.PageSize
)

// TestInstructions: every instruction that has a form in C does there what it does in wazero,
// on random operands.
func TestInstructions(t *testing.T) {
	t.Parallel()
	m := &wasm.Module{}
	m.Memory(1, "memory")
	w := &writer{f: m.NewFunc(nil)}
	w.f.Export = "run"
	w.numbers()
	w.accesses()
	w.vectors()
	w.lanes()
	w.control(m)
	assert.Assert(t, results+resultBytes*len(w.names) < memoryBytes)

	ctx := context.Background()
	r := wazero.NewRuntime(ctx)
	defer r.Close(ctx)
	mod, err := r.Instantiate(ctx, m.Encode())
	assert.NilError(t, err)
	image, err := native.Compile(Translate(m, []string{"run"}))
	assert.NilError(t, err)
	code, err := native.Load(image)
	assert.NilError(t, err)

	const seed = 1
	rng := rand.New(rand.NewSource(seed))
	for round := range 300 {
		have := randomOperands(rng)
		assert.Assert(t, mod.Memory().Write(0, have))
		_, err := mod.ExportedFunction("run").Call(ctx)
		assert.NilError(t, err)
		want, _ := mod.Memory().Read(0, memoryBytes)
		code.Call(have, 0, 0)
		for i := range want {
			if have[i] != want[i] {
				t.Fatalf("seed %d, round %d: %s: byte %d is %#x, expected %#x", seed, round, w.caseAt(i), i%resultBytes, have[i], want[i])
			}
		}
	}
}

// randomOperands is a memory with operands that comparisons and saturation tell apart.
func randomOperands(rng *rand.Rand) []byte {
	memory := make([]byte, memoryBytes)
	for i := operands; i < results; i++ {
		memory[i] = byte(rng.Intn(256))
		if rng.Intn(3) == 0 {
			memory[i] = []byte{0, 1, 127, 128, 255}[rng.Intn(5)]
		}
	}
	if rng.Intn(2) == 0 {
		copy(memory[operands+16:], memory[operands:operands+12])
	}
	return memory
}

// writer writes a function that leaves a result in memory for each case.
type writer struct {
	f     *wasm.Func
	names []string
}

func (w *writer) caseAt(i int) string {
	if i < results {
		return "operands"
	}
	return w.names[(i-results)/resultBytes]
}

// result stores what produce leaves on the stack, in the next place.
func (w *writer) result(name string, typ wasm.ValType, produce func()) {
	at := uint32(results + resultBytes*len(w.names))
	w.names = append(w.names, name)
	w.f.I32Const(at - 8)
	produce()
	switch typ {
	case wasm.I32:
		w.f.Mem(wasm.I32Store, 8)
	case wasm.I64:
		w.f.Mem(wasm.I64Store, 8)
	case wasm.V128:
		w.f.VecMem(wasm.V128Store, 8)
	}
}

// operand pushes an operand.
func (w *writer) operand(number int, typ wasm.ValType) {
	w.f.I32Const(uint32(operands + 16*number - 4))
	switch typ {
	case wasm.I32:
		w.f.Mem(wasm.I32Load, 4)
	case wasm.I64:
		w.f.Mem(wasm.I64Load, 4)
	case wasm.V128:
		w.f.VecMem(wasm.V128Load, 4)
	}
}

// takes64 tells whether an instruction on numbers takes 64 bits.
func takes64(o wasm.Opcode) bool {
	return o >= wasm.I64Eqz && o <= wasm.I64LeU || o >= wasm.I64Ctz && o <= wasm.I64Rotl || o == wasm.I32WrapI64
}

func (w *writer) numbers() {
	for _, o := range slices.Sorted(maps.Keys(operators)) {
		typ := wasm.I32
		if takes64(o) {
			typ = wasm.I64
		}
		w.result(fmt.Sprintf("instruction %#x", o), operators[o].result, func() {
			for i := range operators[o].args {
				w.operand(i, typ)
				if o == wasm.I64RemU && i == 1 {
					w.f.I64Const(1)
					w.f.Op(wasm.I64Or)
				}
			}
			w.f.Op(o)
		})
	}
	for _, typ := range []wasm.ValType{wasm.I32, wasm.I64, wasm.V128} {
		w.result(fmt.Sprintf("select of type %#x", typ), typ, func() {
			w.operand(0, typ)
			w.operand(1, typ)
			w.operand(2, wasm.I32)
			w.f.I32Const(1)
			w.f.Op(wasm.I32And)
			w.f.Op(wasm.Select)
		})
	}
	w.result("constants", wasm.I64, func() {
		w.f.I64Const(1<<63 + 5)
		w.f.I32Const(1 << 31)
		w.f.Op(wasm.I64ExtendI32U)
		w.f.Op(wasm.I64Add)
	})
}

func (w *writer) accesses() {
	for _, o := range slices.Sorted(maps.Keys(accesses)) {
		x := accesses[o]
		w.result(fmt.Sprintf("access %#x", o), x.value, func() {
			if !x.store {
				w.f.I32Const(operands + 1)
				w.f.Mem(o, 2)
				return
			}
			// Over a word of the operands' copy in the result's own place.
			at := uint32(results + resultBytes*(len(w.names)-1))
			w.f.I32Const(at)
			w.operand(0, x.value)
			w.f.Mem(o, 9)
			w.operand(1, x.value)
		})
	}
}

func (w *writer) vectors() {
	isShift := []wasm.VecOp{wasm.I16x8Shl, wasm.I16x8ShrU, wasm.I32x4Shl, wasm.I32x4ShrU, wasm.I64x2Shl, wasm.I64x2ShrU, wasm.I64x2ShrS}
	isSplat := []wasm.VecOp{wasm.I8x16Splat, wasm.I16x8Splat, wasm.I32x4Splat}
	for _, o := range slices.Sorted(maps.Keys(vectorOperators)) {
		w.result(fmt.Sprintf("vector instruction %#x", o), vectorOperators[o].result, func() {
			for i := range vectorOperators[o].args {
				switch {
				case slices.Contains(isSplat, o), i == 1 && slices.Contains(isShift, o):
					w.operand(i, wasm.I32)
				case o == wasm.I64x2Splat:
					w.operand(i, wasm.I64)
				default:
					w.operand(i, wasm.V128)
				}
			}
			w.f.Vec(o)
		})
	}
	// Indices below 16, too, which random bytes seldom are.
	w.result("swizzle", wasm.V128, func() {
		w.operand(0, wasm.V128)
		w.operand(1, wasm.V128)
		w.f.V128Const(0x1f1f1f1f1f1f1f1f, 0x1f1f1f1f1f1f1f1f)
		w.f.Vec(wasm.V128And)
		w.f.Vec(wasm.I8x16Swizzle)
	})
}

func (w *writer) lanes() {
	w.result("constant", wasm.V128, func() { w.f.V128Const(0x0706050403020100, 0xfffefdfcfbfaf9f8) })
	w.result("shuffle", wasm.V128, func() {
		w.operand(0, wasm.V128)
		w.operand(1, wasm.V128)
		w.f.Shuffle([16]byte{15, 16, 31, 0, 2, 4, 6, 8, 10, 12, 14, 17, 19, 21, 23, 25})
	})
	w.result("half a vector loaded", wasm.V128, func() { w.f.I32Const(operands); w.f.VecMem(wasm.V128Load64Zero, 3) })
	w.result("a byte loaded", wasm.V128, func() {
		w.f.I32Const(operands)
		w.operand(1, wasm.V128)
		w.f.LaneMem(wasm.V128Load8Lane, 5, 11)
	})
	w.result("half a vector stored", wasm.I32, func() {
		w.f.I32Const(uint32(results + resultBytes*(len(w.names)-1)))
		w.operand(0, wasm.V128)
		w.f.LaneMem(wasm.V128Store64Lane, 6, 1)
		w.f.I32Const(0)
	})
	w.result("a byte of a vector", wasm.I32, func() { w.operand(0, wasm.V128); w.f.Lane(wasm.I8x16ExtractLaneU, 13) })
	w.result("a word of a vector", wasm.I64, func() { w.operand(0, wasm.V128); w.f.Lane(wasm.I64x2ExtractLane, 1) })
	w.result("a byte replaced", wasm.V128, func() {
		w.operand(0, wasm.V128)
		w.operand(1, wasm.I32)
		w.f.Lane(wasm.I8x16ReplaceLane, 6)
	})
	w.result("a word replaced", wasm.V128, func() {
		w.operand(0, wasm.V128)
		w.operand(1, wasm.I64)
		w.f.Lane(wasm.I64x2ReplaceLane, 0)
	})
}

// control has a call, a loop, a block that is left and a condition.
func (w *writer) control(m *wasm.Module) {
	// The sum of the numbers from 1 to the first argument, and the second one.
	sum := m.NewFunc([]wasm.ValType{wasm.I32, wasm.I64}, wasm.I64)
	count := sum.Local(wasm.I32)
	sum.Block()
	sum.LocalGet(0)
	sum.LeaveUnless()
	sum.Loop()
	sum.LocalGet(count)
	sum.I32Const(1)
	sum.Op(wasm.I32Add)
	sum.LocalTee(count)
	sum.Op(wasm.I64ExtendI32U)
	sum.LocalGet(1)
	sum.Op(wasm.I64Add)
	sum.LocalSet(1)
	sum.LocalGet(count)
	sum.LocalGet(0)
	sum.Op(wasm.I32Ne)
	sum.BrIf(0)
	sum.Op(wasm.End)
	sum.Op(wasm.End)
	sum.LocalGet(0)
	sum.I32Const(7)
	sum.Op(wasm.I32Eq)
	sum.If()
	sum.I64Const(1000)
	sum.LocalSet(1)
	sum.Op(wasm.End)
	sum.LocalGet(1)
	for _, n := range []uint32{0, 1, 6, 7} {
		w.result(fmt.Sprintf("sum to %d", n), wasm.I64, func() {
			w.f.I32Const(n)
			w.operand(0, wasm.I64)
			w.f.Call(sum)
		})
	}
}
