package avx

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"gotest.tools/v3/assert"

	"culprit.example/culprit/cyclesim/internal/textcase"
	"culprit.example/culprit/cyclesim/internal/vector"
	"culprit.example/culprit/cyclesim/internal/vectortest"
)

// targets are all sizes of vectors and groups.
func targets() (list []Target) {
	for _, bytes := range []int{32, 64} {
		for blocks := 1; 16*blocks <= bytes; blocks *= 2 {
			list = append(list, Target{AVX512: bytes == 64, Bytes: bytes, Blocks: blocks, Place: SideBySide(blocks)})
		}
	}
	return list
}

// eachTarget runs a test for all of them.
func eachTarget(t *testing.T, test func(t *testing.T, target Target)) {
	for _, target := range targets() {
		t.Run(fmt.Sprintf("%d bytes, %d blocks", target.Bytes, target.Blocks), func(t *testing.T) {
			t.Parallel()
			test(t, target)
		})
	}
}

const operands = 12

// randomProgram is one of two kinds.
func randomProgram(rng *rand.Rand, seed uint64) *vector.Code {
	if seed%2 == 0 {
		return vectortest.Program(rng, vector.BlockLanes, operands, 40+rng.IntN(200), 1)
	}
	return vectortest.Pairs(rng, operands, 20+rng.IntN(150))
}

// TestSelection makes programs of the vector programs in testdata/selection, whose first line is a target.
func TestSelection(t *testing.T) {
	t.Parallel()
	textcase.Run(t, "selection", func(t *testing.T, before string) string {
		target, code, _ := strings.Cut(before, "\n")
		p, err := Read(target)
		assert.NilError(t, err)
		v, err := vector.Read(code, p.lanes)
		assert.NilError(t, err)
		selected := Select(v, p.Target)
		assert.NilError(t, selected.Verify())
		return selected.String()
	})
}

// TestPasses runs each pass on the programs in testdata/PASS.
func TestPasses(t *testing.T) {
	t.Parallel()
	for _, pass := range Passes() {
		textcase.Run(t, pass.Name, func(t *testing.T, before string) string {
			p, err := Read(before)
			assert.NilError(t, err)
			pass.Run(p)
			assert.NilError(t, p.Verify())
			return p.String()
		})
	}
}

// TestOperations: the instructions of each operation do what its definition says.
func TestOperations(t *testing.T) {
	t.Parallel()
	list := vectortest.Operations()
	code := vectortest.OperationsProgram(list)
	eachTarget(t, func(t *testing.T, target Target) {
		p := Select(code, target)
		assert.NilError(t, p.Verify())
		rng := rand.New(rand.NewPCG(1, uint64(target.Blocks)))
		for round := range 50 {
			frame := make([]byte, 16*target.Blocks*(3+len(list)))
			at := func(i, block int) []byte { return frame[16*(target.Blocks*i+block):][:16] }
			for i := range 3 {
				for block := range target.Blocks {
					vectortest.Operand(rng, i, round%3 == 0, at(i, block), at(0, block))
				}
			}
			p.Run(frame)
			for i, o := range list {
				if o.Op.Mask() && round%3 != 0 {
					continue
				}
				for block := range target.Blocks {
					a, b, mask := vector.Block(at(0, block)), vector.Block(at(1, block)), vector.Block(at(2, block))
					assert.Equal(t, vector.Block(at(3+i, block)), vector.Eval(o.Op, a, b, mask, o.K), "%s by %d: %x %x %x", o.Op,
						o.K, a, b, mask)
				}
			}
		}
	})
}

// TestStepsOnRandomPrograms: what the selection makes, and each pass of that, alone and in its place, is
// well-formed and computes what the vector program does.
func TestStepsOnRandomPrograms(t *testing.T) {
	t.Parallel()
	eachTarget(t, func(t *testing.T, target Target) {
		for seed := range uint64(200) {
			rng := rand.New(rand.NewPCG(seed, uint64(target.Blocks)))
			code := randomProgram(rng, seed)
			memory := make([]byte, 16*target.Blocks*3*operands)
			block := func(m []byte) func(block int, at uint64) []byte {
				return func(block int, at uint64) []byte { return m[target.Blocks*int(at)+16*block:][:16] }
			}
			vectortest.Operands(rng, target.Blocks, operands,
				func(b, i int) []byte { return block(memory)(b, uint64(16*i)) })
			want := append([]byte{}, memory...)
			code.Run(target.Blocks, block(want))
			check := func(p *Program, step string) {
				assert.NilError(t, p.Verify(), "seed %d, %s", seed, step)
				got := append([]byte{}, memory...)
				p.Run(got)
				assert.Assert(t, bytes.Equal(got, want), "seed %d, %s:\n%s\n%s", seed, step, code, p)
			}
			all := Select(code, target)
			check(all, "selection")
			for _, pass := range Passes() {
				alone := Select(code, target)
				pass.Run(alone)
				check(alone, pass.Name+" alone")
				pass.Run(all)
				check(all, pass.Name)
			}
			again, err := Read(all.String())
			assert.NilError(t, err)
			assert.Equal(t, again.String(), all.String())
			check(again, "text")
		}
	})
}

