//go:build linux && amd64

package amd64

import (
	"bytes"
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"gotest.tools/v3/assert"

	"culprit.example/culprit/internal/child"
	"culprit.example/culprit/internal/tiers"
)

// seed is that of the operands that a case does not name.
const seed = 1

// variants are the sizes in which a row is tested: the kinds of reg (or of what stands for it),
// of rm, and of the others.
func variants(r *row) [][3]Kind {
	same := func(kinds ...Kind) [][3]Kind {
		var list [][3]Kind
		for _, k := range kinds {
			rm := k
			if r.rm != Nothing && r.rm != KindMem {
				rm = r.rm
			}
			list = append(list, [3]Kind{k, rm, k})
		}
		return list
	}
	switch {
	case r.op == Kmovq:
		return [][3]Kind{{KindR64, KindK}}
	case r.op == Kortestq:
		return same(KindK)
	case r.mask:
		return [][3]Kind{{KindK, KindX, KindX}, {KindK, KindY, KindY}, {KindK, KindZ, KindZ}}
	case r.op == Vpmovmskb:
		return [][3]Kind{{KindR32, KindX}, {KindR32, KindY}}
	case r.op == Vmovq || r.op == Vmovd || strings.HasPrefix(r.name, "vpins"):
		return same(KindX)
	case r.evex || r.vex && r.w != wSize:
		return same(vectorKinds(r)...)
	case r.vex:
		return same(KindR32, KindR64)
	case r.form == regImm64:
		return same(KindR64)
	case r.rm == KindR8 && r.form == rmOnly:
		return same(KindR8)
	case r.byte != 0:
		return same(KindR8, KindR16, KindR32, KindR64)
	case r.rm == KindR8 || r.rm == KindR16 || r.op == Lea:
		return same(KindR32, KindR64)
	}
	return same(KindR16, KindR32, KindR64)
}

// acrossHalves are instructions that move something between parts of 16 bytes: there is none of 16 bytes.
var acrossHalves = []Op{
	Vinserti128, Vextracti128, Vbroadcasti128, Vpermq, Vshufi64x2, Vpmovzxbw, Vpmovzxwd, Vpmovzxdq, Vpmovsxbw, Vpmovsxwd,
	Vpmovsxdq,
}

// vectorKinds are the sizes of vectors that a row has.
func vectorKinds(r *row) []Kind {
	kinds := []Kind{KindX, KindY, KindZ}
	if r.whole {
		return kinds[2:]
	}
	if !r.evex {
		kinds = kinds[:2]
	}
	if slices.Contains(acrossHalves, r.op) {
		kinds = kinds[1:]
	}
	return kinds
}

// places are memory operands of every way of addressing.
func places() []Arg {
	var list []Arg
	for base := RAX; base <= R15; base++ {
		for _, disp := range []int32{0, 8, -128, 128, 1 << 20} {
			list = append(list, At(base, disp))
		}
		for index := RAX; index <= R15; index++ {
			if index != RSP {
				scale := uint8(1) << (index % 4)
				list = append(list, AtIndex(base, index, scale, []int32{0, 127, -4096}[(base+index)%3]))
			}
		}
	}
	return append(list, AtLabel(1), Arg{Kind: KindMem, Mem: Mem{Index: NoReg, Label: 1, Disp: 40}})
}

