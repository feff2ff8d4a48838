//go:build linux && amd64

package emitamd64

import (
	"encoding/binary"
	"testing"

	"gotest.tools/v3/assert"

	"culprit.example/culprit/cyclesim/internal/amd64"
	"culprit.example/culprit/cyclesim/internal/layout"
	"culprit.example/culprit/cyclesim/internal/native"
	"culprit.example/culprit/cyclesim/internal/translate"
	"culprit.example/culprit/cyclesim/internal/word"
	"culprit.example/culprit/rtlgen/ir"
)

// TestReadsBeforeMeeting: what a thread reads in front of an arrival or a barrier is read there, not
// where it is used, since another thread may change it in between. Here the function that the code
// calls at these changes it.
func TestReadsBeforeMeeting(t *testing.T) {
	t.Parallel()
	assert.NilError(t, native.AVX2())
	for _, op := range []word.Op{word.Arrive, word.Barrier} {
		const frame, before, after = 64, 5, 9
		p := &word.Program{}
		add := func(op word.Op, a, b, c word.Ref, k uint64) word.Ref {
			return p.Add(word.Instr{Op: op, A: a, B: b, C: c, K: k, Size: 8, May: ^uint64(0)})
		}
		x := add(word.Load, word.None, word.None, word.None, 0)
		y := add(word.Load, word.None, word.None, word.None, 0)
		seven := add(word.Const, word.None, word.None, word.None, 7)
		small := add(word.Lt, y, seven, word.None, 0)
		add(op, word.None, word.None, word.None, 0)
		add(word.Store, word.None, x, word.None, 8)
		add(word.Store, word.None, add(word.Select, small, seven, x, 0), word.None, 16)
		assert.NilError(t, p.Verify())

		g := New(&translate.Design{IR: &ir.Design{Top: &ir.Module{}},
			At: translate.Addresses{Cycle: 0, Seed: 8, Failed: 16, Log: 24}}, &translate.Options{Check: true}, 32)
		k := &translate.Kernel{Origin: translate.Origin{Module: &translate.Module{Layout: &layout.Layout{}}}, Thread: 1}
		g.Scalar(k, p)
		g.asm.Bind(g.meetingOf(0).arrive)
		g.asm.Bind(g.meetingOf(0).wait)
		g.asm.Emit(amd64.Mov, amd64.At(frameReg, 0).Sized(8), amd64.Imm(after))
		g.asm.Ret()
		g.entry(frame, g.labels[k.For(1)], g.labels[k.For(1)], nil)
		g.failFunc()
		image, err := g.Image()
		assert.NilError(t, err)
		code, err := native.Load(image, 1)
		assert.NilError(t, err)

		memory := make([]byte, 128)
		at := func(n int) []byte { return memory[frame+8*n:][:8] }
		binary.LittleEndian.PutUint64(at(0), before)
		code.Call(memory, translate.EntrySettle, 0)
		var got [3]uint64
		for n := range got {
			got[n] = binary.LittleEndian.Uint64(at(n))
		}
		assert.Equal(t, got, [...]uint64{after, before, 7}, op)
	}
}