// sample has an instruction of every kind.
const sample = `target avx512 bytes 64 blocks 2 lanes 16
v0 = load @0 state 1
v1 = load @8 half foreign
v2 = const 0x1 0x2
v3 = vpaddb v0 v2
v4 = vpternlogd v0 v1 v3 #0xca
v5 = vpsrlw v4 #0x3
v6 = gather @128:2 at v5 bytes 1 scale 16 shifted 2
v7 = part v6 #1
v8 = arbitrary #9:4
v9 = rem64 v7 v8
w10 = wide load @64
v11 = upper_half w10
w12 = wide join v9 v11
w13 = wide twice w10 upper
w14 = wide twice v9 lower
w15 = wide vpmovzxbw v9
w16 = wide const 0x1 0x2 0x3 0x4
w17 = wide vpmovm2b where vpcmpub w12 w16 #1
if v5
  store v9 @256 state 2
  store v9 v5 @256
  wide store w17 @320 and @512
end
scatter @512:1 state 4 at v5 bytes 1 scale 16 shifted 0 value v9 where v5
call #2
check v5 #0
cover v5 #1
`

func TestText(t *testing.T) {
	t.Parallel()
	p, err := Read(sample)
	assert.NilError(t, err)
	assert.Equal(t, p.String(), sample)
	masks := "target avx512 bytes 64 blocks 4 lanes 16\nv0 = load @0\nv1 = load @16\n" +
		"v2 = vmovdqu8 v1 where vpcmpub v0 v1 #1 where vpcmpb v1 v0 #0 zeroing\nif where vpcmpud v0 v1 #4\n" +
		"  store v2 @32 where vpcmpub v0 v1 #2\nend\n"
	p, err = Read(masks)
	assert.NilError(t, err)
	assert.Equal(t, p.String(), masks)
}

// TestWrongText: what cannot be read, or is not well-formed, is refused.
func TestWrongText(t *testing.T) {
	t.Parallel()
	const avx2, avx512 = "target avx2 bytes 32 blocks 2 lanes 16\n", "target avx512 bytes 64 blocks 4 lanes 16\n"
	const load = "v0 = load @0\n"
	for text, message := range map[string]string{
		load:                                                   `line 1: "target" is missing`,
		"target avx3 bytes 32 blocks 1 lanes 16":               "there is no such target",
		"target avx2 bytes 32 blocks 4 lanes 16":               "there is no such target",
		avx2 + "v0 = sum":                                      `line 2: no operation "sum"`,
		avx2 + "load @0":                                       "only what makes a vector has a name",
		avx2 + load + load:                                     `"v0" is a vector already`,
		avx2 + load + "v1 = vpaddb v0 v7":                      `"v7" is too much`,
		avx2 + load + "v1 = vpaddb v0":                         "(v1 = vpaddb v0) is no instruction that the processor has",
		avx2 + load + "v1 = vpsrlw v0":                         "is no instruction that the processor has on such vectors",
		avx2 + load + "v1 = vpaddb v0 v0 #0x1":                 "is no instruction that the processor has on such vectors",
		avx2 + load + "v1 = vpternlogd v0 v0 v0 #0xca":         "is no instruction that the processor has on such vectors",
		avx512 + load + "v1 = vpblendvb v0 v0 v0":              "is no instruction that the processor has on such vectors",
		avx512 + load + "v1 = vpcmpeqb v0 v0":                  "is no instruction that the processor has on such vectors",
		avx512 + load + "v1 = vpaddb v0 where vpaddb v0 v0 #1": "has a comparison that gives no mask",
		avx2 + load + "v1 = vpmovm2b where vpcmpub v0 v0 #1":   "has a comparison that gives no mask",
		avx2 + "v0 = wide load @0":                             "is on vectors that are wider than the processor's",
		avx2 + "v0 = load @3":                                  "is at an odd place",
		avx2 + load + "store v0 v0 v0 @0":                      "has the wrong number of operands",
		avx2 + load + "if v0":                                  "a part does not end",
		avx2 + "end":                                           "ends a part that has not begun",
		avx2 + load + "v1 = part v0 #1":                        "does not follow its gather",
		avx2 + "v0 = const 1 2\nv1 = const 1 2":                "the constant is there already",
		"target avx512 bytes 64 blocks 2 lanes 16\n" + load + "v1 = wide vpaddb v0 v0": "has an operand of half the size",
	} {
		_, err := Read(text)
		assert.ErrorContains(t, err, message, text)
	}
}

// TestVerify: what text cannot say is found, too.
func TestVerify(t *testing.T) {
	t.Parallel()
	for message, spoil := range map[string]func(p *Program){
		"instruction 0 (v2 = vpaddb v1 v0) uses a vector that is not there yet": func(p *Program) { p.Code = p.Code[2:] },
		"makes no vector of its own":      func(p *Program) { p.Code[1].Dst = p.Code[0].Dst },
		"makes a vector of another size":  func(p *Program) { p.Wide[p.Code[0].Dst] = true },
		"uses a vector that is not there": func(p *Program) { p.Code[2].Args[0] = 1000 },
	} {
		p, err := Read(sample)
		assert.NilError(t, err)
		spoil(p)
		assert.ErrorContains(t, p.Verify(), message)
	}
}