// cases lists the operands of a row in one variant: each field goes through all registers, and
// what can be in memory through all ways of addressing, while the rest is random.
func cases(rng *rand.Rand, r *row, kinds [3]Kind) [][]Arg {
	f := fields[r.form]
	kindOf := func(field byte) Kind {
		switch field {
		case 'm':
			return kinds[1]
		case 'r':
			return kinds[0]
		}
		return kinds[2]
	}
	random := func(field byte) Arg {
		switch field {
		case 'I':
			return Imm(int64(rng.IntN(128)))
		case 'i':
			k := []int64{1, -1, 127, -128, 128, -129, 0x1234567, -0x1234567}[rng.IntN(8)]
			switch {
			case r.form == regImm64:
				k = rng.Int64() | 1<<62
			case kinds[1] == KindR16:
				k = int64(int16(k))
			case kinds[1] == KindR8:
				k = int64(int8(k))
			}
			return Imm(k)
		}
		k := kindOf(field)
		return Arg{Kind: k, N: uint8(rng.IntN(registers(r, k)))}
	}
	var list [][]Arg
	add := func(at int, a Arg) {
		args := make([]Arg, len(f))
		for i := range f {
			args[i] = random(f[i])
		}
		args[at] = a
		if r.rm == KindMem {
			if m := strings.IndexByte(f, 'm'); m != at {
				args[m] = At(R12, int32(rng.IntN(1000)))
			}
		}
		if r.maskable() && rng.IntN(2) == 0 {
			args[0] = args[0].Where(1 + uint8(rng.IntN(7)))
			if !r.mask && args[0].Kind != KindMem && rng.IntN(2) == 0 {
				args[0] = args[0].OrZero()
			}
		}
		list = append(list, args)
	}
	for at := range f {
		switch f[at] {
		case 'm':
			if r.rm != KindMem {
				for n := range uint8(registers(r, kinds[1])) {
					add(at, Arg{Kind: kinds[1], N: n})
				}
			}
			if r.noMem {
				break
			}
			for _, p := range places() {
				if !hasRegister(f) {
					p = p.Sized(1 << (kinds[1] - KindR8))
				}
				add(at, p)
			}
		case 'i', 'I':
			for range 8 {
				add(at, random(f[at]))
			}
		default:
			for n := range uint8(registers(r, kindOf(f[at]))) {
				a := random(f[at])
				a.N = n
				add(at, a)
			}
		}
	}
	return list
}

// registers is how many registers of a kind an instruction can name.
func registers(r *row, k Kind) int {
	switch {
	case k == KindK:
		return 8
	case r.evex && k.vector():
		return 32
	}
	return 16
}

// maskable reports whether the result can have a mask.
func (r *row) maskable() bool {
	switch r.op {
	case Vmovq, Vmovd, Vpinsrb, Vpinsrw, Vpinsrd, Vpinsrq, Vpmovm2b, Vpmovm2w, Vpmovm2d, Vpmovm2q, Vpmovb2m:
		return false
	}
	return r.evex
}

func hasRegister(f string) bool { return strings.ContainsAny(f, "rvl") }

// TestAgainstAssembler: every row of the table, with all registers and ways of addressing, is
// encoded as GNU as encodes it, also where instructions of AVX2 may be written as those of AVX-512.
func TestAgainstAssembler(t *testing.T) {
	tiers.Tools(t, "as")
	t.Parallel()
	for _, extended := range []bool{false, true} {
		t.Run(fmt.Sprintf("AVX512=%v", extended), func(t *testing.T) {
			t.Parallel()
			againstAssembler(t, extended)
		})
	}
}

// source is an instruction as the assembler is told to encode it.
func (a *Asm) source(op Op, args []Arg) string {
	r, _ := a.match(op, args)
	older, _ := New().match(op, args)
	if r != older {
		return "{evex} " + text(r, args)
	}
	return text(r, args)
}

func againstAssembler(t *testing.T, extended bool) {
	t.Helper()
	rng := rand.New(rand.NewPCG(seed, 1))
	a := New()
	a.AVX512 = extended
	label := a.Here()
	assert.Equal(t, label, Label(1))
	source := []string{".intel_syntax noprefix", "label1:"}
	var starts []int
	for i := range table {
		for _, kinds := range variants(&table[i]) {
			for _, args := range cases(rng, &table[i], kinds) {
				starts = append(starts, a.Len())
				source = append(source, a.source(table[i].op, args))
				a.Emit(table[i].op, args...)
			}
		}
	}
	have := a.Finish()
	want := assemble(t, strings.Join(source, "\n")+"\n")
	for i, start := range starts {
		end := len(have)
		if i+1 < len(starts) {
			end = starts[i+1]
		}
		if end > len(want) || !bytes.Equal(have[start:end], want[start:end]) {
			t.Fatalf("seed %d: %s is % x, not as the assembler has it: % x", seed, source[i+2], have[start:end],
				want[min(start, len(want)):min(end, len(want))])
		}
	}
	assert.Equal(t, len(have), len(want))
	shorter := strings.Count(strings.Join(source, "\n"), "{evex}")
	t.Logf("%d instructions, %d of them shorter with AVX-512", len(starts), shorter)
	assert.Equal(t, shorter > 0, extended)
}

// TestFlow: jumps, calls, the stack, constants.
func TestFlow(t *testing.T) {
	tiers.Tools(t, "as")
	t.Parallel()
	a := New()
	source := []string{".intel_syntax noprefix", "start:"}
	start, end := a.Here(), a.NewLabel()
	for c := Below; c <= Above; c++ {
		a.JumpIf(c, start)
		a.JumpIf(c, end)
		name := c.text()
		source = append(source, "j"+name+" start", "{disp32} j"+name+" end")
	}
	for r := RAX; r <= R15; r++ {
		a.Push(r)
		a.Pop(r)
		source = append(source, "push "+reg64(r), "pop "+reg64(r))
	}
	a.Jump(start)
	a.Jump(end)
	a.Call(start)
	a.CallRAX()
	a.ClearUpper()
	a.Lock()
	a.Emit(Add, At(R15, 8).Sized(8), Imm(1))
	a.Lock()
	a.Emit(Cmpxchg, At(R15, 8), R64(RDX))
	a.Pause()
	a.Syscall()
	a.Emit(Vpaddb, Y(1), Y(2), AtLabel(a.Constant(make([]byte, 32))))
	a.Emit(Mov, R64(RAX), AtLabel(a.Constant([]byte{1, 2, 3, 4, 5, 6, 7, 8})))
	a.Emit(Vpaddb, Y(1), Y(2), AtLabel(a.Constant(make([]byte, 32))))
	a.Bind(end)
	a.Ret()
	source = append(source, "jmp start", "{disp32} jmp end", "call start", "call rax", "vzeroupper",
		"lock add qword ptr [r15+8], 1", "lock cmpxchg [r15+8], rdx", "pause", "syscall", "vpaddb ymm1, ymm2, [rip+zeros]",
		"mov rax, [rip+number]",
		"vpaddb ymm1, ymm2, [rip+zeros]", "end: ret", ".balign 32, 0xcc", "zeros: .fill 32",
		"number: .byte 1, 2, 3, 4, 5, 6, 7, 8", "")
	assert.DeepEqual(t, a.Finish(), assemble(t, strings.Join(source, "\n")))
}

// assemble is the machine code that GNU as makes.
func assemble(t *testing.T, source string) []byte {
	t.Helper()
	dir := t.TempDir()
	in, object, image := filepath.Join(dir, "in.s"), filepath.Join(dir, "out.o"), filepath.Join(dir, "out")
	assert.NilError(t, os.WriteFile(in, []byte(source), 0o666))
	for _, command := range [][]string{{"as", "-o", object, in},
		{"objcopy", "-O", "binary", "-j", ".text", object, image}} {
		said, err := child.New(context.Background(), command[0], command[1:]...).Said()
		if err != nil {
			lines := bytes.SplitN(said, []byte("\n"), 12)
			t.Fatalf("%s: %s\n%s", command[0], err, bytes.Join(lines[:min(11, len(lines))], []byte("\n")))
		}
	}
	code, err := os.ReadFile(image)
	assert.NilError(t, err)
	return code
}

// TestNoEncoding: an instruction that does not exist is a mistake of the caller, named in full.
func TestNoEncoding(t *testing.T) {
	t.Parallel()
	defer func() {
		assert.Equal(t, fmt.Sprint(recover()), "BUG: no encoding of ? ymm1, eax")
	}()
	New().Emit(Vpaddb, Y(1), R32(RAX))
}
